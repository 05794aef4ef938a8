"""What there is, and the rules: declarations and their parts."""

from __future__ import annotations

import attrs

from hoyle.syntax.tree.expressions import Binder, Cited, Expr, Node, Number, Text, Truth, Word
from hoyle.syntax.tree.statements import Label, Let, Stmt


@attrs.frozen
class NamedType(Node):
    name: str


@attrs.frozen
class MaybeType(Node):
    name: str


@attrs.frozen
class ListType(Node):
    name: str


@attrs.frozen
class ChoiceType(Node):
    values: tuple[Word, ...]


@attrs.frozen
class RangeType(Node):
    low: int
    high: int


Type = NamedType | MaybeType | ListType | ChoiceType | RangeType


@attrs.frozen
class Param(Node):
    name: Word
    type: Type | None


@attrs.frozen
class ChosenParam(Node):
    """A parameter of an action that the player chooses."""

    binder: Binder


@attrs.frozen
class Target(Node):
    """`weight`, `weight.label`, `weight(color)`: args is None where no parentheses stand."""

    name: Word
    clause: Word | None
    args: tuple[Expr, ...] | None


@attrs.frozen
class AnyChange(Node):
    pass


@attrs.frozen
class Must(Cited):
    test: Expr
    if_able: bool


@attrs.frozen
class Need(Cited):
    """A `must` line at the head of an action."""

    test: Expr
    label: Label | None


@attrs.frozen
class Gives(Cited):
    value: Expr


@attrs.frozen
class Waive(Cited):
    pass


@attrs.frozen
class Body(Node):
    stmts: tuple[Stmt, ...]


Verdict = Gives | Waive | Must | Body


@attrs.frozen
class CellRange(Node):
    """low or high is None where the range is open; both are numbers or both are names."""

    low: int | str | None
    high: int | str | None


@attrs.frozen
class Cell(Node):
    """No items: the cell is blank."""

    items: tuple[Word | Number | Truth | Text | CellRange, ...]


@attrs.frozen
class Row(Node):
    cells: tuple[Cell, ...]


@attrs.frozen
class Attribute(Cited):
    """A printed attribute (`type` given) or a derived one (`value` only)."""

    name: Word
    type: Type | None
    key: bool
    value: Expr | None


@attrs.frozen
class RowsFrom(Node):
    path: str


@attrs.frozen
class Bound(Node):
    least: bool
    value: Expr
    when: tuple[Expr, ...]


@attrs.frozen
class Amend(Node):
    """Among the rows of a card type: what a variant changes on the cards before it.

    keys: which card; None for all. value None: it is taken out.
    """

    keys: tuple[Cell, ...] | None
    attribute: Word | None
    value: Cell | None


@attrs.frozen
class Use(Cited):
    name: Word


@attrs.frozen
class Option(Cited):
    name: Word
    title: str | None
    type: Type
    default: Expr | None
    when: tuple[Expr, ...]


@attrs.frozen
class Kind(Cited):
    """teams: its members are the sides that players are on."""

    name: Word
    type: Type
    teams: bool


@attrs.frozen
class Cards(Cited):
    name: Word
    attributes: tuple[Attribute, ...]
    rows: tuple[Row | RowsFrom | Amend, ...]
    written: Text | None


@attrs.frozen
class Zone(Cited):
    """facing: up, down or None (a card keeps its side)."""

    name: Word
    index: tuple[Type, ...]
    shape: Word
    holds_type: Word | None
    facing: str | None
    seen_by: Expr | None
    capacity: Expr | None


@attrs.frozen
class Var(Cited):
    """phase: the phase it starts anew with, for a variable declared inside one."""

    name: Word
    index: tuple[Type, ...]
    type: Type | None
    initial: Expr | None
    seen_by: Expr | None
    untold: bool


@attrs.frozen
class Table(Cited):
    name: Word
    params: tuple[Param, ...]
    type: Type | None
    rows: tuple[Row, ...]


@attrs.frozen
class Timing(Cited):
    name: Word
    by: Expr
    holds_while: Expr | None


@attrs.frozen
class Assume(Cited):
    name: Word
    text: str


@attrs.frozen
class Define(Cited):
    """value None: a gap that whoever uses the library must fill. shown: when it stands on the table: now, at end"""

    name: Word
    title: str | None
    params: tuple[Param, ...]
    type: Type | None
    lets: tuple[Let, ...]
    value: Expr | None
    bounds: tuple[Bound, ...]
    shown: str | None


@attrs.frozen
class Rule(Cited):
    name: Word
    title: str | None
    targets: tuple[Target, ...]
    over: tuple[Word, ...]
    when: tuple[Expr, ...]
    lets: tuple[Let, ...]
    musts: tuple[Must, ...]


@attrs.frozen
class Exception_(Cited):
    target: Target
    label: Label | None
    over: tuple[Word, ...]
    when: tuple[Expr, ...]
    lets: tuple[Let, ...]
    verdict: Verdict


@attrs.frozen
class Adjust(Cited):
    target: Target
    label: Label | None
    by: Expr
    when: tuple[Expr, ...]


@attrs.frozen
class Hook(Cited):
    before: bool
    points: tuple[Target | AnyChange, ...]
    label: Label | None
    over: tuple[Word, ...]
    when: tuple[Expr, ...]
    body: tuple[Stmt, ...]


Clause = Exception_ | Adjust | Hook | Rule


@attrs.frozen
class Ability(Cited):
    card: Word
    timing: Word
    clauses: tuple[Clause, ...]
    body: tuple[Stmt, ...]


@attrs.frozen
class Ending(Cited):
    name: Word
    title: str | None
    points: tuple[Target | AnyChange, ...]
    when: tuple[Expr, ...]
    lets: tuple[Let, ...]
    winners: Expr


@attrs.frozen
class Action(Cited):
    name: Word
    title: str | None
    params: tuple[Param | ChosenParam, ...]
    needs: tuple[Need, ...]
    text: Text | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Effect(Cited):
    name: Word
    params: tuple[Param, ...]
    type: Type | None
    when: tuple[Expr, ...]
    body: tuple[Stmt, ...]


@attrs.frozen
class Phase(Cited):
    name: Word
    title: str | None
    params: tuple[Param, ...]
    when: tuple[Expr, ...]
    vars: tuple[Var, ...]
    body: tuple[Stmt, ...]


@attrs.frozen
class Flow(Cited):
    body: tuple[Stmt, ...]


Fact = Use | Option | Kind | Cards | Zone | Var | Table | Timing | Assume
Law = Define | Rule | Exception_ | Adjust | Hook | Ability | Ending
Course = Action | Effect | Phase | Flow
