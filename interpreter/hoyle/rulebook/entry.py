"""Pieces of the rulebook in Markdown: paragraphs that start with a name, and tables."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle.english import cap, plain, safe
from hoyle.syntax import tree
from hoyle.syntax.walk import children

# parts that are told with the whole, where that is told
_TOLD_WITH = (tree.Must, tree.Gives, tree.Waive, tree.Var, tree.Exception_, tree.Adjust, tree.Hook, tree.Rule)


@attrs.frozen
class Entry:
    """A paragraph that starts with a name, and the lines, table or further entries below it.

    aside: what belongs to the name, as `, for a player`; before a text that is a value there is a colon.
    """

    title: str
    text: str
    below: tuple[str, ...] = ()
    aside: str = ""

    def markdown(self, cites: str) -> str:
        stop = "" if self.aside.endswith(":") else "."
        head = f"**{cap(self.title)}**{self.aside}{stop}" if self.aside else f"**{cap(self.title)}.**"
        first = f"{head} {self.text}".rstrip() + cites
        return "\n".join([first, *(["", *self.below] if self.below else [])])


def cited(*nodes: tree.Cited) -> str:
    """The places in the rulebook that these and their parts come from, each once, in brackets."""
    parts = [part for node in nodes for part in (node, *children(node)) if part is node or isinstance(part, _TOLD_WITH)]
    ids = dict.fromkeys(id_ for part in parts for id_ in part.cites)
    return f" [{', '.join(ids)}]" if ids else ""


def rows_of(decl: tree.Table, heads: list[str]) -> list[str]:
    """A table as rows of Markdown; heads: what its keys are called."""
    first, *rows = [[", ".join(map(_item, cell.items)) or "–" for cell in row.cells] for row in decl.rows]
    return table([*heads, *first[len(heads) :]], rows)


def table(heads: list[str], rows: Iterable[list[str]]) -> list[str]:
    """The lines of a table."""
    return [f"| {' | '.join(cells)} |" for cells in (heads, ["---"] * len(heads), *rows)]


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
        case tree.CellRange(low, high):
            first, last = plain(str(low)), plain(str(high))
            return f"up to {last}" if low is None else f"{first} or more" if high is None else f"{first} to {last}"
