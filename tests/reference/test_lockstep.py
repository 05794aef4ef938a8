"""The emitted code and the reference evaluator agree: the same players, choices and tables, at every decision."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, alone, counts, game, words

import hoyle
from hoyle.trials.checks.reference import Along

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
    along = Along(game.program, state.seed)
    rng = random.Random(seed)
    made: list[int] = []
    assert along.catch_up(state, made) == []
    while not state.over and len(made) < CAP:
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
        assert along.catch_up(state, made) == []
