"""What is written out where it is performed does what it does by itself, and takes no name from whoever performs it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from emit.test_blocks import games, turn
from every import BUNDLED, counts, model
from hypothesis import given
from hypothesis import strategies as st
from often import often
from side_by_side import same_play

from hoyle.core import nodes as core
from hoyle.core.walk import below, free
from hoyle.diagnostics import Severity
from hoyle.lower.lower import lower
from hoyle.model import Model
from hoyle.program.options import option_values
from hoyle.program.program import Program
from hoyle.read import read_source
from hoyle.source import Source


def checked(text: str) -> Model | None:
    """The game, None if it is refused for a number that may leave a range, or for cards that lie face down."""
    with mock.patch("hoyle.check.passes.check_leaks"):
        reading = read_source(Source("steps.hoyle", text))
    wrong = {d.code for d in reading.diagnostics if d.severity is Severity.ERROR}
    assert wrong <= {"HYL203", "HYL401"}, text
    return reading.world.model if reading.world is not None and not wrong else None


def both(game: Model, players: int) -> tuple[Program, Program]:
    """The program with all procedures as they are, and the one in which some are written out."""
    options = option_values(game, {}, players)
    return lower(game, players, options, whole=True), lower(game, players, options)


def same_names(text: str) -> str:
    """The text with the names of locals counted anew in everything that is declared, so that many are called alike."""
    parts = re.split(r"\n(?=\w)", text)
    return "\n".join(map(_counted, parts))


def _counted(part: str) -> str:
    names: dict[str, str] = {}
    return re.sub(r"\b[nm]\d+\b", lambda name: names.setdefault(name[0], f"n{len(names)}"), part)


# ---------------------------------------------------------------------------------------------- plays


@given(games(), st.sampled_from([2, 3]), st.integers(0, 3))
@often(20)
def test_a_game_plays_the_same_whether_or_not_it_is_written_out(text: str, players: int, seed: int) -> None:
    game = checked(same_names(text))
    if game is not None:
        whole, inlined = both(game, players)
        same_play(whole, inlined, seed)
        names_fit(inlined)


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_a_bundled_game_plays_the_same(path: Path) -> None:
    whole, inlined = both(model(path), counts(path)[-1])
    assert whole.procedures.keys() == inlined.procedures.keys()
    names_fit(inlined)
    for seed in range(2):
        assert same_play(whole, inlined, seed, 30) == 30


# Effects that call what they have by the same names, and are performed in each other.
NESTED = """
outer(p, 1)
outer(left(p), 2)
let n = count(shown)
swapped(left(p), p, n)
points[p] += n
"""
EFFECTS = """
to outer(p : Player, n : number)
    let q = left(p)
    inmost(q, n + 1)
    points[p] += n
    points[q] += 1
    p must pass

to inmost(p : Player, n : number)
    let q = left(p)
    each c in hand[p]
        let n_ = n + c.value
        p must play if able
        points[q] += n_
    q must pass
    points[p] += n * 100

to swapped(q : Player, p : Player, n : number)
    let m = n
    n += 7
    p may choose one c in hand[q]
        move c to side[p]
        m += 1
        inmost(q, m)
    q must pass
    points[p] += m * 10 + n
"""


@pytest.mark.parametrize("players", [2, 3])
def test_names_that_are_alike_are_kept_apart(players: int) -> None:
    game = checked(turn(NESTED) + EFFECTS)
    assert game is not None
    whole, inlined = both(game, players)
    assert not any(isinstance(n, core.Do) and n.proc == "swapped" for n in below(inlined.procedures["flow"].body))
    for seed in range(10):
        same_play(whole, inlined, seed)
    names_fit(inlined)


# ---------------------------------------------------------------------------------------------- names


def names_fit(program: Program) -> None:
    """Every local that is read was bound before it, on every way to it."""
    for procedure in program.procedures.values():
        unbound = set(_unbound(procedure.body, {name for name, _ in procedure.params}))
        assert not unbound, (procedure.name, unbound)


def _unbound(stmts: tuple[core.Stmt, ...], known: set[str]) -> Iterator[str]:
    """The locals that statements read and that nothing has bound. known: those that are; more are added to it."""
    for stmt in stmts:
        match stmt:
            case core.Let(name, value):
                yield from free(value) - known
                known.add(name)
            case core.Branch(test, then, otherwise):
                yield from free(test) - known
                ways = known.copy(), known.copy()
                yield from itertools.chain(_unbound(then, ways[0]), _unbound(otherwise, ways[1]))
                known |= ways[0] & ways[1]
            case core.Each(var, source, where, body):
                yield from free(source) - known
                yield from (free(where) if where is not None else set()) - known - {var}
                yield from _unbound(body, known | {var})
            case core.Loop(until, body):
                yield from (free(until) if until is not None else set()) - known
                yield from _unbound(body, known.copy())
            case core.Do(_, args, into):
                yield from {name for arg in args for name in free(arg)} - known
                known |= {into} - {None}
            case core.Choose():
                yield from _in_choice(stmt, known)
            case _:
                yield from free(stmt) - known


def _in_choice(node: core.Choose, known: set[str]) -> Iterator[str]:
    who = set() if node.who is None else free(node.who)
    yield from (who | (set() if node.amount is None else free(node.amount))) - known
    assert not node.you or node.you in known
    ways = []
    for offer in node.offers:
        inner = known.copy()
        for _, value in offer.given:
            yield from free(value) - known - {param.name for param in offer.params}
        for param in offer.params:
            yield from free(param.source) - inner
            inner.add(param.name)
            yield from (set() if param.where is None else free(param.where)) - inner
        for rule in offer.filters:
            yield from free(rule) - inner
        yield from {name for part in offer.template if not isinstance(part, str) for name in free(part)} - inner
        yield from _unbound(offer.body, inner)
        ways.append(inner)
    then = set.intersection(*ways)
    yield from _unbound(node.then, then)
    otherwise = known | (set() if node.amount is None else {node.offers[0].params[0].name})
    yield from _unbound(node.otherwise, otherwise)
    known |= then & otherwise
