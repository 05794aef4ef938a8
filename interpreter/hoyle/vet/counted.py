"""Which clauses count in play: games with marks, played at random, and what was exercised in each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from hoyle.core.cover import Cover, Item
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


class Counting:
    """The games of one definition with marks in them."""

    def __init__(self, reading: Reading) -> None:
        self.cover = Cover()
        self.steps = 0  # so many choices were made so far
        self.stopped = 0  # so many games broke down
        self.reading = reading
        self.games = Pool(with_marks(reading, self.cover))

    def play(self, setting: Setting, seed: int, number: int, until: Sequence[int] = ()) -> Play | None:
        """Game number n; or up to where one of these items is exercised, and then that play."""
        game, fitting = self.games.fitting(setting), fit(self.games.model, setting)
        self.cover.hits = [0] * len(self.cover.items)
        if game is None or fitting is None:
            return None
        course = Course(game, fitting, chance(seed, number), (), longest=LONGEST)
        course.play(player(seed, number), lambda: self._exercised(until))
        self.steps += len(course.made)
        self.stopped += course.broken
        return course.so_far() if self._exercised(until) else None

    def _exercised(self, items: Iterable[int]) -> bool:
        return any(self.cover.hits[item] for item in items)

    @property
    def hit(self) -> list[int]:
        """The items that were exercised in the last game."""
        return [item.number for item in self.cover.items if self.cover.hits[item.number]]

    def shown(self, play: Play, shows: str) -> Shown:
        """A play of this definition, without its marks."""
        game = prepare(self.reading, players=play.players, options=play.options)
        state, error = play.again(game)
        if (state.over or error is not None) and play.choices:
            play = attrs.evolve(play, choices=play.choices[:-1])
        return Shown((f"{Setting(play.players, play.options)}, {after(len(play.choices))}",), write(play, game, shows))


def first_counted(games: Pool, span: Span, most: int, seed: int, shows: str) -> Shown | None:
    """The first play in which something counts that stands in a stretch of the text."""
    counting = Counting(games.reading)
    items = [item.number for item in counting.cover.items if item.sort != "option" and within(item, span)]
    tried = settings(games.model, most, seed)
    for number in range(most if items else 0):
        play = counting.play(tried[number % len(tried)], seed, number, items)
        if play is not None:
            return counting.shown(play, shows)
    return None


def within(item: Item, span: Span) -> bool:
    return item.span.source is span.source and span.start <= item.span.start < span.end
