"""Definitions that are spoilt at random, as in `tests/check/test_hostile.py`: as many as there is time for.

None of them faults, and none takes longer than anybody waits.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "check"))

from test_hostile import TEXTS, mutant, play

from hoyle.read import read_source
from hoyle.source import Source

CPU = 5.0
PARTS = 20


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int, pytestconfig: pytest.Config, tried: Callable[[str, int], None]) -> None:
    rng = random.Random(f"{pytestconfig.getoption('seed')}:{part}")
    count = max(1, pytestconfig.getoption("mutants") // PARTS)
    for _ in range(count):
        text = mutant(rng.choice(TEXTS), rng)
        before = time.process_time()
        reading = read_source(Source("mutant", text))
        assert reading.diagnostics or not reading.failed
        if not reading.failed and reading.files[0].header.kind == "game":
            play(text, reading, rng)
        assert time.process_time() - before < CPU, text
    tried("mutants", count)
