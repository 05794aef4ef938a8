"""House rules examined as a whole: a few of them in every run of the tests, all of them with `make soak`."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from house import PATHS, ROWS, game_of

from hoyle.read import Reading, read_path
from hoyle.read.beside import trials_beside
from hoyle.trials.run import run_trials
from hoyle.vet.run import Plan, vet
from hoyle.vet.subject import find_subjects

REMOVED = re.compile(r'^remove scenario "(.+)"\n', re.MULTILINE)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    # as many house rules as there is time for, from all over the list
    step = max(1, len(PATHS) * 20 // int(metafunc.config.getoption("--games")))
    names = list(PATHS)
    metafunc.parametrize("name", [*names[15:], *names[:15]][::step])


def failing(reading: Reading) -> set[str]:
    """The titles of scenarios that do not hold."""
    return {result.name for result in run_trials(reading, games=0) if not result.passed}


def test_vetting_says_what_the_overview_says(name: str, request: pytest.FixtureRequest) -> None:
    subjects, over = find_subjects([str(PATHS[name])], [])
    made = vet(subjects, Plan(games=min(60, request.config.getoption("--games") // 5)), over)
    assert made.singles[0].kinds == ([] if ROWS[name][-1] == "sound" else [ROWS[name][-1]])


def test_takes_out_the_scenarios_that_would_not_hold_and_no_others(name: str, tmp_path: Path) -> None:
    text = PATHS[name].read_text(encoding="utf-8")
    removed = set(REMOVED.findall(text))
    found = wrong(name, REMOVED.sub("", text), tmp_path)
    if found is not None:
        assert found == removed
        return
    # some of them cannot even be said any more, so they are put back one by one
    assert wrong(name, text, tmp_path) == set()
    for title in removed:
        found = wrong(name, text.replace(f'remove scenario "{title}"\n', ""), tmp_path)
        assert found is None or found == {title}


def wrong(name: str, text: str, folder: Path) -> set[str] | None:
    """The scenarios that do not hold if a house rule is this text; None if that says something that is not there."""
    for file in game_of(name).parent.glob(f"{game_of(name).stem}*"):
        shutil.copy(file, folder)
    path = folder / PATHS[name].name
    path.write_text(text, encoding="utf-8")
    readings = [read_path(path)]
    beside = trials_beside(folder / game_of(name).name)
    readings += [read_path(beside, given=[path])] if beside is not None and not readings[0].failed else []
    return None if any(reading.failed for reading in readings) else {t for r in readings for t in failing(r)}
