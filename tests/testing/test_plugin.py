"""The plugin in runs of pytest of its own: what it collects, how it fails, and how it goes with pytest's options."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TOP = Path(__file__).parents[2]

RACE = """\
game "Race" for 2..3 players

cards Step
    length : 1..6 key
    written "step {length}"
    | length |
    | 1..6   |

zone deck         : pile, face down
zone road[Player] : row, face up

define score(p) = sum(c.length for c in road[p])

action go
    text "go"
    move top(deck) to road[you]

flow
    move Step to deck
    shuffle deck
    repeat 2 times
        each p in Player
            p must go

ending arrived after flow
    winners highest(p in Player by score(p))

scenario "one step"
    seats ann, bob
    given
        deck holds Step(4)
    when
        ann does go
    then
        score(ann) is 4

scenario "a step too far"
    then
        players is 3

property short  always every(p in Player has score(p) < 12)
property no_way never score(seat(1)) > 0

waive ends "we have time"
"""
TRIALS = """\
trials of race

scenario "two steps"
    then
        players is 2

property not_too_far always every(p in Player has score(p) <= 11)
"""
LIBRARY = "# shared\n\nlibrary shared\n\nkind Colour : red | blue\n"


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """A folder with a game, its trials and a library, where the plugin is loaded once, installed or not."""
    pytester.makefile(".hoyle", race=RACE, race_trials=TRIALS, shared=LIBRARY)
    monkeypatch.setenv("PYTHONPATH", str(TOP / "interpreter"))
    pytester.makeini("[pytest]\naddopts = -p no:hoyle -p hoyle.testing.plugin --hoyle-profile quick\n")
    return pytester


def names(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if "::" in line and not line.startswith(("FAILED", "SKIPPED"))]


def test_everything_is_a_test_once_and_libraries_have_none(run: pytest.Pytester) -> None:
    found = names(run.runpytest("--collect-only", "-q"))
    assert len(found) == len(set(found))
    assert [name for name in found if "::check " not in name] == [
        "race.hoyle::scenario one step",
        "race.hoyle::scenario a step too far",
        "race.hoyle::property short",
        "race.hoyle::property no_way",
        "race_trials.hoyle::scenario two steps",
        "race_trials.hoyle::property not_too_far",
    ]
    assert "race.hoyle::check conservation" in found
    assert not any(name.startswith("race_trials.hoyle::check") for name in found)


def test_what_fails_is_told_as_hoyle_test_tells_it(run: pytest.Pytester) -> None:
    result = run.runpytest("-ra")
    result.assert_outcomes(passed=3 + len(checks()), failed=2, skipped=1)
    result.stdout.fnmatch_lines(
        [
            "*scenario a step too far*",
            "race.hoyle:39",
            "expected: `players is 3`",
            "actual: `players` is 2",
            "*property no_way*",
            "race.hoyle:42",
            "expected: never `score(seat(1)) > 0`",
            "game: 2 players, after 1 choice",
            "replay: hoyle play --from .hoyle*race-no_way.play.json",
            "SKIPPED*race.hoyle*: waived: we have time",
        ]
    )
    text = result.stdout.str()
    assert "Traceback" not in text
    assert "plugin.py" not in text
    assert (run.path / ".hoyle" / "race-no_way.play.json").is_file()


def checks() -> list[str]:
    """Those of a game without teams."""
    from hoyle.trials.checks import ALL

    return [check.name for check in ALL if check.name != "sides"]


def test_a_test_is_at_its_line(run: pytest.Pytester) -> None:
    items, _ = run.inline_genitems()
    places = {item.name: item.location[:2] for item in items}
    text = RACE.splitlines()
    assert places["scenario one step"] == ("race.hoyle", text.index('scenario "one step"'))
    assert places["property short"][1] == next(n for n, line in enumerate(text) if "property short" in line)
    assert places["check ends"][1] == text.index('waive ends "we have time"')
    assert places["check choices"] == ("race.hoyle", 0)


def test_titles_that_are_used_twice(run: pytest.Pytester) -> None:
    run.makefile(".hoyle", race_trials=TRIALS + TRIALS[TRIALS.index("scenario") : TRIALS.index("property")])
    found = names(run.runpytest("--collect-only", "-q", "race_trials.hoyle"))
    assert found[:2] == ["race_trials.hoyle::scenario two steps", "race_trials.hoyle::scenario two steps (line 8)"]


def test_a_definition_with_mistakes_fails_as_one_test(run: pytest.Pytester) -> None:
    run.makefile(".hoyle", race=RACE.replace("winners highest", "winers highest"))
    result = run.runpytest("race.hoyle")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*definition can be played*", "error HYL*winers*", "*at race.hoyle:26:5"])
    assert "Traceback" not in result.stdout.str()


def test_a_file_that_is_no_text(run: pytest.Pytester) -> None:
    (run.path / "noise.hoyle").write_bytes(b"\xff\xfe\x00game")
    result = run.runpytest("noise.hoyle")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["error HYL001*"])


def test_names_and_the_end_at_the_first_failure(run: pytest.Pytester) -> None:
    run.runpytest("-k", "property and not no_way").assert_outcomes(passed=2, deselected=len(checks()) + 4)
    run.runpytest("race.hoyle::property short").assert_outcomes(passed=1)
    run.runpytest("-x").assert_outcomes(passed=1, failed=1)


def test_the_last_failures_again(run: pytest.Pytester) -> None:
    run.runpytest().assert_outcomes(passed=3 + len(checks()), failed=2, skipped=1)
    again = run.runpytest("--lf", "-v")
    again.assert_outcomes(failed=2)
    again.stdout.fnmatch_lines(["race.hoyle::scenario a step too far FAILED*", "race.hoyle::property no_way FAILED*"])


def test_how_many_games_are_played(run: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.trials.run import Trials

    played: list[tuple[int, int]] = []

    def by_play(self: Trials, games: int, seed: int) -> list[object]:
        played.append((games, seed))
        return list(self.keys.values())

    monkeypatch.setattr(Trials, "by_play", by_play)
    run.runpytest("race.hoyle")
    run.runpytest("race.hoyle", "--hoyle-profile", "thorough", "--hoyle-seed", "-4")
    run.runpytest("race.hoyle", "--hoyle-profile", "thorough", "--hoyle-examples", "7")
    run.runpytest("race_trials.hoyle", "-k", "scenario")
    assert played == [(10, 0), (600, -4), (7, 0)]
    assert names(run.runpytest("--collect-only", "-q", "--hoyle-examples", "0")) == [
        "race.hoyle::scenario one step",
        "race.hoyle::scenario a step too far",
        "race_trials.hoyle::scenario two steps",
    ]


@pytest.mark.parametrize(
    "given", [("--hoyle-examples", "-1"), ("--hoyle-examples", "few"), ("--hoyle-seed", "x"), ("--hoyle-profile", "x")]
)
def test_options_that_do_not_fit(run: pytest.Pytester, given: tuple[str, str]) -> None:
    result = run.runpytest(*given)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"*argument {given[0]}: invalid *"])


@pytest.mark.parametrize("how", ["load", "loadfile"])
def test_with_several_processes(run: pytest.Pytester, how: str) -> None:
    result = run.runpytest_subprocess("-n", "2", "-v", "--dist", how)
    result.assert_outcomes(passed=3 + len(checks()), failed=2, skipped=1)
    result.stdout.fnmatch_lines(["expected: `players is 3`", "FAILED race.hoyle::property no_way*"])
    if how == "loadfile":
        done = [line.split() for line in result.outlines if line.startswith("[gw") and "::" in line]
        assert len({words[0] for words in done if any(word.startswith("race.hoyle::") for word in words)}) == 1


def test_what_shares_its_games_is_one_group(run: pytest.Pytester) -> None:
    items, _ = run.inline_genitems()
    groups = {item.name: [mark.args for mark in item.iter_markers("xdist_group")] for item in items}
    assert groups["property short"] == groups["check copies"] == [("race.hoyle",)]
    assert groups["property not_too_far"] == [("race_trials.hoyle",)]
    assert groups["scenario one step"] == []


def test_games_and_tests_of_python_together(run: pytest.Pytester) -> None:
    run.makepyfile("def test_sum(): assert 1 + 1 == 2")
    run.runpytest("-k", "sum or one").assert_outcomes(passed=2, deselected=len(checks()) + 5)


def test_the_plugin_is_installed_with_the_package_and_left_out_here() -> None:
    data = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
    assert import_module(data["project"]["entry-points"]["pytest11"]["hoyle"]).pytest_collect_file
    assert "no:hoyle" in data["tool"]["pytest"]["ini_options"]["addopts"]
