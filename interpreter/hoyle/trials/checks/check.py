"""A check: something that holds in every game, looked at while one is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hoyle.core.promise import broken
from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.script import Script
from hoyle.run.state import State
from hoyle.trials.course import SAMPLED, Course, Fault


class Check:
    """One check of one game that is played. It says what is wrong in lines, `actual: ...` first."""

    name: ClassVar[str] = ""

    def __init__(self, game: Game) -> None:
        self.game = game

    # ------------------------------------------------------------------------------------------ what a check says

    def decision(self, course: Course) -> list[str]:
        """Where somebody is asked; what costs more than a look is worth doing only if `course.sampled`."""
        return []

    def ending(self, course: Course) -> list[str]:
        """When the game has ended."""
        return []

    def refusal(self, course: Course, error: HoyleError) -> list[str]:
        """When the engine refuses to go on."""
        return []

    # ------------------------------------------------------------------------------------------ as the course asks

    def asked(self, course: Course) -> Sequence[Fault]:
        return self._fault(self.decision(course))

    def over(self, course: Course) -> Sequence[Fault]:
        # a game that a property has cut short has no ending of its own
        return self._fault(self.ending(course)) if broken(course.state.ending) is None else ()

    def broken(self, course: Course, error: HoyleError) -> Sequence[Fault]:
        return self._fault(self.refusal(course, error))

    def _fault(self, lines: list[str]) -> Sequence[Fault]:
        return (Fault(self.name, lines),) if lines else ()


def rarely(course: Course, often: int) -> bool:
    """Whether this is one of few decisions: one of so many that are sampled, or any if all are."""
    return course.closely or (course.sampled and (len(course.made) // SAMPLED + course.number) % often == 0)


def aside(state: State) -> State:
    """A copy to try something with, for which chance brings nothing new."""
    made = state.copy()
    if isinstance(state.seed, Script):
        made.seed = Script(tuple(state.seed.numbers))
    return made
