"""The locals of a procedure and their types: one local for each binding that is kept in a way of its own.

Two loops may call their members by the same name, one of them cards and the other numbers. Emitters keep the two in
different places, so they get different names here; names of the same sort share theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild, substitute
from hoyle.program.program import Procedure

Sort = tuple[Any, ...]
UNKNOWN: Sort = ()


def bindings(procedure: Procedure) -> dict[str, t.Type]:
    """The type of every local. What a procedure gives has the type that it is read with."""
    found: dict[str, t.Type] = {}
    for name, type_ in _bound(procedure):
        found[name] = t.join(found.get(name, t.BROKEN), type_) or found[name]
    for node in below(procedure.body):
        if isinstance(node, core.Local) and isinstance(found.get(node.name), t.Broken):
            found[node.name] = node.type
    return found


def told_apart(procedure: Procedure) -> tuple[core.Stmt, ...]:
    """The body, with different names for locals of different sorts."""
    sorts: dict[str, list[Sort]] = {}
    for name, type_ in _bound(procedure):
        known = sorts.setdefault(name, [])
        sort = sort_of(type_)
        if not any(_same(sort, other) for other in known):
            known.append(sort)
    if all(len(known) < 2 for known in sorts.values()):
        return procedure.body

    def named(name: str, type_: t.Type) -> str:
        sort = sort_of(type_)
        number = next((n for n, other in enumerate(sorts.get(name, ())) if _same(sort, other)), 0)
        return f"{name} {number}" if number else name

    def visit(node: Any) -> Any:
        row = None
        if isinstance(node, core.Choose) and node.amount is not None:
            row = named(node.offers[0].params[0].name, t.ListOf(node.offers[0].params[0].type))
        node = rebuild(node, visit)
        match node:
            case core.Local(name):
                return attrs.evolve(node, name=named(name, node.type))
            case core.Let(name, value) if sort_of(value.type) == UNKNOWN:
                every = range(len(sorts[name]))  # it is none, whichever of them is meant
                return tuple(attrs.evolve(node, name=f"{name} {number}" if number else name) for number in every)
            case core.Let(name, value):
                return attrs.evolve(node, name=named(name, value.type))
            case core.Each(var, source):
                return attrs.evolve(node, var=named(var, t.element(source.type)))
            case core.Param(name):
                return attrs.evolve(node, name=named(name, node.type))
            case core.Choose(you=you, offers=offers):
                offers = offers if row is None else (_called(offers[0], row),)
                return attrs.evolve(node, you=named(you, t.SEAT), offers=offers)
        return node

    made: list[core.Stmt] = []
    for stmt in procedure.body:
        now = visit(stmt)
        made += now if isinstance(now, tuple) else (now,)
    return tuple(made)


def _called(offer: core.Offer, name: str) -> core.Offer:
    """A choice of several with another name for what is chosen, and so for each member while it is looked at."""
    one = core.Local(name, offer.params[0].type)
    made: core.Offer = rebuild(offer, lambda child: substitute(child, {offer.params[0].name: one}))
    return attrs.evolve(made, params=(attrs.evolve(made.params[0], name=name),))


def sort_of(type_: t.Type) -> Sort:
    """In what way a value of a type is kept; UNKNOWN for none at all."""
    match t.settled(type_):
        case t.Numbers():
            return ("number",)
        case t.YesNo():
            return ("truth",)
        case t.Seat():
            return ("seat",)
        case t.Kind(name, _, family):
            return "kind", family or name
        case t.CardOf():
            return ("card",)
        case t.ZoneOf():
            return ("zone",)
        case t.ListOf(of):
            return "list", *sort_of(of)
        case t.Text():
            return ("text",)
    return UNKNOWN


def _same(one: Sort, other: Sort) -> bool:
    """Whether two sorts may be one: as far as both are known."""
    length = min(len(one), len(other))
    return one[:length] == other[:length]


def _bound(procedure: Procedure) -> Iterator[tuple[str, t.Type]]:
    yield from procedure.params
    for node in below(procedure.body):
        match node:
            case core.Let(name, value):
                yield name, value.type
            case core.Each(var, source):
                yield var, t.element(source.type)
            case core.Do(into=str() as into):
                yield into, t.BROKEN
            case core.Choose(offers=offers, amount=amount):
                for param in (p for offer in offers for p in offer.params):
                    yield param.name, param.type if amount is None else t.ListOf(param.type)
