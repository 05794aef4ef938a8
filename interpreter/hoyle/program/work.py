"""How much there may be to do: the length of lists, the size of numbers and the steps of all that is done.

Everything here is an upper bound, found before a game starts: how many cards there are, how far a range may go, what a
definition asks. What is surely done in a few steps is not counted in play. What may take more charges a state for each
member of its loops, each round, each call: so much that no step is done uncharged, by count and never by the clock, so
that a game stops at the same place on every machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, RESULT
from hoyle.core.walk import below, children
from hoyle.program.program import Define, Procedure, Program

FUEL = 100_000_000  # how much may be done between two decisions: some seconds
ENDLESS = 10**12  # as good as without end
LIGHT = 20_000  # what takes no more steps than this is done without being counted
ROUND = 1_000  # the least that a round of a loop is charged which nothing but itself ends
NOTED = 200  # what a change is charged that the log remembers
QUICK = 20  # how many members of a list are copied, or looked through, in one step


class Work:
    """Judges the expressions of one program, once its definitions are known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._lengths: dict[str, int] = {}
        self._counts: dict[str | None, int] = {}  # of cards, by their type
        self._locals: dict[str, int] = {}
        self._lengths_of: dict[int, tuple[core.Local, int]] = {}
        self._known: dict[int, tuple[Any, int, int]] = {}  # by identity: to compare two trees takes long
        self._named: dict[tuple[str, str], tuple[int, int]] = {}
        self._stopping: dict[tuple[str, bool], bool] = {}
        self._faces: dict[str, tuple[int, int]] = {}
        self._edges: dict[str, tuple[int, int]] = {}

    # ------------------------------------------------------------------------------------------ lists

    def length(self, node: core.Expr) -> int:
        """How many members a list can have."""
        if id(node) in self._lengths_of:
            return self._lengths_of[id(node)][1]
        return min(self._length(node), t.LONGEST_LIST)

    def _length(self, node: core.Expr) -> int:
        program = self.program
        match node:
            case core.Const(value):
                return len(value) if isinstance(value, tuple) else 1
            case core.Zone(name, index):
                if isinstance(node.type, t.ListOf) and isinstance(node.type.of, t.ListOf):
                    return program.zone_families[name].size
                return self.lying(node)
            case core.Var(name, index) if name in program.var_families:
                dims = program.var_families[name].dims[len(index) :]
                size = 1
                for _, count in dims:
                    size *= count
                return size if dims else t.LONGEST
            case core.Cond(_, then, otherwise):
                return max(self.length(then), self.length(otherwise))
            case core.Fold("first" | "last", _, source, _, value):
                return self.length(value) if value is not None else self.inner(source)
            case core.Fold(_, _, source):
                return self.length(source)
            case core.Ask(name):
                if name not in self._lengths:
                    self._lengths[name] = t.LONGEST_LIST
                    self._lengths[name] = self.length(program.defines[name].body)
                return self._lengths[name]
            case core.Prim(op, args):
                length = OPERATORS[op].length
                return t.LONGEST_LIST if length is None else length(self, args)
            case core.Local(name):
                if name not in self._locals:
                    self._locals[name] = t.LONGEST_LIST  # what is made longer and longer
                    bound = self.bindings.get(name, [None])
                    self._locals[name] = max(t.LONGEST_LIST if b is None else self.length(b) for b in bound)
                return self._locals[name]
        return t.LONGEST_LIST

    def inner(self, source: core.Expr) -> int:
        """How many members a member of a list of lists can have."""
        match source:
            case core.Prim("groups" | "planned", (members, _, high, *_)):
                return min(self.length(members), max(self.edges(high)[1], 0))
            case core.Fold("all" | "highest" | "lowest", _, inner, _, None):
                return self.inner(inner)
        return t.LONGEST_LIST

    @cached_property
    def bindings(self) -> dict[str, list[core.Expr | None]]:
        """What is bound to the locals of a name, wherever that is; None for what is not known."""
        program = self.program
        found: defaultdict[str, list[core.Expr | None]] = defaultdict(list)
        asked: set[str] = set()
        bodies: list[Define | Procedure] = [*program.defines.values(), *program.procedures.values()]
        for node in (n for part in [*(b.body for b in bodies), *program.initial.values()] for n in below(part)):
            match node:
                case core.Let(name, value):
                    found[name].append(value)
                case core.Each(name, source) | core.Fold(_, name, source):
                    groups = isinstance(source, core.Prim) and source.op in ("groups", "planned")
                    found[name].append(core.Fold("first", "", source, None, None, source.type) if groups else None)
                case core.Do(into=str() as name):
                    found[name].append(None)
                case core.Param(name, source):
                    found[name].append(source)
            match node:
                case core.Ask(name, args) | core.Do(name, args):
                    asked.add(name)
                    called = (program.defines if isinstance(node, core.Ask) else program.procedures)[name]
                    for number, ((param, _), arg) in enumerate(zip(called.params, args, strict=True)):
                        if not _shorter(called, number, arg):
                            found[param].append(arg)
        for body in bodies:
            if body.name not in asked:
                for param, _ in body.params:
                    found[param].append(None)
        return dict(found)

    def note(self, local: core.Local, of: core.Expr) -> core.Local:
        """Remember of a local that is made in place of an expression how long it can be."""
        if isinstance(t.settled(of.type), t.ListOf):
            self._lengths_of[id(local)] = local, self.length(of)
        return local

    def lying(self, zone: core.Expr) -> int:
        """How many cards can lie in a zone: in one that holds so many, no more."""
        cards = self.cards(zone.type)
        if not isinstance(zone, core.Zone):
            return cards
        declared = self.program.model.zones[zone.name]
        whole = len(zone.index) == len(declared.index) and declared.capacity is not None
        return min(cards, declared.capacity or 0) if whole else cards

    def cards(self, type_: t.Type) -> int:
        """How many cards can lie in zones of a type."""
        of = type_.cards if isinstance(type_, t.ZoneOf) else t.settled(t.element(type_))
        name = of.name if isinstance(of, t.CardOf) else None
        if name not in self._counts:
            self._counts[name] = sum(name in (None, card.cards) for card in self.program.cards)
        return self._counts[name]

    # ------------------------------------------------------------------------------------------ steps

    def whole(self, node: Any) -> int:
        """How many steps it takes at most: expressions that are worked out, and what statements do."""
        return self._both(node)[0]

    def rest(self, node: Any) -> int:
        """The same without what is charged where it is done: loops that may be long, and what is performed there."""
        return self._both(node)[1]

    def heavy(self, node: core.Fold | core.Each[core.Stmt]) -> bool:
        """Whether a loop may be so long that it is charged for its members, besides what is charged inside."""
        return self.length(node.source) * self.each(node) > LIGHT

    def each(self, node: core.Fold | core.Each[core.Stmt]) -> int:
        """What is charged for every member of a loop."""
        parts = (node.where, node.value if isinstance(node, core.Fold) else node.body)
        return 1 + sum(self.rest(part) for part in parts if part is not None)

    def round(self, node: core.Loop[core.Stmt]) -> int:
        """What is charged for every round of a loop."""
        return max(ROUND, self.rest(node.body) + (0 if node.until is None else self.rest(node.until)))

    def entry(self, node: Define | Procedure) -> int:
        """What is charged where a definition is asked, or a procedure performed; 0 if whoever does so is charged."""
        rest = self._inside(node)[1]
        if isinstance(node, Define) and node.again is not None:
            return max(rest, 1)  # it asks itself, nobody knows how often
        if isinstance(node, Procedure) and self._named[node.name, "procedure"][0] >= ENDLESS:
            return max(rest, ROUND)  # it may come to perform itself, or loops
        return rest if rest > LIGHT else 0

    def candidates(self, offer: core.Offer) -> tuple[int, int]:
        """How many candidates there can be, and what is charged for each of them."""
        count = 1
        for param in offer.params:
            count = min(count * self.length(param.source), ENDLESS)
        return count, 1 + self._asked_of_each(offer)[1]

    def offering(self, node: core.Choose[core.Stmt]) -> int:
        """What it takes to find out what can be chosen, without what is charged there."""
        return self._offered(node)[1]

    def heavy_offer(self, offer: core.Offer) -> bool:
        """Whether there may be so many candidates that they are charged one by one."""
        return self.candidates(offer)[0] * (1 + self._asked_of_each(offer)[0]) > LIGHT

    def _asked_of_each(self, offer: core.Offer) -> tuple[int, int]:
        parts: list[Any] = [param.where for param in offer.params]
        parts += [part for rule in offer.filters for part in (rule.when, rule.waived, rule.test)]
        parts += [part for part in offer.template if not isinstance(part, str)]
        return self._sum_of([part for part in parts if part is not None])

    def _both(self, node: Any) -> tuple[int, int]:
        if isinstance(node, tuple):
            return self._sum_of(node)
        key = id(node)
        if key not in self._known:
            whole, rest = self._found_out(node)
            self._known[key] = node, min(whole, ENDLESS), min(rest, ENDLESS)
        return self._known[key][1:]

    def _sum_of(self, nodes: Iterable[Any]) -> tuple[int, int]:
        both = [self._both(node) for node in nodes]
        return sum(whole for whole, _ in both), sum(rest for _, rest in both)

    def _found_out(self, node: Any) -> tuple[int, int]:
        match node:
            case core.Fold(_, _, source) | core.Each(_, source):
                whole, rest = self._both(source)
                inner = (node.where, node.value if isinstance(node, core.Fold) else node.body)
                each = 1 + sum(self.whole(part) for part in inner if part is not None)
                whole += 1 + self.length(source) * each
                return whole, rest + 1 + (0 if self.heavy(node) else self.length(source) * self.each(node))
            case core.Loop():
                return ENDLESS, 1
            case core.Ask(name, args):
                return self._called(self.program.defines[name], args)
            case core.Do(name, args):
                return self._called(self.program.procedures[name], args)
            case core.Choose():
                return self._chosen(node)
        whole, rest = self._sum_of(children(node))
        own = self._own(node)
        return whole + own, rest + own

    def _own(self, node: Any) -> int:
        """What a node takes besides what is below it. What is noted in the log stays in memory, so it costs more."""
        match node:
            case core.Prim(op, args) if OPERATORS[op].through:
                other = node if OPERATORS[op].through == RESULT else args[-1]
                return 1 + (self.length(other) // QUICK if isinstance(other.type, (t.ListOf, t.ZoneOf)) else 0)
            case core.Move(cards) | core.Face(cards):
                return NOTED + (0 if self.unlimited(cards) else QUICK * len(self.program.cards))
            case core.Shuffle():
                return NOTED + QUICK * len(self.program.cards)
            case core.Tell():
                lists = [part for part in node.filled_in if isinstance(part.type, t.ListOf)]
                return NOTED + QUICK * sum(min(self.length(part), t.LONGEST) for part in lists)
            case core.Set():
                return NOTED
            case core.Reset(names):
                firsts = [self.whole(self.program.initial[n]) for n in names if n in self.program.initial]
                return sum(firsts) + sum(self.program.var_families[name].size for name in names)
            case core.Fit(zones):
                return sum(self.program.zone_families[name].size for name in zones)
        return 1

    def unlimited(self, cards: core.Expr) -> bool:
        """Whether a list of cards may be longer than all that there are, so that it is charged where it is moved."""
        return isinstance(cards.type, t.ListOf) and self.length(cards) > len(self.program.cards)

    def _called(self, what: Define | Procedure, args: tuple[core.Expr, ...]) -> tuple[int, int]:
        whole, rest = self._sum_of(args)
        inner, left = self._inside(what)
        return whole + inner + 1, rest + 1 + (0 if self.entry(what) else left)

    def _inside(self, what: Define | Procedure) -> tuple[int, int]:
        key = what.name, "definition" if isinstance(what, Define) else "procedure"
        if key not in self._named:
            self._named[key] = ENDLESS, 0  # what comes back to itself
            self._named[key] = self._both(what.body)
        return self._named[key]

    def _chosen(self, node: core.Choose[core.Stmt]) -> tuple[int, int]:
        whole, rest = self._sum_of([node.then, node.otherwise, *(offer.body for offer in node.offers)])
        offered = self._offered(node)
        return whole + offered[0], rest + offered[1]

    def _offered(self, node: core.Choose[core.Stmt]) -> tuple[int, int]:
        told = [part for part in node.declined if not isinstance(part, str)]
        whole, rest = self._sum_of([part for part in (node.who, node.acting, node.amount, *told) if part is not None])
        for offer in node.offers:
            sources = self._sum_of([param.source for param in offer.params])
            count, _ = self.candidates(offer)
            looked = count * (1 + self._asked_of_each(offer)[0])
            whole += NOTED + sources[0] + looked
            rest += NOTED + sources[1] + (1 if self.heavy_offer(offer) else looked)
        return whole, rest

    # ------------------------------------------------------------------------------------------ numbers and lists

    def stops(self, node: Any, noting: bool = True) -> bool:
        """Whether to work it out may stop the game: a number may become too large, a list too long, or there
        may be no card to have it of. noting: also whether it is noted there that something was asked."""
        return any(self._stops(part, noting) for part in below(node))

    def _stops(self, node: Any, noting: bool) -> bool:
        if isinstance(node, core.Ask):
            if (node.name, noting) not in self._stopping:
                self._stopping[node.name, noting] = False
                self._stopping[node.name, noting] = self.stops(self.program.defines[node.name].body, noting)
            return self._stopping[node.name, noting]
        harmless = ("part",) if noting else ("part", "mark")
        return self.may_grow(node) or (
            isinstance(node, core.Prim) and not OPERATORS[node.op].total and node.op not in harmless
        )

    def may_grow(self, node: Any) -> bool:
        """Whether a single operation may give a number that is too large, or a list that is too long."""
        match node:
            case core.Prim(op, args) if OPERATORS[op].limited:
                edges, length = OPERATORS[op].edges, OPERATORS[op].length
                found = edges(*map(self.edges, args)) if edges is not None else None
                return _beyond(found) if found else length is None or length(self, args) > t.LONGEST_LIST
            case core.Fold("sum"):
                return _beyond(self._sum(node))
        return False

    def edges(self, node: core.Expr) -> tuple[int, int]:
        """The least and the largest number that an expression can be."""
        known = self._of_type(t.settled(node.type))
        if isinstance(node, core.Const):
            return (node.value, node.value) if isinstance(node.value, int) else known
        found = self._found(node)
        low, high = known if found is None else (max(known[0], found[0]), min(known[1], found[1]))
        return (low, high) if low <= high else known

    def _of_type(self, type_: t.Type) -> tuple[int, int]:
        """The same of all that there are of a type."""
        if isinstance(type_, t.Kind) and type_.name in self.program.model.kinds:
            members = self.program.model.values(type_) or range(0)
            return min(members, default=0), max(members, default=0)
        return t.edges(type_)

    def _found(self, node: core.Expr) -> tuple[int, int] | None:
        match node:
            case core.Fold("count", _, source):
                return 0, self.length(source)
            case core.Fold("sum"):
                return self._sum(node)
            case core.Fold("max" | "min" | "first" | "last", _, source, _, value):
                return t.edges(t.element(source.type)) if value is None else self.edges(value)
            case core.Attr(name):
                return self._printed(name)
            case core.Prim(op, args):
                edges = OPERATORS[op].edges
                return None if edges is None else edges(*map(self.edges, args))
            case core.Cond(_, then, otherwise):
                (a, b), (c, d) = self.edges(then), self.edges(otherwise)
                return min(a, c), max(b, d)
            case core.Ask(name) if isinstance(node.type, t.Numbers):
                if name not in self._edges:
                    self._edges[name] = -t.LARGEST, t.LARGEST
                    self._edges[name] = self.edges(self.program.defines[name].body)
                return self._edges[name]
        return None

    def _printed(self, name: str) -> tuple[int, int]:
        """The least and the largest number that any card has for an attribute."""
        if name not in self._faces:
            found = [card.face.get(name) for card in self.program.all_cards]
            values = [value for value in found if isinstance(value, int)]
            self._faces[name] = min(values, default=0), max(values, default=0)
        return self._faces[name]

    def narrow(self, node: core.Expr) -> t.Type:
        """The type of an expression, with what is known of its numbers."""
        return t.numbers(*self.edges(node)) if isinstance(node.type, t.Numbers) else node.type

    def _sum(self, node: core.Fold) -> tuple[int, int]:
        if node.value is not None:
            low, high = self.edges(node.value)
        elif isinstance(node.source, core.Prim) and node.source.op == "list":
            sides = [self.edges(arg) for arg in node.source.args]
            return sum(low for low, _ in sides), sum(high for _, high in sides)
        else:
            low, high = t.edges(t.element(node.source.type))
        most = self.length(node.source)
        return min(0, low * most), max(0, high * most)


def _shorter(called: Define | Procedure, number: int, arg: core.Expr) -> bool:
    """Whether it is what a definition asks itself about: a part of the list that it was asked about."""
    if not isinstance(called, Define) or called.again != number:
        return False
    return isinstance(arg, core.Prim) and arg.op == "without" and arg.args[0] == core.Local(*called.params[number])


def _beyond(found: tuple[int, int]) -> bool:
    return found[0] < -t.LARGEST or found[1] > t.LARGEST
