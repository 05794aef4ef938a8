"""The tutorial: every step is a clean game that comes to its end, and the text shows exactly what the files say."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import every
import pytest

from hoyle.diagnostics import for_people
from hoyle.run.game import prepare
from hoyle.trials.run import run_trials

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "examples" / "tutorial"
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")
STEPS = sorted(FOLDER.glob("*.hoyle"))
SHOWN: list[tuple[str, str]] = re.findall(r"^```hoyle (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS: list[str] = re.findall(r"^    (hoyle .+)$", TEXT, re.MULTILINE)

GAMES = 20
MOST_CHOICES = 5000


def test_steps_are_numbered() -> None:
    assert [path.stem for path in STEPS] == [f"step{number}" for number in range(1, len(STEPS) + 1)]
    assert len(STEPS) >= 6


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_step_is_checked_without_a_word(path: Path) -> None:
    reading = every.reading(path)
    assert not reading.diagnostics, for_people(reading.diagnostics, False, 110)


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_step_is_played_to_its_end_by_any_number_of_players(path: Path) -> None:
    reading = every.reading(path)
    assert reading.world is not None
    low, high = reading.world.model.seats
    for players in range(low, high + 1):
        game = prepare(reading, players=players)
        for seed in range(GAMES):
            state, rng = game.start(seed=seed), random.Random(seed)
            for _ in range(MOST_CHOICES):
                if state.over:
                    break
                state.choose(rng.choice(state.choices))
            assert state.over, f"{players} players, seed {seed}"
            assert bool(state.winners) == bool(reading.world.model.endings)


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_scenarios_and_properties_come_true(path: Path) -> None:
    failed = [f"{r.kind} {r.name}\n{r.detail}" for r in run_trials(every.reading(path), games=GAMES) if not r.passed]
    assert not failed, "\n".join(failed)


def test_the_last_step_has_scenarios_and_properties() -> None:
    kinds = {result.kind for result in run_trials(every.reading(STEPS[-1]), games=1)}
    assert {"scenario", "property"} <= kinds


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_the_text_is_about_every_step(path: Path) -> None:
    number = path.stem.removeprefix("step")
    assert f"## Step {number}:" in TEXT
    assert path.name in [name for name, _ in SHOWN]


@pytest.mark.parametrize(("name", "code"), SHOWN)
def test_what_is_shown_is_in_the_file(name: str, code: str) -> None:
    assert f"\n{code}" in "\n" + (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_whatever_is_new_in_a_step_is_shown(number: int) -> None:
    before = STEPS[number - 1].read_text(encoding="utf-8").splitlines() if number else []
    shown = [line for name, code in SHOWN if name == STEPS[number].name for line in code.splitlines()]
    new = [line for line in STEPS[number].read_text(encoding="utf-8").splitlines() if line and line not in before]
    assert [line for line in new if line not in shown] == []


def test_the_command_is_called_as_the_set_up_leaves_it() -> None:
    """What is run below is what a terminal runs after this line."""
    assert "    . .venv/bin/activate\n" in TEXT
    assert "VENV := .venv\n" in (ROOT / "Makefile").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_works_as_written(command: str) -> None:
    """In a shell, from the checkout. Of the mutants some are tried here, all by `make mutate`."""
    command += " --limit 12 --threshold 90" if command.startswith("hoyle mutate") else ""
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(
        command, shell=True, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout + ran.stderr


def test_most_kinds_of_commands_are_shown() -> None:
    assert {"check", "play", "test", "mutate"} <= {command.split()[1] for command in COMMANDS}
