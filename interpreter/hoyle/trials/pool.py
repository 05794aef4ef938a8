"""The games of a definition: each number of players and some options, made ready when first needed."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import cached_property

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.model import Model
from hoyle.program.promise import Watched
from hoyle.read import Reading
from hoyle.run.game import Game, prepare
from hoyle.table.script import Script
from hoyle.trials.checks import ALL, Check
from hoyle.trials.checks.choices import Choices
from hoyle.trials.course import Course, Key
from hoyle.trials.properties import Condition, Properties, conditions
from hoyle.trials.record import Play
from hoyle.trials.settings import Setting, fit, possible

SOON = 2_000_000  # steps of work


@attrs.define
class Prepared:
    """A game that is ready to be played, with all that may watch it."""

    setting: Setting
    game: Game
    checks: Sequence[type[Check]]

    @cached_property
    def tests(self) -> list[Condition | None]:
        return conditions(self.game)

    def course(self, chance: Script, number: int = 0) -> Course:
        """A game to be played, watched for everything."""
        watches: list[Check] = [check(self.game) for check in self.checks]
        return Course(self.game, self.setting, chance, [Properties(self.game, self.tests), *watches], number)

    def narrow(self, chance: Script, key: Key) -> Course:
        """A game to be played, watched for one thing: a check wherever it can fail, a property by its condition."""
        watches: list[Check] = [check(self.game) for check in self.checks if check.name == key]
        if isinstance(key, int):
            watches = [Properties(self.game, self.tests, key)]
        made = Course(self.game, self.setting, chance, watches, closely=isinstance(key, str))
        if key == Choices.name:  # what goes on for long is taken for a loop without end until `shrink` knows better
            made.state.tank = SOON
        return made


def checks_of(reading: Reading) -> list[type[Check]]:
    """The checks that the definition does not waive."""
    return [check for check in ALL if check.concerns(reading.model) and check.name not in reading.model.waived]


@attrs.define
class Pool:
    """The games of one definition by their settings, each made ready once, when it is first needed.

    settings: those that are tried, which gives games their numbers. checks: what they are watched for beside
    properties. ignored: the numbers of properties that do not end a game where they do not hold. made: what is ready,
    or why it cannot be; pools that come from another share it.
    """

    reading: Reading
    settings: Sequence[Setting] = ()
    checks: Sequence[type[Check]] = ()
    ignored: frozenset[int] = frozenset()
    made: dict[tuple[str, Hashable], Prepared | HoyleError] = attrs.field(factory=dict, kw_only=True, repr=False)

    @property
    def model(self) -> Model:
        return self.reading.model

    def __len__(self) -> int:
        return len(self.settings)

    def __getitem__(self, place: int) -> Prepared:
        """Game number n, watched for everything."""
        return self.at(self.settings[place], self._watched)

    @property
    def _watched(self) -> frozenset[Key]:
        properties = set(range(len(self.model.properties))) - self.ignored
        return frozenset({*properties, *(check.name for check in self.checks)})

    def at(self, setting: Setting, watched: Watched = False) -> Prepared:
        """The game at a setting. Raises HoyleError if it cannot be played like that."""
        key = (str(setting), watched if isinstance(watched, bool) else frozenset(watched))
        if key not in self.made:
            try:
                game = prepare(self.reading, players=setting.players, options=setting.options, watched=watched)
                self.made[key] = Prepared(setting, game, self.checks)
            except HoyleError as error:
                self.made[key] = error
        found = self.made[key]
        if isinstance(found, HoyleError):
            raise HoyleError(found.diagnostics)
        return found

    def find(self, setting: Setting | None) -> Game | None:
        """The game at a setting, None if it cannot be played like that."""
        try:
            return None if setting is None else self.at(setting).game
        except HoyleError:
            return None

    def fitting(self, setting: Setting) -> Game | None:
        """The game at a setting as far as it knows its options; None if it cannot be played like that."""
        return self.find(fit(self.model, setting))

    def ignoring(self, numbers: Collection[int]) -> Pool:
        """The same games, where these properties end none."""
        return attrs.evolve(self, ignored=frozenset(numbers))

    def game(self, play: Play) -> Game:
        """The game that a play is of."""
        return self.at(Setting(play.players, play.options), self._watched).game

    def of(self, play: Play) -> int:
        """The number of the game that a play is of."""
        return next(n for n, s in enumerate(self.settings) if (s.players, s.options) == (play.players, play.options))

    def among(self, settings: Sequence[Setting]) -> Pool:
        """The games with these settings, each once, as far as they are possible."""
        different = {str(s): s for s in settings if possible(self.model, s)}
        return attrs.evolve(self, settings=list(different.values()))

    def up_to(self, play: Play) -> Pool:
        """The games up to that of a play."""
        return self.among(self.settings[: self.of(play) + 1])
