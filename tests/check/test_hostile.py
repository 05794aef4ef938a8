"""Mutated definitions, through everything: diagnostics or a game that can be played, never a fault."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from spoilt import ROOT, TEXTS, mutant, play

from hoyle import types as t
from hoyle.read import Reading, read_source
from hoyle.source import Source

LARGE = [*sorted((ROOT / "gamedefs").glob("*.hoyle")), ROOT / "examples" / "hearts.hoyle"]
LARGE = [path for path in LARGE if path.read_text(encoding="utf-8").startswith("game ")]
MUTANTS = 150  # `make soak` reads 100,000
FEW = 3


@pytest.mark.parametrize("seed", range(4))
def test_mutants(seed: int) -> None:
    rng = random.Random(seed)
    clean = 0
    for _ in range(MUTANTS):
        text = mutant(rng.choice(TEXTS), rng)
        reading = read_source(Source("mutant", text))
        assert reading.diagnostics or not reading.failed
        if not reading.failed and reading.files[0].header.kind == "game":
            clean += 1
            play(text, reading, rng)
    assert clean


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_mutants_of_large_games(path: Path) -> None:
    rng = random.Random(path.stem)
    whole = path.read_text(encoding="utf-8")
    for _ in range(FEW):
        text = mutant(whole, rng)
        reading = read_source(Source(path.name, text, path), trials=False)
        assert reading.diagnostics or not reading.failed
        if not reading.failed:
            play(text, reading, rng, any_options(reading, rng))


def any_options(reading: Reading, rng: random.Random) -> dict[str, Any]:
    """A setting of some options."""
    assert reading.world is not None
    model = reading.world.model
    found: dict[str, Any] = {}
    for option in model.options.values():
        if rng.randrange(3) == 0:
            match option.type:
                case t.Kind(kind):
                    found[option.name] = rng.choice(model.kinds[kind].members)
                case t.YesNo():
                    found[option.name] = rng.choice(["yes", "no"])
                case t.Numbers(int() as low, int() as high):
                    found[option.name] = rng.choice([low, high, (low + high) // 2])
    return found
