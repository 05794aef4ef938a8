"""An action offered to a player by nobody: for questions about the table that no decision asks."""

from __future__ import annotations

from collections.abc import Mapping

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.lower.statements import Statements
from hoyle.program.program import Program
from hoyle.program.specialise import Specialiser


def offered(
    program: Program, action: str, seat: int, given: Mapping[str, core.Value]
) -> tuple[list[core.Let], core.Choose[core.Stmt]]:
    """The decision that offers only this action, and the locals that must be bound before it is judged."""
    types = {name: type_ for name, type_, source, _ in program.model.actions[action].params if source is None}
    values = tuple((name, core.Const(given[name], type_)) for name, type_ in types.items())
    offer = core.Offer(action, values, (), (), (), ())
    choose: core.Choose[core.Said] = core.Choose(core.Const(seat, t.SEAT), "you", (offer,), None, False, False, (), ())
    *before, made = Statements(program, Specialiser(program)).lowered(choose)
    assert isinstance(made, core.Choose)
    return [let for let in before if isinstance(let, core.Let)], made
