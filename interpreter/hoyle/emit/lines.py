"""Values as lines: what takes a loop, a case with one in it, or a short definition is worked out before it is used.

Assumes that all is pure, so that it makes no difference when something is worked out, as long as it would be asked.
What stands behind a condition stays behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS
from hoyle.core.walk import children, rebuild, substitute
from hoyle.emit.expressions import Env, Expressions
from hoyle.emit.loops import best, loop
from hoyle.emit.patterns import PLAIN, best_of, factored, known, loops, substituted
from hoyle.emit.writer import Function

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


LIMITS = {"at_least": "<", "at_most": ">"}


class Lines:
    """Writes lines into one function. A target is a local, or None for what the function gives."""

    def __init__(self, emitter: Emitter, function: Function) -> None:
        self.emitter = emitter
        self.function = function
        self.exprs = Expressions(emitter, function)

    def value(self, node: core.Expr, env: Env) -> str:
        """A value; what it needs is worked out in lines before it."""
        inner = dict(env)
        return self.exprs.expr(self.settle(node, inner), inner)

    def test(self, node: core.Expr, env: Env) -> str:
        """A condition, likewise."""
        inner = dict(env)
        return self.exprs.test(self.settle(node, inner), inner)

    def known(self, env: dict[str, str], name: str, of: core.Expr) -> core.Local:
        """A local for what was worked out, of which as much is known as before."""
        work = self.emitter.work
        return work.note(known(env, name, work.narrow(of)), of)

    # ------------------------------------------------------------------------------------------ a value as lines

    def put(self, node: core.Expr, env: Env, target: str | None) -> None:
        """Lines that put a value where it is wanted."""
        inner = dict(env)
        while isinstance(node, core.Ask) and self.opens(node, inner):
            node = self._said(node, inner)
        fold = best_of(node)
        if self.function.full or not self.wordy(node):
            self.store(self.value(node, inner), target)
        elif isinstance(node, core.Fold) and loops(node):
            loop(self, node, inner, target)
        elif fold is not None:
            best(self, fold, inner, target, only=isinstance(node, core.Prim))
        elif isinstance(node, core.Cond):
            self._cases(node, inner, target)
        elif isinstance(node, core.Prim) and self._put_off(node):
            self._cases(self._as_cases(node, inner), inner, target)
        else:
            self.store(self.value(node, inner), target)

    def store(self, code: str, target: str | None) -> None:
        self.function.line(f"return {code}" if target is None else f"{target} = {code}")

    def _cases(self, node: core.Cond, env: dict[str, str], target: str | None) -> None:
        depth, node = self.function.depth, factored(node)
        if target is None:
            self.guard(node.test, dict(env))
            self.put(node.then, env, target)
            self.function.depth = depth
            self.put(node.otherwise, env, target)
            return
        self.function.line(f"if {self.test(node.test, env)}:")
        self.function.depth += 1
        self.put(node.then, env, target)
        self.function.depth = depth
        self.function.line("else:")
        self.function.depth += 1
        self.put(node.otherwise, env, target)
        self.function.depth = depth

    def _put_off(self, node: core.Prim) -> bool:
        """Whether there are parts that take lines, and may not be asked at all."""
        return OPERATORS[node.op].lazy and any(map(self.wordy, node.args[1:]))

    def _as_cases(self, node: core.Prim, env: dict[str, str]) -> core.Cond:
        """What asks its parts one after the other, with the first that takes lines behind a condition."""
        if node.op == "else":
            there = self._named(node.args[0], env)
            nothing = core.Prim("is", (there, core.Const(None, t.NEVER)), t.YES_NO)
            return core.Cond(nothing, node.args[1], there, node.type)
        cut = next(number for number, part in enumerate(node.args) if number and self.wordy(part))
        first, rest = _joined(node.op, node.args[:cut]), _joined(node.op, node.args[cut:])
        then, otherwise = (rest, core.NO) if node.op == "and" else (core.YES, rest)
        return core.Cond(first, then, otherwise, t.YES_NO)

    # ------------------------------------------------------------------------------------------ before an expression

    def wordy(self, node: core.Expr) -> bool:
        """Whether something in an expression is better worked out in lines."""
        match node:
            case core.Local(name):
                return name in self.function.late
            case core.Fold(_, _, source):
                return loops(node) or best_of(node) is not None or self.wordy(source)
            case core.Ask() if self._kept(node):
                return True
            case core.Ask(name, args) if self.emitter.written_out(node):
                plain = all(isinstance(arg, PLAIN) for arg in args)
                return not plain or self.wordy(self.emitter.program.defines[name].body)
            case core.Prim("planned", (members, *_)):
                return self.wordy(members)
            case core.Prim(op) if best_of(node) is not None or op in LIMITS:
                return True
        return any(map(self.wordy, children(node)))

    def settle(self, node: core.Expr, env: dict[str, str]) -> core.Expr:
        """The expression with locals in it for what is worked out before."""
        if not self.wordy(node):
            return node
        if self.function.full:
            late = {name: part for name, (part, _) in self.function.late.items()}
            return substitute(node, late)  # type: ignore[no-any-return]
        match node:
            case core.Local(name):
                self._when_asked(env[name], *self.function.late[name])
                return node
            case core.Ask():
                if self.exprs.held(node, env):
                    return node
                if self._kept(node):
                    return self._remembered(node, env)
                if self.opens(node, env):
                    return self._named(node, env)
            case core.Fold() if loops(node) or best_of(node) is not None:
                return self._named(node, env)
            case core.Fold():
                return attrs.evolve(node, source=self.settle(node.source, env))
            case core.Cond(test, then, otherwise):
                if self.wordy(then) or self.wordy(otherwise):
                    return self._named(node, env)
                return core.Cond(self.settle(test, env), then, otherwise, node.type, span=node.span)
            case core.Prim("planned", (members, *plan)):
                return core.Prim(node.op, (self.settle(members, env), *plan), node.type, span=node.span)
            case core.Prim("at_least" | "at_most", (number, core.Const())):
                return self._limited(node, self.settle(number, env), env)
            case core.Prim(op, (first, *rest)):
                if best_of(node) is not None or self._put_off(node):
                    return self._named(node, env)
                if OPERATORS[op].lazy:
                    return core.Prim(op, (self.settle(first, env), *rest), node.type, span=node.span)
        return rebuild(node, lambda part: self.settle(part, env))  # type: ignore[no-any-return]

    def _named(self, node: core.Expr, env: dict[str, str]) -> core.Local:
        name = self.function.temp("y")
        self.put(node, env, name)
        if isinstance(node, core.Ask):
            self.function.hold(self.exprs.asked(node, env), name)
        return self.known(env, name, node)

    def _when_asked(self, name: str, node: core.Expr, env: dict[str, str]) -> None:
        """Lines for what is worked out when it is first asked."""
        depth = self.function.depth
        self.function.line(f"if {name} is None:")
        self.function.depth += 1
        self.put(node, env, name)
        self.function.depth = depth

    def _limited(self, node: core.Prim, number: core.Expr, env: dict[str, str]) -> core.Local:
        """Lines for a number that is at least, or at most, so much."""
        name, limit = self.function.temp("y"), self.exprs.expr(node.args[1], env)
        self.function.line(f"{name} = {self.exprs.expr(number, env)}")
        self.function.line(f"if {name} {LIMITS[node.op]} {limit}:")
        self.function.line(f"    {name} = {limit}")
        return self.known(env, name, node)

    # ------------------------------------------------------------------------------------------ definitions

    def opens(self, ask: core.Ask, env: Env) -> bool:
        """Whether what a definition says is written out here."""
        if not self.emitter.written_out(ask) or self._kept(ask):
            return False
        return not self.function.full and not self.exprs.held(ask, env)

    def _kept(self, ask: core.Ask) -> bool:
        """Whether what a definition says is kept in a table while a loop goes on: it may be asked the same again."""
        if len(ask.args) != 1 or not self.function.pure:
            return False
        loops = self.function.looping
        again = loops > 1 and not self.emitter.written_out(ask) if isinstance(ask.args[0], PLAIN) else loops > 0
        return again and self.emitter.few_answers(ask) > 0

    def _remembered(self, ask: core.Ask, env: dict[str, str]) -> core.Local:
        """Lines that look up what a definition says, and work it out when it is new."""
        function, line = self.function, self.function.line
        table = function.keep(("few", ask.name), f"[None] * {self.emitter.few_answers(ask) + 1}", "w")
        key, value = function.temp("q"), function.temp("k")
        line(f"{key} = {self.value(ask.args[0], env)}")
        line(f"{value} = {table}[{key}]")
        line(f"if {value} is None:")
        line(f"    {value} = {table}[{key}] = {self.emitter.define(ask.name)}(s, {key})")
        return self.known(env, value, ask)

    def _said(self, ask: core.Ask, env: dict[str, str]) -> core.Expr:
        """What a definition says, in terms of what it is asked about."""
        args = tuple(arg if isinstance(arg, PLAIN) else self._named(arg, env) for arg in ask.args)
        return substituted(self.emitter.program.defines[ask.name], args)

    # ------------------------------------------------------------------------------------------ conditions

    def guard(self, test: core.Expr, env: dict[str, str]) -> None:
        """Lines that go on, indented, only where a test holds; each part of it is asked if those before it hold."""
        asked: list[str] = []
        for part in self.conjuncts(test, env):
            if self.wordy(part):
                self._ask_all(asked)
                part = self.settle(part, env)
            asked.append(self.exprs.test(part, env))
        self._ask_all(asked)

    def _ask_all(self, tests: list[str]) -> None:
        if tests:
            self.function.line(f"if {' and '.join(tests)}:")
            self.function.depth += 1
            tests.clear()

    def conjuncts(self, test: core.Expr, env: Env) -> list[core.Expr]:
        """The conditions that must all hold, with what short definitions say."""
        match test:
            case core.Prim("and", parts):
                return [inner for part in parts for inner in self.conjuncts(part, env)]
            case core.Cond(refused, core.Const(False), otherwise):
                denied = core.Prim("not", (refused,), t.YES_NO)
                return [denied, *self.conjuncts(otherwise, env)]
            case core.Ask(name, args) if self.opens(test, env) and all(isinstance(arg, PLAIN) for arg in args):
                return self.conjuncts(substituted(self.emitter.program.defines[name], args), env)
        return [test]


def _joined(op: str, parts: tuple[core.Expr, ...]) -> core.Expr:
    return parts[0] if len(parts) == 1 else core.Prim(op, parts, t.YES_NO)
