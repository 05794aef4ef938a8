"""Decisions in which there may be nothing to decide: when an action is possible, and whether one of several always is.

Assumes nothing of what is unknown. A choice that must be made needs an offer that is always there; otherwise the file
says what happens when there is none. A proof is certain: what was asked on the way to a decision still holds there, and
of actions whose conditions cannot all fail at once one is possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.changes import Bodies, Decision
from hoyle.check.folds import never_empty
from hoyle.check.forms import mistaken
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import below, conjunction, every_conjunct, put, reads, rebuild, substitute
from hoyle.diagnostics import Label
from hoyle.program.offers import rules_about
from hoyle.source import Span, head


def check_decisions(world: World, bodies: Bodies, prover: Prover) -> None:
    """Report decisions that may leave a player without a legal choice."""
    for decision in bodies.decisions:
        if decision.certain or not decision.choose.offers or _unknown(world, decision):
            continue
        reasons = [_doubt(world.model, offer) for offer in decision.choose.offers]
        if None in reasons or decision.choose.who is None or always_one(prover, decision.choose, decision.held):
            continue
        names = [offer.name for offer in decision.choose.offers]
        what = f"`{names[0]}`" if len(names) == 1 else "all of these"
        labels = [Label(span, text) for span, text in (r for r in reasons if r is not None)]
        message = f"{what} may be impossible, and nothing says what happens then"
        help = "write `if able` after it, or say what happens `otherwise`"
        world.report("HYL304", message, head(decision.node.span), help, labels, about=names)


def _unknown(world: World, decision: Decision) -> bool:
    """Whether what is offered, or was asked before, has an error, or asks for something that has."""
    if any(offer.name in world.broken for offer in decision.choose.offers):
        return True
    parts = (decision.choose.who, *decision.held)
    return mistaken(*parts) or any(
        getattr(node, "name", None) in world.broken for part in parts for node in below(part)
    )


def _doubt(game: model.Model, offer: core.Offer) -> tuple[Span, str] | None:
    """Why an action may be impossible, with the place; None if it is always possible."""
    action = game.actions.get(offer.name)
    if action is None:
        return None
    for name, _, source, where in action.params:
        if where is not None:
            return where.span or action.span, f"there may be no such `{name}`"
        if source is not None and not never_empty(source, None, game.seats[0]):
            return source.span or action.span, f"there may be no `{name}`"
    forbidding = [*filters(game, offer.name), *offer.filters]
    return (forbidding[0].span or action.span, "this may forbid it") if forbidding else None


def always_one(prover: Prover, choose: core.Choose[core.Said], held: Iterable[core.Expr]) -> bool:
    """Whether one of the offers is possible wherever these conditions hold."""
    assert choose.who is not None
    missing: list[core.Expr] = []
    for offer in choose.offers:
        needs = _needs(prover.game, offer, choose.who)
        if needs is not None:
            missing.append(core.Prim("not", (conjunction(needs) or core.YES,), t.YES_NO))
    return bool(missing) and prover.together(*map(levelled, (*held, *missing))).never


def _needs(game: model.Model, offer: core.Offer, who: core.Expr) -> list[core.Expr] | None:
    """What has to hold for an action to be possible; None if that depends on what is chosen."""
    action = game.actions[offer.name]
    if offer.filters:  # how often it may be done is known only in play
        return None
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
    return cast(core.Expr, rebuild(node, lambda child: levelled(child, depth)))


def _some(of: core.Expr, depth: int) -> core.Expr:
    return core.Fold("any", "", levelled(of, depth), None, None, t.YES_NO)
