"""A compiled game, as Python calls it: states that can be started, copied and chosen in, and many games at once."""

from __future__ import annotations

import ctypes
import sys
import threading
from pathlib import Path
from typing import Any, ClassVar

import attrs

from hoyle.native.compile import NoCompiler, compiled
from hoyle.native.module import Module

GOES_ON, ASKED, OVER, FAILED = range(4)
NONE = -(2**63)
_LONG = ctypes.c_int64


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


class Library:
    """The C of one game, loaded. endings: their names, by number."""

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
        self.size = self.c.state_size()
        self._own = threading.local()  # a state for each thread that plays games

    def state(self) -> Any:
        """Room for a state."""
        return ctypes.create_string_buffer(self.size)

    def own_state(self) -> Any:
        """Room for a state, the same whenever this thread asks."""
        if not hasattr(self._own, "state"):
            self._own.state = self.state()
        return self._own.state

    def playouts(self, text: str, first: int, games: int, bots: bytes, cap: int, quick: int = 0) -> Rows:
        """Games with the seeds `text` and a number behind it, from `first` on. quick: chance for searching, by that."""
        shape = [(ctypes.c_int8, 1), (ctypes.c_uint8, self.players), (_LONG, self.players)] + [(ctypes.c_int32, 1)] * 3
        arrays = [(kind * (games * each))() for kind, each in shape]
        data = text.encode("utf-8", "surrogatepass")
        row = _Playouts(first, games, cap, quick, data, bots, len(data), *(ctypes.addressof(a) for a in arrays))
        self.c.playouts(self.own_state(), ctypes.byref(row))
        return Rows(*arrays)


def load(module: Module, flags: tuple[str, ...] = ()) -> Library:
    """Write, compile and load a game. flags: for the compiler, besides those it always gets."""
    text = module.text()
    return Library(module, compiled(text, flags))
