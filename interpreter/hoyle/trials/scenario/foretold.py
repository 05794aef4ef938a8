"""Chance in a scenario: it brings what the scenario foretells, and otherwise leaves things as they lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.asked import by_chance
from hoyle.run.game import Game
from hoyle.source import Span
from hoyle.table.script import Script


@attrs.frozen
class Wanted:
    """One thing that chance is to bring: the cards on top of a zone, or something it picks.

    cards: by their numbers. values: everything a pick may mean, each with its type.
    """

    span: Span
    zone: int | None = None
    cards: tuple[int, ...] = ()
    values: tuple[tuple[t.Type, Any], ...] = ()


class Unfit(Exception):
    """What is foretold cannot be: what is so instead."""

    def __init__(self, wanted: Wanted, actual: str) -> None:
        super().__init__(actual)
        self.wanted, self.actual = wanted, actual


@attrs.define(eq=False)
class Foretold(Script):
    """game: whose chance it is. wanted: what is still to come, in order."""

    game: Game = attrs.field(kw_only=True)
    wanted: list[Wanted] = attrs.field(factory=list, kw_only=True)

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        left = list(pool)
        types = by_chance(self.game.model).get(name, set()) if self.wanted else set()
        return tuple(left.pop(self._place(left, types)) for _ in range(count))

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        if not self.wanted or not cards or state.loc[cards[0]] != self.wanted[0].zone:
            return cards[:]
        wanted = self.wanted.pop(0)
        left, top = cards[::-1], []
        for card in wanted.cards:
            found = next((other for other in left if self.same(card, other)), None)
            if found is None:
                raise Unfit(wanted, f"{self.game.cards[card].text} is not there when it is shuffled")
            left.remove(found)
            top.append(found)
        return [*top, *left][::-1]

    def above(self, state: Any, count: int) -> int:
        return self._place(range(count + 1), {t.NUMBER})

    def _place(self, pool: Sequence[Any], types: set[t.Type]) -> int:
        """Where in a pool the next pick stands; the first if nothing is foretold of it."""
        meant = self.wanted[0].values if self.wanted else ()
        for type_, value in meant:
            for place, member in enumerate(pool):
                cards = isinstance(t.settled(type_), t.CardOf)
                if type_ in types and (self.same(value, member) if cards else value == member):
                    self.wanted.pop(0)
                    return place
        return 0

    def same(self, card: int, other: int) -> bool:
        """Whether two cards are one to a player."""
        program = self.game.program
        return program.card(card).same == program.card(other).same
