"""Exploring in C: the same tables in the same order, many times as fast. What it finds is told in Python.

What C cannot do, or gives up, is explored in Python as if nobody had tried.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.diagnostics import HoyleError
from hoyle.explore.explored import CHOICES, CONSERVATION, Broken, Refuted, countless, enough_tables
from hoyle.explore.sameness import Sameness
from hoyle.native import explorer as c
from hoyle.native.compile import NoCompiler, compiled, compiler
from hoyle.native.explorer import Asked, Exchanged, Explorer, Sort
from hoyle.native.library import Library
from hoyle.native.module import Module
from hoyle.plan.plan import Plan
from hoyle.program.program import Define
from hoyle.program.set_out import drawn
from hoyle.run.game import Game
from hoyle.table.script import Open

if TYPE_CHECKING:
    from hoyle.explore.search import Search

LOOK = 4_096  # steps between two looks at clock and memory
FLAGS: tuple[str, ...] = ()  # for the compiler, besides those it always gets


class InC:
    """Visits the tables of a search."""

    def __init__(self, search: Search, explorer: Explorer) -> None:
        self.search, self.explorer, self.found = search, explorer, search.found
        self.verified = 0

    def run(self) -> bool:
        """Whether it can be relied on: what C has given up, or Python does not see, is of no use."""
        done, numbers = c.MORE, self.explorer.found
        try:
            while done == c.MORE:
                done = self.explorer.run(LOOK)
                self._verify()
                if done == c.MORE:
                    self.search.look(numbers.visited, numbers.tables)
        finally:
            self._take()
        if done == c.UNABLE or not self._refused():
            return False
        if done == c.COUNTLESS:
            return self._countless()
        if done == c.ENOUGH:
            raise enough_tables(self.found)
        if done == c.BROKEN_OFF:
            raise Broken
        self.search.straight = not self.explorer.goes_round()
        return True

    def _verify(self) -> None:
        """The tables that C has gone on from, as far as they are tried."""
        search, sameness = self.search, self.search.sameness
        if sameness.left <= 0 or len(sameness.exchanges) < 2:
            return
        search.parents, search.steps = self.explorer.parents, self.explorer.steps
        while sameness.left > 0 and self.verified <= min(self.explorer.found.table, len(search.parents) - 1):
            sameness.verify(search.table(self.verified))
            self.verified += 1

    def _take(self) -> None:
        """What C has found, as if it had been found here."""
        search, found, made, numbers = self.search, self.found, self.explorer, self.explorer.found
        search.parents, search.steps, search.follow, search.ends = made.parents, made.steps, made.follow, made.ends
        found.states, found.edges, found.over, found.depth = numbers.tables, numbers.edges, numbers.over, numbers.depth
        found.bounded = bool(numbers.bounded)
        found.reached = {number: table for number, table in enumerate(made.reached) if table >= 0}
        found.refuted = {number: Refuted(table) for number, table in enumerate(made.refuted) if table >= 0}
        if numbers.lost >= 0:
            found.refuted[CONSERVATION] = Refuted(numbers.lost)

    def _refused(self) -> bool:
        """If C has come to a step that cannot be done, why; and whether Python says so too."""
        table, choice, ranks = self.explorer.found.failed_table, self.explorer.found.failed_choice, self.explorer.failed
        if table == c.NOWHERE:
            return True
        try:
            self.search.chance.step(self.search.table(table), choice, ranks)
        except HoyleError as error:
            self.found.refuted[CHOICES] = Refuted(table, (choice, ranks), error.diagnostics[0].message)
            return True
        return False

    def _countless(self) -> bool:
        """Chance could bring more in a step than can be tried: Python says how much."""
        numbers = self.explorer.found
        try:
            self.search.chance.step(self.search.table(numbers.table), numbers.choice, self.explorer.telling)
        except Open as more:
            raise countless(more) from None
        return False


class Written:
    """A search written in C, for whoever wants it compiled."""

    def __init__(self, search: Search, module: Module, text: str) -> None:
        self.search, self.module, self.text = search, module, text

    def explorer(self, only_before: bool = False) -> Explorer | None:
        """What searches; None if it cannot be had after all. only_before: only if it was compiled before."""
        try:
            library = Library(self.module, compiled(self.text, FLAGS, only_before))
        except NoCompiler:
            return None
        made = Explorer(library, _asked(self.search, self.module))
        return made if made.ready else None


def written(search: Search) -> Written | None:
    """A search in C; None where there is no compiler, or C has no form for something."""
    program = search.game.program
    if program.deals is not None:
        return None  # what is noted of a deal tells tables apart, and C notes only that something is
    asked = {f"property'{n}": Define(f"property'{n}", (), program.properties[n][1], t.YES_NO) for n, *_ in search.tests}
    program = attrs.evolve(program, defines={**program.defines, **asked})
    try:
        compiler(os.environ.get("CC"))
        module = Module(Plan(program), search.game.first_values, search.chance.drawn, tuple(asked))
        return Written(search, module, module.text())
    except NoCompiler:
        return None


def _asked(search: Search, module: Module) -> Asked:
    """What is asked of C. The module is written: its frames and endings have their numbers."""
    program, sorts = search.game.program, _Sorts(search.sameness)
    notes = [(program.var_families[promise.var].base, promise.number) for promise in program.promises]
    stopped = [program.stopped_by(name) for name in module.endings]
    return Asked(
        exchanges=sorts.exchanged(),
        values=sorts.values(search.game),
        cells=[
            [sorts(type_) for type_ in module.layouts.get(n, ())] for n in range(max(module.layouts, default=0) + 1)
        ],
        tests=[(n, c.KINDS.index(kind), module.endings.get(point or "", -1)) for n, kind, point, _ in search.tests],
        notes=notes,
        stopped_by=[-1 if number is None else number for number in stopped] or [-1],
        properties=len(program.properties),
        limit=search.limits.states or 0,
        orders=search.chance.orders or 0,
    )


class _Sorts:
    """What values are to C, by their types: what `Exchange.convert` makes of them."""

    def __init__(self, sameness: Sameness) -> None:
        self.exchanges = sameness.exchanges
        self.kinds = list(self.exchanges[0].kinds) if self.exchanges else []

    def __call__(self, type_: t.Type | None) -> Sort:
        match type_:
            case t.CardOf():
                return c.A_CARD, 0
            case t.Kind(name) if name in self.kinds:
                return c.A_KIND + self.kinds.index(name), 0
            case t.Seat():
                return c.A_SEAT, 0
            case t.ZoneOf():
                return c.A_ZONE, 0
            case t.Maybe(of):
                return self(of)
            case t.ListOf(of):
                how, depth = self(of)
                return how, depth + 1
            case t.Broken():
                return c.UNKNOWN, 0
        return c.STAYS, 0

    def values(self, game: Game) -> list[Sort]:
        """Of all values of variables, in the order of their places."""
        program, model = game.program, game.model
        options = {drawn(name): option.type for name, option in model.options.items()}
        found = [(c.STAYS, 0)] * program.values
        for name, family in program.var_families.items():
            declared = model.vars.get(name)
            type_ = declared.type if declared is not None else options.get(name)
            found[family.base : family.base + family.size] = [self(type_)] * family.size
        return found

    def exchanged(self) -> list[Exchanged]:
        """What becomes of everything in each exchange."""
        made = []
        for exchange in self.exchanges:
            cards = [exchange.card(card.number) for card in exchange.game.cards]
            kinds = [exchange.kinds[name] for name in self.kinds]
            made.append(Exchanged(cards, exchange.zones, list(exchange.seats), exchange.places, kinds))
        return made
