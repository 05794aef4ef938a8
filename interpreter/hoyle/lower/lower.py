"""Lower: from a checked model to a program, for one number of players and one setting of the options.

Exceptions, adjustments and bounds are woven into the definitions they are about; hooks, endings and checks into
procedures.
What remains is a handful of node kinds (see `nodes.py`): no `Resolve`, `Usual`, `Bracket`, `Together` or ordered
`Each`.
"""

from __future__ import annotations

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.lower.inline import inline
from hoyle.lower.statements import Statements
from hoyle.program.cards import printed_cards, used_cards
from hoyle.program.clauses import define_value, procedure_body
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Card, Define, Family, Procedure, Program, Zone
from hoyle.program.promise import Watched, promises, wanted
from hoyle.program.shortage import DEALS, NOTE
from hoyle.program.specialise import Specialiser


def lower(
    game: model.Model, players: int, options: dict[str, core.Value], watched: Watched = False, whole: bool = False
) -> Program:
    """Assumes a model without errors, and values that fit. watched: what is looked at in the middle of play.

    whole: every procedure stays as it is, and none is written out in another.
    """
    cards, absent = _dealt_out(game, players, options)
    program = Program(game, players, options, cards, [], {}, {}, absent=absent)
    program.promises = list(promises(game, watched))
    program.deals = [] if wanted(watched, DEALS) else None
    _stores(program)
    specialise = define_all(program)
    _see(program, specialise)
    for name, var in game.vars.items():
        program.initial[name] = specialise(var.initial)
    program.late = _late(program)
    _procedures(program, specialise)
    if not whole:
        program.procedures = inline(program.procedures)
    program.properties = [(p, specialise(p.test)) for p in game.properties]
    return program


def taking_part(game: model.Model, players: int, options: dict[str, core.Value]) -> list[Card]:
    """The cards that are used at all, numbered."""
    return _dealt_out(game, players, options)[0]


def _dealt_out(game: model.Model, players: int, options: dict[str, core.Value]) -> tuple[list[Card], list[Card]]:
    """The cards that are used, and those that are not."""
    program = Program(game, players, options, printed_cards(game), [], {}, {})
    if all_used(game):
        return used_cards(game, program, None)
    define_all(program)
    return used_cards(game, program, program.defines["used"].body)


def all_used(game: model.Model) -> bool:
    """Whether all cards take part at every table."""
    used = game.defines.get("used")
    return used is None or (not used.exceptions and used.value == core.Const(True, t.YES_NO))


def define_all(program: Program) -> Specialiser:
    """Bring all definitions, with their clauses, into a program that has its cards."""
    specialise = Specialiser(program)
    for define in program.model.defines.values():
        # what is left open is asked by nobody who is ever reached
        value = core.Const(None, define.type) if define.value is None else specialise(define_value(define))
        program.defines[define.name] = Define(define.name, define.params, value, define.type)
    # once all are known, those that never change are worked out where others ask them
    specialise = Specialiser(program)
    for name, made in program.defines.items():
        program.defines[name] = attrs.evolve(made, body=specialise(made.body))
    return specialise


# ---------------------------------------------------------------------------------------------- zones and variables


def _stores(program: Program) -> None:
    """Number all zones and values."""
    game = program.model
    for name, zone in game.zones.items():
        dims = tuple(_dim(program, type_) for type_ in zone.index)
        family = Family(name, len(program.zones), dims)
        program.zone_families[name] = family
        for index in family.indices():
            owner = next((i for i, ty in zip(index, zone.index, strict=True) if ty == t.SEAT), None)
            made = Zone(len(program.zones), name, index, zone.shape, zone.facing, owner, frozenset())
            program.zones.append(made)
    base = 0
    for name, var in game.vars.items():
        family = Family(name, base, tuple(_dim(program, type_) for type_ in var.index))
        program.var_families[name] = family
        base += family.size
    for name, value in program.options.items():
        if value is None:
            program.var_families[drawn(name)] = Family(drawn(name), base, ())
            base += 1
    for note in [*(promise.var for promise in program.promises), *([NOTE] if program.deals is not None else [])]:
        program.var_families[note] = Family(note, base, ())
        base += 1


def drawn(option: str) -> str:
    """The variable that holds an option drawn by chance when the game starts."""
    return f"{option}'drawn"


def _dim(program: Program, type_: t.Type) -> tuple[int, int]:
    """The lowest value of an index, and how many there are."""
    match type_:
        case t.Seat():
            return 0, program.players
        case t.Kind(name):
            return 0, len(program.model.kinds[name].members)
        case t.YesNo():
            return 0, 2
        case t.CardOf(name):
            numbers = [c.number for c in program.cards if name is None or c.cards == name]
            return (numbers[0], len(numbers)) if numbers else (0, 0)
        case t.Numbers(int() as low, int() as high):
            return low, high - low + 1
    raise AssertionError(type_)


def _see(program: Program, specialise: Specialiser) -> None:
    """Who sees the face-down cards of each zone. One looks at them all, so that many take no longer than may be."""
    evaluator = Evaluator(program)
    seen_by = {n: specialise(z.seen_by) for n, z in program.model.zones.items() if z.seen_by is not None}
    for number, zone in enumerate(program.zones):
        if zone.name in seen_by:
            seats = evaluator.expr(seen_by[zone.name], {"owner": zone.owner})
            program.zones[number] = attrs.evolve(zone, seen=frozenset(seats))


# ---------------------------------------------------------------------------------------------- procedures


def _procedures(program: Program, specialise: Specialiser) -> None:
    made = Statements(program, specialise)
    for name, procedure in program.model.procedures.items():
        body = procedure_body(program.model, procedure, [p for p in program.promises if p.property.point == name])
        if name == "flow":
            body = (*_draws(program), *body, core.End("", core.Const((), t.ListOf(t.SEAT))))
        made.add(name, procedure.params, body, procedure.type is not None)
    made.finish()
    raw = made.procedures
    deciding = _deciding(raw)
    for name, (params, body, returns) in raw.items():
        program.procedures[name] = Procedure(name, params, body, name in deciding, returns)


def _late(program: Program) -> tuple[str, ...]:
    """The variables whose first value depends on an option that is drawn, or on a variable that does."""
    unknown = {drawn(name) for name, value in program.options.items() if value is None}
    found: list[str] = []
    for name, first in program.initial.items() if unknown else ():
        if _variables(program, first) & unknown:
            unknown.add(name)
            found.append(name)
    return tuple(found)


def _variables(program: Program, expr: core.Expr) -> set[str]:
    """The variables an expression looks at, through definitions too."""
    found: set[str] = set()
    seen: set[str] = set()
    todo: list[core.Expr] = [expr]
    while todo:
        for node in below(todo.pop()):
            if isinstance(node, core.Var):
                found.add(node.name)
            elif isinstance(node, core.Ask) and node.name not in seen:
                seen.add(node.name)
                todo.append(program.defines[node.name].body)
    return found


def _draws(program: Program) -> tuple[core.Stmt, ...]:
    """Options that chance decides when the game starts."""
    found: list[core.Stmt] = []
    for name, value in program.options.items():
        if value is not None:
            continue
        option = program.model.options[name]
        low, count = _dim(program, option.type)
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
