"""What each piece of a game reads, changes, performs and asks: the ground on which the whole-game checks stand.

Assumes a checked model. What may be read or changed is a *token*: a variable, a local, CARDS (where cards lie, and in
which order) or SIDES. A statement that nothing can come past hides the statements behind it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

import attrs

from hoyle import model
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import KINDS, STMTS, below, held, impossible
from hoyle.program.offers import rules_about

Token = tuple[str, str]  # a sort, and a name of it
VAR, LOCAL = "var", "local"
CARDS, SIDES = ("cards", ""), ("sides", "")
READ = {LooksAt.SIDES: SIDES, LooksAt.PLACES: CARDS}
T = TypeVar("T")
ANY_CHANGE = "any"  # what a check after any change is unknown as


@attrs.define
class Touch:
    """What a piece of the game does by itself, without what it performs or asks.

    filled: zones that cards are moved to. offers: actions and choices. decides: a player is asked.
    """

    asks: set[str] = attrs.field(factory=set)
    options: set[str] = attrs.field(factory=set)
    zones: set[str] = attrs.field(factory=set)
    filled: set[str] = attrs.field(factory=set)
    reads: set[Token] = attrs.field(factory=set)
    changes: set[Token] = attrs.field(factory=set)
    performs: set[str] = attrs.field(factory=set)
    offers: set[str] = attrs.field(factory=set)
    resolves: set[str] = attrs.field(factory=set)
    decides: bool = False
    returns: bool = False

    def add(self, other: Touch) -> None:
        """Take in what another piece does."""
        for name in TOUCHED:
            mine = getattr(self, name)
            mine |= getattr(other, name)
        self.decides |= other.decides
        self.returns |= other.returns


TOUCHED = [field.name for field in attrs.fields(Touch) if field.name not in ("decides", "returns")]


@attrs.define
class Graph:
    """The pieces of one game, looked up by name. finishes: the procedures that can come to their end.

    broken: names of what has an error, and so may do anything. broken_abilities: the timings of those among them that
    are abilities.
    """

    game: model.Model
    broken: frozenset[str] = frozenset()
    broken_abilities: Mapping[str, str] = attrs.field(factory=dict)
    finishes: set[str] = attrs.field(factory=set)
    pieces: dict[tuple[str, str], Touch] = attrs.field(factory=dict)
    noticed: dict[int, bool] = attrs.field(factory=dict)  # by body

    def __attrs_post_init__(self) -> None:
        self.finishes |= self.broken
        before = -1
        while before < len(self.finishes):
            before = len(self.finishes)
            for name, made in reversed(self.game.procedures.items()):  # what performs mostly stands before what it does
                if name not in self.finishes and self._finishes(made):
                    self.finishes.add(name)

    def _finishes(self, procedure: model.Procedure) -> bool:
        bodies = [procedure.body, *(e.body for e in procedure.exceptions if e.body is not None)]
        return procedure.when is not None or any(any(self.way_out(body)) for body in bodies)

    def way_out(self, stmts: tuple[core.Said, ...]) -> tuple[bool, bool]:
        """Whether the end of these statements can be reached, and whether they can be left by `return`."""
        left = False
        for stmt in stmts:
            through, out = self._way_past(stmt)
            left = left or out
            if not through:
                return False, left
        return True, left

    def _way_past(self, stmt: core.Said) -> tuple[bool, bool]:
        match stmt:
            case core.Return():
                return False, True
            case core.Let() if impossible((stmt,)):
                return False, False
            case core.Do(proc):
                return proc in self.finishes, False
            case core.Loop(until, body):
                return until is not None, self.way_out(body)[1]
            case core.Each(body=body) | core.Ordered(body=body) | core.Together(then=body):
                return True, self.way_out(body)[1]
            case core.Bracket(body):
                return self.way_out(body)
            case core.Branch(_, then, otherwise) | core.Choose(then=then, otherwise=otherwise):
                (a, b), (c, d) = self.way_out(then), self.way_out(otherwise)
                return a or c, b or d
        return True, False

    def touch(self, *nodes: Any) -> Touch:
        """What expressions, statements, offers and filters do by themselves; None and text do nothing."""
        found = Touch()
        for node in nodes:
            self._walk(node, found, None)
        return found

    def _walk(self, value: Any, found: Touch, updated: str | None) -> None:
        if isinstance(value, tuple):
            for item in value:
                self._walk(item, found, updated)
                if isinstance(item, STMTS) and not self._way_past(item)[0]:  # type: ignore[arg-type]
                    break
            return
        if value.__class__ not in KINDS:
            return
        self._note(value, found, updated)
        if isinstance(value, core.Set):
            # `x += 1` reads x, but only to change it
            self._walk(value.index, found, None)
            self._walk(value.value, found, value.name)
            return
        for name in held(cast(Any, type(value))):
            self._walk(getattr(value, name), found, updated)

    def _note(self, node: Any, found: Touch, updated: str | None) -> None:
        match node:
            case core.Ask(name):
                found.asks.add(name)
            case core.Option(name):
                found.options.add(name)
            case core.Var(name) if name != updated:
                found.reads.add((VAR, name))
            case core.Zone(name):
                found.zones.add(name)
                found.reads.add(CARDS)
            case core.Local(name):
                found.reads.add((LOCAL, name))
            case core.Prim(op) if OPERATORS[op].reads in READ:
                found.reads.add(READ[OPERATORS[op].reads])
            case core.Set(name):
                found.changes.add((VAR, name))
            case core.Let(name):
                found.changes.add((LOCAL, name))
            case core.Reset(names):
                found.changes.update((VAR, n) for n in names)
            case core.Move(to=to):
                found.changes |= {CARDS, SIDES}
                found.filled.update(n.name for n in below(to) if isinstance(n, core.Zone))
            case core.Shuffle():
                found.changes.add(CARDS)
            case core.Face():
                found.changes.add(SIDES)
            case core.Do(proc, into=into):
                found.performs.add(proc)
                if into is not None:
                    found.changes.add((LOCAL, into))
            case core.Resolve(timing):
                found.resolves.add(timing)
            case core.Return():
                found.returns = True
            case core.Ordered():
                found.decides = True
            case core.Choose(who=who, offers=offers):
                found.decides = found.decides or who is not None
                found.offers.update(o.name for o in offers)
                found.changes.update((LOCAL, p.name) for o in offers for p in o.params)

    def procedure(self, name: str) -> Touch:
        """An effect, a phase, an action's body or an ability, with its exceptions and hooks."""
        if name in self.broken:
            variables = {(VAR, var) for var in self.game.vars}
            return Touch(changes={CARDS, SIDES, *variables}, decides=True)
        return self._piece("procedure", name)

    @cached_property
    def performers(self) -> defaultdict[str, set[str]]:
        """By what each procedure is performed."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for name in self.game.procedures:
            for other in self._next(self.procedure(name)):
                found[other].add(name)
        return found

    def from_below(self) -> list[str]:
        """All procedures, each after those that it performs, but for circles."""
        found: list[str] = []
        seen: set[str] = set()
        todo = [(name, False) for name in self.game.procedures]
        while todo:
            name, done = todo.pop()
            if done:
                found.append(name)
            elif name not in seen:
                seen.add(name)
                below = self._next(self.procedure(name)) & self.game.procedures.keys()
                todo += [(name, True), *((other, False) for other in sorted(below))]
        return found

    def define(self, name: str) -> Touch:
        """A definition or table, with its exceptions and adjustments."""
        return self._piece("define", name)

    def choice(self, name: str) -> Touch:
        """What decides whether an action or a named choice can be taken, and what it is called."""
        return self._piece("choice", name)

    def _piece(self, sort: str, name: str) -> Touch:
        if (sort, name) not in self.pieces:
            self.pieces[sort, name] = self.touch(*self._parts(sort, name))
        return self.pieces[sort, name]

    def _parts(self, sort: str, name: str) -> list[Any]:
        game = self.game
        if sort == "define":
            return list(game.defines[name].parts) if name in game.defines else []
        if sort == "choice":
            params = game.actions[name].params if name in game.actions else ()
            texts = game.actions[name].template if name in game.actions else ()
            limits = (
                part for limit in game.limits.values() if limit.action == name for part in (limit.waived, *limit.musts)
            )
            return [*rules_about(game, name), *limits, *(part for param in params for part in param[2:]), *texts]
        made = game.procedures.get(name)
        if made is None:
            return []
        clauses: list[model.Exception_ | model.Hook] = [*made.exceptions, *made.before, *made.after]
        begins_anew = core.Reset(tuple(var.name for var in game.vars.values() if var.phase == name))
        return [made.when, made.body, *(part for each in clauses for part in (each.when, each.body)), begins_anew]

    def effect(self, touch: Touch, checks: bool = True) -> Touch:
        """What comes of it altogether, with what the checks after any change do about it.

        The locals of what is performed are not among what it reads and changes.
        """
        total = Touch()
        total.add(touch)
        seen: set[str] = set()
        todo = [touch]
        while todo:
            top = todo.pop()
            for name in sorted(self._next(top) - seen):
                seen.add(name)
                todo.append(self._outside(name))
                total.add(todo[-1])
            if checks and outside(top.changes):
                checks = False
                if ANY_CHANGE in self.broken:
                    total.add(self.procedure(ANY_CHANGE))
                for hook in self.game.checks:
                    todo.append(_from_outside(self.touch(hook.when, hook.body)))
                    total.add(todo[-1])
        return total

    def loud(self, body: tuple[core.Said, ...]) -> bool:
        """Whether a body does something that all notice."""
        if id(body) not in self.noticed:
            touch = self.effect(self.touch(body))
            self.noticed[id(body)] = touch.decides or bool(outside(touch.changes))
        return self.noticed[id(body)]

    def _outside(self, name: str) -> Touch:
        """What whoever performs a procedure notices of it."""
        if ("outside", name) not in self.pieces:
            self.pieces["outside", name] = _from_outside(self.procedure(name))
        return self.pieces["outside", name]

    def _next(self, touch: Touch) -> set[str]:
        """The procedures that are performed next."""
        abilities = {a.proc for a in self.game.abilities if a.proc is not None and a.timing in touch.resolves}
        abilities |= {name for timing in touch.resolves for name in self.broken_at(timing)}
        return touch.performs | abilities | (touch.offers & (self.game.actions.keys() | self.broken))

    def broken_at(self, timing: str) -> set[str]:
        """The abilities at a timing that have an error."""
        return {name for name, at in self.broken_abilities.items() if at == timing}

    def doubtful(self) -> set[str]:
        """All from which something unknown is performed."""
        return set(closure(self.broken, lambda name: self.performers[name]))

    def knows(self, touch: Touch) -> set[Token]:
        """Everything that is read, through definitions too."""
        return touch.reads.union(*(outside(self.define(name).reads) for name in self.asked(touch)))

    def asked(self, touch: Touch) -> list[str]:
        """All definitions that are asked, by other definitions too."""
        return closure(sorted(touch.asks), lambda name: sorted(self.define(name).asks))


def closure(start: Iterable[T], follow: Callable[[T], Iterable[T]]) -> list[T]:
    """Some things and all that follows from them, in the order in which one comes to them."""
    found: dict[T, None] = {}
    todo = list(start)
    while todo:
        one = todo.pop()
        if one not in found:
            found[one] = None
            todo += follow(one)
    return list(found)


def _from_outside(touch: Touch) -> Touch:
    return attrs.evolve(touch, changes=outside(touch.changes), reads=outside(touch.reads), returns=False)


def variables(tokens: Iterable[Token]) -> set[str]:
    """The names of the variables among what is read or changed."""
    return {name for sort, name in tokens if sort == VAR}


def outside(tokens: Iterable[Token]) -> set[Token]:
    """What is read or changed that is no local."""
    return {token for token in tokens if token[0] != LOCAL}


def conditioned(procedure: model.Procedure) -> Iterator[tuple[tuple[core.Said, ...], core.Expr | None]]:
    """The bodies of a procedure, each with its own condition."""
    yield procedure.body, None
    for clause in procedure.clauses:
        yield clause.body or (), clause.when
