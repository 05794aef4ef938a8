"""Expressions, evaluated by walking the core tree.

What emitted code does in one line is spelt out here, so that the two can be compared and so that questions off the
beaten path (why not? does this property hold?) need no code of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from hoyle import types as t
from hoyle.core import faults, groups
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS, OPERATORS, LooksAt, Op
from hoyle.program.program import Define, Program

STEPS = 3_000_000  # some seconds


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
        # by definition that is at work on smaller lists: what it has said, and how deep it is
        self.said: dict[str, tuple[dict[Any, Any], int]] = {}

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
                if define.again is not None:
                    return self._again(define, values, node)
                return self.expr(define.body, {p: v for (p, _), v in zip(define.params, values, strict=True)})
            case core.Fold():
                return self._fold(node, env)
        raise AssertionError(node)

    def _again(self, define: Define, values: list[Any], node: core.Ask) -> Any:
        """A definition that asks itself about smaller lists: what it has said it knows, until the first is answered."""
        key = tuple(tuple(value) if isinstance(value, (list, range)) else value for value in values)
        outermost = define.name not in self.said
        said, deep = self.said.get(define.name, ({}, 0))
        if key in said:
            return said[key]
        if deep == faults.DEEPEST:
            faults.too_deep_down(define.name, node.span)
        if len(said) >= faults.MOST_LISTS:
            faults.too_many_lists(define.name, node.span)
        self.said[define.name] = said, deep + 1
        try:
            said[key] = self.expr(define.body, {p: v for (p, _), v in zip(define.params, key, strict=True)})
        except RecursionError:
            faults.too_deep_down(define.name, node.span)
        finally:
            if outermost:
                del self.said[define.name]
            else:
                self.said[define.name] = said, deep
        return said[key]

    # ------------------------------------------------------------------------------------------ state

    def state(self) -> Table:
        """The table that something is asked of."""
        assert self.table is not None, "this is asked before there is a table"
        return self.table

    def _var(self, name: str, index: tuple[core.Expr, ...], env: Env) -> Any:
        family = self.program.var_families[name]
        keys = tuple(self.expr(i, env) for i in index)
        values = self.state().v
        if len(keys) == len(family.dims):
            return values[family.number(keys)]
        return [values[n] for n in family.slice(keys)]

    def _zone(self, name: str, index: tuple[core.Expr, ...], env: Env) -> Any:
        """The number of a zone; of a family, all its cards."""
        family = self.program.zone_families[name]
        keys = tuple(self.expr(i, env) for i in index)
        if len(keys) == len(family.dims):
            return family.number(keys)
        return [card for n in family.slice(keys) for card in self.state().z[n]]

    # ------------------------------------------------------------------------------------------ operators

    def _prim(self, node: core.Prim, env: Env) -> Any:
        match node.op:
            case "and":
                return all(self.expr(a, env) for a in node.args)
            case "or":
                return any(self.expr(a, env) for a in node.args)
            case "else":
                first = self.expr(node.args[0], env)
                return self.expr(node.args[1], env) if first is None else first
        args = [self.expr(a, env) for a in node.args]
        match node.op:
            case "present":
                return args[0] if args[0] >= 0 else faults.absent(args[1], node.span)
            case "sure":
                return faults.never(node.span) if args[0] is None else args[0]
            case "in" if isinstance(node.args[1].type, t.ZoneOf):
                return args[0] in self.state().z[args[1]]
            case "groups" | "planned":
                return self._groups(node, args)
            case "without":
                self.spend(len(args[0]) * (1 + len(args[1]) // 10), node)
        return self._worked_out(OPERATORS[node.op], args, node)

    def _groups(self, node: core.Prim, args: list[Any]) -> list[tuple[Any, ...]]:
        members, *rest = args
        try:
            found = (
                groups.every(list(members), *rest) if node.op == "groups" else groups.planned(list(members), *rest)[0]
            )
        except groups.TooMany:
            faults.too_many_groups(node.span)
        self.spend(len(found), node)
        return found

    def _worked_out(self, op: Op, args: list[Any], node: core.Prim) -> Any:
        """What the table of operators says, if there is such a number or list."""
        assert op.value is not None, op.name
        if op.reads is not LooksAt.NOTHING:
            args.insert(0, self.program.players if op.reads is LooksAt.PLAYERS else self)
        value = op.value(*args)
        if not op.limited:
            return value
        if op.length is None:
            return faults.number_(value, node.span)
        if len(value) > t.LONGEST_LIST:
            faults.too_long(node.span)
        self.spend(len(value), node)
        return tuple(value)

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
        value = FOLDS[node.kind].value(members, values) if members else FOLDS[node.kind].none
        return faults.number_(value, node.span) if node.kind == "sum" else value
