"""Definitions that are written at random (see `tests/whole`), played in C beside Python: some in every run, more with
`make soak`. Where something stops a game in Python it is given up in C."""

from __future__ import annotations

import random
from itertools import count, islice
from pathlib import Path

import pytest
from native_twin import Twin, compiled, follow
from often import TIMES
from whole.game import write

import hoyle
from hoyle.read import read_path
from hoyle.run.game import Game, prepare
from hoyle.table.chance import seed_bytes
from hoyle.trials.settings import mixed

CAP = 60
TOGETHER = 3


def written(seed: int, folder: Path) -> Game | None:
    """The game of a definition that is written at random, if that is right."""
    found = write(seed)
    for old in folder.iterdir():
        old.unlink()
    for name, text in found.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    reading = read_path(folder / found.main)
    if reading.world is None or reading.failed:
        return None
    setting = mixed(reading.world.model, random.Random(seed))
    return prepare(reading, players=setting.players, options=setting.options)


@pytest.mark.parametrize("lot", range(5 * TIMES))
def test_whole_games(lot: int, tmp_path: Path) -> None:
    seeds = ((seed, written(seed, tmp_path)) for seed in count(lot * 100))
    right = ((seed, game) for seed, game in seeds if game is not None)  # what is refused is tested in tests/soak
    for seed, game in islice(right, TOGETHER):
        side_by_side(game, seed)


def side_by_side(game: Game, seed: int) -> None:
    lib = compiled(game, "-O0")
    for start in range(2):
        twin = Twin(game, lib, seed_bytes(start))
        try:
            follow(twin, game.start(start), random.Random(seed), CAP)
        except hoyle.HoyleError:
            assert twin.gave_up or twin.lib.c.error(twin.state)  # the score of a game that is over may be what stops
