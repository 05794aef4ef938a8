"""The file that a run writes. Until it is whole it is called `FILE.part`, with a record in `FILE.run`, which stays.

Rows are only ever added behind what is sound, by one process at a time. A file of another run is never touched.
"""

from __future__ import annotations

import json
import os
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

from hoyle.bulk import parquet, record
from hoyle.bulk.packed import packed
from hoyle.bulk.record import Point, safe, settle
from hoyle.bulk.rows import CSV, JSONL
from hoyle.bulk.tally import Tally
from hoyle.diagnostics import HoyleError, quote
from hoyle.run.columns import Columns
from hoyle.run.playouts import Run

try:
    import fcntl
except ImportError:  # there is no such thing here, so nobody watches over two who write at once
    fcntl = None  # type: ignore[assignment]

FORMS: dict[str, tuple[bytes, Callable[[Run, Columns], bytes]]] = {
    ".csv": (CSV.head, CSV.rows),
    ".jsonl": (JSONL.head, JSONL.rows),
    ".parquet": (b"", packed),
}
SECONDS = 0.5  # between two points
REPLACE = "name another file, or say --overwrite to replace it"
ELSEWHERE = "name a file in a folder that is there, and that you may write to"
KEPT = "what was written of this run so far is kept, and the same command goes on with it"


def refused(message: str, help: str) -> HoyleError:
    return HoyleError.plain("HYL913", message, help)


def form_of(path: Path) -> str:
    """How rows are written there, by the name of the file. Raises HoyleError if nobody knows."""
    if path.suffix not in FORMS:
        raise refused(f"{quote(str(path))} says not how to write it", f"let it end in one of: {', '.join(FORMS)}")
    if path.suffix == ".parquet":
        parquet.needed()
    return path.suffix


@contextmanager
def _telling(path: Path, help: str) -> Iterator[None]:
    """What the system says against writing a file is told."""
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "no reason is known").lower()
        raise refused(f"{quote(str(path))} cannot be written: {reason}", help) from None


class Out:
    """A file of rows that is being written, or is whole already. form: how.

    tally: of all rows that are in it. finished: it is whole.
    """

    def __init__(self, path: Path, run: Run, games: int, overwrite: bool = False) -> None:
        self.run, self.games, self.form = run, games, form_of(path)
        self.path, self.head = path, record.which(run)
        self.part, self.record = (path.with_name(path.name + more) for more in (".part", ".run"))
        self.log: BinaryIO | None = None
        self.finished = False
        with _telling(path, ELSEWHERE):
            self._open(overwrite)

    def _open(self, overwrite: bool) -> None:
        for place in (self.path, self.part, self.record):
            if place.exists() and not place.is_file():
                raise refused(f"{quote(str(place))} is not a file", "name another file")
        self.file = _own(self.part)
        try:
            self._take_up(overwrite)
        except BaseException:
            self.close()
            raise

    def _take_up(self, overwrite: bool) -> None:
        """Find out up to where there are rows of this very run, and be ready to go on behind them."""
        known = record.read(self.record) if self.record.exists() else None
        points = known[1] if known is not None and known[0] == self.head else []
        start = self._whole(points)
        self.finished = start is not None
        if start is None:
            if not overwrite:
                self._see_what_is_there(known)
            start = self._sound(points, overwrite) or Point(0, 0, 0, Tally(self.run.game.players))
        self.rows, self.bytes, self.sum, self.tally = start.rows, start.bytes, start.sum, start.tally
        if not self.finished:
            self._begin(start)

    def _begin(self, start: Point) -> None:
        record.write(self.record, self.head, *([start] if start.rows else []))
        self.log, self.noted = self.record.open("ab", buffering=0), time.monotonic()
        self.file.truncate(start.bytes)
        self.file.seek(start.bytes)
        if not start.bytes:
            self._write(FORMS[self.form][0])

    # ------------------------------------------------------------------------------------------ what is there

    def _whole(self, points: list[Point]) -> Point | None:
        """The last point, if all games of this run are in their file."""
        last = next((point for point in reversed(points) if point.finished), None)
        if last is None or last.rows != self.games or not self.path.exists():
            return None
        return last if record.summed(self.path) == (last.bytes, last.sum) else None

    def _see_what_is_there(self, known: tuple[dict[str, Any], list[Point]] | None) -> None:
        """Raises HoyleError if it is not of this run."""
        if known is None:
            there = [place for place in (self.path, self.record) if place.exists()]
            there += [self.part] if self.part.stat().st_size else []
            if there:
                raise refused(f"{quote(str(there[0]))} is there already, and no run is known that wrote it", REPLACE)
        elif known[0] != self.head:
            raise refused(f"{quote(str(self.path))} is of another run: {_difference(known[0], self.head)}", REPLACE)
        elif self.path.exists():
            raise refused(f"{quote(str(self.path))} {self._unlike(known[1])}", REPLACE)

    def _unlike(self, points: list[Point]) -> str:
        if not points or not points[-1].finished:
            return "is there already, and this run did not write it"
        rows = points[-1].rows
        same = rows == self.games
        return "was changed since this run wrote it" if same else f"is a run of {rows:,} games and not {self.games:,}"

    def _sound(self, points: list[Point], overwrite: bool) -> Point | None:
        """The last point that the rows bear out."""
        found = record.sound(self.file, [point for point in points if not point.finished])
        if found is None or found.rows <= self.games:
            return found
        if overwrite:
            return None
        help = f"ask for at least so many; else {REPLACE}"
        raise refused(f"{quote(str(self.part))} holds {found.rows:,} games of this run already", help)

    # ------------------------------------------------------------------------------------------ writing

    def add(self, rows: bytes, tally: Tally) -> None:
        """The rows of the games that come next."""
        with _telling(self.path, KEPT):
            self._write(rows)
        self.rows += tally.games
        self.tally.include(tally)
        if time.monotonic() - self.noted > SECONDS:
            self.note()

    def _write(self, data: bytes) -> None:
        _append(self.file, data, self.bytes)
        self.bytes, self.sum = self.bytes + len(data), zlib.crc32(data, self.sum)

    def note(self) -> None:
        """All rows so far are sound: make a point of it."""
        with _telling(self.path, KEPT):
            safe(self.file.fileno())
            self._point(Point(self.rows, self.bytes, self.sum, self.tally))
        self.noted = time.monotonic()

    def _point(self, point: Point) -> None:
        assert self.log is not None
        _append(self.log, record.line_of(point), os.fstat(self.log.fileno()).st_size)
        safe(self.log.fileno())

    def make_whole(self, done: Callable[[int], None]) -> None:
        """All games are played: bring the rows into their last form. done: is told how many are."""
        self.note()
        self.whole, self.last = self.part, Point(self.rows, self.bytes, self.sum, self.tally, finished=True)
        if self.form == ".parquet":
            self.whole = self.part.with_name(f"{self.part.name}.new")
            with _telling(self.path, KEPT):
                self.file.seek(0)
                parquet.write(self.run, self.file, self.whole, done)
                self.last = Point(self.rows, *record.summed(self.whole), self.tally, finished=True)

    def put_into_place(self) -> None:
        """The rows have their last form: let it be the file that was asked for."""
        with _telling(self.path, KEPT):
            self._point(self.last)
            if fcntl is None:  # what is open cannot be moved there
                self.file.close()
            os.replace(self.whole, self.path)
            settle(self.path.parent)
            self.finished = True
            record.write(self.record, self.head, self.last)

    def close(self) -> None:
        """Let go of it. Rows stay unless they are in their place already."""
        nothing = self.log is None and not os.fstat(self.file.fileno()).st_size
        if self.finished or nothing:
            self.part.unlink(missing_ok=True)
        if self.finished:  # whoever was killed may have left some
            for place in (self.part, self.record):
                place.with_name(f"{place.name}.new").unlink(missing_ok=True)
        for file in (self.file, self.log):
            if file is not None:
                file.close()


def _append(file: BinaryIO, data: bytes, at: int) -> None:
    """Write behind the rest of a file, all of it or nothing. at: where that is."""
    left = memoryview(data)
    try:
        while left:
            left = left[file.write(left) :]
    except BaseException:
        with suppress(OSError):
            file.truncate(at)
            file.seek(at)
        raise


def _own(part: Path) -> BinaryIO:
    """A file, opened, that nobody else has. Raises HoyleError if somebody does."""
    while True:
        file = os.fdopen(os.open(part, os.O_RDWR | os.O_CREAT, 0o666), "r+b", buffering=0)
        if fcntl is None:
            return file
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            file.close()
            message = f"another process is writing {quote(str(part))}"
            raise refused(message, "wait until it has ended, or name another file") from None
        except OSError:  # nobody can have it for himself there
            return file
        with suppress(OSError):
            if os.path.samestat(os.fstat(file.fileno()), part.stat()):
                return file
        file.close()  # whoever had it has put it into its place


def _difference(theirs: dict[str, Any], ours: dict[str, Any]) -> str:
    """In what two runs differ first."""
    name = next((name for name in ours if theirs.get(name) != ours[name]), "record")
    if name in ("record", "rules"):
        return "other rules" if name == "rules" else "its record is written in another way"
    return f"{name} {_word(theirs.get(name))}, not {_word(ours[name])}"


def _word(value: Any) -> str:
    return quote(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
