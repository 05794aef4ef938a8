"""Foreign text made fit for a terminal.

Definitions, table files and file names come from strangers. Whatever of them is printed goes through `visible`, so no
escape sequence, no text direction mark and no line end reaches the terminal, and every character that is left has a
width that can be added up.
"""

from __future__ import annotations

from rich.cells import cell_len, chop_cells

# A variation selector is printable, but whether it makes the character before it wider depends on the terminal.
_VARIATION = "\ufe0f"


def visible(text: str, tab: str = "\\t") -> str:
    """The text with everything unprintable written as an escape such as `\\x1b`, and tabs as `tab`.

    Blanks other than the usual one count as unprintable: they look right and are not.
    """
    if text.isprintable() and _VARIATION not in text:
        return text

    def escaped(character: str) -> str:
        return tab if character == "\t" else character.encode("unicode_escape").decode("ascii")

    return "".join(each if each.isprintable() and each != _VARIATION else escaped(each) for each in text)


def shorten(text: str, limit: int) -> str:
    """The text, or its beginning and dots if it is longer than `limit` characters."""
    return text if len(text) <= limit else text[: limit - 3] + "..."


def quote(text: str, limit: int = 60) -> str:
    """The author's own words for use in a message: in backticks, on one line, not too long."""
    return f"`{shorten(visible(shorten(text, limit)), limit)}`"


def quote_value(value: object) -> str:
    """Whatever somebody passed, for use in a message."""
    try:
        return quote(repr(value))
    except Exception:  # a number too long to be written, or a stranger's own `__repr__`
        return "this"


def wrap(text: str, width: int) -> list[str]:
    """Visible text in lines of at most `width` cells, broken at blanks where there are any."""
    if cell_len(text) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split():
        if line and cell_len(line) + 1 + cell_len(word) <= width:
            line += " " + word
            continue
        if line:
            lines.append(line)
        *full, line = chop_cells(word, width) or [word]
        lines += full
    return [*lines, line]
