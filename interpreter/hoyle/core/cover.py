"""What there is to exercise in a definition, and how often play has come by.

A game that is prepared for coverage has a `Cover`, and marks in its code count in it (see `mark.py`). No other game
has any.
"""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.core.nodes import Expr
from hoyle.source import Span


@attrs.frozen
class Item:
    """Something that can be exercised.

    sort: what it belongs to, for a summary. name: what it is; missed: what is wrong if it never happens, as the end of
    a sentence that starts with the name. needs: conditions without which it cannot happen. part_of: what has to be in
    play for it, as `check/reach.py` calls it. loss: whether a game in which it no longer happens has lost something.
    action: the one that is done, or offered.
    """

    number: int
    sort: str
    name: str
    missed: str
    span: Span
    needs: tuple[Expr, ...] = attrs.field(default=(), eq=False, repr=False)
    part_of: tuple[str, str] | None = None
    loss: bool = False
    action: str = ""

    @property
    def place(self) -> str:
        return self.span.place


class Cover:
    """All items of one definition, also if it is read twice, with a game's own file and with its trials."""

    def __init__(self) -> None:
        self.items: list[Item] = []
        self.hits: list[int] = []
        self._known: dict[tuple[str, int, int, str, str], int] = {}

    def item(
        self,
        sort: str,
        name: str,
        missed: str,
        span: Span,
        needs: tuple[Expr, ...] = (),
        part_of: tuple[str, str] | None = None,
        loss: bool = False,
        action: str = "",
    ) -> int:
        """The number of an item, a new one if nobody has named it before."""
        key = (span.source.name, span.start, span.end, name, missed)
        if key not in self._known:
            self._known[key] = len(self.items)
            self.items.append(Item(len(self.items), sort, name, missed, span, needs, part_of, loss, action))
            self.hits.append(0)
        return self._known[key]

    def hit(self, number: int, value: Any = None) -> Any:
        """An item is exercised; hands the value on, so that it can stand around an expression."""
        self.hits[number] += 1
        return value
