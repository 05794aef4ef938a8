"""A table in words, with the names the author gave to the seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import attrs

from hoyle import model, values
from hoyle import types as t
from hoyle.diagnostics.visible import visible
from hoyle.run import parts
from hoyle.run.choices import Choice
from hoyle.run.game import Game
from hoyle.run.parts import Said, in_words
from hoyle.run.state import State
from hoyle.source import Span
from hoyle.table.moves import side_in
from hoyle.values import seat_number

MOST = 12


def said(span: Span) -> str:
    """What stands there, as it is quoted: on one line."""
    return f"`{visible(' '.join(span.text.split()))}`"


def unnamed(players: int) -> Words:
    """Words for a game whose seats nobody has named."""
    return Words(tuple(f"player_{n}" for n in range(1, players + 1)))


Variable = tuple[model.Var, tuple[int, ...], int]  # what declares it, under which index, and its place in a state


@lru_cache(maxsize=64)
def variables(game: Game) -> list[Variable]:
    """Every value that a game keeps."""
    families = game.program.var_families
    every = game.model.vars.items()
    return [(var, index, families[name].number(index)) for name, var in every for index in families[name].indices()]


@attrs.frozen
class Words:
    """Says values, choices and tables of one game. seats: what each player is called."""

    seats: tuple[str, ...]

    def seat(self, number: int) -> str:
        return self.seats[number] if 0 <= number < len(self.seats) else seat_number(number)

    def said(self, what: Said) -> str:
        """What the engine says, with the names of the seats."""
        return in_words(what, self.seat)

    def value(self, s: State, type_: t.Type, value: Any) -> str:
        """A value as the author would write it; of a list or a zone, what is in it."""
        inner = t.settled(type_)
        if isinstance(inner, t.ZoneOf) and value is not None:
            inner, value = t.ListOf(inner.cards), s.z[value]

        def several(of: t.Type, values: Sequence[Any]) -> str:
            return f"[{_some([self.value(s, of, v) for v in values[:MOST]], len(values))}]"

        def card(number: Any) -> str:
            return self.said(parts.value(s.game, t.CARD, number))

        return values.in_words(inner, value, s.game.model.member, card=card, seat=self.seat, several=several)

    def choices(self, choices: tuple[Choice, ...]) -> str:
        return _some([self.said(c.say) for c in choices[:MOST]], len(choices))

    def pending(self, s: State) -> str:
        """Who is asked, and what can be answered."""
        if s.over:
            won = ", ".join(self.seat(w) for w in s.winners)
            return f"the game is over, won by {won}" if won else "the game is over, and nobody won"
        if not s.choices:
            return "nobody is asked anything"
        return f"{self.seat(s.player)} chooses between: {self.choices(s.choices)}"

    # ------------------------------------------------------------------------------------------ the table

    def table(self, s: State) -> list[str]:
        """Every zone that has cards in it but the box, and every variable that has left its first value."""
        return [*self._zones(s), *self._values(s), self.pending(s)]

    def _zones(self, s: State) -> list[str]:
        lines = []
        box = s.game.program.zone_families["box"].base
        for zone, cards in zip(s.game.zones, s.z, strict=True):
            if not cards or zone.number == box:
                continue
            named = [self._card(s, card, zone.facing is None) for card in cards[:MOST]]
            lines.append(f"{self.zone(s, zone.number)}: {_some(named, len(cards))}")
        return lines

    def zone(self, s: State, number: int) -> str:
        zone = s.game.zones[number]
        return zone.name + self._index(s, s.game.model.zones[zone.name].index, zone.index)

    def _card(self, s: State, card: int, sided: bool) -> str:
        text = s.game.cards[card].text
        return f"{text} (face {'up' if side_in(s, card, s.loc[card]) else 'down'})" if sided else text

    def _values(self, s: State) -> list[str]:
        first = s.game.blank(0).v
        return [
            f"{var.name}{self._index(s, var.index, index)} = {self.value(s, var.type, s.v[number])}"
            for var, index, number in variables(s.game)
            if s.v[number] != first[number]
        ]

    def _index(self, s: State, types: tuple[t.Type, ...], values: tuple[int, ...]) -> str:
        if not types:
            return ""
        return f"[{', '.join(self.value(s, ty, v) for ty, v in zip(types, values, strict=True))}]"


def _some(words: list[str], count: int) -> str:
    """The first of so many, and how many more there are."""
    more = [f"{count - len(words)} more"] if count > len(words) else []
    return ", ".join([*words, *more])
