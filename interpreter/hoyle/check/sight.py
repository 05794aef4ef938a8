"""What an expression gives away: the cards and variables it looks at, and who sees them.

A card is known by its *place* (it was found in a zone) or by *name* (it was picked from all cards by what is printed
on it). To look at what is printed on a card in a place that the player does not see, or to ask whether the card there
is one known by name, gives it away. How many cards lie in a place, and that a card lies there, everybody knows.

What is looked at is a `Read`, whoever asks; whether a player sees it is asked of each player who is offered something
that depends on it. Whoever has seen a card once knows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.carried import Given
from hoyle.check.facts import Case, Literal, about_seats, cases, negated, said
from hoyle.check.looks import NOTHING, OPEN, START, Contents, Origin, Place, Read, Reads
from hoyle.check.teams import by_sides
from hoyle.core import nodes as core
from hoyle.core import walk
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import below, children, substitute
from hoyle.program.clauses import define_value
from hoyle.source import Span

DECIDER, OWNER = core.Local("decider'", t.SEAT), core.Local("owner", t.NEVER)
EVERYBODY = core.Local("everybody'", t.SEAT)  # somebody of whom nothing is known


@attrs.define
class Sight:
    """What one player sees. who: the player in the words of the body that asks; elsewhere the player is DECIDER.

    also: somebody who looks on, where a player acts for another. origins: of the locals that are cards or lists of
    cards. flown: what went into locals. known: what else is certain, as conditions. within: the definitions that are
    being looked at, of those that ask themselves.
    """

    prover: Prover
    who: core.Expr
    origins: Mapping[str, Origin] = attrs.field(factory=dict)
    known: Given = ()
    flown: Mapping[str, Reads] = attrs.field(factory=dict)
    within: frozenset[str] = frozenset()
    also: core.Expr | None = None

    @property
    def game(self) -> model.Model:
        return self.prover.game

    @property
    def contents(self) -> Contents:
        return self.prover.contents

    def bind(self, name: str, source: core.Expr, where: core.Expr | None = None) -> Sight:
        """The same, with a local that is a member of a list."""
        inner = t.settled(t.element(source.type))
        made, member = self, core.Local(name, inner)
        if name in self.flown:  # what was called so before is something else
            made = attrs.evolve(self, flown={n: reads for n, reads in self.flown.items() if n != name})
        if isinstance(inner, t.Seat):
            return attrs.evolve(made, known=(*self.known, core.Prim("in", (member, source), t.YES_NO)))
        if isinstance(inner, t.ListOf) and isinstance(inner.of, t.CardOf):
            return attrs.evolve(made, origins={**self.origins, name: self.origin(source)})
        if isinstance(inner, t.CardOf):
            origin = self.origin(source)
            made = attrs.evolve(made, origins={**self.origins, name: origin})
            if where is not None:
                return attrs.evolve(made, origins={**self.origins, name: made.found(origin, member, where)})
        return made

    # ------------------------------------------------------------------------------------------ where cards come from

    def origin(self, expr: core.Expr) -> Origin:
        """Where a card, or the cards of a list, come from."""
        match expr:
            case core.Zone():
                return Origin(frozenset([Place(expr)]))
            case core.CardRef() | core.Members() | core.Attr():
                return Origin(named=True)
            case core.Local(name):
                return self.origins.get(name, Origin())
            case core.Prim(op, args):
                found = Origin()
                for arg in args[OPERATORS[op].passes]:
                    found |= self.origin(arg)
                return found
            case core.Cond(_, then, otherwise):
                return self.origin(then) | self.origin(otherwise)
            case core.Fold(
                "all" | "first" | "last" | "highest" | "lowest" | "sorted" as kind, var, source, where, value
            ):
                inner = self.bind(var, source, where)
                if kind in ("all", "first", "last") and value is not None:
                    return inner.origin(value)
                return inner.origins.get(var, Origin())
            case core.Ask(name, args) if self.game.defines[name].again is not None:
                found = Origin()  # what it says is among what it is asked about, or comes from elsewhere at once
                for arg in args:
                    found |= self.origin(arg)
                if name in self.within:
                    return found
                inner, body = self._body(name, args)
                return found | inner.origin(body)
        return Origin()

    def found(self, origin: Origin, card: core.Expr, test: core.Expr) -> Origin:
        """Where a card comes from of which a condition holds, too."""
        first, *rest = cases((test,))
        if rest:
            return origin
        places = origin.places
        for literal, holds in first:
            match literal:
                case core.Prim("up", (of,)) if holds and of == card:
                    places = frozenset(Place(p.zone, p.came | {OPEN}) for p in places)
                case core.Prim("in", (of, source)) if holds and of == card:
                    lies = self.origin(source)
                    if len(lies.places) == 1 and not lies.named:
                        (place,) = lies.places
                        places = frozenset(Place(p.zone, p.came | {place.zone}) for p in places)
                case core.Prim("is" | "is not" as op, (a, b)) if holds == (op == "is"):
                    for one, seat in ((a, b), (b, a)):
                        if one == core.Prim("owner", (card,), t.SEAT):
                            places = frozenset(Place(self._owned(p.zone, seat), p.came) for p in places)
        return Origin.at(places, origin.named)

    def _owned(self, zone: core.Zone, seat: core.Expr) -> core.Zone:
        """A zone of a family, or the family, if it is known whose it is."""
        types = self.game.zones[zone.name].index
        number = next((n for n, type_ in enumerate(types) if isinstance(type_, t.Seat)), None)
        if number is None or number > len(zone.index):
            return zone
        return attrs.evolve(zone, index=(*zone.index[:number], seat, *zone.index[number + 1 :]))

    # ------------------------------------------------------------------------------------------ who sees it

    def sees(self, read: Read) -> bool:
        """Whether the player sees what is looked at, whatever holds there."""
        return all(self._sees(read, case) for case in cases(read.given))

    def _sees(self, read: Read, case: Case) -> bool:
        known = (*self.known, *(c for c in (negated(*literal) for literal in case) if about_seats(c)))
        match read.what:
            case core.Var(name, index):
                return self._among(self.game.vars[name], index, known)
            case None:
                return any(self._learnt(card, literal, known) for card in read.cards for literal in case)
            case Place(zone, came):
                if any(place is OPEN or self.visible(place, known) for place in (zone, *came)):
                    return True
                for card in read.cards:
                    for literal in case:
                        if self._open(card, literal, known):
                            return True
                        if self._mine(card, literal, known) and self.visible(self._owned(zone, DECIDER), known):
                            return True
                return False
            case who:
                return self._decides(who, known)

    def _learnt(self, card: core.Expr, literal: Literal, known: Given) -> bool:
        """Whether the player knows where the card lies; that it does not lie before oneself, one knows, too."""
        test, holds = literal
        return any(self._open(card, literal, known) or self._mine(card, (test, h), known) for h in (holds, not holds))

    def _open(self, card: core.Expr, literal: Literal, known: Given) -> bool:
        """Whether a condition says that the player sees the card."""
        match literal:
            case core.Prim("up", (of,)), True:
                return of == card
            case core.Prim("in", (of, source)), True if of == card:
                found = self.origin(source)
                return bool(found.places) and not found.named and all(self.visible(p.zone, known) for p in found.places)
        return False

    def _mine(self, card: core.Expr, literal: Literal, known: Given) -> bool:
        """Whether a condition says that the card lies before the player."""
        match literal:
            case core.Prim("is" | "is not" as op, (a, b)), holds if holds == (op == "is"):
                owner = core.Prim("owner", (card,), t.SEAT)
                return any(one == owner and self._decides(seat, known) for one, seat in ((a, b), (b, a)))
        return False

    def _decides(self, seat: core.Expr, known: Given) -> bool:
        """Whether somebody is certainly the player."""
        return seat in self._players or any(
            self._never(core.Prim("is", (player, seat), t.YES_NO), player, known) for player in self._eyes
        )

    @property
    def _eyes(self) -> tuple[core.Expr, ...]:
        """Those who look, one of whom has to see something."""
        return (DECIDER,) if self.also is None else (DECIDER, self.also)

    @property
    def _players(self) -> tuple[core.Expr, ...]:
        """The same, by all names that they have."""
        return (*self._eyes, self.who)

    def _never(self, test: core.Expr, player: core.Expr, known: Given) -> bool:
        """Whether a condition about one of those who look cannot but hold."""
        same = [core.Prim("is", (DECIDER, self.who), t.YES_NO)] if player is DECIDER else []
        return self.prover.together(core.Prim("not", (test,), t.YES_NO), *same, *known).never

    def visible(self, zone: core.Zone, known: Given = ()) -> bool:
        """Whether the player sees all cards in a zone, or in all zones of a family."""
        made = self.game.zones[zone.name]
        if zone.name in self.contents.open:
            return True
        return made.seen_by is not None and self._among(made, zone.index, known or self.known)

    def _among(self, store: model.Zone | model.Var, index: Given, known: Given) -> bool:
        seen_by = store.seen_by
        if seen_by is None or isinstance(seen_by, core.Members):
            return True
        whose = self.game.whose(store.index)
        owner = index[whose] if whose is not None and whose < len(index) else None
        if owner is None and any(isinstance(n, core.Local) and n.name == "owner" for n in below(seen_by)):
            return False
        seen = seen_by if owner is None else substitute(seen_by, {"owner": owner})
        if isinstance(seen, core.Prim) and seen.op == "list" and any(player in seen.args for player in self._players):
            return True
        if owner is not None and by_sides(seen_by) == core.Prim("list", (OWNER,), seen_by.type) and self._sides(owner):
            return True
        return any(self._never(core.Prim("in", (p, seen), t.YES_NO), p, known) for p in self._eyes)

    def _sides(self, side: core.Expr) -> bool:
        """Whether that is certainly the side that the player is on."""
        mine = [core.Ask(self.game.side, (seat,), side.type) for seat in self._players]
        return side in (*mine, *map(self.prover.ground.inline, mine))

    # ------------------------------------------------------------------------------------------ what is given away

    def leaks(self, expr: core.Expr | None, given: Given = ()) -> Iterator[Read]:
        """What an expression looks at that the player may not see."""
        return (read for read in self.reads(expr, given) if not self.sees(read))

    def reads(self, expr: core.Expr | None, given: Given = ()) -> Iterator[Read]:
        """What an expression looks at that not everybody sees. given: what holds where it is asked."""
        match expr:
            case None:
                return
            case core.Prim("and" | "or" as op, parts):
                holding = [negated(part, op == "and") for part in parts]
                for number, part in enumerate(parts):
                    yield from self.reads(part, (*given, *holding[:number], *holding[number + 1 :]))
                return
            case core.Cond(test, then, otherwise):
                yield from self.reads(test, given)
                yield from self.reads(then, (*given, test))
                yield from self.reads(otherwise, (*given, negated(test, False)))
                return
            case core.Fold(_, var, source, where, value):
                yield from self.reads(source, given)
                if any(var in walk.reads(known) for known in (self.who, *self.known)):
                    member = core.Local(f"{var}'{len(self.known)}", t.element(source.type))  # somebody else's name
                    where, value = (part and substitute(part, {var: member}) for part in (where, value))
                    var = member.name
                inner = self.bind(var, source)
                yield from inner.reads(where, given)
                yield from inner.reads(value, given if where is None else (*given, where))
                return
            case core.Ask(name, args):
                yield from self._asked(name, args, given)
            case core.Local(name):
                seats = tuple(g for g in given if about_seats(g))
                for read in self.flown.get(name, NOTHING):
                    yield attrs.evolve(read, given=(*read.given, *seats)) if seats else read
            case core.Prim("is" | "is not", (a, b)):
                yield from self._compared(a, b, given, expr.span)
                return
            case core.Prim("in", (a, b)) if isinstance(t.settled(a.type), t.CardOf):
                yield from self._identified(a, b, given, expr.span)
            case core.Prim("without", (a, b)) if isinstance(t.element(a.type), t.CardOf):
                yield from self._identified(a, b, given, expr.span)
            case core.Attr(of=card):
                yield from self.looked_at(card, given, expr.span)
            case core.Prim(op, (card, *_)) if OPERATORS[op].reads is LooksAt.FACES:
                yield from self.looked_at(card, given, expr.span)
            case core.Prim(op, (card, *_)) if OPERATORS[op].reads is LooksAt.PLACES and self._anywhere(card):
                yield Read(None, (card,), said(given, (card,)), expr.span)
            case core.Var(name):
                made = self.game.vars[name]
                if made.seen_by is not None and not isinstance(made.seen_by, core.Members):
                    yield Read(expr, (), said(given, ()), expr.span)
        for child in children(expr):
            yield from self.reads(child, given)

    def looked_at(self, card: core.Expr, given: Given, span: Span | None, *alike: core.Expr) -> Iterator[Read]:
        """What is learnt by whoever is told what is printed on a card, or whether it is one that is known."""
        cards = (card, *alike)
        certain = said(given, cards)
        for place in sorted(self.origin(card).places, key=lambda p: p.zone.name):
            if OPEN not in place.came and place.zone.name not in self.contents.public:
                yield Read(place, cards, certain, span)

    def offered(self, cards: core.Expr, card: core.Expr, given: Given = ()) -> Iterator[Read]:
        """What is learnt by whoever may choose among cards that are known by name: of those that the player does not
        see the places are offered, and so where they lie is told. card: one of them, of which something is given."""
        match cards:
            case core.Members() | core.CardRef() | core.Attr():
                yield from self._lying(card, given, cards.span)
            case core.Prim(op, args):
                for arg in args[OPERATORS[op].passes]:
                    yield from self.offered(arg, card, given)
            case core.Cond(_, then, otherwise):
                yield from self.offered(then, card, given)
                yield from self.offered(otherwise, card, given)
            case core.Fold(
                "all" | "first" | "last" | "highest" | "lowest" | "sorted" as kind, var, source, where, value
            ):
                inner = given if where is None else (*given, substitute(where, {var: card}))
                if value is None or kind in ("highest", "lowest", "sorted"):
                    yield from self.offered(source, card, inner)
                else:
                    yield from self.bind(var, source, where).offered(value, card, given)

    def _lying(self, card: core.Expr, given: Given, span: Span | None) -> Iterator[Read]:
        """The places where a card may lie that is known by name, and where not everybody sees it."""
        type_ = t.settled(card.type)
        if isinstance(type_, t.CardOf):
            certain = said(given, (card,))
            for name in self.contents.zones(type_.name):
                if name not in self.contents.public and name != START:  # nothing is put into the box to be hidden
                    yield Read(Place(core.Zone(name, (), t.ListOf(type_))), (card,), certain, span)

    def _compared(self, a: core.Expr, b: core.Expr, given: Given, span: Span | None) -> Iterator[Read]:
        if t.of_cards(a.type) and t.of_cards(b.type):  # also lists of them, card by card
            yield from self._identified(a, b, given, span)
        for one, other in ((a, b), (b, a)):
            if isinstance(one, core.Prim) and one.op == "owner":
                # what lies before oneself, one knows
                yield from self.reads(one, (*given, core.Prim("is", (one, other), t.YES_NO)))
            else:
                yield from self.reads(one, given)

    def _identified(self, a: core.Expr, b: core.Expr, given: Given, span: Span | None) -> Iterator[Read]:
        """A card in an unseen place is asked whether it is one known by name, or the other way round."""
        for one, other in ((a, b), (b, a)):
            if self.origin(one).named:
                yield from self.looked_at(other, given, span, one)

    def _anywhere(self, card: core.Expr) -> bool:
        """Whether a card known by name may lie in a player's zone where not everybody sees it."""
        type_ = t.settled(card.type)
        if not self.origin(card).named or not isinstance(type_, t.CardOf):
            return False
        lies = self.contents.zones(type_.name)
        owned = [n for n in lies if any(isinstance(i, t.Seat) for i in self.game.zones[n].index)]
        return any(name not in self.contents.public for name in owned)

    def _asked(self, name: str, args: tuple[core.Expr, ...], given: Given) -> Iterator[Read]:
        """What a definition looks at that is too long to be put in."""
        define = self.game.defines[name]
        if define.value is None or name in self.within:  # of a smaller list it asks nothing else
            return
        inner, body = self._body(name, args)
        yield from inner.reads(body, given)

    def _body(self, name: str, args: tuple[core.Expr, ...]) -> tuple[Sight, core.Expr]:
        """What a definition says of what it is asked about, and what is seen there."""
        define = self.game.defines[name]
        origins, flown, names = dict(self.origins), dict(self.flown), {}
        for (param, type_), arg in zip(define.params, args, strict=True):
            local = core.Local(f"{name}'{param}", type_)
            names[param] = local if not isinstance(arg, (core.Local, core.Const)) else arg
            origins[local.name], flown[local.name] = self.origin(arg), NOTHING
        within = self.within if define.again is None else self.within | {name}
        inner = attrs.evolve(self, origins=origins, flown=flown, within=within)
        return inner, substitute(define_value(define), names)
