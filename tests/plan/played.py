"""Random games of random programs, moment by moment, for what is said of frames while they wait."""

from __future__ import annotations

import random
from collections.abc import Iterator
from unittest import mock

from outcome import outcome

from hoyle.diagnostics import Severity
from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.source import Source

RUBBISH = "nobody reads this"


def prepared(text: str, players: int) -> Game | None:
    """The game, None if it is refused for a number that may leave a range, or for cards that lie face down."""
    with mock.patch("hoyle.check.passes.check_leaks"):
        reading = read_source(Source("steps.hoyle", text))
    wrong = {d.code for d in reading.diagnostics if d.severity is Severity.ERROR}
    assert wrong <= {"HYL203", "HYL401"}, text
    return None if wrong else prepare(reading, players=players)


def moments(game: Game, seed: int, most: int = 20) -> Iterator[tuple[State, int]]:
    """A random game at each of its decisions, and the number of what is chosen next; up to where it stops."""
    state, rng = game.blank(seed), random.Random(seed)
    stopped = outcome(game.perform, state, "flow", ())
    for _ in range(most):
        if stopped is not None or state.over:
            return
        answer = rng.randrange(len(state.choices))
        yield state, answer
        stopped = outcome(state.choose, answer)
