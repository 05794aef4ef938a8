"""Random games for mutants: whether something does not hold in one of them.

Game number n is the same for every mutant: the same setting, the same chance, the same draws for the choices.
"""

from __future__ import annotations

import random

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.run.script import Drawn
from hoyle.trials.course import Course, Watch
from hoyle.trials.pool import checks_of
from hoyle.trials.properties import Condition, Properties, conditions
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


def tried_settings(reading: Reading, games: int, seed: int) -> list[Setting]:
    assert reading.world is not None
    return settings(reading.world.model, games, seed)


def broken_by(tables: Tables, games: int, seed: int) -> str | None:
    """The property or check that does not hold in one of so many games, and in which."""
    kept: dict[int, tuple[Game, list[Condition | None]]] = {}
    watching = [check for check in checks_of(tables.reading) if check.name not in OF_THE_ENGINE]
    for number in range(games):
        table = tables[number]
        if table.game is None:
            return f"{table.setting}: {table.refused}"
        if id(table) not in kept:
            kept[id(table)] = table.game, conditions(table.game)
        game, tests = kept[id(table)]
        draw = random.Random(f"{seed}:{number}").random
        watches: list[Watch] = [*(check(game) for check in watching), Properties(game, tests)]
        course = Course(game, table.setting, chance(seed, number), watches, number, longest=LONGEST)
        course.play(lambda state, draw=draw: int(draw() * len(state.choices)), lambda c=course: bool(c.faults))  # type: ignore[misc]
        for key in course.faults:
            declared = game.program.properties[key][0].name if isinstance(key, int) else key
            return f"{'property' if isinstance(key, int) else 'check'} {declared}"
        if course.too_long:
            return "check ends"
    return None


def chance(seed: int, number: int) -> Drawn:
    draw = random.Random(f"chance {seed}:{number}").random
    return Drawn(source=lambda limit: int(draw() * limit))
