"""Choices that would show a player what the player may not see.

Assumes a model without errors. Looks at every decision with all it depends on: the lists that are chosen from, their
conditions, and the rules about them, with definitions put in. A card that another body hands over is taken to be seen;
whether it is, is tried by play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.graph import bodies, head
from hoyle.check.sight import DECIDER, NOTHING, Facts, Leak, Sight
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import STMTS, below, substitute
from hoyle.diagnostics import Label
from hoyle.source import Span


@attrs.define
class Piece:
    """Something a choice depends on (or, shown, is called), with what is certain when it is asked."""

    expr: core.Expr | None
    sight: Sight
    facts: Facts
    span: Span | None
    shown: bool = False


def check_leaks(world: World, prover: Prover) -> None:
    """Report choices that depend on, or name, what their player may not see."""
    for _, body in bodies(world.model):
        handled = _handled(body)
        for choose, sight in _decisions(body, Sight(prover, DECIDER, {}), handled):
            for offer in choose.offers:
                for piece in _pieces(world, sight, offer):
                    _look(world, piece, offer)


def _handled(body: tuple[core.Stmt, ...]) -> set[str]:
    """The locals whose cards are moved, turned or handed on: nobody knows where they are afterwards."""
    found: set[str] = set()
    for node in below(body):
        match node:
            case core.Move(cards=cards) | core.Face(cards=cards):
                found |= {n.name for n in below(cards) if isinstance(n, core.Local)}
            case core.Do(args=args):
                found |= {n.name for n in below(args) if isinstance(n, core.Local)}
            case core.Resolve(card=card):
                found |= {n.name for n in below(card) if isinstance(n, core.Local)}
    return found


def _decisions(node: Any, sight: Sight, handled: set[str]) -> Iterator[tuple[core.Choose, Sight]]:
    """The decisions of players in a body, each with what is known where it stands."""
    if isinstance(node, tuple):
        for item in node:
            yield from _decisions(item, sight, handled)
            if isinstance(item, core.Let) and item.name not in handled:
                found = sight.origin(sight.prover.ground.inline(item.value))
                sight = attrs.evolve(sight, origins={**sight.origins, item.name: found})
            elif isinstance(item, core.Choose) and len(item.offers) == 1:
                sight = _bound(sight, item.offers[0].params, handled)
        return
    match node:
        case core.Choose(who=who, offers=offers, then=then, otherwise=otherwise):
            if who is not None:
                yield node, attrs.evolve(sight, who=who)
            params = offers[0].params if len(offers) == 1 else ()
            yield from _decisions(then, _bound(sight, params, handled), handled)
            yield from _decisions(otherwise, sight, handled)
        case core.Each(var, source, where, ordered, body):
            inner = _bound(sight, (core.Param(var, source, where, t.element(source.type)),), handled)
            if ordered is not None:
                param = core.Param(var, source, where, t.element(source.type))
                offer = core.Offer("order", (), (param,), (), (), (), span=node.span)
                made = core.Choose(ordered, "you", (offer,), None, False, False, (), (), span=node.span)
                yield made, attrs.evolve(inner, who=ordered)
            yield from _decisions(body, inner, handled)
        case core.Together(var, source, where, ask, then):
            inner = _bound(sight, (core.Param(var, source, where, t.SEAT),), handled)
            yield from _decisions((*ask, *then), inner, handled)
        case core.Branch(_, then, otherwise):
            yield from _decisions(then, sight, handled)
            yield from _decisions(otherwise, sight, handled)
        case core.Loop(_, body) | core.Bracket(body):
            yield from _decisions(body, sight, handled)
        case _:
            assert isinstance(node, STMTS)


def _bound(sight: Sight, params: tuple[core.Param, ...], handled: set[str]) -> Sight:
    for param in params:
        source = sight.prover.ground.inline(param.source)
        if param.name not in handled or isinstance(t.element(source.type), t.Seat):
            sight = sight.bind(param.name, source)
    return sight


# --------------------------------------------------------------------------------------------- what a choice depends on


def _pieces(world: World, sight: Sight, offer: core.Offer) -> Iterator[Piece]:
    game, inline = world.model, sight.prover.ground.inline
    names: dict[str, core.Expr] = {"you": DECIDER}
    params = [(p.name, p.source, p.where) for p in offer.params]
    filters = [f for rule in game.rules for f in rule.targets.get(offer.name, [])]
    template = offer.template
    action = game.actions.get(offer.name) if not offer.params else None
    if action is not None:
        # what the action calls its own may be called the same where it is offered
        names |= {name: core.Local(f"its'{name}", type_) for name, type_, _, _ in action.params} | dict(offer.given)
        params = [
            (f"its'{name}", substitute(source, names), None if where is None else substitute(where, names))
            for name, _, source, where in action.params
            if source is not None
        ]
        filters = [*action.filters, *filters]
        template = tuple(p if isinstance(p, str) else substitute(p, names) for p in action.template)
    facts = NOTHING
    for name, source, where in params:
        listed = inline(source)
        yield Piece(listed, sight, facts, source.span)
        sight = sight.bind(name, listed)
        test = None if where is None else inline(where)
        yield Piece(test, sight, facts, where.span if where is not None else None)
        facts |= sight.learn(test, True)
    ready = [_ready(f, names, sight) for f in filters]
    hard = {n: sight.learn(f.test, True) for n, f in enumerate(ready) if not (f.when or f.waived or f.if_able)}
    for number, rule in enumerate(ready):
        certain = facts.union(*(learnt for other, learnt in hard.items() if other != number))
        yield Piece(rule.when, sight, certain, rule.span)
        yield Piece(rule.waived, sight, certain, rule.span)
        yield Piece(rule.test, sight, certain | sight.learn(rule.when, True), rule.span)
    for part in template:
        if not isinstance(part, str):
            yield Piece(inline(part), sight, facts, part.span, shown=True)


def _ready(rule: core.Filter, names: dict[str, core.Expr], sight: Sight) -> core.Filter:
    """A rule in the words of the offer, with definitions put in."""
    inline = sight.prover.ground.inline
    made: core.Filter = substitute(rule, names)
    when = None if made.when is None else inline(made.when)
    waived = None if made.waived is None else inline(made.waived)
    return attrs.evolve(made, when=when, waived=waived, test=inline(made.test))


# ---------------------------------------------------------------------------------------------- reports


def _look(world: World, piece: Piece, offer: core.Offer) -> None:
    leak = next(piece.sight.leaks(piece.expr, piece.facts), None)
    if leak is None:
        return
    span = piece.span or offer.span
    code = "HYL402" if piece.shown else "HYL401"
    start = f"the text of `{offer.name}` tells of" if piece.shown else f"`{offer.name}` depends on"
    labels = [Label(leak.span, "looked at here")] if leak.span is not None and leak.span != span else []
    message, help, more = _words(world, leak, start)
    if piece.shown:
        help = "leave it out of the text; a card alone, as in `{card}`, is shown as a place"
    world.report(code, message, head(span) if span else None, help, [*labels, *more])


def _words(world: World, leak: Leak, start: str) -> tuple[str, str, list[Label]]:
    game = world.model
    if leak.name is None:
        help = "who has a card is known to all only where it lies face up: ask whether it is `up` first"
        return f"{start} where a card lies, which its player may not know", help, []
    decl = world.names[leak.name].name.span
    store = game.zones.get(leak.name) or game.vars[leak.name]
    who = store.seen_by.span if store.seen_by is not None else None
    seen = f"seen by {who.text if who else 'nobody'}"
    if leak.name in game.vars:
        help = "leave it out, or let the player see it: change `seen by` of the variable"
        return f"{start} `{leak.name}`, which its player may not see", help, [Label(decl, seen)]
    side = "face down" if game.zones[leak.name].facing == "down" else "face up or down"
    help = "add `seen by ...` to the zone, or let the choice be a place: do not ask what the card is"
    return f"{start} cards in `{leak.name}` that its player may not see", help, [Label(decl, f"{side}, {seen}")]
