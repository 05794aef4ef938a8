"""Bounds of numbers: those of a result follow from those of its parts."""

from __future__ import annotations

from hoyle import types as t


def too_large(op: str, *sides: t.Type) -> bool:
    """Whether an operator surely gives a number that is larger, or smaller, than all that there are."""
    if op not in ("+", "-", "*", "neg") or not all(isinstance(side, t.Numbers) for side in sides):
        return False
    low, high = t.worked_out(op, *map(t.edges, sides))
    return low > t.LARGEST or high < -t.LARGEST


def negated(of: t.Type) -> t.Type:
    if not isinstance(of, t.Numbers):
        return t.NUMBER
    return t.Numbers(None if of.high is None else -of.high, None if of.low is None else -of.low)


def arithmetic(op: str, a: t.Type, b: t.Type) -> t.Type:
    """The bounds of a result, as far as they follow from those of its parts."""
    if not isinstance(a, t.Numbers) or not isinstance(b, t.Numbers):
        return t.NUMBER
    if op == "mod":
        if b.low is not None and b.low > 0:
            return t.Numbers(0, None if b.high is None else b.high - 1)
        return t.NUMBER
    if op == "-":
        return arithmetic("+", a, negated(b))
    if op == "+":
        low = None if a.low is None or b.low is None else a.low + b.low
        high = None if a.high is None or b.high is None else a.high + b.high
        return t.numbers(low, high)
    edges = (a.low, a.high, b.low, b.high)
    if None in edges:
        at_least_zero = a.low is not None and a.low >= 0 and b.low is not None and b.low >= 0
        return t.Numbers(0, None) if at_least_zero else t.NUMBER
    assert a.low is not None and a.high is not None and b.low is not None and b.high is not None
    if op == "*":
        products = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
        return t.numbers(min(products), max(products))
    if b.low > 0:
        quotients = [x // y for x in (a.low, a.high) for y in (b.low, b.high)]
        return t.Numbers(min(quotients), max(quotients))
    return t.NUMBER


def opened(type_: t.Type) -> t.Type:
    """The type without any bounds."""
    match type_:
        case t.Numbers():
            return t.NUMBER
        case t.ListOf(of):
            return t.ListOf(opened(of))
        case t.Maybe(of):
            return t.Maybe(opened(of))
    return type_


def widened(before: t.Type | None, after: t.Type) -> t.Type:
    """What came after, without those bounds that have moved since."""
    match before, after:
        case t.Numbers(), t.Numbers(low, high):
            return t.Numbers(low if low == before.low else None, high if high == before.high else None)
        case t.ListOf(a), t.ListOf(b):
            return t.ListOf(widened(a, b))
        case t.Maybe(a), t.Maybe(b):
            return t.Maybe(widened(a, b))
    return after


def compared(op: str, a: t.Type, b: t.Type) -> bool | None:
    """Which of two numbers is larger, as far as their ranges tell."""
    if not isinstance(a, t.Numbers) or not isinstance(b, t.Numbers):
        return None
    if op in (">", ">="):
        a, b, op = b, a, {">": "<", ">=": "<="}[op]
    more = 0 if op == "<=" else 1
    if a.high is not None and b.low is not None and a.high + more <= b.low:
        return True
    return False if b.high is not None and a.low is not None and a.low + more > b.high else None
