"""A game is played again from its beginning, with so much work and no more.

Whoever sends a saved game also sends what is to be done to restore it. That is limited by count, as `program/work.py`
counts, and never by the clock: what can be saved on one machine can be restored on every other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.diagnostics import HoyleError
from hoyle.run.state import FREE
from hoyle.run.support import FUEL, Over, spend

if TYPE_CHECKING:
    from hoyle.run.choices import Choice
    from hoyle.run.game import Game
    from hoyle.run.state import State
    from hoyle.table.script import Script

EACH = 150_000  # what every choice adds to the work that may be done, which at first is that of a single choice
ALTOGETHER = 250_000_000  # and no more than this, however many choices there are


class TooMuchWork(Exception):
    """To play this game again takes more work than anybody should be made to do."""


class Again:
    """A game that is played again. state: where it stands; left: how much work may still be done, without what further
    choices add, which is `more` at most."""

    def __init__(self, game: Game, seed: bytes | Script) -> None:
        self.state: State = game.again(seed)
        self.left = FUEL - (self.state.tank - self.state.fuel)
        self.more = ALTOGETHER - FUEL

    def choose(self, choice: Choice | int) -> None:
        """Make a choice as `State.choose` does, but count all of it: also the blocks that are free at first."""
        state, game = self.state, self.state.game
        state.answer = state.legal_choice(choice)
        added = min(EACH, self.more)
        self.left, self.more = self.left + added, self.more - added
        given = state.fuel = min(state.tank, self.left)
        step, done = game.points[state.frames[-1][0]], 0
        try:
            while step is not None:
                cost, line = game.code.cost(step)
                if done < FREE:
                    self.left -= cost
                    if self.left < given - state.fuel:
                        raise TooMuchWork
                else:
                    spend(state, cost, line)
                done += 1
                step = step(state, state.frames[-1])
        except Over:
            state.finish()
        except RecursionError:
            raise HoyleError.plain("HYL908", "effects set each other off without end") from None
        except HoyleError:
            if state.fuel < 0 and given < state.tank:
                raise TooMuchWork from None
            raise
        self.left -= given - state.fuel
