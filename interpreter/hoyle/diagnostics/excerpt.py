"""The lines of a source that a diagnostic points at, with a row of carets or dashes below them.

    54 | except opening as three when players is 3 use 31
       |                   ----- holds with 3 players
    ...
    57 | except opening as published when players < 4 use 11
       |                   ^^^^^^^^^

Of a span over several lines the first and the last are shown. A line too wide for the terminal is cut around each
place that is pointed at, so what is printed, and the time it takes, depend on the terminal and not on the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

import attrs
from rich.cells import cell_len

from hoyle.diagnostics.visible import visible, wrap
from hoyle.source import Source, Span

Paint = Callable[[str, str], str]
"""(text, style) -> text with that style; `render` has the styles."""

_CUT = "..."
_TAB = "    "
_NARROWEST = 20


@attrs.frozen
class Mark:
    """A span to point at, and what to say there. The diagnostic's own span is `main`, a label's is not."""

    span: Span
    text: str = ""
    main: bool = True


def excerpt(marks: Sequence[Mark], width: int, paint: Paint) -> list[str]:
    """Rows of at most `width` cells that show all marks, which must be of one source and not be none at all."""
    source = marks[0].span.source
    strokes = sorted((stroke for mark in marks for stroke in _strokes(mark)), key=lambda stroke: stroke.span.start)
    gutter = len(str(strokes[-1].span.line))
    rows: list[str] = []
    previous = strokes[0].span.line
    for line, on_line in groupby(strokes, key=lambda stroke: stroke.span.line):
        if line > previous + 1:
            rows.append(paint("." * max(gutter, 3), "gutter"))
        rows += _line(source, line, on_line, gutter, max(width - gutter - 3, _NARROWEST), paint)
        previous = line
    return rows


def _strokes(mark: Mark) -> Iterator[Mark]:
    """The parts of a mark that are shown, each on one line; what it says stands at the last."""
    source = mark.span.source
    start = min(max(mark.span.start, 0), len(source.text))
    end = min(max(mark.span.end, start), len(source.text))
    # the span of a block runs to the next line that says something; pointing at the blank lines between helps nobody
    end = start + len(source.text[start:end].rstrip()) or end
    first, last = source.position(start)[0], source.position(max(start, end - 1))[0]
    first_end = source.line_bounds(first)[1]
    start = min(start, first_end)
    if first == last:
        yield attrs.evolve(mark, span=Span(source, start, max(start, min(end, first_end))))
        return
    yield Mark(Span(source, start, first_end), main=mark.main)
    last_start = source.line_bounds(last)[0]
    indentation = end - last_start - len(source.text[last_start:end].lstrip())
    yield attrs.evolve(mark, span=Span(source, last_start + indentation, end))


def _line(source: Source, line: int, strokes: Iterator[Mark], gutter: int, room: int, paint: Paint) -> Iterator[str]:
    """One line of the source with its strokes; again for each stroke that needs another part of it."""
    low, high = source.line_bounds(line)
    edge = paint(f"{'':{gutter}} |", "gutter")
    printed: tuple[int, int] | None = None
    for stroke in strokes:
        # one cell is kept for a caret behind the end of the line
        left, right = window = _window(source.text, low, high, stroke.span.start, room - 1)
        lead = _CUT if left > low else ""
        if window != printed:
            printed = window
            content = lead + _shown(source.text[left:right]) + (_CUT if right < high else "")
            yield f"{paint(f'{line:>{gutter}} |', 'gutter')} {content}".rstrip()
        indent = cell_len(lead + _shown(source.text[left : stroke.span.start]))
        length = max(cell_len(_shown(source.text[stroke.span.start : min(stroke.span.end, right)])), 1)
        for row in _stroke_rows(stroke, indent, length, room, paint):
            yield f"{edge} {row}"


def _stroke_rows(stroke: Mark, indent: int, length: int, room: int, paint: Paint) -> Iterator[str]:
    style = "main" if stroke.main else "label"
    stripe = " " * indent + paint(("^" if stroke.main else "-") * length, style)
    text = visible(stroke.text)
    if not text:
        yield stripe
    elif indent + length + 1 + cell_len(text) <= room:
        yield f"{stripe} {paint(text, style)}"
    else:
        yield stripe
        indent = max(min(indent, room // 2), 0)
        for part in wrap(text, room - indent):
            yield " " * indent + paint(part, style)


def _shown(text: str) -> str:
    return visible(text, tab=_TAB)


def _window(text: str, low: int, high: int, at: int, room: int) -> tuple[int, int]:
    """The part of the line `low .. high` that is shown: all if it fits into `room` cells, else what is around `at`."""
    if high - low <= room and cell_len(_shown(text[low:high])) <= room:
        return low, high
    room -= 2 * len(_CUT)
    left = at - _fitting(reversed(text[max(low, at - room) : at]), room // 3)
    right = at + _fitting(text[at : min(high, at + room)], room - cell_len(_shown(text[left:at])))
    if right == high:
        spare = room - cell_len(_shown(text[at:right]))
        left = at - _fitting(reversed(text[max(low, at - room) : at]), spare)
    return left, right


def _fitting(characters: Iterator[str] | str, room: int) -> int:
    """How many of the first characters fit into `room` cells."""
    count = 0
    for character in characters:
        room -= cell_len(_shown(character))
        if room < 0:
            break
        count += 1
    return count
