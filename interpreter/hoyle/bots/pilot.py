"""Games played at random in Python, before anybody thinks: what there is to be seen in a game, and what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.table.bots import seated

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

MUCH = 250_000_000  # how much work all games of a pilot may be (see `program/work.py`)
LEAST, CHOICE = 1_000, 100  # what a decision is charged at least, and for each of its choices


@attrs.define
class Pilot:
    """Some games, one after the other. longest: decisions after which one is left. work, decisions: of all so far."""

    game: Game
    name: str
    longest: int
    work: int = 0
    decisions: int = 0

    def tables(self, number: int) -> Iterator[State]:
        """One game: where somebody is asked, and its end. It stops where the rules do, or where it has been enough."""
        seed = f"{self.name}:{number}"
        seats = seated(("random",), self.game.players, seed)
        try:
            s = self.game.start(seed)
        except HoyleError:
            return
        self._spent(s)
        for _ in range(self.longest):
            yield s
            if s.over or self.work > MUCH:
                break
            try:
                s.choose(seats[s.player](len(s.choices)))
            except HoyleError:
                break
            finally:
                self._spent(s)

    def _spent(self, s: State) -> None:
        self.work += s.tank - s.fuel + LEAST + CHOICE * len(s.choices)
        self.decisions += 1
