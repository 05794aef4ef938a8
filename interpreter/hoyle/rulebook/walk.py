"""The parts of a piece of syntax."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.source import Source, Span


def below(node: Any) -> Iterator[Any]:
    """All nodes inside a node."""
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if attrs.has(type(item)) and not isinstance(item, (Span, Source)):
                yield item
                yield from below(item)
