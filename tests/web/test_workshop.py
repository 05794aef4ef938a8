"""A game whose file changes while it is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from at_table import PERSON, SMALL, Guest, Host, serving

from hoyle.read import read_path
from hoyle.trials.run import run_trials
from hoyle.web.workshop import Reread, changed, reread, stamps

RULE = "must card.suit is not (last(shown) else never).suit if able"


@contextmanager
def workshop(folder: Path, **more: Any) -> Iterator[tuple[Host, dict[str, Any], Path]]:
    """A server that watches one game, and a table of it."""
    path = folder / "making.hoyle"
    path.write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    # a catalogue of its own: its game is read again
    from hoyle.web.catalogue import catalogue

    with serving(folder / "tables.db", workshop=True, **more) as host:
        host.server.house.catalogue = catalogue([str(path)], bundled=False)
        yield host, host.table((PERSON, PERSON), game="making"), path


def write(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def opening(guest: Guest, other: Guest, decisions: int) -> None:
    """Play on, whoever is asked; the last of all choices, which is to play a card where that can be chosen."""
    while guest.state["rev"] < decisions:
        who = guest if guest.state["waits"]["seats"] == [guest.hello["you"]] else other
        asked = who.asked()
        assert asked is not None
        wanted = 2 if asked["several"] else 1
        assert who.choose([choice["n"] for choice in asked["choices"]][-wanted:])["t"] == "ok"
        for each in (guest, other):
            while each.state["rev"] < who.state["rev"]:
                each.until("state")


def test_what_is_wrong_is_told_to_the_host_and_the_table_goes_on(tmp_path: Path) -> None:
    with workshop(tmp_path) as (host, made, path), host.seat(made) as ada, host.guest(made["host"]) as boss:
        write(path, "phase main", "phase main\n    nonsense here")
        broken = boss.until("broken")["diagnostics"]
        assert broken[0]["file"] == "making.hoyle" and broken[0]["line"] and "nonsense" in broken[0]["text"]
        assert ada.choose()["t"] == "ok"
        assert not any(said["t"] == "broken" for said in ada.heard)
        write(path, "\n    nonsense here", "")
        assert boss.until("mended")


def test_words_that_changed_are_new_words(tmp_path: Path) -> None:
    with workshop(tmp_path) as (host, made, path), host.seat(made) as ada:
        ada.choose()
        before = ada.state
        write(path, 'text "draw a tile"', 'text "take one"')
        hello = ada.until("hello")
        assert hello["meta"]["fingerprint"] == ada.hello["meta"]["fingerprint"]
        ada.until("state")
        assert (ada.state["rev"], ada.state["view"]) == (before["rev"], before["view"]) and ada.state["from"] == 0


def parted(ada: Guest, ben: Guest, path: Path) -> dict[str, Any]:
    """New rules by which what was done cannot be done."""
    opening(ada, ben, 8)
    rule = 'rule ones "only ones are played" for play(card)\n    must card.value < 2\n\n'
    write(path, "phase prepare", f"{rule}phase prepare")
    found = ada.until("state")["parted"]
    assert isinstance(found, dict)
    return found


@contextmanager
def in_company(folder: Path) -> Iterator[tuple[dict[str, Any], Path, Guest, Guest, Guest]]:
    """A workshop with both players and its host: the table, the file, and the three of them."""
    with (
        workshop(folder) as (host, made, path),
        host.seat(made) as ada,
        host.seat(made, 1) as ben,
        host.guest(made["host"]) as boss,
    ):
        yield made, path, ada, ben, boss


def test_where_the_rules_part_the_host_decides(tmp_path: Path) -> None:
    with in_company(tmp_path) as (made, path, ada, ben, boss):
        found = parted(ada, ben, path)
        assert found["rev"] < found["revs"] == 8
        assert ada.state["ask"] is None and ada.state["rev"] == 8  # it stands as it was until somebody decides
        assert found["text"].startswith("play ") and found["why"] and found["seat"] in (0, 1)
        assert ada.say("rules", take="new")["code"] == "host"
        assert boss.say("rules", take="both")["code"] == "rules"
        assert boss.say("rules", take="new")["t"] == "ok"
        while ada.state["rev"] == 8:
            ada.until("state")
        assert ada.state["rev"] == found["rev"] and ada.state["parted"] is None
        assert "ones" in [said for said in ada.heard if said["t"] == "hello"][-1]["meta"]["rules"]
    with workshop_again(tmp_path) as host, host.seat(made) as ada:
        assert ada.state["rev"] == found["rev"] and ada.state["parted"] is None


@contextmanager
def workshop_again(folder: Path) -> Iterator[Host]:
    with serving(folder / "tables.db") as host:
        yield host


def test_the_old_rules_may_stay(tmp_path: Path) -> None:
    with in_company(tmp_path) as (_, path, ada, ben, boss):
        parted(ada, ben, path)
        assert boss.say("rules", take="old")["t"] == "ok"
        while ada.state["parted"]:
            ada.until("state")
        assert ada.state["rev"] == 8
        opening(ada, ben, 9)


def test_another_deal_is_called_that(tmp_path: Path) -> None:
    with workshop(tmp_path) as (host, made, path), host.seat(made) as ada, host.seat(made, 1) as ben:
        opening(ada, ben, 6)
        (room,) = host.server.rooms.values()
        write(path, "| Suit | 1..6  |", "| Suit | 1..5  |")
        found = reread(room)
        assert isinstance(found, Reread) and found.replay is not None and found.replay.parted is not None
        assert "the deal differs" in found.replay.parted.why


def test_an_author_sees_and_changes_everything(tmp_path: Path) -> None:
    with (
        workshop(tmp_path) as (host, made, _),
        host.seat(made) as ada,
        host.seat(made, 1) as ben,
        host.guest(made["host"]) as boss,
        host.guest(made["onlooker"]) as eve,
    ):
        assert ada.say("author", on=True)["code"] == "host"
        assert "author" not in boss.state
        boss.say("author", on=True)
        panel = boss.state["author"]
        assert len(panel["hands"]["zones"]["hand[1]"]["cards"]) == 4 and panel["values"]["points"] == [0, 0]
        opening(ada, ben, 5)
        while boss.state["rev"] < 5:
            boss.until("state")
        assert any(event["rule"] and event["place"] for event in boss.state["author"]["events"])
        assert boss.say("jump", rev=9)["code"] == "rev"
        boss.say("jump", rev=4)
        assert boss.state["rev"] == 4
        card = boss.state["author"]["hands"]["zones"]["deck"]["cards"][0]
        assert boss.say("change", card={"id": card["id"], "to": "hand[0]"})["rev"] == 5
        assert card["id"] in [c["id"] for c in boss.state["author"]["hands"]["zones"]["hand[0]"]["cards"]]
        boss.say("change", value={"name": "points", "index": [1], "to": 40})
        assert boss.state["view"]["scores"] == [0, 40]
        for bad in ({}, {"card": {"id": "t99", "to": "hand[0]"}}, {"value": {"name": "points", "index": [5], "to": 1}}):
            assert boss.say("change", **bad)["code"] == "change"
        while ada.state["rev"] != 6:
            ada.until("state")
        assert card["look"] in [held["look"] for held in ada.state["view"]["zones"]["hand[0]"]["cards"]]
        assert ada.choose([])["t"] == "ok"
        looks = [choice["args"][0].get("look") for choice in ada.asked()["choices"] if choice["args"]]  # type: ignore[index]
        assert card["look"] in looks
        while boss.state["rev"] < ada.state["rev"]:
            boss.until("state")
        assert boss.say("export", **{"as": "save"})["code"] == "export"
        said = boss.say("export", **{"as": "scenario"})
        told = said["text"]
        assert "points[player_2] = 40" in told and "player_1 may only play(" in told
        path = tmp_path / said["name"]
        path.write_text(told, encoding="utf-8")
        (result,) = (one for one in run_trials(read_path(path), games=0) if one.kind == "scenario")
        assert result.passed
        while ada.asked() is not None if ada.state["waits"]["seats"] == [0] else False:
            ada.choose()
        heard = [said for guest in (ada, ben, eve) for said in guest.heard]
        assert not any("author" in said for said in heard)
    with serving(tmp_path / "tables.db") as host, host.guest(made["onlooker"]) as eve:
        assert eve.state["view"]["scores"][1] >= 40


def test_without_watching_nobody_is_an_author() -> None:
    with serving() as host, host.guest(host.table()["host"]) as boss:
        for said in ("author", "jump", "change"):
            assert boss.say(said, on=True, rev=0)["code"] == "workshop"
        assert boss.say("rules", take="new")["code"] == "rules"


def test_files_that_changed_are_noticed(tmp_path: Path) -> None:
    with workshop(tmp_path) as (host, made, path), host.seat(made):
        (room,) = host.server.rooms.values()
        known = stamps(room.table.game)
        assert path in known and not changed(known)
        write(path, "Markets", "Fairs")
        assert changed(known)


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.web.workshop.OFTEN", 0.02)


def test_rule_of_these_tests() -> None:
    assert RULE in SMALL.read_text(encoding="utf-8")
