"""Definitions that look at nothing but one card, seat, member of a kind or small number: their values in a row."""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.program.fixed import Fixed
from hoyle.program.program import Define, Program

FEW = 60


class Tables:
    """The rows of one program, each worked out when it is first asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.fixed = Fixed(program)
        self.known: dict[str, tuple[Any, ...] | None] = {}

    def row(self, define: Define) -> tuple[Any, ...] | None:
        """What a definition says of each value of its parameter, at the value's number; None if it is no such one."""
        if define.name not in self.known:
            self.known[define.name] = None
            type_ = define.params[0][1] if len(define.params) == 1 else None
            values = members(self.program, type_)
            if values and self.fixed.definition(define.name):
                name, row = define.params[0][0], list[Any]([[]])
                with self.program.beforehand() as evaluator:
                    row = [None if one is None else evaluator.expr(define.body, {name: one}) for one in values]
                if not any(isinstance(value, list) for value in row):
                    self.known[define.name] = tuple(row)
        return self.known[define.name]


def members(program: Program, type_: t.Type | None) -> list[int | None]:
    """All values of a type that has few, at their numbers; None where there is none."""
    match type_:
        case t.CardOf(name):
            return [c.number if name in (None, c.cards) else None for c in program.all_cards]
        case t.Kind(name):
            numbers = program.model.kinds[name].numbers
            return [*[None] * numbers.start, *numbers]
        case t.Seat():
            return list(range(program.players))
        case t.Numbers(int() as low, int() as high) if 0 <= low <= high <= FEW:
            return [None] * low + list(range(low, high + 1))
    return []
