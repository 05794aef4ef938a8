"""Texts and places in them.

A `Source` is one text that was read; a `Span` is a stretch of it. A span is two offsets and nothing else, because
every node of every tree has one; lines and columns are worked out only when somebody asks, which is when something
is printed.

Offsets count characters from 0. Lines and columns count from 1, and a column is a character too: a tab is one
column, and so is a wide character. A line ends with LF, CRLF or CR, as it does in editors.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from pathlib import Path

import attrs

_LINE_END = re.compile(r"\r\n|\n|\r")


@attrs.frozen(eq=False)
class Source:
    """One text. Two sources are equal only if they are the same object.

    `name` is what messages call it: the path as the user wrote it, or something like `<text>`. `path` is where it
    was read from, or None if it was not read from a file.
    """

    name: str
    text: str = attrs.field(repr=False)
    path: Path | None = None

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(end.end() for end in _LINE_END.finditer(self.text))]

    @property
    def line_count(self) -> int:
        """How many lines there are; an empty text has one, and so has what follows the last line end."""
        return len(self._line_starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset. An offset outside the text is taken for the nearest one inside."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Where a line starts and ends, as offsets, without its line end. A line must be in 1 .. `line_count`."""
        if not 1 <= line <= self.line_count:
            raise IndexError(f"{self.name} has no line {line}")
        start = self._line_starts[line - 1]
        if line == self.line_count:
            return start, len(self.text)
        end = self._line_starts[line] - 1
        if end > start and self.text[end] == "\n" and self.text[end - 1] == "\r":
            end -= 1
        return start, end

    def line_text(self, line: int) -> str:
        """One line, without its line end."""
        start, end = self.line_bounds(line)
        return self.text[start:end]


@attrs.frozen
class Span:
    """The characters of `source` from `start` up to, not including, `end`. An empty span is a place between two."""

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        """The line of the first character."""
        return self.source.position(self.start)[0]

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.source.name}:{self.line}"

    @property
    def column(self) -> int:
        """The column of the first character."""
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[max(self.start, 0) : max(self.end, 0)]

    def __contains__(self, other: Span) -> bool:
        """Whether another span starts within this one, or right behind it."""
        return other.source is self.source and self.start <= other.start <= self.end

    def to(self, other: Span) -> Span:
        """The smallest span that holds both. Both must be of the same source."""
        if other.source is not self.source:
            raise ValueError(f"cannot join a span of {self.source.name} with one of {other.source.name}")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


def head(span: Span) -> Span:
    """The first line of a span: of a block, the line that announces it."""
    line = span.text.split("\n", 1)[0].rstrip()
    return Span(span.source, span.start, span.start + len(line))
