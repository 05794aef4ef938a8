"""A play, recorded without a seed: who played what, what chance brought and what was chosen, all as numbers.

The same record gives the same game wherever the rules are the same, and can be cut and changed number by number.
"""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.script import Script
from hoyle.run.state import State


@attrs.frozen
class Play:
    """options: only those that are not left alone. chance: see run/script.py. choices: their numbers, one by one."""

    players: int
    options: dict[str, Any]
    chance: tuple[int, ...]
    choices: tuple[int, ...]

    def again(self, game: Game) -> tuple[State, HoyleError | None]:
        """Where it leads; and what the engine said, if it refused to go on."""
        state = game.blank(0)
        state.seed = Script(self.chance)
        try:
            game.perform(state, "flow", ())
            for number in self.choices:
                state.choose(number)
        except HoyleError as error:
            return state, error
        return state, None
