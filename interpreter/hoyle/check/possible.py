"""When an action is possible, as conditions on the table; and whether one of several always is.

Assumes offers as bodies have them. A proof is certain: what was asked on the way to a decision still holds there, and
of actions whose conditions cannot all fail at once one is possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.folds import never_empty
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, every_conjunct, put, reads, rebuild, substitute
from hoyle.program.offers import rules_about


def always_one(prover: Prover, choose: core.Choose[core.Said], held: Iterable[core.Expr]) -> bool:
    """Whether one of the offers is possible wherever these conditions hold."""
    assert choose.who is not None
    missing: list[core.Expr] = []
    for offer in choose.offers:
        needs = _needs(prover.game, offer, choose.who)
        if needs is not None:
            whole = conjunction(needs) or core.YES
            missing.append(core.Prim("not", (whole,), t.YES_NO))
    conditions = [levelled(condition) for condition in (*held, *missing)]
    if not missing:
        return False
    return prover.together(*conditions).never


def _needs(game: model.Model, offer: core.Offer, who: core.Expr) -> list[core.Expr] | None:
    """What has to hold for an action to be possible; None if that depends on what is chosen."""
    action = game.actions[offer.name]
    chosen: set[str] = set()
    needs: list[core.Expr] = []
    for name, _, source, where in action.params:
        if source is None:
            continue
        sure = never_empty(source, None, game.seats[0])
        if (reads(source) & chosen and not sure) or (where is not None and reads(where) & chosen):
            return None
        if where is not None and sure and name not in reads(where):
            needs.append(where)
        elif where is not None or not sure:
            needs.append(core.Fold("any", name if where is not None else "", source, where, None, t.YES_NO))
        chosen.add(name)
    for filter_ in filters(game, offer.name):
        unless = None if filter_.when is None else core.Prim("not", (filter_.when,), t.YES_NO)
        parts = tuple(part for part in (unless, filter_.waived, filter_.test) if part is not None)
        if any(reads(part) & chosen for part in parts):
            return None
        needs.append(core.Prim("or", parts, t.YES_NO))
    return [put(need, {"you": who, **dict(offer.given)}) for need in needs]


def filters(game: model.Model, name: str) -> list[core.Filter]:
    """What forbids an action: its own conditions, and those of rules about it that are not waived for good."""
    rules = rules_about(game, name)
    return [f for f in rules if not f.if_able and not (isinstance(f.waived, core.Const) and f.waived.value)]


def asked(held: Iterable[core.Expr], source: core.Expr, where: core.Expr | None, name: str) -> bool:
    """Whether it was asked in so many words that there is such a member."""
    wanted = levelled(core.Fold("any", name if where is not None else "", source, where, None, t.YES_NO))
    return any(part == wanted for condition in held for part in every_conjunct(levelled(condition)))


def levelled(node: core.Expr, depth: int = 0) -> core.Expr:
    """An expression in which the same question has the same form: whether there is something, with names by depth."""
    match node:
        case core.Prim("not", (inner,)):
            asked = levelled(inner, depth)
            again = isinstance(asked, core.Prim) and asked.op == "not"
            return asked.args[0] if again and isinstance(asked, core.Prim) else attrs.evolve(node, args=(asked,))
        case core.Prim("empty", (of,)) | core.Prim("is", (core.Fold("count", "", of), core.Const(0))):
            return core.Prim("not", (_some(of, depth),), t.YES_NO)
        case core.Prim(">" | "is not", (core.Fold("count", "", of), core.Const(0))):
            return _some(of, depth)
        case core.Prim(">=", (core.Fold("count", "", of), core.Const(1))):
            return _some(of, depth)
        case core.Fold("any", source=of, where=None):
            return _some(of, depth)
        case core.Fold(var=var) if var:
            local = {var: core.Local(f"level'{depth}", t.element(node.source.type))}
            where, value = (None if part is None else substitute(part, local) for part in (node.where, node.value))
            node = attrs.evolve(node, var=f"level'{depth}", where=where, value=value)
            depth += 1

    def inside(child: Any) -> Any:
        return levelled(child, depth)

    return cast(core.Expr, rebuild(node, inside))


def _some(of: core.Expr, depth: int) -> core.Expr:
    return core.Fold("any", "", levelled(of, depth), None, None, t.YES_NO)
