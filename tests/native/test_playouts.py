"""Many games between bots: the same whichever engine plays them, and however many work on it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from every import GAMES, ROOT, game

import hoyle
from hoyle.read import read_path
from hoyle.run.game import Game, prepare
from hoyle.table.bots import anything, starts
from hoyle.trials.coverage import Covering

ENDLESS = ROOT / "examples" / "house_rules" / "fresh_start.hoyle"


def rows(played: Game, **how: object) -> list[tuple[object, ...]]:
    found = played.playouts(40, seed="few", **how)  # type: ignore[arg-type]
    columns = found.winners, found.scores, found.lengths, found.turns, found.endings
    assert len(found) == 40
    return list(zip(*columns, strict=True))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_engines_and_workers_agree(path: Path) -> None:
    played = game(path, 4)
    assert played.engine == "native"
    here = rows(played)
    assert here == rows(played, engine="python") == rows(played, workers=2) == rows(played, engine="python", workers=2)
    assert len(set(here)) > 20


def test_other_bots_play_another_game() -> None:
    played = game(GAMES[0], 4)
    first = rows(played, bots="first")
    assert first == rows(played, bots=["first"], engine="python") != rows(played)
    assert rows(played, bots="random,first") == rows(played, bots=["random", "first"], engine="python") != first


def test_a_game_that_is_cut_off() -> None:
    played = hoyle.load(str(ENDLESS))
    found = played.playouts(3, cap=500)
    again = played.playouts(3, cap=500, engine="python")
    assert (found.lengths, found.scores, found.endings) == (again.lengths, again.scores, again.endings)
    assert found.endings == [None] * 3


def test_the_same_seed_is_the_game_that_is_shown() -> None:
    """What `hoyle play --watch --seed S:n` plays is game n of a run."""
    played = game(GAMES[0], 4)
    state = played.start("few:7")
    seats = [anything(start) for start in starts("few:7", 4)]
    while not state.over:
        state.choose(seats[state.player](len(state.choices)))
    found = played.playouts(7, seed="few")
    assert (found.winners[-1], found.scores[-1]) == (state.winners, state.scores)


def test_long_seeds() -> None:
    """C has room for so much; what is longer is played in Python, and no seed runs out of its room."""
    played = game(GAMES[-2], 4)
    for length in (995, 1_000, 1_001, 5_000):
        found = played.playouts(2, seed="x" * length)
        assert found.scores == played.playouts(2, seed="x" * length, engine="python").scores
        assert found.engine == ("native" if length <= 1_000 else "python")
    with pytest.raises(hoyle.HoyleError, match="too long"):
        played.playouts(2, seed=10**5_000)


def test_what_is_drawn_is_the_same_everywhere() -> None:
    draw = anything(1234567)
    assert [draw(2**64) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"bots": "cheater"}, "there is no bot `cheater`"),
        ({"bots": []}, "nobody plays"),
        ({"bots": 5}, "nobody plays"),
        ({"bots": [5]}, "there is no bot `5`"),
        ({"engine": "steam"}, "there is no engine `steam`"),
        ({"games": 0}, "at least one game"),
        ({"games": True}, "at least one game"),
        ({"workers": -1}, "one worker"),
        ({"cap": 0}, "before its first decision"),
        ({"seed": 0.5}, "is not a seed"),
    ],
)
def test_what_cannot_be_is_refused(how: dict[str, object], says: str) -> None:
    with pytest.raises(hoyle.HoyleError) as caught:
        game(GAMES[0], 4).playouts(**{"games": 5, **how})  # type: ignore[arg-type]
    assert says in caught.value.diagnostics[0].message


STOPS = """\
game "Stops" for 2 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone deck : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown : row, face up
var total : 0..30 = 0
define score(p) = count(hand[p])
action play(card in hand[you])
    move card to shown
    total += card.value
flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
"""


def test_what_stops_a_game_is_told_by_python(tmp_path: Path) -> None:
    path = tmp_path / "stops.hoyle"
    path.write_text(STOPS)
    played = hoyle.load(str(path))
    said = []
    for engine in ("native", "python"):
        with pytest.raises(hoyle.HoyleError) as caught:
            played.playouts(50, engine=engine)
        said.append([(d.code, d.message) for d in caught.value.diagnostics])
    assert said[0] == said[1]
    assert said[0][0][0] == "HYL907" and "in the game with the seed 0:" in said[0][0][1]


def test_what_is_watched_is_played_too(tmp_path: Path) -> None:
    """Where a property does not hold the game ends, in both engines."""
    path = tmp_path / "stops.hoyle"
    path.write_text(f"{STOPS}property few after play(card) then total < 12 and was(total) < card.value + 30\n")
    for watched in (
        prepare(game(GAMES[0], 4).reading, players=4, watched=True),
        prepare(read_path(path), players=2, watched=True),
    ):
        assert watched.engine == "native"
        found = rows(watched, engine="native")
        assert found == rows(watched, engine="python")
    assert {ending for *_, ending in found} == {"property'0"}


def test_what_is_counted_is_played_in_python() -> None:
    counted = prepare(Covering().prepared(read_path(GAMES[0])), players=4)
    assert counted.engine == "python" and "counted" in counted.why_not_native
    assert counted.playouts(5).lengths == game(GAMES[0], 4).playouts(5).lengths


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_processes_that_are_forked_share_no_state() -> None:
    played = game(GAMES[0], 4)
    desk = played.native.desk  # type: ignore[union-attr]
    desk.state[0] = b"\1"
    if not (child := os.fork()):
        desk.state[0] = b"\2"
        os._exit(0)
    os.waitpid(child, 0)
    assert desk.state[0] == b"\1"
