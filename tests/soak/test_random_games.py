"""Every bundled game, at every number of players, as it usually is and with each option alone: random games that end.

In every run of the tests an option is tried at one number of players; with `make soak`, at all.
Nobody is asked without a choice, no card is lost or doubled, nothing goes on for ever, and whoever wins has a seat.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from every import BUNDLED, alone, counts, game, some_tables, words

ENDLESS = 50_000
WHOLE = 1000


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    tables = some_tables(BUNDLED)
    if metafunc.config.getoption("games") >= WHOLE:
        tables = [(path, n, options) for path in BUNDLED for n in counts(path) for options in ({}, *alone(path, n))]
    metafunc.parametrize(("path", "players", "options"), [pytest.param(*table, id=words(*table)) for table in tables])


def test_random_games_end(
    path: Path,
    players: int,
    options: dict[str, Any],
    pytestconfig: pytest.Config,
    tried: Callable[[str, int], None],
) -> None:
    played = game(path, players, options)
    every_card = list(range(len(played.cards)))
    start = pytestconfig.getoption("seed")
    for seed in range(start, start + pytestconfig.getoption("games")):
        state = played.start(seed)
        pick = random.Random(seed).random
        decisions = 0
        while not state.over:
            assert state.choices
            assert 0 <= state.player < players
            state.choose(state.choices[int(pick() * len(state.choices))])
            decisions += 1
            assert decisions < ENDLESS, f"seed {seed} does not end"
        assert sorted(card for zone in state.z for card in zone) == every_card
        assert set(state.winners) <= set(range(players))
        assert len(state.scores) == players
    tried("games of bundled definitions", pytestconfig.getoption("games"))
