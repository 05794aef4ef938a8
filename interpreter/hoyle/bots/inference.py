"""What a choice of somebody else tells a seat: it was allowed, so certain cards cannot have been there.

In a small world nothing unknown lies where the other player sees it but the cards of the choice, and the question is
asked again: with one of the unknown cards put there the choice may no longer be allowed. If it is not allowed in a
full world either, that card was not there. Nothing here knows of suits: the rules of the definition are asked.
`ruled_out` in `native/think.h` does the same in C.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.bots.worlds import Draws, asked_again, deal, laid
from hoyle.core.groups import alike
from hoyle.native.thinking import Unknown

if TYPE_CHECKING:
    from hoyle.run.state import State

PROBED = 2000
Row = tuple[int, tuple[Any, ...]]  # an offer, and its values


def ruled_out(s: State, unknown: Unknown, seed: int, seat: int, row: Row) -> list[tuple[int, int]]:
    """The cards that cannot have been in zones that whoever is asked sees, since that row was chosen."""
    draws, found = Draws(seed), []
    dealt = deal(s, unknown)
    dealt.next(draws)
    world, probes = laid(s, dealt, draws), PROBED
    box = s.game.program.zone_families["box"].base
    for zone in s.game.zones:
        number = zone.number
        if not zone.loose or s.player not in zone.seen or seat in zone.seen or zone.facing == "up":
            continue
        here = [card for place, card in zip(dealt.zone, dealt.given, strict=True) if place == number]
        if not here:
            continue
        can = [bool(dealt.loose or unknown.may[row][number]) for row in unknown.row]
        only = [
            not any(dealt.loose or at for other, at in enumerate(unknown.may[row]) if other != number)
            for row in unknown.row
        ]
        small = world.copy()
        away = [unknown.cards[card] for card in here if not only[card]]
        for card in away:
            put(small, card, box)
        if not allowed(small, row):
            continue
        wrong: list[int] = []
        for card, own in enumerate(unknown.cards):
            if probes and can[card] and not only[card]:
                probes -= 1
                wrong += [card] if not allowed(small, row, own, number) else []
        if not wrong:
            continue
        rest = [
            card
            for card, own in enumerate(unknown.cards)
            if card not in wrong and can[card] and small.loc[own] != number
        ]
        for n in range(len(rest) - 1, 0, -1):
            other = draws.below(n + 1)
            rest[n], rest[other] = rest[other], rest[n]
        for card in rest[: max(len(away) - 1, 0)]:
            put(small, unknown.cards[card], number)
        if allowed(small, row):
            out = [unknown.cards[card] for card in wrong]
            found += [(card, number) for card in out if not allowed(small, row, card, number)]
    return sorted(found)


def put(s: State, card: int, zone: int) -> None:
    """A card into a zone, without a word."""
    if s.loc[card] != zone:
        s.z[s.loc[card]].remove(card)
        s.z[zone] = sorted([*s.z[zone], card]) if s.game.zones[zone].loose else [*s.z[zone], card]
        s.loc[card] = zone


def allowed(s: State, row: Row, card: int | None = None, zone: int = 0) -> bool:
    """Whether that row could be chosen if the same were asked on this table, or with one card more in a zone."""
    tried = s.copy()
    if card is not None:
        put(tried, card, zone)
    if not asked_again(tried):
        return False
    offer, values = row
    types = [param.type for param in s.game.asked(s.site).offers[offer].params]
    return any(c.offer == offer and _same(tried, types, values, c.values) for c in tried.choices)


def _same(s: State, types: Sequence[t.Type], one: Sequence[Any], other: Sequence[Any]) -> bool:
    def one_card(a: Any, b: Any) -> bool:
        return bool(a == b) or _alike(s, a, b)

    return all(
        a == b
        or (isinstance(type_, t.CardOf) and one_card(a, b))
        or (isinstance(type_, t.ListOf) and isinstance(type_.of, t.CardOf) and alike(a, b, one_card))
        for type_, a, b in zip(types, one, other, strict=True)
    )


def _alike(s: State, a: Any, b: Any) -> bool:
    """Whether two cards look the same; what is not seen, or takes no part, is like nothing else."""
    return all(isinstance(card, int) and card >= 0 for card in (a, b)) and bool(s.game.twins(s.v, a, b))
