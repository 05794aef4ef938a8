"""Folds as single expressions: where there is no place for the lines of a loop, or no need for one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS
from hoyle.emit.patterns import whose

if TYPE_CHECKING:
    from hoyle.emit.expressions import Env, Expressions

COMPARED = ("same", "different")  # whose values can be lists, which are kept in more than one way
SHORT = {"any": "any(True {1})", "every": "all({0} {1})", "first": "next(({0} {1}), None)"}


def comprehension(exprs: Expressions, node: core.Fold, env: Env) -> str:
    """A fold as one expression."""
    code = _comprehension(exprs, node, env)
    if node.kind == "sum" and exprs.emitter.work.may_grow(node):
        return f"number_({code}, {exprs.emitter.place(node.span)})"
    return code


def _comprehension(exprs: Expressions, node: core.Fold, env: Env) -> str:
    kind = node.kind
    if node.where is None and node.value is None:
        return _whole(exprs, node, env)
    if whose(node):
        return _whose(exprs, node, env)
    var = exprs.function.temp("x")
    inner = {**env, node.var: var}
    exprs.looping += 1
    source = exprs.charged(node, exprs.expr(node.source, env))
    where = f" if {exprs.test(node.where, inner)}" if node.where is not None else ""
    value = exprs.expr(node.value, inner) if node.value is not None else var
    if kind in COMPARED and _is_list(t.element(node.source.type) if node.value is None else node.value.type):
        value = f"plain_({value})"
    exprs.looping -= 1
    items = f"for {var} in {source}{where}"
    if kind in SHORT and any(part is not None and exprs.emitter.work.stops(part) for part in (node.where, node.value)):
        return SHORT[kind].format(value, items)  # what comes behind what is found is not asked
    return FOLDS[kind].python.format(items=items, value=value, x=var)


def _whose(exprs: Expressions, node: core.Fold, env: Env) -> str:
    """`first(p in Player where card in zone[p])`: a table says it, by the zone a card lies in."""
    assert isinstance(node.where, core.Prim) and isinstance(node.source, core.Const)
    card, zone = node.where.args
    zone = zone.args[0] if isinstance(zone, core.Prim) else zone
    assert isinstance(zone, core.Zone) and isinstance(node.source.value, tuple)
    family = exprs.program.zone_families[zone.name]
    row: list[Any] = [None] * (len(exprs.program.zones) + 1)
    for member in reversed(node.source.value):
        index: list[Any] = [part.value if isinstance(part, core.Const) else member for part in zone.index]
        row[family.number(tuple(index))] = member
    return f"{exprs.module.constant('W', tuple(row))}[{exprs.function.need('loc')}[{exprs.expr(card, env)}]]"


def _whole(exprs: Expressions, node: core.Fold, env: Env) -> str:
    """A fold that looks at nothing of its members: at the list itself."""
    if node.kind == "count" and isinstance(node.source, core.Zone):
        numbers = exprs.family_numbers(node.source)
        z = exprs.function.need("z")
        if numbers is not None and 0 < len(numbers) <= 8:
            return "(" + " + ".join(f"len({z}[{n}])" for n in numbers) + ")"
    if node.kind == "any":
        return f"bool({exprs.truth(node.source, env)})"
    exprs.looping += 1  # some of them are written as comprehensions
    source = exprs.expr(node.source, env)
    exprs.looping -= 1
    if node.kind in COMPARED and _is_list(t.element(node.source.type)):
        source = f"plain_({source})"
    return FOLDS[node.kind].whole.format(list=source)


def _is_list(type_: t.Type) -> bool:
    return isinstance(t.settled(type_), (t.ListOf, t.ZoneOf))
