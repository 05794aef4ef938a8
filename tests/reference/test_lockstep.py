"""The emitted code and the reference evaluator agree: the same players, choices and tables, at every decision."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.read import read_path
from hoyle.reference.perform import Performer
from hoyle.run.events import raw
from hoyle.run.moves import CHOSEN

ROOT = Path(__file__).parents[2]
CAP = 3000


def games() -> list[Any]:
    found = []
    texas = str(ROOT / "gamedefs" / "texas_showdown.hoyle")
    for players in (3, 4, 5, 6):
        for options in (
            {},
            {"passing": "on"},
            {"face_rule": "happy_faces"},
            {"face_rule": "pass_the_buck", "passing": "on"},
            {"all_zeroed": "original_counts"},
        ):
            found.append(pytest.param(texas, players, options, id=f"texas-{players}-{'-'.join(options.values())}"))
    found.append(pytest.param(str(ROOT / "examples" / "hearts.hoyle"), 4, {}, id="hearts"))
    for path in sorted((ROOT / "tests" / "good").glob("*.hoyle")):
        reading = read_path(path)
        assert reading.world is not None
        low, high = reading.world.model.seats
        for players in range(low, high + 1):
            found.append(pytest.param(str(path), players, {}, id=f"{path.stem}-{players}"))
    return found


@pytest.mark.parametrize(("path", "players", "options"), games())
def test_agree(path: str, players: int, options: dict[str, str]) -> None:
    game = hoyle.load(path, players=players, options=options)
    for seed in range(3):
        lockstep(game, seed)


def lockstep(game: hoyle.Game, seed: int) -> None:
    state = game.start(seed)
    performer = Performer(game.program, seed)
    play = performer.play()
    rng = random.Random(seed)
    try:
        question = next(play)
        for _ in range(CAP):
            compare(state, performer)
            assert question.seat == state.player
            assert question.answers == [(c.offer, c.values) for c in state.choices]
            number = rng.randrange(len(state.choices))
            state.choose(number)
            question = play.send(number)
    except StopIteration:
        assert state.over
    compare(state, performer)
    assert (state.winners, state.ending) == (performer.board.winners, performer.board.ending)


def compare(state: hoyle.State, performer: Performer) -> None:
    board = performer.board
    assert state.over == board.over
    assert state.z == board.z
    assert state.v == board.v
    assert state.up == board.up
    assert state.loc == board.loc
    assert state.draws == board.draws
    if state.over:
        mine = [event for event in raw(state) if event[0] != CHOSEN]
        assert mine == raw(board)  # type: ignore[arg-type]
