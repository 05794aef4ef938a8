"""What a change does not concern it does not change: a check is left out only where it would find nothing new."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from emit.test_blocks import Writer, games, turn
from emit.test_expressions import SAMPLE, expression, outcome
from hypothesis import given
from hypothesis import strategies as st
from often import often
from side_by_side import same_play

from hoyle.diagnostics import Severity
from hoyle.lower.changes import concerns, reads, touched
from hoyle.lower.lower import lower
from hoyle.model import Model
from hoyle.program.evaluate import Evaluator
from hoyle.program.options import option_values
from hoyle.read import Reading, read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.source import Source

GAP = re.compile(r"\{([a-z?]+)\}")
PLACES = ["shown", "deck", "deck bottom", "sack", "lone[alone] face down", "hand[{player}]", "spot[{player}, {mood}]"]
PLACES += ["spot[leader, calm] face down", "shelf[2]", "shelf[3] face down", "shown face down"]
DEEDS = [
    *[f"move {{{cards}}} to {place}" for place in PLACES for cards in ("tile", "tile?", "tiles")],
    *["face {tiles} down", "face {tiles} up", "face {tile?} down", "shuffle deck", "shuffle lone[alone]"],
    *["total = {number}", "points[{player}] += 1", "grid[{player}, {mood}] = 3", "best = {number?}", "best = none"],
    *["marked[{tile}] = {truth}", "flags[{truth}] = {truth}", "trump = {suit}", "leader = {player}"],
    *["caller = {player?}", "caller = none", "calm_now = not calm_now", "history += {tile}", "history = {tiles}"],
    *["each c in {tiles}|    move c to shelf[c.value]", "if {truth}|    move {tiles} to shown|otherwise|    total = 1"],
    "each p in {players}|    points[p] = {number}|    move top(deck) to hand[p]",
]


# ---------------------------------------------------------------------------------------------- one by one


@st.composite
def deeds(draw: st.DrawFn) -> str:
    way = draw(st.sampled_from(DEEDS))
    return GAP.sub(lambda gap: draw(expression(gap[1], (), 1)), way).replace("|", "\n    ")


def read(text: str) -> Reading | None:
    """The game, None if it is refused for what is always the same, out of range, or not to be seen by everybody."""
    with mock.patch("hoyle.check.passes.check_leaks"):
        reading = read_source(Source("changes.hoyle", text))
    wrong = {d.code for d in reading.diagnostics if d.severity is Severity.ERROR}
    assert wrong <= {"HYL203", "HYL401"}, text
    return None if wrong else reading


def moments(game: Game) -> Iterator[State]:
    for seed in range(4):
        state = game.start(seed)
        for _ in range(seed):
            state.choose(random.Random(seed).randrange(len(state.choices)))
        yield state


def by_the_engine(state: State, deed: str) -> Any:
    table = state.copy()
    outcome(state.game.perform, table, deed, ())
    return table


def by_the_reference(state: State, deed: str) -> Any:
    """The same done by the reference, on a table of its own."""
    performer, copy = Performer(state.game.program, 0), state.copy()
    board = performer.board
    board.z, board.v, board.up, board.loc, board.seed, board.draws = (
        copy.z,
        copy.v,
        copy.up,
        copy.loc,
        copy.seed,
        copy.draws,
    )
    outcome(list, performer._call(deed, ()))
    return board


def values() -> st.SearchStrategy[str]:
    """Whatever may be asked: that a list has changed is seen sooner than that a condition has."""
    types = ["truth", "number", "tile?", "tiles", "player?", "players", "suits", "numbers", "truths", "cards"]
    return st.one_of(*(expression(type_, (), depth) for type_ in types for depth in (0, 1, 2)))


# What is said of sides and of owners, of cards that are known to lie somewhere and of others; and what changes them.
SIDES = [
    *["all(c in Tile where c.up)", "all(c in spot where c.up)", "all(c in Tile where c in spot and c.up)"],
    *["all(c in shown where not c.up)", "all(c in Tile where turned(c))", "all(c in shown where turned(c))"],
    *["all(owner(c) else seat(1) for c in Tile)", "all(c in Tile where c in hand and owner(c) is leader)"],
    *["all(owner(c) else seat(2) for c in shown)", "Tile(cups, 2).up", "owner(Tile(cups, 2)) is seat(1)"],
]
TURNED = [
    *["face spot down", "face Tile down", "face Tile up", "each c in Tile|    face c down", "face top(shown) down"],
    *[
        "move shown to shown face down",
        "move deck to hand[leader]",
        "move hand to spot[leader, calm]",
        "face shown down",
    ],
    *["move Tile(cups, 2) to spot[leader, calm] face down", "each c in hand|    move c to hand[left(leader)]"],
    *["move spot to spot[leader, stormy] face down", "move Tile to deck", "move Tile to shown", "shuffle deck"],
]


@given(st.lists(values(), min_size=8, max_size=8), st.lists(deeds(), min_size=5, max_size=5))
@often(15)
def test_what_a_change_does_not_concern_stays_as_it_was(values: list[str], steps: list[str]) -> None:
    kept_apart(values, steps)


def test_sides_and_owners_change_with_the_cards() -> None:
    kept_apart(SIDES, [deed.replace("|", "\n    ") for deed in TURNED])


def kept_apart(values: list[str], steps: list[str]) -> None:
    """No step changes a value that it does not concern."""
    probes = "".join(f"\ndefine probe{n} = {text}" for n, text in enumerate(values))
    effects = "".join(f"\n\nto deed{n}\n    {text}" for n, text in enumerate(steps))
    reading = read(f"{SAMPLE}\ndefine turned(c : Tile) = not c.up{probes}{effects}\n")
    if reading is None:
        return
    game = prepare(reading, players=2)
    program = game.program
    tests = [program.defines[f"probe{n}"].body for n in range(len(values))]
    looked_at = [reads(program, test) for test in tests]
    for number, deed in enumerate(steps):
        changed = touched(program, program.procedures[f"deed{number}"].body)
        apart = [n for n, seen in enumerate(looked_at) if not concerns(changed, seen)]
        for state, way in itertools.product(moments(game) if apart else (), (by_the_engine, by_the_reference)):
            table = way(state, f"deed{number}")
            for n in apart:
                before, after = (outcome(Evaluator(program, where).expr, tests[n], {}) for where in (state, table))
                assert before == after, f"{values[n]}\n\n{deed}\n\n{looked_at[n]}\n\n{changed}"


# ---------------------------------------------------------------------------------------------- in a game

LATCH = """
var told  : yes_no
var times : number = 0

after any change as rises when {condition} and not told
    told = yes
    times += 1

after any change as falls when told and not ({condition})
    told = no

define holds = {condition}
"""
MORE = ["first(shown) is Tile(ant)", "any(c in shown where not c.up)", "any(c in Tile where c.up and c in side)"]
MORE += ["owner(Tile(bee)) is seat(2)", "any(heap)", "last(deck) is Tile(fox)", "count(nook) is 2", "held is 2"]


def watching(text: str, condition: str) -> str:
    """The game with something that notices when a condition starts to hold, also from the start, and when it stops."""
    return text.replace("\nflow\n", "\nflow\n    told = no\n", 1) + LATCH.format(condition=condition)


@st.composite
def watched(draw: st.DrawFn) -> str:
    condition = draw(st.sampled_from([Writer(draw, itertools.count(), ()).word("truth", ()), *MORE]))
    return watching(draw(games()), re.sub(r"\bp\b", "seat(1)", condition))


def always(game: Model, players: int) -> Any:
    """The game with every check after every change."""
    with mock.patch("hoyle.lower.statements.concerns", return_value=True):
        return lower(game, players, option_values(game, {}, players))


def noticed(reading: Reading, players: int, seed: int) -> None:
    """Nothing is noticed too late: it plays as with all checks everywhere, and at every decision all are at rest.

    What somebody is asked in the middle of changes that count as one is asked before anything is noticed.
    """
    assert reading.world is not None
    model = reading.world.model
    game = prepare(reading, players=players)
    same_play(game.program, always(model, players), seed)
    state, rng = game.blank(seed), random.Random(seed)
    found = outcome(game.perform, state, "flow", ())
    for _ in range(0 if "as one" in reading.source.text else 20):
        if found is not None or state.over:
            break
        told = state.v[game.program.var_families["told"].base]
        assert told == Evaluator(game.program, state).expr(game.program.defines["holds"].body, {})
        found = outcome(state.choose, rng.randrange(len(state.choices)))


@given(watched(), st.sampled_from([2, 3]), st.integers(0, 3))
@often(15)
def test_checks_are_left_out_only_where_they_would_find_nothing(text: str, players: int, seed: int) -> None:
    reading = read(text)
    if reading is not None:
        try:
            noticed(reading, players, seed)
        except AssertionError as error:
            raise AssertionError(text) from error


# Steps of an action with the card that was chosen, of which it is known for a while where it lies.
CHOSEN = {
    "round and round": ("any(heap)", "repeat 2 times|    move card to shown|    move card to heap"),
    "another card": ("any(side)", "move top(deck) to side[you]|card = the side[you] else card|move card to shown"),
    "moved before": ("any(heap)", "if total > 2|    move card to heap|move card to shown"),
    "for each": ("any(heap)", "each c in side[you]|    move card to heap|    move card to shown"),
    "in one": ("any(heap)", "move card to heap|if total > 2|    as one|        total += 0|        move card to shown"),
    "shuffled": ("first(shown) is Tile(ant)", "move [Tile(ant), Tile(bee), Tile(cat)] to shown|shuffle shown"),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_it_is_known_where_a_chosen_card_lies_only_until_it_may_be_moved(name: str) -> None:
    condition, steps = CHOSEN[name]
    text = turn("p must play if able").replace("    move card to shown\n", f"    {steps}\n".replace("|", "\n    "), 1)
    reading = read(watching(text, condition))
    assert reading is not None
    for seed in range(4):
        noticed(reading, 2, seed)
