"""Copies are equal and independent; what was saved and restored goes on alike; played again, a game is the same."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hoyle.diagnostics import HoyleError
from hoyle.run.carried import read_again
from hoyle.run.choices import Choice
from hoyle.run.game import Game
from hoyle.run.moment import beginning
from hoyle.run.save import mark, restore
from hoyle.run.state import State
from hoyle.trials.checks.check import Check
from hoyle.trials.course import Course

RESTORED = 2
REPLAYED = 5


class Copies(Check):
    name = "copies"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        # marked rules are not the rules that a save names
        self.restores = game.reading.source.path is not None and game.model.cover is None

    def decision(self, course: Course) -> str:
        if not course.sampled or not course.state.choices:
            return ""
        wrong = self._copied(course.state, len(course.made))
        if not wrong and self.restores and course.number < RESTORED:
            self.restores = False
            wrong = self._restored(course.state)
        return wrong

    def ending(self, course: Course) -> str:
        """Its choices, made again from its beginning, lead to the same end and tell the same."""
        if course.number % REPLAYED and not course.closely:
            return ""
        state = course.state
        again, made = beginning(state)
        for choice in made:
            again.choose(choice)
        if self._ended(again) != self._ended(state):
            return "played again with the same choices, it ends in another way"
        if again.events() != state.events():
            return "played again with the same choices, it tells of other events"
        return ""

    def _ended(self, s: State) -> tuple[Any, ...]:
        return s.z, s.v[: self.game.program.own_values], s.up, s.draws, s.over, s.ending, s.winners

    def _copied(self, state: State, made: int) -> str:
        written, first, second = _written(state), state.copy(), state.copy()
        equal = first == state and hash(first) == hash(state)
        number = made % len(state.choices)
        first.choose(number)
        if not equal or _written(state) != written:
            return "a copy is not equal, or changes the original"
        second.choose(second.choices[number])
        alike = len(first.choices) == len(second.choices) and all(map(Choice.same, first.choices, second.choices))
        if first != second or not alike:
            return "two copies that make the same choice differ"
        return ""

    def _restored(self, state: State) -> str:
        try:
            saved = restore(state.save(), _read_again(self.game))
        except HoyleError as error:
            return f"it cannot be restored: {error.diagnostics[0].message}"
        if mark(saved) != mark(state) or [c.text for c in saved.choices] != [c.text for c in state.choices]:
            return "what was saved and restored differs"
        return ""


# reading takes long, and a game reads the same every time
_read_again = lru_cache(maxsize=16)(read_again)


def _written(state: State) -> str:
    """The table and what is under way, out of reach of any change."""
    return repr((state.z, state.v, state.up, state.loc, state.frames, state.player, state.draws))
