"""Sides that players are on: wherever players are wanted who win, or see something, a side stands for its members."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.check.expressions import Typer
from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree

MEMBER = "member'"  # no author can write it


def winners(typer: Typer, node: tree.Expr) -> core.Expr:
    """Who wins: players, or sides."""
    found = typer.listing(node, t.SEAT)
    if _sides(typer, found):
        return attrs.evolve(_members(typer, found, node.span), span=None)  # what is written there are the sides
    return typer.fit(found, t.ListOf(t.SEAT), node.span, "who wins")


def onlookers(typer: Typer, node: tree.Expr) -> core.Expr:
    """Who sees something: players, or a side."""
    found = typer.expr(node)
    if isinstance(found.type, t.Seat):
        return core.Prim("list", (found,), t.ListOf(t.SEAT), span=node.span)
    if typer.world.model.teams is not None and found.type == t.Kind(typer.world.model.teams.name):
        return _members(typer, core.Prim("list", (found,), t.ListOf(found.type), span=node.span), node.span)
    if _sides(typer, found):
        return _members(typer, found, node.span)
    return typer.fit(found, t.ListOf(t.SEAT), node.span, "who sees it")


def _sides(typer: Typer, found: core.Expr) -> bool:
    teams = typer.world.model.teams
    return teams is not None and t.element(found.type) == t.Kind(teams.name)


def _members(typer: Typer, sides: core.Expr, span: Span) -> core.Expr:
    """The players who are on one of these sides, in the order of the seats."""
    member, side = core.Local(MEMBER, t.SEAT), typer.world.model.side
    on = core.Ask(side, (member,), typer.defs.signature(side, span)[1])
    test = core.Prim("in", (on, sides), t.YES_NO)
    return core.Fold("all", MEMBER, core.Members(None, t.ListOf(t.SEAT)), test, None, t.ListOf(t.SEAT), span=span)


def by_sides(players: core.Expr) -> core.Expr | None:
    """The sides that stand for these players."""
    match players:
        case core.Fold("all", var, _, core.Prim("in", (_, sides)), None) if var == MEMBER:
            return sides
    return None
