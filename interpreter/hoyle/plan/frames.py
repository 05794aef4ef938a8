"""Cutting a procedure in which somebody may be asked into blocks, and finding out what its frame has to keep."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.plan import alive
from hoyle.plan import nodes as plan
from hoyle.plan.bindings import bindings, told_apart
from hoyle.program.program import Procedure

if TYPE_CHECKING:
    from hoyle.plan.plan import Plan


@attrs.define(eq=False)
class _Draft:
    """A block that is being filled."""

    number: int
    steps: list[plan.Step] = attrs.field(factory=list)
    end: plan.End | None = None


class Cutter:
    """Cuts one procedure. Its blocks, points and sites get the next numbers of the plan."""

    def __init__(self, made: Plan, procedure: Procedure) -> None:
        self.plan = made
        self.procedure = attrs.evolve(procedure, body=told_apart(procedure))
        self.drafts: dict[int, _Draft] = {}
        self.types: dict[str, t.Type] = {}  # of the locals that the plan adds
        self.waits: dict[int, int] = {}
        self.asking_: dict[int, bool] = {}

    def frame(self) -> plan.Frame:
        self.current: _Draft | None
        entry = self.current = self._new()
        self._body(self.procedure.body)
        if self.current is not None:
            self._end(plan.Leave())
        blocks = _joined(self.drafts, entry.number, self.waits)
        living = alive.settled(blocks, self.plan.sites, self.waits)
        before = Counter(to for block in blocks.values() for to in alive.after(block.end, self.waits))
        for number in {entry.number, *self.waits.values()}:
            before[number] += 1  # come to from outside
        params = tuple(name for name, _ in self.procedure.params)
        kept = list(params)
        for number in blocks:
            if before[number] > 1 or number in self.waits.values():
                kept += sorted(living[number])
        for block in blocks.values():
            if isinstance(block.end, plan.Ask):
                kept += sorted(self.plan.sites[block.end.site].reads)
        types = bindings(self.procedure) | self.types
        kept = [name for name in dict.fromkeys(kept) if name in types]  # what a fold calls its members is no local
        slots = {name: plan.Slot(n, name, types[name]) for n, name in enumerate(kept, 1)}
        return plan.Frame(self.procedure.name, params, entry.number, blocks, slots, living, dict(before))

    # ------------------------------------------------------------------------------------------ blocks

    def _new(self) -> _Draft:
        made = _Draft(self.plan.next_block())
        self.drafts[made.number] = made
        return made

    def _end(self, end: plan.End) -> None:
        assert self.current is not None
        self.current.end = end
        self.current = None

    def _waiting(self, block: _Draft) -> int:
        """A point from which the frame goes on with a block."""
        point = self.plan.next_point(self.procedure.name, block.number)
        self.waits[point] = block.number
        return point

    def _local(self, word: str, type_: t.Type) -> str:
        """A local of the plan's own: no author writes a name with a space in it."""
        name = f"{word} {len(self.types)}"
        self.types[name] = type_
        return name

    def _body(self, stmts: tuple[core.Stmt, ...]) -> None:
        """Statements one after the other; where they do not end, there is a current block behind them."""
        for stmt in stmts:
            if self.current is None:
                return
            if self._asks(stmt):
                self._asking(stmt)
            elif isinstance(stmt, core.Return):
                self._end(plan.Leave(stmt.value, span=stmt.span))
            else:
                self.current.steps.append(stmt)
                if isinstance(stmt, core.End):
                    self._end(plan.Leave(stops=True))

    def _way(self, start: _Draft, stmts: tuple[core.Stmt, ...], to: _Draft) -> None:
        """Statements that start in a block, and go on with another one."""
        self.current = start
        self._body(stmts)
        if self.current is not None:
            self._end(plan.Jump(to.number))

    def _asks(self, stmt: core.Stmt) -> bool:
        """Whether a player may be asked in a statement."""
        if id(stmt) not in self.asking_:
            self.asking_[id(stmt)] = any(
                (isinstance(node, core.Choose) and node.who is not None)
                or (isinstance(node, core.Do) and self.plan.program.procedures[node.proc].decides)
                for node in below(stmt)
            )
        return self.asking_[id(stmt)]

    # ------------------------------------------------------------------------------------------ statements

    def _asking(self, node: core.Stmt) -> None:
        assert self.current is not None
        after = self._new()
        match node:
            case core.Branch(test, then, otherwise):
                yes, no = self._new(), self._new()
                self._end(plan.Fork(test, yes.number, no.number, span=node.span))
                self._way(yes, then, after)
                self._way(no, otherwise, after)
            case core.Each():
                self._each(node, after)
            case core.Loop(until, body):
                head, inner = self._new(), self._new()
                self._end(plan.Jump(head.number))
                head.end = plan.Jump(inner.number)
                if until is not None:
                    head.end = plan.Fork(until, after.number, inner.number, span=node.span)
                self._way(inner, body, head)
            case core.Do(proc, args, into):
                self._end(plan.Call(proc, args, self._waiting(after), span=node.span))
                if into is not None:
                    after.steps.append(plan.Result(into, span=node.span))
            case core.Choose(who=None):
                found, nothing = self._new(), self._new()
                self._end(plan.Draw(node, found.number, nothing.number, span=node.span))
                self._way(found, (*node.offers[0].body, *node.then), after)
                self._way(nothing, node.otherwise, after)
            case core.Choose() if node.amount is not None:
                self._several(node, after)
            case core.Choose():
                self._one(node, after)
            case _:
                raise AssertionError(node)
        self.current = after

    def _each(self, node: core.Each[core.Stmt], after: _Draft) -> None:
        assert self.current is not None
        members, place = self._local("members", node.source.type), self._local("place", t.NUMBER)
        self.current.steps.append(plan.Members(members, place, node.source, span=node.span))
        head, inner = self._new(), self._new()
        self._end(plan.Jump(head.number))
        head.end = plan.Turn(members, place, node.var, inner.number, after.number, span=node.span)
        if node.where is not None:
            asked, inner = inner, self._new()
            asked.end = plan.Fork(node.where, inner.number, head.number, span=node.span)
        self._way(inner, node.body, head)

    def _one(self, node: core.Choose[core.Stmt], after: _Draft) -> None:
        site = self.plan.next_site(node, self.procedure.name)
        answered, nothing = self._new(), self._new()
        self._end(plan.Ask(site, self._waiting(answered), nothing.number, span=node.span))
        then = self._new()
        offers = []
        for number, offer in enumerate(node.offers):
            taken = self._new()
            offers.append(taken.number)
            taken.steps.append(plan.Take(site, number, tuple(param.name for param in offer.params), span=node.span))
            self._way(taken, offer.body, then)
        self._way(then, node.then, after)
        self._way(nothing, node.otherwise, after)
        answered.end = plan.Sort(site, tuple(offers), nothing.number if node.decline else None, span=node.span)

    def _several(self, node: core.Choose[core.Stmt], after: _Draft) -> None:
        assert self.current is not None
        param = node.offers[0].params[0]
        row = t.ListOf(param.type)
        names = plan.Several(
            self._local("pool", row),
            self._local("got", row),
            self._local("start", t.NUMBER),
            self._local("want", t.NUMBER),
        )
        site = self.plan.next_site(node, self.procedure.name, names)
        self.current.steps.append(plan.Pool(site, span=node.span))
        head, more, added, done = self._new(), self._new(), self._new(), self._new()
        self._end(plan.Jump(head.number))
        head.end = plan.Ask(site, self._waiting(more), done.number, span=node.span)
        more.end = plan.Sort(site, (added.number,), done.number, span=node.span)
        added.steps.append(plan.Add(site, span=node.span))
        added.end = plan.Jump(head.number)
        self.current = done
        got = core.Local(names.got, row)
        done.steps.append(core.Let(param.name, got, span=node.span))
        left = got if node.decline else core.Local(names.pool, row)
        some, none = self._new(), self._new()
        self._end(plan.Fork(core.Fold("any", "", left, None, None, t.YES_NO), some.number, none.number, span=node.span))
        self._way(some, (*node.offers[0].body, *node.then), after)
        self._way(none, node.otherwise, after)


def _joined(drafts: dict[int, _Draft], entry: int, waits: dict[int, int]) -> dict[int, plan.Block]:
    """The blocks that can be come to. What is come to from one jump alone is part of the block before it."""
    ends = {number: draft.end or plan.Leave(stops=True) for number, draft in drafts.items()}
    outside = {entry, *waits.values()}
    empty = [number for number, draft in drafts.items() if not draft.steps and number not in outside]
    through = {number: end.to for number in empty if isinstance(end := ends[number], plan.Jump)}

    def at_last(number: int) -> int:
        seen = set()
        while number in through and number not in seen:
            seen.add(number)
            number = through[number]
        return number

    ends = {number: _moved(end, at_last) for number, end in ends.items()}
    reached = _reached(ends, entry, waits)
    come = Counter(to for number in reached for to in alive.after(ends[number], waits))
    alone = {number for number in reached if come[number] == 1 and number not in outside}
    blocks: dict[int, plan.Block] = {}
    swallowed: set[int] = set()
    for number in reached:
        steps, end = list(drafts[number].steps), ends[number]
        while isinstance(end, plan.Jump) and end.to in alone and end.to != number:
            swallowed.add(end.to)
            steps += drafts[end.to].steps
            end = ends[end.to]
        blocks[number] = plan.Block(number, tuple(steps), end)
    return {number: block for number, block in blocks.items() if number not in swallowed}


def _reached(ends: dict[int, plan.End], entry: int, waits: dict[int, int]) -> list[int]:
    found: dict[int, None] = {}
    open_ = [entry]
    while open_:
        number = open_.pop()
        if number not in found:
            found[number] = None
            open_ += reversed(alive.after(ends[number], waits))
    return list(found)


def _moved(end: plan.End, to: Callable[[int], int]) -> plan.End:
    """An end that leads to other blocks."""
    match end:
        case plan.Jump(one):
            return plan.Jump(to(one))
        case plan.Fork(yes=yes, no=no):
            return attrs.evolve(end, yes=to(yes), no=to(no))
        case plan.Turn(body=body, done=done):
            return attrs.evolve(end, body=to(body), done=to(done))
        case plan.Ask(nothing=nothing):
            return attrs.evolve(end, nothing=to(nothing))
        case plan.Sort(offers=offers, declined=declined):
            return attrs.evolve(end, offers=tuple(map(to, offers)), declined=None if declined is None else to(declined))
        case plan.Draw(found=found, nothing=nothing):
            return attrs.evolve(end, found=to(found), nothing=to(nothing))
    return end
