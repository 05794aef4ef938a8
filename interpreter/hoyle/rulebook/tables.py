"""Tables: their rows and cells in words."""

from __future__ import annotations

from hoyle.rulebook.words import plain, safe
from hoyle.syntax import tree


def rows_of(decl: tree.Table) -> list[str]:
    """A table as rows of Markdown, and what variants have changed in it below, in their order."""
    first = next((n for n, row in enumerate(decl.rows) if isinstance(row, tree.Amend)), len(decl.rows))
    written = [row for row in decl.rows[:first] if isinstance(row, tree.Row)]
    lines = ["| " + " | ".join(cell(each) for each in row.cells) + " |" for row in written]
    if lines:
        lines.insert(1, "|---" * len(written[0].cells) + "|")
    changed = [_changed(row) for row in decl.rows[first:]]
    return [*lines, *(["", "With these changes, one after the other:", "", *changed] if changed else [])]


def _changed(row: tree.Row | tree.Amend) -> str:
    if isinstance(row, tree.Row):
        *keys, value = [cell(each) for each in row.cells]
        return f"- For {', '.join(keys)} there is a row again: {value}."
    named = ", ".join(cell(key) for key in row.keys) if row.keys is not None else "everything"
    return f"- For {named}: {cell(row.value)}." if row.value is not None else f"- For {named} there is no row."


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
