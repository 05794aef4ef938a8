"""Thinking in C, as Python calls it (see `worlds.h` and `think.h`)."""

from __future__ import annotations

import ctypes
import mmap
import threading
from array import array
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

import attrs

from hoyle.native.library import NONE, PRIVATE, Library

_LONG, _INT, _POINTER, _DOUBLE = ctypes.c_int64, ctypes.c_int32, ctypes.c_void_p, ctypes.c_double
# how good a world is: not as the seat thinks; nearly even; each as likely as others
LOOSE, WALKED, ANY_ORDER = range(3)


@attrs.frozen
class Unknown:
    """What a seat does not know of a table.

    cards: those whose places it does not know, in the order of their numbers; sort: numbers, cards of one sort can
    lie in each other's places; row: which of `may` says, zone by zone, whether a card may lie there. values: variables
    the seat may not know, with what they may be; names: those that hold cards, with how deep in lists, and where these
    may lie: for each zone, for none, and for each card whether it may be. seat, answers: who has answered what, by
    number, since others answered in secret, which they do anew; -1: nobody has.
    """

    cards: Sequence[int]
    sort: Sequence[int]
    row: Sequence[int]
    may: Sequence[bytes]
    values: Sequence[tuple[int, Sequence[int | None]]] = ()
    names: Sequence[tuple[int, int, bytes]] = ()
    seat: int = -1
    answers: Sequence[int] = ()


@attrs.frozen
class Thought:
    """What a seat thinks about, and how far. side: the seats that win with it, as bits, or 0 if the table says who
    does; rising: whether more points are better; close: whether a game is tried to the next deal, or to its end;
    scores: how much of a hundred they count for at an end; scale: a difference that is much; cap: decisions after which
    a game is left."""

    seat: int
    side: int
    playouts: int
    rising: bool
    close: bool
    scores: int
    cap: int
    scale: float
    seed: int


class Opinion(NamedTuple):
    """How often something was tried, and the sum of what it was worth, and of its square."""

    tried: int
    sum: float
    squares: float

    @property
    def mean(self) -> float:
        return self.sum / self.tried if self.tried else 0.0


class Verdict(NamedTuple):
    """The choice, what is thought of each, and by how much the best is better than the last it was compared with."""

    choice: int
    opinions: tuple[Opinion, ...]
    ahead: Opinion


class _Unknown(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = (
        [(name, _LONG) for name in ("count", "sorts", "values", "names", "seat", "answered")]
        + [(name, _POINTER) for name in ("cards", "sort", "row", "may")]
        + [(name, _POINTER) for name in ("value", "known_at", "known", "name", "depth", "answers", "where")]
    )


class _Thought(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [
        (name, _LONG) for name in ("seat", "side", "playouts", "rising", "close", "scores", "cap")
    ] + [("scale", _DOUBLE), ("seed", ctypes.c_uint64)]


class _Opinion(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [("tried", _LONG), ("sum", _DOUBLE), ("squares", _DOUBLE)]

    def read(self) -> Opinion:
        return Opinion(self.tried, self.sum, self.squares)


class _Bench(threading.local):
    """Where a thread thinks: whole states, of which only the pages that are touched take memory."""

    def __init__(self, size: int) -> None:
        self.states = [(ctypes.c_char * size).from_buffer(mmap.mmap(-1, size, **PRIVATE)) for _ in range(4)]


class _Rows:
    """What C looks at of what is unknown; it must stay where it is meanwhile."""

    def __init__(self, unknown: Unknown) -> None:
        known = [NONE if value is None else int(value) for _, values in unknown.values for value in values]
        ends = [0]
        for _, values in unknown.values:
            ends.append(ends[-1] + len(values))
        self.may = b"".join(unknown.may)
        numbers = (unknown.cards, unknown.sort, unknown.row)
        first = [array("i", row) for row in numbers]
        rest = [
            array("i", [number for number, _ in unknown.values]),
            array("i", ends),
            array("q", known),
            array("i", [number for number, _, _ in unknown.names]),
            array("i", [depth for _, depth, _ in unknown.names]),
            array("i", unknown.answers),
            array("B", b"".join(where for _, _, where in unknown.names)),
        ]
        self.kept = first, rest
        counts = len(unknown.cards), max(unknown.sort, default=-1) + 1, len(unknown.values), len(unknown.names)
        whose = unknown.seat, len(unknown.answers)
        may = ctypes.cast(ctypes.c_char_p(self.may), _POINTER).value
        starts = [row.buffer_info()[0] for row in first], [row.buffer_info()[0] for row in rest]
        self.in_c = _Unknown(*counts, *whose, *starts[0], may, *starts[1])


@lru_cache(maxsize=16)
def thinker(library: Library) -> Thinker:
    """Who thinks about the states of a library: they keep room for that."""
    return Thinker(library)


class Thinker:
    """Thinks about packed states of a game."""

    def __init__(self, library: Library) -> None:
        self.c, self.size, self.zones = library.c, library.size, len(library.plan.program.zones)
        self.library, self._bench = library, _Bench(library.size)
        self.c.imagined.restype = self.c.thought.restype = _LONG
        self.c.ruled_out.restype = None

    def imagined(self, data: bytes, unknown: Unknown, seed: int) -> tuple[bytes, int] | None:
        """A world, packed, and how good it is; None if there is no room for it."""
        state, _, at, *_ = self.library.desk.top
        rows, how = _Rows(unknown), _INT()
        seed_ = ctypes.c_uint64(seed)
        size = self.c.imagined(state, data, ctypes.byref(rows.in_c), seed_, ctypes.c_void_p(at), ctypes.byref(how))
        return (ctypes.string_at(at, size), how.value) if size else None

    def ruled_out(self, data: bytes, unknown: Unknown, seed: int, seat: int, choice: int) -> list[tuple[int, int]]:
        """The cards that cannot have been in zones that whoever is asked sees, if that choice is made."""
        state, bench, rows = self.library.desk.top[0], self._bench.states, _Rows(unknown)
        out = (ctypes.c_uint8 * max(len(unknown.cards) * self.zones, 1))()
        asked = ctypes.byref(rows.in_c), ctypes.c_uint64(seed), _LONG(seat), _LONG(choice)
        self.c.ruled_out(state, data, *asked, out, *bench[:3])
        return [(unknown.cards[n // self.zones], n % self.zones) for n, wrong in enumerate(bytes(out)) if wrong]

    def thought(self, data: bytes, unknown: Unknown, thought: Thought, choices: int) -> Verdict:
        """What the seat that is asked would do."""
        state, bench, rows = self.library.desk.top[0], self._bench.states, _Rows(unknown)
        of, order, ahead = (_Opinion * choices)(), (_INT * choices)(), _Opinion()
        asked = _Thought(*attrs.astuple(thought))
        refs = ctypes.byref(rows.in_c), ctypes.byref(asked)
        choice = self.c.thought(state, data, *refs, _LONG(choices), of, order, *bench[:2], ctypes.byref(ahead))
        return Verdict(choice, tuple(one.read() for one in of), ahead.read())
