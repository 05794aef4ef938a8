"""Scenarios that a variant has from its game mean the options and the seats of the game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hoyle.diagnostics import for_people
from hoyle.read import Reading, read_path
from hoyle.trials.run import run_trials

HERE = Path(__file__).parent
TRIED = """
option few : two | three
option pace : 1..5 = 3

scenario "as the game has them"
    then
        not generous and target is 50 and few is two and pace is 3 and players is 2

scenario "said"
    seats anna, ben, carl
    option target = 70
    then
        target is 70 and not generous

scenario "at a large table"
    seats anna, ben, carl, dora
    then
        players is 4
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copy(HERE / "stalls.hoyle", tmp_path)
    game = (HERE / "fair.hoyle").read_text(encoding="utf-8")
    (tmp_path / "fair.hoyle").write_text(game + TRIED, encoding="utf-8")
    trials = TRIED[TRIED.index("scenario") :].replace('"as', '"apart, as')
    (tmp_path / "fair_trials.hoyle").write_text(f"trials of fair\n\n{trials}", encoding="utf-8")
    return tmp_path


def tried(reading: Reading) -> dict[str, bool]:
    assert not reading.failed, for_people(reading.diagnostics, False, 100)
    return {result.name: result.passed for result in run_trials(reading, games=0)}


OPTIONS = "set generous = yes\nset target = 90\nset few = three\nset pace = 5\n"


def test_options_are_those_of_the_game(folder: Path) -> None:
    path = folder / "mine.hoyle"
    own = 'scenario "mine"\n    then\n        generous and target is 90 and few is three and pace is 5\n'
    path.write_text(f'variant "Mine" of fair\n\n{OPTIONS}\n{own}', encoding="utf-8")
    made = tried(read_path(path))
    assert made["as the game has them"] and made["said"] and made["mine"]
    apart = tried(read_path(folder / "fair_trials.hoyle", given=[path]))
    assert apart == {"apart, as the game has them": True, "said": True, "at a large table": True}


def test_a_variant_of_a_variant_keeps_what_that_one_says(folder: Path) -> None:
    own = 'scenario "mine"\n    then\n        target is 90\n'
    (folder / "mine.hoyle").write_text(f'variant "Mine" of fair\n\n{OPTIONS}\n{own}', encoding="utf-8")
    (folder / "mine_trials.hoyle").write_text(f"trials of mine\n\n{own}", encoding="utf-8")
    path = folder / "yours.hoyle"
    path.write_text('variant "Yours" of mine\n\nset target = 100\n', encoding="utf-8")
    made = tried(read_path(path))
    assert made["mine"] and made["as the game has them"]
    assert tried(read_path(folder / "mine_trials.hoyle")) == {"mine": True}
    assert tried(read_path(folder / "mine_trials.hoyle", given=[path])) == {"mine": True}


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("2..3", {"as the game has them", "said"}),
        ("3", {"said"}),
        ("1..4", {"as the game has them", "said", "at a large table"}),
    ],
)
def test_scenarios_for_other_tables_are_left_out(folder: Path, players: str, names: set[str]) -> None:
    path = folder / "mine.hoyle"
    path.write_text(f'variant "Mine" of fair\n\nset players = {players}\n', encoding="utf-8")
    reading = read_path(path)
    titles = {scenario.title.text for scenario in reading.trials}
    assert titles & {"as the game has them", "said", "at a large table"} == names


def test_what_is_said_for_other_tables_may_stay(folder: Path) -> None:
    game = (folder / "fair.hoyle").read_text(encoding="utf-8")
    extra = "except hand_size as large when players is 4 gives 2\nexcept hand_size as small when 2 is players gives 4\n"
    (folder / "fair.hoyle").write_text(f"{game}\n{extra}", encoding="utf-8")
    for players, small in (("3", []), ("2..3", ["small"])):
        path = folder / "mine.hoyle"
        path.write_text(f'variant "Mine" of fair\n\nset players = {players}\n', encoding="utf-8")
        reading = read_path(path)
        assert not reading.failed, for_people(reading.diagnostics, False, 100)
        assert reading.world is not None
        assert [miniature.title for miniature in reading.world.model.miniatures] == small


@pytest.mark.parametrize(
    ("own", "code"),
    [
        ("except hand_size as none when players is 7 gives 2\n", "HYL203"),
        ('miniature "own"\n    players 4\n    set hand_size = 1\n', "HYL510"),
    ],
)
def test_a_variant_itself_speaks_of_its_own_tables(folder: Path, own: str, code: str) -> None:
    path = folder / "mine.hoyle"
    path.write_text(f'variant "Mine" of fair\n\nset players = 2..3\n\n{own}', encoding="utf-8")
    assert code in [diagnostic.code for diagnostic in read_path(path).diagnostics]


def test_what_a_scenario_of_the_variant_itself_gets_wrong_is_told(folder: Path) -> None:
    path = folder / "mine.hoyle"
    own = 'scenario "mine"\n    seats anna, ben, carl, dora\n    then\n        yes\n'
    path.write_text(f'variant "Mine" of fair\n\nset players = 2..3\n\n{own}', encoding="utf-8")
    assert "HYL501" in [diagnostic.code for diagnostic in read_path(path).diagnostics]
