"""The house rules among the examples: complete, correct, playable, and what vetting says of them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from house import FOLDER, PATHS, ROWS, game_of, varied
from often import TIMES

from hoyle.run.game import prepare
from hoyle.trials.run import Trials
from hoyle.vet.conflicts import find
from hoyle.vet.run import Plan, vet
from hoyle.vet.subject import find_subjects

MOST_CHOICES = 4000
each_rule = pytest.mark.parametrize("name", PATHS)


# ---------------------------------------------------------------------------------------------- the overview


def test_the_overview_is_complete() -> None:
    assert set(ROWS) == set(PATHS)
    assert len(ROWS) >= 18


def test_the_overview_has_house_rules_of_all_games() -> None:
    games = {path.stem for path in FOLDER.parents[1].glob("gamedefs/*.hoyle") if not path.stem.endswith("_trials")}
    assert {game_of(name).stem for name in PATHS} == {*games, "hearts"}


@each_rule
def test_says_what_it_is_and_gives_examples(name: str) -> None:
    reading = varied(name)
    title, game, _, _ = ROWS[name]
    assert reading.parsed is not None
    assert (reading.variants[-1].header.title, reading.parsed.header.title) == (title, game)
    lines = PATHS[name].read_text(encoding="utf-8").splitlines()
    assert lines[2].startswith("# ")
    assert len([line for line in lines if not line.startswith("remove scenario")]) < 90


# ---------------------------------------------------------------------------------------------- each of them


@each_rule
def test_its_own_scenarios_hold(name: str) -> None:
    trials = Trials(varied(name))
    own = [scenario for scenario in trials.scenarios if scenario.span.source is varied(name).source]
    assert own
    for scenario in own:
        assert trials.scenario(scenario).passed, scenario.title


@each_rule
def test_is_played_to_its_end_by_any_number_of_players(name: str) -> None:
    """By as few and as many as can be; in `make soak` by all between them."""
    reading = varied(name)
    assert reading.world is not None
    low, high = reading.world.model.seats
    for players in {low, high} if TIMES == 1 else range(low, high + 1):
        game = prepare(reading, players=players)
        for seed in range(2):
            state, draw = game.start(seed), random.Random(seed)
            for _ in range(MOST_CHOICES):
                if state.over:
                    break
                state.choose(draw.randrange(len(state.choices)))
            assert state.over is (ROWS[name][-1] != "endless")


# ---------------------------------------------------------------------------------------------- what vetting says


def verdicts(*names: str) -> dict[tuple[str, ...], list[str]]:
    """What vetting finds in some house rules, each alone and each two together, after a few games."""
    subjects, over = find_subjects([str(PATHS[name]) for name in names], [])
    made = vet(subjects, Plan(games=2), over)
    return {tuple(Path(name).stem for name in examined.names): examined.kinds for examined in made.every}


@pytest.mark.parametrize("name", [name for name, row in ROWS.items() if row[-1] != "sound"])
def test_what_is_not_sound_is_found_out(name: str) -> None:
    assert verdicts(name) == {(name,): [ROWS[name][-1]]}


def test_two_that_conflict_are_sound_alone() -> None:
    found = verdicts("mercy", "high_roller")
    assert found == {("mercy",): [], ("high_roller",): [], ("mercy", "high_roller"): ["conflict"]}


def test_a_conflict_is_shown_and_can_be_settled() -> None:
    pair = [str(PATHS[name]) for name in ("mercy", "high_roller")]
    (conflict,) = find("texas_showdown", pair)
    assert conflict.play is not None and conflict.shown
    assert find("texas_showdown", [pair[0], f"{pair[1]} over mercy"]) == ()


def test_house_rules_that_replace_the_same_phase_conflict() -> None:
    pair = [str(PATHS[name]) for name in ("no_passing", "odd_table")]
    found = find(game_of("odd_table"), pair, games=0)
    assert "replaced twice" in {conflict.kind for conflict in found}
