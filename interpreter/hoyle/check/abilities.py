"""Abilities: what cards can do, and the clauses that hold while they lie where their timing class says."""

from __future__ import annotations

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.bearer import Bearer
from hoyle.check.clause import Clause
from hoyle.check.clauses import Clauses
from hoyle.check.expressions import Typer
from hoyle.check.facts import learn
from hoyle.check.statements import Body
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction
from hoyle.diagnostics import About, Label
from hoyle.syntax import tree


def ability(clauses: Clauses, decl: tree.Ability) -> None:
    """An ability: its clauses where they belong, or what it does as a procedure of its own."""
    world = clauses.world
    timing = world.timing(decl.timing.text, decl.timing.span)
    if timing is None:
        return
    called = [(made, made.attributes.get("name")) for made in world.model.card_types.values()]
    kinds = [(made, kind) for made, kind in called if isinstance(kind, t.Kind)]
    holders = [(made, kind) for made, kind in kinds if world.member(kind.name, decl.card.text) is not None]
    if not holders:
        names = [member for _, kind in kinds for member in world.model.kinds[kind.name].members]
        world.unknown(decl.card.text, decl.card.span, names, "card")
        return
    cards, kind = holders[0]
    world.record.use(world.record.members[kind.name, decl.card.text], decl.card.span)
    if len(holders) > 1:
        several = ", ".join(f"`{made.name}`" for made, _ in holders)
        world.report("HYL105", f"`{decl.card.text}` is a card of several types: {several}", decl.card)
    for other in world.model.abilities:
        if (other.card, other.cards, other.timing) == (decl.card.text, cards.name, decl.timing.text):
            message = f"`{other.card}` has two abilities `{other.timing}`"
            label = Label(other.span, "the first one")
            help = "write them as one"
            world.report("HYL102", message, decl.card.span, help, [label], about=About(other.card, other.timing))
            return
    bearer = _bearer(clauses, cards, kind, decl, timing)
    if timing.holds_while is not None:
        bearer = _waived(clauses, decl, bearer)
    for clause in decl.clauses:
        match clause:
            case tree.Exception_():
                clauses.exception(clause, bearer)
            case tree.Adjust():
                clauses.adjust(clause, bearer)
            case tree.Hook():
                clauses.hook(clause, bearer)
            case tree.Rule():
                clauses.rules_later.append((clause, bearer))
    if decl.clauses and timing.holds_while is None:
        message = f"`{timing.name.text}` is resolved once, so an ability of it does something"
        help = f"give the timing class a `while`, or write what happens: `timing {timing.name.text} ... while ...`"
        world.report("HYL312", message, decl.clauses[0].span, help, about=timing.name.text)
    if decl.body and timing.holds_while is not None:
        message = f"`{timing.name.text}` holds while its condition does, so an ability of it consists of clauses"
        help = "write `except`, `adjust`, `before`, `after` or `rule`"
        world.report("HYL312", message, decl.body[0].span, help, about=timing.name.text)
    proc = None
    if decl.body:
        proc = model.ability_key(decl.card.text, decl.timing.text)
        body = Body(clauses.bodies, {"this": bearer.type, "you": t.SEAT}).whole(decl.body)
        params = (("this", bearer.type), ("you", t.SEAT))
        named = (decl.card.text, decl.timing.text)
        done = model.Procedure(proc, False, params, None, None, body, decl.cites, decl.span, ability=named)
        world.model.procedures[proc] = done
    found = model.Ability(decl.card.text, cards.name, decl.timing.text, proc, decl.cites, decl.span)
    world.model.abilities.append(found)


def _bearer(clauses: Clauses, cards: model.CardType, kind: t.Kind, decl: tree.Ability, timing: tree.Timing) -> Bearer:
    type_ = t.CardOf(cards.name)
    typer = Typer(clauses.bodies.defs, {"this": type_})
    holds = typer.condition(timing.holds_while) if timing.holds_while is not None else None
    if holds is not None:
        typer.facts = learn(holds, True)
    by = typer.expr(timing.by)
    if not isinstance(t.settled(by.type), (t.Seat, t.Broken)):
        clauses.world.report("HYL201", "`by` says whose the ability is: a player", timing.by.span)
        by = core.Const(0, t.SEAT)
    made = clauses.world.model.timings[timing.name.text]
    made.by, made.holds_while = by, holds
    name = core.Attr("name", core.Local("bearer'", type_), kind)
    number = core.Const(clauses.world.member(kind.name, decl.card.text), kind)
    same = core.Prim("is", (name, number), t.YES_NO)
    bearers = core.Fold("all", "bearer'", core.Members(cards.name, t.ListOf(type_)), same, None, t.ListOf(type_))
    symbol = clauses.world.record.symbols.get(decl.card.span)
    return Bearer(bearers, type_, by, holds, decl.card.text, symbol)


def _waived(clauses: Clauses, decl: tree.Ability, bearer: Bearer) -> Bearer:
    """The bearer of an ability, which holds only where no exception waives it."""
    wanted = (decl.card.text, decl.timing.text)
    for found in clauses.world.each(tree.Exception_):
        if found.target.clause is None or (found.target.name.text, found.target.clause.text) != wanted:
            continue
        if not isinstance(found.verdict, tree.Waive):
            message = f"`{found.target.span.text}` consists of clauses: an exception to it can only `waive` it"
            help = "`waive` it, and write clauses of your own"
            clauses.world.report("HYL312", message, found.verdict.span, help, about=About(*wanted))
            continue
        when = Clause(clauses.bodies, None, (), bearer).conditions(found.when)
        lifted = core.Prim("not", (bearer.you(when) or core.YES,), t.YES_NO, span=found.span)
        bearer = attrs.evolve(bearer, holds_while=conjunction([bearer.holds_while, lifted]))
    return bearer
