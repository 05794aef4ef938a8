"""Choices and sentences that would show a player what the player may not see.

Assumes a model without errors. Looks at every sentence that is told, and at every decision with all it depends on: who
is asked and why, the lists that are chosen from, their conditions, and the rules about them, with definitions put in;
and at what went into the locals they name (see `flow.py`).
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.flow import Flow
from hoyle.check.graph import Graph
from hoyle.check.looks import Read, Reads
from hoyle.check.sight import DECIDER, Sight
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import rebuild
from hoyle.diagnostics import Label
from hoyle.english import listed
from hoyle.program.offers import put_together
from hoyle.source import Span, head


@attrs.define
class Piece:
    """Something a choice depends on (or, shown, is called), with what is certain when it is asked.

    card: the local that is chosen, if it is about the cards themselves, and not what is looked at to find them. group:
    what is chosen are several cards at once.
    """

    expr: core.Expr | None
    sight: Sight
    given: tuple[core.Expr, ...]
    span: Span | None
    shown: bool = False
    card: core.Local | None = None
    group: bool = False


def check_leaks(world: World, prover: Prover, graph: Graph) -> None:
    """Report choices that depend on, or name, what their player may not see."""

    def asked(choose: core.Choose[core.Said] | core.Tell, sight: Sight, why: Reads) -> None:
        if isinstance(choose, core.Tell):
            _look_at_sentence(world, choose, sight, why)
            return
        leak = next((read for read in why if not sight.sees(read)), None)
        if leak is not None:
            report_leak(world, leak, "HYL401", "who is asked here, if anybody, depends on", choose.span)
            return
        if choose.acting is not None:
            sight = attrs.evolve(sight, who=prover.ground.inline(choose.acting), also=sight.who)
        if choose.amount is not None:
            leak = next(sight.leaks(prover.ground.inline(choose.amount)), None)
            if leak is not None:
                report_leak(world, leak, "HYL401", "how many can be chosen here depends on", choose.amount.span)
        for offer in (offer for offer in choose.offers if offer.name not in world.broken):
            pieces = list(_pieces(world, sight, offer))
            found = [_look(world, piece, offer) for piece in pieces]
            if not any(found):
                _look_at_names(world, pieces, offer)
        for part in choose.declined:
            leak = None if isinstance(part, str) else next(sight.leaks(prover.ground.inline(part)), None)
            if leak is not None and not isinstance(part, str):
                report_leak(world, leak, "HYL402", "the text for declining tells of", part.span or choose.span)

    Flow(prover, graph).run(asked)
    world.model.hidden_score = _hidden(world, prover, "score")
    world.model.hidden_sides = _hidden(world, prover, world.model.side)


def _look_at_sentence(world: World, tell: core.Tell, sight: Sight, why: Reads) -> None:
    """Whether a sentence, or that it is told, gives away what whoever is told may not see.

    A card that is there for certain is only named to those who see it.
    """
    parts = [part for part in tell.filled_in if not isinstance(part.type, t.CardOf)]
    leaks = [(part.span, read) for part in parts for read in sight.leaks(sight.prover.ground.inline(part))]
    may = "not everybody may" if tell.to is None else "whoever is told may not"
    for span, leak in [*((None, read) for read in why if not sight.sees(read)), *leaks][:1]:
        start = "whether this is told depends on" if span is None else "this sentence tells of"
        report_leak(world, leak, "HYL403", start, span or tell.span, may=may)


def _hidden(world: World, prover: Prover, name: str) -> bool:
    """Whether what a definition says of a seat is kept back, or would tell of what not everybody sees."""
    if name not in world.model.defines:
        return False
    if world.model.defines[name].shown == "at end":
        return True
    asked = core.Ask(name, (core.Local("p", t.SEAT),), world.model.defines[name].type)
    return any(True for _ in Sight(prover, DECIDER).leaks(prover.ground.inline(asked)))


def _pieces(world: World, sight: Sight, offer: core.Offer) -> Iterator[Piece]:
    inline = sight.prover.ground.inline
    offer = put_together(world.model, offer, DECIDER, lambda name: f"its'{name}")
    given: tuple[core.Expr, ...] = ()
    lists: list[tuple[core.Local, core.Expr, bool]] = []
    for param in offer.params:
        listed = inline(param.source)
        yield Piece(listed, sight, given, param.source.span)
        sight = sight.bind(param.name, listed)
        test = None if param.where is None else inline(param.where)
        yield Piece(test, sight, given, param.where.span if param.where is not None else None)
        given = given if test is None else (*given, test)
        of = t.settled(t.element(listed.type))
        groups = isinstance(of, t.ListOf) and isinstance(of.of, t.CardOf)
        lists.append((core.Local(param.name, t.element(of) if groups else of), listed, groups))
    ready = [rebuild(rule, inline) for rule in offer.filters]
    hard = {n: f.test for n, f in enumerate(ready) if not (f.when or f.waived or f.if_able)}
    for number, rule in enumerate(ready):
        certain = (*given, *(test for other, test in hard.items() if other != number))
        yield Piece(rule.when, sight, certain, rule.span)
        yield Piece(rule.waived, sight, certain, rule.span)
        yield Piece(rule.test, sight, certain if rule.when is None else (*certain, rule.when), rule.span)
    for card, listed, groups in lists:
        yield Piece(listed, sight, (*given, *hard.values()), listed.span, card=card)
        if groups:  # to point at a group is to say which cards it has
            named = core.Attr("", card, t.Text(), span=listed.span)
            yield Piece(named, sight, (*given, *hard.values()), listed.span, group=True)
    chosen = {card.name for card, _, groups in lists if not groups}
    for part in offer.template:
        if not isinstance(part, str):
            told, as_place = inline(part), isinstance(part, core.Local) and part.name in chosen
            if isinstance(t.settled(part.type), t.CardOf) and not as_place:
                told = core.Attr("", told, t.Text(), span=part.span)  # who hears its name knows what is on it
            yield Piece(told, sight, given, part.span, shown=True)


def _look(world: World, piece: Piece, offer: core.Offer) -> bool:
    """Whether something is looked at that the player may not see, which is reported."""
    leak = next(piece.sight.leaks(piece.expr, piece.given), None)
    if leak is None:
        return False
    code = "HYL405" if piece.group else "HYL402" if piece.shown else "HYL401"
    start = f"the text of `{offer.name}` tells of" if piece.shown else f"`{offer.name}` depends on"
    if piece.group:
        start = f"the groups of `{offer.name}` are of"
    report_leak(world, leak, code, start, piece.span or offer.span, offer)
    return True


def _look_at_names(world: World, pieces: list[Piece], offer: core.Offer) -> None:
    """A card that the player does not see is offered as a place, so who knows its name would know where it lies."""
    for piece in pieces:
        if piece.card is None or piece.expr is None or _in_the_box(world, piece, offer):
            continue
        lie = piece.sight.offered(piece.expr, piece.card, piece.given)
        leak = next((read for read in lie if not piece.sight.sees(read)), None)
        if leak is None or leak.name is None:
            continue
        message = f"`{offer.name}` names cards that may lie in `{leak.name}`, where its player may not see them"
        help = "let the choice be among the cards of a zone, as in `hand[you]`, or those that are `up`"
        labels = [Label(world.names[leak.name].name.span, "where they lie would be told")]
        span = piece.span or offer.span
        world.report("HYL401", message, head(span) if span else None, help, labels, about=(offer.name, leak.name))


def _in_the_box(world: World, piece: Piece, offer: core.Offer) -> bool:
    """Whether cards are offered by name that were left in the box, which is reported. Nobody sees them there."""
    assert piece.card is not None and piece.expr is not None
    type_ = t.settled(piece.card.type)
    if not isinstance(type_, t.CardOf) or world.files[0].header.kind != "game":
        return False
    left = sorted(name for name in piece.sight.contents.left if type_.name in (None, name))
    if not left or not piece.sight.origin(piece.expr).named:
        return False
    what = listed([f"`{name}`" for name in left])
    message = f"`{offer.name}` names cards of {what}, which stay in the box, where nobody sees them"
    help = f"put them on the table first: `zone beside : row, face up`, and `move {left[0]} to beside` in the flow"
    help += "; or let a `kind` be chosen, and say in a `table` what belongs to each word"
    span = piece.span or offer.span
    world.report("HYL401", message, head(span) if span else None, help, about=(offer.name, *left))
    return True


def report_leak(
    world: World,
    leak: Read,
    code: str,
    start: str,
    span: Span | None,
    offer: core.Offer | None = None,
    may: str = "its player may not",
) -> None:
    """Report that something gives away what somebody may not see, with where it is looked at."""
    labels = []
    if leak.span is not None and leak.span != span:
        labels.append(Label(leak.span, "looked at here"))
    labels += [Label(step.span, f"kept in `{step.name}` here") for step in leak.steps if step.span is not None]
    message, help, more = _words(world, leak, start, may)
    if leak.name in world.model.zones and (leak.steps or offer is None):
        help = "tell it first: turn the card up, or keep what was looked at in a variable that all see"
    if code == "HYL402":
        help = "leave it out of the text; a card that is chosen, alone as in `{card}`, is shown as a place"
    if code == "HYL405":
        help = "choose single cards, which are shown as places: `p chooses 3 x in ...`; or let the player see the zone"
    if code == "HYL403" and leak.name in world.model.zones:
        help = (
            "tell it once the card is seen, or leave it out; a card alone, as in `{card}`, is named to those who see it"
        )
    if code == "HYL404":
        help = "leave out `shown`, or say `shown at end`; or work it out from what all see"
    about = (offer.name if offer else "", leak.name or "")
    world.report(code, message, head(span) if span else None, help, [*labels, *more], about=about)


def _words(world: World, leak: Read, start: str, may: str) -> tuple[str, str, list[Label]]:
    game = world.model
    if leak.what is None:
        help = (
            "ask first whether the card is `up`, or keep who has it in a variable that all see, so that they are told"
        )
        return f"{start} where a card lies, which {may} know", help, []
    if leak.name is None:
        help = "keep it in a variable that all see, so that they are told"
        return f"{start} what was chosen in secret, which {may} know", help, []
    decl = world.names[leak.name].name.span
    store = game.zones.get(leak.name) or game.vars[leak.name]
    seers = store.seen_by.span if store.seen_by is not None else None
    seen = f"seen by {seers.text if seers else 'nobody'}"
    if leak.name in game.vars:
        help = "leave it out, or let the player see it: change `seen by` of the variable"
        return f"{start} `{leak.name}`, which {may} see", help, [Label(decl, seen)]
    facing = game.zones[leak.name].facing
    side = f"face {facing}" if facing == "down" else "face up or down"
    help = "add `seen by ...` to the zone, or let the choice be a place: do not ask what the card is"
    return f"{start} cards in `{leak.name}` that {may} see", help, [Label(decl, f"{side}, {seen}")]
