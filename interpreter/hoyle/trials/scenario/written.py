"""Values and deeds as an author would write them in a scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import attrs

from hoyle import types as t
from hoyle.english import given
from hoyle.run.game import Game
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

    def card(self, number: int) -> str:
        card = self.game.program.card(number)
        declared = self.game.model.card_types[card.cards]
        if not declared.keys:
            raise Unsayable
        keys = [self._key(declared.attributes[key], card.face[key]) for key in declared.keys]
        if len(keys) == 1 and (self.short or self._one_of_its_kind(keys[0])):
            return keys[0]
        return f"{card.cards}({', '.join(keys)})"

    def _key(self, type_: t.Type, value: Any) -> str:
        return value if isinstance(value, str) else self.value(type_, value)

    def _one_of_its_kind(self, word: str) -> bool:
        """Whether a word names a card and nothing else: a name in a column of names."""
        kinds = self.game.model.kinds.values()
        return Counter(str(member) for kind in kinds for member in kind.members)[word] == 1

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
