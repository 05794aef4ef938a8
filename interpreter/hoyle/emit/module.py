"""The emitted module of one program: every function, table and block, compiled once."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Iterable
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.emit.best import first_best, the_best
from hoyle.emit.blocks import Blocks
from hoyle.emit.decisions import Decisions
from hoyle.emit.loops import Loops
from hoyle.emit.patterns import loops, whose
from hoyle.emit.statements import Statements
from hoyle.emit.writer import Function, Module, Name, Simple
from hoyle.plan.nodes import Frame
from hoyle.plan.plan import Plan
from hoyle.plan.tables import members
from hoyle.program.program import Define, Procedure, Program
from hoyle.program.work import ROUND, Work
from hoyle.source import Span

# all of Python that emitted code can name
BUILT_IN = {
    name: getattr(builtins, name)
    for name in ["all", "any", "bool", "filter", "len", "list", "map", "max", "min", "next", "set", "sum", "tuple"]
}


LETTERS = str.maketrans("'. ", "ʼˑˍ")


class Emitter:
    """Emits what is asked for, and what that needs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.module = Module()
        self.plan = Plan(program)
        self.decisions = Decisions(self)
        self.waiting: dict[str, Callable[[], None]] = {}  # what is still to be written, by the name of its function
        self.writers: dict[str, Blocks] = {}
        self.blocks: set[int] = set()  # those that have a function
        self.sites: set[int] = set()
        self.written: dict[str, Function] = {}  # the functions of blocks
        self.tables: dict[str, tuple[int, int]] = {}  # tables of choices: of which site and offer
        self.fans: dict[str, tuple[str, Any]] = {}  # tables of several choices each: of which table, and for what
        self.by_card: dict[str, str | None] = {}
        self.readers: dict[str, str] = {}  # functions that read a table, by name
        self.defines: dict[str, str] = {}
        self.procedures: dict[str, str] = {}
        self.smalls: dict[str, bool] = {}
        self.sizes: dict[str, int] = {}
        self.wholes: dict[str, int] = {}
        self.work = Work(program)
        self.missing = len(program.cards) < sum(len(c.faces) for c in program.model.card_types.values())
        names = {a for c in program.model.card_types.values() for a in c.attributes}
        for name in sorted(names):
            self.module.constants[self.attribute(name)] = tuple(c.face.get(name) for c in program.all_cards)

    # ------------------------------------------------------------------------------------------ names

    def attribute(self, name: str) -> str:
        """The table of an attribute, by card."""
        return f"A_{name}"

    def place(self, span: Span | None) -> str:
        """A place in a definition that an error may name: by its number, so that code does not tell of lines."""
        return "None" if span is None else self.module.constant("L", span)

    def printed_of(self, name: str) -> str:
        """The function that reads the table of an attribute."""
        self.readers[f"R_{name}"] = self.attribute(name)
        return f"R_{name}"

    def bits(self, name: str) -> str:
        """The table of an attribute of a small kind, by card, with one bit for each member."""
        values = self.module.constants[self.attribute(name)]
        # cards of another type may have something else under this name
        return self.module.constant("B", tuple(1 << v if isinstance(v, int) and 0 <= v < 60 else 0 for v in values))

    def printed(self, define: Define) -> str | None:
        """A definition that only looks at one card, seat or member of a kind, as a table; None for any other."""
        if define.name not in self.by_card:
            row = self.plan.tables.row(define)
            self.by_card[define.name] = None
            if row is not None:
                self.by_card[define.name] = self.module.constant("P", (define.name, *row))
                self.module.constants[str(self.by_card[define.name])] = row
        return self.by_card[define.name]

    def answers(self, define: Define) -> int:
        """How many different arguments a definition of one small parameter can have."""
        return len(members(self.program, define.params[0][1]))

    def local(self, name: str) -> Name:
        """A Python local for a name. Names that no author can have written have letters no author can write."""
        return Name("l_" + name.translate(LETTERS))

    # ------------------------------------------------------------------------------------------ definitions

    def simple(self, define: Define) -> bool:
        """Whether a definition is short enough to be written out where it is asked."""
        if self._size(define) == 1:
            return True
        return self._size(define) <= 14 and self._whole(define) <= 100 and not self.work.entry(define)

    def loops_over(self, define: Define, source: core.Expr) -> bool:
        """Whether a definition is not too long, and has a loop over a list in it."""
        return self._size(define) <= 40 and any(
            isinstance(n, core.Fold) and n.source == source for n in below(define.body)
        )

    def brief(self, define: Define) -> bool:
        """Whether a definition is short enough to be written out in a loop as lines."""
        return self._size(define) <= 80 and self._whole(define) <= 150 and not self.work.entry(define)

    def fits(self, define: Define) -> bool:
        """Whether a definition is short enough to be written out in a loop in which nothing else is asked."""
        return self._size(define) <= 80 and not self.work.entry(define)

    def short(self, define: Define) -> bool:
        """Whether a definition without parameters is worth writing out rather than calling."""
        return self._size(define) <= 40 and self._whole(define) <= 300 and not self.work.entry(define)

    def _size(self, define: Define) -> int:
        if define.name not in self.sizes:
            self.sizes[define.name] = sum(1 for _ in below(define.body))
        return self.sizes[define.name]

    def _whole(self, define: Define) -> int:
        """How long a definition is when all that it asks is written out."""
        if define.name not in self.wholes:
            asks = [self.program.defines[n.name] for n in below(define.body) if isinstance(n, core.Ask)]
            inner = sum(self._whole(asked) for asked in asks if self.printed(asked) is None)
            self.wholes[define.name] = min(self._size(define) + inner, 1_000_000)
        return self.wholes[define.name]

    def repeated(self, define: Define) -> bool:
        """Whether a definition is costly, and has few answers: one parameter of a small kind."""
        if len(define.params) != 1 or isinstance(define.params[0][1], t.CardOf) or not self.answers(define):
            return False
        return any(isinstance(n, (core.Fold, core.Ask)) for n in below(define.body))

    def inlined(self, define: Define, args: list[str]) -> bool:
        if not self.simple(define) or not all(isinstance(a, Simple) for a in args):
            return False
        folds = [n for n in below(define.body) if isinstance(n, core.Fold) and not whose(n)]
        return not any((fold.where or fold.value) is not None for fold in folds)

    def define(self, name: str) -> str:
        """The function of a definition, which is written when its turn comes."""
        if name not in self.defines:
            self.defines[name] = self.module.unique(f"d_{name}")
            self.waiting[str(self.defines[name])] = lambda: self._define(name)
        return self.defines[name]

    def _define(self, name: str) -> None:
        define = self.program.defines[name]
        env: dict[str, str] = {p: self.local(p) for p, _ in define.params}
        model = self.program.model
        about = (name, model.defines[name].span) if name in model.defines else (model.title, None)
        function = Function(self.module, self.defines[name], ("s", *env.values()), about, pure=True)
        self._charge(function, define, define.body.span)
        self._value(function, Loops(self, function), define.body, env)
        self.module.functions.append(function)

    def _value(self, function: Function, exprs: Loops, body: core.Expr, env: dict[str, str]) -> None:
        """A definition as lines: conditions and folds at its top become statements."""
        match body:
            case core.Cond(test, then, otherwise):
                test = exprs.opened(test)
                if isinstance(test, core.Fold) and test.kind == "any" and test.where is not None:
                    exprs.loop(test, env, None, then)
                    self._value(function, exprs, otherwise, env)
                    return
                depth = function.depth
                inner = dict(env)
                exprs.guard(test, inner)
                self._value(function, exprs, then, inner)
                function.depth = depth
                self._value(function, exprs, otherwise, env)
            case core.Prim("and" | "or" as op, args) if (cut := _heavy_part(args)) is not None:
                first = args[0] if cut == 1 else core.Prim(op, args[:cut], t.YES_NO)
                rest = args[cut] if cut == len(args) - 1 else core.Prim(op, args[cut:], t.YES_NO)
                known = core.Const(op == "or", t.YES_NO)
                then, otherwise = (rest, known) if op == "and" else (known, rest)
                self._value(function, exprs, core.Cond(first, then, otherwise, t.YES_NO), env)
            case core.Fold() if loops(body):
                exprs.loop(body, env, None)
            case core.Prim("the", (core.Fold("highest" | "lowest") as fold,)) if fold.value is not None:
                the_best(exprs, fold, env)
            case core.Fold("first", _, core.Fold("highest" | "lowest") as fold, None, None) if fold.value is not None:
                first_best(exprs, fold, env)
            case _:
                body = exprs.settle(body, env)
                function.line(f"return {exprs.expr(body, env)}")

    def _charge(self, function: Function, what: Define | Procedure, span: Span | None) -> None:
        """A line that charges the state for what takes long by itself."""
        cost = self.work.entry(what)
        if cost:
            self.pay(function, str(cost), span)

    def pay(self, function: Function, steps: str, span: Span | None, fault: str = "endless") -> None:
        """Lines that charge the state for work that is about to be done. fault: what is wrong if it is too much."""
        function.line(f"s.fuel -= {steps}")
        function.line("if s.fuel < 0:")
        function.line(f"    {fault}({self.place(span)})")

    # ------------------------------------------------------------------------------------------ procedures

    def small(self, procedure: Procedure) -> bool:
        """Whether a procedure is short enough to be written out where it is performed."""
        if procedure.name not in self.smalls:
            nodes = list(below(procedure.body))
            binds = (core.Let, core.Each, core.Loop, core.Return, core.Choose, core.Do)
            plain = not procedure.returns and len(nodes) <= 14 and not any(isinstance(n, binds) for n in nodes)
            self.smalls[procedure.name] = plain and not self.work.entry(procedure)
        return self.smalls[procedure.name]

    def procedure(self, name: str) -> str:
        """A procedure in which nobody is asked, as a function, which is written when its turn comes."""
        if name not in self.procedures:
            self.procedures[name] = self.module.unique(f"p_{name}")
            self.waiting[str(self.procedures[name])] = lambda: self._procedure(self.program.procedures[name])
        return self.procedures[name]

    def _procedure(self, procedure: Procedure) -> None:
        env: dict[str, str] = {p: self.local(p) for p, _ in procedure.params}
        function = Function(
            self.module, self.procedures[procedure.name], ("s", *env.values()), self.about_procedure(procedure.name)
        )
        self._charge(function, procedure, procedure.body[0].span if procedure.body else None)
        writer = Statements(self, function, env)
        for stmt in procedure.body:
            writer.stmt(stmt)
        self.module.functions.append(function)

    def about_procedure(self, name: str) -> tuple[str, Span | None]:
        """What a procedure is called, and where it stands; of what is made for another, the game itself."""
        model = self.program.model
        return (name, model.procedures[name].span) if name in model.procedures else (model.title, None)

    # ------------------------------------------------------------------------------------------ frames

    def frame(self, name: str) -> Frame:
        """The plan of a procedure that asks. All that a frame can go on with has to be there when it waits."""
        if name not in self.writers:
            self.plan.reach(name)
            frame = self.plan.frames[name]
            self.writers[name] = Blocks(self, frame)
            for point in self.plan.points:
                if point.frame == name and point.block in frame.blocks:  # what nothing leads to is not there
                    self.want(name, point.block)
        return self.plan.frames[name]

    def want(self, name: str, block: int) -> None:
        """The function of a block is written when its turn comes."""
        if block not in self.blocks:
            self.blocks.add(block)
            self.waiting[f"b{block}"] = lambda: self.writers[name].entered(block)

    def want_site(self, number: int) -> None:
        """The function of a decision, likewise."""
        if number not in self.sites:
            self.sites.add(number)
            site = self.plan.sites[number]
            self.waiting[f"site_{number}"] = lambda: self.module.functions.append(self.decisions.function(site))

    def finished(self, function: Function) -> None:
        """The function of a block is written."""
        self.module.functions.append(function)
        self.written[function.name] = function

    def cost(self, name: str) -> tuple[int, Span | None]:
        """How many steps the function of a block takes, with those that it calls, and its place."""
        function = self.written[name]
        steps = function.cost + sum(self.written[other].cost for other in function.calls)
        return max(steps, ROUND), function.at or function.about[1]

    # ------------------------------------------------------------------------------------------ all together

    def perform(self, name: str) -> None:
        """Write what it takes to perform a procedure."""
        if self.program.procedures[name].decides:
            self.want(name, self.frame(name).entry)
        else:
            self.procedure(name)

    def emit(self) -> str:
        """Python for all that was asked for, and for what that needs, since the last time."""
        text = self.write(list(self.waiting))
        while self.waiting:
            text += self.write(list(self.waiting))
        return text

    def write(self, names: Iterable[str]) -> str:
        """Python for some of the functions that are waiting; those that they call may be waiting then."""
        for name in names:
            self.waiting.pop(name)()
        functions, self.module.functions = self.module.functions, []
        assert not any(keyword.iskeyword(n) for n in self.module.constants)
        return "".join(f"\n\n{function.text()}\n" for function in functions)

    def asked(self, names: list[str], support: dict[str, Any]) -> dict[str, Any]:
        """Only these definitions, ready to be asked. support: what a running game gives them."""
        called = {name: self.define(name) for name in names}
        functions = self.run(self.emit(), dict(support))
        return {name: functions[function] for name, function in called.items()}

    def run(self, text: str, names: dict[str, Any]) -> dict[str, Any]:
        """Make functions of emitted text, among these names."""
        constants = self.module.constants
        names |= constants | {name: constants[table].__getitem__ for name, table in self.readers.items()}
        names["__builtins__"] = BUILT_IN
        exec(compile(text, "<game>", "exec"), names)
        return names


def _heavy_part(args: tuple[core.Expr, ...]) -> int | None:
    """The first of some conditions, not the very first, that takes work."""
    for number, part in enumerate(args):
        if number and any(isinstance(n, core.Ask) or loops(n) for n in below(part)):
            return number
    return None
