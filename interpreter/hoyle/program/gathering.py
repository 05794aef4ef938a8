"""Which cards a move takes, as the log tells of it: all there are, what lies in some zones, or those it names.

The engine and the reference both ask here, so what happens and what is told does not depend on how a move is performed.
"""

from __future__ import annotations

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.program.program import Program


def on_top(node: core.Move) -> bool:
    return node.spot in ("", "top")


def every_card(program: Program, node: core.Move) -> bool:
    """Whether a move gathers every card there is, on the side that is usual where they go."""
    usual = program.model.zones[node.to.name].facing if isinstance(node.to, core.Zone) else None
    named = isinstance(node.cards, core.Const) and node.cards.value == tuple(range(len(program.cards)))
    return named and on_top(node) and node.facing in (None, usual)


def whole_zones(node: core.Move) -> core.Expr | None:
    """The zone, or the family of zones, of which a move takes whatever lies there; what is at its goal already stays.

    With a side said all are taken one by one, since those at the goal may have to be turned.
    """
    if not on_top(node) or node.facing is not None:
        return None
    match node.cards:
        case core.Zone() as family if not isinstance(family.type, t.ZoneOf):
            return family
        case core.Prim("cards", (zone,)):
            return zone
    return None
