"""Folds as loops, and what is worked out before a loop or once for all its members.

A comprehension costs a call, and most lists here are a handful of cards. Everything is pure, so what does not change
in a loop is worked out before it, what has few answers is kept, and what looks at the members of each group is made in
one pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.program import Define
from hoyle.core.walk import below, reads, rebuild, rename_bound, substitute
from hoyle.emit.expressions import Env, Expressions, printed_there, whose

GATHERS = ("count", "sum", "max", "min", "all")
LIMITS = {"at_least": "<", "at_most": ">"}
PLAIN = ("is", "is not", "<", "<=", ">", ">=", "in", "up", "not")
LOOPS = (*GATHERS, "any", "every", "first")


Change = Callable[[core.Expr], core.Expr]


def _as_it_is(part: core.Expr) -> core.Expr:
    return part


class Loops(Expressions):
    """Writes loops into one function."""

    def hoist(self, node: core.Expr, bound: set[str], env: Env) -> tuple[core.Expr, dict[str, str]]:
        """The expression with what does not depend on `bound` worked out first, in locals of the function.

        Only what would certainly be asked is worked out early: what a condition guards stays behind it.
        """
        extra: dict[str, str] = {}

        def visit(part: core.Expr) -> core.Expr:
            if _heavy(part) and not reads(part) & bound:
                if isinstance(part, core.Ask) and (name := self.expr(part, env)).isidentifier():
                    return known(extra, name, part.type)
                name = self.function.temp("h")
                self.lines(part, env, name)
                return known(extra, name, part.type)
            listed = _listed(part, bound)
            if listed is not None:
                mask = self._mask(listed, bound, env, extra)
                if mask is not None:
                    return mask
            said = self._partly(part, bound)
            if said is not None:
                made = visit(said)
                if part in self.function.noted:
                    self.function.noted[made] = self.function.noted[part]
                return made
            return self._strict(part, visit, later)

        def later(part: core.Expr) -> core.Expr:
            """What may not be asked at all is worked out once, when it is."""
            if isinstance(part, core.Prim) and (reads(part) & bound or not _heavy(part)):
                return core.Prim(part.op, tuple(map(later, part.args)), part.type)
            if not _heavy(part) or reads(part) & bound:
                return part
            read = [env[n] for n in sorted(reads(part)) if n in env]
            same = f"{part!r} {read}"
            name = self.function.temp("l")
            once = known(extra, name, part.type)
            code = ""
            if same not in self.function.held:
                self.function.line(f"{name} = None")
                code = f"({name} if {name} is not None else ({name} := {self.expr(self._at_hand(part, env), env)}))"
                call = self.expr(part, env)
                self.function.hold(same, code)
                if isinstance(part, core.Ask):
                    self.function.hold(call, code)
            extra[once.name] = self.function.held.get(same, code)
            return once

        return visit(node), extra

    def _partly(self, part: core.Expr, bound: set[str]) -> core.Expr | None:
        """What a definition says, if much of it does not depend on `bound`."""
        if not isinstance(part, core.Ask):
            return None
        define = self.program.defines[part.name]
        if not self.emitter.brief(define) or self.emitter.printed(define) is not None:
            return None
        said = substituted(define, part)
        return said if said is not None and any(_heavy(p) and not reads(p) & bound for p in _terms(said)) else None

    def _at_hand(self, part: core.Expr, env: Env) -> core.Expr:
        """What a definition says, in place of asking it, if all that it asks itself is known here already."""
        if not isinstance(part, core.Ask):
            return part
        said = substituted(self.program.defines[part.name], part)
        if said is None:
            return part
        asks = [node for node in below(said) if isinstance(node, core.Ask)]
        known_here = [not reads(node) - env.keys() and self.expr(node, env).isidentifier() for node in asks]
        return said if asks and all(known_here) else part

    def remember(self, node: core.Expr, env: dict[str, str]) -> core.Expr:
        """In a loop of a pure function: what has few answers is looked up, and worked out when it is new."""

        def visit(part: core.Expr) -> core.Expr:
            part = self._strict(part, visit)
            if not isinstance(part, core.Ask) or not self.function.pure:
                return part
            define = self.program.defines[part.name]
            if not self.again(define, part):
                return part
            at_once = self._grouped(define, part, env)
            if at_once is not None:
                return at_once
            call = self.emitter.define(part.name)
            table = self.function.keep(f"[None] * {self.emitter.answers(define) + 1}  # {part.name}", "w")
            key, value = self.function.temp("q"), self.function.temp("k")
            line = self.function.line
            line(f"{key} = {self.expr(part.args[0], env)}")
            line(f"{value} = {table}[{key}]")
            line(f"if {value} is None:")
            line(f"    {value} = {table}[{key}] = {call}(s, {key})")
            return known(env, value, part.type)

        return visit(node)

    def _strict(self, part: core.Expr, visit: Change, later: Change = _as_it_is) -> core.Expr:
        """The expression with the parts visited that are asked in any case; later: for those that may not be."""
        match part:
            case core.Prim("and" | "or" | "else" as op, args):
                return core.Prim(op, (visit(args[0]), *map(later, args[1:])), part.type)
            case core.Prim(op, args):
                return core.Prim(op, tuple(visit(a) for a in args), part.type)
            case core.Attr(name, of):
                return core.Attr(name, visit(of), part.type)
            case core.Ask():
                body = self.opened(part)
                return part if body is part else visit(body)
        return part

    def opened(self, part: core.Expr) -> core.Expr:
        """What a short definition says, in place of asking it; anything else as it is."""
        if not isinstance(part, core.Ask):
            return part
        define = self.program.defines[part.name]
        short = self.emitter.simple(define) or (self.nested and self.emitter.loops_over(define, self.nested))
        if not short or self.emitter.printed(define) is not None:
            return part
        return substituted(define, part) or part

    def _mask(self, part: core.Prim, bound: set[str], env: Env, extra: dict[str, str]) -> core.Expr | None:
        """`x in all(... for c in list)` of a small kind: the list as one number with a bit for each member."""
        item, source = part.args
        if isinstance(source, core.Ask) and not source.args:
            source = self.program.defines[source.name].body
        of = t.element(source.type)
        if not isinstance(source, core.Fold) or source.kind != "all" or not isinstance(of, t.Kind):
            return None
        if reads(source) - {source.var} & bound or len(self.program.model.kinds[of.name].members) > 60:
            return None
        if isinstance(item.type, t.Maybe) or source.value is None or isinstance(source.value.type, t.Maybe):
            return None
        if self.emitter.missing and not (isinstance(item, core.Attr) and _of_zone(source)):
            return None  # a card that takes no part has no member of the kind, and so no bit
        name, var = self.function.temp("h"), self.function.temp("x")
        inner = {**env, source.var: var}
        line = self.function.line
        line(f"{name} = 0")
        line(f"for {var} in {self.expr(source.source, env)}:")
        where = f"if {self.test(source.where, inner)}: " if source.where is not None else ""
        if isinstance(source.value, core.Attr):
            bit = f"{self.emitter.bits(source.value.name)}[{self.expr(source.value.of, inner)}]"
        else:
            bit = f"1 << {self.expr(source.value, inner)}"
        line(f"    {where}{name} |= {bit}")
        return core.Prim("in_mask", (item, known(extra, name, t.NUMBER)), t.YES_NO)

    def lines(self, node: core.Expr, env: Env, target: str) -> None:
        """Lines that put a value into a local: folds as loops, which are quicker than comprehensions."""
        if isinstance(node, core.Ask) and not node.args and self.function.pure:
            define = self.program.defines[node.name]
            if self.emitter.short(define) and isinstance(define.body, core.Fold):
                node = define.body
        if loops(said := self.opened(node)):
            node = said
        if loops(node):
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
            code = self.expr(self.settle(node, inner), inner)
            self.function.line(f"{target} = {code}")
            self.function.hold(code, target)

    def loop(self, fold: core.Fold, env: Env, target: str | None, found_value: core.Expr | None = None) -> None:
        """A fold as a loop, into a local or (None) as the value of the whole function.

        found_value: for `any` in a condition, what the function gives when it holds; otherwise it goes on.
        """
        fold = self._each_zone(_in_its_zone(fold))
        function, line, kind = self.function, self.function.line, fold.kind
        found = {"any": "True", "every": "False"}
        start = {"count": "0", "sum": "0", "any": "False", "every": "True", "all": "[]"}.get(kind, "None")
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
            where, always = _invariant(where, fold.var) if kind in GATHERS else (where, None)
        if value is not None and where is None:
            value, extra = self.hoist(value, bound, env)
            inner |= extra
        if target is not None or kind in GATHERS:
            line(f"{name} = {start}")
        var = function.temp("x")
        inner[fold.var] = var
        depth = function.depth
        if alike is not None:
            before = function.temp("b")
            line(f"{before} = []")
        if always is not None:
            line(f"if {self.test(always, inner)}:")
            function.depth += 1
        lists = self.lists(fold.source, env) if kind in GATHERS else None
        if lists is not None:
            some = function.temp("c")
            line(f"for {some} in filter(None, {lists}):")
            function.depth += 1
            line(f"for {var} in {some}:")
        else:
            line(f"for {var} in {self._members(fold.source, env)}:")
        function.depth += 1
        self.inside += 1
        if where is not None:
            self.guard(where, inner)
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
                    function.depth, self.nested = depth, outer
                    self.inside -= 1
                    return
                result = found.get(kind) or (self.expr(value, inner) if value is not None else var)
                if target is None:
                    line(f"return {result}")
                else:
                    line(f"{name} = {result}")
                    line("break")
        function.depth, self.nested = depth, outer
        self.inside -= 1
        if target is None:
            line(f"return {name}" if fold.kind in GATHERS else f"return {start}")

    def _each_zone(self, fold: core.Fold) -> core.Fold:
        """`any(p in Player where any(n in Place where f(zone[p, n])))`, which looks at all zones of a family in turn."""
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
        test = _in_place(where, zone, own)
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
        return said if isinstance(said, core.Cond) else None

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
                return known(env, name, part.type)
            if isinstance(part, core.Prim) and part.op in LIMITS and isinstance(part.args[1], core.Const):
                return self._limited(part, visit(part.args[0]), env)
            # a definition is its own function, unless it is nothing but such a fold
            body = self.opened(part)
            if not loops(body):
                if not isinstance(part, core.Ask):
                    return self._strict(part, visit)
                said = self._written_out(part, env)
                if said is None:
                    return self._first_asked(part, env)
                name = self.function.temp("y")
                self.lines(said, env, name)
                return known(env, name, part.type)
            call = self.expr(part, env) if isinstance(part, core.Ask) else ""
            if call.isidentifier():
                return part
            name = self.function.temp("y")
            self.loop(cast(core.Fold, body), env, name)
            if call:
                self.function.hold(call, name)
            return known(env, name, part.type)

        return visit(node)

    def _limited(self, node: core.Prim, value: core.Expr, env: dict[str, str]) -> core.Expr:
        """Lines for a value that is at least, or at most, so much."""
        name, limit = self.function.temp("y"), self.expr(node.args[1], env)
        self.function.line(f"{name} = {self.expr(value, env)}")
        self.function.line(f"if {name} {LIMITS[node.op]} {limit}:")
        self.function.line(f"    {name} = {limit}")
        return known(env, name, node.type)

    def _first_asked(self, ask: core.Ask, env: dict[str, str]) -> core.Expr:
        """What a definition says gets a name where it is asked before all else: it may be asked again."""
        code = self.expr(ask, env)
        if not self.function.pure or self.function.depth > 1 or not code.startswith("d_"):
            return ask
        name = self.function.temp("y")
        define = self.program.defines[ask.name]
        said = substituted(define, ask) if self.emitter.brief(define) else None
        if said is not None:
            self.lines(said, env, name)
        else:
            self.function.line(f"{name} = {code}")
        self.function.hold(code, name)
        return known(env, name, ask.type)

    def _written_out(self, ask: core.Ask, env: Env) -> core.Expr | None:
        """What a definition says, if it is worth to be written out in a loop as lines of its own."""
        define = self.program.defines[ask.name]
        if not self.inside or not self.emitter.brief(define) or self.emitter.printed(define) is not None:
            return None
        if self.again(define, ask):
            return None
        args = [self.expr(arg, env) for arg in ask.args]
        return None if self.emitter.inlined(define, args) else substituted(define, ask)

    def guard(self, test: core.Expr, env: dict[str, str]) -> None:
        """Lines that go on, indented, only where a test holds; each part of it is asked if those before it hold."""
        asked: list[str] = []
        for part in self._conjuncts(test):
            if any(isinstance(n, (core.Ask, core.Fold)) or n in self.function.noted for n in below(part)):
                if asked:
                    self.function.line(f"if {' and '.join(asked)}:")
                    self.function.depth += 1
                    asked = []
                part = self.settle(self.remember(part, env) if self.inside else part, env)
            asked.append(self.test(part, env))
        self.function.line(f"if {' and '.join(asked)}:")
        self.function.depth += 1

    def _conjuncts(self, test: core.Expr) -> list[core.Expr]:
        """The conditions that must all hold, definitions written out as far as they are short."""
        if isinstance(test, core.Prim) and test.op == "and":
            return [part for arg in test.args for part in self._conjuncts(arg)]
        said = self.opened(test)
        return [test] if said is test else self._conjuncts(said)

    def leading(self, fold: core.Fold) -> core.Expr | None:
        """In `highest(c in list where f(c) is max(f(d) for d in list) by ...)`: f(c), else None."""
        where = fold.where
        if not isinstance(where, core.Prim) or where.op != "is":
            return None
        for one, two in (where.args, where.args[::-1]):
            most = self.program.defines[two.name].body if isinstance(two, core.Ask) and not two.args else two
            if (
                isinstance(most, core.Fold)
                and most.kind == "max"
                and most.source == fold.source
                and most.value is not None
            ):
                same = substitute(most.value, {most.var: core.Local(fold.var, t.CARD)})
                if most.where is None and same == one:
                    return one
        return None

    # ------------------------------------------------------------------------------------------ groups

    def _grouped(self, define: Define, ask: core.Ask, env: dict[str, str]) -> core.Expr | None:
        """A definition that looks, for each member of a kind, at the cards of that member: all of them in one pass.

        `weight(color) = count(c in trick where c.color is color)` becomes a row of counts by color.
        """
        (param, type_) = define.params[0]
        body = self._unfolded(define.body)
        folds = [n for n in below(body) if isinstance(n, core.Fold)]
        keys = {id(f): _group_key(f, param) for f in folds}
        if not folds or any(k is None for k in keys.values()) or any(isinstance(n, core.Ask) for n in below(body)):
            return None
        key = self.function.temp("q")
        self.function.line(f"{key} = {self.expr(ask.args[0], env)}")
        member = known(env, key, type_)

        def put(node: Any) -> Any:
            if isinstance(node, core.Fold):
                found = keys[id(node)]
                assert found is not None
                row = self._group(node, *found, self.emitter.answers(define) + 1)
                return core.Prim("entry", (known(env, row, t.NUMBER), member), node.type)
            if isinstance(node, core.Local) and node.name == param:
                return member
            return rebuild(node, put)

        return cast(core.Expr, put(body))

    def _unfolded(self, node: core.Expr) -> core.Expr:
        """The expression with short definitions written out."""
        opened = self.opened(node)
        return cast(core.Expr, rebuild(opened, self._unfolded))

    def _group(self, fold: core.Fold, attribute: str, rest: tuple[core.Expr, ...], size: int) -> str:
        """Lines, early in the function, that make a row of counts (or sums, or truths) by member."""
        function = self.function
        source = self.expr(fold.source, {})
        var = "x"
        inner = {fold.var: var}
        test = " and ".join(self.test(part, inner) for part in rest)
        start = "False" if fold.kind == "any" else "0"
        place = f"[{self.emitter.attribute(attribute)}[{var}]]"
        step = (
            " = True" if fold.kind == "any" else f" += {self.expr(fold.value, inner) if fold.value is not None else 1}"
        )
        code = f"{source} {test} {place}{step}"
        if code not in function.kept:
            row = function.kept[code] = function.temp("g")
            loop = f"    for {var} in {source}:"
            if loop not in function.early:
                function.early.append(loop)
            function.early.insert(function.early.index(loop), f"    {row} = [{start}] * {size}")
            function.early.insert(
                function.early.index(loop) + 1, f"        {f'if {test}: ' if test else ''}{row}{place}{step}"
            )
        return function.kept[code]


def substituted(define: Define, ask: core.Ask) -> core.Expr | None:
    """What a definition says of what it is asked about, if that can be written out."""
    names = {a.name for a in ask.args if isinstance(a, core.Local)}
    binds = {n.var for n in below(define.body) if isinstance(n, core.Fold)}
    if not all(isinstance(a, (core.Local, core.Const)) for a in ask.args):
        return None
    body = rename_bound(define.body, f"{define.name}.") if names & binds else define.body
    swap = {p: a for (p, _), a in zip(define.params, ask.args, strict=True)}
    return cast(core.Expr, substitute(body, swap))


def known(env: dict[str, str], name: str, type_: t.Type) -> core.Local:
    """A local for what was worked out, under a name that no author can have written."""
    env[f"{name}'"] = name
    return core.Local(f"{name}'", type_)


def loops(node: core.Expr) -> bool:
    """Whether it is a fold that is quicker as a loop."""
    if not isinstance(node, core.Fold) or whose(node) or printed_there(node):
        return False
    return node.kind in LOOPS and bool(node.where or node.value)


def _in_its_zone(fold: core.Fold) -> core.Fold:
    """A fold over some cards that lie in a zone: over the zone, where there is often nothing, if order is no matter."""
    if fold.where is None or fold.kind not in ("count", "sum", "any", "every", "max", "min"):
        return fold
    parts = fold.where.args if isinstance(fold.where, core.Prim) and fold.where.op == "and" else (fold.where,)
    for part in parts:
        match fold.source, part:
            case core.Const(tuple() as cards), core.Prim("in", (core.Local(name) as card, zone)) if name == fold.var:
                of = zone.args[0] if isinstance(zone, core.Prim) and zone.op == "cards" else zone
                known_zone = isinstance(of, core.Zone) and isinstance(of.type, t.ZoneOf) and name not in reads(of)
                if known_zone and isinstance(card.type, t.CardOf) and len(set(cards)) == len(cards) > 1:
                    source = core.Prim("cards", (of,), fold.source.type)
                    among = core.Prim("in", (card, fold.source), t.YES_NO)
                    where = all_of([among, *(p for p in parts if p is not part)])
                    return attrs.evolve(fold, source=source, where=where)
    return fold


def _in_place(node: core.Expr, zone: core.Zone, cards: core.Local) -> core.Expr:
    """The expression with a local for the cards of a zone."""

    def put(part: Any) -> Any:
        match part:
            case core.Prim("cards", (core.Zone() as same,)) | (core.Zone() as same) if same == zone:
                return cards
        return rebuild(part, put)

    return cast(core.Expr, put(node))


def _invariant(where: core.Expr, var: str) -> tuple[core.Expr | None, core.Expr | None]:
    """A condition without the parts that are the same for all members, and those: plain ones only."""
    parts = where.args if isinstance(where, core.Prim) and where.op == "and" else (where,)
    plain = [
        p for p in parts if var not in reads(p) and not any(isinstance(n, (core.Ask, core.Fold)) for n in below(p))
    ]
    if not plain or not all(isinstance(p, core.Prim) and p.op in PLAIN for p in plain):
        return where, None
    rest = [part for part in parts if part not in plain]
    return all_of(rest), all_of(plain)


def all_of(parts: list[core.Expr]) -> core.Expr | None:
    """One condition that holds where all of these do."""
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else core.Prim("and", tuple(parts), t.YES_NO)


def _group_key(fold: core.Fold, param: str) -> tuple[str, tuple[core.Expr, ...]] | None:
    """The attribute by which a fold picks out the members of a group, and its other conditions."""
    if fold.kind not in ("count", "any", "sum") or fold.where is None or reads(fold.source):
        return None
    if any(isinstance(n, core.Prim) and n.op == "mark" for n in below(fold)):
        return None  # it would count although nobody has asked
    if fold.value is not None and reads(fold.value) - {fold.var}:
        return None
    where = fold.where
    parts = where.args if isinstance(where, core.Prim) and where.op == "and" else (where,)
    keys: list[str] = []
    rest: list[core.Expr] = []
    for part in parts:
        match part:
            case core.Prim("is", (core.Attr(name, core.Local(var)) as attr, core.Local(other))) if (
                var == fold.var and other == param and isinstance(attr.type, t.Kind)
            ):
                keys.append(name)
            case _ if reads(part) <= {fold.var} and not isinstance(part, core.Fold):
                rest.append(part)
            case _:
                return None
    return (keys[0], tuple(rest)) if len(keys) == 1 else None


def _terms(node: core.Expr) -> Iterator[core.Expr]:
    """The parts of an expression that are not inside a fold or a condition."""
    yield node
    if isinstance(node, core.Prim):
        for arg in node.args:
            yield from _terms(arg)


def _of_zone(fold: core.Fold) -> bool:
    """Whether a fold looks at what is printed on the cards of a zone: all of them take part."""
    source = fold.source.args[0] if isinstance(fold.source, core.Prim) and fold.source.args else fold.source
    return isinstance(source, core.Zone) and isinstance(fold.value, core.Attr) and isinstance(fold.value.of, core.Local)


def _listed(part: core.Expr, bound: set[str]) -> core.Prim | None:
    """`x in list`, also if it says `any(c in zone where c.suit is x)`: x in the suits of the zone."""
    match part:
        case core.Prim("in"):
            return part
        case core.Fold("any", var, source, where, None) if where is not None:
            parts = where.args if isinstance(where, core.Prim) and where.op == "and" else (where,)
            for test in parts:
                match test:
                    case core.Prim("is", (core.Attr(_, core.Local(mine)) as value, core.Local(name) as item)) if (
                        mine == var and name in bound
                    ):
                        rest = tuple(other for other in parts if other is not test)
                        which = rest[0] if len(rest) == 1 else core.Prim("and", rest, t.YES_NO) if rest else None
                        every = core.Fold("all", var, source, which, value, t.ListOf(value.type))
                        return core.Prim("in", (item, every), t.YES_NO)
    return None


def _heavy(part: core.Expr) -> bool:
    if isinstance(part, core.Ask) or (isinstance(part, core.Fold) and (part.where or part.value) is not None):
        return True
    return isinstance(part, core.Prim) and part.op in ("the", "concat")
