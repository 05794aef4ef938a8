"""What locals may become: the type of a name is that of everything that is assigned to it, wherever that stands.

A body is walked again and again, each time with the types that the walk before has found, until nothing grows any more.
A bound that goes on moving is opened; a last walk closes those that were opened too far. What a walk assumes of a name
is therefore true of every value the name can ever have.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle import types as t
from hoyle.check.bounds import opened, widened
from hoyle.syntax import tree

PATIENCE = 10  # so many walks go on bound by bound, then all bounds of what changes are opened
LONGEST = 30

Place = tuple[str, int]  # where a name is declared
Types = dict[Place, t.Type]


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
