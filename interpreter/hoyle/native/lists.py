"""What is known of a list by its type."""

from __future__ import annotations

from hoyle import types as t


def is_list(type_: t.Type) -> bool:
    return isinstance(t.settled(type_), t.ListOf)


def depth_of(type_: t.Type) -> int:
    """How many lists are in each other."""
    inner = t.settled(type_)
    return 1 + depth_of(inner.of) if isinstance(inner, t.ListOf) else 0
