"""Two programs of one game, performed side by side by the reference: the same questions, tables and news."""

from __future__ import annotations

import random
from typing import Any

from outcome import outcome

from hoyle.program.program import Program
from hoyle.reference.perform import Performer
from hoyle.run.events import raw
from hoyle.run.state import State
from hoyle.trials.checks.reference import Along

TIRED = "HYL908"


def same_play(one: Program, other: Program, seed: int, most: int = 40) -> int:
    """Play both with the same answers; how many decisions there were."""
    performers = [Performer(program, seed) for program in (one, other)]
    plays = [performer.play() for performer in performers]
    found = [outcome(next, play) for play in plays]
    rng = random.Random(seed)
    for number in range(most):
        if TIRED in found:  # what is looked at takes work, too, so one of them may stop earlier
            return number
        assert found[0] == found[1]
        assert seen(performers[0]) == seen(performers[1])
        if found[0] is None or isinstance(found[0], str):
            return number
        answer = rng.randrange(len(found[0].answers))
        found = [outcome(play.send, answer) for play in plays]
    return most


def step_by_step(state: State, rng: random.Random) -> None:
    """Play a game to its end at random, with the reference beside it: they never differ, and it can follow."""
    made, along = list[int](), Along(state.game.program, state.seed)
    while not state.over:
        assert along.catch_up(state, made) == ""
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
    assert along.catch_up(state, made) == ""
    assert not along.behind


def seen(performer: Performer) -> Any:
    """All that there is of a table, and all that was told of it."""
    board = performer.board
    told = raw(board)  # type: ignore[arg-type]
    return board.z, board.v, board.loc, board.up, board.draws, board.over, board.winners, board.ending, told
