"""Who sits where, so that luck falls on all alike.

A deal is played once for every bot: each time all of them move on by one, so that over these games every bot has sat
once at every place, with the same cards. From deal to deal the row in which they sit is another one, until all rows
have been played: who sits with whom, and behind whom, is even over these. Where there are more places than bots, every
bot has as many of them in a row as any other, or one more.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import islice

MOST = 1_000  # rows; of more than these some are drawn

Row = tuple[int, ...]  # for each place the number of a bot


def places(sides: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The seats of each place: those that win together are taken by one bot. sides: for each seat those that win with
    it, as bits."""
    return tuple(tuple(seat for seat in range(len(sides)) if side >> seat & 1) for side in dict.fromkeys(sides))


def rows(bots: int, places: int, seed: int | str) -> list[Row]:
    """The rows that are played, in the order in which they are, and then again from the first. Each has bot 0 in
    front, and stands for all that come of moving on."""
    chance = random.Random(f"rows:{seed}")
    found = list(islice(_even((0,), bots, places), MOST + 1))
    if len(found) > MOST:
        found = [_drawn(bots, places, chance) for _ in range(MOST)]
    chance.shuffle(found)
    return found


def moved_on(row: Row, bots: int) -> list[Row]:
    """The games of a deal."""
    return [tuple((bot + by) % bots for bot in row) for by in range(bots)]


def _even(start: Row, bots: int, places: int) -> Iterator[Row]:
    """All rows that start so and have no bot more often than any other, but for one time."""
    if len(start) == places:
        yield start
        return
    least, more = divmod(places, bots)
    often = [start.count(bot) for bot in range(bots)]
    room = least + (sum(count > least for count in often) < more)
    for bot in range(bots):
        if often[bot] < max(room, least):
            yield from _even((*start, bot), bots, places)


def _drawn(bots: int, places: int, chance: random.Random) -> Row:
    """Any such row."""
    least, more = divmod(places, bots)
    row = [*range(bots)] * least + chance.sample(range(bots), more)
    chance.shuffle(row)
    return tuple((bot - row[0]) % bots for bot in row)
