"""Who sees what: the one place where declared visibility is turned into what a seat may know."""

from __future__ import annotations

from typing import Any

Seen = int | bool | None | tuple[Any, ...]
PLACE, SOMEWHERE = "place", "somewhere"


def sees(s: Any, seat: int, card: int) -> bool:
    """A face-up card is seen by all, a face-down one by whom its zone says."""
    zone = s.game.zones[s.loc[card]]
    up = s.up[card] if s.game.sides else zone.facing == "up"
    return up or seat in zone.seen


def as_seen(s: Any, seat: int, card: int, alike: bool) -> Seen:
    """What a seat can call a card: the card, its place in a row, or just the zone it is somewhere in.

    alike: cards with the same face are the same to the seat (where their zone has no order).
    """
    if card < 0:
        return card
    number = s.loc[card]
    zone = s.game.zones[number]
    ordered = zone.shape not in ("set", "bag")
    if sees(s, seat, card):
        return card if ordered or not alike else int(s.game.cards[card].same)
    return (PLACE, number, s.z[number].index(card)) if ordered else (SOMEWHERE, number)
