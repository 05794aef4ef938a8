"""Where declarations start, also in a text that does not parse."""

from __future__ import annotations

import re
from itertools import pairwise

from hoyle.syntax.phrases import BODY_WORDS, EDGE_WORDS
from hoyle.syntax.piece import Line, Piece
from hoyle.syntax.place import closest, opening_words

_DECLARES = re.compile(r"""\s+[A-Za-z_"']""")


def split(piece: Piece) -> list[Piece]:
    """The declarations of a piece, each with the lines below it, also those wrongly at the left edge."""
    starts = [line.start for line in piece.lines if starts_declaration(piece, line)]
    first = next((line.start for line in piece.lines if not line.bare), None)
    if first is None:
        return []
    bounds = sorted({first, *starts, len(piece.text)})
    return [piece.cut(start, end) for start, end in pairwise(bounds)]


def starts_declaration(piece: Piece, line: Line) -> bool:
    """Whether a declaration starts with this line, or was meant to."""
    if line.bare or line.indent:
        return False
    word = piece.first_word(line)
    known = opening_words("decl") | opening_words("header")
    if word in known:
        return True
    # A misspelt or foreign word that something is declared with; a statement without its indentation is none.
    declares = _DECLARES.match(piece.text, line.content + len(word), line.end)
    if not declares or word in opening_words("stmt") or word in BODY_WORDS:
        return False
    return word in EDGE_WORDS or closest(word, known) is not None
