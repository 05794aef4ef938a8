"""Folds in C: what is asked of all members of a list together, by sets of cards where there is a quick way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeGuard

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.native.grouping import groups_of
from hoyle.native.lists import depth_of, is_list
from hoyle.native.loops import Env
from hoyle.native.sums import Sums
from hoyle.native.writer import both, count, some, wide

if TYPE_CHECKING:
    from hoyle.native.values import Values


class Folds:
    """Writes folds, with the loops that they need."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.loops = values.loops
        self.sums = Sums(self)

    @property
    def line(self) -> Callable[[str], None]:
        return self.values.function.line

    def found(self, one: core.Expr, many: core.Expr, env: Env) -> str:
        """Whether a value is in a list."""
        function = self.values.function
        value, found, out = function.keep(self.values.value(one, env)), function.temp("t"), function.temp("out")
        if isinstance(many, core.Const) and isinstance(many.value, tuple) and 0 < len(many.value) <= 4:
            flat = [item for item in many.value if not isinstance(item, tuple)]
            if len(flat) == len(many.value):
                return f"({' || '.join(f'{value} == {self.values.constant(i)}' for i in flat)})"
        if isinstance(many, core.Const) and isinstance(one.type, t.CardOf) and _row(cards := many.value):
            return f"((uint64_t){value} - {cards[0]} < {len(cards)})"
        set_ = self.values.sets.of(many, env) if isinstance(one.type, t.CardOf) else None
        if set_ is not None:
            name = function.keep(wide(set_), "M", "m")
            return f"({value} >= 0 && {value} < CARDS && HAS({name}, {value}))"
        self.line(f"V {found} = 0;")
        depth = depth_of(one.type)

        def visit(member: str) -> None:
            same = f"list_same(s, {member}, {value}, {depth})" if depth else f"{member} == {value}"
            self.line(f"if ({same}) {{ {found} = 1; goto {out}; }}")

        self.loops.each(many, env, visit)
        self.line(f"{out}:;")
        return found

    def some(self, source: core.Expr, env: Env) -> str:
        """Whether there is anything in a list."""
        values = self.values
        match source:
            case core.Prim("cards", (zone,)) | (core.Zone(type=t.ZoneOf()) as zone):
                return f"(s->count[{values.zone(zone, env)}] > 0)"
        return self._any(source, "", None, env)

    def the(self, source: core.Expr, env: Env) -> str:
        """The only member of a list, or none."""
        function = self.values.function
        keeping, self.loops.groups.keeping = self.loops.groups.keeping, is_list(t.element(source.type))
        if isinstance(source, core.Fold) and source.kind in ("highest", "lowest"):
            only: str = self._only_best(source, env)
        else:
            count, only = function.temp("n"), function.temp("t")
            self.line(f"V {count} = 0, {only} = NONE;")
            self.loops.each(source, env, lambda member: self.line(f"{only} = {count}++ ? NONE : {member};"))
        self.loops.groups.keeping = keeping
        return only

    def fold(self, node: core.Fold, env: Env) -> str:
        if node.kind == "all":
            return self.loops.listed(node, env)
        keeping, of = self.loops.groups.keeping, t.settled(node.type)
        self.loops.groups.keeping = is_list(of if node.kind in ("first", "last") else t.element(of))
        code = self._fold(node, env)
        self.loops.groups.keeping = keeping
        return code

    def _fold(self, node: core.Fold, env: Env) -> str:
        function = self.values.function
        match node.kind:
            case "any":
                return self._any(node.source, node.var, node.where, env, node)
            case "count":
                return self._count(node, env)
            case "every":
                return self._every(node, env)
            case "highest" | "lowest":
                return self._best(node, env)
            case "sorted":
                return self._sorted(node, env)
            case "same" | "different" | "consecutive":
                return self._beside(node, env)
            case "sum" if isinstance(node.value, core.Const) and not self.values.work.may_grow(node):
                return f"({self._count(node, env)} * {self.values.constant(node.value.value)})"
        if node.kind == "sum" and (added := self.sums.of(node, env)) is not None:
            return added
        found = function.temp("t")
        none = "0" if node.kind == "sum" else "NONE"
        type_ = "__int128" if node.kind == "sum" and self.values.work.may_grow(node) else "V"
        self.line(f"{type_} {found} = {none};")
        out = function.temp("out")

        def visit(member: str, inside: Env) -> None:
            value = member if node.value is None else function.keep(self.values.value(node.value, inside))
            match node.kind:
                case "first":
                    self.line(f"{found} = {value};")
                    self.line(f"goto {out};")
                case "last":
                    self.line(f"{found} = {value};")
                case "sum":
                    self.line(f"{found} += {value};")
                case "max" | "min":
                    sign = ">" if node.kind == "max" else "<"
                    self.line(f"if ({found} == NONE || {value} {sign} {found}) {found} = {value};")

        in_order = node.kind in ("first", "last") or not self._once(node)
        self.loops.where(node, node.source, node.var, node.where, env, visit, in_order, node.kind == "first")
        if node.kind == "first":
            self.line(f"{out}:;")
        return f"number(s, {found})" if type_ == "__int128" else found

    def _once(self, node: core.Fold) -> bool:
        """Whether it does not matter that no member comes twice when a list is gone through as a set."""
        whole = groups_of(node.source) is not None or self.values.module.sight.different(node.source)
        return whole or node.kind in ("max", "min", "any", "every", "same")

    def _any(
        self, source: core.Expr, var: str, where: core.Expr | None, env: Env, node: core.Fold | None = None
    ) -> str:
        function = self.values.function
        set_ = self.set_of(source, var, where, env)
        if set_ is not None:
            return some(set_)
        found, out = function.temp("t"), function.temp("out")
        self.line(f"V {found} = 0;")

        def visit(member: str, inside: Env) -> None:
            self.line(f"{found} = 1;")
            self.line(f"goto {out};")

        self.loops.where(node, source, var, where, env, visit, in_order=False)
        self.line(f"{out}:;")
        return found

    def set_of(self, source: core.Expr, var: str, where: core.Expr | None, env: Env) -> str | None:
        """The cards of a list for which a condition holds, as a set, if there is a quick way."""
        set_ = self.values.sets.of(source, env)
        if set_ is None or where is None:
            return set_
        holding = self.values.sets.holding(where, var, env)
        return None if holding is None else both(set_, holding)

    def _count(self, node: core.Fold, env: Env) -> str:
        function = self.values.function
        match node.source:
            case core.Prim("cards", (zone,)) | (core.Zone(type=t.ZoneOf()) as zone) if node.where is None:
                return f"((V)s->count[{self.values.zone(zone, env)}])"
        if self.values.module.sight.different(node.source):
            set_ = self.set_of(node.source, node.var, node.where, env)
            if set_ is not None:
                return count(set_)
        if node.where is None and isinstance(node.source, (core.Local, core.Var)):
            return f"list_length(s, {self.values.value(node.source, env)})"
        groups, work = groups_of(node.source), self.values.work
        if groups is not None and node.where is None:
            return self.loops.groups.count(groups, env, work.each(node) if work.heavy(node) else 0)
        found = function.temp("n")
        self.line(f"V {found} = 0;")
        counted = lambda member, inside: self.line(f"{found}++;")  # noqa: E731
        self.loops.where(node, node.source, node.var, node.where, env, counted, not self._once(node), leaves=False)
        return found

    def _every(self, node: core.Fold, env: Env) -> str:
        function, values = self.values.function, self.values
        assert node.value is not None
        set_ = self.set_of(node.source, node.var, node.where, env)
        if set_ is not None:
            holding = values.sets.holding(node.value, node.var, env)
            if holding is not None:
                return f"!{some(both(set_, f'~{holding}'))}"
        found, out = function.temp("t"), function.temp("out")
        self.line(f"V {found} = 1;")
        (value,), hoisted = values.hoisted([node.value], {node.var}, env)

        def visit(member: str, inside: Env) -> None:
            test = values.test(value, {**hoisted, **inside})
            self.line(f"if (!({test})) {{ {found} = 0; goto {out}; }}")

        self.loops.where(node, node.source, node.var, node.where, env, visit, in_order=False)
        self.line(f"{out}:;")
        return found

    def _only_best(self, node: core.Fold, env: Env) -> str:
        """The only one of the best, or none."""
        function, values = self.values.function, self.values
        best, only, some = function.temp("t"), function.temp("t"), function.temp("n")
        self.line(f"V {best} = NONE, {only} = NONE;")
        self.line(f"int {some} = 0;")
        sign = ">" if node.kind == "highest" else "<"
        (asked,), hoisted = values.hoisted([node.value], {node.var}, env)

        def visit(member: str, inside: Env) -> None:
            value = member if asked is None else function.keep(values.value(asked, {**hoisted, **inside}))
            self.line(f"if (!{some} || {value} {sign} {best}) {{ {best} = {value}; {only} = {member}; {some} = 1; }}")
            self.line(f"else if ({value} == {best}) {only} = NONE;")

        self.loops.where(node, node.source, node.var, node.where, env, visit, not self._once(node), leaves=False)
        return only

    def _best(self, node: core.Fold, env: Env) -> str:
        function, values = self.values.function, self.values
        best, start = function.temp("t"), function.temp("n")
        self.line(f"V {best} = NONE;")
        self.line(f"int {start} = s->aside;")
        sign = ">" if node.kind == "highest" else "<"
        (asked,), hoisted = values.hoisted([node.value], {node.var}, env)

        def visit(member: str, inside: Env) -> None:
            value = member if asked is None else function.keep(values.value(asked, {**hoisted, **inside}))
            first = f"s->aside == {start}"
            self.line(f"if ({first} || {value} {sign} {best}) {{ {best} = {value}; s->aside = {start}; }}")
            self.line(f"if ({value} == {best}) put_aside(s, {member});")

        self.loops.where(node, node.source, node.var, node.where, env, visit)
        function.allocates += 1
        return function.keep(f"list_aside(s, {start})", "int", "l")

    def _sorted(self, node: core.Fold, env: Env) -> str:
        """The members by their values, which are put aside before each."""
        function, values = self.values.function, self.values
        start = function.temp("n")
        self.line(f"int {start} = s->aside;")
        (asked,), hoisted = values.hoisted([node.value], {node.var}, env)

        def visit(member: str, inside: Env) -> None:
            value = member if asked is None else values.value(asked, {**hoisted, **inside})
            self.line(f"put_aside(s, {value});")
            self.line(f"put_aside(s, {member});")

        self.loops.where(node, node.source, node.var, node.where, env, visit)
        function.allocates += 1
        return function.keep(f"list_sorted(s, {start})", "int", "l")

    def _beside(self, node: core.Fold, env: Env) -> str:
        """What is asked of the values beside each other."""
        function, values = self.values.function, self.values
        type_ = t.element(node.source.type) if node.value is None else node.value.type
        depth = depth_of(type_)
        (asked,), hoisted = values.hoisted([node.value], {node.var}, env)
        once, found = self._once(node), function.temp("t")
        if node.kind == "same":
            some, first = function.temp("n"), function.temp("t")
            self.line(f"V {found} = 1, {first} = NONE;")
            self.line(f"int {some} = 0;")
        else:
            start = function.temp("n")
            self.line(f"int {start} = s->aside;")

        def visit(member: str, inside: Env) -> None:
            value = member if asked is None else function.keep(values.value(asked, {**hoisted, **inside}))
            if node.kind != "same":
                self.line(f"put_aside(s, {value});")
                return
            alike = f"list_same(s, {value}, {first}, {depth})" if depth else f"{value} == {first}"
            self.line(f"if (!{some}) {{ {first} = {value}; {some} = 1; }}")
            self.line(f"else if (!({alike})) {found} = 0;")

        self.loops.where(node, node.source, node.var, node.where, env, visit, not once, leaves=False)
        if node.kind == "same":
            return found
        name = "aside_consecutive" if node.kind == "consecutive" else "aside_different"
        return function.keep(f"{name}(s, {start}, {depth})")


def _row(cards: Any) -> TypeGuard[tuple[int, ...]]:
    """Whether these are the numbers of cards one behind the other."""
    return isinstance(cards, tuple) and len(cards) > 0 and cards == tuple(range(cards[0], cards[0] + len(cards)))
