"""A batch of games in C, as Python calls it (see `batch.h`)."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ClassVar

import attrs

from hoyle.native.library import Library

_LONG, _POINTER = ctypes.c_int64, ctypes.c_void_p


class _Place(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = (
        [("state", _POINTER), ("answers", ctypes.POINTER(ctypes.c_uint32))]
        + [(name, _LONG) for name in ("room", "count", "most", "number")]
        + [("seed", ctypes.c_uint8 * 16)]
    )


class _Batch(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = (
        [(name, _LONG) for name in ("places", "again", "length")]
        + [("text", ctypes.c_char_p), ("endings", _POINTER), ("place", ctypes.POINTER(_Place))]
        + [(name, _POINTER) for name in ("player", "choices", "decisions", "ending", "over", "won", "scores")]
    )


class _Numbering(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [
        ("count", _LONG),
        *((name, _POINTER) for name in ("sites", "offers", "params", "values", "spots")),
    ]


class _Observing(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [
        *((name, _LONG) for name in ("width", "marks", "groups", "cells")),
        *((name, _POINTER) for name in ("order", "starts", "mark", "cell", "looks", "kinds")),
    ]


@attrs.frozen
class Shown:
    """What is shown of the games of a batch, a row for each place, as C writes it: see `run/batch.py`."""

    player: Any
    choices: Any
    decisions: Any
    ending: Any
    over: Any
    won: Any
    scores: Any


def shown(places: int, players: int) -> Shown:
    """Rows for so many places."""
    number, mark = ctypes.c_int32 * places, ctypes.c_uint8 * places
    won, scores = ctypes.c_uint8 * players * places, _LONG * players * places
    return Shown(number(), number(), number(), number(), mark(), won(), scores())


@attrs.frozen
class Numbers:
    """How a game numbers all that can be chosen, as rows for C: see `Numbering` in `batch.h`."""

    count: int
    sites: array[int]
    offers: array[int]
    params: array[int]
    values: array[int]
    spots: array[int]

    def in_c(self) -> _Numbering:
        rows = (self.sites, self.offers, self.params, self.values, self.spots)
        return _Numbering(self.count, *(row.buffer_info()[0] for row in rows))


@attrs.frozen
class Observing:
    """What stands where in a row of what is seen, as rows for C: see `Observing` in `observed.h`."""

    width: int
    marks: int
    order: array[int]
    starts: array[int]
    mark: array[int]
    cell: array[int]
    looks: array[int]
    kinds: array[int]

    def in_c(self) -> _Observing:
        rows = (self.order, self.starts, self.mark, self.cell, self.looks, self.kinds)
        sizes = (self.width, self.marks, len(self.starts) - 1, len(self.cell))
        return _Observing(*sizes, *(row.buffer_info()[0] for row in rows))


class Places:
    """The games of a batch in C. Where several work on it, each has places of its own.

    again: whether a game that has ended is followed by the next one of its place; endings: how the endings of the
    library are numbered for whoever asks.
    """

    def __init__(self, library: Library, rows: Shown, again: bool, endings: Sequence[int], workers: int) -> None:
        self.c, self.library = library.c, library
        self.places = len(rows.player)
        self._kept = rows, (_Place * self.places)(), array("i", endings)
        _, place, numbers = self._kept
        arrays = (ctypes.addressof(row) for row in attrs.astuple(rows, recurse=False))
        self.batch = _Batch(self.places, again, 0, None, numbers.buffer_info()[0], place, *arrays)
        self.failed = (ctypes.c_uint8 * self.places)()
        for name in ("batch_start", "batch_step", "batch_wrong"):
            getattr(self.c, name).restype = _LONG
        self.c.batch_legal.restype = self.c.batch_find.restype = self.c.batch_observe.restype = None
        self._pool = ThreadPoolExecutor(workers) if workers > 1 else None
        size = -(-self.places // workers)
        self._parts = [(first, min(first + size, self.places)) for first in range(0, self.places, size)]
        weakref.finalize(self, _give_back, self.c, self.batch, self._kept, self._pool)

    def seeded(self, text: str) -> None:
        """From now on the seeds of games begin with this."""
        self._text = text.encode("utf-8", "surrogatepass")
        self.batch.text, self.batch.length = self._text, len(self._text)

    def start(self, seeds: bytes | None) -> bool:
        """New games: with those seeds, 16 bytes for each, or with those of their numbers; `failed` says where not."""
        return not self._each(lambda *part: self.c.batch_start(*part, seeds, self.failed))

    def wrong(self, answers: Any, width: int) -> int | None:
        """The first place whose answer is none of its choices. width: how many bytes an answer has."""
        at: int = self.c.batch_wrong(ctypes.byref(self.batch), answers, width)
        return None if at < 0 else at

    def step(self, answers: Any, width: int) -> bool:
        """One answer for each place, all of them choices; `failed` says where one stopped its game."""
        return not self._each(lambda *part: self.c.batch_step(*part, answers, width, self.failed))

    def legal(self, numbers: Numbers, out: Any) -> None:
        """Mark all numbers that can be chosen."""
        table = ctypes.byref(numbers.in_c())
        self._each(lambda *part: self.c.batch_legal(*part, table, out))

    def find(self, numbers: Numbers, wanted: Any, width: int, out: Any) -> None:
        """For every place the first choice that has the number that is wanted there; -1 where none has."""
        table = ctypes.byref(numbers.in_c())
        self._each(lambda *part: self.c.batch_find(*part, table, wanted, width, out))

    def observe(self, observing: Observing, out: Any) -> None:
        """For every place what whoever is asked there sees."""
        table = ctypes.byref(observing.in_c())
        self._each(lambda *part: self.c.batch_observe(*part, table, out))

    def led_to(self, at: int) -> tuple[bytes, array[int]]:
        """The seed and the answers of the game in a place."""
        place = self.batch.place[at]
        return bytes(place.seed), array("I", place.answers[: place.count])

    def _each(self, call: Callable[..., int | None]) -> int:
        """Have something done to all places. C lets go of the interpreter, so threads do."""
        batch, desk = ctypes.byref(self.batch), self.library.desk

        def part(bounds: tuple[int, int]) -> int:
            return call(desk.state, batch, *map(_LONG, bounds)) or 0

        return sum((map if self._pool is None else self._pool.map)(part, self._parts))


def _give_back(c: Any, batch: _Batch, kept: object, pool: ThreadPoolExecutor | None) -> None:
    if pool is not None:
        pool.shutdown()
    c.batch_free(ctypes.byref(batch))
