"""Conditions as far as they can be worked out without a table.

A sketch puts a variable in place of everything that is not known before the game is played: an option, the number of
players, a parameter, and whatever is read of the table. The same words always become the same variable, so `x` and
`not x`, or `phase is early` and `phase is late`, are seen to exclude each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import below, every_conjunct, reads, rebuild, rename_bound, substitute
from hoyle.program.cards import printed_cards
from hoyle.program.clauses import define_value
from hoyle.program.evaluate import Env, Evaluator
from hoyle.program.program import Program

PLAYERS = "players "
LARGEST = 300
LONGEST = 2_001  # nodes

_ORDER = {"<": ("<", False, False), ">": ("<", True, False), ">=": ("<", False, True), "<=": ("<", True, True)}


@attrs.define
class Variable:
    """values: what it may be. unknown: it stands for something on the table, not for a setting or a parameter."""

    name: str
    shown: str
    type: t.Type
    values: list[Any]
    unknown: bool


@attrs.frozen
class Definition:
    """A definition as one expression in its parameters. uses: how often it mentions each local."""

    params: tuple[str, ...]
    value: core.Expr
    size: int
    uses: Counter[str]

    def put_in(self, args: tuple[core.Expr, ...]) -> core.Expr | None:
        """Its value for these; None if that would become too long."""
        given = dict(zip(self.params, args, strict=True))
        longer = sum(self.uses[name] * (size(arg) - 1) for name, arg in given.items())
        return substitute(self.value, given) if self.size + longer <= LONGEST else None


class Ground(Evaluator):
    """What is known of a game before it is played: its printed cards, and its definitions with their clauses put in.

    Evaluates what needs no table, with options, players and parameters as locals.
    """

    def __init__(self, game: model.Model) -> None:
        self.cards = printed_cards(game)
        super().__init__(Program(game, game.seats[1], {}, self.cards, [], {}, {}), steps=0)
        self.game = game
        self.by_type = {name: tuple(c.number for c in self.cards if c.cards == name) for name in game.card_types}
        self.definitions: dict[str, Definition | None] = {}
        self.inlined: dict[int, tuple[core.Expr, core.Expr]] = {}  # with what keeps the number its own
        self.closed: dict[core.Expr, core.Expr] = {}

    def expr(self, node: core.Expr, env: Env) -> Any:
        match node:
            case core.Members(of):
                if node.type == t.ListOf(t.SEAT):
                    return tuple(range(self.program.players))
                return tuple(c.number for c in self.cards) if of is None else self.by_type[of]
            case core.CardRef(cards, keys):
                names = self.game.card_types[cards].keys
                faces = ((n, self.cards[n].face) for n in self.by_type[cards])
                return next((n for n, face in faces if tuple(face[k] for k in names) == keys), -1)
        return super().expr(node, env)

    def definition(self, name: str) -> Definition | None:
        """None if it is open, asks itself or would become too long."""
        if name not in self.definitions:
            self.definitions[name] = None  # for whoever asks on the way
            define = self.game.defines.get(name)
            if define is not None and define.value is not None and define.again is None:
                value = rename_bound(self.inline(define_value(define)), f"{name}'")
                uses = Counter(node.name for node in below(value) if isinstance(node, core.Local))
                made = Definition(tuple(param for param, _ in define.params), value, size(value), uses)
                self.definitions[name] = made if made.size <= LONGEST else None
        return self.definitions[name]

    def inline(self, node: core.Expr) -> core.Expr:
        """The expression with definitions put in, as long as it stays short."""
        if id(node) not in self.inlined:
            self.inlined[id(node)] = node, self._inlined(node)
        return self.inlined[id(node)][1]

    def _inlined(self, node: core.Expr) -> core.Expr:
        made: core.Expr = rebuild(node, self._inlined)
        value = self.definition(made.name) if isinstance(made, core.Ask) else None
        return made if value is None or not isinstance(made, core.Ask) else value.put_in(made.args) or made


class Sketch:
    """The variables of some conditions that are looked at together."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.game = ground.game
        self.variables: dict[str, Variable] = {}
        self.terms: dict[core.Expr, str] = {}
        self.more: list[core.Expr] = []

    def add(self, parts: Iterable[core.Expr]) -> list[core.Expr]:
        """Conditions that must all hold, sketched, with what is known of their variables."""
        made = [self._truth(part) for part in parts]
        more, self.more = self.more, []
        return [*(flat for part in made for flat in every_conjunct(part)), *more]

    def _truth(self, node: core.Expr) -> core.Expr:
        match node:
            case core.Const():
                return node
            case core.Prim("and" | "or" | "not", args):
                return attrs.evolve(node, args=tuple(self._truth(a) for a in args))
            case core.Cond(test, then, otherwise):
                return core.Cond(self._truth(test), self._truth(then), self._truth(otherwise), t.YES_NO)
            case core.Prim("is not", args):
                return core.Prim("not", (self._truth(core.Prim("is", args, t.YES_NO)),), t.YES_NO)
            case core.Prim("<" | "<=" | ">" | ">=" as op, (a, b)):
                less, swapped, negated = _ORDER[op]
                made = self._compared(less, (b, a) if swapped else (a, b))
                return core.Prim("not", (made,), t.YES_NO) if negated else made
            case core.Prim("is" as op, args):
                return self._compared(op, args)
            case core.Prim("in", (a, b)) if not self._static(a) and self._static(b) and self._finite(a):
                return core.Prim("in", (self._term(a), self._known(b)), t.YES_NO)
        return self._known(node) if self._static(node) else self._unknown(node)

    def _compared(self, op: str, args: tuple[core.Expr, ...]) -> core.Expr:
        made: list[core.Expr] = []
        for one, other in ((args[0], args[1]), (args[1], args[0])):
            if self._static(one):
                made.append(self._known(one))
            elif self._finite(one):
                made.append(self._term(one))
            elif isinstance(other, core.Const) and isinstance(other.value, int) and _number(one.type):
                made.append(self._sampled(one, int(other.value)))
            else:
                return self._unknown(core.Prim(op, args, t.YES_NO))
        return core.Prim(op, tuple(made), t.YES_NO)

    def values(self, type_: t.Type) -> list[Any] | None:
        """Everything of a type, or None if that has no end."""
        numbers, inner = self._numbers(type_), t.settled(type_)
        if numbers is None:
            return None
        found = [False, True] if isinstance(inner, t.YesNo) else list(numbers)
        return [None, *found] if isinstance(type_, t.Maybe) else found

    def _numbers(self, type_: t.Type) -> range | None:
        inner = t.settled(type_)
        found = self.game.values(inner)
        return None if found is not None and isinstance(inner, t.Numbers) and len(found) > LARGEST else found

    def _finite(self, node: core.Expr) -> bool:
        return self._numbers(node.type) is not None

    def _static(self, node: core.Expr) -> bool:
        """Whether nothing but settings, parameters and printed cards is asked."""
        bound = _bound(node)
        for part in below(node):
            match part:
                case core.Var() | core.Zone() | core.Ask():
                    return False
                case core.Local(name) if name not in bound and not self._finite(part):
                    return False
                case core.Attr() if isinstance(_inmost(part.type), t.CardOf):
                    return False
                case core.Prim(op) if not OPERATORS[op].fixed:
                    return False
        return True

    def _known(self, node: core.Expr) -> core.Expr:
        """A static expression with its variables put in."""
        bound = _bound(node)

        def put(part: Any) -> Any:
            if isinstance(part, core.Fold) and _closed(part):
                return self._worked_out(part)
            match part:
                case core.Option(name):
                    return self._option(name)
                case core.Players():
                    return self._players()
                case core.Local(name) if name not in bound:
                    self._declare(name, part.type, self.values(part.type) or [], False)
                    return part
            if counts_seats(part):
                self._players()
            return rebuild(part, put)

        made: core.Expr = put(node)
        return made

    def _worked_out(self, fold: core.Fold) -> core.Expr:
        if fold not in self.ground.closed:
            value = self.ground.expr(fold, {})
            self.ground.closed[fold] = core.Const(tuple(value) if isinstance(value, list) else value, fold.type)
        return self.ground.closed[fold]

    def _option(self, name: str) -> core.Expr:
        option = self.game.options[name]
        local = core.Local(f"option {name}", option.type)
        if local.name not in self.variables:
            self._declare(local.name, option.type, self.values(option.type) or [option.default], False, name)
            if option.when is not None and not option.random:
                # a switch that does not apply stays as it is
                unchanged = core.Prim("is", (local, core.Const(option.default, option.type)), t.YES_NO)
                applies = self._truth(self.ground.inline(option.when))
                self.more.append(core.Prim("or", (unchanged, applies), t.YES_NO))
        return local

    def _players(self) -> core.Expr:
        low, high = self.game.seats
        type_ = t.Numbers(low, high)
        if PLAYERS not in self.variables:
            self.variables[PLAYERS] = Variable(PLAYERS, "players", type_, list(range(low, high + 1)), False)
        return core.Local(PLAYERS, type_)

    def _declare(self, name: str, type_: t.Type, values: list[Any], unknown: bool, shown: str = "") -> None:
        known = self.variables.get(name)
        if known is not None:
            # a condition before may have narrowed it there, and not here
            known.values += [v for v in values if v not in known.values]
            return
        self.variables[name] = Variable(name, shown or name, type_, list(values), unknown)
        if isinstance(type_, t.Seat) and self.game.seats[0] < self.game.seats[1]:
            self.more.append(core.Prim("<", (core.Local(name, type_), self._players()), t.YES_NO))

    def _named(self, node: core.Expr) -> str:
        if isinstance(node, core.Local):
            return node.name
        return self.terms.setdefault(node, f"term {len(self.terms)}")

    def _term(self, node: core.Expr) -> core.Expr:
        name = self._named(node)
        self._declare(name, node.type, self.values(node.type) or [], not isinstance(node, core.Local))
        return core.Local(name, node.type)

    def _unknown(self, node: core.Expr) -> core.Expr:
        name = self._named(node)
        self._declare(name, t.YES_NO, [False, True], True)
        return core.Local(name, t.YES_NO)

    def _sampled(self, node: core.Expr, edge: int) -> core.Expr:
        """A number that is only compared with plain ones: it is enough to try those and what lies between."""
        name = self._named(node)
        self._declare(name, node.type, [], not isinstance(node, core.Local))
        bounds, variable = t.settled(node.type), self.variables[name]
        assert isinstance(bounds, t.Numbers)
        for value in (edge - 1, edge, edge + 1, bounds.low, bounds.high):
            within = value is not None and t.inside(t.Numbers(value, value), bounds)
            if within and value not in variable.values:
                variable.values.append(value)
        if isinstance(node.type, t.Maybe) and None not in variable.values:
            variable.values.append(None)
        return core.Local(name, node.type)


def _number(type_: t.Type) -> bool:
    return isinstance(t.settled(type_), t.Numbers)


def _inmost(type_: t.Type) -> t.Type:
    inner = t.settled(type_)
    return _inmost(inner.of) if isinstance(inner, t.ListOf) else inner


def _closed(fold: core.Fold) -> bool:
    """Whether a fold is the same in every game: it looks at printed cards and nothing else."""
    open_ = any(isinstance(part, (core.Option, core.Players)) or counts_seats(part) for part in below(fold))
    return not open_ and reads(fold) <= _bound(fold)


def _bound(node: core.Expr) -> set[str]:
    """The names that are bound inside."""
    return {part.var for part in below(node) if isinstance(part, core.Fold)}


def counts_seats(node: Any) -> bool:
    """Whether what a node gives depends on how many players there are."""
    if isinstance(node, core.Members):
        return node.type == t.ListOf(t.SEAT)
    return isinstance(node, core.Prim) and OPERATORS[node.op].reads is LooksAt.PLAYERS


def size(expr: core.Expr) -> int:
    """How many nodes it consists of."""
    return sum(1 for _ in below(expr))
