"""Legality, spelt out: every candidate of a decision, and the rule that removed it, if one did."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.faults import too_many
from hoyle.program.evaluate import Env, Evaluator


@attrs.define
class Candidate:
    """Something a player could think of. removed: the rule that forbids it; None: it is legal."""

    offer: int
    values: tuple[Any, ...]
    removed: core.Filter | None = None


def judge(evaluator: Evaluator, choose: core.Choose[core.Stmt], env: Env, enough: int | None = None) -> list[Candidate]:
    """All candidates of all offers, in order. enough: how many an obligation must leave to bind, if that is known."""
    if enough is None:
        enough = 1 if choose.amount is None or choose.up_to else max(evaluator.expr(choose.amount, env), 1)
    found: list[Candidate] = []
    for number, offer in enumerate(choose.offers):
        rows: list[tuple[Any, ...]] = []
        for values in candidates(evaluator, offer, dict(env)):
            rows.append(values)
            if len(rows) > t.MOST_CHOICES:
                too_many(offer.span)
        mine = [Candidate(number, row) for row in (rows if choose.weighted else dict.fromkeys(rows))]
        for rule in offer.filters:
            _apply(evaluator, offer, rule, mine, env, enough)
        found += mine
    return found


def candidates(
    evaluator: Evaluator, offer: core.Offer, env: dict[str, Any], depth: int = 0
) -> Iterator[tuple[Any, ...]]:
    """The values of an offer's parameters, before any rule."""
    if depth == len(offer.params):
        yield tuple(env[p.name] for p in offer.params)
        return
    param = offer.params[depth]
    source = list(evaluator.expr(param.source, env))
    evaluator.spend(len(source), param.source)
    for value in source:
        env[param.name] = value
        if param.where is None or evaluator.expr(param.where, env):
            yield from candidates(evaluator, offer, env, depth + 1)


def _apply(
    evaluator: Evaluator, offer: core.Offer, rule: core.Filter, found: list[Candidate], env: Env, enough: int
) -> None:
    def holds(part: core.Expr | None, candidate: Candidate) -> bool:
        names = {p.name: v for p, v in zip(offer.params, candidate.values, strict=True)}
        return part is not None and bool(evaluator.expr(part, {**env, **names}))

    bound = [
        c
        for c in found
        if c.removed is None and (rule.when is None or holds(rule.when, c)) and not holds(rule.waived, c)
    ]
    wrong = [c for c in bound if not holds(rule.test, c)]
    if rule.if_able and len(bound) - len(wrong) < enough:
        return
    for candidate in wrong:
        candidate.removed = rule
