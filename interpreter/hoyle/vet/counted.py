"""Which clauses count in play: games with marks, played at random, and what was exercised in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from hoyle.core.cover import Cover
from hoyle.read import Reading
from hoyle.run.game import prepare
from hoyle.source import Span
from hoyle.trials.course import Course
from hoyle.trials.coverage import with_marks
from hoyle.trials.hunt import chance, player
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play, write
from hoyle.trials.settings import Setting, fit, settings
from hoyle.vet.shown import Shown, after

LONGEST = 1_000
STEPS = 150_000
STOPPED = 5


class Counting:
    """The games of one definition with marks in them, at these settings, one after the other.

    hits: of every item that was exercised, in which games; games: how many were played.
    """

    def __init__(self, reading: Reading, tried: Sequence[Setting], seed: int) -> None:
        self.reading, self.tried, self.seed = reading, tried, seed
        self.cover = Cover()
        self.pool = Pool(with_marks(reading, self.cover))
        self.hits: dict[int, list[int]] = {}
        self.games = 0
        self.steps = 0  # so many choices were made so far
        self.stopped = 0  # so many games broke down

    def play(self, until: int, wanted: set[int] | None = None) -> None:
        """Play up to so many games, or until all that is wanted was exercised, or for long enough.

        Games that break down take long, and show nothing of what they do not come to.
        """
        while self.games < until and (wanted is None or wanted - self.hits.keys()):
            if self.steps >= STEPS or self.stopped >= STOPPED:
                return
            self.one(self.games)
            for item, count in enumerate(self.cover.hits):
                if count:
                    self.hits.setdefault(item, []).append(self.games)
            self.games += 1

    def one(self, number: int, until: Sequence[int] = ()) -> Play | None:
        """Game number n; or up to where one of these items is exercised, and then that play."""
        setting = self.tried[number % len(self.tried)]
        game, fitting = self.pool.fitting(setting), fit(self.pool.model, setting)
        self.cover.hits = [0] * len(self.cover.items)
        if game is None or fitting is None:
            return None
        course = Course(game, fitting, chance(self.seed, number), (), longest=LONGEST)
        course.play(player(self.seed, number), lambda: self._exercised(until))
        self.steps += len(course.made)
        self.stopped += course.broken
        return course.so_far() if self._exercised(until) else None

    def _exercised(self, items: Iterable[int]) -> bool:
        return any(self.cover.hits[item] for item in items)

    def shown(self, play: Play, shows: str) -> Shown:
        """A play of this definition, without its marks."""
        game = prepare(self.reading, players=play.players, options=play.options)
        state, error = play.again(game)
        if (state.over or error is not None) and play.choices:
            play = attrs.evolve(play, choices=play.choices[:-1])
        return Shown((f"{Setting(play.players, play.options)}, {after(len(play.choices))}",), write(play, game, shows))


def first_counted(games: Pool, span: Span, most: int, seed: int, shows: str) -> Shown | None:
    """The first play in which something counts that stands in a stretch of the text."""
    counting = Counting(games.reading, settings(games.model, most, seed), seed)
    items = [item.number for item in counting.cover.items if item.sort != "option" and item.span in span]
    for number in range(most if items else 0):
        play = counting.one(number, items)
        if play is not None:
            return counting.shown(play, shows)
    return None
