"""A table in words, with the names the author gave to the seats."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle import types as t
from hoyle.diagnostics.visible import visible
from hoyle.run import parts
from hoyle.run.choices import Choice
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
        """A value as the author would write it."""
        inner = t.settled(type_)
        if value is None:
            return "none"
        match inner:
            case t.ZoneOf(cards):
                return self._several(s, cards, s.z[value])
            case t.ListOf(of):
                return self._several(s, of, list(value))
            case t.Seat():
                return self.seat(value)
            case t.Kind(name):
                return str(s.game.model.kinds[name].members[value])
            case t.CardOf():
                return self.said(parts.value(s.game, inner, value))
            case t.YesNo():
                return "yes" if value else "no"
        return str(value)

    def _several(self, s: State, of: t.Type, values: list[Any]) -> str:
        words = [self.value(s, of, v) for v in values[:MOST]]
        more = [f"{len(values) - MOST} more"] if len(values) > MOST else []
        return f"[{', '.join([*words, *more])}]"

    def choices(self, choices: tuple[Choice, ...]) -> str:
        words = [self.said(c.say) for c in choices[:MOST]]
        more = [f"{len(choices) - MOST} more"] if len(choices) > MOST else []
        return ", ".join([*words, *more])

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
            if len(cards) > MOST:
                named.append(f"{len(cards) - MOST} more")
            lines.append(f"{self.zone(s, zone.number)}: {', '.join(named)}")
        return lines

    def zone(self, s: State, number: int) -> str:
        zone = s.game.zones[number]
        return zone.name + self._index(s, s.game.model.zones[zone.name].index, zone.index)

    def _card(self, s: State, card: int, sided: bool) -> str:
        text = s.game.cards[card].text
        return f"{text} (face {'up' if side_in(s, card, s.loc[card]) else 'down'})" if sided else text

    def _values(self, s: State) -> list[str]:
        lines = []
        first = s.game.blank(0)
        for name, family in s.game.program.var_families.items():
            declared = s.game.model.vars.get(name)
            if declared is None:
                continue
            for place in family.indices():
                number = family.number(place)
                if s.v[number] != first.v[number]:
                    index = self._index(s, declared.index, place)
                    lines.append(f"{name}{index} = {self.value(s, declared.type, s.v[number])}")
        return lines

    def _index(self, s: State, types: tuple[t.Type, ...], values: tuple[int, ...]) -> str:
        if not types:
            return ""
        return f"[{', '.join(self.value(s, ty, v) for ty, v in zip(types, values, strict=True))}]"
