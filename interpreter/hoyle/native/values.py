"""Expressions in C: what each core node gives, as a C expression, with lines before it where one does not do.

Every value is a 64-bit number: a number, a truth, the number of a card, seat, member of a kind or zone, or the place of
a list in the heap; none is the least of all. Expressions change nothing, so they may be worked out in any order, but
for those that may stop the game: these are worked out where they are asked, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import free, rebuild
from hoyle.native.compile import NoForm
from hoyle.native.folds import Folds
from hoyle.native.lists import depth_of, is_list
from hoyle.native.loops import Loops
from hoyle.native.sets import Sets
from hoyle.native.writer import Bounded, Function, Lines, Name, Number, below

if TYPE_CHECKING:
    from hoyle.native.module import Module

Env = dict[str, str]
COMPARED = ("<", "<=", ">", ">=")
HOISTED = (core.Ask, core.Fold, core.Prim, core.Var, core.Attr, core.Cond)


class Values:
    """Writes expressions into one function."""

    def __init__(self, module: Module, function: Function) -> None:
        self.module = module
        self.program = module.program
        self.work = module.work
        self.function = function
        self.loops = Loops(self)
        self.folds = Folds(self)
        self.sets = Sets(self)

    # ------------------------------------------------------------------------------------------ values

    def value(self, node: core.Expr, env: Env) -> str:
        match node:
            case core.Const(value):
                return self.constant(value)
            case core.Local(name):
                return env[name]
            case core.Var(name, index):
                family = self.program.var_families[name]
                if len(index) < len(family.dims):
                    return self.loops.listed(node, env)
                return f"s->v[{self.place(family, index, env)}]"
            case core.Zone():
                return self.zone(node, env) if isinstance(node.type, t.ZoneOf) else self.loops.listed(node, env)
            case core.Attr(name, of):
                return self._attr(name, of, env, node)
            case core.Cond():
                return self._cond(node, env)
            case core.Ask():
                return self._ask(node, env)
            case core.Fold():
                return self.folds.fold(node, env)
            case core.Prim():
                return self._prim(node, env)
        raise AssertionError(node)

    def test(self, node: core.Expr, env: Env) -> str:
        """A condition of C."""
        return self.value(node, env)

    def kept(self, node: core.Expr, env: Env) -> str:
        """A value that stays what it is whatever happens to the table."""
        code = self.value(node, env)
        if not is_list(node.type):
            return code
        if depth_of(node.type) > 1 or self.work.length(node) > t.LONGEST:
            return f"list_kept(s, {code}, {depth_of(node.type)})"
        return code

    def constant(self, value: Any) -> str:
        if value is None:
            return Name("NONE")
        if isinstance(value, (tuple, list)):
            return self._built(value)
        if isinstance(value, str):
            return Number(self.module.tables.text_number(value))
        return Number(int(value))

    def _built(self, members: Sequence[Any]) -> str:
        """A list in the heap of what is known beforehand."""
        line = self.function.line
        if any(isinstance(member, (tuple, list)) for member in members):
            lists = [self.constant(member) for member in members]
            found = self.loops.new()
            for list_ in lists:
                line(f"list_add(s, {found}, {list_});")
            return found
        row, found = self.module.tables.constant_list(members), self.loops.new()
        if members:
            line(f"for (int i = 0; i < {len(members)}; i++) list_add(s, {found}, {row}[i]);")
        return found

    def _attr(self, name: str, of: core.Expr, env: Env, node: core.Attr) -> str:
        table = self.module.tables.attribute(name)
        place = self.card_place(self.value(of, env))
        if is_list(node.type):
            return self.loops.listed(node, env)
        return self.module.tables.at(table, place)

    def card_place(self, card: str) -> str:
        """Where tables have what belongs to a card."""
        absent = len(self.program.absent)
        if self.takes_part(card):
            return f"{card} + {absent}" if absent else card
        self.function.misses += 1
        return f"card_at(s, {card})"

    def takes_part(self, card: str) -> bool:
        """Whether this surely is the number of a card that takes part, so that it needs no check."""
        return below(card, len(self.program.cards))

    def _cond(self, node: core.Cond, env: Env) -> str:
        test = self.test(node.test, env)
        with self.function.aside() as one:
            then = self.value(node.then, env)
        with self.function.aside() as two:
            otherwise = self.value(node.otherwise, env)
        if not one and not two:
            return f"({test} ? {then} : {otherwise})"
        return self._either(test, (one, then), (two, otherwise))

    def _either(self, test: str, one: tuple[Lines, str], two: tuple[Lines, str]) -> str:
        found = self.function.temp("t")
        line = self.function.line
        line(f"V {found};")
        line(f"if ({test}) {{")
        self.function.lines += one[0]
        line(f"    {found} = {one[1]};")
        line("} else {")
        self.function.lines += two[0]
        line(f"    {found} = {two[1]};")
        line("}")
        return found

    def _ask(self, node: core.Ask, env: Env) -> str:
        define = self.program.defines[node.name]
        row = self.module.tables.row(define)
        if row is not None:
            name, low, count = row
            (arg,) = [self.value(a, env) for a in node.args]
            if isinstance(define.params[0][1], t.CardOf):
                return self.module.tables.at(name, self.card_place(arg))
            self.function.misses += 1
            return self.module.tables.at(name, f"within(s, {arg}, {low}, {count})")
        args = [self.value(a, env) for a in node.args]
        self.function.misses += 1
        if is_list(define.type):
            self.function.allocates += 1
        return f"{self.module.define(node.name)}({', '.join(['s', *args])})"

    # ------------------------------------------------------------------------------------------ places

    def place(self, family: Any, index: tuple[core.Expr, ...], env: Env) -> str:
        """Where a value or a zone is kept."""
        if not index:
            return Number(family.base)
        flat = self._flat(family, index, env)
        if isinstance(flat, Number):
            return Number(family.base + flat.value)
        return f"{family.base} + {flat}" if family.base else flat

    def _flat(self, family: Any, index: tuple[core.Expr, ...], env: Env) -> str:
        """Where the first of those with these indices comes among all that the indices tell apart."""
        flat = ""
        for part, (low, count) in zip(index, family.dims, strict=False):
            code = self._within(part, low, count, env)
            flat = code if not flat else f"({flat}) * {count} + {code}"
        return flat

    def _within(self, part: core.Expr, low: int, count: int, env: Env) -> str:
        code = self.value(part, env)
        if isinstance(part, core.Const) and isinstance(part.value, int):
            return Number(int(part.value) - low)
        if not low and below(code, count):
            return code
        self.function.misses += 1
        return f"within(s, {code}, {low}, {count})"

    def zone(self, node: core.Expr, env: Env) -> str:
        """The number of a zone."""
        if isinstance(node, core.Zone):
            return self.place(self.program.zone_families[node.name], node.index, env)
        self.function.misses += 1
        return f"within(s, {self.value(node, env)}, 0, ZONES)"

    def family(self, name: str, index: tuple[core.Expr, ...], families: Any, env: Env) -> tuple[str, int]:
        """Where the members start whose first indices are these, and how many there are."""
        family = families[name]
        size = 1
        for _, count in family.dims[len(index) :]:
            size *= count
        if not index:
            return Number(family.base), size
        return f"{family.base} + ({self._flat(family, index, env)}) * {size}", size

    # ------------------------------------------------------------------------------------------ operators

    def _prim(self, node: core.Prim, env: Env) -> str:
        op, args = node.op, node.args
        if op in ("and", "or"):
            return self._logic(op, args, env)
        if op == "else":
            return self._else(node, env)
        if op in ("is", "is not"):
            return self._same(node, env)
        if op == "in":
            return self._in(args[0], args[1], env)
        if op == "empty":
            return f"!{self.folds.some(args[0], env)}"
        if is_list(node.type) and op not in ("item", "part"):
            return self.loops.listed(node, env)
        if op == "the":
            return self.folds.the(args[0], env)
        if op in COMPARED:
            return f"({self.value(args[0], env)} {op} {self.value(args[1], env)})"
        if op in ("+", "-", "*"):
            return self._sum(node, env)
        codes = [self.value(arg, env) for arg in args if not isinstance(arg.type, t.Text)]
        match op:
            case "not":
                return f"!{codes[0]}"
            case "neg":
                return f"(-{codes[0]})"
            case "/":
                return f"divided({codes[0]}, {codes[1]})"
            case "mod":
                return f"modulo({codes[0]}, {codes[1]})"
            case "number":
                return f"({codes[0]} + 1)"
            case "seat":
                return self._seat(f"{codes[0]} - 1")
            case "left":
                return self._seat(f"{codes[0]} + {codes[1]}")
            case "right":
                return self._seat(f"{codes[0]} - {codes[1]}")
            case "at_least" | "at_most":
                one, two = (self.function.keep(code) for code in codes)
                return f"({one} {'>' if op == 'at_least' else '<'} {two} ? {one} : {two})"
            case "owner":
                return f"OWNER[{self._lying(codes[0])}]"
            case "up":
                card = self.function.keep(codes[0])
                return f"IS_UP(s, {card})" if self.takes_part(card) else f"({card} < CARDS && IS_UP(s, {card}))"
            case "present":
                return f"present(s, {codes[0]})"
            case "sure":
                return f"sure(s, {codes[0]})"
            case "part":
                return f"s->heap[{codes[0]} + 1 + {codes[1]}]"
            case "item":
                self.function.misses += 1
                return f"list_item(s, {codes[0]}, {codes[1]})"
            case "alike":
                return f"({codes[0]} < 0 ? {codes[0]} : SAME[within(s, {codes[0]}, 0, CARDS)])"
        if OPERATORS[op].reads is LooksAt.FACES:
            return self.module.tables.at(self.module.tables.asked_of_faces(node), self.card_place(codes[0]))
        raise NoForm(op)

    def _seat(self, code: str) -> str:
        return Bounded(f"seat_of({code})", self.program.players)

    def _lying(self, card: str) -> str:
        return f"s->loc[{card}]" if self.takes_part(card) else f"place_of(s, {card})"

    def _sum(self, node: core.Prim, env: Env) -> str:
        one, two = (self.value(arg, env) for arg in node.args)
        if self.work.may_grow(node):
            return f"number(s, (__int128){one} {node.op} {two})"
        return f"({one} {node.op} {two})"

    def _logic(self, op: str, args: tuple[core.Expr, ...], env: Env) -> str:
        sign = "&&" if op == "and" else "||"
        codes: list[str] = []
        for n, arg in enumerate(args):
            with self.function.aside() as lines:
                code = self.test(arg, env)
            if not lines or n == 0:
                self.function.put(lines)
                codes.append(code)
                continue
            sofar = f" {sign} ".join(codes)
            value = lines, self._rest(sign, code, args[n + 1 :], lines, env, op)
            rest: tuple[Lines, str] = [], "1" if op == "or" else "0"
            return self._either(sofar, value, rest) if op == "and" else self._either(sofar, rest, value)
        return f"({f' {sign} '.join(codes)})"

    def _rest(self, sign: str, code: str, args: tuple[core.Expr, ...], lines: Lines, env: Env, op: str) -> str:
        """The parts behind one that takes lines, written behind these."""
        if not args:
            return code
        with self.function.aside() as more:
            found = self._logic(op, (core.Local("so far", t.YES_NO), *args), {**env, "so far": code})
        lines += more
        return found

    def _else(self, node: core.Prim, env: Env) -> str:
        first = self.function.keep(self.value(node.args[0], env))
        with self.function.aside() as lines:
            other = self.value(node.args[1], env)
        if not lines:
            return f"({first} != NONE ? {first} : {other})"
        return self._either(f"{first} != NONE", ([], first), (lines, other))

    def _same(self, node: core.Prim, env: Env) -> str:
        one, two = node.args
        sign = "" if node.op == "is" else "!"
        if is_list(one.type) and is_list(two.type):
            a, b = self.listed(one, env), self.listed(two, env)
            return f"{sign}list_same(s, {a}, {b}, {max(depth_of(one.type), depth_of(two.type), 1)})"
        return f"({self.value(one, env)} {'==' if not sign else '!='} {self.value(two, env)})"

    def listed(self, node: core.Expr, env: Env) -> str:
        """A list in the heap, at a place that has a name."""
        return self.function.keep(self.value(node, env))

    def _in(self, one: core.Expr, many: core.Expr, env: Env) -> str:
        if isinstance(one.type, t.CardOf):
            match many:
                case core.Prim("cards", (zone,)) | (core.Zone(type=t.ZoneOf()) as zone):
                    card = self.value(one, env)
                    return f"({self._lying(card)} == {self.zone(zone, env)})"
                case core.Zone(name, index):
                    first, size = self.family(name, index, self.program.zone_families, env)
                    card = self.value(one, env)
                    return f"((uint64_t)({self._lying(card)} - ({first})) < {size})"
        elif isinstance(many, core.Prim) and many.op == "range" and not self.work.may_grow(many):
            low, value, high = (self.function.keep(self.value(part, env)) for part in (many.args[0], one, many.args[1]))
            return f"({low} <= {value} && {value} <= {high})"
        elif isinstance(many.type, t.ZoneOf):
            return f"({self._lying(self.value(one, env))} == {self.zone(many, env)})"
        return self.folds.found(one, many, env)

    # ------------------------------------------------------------------------------------------ hoisting

    def hoisted(self, nodes: list[core.Expr | None], names: set[str], env: Env) -> tuple[list[Any], Env]:
        """Nodes in which whatever does not depend on some names, and cannot stop the game, is worked out before."""
        known: dict[core.Expr, core.Local] = {}
        made = dict(env)

        def visit(node: Any, bound: set[str]) -> Any:
            if isinstance(node, core.Local) or not attrs.has(type(node)):
                return node
            if isinstance(node, HOISTED) and not free(node) & bound and not self.module.stops(node):
                return named(node)
            if isinstance(node, core.Fold):
                inner = bound | {node.var}
                where, value = (None if x is None else visit(x, inner) for x in (node.where, node.value))
                return attrs.evolve(node, source=visit(node.source, bound), where=where, value=value)
            return rebuild(node, lambda part: visit(part, bound))

        def named(node: Any) -> Any:
            if is_list(node.type) or isinstance(node.type, t.ZoneOf):
                return node
            if node not in known:
                name = f"hoisted {len(made)}"
                before = self.function.misses
                with self.function.aside() as lines:
                    code = self.value(node, made)
                made[name] = self.function.foreseen(lines, code, "V", "t", self.function.misses > before)
                known[node] = core.Local(name, node.type)
            return known[node]

        return [None if node is None else visit(node, names) for node in nodes], made
