"""Random steps with decisions (see `tests/emit/test_blocks.py`), in C beside Python; and what once was wrong."""

from __future__ import annotations

import random
from unittest import mock

import pytest
from emit.test_blocks import ONCE, games, turn
from hypothesis import given
from hypothesis import strategies as st
from native_twin import Twin, compiled, follow
from often import often

import hoyle
from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.source import Source
from hoyle.table.chance import seed_bytes

CAP = 40


def play(game: Game, seed: int) -> None:
    twin = Twin(game, compiled(game, "-O0"), seed_bytes(seed))
    try:
        follow(twin, game.start(seed), random.Random(seed), CAP)
        assert not twin.gave_up
    except hoyle.HoyleError:
        assert twin.gave_up


def made(text: str, players: int) -> Game | None:
    """The game of such a text, unless it is refused."""
    with mock.patch("hoyle.check.passes.check_leaks"):
        reading = read_source(Source("steps.hoyle", text))
    return None if reading.failed else prepare(reading, players=players)


@given(games(), st.sampled_from([2, 3]), st.integers(0, 3))
@often(30)
def test_steps(text: str, players: int, seed: int) -> None:
    game = made(text, players)
    if game is not None:
        play(game, seed)


@pytest.mark.parametrize("name", ONCE)
def test_once_wrong(name: str) -> None:
    game = made(turn(ONCE[name]), 3)
    assert game is not None
    for seed in range(3):
        play(game, seed)


OVER = """\
game "Over" for 2 players
cards Tile
    value : 1..16 key
    | value |
    | 1..16 |
zone hand[Player] : set, seen by owner
zone middle       : row, face up
zone gone         : pile, face up
define score(p) = count(hand[p])
define height(held : list of Tile) = sum(c.value for c in held)
flow
    move all(c in Tile where c.value mod 2 is 1) to hand[seat(1)]
    move all(c in Tile where c.value mod 2 is 0) to hand[seat(2)]
    repeat 6 times
        repeat each p in Player until all others decline
            p may lay or "pass"
        move middle to gone
action lay(card in hand[you])
    must card.value > height(middle) as higher "too low"
    text "lay {card}"
    move middle to gone
    move card to middle
"""


def test_lists_that_are_made_while_a_set_is_offered_are_gone_when_it_is_asked() -> None:
    game = made(OVER, 2)
    assert game is not None
    for seed in range(6):
        state = game.start(seed)
        assert follow(Twin(game, compiled(game, "-O1"), state.seed), state, random.Random(seed), 200) > 9


LAST = """\
game "Last" for 2 players
cards Tile
    value : 1..60 key
    | value |
    | 1..60 |
zone deck         : pile, face up
zone hand[Player] : set, face down, seen by owner
define score(p) = count(hand[p])
action take(card in last(deck) where count(a in Tile, b in Tile where a.value + b.value is card.value) mod 3 > 0)
    text "take {card}"
    move card to hand[you]
action leave(card in last(deck))
    text "leave {card}"
    move card to deck bottom
flow
    move Tile to deck
    repeat until empty(deck)
        each p in Player
            p must take or leave if able
"""


def test_a_choice_of_what_may_be_none_that_takes_long() -> None:
    game = made(LAST, 2)
    assert game is not None
    play(game, 0)
