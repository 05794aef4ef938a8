"""Intervals against known answers, and against many worlds in which the truth is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from hoyle.compare import statistics
from hoyle.compare.measures import AMOUNT, PART, SHARE, Measure, Record
from hoyle.compare.run import ALPHA, NONE, REAL, SAME, SMALL, UNCLEAR, find, looks
from hoyle.compare.statistics import Interval

WORLDS = 400


# ---------------------------------------------------------------------------------------------- known answers


@pytest.mark.parametrize(
    ("alpha", "freedom", "known"),
    [  # from printed tables of Student's distribution
        (0.05, 1, 12.706),
        (0.05, 2, 4.303),
        (0.05, 5, 2.571),
        (0.05, 10, 2.228),
        (0.05, 30, 2.042),
        (0.01, 10, 3.169),
        (0.001, 30, 3.646),
        (0.001, 120, 3.373),
    ],
)
def test_student(alpha: float, freedom: int, known: float) -> None:
    assert statistics.t(alpha, freedom) == pytest.approx(known, rel=0.004)


def test_a_mean() -> None:
    found = statistics.mean([2, 4, 4, 4, 5, 5, 7, 9], 0.05)  # mean 5, deviation sqrt(32 / 7), t with 7 is 2.365
    assert found.estimate == 5
    assert found.high - 5 == pytest.approx(2.365 * (32 / 7 / 8) ** 0.5, rel=0.003)
    assert found.low == pytest.approx(10 - found.high)


def test_one_game_tells_nothing() -> None:
    found = statistics.mean([3.0], 0.05)
    assert (found.low, found.high) == (float("-inf"), float("inf"))


@pytest.mark.parametrize(
    ("hits", "count", "low", "high"),
    [  # Newcombe 1998, the score method without correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_a_share(hits: int, count: int, low: float, high: float) -> None:
    found = statistics.share(hits, count, 0.05)
    assert (found.low, found.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_what_happens_on_both_sides_says_nothing_about_the_difference() -> None:
    before = [1.0] * 30 + [0.0] * 70
    found = statistics.share_difference(before, before, 0.05)
    assert found.estimate == 0
    assert 0 < found.high < 0.06
    assert found.low == -found.high


def test_a_gap_between_seats() -> None:
    wins = [(1.0, 0.0, 0.0)] * 60 + [(0.0, 1.0, 0.0)] * 30 + [(0.0, 0.0, 1.0)] * 10
    found = statistics.gap(wins, 0.05)
    assert found.estimate == pytest.approx(0.5)
    assert 0.25 < found.low < 0.4 < 0.6 < found.high < 0.75
    assert statistics.gap([(1.0,)] * 5, 0.05) == Interval(0, 0, 0)


def test_a_gap_that_turns_round_has_not_changed() -> None:
    """The best seat becomes the worst one: the advantage is as large as before."""
    one = [(1.0, 0.0)] * 80 + [(0.0, 1.0)] * 20
    found = statistics.gap_difference(one, [(b, a) for a, b in one], 0.05)
    assert found.estimate == 0
    assert found.low < 0 < found.high


# ---------------------------------------------------------------------------------------------- many worlds

Draw = Callable[[random.Random], float]


def covered(make: Callable[[random.Random], Interval], truth: float) -> float:
    found = [make(random.Random(f"world {number}")) for number in range(WORLDS)]
    return sum(one.low <= truth <= one.high for one in found) / WORLDS


def often(rate: float) -> float:
    """As rarely as an interval with this rate would hold in so many worlds, once in thousands."""
    return rate - 3.5 * (rate * (1 - rate) / WORLDS) ** 0.5


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (lambda r: r.gauss(3, 2), 3.0),
        (lambda r: r.expovariate(0.5), 2.0),
        (lambda r: float(r.random() < 0.3), 0.3),
    ],
)
def test_means_are_covered(draw: Draw, truth: float) -> None:
    rate = covered(lambda r: statistics.mean([draw(r) for _ in range(250)], ALPHA), truth)
    assert often(0.95) <= rate < 0.995


@pytest.mark.parametrize("truth", [0.5, 0.1, 0.02])
def test_shares_are_covered(truth: float) -> None:
    rate = covered(lambda r: statistics.share(sum(r.random() < truth for _ in range(250)), 250, ALPHA), truth)
    assert often(0.95) <= rate


@pytest.mark.parametrize(("both", "gained", "lost"), [(0.3, 0.1, 0.1), (0.2, 0.08, 0.02), (0.0, 0.02, 0.0)])
def test_differences_of_shares_are_covered(both: float, gained: float, lost: float) -> None:
    def pair(r: random.Random) -> tuple[float, float]:
        x = r.random()
        if x < both:
            return 1.0, 1.0
        return (0.0, 1.0) if x < both + gained else (1.0, 0.0) if x < both + gained + lost else (0.0, 0.0)

    def make(r: random.Random) -> Interval:
        pairs = [pair(r) for _ in range(250)]
        return statistics.share_difference([a for a, _ in pairs], [b for _, b in pairs], ALPHA)

    assert often(0.95) <= covered(make, gained - lost)


def winner(r: random.Random, chances: Sequence[float]) -> tuple[float, ...]:
    won = r.choices(range(len(chances)), chances)[0]
    return tuple(float(seat == won) for seat in range(len(chances)))


@pytest.mark.parametrize("chances", [(0.25, 0.25, 0.25, 0.25), (0.4, 0.3, 0.2, 0.1), (0.6, 0.4)])
def test_gaps_are_covered(chances: Sequence[float]) -> None:
    truth = max(chances) - min(chances)
    rate = covered(lambda r: statistics.gap([winner(r, chances) for _ in range(250)], ALPHA), truth)
    assert often(0.95) <= rate


@pytest.mark.parametrize(
    ("one", "other"),
    [((0.25,) * 4, (0.25,) * 4), ((0.25,) * 4, (0.4, 0.3, 0.2, 0.1)), ((0.5, 0.5), (0.4, 0.3, 0.3))],
)
def test_differences_of_gaps_are_covered(one: Sequence[float], other: Sequence[float]) -> None:
    def make(r: random.Random) -> Interval:
        wins = [[winner(r, chances) for _ in range(250)] for chances in (one, other)]
        return statistics.gap_difference(wins[0], wins[1], ALPHA)

    truth = (max(other) - min(other)) - (max(one) - min(one))
    assert often(0.95) <= covered(make, truth)


# ---------------------------------------------------------------------------------------------- looking often

MEASURED = [
    *(Measure(f"amount_{n}", "", AMOUNT, "") for n in range(3)),
    *(Measure(f"part_{n}", "", PART, "") for n in range(2)),
    *(Measure(f"share_{n}", "", SHARE, "") for n in range(3)),
]


def record(r: random.Random, shift: float = 0.0) -> Record:
    values: dict[str, float] = {}
    for measure in MEASURED:
        if measure.kind == AMOUNT:
            values[measure.key] = r.expovariate(0.2) + shift
        else:
            values[measure.key] = r.random() if measure.kind == PART else float(r.random() < 0.2)
    return Record(values, (1.0,))


def test_what_does_not_differ_is_rarely_called_real_at_any_look() -> None:
    """Two games that are alike in everything, looked at after every doubling, eight measures at a time."""
    every = looks(2000)
    assert every == [250, 500, 1000, 2000]
    worlds, wrong = 60, 0
    for number in range(worlds):
        r = random.Random(f"alike {number}")
        pairs = [(record(r), record(r)) for _ in range(every[-1])]
        wrong += any(
            found.verdict in (REAL, SMALL) for look in every for found in find(pairs[:look], MEASURED, len(every))
        )
    assert wrong <= 9  # with 5 %, 10 or more of 60 come once in a thousand times


def test_what_differs_is_found_and_the_rest_is_not() -> None:
    r = random.Random(5)
    pairs = []
    for _ in range(2000):
        one, other = record(r), record(r)
        other.values["amount_1"] += 2
        other.values["share_0"] = one.values["share_0"]
        pairs.append((one, other))
    verdicts = {found.measure.key: found.verdict for found in find(pairs, MEASURED, 4)}
    assert verdicts["amount_1"] == REAL
    assert verdicts["share_0"] == SAME
    others = {verdict for key, verdict in verdicts.items() if key not in ("amount_1", "share_0")}
    assert NONE in others
    assert not others & {REAL, SMALL}


def test_what_is_real_may_be_small() -> None:
    r = random.Random(6)
    pairs = []
    for _ in range(500):
        one = record(r)
        other = record(r)
        other.values["amount_0"] = one.values["amount_0"] + 0.02
        pairs.append((one, other))
    found = find(pairs, MEASURED[:1], 1)[0]
    assert found.verdict == SMALL


def test_few_games_make_nothing_clear() -> None:
    r = random.Random(7)
    one = [record(r) for _ in range(20)]
    assert {found.verdict for found in find(list(zip(one, one, strict=True)), MEASURED, 1)} == {UNCLEAR}


def test_games_are_counted_and_not_what_happens_in_them() -> None:
    """In half of the games all of ten throws hit, in the others none: that is as sure as one throw for each."""
    together = [(10.0 * (game % 2), 10.0) for game in range(40)]
    alone = [(float(game % 2), 1.0) for game in range(40)]
    found, usual = statistics.part(together, 0.05), statistics.part(alone, 0.05)
    assert found is not None
    assert usual is not None
    assert (found.low, found.high) == pytest.approx((usual.low, usual.high))
    assert found.high - found.low > 0.25


@pytest.mark.parametrize("how", [statistics.part, statistics.ratio])
def test_a_ratio_misses_as_often_as_it_says(how: Callable[..., Interval | None]) -> None:
    rng, missed, runs = random.Random(7), 0, 1000
    for _ in range(runs):
        games = []
        for _ in range(30):
            chance, count = rng.choice((0.1, 0.5)), rng.randrange(1, 8)  # what happens in a game hangs together
            games.append((float(sum(rng.random() < chance for _ in range(count))), float(count)))
        found = how(games, 0.1)
        assert found is not None
        missed += not found.low <= 0.3 <= found.high
    assert 0.06 < missed / runs < 0.14


def test_what_never_happens_is_as_sure_as_there_are_games() -> None:
    never = statistics.part([(0.0, 50.0)] * 20, 0.05)
    assert never == statistics.share(0, 20, 0.05)
    assert statistics.part([], 0.05) is None
    assert statistics.ratio([(0.0, 0.0)], 0.05) is None


def test_two_that_have_nothing_in_common() -> None:
    one, other = statistics.share(48, 80, 0.05), statistics.share(56, 70, 0.05)
    found = statistics.apart(one, other)
    assert found is not None
    assert found.estimate == pytest.approx(0.2)
    assert (found.low, found.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)  # Newcombe (1998), method 10
    assert statistics.apart(None, other) is None
