"""Which conditions have to be asked first: `caller is not none` before anything is said of that player.

Conditions are asked in the order they are written in, and each knows what those before it have taught
(`check/facts.py`). Whoever asks one earlier asks here first whether it needs one that it would overtake.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import EXPRS, below


def needs(part: core.Expr, conditions: Iterable[core.Expr]) -> bool:
    """Whether an expression takes for certain what one of some conditions makes so.

    What may be none, a card of any type, or of a kind with others in it, where they speak of it has a narrower type
    where it is certain.
    """
    wide: dict[Any, t.Type] = {}
    for condition in conditions:
        for node in below(condition):
            if isinstance(node, EXPRS):
                type_: t.Type = node.type  # type: ignore[attr-defined]
                if isinstance(type_, t.Maybe) or type_ == t.CARD:
                    wide[node] = type_
                elif isinstance(type_, t.Kind) and type_.family:
                    known = wide.get(node)
                    if known is None or (isinstance(known, t.Kind) and type_ in known.wider):
                        wide[node] = type_
    return bool(wide) and any(node in wide and node.type != wide[node] for node in below(part))
