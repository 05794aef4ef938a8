"""How lines are moved to another depth."""

from __future__ import annotations

from itertools import takewhile

from hoyle.syntax.phrases import BLOCK_WORDS
from hoyle.syntax.piece import Edit, Line, Piece
from hoyle.syntax.scan import TAB

STEP = 4


def is_between(piece: Piece, number: int) -> bool:
    """Whether a line stands deeper than the block it returns to and less deep than the one it leaves."""
    line = piece.lines[number]
    above = [other.indent for other in piece.lines[:number] if not other.bare]
    if not above or above[-1] <= line.indent:
        return False
    level = above[-1]
    for indent in reversed(above):
        level = min(level, indent)
        if level <= line.indent:
            return level < line.indent
    return False


def run(piece: Piece, number: int) -> list[Line]:
    """A line and those below it that are as deep or deeper."""
    indent = piece.lines[number].indent
    below = takewhile(lambda line: line.bare or line.indent >= indent, piece.lines[number:])
    return [line for line in below if not line.bare]


def move(piece: Piece, number: int, column: int) -> list[Edit]:
    """Start a line at another column, and move those below that are as deep or deeper along with it."""
    by = column - piece.lines[number].indent
    return [_depth(piece, line, line.indent + by) for line in run(piece, number)]


def level_above(piece: Piece, number: int) -> int:
    """The column that a line which is too deep, or stands between two levels, was probably meant to start at."""
    line = piece.lines[number]
    above = [other.indent for other in piece.lines[:number] if not other.bare]
    shallower = next((indent for indent in reversed(above) if indent < line.indent), 0)
    # A line between a declaration and its lines belongs to those.
    return above[-1] if above and above[-1] > line.indent and not shallower else shallower


def indent_below(piece: Piece, number: int) -> list[Edit]:
    """Make the line below line `number`, with what belongs to it, one step deeper; below a declaration, all lines."""
    head = piece.lines[number]
    first = next((at for at in range(number + 1, len(piece.lines)) if not piece.lines[at].bare), None)
    if first is None:
        return []
    step = STEP if "\t" not in piece.text[head.start : head.content] else TAB
    if head.indent:
        lines = piece.lines[first : piece.deeper(first)]
        return [_depth(piece, line, line.indent + step) for line in lines if not line.bare]
    edits, along = [], False
    for line in piece.lines[first:]:
        if not line.indent:
            along = piece.first_word(line) in BLOCK_WORDS
        if not line.bare and (along or not line.indent):
            edits.append(_depth(piece, line, line.indent + step))
    return edits


def _depth(piece: Piece, line: Line, columns: int) -> Edit:
    """Start a line at another column, with tabs if it is indented by tabs."""
    tabs = "\t" in piece.text[line.start : line.content]
    return Edit(line.start, line.content, "\t" * (columns // TAB) if tabs else " " * columns)
