"""Whole definitions that are written at random (see `tests/whole`): hundreds in every run, thousands with `make soak`.

What is refused is told why; what passes is played on both engines. A fault is told with the smallest definition that
was found to show it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from whole import play
from whole.__main__ import smallest, text_of
from whole.game import write
from whole.play import Fault

TOGETHER = 20


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    start, count = metafunc.config.getoption("seed"), metafunc.config.getoption("whole")
    seeds = range(start, start + count)
    rows = [seeds[n : n + TOGETHER] for n in range(0, count, TOGETHER)]
    metafunc.parametrize("seeds", rows, ids=lambda row: f"{row.start}..{row.stop - 1}")


def test_whole_games(seeds: range, tmp_path: Path, tried: Callable[[str, int], None]) -> None:
    played = 0
    for seed in seeds:
        try:
            played += not play.tried(write(seed), seed, tmp_path).refused
        except Fault as fault:
            text = text_of(smallest(seed, fault.sort, tmp_path))
            pytest.fail(f"seed {seed}: {fault}\n{text}", pytrace=False)
    tried("definitions written at random", len(seeds))
    tried("games of definitions written at random", played)
