"""A state machine for Hypothesis: a game that is played choice by choice, with whatever else is done to it between."""

from __future__ import annotations

from hypothesis import note
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy, data

from hoyle.run.game import Game, prepare
from hoyle.run.moment import chosen
from hoyle.run.script import Drawn
from hoyle.run.state import State
from hoyle.testing.numbers import numbers
from hoyle.testing.strategies import GameLike, drawable
from hoyle.trials.checks.reference import Reference
from hoyle.trials.pool import Prepared, checks_of
from hoyle.trials.properties import conditions
from hoyle.trials.settings import setting_of

BOUND = "ends"  # how far a machine goes is for Hypothesis to say


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

    @initialize(data=data())
    def start(self, data: DataObject) -> None:
        """A game begins."""
        drawn = data.draw(self.games, label="game")
        if drawn not in self.ready:
            setting = setting_of(drawn)
            game = prepare(drawn.reading, players=setting.players, options=setting.options, watched=True)
            checks = [check for check in checks_of(game.reading) if check.name != BOUND]
            self.ready[drawn] = Prepared(setting, game, conditions(game), checks)
        self.prepared = self.ready[drawn]
        self.game = self.prepared.game
        self._begin(data)

    def _begin(self, data: DataObject) -> None:
        self.chance = Drawn(source=lambda limit: data.draw(numbers(limit)))
        self.course = self.prepared.course(self.chance)
        self.state = self.course.state
        self.game.perform(self.state, "flow", ())

    @precondition(lambda self: not self.state.over)
    @rule(data=data())
    def choose(self, data: DataObject) -> None:
        """Whoever is asked makes a choice."""
        self.chance.source = lambda limit: data.draw(numbers(limit))
        number = data.draw(numbers(len(self.state.choices)), label=f"player {self.state.player + 1}")
        note(f"player {self.state.player + 1}: {self.state.choices[number].text}")
        self.course.made.append(number)
        self.state.choose(number)

    @precondition(lambda self: self.state.over)
    @rule(data=data())
    def play_again(self, data: DataObject) -> None:
        """The game has ended: another one begins."""
        self._begin(data)

    @invariant()
    def keeps_what_it_must(self) -> None:
        """No property and no check fails."""
        self._catch_up()
        self.course.look()
        for key, fault in self.course.faults.items():
            name = self.game.model.properties[key].name if isinstance(key, int) else key
            raise AssertionError("\n".join([f"{name} does not hold", *fault.lines]))

    def _catch_up(self) -> None:
        """A rule of somebody else may have made choices, or put another state in place of this one."""
        course, choices = self.course, chosen(self.state.log, None)
        if course.state is not self.state or len(choices) != len(course.made):
            course.state = self.state
            course.made = [-1] * len(choices)
            course.watches = [watch for watch in course.watches if not isinstance(watch, Reference)]
