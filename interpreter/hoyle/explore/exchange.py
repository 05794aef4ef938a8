"""Exchanging members of a kind, or seats: a table with other suits, or with everybody on another seat.

An exchange changes a whole table: what lies where, variables, and what is under way with its typed locals. Two tables
that become each other have the same future, if the rules are the same for all that is exchanged (see symmetry.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hoyle import types as t
from hoyle.program.program import Family
from hoyle.program.set_out import drawn
from hoyle.run.game import Game
from hoyle.run.state import State

Convert = Callable[[Any], Any]


class Unknown(Exception):
    """It is not known what something becomes."""


class Exchange:
    """What every card, member of a kind and seat becomes."""

    def __init__(self, game: Game, cards: list[int], kinds: Mapping[str, list[int]], seats: list[int]) -> None:
        self.game, self.cards, self.kinds, self.seats = game, cards, kinds, seats
        program = game.program
        self.zones = [0] * len(game.zones)
        for zone in game.zones:
            family, types = program.zone_families[zone.name], game.model.zones[zone.name].index
            self.zones[zone.number] = self._moved(family, types, zone.index)
        self.sorted = [zone.loose for zone in game.zones]
        self.values: list[tuple[int, int, Convert | None]] = []
        options = {drawn(name): option for name, option in game.model.options.items()}
        for name, family in program.var_families.items():
            declared = game.model.vars.get(name)
            for index in family.indices():
                place = family.number(index)
                if declared is None:  # an option that was drawn, or a property that was put to the test
                    option = options.get(name)
                    self.values.append((place, place, self.convert(option.type if option else t.NUMBER)))
                else:
                    to = self._moved(family, declared.index, index)
                    self.values.append((place, to, self.convert(declared.type)))

    def _moved(self, family: Family, types: tuple[t.Type, ...], index: tuple[int, ...]) -> int:
        """Where something that is kept under an index is found then."""
        moved = [(self.convert(type_) or _same)(value) for type_, value in zip(types, index, strict=True)]
        return family.number(tuple(moved))

    def convert(self, type_: t.Type | None) -> Convert | None:
        """What a value of a type becomes; None: it stays."""
        match type_:
            case t.CardOf():
                return self._card
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
            case t.Numbers() | t.YesNo() | t.Text() | t.Kind() | t.Never():
                return None
        return _unknown

    def _card(self, card: Any) -> int:
        if card.__class__ is not int:
            raise Unknown  # what a seat calls a card that it does not see
        return self.cards[card] if card >= 0 else card

    # ------------------------------------------------------------------------------------------ a table

    def lying(self, state: State) -> list[list[int]]:
        """What lies where."""
        made: list[list[int]] = [[]] * len(state.z)
        cards = self.cards
        for number, zone in enumerate(state.z):
            row = [cards[card] for card in zone]
            if self.sorted[number]:
                row.sort()
            made[self.zones[number]] = row
        return made

    def kept(self, state: State) -> list[Any]:
        made = state.v[:]
        values = state.v
        for place, to, convert in self.values:
            value = values[place]
            made[to] = convert(value) if convert is not None and value is not None else value
        return made

    def up(self, state: State) -> list[bool]:
        made = state.up[:]
        for card, to in enumerate(self.cards):
            made[to] = state.up[card]
        return made


class Frames:
    """What becomes of what frames hold."""

    def __init__(self, game: Game) -> None:
        self.plan = game.plan
        self.known: dict[tuple[Any, int, int], list[tuple[int, Convert | None]]] = {}

    def living(self, exchange: Exchange, point: int, site: int | None) -> list[tuple[int, Convert | None]]:
        """The slots of a frame that are needed, and what becomes of what is kept there."""
        key = (exchange, point, -1 if site is None else site)
        found = self.known.get(key)
        if found is None:
            types = self.plan.types(self.plan.points[point].frame)
            places = self.plan.living(point, site)
            found = self.known[key] = [(place, exchange.convert(types[place])) for place in places]
        return found


def _same(value: Any) -> Any:
    return value


def _unknown(value: Any) -> Any:
    raise Unknown
