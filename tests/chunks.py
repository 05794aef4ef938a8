"""Definitions of which several small ones stand in one file, each to be read alone.

A line `--- TITLE` begins a case; what stands above the first such line is the beginning of every case in the file, and
a file without one is a case by itself. A case is its file with all lines of the other cases left blank: nothing in it
can hide or cause what is found in another, and every line has the number that it has in the file.
"""

from __future__ import annotations

import re
from functools import cached_property
from pathlib import Path

import attrs

from hoyle.read import Reading, read_source
from hoyle.source import Source

TESTS = Path(__file__).parent
TITLE = re.compile(r"--- (\S.*)")
MARK = re.compile(r"# (HYL\d{3}) (.+)$")


@attrs.define(frozen=True, slots=False)
class Case:
    """One definition of a file, and what it is called there."""

    path: Path
    title: str
    text: str = attrs.field(repr=False)

    @property
    def name(self) -> str:
        return f"{self.path.stem}: {self.title}" if self.title else self.path.stem

    @cached_property
    def reading(self) -> Reading:
        """What comes of it, as if it were all that is in the file."""
        return read_source(Source(str(self.path), self.text, self.path))

    @property
    def marks(self) -> list[tuple[int, str, str]]:
        """Line, code and a part of the message, as the comments at the ends of lines say."""
        found = [(number, MARK.search(line)) for number, line in enumerate(self.text.splitlines(), 1)]
        return [(number, match[1], match[2].strip()) for number, match in found if match]


def split(path: Path, text: str) -> list[Case]:
    """The cases of a file with this text."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("---")]
    if not starts:
        return [Case(path, "", text)]
    beginning = lines[: starts[0]]
    found = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        title = TITLE.fullmatch(lines[start])
        assert title, f"{path}:{start + 1}: a case has a title"
        blank = [""] * (start + 1 - len(beginning))
        found.append(Case(path, title[1], "\n".join([*beginning, *blank, *lines[start + 1 : end], ""])))
    names = [case.title for case in found]
    assert len(names) == len(set(names)), f"{path}: two cases have one title"
    return found


def cases(folder: str) -> list[Case]:
    """All of a folder of the tests."""
    paths = sorted((TESTS / folder).glob("*.hoyle"))
    return [case for path in paths for case in split(path, path.read_text(encoding="utf-8"))]


BAD, GOOD = cases("bad"), cases("good")
