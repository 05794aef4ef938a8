"""Procedures that ask: cut into blocks at every decision and at every call of another such procedure.

A block is a function of the state and the frame on top. It does what can be done without asking, then hands back the
next block, or None when a decision is waiting.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.program import Procedure
from hoyle.emit.statements import Statements, decides
from hoyle.emit.writer import NEEDS, PLACE, Function

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


@attrs.define
class Next:
    """What comes after a statement: a block to go to, or code to write here. `block` is made when two need it."""

    write: Callable[[], None] | None
    block: int | None = None


LONG = 70
CHOSEN = "s.log = (s.log, CHOSEN, s.player, a)"
# what a line fills; one place that is filled in any case is in the group
FILLED = re.compile(r"^(?:    f\[([0-9]+)\] = | +(?:f\[[0-9]+\],? )+\+?= )")
SHIFTED = re.compile(r"    s\.log = \(s\.log, SHIFTED, (.*)")
SILENT = re.compile(r"    (?!if|for|while|return|f =)(?!.*\bs\b)")
NEXT = re.compile(r"^( +return b[0-9]+)$")


def joined(functions: list[str], resumed: set[str]) -> list[str]:
    """The functions, with short blocks written out where another block goes on with them: a call less for each.

    resumed: the blocks that start with an answer. Nothing but an answer leads to them, so what one of them goes on with
    it can call: that goes one call deep and no deeper.
    """
    blocks = {f.split("(")[0][4:]: f.split("\n")[1:] for f in functions if f.startswith("def b")}
    made = []
    for function in functions:
        head, *lines = function.split("\n")
        own = head.split("(")[0][4:]
        if own in blocks:
            loaded = {
                line for line in lines if line.strip() in NEEDS.values() and line.startswith("    ") and line[4] != " "
            }
            lines = [new for line in lines for new in _jump(line, own, blocks, loaded)]
        if own in resumed:
            _note_both(lines)
            lines = [NEXT.sub(r"\1(s, f)", line) for line in lines]
        lines = _at_hand(lines)
        made.append("\n".join([head, *lines]))
    return made


def _note_both(lines: list[str]) -> None:
    """One entry of the log for a choice and the card it moves at once."""
    start = lines.index(f"    {CHOSEN}")
    for number in range(start + 1, len(lines)):
        moved = SHIFTED.match(lines[number])
        if moved:
            lines[number] = f"    s.log = (s.log, PLAYED, s.player, a, {moved[1]}"
            del lines[start]
            return
        if not SILENT.match(lines[number]):
            return


def _at_hand(lines: list[str]) -> list[str]:
    """The lines of a block, with a name for each place of the frame that is filled once and read after that."""
    targets = [FILLED.match(line) for line in lines]
    filled = [place for match in targets if match for place in PLACE.findall(match[0])]
    known: dict[str, str] = {}
    made = []
    for line, match in zip(lines, targets, strict=True):
        start = match.end() if match else 0
        read = PLACE.sub(lambda place: known.get(place[1], place[0]), line[start:])
        if match and match[1] and filled.count(match[1]) == 1:
            known[match[1]] = f"f{match[1]}"
            read = f"f{match[1]} = {read}"
        elif line.lstrip().startswith("f = "):
            known.clear()
        made.append(line[:start] + read)
    return made


def _jump(line: str, own: str, blocks: dict[str, list[str]], loaded: set[str]) -> list[str]:
    word = line.strip()
    target = word.removeprefix("return ")
    if word == target or target == own or target not in blocks or len(blocks[target]) > LONG:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) - 4)
    return [indent + other for other in blocks[target] if other not in loaded]


class Blocks(Statements):
    """Writes one procedure."""

    def __init__(self, emitter: Emitter, procedure: Procedure) -> None:
        super().__init__(emitter, Function(emitter.module, ""), {})
        self.procedure = procedure
        self.size = 1
        self.pending: list[tuple[int, Callable[[], None]]] = []
        self.layout: dict[int, str | t.Type] = {}  # what a frame holds: a local, or a value of a type
        for name, _ in procedure.params:
            self.target(name)

    def target(self, name: str) -> str:
        """Locals live in the frame."""
        if name not in self.env:
            self.env[name] = f"f[{self.size}]"
            self.layout[self.size] = name
            self.size += 1
        return self.env[name]

    def slot(self, type_: t.Type) -> str:
        self.layout[self.size] = type_
        self.size += 1
        return f"f[{self.size - 1}]"

    def returned(self, value: str) -> None:
        self.function.line(f"return leave(s, {value})")

    # ------------------------------------------------------------------------------------------ blocks

    def compile(self, entry: int) -> None:
        """Write all blocks of the procedure; the first one is `entry`."""
        self.pending.append((entry, lambda: self.sequence(self.procedure.body, Next(lambda: self.returned("None")))))
        while self.pending:
            number, write = self.pending.pop(0)
            self.emitter.layouts[number] = self.procedure.name, self.layout
            self.function = Function(self.emitter.module, f"def b{number}(s, f):")
            write()
            self.emitter.stretches[number] = self.function
            self.emitter.module.functions.append(self.function.text())

    def later(self, write: Callable[[], None]) -> int:
        """A block that is written later."""
        number = self.emitter.new_block()
        self.pending.append((number, write))
        return number

    def goto(self, after: Next) -> None:
        """Go on with what comes next."""
        if after.block is not None:
            self.function.leads.append(after.block)
            self.function.line(f"return b{after.block}")
        else:
            assert after.write is not None
            after.write()

    def shared(self, after: Next) -> Next:
        """The same, for more than one place to come from."""
        if after.block is None:
            assert after.write is not None
            after.block = self.later(after.write)
        return after

    def sequence(self, stmts: tuple[core.Stmt, ...], after: Next) -> None:
        for number, stmt in enumerate(stmts):
            if decides(self.program, stmt):
                rest = stmts[number + 1 :]
                self.asking(stmt, Next(partial(self.sequence, rest, after)) if rest else after)
                return
            self.stmt(stmt)
            if isinstance(stmt, (core.Return, core.End)):
                return
        self.goto(after)

    def branch(self, stmts: tuple[core.Stmt, ...], after: Next) -> None:
        """An indented way that ends by going on."""
        self.function.depth += 1
        self.sequence(stmts, after)
        self.function.depth -= 1

    def asking(self, node: core.Stmt, after: Next) -> None:
        self.function.at = self.function.at or node.span
        if isinstance(node, core.Choose):
            self.function.cost += self.emitter.work.offering(node)
        match node:
            case core.Branch(test, then, otherwise):
                after = self.shared(after)
                self.function.line(f"if {self.test(test)}:")
                self.branch(then, after)
                self.sequence(otherwise, after)
            case core.Each():
                self._asking_each(node, after)
            case core.Loop(until, body):
                head = Next(None, None)
                head.block = self.later(lambda: self._loop_head(until, body, head, after))
                self.goto(head)
            case core.Do():
                self._perform(node, after)
            case core.Choose(who=None):
                self._drawn(node, after)
            case core.Choose() if node.amount is not None:
                self._several(node, after)
            case core.Choose():
                self._one(node, after)
            case _:
                raise AssertionError(node)

    # ------------------------------------------------------------------------------------------ loops and calls

    def _loop_head(self, until: core.Expr | None, body: tuple[core.Stmt, ...], head: Next, after: Next) -> None:
        if until is not None:
            self.function.line(f"if {self.test(until)}:")
            self.function.depth += 1
            self.goto(after)
            self.function.depth -= 1
        self.sequence(body, head)

    def _asking_each(self, node: core.Each, after: Next) -> None:
        members, place = self.slot(node.source.type), self.slot(t.NUMBER)
        code = self.value(node.source)
        self.function.line(
            f"{members} = {code}" if isinstance(node.source, core.Const) else f"{members} = tuple({code})"
        )
        self.function.line(f"{place} = 0")
        head = Next(None, None)
        head.block = self.later(lambda: self._each_head(node, members, place, head, after))
        self.goto(head)

    def _each_head(self, node: core.Each, members: str, place: str, head: Next, after: Next) -> None:
        line = self.function.line
        line(f"i = {place}")
        line(f"e = {members}")
        line("if i >= len(e):")
        self.function.depth += 1
        self.goto(after)
        self.function.depth -= 1
        line(f"{place} = i + 1")
        line(f"{self.target(node.var)} = e[i]")
        if node.where is not None:
            line(f"if not ({self.test(node.where)}):")
            line(f"    return b{head.block}")
        self.sequence(node.body, head)

    def _perform(self, node: core.Do, after: Next) -> None:
        def resume() -> None:
            if node.into is not None:
                self.function.line(f"{self.target(node.into)} = s.result")
            self.goto(after)

        plain = node.into is None and after.block is not None
        back = after.block if plain else self.later(resume)
        args = [self.fixed(a) for a in node.args]
        entry, size = self.emitter.entry(node.proc)
        self.function.line(f"f[0] = {back}")
        self.function.line(f"f = [{', '.join([str(entry), *args])}] + {size}")
        self.function.line("s.frames.append(f)")
        self.function.leads.append(entry)
        self.function.line(f"return b{entry}")

    def _drawn(self, node: core.Choose, after: Next) -> None:
        """Chance decides, and somebody is asked because of it."""
        after = self.shared(after)
        self.draw(node)
        self.branch((*node.offers[0].body, *node.then), after)
        self.sequence(node.otherwise, after)

    # ------------------------------------------------------------------------------------------ decisions

    def _one(self, node: core.Choose, after: Next) -> None:
        after = self.shared(after) if node.otherwise or node.decline or len(node.offers) > 1 else after
        places = [self._places(offer) for offer in node.offers]
        number = self.emitter.decisions.site(node, self.env, None)
        resume = self.later(lambda: self._answered(node, places, after))
        self._ask(number, resume)
        if after.block is None and not node.otherwise:
            after = self.shared(after)
        self.sequence(node.otherwise, after)

    def _places(self, offer: core.Offer) -> list[str]:
        """Where what is chosen is kept: in the frame, unless only the action itself needs it, at once."""
        if offer.name in self.program.model.actions and not any(decides(self.program, s) for s in offer.body):
            for param in offer.params:
                self.env[param.name] = self.emitter.local(param.name)
        return [self.target(p.name) for p in offer.params]

    def _ask(self, number: int, resume: int) -> None:
        """Ask, if there is something to choose; the lines of a short site are written out here."""
        line = self.function.line
        before, test, after, needs = self.emitter.site_lines[number]
        if len(before) + len(after) > LONG:
            line(f"if site_{number}(s, f):")
            after = []
        else:
            self.function.needs |= needs
            for text in before:
                line(text)
            line(f"if {test}:")
        for text in [*after, f"f[0] = {resume}", f"s.site = {number}", "return None"]:
            line("    " + text)

    def _answer(self) -> None:
        """The first line of a block that starts with an answer."""
        self.emitter.resumed.add(self.function.name)
        self.function.line("a = s.answer")
        self.function.line(CHOSEN)

    def _answered(self, node: core.Choose, places: list[list[str]], after: Next) -> None:
        line = self.function.line
        self._answer()
        if len(node.offers) == 1 and not node.decline:
            self.emitter.decisions.values(node, 0, places[0], self.function)
            self.sequence((*node.offers[0].body, *node.then), after)
            return
        then = Next(lambda: self.sequence(node.then, after)) if node.then else after
        if node.then and len(node.offers) > 1:
            then = self.shared(then)
        for number, offer in enumerate(node.offers):
            line(f"if a.offer == {number}:")
            self.function.depth += 1
            self.emitter.decisions.values(node, number, places[number], self.function)
            self.sequence(offer.body, then)
            self.function.depth -= 1
        self.sequence(node.otherwise, after)

    def _several(self, node: core.Choose, after: Next) -> None:
        line = self.function.line
        offer = node.offers[0]
        row = t.ListOf(offer.params[0].type)
        pool, got, start, want = (self.slot(type_) for type_ in (row, row, t.NUMBER, t.NUMBER))
        chosen = self.target(offer.params[0].name)
        after = self.shared(after)
        assert node.amount is not None
        amount = self.function.temp("n")
        line(f"{amount} = {self.value(node.amount)}")
        enough = "1" if node.up_to else f"max({amount}, 1)"
        found = self.emitter.decisions.candidates(self.function, offer, self.env, enough)
        if self.emitter.decisions.plain.shown(node)[0].seen or not isinstance(offer.params[0].type, t.CardOf):
            line(f"{pool} = tuple({found})")
        else:
            line(f"{pool} = laid_out(s, {self.env[node.you]}, {found})")
        line(f"{want} = min({amount}, len({pool}))")
        line(f"{got} = ()")
        line(f"{start} = 0")
        number = self.emitter.decisions.site(node, self.env, (pool, got, start, want))
        done = Next(lambda: self._chosen(node, pool, got, chosen, after))
        done = self.shared(done)
        head = Next(None, None)
        head.block = self.later(lambda: self._pick(number, node, (pool, got, start, want), head, done))
        self.goto(head)

    def _pick(self, number: int, node: core.Choose, slots: tuple[str, ...], head: Next, done: Next) -> None:
        pool, got, start, want = slots

        def resume() -> None:
            line = self.function.line
            self._answer()
            line("if a.offer < 0:")
            line(f"    return b{done.block}")
            self.emitter.decisions.values(node, 0, ["x"], self.function)
            line(f"{got} += (x,)")
            line(f"{start} = {pool}.index(x) + 1")
            self.goto(head)

        again = self.later(resume)
        self.function.line(f"if len({got}) < {want} and site_{number}(s, f):")
        for text in (f"f[0] = {again}", f"s.site = {number}", "return None"):
            self.function.line("    " + text)
        self.goto(done)

    def _chosen(self, node: core.Choose, pool: str, got: str, chosen: str, after: Next) -> None:
        nothing = f"not {got}" if node.decline else f"not {pool}"
        self.function.line(f"{chosen} = {got}")
        self.function.line(f"if {nothing}:")
        self.branch(node.otherwise, after)
        self.sequence((*node.offers[0].body, *node.then), after)
