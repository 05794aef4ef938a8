"""What has come to light since some moment, in sentences: whoever agrees to take something back should know it.

A seat is told what it was told then, and no more: what others saw alone is said as it was seen from here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle.run.events import PUBLIC, Event, told
from hoyle.run.news import news
from hoyle.run.parts import in_words
from hoyle.run.state import State
from hoyle.table import moves


def revealed(s: State, seat: int | None, since: Any, name: Callable[[int], str]) -> list[str]:
    """The sentences since an earlier log that told somebody something of hidden cards, or of chance. name: what a
    player is called."""
    events = told(s, PUBLIC if seat is None else seat, since)
    rows = zip(events, news(s, seat, since), strict=True)
    return list(dict.fromkeys(in_words(event.say, name) for event, one in rows if _reveals(s, seat, event, one)))


def _reveals(s: State, seat: int | None, event: Event, one: dict[str, Any]) -> bool:
    match one["t"]:
        case "option":
            return True
        case "told":
            return one["to"] is not None
        case "move" | "turn" | "gather":
            return any("look" in card and "was" not in card for card in one["cards"]) or _looked_at(s, seat, event)
    return False


def _looked_at(s: State, seat: int | None, event: Event) -> bool:
    """Whether somebody else has got cards to see that are not seen from here."""
    if event.kind != moves.MOVED or not event.unseen:
        return False
    return bool(s.game.zones[event.happened[3]].seen - {seat})
