"""Worlds: tables that a seat cannot tell from the real one.

The unknown cards are laid out anew, each where the seat thinks it may lie, and values it may not know are drawn anew. A
world depends on what the seat knows and on chance alone. `native/worlds.h` does the same in C, number for number: see
there how it is drawn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.native.thinking import ANY_ORDER, LOOSE, WALKED, Unknown
from hoyle.table.bots import STEP, WORD, mixed
from hoyle.types import of_cards

if TYPE_CHECKING:
    from hoyle.run.state import State

WARM, BETWEEN, ANSWERS = 64, 3, 1000


class Draws:
    """Numbers from a seed: `splitmix64`, as everywhere."""

    def __init__(self, seed: int) -> None:
        self.state = seed & WORD

    def next(self) -> int:
        self.state = self.state + STEP & WORD
        return mixed(self.state)

    def below(self, limit: int) -> int:
        return self.next() * limit >> 64


@attrs.define
class Deal:
    """Unknown cards by their places among them, place after place: `lies` is on the table there, `given` is put there.

    free: any order of a sort will do; loose: what the seat thinks cannot be had, so it is left aside.
    """

    of: Unknown
    zone: list[int]
    lies: list[int]
    given: list[int] = attrs.field(factory=list)
    free: bool = False
    loose: bool = False
    warm: bool = False

    def __attrs_post_init__(self) -> None:
        places = set(zip(self.zone, self.lies, strict=True))
        kinds = {(zone, self.of.sort[card]) for zone, card in places}
        self.free = all(
            self._may(card, zone) for zone, sort in kinds for card, own in enumerate(self.of.sort) if own == sort
        )
        if not self.free and not self._all_placed():
            self.loose = self.free = True
        if self.free:
            self._in_order()

    @property
    def quality(self) -> int:
        return LOOSE if self.loose else ANY_ORDER if self.free else WALKED

    def next(self, draws: Draws) -> None:
        """The next world."""
        if len(self.given) < 2:
            return
        if self.free:
            self._shuffle(draws)
        else:
            self._walk(draws, (BETWEEN if self.warm else WARM) * len(self.given))
            self.warm = True

    def becomes(self) -> dict[int, int]:
        """Which card comes to lie where each unknown one lies."""
        cards = self.of.cards
        return {cards[old]: cards[new] for old, new in zip(self.lies, self.given, strict=True)}

    def _may(self, card: int, zone: int) -> bool:
        return self.loose or bool(self.of.may[self.of.row[card]][zone])

    def _fits(self, card: int, place: int) -> bool:
        sort = self.of.sort
        return sort[card] == sort[self.lies[place]] and self._may(card, self.zone[place])

    def _in_order(self) -> None:
        """The cards of each sort in the order of their numbers."""
        cards: dict[int, deque[int]] = {}
        for card, sort in enumerate(self.of.sort):
            cards.setdefault(sort, deque()).append(card)
        self.given = [cards[self.of.sort[card]].popleft() for card in self.lies]

    def _all_placed(self) -> bool:
        """A first world; no if there is none."""
        self.given = [-1] * len(self.lies)
        return all(self._placed(card) for card in range(len(self.of.cards)))

    def _placed(self, card: int) -> bool:
        """Puts a card somewhere, and if need be the one that was there somewhere else, and so on: as few as can be."""
        given, came, queue = self.given, dict[int, int](), [card]
        for mover in queue:
            for place, there in enumerate(given):
                if place in came or not self._fits(mover, place):
                    continue
                came[place] = mover
                if there >= 0:
                    queue.append(there)
                    continue
                old: int | None = place
                while old is not None:
                    place, mover = old, came[old]
                    old = given.index(mover) if mover in given else None
                    given[place] = mover
                return True
        return False

    def _exchange(self, a: int, b: int) -> None:
        self.given[a], self.given[b] = self.given[b], self.given[a]

    def _shuffle(self, draws: Draws) -> None:
        """Any order of the cards of each sort."""
        for sort in range(max(self.of.sort) + 1):
            at = [place for place, card in enumerate(self.lies) if self.of.sort[card] == sort]
            for n in range(len(at) - 1, 0, -1):
                self._exchange(at[n], at[draws.below(n + 1)])

    def _walk(self, draws: Draws, steps: int) -> None:
        """Two cards change places, or three of them go round, where each may lie in the new place."""
        count, given, sort = len(self.given), self.given, [self.of.sort[card] for card in self.lies]
        for _ in range(steps):
            draw = draws.next()
            a, b = (draw & 0xFFFFFF) * count >> 24, (draw >> 24 & 0xFFFFFF) * count >> 24
            if sort[a] != sort[b]:
                continue
            if draw >> 62:
                if self._fits(given[a], b) and self._fits(given[b], a):
                    self._exchange(a, b)
                continue
            c = (draw >> 48 & 0x3FFF) * count >> 14
            if len({a, b, c}) == 3 and self._fits(given[a], b) and self._fits(given[b], c) and self._fits(given[c], a):
                self._exchange(a, b)
                self._exchange(a, c)
        start = 0
        for place, zone in enumerate(self.zone):  # in a zone any order will do
            start = place if zone != self.zone[start] else start
            other = start + draws.below(place - start + 1)
            if sort[place] == sort[other]:
                self._exchange(place, other)


def deal(s: State, unknown: Unknown) -> Deal:
    """The places of the unknown cards, zone after zone: in a zone with an order as they lie, in others sort after sort,
    so that nothing depends on which cards these are."""
    number = {card: n for n, card in enumerate(unknown.cards)}
    rows = []
    for zone, cards in enumerate(s.z):
        here = [number[card] for card in cards if card in number]
        if s.game.zones[zone].loose:
            here.sort(key=lambda card: unknown.sort[card])
        rows += [(zone, card) for card in here]
    return Deal(unknown, [zone for zone, _ in rows], [card for _, card in rows])


def laid(s: State, deal: Deal, draws: Draws) -> State:
    """A table as the deal has it."""
    made, becomes, values = s.copy(), deal.becomes(), deal.of.values
    for zone in dict.fromkeys(deal.zone):
        cards = [becomes.get(card, card) for card in made.z[zone]]
        made.z[zone] = sorted(cards) if s.game.zones[zone].loose else cards
        for card in made.z[zone]:
            made.loc[card] = zone
    for name, depth, where in deal.of.names:
        made.v[name] = renamed(becomes, made.v[name]) if depth else _meant(made, where, draws)
    _kept(made, becomes)
    for number, known in values:
        if known:
            made.v[number] = known[draws.below(len(known))]
    made.log, made.watched, made.counted, made.uncounted = None, {}, (None, 0), 0
    seed = draws.next(), draws.next()
    made.seed, made.draws = b"".join(part.to_bytes(8, "little") for part in seed), 0
    return made


def _meant(s: State, where: bytes, draws: Draws) -> int | None:
    """A card that may be meant by a variable, or none."""
    zones = len(s.z)
    found: list[int | None] = [None] if where[zones] else []
    for zone, cards in enumerate(s.z):
        found += [card for card in cards if where[zones + 1 + card]] if where[zone] else []
    return found[draws.below(len(found))] if found else None


def _kept(s: State, becomes: Mapping[int, int]) -> None:
    """What is under way: cards by their new names; what is needed no more may be a secret, so it goes."""
    plan = s.game.plan
    for frame in s.frames:
        types = plan.types(plan.points[frame[0]].frame)
        living = plan.living(frame[0], s.site if frame is s.frames[-1] else None)
        for slot in range(1, len(frame)):
            value = frame[slot] if slot in living else None
            frame[slot] = renamed(becomes, value) if slot in types and of_cards(types[slot]) else value


def asked_again(s: State) -> bool:
    """Ask the same question again; no if it is no longer asked."""
    try:
        return bool(s.game.code.site(s.site)(s, s.frames[-1]))
    except HoyleError:
        return False


def answered(s: State, of: Unknown, draws: Draws) -> bool:
    """Others answer anew what they have answered in secret, and the seat as it did. No if it does not come to what it
    is asked now."""
    if of.seat < 0:
        return True
    if not asked_again(s):
        return False
    own = iter(of.answers)
    for _ in range(ANSWERS):
        if s.over:
            break
        number = next(own, None) if s.player == of.seat else draws.below(len(s.choices))
        if number is None:
            return True
        try:
            s.choose(s.choices[number])
        except (HoyleError, IndexError):
            break
    return False


def renamed(becomes: Mapping[int, int], value: Any) -> Any:
    """A card, or a list with cards in it, by the new names."""
    if isinstance(value, tuple):
        return tuple([renamed(becomes, each) for each in value])
    return becomes.get(value, value)
