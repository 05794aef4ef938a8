"""Scripts: what chance brings, told number by number instead of drawn from a seed.

Every number is below a limit that chance names, and 0 leaves things as they lie: a shuffle is a row of numbers, and if
all are 0 the cards keep their order; of what chance chooses from, 0 is the first. `State.draws` is the place in the
script, so a state copies with its script as with a seed, and plays again from the start as it was played.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import attrs

from hoyle.diagnostics import HoyleError, quote_value


@attrs.define(eq=False)
class Script:
    """Numbers that are known; behind the last one all are 0. Two scripts that tell the same are equal.

    A number is taken modulo what it must be below: a copy of a state that went another way may have asked for it.
    """

    numbers: Sequence[int] = ()

    def next(self, state: Any, limit: int) -> int:
        """The next number; where there is but one, nothing is drawn."""
        if limit < 2:
            return 0
        place = state.draws
        state.draws = place + 1
        return self.draw(place, limit)

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        """Members of a pool, one after the other out of what is left. name: what they are chosen as."""
        left = list(pool)
        return tuple(left.pop(self.next(state, len(left))) for _ in range(count))

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        """A new order. Each number says how many of those that are left lie above the next card, from the top on."""
        left = cards[::-1]
        return [left.pop(self.next(state, len(left))) for _ in cards][::-1]

    def above(self, state: Any, count: int) -> int:
        """How many of so many cards lie above one that is put anywhere."""
        return self.next(state, count + 1)

    def draw(self, place: int, limit: int) -> int:
        return self.numbers[place] % limit if place < len(self.numbers) else self.beyond(limit)

    def beyond(self, limit: int) -> int:
        """The number behind the last one."""
        return 0

    def told(self) -> tuple[int, ...]:
        """All numbers up to the last that is not 0."""
        end = len(self.numbers)
        while end and not self.numbers[end - 1]:
            end -= 1
        return tuple(self.numbers[:end])

    def __eq__(self, other: object) -> bool:
        return self.told() == other.told() if isinstance(other, Script) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it may grow


@attrs.define(eq=False)
class Drawn(Script):
    """Numbers that are drawn when they are first asked for, and remembered. source: gives one below a limit."""

    source: Callable[[int], int] = attrs.field(kw_only=True)
    numbers: list[int] = attrs.field(factory=list)

    def beyond(self, limit: int) -> int:
        number = self.source(limit)
        self.numbers.append(number)
        return number


class Open(Exception):
    """A script was asked for more than it knows. limit: how many numbers there are to go on with.

    The state that asked is in the middle of a step and of no use any more: go on from a copy made before it.
    """

    def __init__(self, limit: int) -> None:
        super().__init__("one of several")  # the limit may have more digits than Python writes
        self.limit = limit


def given(chance: Sequence[int]) -> tuple[int, ...]:
    """The numbers of a script, as somebody gave them."""
    numbers = tuple(chance) if isinstance(chance, (list, tuple)) else (None,)
    if any(number.__class__ is not int or number < 0 for number in numbers):
        help = "chance is told by a list of whole numbers from 0 on"
        raise HoyleError.plain("HYL903", f"{quote_value(chance)} is nothing that chance could bring", help)
    return numbers
