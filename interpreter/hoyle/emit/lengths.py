"""How long definitions, procedures and decisions are, in nodes: what is short is written out where it is asked.

There is one measure of short for all of them. What is charged for by itself is never short: the charge stands in its
function.
"""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.plan.nodes import Site
from hoyle.plan.tables import Tables, members
from hoyle.program.program import Define, Procedure, Program
from hoyle.program.work import Work

TINY = 20  # how many nodes a definition has that is as quickly worked out as looked up
SHORT = 80  # how many nodes a definition or a procedure may have
WHOLE = 150  # and with all that is written out in it
BLOCK = 300  # how many nodes a block or a decision may have
OWN = (core.Let, core.Each, core.Loop, core.Return, core.Choose, core.Do)  # what needs locals, or a function


def nodes(part: Any) -> int:
    return sum(1 for _ in below(part))


class Lengths:
    """The lengths of one program."""

    def __init__(self, program: Program, tables: Tables, work: Work) -> None:
        self.program, self.tables, self.work = program, tables, work
        self.defines: dict[str, bool] = {}
        self.whole: dict[str, int] = {}
        self.procedures: dict[str, bool] = {}
        self.sites: dict[int, int] = {}

    def short(self, define: Define) -> bool:
        """Whether a definition is written out where it is asked."""
        if define.again is not None:
            return False
        if define.name not in self.defines:
            asks = [self.program.defines[n.name] for n in below(define.body) if isinstance(n, core.Ask)]
            inner = [asked for asked in asks if self.tables.row(asked) is None and self.short(asked)]
            own = self.whole[define.name] = nodes(define.body)
            self.whole[define.name] += sum(self.whole[asked.name] for asked in inner)
            short = own <= SHORT and self.whole[define.name] <= WHOLE and not self.work.entry(define)
            short = short and not (own > TINY and self.few_answers(define))
            self.defines[define.name] = short
        return self.defines[define.name]

    def few_answers(self, define: Define) -> int:
        """How large a table of all that a definition can say is, if it is worth one in a loop; 0 if not."""
        if len(define.params) != 1 or isinstance(define.params[0][1], t.CardOf):
            return 0
        costly = any(isinstance(n, (core.Fold, core.Ask)) for n in below(define.body))
        return len(members(self.program, define.params[0][1])) if costly else 0

    def small(self, procedure: Procedure) -> bool:
        """Whether a procedure is written out where it is performed."""
        if procedure.name not in self.procedures:
            own = procedure.returns or any(isinstance(n, OWN) for n in below(procedure.body))
            short = not own and nodes(procedure.body) <= SHORT and not self.work.entry(procedure)
            self.procedures[procedure.name] = short
        return self.procedures[procedure.name]

    def decision(self, site: Site) -> int:
        """How much it takes to find out what can be chosen."""
        if site.number not in self.sites:
            self.sites[site.number] = 10 + nodes(tuple((offer.params, offer.filters) for offer in site.choose.offers))
        return self.sites[site.number]
