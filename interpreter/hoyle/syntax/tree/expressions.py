"""What can be worked out, and what every node has."""

from __future__ import annotations

import attrs

from hoyle.source import Span


@attrs.frozen
class Node:
    """A piece of a text that was read. Where it stands takes no part in equality."""

    span: Span = attrs.field(eq=False, repr=False, kw_only=True)


@attrs.frozen
class Cited(Node):
    """A node that may say which places in the rulebook it comes from."""

    cites: tuple[str, ...] = attrs.field(default=(), kw_only=True)


@attrs.frozen
class Word(Node):
    """A name where it is declared or referred to as such."""

    text: str


@attrs.frozen
class Text(Node):
    """What stands in quotes."""

    text: str


@attrs.frozen
class Name(Node):
    text: str


@attrs.frozen
class Number(Node):
    value: int


@attrs.frozen
class Truth(Node):
    value: bool


@attrs.frozen
class Nothing(Node):
    """`none`"""


@attrs.frozen
class Listing(Node):
    items: tuple[Expr, ...]


@attrs.frozen
class Attr(Node):
    of: Expr
    name: Word


@attrs.frozen
class Item(Node):
    of: Expr
    args: tuple[Expr, ...]


@attrs.frozen
class Apply(Node):
    of: Expr
    args: tuple[Expr, ...]


@attrs.frozen
class Arith(Node):
    op: str
    left: Expr
    right: Expr


@attrs.frozen
class Minus(Node):
    of: Expr


@attrs.frozen
class The(Node):
    of: Expr


@attrs.frozen
class Else(Node):
    left: Expr
    right: Expr


@attrs.frozen
class Surely(Node):
    """`x else never`: what is not none, or play stops."""

    of: Expr


@attrs.frozen
class SpanOf(Node):
    low: Expr
    high: Expr


@attrs.frozen
class Compare(Node):
    """op: is, is not, in, not in, <, <=, >, >="""

    op: str
    left: Expr
    right: Expr


@attrs.frozen
class Negation(Node):
    """unless: it is written so, in place of `when not`."""

    of: Expr
    unless: bool = False


@attrs.frozen
class And(Node):
    items: tuple[Expr, ...]


@attrs.frozen
class Or(Node):
    items: tuple[Expr, ...]


@attrs.frozen
class IfThen(Node):
    test: Expr
    then: Expr
    otherwise: Expr


@attrs.frozen
class Sizes(Node):
    """`of 2`, `of 3..5`, `of 1..`: of how many members a group is. high None: just `low`, or (more) that and more."""

    low: Expr
    high: Expr | None
    more: bool


@attrs.frozen
class Binder(Node):
    """`x in list where condition`: how loops, folds, choices and actions all name what they range over.

    sizes: x is a group of so many members. others: `a, b in list` ranges over groups, with a name for each member.
    """

    var: Word
    source: Expr
    where: Expr | None
    sizes: Sizes | None = None
    others: tuple[Word, ...] = ()


@attrs.frozen
class Whole(Node):
    """`count(trick)`, `max(a, b)`"""

    items: tuple[Expr, ...]


@attrs.frozen
class Members(Node):
    """`any(c in trick where ...)`, `every(c in trick has ...)`, `highest(c in trick by ...)`

    more: further binders, which know those before. ties: what settles it where `by` is the same, one after the other.
    """

    binder: Binder
    has: Expr | None
    by: Expr | None
    more: tuple[Binder, ...] = ()
    ties: tuple[Expr, ...] = ()


@attrs.frozen
class Values(Node):
    """`sum(c.value for c in trick)`; more: further binders, which know those before"""

    value: Expr
    binder: Binder
    more: tuple[Binder, ...] = ()


@attrs.frozen
class Fold(Node):
    kind: str
    over: Whole | Members | Values


Simple = Name | Number | Truth | Nothing | Listing | Attr | Item | Apply | Fold
Expr = Simple | Arith | Minus | The | Else | Surely | SpanOf | Compare | Negation | And | Or | IfThen
