"""The record of a run, beside the file that it writes: which run it is, and up to where that file is sound.

Its first line says which run. Every other line is a point: so many rows in so many bytes, a sum over these bytes, and
the tally of the games in them; before it stands a sum over the line itself. A point is written when its bytes are safe
on the disk, so whatever lies behind the last one is written again.
"""

from __future__ import annotations

import errno
import json
import os
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import attrs

from hoyle import __version__
from hoyle.bulk.rows import same
from hoyle.bulk.tally import Tally, from_data
from hoyle.run.playouts import Run

VERSION = 1
CHUNK = 1 << 20
_UNKNOWN = (errno.EINVAL, errno.ENOTSUP)  # what some file systems say of it


@attrs.frozen
class Point:
    """Up to where a file is sound. finished: it is the whole file, at its last place."""

    rows: int
    bytes: int
    sum: int
    tally: Tally
    finished: bool = False


def which(run: Run) -> dict[str, Any]:
    """What two runs have in common if one may go on with the rows of the other."""
    ours = {"record": VERSION, "version": __version__, "game": run.game.name, "rules": run.game.fingerprint}
    return json.loads(json.dumps(ours | same(run) | {"seed": str(run.seed), "cap": run.cap}))  # type: ignore[no-any-return]


def line_of(point: Point) -> bytes:
    """A point, in a line."""
    own = {"rows": point.rows, "bytes": point.bytes, "sum": point.sum, "finished": point.finished}
    text = json.dumps(own | {"tally": point.tally.as_data()}).encode()
    return b"%d %b\n" % (zlib.crc32(text), text)


def read(path: Path) -> tuple[dict[str, Any], list[Point]] | None:
    """Which run a record is of, and its points; a line that was cut is none. None: it is no record at all."""
    first, *lines = path.read_bytes().split(b"\n")[:-1] or [b""]
    try:
        head = json.loads(first)["run"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return (head, list(_points(lines))) if isinstance(head, dict) else None


def _points(lines: Iterable[bytes]) -> Iterator[Point]:
    for line in lines:
        total, _, text = line.partition(b" ")
        if total != b"%d" % zlib.crc32(text):
            return
        data = json.loads(text)
        yield Point(**data | {"tally": from_data(data["tally"])})


def write(path: Path, head: dict[str, Any], *points: Point) -> None:
    """A whole record, into its place in one step."""
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(json.dumps({"run": head}).encode() + b"\n" + b"".join(map(line_of, points)))
        safe(file.fileno())
    os.replace(new, path)
    settle(path.parent)


def sound(file: BinaryIO, points: Iterable[Point]) -> Point | None:
    """The last of the points that a file bears out."""
    found, at, total = None, 0, 0
    file.seek(0)
    for point in points:
        while at < point.bytes and (chunk := file.read(min(CHUNK, point.bytes - at))):
            at, total = at + len(chunk), zlib.crc32(chunk, total)
        if (at, total) != (point.bytes, point.sum):
            break
        found = point
    return found


def summed(path: Path) -> tuple[int, int]:
    """How many bytes a file has, and the sum over them."""
    size = total = 0
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            size, total = size + len(chunk), zlib.crc32(chunk, total)
    return size, total


def safe(file: int) -> None:
    """What was written is on the disk, as far as it knows of such a thing."""
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _UNKNOWN:
            raise


def settle(folder: Path) -> None:
    """The same for the names in a folder, where a folder can be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        safe(handle)
    finally:
        os.close(handle)
