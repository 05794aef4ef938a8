"""Folds as loops: a comprehension costs a call, and most lists here are a handful of cards."""

from __future__ import annotations

from typing import cast

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS
from hoyle.core.walk import below, reads, substitute
from hoyle.emit.early import Early
from hoyle.emit.expressions import Env
from hoyle.emit.patterns import GATHERS, all_of, factored, in_its_zone, in_place, invariant, loops, substituted
from hoyle.emit.writer import Name

FOUND = {"any": "True", "every": "False"}
LIMITS = {"at_least": "<", "at_most": ">"}


class Loops(Early):
    """Writes loops into one function."""

    def lines(self, node: core.Expr, env: Env, target: str) -> None:
        """Lines that put a value into a local: folds as loops, which are quicker than comprehensions."""
        if isinstance(node, core.Ask) and not node.args and self.function.pure:
            define = self.program.defines[node.name]
            if self.emitter.short(define) and isinstance(define.body, core.Fold):
                node = define.body
        if self._loops(said := self.opened(node)):
            node = said
        if self._loops(node):
            self.loop(cast(core.Fold, node), env, target)
        elif isinstance(node, core.Cond):
            inner = dict(env)
            self.function.line(f"if {self.test(self.settle(node.test, inner), inner)}:")
            self.function.depth += 1
            self.lines(node.then, inner, target)
            self.function.depth -= 1
            self.function.line("else:")
            self.function.depth += 1
            self.lines(node.otherwise, inner, target)
            self.function.depth -= 1
        else:
            inner = dict(env)
            settled = self.settle(node, inner)
            self.function.line(f"{target} = {self.expr(settled, inner)}")
            if isinstance(settled, core.Ask):
                self.function.hold(self.asked(settled, inner), target)

    def _loops(self, node: core.Expr) -> bool:
        """Whether it is a fold that is quicker as a loop, and there is room for one."""
        return loops(node) and not self.function.full

    def loop(
        self,
        fold: core.Fold,
        env: Env,
        target: str | None,
        found_value: core.Expr | None = None,
        among: bool = False,
    ) -> None:
        """A fold as a loop, into a local or (None) as the value of the whole function.

        found_value: for `any` in a condition, what the function gives when it holds; otherwise it goes on.
        among: for `any` as a test of the members of another loop, of which those that fail it are passed over.
        """
        fold = self._each_zone(in_its_zone(fold))
        of_size = self._of_size(fold, env)
        if of_size is not None:
            self._conclude(of_size, env, target, found_value, among)
            return
        outer = self.nested, self.started, self.inside, self.function.depth
        self._loop(fold, env, target, found_value, among)
        self.nested, self.started, self.inside, self.function.depth = outer
        if fold.kind == "sum" and self.emitter.work.may_grow(fold):
            self.function.line(f"{target or 'n'} = number_({target or 'n'}, {self.emitter.place(fold.span)})")
        if among:
            self.function.line("else:")
            self.function.line("    continue")
        elif target is None and found_value is None:
            self.function.line(f"return {'n' if fold.kind in GATHERS else _start(fold.kind)}")

    def _loop(self, fold: core.Fold, env: Env, target: str | None, found_value: core.Expr | None, among: bool) -> None:
        """The head of a loop and what is done for each member: at its end all is still indented."""
        function, line, kind = self.function, self.function.line, fold.kind
        name = target or "n"
        bound = {fold.var}
        where, value = fold.where, fold.value
        inner = dict(env)
        outer, self.nested = self.nested, self.nested or self._nested(fold)
        always: core.Expr | None = None
        alike = self._alike(fold)
        if alike is not None:
            self.nested = outer
            where = all_of(alike[0])
        if where is not None:
            where, extra = self.hoist(where, bound, env)
            inner |= extra
            if kind in GATHERS and not self.emitter.work.stops(fold.source) and not self.emitter.work.stops(where):
                where, always = invariant(where, fold.var)
        if value is not None and where is None:
            value, extra = self.hoist(value, bound, env)
            inner |= extra
        if target is not None or kind in GATHERS:
            line(f"{name} = {_start(kind)}")
        var = function.temp("x")
        inner[fold.var] = var
        if alike is not None:
            before = function.temp("b")
            line(f"{before} = []")
        if always is not None:
            line(f"if {self.test(always, inner)}:")
            function.depth += 1
        self.start(fold.source)
        lists = self.lists(fold.source, env) if kind in GATHERS else None
        if lists is not None:
            some = function.temp("c")
            function.loop(f"for {some} in filter(None, {lists}):")
            function.loop(f"for {var} in {self.gone_through(fold, some)}:")
        else:
            function.loop(f"for {var} in {self.gone_through(fold, self._members(fold.source, env))}:")
        if where is not None:
            self.guard(where, inner, among=True)
        if alike is not None:
            key = function.temp("k")
            self.lines(alike[1], inner, key)
            line(f"if {key} not in {before}:")
            line(f"    {before}.append({key})")
            line("    continue")
        cases = self._cases(value) if kind == "sum" and value is not None else None
        if cases is not None:
            self._add_up(cases, inner, name)
            kind = "added up"
        elif value is not None:
            value = self.settle(self.remember(value, inner), inner)
        if kind == "every":
            assert value is not None
            line(f"if not ({self.test(value, inner)}):")
            function.depth += 1
        match kind:
            case "added up":
                pass
            case "count":
                line(f"{name} += 1")
            case "sum":
                line(f"{name} += {self.expr(value, inner) if value is not None else var}")
            case "all":
                line(f"{name}.append({self.expr(value, inner) if value is not None else var})")
            case "max" | "min":
                key = function.temp("k")
                line(f"{key} = {self.expr(value, inner) if value is not None else var}")
                line(f"if {name} is None or {key} {'>' if kind == 'max' else '<'} {name}:")
                line(f"    {name} = {key}")
            case _:
                if found_value is not None:
                    line(f"return {self.expr(found_value, env)}")
                    return
                if among:
                    line("break")
                    return
                result = FOUND.get(kind) or (self.expr(value, inner) if value is not None else var)
                if target is None:
                    line(f"return {result}")
                else:
                    line(f"{name} = {result}")
                    line("break")

    def _of_size(self, fold: core.Fold, env: Env) -> str | None:
        """`any(n in Place where count(zone[n]) is 1)`: one look at the sizes of all zones of the family."""
        match fold.where:
            case core.Prim("is", (core.Fold("count", _, core.Local(name), None, None), core.Const(size))) if (
                fold.kind == "any" and name == fold.var and fold.source.type == t.ListOf(t.ListOf(t.CARD))
            ):
                return f"{size} in map(len, {self._members(fold.source, env)})"
        return None

    def _conclude(self, test: str, env: Env, target: str | None, found_value: core.Expr | None, among: bool) -> None:
        """Lines for `any` as a test that needs no loop, to the same end as with one."""
        line = self.function.line
        if among:
            line(f"if not ({test}):")
            line("    continue")
        elif found_value is not None:
            line(f"if {test}:")
            line(f"    return {self.expr(found_value, env)}")
        else:
            line(f"return {test}" if target is None else f"{target} = {test}")

    def start(self, source: core.Expr) -> None:
        """A loop begins: before one through constants there is a place for what is the same for all of them."""
        self.inside += 1
        if self.started is None and self.function.pure and isinstance(source, core.Const):
            self.started = len(self.function.lines), self.function.depth

    def _each_zone(self, fold: core.Fold) -> core.Fold:
        """`any(p in Player where any(n in Place where f(zone[p, n])))`: over all zones of a family, one by one."""
        names, where = [fold.var], fold.where
        every: list[core.Expr] = [fold.source]
        while isinstance(where := self.opened(where), core.Fold) if where is not None else False:
            assert isinstance(where, core.Fold)
            if fold.kind != where.kind or where.kind != "any" or where.value is not None:
                return fold
            names.append(where.var)
            every.append(where.source)
            where = where.where
        zones = {n for n in below(where) if isinstance(n, core.Zone)} if where is not None else set()
        if fold.kind != "any" or len(names) < 2 or len(zones) != 1 or where is None:
            return fold
        zone = next(iter(zones))
        family = self.program.zone_families[zone.name]
        whole = [source.value for source in every if isinstance(source, core.Const)]
        if [part.name for part in zone.index if isinstance(part, core.Local)] != names or len(zone.index) != len(names):
            return fold
        if whole != [tuple(range(low, low + count)) for low, count in family.dims]:
            return fold
        own = core.Local(f"{names[0]}'cards", t.ListOf(t.CARD))
        test = in_place(where, zone, own)
        if reads(test) & set(names) or any(own in n.args for n in below(test) if isinstance(n, (core.Ask, core.Prim))):
            return fold
        return attrs.evolve(fold, var=own.name, source=core.Zone(zone.name, (), t.ListOf(own.type)), where=test)

    def _members(self, source: core.Expr, env: Env) -> str:
        """What a loop goes through: also the zones of a family, each with its cards."""
        if isinstance(source, core.Zone) and source.type == t.ListOf(t.ListOf(t.CARD)):
            return str(self.lists(source, env))
        return self.expr(source, env)

    def _alike(self, fold: core.Fold) -> tuple[list[core.Expr], core.Expr] | None:
        """In `any(x in list where f(x) and any(y in list where y is not x and f(y) and g(y) is g(x)))`: f(x) and g(x).

        Whether two members are alike is seen when the second of them comes.
        """
        if fold.kind != "any" or fold.where is None or not isinstance(fold.source, core.Const):
            return None
        *tests, other = self._conjuncts(fold.where)
        if not isinstance(other, core.Fold) or other.kind != "any" or other.source != fold.source or not other.where:
            return None
        me = core.Local(fold.var, t.element(fold.source.type))
        rest: list[core.Expr] = []
        values: list[core.Expr] = []
        for part in self._conjuncts(other.where):
            same: core.Expr = substitute(part, {other.var: me})
            match part, same:
                case core.Prim("is not", _), core.Prim(_, (core.Local(one), core.Local(two))) if one == two == fold.var:
                    pass
                case _, core.Prim("is", (one, two)) if one == two:
                    values.append(one)
                case _:
                    rest.append(same)
        plain = len(values) == 1 and not isinstance(t.settled(values[0].type), (t.ListOf, t.ZoneOf))
        return (tests, values[0]) if plain and rest == tests else None

    def _cases(self, value: core.Expr) -> core.Cond | None:
        """What is added up for each member, if that is a definition with cases: they are written out in the loop."""
        if not isinstance(value, core.Ask):
            return None
        define = self.program.defines[value.name]
        if self.emitter.printed(define) is not None or self.again(define, value) or not self.emitter.fits(define):
            return None
        said = substituted(define, value)
        return factored(said) if isinstance(said, core.Cond) else None

    def _add_up(self, node: core.Expr, env: dict[str, str], name: str) -> None:
        """Lines that add the value of the first case that holds, and go on with the next member."""
        if not isinstance(node, core.Cond):
            inner = dict(env)
            code = self.expr(self.settle(node, inner), inner)
            if code != "0":
                self.function.line(f"{name} += {code}")
            self.function.line("continue")
            return
        depth, inner = self.function.depth, dict(env)
        self.guard(node.test, inner)
        self._add_up(node.then, inner, name)
        self.function.depth = depth
        self._add_up(node.otherwise, env, name)

    def _nested(self, fold: core.Fold) -> core.Expr | None:
        """The few constants that a loop of a pure function goes through, if another one in it does so too."""
        if not self.function.pure or not isinstance(fold.source, core.Const):
            return None
        for node in [n for part in (fold.where, fold.value) if part is not None for n in below(part)]:
            if isinstance(node, core.Fold) and node.source == fold.source:
                return fold.source
            if isinstance(node, core.Ask) and self.emitter.loops_over(self.program.defines[node.name], fold.source):
                return fold.source
        return None

    def settle(self, node: core.Expr, env: dict[str, str]) -> core.Expr:
        """The expression with its folds worked out by loops before it, as far as they are asked in any case."""

        def visit(part: core.Expr) -> core.Expr:
            if part in self.function.noted:
                table, param = self.function.noted.pop(part)
                name = self.function.temp("y")
                self.function.line(f"{name} = {table}[{env[param]}] = {self.expr(visit(part), env)}")
                self.function.noted[part] = table, param
                return self.known(env, name, part)
            if isinstance(part, core.Prim) and part.op in LIMITS and isinstance(part.args[1], core.Const):
                return self._limited(part, visit(part.args[0]), env)
            # a definition is its own function, unless it is nothing but such a fold
            body = self.opened(part)
            if not self._loops(body):
                if not isinstance(part, core.Ask):
                    return self._strict(part, visit)
                said = self._written_out(part, env)
                if said is None:
                    return self._first_asked(part, env)
                name = self.function.temp("y")
                self.lines(said, env, name)
                return self.known(env, name, part)
            if isinstance(part, core.Ask) and isinstance(self.expr(part, env), Name):
                return part
            name = self.function.temp("y")
            self.loop(cast(core.Fold, body), env, name)
            if isinstance(part, core.Ask):
                self.function.hold(self.asked(part, env), name)
            return self.known(env, name, part)

        return visit(node)

    def _limited(self, node: core.Prim, value: core.Expr, env: dict[str, str]) -> core.Expr:
        """Lines for a value that is at least, or at most, so much."""
        name, limit = self.function.temp("y"), self.expr(node.args[1], env)
        self.function.line(f"{name} = {self.expr(value, env)}")
        self.function.line(f"if {name} {LIMITS[node.op]} {limit}:")
        self.function.line(f"    {name} = {limit}")
        return self.known(env, name, node)

    def _first_asked(self, ask: core.Ask, env: dict[str, str]) -> core.Expr:
        """What a definition says gets a name where it is asked before all else: it may be asked again."""
        if not self.function.pure or self.function.depth > self.function.base or not self.calls(ask, env):
            return ask
        code, name = self.expr(ask, env), self.function.temp("y")
        define = self.program.defines[ask.name]
        said = substituted(define, ask) if self.emitter.brief(define) else None
        if said is not None:
            self.lines(said, env, name)
        else:
            self.function.line(f"{name} = {code}")
        self.function.hold(self.asked(ask, env), name)
        return self.known(env, name, ask)

    def _written_out(self, ask: core.Ask, env: Env) -> core.Expr | None:
        """What a definition says, if it is worth to be written out in a loop as lines of its own."""
        define = self.program.defines[ask.name]
        if not self.inside or not self.emitter.brief(define) or self.emitter.printed(define) is not None:
            return None
        if self.again(define, ask):
            return None
        args = [self.expr(arg, env) for arg in ask.args]
        return None if self.emitter.inlined(define, args) else substituted(define, ask)

    def guard(self, test: core.Expr, env: dict[str, str], among: bool = False) -> None:
        """Lines that go on, indented, only where a test holds; each part of it is asked if those before it hold.

        among: it is a test of the members of a loop, of which the others are passed over.
        """
        asked: list[str] = []
        parts = self._conjuncts(test)
        while parts:
            part = parts.pop(0)
            said = self._written_out(part, env) if among and isinstance(part, core.Ask) else None
            if isinstance(said, (core.Cond, core.Fold)) and not isinstance(self.expr(part, env), Name):
                part, *rest = self._conjuncts(said)
                parts = [*rest, *parts]
            if among and isinstance(part, core.Fold) and part.kind == "any" and self._loops(part):
                self._ask_all(asked)
                self.loop(part, env, None, among=True)
                continue
            if any(isinstance(n, (core.Ask, core.Fold)) or n in self.function.noted for n in below(part)):
                self._ask_all(asked)
                part = self.settle(self.remember(part, env) if self.inside else part, env)
            asked.append(self.test(part, env))
        self._ask_all(asked)

    def _ask_all(self, tests: list[str]) -> None:
        """A line that asks what is to be asked, if anything: what follows is indented below it."""
        if tests:
            self.function.line(f"if {' and '.join(tests)}:")
            self.function.depth += 1
            tests.clear()

    def _conjuncts(self, test: core.Expr) -> list[core.Expr]:
        """The conditions that must all hold, definitions written out as far as they are short."""
        if isinstance(test, core.Prim) and test.op == "and":
            return [part for arg in test.args for part in self._conjuncts(arg)]
        if isinstance(test, core.Cond) and test.then == core.Const(False, t.YES_NO):
            return [*self._conjuncts(core.Prim("not", (test.test,), t.YES_NO)), *self._conjuncts(test.otherwise)]
        said = self.opened(test)
        return [test] if said is test else self._conjuncts(said)


def _start(kind: str) -> str:
    """What a loop begins with, and ends with where it finds nothing."""
    return "[]" if FOLDS[kind].none == () else repr(FOLDS[kind].none)
