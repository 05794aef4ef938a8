"""What the lines of a look say, as the grammar has it; nothing in it is checked yet."""

from __future__ import annotations

import attrs

from hoyle.source import Span


@attrs.frozen
class Word:
    """A name, a number, a colour or a text (without its quotes), and where it stands."""

    text: str
    span: Span = attrs.field(eq=False, repr=False)


@attrs.frozen
class Head:
    """`look of game`"""

    game: Word


@attrs.frozen
class Members:
    """What stands for the members of a kind: pairs of a member and its colour, drawing or short text.

    sort: `colors`, `pips` or `short`.
    """

    sort: str
    kind: Word
    pairs: tuple[tuple[Word, Word], ...]


@attrs.frozen
class Trait:
    """One thing that is said. rows: its words; only a grid has more than one row."""

    name: str
    rows: tuple[tuple[Word, ...], ...]
    span: Span = attrs.field(eq=False, repr=False)

    @property
    def words(self) -> tuple[Word, ...]:
        """The words of its first row."""
        return self.rows[0] if self.rows else ()


@attrs.frozen
class Things:
    """What is said of cards, zones or values, or of the table itself, which has no names.

    sort: `cards`, `zones`, `values` or `table`.
    """

    sort: str
    names: tuple[Word, ...]
    traits: tuple[Trait, ...]


Line = Head | Members | Things
