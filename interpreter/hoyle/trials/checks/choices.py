"""Games go on and come to an end: whoever is asked has a choice, and whatever they choose can be done."""

from __future__ import annotations

from hoyle.diagnostics import HoyleError
from hoyle.reference.perform import Performer
from hoyle.run.game import Game
from hoyle.source import Span
from hoyle.table.script import Script
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course
from hoyle.trials.record import Play

ENDLESS = 10_000  # times round a loop


class Choices(Check):
    name = "choices"

    def decision(self, course: Course) -> str:
        state = course.state
        if state.choices or not state.frames:  # what a scenario performs may have come to its end
            return ""
        return f"{self.words.seat(state.player)} is asked and has no choice"

    def refusal(self, course: Course, error: HoyleError) -> str:
        return error.diagnostics[0].message


class Ends(Check):
    name = "ends"

    def decision(self, course: Course) -> str:
        return f"it still goes on after {course.longest} choices" if course.too_long else ""


def broken_at(game: Game, play: Play) -> Span | None:
    """The step that cannot be done, or not to its end; None if a play breaks nothing."""
    performer = Performer(game.program, 0, ENDLESS)
    performer.board.seed = Script(play.chance)
    steps = performer.play()
    try:
        next(steps)
        for number in play.choices:
            steps.send(number)
    except (HoyleError, RecursionError):
        return performer.at
    except StopIteration:
        return None
    return None
