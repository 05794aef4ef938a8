"""Definitions that ask themselves about a smaller list.

Assumes typed definitions. A definition may do so if it asks no other that asks it, and if the list that it is asked
about loses a member each time: `held - x`, where `x` is a member of `held` or a group with at least one. So it comes to
an end, after as many steps as the list has members at most.
"""

from __future__ import annotations

from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import children

Ranges = dict[str, core.Expr]  # the lists that locals are members of

HELP = (
    "a definition may ask itself about a smaller list only: `held - x`, where `x` is one of `held`, or a group of them;"
    " and it has a type"
)


def smaller(define: model.Define) -> int | None:
    """The number of the parameter that is a smaller list each time; None if there is none."""
    lists = [number for number, (_, type_) in enumerate(define.params) if isinstance(type_, t.ListOf)]
    asks = [found for part in define.parts for found in _asks(part, define.name, {})]
    return next((n for n in lists if all(_less(ask.args[n], define.params[n][0], bound) for ask, bound in asks)), None)


def _asks(node: Any, name: str, bound: Ranges) -> list[tuple[core.Ask, Ranges]]:
    """Where a definition is asked in an expression, with what the locals there are members of."""
    found = [(node, bound)] if isinstance(node, core.Ask) and node.name == name else []
    if isinstance(node, core.Fold):
        inner = {**bound, node.var: node.source}
        found += _asks(node.source, name, bound)
        parts = (part for part in (node.where, node.value) if part is not None)
        return found + [ask for part in parts for ask in _asks(part, name, inner)]
    return found + [ask for child in children(node) for ask in _asks(child, name, bound)]


def _less(arg: core.Expr, held: str, bound: Ranges) -> bool:
    """Whether this is a list without something that surely is in it."""
    match arg:
        case core.Prim("without", (core.Local(name), gone)):
            return name == held and _some(gone, held, bound)
    return False


def _some(gone: core.Expr, held: str, bound: Ranges) -> bool:
    """Whether there surely is something in a list, all of it members of another."""
    match gone:
        case core.Prim("list", (one, *_)):
            return _some(one, held, bound)
        case core.Prim("part", (core.Local() as group, _)):
            return _some(group, held, bound)
        case core.Local(name) if name in bound:
            match bound[name]:
                case core.Prim("groups", (source, low, _)):
                    return (t.edges(low.type)[0] > 0) and _of(source, held)
                case source:
                    return _of(source, held)
    return False


def _of(source: core.Expr, held: str) -> bool:
    """Whether a list is another, or some members of it."""
    while isinstance(source, core.Fold) and source.kind == "all" and source.value is None:
        source = source.source
    return isinstance(source, core.Local) and source.name == held
