"""The syntax tree: what a file says, node for node as in `grammar/hoyle.lark`.

Nodes are frozen; where a node stands in its source takes no part in equality. Nothing is resolved here: a `Name` may
turn out to be a local, a card, a rule or a spelling mistake.
"""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.source import Source, Span


def _place() -> Any:
    return attrs.field(eq=False, repr=False, kw_only=True)


@attrs.frozen
class Word:
    """A name where it is declared or referred to as such."""

    text: str
    span: Span = _place()


# ---------------------------------------------------------------------------------------------- expressions


@attrs.frozen
class Name:
    text: str
    span: Span = _place()


@attrs.frozen
class Number:
    value: int
    span: Span = _place()


@attrs.frozen
class Truth:
    value: bool
    span: Span = _place()


@attrs.frozen
class Nothing:
    span: Span = _place()


@attrs.frozen
class Listing:
    items: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Attr:
    of: Expr
    name: Word
    span: Span = _place()


@attrs.frozen
class Item:
    of: Expr
    args: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Apply:
    of: Expr
    args: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Arith:
    op: str
    left: Expr
    right: Expr
    span: Span = _place()


@attrs.frozen
class Minus:
    of: Expr
    span: Span = _place()


@attrs.frozen
class The:
    of: Expr
    span: Span = _place()


@attrs.frozen
class Else:
    left: Expr
    right: Expr
    span: Span = _place()


@attrs.frozen
class SpanOf:
    low: Expr
    high: Expr
    span: Span = _place()


@attrs.frozen
class Compare:
    """op: is, is not, in, not in, <, <=, >, >="""

    op: str
    left: Expr
    right: Expr
    span: Span = _place()


@attrs.frozen
class Negation:
    of: Expr
    span: Span = _place()


@attrs.frozen
class And:
    items: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Or:
    items: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class IfThen:
    test: Expr
    then: Expr
    otherwise: Expr
    span: Span = _place()


@attrs.frozen
class Binder:
    """`x in list where condition`: how loops, folds, choices and actions all name what they range over."""

    var: Word
    source: Expr
    where: Expr | None
    span: Span = _place()


@attrs.frozen
class Whole:
    """`count(trick)`, `max(a, b)`"""

    items: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Members:
    """`any(c in trick where ...)`, `every(c in trick has ...)`, `highest(c in trick by ...)`"""

    binder: Binder
    has: Expr | None
    by: Expr | None
    span: Span = _place()


@attrs.frozen
class Values:
    """`sum(c.value for c in trick)`"""

    value: Expr
    binder: Binder
    span: Span = _place()


@attrs.frozen
class Fold:
    kind: str
    over: Whole | Members | Values
    span: Span = _place()


Expr = (
    Name
    | Number
    | Truth
    | Nothing
    | Listing
    | Attr
    | Item
    | Apply
    | Arith
    | Minus
    | The
    | Else
    | SpanOf
    | Compare
    | Negation
    | And
    | Or
    | IfThen
    | Fold
)

# ---------------------------------------------------------------------------------------------- types and parameters


@attrs.frozen
class NamedType:
    name: str
    span: Span = _place()


@attrs.frozen
class MaybeType:
    name: str
    span: Span = _place()


@attrs.frozen
class ListType:
    name: str
    span: Span = _place()


@attrs.frozen
class ChoiceType:
    values: tuple[Word, ...]
    span: Span = _place()


@attrs.frozen
class RangeType:
    low: int
    high: int
    span: Span = _place()


Type = NamedType | MaybeType | ListType | ChoiceType | RangeType


@attrs.frozen
class Param:
    name: Word
    type: Type | None
    span: Span = _place()


@attrs.frozen
class ChosenParam:
    """A parameter of an action that the player chooses."""

    binder: Binder
    span: Span = _place()


# ---------------------------------------------------------------------------------------------- statements


@attrs.frozen
class Move:
    cards: Expr
    to: Expr
    spot: str | None
    facing: str | None
    span: Span = _place()


@attrs.frozen
class Face:
    cards: Expr
    side: str
    span: Span = _place()


@attrs.frozen
class Shuffle:
    zone: Expr
    span: Span = _place()


@attrs.frozen
class Deal:
    count: Expr
    source: Expr
    to: Word
    span: Span = _place()


@attrs.frozen
class Let:
    name: Word
    value: Expr
    span: Span = _place()


@attrs.frozen
class Assign:
    """op: =, +=, -="""

    target: Expr
    op: str
    value: Expr
    span: Span = _place()


@attrs.frozen
class Call:
    target: Expr
    span: Span = _place()


@attrs.frozen
class Return:
    value: Expr | None
    span: Span = _place()


@attrs.frozen
class Resolve:
    timing: Word
    card: Expr
    span: Span = _place()


@attrs.frozen
class If:
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]
    span: Span = _place()


@attrs.frozen
class Each:
    binder: Binder
    ordered: Expr | None
    body: tuple[Stmt, ...]
    span: Span = _place()


@attrs.frozen
class Repeat:
    """Endless, `until` a condition (asked before each pass), or a number of `times`."""

    until: Expr | None
    times: Expr | None
    body: tuple[Stmt, ...]
    span: Span = _place()


@attrs.frozen
class Together:
    binder: Binder
    ask: tuple[Stmt, ...]
    then: tuple[Stmt, ...]
    span: Span = _place()


@attrs.frozen
class AsOne:
    body: tuple[Stmt, ...]
    span: Span = _place()


@attrs.frozen
class Offer:
    action: Word
    args: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Decide:
    who: Expr
    must: bool
    offers: tuple[Offer, ...]
    if_able: bool
    then: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None
    span: Span = _place()


@attrs.frozen
class Choose:
    """amount: None for one, else how many; up_to: fewer will do; optional: `may choose`"""

    who: Expr
    optional: bool
    amount: Expr | None
    up_to: bool
    binder: Binder
    label: Label | None
    then: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None
    span: Span = _place()


Stmt = (
    Move
    | Face
    | Shuffle
    | Deal
    | Let
    | Assign
    | Call
    | Return
    | Resolve
    | If
    | Each
    | Repeat
    | Together
    | AsOne
    | Decide
    | Choose
)

# ---------------------------------------------------------------------------------------------- parts of declarations


@attrs.frozen
class Label:
    name: Word
    text: str | None
    span: Span = _place()


@attrs.frozen
class Target:
    """`weight`, `weight.label`, `weight(color)`: args is None where no parentheses stand."""

    name: Word
    clause: Word | None
    args: tuple[Expr, ...] | None
    span: Span = _place()


@attrs.frozen
class AnyChange:
    span: Span = _place()


@attrs.frozen
class Must:
    test: Expr
    if_able: bool
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Need:
    """A `must` line at the head of an action."""

    test: Expr
    label: Label | None
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Gives:
    value: Expr
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Waive:
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Body:
    stmts: tuple[Stmt, ...]
    span: Span = _place()


Verdict = Gives | Waive | Must | Body


@attrs.frozen
class CellRange:
    """low or high is None where the range is open; both are numbers or both are names."""

    low: int | str | None
    high: int | str | None
    span: Span = _place()


@attrs.frozen
class Text:
    text: str
    span: Span = _place()


@attrs.frozen
class Cell:
    """No items: the cell is blank."""

    items: tuple[Word | Number | Truth | Text | CellRange, ...]
    span: Span = _place()


@attrs.frozen
class Row:
    cells: tuple[Cell, ...]
    span: Span = _place()


@attrs.frozen
class Attribute:
    """A printed attribute (`type` given) or a derived one (`value` only)."""

    name: Word
    type: Type | None
    key: bool
    value: Expr | None
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class RowsFrom:
    path: str
    span: Span = _place()


@attrs.frozen
class Bound:
    least: bool
    value: Expr
    span: Span = _place()


# ---------------------------------------------------------------------------------------------- declarations


@attrs.frozen
class Use:
    name: Word
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Option:
    name: Word
    title: str | None
    type: Type
    default: Expr | None
    when: tuple[Expr, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Kind:
    name: Word
    type: Type
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Cards:
    name: Word
    attributes: tuple[Attribute, ...]
    rows: tuple[Row | RowsFrom | Amend, ...]
    written: Text | None
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Zone:
    """facing: up, down or None (a card keeps its side)."""

    name: Word
    index: tuple[Type, ...]
    shape: Word
    holds_type: Word | None
    facing: str | None
    seen_by: Expr | None
    capacity: Expr | None
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Var:
    """phase: the phase it starts anew with, for a variable declared inside one."""

    name: Word
    index: tuple[Type, ...]
    type: Type | None
    initial: Expr | None
    seen_by: Expr | None
    untold: bool
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Table:
    name: Word
    params: tuple[Param, ...]
    type: Type | None
    rows: tuple[Row, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Timing:
    name: Word
    by: Expr
    holds_while: Expr | None
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Assume:
    name: Word
    text: str
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Define:
    """value None: a gap that whoever uses the library must fill."""

    name: Word
    title: str | None
    params: tuple[Param, ...]
    type: Type | None
    value: Expr | None
    bounds: tuple[Bound, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Rule:
    name: Word
    title: str | None
    targets: tuple[Target, ...]
    over: tuple[Word, ...]
    when: tuple[Expr, ...]
    musts: tuple[Must, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Exception_:
    target: Target
    label: Label | None
    over: tuple[Word, ...]
    when: tuple[Expr, ...]
    verdict: Verdict
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Adjust:
    target: Target
    label: Label | None
    by: Expr
    when: tuple[Expr, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Hook:
    before: bool
    points: tuple[Target | AnyChange, ...]
    label: Label | None
    over: tuple[Word, ...]
    when: tuple[Expr, ...]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span = _place()


Clause = Exception_ | Adjust | Hook | Rule


@attrs.frozen
class Ability:
    card: Word
    timing: Word
    clauses: tuple[Clause, ...]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Ending:
    name: Word
    title: str | None
    points: tuple[Target | AnyChange, ...]
    when: tuple[Expr, ...]
    winners: Expr
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Action:
    name: Word
    params: tuple[Param | ChosenParam, ...]
    needs: tuple[Need, ...]
    text: Text | None
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Effect:
    name: Word
    params: tuple[Param, ...]
    type: Type | None
    when: tuple[Expr, ...]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Phase:
    name: Word
    title: str | None
    params: tuple[Param, ...]
    when: tuple[Expr, ...]
    vars: tuple[Var, ...]
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Flow:
    body: tuple[Stmt, ...]
    cites: tuple[str, ...]
    span: Span = _place()


# ---------------------------------------------------------------------------------------------- trials


@attrs.frozen
class GivenOption:
    name: Word
    value: Expr
    span: Span = _place()


@attrs.frozen
class HoldsCards:
    zone: Expr
    cards: tuple[Expr, ...]
    facing: str | None
    span: Span = _place()


@attrs.frozen
class Does:
    who: Expr
    action: Expr
    span: Span = _place()


@attrs.frozen
class Picks:
    who: Expr
    values: tuple[Expr, ...]
    span: Span = _place()


@attrs.frozen
class Declines:
    who: Expr
    span: Span = _place()


@attrs.frozen
class Shuffles:
    who: Expr
    zone: Expr
    cards: tuple[Expr, ...]
    span: Span = _place()


Deed = Does | Picks | Declines | Shuffles | Call


@attrs.frozen
class PickValue:
    value: Expr
    span: Span = _place()


@attrs.frozen
class PickAction:
    action: Expr
    span: Span = _place()


@attrs.frozen
class PickNothing:
    span: Span = _place()


Pick = PickValue | PickAction | PickNothing


@attrs.frozen
class ClaimKeeps:
    name: Word
    span: Span = _place()


@attrs.frozen
class ClaimTrue:
    test: Expr
    span: Span = _place()


@attrs.frozen
class ClaimMay:
    """verb: may, may not, may only"""

    who: Expr
    verb: str
    picks: tuple[Pick, ...]
    because: Target | None
    span: Span = _place()


Claim = ClaimTrue | ClaimMay | ClaimKeeps


@attrs.frozen
class Script:
    deeds: tuple[Deed, ...]
    span: Span = _place()


@attrs.frozen
class Outcome:
    claims: tuple[Claim, ...]
    span: Span = _place()


@attrs.frozen
class Scenario:
    title: Text
    seats: tuple[Word, ...]
    options: tuple[GivenOption, ...]
    given: tuple[HoldsCards | Assign, ...]
    steps: tuple[Script | Outcome, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Property:
    """kind: always, never, at end, eventually, after; point: what it is looked at after."""

    name: Word
    title: str | None
    kind: str
    point: Target | None
    test: Expr
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Waived:
    """A check that every game has to pass, and why this one need not."""

    name: Word
    reason: str
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class FewerPlayers:
    count: int
    span: Span = _place()


@attrs.frozen
class SetTo:
    """An option, a definition, the first value of a variable, or an attribute of all cards of a type is this.

    args: in a variant, which row of a table, or which card of a type.
    """

    name: Word
    args: tuple[Expr, ...] | None
    attribute: Word | None
    value: Expr | Text
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class FewerCards:
    """Of the cards in that list only those take part."""

    binder: Binder
    span: Span = _place()


@attrs.frozen
class FewerCopies:
    """Of cards that look alike so many take part."""

    count: int
    span: Span = _place()


@attrs.frozen
class FewerOrders:
    """Of each shuffle so many orders are tried."""

    count: int
    span: Span = _place()


@attrs.frozen
class Symmetric:
    """Kinds whose members, or `Player`, whose seats can be exchanged."""

    names: tuple[Word, ...]
    span: Span = _place()


Delta = FewerPlayers | SetTo | FewerCards | FewerCopies | FewerOrders | Symmetric | Waived


@attrs.frozen
class Miniature:
    title: Text
    deltas: tuple[Delta, ...]
    cites: tuple[str, ...]
    span: Span = _place()


# ---------------------------------------------------------------------------------------------- changes of a variant


@attrs.frozen
class Amend:
    """Among the rows of a card type: what a variant changes on the cards before it.

    keys: which card; None for all. value None: it is taken out.
    """

    keys: tuple[Cell, ...] | None
    attribute: Word | None
    value: Cell | None
    span: Span = _place()


@attrs.frozen
class Replace:
    decl: Decl
    span: Span = _place()


@attrs.frozen
class Add:
    decl: Decl
    span: Span = _place()


@attrs.frozen
class AddRows:
    to: Word
    rows: tuple[Row, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Thing:
    """What a variant names: `rule low`, `except worth.gold`, `ability owl ongoing`, `card Tile(cups, 3)`.

    sort: the word it is declared with, or must, card or row; part: a label, or the timing class of an ability.
    """

    sort: str
    name: Word
    part: Word | None
    args: tuple[Expr, ...] | None
    span: Span = _place()


@attrs.frozen
class Remove:
    thing: Thing
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Order:
    """Of exceptions to one thing, the first is over the others."""

    name: Word
    part: Word
    over: tuple[Word, ...]
    cites: tuple[str, ...]
    span: Span = _place()


@attrs.frozen
class Pin:
    """What a thing was when the variant was written."""

    thing: Thing
    mark: Text
    span: Span = _place()


@attrs.frozen
class Against:
    pins: tuple[Pin, ...]
    span: Span = _place()


Change = SetTo | Replace | Add | AddRows | Remove | Order | Against

Decl = (
    Use
    | Option
    | Kind
    | Cards
    | Zone
    | Var
    | Table
    | Timing
    | Assume
    | Define
    | Rule
    | Exception_
    | Adjust
    | Hook
    | Ability
    | Ending
    | Action
    | Effect
    | Phase
    | Flow
    | Scenario
    | Property
    | Waived
    | Miniature
    | SetTo
    | Replace
    | Add
    | AddRows
    | Remove
    | Order
    | Against
)

# ---------------------------------------------------------------------------------------------- a file


@attrs.frozen
class Header:
    """kind: game, library, trials or variant; title is a game's or variant's; name a library's, or the game that
    trials and variants are of. others: the variants that a variant is combined `with`; over: pairs of variants of
    which the first counts where they disagree. written_for: how many seats a game had before a variant set it."""

    kind: str
    title: str | None
    name: Word | None
    seats: tuple[int, int] | None
    cites: tuple[str, ...]
    others: tuple[Word, ...] = attrs.field(default=(), kw_only=True)
    over: tuple[tuple[Word, Word], ...] = attrs.field(default=(), kw_only=True)
    written_for: tuple[int, int] | None = attrs.field(default=None, kw_only=True, eq=False)
    span: Span = _place()


@attrs.frozen
class File:
    """unread: the declarations that could not be read.

    ahead: pairs of texts that it was made of; exceptions from the first are over those from the second.
    """

    header: Header
    decls: tuple[Decl, ...]
    unread: tuple[Span, ...] = attrs.field(eq=False, default=(), kw_only=True)
    ahead: frozenset[tuple[Source, Source]] = attrs.field(eq=False, default=frozenset(), kw_only=True)
    span: Span = _place()
