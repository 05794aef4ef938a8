"""Where frames wait: each at a point of its own procedure, for an answer or for the frame above it."""

from __future__ import annotations

import pytest
from emit.test_blocks import games
from hypothesis import given
from hypothesis import strategies as st
from often import often
from plan.played import RUBBISH, moments, prepared

import hoyle
from hoyle.plan import nodes as plan
from hoyle.plan.plan import Plan
from hoyle.run.game import bundled


def waits_at(made: Plan, number: int) -> tuple[plan.Frame, plan.Ask | plan.Call]:
    """The frame that waits at a point, and what it waits for: the end of one of its blocks, and of one alone."""
    point = made.points[number]
    frame = made.frames[point.frame]
    ends = [block.end for block in frame.blocks.values()]
    (found,) = [end for end in ends if isinstance(end, (plan.Ask, plan.Call)) and end.point == number]
    assert point.number == number and point.block in frame.blocks
    return frame, found


def well_placed(state: hoyle.State) -> None:
    made = state.game.plan
    above: str | None = None
    for values in reversed(state.frames):
        frame, end = waits_at(made, values[0])
        assert len(values) == 1 + len(frame.slots)
        match end:
            case plan.Ask(site):
                assert (above, site) == (None, state.site)
                assert made.sites[site].procedure == frame.name
            case plan.Call(procedure):
                assert above == procedure
        above = frame.name
    assert above == "flow"


def asked_again(state: hoyle.State) -> None:
    """What can be chosen is found out again from nothing but the slots that the decision looks at."""
    made = state.copy()
    looked_at = state.game.plan.slots(state.site).values()
    for frame in made.frames[:-1]:
        frame[1:] = [RUBBISH] * (len(frame) - 1)
    top = made.frames[-1]
    top[1:] = [value if place in looked_at else RUBBISH for place, value in enumerate(top[1:], 1)]
    made.choices, made.player = (), -1
    state.game.code.site(state.site)(made, top)
    assert [c.key for c in made.choices] == [c.key for c in state.choices]
    assert made.player == state.player


@given(games(), st.sampled_from([2, 3]), st.integers(0, 3))
@often(25)
def test_every_frame_of_a_random_game_waits_where_it_goes_on(text: str, players: int, seed: int) -> None:
    game = prepared(text, players)
    for state, _ in moments(game, seed) if game is not None else ():
        well_placed(state)
        asked_again(state)


@pytest.mark.parametrize("name", ["trickdraw", "rowdy_partners", "dwyn", "book_it", "texas_showdown"])
def test_every_frame_waits_where_it_goes_on(name: str) -> None:
    for state, _ in moments(bundled(name, None), 1, 80):
        well_placed(state)
        asked_again(state)
