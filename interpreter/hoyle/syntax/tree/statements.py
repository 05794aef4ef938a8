"""What can be done."""

from __future__ import annotations

import attrs

from hoyle.syntax.tree.expressions import Binder, Expr, Node, Word


@attrs.frozen
class Label(Node):
    name: Word
    text: str | None


@attrs.frozen
class Move(Node):
    cards: Expr
    to: Expr
    spot: str | None
    facing: str | None


@attrs.frozen
class Face(Node):
    cards: Expr
    side: str


@attrs.frozen
class Shuffle(Node):
    zone: Expr


@attrs.frozen
class Deal(Node):
    count: Expr
    source: Expr
    to: Word


@attrs.frozen
class Let(Node):
    name: Word
    value: Expr


@attrs.frozen
class Assign(Node):
    """op: =, +=, -="""

    target: Expr
    op: str
    value: Expr


@attrs.frozen
class Call(Node):
    target: Expr


@attrs.frozen
class Return(Node):
    value: Expr | None


@attrs.frozen
class Resolve(Node):
    timing: Word
    card: Expr


@attrs.frozen
class Impossible(Node):
    """`never`: play does not come here."""


@attrs.frozen
class If(Node):
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@attrs.frozen
class Each(Node):
    binder: Binder
    ordered: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Repeat(Node):
    """Endless, `until` a condition (asked before each pass), or a number of `times`."""

    until: Expr | None
    times: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class Together(Node):
    binder: Binder
    ask: tuple[Stmt, ...]
    then: tuple[Stmt, ...]


@attrs.frozen
class AsOne(Node):
    body: tuple[Stmt, ...]


@attrs.frozen
class Offer(Node):
    action: Word
    args: tuple[Expr, ...]


@attrs.frozen
class Decide(Node):
    who: Expr
    must: bool
    offers: tuple[Offer, ...]
    if_able: bool
    then: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@attrs.frozen
class Choose(Node):
    """amount: None for one, else how many; up_to: fewer will do; optional: `may choose`"""

    who: Expr
    optional: bool
    amount: Expr | None
    up_to: bool
    binder: Binder
    label: Label | None
    then: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


Step = Move | Face | Shuffle | Deal | Let | Assign | Call | Return | Resolve | Impossible
Stmt = Step | If | Each | Repeat | Together | AsOne | Decide | Choose
