"""Properties that hold, properties that do not, and a game or an engine that breaks what every game must keep."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.program.evaluate import Evaluator
from hoyle.read import read_path
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.table.script import Script
from hoyle.trials import checks, course, pool
from hoyle.trials.checks import copies
from hoyle.trials.course import Course
from hoyle.trials.properties import conditions
from hoyle.trials.run import Result, run_trials
from hoyle.trials.settings import settings

Results = Callable[..., list[Result]]
TOP = Path(__file__).parents[2]

CONSERVED, STUCK, ENDS, COPIES = "conservation", "choices", "ends", "copies"

HOLD = """
property few_calls    always calls <= players
property no_riches    never any(p in Player where stock[p] > 30)
property somebody_won at end count(winners) > 0 or count(deck) < players
property not_early    never count(deck) >= players and not empty(winners) and every(p in Player has score(p) < goal)
"""


def by_name(found: list[Result]) -> dict[str, Result]:
    return {result.name: result for result in found}


def test_what_holds(results: Results) -> None:
    found = results(HOLD, games=20)
    assert all(result.passed for result in found), [r.detail for r in found if not r.passed]
    kinds = [(r.kind, r.name) for r in found]
    assert kinds == [
        ("property", "few_calls"),
        ("property", "no_riches"),
        ("property", "somebody_won"),
        ("property", "not_early"),
        *(("check", check.name) for check in checks.ALL if check.name != "sides"),  # there are none
    ]


FAIL = {
    "always count(row) < 3": ["expected: always `count(row) < 3`", "actual: `count(row)` is 3"],
    "never any(p in Player where stock[p] > 0)": [
        "expected: never `any(p in Player where stock[p] > 0)`",
        "actual: for p = player_",
    ],
    "at end empty(winners)": ["expected: at end `empty(winners)`", "actual: `empty(winners)` is no"],
    "always leader is seat(1)": ["expected: always `leader is seat(1)`", "actual: `leader` is player_"],
}


@pytest.mark.parametrize("says", FAIL)
def test_what_does_not_hold(results: Results, says: str) -> None:
    result = results(f"property wrong {says}", games=20)[0]
    assert (result.kind, result.name, result.passed) == ("property", "wrong", False)
    assert result.span is not None
    assert result.span.text.startswith("property wrong")
    lines = result.detail.splitlines()
    for words in FAIL[says]:
        assert any(line.startswith(words) for line in lines), result.detail
    assert lines.index("events:") < lines.index("table:")
    assert any(line.startswith("game: ") and " players" in line for line in lines)


def test_only_the_end_is_asked_at_the_end(results: Results) -> None:
    found = by_name(results("property late at end stock[seat(1)] >= 0\nproperty no at end no", games=3))
    assert found["late"].passed
    assert not found["no"].passed
    assert "the game is over" in found["no"].detail


def test_every_number_of_players_has_its_turn(results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[tuple[int, int]] = []
    course = pool.Prepared.course

    def noted(self: pool.Prepared, chance: Script, number: int = 0) -> Course:
        tried.append((number, self.game.players))
        return course(self, chance, number)

    monkeypatch.setattr(pool.Prepared, "course", noted)
    results("", games=6, seed=10)
    assert [number for number, _ in tried] == [0, 1, 2, 3, 4, 5]
    assert [players for _, players in tried[:2]] == [2, 3]


def test_the_same_seed_finds_the_same(results: Results) -> None:
    body = "property wrong never any(p in Player where stock[p] > 1)"
    first, second = (results(body, games=40, seed=3)[0] for _ in range(2))
    assert first.detail == second.detail
    assert first.replay == second.replay
    assert not first.passed


# ---------------------------------------------------------------- what every game must keep


def orchard(tmp_path: Path, old: str = "", new: str = "") -> Path:
    text = (Path(__file__).parent / "orchard.hoyle").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "orchard.hoyle"
    path.write_text(text.replace(old, new) if old else text, encoding="utf-8")
    return path


def test_a_number_that_leaves_its_range(tmp_path: Path) -> None:
    path = orchard(tmp_path, "    calls += 1\n\nto throw", "    calls += 1\n    burst(p)\n\nto throw")
    found = by_name(run_trials(read_path(path), games=4))
    assert not found[STUCK].passed
    assert "actual: `stock` would become 41, outside its range" in found[STUCK].detail
    assert found[CONSERVED].passed


def test_a_game_that_does_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "LONGEST", 5)
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=4))
    assert not found[ENDS].passed
    assert "actual: it still goes on after 5 choices" in found[ENDS].detail


def test_a_decision_without_a_choice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = State.choose

    def forget(self: State, choice: int) -> None:
        choose(self, choice)
        self.choices = ()

    monkeypatch.setattr(State, "choose", forget)
    monkeypatch.setattr(course, "SAMPLED", 10**9)
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=2))
    assert not found[STUCK].passed
    assert "is asked and has no choice" in found[STUCK].detail


def test_a_card_that_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = State.choose

    def lose(self: State, choice: int) -> None:
        choose(self, choice)
        for zone in self.z:
            if zone:
                zone.pop()
                break

    monkeypatch.setattr(State, "choose", lose)
    monkeypatch.setattr(copies.Copies, "decision", lambda self, course: [])
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=1))
    assert "actual: a card is missing, or lies in two zones" in found[CONSERVED].detail


def test_a_card_that_is_remembered_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = State.choose

    def mislay(self: State, choice: int) -> None:
        choose(self, choice)
        self.loc[0] = (self.loc[0] + 1) % len(self.z)

    monkeypatch.setattr(State, "choose", mislay)
    monkeypatch.setattr(copies.Copies, "decision", lambda self, course: [])
    monkeypatch.setattr(course, "LONGEST", 1)
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=1))
    assert "actual: a card lies in one zone and is remembered in another" in found[CONSERVED].detail


@pytest.mark.parametrize("slot", ["v", "z"])
def test_a_copy_that_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, slot: str) -> None:
    copy = State.copy

    def shallow(self: State) -> State:
        made = copy(self)
        setattr(made, slot, getattr(self, slot))
        return made

    monkeypatch.setattr(State, "copy", shallow)
    monkeypatch.setattr(course, "LONGEST", 30)
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=1))
    assert not found[COPIES].passed


def test_a_copy_that_draws_otherwise(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy, made_so_far = State.copy, [0]

    def lucky(self: State) -> State:
        made = copy(self)
        made_so_far[0] += 1
        made.draws += made_so_far[0]
        return made

    monkeypatch.setattr(State, "copy", lucky)
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=1))
    assert not found[COPIES].passed


def test_a_save_that_differs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    restore = copies.restore

    def forgetful(text: str, game: Game) -> State:
        made = restore(text, game)
        made.draws += 1
        return made

    monkeypatch.setattr(copies, "restore", forgetful)
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=1))
    assert "actual: what was saved and restored differs" in found[COPIES].detail


def test_a_save_that_cannot_be_restored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "save", lambda self: "nothing")
    found = by_name(run_trials(read_path(orchard(tmp_path)), games=1))
    assert "actual: it cannot be restored: this is not a saved game" in found[COPIES].detail


# ---------------------------------------------------------------- what is tried


def test_every_number_of_players_and_every_option_is_tried() -> None:
    reading = read_path(TOP / "gamedefs" / "texas_showdown.hoyle")
    assert reading.world is not None
    found = settings(reading.world.model, 60, 0)
    assert [s.players for s in found[:4]] == [3, 4, 5, 6]
    assert all(s.options == {} for s in found[:4])
    assert len(found) == len({str(s) for s in found}) == 16
    tried = {name for s in found for name in s.options}
    assert tried == set(reading.world.model.options)
    for setting in found:
        prepare(reading, players=setting.players, options=setting.options)
    assert settings(reading.world.model, 60, 0) == found != settings(reading.world.model, 60, 1)


def test_few_games_try_every_number_of_players_first() -> None:
    reading = read_path(TOP / "gamedefs" / "texas_showdown.hoyle")
    assert reading.world is not None
    assert [str(s) for s in settings(reading.world.model, 2, 0)] == ["3 players", "4 players", "5 players", "6 players"]


def test_an_option_that_needs_one_further_down_is_tried(tmp_path: Path) -> None:
    weather, hail = "option weather : calm | stormy\n", "option hail    : yes_no when weather is stormy\n"
    reading = read_path(orchard(tmp_path, weather + hail, hail + weather))
    assert reading.world is not None
    found = settings(reading.world.model, 60, 0)
    assert any(s.options.get("hail") for s in found)
    assert all(s.options["weather"] == "stormy" for s in found if s.options.get("hail"))


@pytest.mark.parametrize("players", [2, 3])
def test_emitted_conditions_agree_with_the_reference(players: int, tmp_path: Path) -> None:
    path = orchard(tmp_path)
    path.write_text(path.read_text(encoding="utf-8") + HOLD, encoding="utf-8")
    game = prepare(read_path(path), players=players)
    tests = conditions(game)
    rng = random.Random(1)
    for seed in range(5):
        state = game.start(seed)
        while True:
            for test, (_, expr) in zip(tests, game.program.properties, strict=True):
                assert bool(test(state)) is bool(Evaluator(game.program, state).expr(expr, {}))
            if state.over:
                break
            state.choose(rng.randrange(len(state.choices)))
