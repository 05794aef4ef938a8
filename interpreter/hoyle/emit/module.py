"""The emitted module of one program: which functions there are, each written when it is first asked for."""

from __future__ import annotations

import builtins
import keyword
from collections.abc import Callable, Iterable
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.faults import DEEPEST, MOST_LISTS
from hoyle.emit.blocks import Blocks
from hoyle.emit.decisions import site_function
from hoyle.emit.expressions import SAID
from hoyle.emit.lengths import Lengths
from hoyle.emit.lines import Lines
from hoyle.emit.statements import Statements
from hoyle.emit.writer import Function, Module, Name
from hoyle.plan.nodes import Frame
from hoyle.plan.plan import Plan
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
        self.module = Module()
        self.plan = Plan(program)
        self.program = program = self.plan.program
        self.waiting: dict[str, Callable[[], None]] = {}  # what is still to be written, by the name of its function
        self.writers: dict[str, Blocks] = {}
        self.blocks: set[int] = set()  # those that have a function
        self.sites: set[int] = set()
        self.written: dict[str, Function] = {}  # the functions of blocks
        self.tables: dict[str, tuple[int, int]] = {}  # tables of choices: of which site and offer
        self.by_card: dict[str, str | None] = {}
        self.defines: dict[str, str] = {}
        self.procedures: dict[str, str] = {}
        self.work = Work(program)
        self.lengths = Lengths(program, self.plan.tables, self.work)
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

    def printed(self, define: Define) -> str | None:
        """A definition that only looks at one card, seat or member of a kind, as a table; None for any other."""
        if define.name not in self.by_card:
            row = self.plan.tables.row(define)
            self.by_card[define.name] = None
            if row is not None:
                self.by_card[define.name] = self.module.constant("P", (define.name, *row))
                self.module.constants[str(self.by_card[define.name])] = row
        return self.by_card[define.name]

    def local(self, name: str) -> Name:
        """A Python local for a name. Names that no author can have written have letters no author can write."""
        return Name("l_" + name.translate(LETTERS))

    # ------------------------------------------------------------------------------------------ definitions

    def looked_up(self, ask: core.Ask) -> str | None:
        """The table that has what a definition says of all that it may be asked about; None if there is none."""
        define = self.program.defines[ask.name]
        printed = self.printed(define)
        if printed is None:
            return None
        return printed if within(ask.args[0], define.params[0][1]) else None

    def few_answers(self, ask: core.Ask) -> int:
        """How large a table of all that a definition can say is, if it is worth one in a loop; 0 if not."""
        define = self.program.defines[ask.name]
        size = 0 if self.looked_up(ask) is not None else self.lengths.few_answers(define)
        return size if size and within(ask.args[0], define.params[0][1]) else 0

    def written_out(self, ask: core.Ask) -> bool:
        """Whether what a definition says is written out where it is asked."""
        return self.looked_up(ask) is None and self.lengths.short(self.program.defines[ask.name])

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
        if define.again is not None:
            self._asking_itself(function, define, env)
        else:
            self._charge(function, define, define.body.span)
            Lines(self, function).put(define.body, env, None)
        self.module.functions.append(function)

    def _asking_itself(self, function: Function, define: Define, env: dict[str, str]) -> None:
        """What a definition has said of a smaller list it knows, until the first question is answered."""
        function.params, function.again = (*function.params, f"{SAID}=None"), define.name
        listed = [isinstance(t.settled(type_), t.ListOf) for _, type_ in define.params]
        key = ", ".join(f"tuple({name})" if of else name for name, of in zip(env.values(), listed, strict=True))
        line, place = function.line, self.place(define.body.span)
        line(f"{SAID}, key = {SAID} or {{None: 0}}, ({key},)")
        line(f"if key in {SAID}:")
        line(f"    return {SAID}[key]")
        line(f"if {SAID}[None] >= {DEEPEST}:")
        line(f"    too_deep_down({define.name!r}, {place})")
        line(f"if len({SAID}) > {MOST_LISTS}:")
        line(f"    too_many_lists({define.name!r}, {place})")
        self._charge(function, define, define.body.span)
        line(f"{SAID}[None] += 1")
        value = function.temp("y")
        Lines(self, function).put(define.body, env, value)
        line(f"{SAID}[None] -= 1")
        line(f"{SAID}[key] = {value}")
        line(f"return {value}")

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

    def want_site(self, number: int) -> str:
        """The function of a decision, likewise; hands back how it is called."""
        if number not in self.sites:
            self.sites.add(number)
            site = self.plan.sites[number]
            self.waiting[f"site_{number}"] = lambda: self.module.functions.append(site_function(self, site))
        return f"site_{number}(s, f)"

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
        names |= self.module.constants | {"__builtins__": BUILT_IN}
        exec(compile(text, "<game>", "exec"), names)
        return names


def within(arg: core.Expr, type_: t.Type) -> bool:
    """Whether a value surely has a place in a table of all values of a type."""
    return not isinstance(type_, t.Numbers) or (isinstance(arg.type, t.Numbers) and t.inside(arg.type, type_))
