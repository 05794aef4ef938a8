"""Tables: their rows and cells in words."""

from __future__ import annotations

from hoyle.english import plain, safe
from hoyle.syntax import tree


def rows_of(decl: tree.Table, heads: list[str]) -> list[str]:
    """A table as rows of Markdown; heads: what its keys are called."""
    first, *rows = [[cell(each) for each in row.cells] for row in decl.rows]
    first = [*heads, *first[len(heads) :]]
    return [f"| {' | '.join(cells)} |" for cells in (first, ["---"] * len(first), *rows)]


def cell(cell: tree.Cell) -> str:
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
