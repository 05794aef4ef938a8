"""Ratings are those of Bradley and Terry, and intervals hold as often as they say."""

from __future__ import annotations

import random
from math import inf, log

import pytest

from hoyle.tournament.ratings import POINTS, Met, fitted, rated, share


def deal(bots: int, *results: tuple[int, int, float]) -> Met:
    """results: of whom, against whom, and what came out of one game."""
    found = Met([[0.0] * bots for _ in range(bots)], [[0.0] * bots for _ in range(bots)])
    for one, other, won in results:
        for a, b, part in ((one, other, won), (other, one, 1 - won)):
            found.ahead[a][b] += part
            found.met[a][b] += 1
    return found


def test_two_that_meet_are_as_far_apart_as_their_games_say() -> None:
    one, other = fitted([[0, 30], [10, 0]], [[0, 40], [40, 0]])
    assert one / other == pytest.approx(3)


def test_a_known_case() -> None:
    """Home and away games of American baseball teams in 1987, from Agresti's book; what R gives for them."""
    won = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ]
    met = [[13.0 if a != b else 0.0 for b in range(7)] for a in range(7)]
    found = [log(each) for each in fitted([list(map(float, row)) for row in won], met)]
    against_baltimore = [each - found[6] for each in found]
    expected = [1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839, 0.0]
    assert against_baltimore == pytest.approx(expected, abs=1e-3)


def test_a_bot_that_is_as_good_as_another_is_rated_so() -> None:
    found = rated([deal(2, (0, 1, 1), (1, 0, 1)), deal(2, (0, 1, 0.5), (1, 0, 0.5))])
    assert found.points == pytest.approx([0, 0])
    three = [deal(3, (0, 1, 1), (1, 2, 1), (2, 0, 1))] * 10
    assert rated(three).points == pytest.approx([0, 0, 0])


def test_whoever_wins_everything_is_not_infinitely_good() -> None:
    few, many = (rated([deal(2, (0, 1, 1), (1, 0, 0))] * deals) for deals in (3, 300))
    assert few.points[0] - few.points[1] == pytest.approx(POINTS * log(4))
    assert many.points[0] > few.points[0]
    assert not few.apart(0, 1, 0.05).excludes_zero
    assert many.apart(0, 1, 0.05).excludes_zero
    assert few.points[0] + few.points[1] == pytest.approx(0)


def test_one_deal_tells_nothing_of_how_sure_it_is() -> None:
    assert rated([deal(2, (0, 1, 1))]).rating(0, 0.05).high == inf
    assert (share([(1, 1)], 0.05).low, share([(1, 1)], 0.05).high) == (0, 1)


@pytest.mark.parametrize("together", [1, 4])
def test_intervals_hold_also_where_the_games_of_a_deal_hang_together(together: int) -> None:
    """Of three bots with known strengths, deal after deal; the games of a deal all come out alike."""
    strength, chance = (3.0, 1.5, 1.0), random.Random(together)
    truth = POINTS * log(strength[0] / strength[2])
    missed = missed_share = 0
    trials, deals = 300, 40
    for _ in range(trials):
        met = []
        for _ in range(deals):
            results = []
            for one, other in ((0, 1), (0, 2), (1, 2)):
                won = chance.random() < strength[one] / (strength[one] + strength[other])
                results += [(one, other, float(won))] * together
            met.append(deal(3, *results))
        apart = rated(met).apart(0, 2, 0.05)
        missed += not apart.low <= truth <= apart.high
        part = share([(each.ahead[0][2], each.met[0][2]) for each in met], 0.05)
        missed_share += not part.low <= 0.75 <= part.high
    assert 3 <= missed <= 28 and 3 <= missed_share <= 28  # fifteen are expected


def test_shares_of_single_games_are_wilsons() -> None:
    from hoyle.compare.statistics import share as wilson

    found = share([(1, 1)] * 3000 + [(0, 1)] * 1000, 0.05)
    other = wilson(3000, 4000, 0.05)
    assert (found.estimate, found.low, found.high) == pytest.approx((0.75, other.low, other.high), abs=2e-4)
    never = share([(0, 2)] * 30, 0.05)
    assert never.low == 0 and 0 < never.high < 0.2
