"""Statements in which nobody is asked, in C: for whole functions, and for the stretches between two decisions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.native.candidates import Candidates
from hoyle.native.compile import NoForm
from hoyle.native.lists import is_list
from hoyle.native.values import Values
from hoyle.native.writer import Function, Name
from hoyle.program.gathering import every_card, on_top, whole_zones
from hoyle.program.work import QUICK

if TYPE_CHECKING:
    from hoyle.native.module import Module

SPOTS = {"": "TOP", "top": "TOP", "bottom": "BOTTOM", "anywhere": "ANYWHERE"}
SIDES = {None: "-1", "up": "1", "down": "0"}


class Steps:
    """Writes statements into one function. over: what is written where the game has ended; left: where it is left."""

    def __init__(self, module: Module, function: Function, over: str, left: str) -> None:
        self.module = module
        self.program = module.program
        self.function = function
        self.values = Values(module, function)
        self.candidates = Candidates(self.values)
        self.over, self.left = over, left
        self.env: dict[str, str] = {}

    # ------------------------------------------------------------------------------------------ locals

    def local(self, name: str) -> str:
        """The C name of a local."""
        if name not in self.env:
            self.env[name] = Name(f"a{len(self.env)}")
            self.function.declared[self.env[name]] = "NONE"
        return self.env[name]

    def store(self, name: str, code: str) -> None:
        self.function.line(f"{self.local(name)} = {code};")

    @contextmanager
    def passing(self) -> Iterator[None]:
        """Lists that are made meanwhile are needed no more behind it."""
        function = self.function
        before, function.allocates = function.allocates, 0
        with function.aside() as lines:
            yield
        if function.allocates:
            depth = function.depth + 1
            lines = [(depth, "int lists = s->hp;"), *lines, (depth, "s->hp = lists;")]
        function.allocates = before
        function.line("{")
        function.lines += lines
        function.line("}")

    def test(self, node: core.Expr) -> str:
        """A condition that is worked out, as a name."""
        with self.function.aside() as lines:
            code = self.values.test(node, self.env)
        if not lines:
            return code
        found = self.function.temp("t")
        self.function.line(f"V {found};")
        with self.passing():
            self.function.line(f"{found} = {self.values.test(node, self.env)};")
        return found

    # ------------------------------------------------------------------------------------------ statements

    def body(self, stmts: tuple[core.Stmt, ...]) -> None:
        for stmt in stmts:
            self.stmt(stmt)

    def stmt(self, node: core.Stmt) -> None:
        function, line, env = self.function, self.function.line, self.env
        match node:
            case core.Let(name, value):
                if is_list(value.type):
                    self.store(name, self.values.kept(value, env))
                else:
                    self.local(name)
                    with self.passing():
                        self.store(name, self.values.value(value, env))
            case core.Set():
                if is_list(node.value.type):
                    self._set(node)
                else:
                    with self.passing():
                        self._set(node)
            case core.Reset(names):
                for name in names:
                    self._reset(name)
            case core.Move():
                with self.passing():
                    self._move(node)
            case core.Fit():
                self._fit(node)
            case core.Face(cards, up):
                with self.passing():
                    self._each_card(cards, lambda card: line(f"face(s, {card}, {int(up)});"))
            case core.Shuffle(zone):
                line(f"shuffle(s, {self.values.zone(zone, env)});")
            case core.Tell():
                self._tell(node)
            case core.Branch(test, then, otherwise):
                with function.block(f"if ({self.test(test)})"):
                    self.body(then)
                if otherwise:
                    with function.block("else"):
                        self.body(otherwise)
            case core.Each():
                self._each(node)
            case core.Loop(until, body):
                with function.block("for (;;)"):
                    line(f"pay(s, {self.module.work.round(node)});")
                    line(f"if (s->err) {self.over}")
                    if until is not None:
                        line(f"if ({self.test(until)}) break;")
                    self.body(body)
            case core.Do():
                self._do(node)
            case core.Return(value):
                self.returned(value)
            case core.End(ending, winners):
                line(f"end_game(s, {self.module.ending(ending)}, {self.values.listed(winners, env)});")
                line(self.over)
            case core.Choose():
                self._chance(node)
            case core.Mark():
                line("s->passes++;")
            case _:
                raise NoForm(node)

    def _tell(self, node: core.Tell) -> None:
        """That something is told is noted, and how much of it: what, is told in Python."""
        lists = [part for part in node.filled_in if isinstance(part.type, t.ListOf)]
        if not lists:
            self.function.line("note(s, 1);")
            return
        with self.passing():
            lengths = [f"list_length(s, {self.values.listed(part, self.env)})" for part in lists]
            self.function.line(f"note(s, {' + '.join(['1', *lengths])});")

    def returned(self, value: core.Expr | None) -> None:
        self.function.line(f"s->result = {'NONE' if value is None else self.values.kept(value, self.env)};")
        self.function.line(self.left)

    def _each(self, node: core.Each[core.Stmt]) -> None:
        if self.values.loops.settled(node.source):
            self.values.loops.each(node.source, self.env, lambda member: self._round(node, member))
            return
        members = self.values.listed(node.source, self.env)
        place = self.function.temp("i")
        with self.function.block(
            f"for (V {place} = 0, {place}_n = list_length(s, {members}); {place} < {place}_n; {place}++)"
        ):
            self._round(node, f"s->heap[{members} + 1 + {place}]")

    def _round(self, node: core.Each[core.Stmt], member: str) -> None:
        """What is done with one member."""
        line = self.function.line
        if self.module.work.heavy(node):
            line(f"pay(s, {self.module.work.each(node)});")
        line(f"if (s->err) {self.over}")
        self.store(node.var, member)
        if node.where is not None:
            line(f"if (!({self.test(node.where)})) continue;")
        self.body(node.body)

    def _do(self, node: core.Do) -> None:
        args = [self.values.kept(arg, self.env) for arg in node.args]
        self.function.line(f"if ({self.module.procedure(node.proc)}({', '.join(['s', *args])})) {self.over}")
        self.function.allocates += 1
        if node.into is not None:
            self.store(node.into, "s->result")

    # ------------------------------------------------------------------------------------------ variables

    def _set(self, node: core.Set) -> None:
        line, values = self.function.line, self.values
        place = values.place(self.program.var_families[node.name], node.index, self.env)
        if node.name in self.module.notes:  # that it was noted is enough: what, is told in Python
            line(f"s->v[{place}] = 1;")
            return
        declared = self.program.model.vars.get(node.name)
        inner = t.settled(declared.type) if declared else None
        value = values.kept(node.value, self.env)
        if declared is None or not declared.logged:
            line(f"s->v[{place}] = {value};")
            return
        kept = self.function.keep(value)
        if isinstance(inner, t.Numbers):
            low, high = t.edges(inner)
            least, most = self.module.work.edges(node.value)
            if least < low or most > high:
                line(f"if ({kept} != NONE && ({kept} < {low}LL || {kept} > {high}LL)) fail(s, TOO_LARGE);")
        at = self.function.keep(place, "int", "k")
        line(f"if (s->v[{at}] != {kept}) {{ s->v[{at}] = {kept}; note(s, 1); }}")

    def _reset(self, name: str) -> None:
        family = self.program.var_families[name]
        first = self.function.keep(self.values.kept(self.program.initial[name], {}))
        place = self.function.temp("i")
        start, end = family.base, family.base + family.size
        self.function.line(f"for (int {place} = {start}; {place} < {end}; {place}++) s->v[{place}] = {first};")

    # ------------------------------------------------------------------------------------------ cards

    def _each_card(self, cards: core.Expr, body: object) -> None:
        """What is done with a card, or with each card of a list that is fixed before."""
        assert callable(body)
        if not is_list(cards.type):
            body(self.function.keep(self.values.value(cards, self.env)))
            return
        list_ = self.values.listed(cards, self.env)
        if self.module.work.unlimited(cards):
            self.function.line(f"pay(s, list_length(s, {list_}) * {QUICK});")
        place = self.function.temp("i")
        with self.function.block(f"for (V {place} = 0; {place} < list_length(s, {list_}); {place}++)"):
            body(f"s->heap[{list_} + 1 + {place}]")

    def _move(self, node: core.Move) -> None:
        line, values = self.function.line, self.values
        to = self.function.keep(values.zone(node.to, self.env), "int", "z")
        spot, side = SPOTS[node.spot], SIDES[node.facing]
        if every_card(self.program, node):
            line(f"gather(s, {to});")
            return
        match node.cards:
            case core.Prim("top", (zone, count)) if on_top(node):
                line(f"move_top(s, {values.zone(zone, self.env)}, {values.value(count, self.env)}, {to}, {side});")
                return
        zones = whole_zones(node)
        if isinstance(zones, core.Zone) and not isinstance(zones.type, t.ZoneOf):
            first, size = values.family(zones.name, zones.index, self.program.zone_families, self.env)
            start = self.function.keep(first, "int", "z")
            line(f"move_all(s, {start}, {start} + {size}, {to}, {side});")
        elif zones is not None:
            start = self.function.keep(values.zone(zones, self.env), "int", "z")
            line(f"move_all(s, {start}, {start} + 1, {to}, {side});")
        elif is_list(node.cards.type):
            list_ = values.listed(node.cards, self.env)
            if self.module.work.unlimited(node.cards):
                line(f"pay(s, list_length(s, {list_}) * {QUICK});")
            line(f"move_list(s, {list_}, {to}, {spot}, {side});")
        else:
            card = self.function.keep(values.value(node.cards, self.env))
            line(f"move(s, {card}, {to}, {spot}, {side});")
            line("note(s, 1);")

    def _fit(self, node: core.Fit) -> None:
        for name in node.zones:
            family, holds = self.program.zone_families[name], self.program.model.zones[name].capacity
            only = "" if node.only is None else f"if (s->count[{self.values.zone(node.only, self.env)}] > {holds}) "
            self.function.line(f"{only}fit(s, {family.base}, {family.base + family.size}, {holds});")

    # ------------------------------------------------------------------------------------------ chance

    def draw(self, node: core.Choose[core.Stmt]) -> str:
        """Chance decides; gives the condition under which something was drawn."""
        name, told = node.offers[0].params[0].name, self.module.told
        cards = None if told is None else int(node.offers[0].name in told)
        if told is not None and is_list(node.offers[0].params[0].type):
            raise NoForm("lists that chance draws, where tables are told apart")
        pool = self.candidates.pool(node, self.env, "1")
        count = self.function.keep(f"list_length(s, {pool})")
        if node.amount is None:
            first = f"s->heap[{pool} + 1]"
            any_ = f"s->heap[{pool} + 1 + below(s, {count})]"
            if cards is not None:
                any_ = f"told_one(s, {pool}, {cards})"
            self.local(name)
            self.function.line(f"if ({count}) {self.env[name]} = {count} > 1 ? {any_} : {first};")
        else:
            amount = self.function.keep(self.values.value(node.amount, self.env))
            some = f"sampled(s, {pool}, {amount})" if cards is None else f"told_some(s, {pool}, {amount}, {cards})"
            self.store(name, some)
        self.function.line(f"note(s, 2 + {count});")
        return count

    def _chance(self, node: core.Choose[core.Stmt]) -> None:
        found = self.draw(node)
        with self.function.block(f"if ({found})"):
            self.body((*node.offers[0].body, *node.then))
        if node.otherwise:
            with self.function.block("else"):
                self.body(node.otherwise)
