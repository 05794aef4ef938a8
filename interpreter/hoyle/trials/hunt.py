"""The hunt: games played at random on the emitted engine, watched for whatever does not hold in one of them.

A game is the same whenever it is tried again: its number deals the cards and draws the choices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import attrs

from hoyle.core.promise import broken
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.run.script import Drawn
from hoyle.trials.checks import ALL, Check
from hoyle.trials.course import Course, Key, Watch
from hoyle.trials.properties import Condition, Properties, conditions, seats_of
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting, settings

TOLD = 6


@attrs.define
class Finding:
    """Where something did not hold: the shortest play that was found, and what is wrong there."""

    play: Play
    lines: list[str]


class Failings:
    """What has failed so far, by the name of a check or the number of a property; and what was put to the test."""

    def __init__(self) -> None:
        self.found: dict[Key, Finding] = {}
        self.reached: dict[Key, Finding] = {}

    def add(self, key: Key, finding: Finding) -> None:
        """Keep a failure, unless a shorter game has shown it."""
        known = self.found.get(key)
        if known is None or len(finding.play.choices) < len(known.play.choices):
            self.found[key] = finding

    def reach(self, key: Key, play: Play, lines: Callable[[], list[str]]) -> None:
        """Keep a play that put a property to the test, unless a shorter one did."""
        known = self.reached.get(key)
        if known is None or len(play.choices) < len(known.play.choices):
            self.reached[key] = Finding(play, lines())


@attrs.define
class Prepared:
    """A game that is tried, with all that watches it."""

    setting: Setting
    game: Game
    tests: list[Condition | None]
    checks: Sequence[type[Check]]

    def watches(self) -> list[Watch]:
        return [Properties(self.game, self.tests), *(check(self.game) for check in self.checks)]


def checks_of(reading: Reading) -> list[type[Check]]:
    """The checks that the definition does not waive."""
    assert reading.world is not None
    return [check for check in ALL if check.name not in reading.world.model.waived]


def try_games(reading: Reading, games: int, seed: int, on_game: Callable[[], None]) -> Failings:
    """Play that many games; hands back what did not hold in any of them."""
    assert reading.world is not None
    failings = Failings()
    tried = settings(reading.world.model, games, seed)
    prepared: dict[int, Prepared] = {}
    for number in range(games):
        place = number % len(tried)
        if place not in prepared:
            game = prepare(reading, players=tried[place].players, options=tried[place].options, watched=True)
            prepared[place] = Prepared(tried[place], game, conditions(game), checks_of(reading))
        _play(prepared[place], number, seed, failings)
        on_game()
    return failings


def _play(prepared: Prepared, number: int, seed: int, failings: Failings) -> None:
    draw = random.Random(f"{seed}:{number}").random
    chance = Drawn(source=lambda limit: int(draw() * limit))
    course = Course(prepared.game, prepared.setting, chance, prepared.watches(), number)
    course.play(lambda state: int(draw() * len(state.choices)))
    for key, fault in course.faults.items():
        play = course.plays[key]
        failings.add(key, Finding(play, [*fault.lines, *_circumstances(prepared, play)]))
    for key, play in course.reached.items():
        failings.reach(key, play, lambda play=play: _circumstances(prepared, play))  # type: ignore[misc]


def _circumstances(prepared: Prepared, play: Play) -> list[str]:
    state, _ = play.again(prepared.game)
    look = seats_of(state)
    events, table = state.events(), look.table()
    if broken(state.ending) is not None:  # that it ended is no part of the game
        events.pop()
        table.pop()
    told = [f"    {look.words.named(text)}" for text in events[-TOLD:]]
    return [
        f"game: {prepared.setting}, after {len(play.choices)} choices",
        *(["events:", *told] if told else []),
        *table,
    ]
