"""Lots as they were played, packed: what a table of columns is made of in the end, since such a file cannot grow.

A lot is the length of what follows in eight bytes, and that, compressed: a line of JSON, then the columns.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import Any, BinaryIO

from hoyle.run.columns import Columns
from hoyle.run.playouts import Run

NUMBERS = ("scores", "decisions", "turns", "ending")
QUICK = 1  # of zlib: it makes a seventh of what it is given, and takes next to no time for it


def packed(run: Run, lot: Columns) -> bytes:
    """A lot, packed."""
    head = json.dumps({"first": lot.first, "players": lot.players, "games": len(lot), "names": lot.names})
    numbers = (getattr(lot, name).tobytes() for name in NUMBERS)
    data = zlib.compress(b"".join([head.encode(), b"\n", lot.won, *numbers]), QUICK)
    return len(data).to_bytes(8, "little") + data


def unpacked(file: BinaryIO) -> Iterator[Columns]:
    """All lots of a file."""
    while size := file.read(8):
        head, _, data = zlib.decompress(file.read(int.from_bytes(size, "little"))).partition(b"\n")
        yield _lot(json.loads(head), memoryview(data))


def _lot(head: dict[str, Any], data: memoryview) -> Columns:
    games, players = head["games"], head["players"]
    lot = Columns(head["first"], players, bytearray(data[: games * players]), names=head["names"])
    data = data[games * players :]
    for name in NUMBERS:
        column = getattr(lot, name)
        size = column.itemsize * games * (players if name == "scores" else 1)
        column.frombytes(data[:size])
        data = data[size:]
    return lot
