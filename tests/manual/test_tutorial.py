"""The tutorial: every step is a clean game that comes to its end, and the text shows exactly what the files say."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from hoyle.diagnostics import for_people
from hoyle.read import read_path
from hoyle.run.game import prepare
from hoyle.trials.run import run_trials

FOLDER = Path(__file__).parents[2] / "examples" / "tutorial"
TEXT = (FOLDER / "README.md").read_text(encoding="utf-8")
STEPS = sorted(FOLDER.glob("*.hoyle"))
SHOWN: list[tuple[str, str]] = re.findall(r"^```hoyle (\S+)\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)

GAMES = 20
MOST_CHOICES = 5000


def test_steps_are_numbered() -> None:
    assert [path.stem for path in STEPS] == [f"step{number}" for number in range(1, len(STEPS) + 1)]
    assert len(STEPS) >= 6


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_step_is_checked_without_a_word(path: Path) -> None:
    reading = read_path(path)
    assert not reading.diagnostics, for_people(reading.diagnostics, False, 110)


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_step_is_played_to_its_end_by_any_number_of_players(path: Path) -> None:
    reading = read_path(path)
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
    failed = [f"{r.kind} {r.name}\n{r.detail}" for r in run_trials(read_path(path), games=GAMES) if not r.passed]
    assert not failed, "\n".join(failed)


def test_the_last_step_has_scenarios_and_properties() -> None:
    kinds = {result.kind for result in run_trials(read_path(STEPS[-1]), games=1)}
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


def test_every_command_names_a_file_that_is_there() -> None:
    commands = re.findall(r"^    hoyle \w+ (\S+)", TEXT, re.MULTILINE)
    assert len(commands) >= 4
    assert all((FOLDER.parents[1] / path).is_file() for path in commands)
