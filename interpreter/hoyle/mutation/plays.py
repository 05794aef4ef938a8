"""Random games for mutants: whether something does not hold in one of them.

Game number n is the same for every mutant: the same setting, the same chance, the same draws for the choices.
"""

from __future__ import annotations

import random

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.table.script import Drawn
from hoyle.trials.course import Course, Key
from hoyle.trials.pool import Pool, checks_of
from hoyle.trials.settings import Setting, settings

# these compare the engine with itself, so a change of the rules is nothing to them
OF_THE_ENGINE = ("copies", "reference")
LONGEST = 5_000


@attrs.define
class Table:
    """A game at one setting, as far as it could be prepared."""

    setting: Setting
    game: Game | None
    refused: str = ""


class Tables:
    """The games of one definition, one for each setting that is tried; each is prepared when it is first needed."""

    def __init__(self, reading: Reading, tried: list[Setting]) -> None:
        self.reading = reading
        self.tried = tried
        self.made: dict[int, Table] = {}

    def __getitem__(self, number: int) -> Table:
        """The table of game number n."""
        place = number % len(self.tried)
        if place not in self.made:
            setting = self.tried[place]
            try:
                game = prepare(self.reading, players=setting.players, options=setting.options)
                self.made[place] = Table(setting, game)
            except HoyleError as error:
                self.made[place] = Table(setting, None, error.diagnostics[0].message)
        return self.made[place]


@attrs.define
class Outcome:
    """What random games showed. broken: the property or check that does not hold; reached: what was put to the test."""

    broken: str | None = None
    reached: set[Key] = attrs.field(factory=set)


def tried_settings(reading: Reading, games: int, seed: int) -> list[Setting]:
    assert reading.world is not None
    return settings(reading.world.model, games, seed)


def played(reading: Reading, tried: list[Setting], games: int, seed: int) -> Outcome:
    """Play so many games, up to the first in which something does not hold."""
    checks = [check for check in checks_of(reading) if check.name not in OF_THE_ENGINE]
    pool = Pool(reading, tried, checks)
    outcome = Outcome()
    for number in range(games):
        try:
            course = pool[number % len(tried)].course(chance(seed, number), number)
        except HoyleError as error:
            outcome.broken = error.diagnostics[0].message
            return outcome
        outcome.broken = _broken(course, seed, number)
        outcome.reached |= course.reached.keys()
        if outcome.broken is not None:
            break
    return outcome


def _broken(course: Course, seed: int, number: int) -> str | None:
    course.longest = LONGEST
    draw = random.Random(f"{seed}:{number}").random
    course.play(lambda state: int(draw() * len(state.choices)), lambda: bool(course.faults))
    for key in course.faults:
        return f"property {course.game.program.properties[key][0].name}" if isinstance(key, int) else f"check {key}"
    return "check ends" if course.too_long else None


def chance(seed: int, number: int) -> Drawn:
    draw = random.Random(f"chance {seed}:{number}").random
    return Drawn(source=lambda limit: int(draw() * limit))
