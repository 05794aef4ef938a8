"""Every bundled game, played through by bots and told as `hoyle play` tells it: one text per number of players.

When a game or what is told of it has been changed on purpose, write them anew and read the difference:

    make golden
"""

from __future__ import annotations

import sys
from io import StringIO
from pathlib import Path

import pytest
from every import BUNDLED, counts, game, words
from rich.console import Console

from hoyle.bots.host import Host
from hoyle.bots.names import bots_named
from hoyle.commands.told import introduce, play_out

HERE = Path(__file__).parent
SEED = 1
TABLES = [(path, players) for path in BUNDLED for players in counts(path)]


def transcript(path: Path, players: int) -> str:
    printed = StringIO()
    out = Console(file=printed, width=110, color_system=None, force_terminal=False)
    state = game(path, players).start(seed=SEED)
    introduce(out, state, str(SEED))
    play_out(out, Host(state.game, bots_named(["random"], players, SEED), SEED, state))
    return printed.getvalue()


def golden(path: Path, players: int) -> Path:
    return HERE / f"{path.stem}_{players}.txt"


@pytest.mark.parametrize(("path", "players"), TABLES, ids=[words(*table) for table in TABLES])
def test_it_is_played_as_before(path: Path, players: int) -> None:
    assert transcript(path, players) == golden(path, players).read_text(encoding="utf-8")


def test_no_playthrough_is_left_over() -> None:
    assert {path.name for path in HERE.glob("*.txt")} == {golden(*table).name for table in TABLES}


if __name__ == "__main__":
    for old in HERE.glob("*.txt"):
        old.unlink()
    for table in TABLES:
        golden(*table).write_text(transcript(*table), encoding="utf-8")
        print(golden(*table).name, file=sys.stderr)
