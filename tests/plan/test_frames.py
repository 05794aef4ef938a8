"""Frames: what is kept in a slot is of its type, and the same rules have the same plan."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest
from emit.test_blocks import play, turn

import hoyle
from hoyle import types as t
from hoyle.plan.bindings import bindings, told_apart
from hoyle.plan.plan import Plan
from hoyle.plan.show import show_plan
from hoyle.read import bundled_games, read_source
from hoyle.run.game import Game, prepare
from hoyle.source import Source

TWO_SORTS = """\
game "Two Sorts" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone heap : pile, face up
zone hand[Player] : set, face down, seen by owner

var total : 0..999 = 0

define score(p) = total

action wait(n in 1..2)
    total = n

flow
    move Tile to heap
    each p in Player
        each x in heap
            p must wait
            total = x.value
        each x in 3..5
            p must wait
            total = x
        let x = p
        x must wait
"""


def of_type(game: Game, type_: t.Type, value: Any) -> bool:
    """Whether a value is one of a type."""
    match type_:
        case t.Maybe(of):
            return value is None or of_type(game, of, value)
        case t.Numbers():
            low, high = t.edges(type_)
            return value.__class__ is int and low <= value <= high
        case t.YesNo():
            return value.__class__ is bool
        case t.Seat():
            return value.__class__ is int and 0 <= value < game.players
        case t.Kind(name):
            return value.__class__ is int and value in game.model.kinds[name].numbers
        case t.CardOf(name):
            known = value.__class__ is int and -1 <= value < len(game.cards)
            return known and (name is None or value < 0 or game.cards[value].cards == name)
        case t.ZoneOf():
            return value.__class__ is int and 0 <= value < len(game.zones)
        case t.ListOf(of):
            return isinstance(value, (tuple, list)) and all(of_type(game, of, each) for each in value)
    return False


def looked_through(game: Game, seed: int, most: int = 200) -> int:
    """Play a game; how many slots were looked at."""
    state, rng, found = game.start(seed), random.Random(seed), 0
    for _ in range(most):
        if state.over:
            break
        for frame in state.frames:
            types = game.plan.types(game.plan.points[frame[0]].frame)
            for slot in game.plan.living(frame[0], state.site if frame is state.frames[-1] else None):
                assert of_type(game, types[slot], frame[slot]), (game, slot, types[slot], frame[slot])
                found += 1
        state.choose(rng.randrange(len(state.choices)))
    return found


@pytest.mark.parametrize("name", bundled_games())
def test_what_is_kept_in_a_slot_is_of_its_type(name: str) -> None:
    assert sum(looked_through(hoyle.load(name), seed) for seed in range(4)) > 500


def test_one_name_for_things_of_three_sorts_is_three_slots() -> None:
    game = prepare(read_source(Source("two.hoyle", TWO_SORTS)))
    kept = [slot.type for slot in game.plan.frames["flow"].slots.values() if slot.name.split(" ")[0] == "x"]
    assert {type(type_) for type_ in kept} == {t.CardOf, t.Numbers, t.Seat}
    assert looked_through(game, 1) > 50


# One name for a card, for several of them and for a number; among them choices that are shown with a text.
ONE_NAME = ["each x in shown|    points[p] += x.value", "repeat 2 times|    let x = count(shown)|    points[p] += x"]
ONE_NAME += ["p chooses 2 x in shown where x.value > 1|points[p] += count(x)", "p chooses one x in 1..3|points[p] += x"]
ONE_NAME += [
    'p chooses 2 x in hand[p] as few "give {x}"|move x to shown',
    "p must pass|each x in hand[p]|    p must pass",
]
ONE_NAME += [
    "chance chooses 2 x in shown where x.value < 4|points[p] += count(x)",
    "let x = gain(p)|p must pass|points[p] += x",
]
TAKEN = "|rule large for few(x)|    must x.value > 1".replace("|", "\n")


@pytest.mark.parametrize("first", ONE_NAME)
@pytest.mark.parametrize("second", ONE_NAME)
def test_one_name_in_two_steps(first: str, second: str) -> None:
    inside = "\n".join(
        "if total > 0|{}".format(step.replace("|", "|    ")) for step in (f"    {first}", f"    {second}")
    )
    steps = f"move top(deck, 2) to shown|p must pass|{inside}".replace("|", "\n")
    rule = TAKEN if "few" in steps and first != second else ""
    play(turn(steps) + rule, 2, 1)


def test_names_of_one_sort_share_their_slot() -> None:
    text = TWO_SORTS.replace("each x in 3..5", "each x in heap").replace("total = x\n", "total = x.value\n")
    procedure = prepare(read_source(Source("one.hoyle", text.replace("let x = p\n        x must", "p must"))))
    flow = procedure.program.procedures["flow"]
    assert told_apart(flow) is flow.body
    assert isinstance(bindings(flow)["x"], t.CardOf)


@pytest.mark.parametrize("name", bundled_games())
def test_the_same_rules_have_the_same_plan(name: str) -> None:
    one, other = hoyle.load(name), hoyle.load(name)
    for procedure in reversed(other.program.procedures):  # what only scenarios perform comes behind
        other.code.perform(procedure)
    first, second = show_plan(one.plan), show_plan(other.plan)
    assert second.startswith(first)
    assert one.fingerprint == other.fingerprint


def test_titles_and_lines_make_no_other_game_and_rules_do() -> None:
    one = prepare(read_source(Source("two.hoyle", TWO_SORTS)))
    told = TWO_SORTS.replace('"Two Sorts"', '"Other"').replace("var total", "\n\nvar total")
    assert prepare(read_source(Source("two.hoyle", told))).fingerprint == one.fingerprint
    for old, new in [("3..5", "3..6"), ("n in 1..2", "n in 1..3"), ("set, face", "pile, face"), ("1..9  |", "1..8  |")]:
        other = prepare(read_source(Source("two.hoyle", TWO_SORTS.replace(old, new))))
        assert other.fingerprint != one.fingerprint, new


def test_a_plan_is_made_as_far_as_it_is_asked_for() -> None:
    game = hoyle.load("trickdraw")
    planned = Plan(attrs.evolve(game.program))
    assert not planned.frames
    planned.reach("flow")
    assert planned.frames.keys() == game.plan.frames.keys()
    assert len(planned.frames) < sum(p.decides for p in game.program.procedures.values())
