"""Lists in C: going through what a list has, without making one where that can be helped."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.native.grouping import Grouping, groups_of
from hoyle.native.lists import depth_of
from hoyle.native.writer import Bounded, Known, Name, below, both, each_of, wide

if TYPE_CHECKING:
    from hoyle.native.values import Values

Env = dict[str, str]
Body = Callable[[str], None]
AROUND = {"clockwise": (0, "+"), "anticlockwise": (0, "-"), "others": (1, "+")}


class Loops:
    """Writes loops. A body is written once, inside the loop, with the name of the member."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.program = values.program
        self.groups = Grouping(values)

    @property
    def line(self) -> Callable[[str], None]:
        return self.values.function.line

    # ------------------------------------------------------------------------------------------ going through

    def each(self, source: core.Expr, env: Env, body: Body) -> None:
        """Write a loop over the members of a list, in their order."""
        values, function = self.values, self.values.function
        match source:
            case core.Const(tuple() as members) if not any(isinstance(member, tuple) for member in members):
                if members:
                    self._of_row(values.module.tables.constant_list(members), len(members), body)
            case core.Prim("cards" | "copy", (inner,)) if isinstance(inner.type, t.ZoneOf):
                self._zone(inner, env, body)
            case core.Zone(type=t.ZoneOf()):
                self._zone(source, env, body)
            case core.Zone(name, index):
                first, size = values.family(name, index, self.program.zone_families, env)
                zone = function.temp("z")
                with function.block(
                    f"for (int {zone} = {first}, {zone}_n = {zone} + {size}; {zone} < {zone}_n; {zone}++)"
                ):
                    self._cards(zone, self._loose(name), body)
            case core.Var(name, index) if len(index) < len(self.program.var_families[name].dims):
                first, size = values.family(name, index, self.program.var_families, env)
                place, member = function.temp("k"), function.temp("x")
                with function.block(
                    f"for (int {place} = {first}, {place}_n = {place} + {size}; {place} < {place}_n; {place}++)"
                ):
                    self.line(f"V {member} = s->v[{place}];")
                    body(member)
            case core.Prim("copy", (inner,)):
                self.each(inner, env, body)
            case core.Prim("range", (low, high)):
                self._range(values.value(low, env), values.value(high, env), body)
            case core.Prim(op, (seat,)) if op in AROUND:
                self._around(op, values.value(seat, env), body)
            case core.Prim("some", (one,)):
                only, there = function.keep(values.value(one, env)), function.temp("n")
                with function.block(f"for (int {there} = {only} != NONE; {there}; {there} = 0)"):  # it may be left
                    body(only)
            case core.Prim("list", members):
                if members:
                    row = function.temp("q")
                    codes = [values.value(member, env) for member in members]
                    self.line(f"V {row}[] = {{{', '.join(codes)}}};")
                    self._of_row(row, len(members), body)
            case core.Prim("winners"):
                self._of_row("s->winners", "s->winner_count", body)
            case core.Prim("top", (zone, count)):
                self._end(zone, values.value(count, env), True, env, body)
            case core.Prim("bottom", (zone, count)):
                self._end(zone, values.value(count, env), False, env, body)
            case core.Prim("flat", (lists,)) if depth_of(source.type) > 1 or not values.work.may_grow(source):
                self._flat(lists, env, body)
            case core.Prim("without", (inner, gone)):
                self._without(inner, gone, env, body)
            case core.Prim("planned"):
                self.groups.each(source, env, body, True)
            case core.Fold("all", var, inner, where, value):
                self._all(source, var, inner, where, value, env, body)
            case core.Attr(name, of) if isinstance(t.settled(source.type), t.ListOf):
                self._printed(name, values.card_place(values.value(of, env)), body)
            case core.Ask(name, args) if self._opens(source):
                define = self.program.defines[name]
                codes = [function.keep(values.value(arg, env)) for arg in args]
                self.each(define.body, {p: c for (p, _), c in zip(define.params, codes, strict=True)}, body)
            case _:
                self._in_heap(function.keep(values.value(source, env)), body)

    @staticmethod
    def settled(source: core.Expr) -> bool:
        """Whether nothing that happens meanwhile changes what a list has; `continue` ends one round then."""
        match source:
            case core.Const(tuple()):
                return True
            case core.Prim(op):
                return op in AROUND
        return False

    def each_somehow(self, source: core.Expr, env: Env, body: Body) -> None:
        """The same for whoever does not care for their order, nor how often a member comes."""
        set_ = None
        match source:
            case core.Fold("all", var, inner, where, value) if value is not None:
                self.where(None, inner, var, where, env, self._each_value(value, body), in_order=False)
                return
            case core.Ask(name, args) if self._opens(source):
                define = self.program.defines[name]
                codes = [self.values.function.keep(self.values.value(arg, env)) for arg in args]
                self.each_somehow(define.body, {p: c for (p, _), c in zip(define.params, codes, strict=True)}, body)
                return
        set_ = self.values.sets.of(source, env)
        if set_ is None:
            self.each(source, env, body)
        else:
            self.of_set(set_, body)

    def of_set(self, set_: str, body: Body) -> None:
        card = self.card()
        with self.values.function.block(each_of(card, set_)):
            body(card)

    def _each_value(self, value: core.Expr, body: Body) -> Callable[[str, Env], None]:
        return lambda member, inside: body(self.values.function.keep(self.values.value(value, inside)))

    def _opens(self, node: core.Ask) -> bool:
        """Whether what a definition lists is gone through where it is asked."""
        define = self.program.defines[node.name]
        body = define.body if define.again is None else node
        match body:
            case core.Fold("all") | core.Zone() | core.Const():
                return True
            case core.Prim(op):
                return op in ("cards", "copy", "range", "some", "list", "top", "bottom", *AROUND)
        return False

    def _of_row(self, row: str, count: int | str, body: Body) -> None:
        function = self.values.function
        place = function.temp("i")
        with function.block(f"for (int {place} = 0; {place} < {count}; {place}++)"):
            body(function.keep(self.values.module.tables.at(row, place), word="x"))

    def _in_heap(self, list_: str, body: Body) -> None:
        function = self.values.function
        place, member = function.temp("i"), function.temp("x")
        with function.block(
            f"for (V {place} = 0, {place}_n = list_length(s, {list_}); {place} < {place}_n; {place}++)"
        ):
            self.line(f"V {member} = s->heap[{list_} + 1 + {place}];")
            body(member)

    def _range(self, low: str, high: str, body: Body) -> None:
        function = self.values.function
        member, last = function.temp("x"), function.keep(high)
        first = function.keep(low)
        self.line(f"if ({last} - {first} >= LONGEST_LIST) fail(s, TOO_MUCH);")
        with function.block(f"else for (V {member} = {first}; {member} <= {last}; {member}++)"):
            body(member)

    def _around(self, op: str, seat: str, body: Body) -> None:
        function = self.values.function
        start, sign = AROUND[op]
        players = self.program.players
        code = seat if below(seat, players) else Bounded(f"within(s, {seat}, 0, PLAYERS)", players)
        first, step, member = function.keep(code), function.temp("i"), Known(function.temp("x"), players)
        with function.block(f"for (int {step} = {start}; {step} < PLAYERS; {step}++)"):
            turn = f"{first} + {step}" if sign == "+" else f"{first} - {step} + PLAYERS"
            self.line(f"V {member} = {turn};")
            self.line(f"if ({member} >= PLAYERS) {member} -= PLAYERS;")
            body(member)

    def _printed(self, name: str, place: str, body: Body) -> None:
        function = self.values.function
        row = function.keep(f"{self.values.module.tables.attribute(name)}[{place}]")
        with function.block(f"if ({row} != NONE)"):
            rows = self.values.module.tables.printed_lists
            at, member = function.temp("i"), function.temp("x")
            with function.block(f"for (V {at} = 0; {at} < {rows}[{row}]; {at}++)"):
                self.line(f"V {member} = {rows}[{row} + 1 + {at}];")
                body(member)

    # ------------------------------------------------------------------------------------------ zones

    def _loose(self, name: str) -> bool:
        return name in self.values.module.in_no_order

    def _zone(self, zone: core.Expr, env: Env, body: Body) -> None:
        number = self.values.function.keep(self.values.zone(zone, env), "int", "z")
        self._cards(number, self._loose(zone.name) if isinstance(zone, core.Zone) else None, body)

    def card(self) -> Known:
        """A name for a card that takes part."""
        return Known(self.values.function.temp("x"), len(self.program.cards))

    def _cards(self, zone: str, loose: bool | None, body: Body) -> None:
        """The cards of a zone; loose None: it is not known whether they lie in an order."""
        function = self.values.function
        if loose is None:
            function.allocates += 1
            self._in_heap(function.keep(f"zone_list(s, {zone})"), body)
            return
        member = self.card()
        if loose and self.values.module.words:
            with function.block(f"FOR_BITS({member}, s->zone[{zone}])"):
                body(member)
            return
        with function.block(f"for (V {member} = s->head[{zone}]; {member} != NIL; {member} = s->next[{member}])"):
            body(member)

    def _end(self, zone: core.Expr, count: str, top: bool, env: Env, body: Body) -> None:
        """So many cards from one end of a zone."""
        function = self.values.function
        number, left = function.keep(self.values.zone(zone, env), "int", "z"), function.temp("n")
        self.line(f"V {left} = {count};")
        loose = self._loose(zone.name) if isinstance(zone, core.Zone) else None
        if loose is False or (loose is not None and not self.values.module.words):
            member: Name = self.card()
            start, then = ("tail", "prev") if top else ("head", "next")
            with function.block(
                f"for (V {member} = s->{start}[{number}]; {left}-- > 0 && {member} != NIL; "
                f"{member} = s->{then}[{member}])"
            ):
                body(member)
            return
        function.allocates += 1
        cards, member = function.keep(f"zone_list(s, {number})"), function.temp("x")
        place = function.temp("i")
        with function.block(
            f"for (V {place} = 0, {place}_n = list_length(s, {cards}); {place} < {place}_n && {left}-- > 0; {place}++)"
        ):
            at = f"{cards} + {place}_n - {place}" if top else f"{cards} + 1 + {place}"
            self.line(f"V {member} = s->heap[{at}];")
            body(member)

    # ------------------------------------------------------------------------------------------ lists of lists

    def _all(
        self, node: core.Fold, var: str, inner: core.Expr, where: core.Expr | None, value: core.Expr | None, env: Env,
        body: Body,
    ) -> None:  # fmt: skip
        each = (lambda member, inside: body(member)) if value is None else self._each_value(value, body)
        self.where(node, inner, var, where, env, each)

    def where(
        self, node: core.Fold | None, source: core.Expr, var: str, where: core.Expr | None, env: Env,
        body: Callable[[str, Env], None], in_order: bool = True, leaves: bool = True,
    ) -> None:  # fmt: skip
        """A loop over the members of a list for which a condition holds.

        in_order: it matters in which order they come, and how often; leaves: the loop may be left before it ends.
        """
        values, function = self.values, self.values.function
        set_ = None if in_order else values.sets.of(source, env)
        holding = None
        if where is not None and isinstance(t.element(source.type), t.CardOf):
            holding = values.sets.holding(where, var, env)
        (asked,), inside = values.hoisted([None if holding else where], {var}, env)
        heavy = values.work.each(node) if node is not None and values.work.heavy(node) else 0
        if set_ is not None and heavy and not leaves:
            set_ = function.keep(wide(set_), "M", "m")
            self.line(f"pay(s, COUNT({set_}) * {heavy});")
            heavy = 0
        if set_ is not None and holding is not None and not heavy:
            self.of_set(both(set_, holding), lambda member: body(member, {**inside, var: member}))
            return

        def visit(member: str) -> None:
            names = {**inside, var: member}
            if heavy:
                self.line(f"pay(s, {heavy});")
                self.line("if (s->err) break;")
            if holding is not None:
                test = f"HAS({holding}, {member})"
                with function.block(
                    f"if ({test})" if values.takes_part(member) else f"if ({member} >= 0 && {member} < CARDS && {test})"
                ):
                    body(member, names)
            elif asked is not None:
                with function.block(f"if ({values.test(asked, names)})"):
                    body(member, names)
            else:
                body(member, names)

        groups = groups_of(source)
        if groups is not None:
            self.groups.each(groups, env, visit, in_order)
        elif set_ is None:
            self.each(source, env, visit)
        else:
            self.of_set(set_, visit)

    def _flat(self, lists: core.Expr, env: Env, body: Body) -> None:
        """A loop over the members of all lists in a list."""
        match lists:
            case core.Fold("all", var, inner, where, value) if value is not None:
                self.where(lists, inner, var, where, env, lambda _, names: self.each(value, names, body))
            case core.Prim("list", rows):
                self.each(core.Prim("concat", rows, t.element(lists.type)), env, body)
            case _:
                self.each(lists, env, lambda row: self._in_heap(row, body))

    def _without(self, inner: core.Expr, gone: core.Expr, env: Env, body: Body) -> None:
        values, function = self.values, self.values.function
        out = values.listed(gone, env)

        def visit(member: str) -> None:
            with function.block(f"if (list_find(s, {out}, {member}) < 0)"):
                body(member)

        self.each(inner, env, visit)

    # ------------------------------------------------------------------------------------------ making lists

    def listed(self, node: core.Expr, env: Env) -> str:
        """A list in the heap of what another is gone through for."""
        function, values = self.values.function, self.values
        match node:
            case core.Prim("cards", (zone,)):
                function.allocates += 1
                return function.keep(f"zone_list(s, {values.zone(zone, env)})")
            case core.Prim("concat", parts):
                return self._concat(parts, env)
            case core.Prim("flat", (lists,)) if depth_of(node.type) == 1:
                return self.collected(lambda add: self._flat(lists, env, add))
        nested = isinstance(t.settled(t.element(t.settled(node.type))), t.ListOf)
        if nested:
            return self._nested(node, env)
        return self.collected(lambda add: self.each(node, env, add))

    def collected(self, write: Callable[[Body], None]) -> str:
        """A list in the heap of all that is handed on while it is written.

        Where other lists are made meanwhile, members are put aside first: the list lies behind those.
        """
        function = self.values.function
        before, function.allocates = function.allocates, 0
        temps = function.temps
        with function.aside() as lines:
            found = function.temp("l")
            write(lambda member: self.line(f"list_add(s, {found}, {member});"))
        if not function.allocates:
            self.line(f"int {found} = list_new(s);")
            function.put(lines)
        else:
            function.temps = temps
            start, found = function.temp("n"), function.temp("l")
            self.line(f"int {start} = s->aside;")
            write(lambda member: self.line(f"put_aside(s, {member});"))
            self.line(f"int {found} = list_aside(s, {start});")
        function.allocates += before + 1
        return found

    def new(self) -> str:
        self.values.function.allocates += 1
        found = self.values.function.temp("l")
        self.line(f"int {found} = list_new(s);")
        return found

    def _concat(self, parts: tuple[core.Expr, ...], env: Env) -> str:
        def write(add: Body) -> None:
            for part in parts:
                self.each(part, env, add)

        return self.collected(write)

    def _nested(self, node: core.Expr, env: Env) -> str:
        """A list of lists: these lie behind it, so there is room made for it first."""
        function = self.values.function
        count = function.temp("n")
        keeping, self.groups.keeping = self.groups.keeping, True
        self.line(f"V {count} = 0;")
        self.each(node, env, lambda member: self.line(f"{count}++;"))
        found = self.new()
        self.line(f"for (V i = 0; i < {count}; i++) list_add(s, {found}, NONE);")
        place = function.temp("n")
        self.line(f"V {place} = 0;")
        self.each(node, env, lambda m: self.line(f"if ({place} < {count}) s->heap[{found} + 1 + {place}++] = {m};"))
        self.groups.keeping = keeping
        return found
