"""Procedures that ask, as Python: every block of the plan that a frame can go on with is a function.

Such a function does what can be done without asking, then hands back the next one, or None when a decision is waiting.
A block that is come to from one place only, or a short one, is written out where it is come to: a call less.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.emit.candidates import Wanted, candidates
from hoyle.emit.decisions import Decision, eyes
from hoyle.emit.lengths import BLOCK, nodes
from hoyle.emit.lines import Lines
from hoyle.emit.statements import Statements
from hoyle.emit.writer import Function, Place
from hoyle.plan import nodes as plan
from hoyle.plan.alive import after
from hoyle.program.gathering import on_top, whole_zones

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


class Blocks(Statements):
    """Writes one frame of the plan.

    scope: the parameters of a short procedure that is being written out; owed: a choice was made and is not noted yet,
    for it may share its entry with the card that it moves; chose: who made it.
    """

    def __init__(self, emitter: Emitter, frame: plan.Frame, function: Function | None = None) -> None:
        super().__init__(emitter, function or Function(emitter.module, ""), {})
        self.frame = frame
        self.plan = emitter.plan
        self.locals: dict[str, str] = {}
        self.scope: dict[str, str] | None = None
        self.writing: list[int] = []
        self.copied = function is not None
        self.answering = self.owed = False
        self.chose = "s.player"
        self.sizes: dict[int, int] = {}

    # ------------------------------------------------------------------------------------------ locals

    @property
    def env(self) -> dict[str, str]:
        """What every local is called here: what was filled on the way is at hand, the rest is in the frame."""
        if self.scope is not None:
            return self.scope
        slots = {name: self.function.at_hand(name) or Place(f"f[{s.number}]") for name, s in self.frame.slots.items()}
        return self.locals | slots

    @env.setter
    def env(self, env: dict[str, str]) -> None:
        self.locals = env

    @contextmanager
    def within(self, env: dict[str, str]) -> Iterator[None]:
        outer, self.scope = self.scope, env
        yield
        self.scope = outer

    def store(self, name: str, code: str) -> None:
        local = self.emitter.local(name)
        slot = self.frame.slots.get(name)
        self.function.line(f"{local} = {code}" if slot is None else f"f[{slot.number}] = {local} = {code}")
        self.named(name)

    def named(self, name: str) -> None:
        if name in self.frame.slots:
            self.function.fill(name, self.emitter.local(name))
        else:
            self.locals[name] = self.emitter.local(name)

    # ------------------------------------------------------------------------------------------ functions

    def entered(self, number: int) -> None:
        """Write the function that goes on with a block."""
        self.function = Function(
            self.emitter.module, f"b{number}", ("s", "f"), self.emitter.about_procedure(self.frame.name)
        )
        self.locals, self.copied, self.answering, self.owed = {}, False, False, False
        self._write(number)
        self.emitter.finished(self.function)

    def _write(self, number: int) -> None:
        block = self.frame.blocks[number]
        self.writing.append(number)
        for step in block.steps:
            self._step(step)
        self._end(block.end)
        self.writing.pop()

    def go(self, number: int) -> None:
        """Go on with a block."""
        if number not in self.writing:
            if self.frame.before[number] == 1:
                self._write(number)
                return
            if not self.copied and self._size(number) <= BLOCK:
                self.copied = True
                self._write(number)
                self.copied = False
                return
        self._settle()
        self.jump(number)

    def jump(self, number: int) -> None:
        """Go on with the function of a block."""
        self.emitter.want(self.frame.name, number)
        if self.answering:
            self.function.calls.add(f"b{number}")
        self.function.line(f"return b{number}(s, f)" if self.answering else f"return b{number}")

    def _size(self, number: int) -> int:
        """How many nodes are written for a block, with those that are written out in it in any case."""
        if number not in self.sizes:
            self.sizes[number] = 0
            block = self.frame.blocks[number]
            steps = sum(self._nodes(step) for step in block.steps) + self._nodes(block.end)
            alone = [n for n in _at_once(block.end) if self.frame.before[n] == 1]
            self.sizes[number] = steps + sum(self._size(n) for n in alone)
        return self.sizes[number]

    def _nodes(self, part: object) -> int:
        match part:
            case plan.Ask(site):
                return self.emitter.lengths.decision(self.plan.sites[site])
            case plan.Fork(test):
                return nodes(test)
            case plan.Call(_, args):
                return 5 + nodes(args)
            case plan.Leave(value):
                return nodes(value)
        return max(nodes(part), 2)

    def _way(self, number: int) -> None:
        """An indented way that ends by going on."""
        self.function.depth += 1
        self.go(number)
        self.function.depth -= 1

    # ------------------------------------------------------------------------------------------ the log

    def noted(self, entry: str) -> None:
        self._settle()
        super().noted(entry)

    def shifted(self, entry: str) -> None:
        if self.owed:
            self.owed = False
            super().noted(f"PLAYED, {self.chose}, a, {entry}")
        else:
            super().shifted(entry)

    def _settle(self) -> None:
        """Note the choice that was made, before anything else happens."""
        if self.owed:
            self.owed = False
            super().noted(f"CHOSEN, {self.chose}, a")

    def _quiet(self, node: core.Stmt) -> bool:
        """Whether a statement notes nothing and cannot fail, or is the move of one card."""
        match node:
            case core.Let(_, value):
                return not self.emitter.work.stops(value) and not any(isinstance(n, core.Ask) for n in below(value))
            case core.Do(proc, into=None):
                return self.emitter.lengths.small(self.program.procedures[proc])
            case core.Move(core.Local() as card, core.Zone()):
                plain = not (self.emitter.missing or self.program.sides or node.facing)
                return plain and isinstance(card.type, t.CardOf) and on_top(node) and whole_zones(node) is None
        return False

    # ------------------------------------------------------------------------------------------ steps

    def stmt(self, node: core.Stmt) -> None:
        if self.owed and not self._quiet(node):
            self._settle()
        super().stmt(node)

    def returned(self, value: str | None) -> None:
        self._settle()
        self.function.line(f"return leave(s, {value})")

    def _step(self, step: plan.Step) -> None:
        match step:
            case plan.Members(members, place, source):
                self._settle()
                code = self.value(source)
                self.store(members, code if isinstance(source, core.Const) else f"tuple({code})")
                self.store(place, "0")
            case plan.Take(site, offer, into):
                self._take(self.plan.sites[site], offer, into)
            case plan.Pool(site):
                self._settle()
                self._pool(self.plan.sites[site])
            case plan.Add(site):
                self._add(self.plan.sites[site])
            case plan.Result(into):
                self.store(into, "s.result")
            case _:
                self.stmt(step)
                return
        self.function.at = self.function.at or step.span

    def _take(self, site: plan.Site, offer: int, into: tuple[str, ...]) -> None:
        """What was answered goes into the locals of an offer."""
        if not into:
            return
        code = "a.key"
        if not site.shown[offer].seen:
            self._settle()
            code = "picked(s, a)"
        elif len(into) == 1:
            self.store(into[0], code)
            return
        names = [self.emitter.local(name) for name in into]
        self.function.line(f"{', '.join(names)}{',' if len(names) == 1 else ''} = {code}")
        for name, local in zip(into, names, strict=True):
            slot = self.frame.slots.get(name)
            if slot is not None:
                self.function.line(f"f[{slot.number}] = {local}")
            self.named(name)

    def _pool(self, site: plan.Site) -> None:
        choose, row, line = site.choose, site.several, self.function.line
        offer = choose.offers[0]
        assert row is not None and choose.amount is not None
        self.function.cost += self.emitter.work.offering(choose)
        amount = self.function.temp("n")
        line(f"{amount} = {self.value(choose.amount)}")
        enough = "1" if choose.up_to else f"max({amount}, 1)"
        found = candidates(Lines(self.emitter, self.function), offer, self.env, Wanted(enough))
        if site.shown[0].seen or not isinstance(offer.params[0].type, t.CardOf):
            self.store(row.pool, f"tuple({found})")
        else:
            self.store(row.pool, f"laid_out(s, {eyes(self.emitter, choose, self.env)}, {found})")
        self.store(row.want, f"min({amount}, len({self.env[row.pool]}))")
        self.store(row.got, "()")
        self.store(row.start, "0")

    def _add(self, site: plan.Site) -> None:
        row = site.several
        assert row is not None
        self._settle()
        one = self.function.temp("x")
        self.function.line(f"{one} = a.key" if site.shown[0].seen else f"{one}, = picked(s, a)")
        self.store(row.got, f"(*{self.env[row.got]}, {one})")
        self.store(row.start, f"{self.env[row.pool]}.index({one}) + 1")

    # ------------------------------------------------------------------------------------------ ends

    def _end(self, end: plan.End) -> None:
        if not isinstance(end, plan.Jump):
            self._settle()
            self.function.at = self.function.at or end.span
        match end:
            case plan.Jump(to):
                self.go(to)
            case plan.Fork(test, yes, no):
                self.function.line(f"if {self.test(test)}:")
                self._way(yes)
                self.go(no)
            case plan.Turn():
                self._turn(end)
            case plan.Ask():
                self._ask(end)
            case plan.Sort(site, offers, declined):
                self._answered(self.plan.sites[site], offers, declined)
            case plan.Draw(choose, found, nothing):
                self.function.cost += self.emitter.work.offering(choose)
                self.draw(choose)
                self._way(found)
                self.go(nothing)
            case plan.Call():
                self._call(end)
            case plan.Leave(value, stops):
                if not stops:
                    self.returned(None if value is None else self.fixed(value))

    def _turn(self, end: plan.Turn) -> None:
        line, env = self.function.line, self.env
        place, members = self.function.temp("i"), self.function.temp("e")
        line(f"{place} = {env[end.place]}")
        line(f"{members} = {env[end.members]}")
        line(f"if {place} >= len({members}):")
        self._way(end.done)
        self.store(end.place, f"{place} + 1")
        self.store(end.var, f"{members}[{place}]")
        self.go(end.body)

    def _ask(self, end: plan.Ask) -> None:
        """Ask, if there is something to choose; what finds that out is written out here if it is short."""
        site, line = self.plan.sites[end.site], self.function.line
        row = site.several
        if row is not None:
            env = self.env
            line(f"if len({env[row.got]}) < {env[row.want]} and {self.emitter.want_site(site.number)}:")
            self.function.depth += 1
        else:
            self.function.cost += self.emitter.work.offering(site.choose)
            if self.emitter.lengths.decision(site) > BLOCK:
                line(f"if {self.emitter.want_site(site.number)}:")
                self.function.depth += 1
            else:
                stretch = self.function.stretch()
                Decision(self.emitter, stretch, site, self.env).write()
                self.function.put_in(stretch)
        for text in (f"f[0] = {end.point}", f"s.site = {end.site}", "return None"):
            self.function.line(text)
        self.function.depth -= 1
        self.go(end.nothing)

    def _answered(self, site: plan.Site, offers: tuple[int, ...], declined: int | None) -> None:
        """A function that starts with an answer: what it goes on with it can call, one call deep and no deeper."""
        self.answering = self.owed = True
        self.chose = "s.player"
        self.function.line("a = s.answer")
        if site.choose.acting is not None:
            self.chose = self.function.temp("w")
            self.function.line(f"{self.chose} = {eyes(self.emitter, site.choose, self.env)}")
        *first, last = offers if declined is None else (*offers, declined)
        for number, to in enumerate(first):
            self._settle()
            self.function.line(f"if a.offer == {number}:")
            self._way(to)
        self.go(last)

    def _call(self, end: plan.Call) -> None:
        args = [self.fixed(arg) for arg in end.args]
        frame = self.emitter.frame(end.procedure)
        rest = len(frame.slots) - len(frame.params)
        empty = [f"*{self.emitter.module.constant('N', (None,) * rest)}"] if rest > 4 else ["None"] * rest
        self.function.line(f"f[0] = {end.point}")
        self.function.line(f"f = [{', '.join(['0', *args, *empty])}]")
        self.function.line("s.frames.append(f)")
        called = Blocks(self.emitter, frame, self.function)
        called.answering = self.answering
        if not self.copied and called._size(frame.entry) <= BLOCK:
            self.function.forget()
            called._write(frame.entry)
            return
        called.jump(frame.entry)


def _at_once(end: plan.End) -> tuple[int, ...]:
    """The blocks that may follow the end of one without anybody having been asked."""
    match end:
        case plan.Ask(nothing=nothing):
            return (nothing,)
        case plan.Call():
            return ()
    return after(end, {})
