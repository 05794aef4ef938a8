"""What locals carry from step to step and from body to body, and the words it is said in.

A place is said in the words of a body: `hand[p]` is the hand of whoever `p` is there. Where a word comes to mean
something else, or means nothing, it stands for SOMEONE.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check import looks
from hoyle.check.looks import NOTHING, WORDS, Origin, Place, Read, Reads, Step, Word, each, placed, renamed, words
from hoyle.core import nodes as core
from hoyle.core.walk import below, reads, rebuild
from hoyle.source import Span

SOMEONE = "someone'"
Params = tuple[tuple[str, t.Type], ...]
Given = tuple[core.Expr, ...]  # what is certain, as conditions
Change = Callable[[core.Expr], core.Expr]
Wheres = frozenset[core.Zone | None]
Going = tuple[str, core.Zone | None]  # from a zone or a local, and where to
LONGEST = 40  # nodes of a place that is followed from body to body


@attrs.frozen
class Env:
    """What is known at one place of a body.

    flown: what went into each local that there is. way: what decided that this place is reached. known: conditions
    about players.
    """

    origins: Mapping[str, Origin] = attrs.field(factory=dict)
    flown: Mapping[str, Reads] = attrs.field(factory=dict)
    known: Given = ()
    way: Reads = NOTHING

    def __or__(self, other: Env) -> Env:
        origins = {
            n: self.origins.get(n, Origin()) | other.origins.get(n, Origin()) for n in {**self.origins, **other.origins}
        }
        flown = {n: self.flown.get(n, NOTHING) | other.flown.get(n, NOTHING) for n in {**self.flown, **other.flown}}
        return Env(origins, flown, tuple(k for k in self.known if k in other.known), self.way | other.way)

    def but(self, origins: Mapping[str, Origin], flown: Mapping[str, Reads], known: Given, way: Reads) -> Env:
        """The same, but for what some locals carry, and for what else is known."""
        if not origins and not flown and way is self.way and len(known) == len(self.known):
            return self
        return Env({**self.origins, **origins}, {**self.flown, **flown}, known, way)

    def along(self, way: Reads) -> Env:
        """The same where something else decided that it is reached."""
        return Env(self.origins, self.flown, self.known, way)

    def stands_for(self, local: core.Local) -> core.Expr:
        """What a local is, if that is known."""
        for test in self.known:
            if isinstance(test, core.Prim) and test.op == "is" and test.args[0] == local:
                return test.args[1]
        return local

    @cached_property
    def families(self) -> frozenset[str]:
        """The zones, and the locals, whose cards anything is known of."""
        places = (one.zones for one in self.origins.values())
        flown = (one.zones for one in self.flown.values())
        return frozenset(self.origins).union(*places, *flown, self.way.zones)

    def moved(self, families: set[str], where: Wheres) -> Env:
        """When cards from these zones, or kept in these locals, have come to somewhere."""
        if self.families.isdisjoint(families):
            return self

        def gone(found: Place) -> Place:
            return found if where <= found.came else Place(found.zone, found.came | where)

        def place(found: Place) -> Place:
            return found if found.zones.isdisjoint(families) else gone(found)

        def read(found: Read) -> Read:
            if not isinstance(found.what, Place) or (now := place(found.what)) is found.what:
                return found
            return attrs.evolve(found, what=now)

        origins = {
            name: placed(found, gone if name in families else place)
            for name, found in self.origins.items()
            if name in families or not found.zones.isdisjoint(families)
        }
        flown = {n: each(reads, read) for n, reads in self.flown.items() if not reads.zones.isdisjoint(families)}
        way = self.way if self.way.zones.isdisjoint(families) else each(self.way, read)
        return self.but(origins, flown, self.known, way)

    def forgotten(self) -> Env:
        """When anything may have been told, and any card shown."""
        return Env(flown=dict.fromkeys(self.flown, NOTHING), known=self.known)

    def within(self, names: Mapping[str, Any]) -> Env:
        """What is known of these locals only."""
        if self.flown.keys() <= names.keys():
            return self
        origins = {n: origin for n, origin in self.origins.items() if n in names}
        return Env(origins, {n: reads for n, reads in self.flown.items() if n in names}, self.known, self.way)

    def without(self, names: frozenset[Word]) -> Env:
        """When these locals or variables stand for something else from now on."""
        if not names:
            return self

        def change(expr: core.Expr) -> Any:
            return put(expr, names)

        known = tuple(k for k in self.known if words(k).isdisjoint(names))
        origins = {n: in_words(o, change) for n, o in self.origins.items() if not o.words.isdisjoint(names)}
        flown = {n: renamed(reads, change) for n, reads in self.flown.items() if not reads.words.isdisjoint(names)}
        way = self.way if self.way.words.isdisjoint(names) else renamed(self.way, change)
        return self.but(origins, flown, known, way)


@attrs.define
class Procedure:
    """What comes into a procedure, and what comes out. goes: where it puts cards of which zones, or of a parameter."""

    origins: dict[str, Origin] = attrs.field(factory=dict)
    flown: dict[str, Reads] = attrs.field(factory=dict)
    way: Reads = NOTHING
    value: Reads = NOTHING
    cards: Origin = attrs.field(factory=Origin)
    goes: frozenset[Going] = frozenset()

    def take(self, **more: Any) -> bool:
        """Take in more; whether there was anything new."""
        new = False
        for field, value in more.items():
            mine = getattr(self, field)
            if isinstance(mine, dict):
                for name, inner in value.items():
                    wider = mine[name] | inner if name in mine else inner
                    new |= bool(wider) and mine.get(name) != wider
                    mine[name] = wider
            elif (wider := mine | value) is not mine and wider != mine:
                setattr(self, field, wider)
                new = True
        return new


@attrs.define
class Call:
    """A place where a procedure is performed, and the words that change there. before: what was last handed over."""

    proc: str
    params: Params
    args: tuple[core.Expr, ...]
    before: tuple[Any, ...] = ()
    found: tuple[frozenset[Going], list[tuple[str, Wheres]]] = (frozenset(), [])

    @cached_property
    def there(self) -> Change:
        return there(self.params, self.args)

    @cached_property
    def back(self) -> Change:
        return back(self.params, self.args)

    @cached_property
    def names(self) -> list[str]:
        """The locals that what is handed over mentions."""
        return sorted(reads(self.args))

    @cached_property
    def given(self) -> dict[str, core.Expr]:
        return dict(zip((name for name, _ in self.params), self.args, strict=False))

    def gone(self, goes: frozenset[Going]) -> list[tuple[str, Wheres]]:
        """Where cards have come to, by where they lay, in the words of whoever performs it."""
        if goes is not self.found[0]:
            found: defaultdict[str, set[core.Zone | None]] = defaultdict(set)
            for source, to in goes:
                found[source].add(None if to is None else self.back(to))  # type: ignore[arg-type]
            made = [(source, frozenset(where)) for source, where in sorted(found.items(), key=itemgetter(0))]
            self.found = goes, made
        return self.found[1]


def there(params: Params, args: tuple[core.Expr, ...]) -> Change:
    """Into the words of a procedure that is performed."""
    names = {arg: core.Local(n, ty) for (n, ty), arg in reversed(list(zip(params, args, strict=True)))}

    kinds = {arg.__class__ for arg in args}

    def change(expr: Any) -> Any:
        if expr.__class__ in kinds and expr in names:
            return names[expr]
        return someone(expr) if isinstance(expr, core.Local) else rebuild(expr, change)

    return _once(lambda expr: short(change(expr)))


def back(params: Params, args: tuple[core.Expr, ...]) -> Change:
    """Into the words of whoever performs a procedure."""
    names = {n: arg for (n, _), arg in zip(params, args, strict=False)}

    def change(expr: Any) -> Any:
        return names.get(expr.name, someone(expr)) if isinstance(expr, core.Local) else rebuild(expr, change)

    return _once(lambda expr: short(change(expr)))


def _once(change: Change) -> Change:
    """The same, worked out once for every place that it is asked of."""
    made: dict[int, tuple[core.Expr, core.Expr]] = {}  # with what keeps the number its own

    def asked(expr: core.Expr) -> core.Expr:
        if id(expr) not in made:
            made[id(expr)] = expr, change(expr)
        return made[id(expr)][1]

    return asked


def put(expr: Any, gone: frozenset[Word]) -> Any:
    """An expression in which these stand for nobody knows what."""
    if expr.__class__ in WORDS and (expr.__class__, expr.name) in gone:
        return someone(expr)
    return rebuild(expr, lambda child: put(child, gone))


def own(params: Params) -> Change:
    """Into words that mean something outside a procedure: all locals but its parameters stand for nobody knows what."""
    names = {name for name, _ in params}

    def change(expr: Any) -> Any:
        if isinstance(expr, core.Local):
            return expr if expr.name in names else someone(expr)
        return rebuild(expr, change)

    return _once(change)


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
    return placed(origin, lambda place: looks.moved_place(place, change))


def kept(reads: Reads, name: str, span: Span | None) -> Reads:
    """The same, under a name."""
    step = Step(name, span)
    return Reads(r if step in r.steps else attrs.evolve(r, steps=(*r.steps, step)) for r in reads)
