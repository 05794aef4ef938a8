"""Forced duels: whether a card, or whatever else can be chosen, is too good.

How often bots choose something says what they think of it, and who has chosen it and won may have been ahead anyway. So
equal players play the same deal three times. At the first decision of one seat where it could be chosen it is chosen;
or something else that could be, by chance; or whatever that seat would choose. Then all play on as they like.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from hoyle.balance.items import action_of
from hoyle.balance.tally import DUEL, Key, Tally, add
from hoyle.bots.names import Thinking
from hoyle.diagnostics import HoyleError, quote
from hoyle.table.bots import anything, starts

if TYPE_CHECKING:
    from hoyle.balance.table import Table
    from hoyle.bots.host import Host
    from hoyle.run.choices import Choice
    from hoyle.run.game import Game

FORCED, OTHER, FREE = "forced", "another", "free"
ARMS = (FORCED, OTHER, FREE)


def names_of(game: Game) -> set[str]:
    """What a duel can be about: the cards of a game, and the names of what can be done."""
    cards = {face.text for face in game.faces.catalogue}
    return cards | {offer.name.replace("_", " ") for site in game.flow for offer in site.choose.offers}


def known(game: Game, what: str) -> str:
    """What somebody means, as it is called. Raises HoyleError if there is no such thing in the game.

    A card, what can be done, or `what is done: card or word`.
    """
    head, _, rest = what.partition(": ")
    names = {name.lower(): name for name in names_of(game)}
    if what.lower() in names:
        return names[what.lower()]
    if rest and head.lower() in names:
        return what
    near = difflib.get_close_matches(what.lower(), list(names), n=1)
    help = f"did you mean {quote(names[near[0]])}?" if near else "name a card, something that is done, or `done: word`"
    raise HoyleError.plain("HYL904", f"{quote(what)} is nothing that can be chosen in {game.title}", help)


@attrs.define
class Forced:
    """Who chooses in a game in which one seat is made to choose something."""

    table: Table
    what: str
    arm: str
    seat: int
    start: int
    met: bool = False

    def __call__(self, host: Host) -> Choice:
        s = host.state
        if not self.met and s.player == self.seat:
            mine = [choice for choice in s.choices if self._is(choice)]
            if mine and len(mine) < len(s.choices):
                self.met = True
                if self.arm == FORCED:
                    return self._best(host, mine)
                if self.arm == OTHER:
                    rest = [choice for choice in s.choices if choice not in mine]
                    return rest[anything(self.start)(len(rest))]
        return host.choose()

    def _is(self, choice: Choice) -> bool:
        what = self.what.lower()
        names = [name for _, name in self.table.items.of(choice)]
        return what in [name.lower() for name in (*names, *choice.cards, action_of(choice))]

    def _best(self, host: Host, mine: Sequence[Choice]) -> Choice:
        """Of several ways to choose it the one that is thought best; by chance where nobody thinks."""
        s = host.state
        bot = host.bots[s.player]
        if len(mine) == 1 or not isinstance(bot, Thinking):
            return mine[anything(self.start)(len(mine))]
        opinions = bot.verdict(host.seat(s.player)).opinions
        return max(mine, key=lambda choice: _rank(opinions[s.choices.index(choice)]))


def _rank(opinion: tuple[int, float, float]) -> tuple[bool, float]:
    """What has never been tried comes last."""
    tried, total, _ = opinion
    return tried > 0, total / tried if tried else 0.0


@attrs.frozen
class Duels:
    """Duels about several things. One unit of work is a deal with one of them; seats take turns, deal after deal."""

    table: Table
    seed: int | str
    names: tuple[str, ...]
    what: tuple[str, ...]

    def lot(self, first: int, count: int) -> list[Tally]:
        return [self.unit(number) for number in range(first, first + count)]

    def unit(self, number: int) -> Tally:
        tally, table = Tally(), self.table
        what, deal = self.what[number % len(self.what)], number // len(self.what)
        seed, seat = f"{self.seed}:duel:{deal + 1}", deal % table.game.players
        side = table.worth.sides[seat]
        for arm in ARMS:
            pick = Forced(table, what, arm, seat, starts(f"{seed}:{arm}", table.game.players)[seat])
            end = table.play(seed, self.names, pick)
            if not pick.met:
                return {}  # it could never be chosen, so there is nothing to compare
            add(tally, Key(DUEL, what, arm), table.won(end, side))
        return tally
