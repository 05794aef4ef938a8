"""How good bots are: Bradley and Terry's model, in which whoever is so much better wins so often.

A difference of 400 points is ten games won for one lost. The games of one deal hang together, so intervals are
those of deals (the sandwich of Huber and White), not of games. Two deals more than were played go into everything, one
that each bot wins against each other: so nobody is infinitely good, and who won all of three deals is not certain to.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, inf, log, sqrt

import attrs

from hoyle.compare.statistics import Interval, t

POINTS = 400 / log(10)
CLOSE, LONGEST = 1e-10, 20_000

Matrix = list[list[float]]


@attrs.frozen
class Met:
    """What one deal showed. ahead: how often each finished before each other, a tie being half; met: of how often."""

    ahead: Matrix
    met: Matrix


@attrs.frozen
class Ratings:
    """points: of each bot, the mean of all being 0. spread: how these vary together. deals: of how many they are."""

    points: list[float]
    spread: list[list[float]]
    deals: int

    def rating(self, bot: int, alpha: float) -> Interval:
        return self._around(self.points[bot], self.spread[bot][bot], alpha)

    def apart(self, one: int, other: int, alpha: float) -> Interval:
        """By how much one is better."""
        spread = self.spread
        varies = spread[one][one] + spread[other][other] - spread[one][other] - spread[other][one]
        return self._around(self.points[one] - self.points[other], varies, alpha)

    def _around(self, points: float, varies: float, alpha: float) -> Interval:
        half = t(alpha, self.deals - 1) * sqrt(max(varies, 0.0)) if self.deals > 1 else inf
        return Interval(points, points - half, points + half)


def rated(deals: Sequence[Met]) -> Ratings:
    """Ratings from what deals showed; of at least two bots."""
    count = len(deals[0].met)
    units = [*deals, *_more(deals, count)]
    ahead, met = (_sum([getattr(unit, name) for unit in units], count) for name in ("ahead", "met"))
    strength = fitted(ahead, met)
    expected = [[mine / (mine + other) for other in strength] for mine in strength]
    bend = [[0.0] * count for _ in range(count)]
    for a in range(count):
        for b in range(count):
            if a != b:
                weight = met[a][b] * expected[a][b] * expected[b][a]
                bend[a][a] += weight
                bend[a][b] -= weight
    pulls = [_pull(unit, expected, count) for unit in units]
    varies = [[sum(pull[a] * pull[b] for pull in pulls) for b in range(count)] for a in range(count)]
    turned = _turned(bend)
    scale = POINTS**2 * len(units) / (len(units) - 1)
    spread = [[scale * each for each in row] for row in _times(_times(turned, varies), turned)]
    return Ratings([POINTS * log(each) for each in strength], spread, len(deals))


def fitted(ahead: Matrix, met: Matrix) -> list[float]:
    """Strengths, their logarithms adding up to nothing, under which that is most likely (by minorisation and
    maximisation: each is set by what the others are, over and over). Everybody has won and lost something."""
    count = len(met)
    strength = [1.0] * count
    for _ in range(LONGEST):
        before = strength[:]
        for a in range(count):
            mine = strength[a]
            due = sum(met[a][b] / (mine + strength[b]) for b in range(count) if b != a)
            strength[a] = sum(ahead[a][b] for b in range(count) if b != a) / due
        middle = sum(map(log, strength)) / count
        strength = [exp(log(each) - middle) for each in strength]
        if max(abs(one / other - 1) for one, other in zip(strength, before, strict=True)) < CLOSE:
            break
    return strength


def _more(deals: Sequence[Met], count: int) -> list[Met]:
    """Of every two bots, a deal that the one wins and a deal that the other wins, as large as deals are."""
    pairs = [(a, b) for a in range(count) for b in range(count) if a < b]
    size = sum(deal.met[a][b] for deal in deals for a, b in pairs) / len(deals) / len(pairs) or 1.0
    made = []
    for a, b in pairs:
        for winner in (a, b):
            ahead, met = ([[0.0] * count for _ in range(count)] for _ in range(2))
            met[a][b] = met[b][a] = size
            ahead[winner][a + b - winner] = size
            made.append(Met(ahead, met))
    return made


def _sum(matrices: Sequence[Matrix], count: int) -> list[list[float]]:
    return [[sum(matrix[a][b] for matrix in matrices) for b in range(count)] for a in range(count)]


def _pull(unit: Met, expected: Matrix, count: int) -> list[float]:
    """By how much each did better in it than was expected."""
    return [
        sum(unit.ahead[a][b] - unit.met[a][b] * expected[a][b] for b in range(count) if b != a) for a in range(count)
    ]


def _times(one: Matrix, other: Matrix) -> list[list[float]]:
    return [
        [sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*other, strict=True)] for row in one
    ]


def _turned(bend: Matrix) -> list[list[float]]:
    """The inverse of a matrix whose rows add up to nothing, among vectors that do (Gauss and Jordan)."""
    count = len(bend)
    even = 1 / count
    rows = [[x + even for x in row] + [float(a == b) for b in range(count)] for a, row in enumerate(bend)]
    for at in range(count):
        best = max(range(at, count), key=lambda row: abs(rows[row][at]))
        rows[at], rows[best] = rows[best], rows[at]
        rows[at] = [x / rows[at][at] for x in rows[at]]
        for other in range(count):
            if other != at:
                by = rows[other][at]
                rows[other] = [x - by * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [[x - even for x in row[count:]] for row in rows]


def share(parts: Sequence[tuple[float, float]], alpha: float) -> Interval:
    """How often something happens, from how often it did in each deal, and of how often (Wilson's interval, for as many
    games as would vary as much if they did not hang together)."""
    hits, of = (sum(column) for column in zip(*parts, strict=True))
    deals, found = len(parts), hits / of
    varies = sum((hit - found * each) ** 2 for hit, each in parts) / of**2
    games = found * (1 - found) / varies * (deals - 1) / deals if varies > 1e-12 else float(deals)
    square = t(alpha, deals - 1) ** 2 if deals > 1 else inf
    if square == inf or not games:
        return Interval(found, 0.0, 1.0)
    middle = (found * games + square / 2) / (games + square)
    half = sqrt(square * (games * found * (1 - found) + square / 4)) / (games + square)
    return Interval(found, min(found, max(0.0, middle - half)), max(found, min(1.0, middle + half)))
