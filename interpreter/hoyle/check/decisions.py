"""Decisions in which there may be nothing to decide.

Assumes nothing of what is unknown. A choice that must be made needs an offer
that is always there; otherwise the file says what happens when there is none.
"""

from __future__ import annotations

from hoyle.check.apart import Prover
from hoyle.check.changes import Bodies, Decision
from hoyle.check.folds import never_empty
from hoyle.check.forms import mistaken
from hoyle.check.possible import always_one, filters
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import Label
from hoyle.model import Model
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


def _doubt(game: Model, offer: core.Offer) -> tuple[Span, str] | None:
    """Why an action may be impossible, with the place; None if it is always possible."""
    action = game.actions.get(offer.name)
    if action is None:
        return None
    for name, _, source, where in action.params:
        if where is not None:
            return where.span or action.span, f"there may be no such `{name}`"
        if source is not None and not never_empty(source, None, game.seats[0]):
            return source.span or action.span, f"there may be no `{name}`"
    forbidding = filters(game, offer.name)
    return (forbidding[0].span or action.span, "this may forbid it") if forbidding else None
