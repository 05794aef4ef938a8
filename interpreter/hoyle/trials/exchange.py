"""The same table with other names: cards that stand for one another, other suits, everybody on another seat.

A whole table is changed: what lies where, which side is up, variables and who is asked. What is under way is left to
whoever knows which locals matter: they are changed by their types.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Family
from hoyle.program.set_out import drawn
from hoyle.reference.legal import judge
from hoyle.run.acting import eyes
from hoyle.run.choices import Choice
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.run.why import environment
from hoyle.table.seen import hidden, row_as_seen

Convert = Callable[[Any], Any]


@attrs.define(eq=False)
class Exchange:
    """What cards, members of kinds and seats become; cards that are not named stay what they are."""

    game: Game
    cards: Mapping[int, int] = attrs.field(factory=dict)
    kinds: Mapping[str, Sequence[int]] = attrs.field(factory=dict)
    seats: Sequence[int] = attrs.field(default=attrs.Factory(lambda self: range(self.game.players), takes_self=True))

    @cached_property
    def zones(self) -> list[int]:
        """What every zone becomes."""
        families, declared = self.game.program.zone_families, self.game.model.zones
        return [self._moved(families[zone.name], declared[zone.name].index, zone.index) for zone in self.game.zones]

    @cached_property
    def _every_card(self) -> list[int]:
        return [self.cards.get(card, card) for card in range(len(self.game.cards))]

    @cached_property
    def _values(self) -> list[tuple[int, int, Convert | None]]:
        """Where each value is kept, where it is then, and what becomes of it."""
        found = []
        options = {drawn(name): option for name, option in self.game.model.options.items()}
        for name, family in self.game.program.var_families.items():
            declared = self.game.model.vars.get(name)
            # others are options that were drawn, and what is noted for whoever watches
            option = options.get(name)
            types = declared.index if declared is not None else ()
            convert = self.convert(declared.type if declared is not None else option.type if option else t.NUMBER)
            for index in family.indices():
                found.append((family.number(index), self._moved(family, types, index), convert))
        return found

    @cached_property
    def places(self) -> list[int]:
        """Where each value is kept then, by where it is now."""
        return [to for _, to, _ in sorted(self._values, key=lambda row: row[0])]

    def _moved(self, family: Family, types: tuple[t.Type, ...], index: tuple[int, ...]) -> int:
        """Where something that is kept under an index is found then."""
        return family.number(tuple(self.value(type_, value) for type_, value in zip(types, index, strict=True)))

    def value(self, type_: t.Type, value: Any) -> Any:
        """What a value of a type becomes."""
        convert = self.convert(type_) if value is not None else None
        return value if convert is None else convert(value)

    def convert(self, type_: t.Type | None) -> Convert | None:
        """What makes of a value of a type what it becomes; None: it stays."""
        match type_:
            case t.CardOf():
                return self.card
            case t.Kind(name) if name in self.kinds:
                return self.kinds[name].__getitem__
            case t.Seat():
                return self.seats.__getitem__
            case t.ZoneOf():
                return self.zones.__getitem__
            case t.Maybe(of):
                inner = self.convert(of)
                return None if inner is None else lambda value: None if value is None else inner(value)
            case t.ListOf(of):
                member = self.convert(of)
                return None if member is None else lambda row: tuple([member(value) for value in row])
        return None

    def card(self, card: Any) -> Any:
        """What a card becomes, or what a seat calls one that it does not see: that names a place."""
        if card.__class__ is int:
            return self._every_card[card] if card >= 0 else card
        return (card[0], self.zones[card[1]], *card[2:]) if hidden(card) else card

    def chosen(self, choice: Choice) -> tuple[Any, ...]:
        """What the values of a choice become; those of a group in the order of their numbers."""
        return in_order(choice.params, [self.value(param.type, value) for param, value in choice.rows])

    def lying(self, state: State) -> list[list[int]]:
        """What lies where."""
        made: list[list[int]] = [[]] * len(state.z)
        cards, zones = self._every_card, self.game.zones
        for number, zone in enumerate(state.z):
            row = [cards[card] for card in zone]
            if zones[number].loose:
                row.sort()
            made[self.zones[number]] = row
        return made

    def kept(self, state: State) -> list[Any]:
        """What variables are."""
        values, made = state.v, state.v[:]
        for place, to, convert in self._values:
            value = values[place]
            made[to] = convert(value) if convert is not None and value is not None else value
        return made

    def up(self, state: State) -> list[bool]:
        """Which side is up."""
        made = state.up[:]
        for card, to in enumerate(self._every_card):
            made[to] = state.up[card]
        return made

    def laid(self, state: State) -> State:
        """The table as one that can be looked at; what is under way is as it was."""
        made = state.copy()
        made.z, made.v, made.up = self.lying(state), self.kept(state), self.up(state)
        for number, cards in enumerate(made.z):
            for card in cards:
                made.loc[card] = number
        made.player = self.seats[state.player] if state.player >= 0 else state.player
        made.winners = tuple(self.seats[seat] for seat in state.winners)
        return made


Offered = tuple[int, tuple[Any, ...]]


def renamed(s: State, exchange: Exchange) -> State:
    """That moment with other names; nobody has been asked yet."""
    made = exchange.laid(s)
    for slot, type_ in asked_of(s.game, s.site).items() if made.frames else ():
        made.frames[-1][slot] = exchange.value(type_, made.frames[-1][slot])
    return made


@lru_cache(maxsize=512)
def asked_of(game: Game, site: int) -> dict[int, t.Type]:
    """Where the body that asks keeps the locals that a decision looks at, with their types."""
    slots = game.plan.slots(site)
    names = [node for node in below(asks(game.asked(site))) if isinstance(node, core.Local)]
    return {slots[node.name]: node.type for node in names if node.name in slots}


def asks(choose: core.Choose[core.Stmt]) -> tuple[Any, ...]:
    """What a decision looks at before anything is chosen."""
    offers = [(o.given, o.params, o.filters, o.template) for o in choose.offers]
    return (choose.who, choose.acting, choose.amount, choose.declined, *(part for offer in offers for part in offer))


def offered(s: State) -> set[Offered]:
    """What the rules let the asked player choose from, as that player sees it: numbers of offers, and values."""
    choose = s.game.asked(s.site)
    found = set()
    for candidate in judge(Evaluator(s.game.program, s), choose, environment(s)):
        if candidate.removed is None:
            params = choose.offers[candidate.offer].params
            row = row_as_seen(s, eyes(s), params, candidate.values)
            found.add((candidate.offer, in_order(params, row)))
    return found


def in_order(params: Sequence[core.Param], values: Sequence[Any]) -> tuple[Any, ...]:
    """Values of parameters, those of a group in the order of their numbers: which comes first, names decide."""
    return tuple(tuple(sorted(value)) if param.groups else value for param, value in zip(params, values, strict=True))
