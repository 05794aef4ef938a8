"""Plays two games until what differs is clear.

Game number n of both sides has the same seed, so the same deal as long as the rules agree, and the same bots: what is
compared is always a pair. After 250 pairs, 500, 1000 and so on all differences are looked at; if the players think,
after 30, 60, 120. A look may go wrong as often as its part of 5 %, divided by the number of measures, says; so of all
that is ever called real here, at all looks and for all measures, nothing is wrong in 95 of 100 comparisons.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import count, repeat, takewhile
from math import sqrt
from typing import Any

import attrs

from hoyle.compare import statistics
from hoyle.compare.engines import FEW, NATIVE, PYTHON, Both
from hoyle.compare.measures import AMOUNT, SEATS, SHARE, Measure, Meter, Record, column, compared
from hoyle.compare.statistics import Interval
from hoyle.compare.stretch import Counted, counted
from hoyle.read import Reading, read_game
from hoyle.table.bots import unthinking

ALPHA = 0.05
MARGIN = 0.05
OF_SPREAD = 0.1
FIRST_LOOK, FIRST_THOUGHT = 250, 30
MOST, MOST_THOUGHT = 16_000, 1_920  # pairs, if nobody says otherwise
TOGETHER = {NATIVE: 125, PYTHON: 20}  # pairs that are handed on together
THOUGHT = 2  # and of those who think

SAME, NONE, SMALL, REAL, UNCLEAR = "same", "none", "small", "real", "unclear"
BESIDE = 20.0  # seconds, at most, for what random players do beside those who think
CLEAR, ENOUGH, LATE = "clear", "games", "time"

Progress = Callable[[int, int], None]


@attrs.frozen
class Side:
    """One of the two: a game as it is named, with variants and the setting that it is played in."""

    name: str
    players: int | None = None
    options: dict[str, Any] = attrs.field(factory=dict)
    variants: tuple[str, ...] = ()

    def read(self) -> Reading:
        return read_game(self.name, self.variants)

    def counted(self) -> Counted:
        return counted(self.read(), self.players, self.options)


@attrs.frozen
class Plan:
    """How it is played: both sides, and until when."""

    one: Side
    other: Side
    seed: int | str
    bots: list[str]
    games: int
    seconds: float
    cap: int
    jobs: int

    @property
    def thinks(self) -> bool:
        """Whether somebody thinks, so that a game takes its time."""
        return not unthinking(self.bots)

    @property
    def beside(self) -> Plan:
        """The same with players who choose at random."""
        games = MOST if self.games == MOST_THOUGHT else self.games
        return attrs.evolve(self, bots=["random"], games=games, seconds=min(self.seconds, BESIDE))


@attrs.frozen
class Answer:
    """One measure. margin: what is too small to matter. verdict: the same in every pair; no difference beyond the
    margin; real, but within it; real; or unclear."""

    measure: Measure
    one: Interval
    other: Interval
    difference: Interval
    margin: float
    verdict: str


@attrs.frozen
class Measured:
    """What came out. high: whether high scores are the good ones, on each side; engine: what played; why: what ended
    it."""

    answers: tuple[Answer, ...]
    records: tuple[tuple[Record, ...], tuple[Record, ...]]
    high: tuple[bool, bool]
    engine: str
    looks: int
    of_looks: int
    why: str
    seconds: float

    @property
    def games(self) -> int:
        return len(self.records[0])


def looks(games: int, first: int = FIRST_LOOK) -> list[int]:
    """After how many pairs the differences are looked at."""
    doubled = (first << times for times in count())
    return [*takewhile(lambda pairs: pairs < games, doubled), games]


def measure(
    plan: Plan, one: Counted, other: Counted, both: Both, on_progress: Progress = lambda done, total: None
) -> Measured:
    """Play pairs of games until every answer is clear, or there have been enough, or it has taken long enough."""
    natives = both.sides or (None, None)  # whoever waits for the compiler has not begun to play
    start = time.monotonic()
    meters = [Meter(side, plan.bots, plan.cap, native=c) for side, c in zip((one, other), natives, strict=True)]
    for meter in meters:
        meter.find_direction(plan.seed)
    high = (meters[0].high, meters[1].high)
    measures = compared(one, other)
    every = looks(plan.games, FIRST_THOUGHT if plan.thinks else FIRST_LOOK)
    pairs: list[tuple[Record, Record]] = []
    answers: tuple[Answer, ...] = ()
    why = ENOUGH
    with _players(plan, meters, both.engine) as play:
        for until in every:
            late = False
            for batch in play(len(pairs), until):
                pairs += batch
                on_progress(len(pairs), plan.games)
                late = time.monotonic() - start > plan.seconds
                if late:
                    break
            answers = find(pairs, measures, len(every))
            if all(found.verdict != UNCLEAR for found in answers):
                why = CLEAR
                break
            if late:
                why = LATE
                break
    records = (tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs))
    looked = next(number for number, until in enumerate(every, 1) if len(pairs) <= until)
    return Measured(answers, records, high, both.engine, looked, len(every), why, time.monotonic() - start)


# ---------------------------------------------------------------------------------------------- judging


def find(pairs: Sequence[tuple[Record, Record]], measures: Sequence[Measure], of_looks: int) -> tuple[Answer, ...]:
    """What one look shows, one of so many."""
    return tuple(_answer(pairs, one, ALPHA / of_looks, ALPHA / of_looks / len(measures)) for one in measures)


def _answer(pairs: Sequence[tuple[Record, Record]], measure: Measure, alone: float, among: float) -> Answer:
    """alone: how often the interval of a side may be wrong; among: that of the difference, which is one of many."""
    before, after = (column([pair[side] for pair in pairs], measure) for side in (0, 1))
    if measure.kind == SEATS:
        one, other = statistics.gap(before, alone), statistics.gap(after, alone)
        apart = statistics.gap_difference(before, after, among)
    elif measure.kind == SHARE:
        one, other = (statistics.share(round(sum(side)), len(side), alone) for side in (before, after))
        apart = statistics.share_difference(before, after, among)
    else:
        one, other = statistics.mean(before, alone), statistics.mean(after, alone)
        apart = statistics.difference(before, after, among)
    margin = _margin(measure, before)
    if before == after:  # of all games at most so many may differ
        verdict = SAME if statistics.share(0, len(pairs), among).high <= MARGIN else UNCLEAR
    elif apart.excludes_zero:
        verdict = SMALL if apart.within(margin) else REAL
    else:
        verdict = NONE if apart.within(margin) else UNCLEAR
    return Answer(measure, one, other, apart, margin, verdict)


def _margin(measure: Measure, values: Sequence[Any]) -> float:
    """What does not matter: some points of a percentage; some part of an amount, or of how much it usually varies."""
    if measure.kind != AMOUNT:
        return MARGIN
    middle: float = sum(values) / len(values)
    deviation = sqrt(sum((value - middle) ** 2 for value in values) / len(values))
    return max(MARGIN * abs(middle), OF_SPREAD * deviation)


# ---------------------------------------------------------------------------------------------- games


Pairs = list[tuple[Record, Record]]
Play = Callable[[int, int], Iterator[Pairs]]  # the pairs from one number up to another


@contextmanager
def _players(plan: Plan, meters: list[Meter], engine: str) -> Iterator[Play]:
    """Plays pairs, some at a time and in order: in this process, or by several that work on it."""
    size = THOUGHT if plan.thinks else TOGETHER[engine]

    def batches(done: int, until: int) -> list[tuple[int, int]]:
        return [(start + 1, min(size, until - start)) for start in range(done, until, size)]

    _meters[:] = meters  # a process that is a copy of this one need not read anything
    pool = _pool(plan, meters, engine) if plan.jobs > 1 and plan.games > size else None
    every = map if pool is None else pool.map
    try:
        yield lambda done, until: every(_play, repeat(plan.seed), batches(done, until))
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
        _meters.clear()


def _pool(plan: Plan, meters: list[Meter], engine: str) -> Executor:
    """C lets go of the interpreter, so threads do; Python needs processes that each have both games."""
    if engine == NATIVE and not plan.thinks:
        return ThreadPoolExecutor(plan.jobs)
    from concurrent.futures import ProcessPoolExecutor

    return ProcessPoolExecutor(plan.jobs, initializer=_start, initargs=(plan, (meters[0].high, meters[1].high)))


_meters: list[Meter] = []  # of this process


def _start(plan: Plan, high: tuple[bool, bool]) -> None:
    if _meters:
        return
    sides = [side.counted() for side in (plan.one, plan.other)]
    natives = Both(sides[0].game, sides[1].game, plan.seed, FEW).sides if plan.thinks else None
    rows = zip(sides, high, natives or (None, None), strict=True)
    _meters[:] = [Meter(side, plan.bots, plan.cap, up, native) for side, up, native in rows]


def _play(seed: int | str, batch: tuple[int, int]) -> Pairs:
    one, other = (meter.lot(seed, *batch) for meter in _meters)
    return list(zip(one, other, strict=True))
