"""Expressions as Python source.

`env` maps the locals in scope to the Python that reads them. Everything is pure, so a part that does not change
inside a loop is worked out before it, as long as it would certainly be asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.program import Family
from hoyle.core.walk import below, reads, substitute
from hoyle.emit.writer import Function

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter

Env = Mapping[str, str]
SMALL = 5
INFIX = {"+": "+", "-": "-", "*": "*", "is": "==", "is not": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Expressions:
    """Writes expressions into one function."""

    def __init__(self, emitter: Emitter, function: Function) -> None:
        self.emitter = emitter
        self.program = emitter.program
        self.module = emitter.module
        self.function = function
        self.looping = 0

    # ------------------------------------------------------------------------------------------ plain values

    def const(self, value: Any) -> str:
        if isinstance(value, tuple) and len(value) > SMALL:
            return self.module.constant("C", value)
        return repr(value)

    def expr(self, node: core.Expr, env: Env) -> str:
        match node:
            case core.Const(value):
                return self.const(value)
            case core.Local(name):
                return env[name]
            case core.Var(name, index):
                return self._var(name, index, env)
            case core.Zone(name, index):
                return self._zone(node, env)
            case core.Attr(name, of):
                return f"{self.emitter.attribute(name)}[{self.expr(of, env)}]"
            case core.Cond(test, then, otherwise):
                yes, no = self.expr(then, env), self.expr(otherwise, env)
                return f"({yes} if {self.expr(test, env)} else {no})"
            case core.Ask():
                return self._ask(node, env)
            case core.Fold():
                return self._fold(node, env)
            case core.Prim():
                return self._prim(node, env)
        raise AssertionError(node)

    def test(self, node: core.Expr, env: Env) -> str:
        """A condition where only its truth matters."""
        match node:
            case core.Fold("any", var, source, where) if where is None:
                return self._truth(source, env)
            case core.Prim("empty", (source,)):
                return f"not ({self._truth(source, env)})"
            case core.Prim("not", (inner,)):
                return f"not ({self.test(inner, env)})"
            case core.Prim("and" | "or" as op, parts):
                return "(" + f" {op} ".join(self.test(p, env) for p in parts) + ")"
        return self.expr(node, env)

    # ------------------------------------------------------------------------------------------ state

    def place(self, family: Family, index: tuple[core.Expr, ...], env: Env, whole: bool = True) -> tuple[int, str]:
        """The number of a member as (constant part, code that is added); '' if it is constant."""
        size = 1
        for _, count in family.dims[len(index) :]:
            size *= count
        base, code = family.base, []
        for number, part in reversed(list(enumerate(index))):
            low, count = family.dims[number]
            if isinstance(part, core.Const):
                base += (int(part.value or 0) - low) * size  # type: ignore[arg-type]
            else:
                base -= low * size
                text = self.expr(part, env)
                code.append(text if size == 1 else f"{text} * {size}")
            size *= count
        return base, " + ".join(reversed(code))

    @staticmethod
    def joined(base: int, code: str) -> str:
        if not code:
            return str(base)
        return code if base == 0 else f"{base} + {code}" if base > 0 else f"{code} - {-base}"

    def _var(self, name: str, index: tuple[core.Expr, ...], env: Env) -> str:
        family = self.program.var_families[name]
        base, code = self.place(family, index, env)
        v = self.function.need("v")
        if len(index) == len(family.dims):
            return f"{v}[{self.joined(base, code)}]"
        count = len(family.slice(tuple(low for low, _ in family.dims[: len(index)])))
        if not code:
            return f"{v}[{base}:{base + count}]"
        return f"{v}[{self.joined(base, code)}:{self.joined(base + count, code)}]"

    def zone_number(self, node: core.Expr, env: Env) -> str:
        """The number of a zone, also of one that has to be worked out."""
        if isinstance(node, core.Zone):
            base, code = self.place(self.program.zone_families[node.name], node.index, env)
            return self.joined(base, code)
        return self.expr(node, env)

    def family_numbers(self, node: core.Zone) -> tuple[int, ...] | None:
        """The numbers of all zones of a family, if they are known here."""
        family = self.program.zone_families[node.name]
        values = []
        for part in node.index:
            if not isinstance(part, core.Const):
                return None
            values.append(int(part.value or 0))  # type: ignore[arg-type]
        return tuple(family.slice(tuple(values)))

    def _zone(self, node: core.Zone, env: Env) -> str:
        if isinstance(node.type, t.ZoneOf):
            return self.zone_number(node, env)
        numbers = self.family_numbers(node)
        z = self.function.need("z")
        if numbers is not None and len(numbers) <= 6:
            every = self._zone_code(numbers) if numbers else "[]"
            return self.function.keep(every) if self.function.pure else every
        if numbers is not None:
            return f"[c for k in {z}[{numbers[0]}:{numbers[-1] + 1}] for c in k]"
        family = self.program.zone_families[node.name]
        base, code = self.place(family, node.index, env)
        count = len(family.slice(tuple(low for low, _ in family.dims[: len(node.index)])))
        return f"[c for k in {z}[{self.joined(base, code)}:{self.joined(base + count, code)}] for c in k]"

    @staticmethod
    def _zone_code(numbers: tuple[int, ...]) -> str:
        return "(" + " + ".join(f"z[{n}]" for n in numbers) + ")"

    def cards(self, zone: core.Expr, env: Env) -> str:
        """The cards of a zone: the very list the state keeps."""
        return f"{self.function.need('z')}[{self.zone_number(zone, env)}]"

    def _truth(self, source: core.Expr, env: Env) -> str:
        """Whether a list has something in it."""
        if isinstance(source, core.Zone) and not isinstance(source.type, t.ZoneOf):
            numbers = self.family_numbers(source)
            z = self.function.need("z")
            if numbers is not None and 0 < len(numbers) <= 6:
                if self.function.pure and self._zone_code(numbers) in self.function.kept:
                    return self._zone(source, env)
                return "(" + " or ".join(f"{z}[{n}]" for n in numbers) + ")"
            if numbers:
                return f"any({z}[{numbers[0]}:{numbers[-1] + 1}])"
        return self.expr(source, env)

    # ------------------------------------------------------------------------------------------ definitions

    def _ask(self, node: core.Ask, env: Env) -> str:
        define = self.program.defines[node.name]
        args = [self.expr(a, env) for a in node.args]
        if self.emitter.inlined(define, args) or (self.function.pure and not args and self.emitter.short(define)):
            return self.expr(define.body, {p: a for (p, _), a in zip(define.params, args, strict=True)})
        call = self.emitter.define(node.name)
        if self.function.pure and self.looping and self.emitter.repeated(define):
            # asked for every member of a list, but it can only have a few answers
            memo, key = self.function.keep(f"dict()  # {node.name}", "w"), self.function.temp("q")
            return f"({memo}[{key}] if ({key} := {args[0]}) in {memo} else {memo}.setdefault({key}, {call}(s, {key})))"
        return f"{call}({', '.join(['s', *args])})"

    # ------------------------------------------------------------------------------------------ operators

    def _prim(self, node: core.Prim, env: Env) -> str:
        op, args = node.op, node.args
        if op in ("and", "or", "not", "empty"):
            inner = self.test(node, env)
            return inner if op in ("not", "empty") else f"bool({inner})" if self._loose(node) else inner
        if op in ("is", "is not"):
            return self._same(op, args, env)
        if op == "in":
            return self._in(node, env)
        if op in ("cards",):
            return self.cards(args[0], env)
        if op in ("/", "mod"):
            sign = "//" if op == "/" else "%"
            if isinstance(args[1], core.Const) and args[1].value:
                return f"({self.expr(args[0], env)} {sign} {self.expr(args[1], env)})"
        parts = [self.expr(a, env) for a in args]
        if op in INFIX:
            return f"({parts[0]} {INFIX[op]} {parts[1]})"
        players = self.program.players
        match op:
            case "neg":
                return f"(-{parts[0]})"
            case "else":
                return f"other({parts[0]}, {parts[1]})"
            case "up":
                return f"{self.function.need('up')}[{parts[0]}]"
            case "owner":
                return f"OWNER[{self.function.need('loc')}[{parts[0]}]]"
            case "top":
                return f"top({self.cards(args[0], env)}, {parts[1]})"
            case "bottom":
                return f"{self.cards(args[0], env)}[:max({parts[1]}, 0)]"
            case "left":
                return f"(({parts[0]} + {parts[1]}) % {players})"
            case "right":
                return f"(({parts[0]} - {parts[1]}) % {players})"
            case "seat":
                return f"(({parts[0]} - 1) % {players})"
            case "clockwise":
                return f"CLOCKWISE[{parts[0]}]"
            case "anticlockwise":
                return f"ANTICLOCKWISE[{parts[0]}]"
            case "others":
                return f"OTHERS[{parts[0]}]"
            case "in_mask":
                if isinstance(args[0], core.Attr):
                    return f"{self.emitter.bits(args[0].name)}[{self.expr(args[0].of, env)}] & {parts[1]}"
                return f"({parts[1]} >> {parts[0]} & 1)"
            case "list":
                return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
            case "concat":
                return f"(*{parts[0]}, *{parts[1]})"
            case "copy":
                return f"tuple({parts[0]})"
            case "item":
                return f"{parts[0]}[{parts[1]}][{parts[2]}]"
            case "winners":
                return "s.winners"
            case "at_least":
                return f"max({parts[0]}, {parts[1]})"
            case "at_most":
                return f"min({parts[0]}, {parts[1]})"
            case "has_ability":
                return f"{self.emitter.abilities(args[1])}[{parts[0]}]"
            case "the" | "some" | "range" | "without":
                return f"{op}_({', '.join(parts)})"
            case "/" | "mod":
                return f"{'divided' if op == '/' else 'modulo'}({parts[0]}, {parts[1]})"
        raise AssertionError(op)

    def _loose(self, node: core.Prim) -> bool:
        """Whether `test` may give something that is not a plain truth."""
        return any(isinstance(n, core.Fold) and n.kind == "any" for n in below(node)) or any(
            isinstance(n, core.Prim) and n.op == "empty" for n in below(node)
        )

    def _same(self, op: str, args: tuple[core.Expr, ...], env: Env) -> str:
        for one, two in ((0, 1), (1, 0)):
            side = args[two]
            if isinstance(side, core.Const) and side.value is None:
                return f"({self.expr(args[one], env)} {'is' if op == 'is' else 'is not'} None)"
        parts = [self.expr(a, env) for a in args]
        if isinstance(args[0].type, (t.ListOf, t.ZoneOf)):
            parts = [f"list({p})" for p in parts]
        return f"({parts[0]} {INFIX[op]} {parts[1]})"

    def _in(self, node: core.Prim, env: Env) -> str:
        item, source = node.args
        one = self.expr(item, env)
        if isinstance(source, core.Prim) and source.op == "cards":
            source = source.args[0]
        if isinstance(source.type, t.ZoneOf) and not isinstance(item.type, t.Maybe):
            return f"({self.function.need('loc')}[{one}] == {self.zone_number(source, env)})"
        if isinstance(source, core.Zone) and not isinstance(item.type, t.Maybe):
            numbers = self.family_numbers(source)
            if numbers:
                return f"({numbers[0]} <= {self.function.need('loc')}[{one}] <= {numbers[-1]})"
        if isinstance(source.type, t.ZoneOf):
            return f"({one} in {self.cards(source, env)})"
        if isinstance(source, core.Const) and isinstance(source.value, tuple) and len(source.value) > SMALL:
            return f"({one} in {self.module.constant('S', frozenset(source.value))})"
        return f"({one} in {self.expr(source, env)})"

    # ------------------------------------------------------------------------------------------ folds

    def source(self, node: core.Expr, env: Env) -> str:
        return self.expr(node, env)

    def _fold(self, node: core.Fold, env: Env) -> str:
        kind = node.kind
        if node.where is None and node.value is None:
            return self._whole(node, env)
        source = self.expr(node.source, env)
        var = self.function.temp("x")
        inner = {**env, node.var: var}
        self.looping += 1
        where = f" if {self.test(node.where, inner)}" if node.where is not None else ""
        value = self.expr(node.value, inner) if node.value is not None else var
        self.looping -= 1
        items = f"for {var} in {source}{where}"
        match kind:
            case "count":
                return f"len([1 {items}])"
            case "any":
                return f"([1 {items}] != [])"
            case "every":
                return f"all([{value} {items}])"
            case "all":
                return f"[{value} {items}]"
            case "sum":
                return f"sum([{value} {items}])"
            case "first":
                return f"first_([{value} {items}])"
            case "last":
                return f"last_([{value} {items}])"
            case "max" | "min":
                return f"{kind}_([{value} {items}])"
            case "highest" | "lowest":
                return f"{kind}_([({value}, {var}) {items}])"
        raise AssertionError(kind)

    def _whole(self, node: core.Fold, env: Env) -> str:
        if node.kind == "count" and isinstance(node.source, core.Zone):
            numbers = self.family_numbers(node.source)
            z = self.function.need("z")
            if numbers is not None and 0 < len(numbers) <= 8:
                return "(" + " + ".join(f"len({z}[{n}])" for n in numbers) + ")"
        if node.kind == "any":
            return f"bool({self._truth(node.source, env)})"
        source = self.expr(node.source, env)
        match node.kind:
            case "count":
                return f"len({source})"
            case "all":
                return f"list({source})"
            case "sum":
                return f"sum({source})"
            case "first":
                return f"first_({source})"
            case "last":
                return f"last_({source})"
            case "max" | "min":
                return f"{node.kind}_({source})"
            case "highest" | "lowest":
                return f"{node.kind}_([(x, x) for x in {source}])"
        raise AssertionError(node.kind)

    # ------------------------------------------------------------------------------------------ before a loop, in a loop

    def hoist(self, node: core.Expr, bound: set[str], env: Env) -> tuple[core.Expr, dict[str, str]]:
        """The expression with what does not depend on `bound` worked out first, in locals of the function.

        Only what would certainly be asked is worked out early: what a condition guards stays behind it.
        """
        extra: dict[str, str] = {}

        def visit(part: core.Expr) -> core.Expr:
            if _heavy(part) and not reads(part) & bound:
                name = self.function.temp("h")
                self.lines(part, env, name)
                extra[name] = name
                return core.Local(name, part.type)
            if isinstance(part, core.Prim) and part.op == "in":
                mask = self._mask(part, bound, env, extra)
                if mask is not None:
                    return mask
            return self._strict(part, visit)

        return visit(node), extra

    def remember(self, node: core.Expr, env: dict[str, str]) -> core.Expr:
        """In a loop of a pure function: what has few answers is looked up, and worked out when it is new."""

        def visit(part: core.Expr) -> core.Expr:
            part = self._strict(part, visit)
            if not isinstance(part, core.Ask) or not self.function.pure:
                return part
            define = self.program.defines[part.name]
            if not self.emitter.repeated(define):
                return part
            call = self.emitter.define(part.name)
            table = self.function.keep(f"[None] * {self.emitter.answers(define)}  # {part.name}", "w")
            key, value = self.function.temp("q"), self.function.temp("k")
            line = self.function.line
            line(f"{key} = {self.expr(part.args[0], env)}")
            line(f"{value} = {table}[{key}]")
            line(f"if {value} is None:")
            line(f"    {value} = {table}[{key}] = {call}(s, {key})")
            env[value] = value
            return core.Local(value, part.type)

        return visit(node)

    def _strict(self, part: core.Expr, visit: Callable[[core.Expr], core.Expr]) -> core.Expr:
        """The expression with the parts visited that are asked in any case."""
        match part:
            case core.Prim("and" | "or" | "else" as op, args):
                return core.Prim(op, (visit(args[0]), *args[1:]), part.type)
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
        names = {a.name for a in part.args if isinstance(a, core.Local)}
        binds = {n.var for n in below(define.body) if isinstance(n, core.Fold)}
        plain = all(isinstance(a, (core.Local, core.Const)) for a in part.args)
        if not self.emitter.simple(define) or not plain or names & binds:
            return part
        swap = {p: a for (p, _), a in zip(define.params, part.args, strict=True)}
        return cast(core.Expr, substitute(define.body, swap))

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
        extra[name] = name
        return core.Prim("in_mask", (item, core.Local(name, t.NUMBER)), t.YES_NO)

    def membership(self, test: core.Expr, item: str, env: Env) -> str | None:
        """A test of one attribute of the candidate against something known: a look-up that filters at full speed."""
        match test:
            case core.Prim("in_mask", (core.Attr(name, core.Local(local)), core.Local(mask))) if env.get(local) == item:
                return f"{self.emitter.fitting(name, True)}[{env[mask]}]"
            case core.Prim("is", (core.Attr(name, core.Local(local)) as attr, value)) if env.get(local) == item:
                if isinstance(value, (core.Const, core.Local)) and not isinstance(t.settled(attr.type), t.ListOf):
                    return f"{self.emitter.fitting(name, False)}[{self.expr(value, env)}]"
        return None

    def lines(self, node: core.Expr, env: Env, target: str) -> None:
        """Lines that put a value into a local: folds as loops, which are quicker than comprehensions."""
        if isinstance(node, core.Ask) and not node.args and self.function.pure:
            define = self.program.defines[node.name]
            if self.emitter.short(define) and isinstance(define.body, core.Fold):
                node = define.body
        loops = ("max", "min", "sum", "count", "any", "every", "first")
        if isinstance(node, core.Fold) and node.kind in loops and (node.where or node.value) is not None:
            self.loop(node, env, target)
        else:
            self.function.line(f"{target} = {self.expr(node, env)}")

    def loop(self, fold: core.Fold, env: Env, target: str | None, found_value: core.Expr | None = None) -> None:
        """A fold as a loop, into a local or (None) as the value of the whole function.

        found_value: for `any` in a condition, what the function gives when it holds; otherwise it goes on.
        """
        function, line, kind = self.function, self.function.line, fold.kind
        found = {"any": "True", "every": "False"}
        start = {"count": "0", "sum": "0", "any": "False", "every": "True"}.get(kind, "None")
        name = target or "n"
        bound = {fold.var}
        where, value = fold.where, fold.value
        inner = dict(env)
        if where is not None:
            where, extra = self.hoist(where, bound, env)
            inner |= extra
        if value is not None and where is None:
            value, extra = self.hoist(value, bound, env)
            inner |= extra
        if target is not None or kind in ("count", "sum", "max", "min"):
            line(f"{name} = {start}")
        var = function.temp("x")
        source = self.expr(fold.source, env)
        inner[fold.var] = var
        line(f"for {var} in {source}:")
        depth = function.depth
        function.depth += 1
        if where is not None:
            line(f"if {self.test(self.remember(where, inner), inner)}:")
            function.depth += 1
        if value is not None:
            value = self.remember(value, inner)
        if kind == "every":
            assert value is not None
            line(f"if not ({self.test(value, inner)}):")
            function.depth += 1
        match kind:
            case "count":
                line(f"{name} += 1")
            case "sum":
                line(f"{name} += {self.expr(value, inner) if value is not None else var}")
            case "max" | "min":
                key = function.temp("k")
                line(f"{key} = {self.expr(value, inner) if value is not None else var}")
                line(f"if {name} is None or {key} {'>' if kind == 'max' else '<'} {name}:")
                line(f"    {name} = {key}")
            case _:
                if found_value is not None:
                    line(f"return {self.expr(found_value, env)}")
                    function.depth = depth
                    return
                result = found.get(kind) or (self.expr(value, inner) if value is not None else var)
                if target is None:
                    line(f"return {result}")
                else:
                    line(f"{name} = {result}")
                    line("break")
        function.depth = depth
        if target is None:
            line(f"return {name}" if kind in ("count", "sum", "max", "min") else f"return {start}")


def _heavy(part: core.Expr) -> bool:
    if isinstance(part, core.Ask) or (isinstance(part, core.Fold) and (part.where or part.value) is not None):
        return True
    return isinstance(part, core.Prim) and part.op in ("the", "concat")
