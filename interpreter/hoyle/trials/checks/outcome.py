"""Winners and scores are what the ending says.

A game ends by one of its endings, if it has any: that nobody has won, too, is for an ending to say. Who has won is
worked out again from the table as it lies, and so is every score; where the highest or lowest score wins, it really
does.
"""

from __future__ import annotations

from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import free
from hoyle.program.evaluate import Evaluator
from hoyle.program.specialise import Specialiser
from hoyle.run.state import State
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course


class Outcome(Check):
    name = "outcome"

    def ending(self, course: Course) -> str:
        s = course.state
        if self.game.program.stopped_by(s.ending) is not None:
            return ""  # a property stopped it
        seats = range(self.game.players)
        if len(set(s.winners)) < len(s.winners) or not set(s.winners) <= set(seats):
            return f"the winners are seats {', '.join(str(seat + 1) for seat in s.winners)}"
        asked = [core.Ask("score", (core.Const(seat, t.SEAT),), t.NUMBER) for seat in seats]
        score = [Evaluator(self.game.program, s).expr(ask, {}) for ask in asked]
        if score != list(s.scores):
            return f"the scores are {list(s.scores)}, and `score` gives {score}"
        if not s.ending:
            return self._without(s)
        return self._by(s, next(e for e in self.game.model.endings if e.name == s.ending))

    def _without(self, s: State) -> str:
        if s.winners:
            return "somebody has won, and no ending says so"
        if self.game.model.endings:
            return "the game has come to its end, and no ending says that nobody wins: `winners []`"
        return ""

    def _by(self, s: State, ending: model.Ending) -> str:
        winners = Specialiser(self.game.program)(ending.winners)
        if free(winners):
            return ""  # who wins depends on what was under way
        wanted = Evaluator(self.game.program, s).expr(winners, {})
        if sorted(set(wanted)) != sorted(s.winners):
            return f"won by {self._names(s.winners)}, but `{ending.name}` says {self._names(wanted)}"
        best = _by_score(winners)
        top = max(s.scores) if best == "highest" else min(s.scores)
        if best and set(s.winners) != {seat for seat, score in enumerate(s.scores) if score == top}:
            return f"won by {self._names(s.winners)}, who do not have the {best} of {list(s.scores)}"
        return ""

    def _names(self, seats: Any) -> str:
        return ", ".join(self.words.seat(seat) for seat in sorted(seats)) or "nobody"


def _by_score(winners: core.Expr) -> str:
    """Whether the highest or the lowest score of all wins, if it is as simple as that."""
    match winners:
        case core.Fold("highest" | "lowest" as kind, var, source, None, core.Ask("score", (core.Local(name),))):
            everybody = isinstance(source, core.Members) or (isinstance(source, core.Const) and bool(source.value))
            return kind if name == var and everybody else ""
    return ""
