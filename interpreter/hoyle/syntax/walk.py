"""Walking the syntax tree, whatever its nodes."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from functools import cache
from typing import Any, cast

import attrs

from hoyle.source import Span
from hoyle.syntax import tree

NODES: frozenset[Any] = frozenset(
    kind for kind in vars(tree).values() if isinstance(kind, type) and issubclass(kind, tree.Node)
)


@cache
def fields(kind: Hashable) -> tuple[str, ...]:
    """The names of what a kind of node says, what it cites last, its place aside."""
    names = (field.name for field in attrs.fields(cast(Any, kind)) if field.name != "span")
    return tuple(sorted(names, key="cites".__eq__))


def said(node: Any) -> list[tuple[str, Any]]:
    """What a node says, by name."""
    return [(name, getattr(node, name)) for name in fields(node.__class__)]


def children(node: Any) -> list[Any]:
    """The nodes directly below a node, in order."""
    return [part for name in fields(node.__class__) for part in _nodes(getattr(node, name))]


def _nodes(value: Any) -> list[Any]:
    if value.__class__ is tuple:
        return [node for item in value for node in _nodes(item)]
    return [value] if value.__class__ in NODES else []


def below(*nodes: Any) -> Iterator[Any]:
    """These nodes and all nodes below them, each before what is below it."""
    waiting = [node for value in reversed(nodes) for node in reversed(_nodes(value))]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(children(node))


def mentioned(node: Any) -> set[str]:
    """The words in a piece of syntax."""
    return {word for word, _ in words(node)}


def words(node: Any) -> Iterator[tuple[str, Span]]:
    """The words in a piece of syntax with their places; for those in braces in a text, the text's."""
    for part in below(node):
        if isinstance(part, (tree.Name, tree.Word)):
            yield part.text, part.span
        elif isinstance(part, (tree.NamedType, tree.MaybeType, tree.ListType)):
            yield part.name, part.span
        elif isinstance(part, (tree.Text, tree.Label)) and part.text is not None:
            yield from ((word, part.span) for word in filled_in(part.text))


def filled_in(text: str) -> list[str]:
    """The words in braces, of which something is filled in."""
    return [word for part in re.findall(r"\{([^{}]*)\}", text) for word in re.findall(r"[A-Za-z_]\w*", part)]
