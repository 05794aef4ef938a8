"""Where things are kept: zones and variables, with their indices, who sees them, and what they begin with."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hoyle import builtins, model
from hoyle import types as t
from hoyle.check.definitions import Definitions
from hoyle.check.expressions import Typer
from hoyle.check.record import built_in
from hoyle.check.teams import onlookers
from hoyle.check.world import RANGE_LIMIT, VALUE_LIMIT, ZONE_LIMIT, World
from hoyle.core import nodes as core
from hoyle.syntax import tree


def _index(world: World, nodes: tuple[tree.Type, ...]) -> tuple[t.Type, ...]:
    made = []
    for node in nodes:
        type_ = world.read_type(node)
        bounded = isinstance(type_, t.Numbers) and type_.low is not None and type_.high is not None
        if not (bounded or isinstance(type_, (t.Kind, t.Seat, t.CardOf, t.YesNo, t.Broken))):
            help = "an index is `Player`, a kind, a card type or a range like `1..4`"
            message = f"`{t.describe(type_)}` has no end, so it cannot be an index"
            type_ = world.report("HYL201", message, node.span, help).type
        elif isinstance(type_, t.Numbers) and (type_.high or 0) - (type_.low or 0) > RANGE_LIMIT:
            type_ = world.report("HYL212", "this index has too many values", node.span, "make fewer").type
        made.append(type_)
    return tuple(made)


def limit_stores(world: World) -> None:
    """All zones together, and all values of variables, must not be too many at the largest table."""
    kept = (world.model.zones, ZONE_LIMIT, "zones"), (world.model.vars, VALUE_LIMIT, "values")
    for stores, limit, what in kept:
        total = 0
        for store in stores.values():
            total += math.prod(len(world.model.values(type_) or ()) for type_ in store.index)
            if total > limit:
                message = f"with `{store.name}` there are more than {limit} {what}"
                world.report("HYL212", message, world.names[store.name].name, "make the index smaller")
                break


def variables(world: World) -> Iterator[tuple[tree.Var, str | None]]:
    """All variables, each with the phase it belongs to."""
    for decl in world.decls():
        if isinstance(decl, tree.Var):
            yield decl, None
        elif isinstance(decl, tree.Phase):
            for var in decl.vars:
                yield var, decl.name.text


def declare_zone(world: World, decl: tree.Zone) -> None:
    """The zone, but for what is written as an expression: that waits until all zones and variables are known."""
    name = decl.name.text
    if not world.counts(decl):
        return
    index = _index(world, decl.index)
    if decl.shape.text in builtins.SHAPES:
        world.record.use(built_in(decl.shape.text), decl.shape.span)
    else:
        world.unknown(decl.shape.text, decl.shape.span, builtins.SHAPES, "shape of a zone")
    cards = world.any_card()
    if decl.holds_type is not None:
        found = world.read_type(tree.NamedType(decl.holds_type.text, span=decl.holds_type.span))
        if isinstance(found, t.CardOf):
            cards = found
        elif not isinstance(found, t.Broken):
            world.report("HYL201", f"a zone holds cards, not a {t.describe(found)}", decl.holds_type.span)
    if decl.facing == "up" and decl.seen_by is not None:
        help = "leave out `seen by`: a face-up card is seen by everybody"
        world.report("HYL201", f"`{name}` is face up", decl.seen_by.span, help, about=name)
    world.model.zones[name] = model.Zone(name, index, decl.shape.text, cards, decl.facing, None, None, decl.span)


def declare_traits(world: World, defs: Definitions, variables: list[tree.Var]) -> None:
    """Who sees zones and variables, and how many cards a zone holds."""
    for decl in filter(world.counts, world.each(tree.Zone)):
        zone = world.model.zones[decl.name.text]
        zone.seen_by = _seen_by(world, defs, decl.seen_by, zone.index, zone.name)
        if decl.capacity is not None:
            value = Typer(defs).value(decl.capacity, t.NUMBER, "how many it holds")
            if isinstance(value, core.Const) and isinstance(value.value, int):
                zone.capacity = value.value
                if value.value < 1:
                    world.report("HYL201", "a zone holds at least one card", decl.capacity.span)
            elif not isinstance(value.type, t.Broken):
                world.report("HYL201", "how many cards a zone holds is a plain number", decl.capacity.span)
    for var in variables:
        made = world.model.vars.get(var.name.text)
        if made is not None and var.seen_by is not None and world.counts(var):
            seen = _seen_by(world, defs, var.seen_by, made.index, made.name)
            made.seen_by = core.Const((), t.ListOf(t.SEAT), span=var.seen_by.span) if seen is None else seen


def _seen_by(
    world: World, defs: Definitions, node: tree.Expr | None, index: tuple[t.Type, ...], name: str
) -> core.Expr | None:
    """Who sees: a list of seats in terms of the local `owner`, a player or else a side; None is nobody."""
    word = node.text if isinstance(node, tree.Name) else ""
    if node is None:
        return None
    if word in ("nobody", "everyone"):
        world.record.name(word, node.span)
        return core.Members(None, t.ListOf(t.SEAT), span=node.span) if word == "everyone" else None
    whose = world.model.whose(index)
    locals: dict[str, t.Type] = {} if whose is None else {"owner": index[whose]}
    if word == "owner" and not locals:
        help = f"give it one: `{name}[Player]`"
        world.report("HYL201", f"`{name}` belongs to nobody, so it has no owner", node.span, help, about=name)
        return None
    return onlookers(Typer(defs, locals), node)


def declare_var(world: World, defs: Definitions, decl: tree.Var, phase: str | None) -> None:
    """The variable with its type; its first value is looked at when all variables are known."""
    name = decl.name.text
    if not world.counts(decl):
        return
    index = _index(world, decl.index)
    if decl.type is not None:
        type_ = world.read_type(decl.type, f"of.{name}")
    elif decl.initial is not None:
        type_ = Typer(defs).expr(decl.initial).type
        type_ = t.NUMBER if isinstance(type_, t.Numbers) else type_
        if isinstance(type_, t.Never):
            message = f"nothing says what `{name}` is"
            help = "write its type: `: Player?`"
            type_ = world.report("HYL202", message, decl.initial.span, help, about=name).type
    else:
        help = f"write `var {name} : number = 0`"
        type_ = world.report("HYL101", f"nothing says what `{name}` is", decl.name, help).type
    world.model.vars[name] = model.Var(name, index, type_, core.Const(None, type_), phase, None, decl.untold, decl.span)


def first_value(world: World, defs: Definitions, decl: tree.Var) -> None:
    """What a variable begins with: if nothing is written, the least that it can be."""
    made = world.model.vars.get(decl.name.text)
    if made is None or not world.counts(decl):
        return
    if decl.initial is not None:
        made.initial = Typer(defs).value(decl.initial, made.type, name=made.name)
        return
    if isinstance(made.type, t.CardOf):
        help = f"write `{made.name} : {t.describe(made.type)}?`, or give it a first value"
        world.report("HYL202", f"`{made.name}` has no first value", decl.name, help)
    elif isinstance(made.type, t.Numbers):
        made.initial = core.Const(made.type.low if t.apart(made.type, t.Numbers(0, 0)) else 0, made.type)
    else:
        least: dict[type, core.Value] = {t.YesNo: False, t.ListOf: (), t.Seat: 0}
        first = world.model.kinds[made.type.name].low if isinstance(made.type, t.Kind) else None
        made.initial = core.Const(least.get(type(made.type), first), made.type)
