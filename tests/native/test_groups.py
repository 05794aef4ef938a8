"""Groups and definitions of smaller lists: in C, in Python and step by step they come to the same, and stop alike."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from native_twin import Twin, compiled, follow
from often import TIMES
from side_by_side import step_by_step

import hoyle
from hoyle.program.evaluate import Evaluator
from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.source import Source

GAME = Path(__file__).with_name("groups.hoyle")


@pytest.fixture(scope="module")
def game() -> Game:
    return hoyle.load(str(GAME))


def test_groups_are_the_same_in_c(game: Game) -> None:
    lib = compiled(game, "-O1")
    for seed in range(12 * TIMES):
        state = game.start(seed)
        twin = Twin(game, lib, state.seed)
        assert follow(twin, state, random.Random(seed), 60)
        assert not twin.gave_up


def test_and_step_by_step(game: Game) -> None:
    for seed in range(2 * TIMES):
        step_by_step(game.start(seed), random.Random(seed))


WIDE = """\
game "Wide" for 2 players

cards Tile
    value : 1..60 key
    color : 0..3
    | value  | color |
    | 1..20  | 0     |
    | 21..40 | 1     |
    | 41..60 | 2     |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var found : number
var limit : number = 0

define score(p) = found
define many(n : number) = count(g of n in hand where sum(c.value for c in g) mod 7 is 0)
define broad(held : list of Tile) : number = sum(1 + broad(held - c) for c in held)
define deep(held : list of Tile) : number = max(1 + deep(held - c) for c in held where c is first(held)) else 0

action widen(n in 1..4)
    text "widen {n}"
    limit += n
    STEP
    move top(deck, 8) to hand[you]

flow
    move Tile to deck
    repeat 6 times
        each p in Player
            p must widen

ending wide after widen when empty(deck)
    winners Player
"""
STOPS = {
    "too many groups": "found = many(limit)",
    "too many that are put together": "found = count(g of limit.. in hand where different(c.value * 2 for c in g))",
    "too many smaller lists": "found = deep(hand + deck)",
    "too many to be remembered": "found = broad(top(deck, 18))",
}


@pytest.mark.parametrize("step", STOPS)
def test_all_stop_where_there_are_too_many(step: str) -> None:
    game = prepare(read_source(Source("wide.hoyle", WIDE.replace("STEP", STOPS[step]))))
    lib = compiled(game, "-O0")
    for seed in range(2 * TIMES):
        state, rng = game.start(seed), random.Random(seed)
        twin = Twin(game, lib, state.seed)
        with pytest.raises(hoyle.HoyleError, match="HYL914") as error:
            follow(twin, state, rng, 60)
        assert twin.gave_up
        assert error.value.diagnostics[0].span is not None


def test_the_first_answer_is_forgotten_with_the_table(game: Game) -> None:
    """What a definition said of a list is not what it says when the table has changed, nor in another copy of it."""
    text = WIDE.replace("STEP", "found = deep(top(deck, 3))").replace(
        "where c is first(held)", "where c.value > limit * 5"
    )
    other = prepare(read_source(Source("wide.hoyle", text)))
    lib = compiled(other, "-O0")
    for seed in range(4):
        state = other.start(seed)
        assert follow(Twin(other, lib, state.seed), state, random.Random(seed), 60)
        assert Evaluator(other.program, state).said == {}
