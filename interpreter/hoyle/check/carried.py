"""What locals carry from step to step and from body to body, and the words it is said in.

A place is said in the words of a body: `hand[p]` is the hand of whoever `p` is there. Where a word comes to mean
something else, or means nothing, it stands for SOMEONE.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.looks import NOTHING, OPEN, Origin, Place, Read, Reads, Step, each, moved_place, placed, renamed
from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild
from hoyle.source import Span

SOMEONE = "someone'"
Params = tuple[tuple[str, t.Type], ...]
Change = Callable[[core.Expr], core.Expr]
LONGEST = 40  # nodes of a place that is followed from body to body


@attrs.frozen
class Env:
    """What is known at one place of a body.

    flown: what went into each local. way: what decided that this place is reached. known: conditions about players.
    """

    origins: Mapping[str, Origin] = attrs.field(factory=dict)
    flown: Mapping[str, Reads] = attrs.field(factory=dict)
    known: tuple[core.Expr, ...] = ()
    way: Reads = NOTHING

    def __or__(self, other: Env) -> Env:
        origins = {
            n: self.origins.get(n, Origin()) | other.origins.get(n, Origin()) for n in {**self.origins, **other.origins}
        }
        flown = {n: self.flown.get(n, NOTHING) | other.flown.get(n, NOTHING) for n in {**self.flown, **other.flown}}
        return Env(origins, flown, tuple(k for k in self.known if k in other.known), self.way | other.way)

    def changed(self, change: Change) -> Env:
        """In other words."""
        return Env(
            {n: in_words(o, change) for n, o in self.origins.items()},
            {n: renamed(r, change) for n, r in self.flown.items()},
            self.known,
            renamed(self.way, change),
        )

    def along(self, way: Reads) -> Env:
        """The same where something else decided that it is reached."""
        return Env(self.origins, self.flown, self.known, way)

    def stands_for(self, local: core.Local) -> core.Expr:
        """What a local is, if that is known."""
        for test in self.known:
            if isinstance(test, core.Prim) and test.op == "is" and test.args[0] == local:
                return test.args[1]
        return local

    def moved(self, families: set[str], where: set[core.Zone | None]) -> Env:
        """When cards from these zones, or kept in these locals, have come to somewhere."""

        def gone(found: Place) -> Place:
            return found if where <= found.came else Place(found.zone, found.came | where)

        def place(found: Place) -> Place:
            lay = {found.zone.name, *(z.name for z in found.came if z is not OPEN)}
            return found if lay.isdisjoint(families) else gone(found)

        def read(found: Read) -> Read:
            if not isinstance(found.what, Place) or (now := place(found.what)) is found.what:
                return found
            return attrs.evolve(found, what=now)

        return Env(
            {name: placed(o, gone if name in families else place) for name, o in self.origins.items()},
            {name: each(reads, read) for name, reads in self.flown.items()},
            self.known,
            each(self.way, read),
        )

    def forgotten(self) -> Env:
        """When anything may have been told, and any card shown."""
        return Env(known=self.known)

    def without(self, *gone: core.Expr) -> Env:
        """When these locals or variables stand for something else from now on."""
        if not gone:
            return self
        known = tuple(k for k in self.known if not any(same(n, gone) for n in below(k)))
        return attrs.evolve(self.changed(lambda e: put(e, gone)), known=known)


@attrs.define
class Procedure:
    """What comes into a procedure, and what comes out. goes: where it puts cards of which zones, or of a parameter."""

    origins: dict[str, Origin] = attrs.field(factory=dict)
    flown: dict[str, Reads] = attrs.field(factory=dict)
    way: Reads = NOTHING
    value: Reads = NOTHING
    cards: Origin = attrs.field(factory=Origin)
    goes: frozenset[tuple[str, core.Zone | None]] = frozenset()

    def take(self, **more: Any) -> bool:
        """Take in more; whether there was anything new."""
        new = False
        for field, value in more.items():
            mine = getattr(self, field)
            if isinstance(mine, dict):
                for name, inner in value.items():
                    wider = mine[name] | inner if name in mine else inner
                    new |= mine.get(name) != wider
                    mine[name] = wider
            elif mine | value != mine:
                setattr(self, field, mine | value)
                new = True
        return new


def same(node: Any, gone: tuple[core.Expr, ...]) -> bool:
    """Whether a node is one of these locals or variables."""
    return any(node.__class__ is one.__class__ and node.name == one.name for one in gone)  # type: ignore[union-attr]


def there(params: Params, args: tuple[core.Expr, ...]) -> Change:
    """Into the words of a procedure that is performed."""
    names = {arg: core.Local(n, ty) for (n, ty), arg in reversed(list(zip(params, args, strict=True)))}

    def change(expr: Any) -> Any:
        if expr in names:
            return names[expr]
        return someone(expr) if isinstance(expr, core.Local) else rebuild(expr, change)

    return lambda expr: short(change(expr))


def back(params: Params, args: tuple[core.Expr, ...]) -> Change:
    """Into the words of whoever performs a procedure."""
    names = {n: arg for (n, _), arg in zip(params, args, strict=False)}

    def change(expr: Any) -> Any:
        return names.get(expr.name, someone(expr)) if isinstance(expr, core.Local) else rebuild(expr, change)

    return lambda expr: short(change(expr))


def put(expr: Any, gone: tuple[core.Expr, ...]) -> Any:
    """An expression in which these stand for nobody knows what."""
    if not any(same(node, gone) for node in below(expr)):
        return expr
    return someone(expr) if same(expr, gone) else rebuild(expr, lambda child: put(child, gone))


def only(expr: Any, names: set[str]) -> Any:
    """An expression in which all locals but these stand for nobody knows what."""
    if isinstance(expr, core.Local) and expr.name not in names:
        return someone(expr)
    return rebuild(expr, lambda child: only(child, names))


def someone(expr: Any) -> core.Local:
    return core.Local(SOMEONE, expr.type)


def short(expr: core.Expr) -> core.Expr:
    """A place that is not worth following any further is in nobody knows whose zone."""
    if sum(1 for _ in below(expr)) <= LONGEST:
        return expr
    if isinstance(expr, (core.Zone, core.Var)):
        return attrs.evolve(expr, index=tuple(someone(i) for i in expr.index))
    return someone(expr)


def in_words(origin: Origin, change: Change) -> Origin:
    return placed(origin, lambda place: moved_place(place, change))


def kept(reads: Reads, name: str, span: Span | None) -> Reads:
    """The same, under a name."""
    step = Step(name, span)
    return Reads(r if step in r.steps else attrs.evolve(r, steps=(*r.steps, step)) for r in reads)
