"""Expressions, evaluated by walking the core tree.

What emitted code does in one line is spelt out here, so that the two can be compared and so that questions off the
beaten path (why not? does this property hold?) need no code of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Protocol

from hoyle import types as t
from hoyle.core import faults
from hoyle.core import nodes as core
from hoyle.program.program import Program
from hoyle.program.specialise import FOLDABLE, SEATS
from hoyle.source import Span

STEPS = 3_000_000  # some seconds
ARITHMETIC = ("+", "-", "*", "neg")


class Table(Protocol):
    """The part of a state that expressions read: zones, variables, sides and places of cards."""

    z: list[list[int]]
    v: list[Any]
    up: list[bool]
    loc: list[int]
    winners: tuple[int, ...]


Env = Mapping[str, Any]


class Evaluator:
    """Evaluates expressions of a program on a table. steps: how much work is left; each expression is a step."""

    def __init__(self, program: Program, table: Table | None = None, steps: int = STEPS) -> None:
        self.program = program
        self.table = table
        self.steps = steps

    def spend(self, steps: int, node: core.Expr | core.Stmt) -> None:
        """So much work is done for something, besides looking at it."""
        self.steps -= steps
        if self.steps < 0:
            faults.too_much(node.span)

    def expr(self, node: core.Expr, env: Env) -> Any:
        self.steps -= 1
        if self.steps < 0:
            faults.too_much(node.span)
        match node:  # what is asked most stands first
            case core.Local(name):
                return env[name]
            case core.Prim():
                return self._prim(node, env)
            case core.Const(value):
                return value
            case core.Var(name, index):
                return self._var(name, index, env)
            case core.Zone(name, index):
                return self._zone(name, index, env)
            case core.Attr(name, of):
                return self.program.card(self.expr(of, env)).face.get(name)
            case core.Cond(test, then, otherwise):
                return self.expr(then if self.expr(test, env) else otherwise, env)
            case core.Ask(name, args):
                define = self.program.defines[name]
                values = [self.expr(a, env) for a in args]
                return self.expr(define.body, {p: v for (p, _), v in zip(define.params, values, strict=True)})
            case core.Fold():
                return self._fold(node, env)
        raise AssertionError(node)

    # ------------------------------------------------------------------------------------------ state

    def _state(self) -> Table:
        assert self.table is not None, "this is asked before there is a table"
        return self.table

    def _var(self, name: str, index: tuple[core.Expr, ...], env: Env) -> Any:
        family = self.program.var_families[name]
        keys = tuple(self.expr(i, env) for i in index)
        values = self._state().v
        if len(keys) == len(family.dims):
            return values[family.number(keys)]
        return [values[n] for n in family.slice(keys)]

    def _zone(self, name: str, index: tuple[core.Expr, ...], env: Env) -> Any:
        """The number of a zone; of a family, all its cards."""
        family = self.program.zone_families[name]
        keys = tuple(self.expr(i, env) for i in index)
        if len(keys) == len(family.dims):
            return family.number(keys)
        return [card for n in family.slice(keys) for card in self._state().z[n]]

    # ------------------------------------------------------------------------------------------ operators

    def _prim(self, node: core.Prim, env: Env) -> Any:
        op = node.op
        if op == "and":
            return all(self.expr(a, env) for a in node.args)
        if op == "or":
            return any(self.expr(a, env) for a in node.args)
        if op == "else":
            first = self.expr(node.args[0], env)
            return self.expr(node.args[1], env) if first is None else first
        args = [self.expr(a, env) for a in node.args]
        if op in SEATS:
            return SEATS[op](self.program.players, *args)
        if op in self._own:
            return self._own[op](self, *args)
        if op == "present" and args[0] < 0:
            faults.absent(args[1], node.span)
        if op == "present":
            return args[0]
        if op == "range" and args[1] - args[0] >= t.LONGEST_LIST:
            faults.too_long(node.span)
        if op in ("/", "mod") and args[1] == 0:
            return 0  # nothing shared out is nothing
        if op in ("concat", "without"):
            args = [list(a) for a in args]
            if op == "without":
                self.spend(len(args[0]) * (1 + len(args[1]) // 10), node)
                return [x for x in args[0] if x not in args[1]]
            self.spend(len(args[0]) + len(args[1]), node)
            if len(args[0]) + len(args[1]) > t.LONGEST_LIST:
                faults.too_long(node.span)
            return args[0] + args[1]
        if op == "in":
            return args[0] in _cards(self, node.args[1], args[1])
        if op in ("is", "is not"):
            args = [tuple(a) if isinstance(a, list) else a for a in args]
        value = FOLDABLE[op](*args)
        return _number(value, node.span) if op in ARITHMETIC else value

    def _cards_of(self, zone: int) -> list[int]:
        return list(self._state().z[zone])

    def _up(self, card: int) -> bool:
        if card < 0 or self.program.sides:
            return card >= 0 and self._state().up[card]
        return self.program.zones[self._state().loc[card]].facing == "up"

    def _owner(self, card: int) -> int | None:
        return self.program.zones[self._state().loc[card]].owner if card >= 0 else None

    def _top(self, zone: int, count: int) -> list[int]:
        cards = self._state().z[zone]
        return cards[::-1][: max(count, 0)]

    def _bottom(self, zone: int, count: int) -> list[int]:
        return self._state().z[zone][: max(count, 0)]

    def _winners(self) -> tuple[int, ...]:
        return self._state().winners

    def _has_ability(self, card: int, timing: tuple[str]) -> bool:
        if card < 0:
            return False
        held = self.program.cards[card]
        kind = self.program.model.kinds.get(f"{held.cards}.name")
        name = held.face.get("name")
        word = kind.members[name] if kind and isinstance(name, int) else None
        return any(
            a.cards == held.cards and a.card == word and a.timing == timing[0] for a in self.program.model.abilities
        )

    def _alike(self, value: Any) -> Any:
        """A card, or every card of a list, as the first one that cannot be told from it."""
        if isinstance(value, int):
            return self.program.cards[value].same if value >= 0 else value
        return None if value is None else [self._alike(card) for card in value]

    def _mark(self, number: int, value: Any) -> Any:
        assert self.program.model.cover is not None
        return self.program.model.cover.hit(number, value)

    def _item(self, row: Any, number: int) -> Any:
        return row[number]

    _own: ClassVar[dict[str, Callable[..., Any]]] = {
        "cards": _cards_of,
        "up": _up,
        "owner": _owner,
        "top": _top,
        "bottom": _bottom,
        "winners": _winners,
        "has_ability": _has_ability,
        "alike": _alike,
        "item": _item,
        "mark": _mark,
    }

    # ------------------------------------------------------------------------------------------ folds

    def _fold(self, node: core.Fold, env: Env) -> Any:
        """One member after the other; what is found is not looked for further on."""
        inner = dict(env)
        members: list[Any] = []
        values: list[Any] = []
        source = list(self.expr(node.source, env))
        self.spend(len(source), node)
        for member in source:
            inner[node.var] = member
            if node.where is not None and not self.expr(node.where, inner):
                continue
            value = member if node.value is None else self.expr(node.value, inner)
            match node.kind:
                case "any":
                    return True
                case "first":
                    return value
                case "every" if not value:
                    return False
            members.append(member)
            values.append(value)
        match node.kind:
            case "count":
                return len(members)
            case "any":
                return False
            case "every":
                return True
            case "all":
                return values
            case "sum":
                return _number(sum(values), node.span)
            case "first":
                return None
            case "last":
                return values[-1] if values else None
            case "max":
                return max(values, default=None)
            case "min":
                return min(values, default=None)
            case "highest":
                best = max(values, default=None)
                return [m for m, v in zip(members, values, strict=True) if v == best]
            case "lowest":
                best = min(values, default=None)
                return [m for m, v in zip(members, values, strict=True) if v == best]
        raise AssertionError(node.kind)


def _number(value: int, span: Span | None) -> int:
    """A number that was worked out, if there is such a number."""
    if not -t.LARGEST <= value <= t.LARGEST:
        faults.too_large(span)
    return value


def _cards(evaluator: Evaluator, node: core.Expr, value: Any) -> Any:
    return evaluator._cards_of(value) if isinstance(node.type, t.ZoneOf) else value
