"""What can be done."""

from __future__ import annotations

import attrs

from hoyle.syntax.tree.expressions import Binder, Expr, Node, Text, Word


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
    starting: Expr | None


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
class Tell(Node):
    """A sentence for the log, with names in braces. to: who alone is told."""

    to: Expr | None
    text: Text


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
    """Endless, `until` a condition (asked before each pass, or `below` it, after each), or a number of `times`."""

    until: Expr | None
    below: bool
    times: Expr | None
    body: tuple[Stmt, ...]


@attrs.frozen
class GoRound(Node):
    """quorum: who has to decline until it is over, as `all others decline`."""

    binder: Binder
    quorum: str
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
    """limit: how often in a `repeat`: once, once each, instead"""

    action: Word
    args: tuple[Expr, ...]
    limit: str | None


@attrs.frozen
class Decide(Node):
    """acting: the player in whose place `who` decides. declined: what it is called to do nothing of it."""

    who: Expr
    must: bool
    offers: tuple[Offer, ...]
    acting: Expr | None
    declined: Text | None
    if_able: bool
    then: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


@attrs.frozen
class Again(Node):
    """A decision that is made again and again, until it is declined or nothing is possible."""

    decide: Decide


@attrs.frozen
class Choose(Node):
    """amount: None for one, else how many; up_to: fewer will do; optional: `may choose`"""

    who: Expr
    optional: bool
    amount: Expr | None
    up_to: bool
    binder: Binder
    label: Label | None
    declined: Text | None
    then: tuple[Stmt, ...] | None
    otherwise: tuple[Stmt, ...] | None


Step = Move | Face | Shuffle | Deal | Let | Assign | Call | Return | Resolve | Tell | Impossible
Stmt = Step | If | Each | Repeat | Again | GoRound | Together | AsOne | Decide | Choose
