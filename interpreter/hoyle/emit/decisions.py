"""Decisions: what can be chosen, as Python.

Most offers let a player choose among cards that player sees, all different: their choices are kept in a table and
looked up. For the others the engine works out how each candidate looks to the player (see `hoyle.table.seen`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.emit.candidates import ONE, Wanted, candidates, unlike
from hoyle.emit.early import hoist
from hoyle.emit.expressions import Env
from hoyle.emit.lines import Lines
from hoyle.emit.writer import Function, Place
from hoyle.plan.nodes import Site
from hoyle.plan.shown import alike

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


def site_function(emitter: Emitter, site: Site) -> Function:
    """A function that sets player and choices, and says whether there are any."""
    about = site.choose.offers[0].name, site.choose.span
    function = Function(emitter.module, f"site_{site.number}", ("s", "f"), about, pure=True)
    env = {name: Place(f"f[{slot}]") for name, slot in emitter.plan.slots(site.number).items()}
    Decision(emitter, function, site, env).write()
    function.line("return True")
    function.depth -= 1
    function.line("return False")
    return function


def decider(choose: core.Choose[core.Stmt]) -> str:
    """The local that is whoever decides."""
    return choose.who.name if isinstance(choose.who, core.Local) else choose.you


def eyes(emitter: Emitter, choose: core.Choose[core.Stmt], env: Env) -> str:
    """Whoever decides, by the number of what is seen then."""
    who = env[decider(choose)]
    return who if choose.acting is None else f"both({emitter.program.players}, {who}, {env[choose.you]})"


class Decision:
    """Writes one decision."""

    def __init__(self, emitter: Emitter, function: Function, site: Site, env: Env) -> None:
        self.emitter, self.function, self.site, self.env = emitter, function, site, env
        self.choose, self.shown = site.choose, site.shown
        if site.several is not None:
            self.shown = (attrs.evolve(site.shown[0], by_face=False),)
        self.lines = Lines(emitter, function)

    def write(self) -> None:
        """Lines that find out what can be chosen; if there is something, player and choices are set.

        What is written behind them belongs to that case.
        """
        line, number = self.function.line, self.site.number
        pools = self._pools()
        line("if True:" if ONE in pools or self.choose.declined else f"if {' or '.join(pools)}:")
        self.function.depth += 1
        if not all(how.seen for how in self.shown):
            line(f"s.legal = ({', '.join(pools)},)")
        parts = [*(self._choices(index, pool) for index, pool in enumerate(pools)), *self._stop()]
        made = f"tuple({parts[0]})" if len(parts) == 1 else f"({', '.join(f'*{part}' for part in parts)},)"
        line(f"s.choices = apart(s, {number}, {made})" if alike(self.choose) else f"s.choices = {made}")
        line(f"s.player = {self.who}")

    @property
    def who(self) -> str:
        """Who decides."""
        return self.env[decider(self.choose)]

    def _pools(self) -> list[str]:
        """Lines for the candidates of all offers; hands back what their lists are called."""
        if self.site.several is None:
            offers = zip(self.choose.offers, self.shown, strict=True)
            return [candidates(self.lines, offer, self.env, Wanted(shown=how)) for offer, how in offers]
        pool, got, start, want = (self.env[name] for name in attrs.astuple(self.site.several))
        last = f"len({pool})" if self.choose.up_to else f"len({pool}) - ({want} - len({got})) + 1"
        self.function.line(f"m = {pool}[{start}:{last}]")
        return ["m"]

    def _stop(self) -> list[str]:
        """The choice to decline, or to take no more, where there is one."""
        several, decline = self.site.several is not None, f"T{self.site.number}_stop"
        if not (self.choose.decline or (several and self.choose.up_to)):
            return []
        self.emitter.tables[decline] = self.site.number, -1
        if several and not self.choose.up_to:
            assert self.site.several is not None
            return [f"(({decline}[()],) if not {self.env[self.site.several.got]} else ())"]
        if self.site.declined is None:
            return [f"(unsaid(s, {self.site.number}),)"]
        told = [self.lines.value(part, self.env) for part in self.site.declined]
        return [f"({decline}[{', '.join(['()', *told])}],)"]

    # ------------------------------------------------------------------------------------------ one offer

    def _choices(self, index: int, pool: str) -> str:
        """Lines that find the choices of an offer; hands back what they are called."""
        how, table = self.shown[index], f"{self.site.number}_{index}"
        self.emitter.tables[f"T{table}"] = self.site.number, index
        if how.seen and not (how.parts or how.late):
            return f"map(G{table}, {pool})"
        offered = f"offered(s, {eyes(self.emitter, self.choose, self.env)}, {self.site.number}, {index}, {pool}"
        return self._told(index, pool, offered) if how.seen or how.parts else f"{offered})"

    def _told(self, index: int, pool: str, offered: str) -> str:
        """The same where the table, or the engine, has to know what the text tells of each candidate."""
        how, offer = self.shown[index], self.choose.offers[index]
        function, line = self.function, self.function.line
        depth, found = function.depth, function.temp("k")
        names = [function.temp("x") for _ in offer.params]
        item = names[0] if len(names) == 1 else f"({', '.join(names)})"
        line(f"{found} = []")
        line(f"if {pool}:")
        function.depth += 1
        if how.twins:
            line(f"if {_same_names(offer, pool, item, names)}:")
            line(f"    {found} = {offered}, None)")
            line("else:")
            function.depth += 1
        inner = dict(self.env)
        parts = [hoist(self.lines, part, {p.name for p in offer.params}, inner) for part in how.parts or ()]
        inner |= {param.name: name for param, name in zip(offer.params, names, strict=True)}
        last = function.temp("y") if how.seen and how.copies and not how.by_face else ""
        if last:
            line(f"{last} = -1")
        function.loop(f"for {item} in {pool}:")
        if last:
            unlike(function, item, last)
        told = [self.lines.value(part, inner) for part in parts]
        looked_up = f"T{self.site.number}_{index}[{', '.join([item, *told])}]"
        one = looked_up if how.seen else f"({', '.join(told)},)"
        line(f"{found}.append({one})")
        function.depth = depth
        return found if how.seen else f"{offered}, {found})"


def _same_names(offer: core.Offer, pool: str, item: str, names: Sequence[str]) -> str:
    """Whether two candidates are called the same."""
    cards = [isinstance(param.type, t.CardOf) for param in offer.params]
    named = ", ".join(f"NAMED[{n}]" if card else n for n, card in zip(names, cards, strict=True))
    different = f"set(map(NAME, {pool}))" if cards == [True] else f"{{({named}) for {item} in {pool}}}"
    return f"len({pool}) > 1 and len({different}) < len({pool})"
