"""What is as much as can be, or as little: thousands of choices, games without scores or an end, games that something
stops, tables that have no twin in C."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from bots.seated import at_random, seated, written
from every import ROOT
from native.test_sanitized import sanitizer
from tiny import ENDLESS, HEAD, ROW, SUITS

import hoyle
from hoyle.bots.host import Host, played_out
from hoyle.bots.names import Thinking, bots_named
from hoyle.bots.worth import worth_of
from hoyle.table.script import Script

MANY = """\
game "Many" for 2 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone deck : pile, face down
var points[Player] : number = 0
define score(p) = points[p]
flow
    repeat 2 times
        each p in Player
            p chooses one n in 1..3000 as naming
                points[p] += n
ending over_now after flow
    winners highest(p in Player by score(p))
"""


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_thousands_of_choices(engine: str) -> None:
    host = seated(written(MANY), ["search:40"], 1, engine)
    assert len(host.state.choices) == 3_000
    verdict = host.seat(0).search(40)
    tried = [of for of in verdict.opinions if of.tried]
    assert 2 <= len(tried) <= 10 and sum(of.tried for of in tried) <= 60
    host.play()
    (s, *_) = played_out(written(MANY), 1, ["search:200", "random"], 100, engine)
    assert s.over


@pytest.mark.parametrize("engine", ["python", "auto"])
@pytest.mark.parametrize("playouts", [1, 2, 3])
def test_hardly_any_playouts(engine: str, playouts: int) -> None:
    assert played_out(written(SUITS), 1, [f"search:{playouts}"], 100, engine)[0].over


NO_SCORES = HEAD.replace("define score(p) = points[p]", "define score(p) = 0")
NO_WINNERS = HEAD.replace("winners highest(p in Player by score(p))", "winners []")


@pytest.mark.parametrize("text", [NO_SCORES, NO_WINNERS], ids=["no scores", "no winners"])
@pytest.mark.parametrize("engine", ["python", "auto"])
def test_nothing_to_play_for(text: str, engine: str) -> None:
    assert played_out(written(text + ROW), 2, ["search:6"], 100, engine)[0].over


def test_seats_that_never_win_are_nobodys_partners() -> None:
    """Only whoever wins whenever somebody else does is on a side with them."""
    three = written((HEAD + ROW).replace("highest(p in Player by score(p))", "[seat(1)]"), 3)
    assert worth_of(three).sides == (1, 2, 4)
    pair = written((HEAD + ROW).replace("highest(p in Player by score(p))", "[seat(1), seat(3)]"), 3)
    assert worth_of(pair).sides == (5, 2, 5)


HEAVY = MANY.replace("points[p] += n", "points[p] += count(a in 1..9000 where any(b in 1..n where a + b is 12000))")


def test_what_takes_long_is_thought_about_for_less_long() -> None:
    """How far is said by what the rules have to do, never by a clock: so it is the same everywhere."""
    light, heavy = (worth_of(written(text)).thought(0, 1_000, 1).cap for text in (MANY, HEAVY))
    assert light > 100 and 0 < heavy < 3


def test_a_game_for_one() -> None:
    alone = (HEAD + ROW).replace("2..3 players", "1..3 players")
    for engine in ("python", "auto"):
        assert played_out(written(alone, 1), 2, ["search:6"], 100, engine)[0].over


def test_a_game_without_an_end_is_left_where_it_is_cut_off() -> None:
    played = written(HEAD + ENDLESS)
    for engine in ("python", "auto") if worth_of(played) else ():
        s, decisions, _ = played_out(played, 1, ["search:4", "random"], 6, engine)
        assert decisions == 6 and not s.over


FULL = (HEAD + ROW).replace("zone shown        : row, face up", "zone shown        : row, face up, holds 5")


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_what_stops_a_game_in_a_world_does_not_stop_the_real_one(engine: str) -> None:
    """Most games end in an error, which is met in nearly every playout, and none before the sixth card is laid."""
    host = seated(written(FULL), ["search:12"], 1, engine)
    for _ in range(5):
        host.play()
    assert not host.state.over and host.notes == []
    with pytest.raises(hoyle.HoyleError):
        host.play()


def test_a_game_that_was_saved_in_the_middle() -> None:
    played = written(SUITS, 3)
    for host in at_random(played, 2, 5, 2):
        state = hoyle.restore(host.state.save(), played)
        again = Host(played, bots_named(["search:5"], 3, 2), 2, state)
        assert {seat: known.lies for seat, known in again.known.items()} == {
            seat: known.lies for seat, known in host.known.items()
        }
        assert again.native is not None
        while not again.state.over:
            again.play()


SECRET = """\
game "Secret" for 3 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone deck : pile, face down
var points[Player] : number = 0
define score(p) = points[p]
flow
    repeat 3 times
        together each p in Player
            p chooses one n in 1..9 as naming
        then
            points[p] += n else 0
ending over_now after flow
    winners highest(p in Player by score(p))
"""


@pytest.mark.parametrize("engine", ["python", "auto"])
def test_a_game_that_was_saved_while_others_answer_in_secret(engine: str) -> None:
    """Whoever goes on with it knows no more of their answers than before."""
    played, seen = written(SECRET), []
    for answer in range(9):
        s = played.start(1)
        s.choose(answer)
        state = hoyle.restore(s.save(), played)
        host = Host(played, [Thinking(20)] * 3, 2, state, engine=engine)
        assert host.round is not None and host.round.others(1)
        seen.append(host.seat(1).search(20))
    assert len(set(seen)) == 1


def test_a_table_of_a_script_has_no_twin_in_c() -> None:
    played = written(SUITS, 3)
    state = played.start(chance=[3, 1, 4, 1, 5, 2, 6])
    assert isinstance(state.seed, Script)
    host = Host(played, bots_named(["search:5"], 3, 2), 2, state)
    assert host.native is None
    while not host.state.over:
        host.play()


def unknown_at(text: str, seed: int = 1) -> tuple[Host, int]:
    host = seated(written(text), ["search:6"], seed)
    return host, len(host.known[host.state.player].may)


def test_nothing_is_unknown_or_everything() -> None:
    opened = (
        (HEAD + ROW)
        .replace("set, face down, seen by owner", "set, face up")
        .replace("pile, face down", "pile, face up")
    )
    closed = (HEAD + ROW).replace(", seen by owner", "").replace("    deal", "    shuffle deck\n    deal")
    for text, count in ((opened, 0), (closed, 9)):
        host, unknown = unknown_at(text)
        assert unknown == count
        while not host.state.over:
            host.play()


def test_somebody_else_who_asks_is_told_what_that_seat_knows() -> None:
    host = Host(written(SUITS, 3), [None] * 3, 0, written(SUITS, 3).start(1))
    assert host.known == {}
    verdict = host.seat(host.state.player).search(10)
    assert host.known[host.state.player].may and len(verdict.opinions) == len(host.state.choices)


# ---------------------------------------------------------------------------------------------- under sanitizers

PROCESS = """
from bots.seated import seated, written
from bots.test_worlds import SMALL
from hoyle.native.library import load
from hoyle.native.module import Module
from hoyle.plan.plan import Plan
from native.sanitized import FLAGS
played = written(SMALL)
played.__dict__["_native"] = load(Module(Plan(played.program), played.first_values), FLAGS), ""
for seed in range(20):
    host = seated(played, ["search:9"], seed)
    while not host.state.over:
        host.play()
    assert host.native is not None
print("done")
"""


@pytest.mark.skipif(not sanitizer(), reason="the compiler has no sanitizers")
def test_thinking_under_sanitizers() -> None:
    environment = {
        **os.environ,
        "LD_PRELOAD": sanitizer(),
        "ASAN_OPTIONS": "detect_leaks=0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "interpreter"), str(ROOT / "tests")]),
    }
    command = [sys.executable, "-c", PROCESS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == ["done"]
