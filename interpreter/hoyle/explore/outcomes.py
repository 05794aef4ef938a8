"""All that chance can bring, one outcome after the other.

A shuffle, or a draw of several, is one number of so many: orders in which only cards are exchanged that nobody can tell
apart are the same outcome. The play that comes of it is told as any script is, number by number.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from math import comb
from typing import Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Open, Script
from hoyle.trials.checks.redealt import drawn_cards

Ranks = tuple[int, ...]


@attrs.define(eq=False)
class Outcomes(Script):
    """numbers: the number of each outcome so far, of which so many are used; `Open` is raised where one is missing.

    same: for each card the lowest one that looks like it; up: the sides of cards; drawn: the names of draws of cards.
    orders: at most so many of each shuffle. plain: if telling, the same in the numbers of a script. bounded: whether an
    order was left out.
    """

    same: Sequence[int] = attrs.field(kw_only=True)
    up: Sequence[bool] = attrs.field(kw_only=True)
    drawn: Container[str] = attrs.field(kw_only=True, default=())
    orders: int | None = attrs.field(kw_only=True, default=None)
    used: int = attrs.field(init=False, default=0)
    telling: bool = attrs.field(kw_only=True, default=False)
    plain: list[int] = attrs.field(init=False, factory=list)
    bounded: bool = attrs.field(init=False, default=False)

    def next(self, state: Any, limit: int) -> int:
        if limit < 2:
            return 0
        number = self._settled(limit)
        self.plain.append(number)
        return number

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        return self._laid(pool, count, [self._looks(card) for card in pool] if name in self.drawn else pool, None)

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        pool = cards[::-1]
        return list(self._laid(pool, len(pool), [self._looks(card) for card in pool], self.orders))[::-1]

    def _looks(self, card: int) -> tuple[int, bool]:
        return self.same[card], self.up[card]

    def _settled(self, limit: int) -> int:
        """The number of the next outcome."""
        if limit == 1:
            return 0
        if self.used == len(self.numbers):
            raise Open(limit)
        self.used += 1
        return self.numbers[self.used - 1]

    def _laid(self, pool: Sequence[Any], count: int, classes: Sequence[Any], most: int | None) -> tuple[Any, ...]:
        """Some of a pool, one after the other. classes: what its members look like; most: how many ways are tried."""
        first: dict[Any, int] = {}
        rows = _rows(tuple([first.setdefault(of, len(first)) for of in classes]), count)
        tried = rows.count if most is None else min(rows.count, most)
        self.bounded = self.bounded or tried < rows.count
        found = rows.row(self._settled(tried) * rows.count // tried)
        if self.telling:
            self.plain += told(found, len(pool))
        return tuple([pool[place] for place in found])


class Chance:
    """What chance can bring in one game."""

    def __init__(self, game: Game, orders: int | None) -> None:
        program = game.program
        kept = any(program.values_of(card.number) for card in game.cards)
        # where something is kept for each card, all are different
        self.same = [card.number if kept else card.same for card in game.cards]
        self.drawn = drawn_cards(game)
        self.game, self.orders = game, orders

    def __call__(self, ranks: Ranks, state: State, telling: bool = False) -> Outcomes:
        return Outcomes(ranks, same=self.same, up=state.up, drawn=self.drawn, orders=self.orders, telling=telling)

    def step(self, state: State, choice: int, ranks: Ranks) -> State:
        """What comes of a choice (-1: of the start) if chance brings that. Raises `Open` if that is not enough."""
        made = state.copy()
        made.seed, made.draws, made.log = self(ranks, made), 0, None
        if choice < 0:
            self.game.perform(made, "flow", ())
        else:
            made.choose(made.choices[choice])
        return made

    def comes_of(self, state: State, choice: int, most: int) -> Iterator[tuple[Ranks, State | HoyleError | Open]]:
        """All that may come of a choice, whatever chance brings; and what the engine refuses to do.

        most: where there are more outcomes than that, none is gone after.
        """
        waiting: list[Ranks] = [()]
        while waiting:
            ranks = waiting.pop()
            try:
                yield ranks, self.step(state, choice, ranks)
            except Open as more:
                if more.limit > most:
                    yield ranks, more
                else:
                    waiting += [(*ranks, number) for number in range(more.limit - 1, -1, -1)]
            except HoyleError as error:
                yield ranks, error


def told(row: Sequence[int], size: int) -> Iterator[int]:
    """A row of places in the numbers of a script."""
    left = list(range(size))
    for place in row:
        if len(left) > 1:
            yield left.index(place)
        left.remove(place)


class Rows:
    """All rows of some length that can be laid from members of some classes, each with its number from 0 on.

    pattern: the class of each member of a pool. A row says which places of the pool are taken, one after the other; of
    those that look alike the one that lies first is taken first.
    """

    def __init__(self, pattern: tuple[int, ...], length: int) -> None:
        self.pattern, self.length = pattern, length
        self.counts = Counter(pattern)
        self.count = arrangements(tuple(self.counts.values()), length)
        self.all: Iterator[tuple[int, ...]] = iter(())
        self.next = -1

    def row(self, number: int) -> tuple[int, ...]:
        """The row with that number; quick if all are different and they are asked for one after the other."""
        if number == 0 and len(self.counts) == len(self.pattern):
            self.all, self.next = permutations(range(len(self.pattern)), self.length), 0
        if number != self.next:
            return tuple(self._places(number))
        self.next += 1
        return next(self.all)

    def _places(self, rank: int) -> Iterator[int]:
        left = dict(self.counts)
        members = {of: deque(p for p, other in enumerate(self.pattern) if other == of) for of in left}
        for remaining in range(self.length, 0, -1):
            for of in left:
                if not left[of]:
                    continue
                left[of] -= 1
                ways = arrangements(tuple(left.values()), remaining - 1)
                if rank < ways:
                    yield members[of].popleft()
                    break
                rank -= ways
                left[of] += 1


_rows = lru_cache(maxsize=200)(Rows)


@lru_cache(maxsize=100_000)
def arrangements(counts: tuple[int, ...], length: int) -> int:
    """In how many ways a row of that length can be laid from classes of so many each."""
    ways = [1] + [0] * length
    for count in counts:
        ways = [
            sum(ways[used - more] * comb(used, more) for more in range(min(count, used) + 1))
            for used in range(length + 1)
        ]
    return ways[length]
