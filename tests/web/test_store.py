"""What is kept: a server that is gone comes back to the same tables."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_table import BOT, PERSON, SMALL, house, serving
from every import ROOT
from websockets.sync.client import connect

from hoyle.diagnostics import HoyleError
from hoyle.web.refusals import Refused
from hoyle.web.store import Store
from hoyle.web.tables import Table

THREE = (PERSON, PERSON, PERSON)


def test_a_server_that_was_stopped_goes_on_where_it_was(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with serving(store) as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada, host.seat(made, 1) as ben:
            ada.choose()
            ben.choose()
            ada.asked()
            seen = [_lasting(guest.state) for guest in (ada, ben)]
            ben.say("name", name="Ben")
    with serving(store) as host, host.seat(made) as ada, host.seat(made, 1) as ben:
        assert [_lasting(guest.state) for guest in (ada, ben)] == seen
        assert ada.hello["people"][1]["name"] == "Ben"
        assert ada.choose()["t"] == "ok"


def _lasting(state: dict[str, Any]) -> str:
    """What of a state does not depend on when it was told."""
    return json.dumps([state["rev"], state["view"], state["ask"], state["undo"]])


def test_what_was_said_before_the_stop_is_known_after_it(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with serving(store) as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada:
            assert ada.choose(cid="mine")["rev"] == 2
    with serving(store) as host, host.seat(made) as ada:
        assert ada.say("choose", cid="mine", rev=0, picks=[0, 1]) == {"t": "ok", "cid": "mine", "rev": 2}


def test_what_was_taken_back_stays_with_a_mark(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with serving(store) as host:
        made = host.table((PERSON, BOT))
        with host.seat(made) as ada:
            for _ in range(2):
                ada.choose()
                ada.say("undo")
                while ada.state["rev"]:
                    ada.until("state")
            ada.choose()
    rows = asked_of(store, "select rev, back from choices where seat=0 order by number")
    assert rows[:6] == [(0, 1), (1, 1), (0, 2), (1, 2), (0, 0), (1, 0)]


def test_saves_are_put_beside_and_looked_at(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    bots = [{"kind": "bot", "bot": "random"}] * 3
    with serving(store, "texas_showdown") as host:
        made = host.table([PERSON, *bots], game="texas_showdown")
        with host.seat(made) as ada:
            while ada.state["rev"] < 120:
                ada.asked()
                ada.choose()
    ((rev,),) = asked_of(store, "select rev from saves")
    assert rev in range(100, 200)
    with opened(store, made, "texas_showdown") as table:
        assert table.rev >= rev
    ((text,),) = asked_of(store, "select text from saves")
    asked_of(store, "update saves set text=?", json.dumps({**json.loads(text), "table": "0" * 16}))
    with opened(store, made, "texas_showdown") as table:
        assert table.rev >= rev
    assert asked_of(store, "select * from saves") == []  # it was of another table: all was found again by keys
    # a choice that was changed behind our back leads to another table than the save knows
    ((number, n),) = asked_of(store, "select number, n from choices where rev=0")
    asked_of(store, "update choices set n=? where number=?", 1 if n == 0 else 0, number)
    with opened(store, made, "texas_showdown") as table:
        assert table.made[0].n == n  # found again by its key
    assert asked_of(store, "select n from choices where rev=0") == [(n,)]


def asked_of(store: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What a store says, while nobody serves it."""
    db = sqlite3.connect(store)
    with db:
        found = db.execute(query, values).fetchall()
    db.close()
    return found


@contextmanager
def opened(store: Path, made: dict[str, Any], *games: str) -> Iterator[Table]:
    """A table, opened without a server."""
    mine = house(store, *games)
    found = mine.open(made["table"])
    assert found.parted is None
    yield found.table
    mine.store.close()


def test_a_table_of_other_rules_says_where_they_part(tmp_path: Path) -> None:
    path, store = tmp_path / "varying.hoyle", tmp_path / "tables.db"
    path.write_text(SMALL.read_text(encoding="utf-8"), encoding="utf-8")
    with serving(store, str(path)) as host:
        made = host.table(THREE, game="varying")
    game = json.loads(asked_of(store, "select game from tables")[0][0])
    game["rules"] = "of an older Hoyle"
    asked_of(store, "update tables set game=?", json.dumps(game))
    row = (1, made["table"], 0, 0, 0, "choose(old=9 of dragons)", None, "person", 0, 0)
    asked_of(store, f"insert into choices values({', '.join('?' * 10)})", *row)
    with serving(store, str(path)) as host, host.seat(made) as ada:
        parted = ada.state["parted"]
        assert (parted["rev"], parted["revs"], parted["seat"]) == (0, 1, 0)
        assert "dragons" in parted["text"] and parted["why"]
        assert ada.state["ask"] is None
        assert ada.say("choose", rev=0, picks=[0, 1])["code"] == "parted"


def test_a_table_whose_game_cannot_be_read_says_so(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with serving(store) as host:
        made = host.table()
    game = {**json.loads(asked_of(store, "select game from tables")[0][0]), "game": {"name": "gone"}, "rules": "x"}
    asked_of(store, "update tables set game=?, source=?", json.dumps(game), json.dumps({"game": "gone"}))
    with serving(store) as host, host.client.websocket_connect("/ws") as ws:
        ws.send_json({"t": "join", "token": made["seats"][0]["token"]})
        said = ws.receive_json()
        assert said["code"] == "gone" and "cannot be read" in said["says"] and said["do"]


def test_a_store_of_another_time_or_of_another_sort_is_refused(tmp_path: Path) -> None:
    newer, other = tmp_path / "newer.db", tmp_path / "other.db"
    with sqlite3.connect(newer) as db:
        db.execute("pragma user_version=99")
    other.write_text("these are notes, and no store at all\n" * 100, encoding="utf-8")
    for path, why in (
        (newer, "another version"),
        (other, "cannot be used"),
        (tmp_path / "no" / "x.db", "cannot be used"),
    ):
        with pytest.raises(HoyleError, match=why):
            Store(path)


def test_what_cannot_be_kept_is_not_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*args: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with serving(tmp_path / "tables.db") as host:
        made = host.table((PERSON, PERSON))
        with host.seat(made) as ada:
            before = ada.state
            monkeypatch.setattr(Store, "chose", full)
            said = ada.choose()
            assert said["code"] == "store" and "disk is full" in said["says"]
            monkeypatch.undo()
            assert ada.state == before and ada.choose()["rev"] == 2


def test_a_bot_that_cannot_go_on_is_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(tmp_path / "tables.db") as host, host.seat(host.table((PERSON, BOT))) as ada:
        kept = Store.chose

        def persons_only(self: Store, id_: str, rev: int, rows: Any) -> None:
            if rows[0].by == "bot":
                raise sqlite3.OperationalError("database or disk is full")
            kept(self, id_, rev, rows)

        monkeypatch.setattr(Store, "chose", persons_only)
        ada.choose()
        assert ada.until("no")["cid"] is None


def test_a_store_is_of_one_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.web.store.WAIT", 0.1)
    first = Store(tmp_path / "tables.db")
    with pytest.raises(HoyleError, match="another server has it open"):
        Store(tmp_path / "tables.db")
    first.close()
    Store(tmp_path / "tables.db").close()


def test_tokens_are_not_kept(tmp_path: Path) -> None:
    store = tmp_path / "tables.db"
    with serving(store) as host:
        made = host.table(THREE)
    tokens = [made["host"], made["onlooker"], *(seat["token"] for seat in made["seats"])]
    assert len({*tokens}) == 5 and all(len(token) >= 22 for token in tokens)
    assert store.stat().st_mode & 0o077 == 0  # nor may others read what is
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert not any(token.encode() in kept for token in tokens)


def test_so_many_tables_and_no_more(tmp_path: Path) -> None:
    full = house(tmp_path / "tables.db", most=2)
    for _ in range(2):
        full.set_up({"game": "markets", "players": 2})
    with pytest.raises(Refused, match="2 tables"):
        full.set_up({"game": "markets", "players": 2})


# ---------------------------------------------------------------------------------------------- killed


@contextmanager
def served(store: Path, *games: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`hoyle serve` as people start it."""
    command = [sys.executable, "-m", "hoyle", "serve", *games, "--port", "0", "--store", str(store), "--pace", "0"]
    paths = os.pathsep.join([str(ROOT / "interpreter"), os.environ.get("PYTHONPATH", "")])
    env = {**os.environ, "PYTHONPATH": paths, "NO_COLOR": "1"}
    process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        link = next(line.strip() for line in process.stdout if line.startswith("http"))
        yield process, link.removeprefix("http://").strip("/")
    finally:
        process.kill()
        process.wait()


def _table(address: str, asked: dict[str, Any]) -> dict[str, Any]:
    answer = httpx.post(f"http://{address}/api/tables", json=asked, headers={"origin": f"http://{address}"})
    made: dict[str, Any] = answer.json()
    return made


def _joined(address: str, token: str) -> Any:
    ws = connect(f"ws://{address}/ws", origin=f"http://{address}")  # type: ignore[arg-type]
    ws.send(json.dumps({"t": "join", "token": token}))
    return ws


def _state(ws: Any) -> dict[str, Any]:
    while True:
        said: dict[str, Any] = json.loads(ws.recv(timeout=20))
        if said["t"] == "state":
            return said


def test_killed_in_the_middle_of_an_effect_it_comes_back_byte_for_byte(tmp_path: Path) -> None:
    """In the middle of choosing two cards, whose first was chosen: the engine waits inside a procedure."""
    store = tmp_path / "tables.db"
    with served(store, str(SMALL)) as (process, address):
        made = _table(address, {"game": "markets", "players": 2})
        tokens = [seat["token"] for seat in made["seats"]]
        with _joined(address, tokens[0]) as ada:
            state = _state(ada)
            picks = [choice["n"] for choice in state["ask"]["choices"]][:2]
            ada.send(json.dumps({"t": "choose", "cid": "a", "rev": 0, "picks": picks}))
            while state["rev"] == 0:
                state = _state(ada)
        before = []
        for token in tokens:
            with _joined(address, token) as ws:
                before.append(_lasting(_state(ws)))
        process.send_signal(signal.SIGKILL)
        process.wait()
    asked_of(store, "delete from choices where rev=1")  # the second had not come yet
    with opened(store, made) as table:
        assert table.rev == 1 and table.state.frames
        middle = [json.dumps([table.state.view(n, data=True), table.state.ask(n)]) for n in (0, 1)]
    with served(store, str(SMALL)) as (_, address):
        for seat, token in enumerate(tokens):
            with _joined(address, token) as ws:
                state = _state(ws)
                assert json.dumps([state["view"], state["ask"]]) == middle[seat]
    assert before[0] != before[1]
