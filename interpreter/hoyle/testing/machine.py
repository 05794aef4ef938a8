"""A state machine for Hypothesis: a game that is played choice by choice, with whatever else is done to it between."""

from __future__ import annotations

from hypothesis import note
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from hypothesis.strategies import DataObject, SearchStrategy, data

from hoyle.run.game import Game
from hoyle.run.script import Drawn
from hoyle.run.state import State
from hoyle.testing.numbers import numbers
from hoyle.testing.strategies import GameLike, drawable
from hoyle.trials.course import Course, Watch
from hoyle.trials.pool import checks_of
from hoyle.trials.properties import Condition, Properties, conditions
from hoyle.trials.settings import setting_of

QUICK = ("conservation", "choices", "outcome")  # the others take too long for every step


def machine(game: GameLike) -> type[Machine]:
    """A state machine that plays a game: use it as it is, or add rules and invariants in a class of your own.

    `self.game` and `self.state` are the game and where it stands. At every step all that the game must keep is looked
    at: its properties, and those of the checks every game gets that take no time.
    """
    return type("GameMachine", (Machine,), {"games": drawable(game), "tests": {}})


class Machine(RuleBasedStateMachine):
    """What `machine` makes, for one game."""

    games: SearchStrategy[Game]
    tests: dict[Game, list[Condition | None]]
    game: Game
    state: State

    @initialize(data=data())
    def start(self, data: DataObject) -> None:
        """A game begins."""
        self.game = data.draw(self.games, label="game")
        self._begin(data)

    def _begin(self, data: DataObject) -> None:
        game = self.game
        self.chance = Drawn(source=lambda limit: data.draw(numbers(limit)))
        if game not in self.tests:
            self.tests[game] = conditions(game)
        checks = [check(game) for check in checks_of(game.reading) if check.name in QUICK]
        watches: list[Watch] = [Properties(game, self.tests[game]), *checks]
        self.course = Course(game, setting_of(game), self.chance, watches)
        self.state = self.course.state
        game.perform(self.state, "flow", ())

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
        self.course.look()
        for key, fault in self.course.faults.items():
            name = self.game.model.properties[key].name if isinstance(key, int) else key
            raise AssertionError("\n".join([f"{name} does not hold", *fault.lines]))
