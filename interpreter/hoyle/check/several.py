"""Folds over several lists at once, and by several keys: brought down to folds inside each other.

Assumes binders that were typed. Guarantees folds over one list each, by one key at most.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.check import folds
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.expressions import Typer

Ring = tuple[str, core.Expr, core.Expr | None]  # the name of a member, the list, and what holds of it


def rings(typer: Typer, binders: Sequence[tree.Binder]) -> list[Ring]:
    """Several lists, each with the names of those before it in scope."""
    found = []
    for binder in binders:
        source, where = folds.bind(typer, binder)
        found.append((binder.var.text, source, where))
    return found


def certain_all(typer: Typer, rings: Sequence[Ring]) -> bool:
    """Whether there surely is a member in each list."""
    return all(folds.sure(typer, source, where) for _, source, where in rings)


def keyed(kind: str, ring: Ring, keys: Sequence[core.Expr], type_: t.Type, span: Span) -> core.Expr:
    """By several keys: the best of the best, or sorted by the last one first, as what is equal stays in order."""
    name, source, where = ring
    for key in keys[::-1] if kind == "sorted" else keys:
        source = core.Fold(kind, name, source, where, key, type_, span=span)
        where = None
    return source


def nested(kind: str, rings: Sequence[Ring], value: core.Expr | None, type_: t.Type, span: Span) -> core.Expr:
    """A fold over the members of all these lists: it is asked of each way to take one of each."""
    if kind == "all" and value is not None:
        return _listed(rings, value, span)
    if (len(rings) == 1 and (kind != "sorted" or value is None)) or kind in ("count", "any", "every", "sum"):
        return _inside(kind, rings, value, type_, span)
    assert value is not None
    if kind in ("max", "min", "first", "last"):
        return _of_each(kind, rings, value, type_, span)
    return core.Fold(kind, "", _listed(rings, value, span, kept=True), None, None, type_, span=span)


def _inside(kind: str, rings: Sequence[Ring], value: core.Expr | None, type_: t.Type, span: Span) -> core.Expr:
    """What the folds over the later lists give, the fold over the first one asks."""
    *outer, (name, source, where) = rings
    found: core.Expr = core.Fold(kind, name, source, where, value, type_, span=span)
    for name, source, where in outer[::-1]:
        if kind == "any":
            found = core.Fold(kind, name, source, conjunction([where, found]), None, type_, span=span)
        else:
            found = core.Fold("sum" if kind == "count" else kind, name, source, where, found, type_, span=span)
    return found


def _of_each(kind: str, rings: Sequence[Ring], value: core.Expr, type_: t.Type, span: Span) -> core.Expr:
    """The same for what there may be none of: only those members count for which there is one."""
    (name, source, where), *rest = rings
    if not rest:
        return core.Fold(kind, name, source, where, value, type_, span=span)
    there = conjunction([where, _inside("any", rest, None, t.YES_NO, span)])
    inner = _of_each(kind, rest, value, value.type, span)
    return core.Fold(kind, name, source, there, inner, type_, span=span)


def _listed(rings: Sequence[Ring], value: core.Expr, span: Span, kept: bool = False) -> core.Expr:
    """All values in a list; none falls out, unless it is kept."""
    *outer, ring = rings
    if isinstance(value.type, t.Maybe) and not kept:
        value = core.Prim("some", (value,), t.ListOf(value.type.of), span=value.span)
        found = _flat(_all(ring, value, span))
    else:
        found = _all(ring, value, span)
    for ring in outer[::-1]:
        found = _flat(_all(ring, found, span))
    return found


def _all(ring: Ring, value: core.Expr, span: Span) -> core.Expr:
    name, source, where = ring
    return core.Fold("all", name, source, where, value, t.ListOf(value.type), span=span)


def _flat(lists: core.Expr) -> core.Expr:
    return core.Prim("flat", (lists,), t.element(lists.type), span=lists.span)
