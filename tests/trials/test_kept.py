"""A table that is written down as a scenario: it is understood, and holds."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from every import BUNDLED, reading

from hoyle.run.game import prepare
from hoyle.trials.scenario.kept import standing

WRITTEN = [path for path in BUNDLED if path.stem in ("book_it", "dwyn", "texas_showdown")]  # any table of these


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.stem)
def test_a_table_is_written_down_also_with_what_chance_has_decided(path: Path) -> None:
    game = prepare(reading(path))
    for seed in range(2):
        state, rng = game.start(seed), random.Random(seed)
        for _ in range(14):
            state.choose(rng.randrange(len(state.choices)))
        written = standing(reading(path), game, state, "as it stands")
        assert written.startswith('scenario "as it stands"')
        assert "random" not in written
