"""Zones without an order have no top, and none of their cards is the first.

Assumes a model without errors. Guarantees that nothing depends on how the cards of a `set` or `bag` happen to be kept.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, cast

import attrs

from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import KINDS, below
from hoyle.model import Model
from hoyle.source import Span


def check_order(world: World) -> None:
    """Report `top`, `bottom`, `deal`, `first` and `last` of cards that lie in no order."""
    reported: set[Span] = set()
    dealt: set[int] = set()
    groups: dict[int, core.Expr] = {}  # by what asks for the first of a group: the list that it is a group of
    for node in within(world.model):
        match node:
            case core.Deal():
                dealt |= {id(part) for part in below(node)}
                continue
            case core.Fold(_, var, core.Prim("groups", (of, *_))) | core.Each(var, core.Prim("groups", (of, *_))):
                groups |= {id(part): of for part in below(node) if _end_of(part, var)}
        match node:
            case core.Prim("top" | "bottom" as word, (source, *_)):
                pass
            case core.Fold("first" | "last" as word, _, source) if node.where is None:
                pass
            case _:
                continue
        source = groups.get(id(node), source)
        loose = next((zone for zone in _zones(world.model, source) if zone.loose), None)
        if loose is None or node.span is None or node.span in reported:
            continue
        reported.add(node.span)
        said = source.span.text if source.span is not None else loose.name
        no_order = f"`{loose.name}` is a {loose.shape}, and its cards lie in no order"
        if id(node) in dealt:
            help = "move the cards to a pile first, and shuffle it; then deal from that"
            world.report("HYL217", f"{no_order}, so it cannot be dealt from", node.span, help, about=loose.name)
        elif word in ("top", "bottom"):
            help = f"let chance choose: `chance chooses one card in {said}`; or make `{loose.name}` a pile"
            world.report("HYL217", f"{no_order}, so it has no {word}", node.span, help, about=loose.name)
        else:
            help = f"write `the {said}` for its only card, or let chance choose: `chance chooses one card in {said}`"
            world.report("HYL217", f"{no_order}, so none is the {word}", node.span, help, about=loose.name)


def _end_of(node: Any, group: str) -> bool:
    """Whether it is the first or last member of a group."""
    match node:
        case core.Fold("first" | "last", _, core.Local(name), None):
            return name == group
    return False


def _zones(game: Model, expr: core.Expr) -> Iterator[Any]:
    """The declared zones that an expression may be, or be all the cards of."""
    match expr:
        case core.Zone(name):
            yield game.zones[name]
        case core.Prim("cards" | "groups", (of, *_)):
            yield from _zones(game, of)
        case core.Cond(_, then, otherwise):
            yield from _zones(game, then)
            yield from _zones(game, otherwise)
        case core.Ask(name) if name in game.defines:
            made = game.defines[name]
            for value in (made.value, *(e.value for e in made.exceptions)):
                if value is not None:
                    yield from _zones(game, value)


def within(value: Any) -> Iterator[Any]:
    """Every node of a model."""
    if value.__class__ in KINDS:
        yield from below(value)
    elif isinstance(value, dict):
        for item in value.values():
            yield from within(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from within(item)
    elif not isinstance(value, Span):
        for name in _fields(value.__class__):
            yield from within(getattr(value, name))


@cache
def _fields(kind: Hashable) -> tuple[str, ...]:
    return tuple(field.name for field in attrs.fields(cast(Any, kind))) if attrs.has(cast(Any, kind)) else ()
