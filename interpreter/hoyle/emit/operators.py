"""Operators as Python source: as their row in the table says it (`core/operators.py`), or by hand (WRITTEN)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt, Op
from hoyle.core.walk import below
from hoyle.emit.writer import Number, Simple

if TYPE_CHECKING:
    from hoyle.emit.expressions import Env, Expressions

SMALL = 5  # so long is a list at most that is written out


def operator(exprs: Expressions, node: core.Prim, env: Env) -> str:
    """The Python of an operator."""
    by_hand = WRITTEN.get(node.op)
    if by_hand is not None:
        return by_hand(exprs, node, env)
    row = OPERATORS[node.op]
    parts: dict[str, str] = {}
    if row.reads is LooksAt.FACES:
        return _printed(exprs, node, env)
    template = row.limited if row.limited and exprs.emitter.work.may_grow(node) else row.python or _call(row)
    for slot in _slots(template):
        match slot:
            case "cards":
                parts[slot] = exprs.cards(node.args[0], env)
            case "place":
                parts[slot] = exprs.emitter.place(node.span)
            case "players":
                parts[slot] = str(exprs.program.players)
            case "loc":
                parts[slot] = exprs.function.need(slot)
            case _:
                parts[slot] = exprs.expr(node.args["ab".index(slot)], env)
    return template.format_map(parts)


@cache
def _slots(template: str) -> list[str]:
    return [slot for _, slot, _, _ in Formatter().parse(template) if slot]


def _call(row: Op) -> str:
    """How an operator is written of which nothing else is said: the function of its value is called."""
    given = ["{players}"] if row.reads is LooksAt.PLAYERS else []
    return f"{row.name}_({', '.join([*given, *('{a}', '{b}')[: len(row.params)]])})"


def called(players: int) -> dict[str, Any]:
    """What emitted code names for the sake of operators: functions of their values, and tables of seat orders."""
    rows = [row for row in OPERATORS.values() if row.value is not None and row.fixed]
    orders = [row for row in rows if row.reads is LooksAt.PLAYERS and row.result == t.ListOf(t.SEAT)]
    found: dict[str, Any] = {f"{row.name}_": row.value for row in rows if not row.python and row.name not in WRITTEN}
    return found | {row.name.upper(): tuple(row.value(players, p) for p in range(players)) for row in orders}  # type: ignore[misc]


def _printed(exprs: Expressions, node: core.Prim, env: Env) -> str:
    """What is printed on a card: a table of all cards."""
    card, *others = node.args
    value, values = OPERATORS[node.op].value, [other.value for other in others if isinstance(other, core.Const)]
    assert value is not None and len(values) == len(others)
    row = tuple(value(exprs, each.number, *values) for each in exprs.program.all_cards)
    return f"{exprs.module.constant('H', row)}[{exprs.expr(card, env)}]"


# ---------------------------------------------------------------------------------------------- by hand


def _truth(exprs: Expressions, node: core.Prim, env: Env) -> str:
    code, of = exprs.test(node, env), node.args[0]
    asks = isinstance(of, core.Prim) and of.op == "empty"  # whether it is not empty is its list
    if node.op == "empty" or (node.op == "not" and not asks):
        return f"({code})"
    return f"bool({code})" if _loose(node) else code


def _loose(node: core.Prim) -> bool:
    """Whether `test` may give something that is not a plain truth."""
    return any(
        (isinstance(n, core.Fold) and n.kind == "any") or (isinstance(n, core.Prim) and n.op == "empty")
        for n in below(node)
    )


def _divided(exprs: Expressions, node: core.Prim, env: Env) -> str:
    sign, name = ("//", "divided") if node.op == "/" else ("%", "modulo")
    a, b = (exprs.expr(arg, env) for arg in node.args)
    return f"({a} {sign} {b})" if isinstance(node.args[1], core.Const) and node.args[1].value else f"{name}({a}, {b})"


def _else(exprs: Expressions, node: core.Prim, env: Env) -> str:
    first, second = (exprs.expr(arg, env) for arg in node.args)
    if isinstance(first, Number):  # Python warns where a number is asked whether it is None
        return first
    if _cheap(exprs, node.args[0], env):
        return f"({second} if {first} is None else {first})"
    if exprs.emitter.work.stops(node.args[1]):
        return f"if_none({first}, lambda: {second})"
    return f"other({first}, {second})"


def _cheap(exprs: Expressions, node: core.Expr, env: Env) -> bool:
    """Whether something is read as quickly as it is kept."""
    match node:
        case core.Local(name):
            return isinstance(env[name], Simple)
        case core.Attr(_, of):
            return isinstance(of, core.Local) and _cheap(exprs, of, env)
        case core.Var(name, index):
            whole = len(index) == len(exprs.program.var_families[name].dims)
            return whole and all(isinstance(part, core.Const) or _cheap(exprs, part, env) for part in index)
    return False


def _up(exprs: Expressions, node: core.Prim, env: Env) -> str:
    card = exprs.expr(node.args[0], env)
    if exprs.program.sides:
        return f"{exprs.function.need('up')}[{card}]"
    lies_up = (*(zone.facing == "up" for zone in exprs.program.zones), False)
    return f"{exprs.module.constant('I', lies_up)}[{exprs.function.need('loc')}[{card}]]"


def _list(exprs: Expressions, node: core.Prim, env: Env) -> str:
    parts = [exprs.expr(arg, env) for arg in node.args]
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def _same(exprs: Expressions, node: core.Prim, env: Env) -> str:
    word, sign = ("is", "==") if node.op == "is" else ("is not", "!=")
    for one, other in (node.args, node.args[::-1]):
        if isinstance(other, core.Const) and other.value is None:
            if isinstance(one, core.Const):  # Python warns where a number is asked that
                return str((one.value is None) == (node.op == "is"))
            return f"({exprs.expr(one, env)} {word} None)"
    a, b = (exprs.expr(arg, env) for arg in node.args)
    if isinstance(node.args[0].type, (t.ListOf, t.ZoneOf)):
        return f"(list({a}) {sign} list({b}))"
    return f"({a} {sign} {b})"


def _in(exprs: Expressions, node: core.Prim, env: Env) -> str:
    item, source = node.args
    one = exprs.expr(item, env)
    if isinstance(source, core.Prim) and source.op == "cards":
        source = source.args[0]
    there = not isinstance(item.type, (t.Maybe, t.Never))
    if isinstance(source.type, t.ZoneOf) and there:
        return f"({exprs.function.need('loc')}[{one}] == {exprs.zone_number(source, env)})"
    if isinstance(source, core.Zone) and there:
        numbers = exprs.family_numbers(source)
        if numbers:
            there_of = tuple(number in numbers for number in range(len(exprs.program.zones) + 1))
            return f"{exprs.module.constant('I', there_of)}[{exprs.function.need('loc')}[{one}]]"
    if isinstance(source.type, t.ZoneOf):
        return f"({one} in {exprs.cards(source, env)})"
    if isinstance(source, core.Const) and isinstance(source.value, tuple) and isinstance(item.type, t.CardOf):
        flags = tuple(card.number in source.value for card in exprs.program.all_cards)
        return f"{exprs.module.constant('H', flags)}[{one}]"
    if isinstance(source, core.Const) and isinstance(source.value, tuple) and len(source.value) > SMALL:
        return f"({one} in {exprs.module.constant('S', frozenset(source.value))})"
    return f"({one} in {exprs.expr(source, env)})"


def _planned(exprs: Expressions, node: core.Prim, env: Env) -> str:
    """Groups: what is asked of members goes along as functions, since the list is worked out but once."""
    shape, chain, values, most, *keys = node.args[3:]
    assert isinstance(shape, core.Const)
    asked = [exprs.asked_of(row, env) for row in (chain, values, *keys)]
    return _grouped(exprs, node, env, repr(shape.value), exprs.expr(most, env), *asked)


def _groups(exprs: Expressions, node: core.Prim, env: Env) -> str:
    return _grouped(exprs, node, env, "(None, False)", "None", "None", "None")


def _grouped(exprs: Expressions, node: core.Prim, env: Env, *plan: str) -> str:
    plain = (exprs.expr(part, env) for part in node.args[:3])
    return f"grouped(s, {', '.join([exprs.emitter.place(node.span), *plain, *plan])})"


WRITTEN: dict[str, Callable[[Expressions, core.Prim, Env], str]] = {
    **dict.fromkeys(("and", "or", "not", "empty"), _truth),
    **dict.fromkeys(("/", "mod"), _divided),
    **dict.fromkeys(("is", "is not"), _same),
    "in": _in,
    "else": _else,
    "up": _up,
    "list": _list,
    "groups": _groups,
    "planned": _planned,
}
