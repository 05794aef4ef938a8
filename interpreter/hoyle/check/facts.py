"""What a condition teaches: after `x is not none`, x is something; after `card in Move`, it is a Move."""

from __future__ import annotations

from hoyle import types as t
from hoyle.core import nodes as core

Facts = dict[core.Expr, t.Type]


def learn(test: core.Expr, holds: bool) -> Facts:
    """The types that are certain when a condition holds (or does not)."""
    match test:
        case core.Prim("not", (inner,)):
            return learn(inner, not holds)
        case core.Prim("and", parts) if holds:
            return {k: v for part in parts for k, v in learn(part, True).items()}
        case core.Prim("or", parts) if not holds:
            return {k: v for part in parts for k, v in learn(part, False).items()}
        case core.Prim("is", (a, b)) if holds:
            return {**_same(a, b), **_same(b, a)}
        case core.Prim("is", (a, core.Const(None))) if not holds:
            return _something(a)
        case core.Prim("is not", (a, core.Const(None))) if holds:
            return _something(a)
        case core.Prim("is not", (a, b)) if not holds:
            return {**_same(a, b), **_same(b, a)}
        case core.Prim("in", (a, core.Members(str() as name))) if holds:
            return {a: t.CardOf(name)}
        case core.Prim("in", (a, b)) if holds and isinstance(a.type, t.Maybe):
            return _something(a)
    return {}


def _something(expr: core.Expr) -> Facts:
    return {expr: expr.type.of} if isinstance(expr.type, t.Maybe) else {}


def _same(a: core.Expr, b: core.Expr) -> Facts:
    """a is b, and b is something: then a is something too."""
    if isinstance(a.type, t.Maybe) and not isinstance(b.type, (t.Maybe, t.Never, t.Broken)):
        return {a: a.type.of}
    return {}


def locals_only(facts: Facts) -> Facts:
    """What stays certain when the table changes."""
    return {k: v for k, v in facts.items() if isinstance(k, core.Local)}
