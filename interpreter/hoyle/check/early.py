"""What is asked before there is a table: which cards take part, who sees a zone, which options go together, and the
first values of variables.

Assumes a model without errors. Guarantees that none of these looks at something that is not there yet, and leaves the
variables in an order in which each first value can be worked out from those before it.
"""

from __future__ import annotations

from collections.abc import Iterator

from hoyle import types as t
from hoyle.check.graph import Graph, variables
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import below
from hoyle.source import Span, head

USED = "used"
LOOKED_AT = {LooksAt.PLACES: "where a card lies", LooksAt.SIDES: "which side is up"}


def check_early(world: World, graph: Graph) -> None:
    """Report what would look at the table, or at the cards, too early."""
    game = world.model
    taking_part = "which cards take part is settled before the game starts"
    if USED in game.defines:
        made = game.defines[USED]
        _look(world, graph, core.Ask(USED, (), made.type), made.span, taking_part)
    for zone in game.zones.values():
        if zone.seen_by is not None:
            words = f"who sees `{zone.name}` stays the same for the whole game"
            _look(world, graph, zone.seen_by, zone.seen_by.span or zone.span, words, zone.name)
    for option in game.options.values():
        if option.when is not None:
            words = f"whether `{option.name}` can be set is settled before the game starts"
            _look(world, graph, option.when, option.when.span or option.span, words, option.name, cards=True)
    for miniature in game.miniatures:
        for allowed in miniature.allowed:
            _look(world, graph, allowed, allowed.span or miniature.span, taking_part)
    _order(world, graph)


def _look(
    world: World, graph: Graph, expr: core.Expr, span: Span, words: str, *about: str, cards: bool = False
) -> None:
    """cards: what is printed on cards may not be looked at either, because options say which cards there are."""
    game = world.model
    found: list[tuple[str, ...]] = []  # in words, and by name if it has one
    for node in (node for part in _asked(graph, expr) for node in below(part)):
        match node:
            case core.Var(name):
                found.append((f"`{name}`", name))
            case core.Zone(name):
                found.append((f"what lies in `{name}`", name))
            case core.Prim(op) if OPERATORS[op].reads in LOOKED_AT:
                found.append((LOOKED_AT[OPERATORS[op].reads],))
            case core.Option(name) if game.options[name].random:
                found.append((f"`{name}`, which may be drawn when the game starts", name))
            case core.CardRef() | core.Attr() if cards:
                found.append(("cards",))
            case core.Members() if cards and node.type != t.ListOf(t.SEAT):
                found.append(("cards",))
    if found:
        help = "let it depend on options and players" + ("" if cards else ", and on what is printed on cards")
        what, *named = found[0]
        world.report("HYL206", f"{words}, so it cannot depend on {what}", head(span), help, about=(*about, *named))


def _asked(graph: Graph, expr: core.Expr) -> Iterator[core.Expr]:
    """An expression, and all that the definitions it asks say."""
    yield expr
    for name in graph.asked(graph.touch(expr)):
        yield from graph.game.defines[name].parts if name in graph.game.defines else ()


def _order(world: World, graph: Graph) -> None:
    """Variables in an order in which each comes after those its first value needs."""
    game = world.model
    looks = {name: graph.knows(graph.touch(var.initial)) for name, var in game.vars.items()}
    needs = {name: variables(tokens) & game.vars.keys() for name, tokens in looks.items()}
    order: list[str] = []
    while needs:
        ready = [name for name, others in needs.items() if not others & needs.keys()]
        if not ready:
            name = next(iter(needs))
            message = f"the first value of `{name}` needs itself, or what needs it"
            world.report("HYL108", message, head(game.vars[name].span), "break the circle", about=name)
            return
        order += ready
        for name in ready:
            del needs[name]
    game.vars = {name: game.vars[name] for name in order}
