"""A change that was made: what a variant says, and what stood there before and stands there now."""

from __future__ import annotations

import attrs

from hoyle.apply.rows import columns
from hoyle.apply.things import Key
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.walk import mentioned


@attrs.frozen
class Part:
    """A part of a table or card type that is changed.

    keys: which row or card; None for all. attribute: what of a card; None for the whole row or card. value: a cell, or
    the cells of a row by the names of their columns; None if it is taken out.
    """

    keys: tuple[tree.Cell, ...] | None
    attribute: str | None
    value: tree.Cell | dict[str, tree.Cell] | None
    span: Span


@attrs.frozen
class Change:
    """One change of one variant.

    title: of the variant. word: set, replace, remove, add, or the word of a clause. key: what is changed; name: the
    same in words that the variant could use of it. before, after: the declaration (or clause, or the first line of the
    game), None where there is none. span: where the variant says it. decl: what it says. parts: what is changed of a
    table or a card type, if not all of it.
    """

    title: str
    word: str
    key: Key
    name: str
    before: tree.Decl | tree.Need | tree.Header | None
    after: tree.Decl | tree.Need | tree.Header | None
    span: Span
    decl: tree.Decl
    parts: tuple[Part, ...] = ()

    @property
    def names(self) -> set[str]:
        """The names in what is changed, also those of a single card or row."""
        one = self.decl.thing if isinstance(self.decl, tree.Remove) else self.decl
        of = (getattr(one, "args", None), getattr(one, "attribute", None))
        return {self.key[1], *((self.key[2],) if self.key[2] else ()), *mentioned(of)}


def parts(rows: tuple[tree.Row, ...], keys: list[str]) -> tuple[Part, ...]:
    """Rows that are added, by the columns they are named by; those that have no names are like no others."""
    titles = columns(rows[0])
    made = [(dict(zip(titles, row.cells, strict=False)), row.span) for row in rows[1:]]
    named = [(cells, span) for cells, span in made if keys and cells.keys() >= {*keys}]
    return tuple(Part(tuple(cells[key] for key in keys), None, cells, span) for cells, span in named)
