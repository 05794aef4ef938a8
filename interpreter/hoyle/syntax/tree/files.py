"""How a game is tried, what a variant changes in it, and a file of any of this."""

from __future__ import annotations

import attrs

from hoyle.source import Source, Span
from hoyle.syntax.tree.declarations import Course, Fact, Law, Row, Target
from hoyle.syntax.tree.expressions import Binder, Cited, Expr, Node, Text, Word
from hoyle.syntax.tree.statements import Assign, Call


@attrs.frozen
class GivenOption(Node):
    name: Word
    value: Expr


@attrs.frozen
class HoldsCards(Node):
    zone: Expr
    cards: tuple[Expr, ...]
    facing: str | None


@attrs.frozen
class Does(Node):
    """acting: the player in whose place `who` does it."""

    who: Expr
    action: Expr
    acting: Expr | None


@attrs.frozen
class Picks(Node):
    who: Expr
    values: tuple[Expr, ...]


@attrs.frozen
class Declines(Node):
    who: Expr


@attrs.frozen
class Shuffles(Node):
    who: Expr
    zone: Expr
    cards: tuple[Expr, ...]


Deed = Does | Picks | Declines | Shuffles | Call


@attrs.frozen
class PickValue(Node):
    value: Expr


@attrs.frozen
class PickAction(Node):
    action: Expr


@attrs.frozen
class PickNothing(Node):
    pass


Pick = PickValue | PickAction | PickNothing


@attrs.frozen
class ClaimKeeps(Node):
    name: Word


@attrs.frozen
class ClaimTrue(Node):
    test: Expr


@attrs.frozen
class ClaimMay(Node):
    """verb: may, may not, may only"""

    who: Expr
    verb: str
    picks: tuple[Pick, ...]
    because: Target | None


Claim = ClaimTrue | ClaimMay | ClaimKeeps


@attrs.frozen
class Script(Node):
    deeds: tuple[Deed, ...]


@attrs.frozen
class Outcome(Node):
    claims: tuple[Claim, ...]


@attrs.frozen
class Scenario(Cited):
    title: Text
    seats: tuple[Word, ...]
    options: tuple[GivenOption, ...]
    given: tuple[HoldsCards | Assign, ...]
    steps: tuple[Script | Outcome, ...]


@attrs.frozen
class Property(Cited):
    """kind: always, never, at end, eventually, after; point: what it is looked at after."""

    name: Word
    title: str | None
    kind: str
    point: Target | None
    test: Expr


@attrs.frozen
class Waived(Cited):
    """A check that every game has to pass, and why this one need not."""

    name: Word
    reason: str


@attrs.frozen
class FewerPlayers(Node):
    count: int


@attrs.frozen
class SetTo(Cited):
    """An option, a definition, the first value of a variable, or an attribute of all cards of a type is this.

    args: in a variant, which row of a table, or which card of a type.
    """

    name: Word
    args: tuple[Expr, ...] | None
    attribute: Word | None
    value: Expr | Text


@attrs.frozen
class FewerCards(Node):
    """Of the cards in that list only those take part."""

    binder: Binder


@attrs.frozen
class FewerCopies(Node):
    """Of cards that look alike so many take part."""

    count: int


@attrs.frozen
class FewerOrders(Node):
    """Of each shuffle so many orders are tried."""

    count: int


@attrs.frozen
class Symmetric(Node):
    """Kinds whose members, or `Player`, whose seats can be exchanged."""

    names: tuple[Word, ...]


Delta = FewerPlayers | SetTo | FewerCards | FewerCopies | FewerOrders | Symmetric | Waived


@attrs.frozen
class Miniature(Cited):
    title: Text
    deltas: tuple[Delta, ...]


Trial = Scenario | Property | Waived | Miniature


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
