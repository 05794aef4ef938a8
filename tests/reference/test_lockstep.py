"""The emitted code and the reference evaluator agree: the same players, choices and tables, at every decision."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, game, some_tables, words
from often import TIMES

import hoyle
from hoyle.trials.checks.reference import Along

CAP = 1200


@pytest.mark.parametrize(
    ("path", "players", "options"), [pytest.param(*table, id=words(*table)) for table in some_tables(GAMES)]
)
def test_agree(path: Path, players: int, options: dict[str, Any]) -> None:
    played = game(path, players, options)
    for seed in range((1 if options else 2) * TIMES):
        lockstep(played, seed)


def lockstep(game: hoyle.Game, seed: int) -> None:
    state = game.start(seed)
    along = Along(game.program, state.seed)
    rng = random.Random(seed)
    made: list[int] = []
    assert along.catch_up(state, made) == ""
    while not state.over and len(made) < CAP:
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
        assert along.catch_up(state, made) == ""


def test_who_goes_along_sparingly_falls_behind_and_says_no_more() -> None:
    played = game(GAMES[0], 3, {})
    state, made = played.start(1), list[int]()
    plenty, little = (Along(played.program, state.seed, sparing=sparing) for sparing in (False, True))
    for along in (plenty, little):
        along.performer.evaluator.steps = 20_000
    while not state.over:
        made.append(0)
        state.choose(0)
        assert plenty.catch_up(state, made) == little.catch_up(state, made) == ""
    assert (plenty.behind, little.behind) == (False, True)
