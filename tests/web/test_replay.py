"""A table looked at again, and taken home."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from at_table import BOT, PERSON, SMALL, Guest, Host, serving
from every import ROOT

import hoyle
from hoyle.commands.sitting import resumed
from hoyle.read import read_path
from hoyle.trials.run import run_trials


def finished(host: Host, made: dict[str, Any]) -> list[dict[str, Any]]:
    """A game played to its end, and what was seen on the way."""
    with host.seat(made) as ada:
        while ada.asked() is not None:
            ada.choose()
        return [said for said in ada.heard if said["t"] == "state"]


def test_before_the_end_everybody_sees_what_they_saw() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada:
            first = ada.state
            ada.choose()
            with host.seat(made, replay=True) as again:
                assert again.hello["revs"] == 2 and again.hello["you"] == 0
                assert again.say("look", rev=0, seat=0)["view"] == first["view"]
                assert again.say("look", rev=2, seat=0)["view"] == ada.state["view"]
                assert again.say("look", rev=2, seat=None)["view"]["seat"] is None
                for seat in (1, "all"):
                    assert again.say("look", rev=0, seat=seat)["code"] == "early"
                for rev in (3, -1, "0", None, True):
                    assert again.say("look", rev=rev, seat=0)["code"] == "rev"
                assert again.say("look", rev=0, seat=2)["code"] == "seat"
                assert again.say("choose", rev=2, picks=[0])["code"] == "message"
            with host.guest(made["onlooker"], replay=True) as eve:
                assert eve.say("look", rev=0, seat=0)["code"] == "early"
                assert eve.say("look", rev=0, seat=None)["t"] == "state"


def test_after_the_end_everybody_sees_everything() -> None:
    with serving() as host:
        made = host.table((PERSON, BOT))
        states = finished(host, made)
        with host.guest(made["onlooker"], replay=True) as eve:
            for said in states:
                if "from" not in said:
                    assert eve.say("look", rev=said["rev"], seat=0)["view"] == said["view"]
            revs = eve.hello["revs"]
            for rev in (0, revs):
                seen = eve.say("look", rev=rev, seat="all")
                cards = [card for zone in seen["view"]["zones"].values() for card in zone["cards"]]
                assert len(cards) == 18 == len({card["id"] for card in cards})
                assert all("look" in card for card in cards)
                for name, zone in seen["view"]["zones"].items():
                    facing = eve.hello["meta"]["zones"][name.partition("[")[0]]["facing"]
                    assert all(card["up"] is (facing == "up") for card in zone["cards"])
                hand = [card["look"] for card in seen["view"]["zones"]["hand[0]"]["cards"]]
                assert hand == sorted(hand)  # not as they came
            assert eve.say("look", rev=1, seat=1)["view"]["zones"]["hand[1]"]["cards"][0]["look"] is not None


def taken(guest: Guest, form: str) -> dict[str, Any]:
    return guest.say("export", **{"as": form})


def test_a_save_is_given_away_when_it_harms_nobody() -> None:
    with serving() as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.guest(made["host"]) as boss, host.guest(made["onlooker"]) as eve:
            for guest in (ada, boss, eve):
                assert taken(guest, "save")["code"] == "early"
            with host.seat(made, 1):
                pass
            boss.say("bot", seat=1, kind="bot")
            assert taken(boss, "save")["code"] == "early"  # somebody has sat there
        made = host.table((PERSON, BOT))
        with host.seat(made) as ada, host.guest(made["onlooker"]) as eve:
            assert taken(ada, "save")["t"] == "file"
            assert taken(eve, "save")["code"] == "early"
            assert taken(ada, "picture")["code"] == "export"


def test_a_save_is_taken_by_hoyle_play(tmp_path: Path) -> None:
    with serving() as host, host.seat(host.table()) as ada:
        ada.choose()
        view = ada.asked() and ada.state["view"]
        said = taken(ada, "save")
    path = tmp_path / said["name"]
    path.write_text(said["text"], encoding="utf-8")
    state, seat = resumed(path, "1")
    assert seat == 0 and state.view(0, data=True) == view
    assert hoyle.restore(said["text"]) == state


def test_a_scenario_is_taken_by_hoyle_test(tmp_path: Path) -> None:
    (tmp_path / SMALL.name).write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    with serving() as host:
        made = host.table()
        finished(host, made)
        with host.seat(made, replay=True) as again:
            said = taken(again, "scenario")
    path = tmp_path / said["name"]
    path.write_text(said["text"], encoding="utf-8")
    reading = read_path(path)
    assert not reading.failed, reading.diagnostics
    results = [result for result in run_trials(reading, games=0) if result.kind == "scenario"]
    assert len(results) == 1 and results[0].passed
    assert said["text"].count("player_1 does play") == 3 and "score(player_1) is" in said["text"]
    # it holds something: another score fails
    path.write_text(said["text"].replace("score(player_1) is ", "score(player_1) is 1"), encoding="utf-8")
    assert not all(r.passed for r in run_trials(read_path(path), games=0) if r.kind == "scenario")


def test_the_little_game_of_these_tests_is_sound() -> None:
    assert SMALL.is_relative_to(ROOT) and not read_path(SMALL).diagnostics
