"""What came out of many games, by columns: some 50 bytes a game, and nothing made for each of them in Python."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, TypeVar, overload

import attrs

CUT_OFF = -1
FLOW = "end of the flow"  # in words, where no ending is named

T = TypeVar("T")


@attrs.frozen
class Columns:
    """Games one after the other, from the number `first` on.

    won: of every seat of every game, 0 or in which place it is named among the winners. scores: of every seat of every
    game. ending: which of `names`, "" for the end of the flow, or CUT_OFF.
    """

    first: int
    players: int
    won: bytearray = attrs.field(factory=bytearray)
    scores: array[int] = attrs.field(factory=lambda: array("q"))
    decisions: array[int] = attrs.field(factory=lambda: array("i"))
    turns: array[int] = attrs.field(factory=lambda: array("i"))
    ending: array[int] = attrs.field(factory=lambda: array("i"))
    names: list[str] = attrs.field(factory=list)

    def __len__(self) -> int:
        return len(self.decisions)

    def number_of(self, ending: str | None) -> int:
        """The number of an ending here, a new one if need be."""
        if ending is None:
            return CUT_OFF
        if ending not in self.names:
            self.names.append(ending)
        return self.names.index(ending)

    def put(self, at: int, winners: Sequence[int], scores: Sequence[int], counts: tuple[int, int], end: int) -> None:
        """One game into its place. counts: decisions and turns."""
        places = bytearray(self.players)
        for place, seat in enumerate(winners, 1):
            places[seat] = place
        own = slice(at * self.players, (at + 1) * self.players)
        self.won[own] = places
        self.scores[own] = array("q", scores)
        for column, value in zip((self.decisions, self.turns, self.ending), (*counts, end), strict=True):
            column[at : at + 1] = array("i", [value])

    def extend(self, more: Columns) -> None:
        """The games that come next."""
        self.won.extend(more.won)
        for name in ("scores", "decisions", "turns"):
            getattr(self, name).extend(getattr(more, name))
        here = [self.number_of(name) for name in more.names]
        same = here == list(range(len(here)))
        self.ending.extend(more.ending if same else array("i", (n if n < 0 else here[n] for n in more.ending)))

    def part(self, start: int, end: int) -> Columns:
        """Some of the games, by their places here."""
        seats = slice(start * self.players, end * self.players)
        counts = self.decisions[start:end], self.turns[start:end], self.ending[start:end]
        return Columns(self.first + start, self.players, self.won[seats], self.scores[seats], *counts, names=self.names)

    def only(self, places: Sequence[int]) -> Columns:
        """The games at these places, with other numbers."""
        found = Columns(self.first, self.players, names=self.names)
        for place in places:
            found.extend(self.part(place, place + 1))
        return found

    def winners(self, at: int) -> tuple[int, ...]:
        """Who won the game at a place, in the order in which they are named."""
        return in_order(self.won[at * self.players : (at + 1) * self.players])

    def scores_of(self, at: int) -> tuple[int, ...]:
        return tuple(self.scores[at * self.players : (at + 1) * self.players])

    def ending_of(self, at: int) -> str | None:
        number = self.ending[at]
        return None if number == CUT_OFF else self.names[number]


def in_order(places: bytes | bytearray) -> tuple[int, ...]:
    """The seats that are named, by their places."""
    return tuple(seat for _, seat in sorted((place, seat) for seat, place in enumerate(places) if place))


class Column(Sequence[T], Generic[T]):
    """One column of a run, read like a list. at: what stands at a place."""

    def __init__(self, count: int, at: Callable[[int], T]) -> None:
        self._places, self._at = range(count), at

    @overload
    def __getitem__(self, place: int) -> T: ...
    @overload
    def __getitem__(self, place: slice) -> list[T]: ...
    def __getitem__(self, place: Any) -> Any:
        found = self._places[place]
        return self._at(found) if isinstance(found, int) else list(map(self._at, found))

    def __iter__(self) -> Iterator[T]:
        return map(self._at, self._places)

    def __len__(self) -> int:
        return len(self._places)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Column, list)):
            return NotImplemented
        return len(self) == len(other) and all(one == two for one, two in zip(self, other, strict=True))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        more = ", ..." if len(self) > 10 else ""
        return f"[{', '.join(map(repr, self[:10]))}{more}]"


class Playouts:
    """All games of a run: what came out of each, in order, and the engine that played them."""

    def __init__(self, engine: str, columns: Columns) -> None:
        self.engine, self.columns = engine, columns
        count = len(columns)
        self.winners = Column(count, columns.winners)
        self.scores = Column(count, columns.scores_of)
        self.lengths = Column(count, columns.decisions.__getitem__)
        self.turns = Column(count, columns.turns.__getitem__)
        self.endings = Column(count, columns.ending_of)

    def __len__(self) -> int:
        return len(self.columns)
