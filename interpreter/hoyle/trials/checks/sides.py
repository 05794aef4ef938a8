"""Whoever is on a side wins or loses with it, in games that declare teams."""

from __future__ import annotations

from hoyle.model import Model
from hoyle.run.teams import seats_of
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course


class Sides(Check):
    name = "sides"

    @classmethod
    def concerns(cls, rules: Model) -> bool:
        return rules.teams is not None

    def ending(self, course: Course) -> str:
        s, teams = course.state, self.game.teams
        for side, seats in seats_of(teams.at(s)).items() if teams is not None else ():
            won = [seat for seat in seats if seat in s.winners]
            lost = [seat for seat in seats if seat not in s.winners]
            if won and lost:
                one, other = self.words.seat(won[0]), self.words.seat(lost[0])
                return f"{one} has won and {other} has not, and both are {teams and teams.word(side)}"
        return ""
