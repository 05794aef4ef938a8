"""The cards that an ability belongs to, and which ability a clause is about."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.check.record import Symbol
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, put
from hoyle.syntax import tree


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

    def you(self, expr: core.Expr | None) -> core.Expr | None:
        """The expression with `you` put in."""
        by = attrs.evolve(self.by, type=t.SEAT)
        return None if expr is None else put(expr, {"you": by})


def ability_of(world: World, target: tree.Target) -> tree.Ability | None:
    """The ability that `owl.on_entry` names."""
    wanted = (target.name.text, target.clause.text if target.clause else None)
    abilities = (decl for decl in world.decls() if isinstance(decl, tree.Ability))
    return next((ability for ability in abilities if (ability.card.text, ability.timing.text) == wanted), None)


def name_ability(world: World, target: tree.Target) -> None:
    """Note which card and which timing class `owl.on_entry` names."""
    found = ability_of(world, target)
    if found is not None and target.clause is not None:
        world.record.use(world.record.symbols.get(found.card.span), target.name.span)
        world.record.name(target.clause.text, target.clause.span)
