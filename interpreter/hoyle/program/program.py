"""A program: one game for one number of players and one setting of its options, all in core form.

Cards, zones and variables are numbered. Every zone and every value of a variable has a place of its own in two flat
lists, so that a state is nothing but lists of numbers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import model as checked
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.diagnostics import HoyleError
from hoyle.program.promise import Promise
from hoyle.program.shortage import DEALS

if TYPE_CHECKING:
    from hoyle.program.evaluate import Evaluator

BEFOREHAND = 1_500_000  # how much is worked out before a game is played, in steps of the reference
AT_ONCE = 300_000


@attrs.frozen
class Card:
    """number: its index everywhere, below 0 if it takes no part; same: the lowest number of one that looks the same."""

    number: int
    cards: str
    face: dict[str, core.Value | str]
    text: str
    same: int


@attrs.frozen
class Zone:
    """One zone: `hand[2]`. loose: its cards lie in no order. seen: the seats that see its face-down cards."""

    number: int
    name: str
    index: tuple[int, ...]
    shape: str
    loose: bool
    facing: str | None
    owner: int | None
    seen: frozenset[int]


@attrs.frozen
class Family:
    """All zones, or all values, of one declared name: the first number, and per index (lowest value, count)."""

    name: str
    base: int
    dims: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        size = 1
        for _, count in self.dims:
            size *= count
        return size

    def number(self, index: tuple[int, ...]) -> int:
        """Where the member with this index is kept."""
        flat = 0
        for value, (low, count) in zip(index, self.dims, strict=True):
            flat = flat * count + value - low
        return self.base + flat

    def slice(self, index: tuple[int, ...]) -> range:
        """Where all members are kept whose first indices are these."""
        size = 1
        for _, count in self.dims[len(index) :]:
            size *= count
        flat = 0
        for value, (low, count) in zip(index, self.dims, strict=False):
            flat = flat * count + value - low
        return range(self.base + flat * size, self.base + (flat + 1) * size)

    def index(self, number: int) -> tuple[int, ...]:
        """The index of a member by its place in the whole store."""
        found: list[int] = []
        flat = number - self.base
        for low, count in reversed(self.dims):
            flat, place = divmod(flat, count)
            found.append(low + place)
        return tuple(reversed(found))

    def indices(self) -> list[tuple[int, ...]]:
        return list(itertools.product(*(range(low, low + count) for low, count in self.dims)))


@attrs.frozen
class Define:
    """again: if it asks itself, the number of the parameter that is a smaller list each time."""

    name: str
    params: tuple[tuple[str, t.Type], ...]
    body: core.Expr
    type: t.Type
    again: int | None = None


@attrs.frozen
class Procedure:
    """decides: whether a player may be asked in it. check: it is asked after changes."""

    name: str
    params: tuple[tuple[str, t.Type], ...]
    body: tuple[core.Stmt, ...]
    decides: bool
    returns: bool
    check: bool = False


@attrs.define
class Program:
    """late: the variables whose first value depends on what chance decides at the start.

    deals: where cards are dealt, if it is noted that they fall short.
    absent: the cards that take no part and yet can be named, from -1 downwards.
    planned: the same with a plan for its groups (see `grouping.py`), once somebody has asked for it.
    """

    model: checked.Model
    players: int
    options: dict[str, core.Value]
    cards: list[Card]
    zones: list[Zone]
    zone_families: dict[str, Family]
    var_families: dict[str, Family]
    defines: dict[str, Define] = attrs.field(factory=dict)
    procedures: dict[str, Procedure] = attrs.field(factory=dict)
    initial: dict[str, core.Expr] = attrs.field(factory=dict)
    late: tuple[str, ...] = ()
    _sides: bool | None = None
    _kept: dict[int, tuple[int, ...]] = attrs.field(factory=dict)
    properties: list[tuple[checked.Property, core.Expr]] = attrs.field(factory=list)
    promises: list[Promise] = attrs.field(factory=list)
    deals: list[core.Move] | None = None
    absent: list[Card] = attrs.field(factory=list)
    _steps: int = BEFOREHAND
    planned: Program | None = attrs.field(default=None, init=False, repr=False, eq=False)

    @contextmanager
    def beforehand(self) -> Iterator[Evaluator]:
        """Somebody who works out what never changes. What takes too much work, or cannot be, is left for later."""
        from hoyle.program.evaluate import Evaluator

        given = min(self._steps, AT_ONCE)
        evaluator = Evaluator(self, steps=given)
        with suppress(HoyleError):
            yield evaluator
        self._steps -= given - max(evaluator.steps, 0)

    @property
    def sides(self) -> bool:
        """Whether a card's side has to be kept: it does not follow from the zone the card is in."""
        if self._sides is None:
            from hoyle.core.walk import below

            nodes = [n for p in self.procedures.values() for n in below(p.body)]
            nodes += [n for d in self.defines.values() for n in below(d.body)]
            self._sides = any(zone.facing is None for zone in self.zones) or any(
                isinstance(n, core.Face)
                or (isinstance(n, core.Move) and n.facing is not None)
                or (isinstance(n, core.Prim) and OPERATORS[n.op].reads is LooksAt.SIDES)
                for n in nodes
            )
        return self._sides

    def card(self, number: int) -> Card:
        """A card by its number, also one that takes no part."""
        return self.cards[number] if number >= 0 else self.absent[-1 - number]

    @property
    def all_cards(self) -> list[Card]:
        """The cards as tables have them: by number, and from the end those that take no part."""
        return [*self.cards, *reversed(self.absent)]

    def twins(self, values: list[Any], one: int, other: int) -> bool:
        """Whether nobody could tell two cards apart: they have the same face, and the same is kept for both."""
        if one == other or self.cards[one].same != self.cards[other].same:
            return one == other
        return [values[n] for n in self.values_of(one)] == [values[n] for n in self.values_of(other)]

    def values_of(self, card: int) -> tuple[int, ...]:
        """Where the values are kept that variables have for a card."""
        if card not in self._kept:
            found: list[int] = []
            for name, var in self.model.vars.items():
                places = [n for n, type_ in enumerate(var.index) if isinstance(type_, t.CardOf)]
                family = self.var_families[name]
                if places:
                    found += [family.number(i) for i in family.indices() if any(i[p] == card for p in places)]
            self._kept[card] = tuple(found)
        return self._kept[card]

    @property
    def values(self) -> int:
        """How many values all variables have together."""
        return sum(f.size for f in self.var_families.values())

    @property
    def watched(self) -> list[int | str]:
        """What it is watched for: the numbers of properties, and a check. For each of them one value is noted."""
        return [*(promise.number for promise in self.promises), *([DEALS] if self.deals is not None else [])]

    def stopped_by(self, ending: str) -> int | None:
        """The number of the property that ended a game, if one did."""
        return next((promise.number for promise in self.promises if promise.var == ending), None) if ending else None

    @property
    def own_values(self) -> int:
        """How many values are of the game. What is noted stands behind them, and is taken out by whoever reads it."""
        return self.values - len(self.watched)
