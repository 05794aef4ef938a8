"""A file, and what a variant changes in another."""

from __future__ import annotations

import attrs

from hoyle.source import Source, Span
from hoyle.syntax.tree.declarations import Course, Fact, Law, Row, Text
from hoyle.syntax.tree.expressions import Cited, Expr, Node, Word
from hoyle.syntax.tree.trials import SetTo, Trial


@attrs.frozen
class Replace(Node):
    decl: Decl


@attrs.frozen
class Add(Node):
    decl: Decl


@attrs.frozen
class AddRows(Cited):
    to: Word
    rows: tuple[Row, ...]


@attrs.frozen
class Thing(Node):
    """What a variant names: `rule low`, `except worth.gold`, `ability owl ongoing`, `card Tile(cups, 3)`.

    sort: the word it is declared with, or must, card or row; part: a label, or the timing class of an ability.
    """

    sort: str
    name: Word
    part: Word | None
    args: tuple[Expr, ...] | None


@attrs.frozen
class Remove(Cited):
    thing: Thing


@attrs.frozen
class Order(Cited):
    """Of exceptions to one thing, the first is over the others."""

    name: Word
    part: Word
    over: tuple[Word, ...]


@attrs.frozen
class Pin(Node):
    """What a thing was when the variant was written."""

    thing: Thing
    mark: Text


@attrs.frozen
class Against(Node):
    pins: tuple[Pin, ...]


Change = SetTo | Replace | Add | AddRows | Remove | Order | Against
Decl = Fact | Law | Course | Trial | Change


@attrs.frozen
class Header(Cited):
    """kind: game, library, trials or variant; title is a game's or variant's; name a library's, or the game that
    trials and variants are of. others: the variants that a variant is combined `with`; over: pairs of variants of
    which the first counts where they disagree. written_for: how many seats a game had before a variant set it."""

    kind: str
    title: str | None
    name: Word | None
    seats: tuple[int, int] | None
    others: tuple[Word, ...] = attrs.field(default=(), kw_only=True)
    over: tuple[tuple[Word, Word], ...] = attrs.field(default=(), kw_only=True)
    written_for: tuple[int, int] | None = attrs.field(default=None, kw_only=True, eq=False)


@attrs.frozen
class File(Node):
    """unread: the declarations that could not be read.

    ahead: pairs of texts that it was made of; exceptions from the first are over those from the second.
    """

    header: Header
    decls: tuple[Decl, ...]
    unread: tuple[Span, ...] = attrs.field(eq=False, default=(), kw_only=True)
    ahead: frozenset[tuple[Source, Source]] = attrs.field(eq=False, default=frozenset(), kw_only=True)
