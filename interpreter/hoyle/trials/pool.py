"""The games that are tried: each number of players and some options, made ready when first needed."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import attrs

from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.table.script import Script
from hoyle.trials.checks import ALL, Check
from hoyle.trials.checks.choices import Choices
from hoyle.trials.course import Course, Key, Watch
from hoyle.trials.properties import Condition, Properties, conditions
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting, possible

SOON = 2_000_000  # steps of work


@attrs.define
class Prepared:
    """A game that is tried, with all that watches it."""

    setting: Setting
    game: Game
    tests: list[Condition | None]
    checks: Sequence[type[Check]]

    def course(self, chance: Script, number: int = 0) -> Course:
        """A game to be played, watched for everything."""
        watches: list[Watch] = [check(self.game) for check in self.checks]
        return Course(self.game, self.setting, chance, [Properties(self.game, self.tests), *watches], number)

    def narrow(self, chance: Script, key: Key) -> Course:
        """A game to be played, watched for one thing: a check wherever it can fail, a property by its condition."""
        watches: list[Watch] = [check(self.game) for check in self.checks if check.name == key]
        if isinstance(key, int):
            watches = [Properties(self.game, self.tests, key)]
        made = Course(self.game, self.setting, chance, watches, closely=isinstance(key, str))
        if key == Choices.name:  # what goes on for long is taken for a loop without end until `shrink` knows better
            made.state.tank = SOON
        return made


def checks_of(reading: Reading) -> list[type[Check]]:
    """The checks that the definition does not waive."""
    assert reading.world is not None
    return [check for check in ALL if check.name not in reading.world.model.waived]


@attrs.define
class Pool:
    """Games of one definition, by their number. checks: what they are watched for beside properties. ignored: the
    numbers of properties that do not end a game where they do not hold."""

    reading: Reading
    settings: Sequence[Setting]
    checks: Sequence[type[Check]]
    ignored: frozenset[int] = frozenset()
    made: dict[int, Prepared] = attrs.field(init=False, factory=dict)

    def __len__(self) -> int:
        return len(self.settings)

    def __getitem__(self, place: int) -> Prepared:
        if place not in self.made:
            setting = self.settings[place]
            assert self.reading.world is not None
            properties = set(range(len(self.reading.world.model.properties))) - self.ignored
            watched = properties | {check.name for check in self.checks}
            game = prepare(self.reading, players=setting.players, options=setting.options, watched=watched)
            self.made[place] = Prepared(setting, game, conditions(game), self.checks)
        return self.made[place]

    def ignoring(self, numbers: Collection[int]) -> Pool:
        """The same games, where these properties end none."""
        same = self.ignored == frozenset(numbers)
        return self if same else Pool(self.reading, self.settings, self.checks, frozenset(numbers))

    def game(self, play: Play) -> Game:
        """The game that a play is of."""
        return self.among([Setting(play.players, play.options)])[0].game

    def of(self, play: Play) -> int:
        """The number of the game that a play is of."""
        return next(n for n, s in enumerate(self.settings) if (s.players, s.options) == (play.players, play.options))

    def among(self, settings: Sequence[Setting]) -> Pool:
        """The games with these settings, each once, as far as they are possible."""
        assert self.reading.world is not None
        model = self.reading.world.model
        different = {str(s): s for s in settings if possible(model, s)}
        found = Pool(self.reading, list(different.values()), self.checks, self.ignored)
        ready = {str(prepared.setting): prepared for prepared in self.made.values()}
        found.made = {n: ready[name] for n, name in enumerate(different) if name in ready}
        return found

    def up_to(self, play: Play) -> Pool:
        """The games up to that of a play."""
        return self.among(self.settings[: self.of(play) + 1])
