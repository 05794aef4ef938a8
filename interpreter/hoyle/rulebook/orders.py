"""Which kinds have an order that a rule asks for: only of these it is told which word is higher."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle import types as t
from hoyle.rulebook.scope import Scope, element
from hoyle.syntax import tree
from hoyle.syntax.walk import below


def ordered(scope: Scope, decls: list[Any]) -> set[str]:
    """The kinds of words that are compared; where it is not known what is compared, all of them may be."""
    found: set[str] = set()
    for sides in (sides for node in below(*decls) for sides in _compared(node)):
        type_ = next((known for side in sides if (known := scope.type_of(side)) is not None), None)
        if type_ is None:
            return set(scope.model.kinds)
        kind = t.settled(element(type_))
        found |= {kind.name} if isinstance(kind, t.Kind) else set()
    return found


def _compared(node: Any) -> Iterator[tuple[tree.Expr, ...]]:
    """What has to have an order: values of one type, at least one of which is known."""
    match node:
        case tree.Compare("<" | "<=" | ">" | ">=", left, right):
            yield left, right
        case tree.Fold("highest" | "lowest", tree.Members(by=by)) if by is not None:
            yield (by,)
        case tree.Fold("max" | "min", tree.Values(value)):
            yield (value,)
        case tree.Fold("max" | "min", tree.Whole(items)):
            yield items
        case tree.Fold("first" | "last", tree.Members(tree.Binder(source=tree.Name() as source))):
            yield (source,)
        case tree.SpanOf(low, high):
            yield low, high
