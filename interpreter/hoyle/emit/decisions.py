"""Decisions: what can be chosen, as Python.

Most offers let a player choose among cards that player sees, all different: their choices are kept in a table and
looked up. For the others the engine works out how each candidate looks to the player (see `hoyle.table.seen`).
"""

from __future__ import annotations

from collections import Counter

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, reads
from hoyle.emit.candidates import ONE, Candidates
from hoyle.emit.expressions import Env
from hoyle.emit.loops import Loops
from hoyle.emit.writer import Function, Place
from hoyle.plan.nodes import Site
from hoyle.plan.shown import Shown, alike, first_of

OFTEN = 3


class Decisions(Candidates):
    """Writes the sites of one module: what is asked, and what an answer means."""

    def size(self, site: Site) -> int:
        """How many nodes there are in what finds out what can be chosen."""
        if site.number not in self.sizes:
            parts = [(offer.params, offer.filters) for offer in site.choose.offers]
            self.sizes[site.number] = 10 + sum(1 for _ in below(tuple(parts)))
        return self.sizes[site.number]

    def call(self, site: Site) -> str:
        """A call of the function of a site, which sets player and choices, and says whether there are any."""
        self.emitter.want_site(site.number)
        return f"site_{site.number}(s, f)"

    def function(self, site: Site) -> Function:
        """The function of a site. What it reads often of the frame gets a name."""
        about = site.choose.offers[0].name, site.choose.span
        made = Function(self.emitter.module, f"site_{site.number}", ("s", "f"), about, pure=True)
        often = Counter(n.name for offer in site.choose.offers for n in below(offer) if isinstance(n, core.Local))
        env: dict[str, str] = {}
        for name, slot in self.emitter.plan.slots(site.number).items():
            env[name] = Place(f"f[{slot}]")
            if often[name] >= OFTEN:
                made.early.append((1, f"{self.emitter.local(name)} = {env[name]}"))
                env[name] = self.emitter.local(name)
        self.write(made, site, env)
        made.line("return True")
        made.depth -= 1
        made.line("return False")
        return made

    def write(self, function: Function, site: Site, env: Env) -> None:
        """Lines that find out what can be chosen; if there is something, player and choices are set.

        What is written behind them belongs to that case.
        """
        choose, several, shown = site.choose, site.several, site.shown
        number = site.number
        stop = "True" if choose.decline else "False"
        firsts: list[core.Offer | None] = [None for _ in choose.offers]
        one = len(choose.offers) == 1 and len(choose.offers[0].params) == 1 and not choose.decline and not alike(choose)
        quick = one and several is None and shown[0].seen and not (shown[0].parts or shown[0].late)
        if quick:
            self._choices(function, choose.offers[0], env, self._table(number, 0), shown[0])
            names = ["c"]
        elif several is not None:
            pool, got, start, want = (env[name] for name in attrs.astuple(several))
            last = f"len({pool})" if choose.up_to else f"len({pool}) - ({want} - len({got})) + 1"
            function.line(f"m = {pool}[{start}:{last}]")
            stop = "True" if choose.up_to else f"not {got}" if choose.decline else "False"
            names = ["m"]
            shown = (attrs.evolve(shown[0], by_face=False),)
        else:
            if all(how.seen for how in shown):
                firsts = [first_of(offer, how) for offer, how in zip(choose.offers, shown, strict=True)]
            names = [
                self.candidates(function, first or offer, env, shown=how)
                for first, offer, how in zip(firsts, choose.offers, shown, strict=True)
            ]
        function.line("if True:" if ONE in names else f"if {' or '.join(names)}:")
        function.depth += 1
        if quick:
            function.line("s.choices = c")
        else:
            if not all(how.seen for how in shown):
                function.line(f"s.legal = ({', '.join(names)},)")
            parts = [
                self._looked_up(function, choose, (number, index), name, how, env)
                if first is None
                else self._fanned(choose.offers[index], self._table(number, index), name)
                for index, (first, name, how) in enumerate(zip(firsts, names, shown, strict=True))
            ]
            if stop != "False":
                decline = f"T{number}_stop"
                self.emitter.tables[decline] = number, -1
                parts.append(f"(({decline}[()],) if {stop} else ())" if stop != "True" else f"({decline}[()],)")
            made = f"tuple({parts[0]})" if len(parts) == 1 else f"({', '.join(f'*{part}' for part in parts)},)"
            function.line(f"s.choices = apart(s, {number}, {made})" if alike(choose) else f"s.choices = {made}")
        function.line(f"s.player = {env[choose.you]}")

    def _table(self, number: int, index: int) -> str:
        """The table of the choices of an offer."""
        table = f"T{number}_{index}"
        self.emitter.tables[table] = number, index
        return table

    def _fanned(self, offer: core.Offer, table: str, pool: str) -> str:
        """The choices of an offer of which only the first parameter was looked for: each with every last one."""
        every = offer.params[-1].source
        assert isinstance(every, core.Const)
        self.emitter.fans[f"F{table[1:]}"] = table, every.value
        return f"chain(map(F{table[1:]}, {pool}))"

    def _looked_up(
        self,
        function: Function,
        choose: core.Choose[core.Stmt],
        place: tuple[int, int],
        pool: str,
        how: Shown,
        env: Env,
    ) -> str:
        """Lines that find the choices of an offer; hands back what they are called."""
        number, index = place
        table = self._table(number, index)
        if how.seen and pool == ONE and not how.parts:
            return f"({table}[()],)"
        if how.seen and not (how.parts or how.late):
            return f"map(G{table[1:]}, {pool})"
        offer, line, depth = choose.offers[index], function.line, function.depth
        offered = f"offered(s, {env[choose.you]}, {number}, {index}, {pool}"
        if not how.seen and not how.parts:
            return f"{offered})"
        exprs, found = Loops(self.emitter, function), function.temp("k")
        names = [function.temp("x") for _ in offer.params]
        item = names[0] if len(names) == 1 else f"({', '.join(names)})"
        inner = dict(env)
        parts = []
        if pool != ONE and how.seen and not how.twins:
            line(f"{found} = []")
            line(f"if {pool}:")
            function.depth += 1
        for part in how.parts or ():
            if part not in function.noted:
                part, extra = exprs.hoist(part, {p.name for p in offer.params}, inner)
                inner |= extra
            parts.append(part)
        inner |= {param.name: name for param, name in zip(offer.params, names, strict=True)}
        if how.twins:
            cards = [isinstance(param.type, t.CardOf) for param in offer.params]
            named = ", ".join(f"NAMED[{n}]" if card else n for n, card in zip(names, cards, strict=True))
            different = f"set(map(NAME, {pool}))" if cards == [True] else f"{{({named}) for {item} in {pool}}}"
            line(f"if len({pool}) > 1 and len({different}) < len({pool}):")
            line(f"    {found} = {offered}, None)")
            line("else:")
            function.depth += 1
        if pool == ONE and how.seen:
            told = [exprs.expr(exprs.settle(part, inner), inner) for part in parts]
            return f"({table}[{', '.join([item, *told])}],)"
        if not how.seen and not any(reads(part) & {p.name for p in offer.params} for part in parts):
            told = [exprs.expr(exprs.settle(part, inner), inner) for part in parts]
            return f"{offered}, [({', '.join(told)},)] * len({pool}))"
        if function.depth == depth or how.twins:
            line(f"{found} = []")
        last = function.temp("y") if how.seen and how.copies and not how.by_face else ""
        if last:
            line(f"{last} = -1")
        function.loop(f"for {item} in {pool}:")
        if last:
            self._once(function, item, last)
        told = []
        for part in parts:
            if part in function.noted:
                told.append(f"{function.noted[part][0]}[{names[0]}]")
            else:
                told.append(exprs.expr(exprs.settle(part, inner), inner))
        value = f"{table}[{', '.join([item, *told])}]" if how.seen else f"({', '.join(told)},)"
        line(f"{found}.append({value})")
        function.depth = depth
        return found if how.seen else f"{offered}, {found})"
