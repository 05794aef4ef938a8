"""How a game is tried: scenarios, properties and miniatures."""

from __future__ import annotations

import attrs

from hoyle.syntax.tree.declarations import Target, Text
from hoyle.syntax.tree.expressions import Binder, Cited, Expr, Node, Word
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
    who: Expr
    action: Expr


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
