"""What an expression gives away: the cards and variables it looks at that a player may not see.

A card is known by its *place* (it was found in a zone) or by *name* (it was picked from all cards by what is printed
on it). To look at what is printed on a card in a place that the player does not see, or to ask whether the card there
is one known by name, gives it away. How many cards lie in a place, and that a card lies there, everybody knows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.core import nodes as core
from hoyle.core.walk import below, children, substitute
from hoyle.source import Span

DECIDER = core.Local("decider'", t.SEAT)


@attrs.frozen
class Origin:
    """Where cards come from: zones they were found in, or all cards there are. Neither: nobody knows."""

    places: tuple[core.Zone, ...] = ()
    named: bool = False

    def __or__(self, other: Origin) -> Origin:
        return Origin((*self.places, *other.places), self.named or other.named)


@attrs.frozen
class Leak:
    """Something is looked at that may not be: what is in a zone, or a variable, or (name None) where a card lies."""

    name: str | None
    span: Span | None


# ("seen", card): the card is seen by the player. ("mine", card): it lies in a zone of the player.
Facts = frozenset[tuple[str, core.Expr]]
NOTHING: Facts = frozenset()


@attrs.define
class Sight:
    """What one player sees. who: the player in the words of the body that asks; elsewhere the player is DECIDER.

    origins: of the locals that are cards or lists of cards. known: what else is certain, as conditions.
    """

    prover: Prover
    who: core.Expr
    origins: Mapping[str, Origin]
    known: tuple[core.Expr, ...] = ()

    @property
    def game(self) -> model.Model:
        return self.prover.game

    def bind(self, name: str, source: core.Expr) -> Sight:
        """The same, with a local that is a member of a list."""
        inner = t.element(source.type)
        if isinstance(inner, t.CardOf):
            return attrs.evolve(self, origins={**self.origins, name: self.origin(source)})
        if isinstance(inner, t.Seat):
            member = core.Prim("in", (core.Local(name, inner), source), t.YES_NO)
            return attrs.evolve(self, known=(*self.known, member))
        return self

    # ------------------------------------------------------------------------------------------ where cards come from

    def origin(self, expr: core.Expr) -> Origin:
        """Where a card, or the cards of a list, come from. What is certainly seen comes from nowhere."""
        match expr:
            case core.Zone():
                return Origin((expr,))
            case core.CardRef() | core.Members() | core.Attr():
                return Origin(named=True)
            case core.Local(name):
                return self.origins.get(name, Origin())
            case core.Prim("cards" | "top" | "bottom" | "some" | "the" | "copy" | "without", (of, *_)):
                return self.origin(of)
            case core.Prim("list" | "concat" | "else", args):
                found = Origin()
                for arg in args:
                    found |= self.origin(arg)
                return found
            case core.Cond(_, then, otherwise):
                return self.origin(then) | self.origin(otherwise)
            case core.Fold("all" | "first" | "last" | "highest" | "lowest" as kind, var, source, where, value):
                inner = self.bind(var, source)
                if kind in ("all", "first", "last") and value is not None:
                    return inner.origin(value)
                member = core.Local(var, t.element(source.type))
                if where is not None and ("seen", member) in inner.learn(where, True):
                    return Origin()
                return self.origin(source)
        return Origin()

    def hidden(self, card: core.Expr, facts: Facts) -> core.Zone | None:
        """A zone in which the card may lie without being seen."""
        if ("seen", card) in facts:
            return None
        mine = ("mine", card) in facts
        return next((zone for zone in self.origin(card).places if not self.visible(zone, mine)), None)

    def visible(self, zone: core.Zone, mine: bool = False) -> bool:
        """Whether the player sees face-down cards in a zone, or in all zones of a family."""
        made = self.game.zones[zone.name]
        return made.facing == "up" or self._among(made.seen_by, made.index, zone.index, mine)

    def _among(
        self, seen_by: core.Expr | None, types: tuple[t.Type, ...], index: tuple[core.Expr, ...], mine: bool
    ) -> bool:
        if seen_by is None:
            return False
        if isinstance(seen_by, core.Members):
            return True
        owner = next((i for i, type_ in zip(index, types, strict=False) if isinstance(type_, t.Seat)), None)
        if mine:
            owner = DECIDER
        if owner is None and any(n == core.Local("owner", t.SEAT) for n in below(seen_by)):
            return False
        seen = seen_by if owner is None else substitute(seen_by, {"owner": owner})
        if isinstance(seen, core.Prim) and seen.op == "list" and (DECIDER in seen.args or self.who in seen.args):
            return True
        blind = core.Prim("not", (core.Prim("in", (DECIDER, seen), t.YES_NO),), t.YES_NO)
        same = core.Prim("is", (DECIDER, self.who), t.YES_NO)
        return self.prover.together(blind, same, *self.known).never

    # ------------------------------------------------------------------------------------------ what is learnt

    def learn(self, test: core.Expr | None, holds: bool) -> Facts:
        """What a condition says of cards when it holds (or does not)."""
        match test:
            case core.Prim("up", (card,)) if holds:
                return frozenset([("seen", card)])
            case core.Prim("not", (inner,)):
                return self.learn(inner, not holds)
            case core.Prim("and", parts) if holds:
                return NOTHING.union(*(self.learn(p, True) for p in parts))
            case core.Prim("or", parts) if not holds:
                return NOTHING.union(*(self.learn(p, False) for p in parts))
            case core.Prim("is" | "is not" as op, (a, b)) if holds == (op == "is"):
                pairs = ((a, b), (b, a))
                mine = [x.args[0] for x, y in pairs if isinstance(x, core.Prim) and x.op == "owner" and self._self(y)]
                return frozenset(("mine", card) for card in mine)
            case core.Prim("in", (card, source)) if holds and isinstance(t.settled(card.type), t.CardOf):
                found = self.origin(source)
                if found.places and not found.named and all(self.visible(zone) for zone in found.places):
                    return frozenset([("seen", card)])
        return NOTHING

    def _self(self, expr: core.Expr) -> bool:
        return expr in (DECIDER, self.who)

    # ------------------------------------------------------------------------------------------ what is given away

    def leaks(self, expr: core.Expr | None, facts: Facts = NOTHING) -> Iterator[Leak]:
        """What an expression looks at that the player may not see."""
        match expr:
            case None:
                return
            case core.Prim("and" | "or" as op, parts):
                for number, part in enumerate(parts):
                    others = [p for other, p in enumerate(parts) if other != number]
                    yield from self.leaks(part, facts.union(*(self.learn(p, op == "and") for p in others)))
                return
            case core.Cond(test, then, otherwise):
                yield from self.leaks(test, facts)
                yield from self.leaks(then, facts | self.learn(test, True))
                yield from self.leaks(otherwise, facts | self.learn(test, False))
                return
            case core.Fold(_, var, source, where, value):
                yield from self.leaks(source, facts)
                inner = self.bind(var, source)
                yield from inner.leaks(where, facts)
                yield from inner.leaks(value, facts | inner.learn(where, True))
                return
            case core.Prim("is" | "is not", (a, b)):
                yield from self._compared(a, b, facts, expr.span)
                return
            case core.Prim("in", (a, b)) if isinstance(t.settled(a.type), t.CardOf):
                yield from self._identified(a, b, facts, expr.span)
            case core.Attr(of=card) | core.Prim("has_ability", (card, _)):
                zone = self.hidden(card, facts)
                if zone is not None:
                    yield Leak(zone.name, expr.span)
            case core.Prim("owner", (card,)) if self._anywhere(card, facts):
                yield Leak(None, expr.span)
            case core.Var(name, index):
                made = self.game.vars[name]
                if made.seen_by is not None and not self._among(made.seen_by, made.index, index, False):
                    yield Leak(name, expr.span)
        for child in children(expr):
            yield from self.leaks(child, facts)

    def _compared(self, a: core.Expr, b: core.Expr, facts: Facts, span: Span | None) -> Iterator[Leak]:
        if isinstance(t.settled(a.type), t.CardOf) and isinstance(t.settled(b.type), t.CardOf):
            yield from self._identified(a, b, facts, span)
        for one, other in ((a, b), (b, a)):
            if isinstance(one, core.Prim) and one.op == "owner" and self._self(other):
                # what lies before oneself, one knows
                yield from self.leaks(one.args[0], facts)
            else:
                yield from self.leaks(one, facts)

    def _identified(self, a: core.Expr, b: core.Expr, facts: Facts, span: Span | None) -> Iterator[Leak]:
        """A card in an unseen place is asked whether it is one known by name, or the other way round."""
        for one, other in ((a, b), (b, a)):
            if self.origin(one).named and ("seen", one) not in facts:
                zone = self.hidden(other, facts)
                if zone is not None:
                    yield Leak(zone.name, span)
                    return

    def _anywhere(self, card: core.Expr, facts: Facts) -> bool:
        """Whether a card known by name may lie in a player's zone where it is not seen."""
        type_ = t.settled(card.type)
        if not self.origin(card).named or ("seen", card) in facts or not isinstance(type_, t.CardOf):
            return False
        for zone in self.game.zones.values():
            holds = None in (zone.cards.name, type_.name) or zone.cards.name == type_.name
            owned = any(isinstance(i, t.Seat) for i in zone.index)
            if holds and owned and zone.facing != "up" and not isinstance(zone.seen_by, core.Members):
                return True
        return False
