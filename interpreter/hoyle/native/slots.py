"""Zones in which the order of cards says nothing: those without one, and those that never have two where anybody looks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.core import nodes as core
from hoyle.core.walk import below, held
from hoyle.program.program import Program


def in_no_order(program: Program) -> set[str]:
    """The names of such zones. What holds one card has no order if it is seen to right behind every move into it."""
    zones = program.model.zones
    single = {name for name, zone in zones.items() if zone.capacity == 1}
    for move, then in _moves(program):
        fits = set(then.zones) if isinstance(then, core.Fit) else set()
        into = {move.to.name} if isinstance(move.to, core.Zone) else single
        single -= into - fits
    return single | {name for name, zone in zones.items() if zone.loose}


def _moves(program: Program) -> Iterator[tuple[core.Move, Any]]:
    """Every move, and the statement behind it, if there is one."""
    for body in _bodies(program):
        for step, then in zip(body, [*body[1:], None], strict=False):
            if isinstance(step, core.Move):
                yield step, then


def _bodies(program: Program) -> Iterator[tuple[Any, ...]]:
    """All rows of statements, and of other nodes."""
    for procedure in program.procedures.values():
        yield procedure.body
        for node in below(procedure.body):
            for name in held(type(node)):
                if isinstance(getattr(node, name), tuple):
                    yield getattr(node, name)
