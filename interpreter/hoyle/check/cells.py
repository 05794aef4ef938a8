"""Cells of tables: the values that are written in them, by the type that is expected."""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.check.world import RANGE_LIMIT, World
from hoyle.source import Span
from hoyle.syntax import tree

Expanded = list[Any]


def expand(world: World, cell: tree.Cell, type_: t.Type) -> Expanded:
    """All values of a cell: one for each item, a range or the name of a kind being several."""
    if not cell.items:
        if isinstance(type_, t.ListOf):
            return [()]
        if not isinstance(type_, (t.Maybe, t.Broken)):
            help = f"write {_example(world, type_)}, or let the type be `{t.describe(type_)}?`"
            world.report("HYL207", "this cell is empty, but something has to stand in it", cell.span, help)
        return [None]
    inner = t.settled(type_)
    if isinstance(inner, t.ListOf):
        return [tuple(v for item in cell.items for v in _values(world, item, inner.of))]
    return [v for item in cell.items for v in _values(world, item, inner)]


def _values(world: World, item: Any, type_: t.Type) -> Expanded:
    if isinstance(item, tree.CellRange):
        return _range(world, item, type_)
    world.record.types[item.span] = type_
    match type_, item:
        case t.Broken(), _:
            return [None]
        case t.Numbers(), tree.Number(value):
            if t.apart(t.Numbers(value, value), type_):
                world.report("HYL203", f"{value} is not in {t.describe(type_)}", item.span)
            return [value]
        case t.YesNo(), tree.Truth(value):
            return [value]
        case t.Text(), (tree.Text(text) | tree.Word(text)):
            return [text]
        case t.Seat(), tree.Number(value):
            if not 1 <= value <= world.model.seats[1]:
                world.report("HYL203", f"there is no seat {value}", item.span, "seats are numbered from 1")
            return [value - 1]
        case t.Kind(name), tree.Word(text):
            number = world.member(name, text)
            if number is not None:
                return [number]
            if text == name:
                world.record.names[item.span] = name
                return list(range(len(world.model.kinds[name].members)))
            return _no_member(world, text, item.span, type_)
        case t.CardOf(str() as name), tree.Word(text):
            return _card(world, name, text, item)
        case t.Numbers(), tree.Word(text) if text in world.aliases:
            alias = world.aliases[text]
            world.record.names[item.span] = text
            if isinstance(alias, t.Numbers) and alias.low is not None and alias.high is not None:
                if not t.inside(alias, type_):
                    world.report("HYL203", f"`{text}` is not inside {t.describe(type_)}", item.span, about=text)
                return list(range(alias.low, alias.high + 1))
            return [None]
    world.report("HYL207", f"`{item.span.text}` is not {_example(world, type_)}", item.span)
    return [None]


def _no_member(world: World, text: str, span: Span, kind: t.Kind) -> Expanded:
    what, members = f"member of `{t.describe(kind)}`", world.model.kinds[kind.name].members
    world.unknown(text, span, members, what, about=(text, kind.name))
    return [None]


def _card(world: World, name: str, text: str, item: tree.Word) -> Expanded:
    """A card of another type, by its key: kept as (type, key) until it is known which cards take part."""
    cards = world.model.card_types.get(name)
    if cards is None or len(cards.keys) != 1:
        message = f"`{name}` must be declared before, with one key, to be named in a cell"
        world.report("HYL207", message, item.span, about=name)
        return [None]
    kind = cards.attributes[cards.keys[0]]
    number = world.member(kind.name, text) if isinstance(kind, t.Kind) else None
    if number is None:
        members = world.model.kinds[kind.name].members if isinstance(kind, t.Kind) else []
        world.unknown(text, item.span, members, f"`{name}`")
        return [None]
    return [(name, number)]


def _range(world: World, item: tree.CellRange, type_: t.Type) -> Expanded:
    low, high = item.low, item.high
    if isinstance(type_, t.Kind) and isinstance(low, str) and isinstance(high, str):
        a, b = world.member(type_.name, low), world.member(type_.name, high)
        if a is None or b is None:
            return _no_member(world, low if a is None else high, item.span, type_)
        low, high = a, b
    elif not (isinstance(type_, t.Numbers) and isinstance(low, int) and isinstance(high, int)):
        world.report("HYL207", f"`{item.span.text}` is not {_example(world, type_)}", item.span)
        return [None]
    if low > high:
        world.report("HYL203", f"`{item.span.text}` has nothing in it", item.span, "write the lower one first")
        return [None]
    if high - low > RANGE_LIMIT:
        world.report("HYL212", f"`{item.span.text}` has more than {RANGE_LIMIT} values", item.span, "make fewer")
        return [None]
    if isinstance(type_, t.Numbers) and not t.inside(t.Numbers(low, high), type_):
        world.report("HYL203", f"`{item.span.text}` is not inside {t.describe(type_)}", item.span)
    return list(range(low, high + 1))


def _example(world: World, type_: t.Type) -> str:
    match type_:
        case t.Numbers():
            return "a number"
        case t.YesNo():
            return "`yes` or `no`"
        case t.Kind(name):
            members = world.model.kinds[name].members if name in world.model.kinds else ()
            return "one of " + ", ".join(f"`{m}`" for m in members[:6]) if members else f"a {t.describe(type_)}"
        case t.Seat():
            return "the number of a seat"
        case t.Text():
            return "a text in quotes"
    return f"a {t.describe(type_)}"
