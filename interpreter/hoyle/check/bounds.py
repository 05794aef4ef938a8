"""Bounds of numbers: of a result by those of its parts, of a local by those of all that is assigned to it.

A body is walked again and again, each time with the types that the walk before has found, until nothing grows any more.
A bound that goes on moving is opened; a last walk closes those that were opened too far. What a walk assumes of a name
is therefore true of every value the name can ever have.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle import types as t
from hoyle.core.operators import OPERATORS
from hoyle.syntax import tree

OPEN = 3 * t.LARGEST**2  # where there is no bound: whatever follows from it, also divided, is none either
PATIENCE = 10  # so many walks go on bound by bound, then all bounds of what changes are opened
LONGEST = 30

Place = tuple[str, int]  # where a name is declared
Types = dict[Place, t.Type]


def too_large(op: str, *sides: t.Type) -> bool:
    """Whether an operator surely gives a number that is larger, or smaller, than all that there are."""
    found = _edges(op, sides, t.LARGEST)
    return found is not None and (found[0] > t.LARGEST or found[1] < -t.LARGEST)


def arithmetic(op: str, *sides: t.Type) -> t.Type:
    """The bounds of a result, as far as they follow from those of its parts. Of what is broken nothing is known."""
    if any(isinstance(side, t.Broken) for side in sides):
        return t.BROKEN
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


@attrs.define
class Growth:
    """The locals of one body. assumed: what is assigned to each, as far as is known; given: what this walk assigns."""

    assumed: Types = attrs.field(factory=dict)
    given: Types = attrs.field(factory=dict)
    places: dict[str, Place] = attrs.field(factory=dict)
    open: frozenset[str] = frozenset()
    trying: bool = False  # whether a walk is under way that only looks for types
    settled: bool = False

    def member(self, word: tree.Word, type_: t.Type) -> t.Type:
        """The type of a name for a member of a list. Of one that nothing is known to be in yet, nothing is known."""
        return t.BROKEN if self.trying and isinstance(type_, t.Never) else self.declared(word, type_)

    def declared(self, word: tree.Word, type_: t.Type) -> t.Type:
        """The type of a name that starts with this one."""
        self.places[word.text] = place = (word.span.source.name, word.span.start)
        if word.text in self.open:
            type_ = opened(type_)
        more = self.assumed.get(place)
        return type_ if more is None else t.join(type_, more) or type_

    def grown(self, name: str, type_: t.Type, more: t.Type) -> bool:
        """Note that something is assigned to a name; False if it is more than all walks have found."""
        place = self.places.get(name)
        if place is None or (self.settled and t.join(type_, more) != type_):
            return False
        before = self.given.get(place, more)
        self.given[place] = t.join(before, more) or before
        return True

    def settle(self, changed: set[str], walk: Callable[[], None]) -> None:
        """Find the types that all walks agree on; `changed` are the names that are assigned to."""
        for number in range(LONGEST):
            if number == PATIENCE:
                self.open = frozenset(changed)
            grown = self._walked(walk)
            if grown == self.assumed:
                break
            self.assumed = {k: widened(self.assumed.get(k), v) for k, v in grown.items()}
        wide, self.assumed = self.assumed, self.given
        if self.assumed != wide and self._walked(walk) != self.assumed:
            self.assumed = wide
        self.settled = True

    def _walked(self, walk: Callable[[], None]) -> Types:
        """What was assumed, and what a walk that assumes it has found."""
        self.given, self.trying = {}, True
        walk()
        self.trying = False
        grown = dict(self.assumed)
        for place, type_ in self.given.items():
            before = grown.get(place, type_)
            grown[place] = t.join(before, type_) or before
        return grown
