"""A compiled game, as Python calls it: states that can be started, copied and chosen in, and many games at once."""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
import threading
from array import array
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import attrs

from hoyle.native.compile import NoCompiler, compiled
from hoyle.native.module import Module

GOES_ON, ASKED, OVER, FAILED = range(4)
NONE = -(2**63)
_LONG = ctypes.c_int64
_STANDING = struct.Struct("<4q")  # size, status, player, choices
PRIVATE: Any = {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}


class _Playouts(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = (
        [(name, _LONG) for name in ("first", "games", "cap", "quick")]
        + [("text", ctypes.c_char_p), ("bots", ctypes.c_char_p), ("length", _LONG)]
        + [(name, ctypes.c_void_p) for name in ("status", "won", "scores", "decisions", "turns", "ending")]
    )


@attrs.frozen
class Rows:
    """What came out of games, one after the other: status, winners (0, or in which place they are named), scores of all
    seats, decisions, turns, and the number of the ending."""

    status: Any
    won: Any
    scores: Any
    decisions: Any
    turns: Any
    ending: Any


class Packed(NamedTuple):
    """A state in as many bytes as it needs, and what is asked in it: nobody is -1. One that FAILED has none."""

    data: bytes
    status: int
    player: int
    choices: int


@attrs.frozen
class Outcome:
    """What has come out of a game so far. scores: None if something stops them from being worked out."""

    winners: tuple[int, ...]
    ending: str
    scores: tuple[int, ...] | None


class _Desk(threading.local):
    """Where a thread works on packed states: a whole state, room to pack one, and what is told of it, for C and for
    Python.

    Memory comes from the system, which gives it page by page: of what a state may need most is never touched. It is
    not shared with processes that are forked.
    """

    def __init__(self, size: int) -> None:
        self.state, packed = ((ctypes.c_char * size).from_buffer(mmap.mmap(-1, size, **PRIVATE)) for _ in range(2))
        told = bytearray(_STANDING.size)
        self.top = self.state, packed, ctypes.addressof(packed), (ctypes.c_char * len(told)).from_buffer(told), told


class Library:
    """The C of one game, loaded. endings: their names, by number; plan: what its decisions are numbered by."""

    def __init__(self, module: Module, path: Path) -> None:
        if sys.byteorder != "little":
            raise NoCompiler("this machine keeps numbers the other way round")
        try:
            self.c = ctypes.CDLL(str(path))
        except OSError as error:
            raise NoCompiler(f"what the C compiler made cannot be loaded: {error}") from None
        for name in ("state_size", "asked", "draws", "decisions", "used", "value_of", "members"):
            getattr(self.c, name).restype = _LONG
        self.players = module.program.players
        self.endings = list(module.endings)
        self.plan, self.texts = module.plan, module.tables.texts
        self.size = self.c.state_size()
        self.desk, self._stepped = _Desk(self.size), self.c.stepped

    def cleared(self) -> None:
        """Work on a new desk, where nobody finds what was worked on."""
        self.desk = _Desk(self.size)

    def state(self) -> Any:
        """Room for a state."""
        return ctypes.create_string_buffer(self.size)

    def replayed(self, seed: bytes, answers: array[int]) -> Packed:
        """The game with a seed of 16 bytes, after some answers, by the numbers of choices."""
        state, packed, at, now, told = self.desk.top
        start, count = answers.buffer_info()
        self.c.replayed(state, seed, ctypes.c_void_p(start), _LONG(count), packed, now)
        size, *asked = _STANDING.unpack(told)
        return Packed(ctypes.string_at(at, size), *asked)

    def stepped(self, data: bytes, answer: int) -> Packed:
        """What a choice makes of a packed state, which stays as it is."""
        state, packed, at, now, told = self.desk.top
        self._stepped(state, data, answer, packed, now)
        size, status, player, choices = _STANDING.unpack(told)
        return Packed(ctypes.string_at(at, size), status, player, choices)

    def outcome(self, data: bytes) -> Outcome:
        """What has come out in a packed state."""
        players, row = self.players, (_LONG * (2 + 2 * self.players))()
        stopped = self.c.outcome(self.desk.state, data, row)
        won, ending, *rest = row
        return Outcome(tuple(rest[:won]), self.endings[ending], None if stopped else tuple(rest[players:]))

    def playouts(self, text: str, first: int, games: int, bots: bytes, cap: int, quick: int = 0) -> Rows:
        """Games with the seeds `text` and a number behind it, from `first` on. quick: chance for searching, by that."""
        shape = [(ctypes.c_int8, 1), (ctypes.c_uint8, self.players), (_LONG, self.players)] + [(ctypes.c_int32, 1)] * 3
        arrays = [(kind * (games * each))() for kind, each in shape]
        data = text.encode("utf-8", "surrogatepass")
        row = _Playouts(first, games, cap, quick, data, bots, len(data), *(ctypes.addressof(a) for a in arrays))
        self.c.playouts(self.desk.state, ctypes.byref(row))
        return Rows(*arrays)


def load(module: Module, flags: tuple[str, ...] = ()) -> Library:
    """Write, compile and load a game. flags: for the compiler, besides those it always gets."""
    text = module.text()
    return Library(module, compiled(text, flags))
