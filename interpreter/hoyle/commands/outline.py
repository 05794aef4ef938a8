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
        parts: list[str] = []
        left = room - len(type(value).__name__) - 2
        fields = _fields(value)
        for name, item in fields:
            text = _short(item, left - len(name) - 3)
            if text is None:
                return None
            parts.append(f"{name}={text}" if len(fields) > 1 else text)
            left -= len(parts[-1]) + 2
        made = f"{type(value).__name__}({', '.join(parts)})"
    elif isinstance(value, (list, tuple)):
        items: list[str] = []
        left = room
        for item in value:
            text = _short(item, left - 2)
            if text is None:
                return None
            items.append(text)
            left -= len(text) + 2
        made = f"[{', '.join(items)}]"
    elif isinstance(value, (set, frozenset)):
        return _short(sorted(value, key=repr), room)
    elif isinstance(value, dict):
        if value and any(attrs.has(type(v)) for v in value.values()):
            return None
        made = repr(value)
    else:
        made = repr(value)
    return made if len(made) <= room else None
