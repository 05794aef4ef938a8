"""Files: the text of one, its tree, and where a file with a name lies.

Everything that is read of a definition is read here, so that a definition which travels inside a text (see `instead`)
can be read as if it lay in a folder.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from hoyle.diagnostics import Diagnostics, HoyleError, quote
from hoyle.opening import read_bytes
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse

SUFFIX = ".hoyle"
LARGEST = 1_000_000

_sent: ContextVar[tuple[Path, Mapping[str, str]] | None] = ContextVar("sent", default=None)


@contextmanager
def instead(folder: Path, texts: Mapping[str, str]) -> Iterator[None]:
    """While this lasts, there are these files in a folder, and what comes with Hoyle, and no others."""
    before = _sent.set((folder, texts))
    try:
        yield
    finally:
        _sent.reset(before)


def is_file(path: Path) -> bool:
    """Whether there is such a file, to be read with `read_text`."""
    sent = _sent.get()
    try:
        return path.is_file() if sent is None else _among(path, *sent) is not None
    except (OSError, ValueError):
        return False


def read_text(path: Path) -> str:
    """What a file says. Raises HoyleError if it cannot be read as text."""
    sent = _sent.get()
    data = _read(path) if sent is None else _among(path, *sent)
    if data is None:
        raise HoyleError.plain("HYL001", f"{quote(path.name)} cannot be read: it was not sent")
    if len(data) > LARGEST:
        help = f"a definition has at most {LARGEST} bytes; put large tables into a CSV file"
        raise HoyleError.plain("HYL001", f"{quote(str(path))} is too large", help)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HoyleError.plain("HYL001", f"{quote(str(path))} is not text in UTF-8") from None


def _read(path: Path) -> bytes:
    try:
        return read_bytes(path, LARGEST + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise HoyleError.plain("HYL001", f"{quote(str(path))} cannot be read: {reason.lower()}") from None


def _among(path: Path, folder: Path, texts: Mapping[str, str]) -> bytes | None:
    """A file that was sent, or one that comes with Hoyle; None if it is neither."""
    plain = Path(os.path.normpath(path))
    if plain.is_relative_to(folder):
        text = texts.get(plain.relative_to(folder).as_posix())
        return None if text is None else text.encode("utf-8", "surrogatepass")
    return _read(path) if inside(path, gamedefs()) and path.is_file() else None


def source_at(path: Path) -> Source:
    """The text of a file. Raises like `read_text`."""
    return Source(str(path), read_text(path), path)


def parse_file(source: Source, found: Diagnostics) -> tree.File | None:
    """The tree of a source, with what is wrong in it reported."""
    file, diagnostics = parse(source)
    found.add(*diagnostics)
    return file


def inside(path: Path, folder: Path) -> bool:
    """Whether a path leads to a place in a folder, also if links lie on the way."""
    try:
        return path.resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        return False


def around(source: Source) -> list[Path]:
    """Where a game is looked for that a file is about: beside the file, one folder up, among those of Hoyle."""
    own = [source.path.parent, source.path.resolve().parent.parent] if source.path else []
    return [*own, gamedefs()]


def find_named(name: str, folders: list[Path]) -> Path | None:
    """The file with a name in the first of some folders that has it."""
    paths = (folder / f"{name}{SUFFIX}" for folder in folders)
    return next((path for path in paths if inside(path, path.parent) and is_file(path)), None)
