"""Zones in which the order of cards says nothing: those without one, and those that never show two cards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.core import nodes as core
from hoyle.core.walk import STMTS, held
from hoyle.program.program import Program

HOLDING = frozenset((*STMTS, core.Offer))  # what statements stand in


def in_no_order(program: Program) -> set[str]:
    """The names of such zones. What holds one card has no order if it is seen to right behind every move into it."""
    zones = program.model.zones
    single = {name for name, zone in zones.items() if zone.capacity == 1}
    for move, then in _moves(program) if single else ():
        fits = set(then.zones) if isinstance(then, core.Fit) else set()
        into = {move.to.name} if isinstance(move.to, core.Zone) else single
        single -= into - fits
    return single | {name for name, zone in zones.items() if zone.loose}


def _moves(program: Program) -> Iterator[tuple[core.Move, Any]]:
    """Every move, and the statement behind it, if there is one."""
    for procedure in program.procedures.values():
        for row in _rows(procedure.body):
            for step, then in zip(row, [*row[1:], None], strict=False):
                if isinstance(step, core.Move):
                    yield step, then


def _rows(row: Any) -> Iterator[tuple[Any, ...]]:
    """A row of statements, and all that stand in them."""
    yield row
    for node in row:
        kind: Any = type(node)
        if kind in HOLDING:
            inner = (getattr(node, name) for name in held(kind))
            yield from (found for part in inner if isinstance(part, tuple) for found in _rows(part))
