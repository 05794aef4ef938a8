"""C and Python play the same game: who is asked, what can be chosen and in which order, the whole table, the end."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, ROOT, game, some_tables, words
from native_twin import Twin, compiled, follow
from often import TIMES

import hoyle
from hoyle.read import read_path
from hoyle.run.game import Game

CAP = 600
HOUSE_RULES = sorted(path for path in (ROOT / "examples").rglob("*.hoyle") if path not in GAMES)


def lockstep(played: Game, seeds: range, flags: tuple[str, ...] = ("-O0",)) -> int:
    """Play games side by side, with a copy at every decision; gives how many decisions there were."""
    lib = compiled(played, *flags)
    made = 0
    for seed in seeds:
        state = played.start(seed)
        twin = Twin(played, lib, state.seed)
        made += follow(twin, state, random.Random(seed), CAP)
        assert not twin.gave_up
    return made


@pytest.mark.parametrize(
    ("path", "players", "options"), [pytest.param(*table, id=words(*table)) for table in some_tables(GAMES)]
)
def test_tables(path: Path, players: int, options: dict[str, Any]) -> None:
    assert lockstep(game(path, players, options), range(TIMES))


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_house_rules_and_tutorial(path: Path) -> None:
    if read_path(path).files[0].header.kind == "library":
        pytest.fail("a library is no game: leave it out of the list")
    lockstep(hoyle.load(str(path)), range(TIMES))  # in the first steps of the tutorial nobody is asked


def test_the_comparison_can_fail() -> None:
    """Other answers, or another deal, and it is noticed at once."""
    played = game(GAMES[-1], 4)
    lib = compiled(played, "-O0")
    state = played.start(1)
    assert Twin(played, lib, played.start(2).seed).differences(state)
    twin = Twin(played, lib, state.seed)
    choice = next(n for n in range(len(state.choices)) if n)
    state.choose(0)
    twin.choose(choice)
    assert twin.differences(state)
