"""Plays deals until the order of the bots is clear.

After 20 deals, 40, 80 and so on the ratings are looked at. Of all that is ever called ahead or alike, at all looks and
for all pairs of bots, nothing is wrong in 95 of 100 tournaments: a look goes wrong as often as its part of 5 % says,
divided by the number of pairs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain, count, pairwise, takewhile
from math import log10

import attrs

from hoyle.bots.worth import Worth, worth_of
from hoyle.compare.statistics import Interval
from hoyle.run.columns import CUT_OFF, Columns
from hoyle.run.playouts import Run, possible, refused
from hoyle.run.workers import worked
from hoyle.tournament.ratings import Met, Ratings, rated, share
from hoyle.tournament.seating import Row, moved_on, places, rows

ALPHA = 0.05
FIRST_LOOK = 20
ALIKE_SHARE = 0.55  # who is ahead no more often than that is as good
MARGIN = 400 * log10(ALIKE_SHARE / (1 - ALIKE_SHARE))
MOST_BOTS = 30

AHEAD, ALIKE, UNCLEAR = "ahead", "alike", "unclear"
CLEAR, ENOUGH, STOPPED = "clear", "games", "stopped"

Progress = Callable[[int, int], None]


@attrs.frozen
class Dealt:
    """A deal, as often as there are bots. showed: of its games that came to an end, who finished before whom; won: how
    often each bot has won them, a shared win being a part of one; sat: at how many places of them; games, unfinished,
    decisions: of all."""

    showed: Met
    won: list[float]
    sat: list[float]
    games: int
    unfinished: int
    decisions: int


@attrs.frozen(slots=False)
class Tournament:
    """Who plays what. run: the game, and with which seeds; its bots are those that play, each by its name."""

    run: Run

    @property
    def bots(self) -> tuple[str, ...]:
        return self.run.bots

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """What the bots are called; one that takes part twice has a number."""
        names = self.bots
        return tuple(f"{n} ({names[:k].count(n) + 1})" if n in names[:k] else n for k, n in enumerate(names))

    @cached_property
    def worth(self) -> Worth:
        return worth_of(self.run.game)

    @cached_property
    def places(self) -> tuple[tuple[int, ...], ...]:
        return places(self.worth.sides)

    @cached_property
    def rows(self) -> list[Row]:
        return rows(len(self.bots), len(self.places), self.run.seed)

    def lot(self, first: int, deals: int) -> list[Dealt]:
        """Some deals, one after the other."""
        return [self.deal(number) for number in range(first, first + deals)]

    def deal(self, number: int) -> Dealt:
        """One deal with every bot at every place once. All of its games have the same seed."""
        bots = len(self.bots)
        found = Dealt(Met(_nothing(bots), _nothing(bots)), [0.0] * bots, [0.0] * bots, bots, 0, 0)
        unfinished = decisions = 0
        for who in moved_on(self.rows[(number - 1) % len(self.rows)], bots):
            seats = {seat: self.bots[bot] for bot, place in zip(who, self.places, strict=True) for seat in place}
            named = tuple(seats[seat] for seat in range(self.run.game.players))
            played = attrs.evolve(self.run, bots=named).lot(number, 1)
            decisions += played.decisions[0]
            if played.ending[0] == CUT_OFF:
                unfinished += 1
            else:
                self._counted(found, who, played)
        return attrs.evolve(found, unfinished=unfinished, decisions=decisions)

    def _counted(self, found: Dealt, who: Row, played: Columns) -> None:
        """A game that came to its end."""
        winners = set(played.winners(0))
        winning = [any(seat in winners for seat in place) for place in self.places]
        points = self._points(played.scores_of(0))
        for bot, won in zip(who, winning, strict=True):
            found.won[bot] += won / max(sum(winning), 1)
            found.sat[bot] += 1
        order = list(zip(winning, points, strict=True))
        for one, mine in zip(who, order, strict=True):
            for other, theirs in zip(who, order, strict=True):
                if one != other:
                    found.showed.met[one][other] += 1
                    found.showed.ahead[one][other] += 0.5 + 0.5 * ((mine > theirs) - (mine < theirs))

    def _points(self, scores: Sequence[int]) -> list[float]:
        """The points of each place, more being better; nobody has any where they do not say who is winning."""
        up = (1 if self.worth.rising else -1) if self.worth.counts else 0
        return [up * sum(scores[seat] for seat in place) / len(place) for place in self.places]


def _nothing(bots: int) -> list[list[float]]:
    return [[0.0] * bots for _ in range(bots)]


@attrs.frozen
class Standings:
    """How bots stand. order: their numbers, best first; steps: whether each in the order is better than the next;
    ratings, wins, cross: of each bot by its number; None where nothing is known. alpha: how often an interval may be
    wrong."""

    order: list[int]
    steps: list[str]
    ratings: list[Interval]
    wins: list[Interval | None]
    cross: list[list[Interval | None]]
    alpha: float

    @property
    def clear(self) -> bool:
        return UNCLEAR not in self.steps


@attrs.frozen
class Outcome:
    """What came out. standings: None if not even one game was played to its end; why: what ended it."""

    tournament: Tournament
    deals: tuple[Dealt, ...]
    standings: Standings | None
    looks: int
    of_looks: int
    why: str
    seconds: float

    @property
    def games(self) -> int:
        return sum(deal.games for deal in self.deals)

    @property
    def unfinished(self) -> int:
        return sum(deal.unfinished for deal in self.deals)

    @property
    def decisions(self) -> int:
        return sum(deal.decisions for deal in self.deals)


def prepared(run: Run, games: int, workers: int) -> Tournament:
    """A tournament, if there can be such a one."""
    bots = len(run.bots)
    if bots < 2:
        raise refused("a tournament is between two bots or more", "name them with commas between: normal,random")
    if bots > MOST_BOTS:
        raise refused(f"a tournament of {bots} bots is too large", f"name at most {MOST_BOTS}")
    possible(games, workers)
    if games < bots:
        raise refused(f"every deal is played {bots} times, once for each bot", f"play at least {bots} games")
    if run.game.players < 2:
        raise refused(f"{run.game.title} is played alone", "see with `simulate` how each bot does by itself")
    return Tournament(run)


def looks(deals: int) -> list[int]:
    """After how many deals the ratings are looked at."""
    doubled = (FIRST_LOOK << times for times in count())
    return [*takewhile(lambda some: some < deals, doubled), deals]


def play(
    tournament: Tournament, games: int, workers: int = 1, on_progress: Progress = lambda done, total: None
) -> Outcome:
    """Play until the order is clear, or so many games; after Ctrl-C, what is known so far. The same however many work
    on it."""
    start, bots = time.perf_counter(), len(tournament.bots)
    every = looks(games // bots)
    deals: list[Dealt] = []
    looked, why = 0, ENOUGH
    try:
        for deal in _dealt(tournament, every[-1], workers):
            deals.append(deal)
            on_progress(len(deals) * bots, every[-1] * bots)
            if len(deals) < every[looked]:
                continue
            looked += 1
            found = standings(deals, len(every))
            if found is not None and found.clear:
                why = CLEAR
                break
    except KeyboardInterrupt:
        why = STOPPED
    seconds = time.perf_counter() - start
    return Outcome(tournament, tuple(deals), standings(deals, len(every)), looked, len(every), why, seconds)


def _dealt(tournament: Tournament, deals: int, workers: int) -> Iterator[Dealt]:
    assert tournament.rows  # whoever is a copy of this process need not find out again
    return chain.from_iterable(worked(tournament.lot, 1, deals, workers, size=1))


def standings(deals: Sequence[Dealt], of_looks: int) -> Standings | None:
    """How bots stand after some deals, at one of so many looks. None if nothing was played to its end."""
    some = [deal for deal in deals if any(deal.sat)]
    if not some:
        return None
    bots = range(len(some[0].sat))
    alpha = ALPHA / of_looks
    found = rated([deal.showed for deal in some])
    order = sorted(bots, key=lambda bot: -found.points[bot])
    pairs = len(bots) * (len(bots) - 1) // 2
    return Standings(
        order,
        [_step(found, *pair, alpha / pairs) for pair in pairwise(order)],
        [found.rating(bot, alpha) for bot in bots],
        [_share([(deal.won[bot], deal.sat[bot]) for deal in some], alpha) for bot in bots],
        [[_share([(d.showed.ahead[a][b], d.showed.met[a][b]) for d in some], alpha) for b in bots] for a in bots],
        alpha,
    )


def _step(found: Ratings, one: int, other: int, alpha: float) -> str:
    apart = found.apart(one, other, alpha)
    return AHEAD if apart.excludes_zero else ALIKE if apart.within(MARGIN) else UNCLEAR


def _share(parts: Sequence[tuple[float, float]], alpha: float) -> Interval | None:
    some = [part for part in parts if part[1]]
    return share(some, alpha) if some else None
