"""Slips with how lines start and end, how deep they are, and the rows of tables."""

from __future__ import annotations

from itertools import takewhile

from hoyle.diagnostics.visible import quote
from hoyle.syntax.phrases import BLOCK_WORDS, EDGE_WORDS, LINE_WORDS
from hoyle.syntax.piece import Edit, Line, Piece
from hoyle.syntax.place import EDGES, Place, closest, opening_words
from hoyle.syntax.scan import TAB
from hoyle.syntax.slips.slip import (
    HABIT,
    INDENTATION,
    MISSING,
    NO_BODY,
    UNEXPECTED,
    UNKNOWN_WORD,
    WRONG_PLACE,
    Slip,
    bounds,
    rest,
    said,
    slip,
)

STEP = 4


def colon(place: Place) -> Slip | None:
    """A colon before the lines that belong to a line."""
    last = place.words[-1] if place.words else None
    help = "no line ends with `:`; the lines that belong to it are just indented"
    message = "there is no `:` at the end of a line"
    if place.text == ":" and place.end == place.line.end:
        return slip(place, HABIT, message, help, instead="")
    if place.kind == "_NL" and last is not None and last.kind == "COLON" and place.fits_before_last("_NL"):
        return slip(place, HABIT, message, help, at=bounds([last]), instead="")
    if place.text == ":" and place.first_word in BLOCK_WORDS and "_NL" in place.accepts:
        help = "what is done stands on the lines below, indented by 4 blanks"
        return slip(place, HABIT, f"there is no `:` behind {quote(place.first_word)}", help)
    return None


def line_word(place: Place) -> Slip | None:
    """A line that starts as it would in another language."""
    if place.kind == "_INDENT":
        # `else` alone is a line that does something called `else`, until lines follow below it.
        if not place.above or place.above[0].kind != "NAME":
            return None
        start, end = bounds(place.above[:1])
    else:
        own = place.words[:1] if len(place.words) < 3 else ()
        if not place.is_first and [(word.kind, word.start) for word in own] != [("NAME", place.line.content)]:
            return None
        start, end = place.line.content, place.line.content + len(place.piece.first_word(place.line))
    text = place.piece.text[start:end]
    inside = place.piece.lines[place.piece.line_at(start)].indent > 0
    habit = (LINE_WORDS if inside else EDGE_WORDS).get(text)
    if habit is None or text in place.words_that_fit:
        return None
    message = f"{quote(text)} is no word of this language"
    return slip(place, HABIT, message, habit.help, at=(start, end), line=start, instead=habit.ours or None)


def edge_word(place: Place) -> Slip | None:
    """The first word at the left edge is not one that a declaration starts with."""
    starts = place.is_first and place.line.indent == 0 and place.kind not in EDGES
    if not starts or not ("$END" in place.accepts or {"ZONE", "RULE"} <= place.accepts or "GAME" in place.accepts):
        return None
    known = opening_words("decl") | opening_words("header")
    near = closest(place.text, known) if place.kind == "NAME" else None
    line = place.start
    if near and place.text not in opening_words("stmt") | known:
        message = f"{quote(place.text)} starts no declaration"
        return slip(place, UNKNOWN_WORD, message, f"did you mean `{near}`?", line=line, instead=near, shaky=True)
    edits = [Edit(place.start, len(place.piece.text) - 1, "")]
    if place.text in opening_words("header"):
        help = "a file has one such line, the first"
        return slip(place, WRONG_PLACE, f"a second {quote(place.text)} line", help, line=line, edits=edits)
    help = (
        "a line at the left edge starts with a word such as `zone`, `rule` or `phase`; what is done stands indented"
        " below a `phase`, an `action` or a `to`"
    )
    message = f"{quote(place.piece.text[slice(*rest(place))])} cannot stand at the left edge"
    return slip(place, UNKNOWN_WORD, message, help, at=rest(place), line=line, edits=edits)


def indentation(place: Place) -> Slip | None:
    """A line that is deeper than it may be, or stands between two levels."""
    piece, number = place.piece, place.number
    if place.kind == "_DEDENT":
        below = piece.next_line(number)
        if below is None or not _is_between(piece, piece.line_at(below.start)):
            return None
        number = piece.line_at(below.start)
    elif place.kind != "_INDENT":
        return None
    line = piece.lines[number]
    at = (line.content, line.end)
    edits = _move(piece, number, _level_above(piece, number))
    if _is_between(piece, number):
        if place.accepts == {"_INDENT"}:
            edits = _move(piece, number, place.line.indent + STEP)
        help = "start it exactly below the line it belongs with"
        return slip(place, INDENTATION, "this line stands between two levels", help, at=at, line=at[0], edits=edits)
    help = "start it exactly below the line above it"
    if not place.above:
        return slip(place, INDENTATION, "the first line is indented", help, at=at, line=at[0], edits=edits, sure=True)
    message = f"this line is deeper than {said(place, place.above)}, which takes no lines below it"
    sure = True
    top = piece.lines[piece.line_at(bounds(place.above)[0])].indent == 0
    if top and piece.first_word(line) not in opening_words("decl"):
        # The line that these belong to is not there; they are no declarations.
        end = piece.lines[piece.deeper(piece.line_at(bounds(place.above)[0])) - 1].end
        edits, sure = [Edit(line.content, max(end, line.end), "")], False
    return slip(place, INDENTATION, message, help, at=at, line=at[0], edits=edits, sure=sure)


def no_body(place: Place) -> Slip | None:
    """A line that lines belong to, without them."""
    if place.accepts != {"_INDENT"} or not place.above:
        return None
    start, end = bounds(place.above)
    help = "indent the lines that belong to it by 4 blanks"
    if place.above[0] == "except":
        help = "say what holds instead: `gives` and a value, `waive`, `must`, or indented lines below"
    number = place.piece.line_at(start)
    edits = _indent_below(place.piece, number) if place.kind not in EDGES else []
    message = f"there are no indented lines below {said(place, place.above)}"
    return slip(place, NO_BODY, message, help, at=(start, end), line=start, edits=edits)


def one_line_body(place: Place) -> Slip | None:
    """What is done, on the same line as its condition."""
    inside = place.first_word in BLOCK_WORDS and place.words and place.text in opening_words("stmt")
    if not inside or "_NL" not in place.accepts or place.text == "if":
        return None
    indent = " " * (place.piece.lines[place.piece.line_at(place.line_start)].indent + 4)
    help = "what is done stands on the lines below, indented by 4 blanks"
    edits = [Edit(place.words[-1].end, place.start, "\n" + indent)]
    message = f"{quote(place.piece.text[slice(*rest(place))])} needs a line of its own"
    return slip(place, UNEXPECTED, message, help, at=rest(place), edits=edits, sure=True)


def table(place: Place) -> Slip | None:
    """A row of a table that is not closed, not opened or empty in parts."""
    piece, line = place.piece, place.line
    row = piece.text[line.content : line.end]
    if not row.startswith("|"):
        return _row_without_start(place)
    if "--" in row and not row.strip("|-: \t"):
        help = "the first row names the columns, and the next is already a row of the table"
        at = (line.content, line.end)
        return slip(place, HABIT, "a table has no rule below its head", help, at=at, instead="")
    if place.kind == "_NL" and "VBAR" in place.accepts:
        edits = [Edit(place.start, place.start, " |")]
        return slip(place, MISSING, "this row does not end with `|`", "put `|` at its end", edits=edits, sure=True)
    if place.text == "|" and place.words and place.words[-1] == "|":
        edits, help = [Edit(place.start, place.start, "- ")], "an empty cell is written `-`"
        return slip(place, MISSING, "there is nothing in this cell", help, edits=edits, sure=True)
    return None


def _row_without_start(place: Place) -> Slip | None:
    line = place.line
    inside = place.piece.word in ("cards", "table") and line.indent > 0 and len(place.words) < 2
    if not inside or not (place.text == "|" or place.piece.text.endswith("|", line.start, line.end)):
        return None
    edits = [Edit(line.content, line.content, "| ")]
    at = (line.content, line.end)
    return slip(place, MISSING, "this row does not start with `|`", "put `|` before it", at=at, edits=edits, sure=True)


def _is_between(piece: Piece, number: int) -> bool:
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


def _move(piece: Piece, number: int, column: int) -> list[Edit]:
    """Start a line at another column, and move those below that are as deep or deeper along with it."""
    indent = piece.lines[number].indent
    along = takewhile(lambda line: line.bare or line.indent >= indent, piece.lines[number:])
    return [_depth(piece, line, line.indent + column - indent) for line in along if not line.bare]


def _level_above(piece: Piece, number: int) -> int:
    """The column that a line which is too deep, or stands between two levels, was probably meant to start at."""
    line = piece.lines[number]
    above = [other.indent for other in piece.lines[:number] if not other.bare]
    shallower = next((indent for indent in reversed(above) if indent < line.indent), 0)
    # A line between a declaration and its lines belongs to those.
    return above[-1] if above and above[-1] > line.indent and not shallower else shallower


def _indent_below(piece: Piece, number: int) -> list[Edit]:
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
