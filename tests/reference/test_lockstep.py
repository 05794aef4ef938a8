"""The emitted code and the reference evaluator agree: the same players, choices and tables, at every decision."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, alone, counts, game, words

import hoyle
from hoyle.reference.perform import Performer
from hoyle.run.events import raw
from hoyle.run.moves import CHOSEN

CAP = 1200


def tables() -> list[Any]:
    """Every game at every number of players, and every option alone at some number."""
    found = [(path, players, {}) for path in GAMES for players in counts(path)]
    for path in GAMES:
        by_count = [alone(path, players) for players in counts(path)]
        for number, options in enumerate(max(by_count, key=len)):
            able = [players for players, settings in zip(counts(path), by_count, strict=True) if options in settings]
            found.append((path, able[number % len(able)], options))
    return [pytest.param(*table, id=words(*table)) for table in found]


@pytest.mark.parametrize(("path", "players", "options"), tables())
def test_agree(path: Path, players: int, options: dict[str, Any]) -> None:
    played = game(path, players, options)
    for seed in range(3):
        lockstep(played, seed)


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
