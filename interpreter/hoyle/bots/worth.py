"""What a game is about, found out from games played at random: who wins together, whether more points are better, how
much of a difference is much, and whether it is played in several deals."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from hoyle.bots.search import Deals
from hoyle.diagnostics import HoyleError
from hoyle.native.thinking import Thought
from hoyle.table.bots import seated

if TYPE_CHECKING:
    from hoyle.run.columns import Playouts
    from hoyle.run.game import Game

GAMES, FEW, SAMPLED = 200, 20, 8
CAP = 4_000
SHORT = 100
SEVERAL = 1.5
SCORES = 30  # of a hundred: how much points count for at the end of a game
TRUSTED = 0.6  # how often whoever wins must have the most points, for these to count before the end


@attrs.frozen
class Worth:
    """sides: for each seat those that win with it, as bits. counts: whether points say who is winning. cap: decisions
    after which a game that is played on is left."""

    sides: tuple[int, ...]
    rising: bool
    scale: float
    counts: bool
    deals: bool
    cap: int = CAP

    def thought(self, seat: int, playouts: int, seed: int) -> Thought:
        """What that seat thinks about."""
        scores = SCORES if self.counts else 0
        close = self.deals and self.counts
        return Thought(seat, self.sides[seat], playouts, self.rising, close, scores, self.cap, self.scale, seed)


@lru_cache(maxsize=64)
def worth_of(game: Game) -> Worth:
    """What a game is about, from some games."""
    try:
        return Finder(game, game.playouts(GAMES, seed="worth", cap=CAP)).worth
    except HoyleError:  # something stops a game
        return Finder(game).worth


@attrs.define(slots=False)
class Finder:
    """Works it out of games that were played."""

    game: Game
    found: Playouts | None = None

    @cached_property
    def won(self) -> list[tuple[set[int], tuple[int, ...]]]:
        """Of games that some have won and others have not: who, and the points."""
        seats = self.game.players
        if self.found is None:
            return []
        rows = zip(self.found.winners, self.found.scores, strict=True)
        return [(set(w), scores) for w, scores in rows if 0 < len(w) < seats]

    @property
    def sides(self) -> tuple[int, ...]:
        seats = range(self.game.players)
        if len(self.won) < FEW:
            return tuple(1 << seat for seat in seats)
        together = [[all((a in w) == (b in w) for w, _ in self.won) for b in seats] for a in seats]
        return tuple(sum(1 << b for b in seats if together[a][b]) for a in seats)

    def margins(self, sides: tuple[int, ...]) -> list[tuple[float, bool]]:
        """By how much each side was ahead, and whether it has won."""
        made = []
        for winners, scores in self.won:
            for side in set(sides):
                own = [score for seat, score in enumerate(scores) if side >> seat & 1]
                others = [score for seat, score in enumerate(scores) if not side >> seat & 1]
                ahead = sum(own) / len(own) - (sum(others) / len(others) if others else 0)
                made.append((ahead, any(side >> seat & 1 for seat in winners)))
        return made

    @property
    def worth(self) -> Worth:
        sides = self.sides
        margins = self.margins(sides)
        rising = sum(ahead if won else -ahead for ahead, won in margins) >= 0
        much = math.sqrt(sum(ahead * ahead for ahead, _ in margins) / max(len(margins), 1))
        winning = [ahead if rising else -ahead for ahead, won in margins if won]
        right = sum(ahead > 0 for ahead in winning)
        counts = much > 0 and right >= TRUSTED * len(winning)
        return Worth(sides, rising, 2 * much or 1.0, counts, self.deals > SEVERAL, self.cap)

    @property
    def cap(self) -> int:
        """Where hardly any game ends, no end is waited for."""
        endings = [] if self.found is None else self.found.endings
        return CAP if 2 * sum(ending is not None for ending in endings) >= GAMES else SHORT

    @property
    def deals(self) -> float:
        """How often half of the cards or more are shuffled in a game, on average."""
        found = 0
        for number in range(SAMPLED):
            found += self._dealt(f"worth:{number + 1}")
        return found / SAMPLED

    def _dealt(self, seed: str) -> int:
        state = self.game.blank(seed)
        deals, found = Deals(state), 0
        try:
            state = self.game.start(seed)
            seats = seated(("random",), self.game.players, seed)
            for _ in range(CAP):
                if deals.more(state):
                    deals.found, found = False, found + 1
                if state.over:
                    break
                state.choose(seats[state.player](len(state.choices)))
        except HoyleError:
            pass
        return found
