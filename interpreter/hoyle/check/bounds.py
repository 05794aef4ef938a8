"""Bounds of numbers: those of a result follow from those of its parts."""

from __future__ import annotations

from hoyle import types as t
from hoyle.core.operators import OPERATORS

OPEN = 3 * t.LARGEST**2  # where there is no bound: whatever follows from it, also divided, is none either


def too_large(op: str, *sides: t.Type) -> bool:
    """Whether an operator surely gives a number that is larger, or smaller, than all that there are."""
    found = _edges(op, sides, t.LARGEST)
    return found is not None and (found[0] > t.LARGEST or found[1] < -t.LARGEST)


def arithmetic(op: str, *sides: t.Type) -> t.Type:
    """The bounds of a result, as far as they follow from those of its parts."""
    found = _edges(op, sides, OPEN)
    return t.NUMBER if found is None else t.numbers(*found)


def _edges(op: str, sides: tuple[t.Type, ...], end: int) -> tuple[int, int] | None:
    edges = OPERATORS[op].edges
    numbers = [side for side in sides if isinstance(side, t.Numbers)]
    if edges is None or len(numbers) < len(sides):
        return None
    return edges(*((-end if n.low is None else n.low, end if n.high is None else n.high) for n in numbers))


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


def met(a: t.Numbers, b: t.Numbers) -> t.Numbers:
    """The numbers that are in both."""
    lows, highs = [x for x in (a.low, b.low) if x is not None], [x for x in (a.high, b.high) if x is not None]
    return t.Numbers(max(lows, default=None), min(highs, default=None))


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
