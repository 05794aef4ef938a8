"""Set out: the cards, zones, values and definitions of a game for one table, in a program.

Exceptions, adjustments and bounds are woven into the definitions they are about (see `clauses.py`); what never changes
is worked out. What is done is not in it yet (see `lower/lower.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.program.cards import printed_cards, used_cards
from hoyle.program.clauses import define_value
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Card, Define, Family, Program, Zone
from hoyle.program.promise import Watched, promises, wanted
from hoyle.program.shortage import DEALS, NOTE
from hoyle.program.specialise import Specialiser


def set_out(
    game: model.Model, players: int, options: dict[str, core.Value], watched: Watched = False
) -> tuple[Program, Specialiser]:
    """A program of all but procedures, and what brings more into it. Assumes values that fit."""
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
    return program, specialise


def taking_part(game: model.Model, players: int, options: dict[str, core.Value]) -> list[Card]:
    """The cards that are used at all, numbered."""
    return _dealt_out(game, players, options)[0]


def _dealt_out(game: model.Model, players: int, options: dict[str, core.Value]) -> tuple[list[Card], list[Card]]:
    """The cards that are used, and those that are not."""
    program = Program(game, players, options, printed_cards(game), [], {}, {})
    if all_used(game):
        return used_cards(game, program, None)
    _define(program, _asked(game, "used"))
    return used_cards(game, program, program.defines["used"].body)


def all_used(game: model.Model) -> bool:
    """Whether all cards take part at every table."""
    used = game.defines.get("used")
    return used is None or (not used.exceptions and used.value == core.Const(True, t.YES_NO))


def _asked(game: model.Model, name: str) -> dict[str, None]:
    """A definition and all that it asks, in the order in which they are declared."""
    found, todo = {name}, [name]
    while todo:
        parts = tuple(game.defines[todo.pop()].parts)
        more = {node.name for node in below(parts) if isinstance(node, core.Ask)} - found
        found |= more
        todo += more
    return {each: None for each in game.defines if each in found}


def define_all(program: Program) -> Specialiser:
    """Bring all definitions, with their clauses, into a program that has its cards."""
    return _define(program, program.model.defines)


def _define(program: Program, names: Iterable[str]) -> Specialiser:
    """Bring some definitions into a program, with all that they ask."""
    specialise = Specialiser(program)
    for define in map(program.model.defines.__getitem__, names):
        # what is left open is asked by nobody who is ever reached
        value = core.Const(None, define.type) if define.value is None else specialise(define_value(define))
        program.defines[define.name] = Define(define.name, define.params, value, define.type, define.again)
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
        dims = tuple(dimension(program, type_) for type_ in zone.index)
        family = Family(name, len(program.zones), dims)
        program.zone_families[name] = family
        for index in family.indices():
            owner = next((i for i, ty in zip(index, zone.index, strict=True) if ty == t.SEAT), None)
            made = Zone(len(program.zones), name, index, zone.shape, zone.loose, zone.facing, owner, frozenset())
            program.zones.append(made)
    base = 0
    for name, var in game.vars.items():
        family = Family(name, base, tuple(dimension(program, type_) for type_ in var.index))
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


def option_now(program: Program, name: str, v: Sequence[Any]) -> Any:
    """An option as it is played with: as it was set, or as chance decided it. v: the values of a table."""
    fixed = program.options[name]
    return v[program.var_families[drawn(name)].base] if fixed is None else fixed


def dimension(program: Program, type_: t.Type) -> tuple[int, int]:
    """The lowest value of an index, and how many there are."""
    match type_:
        case t.Seat():
            return 0, program.players
        case t.Kind(name):
            members = program.model.kinds[name].numbers
            return members.start, len(members)
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
            whose = program.model.whose(program.model.zones[zone.name].index)
            owner = None if whose is None else zone.index[whose]
            seats = evaluator.expr(seen_by[zone.name], {"owner": owner})
            program.zones[number] = attrs.evolve(zone, seen=frozenset(seats))


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
