"""What a game is about, found out from games played at random: who wins together, whether more points are better, how
much of a difference is much, and whether it is played in several deals."""

from __future__ import annotations

import math
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from hoyle.bots.pilot import Pilot
from hoyle.bots.search import Deals
from hoyle.diagnostics import HoyleError
from hoyle.native.thinking import Thought
from hoyle.run.teams import together

if TYPE_CHECKING:
    from hoyle.run.columns import Playouts
    from hoyle.run.game import Game

GAMES, FEW, SAMPLED = 200, 20, 8
CAP = 4_000
SHORT = 100
MUCH = 50_000_000  # how much work a game that is played on may be (see `program/work.py`)
ALL = 100 * MUCH  # and all those that are played to find this out
SEVERAL = 1.5
SCORES = 30  # of a hundred: how much points count for at the end of a game
TRUSTED = 0.6  # how often whoever wins must have the most points, for these to count before the end


@attrs.frozen
class Worth:
    """sides: for each seat those that win with it, as bits. counts: whether points say who is winning. cap: decisions
    after which a game that is played on is left. moving: who is on which side is made in play, so whoever thinks asks
    that of the tables it comes to."""

    sides: tuple[int, ...]
    rising: bool
    scale: float
    counts: bool
    deals: bool
    cap: int = CAP
    moving: bool = False

    def thought(self, seat: int, playouts: int, seed: int) -> Thought:
        """What that seat thinks about."""
        scores = SCORES if self.counts else 0
        close = self.deals and self.counts
        side = 0 if self.moving else self.sides[seat]
        return Thought(seat, side, playouts, self.rising, close, scores, self.cap, self.scale, seed)


@lru_cache(maxsize=64)
def worth_of(game: Game) -> Worth:
    """What a game is about, from some games."""
    return Finder(game).worth


@attrs.define(slots=False)
class Finder:
    """Works it out of games played at random: a few in Python, to see what they take, and as many as that allows."""

    game: Game
    work: int = 0  # of a decision, on average
    length: float = 0.0  # decisions in a game
    deals: float = 0.0  # how often half of the cards or more are shuffled in a game

    def __attrs_post_init__(self) -> None:
        pilot = Pilot(self.game, "worth", CAP)
        for number in range(1, SAMPLED + 1):
            deals, found = Deals(self.game.blank(f"worth:{number}")), 0
            for s in pilot.tables(number):
                if deals.more(s):
                    deals.found, found = False, found + 1
            self.deals += found / SAMPLED
        self.work, self.length = pilot.work // max(pilot.decisions, 1) + 1, pilot.decisions / SAMPLED + 1

    @cached_property
    def found(self) -> Playouts | None:
        """None: something stops a game, or games take too long to play many."""
        games = min(GAMES, int(ALL // (self.work * self.length)))
        try:
            return self.game.playouts(games, seed="worth", cap=CAP) if games >= FEW else None
        except HoyleError:
            return None

    @cached_property
    def won(self) -> list[tuple[set[int], tuple[int, ...]]]:
        """Of games that some have won and others have not: who, and the points."""
        if self.found is None:
            return []
        rows = zip(self.found.winners, self.found.scores, strict=True)
        return [(set(w), scores) for w, scores in rows if 0 < len(w) < self.game.players]

    @property
    def sides(self) -> tuple[int, ...]:
        """Those on a side together, as the game says; else whoever wins whenever somebody else does is on a side with
        them."""
        seats, teams = range(self.game.players), self.game.teams
        if teams is not None and teams.fixed is not None:
            return together(teams.fixed)
        if len(self.won) < FEW or teams is not None:
            return tuple(1 << seat for seat in seats)
        when = [[seat in winners for winners, _ in self.won] for seat in seats]
        return tuple(sum(1 << b for b in seats if b == a or (when[a] == when[b] and any(when[a]))) for a in seats)

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
        moving = self.game.teams is not None and self.game.teams.fixed is None
        return Worth(sides, rising, 2 * much or 1.0, counts, self.deals > SEVERAL, self.cap, moving)

    @property
    def cap(self) -> int:
        """Where hardly any game ends, no end is waited for, and where a decision takes long, not for many of them."""
        found = self.found
        ends = found is not None and 2 * sum(ending is not None for ending in found.endings) >= len(found.endings)
        return min(CAP if ends else SHORT, max(MUCH // self.work, 1))
