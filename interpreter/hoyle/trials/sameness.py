"""When two tables are the same: the same cards lie in the same places, and the same will come of it."""

from __future__ import annotations

from hashlib import blake2b
from marshal import dumps
from typing import Any

from hoyle import model
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.alive import Alive

SIZE = 12
FORMAT = 2  # the last one that writes equal values equally


class Sameness:
    """Digests of the tables of one game: equal for tables that are the same."""

    def __init__(self, game: Game) -> None:
        self.sides = game.sides
        self.alive = Alive(game)

    def key(self, state: State) -> bytes:
        return blake2b(dumps(self.table(state), FORMAT), digest_size=SIZE).digest()

    def table(self, state: State) -> tuple[Any, ...]:
        """All that tells a table from others, as plain data."""
        up = state.up if self.sides else None
        if state.over:
            return (state.z, state.v, up, state.winners, state.ending)
        return (state.z, state.v, up, state.player, self.under_way(state))

    def under_way(self, state: State) -> list[Any]:
        """What is under way, as far as it is still needed."""
        living = self.alive.of
        found: list[Any] = []
        last = state.frames[-1]
        for frame in state.frames:
            block = frame[0]
            found.append(block)
            found += [frame[place] for place in living(block, state.site if frame is last else None)]
        return found


def sameness(game: Game, miniature: model.Miniature) -> Sameness:
    """What is the same in a miniature."""
    return Sameness(game)
