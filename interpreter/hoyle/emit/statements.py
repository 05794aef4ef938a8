"""Statements in which nobody is asked, as Python: for plain functions, and for the stretches between two decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.emit.candidates import Wanted, candidates
from hoyle.emit.expressions import Env, Expressions
from hoyle.emit.lines import Lines
from hoyle.emit.writer import Function, Name, Number, Simple
from hoyle.program.gathering import every_card, on_top, whole_zones
from hoyle.program.work import QUICK

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


class Statements:
    """Writes statements into one function. `env` grows with every local."""

    def __init__(self, emitter: Emitter, function: Function, env: dict[str, str]) -> None:
        self.emitter = emitter
        self.program = emitter.program
        self.function = function
        self.env = env

    @property
    def exprs(self) -> Expressions:
        return Expressions(self.emitter, self.function)

    def test(self, node: core.Expr) -> str:
        """A condition; what it needs is worked out in lines before it."""
        return self._meanwhile(node, Lines.test)

    def value(self, node: core.Expr) -> str:
        """A value, likewise."""
        return self._meanwhile(node, Lines.value)

    def _meanwhile(self, node: core.Expr, write: Callable[[Lines, core.Expr, Env], str]) -> str:
        """While it is worked out nothing changes."""
        self.function.cost += self.emitter.work.rest(node)
        stretch = self.function.stretch()
        code = write(Lines(self.emitter, stretch), node, self.env)
        self.function.put_in(stretch)
        return code

    @contextmanager
    def within(self, env: dict[str, str]) -> Iterator[None]:
        """What is written meanwhile has other locals."""
        outer, self.env = self.env, env
        yield
        self.env = outer

    def store(self, name: str, code: str) -> None:
        """A local gets a value."""
        self.function.line(f"{self.emitter.local(name)} = {code}")
        self.named(name)

    def named(self, name: str) -> None:
        """A local has a value from here on."""
        self.env[name] = self.emitter.local(name)

    def returned(self, value: str | None) -> None:
        self.function.line("return" if value is None else f"return {value}")

    def _settle(self) -> None:
        """Whatever comes next may note something."""

    def noted(self, entry: str) -> None:
        """Something is noted in the log."""
        self.function.line(f"s.log = (s.log, {entry})")

    # ------------------------------------------------------------------------------------------ statements

    def block(self, stmts: tuple[core.Stmt, ...]) -> None:
        """An indented block. What its statements come to may be nothing: an effect that the options leave empty."""
        self.function.depth += 1
        start = len(self.function.lines)
        for stmt in stmts:
            self.stmt(stmt)
        if len(self.function.lines) == start:
            self.function.line("pass")
        self.function.depth -= 1

    def stmt(self, node: core.Stmt) -> None:
        line, expr = self.function.line, self.exprs.expr
        self.function.cost += self.emitter.work.rest(node)
        self.function.at = self.function.at or node.span
        match node:
            case core.Let(name, value):
                self.store(name, self.fixed(value))
            case core.Set():
                self._set(node)
            case core.Reset(names):
                for name in names:
                    self._reset(name)
            case core.Move():
                self._move(node)
            case core.Fit():
                self._fit(node)
            case core.Face(cards, up):
                line(f"face(s, {self._listed(cards)}, {up})")
            case core.Shuffle(zone):
                line(f"shuffle(s, {self.exprs.zone_number(zone, self.env)})")
            case core.Tell(sentence=(*_,)):
                self._say(node)
            case core.Tell(card, what):
                line(f"tell(s, {None if card is None else expr(card, self.env)}, {what!r})")
            case core.Branch(test, then, otherwise):
                line(f"if {self.test(test)}:")
                self.block(then)
                if otherwise:
                    line("else:")
                    self.block(otherwise)
            case core.Each():
                self._each(node)
            case core.Loop(until, body):
                self.function.loop("while True:")
                self.emitter.pay(self.function, str(self.emitter.work.round(node)), node.span)
                if until is not None:
                    line(f"if {self.test(until)}:")
                    line("    break")
                self.function.depth -= 1
                self.block(body)
            case core.Do():
                self._do(node)
            case core.Return(value):
                self.returned(None if value is None else self.fixed(value))
            case core.End(ending, winners):
                line(f"end(s, {ending!r}, {self.value(winners)})")
            case core.Choose():
                self._chance(node)
            case core.Mark(number):
                line(f"hit({number})")
            case _:
                raise AssertionError(node)

    def _say(self, node: core.Tell) -> None:
        """A sentence is noted, or that the small print of one ends."""
        if not node.sentence:
            self.noted("FOLDED")
            return
        form = self.emitter.module.constant("T", node.form)
        filled_in = "".join([f"{self.fixed(part)}, " for part in node.filled_in])
        to = None if node.to is None else self.value(node.to)
        self.noted(f"TOLD, {form}, ({filled_in.rstrip()}), {to}")

    def fixed(self, value: core.Expr) -> str:
        """A value that stays what it is whatever happens to the table: a list is copied, a zone is its number."""
        return self._fixed(value, self.value(value))

    def _fixed(self, value: core.Expr, code: str) -> str:
        if isinstance(value, core.Const) or not isinstance(t.settled(value.type), t.ListOf):
            return code
        nested = isinstance(t.element(t.settled(value.type)), (t.ListOf, t.Broken))
        if nested or self.emitter.work.length(value) > t.LONGEST or isinstance(value.type, t.Maybe):
            return f"fixed_({code}, {self.emitter.place(value.span)})"
        return f"tuple({code})"

    def _each(self, node: core.Each[core.Stmt]) -> None:
        source = self.value(node.source)
        if not isinstance(node.source, core.Const):
            source = f"tuple({source})"
        source = self.exprs.gone_through(node, source)
        self.function.loop(f"for {self.emitter.local(node.var)} in {source}:")
        self.named(node.var)
        if node.where is not None:
            self.function.line(f"if {self.test(node.where)}:")
            self.block(node.body)
            self.function.depth -= 1
        else:
            self.function.depth -= 1
            self.block(node.body)

    def _do(self, node: core.Do) -> None:
        procedure = self.program.procedures[node.proc]
        args = [self.fixed(a) for a in node.args]
        if node.into is None and self.emitter.lengths.small(procedure) and all(isinstance(a, Simple) for a in args):
            with self.within({p: a for (p, _), a in zip(procedure.params, args, strict=True)}):
                for stmt in procedure.body:
                    self.stmt(stmt)
            return
        self._settle()
        call = f"{self.emitter.procedure(node.proc)}({', '.join(['s', *args])})"
        if node.into is None:
            self.function.line(call)
        else:
            self.store(node.into, call)

    # ------------------------------------------------------------------------------------------ variables

    def _set(self, node: core.Set) -> None:
        exprs = self.exprs
        base, code = exprs.place(self.program.var_families[node.name], node.index, self.env)
        place = exprs.joined(base, code)
        declared = self.program.model.vars.get(node.name)
        inner = t.settled(declared.type) if declared else None
        v = self.function.need("v")
        value = self.fixed(node.value)
        if declared is None or not declared.logged:
            self.function.line(f"{v}[{place}] = {value}")
            return
        number = self.function.temp("n")
        self.function.line(f"{number} = {value}")
        if isinstance(inner, t.Numbers):
            self._kept_within(node, number, inner)
        if code:
            at = self.function.temp("k")
            self.function.line(f"{at} = {place}")
            place = at
        self.function.line(f"if {v}[{place}] != {number}:")
        self.function.line(f"    {v}[{place}] = {number}")
        self.function.depth += 1
        self.noted(f"COUNTED, {place}, {number}")
        self.function.depth -= 1

    def _kept_within(self, node: core.Set, number: str, bounds: t.Numbers) -> None:
        """Nothing for a value whose type says that it stays within the bounds."""
        low, high = t.edges(bounds)
        least, most = self.emitter.work.edges(node.value)
        if least < low or most > high:
            test = f"{low} <= {number} <= {high}"
            if isinstance(node.value.type, (t.Maybe, t.Never)):
                test = f"{number} is None or {test}"
            self.function.line(f"if not ({test}):")
            self.function.line(f"    outside({node.name!r}, {number}, {self.emitter.place(node.span)})")

    def _reset(self, name: str) -> None:
        family = self.program.var_families[name]
        first = self.program.initial[name]
        value = self._fixed(first, self.exprs.expr(first, {}))
        v = self.function.need("v")
        if family.size == 1:
            self.function.line(f"{v}[{family.base}] = {value}")
        elif family.size:
            self.function.line(f"{v}[{family.base}:{family.base + family.size}] = [{value}] * {family.size}")

    # ------------------------------------------------------------------------------------------ cards

    def _listed(self, cards: core.Expr) -> str:
        code = self.value(cards)
        if self.emitter.work.unlimited(cards):
            return f"spent(s, {code}, {QUICK}, {self.emitter.place(cards.span)})"
        return f"({code},)" if isinstance(cards.type, (t.CardOf, t.Maybe)) else code

    def _move(self, node: core.Move) -> None:
        exprs, line = self.exprs, self.function.line
        to = exprs.zone_number(node.to, self.env)
        target = node.to.name if isinstance(node.to, core.Zone) else ""
        into, top = self.program.model.zones[target] if target else None, on_top(node)
        if every_card(self.program, node):
            line(f"gather(s, {to})")
            return
        match node.cards:
            case core.Prim("cards", (core.Zone(name) as zone,)) if top and into and name != target and self._side(node):
                line(self._put("put_all", exprs.zone_number(zone, self.env), to, into, node))
                return
            case core.Prim("top", (core.Zone(name) as zone, core.Const(1))) if top and into and name != target:
                self._top_card(exprs.zone_number(zone, self.env), to, into, node)
                return
            case core.Prim("top", (zone, count)) if top and node.facing is None:
                line(f"move_top(s, {exprs.zone_number(zone, self.env)}, {self.value(count)}, {to})")
                return
        zones = whole_zones(node)
        if zones is not None:
            self._all_of(zones, to, into, target)
            return
        if isinstance(node.cards.type, t.CardOf) and top and into is not None:
            self._one_card(self.value(node.cards), to, into, node)
            return
        cards = self._listed(node.cards)
        if top and into is not None and self._side(node) and not self.emitter.missing:
            line(self._put("put", cards, to, into, node))
            return
        line(f"move(s, {cards}, {to}, {node.spot!r}, {node.facing!r})")

    def _all_of(self, zones: core.Expr, to: str, into: model.Zone | None, target: str) -> None:
        """Everything in a zone, or in a family of them."""
        exprs, line = self.exprs, self.function.line
        if not isinstance(zones, core.Zone) or isinstance(zones.type, t.ZoneOf):
            line(f"move_all(s, ({exprs.zone_number(zones, self.env)},), {to})")
            return
        numbers = exprs.family_numbers(zones)
        if numbers is None:
            first, end = exprs.family_ends(zones, self.env)
            line(f"move_family(s, {first}, {end}, {to})")
        elif target not in ("", zones.name) and not self.program.sides and into and not into.loose:
            line(f"sweep(s, {exprs.const(numbers)}, {to})")
        else:
            line(f"move_all(s, {exprs.const(numbers)}, {to})")

    def _side(self, node: core.Move) -> str | None:
        """Which side of the cards is up after a move, if sides are kept and that is known."""
        assert isinstance(node.to, core.Zone)
        return (node.facing or self.program.model.zones[node.to.name].facing) if self.program.sides else None

    def _put(self, way: str, what: str, to: str, into: model.Zone, node: core.Move) -> str:
        """A call that puts cards that all take part, or all of a zone, into another."""
        return f"{way}(s, {what}, {to}, {into.loose}, {self._side(node) == 'up'})"

    def _fit(self, node: core.Fit) -> None:
        place = self.emitter.place(node.span)
        for name in node.zones:
            family, holds = self.program.zone_families[name], self.program.model.zones[name].capacity
            if node.only is not None:
                self.function.line(f"if len({self.exprs.cards(node.only, self.env)}) > {holds}:")
            every = f"{family.base}, {family.base + family.size}"
            self.function.line(f"{'    ' if node.only is not None else ''}fit(s, {every}, {holds}, {place})")

    def _one_card(self, card: str, to: str, into: model.Zone, node: core.Move) -> None:
        line = self.function.line
        z, loc = self.function.need("z"), self.function.need("loc")
        assert isinstance(node.to, core.Zone)
        facing = node.facing or self.program.model.zones[node.to.name].facing
        if not isinstance(card, Name):
            name = self.function.temp("c")
            line(f"{name} = {card}")
            card = name
        source = self.function.temp("k")
        if not isinstance(to, Number):
            name = self.function.temp("d")
            line(f"{name} = {to}")
            to = name
        surely = isinstance(node.cards, core.Local) and not self.emitter.missing
        if not surely:
            line(f"if {card} >= 0:")
            self.function.depth += 1
        line(f"{source} = {loc}[{card}]")
        line(f"{z}[{source}].remove({card})")
        self._arrive(card, source, to, into, facing)
        if not surely:
            self.function.depth -= 1

    def _top_card(self, source: str, to: str, into: model.Zone, node: core.Move) -> None:
        """The top card of one zone onto another, if there is one."""
        line, z = self.function.line, self.function.need("z")
        assert isinstance(node.to, core.Zone)
        facing = node.facing or self.program.model.zones[node.to.name].facing
        card, here, there = (self.function.temp(word) for word in ("c", "k", "d"))
        line(f"{here} = {source}")
        line(f"{there} = {to}")  # where it goes may depend on what lies there now, and may be nowhere
        line(f"if {z}[{here}]:")
        self.function.depth += 1
        line(f"{card} = {z}[{here}].pop()")
        self._arrive(card, here, there, into, facing)
        self.function.depth -= 1

    def _arrive(self, card: str, source: str, to: str, into: model.Zone, facing: str | None) -> None:
        """Lines that put one card, already taken from where it was, into a zone, and note it."""
        line, z, loc = self.function.line, self.function.need("z"), self.function.need("loc")
        line(f"{z}[{to}].append({card})" if not into.loose else f"insort({z}[{to}], {card})")
        line(f"{loc}[{card}] = {to}")
        if not self.program.sides:
            self.shifted(f"{card}, {source}, {to}")
            return
        up = self.function.need("up")
        after = f"{up}[{card}]" if facing is None else str(facing == "up")
        self.noted(f"MOVED, {card}, {source}, {to}, {up}[{card}], {after}")
        if facing is not None:
            line(f"{up}[{card}] = {after}")

    # ------------------------------------------------------------------------------------------ chance

    def draw(self, node: core.Choose[core.Stmt]) -> None:
        """Chance decides: one of the candidates, or several of them. Ends with the `if` of what follows."""
        function, line = self.function, self.function.line
        offer = node.offers[0]
        name = offer.params[0].name
        pool = candidates(Lines(self.emitter, function), offer, self.env, Wanted(weighted=node.weighted))
        if node.amount is None:
            line(f"if {pool}:")
            function.depth += 1
            self.store(name, f"drawn(s, {offer.name!r}, {pool})")
        else:
            got = function.temp("g")
            count = self.value(node.amount)
            line(f"{got} = drawn_several(s, {offer.name!r}, {pool}, {count}, {node.up_to})")
            self.store(name, f"{got} if {got} else ()")
            line(f"if {got} is not None:")
            function.depth += 1
        function.depth -= 1

    def shifted(self, entry: str) -> None:
        """A card has gone from one zone to another."""
        self.noted(f"SHIFTED, {entry}")

    def _chance(self, node: core.Choose[core.Stmt]) -> None:
        self.draw(node)
        self.block((*node.offers[0].body, *node.then))
        if node.otherwise:
            self.function.line("else:")
            self.block(node.otherwise)
