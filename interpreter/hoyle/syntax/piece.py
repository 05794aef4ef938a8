"""A stretch of a source that is parsed by itself, possibly mended, and still knows where its characters come from."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

import attrs

from hoyle.source import Source, Span
from hoyle.syntax.scan import TAB

BYTE_ORDER_MARK = "\ufeff"
_LINE = re.compile(r'([\t ]*)((?:"[^"\n]*"|[^"#\r\n]+|")*+)[^\n]*\n')
_WORD = re.compile(r"[A-Za-z_]\w*")


@attrs.frozen
class Line:
    """A line as it stands in the text: offsets of its start, its first and behind its last word, and how deep it is.

    `bare` lines have nothing on them but blanks and comments.
    """

    start: int
    content: int
    end: int
    indent: int
    bare: bool


@attrs.frozen
class Edit:
    """Write `text` instead of the characters from `start` to `end`."""

    start: int
    end: int
    text: str


@attrs.frozen(eq=False)
class Piece:
    """Text that ends with a line end, and for each offset in it, which offset of the source it stands for."""

    source: Source
    text: str = attrs.field(repr=False)
    origin: Sequence[int] = attrs.field(repr=False)

    @classmethod
    def whole(cls, source: Source) -> Piece:
        """All of a source, without a byte order mark and with a line end at its end."""
        skip = int(source.text.startswith(BYTE_ORDER_MARK))
        text = source.text[skip:]
        if not text.endswith("\n"):
            text += "\n"
        return cls(source, text, range(skip, skip + len(text) + 1))

    def span(self, start: int, end: int) -> Span:
        """Where in the source a stretch of the text comes from."""
        first = self.origin[start]
        last = self.origin[end - 1] + 1 if end > start else first
        size = len(self.source.text)
        return Span(self.source, min(first, size), min(max(first, last), size))

    def cut(self, start: int, end: int) -> Piece:
        """The part from `start` to `end`, which must be ends of lines."""
        return Piece(self.source, self.text[start:end], self.origin[start : end + 1])

    def edit(self, edits: Iterable[Edit]) -> Piece:
        """The piece with some of its text rewritten. The edits must not overlap."""
        text: list[str] = []
        origin: list[int] = []
        at = 0
        for change in sorted(edits, key=lambda change: change.start):
            text += self.text[at : change.start], change.text
            origin += self.origin[at : change.start]
            origin += [self.origin[change.start]] * len(change.text)
            at = change.end
        return Piece(self.source, "".join([*text, self.text[at:]]), [*origin, *self.origin[at:]])

    @cached_property
    def lines(self) -> list[Line]:
        """All lines, in order."""
        found: list[Line] = []
        for line in _LINE.finditer(self.text):
            content = line.end(1)
            end = content + len(line[2].rstrip())
            found.append(Line(line.start(), content, end, len(line[1].expandtabs(TAB)), bare=content == end))
        return found

    @property
    def word(self) -> str:
        """The first word of the first line: what kind of declaration this is."""
        return next((self.first_word(line) for line in self.lines if not line.bare), "")

    def line_at(self, offset: int) -> int:
        """The number, from 0, of the line an offset is in."""
        return max(0, bisect_right(self.lines, offset, key=lambda line: line.start) - 1)

    def deeper(self, number: int) -> int:
        """The number of the first line behind line `number` that is neither bare nor deeper than it."""
        indent = self.lines[number].indent
        after = number + 1
        while after < len(self.lines) and (self.lines[after].bare or self.lines[after].indent > indent):
            after += 1
        return after

    def next_line(self, number: int) -> Line | None:
        """The next line behind line `number` that is not bare."""
        return next((line for line in self.lines[number + 1 :] if not line.bare), None)

    def first_word(self, line: Line) -> str:
        """The word a line starts with, or the empty text if it starts with something else."""
        found = _WORD.match(self.text, line.content, line.end)
        return found[0] if found else ""
