"""What is asked before there is a table: which cards take part, who sees a zone, which options go together, and the
first values of variables.

Assumes a model without errors. Guarantees that none of these looks at something that is not there yet, and leaves the
variables in an order in which each first value can be worked out from those before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hoyle import model
from hoyle import types as t
from hoyle.check.graph import Graph, variables
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import below
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.program.options import option_values
from hoyle.source import Span, head

USED = "used"
LOOKED_AT = {LooksAt.PLACES: "where a card lies", LooksAt.SIDES: "which side is up"}


def check_early(world: World, graph: Graph) -> None:
    """Report what would look at the table, or at the cards, too early."""
    game = world.model
    taking_part = "which cards take part is settled before the game starts"
    if USED in game.defines:
        made = game.defines[USED]
        _look(world, core.Ask(USED, (), made.type), made.span, taking_part)
    for zone in game.zones.values():
        if zone.seen_by is not None:
            words = f"who sees `{zone.name}` stays the same for the whole game"
            _look(world, zone.seen_by, zone.seen_by.span or zone.span, words, zone.name)
    for option in game.options.values():
        if option.when is not None:
            words = f"whether `{option.name}` can be set is settled before the game starts"
            _look(world, option.when, option.when.span or option.span, words, option.name, cards=True)
    for miniature in game.miniatures:
        for allowed in miniature.allowed:
            _look(world, allowed, allowed.span or miniature.span, taking_part)
    _order(world, graph)


def refused(game: model.Model, options: Mapping[str, int | str | bool], players: int) -> Diagnostic | None:
    """Why options cannot be set to these values, if they cannot.

    A condition that looks at what is not there yet, or asks definitions while something is wrong with any of them,
    forbids nothing: that is reported itself.
    """
    needs = [game.options[name].when for name in options if name in game.options]
    if any(when is not None and (_broken(game, when) or _too_early(game, when, cards=True)) for when in needs):
        return None
    try:
        option_values(game, dict(options), players)
    except HoyleError as error:
        return error.diagnostics[0]
    return None


def _broken(game: model.Model, expr: core.Expr) -> bool:
    parts = [expr]
    if any(isinstance(node, core.Ask) for node in below(expr)):
        parts += [part for define in game.defines.values() for part in define.parts]
    return any(isinstance(getattr(node, "type", None), t.Broken) for part in parts for node in below(part))


def _look(world: World, expr: core.Expr, span: Span, words: str, *about: str, cards: bool = False) -> None:
    found = _too_early(world.model, expr, cards)
    if found:
        help = "let it depend on options and players" + ("" if cards else ", and on what is printed on cards")
        what, *named = found[0]
        world.report("HYL206", f"{words}, so it cannot depend on {what}", head(span), help, about=(*about, *named))


def _too_early(game: model.Model, expr: core.Expr, cards: bool) -> list[tuple[str, ...]]:
    """What an expression looks at that is not there yet: in words, and by name if it has one.

    cards: what is printed on cards may not be looked at either, because options say which cards there are.
    """
    found: list[tuple[str, ...]] = []
    for node in (node for part in _said(game, expr) for node in below(part)):
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
    return found


def _said(game: model.Model, expr: core.Expr) -> Iterator[core.Expr]:
    """An expression, and all that the definitions it asks say."""
    yield expr
    seen: set[str] = set()
    todo = [expr]
    while todo:
        names = {node.name for node in below(todo.pop()) if isinstance(node, core.Ask)} & game.defines.keys()
        for name in sorted(names - seen):
            todo += game.defines[name].parts
            yield from game.defines[name].parts
        seen |= names


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
