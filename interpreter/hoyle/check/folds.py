"""Folds: `count(...)`, `any(...)`, `highest(... by ...)` and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.check.bounds import compared
from hoyle.check.facts import learn, locals_only
from hoyle.check.world import LOOP_LIMIT, World
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS
from hoyle.core.walk import rebuild
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

MOST_NAMES = 3  # of members of one list


def fold(typer: Typer, node: tree.Fold, want: t.Type | None) -> core.Expr:
    typer.folds += 1
    if typer.folds == LOOP_LIMIT + 1:
        message = f"more than {LOOP_LIMIT} lists are gone through inside each other"
        typer.world.report("HYL009", message, node.span, "give a part of it a name of its own, with `define`")
    try:
        match node.over:
            case tree.Whole(items):
                return _whole(typer, node, items, want)
            case tree.Members(binder, has, by):
                return _members(typer, node, binder, has, by)
            case tree.Values(value, binder):
                return _values(typer, node, value, binder)
    finally:
        typer.folds -= 1


def certain(source: core.Expr, where: core.Expr | None, players: int = 1) -> bool:
    """Whether a list surely has something in it, with at least that many players."""
    if where is not None:
        return False
    match source:
        case core.Members(None, t.ListOf(t.Seat())):
            return True
        case core.Const(tuple() as value):
            return len(value) > 0
        case core.Prim("list", parts):
            return len(parts) > 0
        case core.Prim("clockwise" | "anticlockwise"):
            return True
        case core.Prim("others"):
            return players > 1
        case core.Prim("range", (core.Const(int() as low), core.Const(int() as high))):
            return low <= high
    return False


def never_empty(source: core.Expr, where: core.Expr | None, players: int = 1) -> bool:
    """The same, also where it takes a proof: what is first in such a list is still `or none` to whoever asks for it."""
    if where is not None or certain(source, where, players):
        return where is None
    match source:
        case core.Prim("range", (low, high)):
            return compared("<=", low.type, high.type) is True
        case core.Prim("concat", parts):
            return any(never_empty(part, None, players) for part in parts)
        case core.Fold("all" | "highest" | "lowest", source=inner, where=test):
            return never_empty(inner, test, players)
        case core.Cond(_, then, otherwise):
            return never_empty(then, None, players) and never_empty(otherwise, None, players)
    return False


def bind(typer: Typer, binder: tree.Binder, again: bool = False) -> tuple[core.Expr, core.Expr | None]:
    """The list and the condition of a binder, with its name in scope afterwards.

    again: the condition is asked again and again, when the table may have changed.
    """
    source, filled = ranged(typer, binder)
    if again:
        typer.facts = locals_only(typer.facts)
    inner = t.element(source.type)
    for word in (binder.var, *binder.others):
        if not word.text.isidentifier():
            message = "only a name can stand here, for each member that is looked at"
            typer.world.report("HYL104", message, word, "write `count(a, b in list where ...)`")
        typer.new(word, hides=word.text in typer.world.names and word.text != "card")
        typer.bind(word, t.element(inner) if binder.others else inner)
        typer.filled.discard(word.text)
    if filled:
        typer.filled.add(binder.var.text)
    where = typer.condition(binder.where) if binder.where is not None else None
    if where is not None:
        typer.facts = {**typer.facts, **learn(where, True)}
    return source, where


def ranged(typer: Typer, binder: tree.Binder) -> tuple[core.Expr, bool]:
    """What a binder ranges over: a list, or the groups of its members; and whether each group surely has one."""
    source = typer.listing(binder.source, lone=False)
    if binder.others:
        count = len(binder.others) + 1
        if count > MOST_NAMES:
            message = f"more than {MOST_NAMES} names stand here for members of one list"
            typer.world.report("HYL104", message, binder.others[-1], f"write `group of {count} in ...`")
        size = core.Const(count, t.Numbers(count, count), span=source.span)
        return _groups(source, size, size, binder.span), False
    if binder.sizes is None:
        return source, False
    low = typer.value(binder.sizes.low, t.NUMBER, "how many a group has")
    high = low
    if binder.sizes.more:
        high = core.Const(None, t.NEVER, span=low.span)
    elif binder.sizes.high is not None:
        high = typer.value(binder.sizes.high, t.NUMBER, "how many a group has")
    few, many = t.settled(low.type), t.settled(high.type)
    if isinstance(few, t.Numbers) and isinstance(many, t.Numbers) and t.apart(many, t.Numbers(max(few.low or 0, 0))):
        message = "there is no group of so many" if binder.sizes.high is None else "no number lies between these"
        typer.world.report("HYL203", message, binder.sizes.span, "write the lower number first, as in `of 3..5`")
    return _groups(source, low, high, binder.span), isinstance(few, t.Numbers) and (few.low or 0) > 0


def _groups(source: core.Expr, low: core.Expr, high: core.Expr, span: Span) -> core.Expr:
    return core.Prim("groups", (source, low, high), t.ListOf(source.type), span=span)


def single(world: World, binder: tree.Binder) -> None:
    """Report groups where a player, or chance, chooses."""
    if binder.sizes is not None:
        help = "let the members be chosen one after the other, as in `p chooses 3 x in hand[p]`"
        world.report("HYL218", "a group cannot be chosen", binder.sizes.span, help)


def called(binder: tree.Binder) -> str:
    """What a member of the list is called that a binder ranges over."""
    return "'".join(word.text for word in (binder.var, *binder.others))


def parted(binder: tree.Binder, source: core.Expr, *nodes: core.Expr | None) -> tuple[core.Expr | None, ...]:
    """Conditions and values in terms of the group that several names are the members of."""
    if not binder.others:
        return nodes
    group = core.Local(called(binder), t.element(source.type))
    places = {word.text: number for number, word in enumerate((binder.var, *binder.others))}

    def visit(node: Any) -> Any:
        if isinstance(node, core.Local) and node.name in places:
            number = places[node.name]
            return core.Prim("part", (group, core.Const(number, t.Numbers(number, number))), node.type, span=node.span)
        return rebuild(node, visit)

    return tuple(None if node is None else visit(node) for node in nodes)


def _members(
    typer: Typer, node: tree.Fold, binder: tree.Binder, has: tree.Expr | None, by: tree.Expr | None
) -> core.Expr:
    kind, span = node.kind, node.span
    unordered = by is not None and kind not in ("highest", "lowest")
    if unordered or kind in ("sum", "max", "min") or (has is not None) != (kind == "every"):
        return _misused(typer, kind, span)
    locals, facts = dict(typer.locals), typer.facts
    source, where = bind(typer, binder)
    of = typer.locals[binder.var.text]
    value = typer.condition(has) if has is not None else None
    if by is not None:
        value = _ordered_value(typer, by)
    if where is not None:
        of = learn(where, True).get(core.Local(binder.var.text, of)) or of
    typer.locals, typer.facts = locals, facts
    if binder.others:
        of = t.element(source.type)
    result = _result(kind, of, _sure(typer, source, where))
    where, value = parted(binder, source, where, value)
    return core.Fold(kind, called(binder), source, where, value, result, span=span)


def _sure(typer: Typer, source: core.Expr, where: core.Expr | None) -> bool:
    """Whether a list surely has something in it, here."""
    filled = isinstance(source, core.Local) and source.name in typer.filled and where is None
    return filled or certain(source, where, typer.world.model.seats[0])


def _ordered_value(typer: Typer, node: tree.Expr) -> core.Expr:
    found = typer.expr(node)
    if isinstance(found.type, t.Maybe):
        typer.maybe_none(found, node.span)
    elif not isinstance(found.type, (t.Numbers, t.Kind, t.Broken)):
        message = f"only numbers and members of a kind have an order, but this is a {t.describe(found.type)}"
        typer.world.report("HYL201", message, node.span)
    return found


def _values(typer: Typer, node: tree.Fold, value: tree.Expr, binder: tree.Binder) -> core.Expr:
    kind, span = node.kind, node.span
    if kind not in ("sum", "max", "min", "all", "first", "last"):
        return _misused(typer, kind, span)
    locals, facts = dict(typer.locals), typer.facts
    source, where = bind(typer, binder)
    found = typer.value(value, t.NUMBER) if kind == "sum" else typer.expr(value)
    if kind in ("max", "min"):
        found = _ordered_value(typer, value)
    elif isinstance(found.type, t.Never) or (kind == "all" and isinstance(found.type, t.Maybe)):
        found = typer.maybe_none(found, value.span)
    typer.locals, typer.facts = locals, facts
    result = _result(kind, found.type, _sure(typer, source, where))
    where, value_ = parted(binder, source, where, found)
    return core.Fold(kind, called(binder), source, where, value_, result, span=span)


def _whole(typer: Typer, node: tree.Fold, items: tuple[tree.Expr, ...], want: t.Type | None) -> core.Expr:
    kind, span = node.kind, node.span
    if kind == "every" or (len(items) > 1 and kind not in ("max", "min", "sum")):
        return _misused(typer, kind, span)
    if len(items) > 1:
        source = typer.expr(tree.Listing(items, span=span))
    else:
        hint = t.settled(want) if want is not None and kind in ("first", "last") else None
        source = typer.listing(items[0], hint, lone=False)
    of = t.element(source.type)
    ordered = isinstance(of, (t.Numbers, t.Kind, t.Broken, t.Never))
    if kind in ("sum", "max", "min", "highest", "lowest") and not ordered:
        return _misused(typer, kind, span)
    if kind in ("max", "min") and isinstance(source, core.Prim) and source.op == "list":
        return core.Fold(kind, "", source, None, None, _extreme(kind, [a.type for a in source.args], of), span=span)
    return core.Fold(kind, "", source, None, None, _result(kind, of, _sure(typer, source, None)), span=span)


def _result(kind: str, of: t.Type, sure: bool) -> t.Type:
    match kind:
        case "count":
            return t.Numbers(0, None)
        case "any" | "every":
            return t.YES_NO
        case "all" | "highest" | "lowest":
            return t.ListOf(of)
        case "sum":
            low = 0 if isinstance(of, t.Numbers) and of.low is not None and of.low >= 0 else None
            return t.Numbers(low, None)
    return of if sure or isinstance(of, (t.Maybe, t.Broken)) else t.Maybe(of)


def _extreme(kind: str, types: list[t.Type], of: t.Type) -> t.Type:
    """The bounds of the largest or smallest of some numbers: each of them is one."""
    numbers = [a for a in types if isinstance(a, t.Numbers)]
    if not numbers or len(numbers) < len(types):
        return of
    lows, highs = [n.low for n in numbers], [n.high for n in numbers]
    known_lows, known_highs = [x for x in lows if x is not None], [x for x in highs if x is not None]
    if kind == "max":
        return t.Numbers(max(known_lows, default=None), None if None in highs else max(known_highs))
    return t.Numbers(None if None in lows else min(known_lows), min(known_highs, default=None))


def _misused(typer: Typer, kind: str, span: Span) -> core.Expr:
    return typer.world.report("HYL104", f"this is not how `{kind}` is asked", span, f"write {FOLDS[kind].takes}")
