"""The cards that an ability belongs to, and which ability a clause is about."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.check.record import Symbol
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, put
from hoyle.source import Span
from hoyle.syntax import tree

Perhaps = core.Expr | None


@attrs.define
class Bearer:
    """The cards an ability belongs to: `this` is one of them, `you` whoever `by` says."""

    cards: core.Expr
    type: t.CardOf
    by: core.Expr
    holds_while: core.Expr | None
    label: str
    symbol: Symbol | None = None

    @property
    def active(self) -> core.Expr | None:
        """What must hold of `this` for its clauses to count."""
        known = None
        if isinstance(self.by.type, t.Maybe):
            known = core.Prim("is not", (self.by, core.Const(None, t.NEVER)), t.YES_NO)
        return conjunction([self.holds_while, known])

    @property
    def seat(self) -> core.Expr:
        """Whose `this` is, where it is known that it is somebody's."""
        return attrs.evolve(self.by, type=t.SEAT)

    def you(self, expr: core.Expr | None) -> core.Expr | None:
        """The expression with `you` put in."""
        return None if expr is None else put(expr, {"you": self.seat})

    def one(self, param: core.Local | None, when: Perhaps, value: Perhaps) -> tuple[Perhaps, Perhaps]:
        """When a clause counts, and what it gives, of the bearer that a parameter is; else of the first there is."""
        if param is not None:
            bears = core.Prim("in", (param, self.cards), t.YES_NO)
            this: core.Expr = attrs.evolve(param, type=self.type)
            holds = conjunction([bears, None if when is None else put(when, {"this": this})])
        else:
            this = core.Fold("first", "this", self.cards, when, None, self.type)
            holds = core.Fold("any", "this", self.cards, when, None, t.YES_NO)
        return holds, None if value is None else put(value, {"this": this})

    def every(
        self, fold: str, param: core.Local | None, when: Perhaps, value: core.Expr, type_: t.Type, span: Span
    ) -> tuple[Perhaps, core.Expr]:
        """The same, but if no parameter is a bearer, of all of them together."""
        value = self.you(value) or value
        if param is None:
            return None, core.Fold(fold, "this", self.cards, when, value, type_, span=span, origin=core.Origin.BEARERS)
        when, swapped = self.one(param, when, value)
        return when, swapped or value


def ability_of(world: World, target: tree.Target) -> tree.Ability | None:
    """The ability that `owl.on_entry` names."""
    wanted = (target.name.text, target.clause.text if target.clause else None)
    return next((found for found in world.each(tree.Ability) if (found.card.text, found.timing.text) == wanted), None)


def name_ability(world: World, target: tree.Target) -> None:
    """Note which card and which timing class `owl.on_entry` names."""
    found = ability_of(world, target)
    if found is not None and target.clause is not None:
        world.record.use(world.record.symbols.get(found.card.span), target.name.span)
        world.record.name(target.clause.text, target.clause.span)
