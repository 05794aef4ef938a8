"""What is worked out before a loop, or once for all its members.

Everything is pure, so what does not change in a loop is worked out before it, what has few answers is kept, and what
looks at the members of each group is made in one pass.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, cast

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.guards import needs
from hoyle.core.walk import below, reads, rebuild
from hoyle.emit.expressions import Env, Expressions
from hoyle.emit.patterns import group_key, heavy, known, listed, substituted, terms
from hoyle.emit.writer import Name
from hoyle.program.program import Define

Change = Callable[[core.Expr], core.Expr]


def _as_it_is(part: core.Expr) -> core.Expr:
    return part


class Early(Expressions, ABC):
    """Writes into one function what its loops need."""

    @abstractmethod
    def lines(self, node: core.Expr, env: Env, target: str) -> None:
        """Lines that put a value into a local."""

    def known(self, env: dict[str, str], name: str, of: core.Expr) -> core.Local:
        """A local for what was worked out, of which as much is known as before."""
        work = self.emitter.work
        return work.note(known(env, name, work.narrow(of)), of)

    def hoist(self, node: core.Expr, bound: set[str], env: Env) -> tuple[core.Expr, dict[str, str]]:
        """The expression with what does not depend on `bound` worked out first, in locals of the function.

        Only what would certainly be asked is worked out early: what a condition guards stays behind it.
        """
        extra: dict[str, str] = {}

        def visit(part: core.Expr) -> core.Expr:
            if heavy(part) and not reads(part) & bound and not self.emitter.work.stops(part):
                if isinstance(part, core.Ask) and isinstance(name := self.expr(part, env), Name):
                    return self.known(extra, name, part)
                name = self.function.temp("h")
                self.lines(part, env, name)
                return self.known(extra, name, part)
            among = listed(part, bound)
            if among is not None:
                mask = self._mask(among, bound, env, extra)
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
            if isinstance(part, core.Prim) and (reads(part) & bound or not heavy(part)):
                return core.Prim(part.op, tuple(map(later, part.args)), part.type, span=part.span)
            if not heavy(part) or reads(part) & bound:
                return part
            same = part, *(env[n] for n in sorted(reads(part)) if n in env)
            name = self.function.temp("l")
            once = self.known(extra, name, part)
            code = self.function.held(same)
            if code is None:
                self.function.line(f"{name} = None")
                code = f"({name} if {name} is not None else ({name} := {self.expr(self._at_hand(part, env), env)}))"
                self.function.hold(same, code)
                if isinstance(part, core.Ask):
                    self.function.hold(self.asked(part, env), code)
            extra[once.name] = code
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
        return said if said is not None and any(heavy(p) and not reads(p) & bound for p in terms(said)) else None

    def _at_hand(self, part: core.Expr, env: Env) -> core.Expr:
        """What a definition says, in place of asking it, if all that it asks itself is known here already."""
        if not isinstance(part, core.Ask):
            return part
        said = substituted(self.program.defines[part.name], part)
        if said is None:
            return part
        asks = [node for node in below(said) if isinstance(node, core.Ask)]
        known_here = [not reads(node) - env.keys() and isinstance(self.expr(node, env), Name) for node in asks]
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
            table = self.function.keep(("few", part.name), f"[None] * {self.emitter.answers(define) + 1}", "w")
            key, value = self.function.temp("q"), self.function.temp("k")
            line = self.function.line
            line(f"{key} = {self.expr(part.args[0], env)}")
            line(f"{value} = {table}[{key}]")
            line(f"if {value} is None:")
            line(f"    {value} = {table}[{key}] = {call}(s, {key})")
            return self.known(env, value, part)

        return visit(node)

    def _strict(self, part: core.Expr, visit: Change, later: Change = _as_it_is) -> core.Expr:
        """The expression with the parts visited that are asked in any case; later: for those that may not be."""
        match part:
            case core.Prim("and" | "or" | "else" as op, args):
                return core.Prim(op, (visit(args[0]), *map(later, args[1:])), part.type, span=part.span)
            case core.Prim(op, args):
                return core.Prim(op, tuple(visit(a) for a in args), part.type, span=part.span)
            case core.Attr(name, of):
                return core.Attr(name, visit(of), part.type, span=part.span)
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
        if self.emitter.work.stops(source) or self.emitter.work.heavy(source):
            return None
        if reads(source) - {source.var} & bound or len(self.program.model.kinds[of.name].members) > 60:
            return None
        if isinstance(item.type, t.Maybe) or source.value is None or isinstance(source.value.type, t.Maybe):
            return None
        name, var = self.function.temp("h"), self.function.temp("x")
        inner = {**env, source.var: var}
        line = self.function.line
        line(f"{name} = 0")
        self.function.loop(f"for {var} in {self.expr(source.source, env)}:")
        where = f"if {self.test(source.where, inner)}: " if source.where is not None else ""
        if isinstance(source.value, core.Attr):
            bit = f"{self.emitter.bits(source.value.name)}[{self.expr(source.value.of, inner)}]"
        else:
            bit = f"1 << {self.expr(source.value, inner)}"
        line(f"{where}{name} |= {bit}")
        self.function.depth -= 1
        return core.Prim("in_mask", (item, known(extra, name, t.NUMBER)), t.YES_NO)

    # ------------------------------------------------------------------------------------------ groups

    def _grouped(self, define: Define, ask: core.Ask, env: dict[str, str]) -> core.Expr | None:
        """A definition that looks, for each member of a kind, at the cards of that member: all of them in one pass.

        `weight(color) = count(c in trick where c.color is color)` becomes a row of counts by color.
        """
        (param, type_) = define.params[0]
        body = self._unfolded(define.body)
        folds = [n for n in below(body) if isinstance(n, core.Fold)]
        keys = {id(f): group_key(f, param) for f in folds}
        if not folds or any(k is None for k in keys.values()) or any(isinstance(n, core.Ask) for n in below(body)):
            return None
        work = self.emitter.work
        if any(work.stops(fold) or work.heavy(fold) or needs(fold, [body]) for fold in folds):
            return None  # they would be worked out although nobody has asked
        key = self.function.temp("q")
        self.function.line(f"{key} = {self.expr(ask.args[0], env)}")
        member = known(env, key, type_)

        def put(node: Any) -> Any:
            if isinstance(node, core.Fold):
                found = keys[id(node)]
                assert found is not None
                row = self._group(node, *found, self.emitter.answers(define) + 1)
                return core.Prim("entry", (known(env, row, t.NUMBER), member), self.emitter.work.narrow(node))
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
        key = "group", fold.kind, fold.source, attribute, rest, fold.value
        if key not in function.kept:
            row = function.kept[key] = function.temp("g")
            loop = function.base, f"for {var} in {source}:"
            if loop not in function.early:
                function.early.append(loop)
            at = function.early.index(loop)
            function.early.insert(at + 1, (function.base + 1, f"{f'if {test}: ' if test else ''}{row}{place}{step}"))
            function.early.insert(at, (function.base, f"{row} = [{start}] * {size}"))
        return function.kept[key]
