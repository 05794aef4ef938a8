"""Lower: from a checked model to a program, for one number of players and one setting of the options.

The table is set out (see `program/set_out.py`); hooks, endings and checks are woven into procedures. What remains is a
handful of node kinds (see `core/nodes.py`): no `Resolve`, `Usual`, `Bracket`, `Together` or ordered `Each`.
"""

from __future__ import annotations

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.lower.inline import inline
from hoyle.lower.statements import Statements
from hoyle.program.clauses import procedure_body
from hoyle.program.program import Procedure, Program
from hoyle.program.promise import Watched
from hoyle.program.set_out import dimension, drawn, set_out
from hoyle.program.specialise import Specialiser


def lower(
    game: model.Model, players: int, options: dict[str, core.Value], watched: Watched = False, whole: bool = False
) -> Program:
    """Assumes a model without errors, and values that fit. watched: what is looked at in the middle of play.

    whole: every procedure stays as it is, and none is written out in another.
    """
    program, specialise = set_out(game, players, options, watched)
    _procedures(program, specialise)
    if not whole:
        program.procedures = inline(program.procedures)
    program.properties = [(p, specialise(p.test)) for p in game.properties]
    return program


# ---------------------------------------------------------------------------------------------- procedures


def _procedures(program: Program, specialise: Specialiser) -> None:
    made = Statements(program, specialise)
    for name, procedure in program.model.procedures.items():
        body = procedure_body(program.model, procedure, [p for p in program.promises if p.property.point == name])
        if name == "flow":
            body = (*_draws(program), *body, core.End("", core.Const((), t.ListOf(t.SEAT))))
        made.add(name, procedure.params, body, procedure.type is not None)
    made.finish()
    deciding, checks = _deciding(made.procedures), {check.proc for check in made.checks}
    for name, (params, stmts, returns) in made.procedures.items():
        program.procedures[name] = Procedure(name, params, stmts, name in deciding, returns, name in checks)


def _draws(program: Program) -> tuple[core.Said, ...]:
    """Options that chance decides when the game starts."""
    found: list[core.Said] = []
    for name, value in program.options.items():
        if value is not None:
            continue
        option = program.model.options[name]
        low, count = dimension(program, option.type)
        values = core.Const(tuple(range(low, low + count)), t.ListOf(option.type))
        param = core.Param(f"{name}'value", values, None, option.type)
        then = core.Set(drawn(name), (), core.Local(param.name, option.type))
        offer = core.Offer(name, (), (param,), (), (), ())
        found.append(core.Choose(None, "", (offer,), None, False, False, (then,), ()))
    if program.late:
        found.append(core.Reset(program.late))
    return tuple(found)


def _deciding(raw: dict[str, tuple[tuple[tuple[str, t.Type], ...], tuple[core.Stmt, ...], bool]]) -> set[str]:
    """The procedures in which a player may be asked, directly or in what they perform."""
    calls: dict[str, set[str]] = {}
    deciding: set[str] = set()
    for name, (_, body, _) in raw.items():
        calls[name] = {n.proc for n in below(body) if isinstance(n, core.Do)}
        if any(isinstance(n, core.Choose) and n.who is not None for n in below(body)):
            deciding.add(name)
    while True:
        more = {n for n, called in calls.items() if n not in deciding and called & deciding}
        if not more:
            return deciding
        deciding |= more
