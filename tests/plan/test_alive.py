"""What a frame still needs while it waits: nothing but that is ever read again."""

from __future__ import annotations

import pytest
from emit.test_blocks import games, turn
from hypothesis import given
from hypothesis import strategies as st
from often import often
from outcome import outcome
from plan.played import RUBBISH, moments, prepared

import hoyle
from hoyle.run.game import bundled


def spoilt(state: hoyle.State) -> hoyle.State:
    """The state with rubbish in all slots that are not needed any more."""
    made, plan = state.copy(), state.game.plan
    for frame in made.frames:
        living = plan.living(frame[0], made.site if frame is made.frames[-1] else None)
        frame[1:] = [value if place in living else RUBBISH for place, value in enumerate(frame[1:], 1)]
    return made


def same_future(state: hoyle.State, answer: int) -> None:
    """What is needed no more makes no difference, wherever that leads."""
    one, other = state.copy(), spoilt(state)
    assert outcome(one.choose, answer) == outcome(other.choose, answer)
    assert [c.key for c in one.choices] == [c.key for c in other.choices]
    assert (one.z, one.v, one.player, one.over) == (other.z, other.v, other.player, other.over)


@pytest.mark.parametrize("name", ["trickdraw", "rowdy_partners", "dwyn", "book_it"])
def test_dead_slots_change_nothing(name: str) -> None:
    for seed in range(3):
        for state, answer in moments(bundled(name, None), seed, 150):
            same_future(state, answer)


# A local that is kept over a decision, and that steps without a decision read, or fill on some ways alone.
STEPS = """
let n = count(shown) + 1
let m = points[p] + 2
let seen = hand[p]
let first_two = shown
p must play or pass
if calm
    n = 7
otherwise
    calm = yes
each c in shown
    points[p] += m * c.value
    if c in seen
        m += n
p must pass
repeat 2 times
    points[p] += n + m
    if points[p] mod 2 is 0
        m = 3
chance chooses one q in others(p) where points[q] < 5
    points[q] += n
    m = 5
otherwise
    points[p] += m
p must pass
chance chooses 2 c in shown where c not in first_two
points[p] += m * 2 + count(c)
let found = gain(p)
p must play or pass
points[left(p)] += found
"""


def test_what_is_filled_on_some_ways_alone_is_still_needed() -> None:
    game = prepared(turn(STEPS), 2)
    assert game is not None
    for seed in range(6):
        for state, answer in moments(game, seed, 40):
            same_future(state, answer)


@given(games(), st.sampled_from([2, 3]), st.integers(0, 3))
@often(25)
def test_dead_slots_change_nothing_in_random_games(text: str, players: int, seed: int) -> None:
    game = prepared(text, players)
    for state, answer in moments(game, seed) if game is not None else ():
        same_future(state, answer)
