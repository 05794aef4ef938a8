"""How sure one can be: intervals for means, shares and differences of two games that were dealt the same cards.

Every interval is two-sided and misses with at most the chance `alpha` that it is given. Whoever looks several times, or
at several things, divides: misses add up to no more than the sum of what each may miss, however they depend on each
other (Bonferroni). Amounts use Student's t; shares use Wilson's interval, which is sound for rare events too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf, pi, sqrt, tan
from statistics import NormalDist

import attrs


@attrs.frozen
class Interval:
    """An estimate, and between what the truth lies."""

    estimate: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0

    def within(self, margin: float) -> bool:
        """Whether nothing in it is further from zero than the margin."""
        return -margin <= self.low and self.high <= margin


def z(alpha: float) -> float:
    """How many standard deviations hold all of a normal distribution but alpha."""
    return NormalDist().inv_cdf(1 - alpha / 2)


def t(alpha: float, freedom: int) -> float:
    """The same for Student's distribution, by the expansion of Cornish and Fisher; exact for 1 and 2."""
    if freedom < 1:
        return inf
    if freedom == 1:
        return tan(pi / 2 * (1 - alpha))
    if freedom == 2:
        return (1 - alpha) * sqrt(2 / (alpha * (2 - alpha)))
    x = z(alpha)
    terms = (
        (x**3 + x) / 4,
        (5 * x**5 + 16 * x**3 + 3 * x) / 96,
        (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384,
        (79 * x**9 + 776 * x**7 + 1482 * x**5 - 1920 * x**3 - 945 * x) / 92160,
    )
    more: float = sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))
    return x + more


def mean(values: Sequence[float], alpha: float) -> Interval:
    """The mean of what single games gave. Where all gave the same there is nothing to be unsure about."""
    count = len(values)
    middle = sum(values) / count
    squares = sum((value - middle) ** 2 for value in values)
    if squares == 0 and count > 1:
        return Interval(middle, middle, middle)
    half = t(alpha, count - 1) * sqrt(squares / (count - 1) / count) if count > 1 else inf
    return Interval(middle, middle - half, middle + half)


def share(hits: float, count: float, alpha: float) -> Interval:
    """How often something happens, after it has so many times out of so many (Wilson)."""
    square = z(alpha) ** 2
    middle = (hits + square / 2) / (count + square)
    half = sqrt(square * (hits * (count - hits) / count + square / 4)) / (count + square)
    low = 0.0 if hits == 0 else max(0.0, middle - half)
    high = 1.0 if hits == count else min(1.0, middle + half)
    return Interval(hits / count, low, high)


def difference(before: Sequence[float], after: Sequence[float], alpha: float) -> Interval:
    """By how much the mean changes, from games in pairs."""
    return mean([b - a for a, b in zip(before, after, strict=True)], alpha)


def share_difference(before: Sequence[float], after: Sequence[float], alpha: float) -> Interval:
    """By how much a share changes, from games in pairs.

    Only pairs in which it happens on one side alone tell anything; the intervals of how often it is the one side, and
    how often the other, are put together by squaring and adding (Newcombe).
    """
    pairs = list(zip(before, after, strict=True))
    gained = share(sum(b > a for a, b in pairs), len(pairs), alpha)
    lost = share(sum(a > b for a, b in pairs), len(pairs), alpha)
    middle = gained.estimate - lost.estimate
    down = sqrt((gained.estimate - gained.low) ** 2 + (lost.high - lost.estimate) ** 2)
    up = sqrt((gained.high - gained.estimate) ** 2 + (lost.estimate - lost.low) ** 2)
    return Interval(middle, max(-1.0, middle - down), min(1.0, middle + up))


Wins = Sequence[Sequence[float]]  # of each game, what each seat got of the win


def gap(wins: Wins, alpha: float) -> Interval:
    """How much more often the best seat wins than the worst.

    All differences of two seats hold together, so the largest of them is known as well.
    """
    found = _apart(wins, alpha)
    if not found:
        return Interval(0.0, 0.0, 0.0)
    estimate = max(abs(one.estimate) for one in found)
    low = max(max(one.low, -one.high) for one in found)
    high = max(max(one.high, -one.low) for one in found)
    return Interval(estimate, max(0.0, low), min(1.0, high))


def gap_difference(before: Wins, after: Wins, alpha: float) -> Interval:
    """By how much that gap changes.

    It lies between what is known of both sides; and it changes by no more than the difference of some two seats does.
    """
    mine, theirs = gap(before, alpha / 4), gap(after, alpha / 4)
    low, high = theirs.low - mine.high, theirs.high - mine.low
    if len(before[0]) == len(after[0]):
        changes = [[b - a for a, b in zip(*pair, strict=True)] for pair in zip(before, after, strict=True)]
        most = max((max(one.high, -one.low) for one in _apart(changes, alpha / 2)), default=0.0)
        low, high = max(low, -most), min(high, most)
    return Interval(theirs.estimate - mine.estimate, low, high)


def _apart(rows: Wins, alpha: float) -> list[Interval]:
    """The difference of every two columns; all intervals hold together."""
    pairs = list(combinations(range(len(rows[0])), 2))
    return [mean([row[i] - row[j] for row in rows], alpha / len(pairs)) for i, j in pairs]


Sums = Sequence[tuple[float, float]]  # of each game, how much there was of something, and of how many


def ratio(games: Sums, alpha: float) -> Interval | None:
    """How much there is of something for each that there is of something else, if a game may have many of both.

    What happens in one game hangs together, so games are what is counted. None if there were none.
    """
    count, of = len(games), sum(of for _, of in games)
    if not of:
        return None
    middle = sum(much for much, _ in games) / of
    half = t(alpha, count - 1) * _error(games, middle) if count > 1 else inf
    return Interval(middle, middle - half, middle + half)


def part(games: Sums, alpha: float) -> Interval | None:
    """The same for a share: Wilson's interval, for as many as would be as sure if they had nothing in common.

    These are never more than there are, and of what happens always or never one from each game.
    """
    count, of = sum(of > 0 for _, of in games), sum(of for _, of in games)
    if not of:
        return None
    middle = sum(much for much, _ in games) / of
    error = _error(games, middle) if count > 1 else 0.0
    alone = float(count) if middle in (0.0, 1.0) or count == 1 else of
    if error:
        alone = min(of, middle * (1 - middle) / error**2)
        alone *= (z(alpha) / t(alpha, count - 1)) ** 2
    return share(middle * alone, alone, alpha)


def _error(games: Sums, middle: float) -> float:
    """The standard error of a ratio (linearised)."""
    count, of = len(games), sum(of for _, of in games)
    squares = sum((much - middle * each) ** 2 for much, each in games)
    return sqrt(squares * count / (count - 1)) / of


def apart(one: Interval | None, other: Interval | None) -> Interval | None:
    """By how much something differs that was found out twice, with nothing in common (squared and added, as above)."""
    if one is None or other is None:
        return None
    down = sqrt((other.estimate - other.low) ** 2 + (one.high - one.estimate) ** 2)
    up = sqrt((other.high - other.estimate) ** 2 + (one.estimate - one.low) ** 2)
    middle = other.estimate - one.estimate
    return Interval(middle, middle - down, middle + up)
