"""Pieces of the rulebook in Markdown: paragraphs that start with a name, and tables."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle.english import cap, plain, safe
from hoyle.syntax import tree


@attrs.frozen
class Entry:
    """A paragraph that starts with a name, and the lines, table or further entries below it.

    aside: what belongs to the name, as `, for a player`; behind a text that is a value there is a colon.
    """

    title: str
    text: str
    below: tuple[str, ...] = ()
    aside: str = ""
    cites: str = ""

    def markdown(self) -> str:
        stop = "" if self.aside.endswith(":") else "."
        head = f"**{cap(self.title)}**{self.aside}{stop}" if self.aside else f"**{cap(self.title)}.**"
        first = f"{head} {self.text}".rstrip() + self.cites
        return "\n".join([first, *(["", *self.below] if self.below else [])])


def cited(*groups: tuple[str, ...]) -> str:
    """The places in the rulebook, each once, in brackets."""
    ids = dict.fromkeys(id_ for group in groups for id_ in group)
    return f" [{', '.join(ids)}]" if ids else ""


def rows_of(decl: tree.Table, heads: list[str]) -> list[str]:
    """A table as rows of Markdown; heads: what its keys are called."""
    first, *rows = [[_cell(each) for each in row.cells] for row in decl.rows]
    return table([*heads, *first[len(heads) :]], rows)


def table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    """The lines of a table."""
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


def _cell(cell: tree.Cell) -> str:
    """What stands in a cell."""
    return ", ".join(_item(item) for item in cell.items) or "–"


def _item(item: tree.Word | tree.Number | tree.Truth | tree.Text | tree.CellRange) -> str:
    match item:
        case tree.Word(text):
            return plain(text)
        case tree.Number(value):
            return str(value)
        case tree.Truth(value):
            return "yes" if value else "no"
        case tree.Text(text):
            return safe(text)
        case tree.CellRange(None, high):
            return f"up to {_bound(high)}"
        case tree.CellRange(low, None):
            return f"{_bound(low)} or more"
        case tree.CellRange(low, high):
            return f"{_bound(low)} to {_bound(high)}"


def _bound(value: int | str | None) -> str:
    return plain(str(value))
