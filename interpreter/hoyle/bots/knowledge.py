"""What a seat knows of where cards are, from what it has seen happen.

A card is known, and then its place is, or it is unknown, and then there are zones in which it may be. What is seen is
known; what is mixed with other cards unseen is known no more. Having been seen once does not make a card known: after a
shuffle it may lie anywhere in its pile. A card that moves unseen may be any of those that could lie where it came from.

Only what the log shows the seat is used: which cards, of those it cannot see, really move plays no part.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.run.acting import acting, eyes
from hoyle.run.events import raw, sight
from hoyle.table import moves
from hoyle.table.seen import sees

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
        named: set[int] = set()
        for event in raw(s, self.log):
            match event:
                case (moves.MOVED, cards, sources, to, before, after, (where, *_)):
                    self._moved(cards, sources, to, before, after, where, named)
                case (moves.DREW, name, values) if name in drawn_cards(self.game):
                    named.update(values)
                case (moves.CHOSEN, player, choice, *_) if player != self.seat:
                    named.update(choice.seen_cards)
                case (moves.TURNED, cards, *_):
                    self._seen(cards)
                case (moves.SHUFFLED, zone, *_):
                    self._mixed(zone)
                case (moves.GATHERED, to, _):
                    self.lies[:] = [to] * len(self.lies)
                    self.may.clear()  # they lie in the order of their numbers, and everybody knows that
        self.log = s.log
        if self.game.sides:  # a card that lies face up stays in sight, whatever is mixed around it
            self._seen([card for card in self.may if s.up[card]])
        if s.player == self.seat and acting(s) is not None:  # who acts for another sees what both see, and remembers it
            look = eyes(s)
            self._seen([card for card in self.may if sees(s, look, card)])

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
        named: Iterable[int],
    ) -> None:
        """named: the cards that chance or somebody else has picked: these lay anywhere in a pile, and not on top."""
        unseen: dict[tuple[int, str, bool], list[int]] = {}
        for card, source, was_up, is_up in zip(cards, sources, before, after, strict=True):
            self.lies[card] = to
            if was_up or is_up or self.down[source] or self.down[to]:
                self.may.pop(card, None)
                continue
            zone = self.game.zones[source]
            anywhere = zone.loose or (card in named and zone.shape not in moves.LAID_OUT)
            if anywhere or card in self.may:
                unseen.setdefault((source, self.game.cards[card].cards, anywhere), []).append(card)
        for source, sort, anywhere in sorted(unseen):
            self._spread(source, to, sort, unseen[source, sort, anywhere] if anywhere else None)
        if where == "anywhere" and not self.down[to]:
            self._mixed(to)
        if unseen:
            self._narrow()

    def _spread(self, source: int, to: int, sort: str, lost: Iterable[int] | None) -> None:
        """Some cards of a sort have gone from one zone to another, and nobody has told which. lost: these, if they may
        be any that lie there, also of those that are known to."""
        for card, zones in self.may.items():
            if zones >> source & 1 and self.game.cards[card].cards == sort:
                self.may[card] = zones | 1 << to
        if lost is not None:
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


@lru_cache(maxsize=64)
def drawn_cards(game: Game) -> frozenset[str]:
    """What chance calls the cards it draws."""
    bodies = tuple(procedure.body for procedure in game.program.procedures.values())
    draws = [node for node in below(bodies) if isinstance(node, core.Choose) and node.who is None]
    offers = [offer for node in draws for offer in node.offers]
    return frozenset(offer.name for offer in offers if isinstance(t.settled(offer.params[0].type), t.CardOf))


def beginning(game: Game, seat: int) -> Knowledge:
    """What a seat knows before the game."""
    box = game.program.zone_families["box"].base
    return Knowledge(game, seat, sight(game, seat), [box] * len(game.cards))
