"""Which clauses count in play: games with marks, played at random, and what was exercised in each of them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator

import attrs

from hoyle.core.cover import Cover, Item
from hoyle.diagnostics import HoyleError
from hoyle.lower.mark import marked
from hoyle.mutation.plays import chance
from hoyle.read import Reading
from hoyle.run.game import prepare
from hoyle.source import Span
from hoyle.table.script import Script
from hoyle.trials.record import Play, write
from hoyle.trials.settings import Setting, settings
from hoyle.vet.shown import Games, Shown, after, fit

LONGEST = 1_000


class Counting:
    """The games of one definition with marks in them."""

    def __init__(self, reading: Reading) -> None:
        assert reading.world is not None
        self.cover = Cover()
        self.steps = 0  # so many choices were made so far
        self.stopped = 0  # so many games broke down
        self.reading = reading
        model = marked(reading.world.model, self.cover)
        self.games = Games(attrs.evolve(reading, world=attrs.evolve(reading.world, model=model)))

    def play(self, setting: Setting, seed: int, number: int) -> set[int]:
        """The numbers of the items that are exercised in game number n; none if it cannot be played."""
        for _ in self._steps(setting, seed, number):
            pass
        return {item.number for item in self.cover.items if self.cover.hits[item.number]}

    def first(self, items: Iterable[int], setting: Setting, seed: int, number: int) -> Play | None:
        """Game number n up to where one of these items is exercised."""
        wanted = list(items)
        for so_far in self._steps(setting, seed, number):
            if any(self.cover.hits[item] for item in wanted):
                return so_far()
        return None

    def _steps(self, setting: Setting, seed: int, number: int) -> Iterator[Callable[[], Play]]:
        """A game, choice by choice; each time what tells the play up to there."""
        game = self.games[setting]
        self.cover.hits = [0] * len(self.cover.items)
        if game is None:
            return
        drawn = chance(seed, number)
        draw = random.Random(f"{seed}:{number}").random
        state = game.blank(0)
        state.seed = drawn
        made: list[int] = []

        def so_far() -> Play:
            fitting = fit(self.games.model, setting)
            assert fitting is not None
            numbers = Script(tuple(drawn.numbers[: state.draws])).told()
            return Play(fitting.players, fitting.options, numbers, tuple(made))

        try:
            game.perform(state, "flow", ())
            while not state.over and len(made) < LONGEST:
                yield so_far
                made.append(int(draw() * len(state.choices)))
                self.steps += 1
                state.choose(made[-1])
        except HoyleError:
            self.stopped += 1
        yield so_far

    def shown(self, play: Play, shows: str) -> Shown:
        """A play of this definition, without its marks."""
        game = prepare(self.reading, players=play.players, options=play.options)
        state, error = play.again(game)
        if (state.over or error is not None) and play.choices:
            play = attrs.evolve(play, choices=play.choices[:-1])
        return Shown((f"{Setting(play.players, play.options)}, {after(len(play.choices))}",), write(play, game, shows))


def first_counted(games: Games, span: Span, most: int, seed: int, shows: str) -> Shown | None:
    """The first play in which something counts that stands in a stretch of the text."""
    counting = Counting(games.reading)
    items = [item.number for item in counting.cover.items if item.sort != "option" and within(item, span)]
    tried = settings(games.model, most, seed)
    for number in range(most if items else 0):
        play = counting.first(items, tried[number % len(tried)], seed, number)
        if play is not None:
            return counting.shown(play, shows)
    return None


def within(item: Item, span: Span) -> bool:
    return item.span.source is span.source and span.start <= item.span.start < span.end
