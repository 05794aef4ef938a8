"""A check: something that holds in every game, looked at while one is played. It is made anew for each game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hoyle.diagnostics import HoyleError
from hoyle.model import Model
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials.course import Course, Fault, Wrong
from hoyle.trials.words import unnamed


class Check:
    """One check of one game that is played. It says what is so and must not be, or "".

    cost: how many decisions could be played in the time it takes to look at one closely, roughly.
    ends: whether there is no point in going on with a game in which it has failed. words: what seats are called.
    """

    name: ClassVar[str] = ""
    cost: ClassVar[int] = 1
    ends: ClassVar[bool] = True

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words = unnamed(game.players)

    @classmethod
    def concerns(cls, rules: Model) -> bool:
        """Whether games of this sort are checked for it at all."""
        return True

    @classmethod
    def left_out(cls, game: Game) -> str:
        """Why there is nothing in the rules of a game that it could look at, if so."""
        return ""

    def decision(self, course: Course) -> str:
        """Where somebody is asked; what costs more than a look is worth doing only if `course.sampled`."""
        return ""

    def ending(self, course: Course) -> str:
        """When the game has ended."""
        return ""

    def refusal(self, course: Course, error: HoyleError) -> str:
        """When the engine refuses to go on."""
        return ""

    def asked(self, course: Course) -> Sequence[Fault]:
        self.words = course.words
        return self._fault(self.decision(course))

    def over(self, course: Course) -> Sequence[Fault]:
        self.words = course.words
        # a game that a property has cut short has no ending of its own
        return self._fault(self.ending(course)) if self.game.program.stopped_by(course.state.ending) is None else ()

    def broken(self, course: Course, error: HoyleError) -> Sequence[Fault]:
        return self._fault(self.refusal(course, error))

    def _fault(self, actual: str) -> Sequence[Fault]:
        return (Fault(self.name, Wrong((actual,))),) if actual else ()


def rarely(course: Course, often: int) -> bool:
    """Whether this is one of few decisions: one of so many at first, and fewer the longer a game lasts.

    If all are looked at closely, it is any.
    """
    if course.closely is not None:
        return course.closely
    made = len(course.made)
    return (made + course.number) % (often + made // often) == 0


def aside(state: State) -> State:
    """A copy to try something with, for which chance brings nothing new."""
    made = state.copy()
    if isinstance(state.seed, Script):
        made.seed = Script(tuple(state.seed.numbers))
    return made
