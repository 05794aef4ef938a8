"""One way to write a file: the same words and comments, with the blanks and line ends where they belong.

Works on the words of each line as the parser read them, so what is formatted parses to the same tree. Lines stay lines:
nothing is joined or broken. Columns that were aligned stay aligned, as narrow as they can be:

- `:`, `=` and the like, in neighbouring lines where they stood below each other,
- `cites` and comments behind a line, wherever in the file they stood in the same column,
- the cells of tables, always.

So the result of formatting is itself formatted: whatever stands in one column still does.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise, zip_longest

import attrs

from hoyle.builtins import FOLDS
from hoyle.diagnostics.diagnostic import HoyleError
from hoyle.source import Source
from hoyle.syntax.parse import parse
from hoyle.syntax.piece import Piece
from hoyle.syntax.place import Place, attempt
from hoyle.syntax.scan import CLOSES, LINE_END, OPENS, TAB, Token

STEP = 4
BEFORE_CITES = 4
BEFORE_COMMENT = 2
BLANK_LINES = 2
BLANK_LINES_INSIDE = 1

_FOLDERS = frozenset(word.upper() for word in FOLDS)
_ENDS_VALUE = frozenset(("NAME", "NUMBER", "STRING", "RPAR", "RSQB", "QMARK", "NONE", "YES", "NO"))
_MARKS = frozenset(("COLON", "EQUAL", "BY", "ALWAYS", "NEVER", "AT", "EVENTUALLY"))
_TEXT = frozenset(("STRING",))
_MORE_MARKS = {"ASSUME": _TEXT, "WAIVE": _TEXT, "PROPERTY": frozenset(("AFTER",))}


@attrs.define
class Row:
    """One line: words, or a comment, or both.

    `first`: a statement or declaration starts here; `alone`: it also ends here. The columns are those in the source,
    and `mark` is where in `text` the mark stands that may have to be aligned.
    """

    column: int
    words: list[Token]
    comment: str
    blank_lines: int
    level: int = 0
    first: bool = True
    alone: bool = True
    comment_column: int = 0
    mark_column: int = 0
    cites_column: int = 0
    text: str = ""
    mark: int = 0
    cites: str = ""


def format_text(source: Source) -> str:
    """The text of a source, formatted. Raises HoyleError with its diagnostics if it does not parse."""
    _, diagnostics = parse(source)
    whole = Piece.whole(source)
    outcome = attempt(whole, "start")
    if diagnostics or isinstance(outcome, Place):
        raise HoyleError(diagnostics)
    rows = list(_rows(whole.text, outcome.tokens))
    _place_comments(rows)
    _align_tables(rows)
    _align_marks(rows)
    return "".join(_lines(rows))


def _rows(text: str, tokens: Iterable[Token]) -> Iterator[Row]:
    """The lines of a text that are not blank."""
    words = deque(_placed(tokens))
    start = blank_lines = 0
    for line in text.split("\n"):
        end = start + len(line)
        mine = []
        while words and words[0][0].start < end:
            mine.append(words.popleft())
        stop = mine[-1][0].end - start if mine else 0
        comment = line[stop:].strip()
        if not mine and not comment:
            blank_lines += 1
        else:
            column = len(line[: len(line) - len(line.lstrip())].expandtabs(TAB))
            row = Row(column, [word for word, _, _ in mine], comment, blank_lines)
            row.comment_column = line.index(comment, stop)
            if mine:
                _, level, row.first = mine[0]
                row.level = level if row.first else level + 1
                row.alone = row.first and not (words and not words[0][2])
                _write(row, start)
            yield row
            blank_lines = 0
        start = end + 1


def _placed(tokens: Iterable[Token]) -> Iterator[tuple[Token, int, bool]]:
    """The words, each with the level of its line and whether it is the first of a statement or declaration."""
    level, first = 0, True
    for token in tokens:
        if token.kind == LINE_END:
            first = True
        elif token.kind == "_INDENT":
            level += 1
        elif token.kind == "_DEDENT":
            level -= 1
        else:
            yield token, level, first
            first = False


def _find_mark(row: Row) -> int:
    """The number of the word that may be aligned with those in neighbouring lines, or 0."""
    if not row.words or not row.alone or row.words[0].kind == "VBAR":
        return 0
    marks = _MARKS | _MORE_MARKS.get(row.words[0].kind, frozenset())
    depth = 0
    for number, word in enumerate(row.words):
        depth += (word.kind in OPENS) - (word.kind in CLOSES)
        if number and not depth and word.kind in marks:
            return number
    return 0


def _place_comments(rows: list[Row]) -> None:
    """Give comments on lines of their own the level of the line below, or the deeper one of the block they end."""
    below: list[Row | None] = [None] * len(rows)
    for number in range(len(rows) - 1, 0, -1):
        below[number - 1] = rows[number] if rows[number].words else below[number]
    columns = {0: 0}
    deepest = 0
    for row, following in zip(rows, below, strict=True):
        if row.words:
            if row.first:
                columns[row.level] = row.column
                deepest = row.level
        elif following is not None and not following.first:
            row.level, row.first = following.level, False
        else:
            lowest = following.level if following is not None else 0
            fitting = [level for level in range(lowest, deepest + 1) if columns[level] <= row.column]
            row.level = max(fitting, default=lowest)


def _write(row: Row, start: int) -> None:
    """Set the words of a row with the blanks between them, and note where those stand that may be aligned."""
    mark = _find_mark(row)
    cites = next((number for number, word in enumerate(row.words) if word.kind == "CITES"), 0)
    words = row.words[:cites] if cites else row.words
    row.text = _joined(words)
    if mark:
        row.mark, row.mark_column = len(_joined(words[:mark])) + 1, row.words[mark].start - start
    if cites:
        row.cites, row.cites_column = _joined(row.words[cites:]), row.words[cites].start - start


def _joined(words: list[Token]) -> str:
    text = ""
    for number, word in enumerate(words):
        if number and not _sticks(words[number - 2] if number > 1 else None, words[number - 1], word):
            text += " "
        text += word
    return text


def _sticks(before: Token | None, last: Token, word: Token) -> bool:
    """Whether no blank stands between two words; `before` is the one before them."""
    if word.kind in ("COMMA", "QMARK") or word.kind in CLOSES or last.kind in OPENS:
        return True
    if "." in (last, word):
        return True
    if word == "..":
        return last.kind in _ENDS_VALUE
    if last == ".." or (last.kind == "MINUS" and not (before is not None and before.kind in _ENDS_VALUE)):
        return word.kind not in ("VBAR", "IN")
    return word.kind in OPENS and (last.kind in _ENDS_VALUE or last.kind in _FOLDERS) and last.kind != "STRING"


def _align_tables(rows: list[Row]) -> None:
    """Make the cells of each table equally wide."""
    worded = (row for row in rows if row.words)
    for is_table, table in groupby(worded, key=lambda row: row.alone and row.words[0].kind == "VBAR"):
        if not is_table:
            continue
        cells = [(row, _cells(row.words)) for row in table]
        columns = zip_longest(*(texts for _, texts in cells), fillvalue="")
        widths = [max(map(len, column)) for column in columns]
        for row, texts in cells:
            padded = (text.ljust(width) for text, width in zip(texts, widths, strict=False))
            row.text = f"| {' | '.join(padded)} |"


def _cells(words: list[Token]) -> list[str]:
    bars = [number for number, word in enumerate(words) if word.kind == "VBAR"]
    return [_joined(words[start + 1 : end]) for start, end in pairwise(bars)]


def _align_marks(rows: list[Row]) -> None:
    """Keep marks below each other in neighbouring lines where they were."""
    run: list[Row] = []
    for row in [*rows, None]:
        place = None if row is None or row.blank_lines or not row.mark else (row.level, row.mark_column)
        if not run or place != (run[-1].level, run[-1].mark_column):
            width = max((member.mark for member in run), default=0)
            for member in run:
                text, mark = member.text, member.mark
                member.text = text[:mark] + " " * (width - mark) + text[mark:]
            run = []
        if row is not None and row.mark:
            run.append(row)


def _lines(rows: list[Row]) -> Iterator[str]:
    """The rows as text, with `cites` and comments in their columns."""
    texts = [" " * (STEP * row.level) + row.text for row in rows]
    _append(texts, [(row, row.cites, row.cites_column) for row in rows], BEFORE_CITES)
    _append(texts, [(row, row.comment, row.comment_column) for row in rows], BEFORE_COMMENT)
    for number, (row, text) in enumerate(zip(rows, texts, strict=True)):
        if number and row.first:
            yield "\n" * min(row.blank_lines, BLANK_LINES_INSIDE if row.level else BLANK_LINES)
        yield text.rstrip() + "\n"


def _append(texts: list[str], parts: list[tuple[Row, str, int]], gap: int) -> None:
    """Add parts to the lines that have them, in one column those that had them in one column of the source."""
    widths: dict[int, int] = defaultdict(int)
    for text, (row, part, column) in zip(texts, parts, strict=True):
        if row.words and part:
            widths[column] = max(widths[column], len(text) + gap)
    for number, (row, part, column) in enumerate(parts):
        if part:
            texts[number] = texts[number].ljust(widths[column] if row.words else 0) + part
