"""Values, tables, deeds and what chance brings, as an author would write them in a scenario."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.script import by_chance
from hoyle.english import given
from hoyle.program.program import Zone
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.moves import side_in
from hoyle.table.script import Script
from hoyle.trials.words import variables
from hoyle.values import in_words


class Unsayable(Exception):
    """There are no words of the language for this."""


def _unsayable(value: Any) -> str:
    raise Unsayable


@attrs.frozen
class Written:
    """Writes for one game whose seats have these names. short: a card with one key is called by it alone."""

    game: Game
    seats: tuple[str, ...]
    short: bool

    def value(self, type_: t.Type, value: Any) -> str:
        def several(of: t.Type, values: Sequence[Any]) -> str:
            return f"[{', '.join(self.value(of, v) for v in values)}]"

        seat = self.seats.__getitem__
        return in_words(type_, value, self._member, card=self.card, seat=seat, several=several, other=_unsayable)

    def _member(self, kind: str, value: int) -> str:
        kinds = self.game.model.kinds
        member = self.game.model.member(kind, value)
        same = sum(member in map(str, other.members) for other in kinds.values())
        return member if same == 1 else f"{kind}.{member}"

    def _key(self, type_: t.Type, value: Any) -> str:
        """A key of a card: which kind its word is of says the column."""
        kind = t.settled(type_)
        return str(self.game.model.member(kind.name, value)) if isinstance(kind, t.Kind) else self.value(type_, value)

    def card(self, number: int) -> str:
        card = self.game.program.card(number)
        declared = self.game.model.card_types[card.cards]
        if not declared.keys:
            raise Unsayable
        values = [(declared.attributes[key], card.face[key]) for key in declared.keys]
        keys = [value if isinstance(value, str) else self._key(type_, value) for type_, value in values]
        every = [str(member) for kind in self.game.model.kinds.values() for member in kind.members]
        # a word that means one thing only names a card: it stands in a column of names
        if len(keys) == 1 and (self.short or every.count(keys[0]) == 1):
            return keys[0]
        return f"{card.cards}({', '.join(keys)})"

    def option(self, name: str, value: Any) -> str:
        """An option's value as it was given to the game."""
        seat = isinstance(self.game.model.options[name].type, t.Seat) and isinstance(value, int)
        return self.seats[value - 1] if seat else given(value)

    def zone(self, number: int) -> str:
        zone = self.game.zones[number]
        return self.place(zone.name, self.game.model.zones[zone.name].index, zone.index)

    def place(self, name: str, types: tuple[t.Type, ...], index: tuple[Any, ...]) -> str:
        """One of the zones, or of the values, that a name has."""
        inside = ", ".join(self.value(ty, v) for ty, v in zip(types, index, strict=True))
        return f"{name}[{inside}]" if inside else name

    def call(self, name: str, types: tuple[t.Type, ...], values: tuple[Any, ...]) -> str:
        args = ", ".join(self.value(ty, v) for ty, v in zip(types, values, strict=True))
        return f"{name}({args})" if args else name

    def table(self, s: State, names: Collection[str]) -> Iterator[str]:
        """What is given of a table: these zones and variables; those left out stay as they begin."""
        first = s.game.blank(0).v
        for var, index, number in variables(s.game):
            if var.name in names and s.v[number] != first[number]:
                yield f"{self.place(var.name, var.index, index)} = {self.value(var.type, s.v[number])}"
        for zone in s.game.zones:
            if zone.name in names and zone.name != "box":
                lying = [(_side(s, card, zone), self.card(card)) for card in s.z[zone.number]]
                for side, cards in groupby(lying, key=lambda one: one[0]):
                    yield f"{self.zone(zone.number)} holds {', '.join(card for _, card in cards)}{side}"


def _side(s: State, card: int, zone: Zone) -> str:
    """Which side is up, if the zone does not say so itself."""
    side = "up" if side_in(s, card, zone.number) else "down"
    return "" if side == (zone.facing or "down") else f" face {side}"


@attrs.frozen
class Note:
    """about: the zone that was shuffled, or -1 for a pick. moved: whether it is not as it lies."""

    about: int
    text: str
    moved: bool


@attrs.define(eq=False)
class Noted(Script):
    """A script that notes what it brings."""

    written: Written = attrs.field(kw_only=True)
    notes: list[Note] = attrs.field(factory=list, kw_only=True)

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        found = super().pick(state, pool, count, name)
        types = by_chance(self.written.game.model).get(name)
        if types:  # an option that chance decides is set by the scenario
            self._picked([self.written.value(min(types, key=str), v) for v in found], found != tuple(pool[:count]))
        return found

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        after = super().shuffle(state, cards)
        zone, left, top = state.loc[cards[0]] if cards else -1, cards[::-1], after[::-1]
        said = 1
        while said < len(top) and top[said:] != [card for card in left if card not in top[:said]]:
            said += 1
        named = ", ".join(self.written.card(card) for card in top[:said])
        self.notes.append(Note(zone, f"chance shuffles {self.written.zone(zone)} to {named}", after != cards))
        return after

    def above(self, state: Any, count: int) -> int:
        number = super().above(state, count)
        self._picked([self.written.value(t.NUMBER, number)], number > 0)
        return number

    def _picked(self, words: list[str], moved: bool) -> None:
        self.notes.append(Note(-1, f"chance picks {', '.join(words)}", moved))

    def taken(self) -> list[str]:
        """What has to be said of chance since this was last asked: what moved something, and the like before it."""
        notes, self.notes = self.notes, []
        last = {note.about: place for place, note in enumerate(notes) if note.moved}
        return [note.text for place, note in enumerate(notes) if place <= last.get(note.about, -1)]
