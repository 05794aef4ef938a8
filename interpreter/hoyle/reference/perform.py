"""Statements, performed by walking the core tree: a whole game as one generator.

It yields a `Question` for every decision and is sent the number of the answer. Its table is a plain state like the
engine's, so the two can be compared after every step.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import faults
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError
from hoyle.program.evaluate import STEPS, Evaluator
from hoyle.program.gathering import every_card, whole_zones
from hoyle.program.program import Program
from hoyle.reference.legal import judge
from hoyle.source import Span
from hoyle.table import chance, moves
from hoyle.table.board import Board, Over, set_up
from hoyle.table.remembered import remember
from hoyle.table.seen import SOMEWHERE, both, grouped, hidden, laid_out

ENDLESS = 100_000
STATEMENT = 5  # what a statement costs, besides its expressions


@attrs.define
class Question:
    """A decision: who, and what can be answered (offer number, what is seen of the values); None declines."""

    seat: int
    answers: list[tuple[int, tuple[Any, ...]]]


class Left(Exception):
    """A procedure was left by `return`."""

    def __init__(self, value: Any) -> None:
        self.value = value


Step = Generator[Question, int, None]


def give_first_values(program: Program, table: Board) -> None:
    """All variables take their first values, but for those that wait for what chance decides."""
    evaluator = Evaluator(program, table)
    for name in program.initial:
        if name not in program.late:
            reset(evaluator, table, name)


def reset(evaluator: Evaluator, table: Any, name: str) -> None:
    """A variable, with all its indices, takes its first value."""
    family = evaluator.program.var_families[name]
    value = evaluator.expr(evaluator.program.initial[name], {})
    value = tuple(value) if isinstance(value, list) else value
    for number in range(family.base, family.base + family.size):
        table.v[number] = value


class Performer:
    """Plays a program. Use `play()`. endless: times round a loop before it is given up; sparing: there is only as much
    work for the whole game as else between two decisions. at: the step that is done."""

    def __init__(self, program: Program, seed: int | str, endless: int = ENDLESS, sparing: bool = False) -> None:
        self.program, self.endless, self.sparing = program, endless, sparing
        self.at: Span | None = None
        self.board = Board(chance.seed_bytes(seed), game=program, **set_up(program))
        give_first_values(program, self.board)
        self.evaluator = Evaluator(program, self.board)
        self.asked: Any = None  # the log where somebody was asked last

    def play(self) -> Step:
        """The whole game."""
        try:
            yield from self._call("flow", ())
        except Over:
            return

    def _call(self, name: str, args: Sequence[Any]) -> Generator[Question, int, Any]:
        procedure = self.program.procedures[name]
        env = {p: v for (p, _), v in zip(procedure.params, args, strict=True)}
        try:
            yield from self._block(procedure.body, env)
        except Left as left:
            return left.value
        return None

    def _block(self, stmts: Sequence[core.Stmt], env: dict[str, Any]) -> Step:
        for stmt in stmts:
            yield from self._stmt(stmt, env)

    def _stmt(self, node: core.Stmt, env: dict[str, Any]) -> Step:
        expr, table = self.evaluator.expr, self.board
        self.at = node.span or self.at
        self.evaluator.spend(STATEMENT, node)
        match node:
            case core.Let(name, value):
                env[name] = _kept(expr(value, env), node.span)
            case core.Set(name, index, value):
                self._set(node, tuple(expr(i, env) for i in index), expr(value, env))
            case core.Reset(names):
                for name in names:
                    reset(self.evaluator, table, name)
            case core.Move(cards, to):
                self._move(expr(cards, env), expr(to, env), node, env)
            case core.Fit(zones):
                for name in zones:
                    family, holds = self.program.zone_families[name], self.program.model.zones[name].capacity
                    for number in range(family.base, family.base + family.size):
                        if holds is not None and len(table.z[number]) > holds:
                            raise HoyleError.plain("HYL910", f"`{name}` holds {holds}")
            case core.Face(cards, up):
                turned = expr(cards, env)
                moves.face(table, [turned] if isinstance(turned, int) else turned, up)
            case core.Tell(sentence=(*_,), to=to):
                filled_in = tuple(_kept(expr(part, env), node.span) for part in node.filled_in)
                moves.say(table, node.form, filled_in, None if to is None else expr(to, env))
            case core.Tell(card, what):
                moves.tell(table, None if card is None else expr(card, env), what)
            case core.Shuffle(zone):
                moves.shuffle(table, expr(zone, env))
            case core.Branch(test, then, otherwise):
                yield from self._block(then if expr(test, env) else otherwise, env)
            case core.Each(var, source, where, body):
                for member in list(expr(source, env)):
                    env[var] = member
                    if where is None or expr(where, env):
                        yield from self._block(body, env)
            case core.Loop(until, body):
                for _ in range(self.endless):
                    if until is not None and expr(until, env):
                        break
                    yield from self._block(body, env)
                else:
                    self.at = node.span or self.at
                    raise HoyleError.plain("HYL908", "this loop does not end")
            case core.Do(proc, args, into):
                result = yield from self._call(proc, [expr(a, env) for a in args])
                if into is not None:
                    env[into] = result
            case core.Return(value):
                raise Left(None if value is None else expr(value, env))
            case core.End(ending, winners):
                table.over, table.winners, table.ending = True, tuple(dict.fromkeys(expr(winners, env))), ending
                table.log = (table.log, moves.ENDED, ending, table.winners)
                raise Over
            case core.Choose():
                yield from self._choose(node, env)
            case core.Mark(number):
                assert self.program.model.cover is not None
                self.program.model.cover.hit(number)
            case _:
                raise AssertionError(node)

    def _move(self, cards: Any, to: int, node: core.Move, env: dict[str, Any]) -> None:
        zones = whole_zones(node)
        if every_card(self.program, node):
            moves.gather(self.board, to)
        elif isinstance(zones, core.Zone) and not isinstance(zones.type, t.ZoneOf):
            index = tuple(self.evaluator.expr(i, env) for i in zones.index)
            moves.move_all(self.board, tuple(self.program.zone_families[zones.name].slice(index)), to)
        elif zones is not None:
            moves.move_all(self.board, (self.evaluator.expr(zones, env),), to)
        else:
            moves.move(self.board, [cards] if isinstance(cards, int) else cards, to, node.spot, node.facing)

    def _set(self, node: core.Set, index: tuple[int, ...], value: Any) -> None:
        family = self.program.var_families[node.name]
        number = family.number(index)
        declared = self.program.model.vars.get(node.name)
        inner = t.settled(declared.type) if declared else None
        value = _kept(value, node.span)
        if isinstance(inner, t.Numbers) and value is not None and t.apart(t.Numbers(value, value), inner):
            faults.outside(node.name, value, node.span)
        if declared is not None and declared.logged and self.board.v[number] != value:
            self.board.log = (self.board.log, moves.COUNTED, number, value)
        self.board.v[number] = value

    # ------------------------------------------------------------------------------------------ decisions

    def _choose(self, node: core.Choose[core.Stmt], env: dict[str, Any]) -> Step:
        chosen = yield from (self._several(node, env) if node.amount is not None else self._one(node, env))
        if chosen is None:
            if node.amount is not None:
                env[node.offers[0].params[0].name] = ()
            yield from self._block(node.otherwise, env)
            return
        offer, values = chosen
        for param, value in zip(node.offers[offer].params, values, strict=True):
            env[param.name] = value
        yield from self._block(node.offers[offer].body, env)
        yield from self._block(node.then, env)

    def _one(self, node: core.Choose[core.Stmt], env: dict[str, Any]) -> Generator[Question, int, Any]:
        legal = [(c.offer, c.values) for c in judge(self.evaluator, node, env) if c.removed is None]
        if not legal and not node.declined:
            return None
        return (yield from self._ask(node, env, legal, node.decline))

    def _several(self, node: core.Choose[core.Stmt], env: dict[str, Any]) -> Generator[Question, int, Any]:
        assert node.amount is not None
        amount = self.evaluator.expr(node.amount, env)
        enough = 1 if node.up_to else max(amount, 1)
        pool = [c.values[0] for c in judge(self.evaluator, node, env, enough) if c.removed is None]
        want = min(amount, len(pool))
        if node.who is None:
            drawn = chance.sample(self.board, pool, want, node.offers[0].name)
            self.board.log = (self.board.log, moves.DREW, node.offers[0].name, drawn)
            return (0, (drawn,)) if drawn or pool else None
        if isinstance(node.offers[0].params[0].type, t.CardOf):
            pool = list(laid_out(self.board, self._eyes(node, env), pool))
        got: list[Any] = []
        start = 0
        while len(got) < want:
            end = len(pool) if node.up_to else len(pool) - (want - len(got)) + 1
            legal = [(0, (value,)) for value in pool[start:end]]
            if not legal:
                break
            stop = node.up_to or (node.decline and not got)
            answer = yield from self._ask(node, env, legal, stop)
            if answer is None:
                break
            got.append(answer[1][0])
            start = pool.index(answer[1][0]) + 1
        if not got and (node.decline or not pool):
            return None
        return (0, (tuple(got),))

    def _ask(
        self, node: core.Choose[core.Stmt], env: dict[str, Any], legal: list[tuple[int, tuple[Any, ...]]], stop: bool
    ) -> Generator[Question, int, Any]:
        """Offer what is legal, as the decider sees it; hand back what was chosen, None for nothing."""
        if node.who is None:
            picked = legal[chance.below(self.board, len(legal))] if len(legal) > 1 else legal[0]
            self.board.log = (self.board.log, moves.DREW, node.offers[picked[0]].name, picked[1])
            return picked
        self.evaluator.steps = self.evaluator.steps if self.sparing else STEPS
        remember(self.board, self.asked)
        self.asked = self.board.log
        seat = self.evaluator.expr(node.who, env)
        groups = grouped(self.board, self._eyes(node, env), node.offers, legal)
        answers = list(groups)
        number = yield Question(seat, answers + ([(-1, ())] if stop else []))
        if number == len(answers):
            return None
        key = answers[number]
        group = groups[key]
        if key[1] in group:
            return key
        unseen = any(hidden(k) and k[0] == SOMEWHERE for k in key[1])
        return key[0], group[chance.below(self.board, len(group))] if unseen and len(group) > 1 else group[0]

    def _eyes(self, node: core.Choose[core.Stmt], env: dict[str, Any]) -> int:
        """Whoever decides, by the number of what is seen then."""
        seat: int = self.evaluator.expr(node.who, env) if node.who is not None else -1
        return seat if node.acting is None else both(self.program.players, seat, self.evaluator.expr(node.acting, env))


def _kept(value: Any, span: Span | None) -> Any:
    """A value as it is kept: a list is copied, and may not be too long."""
    if isinstance(value, (list, range)):
        value = tuple(value)
    if isinstance(value, tuple) and faults.leaves(value) > t.LONGEST:
        faults.too_long_to_keep(span)
    return value
