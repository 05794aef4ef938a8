"""A search through all tables of a game in C, as Python calls it: what is asked of it, and what it has found."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from hoyle.native.library import Library

MORE, VISITED, ENOUGH, BROKEN_OFF, COUNTLESS, UNABLE = range(6)
STAYS, A_CARD, A_SEAT, A_ZONE, UNKNOWN, A_KIND = range(6)
KINDS = ("always", "never", "eventually", "at end", "after")
START = -1  # where a step comes from that leads to the first table
NOWHERE = -2
MOST_TOLD = 1024
_LONG, _INT, _POINTER = ctypes.c_int64, ctypes.c_int32, ctypes.c_void_p

Sort = tuple[int, int]  # what a value is (from A_KIND on: a member of that kind), and how deep it lies in lists


@attrs.frozen
class Exchanged:
    """What cards, zones, seats, the places of values, and members of kinds become."""

    cards: Sequence[int]
    zones: Sequence[int]
    seats: Sequence[int]
    places: Sequence[int]
    kinds: Sequence[Sequence[int]]


@attrs.frozen
class Asked:
    """What is asked of a search. exchanges: if there are any, the first changes nothing. cells: of each point.

    tests: the number, the kind and the ending (-1: any) of each that the module asks. notes: the place and the number
    of each property that is noted. stopped_by: for each ending the property that ended the game, or -1. properties:
    how many. limit, orders: 0 for none.
    """

    exchanges: Sequence[Exchanged]
    values: Sequence[Sort]
    cells: Sequence[Sequence[Sort]]
    tests: Sequence[tuple[int, int, int]]
    notes: Sequence[tuple[int, int]]
    stopped_by: Sequence[int]
    properties: int
    limit: int
    orders: int


class _Row(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [("at", _POINTER), ("room", _LONG)]


class _Text(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [
        ("at", _POINTER),
        ("length", _LONG),
        ("room", _LONG),
        ("unknown", _INT),
        ("error", _INT),
    ]


class _Telling(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [
        ("orders", _LONG),
        *((name, _INT) for name in ("count", "used", "bounded")),
        ("ranks", _INT * MOST_TOLD),
        ("limits", _INT * MOST_TOLD),
    ]


class _Explorer(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [
        *((name, _LONG) for name in ("exchanges", "kinds", "widest", "codes")),
        *((name, _POINTER) for name in ("cards", "zones", "seats", "members", "places", "values", "cells", "cells_at")),
        *((name, _LONG) for name in ("limit", "tests", "notes")),
        *((name, _POINTER) for name in ("test_numbers", "test_kinds", "test_endings")),
        *((name, _POINTER) for name in ("note_places", "note_numbers", "stopped_by", "refuted", "reached")),
        *((name, _LONG) for name in ("tables", "visited", "edges", "over", "depth", "bounded", "ranks_kept", "lost")),
        *((name, _LONG) for name in ("failed_table", "failed_choice", "failed_ranks")),
        *((name, _Row) for name in ("parents", "choices", "ranks", "ranks_at", "levels")),
        *((name, _Row) for name in ("follow", "ends", "failed", "waiting", "known")),
        *((name, _LONG) for name in ("table", "choice", "many", "places_known")),
        ("state", _POINTER),
        ("least", _Text),
        ("other", _Text),
        ("telling", _Telling),
    ]


class Explorer:
    """One search. found: the numbers of tables and steps so far, as C has them."""

    def __init__(self, library: Library, asked: Asked) -> None:
        self._c = library.c
        self._kept: list[Any] = []  # what C looks at must stay where it is
        self.found = self._asked(asked)
        self._refuted, self._reached = ((_LONG * (asked.properties + 1))(*[-1] * (asked.properties + 1)) for _ in "xx")
        self.found.refuted, self.found.reached = map(ctypes.addressof, (self._refuted, self._reached))
        self._c.explore_size.restype = _LONG
        assert self._c.explore_size() == ctypes.sizeof(_Explorer)
        self.ready = bool(self._c.explore_start(ctypes.byref(self.found)))
        weakref.finalize(self, self._c.explore_end, ctypes.byref(self.found))

    def _asked(self, asked: Asked) -> _Explorer:
        made, exchanges = _Explorer(), asked.exchanges
        made.exchanges, made.codes, made.limit = len(exchanges), len(asked.cells), asked.limit
        made.kinds = len(exchanges[0].kinds) if exchanges else 0
        made.widest = max((len(row) for each in exchanges for row in each.kinds), default=0)
        made.telling.orders = asked.orders
        for name in ("cards", "zones", "seats", "places"):
            setattr(made, name, self._row(n for each in exchanges for n in getattr(each, name)))
        wide = [[*row, *[0] * (made.widest - len(row))] for each in exchanges for row in each.kinds]
        made.members = self._row(n for row in wide for n in row)
        made.values = self._sorts(asked.values)
        made.cells = self._sorts([sort for row in asked.cells for sort in row])
        starts = [0]
        for row in asked.cells:
            starts.append(starts[-1] + len(row))
        made.cells_at = self._row(starts)
        made.tests, made.notes = len(asked.tests), len(asked.notes)
        made.test_numbers, made.test_kinds, made.test_endings = (self._row(t[k] for t in asked.tests) for k in range(3))
        made.note_places, made.note_numbers = (self._row(note[k] for note in asked.notes) for k in range(2))
        made.stopped_by = self._row(asked.stopped_by)
        return made

    def _row(self, numbers: Any) -> int:
        row = array("i", numbers) or array("i", [0])
        self._kept.append(row)
        return row.buffer_info()[0]

    def _sorts(self, sorts: Sequence[Sort]) -> int:
        row = bytes(number for sort in sorts for number in sort) or b"\0\0"
        self._kept.append(ctypes.create_string_buffer(row, len(row)))
        return ctypes.addressof(self._kept[-1])

    # ------------------------------------------------------------------------------------------ searching

    def run(self, steps: int) -> int:
        """Some steps: MORE, or why it goes on no further."""
        return int(self._c.explore(ctypes.byref(self.found), _LONG(steps)))

    def goes_round(self) -> bool:
        """Whether it may be that a table comes back."""
        return bool(self._c.explore_round(ctypes.byref(self.found)))

    # ------------------------------------------------------------------------------------------ what was found

    @property
    def refuted(self) -> list[int]:
        """For each property the first table on which it does not hold, or -1."""
        return list(self._refuted)

    @property
    def reached(self) -> list[int]:
        """For each property the first table on which it came true, or was put to the test, or -1."""
        return list(self._reached)

    @property
    def parents(self) -> array[int]:
        return self._read("parents", "q", self.found.tables)

    @property
    def follow(self) -> array[int]:
        return self._read("follow", "q", self.found.edges)

    @property
    def ends(self) -> array[int]:
        return self._read("ends", "q", self.found.visited)

    @property
    def failed(self) -> tuple[int, ...]:
        """What chance brought in the first step that could not be done."""
        return tuple(self._read("failed", "i", self.found.failed_ranks))

    @property
    def telling(self) -> tuple[int, ...]:
        """What chance has brought in the step that is under way."""
        return tuple(self.found.telling.ranks[: self.found.telling.count])

    @property
    def steps(self) -> Steps:
        found = self.found
        kept = found.tables
        choices, ranks = self._read("choices", "i", kept), self._read("ranks", "i", found.ranks_kept)
        return Steps(choices, ranks, self._read("ranks_at", "q", kept + 1 if kept else 0))

    def _read(self, name: str, code: str, count: int) -> array[int]:
        made = array(code)
        if count:
            made.frombytes(ctypes.string_at(getattr(self.found, name).at, count * made.itemsize))
        return made


@attrs.frozen
class Steps:
    """For each table the choice that led there first, and what chance brought."""

    choices: array[int]
    ranks: array[int]
    starts: array[int]

    def __getitem__(self, table: int) -> tuple[int, tuple[int, ...]]:
        return self.choices[table], tuple(self.ranks[self.starts[table] : self.starts[table + 1]])
