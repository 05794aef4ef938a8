"""What a seat knows of where cards are, from what it has seen happen.

A card is known, and then its place is, or it is unknown, and then there are zones in which it may be. What is seen is
known; what is mixed with other cards unseen is known no more. Having been seen once does not make a card known: after a
shuffle it may lie anywhere in its pile. A card that moves unseen may be any of those that could lie where it came from.

Only what the log shows the seat is used: which cards, of those it cannot see, really move plays no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.run.events import raw, sight
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State


@attrs.define
class Knowledge:
    """may: for each unknown card the zones where it may be, as bits. lies: where cards are, known or not: an unknown
    one only stands for a place that some card is in. down: for each zone, whether the seat sees face-down cards there.
    """

    game: Game
    seat: int
    down: Sequence[bool]
    lies: list[int]
    may: dict[int, int] = attrs.field(factory=dict)
    log: Any = None

    def copy(self) -> Knowledge:
        return Knowledge(self.game, self.seat, self.down, self.lies[:], dict(self.may), self.log)

    def learn(self, s: State) -> None:
        """All that has happened since the last time."""
        for event in raw(s, self.log):
            match event:
                case (moves.MOVED, cards, sources, to, before, after, (where, *_)):
                    self._moved(cards, sources, to, before, after, where)
                case (moves.TURNED, cards, *_):
                    self._seen(cards)
                case (moves.SHUFFLED, zone, *_):
                    self._mixed(zone)
                case (moves.GATHERED, to, _):
                    self.lies[:] = [to] * len(self.lies)
                    self.may.clear()  # they lie in the order of their numbers, and everybody knows that
        self.log = s.log

    def pinned(self, card: int, zone: int) -> None:
        """A card that was unknown turns out to lie in a zone."""
        if card in self.may:
            self.may[card] = 1 << zone
            self._narrow()

    def ruled_out(self, card: int, zone: int) -> None:
        """An unknown card turns out not to lie in a zone, unless it could lie nowhere else."""
        left = self.may[card] & ~(1 << zone)
        if left:
            self.may[card] = left

    # ------------------------------------------------------------------------------------------ what happens

    def _moved(
        self,
        cards: Sequence[int],
        sources: Sequence[int],
        to: int,
        before: Sequence[bool],
        after: Sequence[bool],
        where: str,
    ) -> None:
        unseen, lost = set(), set()
        for card, source, was_up, is_up in zip(cards, sources, before, after, strict=True):
            self.lies[card] = to
            if was_up or is_up or self.down[source] or self.down[to]:
                self.may.pop(card, None)
            elif card in self.may or self.game.zones[source].loose:
                unseen.add((source, self.game.cards[card].cards))
                lost.add(card)
        for source, sort in unseen:
            self._spread(source, to, sort, lost)
        if where == "anywhere" and not self.down[to]:
            self._mixed(to)
        if unseen:
            self._narrow()

    def _spread(self, source: int, to: int, sort: str, lost: Iterable[int]) -> None:
        """Some cards of a sort have gone from one zone to another, and nobody has told which."""
        for card, zones in self.may.items():
            if zones >> source & 1 and self.game.cards[card].cards == sort:
                self.may[card] = zones | 1 << to
        if self.game.zones[source].loose:  # those that are known to lie there may be the ones that went
            for card in (*self._hidden_in(source), *lost):
                if card not in self.may and self.game.cards[card].cards == sort:
                    self.may[card] = 1 << source | 1 << to

    def _hidden_in(self, zone: int) -> list[int]:
        return [card for card, lies in enumerate(self.lies) if lies == zone]

    def _seen(self, cards: Iterable[int]) -> None:
        known = [self.may.pop(card, None) for card in cards]
        if any(zones is not None for zones in known):
            self._narrow()

    def _mixed(self, zone: int) -> None:
        """Nobody can tell any more which of the unseen cards of a zone is which."""
        if self.down[zone] or self.game.zones[zone].facing == "up":
            return
        for card in self._hidden_in(zone):
            if card not in self.may:
                self.may[card] = 1 << zone

    def _narrow(self) -> None:
        """A zone in which no unknown card lies is none where one may be."""
        places = 0
        for card in self.may:
            places |= 1 << self.lies[card]
        for card, zones in self.may.items():
            self.may[card] = zones & places or places


def beginning(game: Game, seat: int) -> Knowledge:
    """What a seat knows before the game."""
    box = game.program.zone_families["box"].base
    return Knowledge(game, seat, sight(game, seat), [box] * len(game.cards))
