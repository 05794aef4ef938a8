"""What can be chosen, in C: candidates in their order, without those that a rule forbids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.native.writer import wide

if TYPE_CHECKING:
    from hoyle.native.values import Values

Env = dict[str, str]


class Candidates:
    """Writes what finds them out. enough: how many an obligation must leave to bind, as C."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.module = values.module

    # ------------------------------------------------------------------------------------------ lists

    def pool(self, choose: core.Choose[core.Stmt], env: Env, enough: str) -> str:
        """The legal values of the only parameter of the only offer, as a list."""
        function, offer = self.values.function, choose.offers[0]
        function.allocates += 1
        if offer.params[0].groups:
            function.line(f"rows_start(s, {self.module.tables.cells(offer)[-1]});")
            self.offer(0, offer, env, enough, choose.weighted)
            return function.keep("rows_of_groups(s)")
        if not offer.filters and (choose.weighted or self._different(offer)):
            param = offer.params[0]
            loops = self.values.loops
            return loops.collected(
                lambda add: loops.where(None, param.source, param.name, param.where, env, lambda member, _: add(member))
            )
        function.line("rows_start(s, 2);")
        self.offer(0, offer, env, enough, choose.weighted)
        return function.keep("rows_listed(s)")

    def _different(self, offer: core.Offer) -> bool:
        return all(self.module.sight.different(param.source) for param in offer.params)

    # ------------------------------------------------------------------------------------------ rows

    def rows(self, choose: core.Choose[core.Stmt], env: Env) -> None:
        """The rows of all offers, in the state."""
        self.values.function.line(f"rows_start(s, {max(self.module.tables.cells(o)[-1] for o in choose.offers)});")
        for number, offer in enumerate(choose.offers):
            self.offer(number, offer, env, "1", choose.weighted)

    def is_set(self, offer: core.Offer) -> bool:
        """Whether the candidates of an offer can be had as a set, whose order is theirs."""
        if len(offer.params) != 1 or not isinstance(offer.params[0].type, t.CardOf) or not self._different(offer):
            return False
        return bool(self.module.words) and self._in_order_of_numbers(offer.params[0].source)

    def as_set(self, choose: core.Choose[core.Stmt], env: Env) -> None:
        """The choices of a decision as a set, in the state."""
        offer = choose.offers[0]
        set_ = self._as_set(offer, env)
        assert set_ is not None
        self.values.function.line(f"rows_of_set(s, {self._allowed(offer, env, '1', set_)});")

    def offer(self, number: int, offer: core.Offer, env: Env, enough: str, weighted: bool) -> None:
        function = self.values.function
        with function.block(""):
            set_ = self._as_set(offer, env) if not weighted and self._different(offer) else None
            if set_ is not None:
                self._from_set(number, offer, env, enough, set_)
                return
            start = function.temp("n")
            function.line(f"int {start} = s->choices;")
            self._nested(number, offer, 0, env, [])
            if not weighted and not self._different(offer):
                function.line(f"rows_once(s, {start});")
            for rule in offer.filters:
                self._filtered(number, offer, rule, env, enough, start)

    def _nested(self, number: int, offer: core.Offer, depth: int, env: Env, values: list[str]) -> None:
        """A loop for each parameter, and in the innermost one a row."""
        function = self.values.function
        if depth == len(offer.params):
            row = function.temp("r")
            with function.block(""):
                function.line(f"V *{row} = row_new(s);")
                function.line(f"{row}[0] = {number};")
                cells = self.module.tables.cells(offer)
                for place, end, value, param in zip(cells, cells[1:], values, offer.params, strict=False):
                    if param.groups:
                        function.line(f"group_put(s, {row} + {place}, {end - place - 1}, {value});")
                    else:
                        function.line(f"{row}[{place}] = {value};")
                function.line(f"for (int k = {cells[-1]}; k < s->stride; k++) {row}[k] = 0;")
            return
        param = offer.params[depth]
        if self.values.work.heavy_offer(offer) and depth == len(offer.params) - 1:
            each = self.values.work.candidates(offer)[1]
        else:
            each = 0

        def visit(member: str, inside: Env) -> None:
            kept = function.keep(member)
            if each:
                function.line(f"pay(s, {each});")
                function.line("if (s->err) break;")
            self._nested(number, offer, depth + 1, {**inside, param.name: kept}, [*values, kept])

        self.values.loops.where(None, param.source, param.name, param.where, env, visit)

    def _filtered(self, number: int, offer: core.Offer, rule: core.Filter, env: Env, enough: str, start: str) -> None:
        values, function = self.values, self.values.function
        names = {param.name for param in offer.params}
        (when, waived, test), inside = values.hoisted([rule.when, rule.waived, rule.test], names, env)
        bound, wrong, place, row = (function.temp(word) for word in ("n", "n", "i", "r"))
        function.line(f"V {bound} = 0, {wrong} = 0;")
        with function.block(f"for (int {place} = {start}, end = s->hp; {place} < s->choices; {place}++, s->hp = end)"):
            function.line(f"V *{row} = s->heap + s->rows + {place} * s->stride;")
            own = dict(inside)
            for at, param in zip(self.module.tables.cells(offer), offer.params, strict=False):
                function.allocates += param.groups
                own[param.name] = function.keep(f"group_taken(s, {row} + {at})" if param.groups else f"{row}[{at}]")
            if when is not None:
                function.line(f"if (!({values.test(when, own)})) continue;")
            if waived is not None:
                function.line(f"if ({values.test(waived, own)}) continue;")
            function.line(f"{bound}++;")
            function.line(f"if (!({values.test(test, own)})) {{ {row}[0] = -1; {wrong}++; }}")
        keep = f"{bound} - {wrong} < {enough}" if rule.if_able else "0"
        function.line(f"if ({wrong}) rows_without(s, {start}, {number}, {keep});")

    # ------------------------------------------------------------------------------------------ sets

    def _as_set(self, offer: core.Offer, env: Env) -> str | None:
        """The candidates of an offer of one card, if there is a quick way to have them as a set."""
        if len(offer.params) != 1 or not isinstance(offer.params[0].type, t.CardOf):
            return None
        param = offer.params[0]
        set_ = self.values.sets.of(param.source, env)
        if set_ is None:
            return None
        set_ = wide(set_)
        if param.where is not None:
            set_ = f"{set_} & {self._holding(param.where, param.name, env, set_)}"
        return set_

    def _holding(self, test: core.Expr, name: str, env: Env, among: str) -> str:
        """The cards for which a condition holds, one by one where there is no quicker way."""
        values, function = self.values, self.values.function
        found = values.sets.holding(test, name, env)
        if found is not None:
            return found
        found, card = function.temp("m"), values.loops.card()
        function.line(f"M {found} = NOBODY;")
        (asked,), inside = values.hoisted([test], {name}, env)
        with function.block(f"FOR_BITS({card}, {among})"):
            function.line(f"if ({values.test(asked, {**inside, name: card})}) {found} |= BIT({card});")
        return found

    def _allowed(self, offer: core.Offer, env: Env, enough: str, set_: str) -> str:
        """What of a set no rule forbids."""
        function, name = self.values.function, offer.params[0].name
        all_ = function.temp("m")
        function.line(f"M {all_} = {set_};")
        for rule in offer.filters:
            with function.block(f"if (SOME({all_}))"):
                bound, right = function.temp("m"), function.temp("m")
                function.line(f"M {bound} = {all_};")
                if rule.when is not None:
                    function.line(f"{bound} &= {self._holding(rule.when, name, env, bound)};")
                if rule.waived is not None:
                    function.line(f"{bound} &= ~{self._holding(rule.waived, name, env, bound)};")
                function.line(f"M {right} = {bound} & {self._holding(rule.test, name, env, bound)};")
                able = f"SOME({right})" if enough == "1" else f"COUNT({right}) >= {enough}"
                function.line(f"{f'if ({able}) ' if rule.if_able else ''}{all_} &= ~({bound} & ~{right});")
        return all_

    def _from_set(self, number: int, offer: core.Offer, env: Env, enough: str, set_: str) -> None:
        function = self.values.function
        all_ = self._allowed(offer, env, enough, set_)
        card = self.values.loops.card()

        def row(member: str) -> None:
            function.line(f"row_card(s, {number}, {member});")

        if self._in_order_of_numbers(offer.params[0].source):
            with function.block(f"FOR_BITS({card}, {all_})"):
                row(card)
            return

        def visit(member: str) -> None:
            with function.block(f"if (HAS({all_}, {member}))"):
                row(member)

        with function.block(f"if (SOME({all_}))"):
            self._in_order(offer.params[0].source, env, visit)

    def _in_order(self, source: core.Expr, env: Env, visit: object) -> None:
        """Go through a list whose conditions were asked already."""
        assert callable(visit)
        while isinstance(source, core.Fold) and source.kind == "all" and source.value is None:
            source = source.source
        self.values.loops.each(source, env, visit)

    def _in_order_of_numbers(self, source: core.Expr) -> bool:
        zones = self.module.program.model.zones
        match source:
            case core.Fold("all", _, inner, _, None):
                return self._in_order_of_numbers(inner)
            case core.Prim("cards", (core.Zone(name),)):
                return zones[name].loose
            case core.Zone(name, type=t.ZoneOf()):
                return zones[name].loose
            case core.Const(tuple() as cards):
                return list(cards) == sorted(cards)
        return False
