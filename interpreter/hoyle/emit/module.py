"""The emitted module of one program: every function, table and block, compiled once."""

from __future__ import annotations

import builtins
import keyword
import re
from types import CodeType
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.fixed import Fixed
from hoyle.core.program import Define, Procedure, Program
from hoyle.core.walk import below
from hoyle.core.work import ROUND, Work
from hoyle.emit.best import first_best, the_best
from hoyle.emit.blocks import Blocks, joined
from hoyle.emit.decisions import Decisions
from hoyle.emit.limits import check_depth
from hoyle.emit.loops import Loops
from hoyle.emit.patterns import loops, whose
from hoyle.emit.statements import Statements
from hoyle.emit.writer import Function, Module
from hoyle.source import Span

# all of Python that emitted code can name
BUILT_IN = {
    name: getattr(builtins, name)
    for name in ["all", "any", "bool", "filter", "len", "list", "map", "max", "min", "next", "set", "sum", "tuple"]
}


FEW = 60


class Emitter:
    """Emits what is asked for, and what that needs."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.module = Module()
        self.decisions = Decisions(self)
        self.blocks = 0
        self.sites: list[tuple[core.Choose, dict[str, str]]] = []
        self.chosen: dict[int, str] = {}  # of each site that asks for several: where those are kept that were chosen
        self.layouts: dict[int, tuple[str, dict[int, str | t.Type]]] = {}  # of each block, what its frame holds
        self.resumed: set[str] = set()
        self.stretches: dict[int, Function] = {}  # the blocks, by their numbers
        self.site_lines: list[tuple[list[str], str, list[str], set[str]]] = []
        self.tables: list[tuple[str, int, int]] = []
        self.fans: dict[str, tuple[str, Any]] = {}  # tables of several choices each: of which table, and for what
        self.by_card: dict[str, str | None] = {}
        self.entries: dict[str, tuple[int, str]] = {}
        self.readers: dict[str, str] = {}  # functions that read a table, by name
        self.defines: dict[str, str] = {}
        self.procedures: dict[str, str] = {}
        self.waiting: list[str] = []
        self.sizes: dict[str, int] = {}
        self.wholes: dict[str, int] = {}
        self.fixed = Fixed(program)
        self.work = Work(program)
        self.missing = len(program.cards) < sum(len(c.faces) for c in program.model.card_types.values())
        names = {a for c in program.model.card_types.values() for a in c.attributes}
        for name in sorted(names):
            values = tuple(c.face.get(name) for c in program.cards)
            self.module.constants[self.attribute(name)] = (*values, program.absent(name))

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
            self.by_card[define.name] = None
            type_ = define.params[0][1] if len(define.params) == 1 else None
            members = self._members(type_)
            if members and self.fixed.definition(define.name):
                name, row = define.params[0][0], list[Any]([[]])
                with self.program.beforehand() as evaluator:
                    row = [None if one is None else evaluator.expr(define.body, {name: one}) for one in members]
                if not any(isinstance(value, list) for value in row):
                    self.by_card[define.name] = self.module.constant("P", (define.name, *row))
                    self.module.constants[str(self.by_card[define.name])] = tuple(row)
        return self.by_card[define.name]

    def _members(self, type_: t.Type | None) -> list[int | None]:
        """All values of a type that has few, at their numbers; None where there is none."""
        match type_:
            case t.CardOf(name):
                cards: list[int | None] = [c.number if name in (None, c.cards) else None for c in self.program.cards]
                return [*cards, -1]  # at the end a card that takes no part
            case t.Kind(name):
                return list(range(len(self.program.model.kinds[name].members)))
            case t.Seat():
                return list(range(self.program.players))
            case t.Numbers(int() as low, int() as high) if 0 <= low <= high <= FEW:
                return [None] * low + list(range(low, high + 1))
        return []

    def answers(self, define: Define) -> int:
        """How many different arguments a definition of one small parameter can have."""
        return len(self._members(define.params[0][1]))

    def abilities(self, timing: core.Expr) -> str:
        """The table that says which cards have an ability of a timing."""
        assert isinstance(timing, core.Const) and isinstance(timing.value, tuple)
        game, name = self.program.model, timing.value[0]
        having = {(a.cards, a.card) for a in game.abilities if a.timing == name}
        flags = []
        for card in self.program.cards:
            kind = game.kinds.get(f"{card.cards}.name")
            number = card.face.get("name")
            word = kind.members[number] if kind and isinstance(number, int) else ""
            flags.append((card.cards, word) in having)
        return self.module.constant("H", (*flags, False))

    def local(self, name: str) -> str:
        """A Python local for a name. Names that no author can have written have letters no author can write."""
        return "l_" + name.replace("'", "ʼ").replace(".", "ˑ")

    def new_block(self) -> int:
        self.blocks += 1
        return self.blocks - 1

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

    def total(self, node: core.Expr) -> bool:
        """Whether an expression has a value whatever the table is like."""
        if self.work.stops(node):
            return False
        for part in below(node):
            if isinstance(part, core.Prim) and part.op in ("/", "mod", "some", "the", "entry", "item", "mark"):
                return False
            if isinstance(part, core.Ask) and not self.total(self.program.defines[part.name].body):
                return False
        return True

    def repeated(self, define: Define) -> bool:
        """Whether a definition is costly, and has few answers: one parameter of a small kind."""
        if len(define.params) != 1 or isinstance(define.params[0][1], t.CardOf) or not self.answers(define):
            return False
        return any(isinstance(n, (core.Fold, core.Ask)) for n in below(define.body))

    def inlined(self, define: Define, args: list[str]) -> bool:
        if not self.simple(define) or not all(re.fullmatch(r"[\w]+|f\[\d+\]|-?\d+", a) for a in args):
            return False
        folds = [n for n in below(define.body) if isinstance(n, core.Fold) and not whose(n)]
        return not any((fold.where or fold.value) is not None for fold in folds)

    def define(self, name: str) -> str:
        """The function of a definition, which is written when its turn comes."""
        if name not in self.defines:
            self.defines[name] = self.module.unique(f"d_{name}")
            self.waiting.append(name)
        return self.defines[name]

    def _define(self, name: str) -> None:
        define = self.program.defines[name]
        env = {p: self.local(p) for p, _ in define.params}
        header = f"def {self.defines[name]}({', '.join(['s', *env.values()])}):"
        function = Function(self.module, header, pure=True)
        self._charge(function, define, define.body.span)
        self._value(function, Loops(self, function), define.body, env)
        self.module.functions.append(function.text())

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
            function.line(f"spend(s, {cost}, {self.place(span)})")

    # ------------------------------------------------------------------------------------------ procedures

    def small(self, procedure: Procedure, args: list[str]) -> bool:
        """Whether a procedure is short enough to be written out where it is performed."""
        if (
            procedure.returns
            or self.work.entry(procedure)
            or not all(re.fullmatch(r"[\w]+|f\[\d+\]|-?\d+", a) for a in args)
        ):
            return False
        nodes = list(below(procedure.body))
        binds = any(isinstance(n, (core.Let, core.Each, core.Loop, core.Return, core.Choose, core.Do)) for n in nodes)
        return len(nodes) <= 14 and not binds

    def procedure(self, name: str) -> str:
        """A procedure in which nobody is asked, as a function."""
        if name not in self.procedures:
            self.procedures[name] = self.module.unique(f"p_{name}")
        return self.procedures[name]

    def _procedure(self, procedure: Procedure) -> None:
        env = {p: self.local(p) for p, _ in procedure.params}
        header = f"def {self.procedure(procedure.name)}({', '.join(['s', *env.values()])}):"
        function = Function(self.module, header)
        self._charge(function, procedure, procedure.body[0].span if procedure.body else None)
        writer = Statements(self, function, env)
        for stmt in procedure.body:
            writer.stmt(stmt)
        self.module.functions.append(function.text())

    def entry(self, name: str) -> tuple[int, str]:
        """The first block of a procedure that asks, and the name of the rest of its frame."""
        if name not in self.entries:
            self.entries[name] = (self.new_block(), self.module.unique("F"))
        return self.entries[name]

    def _entry(self, procedure: Procedure) -> None:
        number, rest = self.entry(procedure.name)
        writer = Blocks(self, procedure)
        writer.compile(number)
        self.module.constants[rest] = [None] * (writer.size - 1 - len(procedure.params))

    # ------------------------------------------------------------------------------------------ all together

    def emit(self) -> Code:
        """The whole module, starting with the flow."""
        self.root = "flow"
        for procedure in self.program.procedures.values():
            # scenarios may perform anything by name
            if procedure.decides:
                self._entry(procedure)
            else:
                self._procedure(procedure)
        score = self.program.defines.get("score")
        if score is not None:
            self.define("score")
        return self._code()

    def _written_for(self, function: str) -> tuple[str, Span | None]:
        """What a function was written for, and where that is said."""
        name = function.split("(", 1)[0].removeprefix("def ")
        model = self.program.model
        for asked, called in self.defines.items():
            if called == name and asked in model.defines:
                return asked, model.defines[asked].span
        if name.startswith("site_"):
            choose = self.sites[int(name.removeprefix("site_"))][0]
            return choose.offers[0].name, choose.span
        for done, called in self.procedures.items():
            if called == name and done in model.procedures:
                return done, model.procedures[done].span
        done = self.layouts[int(name[1:])][0] if name.removeprefix("b").isdigit() else "flow"
        return (done, model.procedures[done].span) if done in model.procedures else (self.program.model.title, None)

    @property
    def costs(self) -> list[tuple[int, Span | None]]:
        """Of each block, the steps that it takes with what may be written out in it, and its place."""
        made = [self.stretches[number] for number in range(self.blocks)]
        return [
            (max(b.cost + sum(made[n].cost for n in b.leads), ROUND), b.at or self._written_for(b.header)[1])
            for b in made
        ]

    def asked(self, names: list[str]) -> Code:
        """Only these definitions, and what they need."""
        for name in names:
            self.define(name)
        return self._code()

    def _code(self) -> Code:
        while self.waiting:
            self._define(self.waiting.pop())
        functions = joined(self.module.functions, self.resumed)
        for function in functions:
            check_depth(function, *self._written_for(function))
        text = "\n\n\n".join(functions) + "\n"
        assert not any(keyword.iskeyword(n) for n in self.module.constants)
        return Code(text, self)


def _heavy_part(args: tuple[core.Expr, ...]) -> int | None:
    """The first of some conditions, not the very first, that takes work."""
    for number, part in enumerate(args):
        if number and any(isinstance(n, core.Ask) or loops(n) for n in below(part)):
            return number
    return None


class Code:
    """Emitted source, ready to be run with what a running game gives it."""

    def __init__(self, text: str, emitter: Emitter) -> None:
        self.text = text
        self.emitter = emitter
        self.compiled: CodeType = compile(text, "<game>", "exec")

    def functions(self, support: dict[str, Any]) -> dict[str, Any]:
        """Run the source once; hand back its names."""
        constants = self.emitter.module.constants
        readers = {name: constants[table].__getitem__ for name, table in self.emitter.readers.items()}
        names = {**support, **constants, **readers, "__builtins__": BUILT_IN}
        exec(self.compiled, names)
        return names


def seats(players: int) -> dict[str, Any]:
    """Tables of seat orders."""
    every = range(players)
    return {
        "CLOCKWISE": tuple(tuple((p + i) % players for i in every) for p in every),
        "ANTICLOCKWISE": tuple(tuple((p - i) % players for i in every) for p in every),
        "OTHERS": tuple(tuple((p + i) % players for i in range(1, players)) for p in every),
    }


__all__ = ["Code", "Emitter", "seats", "t"]
