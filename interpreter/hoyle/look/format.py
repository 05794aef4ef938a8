"""One way to write a look: the same words and comments, with the blanks where they belong.

Lines stay lines. Names stand in one column, and so do the colons of neighbouring lines about the same sort of things.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

import attrs

from hoyle.diagnostics import Diagnostics, HoyleError
from hoyle.look.parse import is_comment, parse
from hoyle.source import Source

KEYWORD = len("color")
STEP = 4
MEMBERS = "members"
_OF_MEMBERS = ("color", "pip", "short")
BEFORE_COMMENT = 2
_PART = re.compile(r'"[^"\n]*"|#[^\s,|]+|#[^\n]*|\w+|[^\s\w]')


@attrs.define
class Row:
    """A line of the file. text: its words; sort: what it is about, if its colon, which stands there, can be aligned."""

    text: str
    comment: str
    sort: str = ""
    colon: int = 0


def format_look(source: Source) -> str:
    """The text of a look, formatted. Raises HoyleError with its diagnostics if it cannot be read."""
    found = Diagnostics()
    parse(source, found)
    if found.has_errors:
        raise HoyleError(found.all())
    rows = [_row(source.line_text(number)) for number in range(1, source.line_count + 1)]
    for sort, group in groupby(rows, key=lambda row: row.sort):
        run = list(group)
        widest = max(row.colon for row in run)
        for row in run if sort else ():
            row.text = row.text[: row.colon].ljust(widest) + row.text[row.colon :]
    return "".join(_lines(rows)).rstrip("\n") + "\n"


def _row(line: str) -> Row:
    parts = _PART.findall(line)
    comment = parts.pop().rstrip() if parts and is_comment(parts[-1]) else ""
    indent = " " * STEP if line[:1].isspace() else ""
    if not parts:
        return Row("", f"{indent}{comment}" if comment else "")
    first, *rest = parts
    if indent or ":" not in rest:
        return Row(f"{indent}{_joined(parts)}", comment)
    text = f"{first.ljust(KEYWORD)} {_joined(rest)}"
    return Row(text, comment, MEMBERS if first in _OF_MEMBERS else first, text.index(":"))


def _joined(parts: Iterable[str]) -> str:
    text, last = "", ""
    for part in parts:
        text += part if not text or part in ",." or last == "." else f" {part}"
        last = part
    return text


def _lines(rows: list[Row]) -> Iterator[str]:
    """The rows as text: comments behind words stand in one column in neighbouring lines, blank lines alone."""
    for blank, group in groupby(rows, key=lambda row: not row.text and not row.comment):
        if blank:
            yield "\n"
            continue
        run = list(group)
        widest = max((len(row.text) for row in run if row.comment), default=0) + BEFORE_COMMENT
        for row in run:
            yield f"{row.text.ljust(widest) if row.text and row.comment else row.text}{row.comment}\n"
