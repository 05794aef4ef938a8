"""Expressions as Python source: each as one expression, whatever it takes; what is better in lines is in `lines.py`.

`env` maps the locals in scope to the Python that reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS
from hoyle.core.walk import reads
from hoyle.emit.comprehensions import comprehension
from hoyle.emit.limits import BRACKETS, COMPREHENSIONS, too_deep
from hoyle.emit.operators import SMALL, operator
from hoyle.emit.patterns import goes_through
from hoyle.emit.writer import Function, Number, Simple
from hoyle.program.program import Define, Family
from hoyle.source import Span

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter

Env = Mapping[str, str]
SAID = "said"  # in a definition that asks itself: what it has said so far


class Expressions:
    """Writes expressions into one function."""

    def __init__(self, emitter: Emitter, function: Function) -> None:
        self.emitter = emitter
        self.program = emitter.program
        self.module = emitter.module
        self.function = function
        self.looping = 0  # how many comprehensions are open
        self.open = 0  # how many brackets are open, at most

    # ------------------------------------------------------------------------------------------ plain values

    def const(self, value: Any) -> str:
        if isinstance(value, tuple) and len(value) > SMALL:
            return self.module.constant("C", value)
        return Number(value) if isinstance(value, int) and not isinstance(value, bool) else repr(value)

    def expr(self, node: core.Expr, env: Env) -> str:
        match node:
            case core.Const(value):
                return self.const(value)
            case core.Local(name):
                return env[name]
        return self._deeper(self._expr, node, env)

    def _deeper(self, write: Callable[[core.Expr, Env], str], node: core.Expr, env: Env) -> str:
        """Count the brackets that are opened around a part."""
        opened = _brackets(node)
        self.open += opened
        if self.open > BRACKETS or self.looping > COMPREHENSIONS:
            too_deep(self.function.about)
        code = write(node, env)
        self.open -= opened
        return code

    def _expr(self, node: core.Expr, env: Env) -> str:
        match node:
            case core.Var(name, index):
                return self._var(name, index, env)
            case core.Zone(name, index):
                return self._zone(node, env)
            case core.Attr(name, of):
                table = self.emitter.attribute(name)
                if isinstance(of, core.Const) and isinstance(of.value, int):
                    return self.const(self.module.constants[table][of.value])
                return f"{table}[{self.expr(of, env)}]"
            case core.Cond(test, then, otherwise):
                yes, no = self.expr(then, env), self.expr(otherwise, env)
                return f"({yes} if {self.expr(test, env)} else {no})"
            case core.Ask():
                return self._ask(node, env)
            case core.Fold():
                return comprehension(self, node, env)
            case core.Prim():
                return operator(self, node, env)
        raise AssertionError(node)

    def test(self, node: core.Expr, env: Env) -> str:
        """A condition where only its truth matters."""
        return self._deeper(self._test, node, env)

    def _test(self, node: core.Expr, env: Env) -> str:
        match node:
            case core.Fold("any", _, source, None):
                return self.truth(source, env)
            case core.Prim("empty", (source,)):
                return f"not ({self.truth(source, env)})"
            case core.Prim("not", (core.Prim("empty", (source,)),)):
                return self.truth(source, env)
            case core.Prim("not", (inner,)):
                return f"not ({self.test(inner, env)})"
            case core.Prim("and" | "or" as op, parts):
                return f"({f' {op} '.join(self.test(part, env) for part in parts)})"
        return self.expr(node, env)

    # ------------------------------------------------------------------------------------------ state

    def place(self, family: Family, index: tuple[core.Expr, ...], env: Env, whole: bool = True) -> tuple[int, str]:
        """The number of a member as (constant part, code that is added); '' if it is constant."""
        size = 1
        for _, count in family.dims[len(index) :]:
            size *= count
        base, code = family.base, []
        for number, part in reversed(list(enumerate(index))):
            low, count = family.dims[number]
            if isinstance(part, core.Const):
                base += (int(part.value or 0) - low) * size  # type: ignore[arg-type]
            else:
                base -= low * size
                text = self.expr(part, env)
                code.append(text if size == 1 else f"{text} * {size}")
            size *= count
        return base, " + ".join(reversed(code))

    @staticmethod
    def joined(base: int, code: str) -> str:
        if not code:
            return Number(base)
        return code if base == 0 else f"{base} + {code}" if base > 0 else f"{code} - {-base}"

    def _var(self, name: str, index: tuple[core.Expr, ...], env: Env) -> str:
        family = self.program.var_families[name]
        base, code = self.place(family, index, env)
        v = self.function.need("v")
        if len(index) == len(family.dims):
            return f"{v}[{self.joined(base, code)}]"
        count = len(family.slice(tuple(low for low, _ in family.dims[: len(index)])))
        if not code:
            return f"{v}[{base}:{base + count}]"
        return f"{v}[{self.joined(base, code)}:{self.joined(base + count, code)}]"

    def zone_number(self, node: core.Expr, env: Env) -> str:
        """The number of a zone, also of one that has to be worked out."""
        if isinstance(node, core.Zone):
            base, code = self.place(self.program.zone_families[node.name], node.index, env)
            return self.joined(base, code)
        return self.expr(node, env)

    def family_numbers(self, node: core.Zone) -> tuple[int, ...] | None:
        """The numbers of all zones of a family, if they are known here."""
        family = self.program.zone_families[node.name]
        values = []
        for part in node.index:
            if not isinstance(part, core.Const):
                return None
            values.append(int(part.value or 0))  # type: ignore[arg-type]
        return tuple(family.slice(tuple(values)))

    def _zone(self, node: core.Zone, env: Env) -> str:
        if isinstance(node.type, t.ZoneOf):
            return self.zone_number(node, env)
        numbers = self.family_numbers(node)
        if numbers is not None and len(numbers) <= 6:
            self.function.need("z")
            every = f"({' + '.join(f'z[{n}]' for n in numbers)})" if numbers else "[]"
            if not self.function.pure or len(numbers) < 2:
                return every
            return self.function.keep(("zones", numbers), every)
        self.looping += 1
        first, end = self.family_ends(node, env)
        self.looping -= 1
        return f"[*together({self.function.need('z')}[{first}:{end}])]"

    def family_ends(self, node: core.Zone, env: Env) -> tuple[str, str]:
        """The number of the first zone of a family, and that behind its last one."""
        family = self.program.zone_families[node.name]
        base, code = self.place(family, node.index, env)
        count = len(family.slice(tuple(low for low, _ in family.dims[: len(node.index)])))
        return self.joined(base, code), self.joined(base + count, code)

    def cards(self, zone: core.Expr, env: Env) -> str:
        """The cards of a zone: the very list the state keeps."""
        return f"{self.function.need('z')}[{self.zone_number(zone, env)}]"

    def truth(self, source: core.Expr, env: Env) -> str:
        """Whether a list has something in it."""
        if isinstance(source, core.Zone) and not isinstance(source.type, t.ZoneOf):
            numbers = self.family_numbers(source)
            z = self.function.need("z")
            if numbers is not None and 0 < len(numbers) <= 6:
                if self.function.pure and ("zones", numbers) in self.function.kept:
                    return self._zone(source, env)
                return f"({' or '.join(f'z[{n}]' for n in numbers)})"
            if numbers:
                return f"any({z}[{numbers[0]}:{numbers[-1] + 1}])"
        return self.expr(source, env)

    def charged(self, fold: core.Fold | core.Each[core.Stmt], source: str) -> str:
        """What a loop goes through; if that may be much, the state is charged for it."""
        work = self.emitter.work
        return f"spent(s, {source}, {work.each(fold)}, {self.emitter.place(fold.span)})" if work.heavy(fold) else source

    def gone_through(self, node: core.Fold | core.Each[core.Stmt], source: str) -> str:
        """The same in lines of its own, before those of the loop."""
        if not self.emitter.work.heavy(node):
            return source
        each = self.emitter.work.each(node)
        if isinstance(node.source, core.Const) and isinstance(node.source.value, tuple):
            self.emitter.pay(self.function, str(len(node.source.value) * each), node.span, "too_much")
            return source
        return self.paid(source, each, node.span)

    def paid(self, source: str, each: int, span: Span | None) -> str:
        """Lines that charge the state for every member of a list; gives its name."""
        members = self.function.temp("q")
        self.function.line(f"{members} = {source}")
        self.emitter.pay(self.function, f"len({members}) * {each}", span, "too_much")
        return members

    # ------------------------------------------------------------------------------------------ definitions

    def _ask(self, node: core.Ask, env: Env) -> str:
        if (table := self.emitter.looked_up(node)) is not None:
            return f"{table}[{self.expr(node.args[0], env)}]"
        define, args = self.program.defines[node.name], [self.expr(a, env) for a in node.args]
        if self._inlined(define, args):
            return self.expr(define.body, {p: a for (p, _), a in zip(define.params, args, strict=True)})
        held = self.function.held((node.name, *args))
        if node.name == self.function.again:
            args.append(SAID)  # it knows what it has said of smaller lists
        return f"{self.emitter.define(node.name)}({', '.join(['s', *args])})" if held is None else held

    def _inlined(self, define: Define, args: list[str]) -> bool:
        """Whether what a definition says is written out in the middle of an expression."""
        plain = self.open < BRACKETS // 2 and all(isinstance(arg, Simple) for arg in args)
        return plain and self.emitter.lengths.short(define) and not goes_through(define.body)

    def asked_of(self, row: core.Expr, env: Env) -> str:
        """What a row has of each member of a list, as something that is called with the member; `None` for no row."""
        if not isinstance(row, core.Fold):
            return "None"
        match row.value:
            case core.Attr(name, core.Local(var)) if var == row.var:
                return f"{self.emitter.attribute(name)}.__getitem__"
            case core.Ask(_, (core.Local(var),)) as ask if var == row.var and self.emitter.looked_up(ask):
                return f"{self.emitter.looked_up(ask)}.__getitem__"
        var, value = self.function.temp("x"), row.value
        assert value is not None
        self.looping += 1
        code = self.expr(value, {**env, row.var: var})
        self.looping -= 1
        return f"(lambda {var}: {code})"

    def held(self, node: core.Ask, env: Env) -> bool:
        """Whether what a definition says was worked out on the way."""
        return not reads(node) - env.keys() and self.function.held(self.asked(node, env)) is not None

    def asked(self, node: core.Ask, env: Env) -> tuple[str, ...]:
        """What is held under this is what the definition says here."""
        return node.name, *(self.expr(arg, env) for arg in node.args)


def _brackets(node: core.Expr) -> int:
    """How many brackets are opened around a part of an expression, at most."""
    match node:
        case core.Fold():
            return 3
        case core.Ask():
            return 2
        case core.Prim(op):
            return 1 if OPERATORS[op].python and OPERATORS[op].sign else 2
    return 1
