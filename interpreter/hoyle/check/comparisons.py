"""Comparisons: what is the same, more, less, or in a list, and whether that can be asked of the two at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.check.forms import a_type, as_list
from hoyle.core import nodes as core
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

ORDER = ("<", "<=", ">", ">=")


def compare(typer: Typer, node: tree.Compare) -> core.Expr:
    op, span = node.op, node.span
    if op in ("in", "not in"):
        found = _membership(typer, node)
        return found if op == "in" else core.Prim("not", (found,), t.YES_NO, span=span)
    a, b = pair(typer, node.left, node.right)
    if op in ORDER:
        for side, part in ((node.left, a), (node.right, b)):
            if isinstance(part.type, (t.Maybe, t.Never)):
                typer.maybe_none(part, side.span)
                return core.Const(True, t.YES_NO, span=span)
            if not isinstance(part.type, (t.Numbers, t.Kind, t.Broken)):
                typer.world.report("HYL201", f"`{op}` compares numbers, but this is {a_type(part.type)}", side.span)
                return core.Const(True, t.YES_NO, span=span)
    _comparable(typer, a, b, op, span)
    return core.Prim(op, (a, b), t.YES_NO, span=span)


def _comparable(typer: Typer, a: core.Expr, b: core.Expr, op: str, span: Span) -> None:
    one, two = t.settled(a.type), t.settled(b.type)
    if isinstance(one, t.Never) or isinstance(two, t.Never):
        other = b.type if isinstance(one, t.Never) else a.type
        if not isinstance(other, (t.Maybe, t.Never, t.Broken)):
            typer.world.report("HYL203", "this is never none", span, "leave the comparison out")
        return
    if t.join(one, two) is None or _never_one(one, two):
        typer.world.report("HYL201", f"{a_type(one)} and {a_type(two)} can never be the same", span)
    elif isinstance(one, t.Numbers) and isinstance(two, t.Numbers) and op in ("is", "is not") and t.apart(one, two):
        if _once_asked(typer, a, two) or _once_asked(typer, b, one):
            return
        typer.world.report("HYL203", f"a number in {t.describe(one)} is never one in {t.describe(two)}", span)


def _once_asked(typer: Typer, side: core.Expr, other: t.Numbers) -> bool:
    """Whether it asks for a number of players that a variant has taken from the game: then it is no mistake."""
    before = typer.world.files[0].header.written_for
    return isinstance(side, core.Players) and before is not None and not t.apart(t.Numbers(*before), other)


def pair(typer: Typer, left: tree.Expr, right: tree.Expr) -> tuple[core.Expr, core.Expr]:
    """Two sides of a comparison: whichever is not a bare word tells what the other may be."""
    if isinstance(left, tree.Name) and bare_member(typer, left.text) and not isinstance(right, tree.Name):
        b = typer.expr(right)
        return typer.expr(left, t.settled(b.type)), b
    a = as_list(typer.expr(left))
    return a, as_list(typer.expr(right, t.settled(a.type)))


def bare_member(typer: Typer, text: str) -> bool:
    return text in typer.world.members and text not in typer.locals and text not in typer.world.names


def _membership(typer: Typer, node: tree.Compare) -> core.Expr:
    span = node.span
    left = node.left
    bare = isinstance(left, tree.Number) or (isinstance(left, tree.Name) and bare_member(typer, left.text))
    if typer.trial and bare:
        # maybe a card that is named by its key: what it is in tells
        b = typer.expr(node.right)
        a = typer.expr(node.left, t.element(b.type))
    else:
        a = typer.expr(node.left)
        b = typer.expr(node.right, t.ListOf(t.settled(a.type)))
    if isinstance(b.type, t.Broken) or isinstance(a.type, t.Broken):
        return core.Const(True, t.YES_NO, span=span)
    if not isinstance(b.type, (t.ListOf, t.ZoneOf)):
        typer.world.report("HYL205", f"`in` asks for a list or zone, but this is {a_type(b.type)}", node.right.span)
        return core.Const(True, t.YES_NO, span=span)
    inner, one = t.element(b.type), t.settled(a.type)
    if t.join(one, inner) is None and not isinstance(inner, t.Never):
        typer.world.report("HYL201", f"{a_type(one)} is never in a list of {t.describe(inner)}", span)
    return core.Prim("in", (a, b), t.YES_NO, span=span)


def _never_one(one: t.Type, two: t.Type) -> bool:
    """Whether nothing is of both types, though there is a type of which both are."""
    if isinstance(one, t.Kind) and isinstance(two, t.Kind):
        return one != two and one not in two.wider and two not in one.wider
    return isinstance(one, t.CardOf) and isinstance(two, t.CardOf) and one != two and None not in (one.name, two.name)
