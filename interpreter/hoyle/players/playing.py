"""Games between bots, from start to end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.players.bots import seat_bots
from hoyle.run.game import Game
from hoyle.run.state import State


@contextmanager
def naming(game: str) -> Iterator[None]:
    """Whatever the engine refuses is said with the game in which it did."""
    try:
        yield
    except HoyleError as error:
        where = f" (in {game})"
        raise HoyleError([attrs.evolve(d, message=d.message + where) for d in error.diagnostics]) from None


def play_out(game: Game, seed: str, bots: list[str], cap: int) -> tuple[State, int]:
    """A game to its end, or until it is cut off; with how many decisions there were."""
    seated = seat_bots(bots, game.players, seed)
    state = game.start(seed)
    decisions = 0
    while not state.over and decisions < cap:
        state.choose(seated[state.player](state.choices))
        decisions += 1
    return state, decisions
