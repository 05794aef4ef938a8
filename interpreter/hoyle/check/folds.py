"""Folds: `count(...)`, `any(...)`, `highest(... by ...)` and their like."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.check import several
from hoyle.check.bounds import compared
from hoyle.check.facts import learn, locals_only
from hoyle.check.forms import a_type, as_list
from hoyle.check.world import LOOP_LIMIT, World
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS
from hoyle.core.walk import rebuild
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

MOST_NAMES = 3  # of members of one list
BY = ("highest", "lowest", "sorted")
AS_VALUES = ("same", "different", "consecutive")  # yes or no, of several values


def fold(typer: Typer, node: tree.Fold, want: t.Type | None) -> core.Expr:
    typer.folds += 1
    if typer.folds == LOOP_LIMIT + 1:
        message = f"more than {LOOP_LIMIT} lists are gone through inside each other"
        typer.world.report("HYL009", message, node.span, "give a part of it a name of its own, with `define`")
    try:
        match node.over:
            case tree.Whole(items):
                return _whole(typer, node, items, want)
            case tree.Members():
                return _members(typer, node, node.over)
            case tree.Values():
                return _values(typer, node, node.over)
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
        case core.Fold("all" | "highest" | "lowest" | "sorted", source=inner, where=test):
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
            typer.locals[word.text] = t.BROKEN
            continue
        typer.new(word, hides=word.text in typer.world.names and word.text != "card")
        typer.bind(word, t.element(inner) if binder.others else inner)
        typer.filled.discard(word.text)
    if filled:
        typer.filled.add(binder.var.text)
    where = typer.condition(binder.where) if binder.where is not None else None
    if where is not None:
        typer.facts = {**typer.facts, **learn(where, True)}
    return source, where


def ranged(typer: Typer, binder: tree.Binder, lone: bool = False) -> tuple[core.Expr, bool]:
    """What a binder ranges over: a list, or the groups of its members; and whether each group surely has one."""
    source = typer.listing(binder.source, lone=lone)
    if binder.others:
        count = len(binder.others) + 1
        if count > MOST_NAMES:
            message = f"more than {MOST_NAMES} names stand here for members of one list"
            typer.world.report("HYL104", message, binder.others[-1], f"write `group of {count} in ...`")
        size = core.Const(count, t.Numbers(count, count))
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


def single(world: World, binder: tree.Binder, source: core.Expr) -> None:
    """Report groups, and other lists, where one thing is wanted."""
    if binder.sizes is not None or isinstance(t.settled(t.element(source.type)), t.ListOf):
        help = "let the members be chosen one after the other, as in `p chooses 3 x in hand[p]`"
        span = binder.source.span if binder.sizes is None else binder.sizes.span
        world.report("HYL218", "a group cannot be chosen here", span, help)


def choosable(world: World, binder: tree.Binder, source: core.Expr) -> None:
    """Report what cannot be one choice of a player: a list of lists, or a group of such."""
    inner = t.settled(t.element(source.type))
    if isinstance(inner, t.ListOf) and (binder.sizes is None or isinstance(t.settled(inner.of), t.ListOf)):
        help = "choose members of one list: `x of 3 in list`"
        world.report("HYL218", "a list of lists cannot be chosen from", binder.source.span, help)


def taken_apart(
    binders: Sequence[tree.Binder], rings: Sequence[several.Ring], *nodes: core.Expr | None
) -> tuple[Any, ...]:
    """Lists, conditions and values in terms of the groups that several names are the members of."""
    for number, binder in enumerate(binders):
        if binder.others:
            group = core.Local(called(binder), t.element(rings[number][1].type))
            parts = partial(_parted, group, [word.text for word in (binder.var, *binder.others)])
            rings = [
                *rings[:number],
                (group.name, rings[number][1], parts(rings[number][2])),
                *((name, parts(source), parts(where)) for name, source, where in rings[number + 1 :]),
            ]
            nodes = tuple(map(parts, nodes))
    return rings, *nodes


def called(binder: tree.Binder) -> str:
    """What a member of the list is called that a binder ranges over."""
    return "'".join(word.text for word in (binder.var, *binder.others))


def _parted(group: core.Local, names: list[str], node: Any) -> Any:
    """An expression of members of a group, as one of the group."""
    if isinstance(node, core.Local) and node.name in names:
        number = names.index(node.name)
        return core.Prim("part", (group, core.Const(number, t.Numbers(number, number))), node.type, span=node.span)
    return None if node is None else rebuild(node, partial(_parted, group, names))


def _members(typer: Typer, node: tree.Fold, over: tree.Members) -> core.Expr:
    kind, span = node.kind, node.span
    unordered = over.by is not None and kind not in BY
    nested = bool(over.more) and kind not in ("count", "any", "every")
    if unordered or nested or kind in ("sum", "max", "min") or (over.has is not None) != (kind == "every"):
        return _misused(typer, kind, span)
    locals, facts = dict(typer.locals), typer.facts
    rings = several.rings(typer, (over.binder, *over.more))
    name, _, where = rings[-1]
    of = typer.locals[name]
    if where is not None:
        of = learn(where, True).get(core.Local(name, of)) or of
    value = typer.condition(over.has) if over.has is not None else None
    if kind == "consecutive" or (kind == "sorted" and over.by is None):
        in_order(typer, of, over.binder.span)
    keys = [] if over.by is None else [_ordered_value(typer, key) for key in (over.by, *over.ties)]
    typer.locals, typer.facts = locals, facts
    if (over.binder, *over.more)[-1].others:
        of = t.element(rings[-1][1].type)
    result = _result(kind, of, several.certain_all(typer, rings))
    rings, value, *keys = taken_apart((over.binder, *over.more), rings, value, *keys)
    if keys:
        return several.keyed(kind, rings[-1], keys, result, span)
    return several.nested(kind, rings, value, result, span)


def sure(typer: Typer, source: core.Expr, where: core.Expr | None) -> bool:
    """Whether a list surely has something in it, here."""
    filled = isinstance(source, core.Local) and source.name in typer.filled and where is None
    return filled or certain(source, where, typer.world.model.seats[0])


def in_order(typer: Typer, of: t.Type, span: Span) -> None:
    """Report members that have no order among themselves."""
    if not isinstance(of, (t.Numbers, t.Kind, t.Broken, t.Never)):
        message = f"only numbers and members of a kind have an order, but this is {a_type(of)}"
        typer.world.report("HYL201", message, span)


def _ordered_value(typer: Typer, node: tree.Expr) -> core.Expr:
    found = typer.expr(node)
    if isinstance(found.type, t.Maybe):
        typer.maybe_none(found, node.span)
    elif not isinstance(found.type, (t.Numbers, t.Kind, t.Broken)):
        message = f"only numbers and members of a kind have an order, but this is a {t.describe(found.type)}"
        typer.world.report("HYL201", message, node.span)
    return found


def _values(typer: Typer, node: tree.Fold, over: tree.Values) -> core.Expr:
    kind, span, value = node.kind, node.span, over.value
    if kind not in ("sum", "max", "min", "all", "first", "last", "sorted", *AS_VALUES):
        return _misused(typer, kind, span)
    locals, facts = dict(typer.locals), typer.facts
    rings = several.rings(typer, (over.binder, *over.more))
    found = typer.value(value, t.NUMBER) if kind == "sum" else typer.expr(value)
    if kind in AS_VALUES:
        found = as_list(found)
    if kind in ("max", "min", "sorted", "consecutive"):
        found = _ordered_value(typer, value)
    elif isinstance(found.type, t.Never):
        found = typer.maybe_none(found, value.span)
    typer.locals, typer.facts = locals, facts
    result = _result(kind, found.type, several.certain_all(typer, rings))
    rings, value_ = taken_apart((over.binder, *over.more), rings, found)
    return several.nested(kind, rings, value_, result, span)


def _whole(typer: Typer, node: tree.Fold, items: tuple[tree.Expr, ...], want: t.Type | None) -> core.Expr:
    kind, span = node.kind, node.span
    if kind == "every" or (len(items) > 1 and kind not in ("max", "min", "sum", *AS_VALUES)):
        return _misused(typer, kind, span)
    if len(items) > 1:
        source = typer.expr(tree.Listing(items, span=span))
    else:
        hint = t.settled(want) if want is not None and kind in ("first", "last") else None
        source = typer.listing(items[0], hint, lone=False)
    of = t.element(source.type)
    ordered = isinstance(of, (t.Numbers, t.Kind, t.Broken, t.Never))
    if kind in ("sum", "max", "min", "highest", "lowest", "sorted", "consecutive") and not ordered:
        return _misused(typer, kind, span)
    if kind in ("max", "min") and isinstance(source, core.Prim) and source.op == "list":
        return core.Fold(kind, "", source, None, None, _extreme(kind, [a.type for a in source.args], of), span=span)
    return core.Fold(kind, "", source, None, None, _result(kind, of, sure(typer, source, None)), span=span)


def _result(kind: str, of: t.Type, sure: bool) -> t.Type:
    match kind:
        case "count":
            return t.Numbers(0, None)
        case "any" | "every" | "same" | "different" | "consecutive":
            return t.YES_NO
        case "all" | "highest" | "lowest" | "sorted":
            return t.ListOf(t.settled(of))
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
