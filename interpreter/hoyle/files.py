"""Files: the text of one, its tree, and where a file with a name lies."""

from __future__ import annotations

from pathlib import Path

import attrs

from hoyle.diagnostics import Diagnostics, HoyleError, quote
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse_fully

SUFFIX = ".hoyle"
LARGEST = 1_000_000


def read_text(path: Path) -> str:
    """What a file says. Raises HoyleError if it cannot be read as text."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        reason = error.strerror or "unreadable"
        raise HoyleError.plain("HYL001", f"{quote(str(path))} cannot be read: {reason.lower()}") from None
    if len(data) > LARGEST:
        help = f"a definition has at most {LARGEST} bytes; put large tables into a CSV file"
        raise HoyleError.plain("HYL001", f"{quote(str(path))} is too large", help)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise HoyleError.plain("HYL001", f"{quote(str(path))} is not text in UTF-8") from None


def parse_file(source: Source, found: Diagnostics) -> tree.File | None:
    """The tree of a source, with what is wrong in it reported."""
    parsed = parse_fully(source)
    for diagnostic in parsed.diagnostics:
        found.add(diagnostic)
    return attrs.evolve(parsed.file, lost=parsed.lost) if parsed.file is not None else None


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
    return next((path for path in paths if inside(path, path.parent) and path.is_file()), None)
