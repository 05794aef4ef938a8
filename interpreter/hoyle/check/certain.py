"""What is certain at a place in the course of a game: conditions that were asked and still hold, and what follows from
whether there is something in a list.

A condition that held goes on holding until something that it looks at may have changed, by a step or by whatever the
step sets off.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.graph import Graph
from hoyle.check.held import Held
from hoyle.check.plain import no, plain, some
from hoyle.core import nodes as core
from hoyle.core.walk import below, free, put, substitute

MOST_ASKED = 6  # questions about one list that are laid beside each other
MOST_TRIED = 60
LONGEST = 4_000  # nodes of all that is looked at together


def still(graph: Graph, held: Iterable[Held]) -> Iterator[core.Expr]:
    """The conditions that still hold, whatever came of what was done since."""
    for one in held:
        changes = graph.effect(graph.touch(*(steps.stmts for steps in one.since))).changes if one.since else set()
        if not changes & graph.knows(graph.touch(one.test)):
            yield one.test


def impossible(prover: Prover, tests: Iterable[core.Expr]) -> bool:
    """Whether it is certain that these conditions do not all hold."""
    parts = [plain(prover.ground.inline(test)) for test in tests]
    if sum(1 for part in parts for _ in below(part)) > LONGEST:
        return False
    return prover.together(*parts).never or prover.together(*parts, *_follows(prover, parts)).never


def _follows(prover: Prover, parts: list[core.Expr]) -> Iterator[core.Expr]:
    """What holds of the questions in some conditions whether there is something, wherever they are asked."""
    asked = dict.fromkeys(node for part in parts for node in below(part) if isinstance(node, core.Fold))
    bound = {fold.var for fold in asked}
    outer = [fold for fold in asked if not free(fold) & bound]
    for fold in (fold for fold in outer if fold.kind == "count"):
        there = some(fold.source, fold.var, fold.where)
        yield _either(no(there), core.Prim(">=", (fold, core.Const(1, t.NUMBER)), t.YES_NO))
        yield _either(there, core.Prim("is", (fold, core.Const(0, t.NUMBER)), t.YES_NO))
    found = sorted((fold for fold in outer if fold.kind == "any" and fold.where is not None), key=_source)
    trying = _Trying(prover)
    for _, same in groupby(found, key=_source):
        yield from trying.of_one_list(list(same)[:MOST_ASKED])


def _source(fold: core.Fold) -> str:
    return repr(fold.source)


@attrs.define
class _Trying:
    """Which questions about a list follow from others. left: how often it may still be tried."""

    prover: Prover
    left: int = MOST_TRIED

    def of_one_list(self, folds: list[core.Fold]) -> Iterator[core.Expr]:
        """That something fulfils one condition means that something fulfils one of these others."""
        source = folds[0].source
        member = core.Local("member'", t.element(source.type))
        tests = [substitute(fold.where, {fold.var: member}) for fold in folds]
        lies = self._member(source, member)
        whole = some(source)
        yield from (_either(no(fold), whole) for fold in folds)
        for number, (given, test) in enumerate([*zip(folds, tests, strict=True), (whole, core.YES)]):
            others = [n for n in range(len(folds)) if n != number]
            needed = self._needed([*lies, test], [tests[n] for n in others])
            if needed is not None:
                yield _either(no(given), *(folds[others[n]] for n in needed))

    def _needed(self, given: list[core.Expr], others: list[core.Expr]) -> list[int] | None:
        """As few of some conditions as it takes so that one of them holds where those given do; None if none may."""
        kept = list(range(len(others)))
        if not others or not self._never([*given, *(no(others[n]) for n in kept)]):
            return None
        for number in list(kept):
            rest = [n for n in kept if n != number]
            if self._never([*given, *(no(others[n]) for n in rest)]):
                kept = rest
        return kept

    def _never(self, tests: list[core.Expr]) -> bool:
        self.left -= 1
        return self.left >= 0 and self.prover.together(*tests).never

    @staticmethod
    def _member(source: core.Expr, member: core.Local) -> list[core.Expr]:
        """What is known of whatever is in a list."""
        match source:
            case core.Prim("range", (low, high)):
                ends = ((">=", low), ("<=", high))
                return [core.Prim(op, (member, end), t.YES_NO) for op, end in ends]
        return [core.Prim("in", (member, source), t.YES_NO)]


def _either(*parts: core.Expr) -> core.Expr:
    return core.Prim("or", parts, t.YES_NO) if len(parts) > 1 else parts[0]


def possible(game: model.Model, offer: core.Offer, who: core.Expr, filters: Iterable[core.Filter]) -> core.Expr:
    """What has to hold for an action to be possible. filters: what forbids it."""
    tests: list[core.Expr] = []
    for filter_ in filters:
        unless = None if filter_.when is None else no(filter_.when)
        parts = [part for part in (unless, filter_.waived, filter_.test) if part is not None]
        tests.append(_either(*parts))
    found = _all(tests)
    for name, _, source, where in reversed(game.actions[offer.name].params):
        if source is not None:
            asked = found if where is None else _all([where, found])
            found = core.Fold("any", name, source, None if asked == core.YES else asked, None, t.YES_NO)
    return handed(found, offer, who)


def _all(tests: list[core.Expr]) -> core.Expr:
    tests = [test for test in tests if test != core.YES]
    return core.YES if not tests else tests[0] if len(tests) == 1 else core.Prim("and", tuple(tests), t.YES_NO)


def handed(test: core.Expr, offer: core.Offer, who: core.Expr) -> core.Expr:
    """What an action asks, with who acts and what it is given."""
    made: core.Expr = put(test, {"you": who, **dict(offer.given)})
    return made
