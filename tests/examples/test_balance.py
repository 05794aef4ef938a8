"""What was found about the balance of the games: the script runs, and the commands are about what there is."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from commands.conftest import environment

from hoyle.balance.duel import known
from hoyle.run.game import load

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "balance"
COMMANDS = re.findall(r"^    hoyle balance (.+)$", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_there_are_commands_for_every_game() -> None:
    assert len({shlex.split(command)[0] for command in COMMANDS}) >= 5


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_about_what_there_is(command: str) -> None:
    name, *words = shlex.split(command)
    given = dict(zip(words[::2], words[1::2], strict=True))
    assert {"--seed", "--games"} <= set(given)
    players = int(given["--players"]) if "--players" in given else None
    variants = [str(ROOT / given["--with"])] if "--with" in given else []
    game = load(name, players=players, variants=variants)
    if "--duel" in given:
        assert known(game, given["--duel"])


def test_the_script_counts() -> None:
    words = ["--games", "2", "--bots", "search:4,random", "--workers", "1"]
    script = FOLDER / "thrown_off.py"
    done = subprocess.run(
        [sys.executable, script, *words], capture_output=True, text=True, env=environment(), timeout=100, check=True
    )
    shown = done.stdout.splitlines()
    assert [line.partition(": ")[0] for line in shown] == [
        *(f"{bot}, {what}" for bot in ("search:4", "random") for what in ("as in the book", "no sheriffs", "change")),
    ]
