"""Trees of attrs nodes as indented text: one line for what fits, places left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.syntax.walk import said

WIDTH = 110
STEP = "    "


def outline(value: Any, name: str = "", indent: str = "") -> Iterator[str]:
    """The lines of a node, a list or a plain value."""
    head = f"{indent}{name}{': ' if name else ''}"
    short = _short(value, WIDTH - len(head))
    if short is not None:
        yield head + short
    elif isinstance(value, dict):
        yield f"{indent}{name}:"
        for key, item in value.items():
            yield from outline(item, str(key) if isinstance(key, str) else repr(key), indent + STEP)
    elif isinstance(value, (list, tuple, set, frozenset)):
        yield f"{indent}{name}:"
        for item in value:
            yield from outline(item, "" if attrs.has(type(item)) else "-", indent + STEP)
    elif not attrs.has(type(value)):
        yield head + repr(value)
    else:
        yield head + type(value).__name__
        for field, item in _fields(value):
            yield from outline(item, field, indent + STEP)


def _fields(node: Any) -> list[tuple[str, Any]]:
    """What a node says: fields that are not empty."""
    return [(name, value) for name, value in said(node) if value is not None and not _empty(value)]


def _empty(value: Any) -> bool:
    return isinstance(value, (tuple, list, dict)) and not value


def _short(value: Any, room: int) -> str | None:
    """The value on one line of at most that many characters, or None."""
    if room <= 0:
        return None
    if attrs.has(type(value)):
        fields = _fields(value)
        start, end = f"{type(value).__name__}(", ")"
        parts = [(f"{name}=" if len(fields) > 1 else "", len(name) + 3, item) for name, item in fields]
        left = room - len(start) - 1
    elif isinstance(value, (list, tuple, set, frozenset)):
        start, end, left = "[", "]", room
        parts = [("", 2, item) for item in (value if isinstance(value, (list, tuple)) else sorted(value, key=repr))]
    elif isinstance(value, dict) and any(attrs.has(type(item)) for item in value.values()):
        return None
    else:
        start, end, left, parts = repr(value), "", room, []
    texts: list[str] = []
    for name, beside, item in parts:
        text = _short(item, left - beside)
        if text is None:
            return None
        texts.append(f"{name}{text}")
        left -= len(texts[-1]) + 2
    made = f"{start}{', '.join(texts)}{end}"
    return made if len(made) <= room else None
