"""All trials together: their order, a file of their own, and what cannot be tried."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import every
import pytest

from hoyle.diagnostics import HoyleError
from hoyle.read import read_path
from hoyle.trials.checks import ALL
from hoyle.trials.run import Result, run_trials

Results = Callable[..., list[Result]]
TOP = Path(__file__).parents[2]
ORCHARD = Path(__file__).parent / "orchard.hoyle"

TRIALS = """\
trials of orchard

scenario "planting"
    seats ann, bob
    given
        basket[ann] holds plum
    when
        ann does plant(plum, open)
    then
        worth(ann) is 3

property calls_are_few always calls <= players

scenario "wrong"
    then
        players is 3
"""

CHECKS = [check.name for check in ALL if check.name != "sides"]  # of a game without teams


@pytest.fixture
def trials(tmp_path: Path) -> Path:
    (tmp_path / "orchard.hoyle").write_text(ORCHARD.read_text(encoding="utf-8"), encoding="utf-8")
    path = tmp_path / "orchard_trials.hoyle"
    path.write_text(TRIALS, encoding="utf-8")
    return path


def test_scenarios_come_first_then_properties_then_checks(results: Results) -> None:
    body = """
        property first always yes
        scenario "one"
            then
                players is 2
        property second always yes
        scenario "two"
            then
                players is 3
    """
    found = results(body, games=2)
    assert [(r.kind, r.name, r.passed) for r in found] == [
        ("scenario", "one", True),
        ("scenario", "two", False),
        ("property", "first", True),
        ("property", "second", True),
        *(("check", name, True) for name in CHECKS),
    ]


def test_without_games_only_scenarios_are_run(results: Results) -> None:
    assert results("property wrong always no", games=0) == []


def test_a_file_of_trials(trials: Path) -> None:
    found = run_trials(read_path(trials), games=4)
    assert [(r.kind, r.name, r.passed) for r in found] == [
        ("scenario", "planting", True),
        ("scenario", "wrong", False),
        ("property", "calls_are_few", True),
    ]
    assert found[1].span is not None
    assert found[1].span.source.path == trials
    assert "actual: `players` is 2" in found[1].detail


def test_a_file_of_trials_with_a_property_that_fails(trials: Path) -> None:
    trials.write_text(TRIALS.replace("calls <= players", "calls < 2"), encoding="utf-8")
    found = {r.name: r for r in run_trials(read_path(trials), games=4)}
    assert "expected: always `calls < 2`" in found["calls_are_few"].detail
    span = found["calls_are_few"].span
    assert span is not None
    assert span.source.path == trials


def test_what_is_waived_is_not_tried_and_the_reason_is_told(results: Results) -> None:
    found = {r.name: r for r in results('waive ends "it is slow"\n', games=2)}
    assert found["ends"].waived == "it is slow"
    assert found["ends"].span is not None
    assert found["ends"].span.text.startswith("waive ends")
    assert [name for name, result in found.items() if result.waived] == ["ends"]


def test_what_belongs_to_the_game_is_not_told_of_its_trials(trials: Path) -> None:
    game = trials.with_name("orchard.hoyle")
    game.write_text(f"{game.read_text(encoding='utf-8')}\nproperty its_own always yes\n", encoding="utf-8")
    assert [r.name for r in run_trials(read_path(trials), games=2)] == ["planting", "wrong", "calls_are_few"]
    assert [r.name for r in run_trials(read_path(game), games=2)] == ["its_own", *CHECKS]


def test_a_definition_with_errors_is_not_tried(trials: Path) -> None:
    trials.write_text(TRIALS.replace("holds plum", "holds banana"), encoding="utf-8")
    reading = read_path(trials)
    assert reading.failed
    with pytest.raises(HoyleError, match="banana"):
        run_trials(reading)


def test_progress_is_told(trials: Path) -> None:
    told: list[tuple[int, int]] = []
    run_trials(read_path(trials), games=3, on_progress=lambda done, total: told.append((done, total)))
    assert told == [(n, 5) for n in range(1, 6)]


def test_scenarios_do_not_depend_on_each_other(results: Results) -> None:
    body = """
        scenario "one"
            given
                stock[player_1] = 9
            then
                stock[player_1] is 9
        scenario "two"
            then
                stock[player_1] is 0
    """
    assert [r.passed for r in results(body)] == [True, True]


# ---------------------------------------------------------------- what comes with the package

SHIPPED = sorted(path for folder in ("gamedefs", "examples") for path in (TOP / folder).glob("*.hoyle"))
# what stands in files of trials beside the bundled games, `tests/gamedefs/test_coverage.py` tries
SHIPPED = [path for path in SHIPPED if not (path.parent.name == "gamedefs" and path.stem.endswith("_trials"))]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: str(path.relative_to(TOP)))
def test_what_is_shipped_passes(path: Path) -> None:
    found = run_trials(every.reading(path), games=6)
    assert not [f"{r.kind} {r.name}\n{r.detail}" for r in found if not r.passed]


def test_every_rule_of_the_first_game_is_cited() -> None:
    reading = every.reading(TOP / "gamedefs" / "texas_showdown.hoyle")
    assert reading.world is not None
    cited = reading.world.model.cited
    assert [n for n in range(1, 30) if f"TS-{n:02}" not in cited] == []
    assert {"TS-S1", "TS-S2", "TS-S3"} <= set(cited)
    assert {f"TS-D{n}" for n in (1, 3, 4, 6, 8, 9, 10, 11)} <= set(cited)
    assumed = {id_ for a in reading.world.model.assumptions for id_ in a.cites}
    assert assumed == {f"TS-{n:02}" for n in (2, 17, 22, 24, 25, 26, 27, 28, 29)}


def test_a_property_that_cannot_fail_passes_with_a_note(results: Results) -> None:
    tried = results("property empty_words always count(deck) >= 0\nproperty says always count(deck) < 9", 2)
    notes = {r.name: r.note for r in tried if r.kind == "property"}
    assert "cannot fail" in notes["empty_words"]
    assert notes["says"] == ""


@pytest.mark.parametrize("wrong", ["then\n", "zone heap : pile\n", "property calls_are_few always unheard_of\n"])
def test_a_mistake_in_trials_is_a_mistake(wrong: str, trials: Path) -> None:
    assert not read_path(trials).failed
    trials.write_text(f"trials of orchard\n\n{wrong}", encoding="utf-8")
    assert read_path(trials).failed
