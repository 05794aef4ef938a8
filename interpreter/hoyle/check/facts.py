"""What a condition teaches: after `x is not none`, x is something; after `card in Move`, it is a Move. And what it says
of cards and players, case by case."""

from __future__ import annotations

from itertools import product

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import children, conjuncts

MOST = 32

Facts = dict[core.Expr, t.Type]
Literal = tuple[core.Expr, bool]  # a condition that cannot be taken apart, and whether it holds
Case = tuple[Literal, ...]


def learn(test: core.Expr, holds: bool) -> Facts:
    """The types that are certain when a condition holds (or does not)."""
    match test:
        case core.Prim("not", (inner,)):
            return learn(inner, not holds)
        case core.Prim("and", parts) if holds:
            return {k: v for part in parts for k, v in learn(part, True).items()}
        case core.Prim("or", parts) if not holds:
            return {k: v for part in parts for k, v in learn(part, False).items()}
        case core.Prim("is" | "is not" as op, (a, b)) if (op == "is") == holds:
            return {**_same(a, b), **_same(b, a)}
        case core.Prim("is" | "is not", (a, core.Const(None))):
            return _something(a)
        case core.Prim("in", (a, core.Members(str() as name))) if holds:
            return {a: t.CardOf(name)}
        case core.Prim("in", (a, b)) if holds and (kind := narrower(a.type, t.element(b.type))) is not None:
            return {a: kind}
        case core.Prim("in", (a, b)) if holds and isinstance(a.type, t.Maybe):
            return _something(a)
    return {}


def _something(expr: core.Expr) -> Facts:
    return {expr: expr.type.of} if isinstance(expr.type, t.Maybe) else {}


def _same(a: core.Expr, b: core.Expr) -> Facts:
    """a is b, and b is something: then a is something too, and of its kind."""
    if (kind := narrower(a.type, b.type)) is not None and not isinstance(a, core.Const):
        return {a: kind}
    if isinstance(a.type, t.Maybe) and not isinstance(b.type, (t.Maybe, t.Never, t.Broken)):
        return {a: a.type.of}
    return {}


def narrower(type_: t.Type, other: t.Type) -> t.Kind | None:
    """The kind of something that is also of another type, if that says more."""
    known = t.settled(type_)
    return other if isinstance(known, t.Kind) and isinstance(other, t.Kind) and known in other.wider else None


def locals_only(facts: Facts) -> Facts:
    """What stays certain when the table changes."""
    return {k: v for k, v in facts.items() if isinstance(k, core.Local)}


def cases(given: tuple[core.Expr, ...]) -> list[Case]:
    """The cases in which all of these conditions hold, each with what it says; too many are one that says nothing."""
    return _all([_cases(test, True) for test in given])


def negated(test: core.Expr, holds: bool = False) -> core.Expr:
    """A condition, or (if it does not hold) its opposite."""
    return test if holds else core.Prim("not", (test,), t.YES_NO, span=test.span)


def said(given: tuple[core.Expr, ...], cards: tuple[core.Expr, ...]) -> tuple[core.Expr, ...]:
    """Those of some conditions that say something of these cards, or of players."""
    parts = [part for test in given for part in conjuncts(test)]
    told = [part for part in parts if any(_about(literal, cards) for case in _cases(part, True) for literal, _ in case)]
    return tuple(dict.fromkeys(told))


def _about(literal: core.Expr, cards: tuple[core.Expr, ...]) -> bool:
    inside = tuple(children(literal))
    if any(node in cards for node in inside):
        return True
    whose = [node.args[0] for node in inside if isinstance(node, core.Prim) and node.op == "owner"]
    return about_seats(literal) and all(card in cards for card in whose)


def about_seats(test: core.Expr) -> bool:
    """Whether a condition compares players."""
    match test:
        case core.Prim("not", (inner,)):
            return about_seats(inner)
        case core.Prim("is" | "is not", (a, b)):
            return isinstance(t.settled(a.type), t.Seat) and isinstance(t.settled(b.type), t.Seat)
        case core.Prim("in", (a, _)):
            return isinstance(t.settled(a.type), t.Seat)
    return False


def _cases(test: core.Expr, holds: bool) -> list[Case]:
    match test:
        case core.Prim("not", (inner,)):
            return _cases(inner, not holds)
        case core.Prim("and" | "or" as op, parts):
            each = [_cases(part, holds) for part in parts]
            if (op == "and") == holds:
                return _all(each)
            either = list(dict.fromkeys(case for some in each for case in some))
            return [()] if () in either or len(either) > MOST else either
    return [((test, holds),)] if _says(test) else [()]


def _all(each: list[list[Case]]) -> list[Case]:
    """One case of each of these at once."""
    found: list[Case] = [()]
    for some in each:
        if len(found) * len(some) <= MOST:
            found = [(*a, *b) for a, b in product(found, some)]
    return found


def _says(test: core.Expr) -> bool:
    """Whether a condition is about where a card lies, its side, or who somebody is."""
    match test:
        case core.Prim("up"):
            return True
        case core.Prim("in", (a, _)):
            return isinstance(t.settled(a.type), (t.Seat, t.CardOf))
    return about_seats(test)
