"""What was looked at: cards in their places, variables, choices made in secret, and where cards lie; and what can lie
in each zone, and which way up, as far as the moves of a game tell.

Whether a player sees it is asked in `sight.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from operator import is_
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.source import Span

START = "box"  # where all cards are at first
OPEN = None  # where all see a card: face up


# Most words mean the same after a step as before it, and most cards lie where they lay. So everything below knows its
# words and its zones, and what stays as it is stays itself.

Word = tuple[type, str]  # a local or a variable
WORDS: frozenset[Any] = frozenset((core.Local, core.Var))


def words(*exprs: core.Expr | None) -> frozenset[Word]:
    """The locals and variables that are mentioned."""
    return frozenset((node.__class__, node.name) for node in below(exprs) if node.__class__ in WORDS)


@attrs.frozen
class Place:
    """A zone in which a card was found, and where the cards of that zone have come to since."""

    zone: core.Zone
    came: frozenset[core.Zone | None] = frozenset()

    @cached_property
    def words(self) -> frozenset[Word]:
        return words(*(zone for zone in (self.zone, *self.came) if zone is not OPEN and zone.index))

    @cached_property
    def zones(self) -> frozenset[str]:
        """The names of all zones in which its cards have lain."""
        return frozenset((self.zone.name, *(zone.name for zone in self.came if zone is not OPEN)))


@attrs.frozen
class Origin:
    """Where cards come from: zones they were found in, or all cards there are. Neither: nobody knows."""

    places: frozenset[Place] = frozenset()
    named: bool = False

    @cached_property
    def words(self) -> frozenset[Word]:
        return EMPTY.union(*(place.words for place in self.places))

    @cached_property
    def zones(self) -> frozenset[str]:
        return frozenset().union(*(place.zones for place in self.places))

    def __bool__(self) -> bool:
        return self.named or bool(self.places)

    def __or__(self, other: Origin) -> Origin:
        if self is other or not other:
            return self
        if not self:
            return other
        return Origin.at((*self.places, *other.places), self.named or other.named)

    @staticmethod
    def at(places: Iterable[Place], named: bool = False) -> Origin:
        """From some of these zones; what may have been shown counts as shown."""
        found: dict[core.Zone, frozenset[core.Zone | None]] = {}
        for place in places:
            found[place.zone] = found.get(place.zone, frozenset()) | place.came
        return Origin(frozenset(Place(zone, came) for zone, came in found.items()), named)


@attrs.frozen
class Step:
    """A name under which what was read went on."""

    name: str
    span: Span | None = attrs.field(eq=False, default=None)


def _each_once(given: tuple[core.Expr, ...]) -> tuple[core.Expr, ...]:
    """What is looked at again in every round holds no more than once, so that there is an end of it."""
    return tuple(dict.fromkeys(given)) if len(given) > 1 else given


@attrs.frozen
class Read:
    """Something is looked at that not everybody sees.

    what: the place of a card, a variable, the player who alone knows what was chosen, or None: where a card lies.
    cards: the card that is looked at; to have seen one of them is enough. given: what holds where it is looked at.
    steps: how it came to where it is used.
    """

    what: Place | core.Var | core.Expr | None
    cards: tuple[core.Expr, ...] = ()
    given: tuple[core.Expr, ...] = attrs.field(default=(), converter=_each_once)
    span: Span | None = attrs.field(eq=False, default=None)
    steps: tuple[Step, ...] = attrs.field(eq=False, default=())

    @cached_property
    def key(self) -> tuple[Any, ...]:
        """What it is, wherever its card has come since."""
        what = self.what.zone if isinstance(self.what, Place) else self.what
        return what, self.cards, self.given, self.span and self.span.start

    @cached_property
    def words(self) -> frozenset[Word]:
        if isinstance(self.what, Place):
            return self.what.words | words(*self.cards, *self.given)
        return words(self.what, *self.cards, *self.given)

    @property
    def zones(self) -> frozenset[str]:
        """Where the card has lain that is looked at."""
        return self.what.zones if isinstance(self.what, Place) else frozenset()

    def joined(self, other: Read) -> Read:
        """The same, with where its card has come on either way."""
        if not isinstance(self.what, Place) or not isinstance(other.what, Place) or other.what.came <= self.what.came:
            return self
        return attrs.evolve(self, what=Place(self.what.zone, self.what.came | other.what.came))

    @property
    def name(self) -> str | None:
        """The zone or variable."""
        match self.what:
            case Place(zone):
                return zone.name
            case core.Var(name):
                return name
        return None


class Reads:
    """Some of them, in the order in which they came. What may have been shown since counts as shown."""

    def __init__(self, reads: Iterable[Read] = ()) -> None:
        self.all: dict[Any, Read] = {}
        for read in reads:
            key = read.key
            before = self.all.get(key)
            self.all[key] = read if before is None else before.joined(read)

    @cached_property
    def words(self) -> frozenset[Word]:
        return EMPTY.union(*(read.words for read in self))

    @cached_property
    def zones(self) -> frozenset[str]:
        return frozenset().union(*(read.zones for read in self))

    def __or__(self, other: Reads) -> Reads:
        if self is other or not other.all:
            return self
        return Reads((*self, *other)) if self.all else other

    def __sub__(self, other: Reads) -> Reads:
        return Reads(read for read in self if read.key not in other.all)

    def __iter__(self) -> Iterator[Read]:
        return iter(self.all.values())

    def __len__(self) -> int:
        return len(self.all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reads) and self.all == other.all

    __hash__ = None  # type: ignore[assignment]


NOTHING = Reads()
EMPTY: frozenset[Word] = frozenset()


def each(reads: Reads, change: Callable[[Read], Read]) -> Reads:
    """What a change makes of them."""
    made = [change(read) for read in reads]
    return reads if _unchanged(made, reads) else Reads(made)


def renamed(reads: Reads, change: Callable[[core.Expr], core.Expr]) -> Reads:
    """The same with other words for all that is mentioned."""
    return each(reads, lambda read: _renamed(read, change))


def _renamed(read: Read, change: Callable[[core.Expr], core.Expr]) -> Read:
    what = read.what
    if isinstance(what, Place):
        what = moved_place(what, change)
    elif what is not None:
        what = change(what)
    cards, given = tuple(map(change, read.cards)), tuple(map(change, read.given))
    if what is read.what and _unchanged(cards, read.cards) and _unchanged(given, read.given):
        return read
    return attrs.evolve(read, what=what, cards=cards, given=given)


def moved_place(place: Place, change: Callable[[core.Expr], core.Expr]) -> Place:
    """A place in other words."""
    zone, came = change(place.zone), [z if z is None else change(z) for z in place.came]
    if zone is place.zone and _unchanged(came, place.came):
        return place
    return Place(zone, frozenset(came))  # type: ignore[arg-type]


def placed(origin: Origin, change: Callable[[Place], Place]) -> Origin:
    """What a change makes of the places that cards come from."""
    places = [change(place) for place in origin.places]
    return origin if _unchanged(places, origin.places) else Origin.at(places, origin.named)


def _unchanged(made: Iterable[object], before: Iterable[object]) -> bool:
    return all(map(is_, made, before))


@attrs.define
class Contents:
    """open: zones in which everybody has seen every card, for it came there face up. public: those and the ones that
    everybody sees into. types: the card types that may lie in each zone. left: those that never leave the box, and are
    never turned up there."""

    open: set[str]
    public: set[str]
    types: dict[str, set[str]]
    left: set[str]

    @staticmethod
    def of(game: model.Model) -> Contents:
        """What the steps of a game put where."""
        steps = [node for node in below(game.bodies) if isinstance(node, (core.Move, core.Face, core.Shuffle))]
        every = set(game.card_types)
        types: dict[str, set[str]] = {name: set() for name in game.zones}
        types[START] = set(every)
        moves = [node for node in steps if isinstance(node, core.Move)]
        bound = {
            id(move): names for body, names in _bodies(game) for move in below(body) if isinstance(move, core.Move)
        }
        ways = [(move, _zones(move.to) or game.zones) for move in moves]
        before = -1
        while before != (before := sum(map(len, types.values()))):  # a card type may come from zone to zone
            for move, zones in ways:
                moved = _types(move.cards, types, every, bound[id(move)])
                for zone in zones:
                    fits = game.zones[zone].cards.name
                    types[zone] |= moved if fits is None else moved & {fits}
        shuffled = {zone for node in steps if isinstance(node, core.Shuffle) for zone in _zones(node.zone)}
        # where a card that was turned down can no longer be told from others
        mixed = shuffled | {name for name, zone in game.zones.items() if zone.loose}
        shown = {name for name, zone in game.zones.items() if zone.facing == "up"}
        for _ in range(len(types)):  # what was seen where it lay before is known where it is put face down
            for node in steps:
                if isinstance(node, core.Move) and node.facing == "down":
                    lay, lies = _zones(node.cards), _zones(node.to) or set(game.zones)
                    shown -= (lies & mixed) if lay and lay <= shown else lies
                elif isinstance(node, core.Face) and not node.up:
                    shown -= mixed & (_zones(node.cards) or set(game.zones))
        seen = {name for name, zone in game.zones.items() if isinstance(zone.seen_by, core.Members)}
        out = set().union(*(found for name, found in types.items() if name != START))
        turned = (_types(node.cards, types, every) for node in steps if isinstance(node, core.Face) and node.up)
        return Contents(shown, shown | seen, types, every - out - set().union(*turned))

    def zones(self, cards: str | None) -> Iterator[str]:
        """The zones in which cards of a type may lie."""
        return (name for name, types in self.types.items() if types and (cards is None or cards in types))


def _zones(expr: core.Expr) -> set[str]:
    """The zones that an expression names; none if it is something kept under another name."""
    local = any(
        isinstance(n, (core.Local, core.Var, core.Ask)) and isinstance(_inner(n.type), t.CardOf) for n in below(expr)
    )
    return set() if local else {n.name for n in below(expr) if isinstance(n, core.Zone)}


Bound = Mapping[str, Sequence[core.Expr]]  # by local, the lists that it is taken from


def _bodies(game: model.Model) -> Iterator[tuple[tuple[core.Said, ...], Bound]]:
    """All that may be done, each with what its locals are taken from; nobody knows that of other parameters."""
    for name, procedure in game.procedures.items():
        params = game.actions[name].params if name in game.actions else ()
        own = {param: [source] for param, _, source, _ in params if source is not None}
        for body in procedure.bodies:
            yield body, {**_taken(body), **own}
    for check in game.checks:
        yield check.body, _taken(check.body)


def _taken(body: tuple[core.Said, ...]) -> dict[str, list[core.Expr]]:
    found: dict[str, list[core.Expr]] = {}
    for node in below(body):
        if isinstance(node, core.Each | core.Ordered | core.Together):
            found.setdefault(node.var, []).append(node.source)
        elif isinstance(node, core.Let):
            found.setdefault(node.name, []).append(node.value)
        elif isinstance(node, core.Param):
            found.setdefault(node.name, []).append(node.source)
        elif isinstance(node, core.Do) and node.into is not None:
            found.setdefault(node.into, []).append(core.Local(node.into, t.CARD))
    return found


def _types(
    expr: core.Expr, types: dict[str, set[str]], every: set[str], bound: Bound | None = None, depth: int = 3
) -> set[str]:
    """The card types of what is moved."""
    inner = _inner(expr.type)
    if isinstance(inner, t.CardOf) and inner.name is not None:
        return {inner.name}
    if isinstance(expr, core.Local) and bound is not None and depth and expr.name in bound:
        return set().union(*(_types(each, types, every, bound, depth - 1) for each in bound[expr.name]))
    zones = _zones(expr)
    named = any(isinstance(n, (core.CardRef, core.Members)) for n in below(expr))
    return set().union(*(types[zone] for zone in zones)) if zones and not named else every


def _inner(type_: t.Type) -> t.Type:
    inner = t.settled(type_)
    return t.settled(t.element(inner)) if isinstance(inner, (t.ListOf, t.ZoneOf)) else inner
