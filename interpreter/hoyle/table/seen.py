"""Who sees what: the one place where declared visibility is turned into what a seat may know.

`s` is a state or the reference's table. A seat is a number; so is one that acts for another and sees what both see (see
`both`).
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


def both(players: int, seat: int, acting: int) -> int:
    """The number of a seat that acts for another: as long as it does so, it sees what both see."""
    return seat if acting == seat else players * (acting + 1) + seat


def eyes_of(players: int, seat: int) -> tuple[int, ...]:
    """The seat that a number stands for, and the one that it acts for, if it does."""
    return (seat,) if seat < players else (seat % players, seat // players - 1)


def sees(s: Any, seat: int, card: int) -> bool:
    """A face-up card is seen by all, a face-down one by whom its zone says."""
    zone = s.game.zones[s.loc[card]]
    up = s.up[card] if s.game.sides else zone.facing == "up"
    if seat < s.game.players:
        return up or seat in zone.seen
    return up or any(one in zone.seen for one in eyes_of(s.game.players, seat))


def as_seen(s: Any, seat: int, card: int) -> Seen:
    """What a seat can call a card: the card, its place in a row, or just the zone it is somewhere in.

    Cards in a zone without order that nobody could tell apart are one card to it.
    """
    if card < 0:
        return card
    number = s.loc[card]
    loose = s.game.zones[number].loose
    if sees(s, seat, card):
        return next(int(c) for c in s.z[number] if s.game.twins(s.v, c, card)) if loose else card
    return (SOMEWHERE, number) if loose else (PLACE, number, s.z[number].index(card))


def row_as_seen(s: Any, seat: int, params: Sequence[core.Param], values: Sequence[Any]) -> tuple[Seen, ...]:
    """What a seat can call the values of parameters; what is not seen of them already stays as it is."""
    return tuple(
        value_as_seen(s, seat, value) if param.cards else value for param, value in zip(params, values, strict=True)
    )


def value_as_seen(s: Any, seat: int, value: Any) -> Seen:
    """What a seat can call a card; of a group, whose cards it knows, those that each could as well be."""
    if isinstance(value, tuple) and not hidden(value):
        looks = (as_seen(s, seat, card) for card in value)
        return tuple(sorted(card if hidden(look) else look for card, look in zip(value, looks, strict=True)))
    return as_seen(s, seat, value) if isinstance(value, int) else value


def hidden(value: Any) -> bool:
    """Whether a value, as a seat sees it, is a card that the seat does not see."""
    return isinstance(value, tuple) and len(value) > 1 and value[0] in (PLACE, SOMEWHERE)


def in_sight(s: Any, seat: int, offers: Sequence[core.Offer], rows: Iterable[Legal]) -> list[tuple[Legal, Legal]]:
    """Candidates, each as the seat sees it and as it is, in an order that tells the seat nothing: as the cards lie."""
    found = [((offer, row_as_seen(s, seat, offers[offer].params, values)), (offer, values)) for offer, values in rows]
    unseen = {offer for (offer, seen), _ in found if any(map(hidden, seen))}

    def lies(row: tuple[Legal, Legal]) -> tuple[int, list[tuple[int, int]]]:
        offer, values = row[1]
        cards = [v for p, v in zip(offers[offer].params, values, strict=True) if isinstance(p.type, t.CardOf)]
        return offer, [place(s, seat, card) for card in cards] if offer in unseen else []

    return sorted(found, key=lies) if unseen else found


def grouped(s: Any, seat: int, offers: Sequence[core.Offer], legal: Iterable[Legal]) -> dict[Legal, list[Any]]:
    """What is legal by how the seat sees it, in that order."""
    stands: dict[Legal, Legal] = {}
    groups: dict[Legal, list[Any]] = {}
    for key, (offer, values) in in_sight(s, seat, offers, legal):
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


def place(s: Any, seat: int, card: int) -> tuple[int, int]:
    if card < 0:
        return (-1, card)
    number = s.loc[card]
    known = not s.game.zones[number].loose or sees(s, seat, card)
    return (number, s.z[number].index(card) if known else LAST)
