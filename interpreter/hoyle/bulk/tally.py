"""What came out of a number of games, in sums: of lots, of parts of a run, of the whole. All of it is exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import attrs

from hoyle.run.columns import CUT_OFF, FLOW, Columns, in_order

Sums = list[int]
Several = tuple[str, tuple[int, ...]]  # an ending, and more than one who won by it


def _seats() -> Any:
    """A number for each seat."""
    return attrs.Factory(lambda tally: [0] * tally.players, takes_self=True)


@attrs.define
class Tally:
    """Whoever shares a win has won. A game that was cut off counts among the decisions and the unfinished, nowhere
    else.

    lengths, scores: sums; length_squares, score_squares: sums of squares. several: how often several have won.
    """

    players: int
    finished: int = 0
    unfinished: int = 0
    decisions: int = 0
    no_winner: int = 0
    lengths: int = 0
    length_squares: int = 0
    wins: Sums = _seats()
    scores: Sums = _seats()
    score_squares: Sums = _seats()
    endings: Counter[str] = attrs.field(factory=Counter)
    several: Counter[Several] = attrs.field(factory=Counter)

    @property
    def games(self) -> int:
        return self.finished + self.unfinished

    def add(self, lot: Columns) -> None:
        """Games that are over, or were cut off."""
        self.decisions += sum(lot.decisions)
        cut = lot.ending.count(CUT_OFF)
        self.unfinished += cut
        over = lot if not cut else lot.only([at for at, end in enumerate(lot.ending) if end != CUT_OFF])
        self.finished += len(over)
        self._lengths(over)
        self._seats(over)
        for ending, games in Counter(over.ending).items():
            self.endings[over.names[ending] or FLOW] += games

    def _lengths(self, over: Columns) -> None:
        total, squares = _sums(Counter(over.decisions))
        self.lengths += total
        self.length_squares += squares

    def _seats(self, over: Columns) -> None:
        self.no_winner += len(over) - over.won.count(1)
        for seat in range(self.players):
            self.wins[seat] += len(over) - over.won[seat :: self.players].count(0)
            total, squares = _sums(Counter(over.scores[seat :: self.players]))
            self.scores[seat] += total
            self.score_squares[seat] += squares
        for at in _shared(over):
            winners = sorted(in_order(over.won[at * self.players : (at + 1) * self.players]))
            self.several[over.names[over.ending[at]] or FLOW, tuple(winners)] += 1

    def include(self, other: Tally) -> None:
        """The games of another tally besides these."""
        for field in attrs.fields(Tally):
            mine, theirs = getattr(self, field.name), getattr(other, field.name)
            match mine:
                case Counter():
                    mine.update(theirs)
                case list():
                    mine[:] = map(sum, zip(mine, theirs, strict=True))
                case int() if field.name != "players":
                    setattr(self, field.name, mine + theirs)

    def together(self) -> list[tuple[int, ...]]:
        """Seats that won together whenever one of them won: partners, if there were many games."""
        both: Counter[tuple[int, int]] = Counter()
        for (_, winners), games in self.several.items():
            both.update(dict.fromkeys(combinations(winners, 2), games))
        return list(self._groups(both))

    def _groups(self, both: Counter[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
        left = list(range(self.players))
        while left:
            one = left.pop(0)
            wins = self.wins[one]
            others = [seat for seat in left if both[one, seat] == wins == self.wins[seat] and wins]
            left = [seat for seat in left if seat not in others]
            if others:
                yield (one, *others)

    def as_data(self) -> dict[str, Any]:
        """As plain data, for a file."""
        data = {field.name: getattr(self, field.name) for field in attrs.fields(Tally)}
        return data | {"several": [[ending, list(seats), n] for (ending, seats), n in sorted(self.several.items())]}


def from_data(data: dict[str, Any]) -> Tally:
    """What `as_data` made data of."""
    several = Counter({(ending, tuple(seats)): games for ending, seats, games in data["several"]})
    return Tally(**data | {"endings": Counter(data["endings"]), "several": several})


def _sums(counted: Counter[int]) -> tuple[int, int]:
    """The sum and the sum of squares of numbers that were counted."""
    return sum(n * k for n, k in counted.items()), sum(n * n * k for n, k in counted.items())


def _shared(over: Columns) -> Iterator[int]:
    """Where more than one has won: somebody is named in the second place."""
    at = over.won.find(2)
    while at >= 0:
        yield at // over.players
        at = over.won.find(2, at + 1)
