"""Who sees what: the one place where declared visibility is turned into what a seat may know.

`s` is a state or the reference's table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.table.chance import shuffled

Seen = int | bool | None | tuple[Any, ...]
Legal = tuple[int, tuple[Any, ...]]  # the number of an offer, and values for its parameters
PLACE, SOMEWHERE = "place", "somewhere"
LAST = 1 << 30


def sees(s: Any, seat: int, card: int) -> bool:
    """A face-up card is seen by all, a face-down one by whom its zone says."""
    zone = s.game.zones[s.loc[card]]
    up = s.up[card] if s.game.sides else zone.facing == "up"
    return up or seat in zone.seen


def as_seen(s: Any, seat: int, card: int) -> Seen:
    """What a seat can call a card: the card, its place in a row, or just the zone it is somewhere in.

    Cards in a zone without order that nobody could tell apart are one card to it.
    """
    if card < 0:
        return card
    number = s.loc[card]
    ordered = _ordered(s, number)
    if sees(s, seat, card):
        return card if ordered else next(int(c) for c in s.z[number] if s.game.twins(s.v, c, card))
    return (PLACE, number, s.z[number].index(card)) if ordered else (SOMEWHERE, number)


def hidden(value: Any) -> bool:
    """Whether a value, as a seat sees it, is a card that the seat does not see."""
    return isinstance(value, tuple) and len(value) > 1 and value[0] in (PLACE, SOMEWHERE)


def grouped(s: Any, seat: int, offers: Sequence[core.Offer], legal: Iterable[Legal]) -> dict[Legal, list[Any]]:
    """What is legal by how the seat sees it, in an order that tells the seat nothing: as the cards lie."""
    rows: list[tuple[Legal, Legal]] = []
    unseen: set[int] = set()
    for offer, values in legal:
        seen = tuple(
            as_seen(s, seat, value) if isinstance(param.type, t.CardOf) else value
            for param, value in zip(offers[offer].params, values, strict=True)
        )
        unseen |= {offer} if any(map(hidden, seen)) else set()
        rows.append(((offer, seen), (offer, values)))
    if unseen:

        def lies(row: tuple[Legal, Legal]) -> tuple[int, list[tuple[int, int]]]:
            offer, values = row[1]
            return offer, [place(s, seat, v) for v in _cards(offers, (offer, values))] if offer in unseen else []

        rows.sort(key=lies)
    stands: dict[Legal, Legal] = {}
    groups: dict[Legal, list[Any]] = {}
    for key, (offer, values) in rows:
        # the first of those that look the same stands for all
        seen = tuple(k if hidden(k) else v for k, v in zip(key[1], values, strict=True))
        groups.setdefault(stands.setdefault(key, (offer, seen)), []).append(values)
    return groups


def laid_out(s: Any, seat: int, cards: Iterable[int]) -> tuple[int, ...]:
    """Cards to choose several from, one after the other, in an order that tells the seat nothing.

    Those it sees or that have a place come as they lie, the others at random.
    """
    found = list(cards)
    if all(card < 0 or sees(s, seat, card) for card in found):
        return tuple(found)
    somewhere = [c for c in found if hidden(seen := as_seen(s, seat, c)) and seen[0] == SOMEWHERE]  # type: ignore[index]
    chance = {card: n for n, card in enumerate(shuffled(s, somewhere))} if len(somewhere) > 1 else {}
    return tuple(sorted(found, key=lambda card: (place(s, seat, card), chance.get(card, 0))))


def _cards(offers: Sequence[core.Offer], legal: Legal) -> list[int]:
    params = offers[legal[0]].params
    return [v for param, v in zip(params, legal[1], strict=True) if isinstance(param.type, t.CardOf)]


def place(s: Any, seat: int, card: int) -> tuple[int, int]:
    if card < 0:
        return (-1, card)
    number = s.loc[card]
    known = _ordered(s, number) or sees(s, seat, card)
    return (number, s.z[number].index(card) if known else LAST)


def _ordered(s: Any, number: int) -> bool:
    return s.game.zones[number].shape not in ("set", "bag")
