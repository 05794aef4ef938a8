"""A state machine for Hypothesis: a game that is played choice by choice, with whatever else is done to it between."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random

import attrs
from hypothesis import note
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy, data, randoms

from hoyle.run.game import Game, prepare
from hoyle.run.moment import chosen
from hoyle.run.state import State
from hoyle.table.script import Drawn
from hoyle.testing.strategies import GameLike, drawable
from hoyle.trials.checks.reference import Reference
from hoyle.trials.course import UNKNOWN, Course, Key
from hoyle.trials.pool import Prepared, checks_of
from hoyle.trials.run import FAILS, Trials, failed, kept
from hoyle.trials.settings import setting_of

BOUND = "ends"  # how far a machine goes is for Hypothesis to say
PLAYS = Path(".hoyle")


def machine(game: GameLike) -> type[Machine]:
    """A state machine that plays a game: use it as it is, or add rules and invariants in a class of your own.

    `self.game` and `self.state` are the game and where it stands. At every step all that the game must keep is looked
    at: its properties and the checks every game gets, those that take long at some steps.
    """
    return type("GameMachine", (Machine,), {"games": drawable(game), "ready": {}})


class Machine(RuleBasedStateMachine):
    """What `machine` makes, for one game."""

    games: SearchStrategy[Game]
    ready: dict[Game, Prepared]
    game: Game
    state: State

    @initialize(data=data(), chance=randoms())
    def start(self, data: DataObject, chance: Random) -> None:
        """A game begins."""
        drawn = data.draw(self.games, label="game")
        if drawn not in self.ready:
            setting = setting_of(drawn)
            game = prepare(drawn.reading, players=setting.players, options=setting.options, watched=True)
            checks = [check for check in checks_of(game.reading) if check.name != BOUND]
            self.ready[drawn] = Prepared(setting, game, checks)
        self.prepared = self.ready[drawn]
        self.game = self.prepared.game
        self._begin(chance)

    def _begin(self, chance: Random) -> None:
        self.chance = Drawn(source=chance.randrange)
        self.course = self.prepared.course(self.chance)
        self.state = self.course.state
        self.game.perform(self.state, "flow", ())

    @precondition(lambda self: not self.state.over)
    @rule(chance=randoms())
    def choose(self, chance: Random) -> None:
        """Whoever is asked makes a choice."""
        self.chance.source = chance.randrange
        number = chance.randrange(len(self.state.choices))
        note(f"player_{self.state.player + 1}: {self.state.choices[number].text}")
        self.course.made.append(number)
        self.state.choose(number)

    @precondition(lambda self: self.state.over)
    @rule(chance=randoms())
    def play_again(self, chance: Random) -> None:
        """The game has ended: another one begins."""
        self._begin(chance)

    @invariant()
    def keeps_what_it_must(self) -> None:
        """No property and no check fails."""
        self._catch_up()
        self.course.look()
        for key in self.course.faults:
            raise Unkept(self.game, self.course, key)

    def _catch_up(self) -> None:
        """A rule of somebody else may have made choices, or put another state in place of this one."""
        course, choices = self.course, chosen(self.state.log)
        if course.state is not self.state or len(choices) != len(course.made):
            course.state = self.state
            course.made = [UNKNOWN] * len(choices)
            course.watches = [watch for watch in course.watches if not isinstance(watch, Reference)]


class Unkept(AssertionError):
    """A property or check does not hold. What there is to tell is made when it is read: Hypothesis raises many."""

    def __init__(self, game: Game, course: Course, key: Key) -> None:
        super().__init__()
        self.game, self.key = game, key
        self.found = course.faults[key]

    def __str__(self) -> str:
        return self.told

    @cached_property
    def told(self) -> str:
        """As `hoyle test` tells it, with its play in a file; only what is wrong if somebody else made choices."""
        reading = self.game.reading
        result = attrs.evolve(Trials(reading).keys[self.key], word=FAILS, wrong=(self.found.wrong,))
        if UNKNOWN not in self.found.play.choices:
            result = failed(reading, self.game, result, self.key, self.found)
            with suppress(OSError):
                result = kept(reading.source.name, result, PLAYS)
        return "\n".join([f"{result.name} does not hold", *result.told()])
