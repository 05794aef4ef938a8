"""Games, states and playthroughs as Hypothesis draws them, and how they shrink."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from every import BUNDLED
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.stateful import invariant, precondition, rule
from hypothesis.strategies import booleans

import hoyle
from hoyle.read import read_path
from hoyle.run import carried
from hoyle.run.state import State
from hoyle.testing import Playthrough, games, machine, playthroughs, states
from hoyle.trials import record
from hoyle.trials.checks import copies
from hoyle.trials.run import run_trials

STALLS = str(Path(__file__).parents[1] / "trials" / "stalls.hoyle")
SOME = settings(
    max_examples=15,
    deadline=None,
    database=None,
    phases=[Phase.generate, Phase.shrink],
    suppress_health_check=list(HealthCheck),
)


@SOME
@given(playthroughs(STALLS))
def test_a_playthrough_plays_again(played: Playthrough) -> None:
    assert played.state.over
    *_, last = played.states()
    assert last == played.state
    game, play = record.read(played.save())
    assert (game, play) == (played.game, played.play)
    assert f"after {len(play.choices)} choices" in repr(played)


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_bundled_games_can_be_drawn(path: Path) -> None:
    @settings(SOME, max_examples=2, phases=[Phase.generate])
    @given(states(path.stem, longest=40))
    def tried(state: State) -> None:
        assert state.over or state.choices
        assert state.copy() == state

    tried()


def test_a_game_shrinks_to_the_fewest_players_and_no_options() -> None:
    game = find(games(STALLS), lambda game: True, settings=SOME)
    assert (game.players, game.options) == (2, {"crowd": 0})
    game = find(games(STALLS), lambda game: game.players > 2 and game.options["crowd"] > 0, settings=SOME)
    assert game.players == 3
    assert find(games(STALLS, players=4), lambda game: True, settings=SOME).players == 4
    assert find(games(STALLS, options={"crowd": 2}), lambda game: True, settings=SOME).options == {"crowd": 2}


def test_a_state_shrinks_to_the_first_decision() -> None:
    first = hoyle.load(STALLS, players=2).start(chance=())
    assert find(states(games(STALLS, players=2)), lambda state: True, settings=SOME) == first
    state = find(
        states(STALLS), lambda state: len(state.table()["stall"]) > 2, settings=settings(SOME, max_examples=99)
    )
    assert state.game.players == 2
    assert len(state.table()["stall"]) == 3


def test_a_playthrough_shrinks_to_cards_as_they_lie() -> None:
    played = find(playthroughs(STALLS, longest=3), lambda played: True, settings=SOME)
    assert (played.play.players, played.play.chance, played.play.choices) == (2, (), (0, 0, 0))
    played = find(playthroughs(STALLS), lambda played: played.state.over, settings=SOME)
    simplest = hoyle.load(STALLS, players=2).start(chance=())
    first = 0
    while not simplest.over:
        simplest.choose(0)
        first += 1
    assert played.play.players == 2
    assert len(played.play.choices) <= first  # no longer than if everybody always makes the first choice


def test_a_game_that_was_loaded_is_played_as_it_is() -> None:
    game = hoyle.load(STALLS, players=3, options={"crowd": 1})
    played = find(playthroughs(game, longest=4), lambda played: True, settings=SOME)
    assert played.game is game
    assert (len(played.play.choices), played.play.options) == (4, {"crowd": 1})
    assert not played.state.over


def test_a_state_goes_on_alike_in_every_copy() -> None:
    @SOME
    @given(states(STALLS))
    def tried(state: State) -> None:
        one, other = state.copy(), state.copy()
        for number in range(6):  # chance puts some cards back
            for copy in (one, other):
                if not copy.over:
                    copy.choose(-1 % len(copy.choices) if number % 2 else 0)
        assert one == other

    tried()


@pytest.mark.parametrize(("players", "options"), [(9, None), (None, {"crowd": 7}), (None, {"crowds": 1})])
def test_what_does_not_fit_is_said_at_once(players: int | None, options: dict[str, int] | None) -> None:
    with pytest.raises(hoyle.HoyleError):
        games(STALLS, players=players, options=options)


# ---------------------------------------------------------------- the state machine


def test_a_machine_finds_what_its_game_does_not_keep(tmp_path: Path) -> None:
    path = tmp_path / "stalls.hoyle"
    text = Path(STALLS).read_text(encoding="utf-8")
    path.write_text(f"{text}\nproperty few never count(stall) > 1\n", encoding="utf-8")
    made = machine(str(path))
    made.TestCase.settings = settings(SOME, stateful_step_count=10)
    with pytest.raises(AssertionError, match="few does not hold") as caught:
        made.TestCase().runTest()
    notes = "\n".join(caught.value.__notes__)
    assert notes.count("state.choose(") == 2  # the fewest there can be
    assert notes.count("player_") == 2
    assert notes.count("Draw ") == 1  # the game; what chance brings is told by the play


def test_a_machine_tells_what_it_found_as_it_is_told_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = f"{Path(STALLS).read_text(encoding='utf-8')}\nproperty few never count(stall) > 1\n"
    Path("stalls.hoyle").write_text(text, encoding="utf-8")
    made = machine("stalls.hoyle")
    made.TestCase.settings = settings(SOME, stateful_step_count=10)
    with pytest.raises(AssertionError) as caught:
        made.TestCase().runTest()
    told = str(caught.value)
    assert f"stalls.hoyle:{text.count(chr(10))}\nexpected: never `count(stall) > 1`\nactual: " in told
    assert "player_1's hand" in told
    _, play = record.read(Path(".hoyle/stalls-few.play.json").read_text(encoding="utf-8"))
    assert play.choices == (0, 0)
    scenario = told.partition("as a scenario:")[2]
    Path("stalls.hoyle").write_text(f"{text}{scenario}\n", encoding="utf-8")
    (result,) = run_trials(read_path(Path("stalls.hoyle")), games=0)
    assert not result.passed
    assert set(result.detail.splitlines()[1:2]) <= set(told.splitlines())


def test_a_machine_reads_a_saved_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """That is what takes longest by far, and every machine that Hypothesis makes begins with a save."""
    copies._read_again.cache_clear()
    read: list[object] = []
    read_source = carried.read_source
    monkeypatch.setattr(carried, "read_source", lambda *args, **more: read.append(args) or read_source(*args, **more))
    made = machine(games(STALLS, players=2, options={}))
    made.TestCase.settings = settings(SOME, stateful_step_count=4)
    made.TestCase().runTest()
    assert len(read) == 1


STALLS_TEXT = Path(STALLS).read_text(encoding="utf-8")
LEAK = STALLS_TEXT.replace('text "keep what you have"', 'text "keep what you have, not {top(deck)}"')
SEATED = f"""{STALLS_TEXT}
rule modest "the first of the richest sells nothing" for sell(card)
    must you is not first(highest(q in Player by coins[q]))
"""


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (f"{STALLS_TEXT}\nproperty rich after sell(card) then coins[you] < 4\n", "rich does not hold"),
        (LEAK, "secrets does not hold"),
        (SEATED, "symmetry does not hold"),
    ],
    ids=["a property in the middle of a move", "a leak", "a tie by seats"],
)
def test_a_machine_watches_whatever_takes_time_too(tmp_path: Path, text: str, wrong: str) -> None:
    path = tmp_path / "stalls.hoyle"
    path.write_text(text, encoding="utf-8")
    made = machine(str(path))
    made.TestCase.settings = settings(SOME, stateful_step_count=20)
    with pytest.raises(AssertionError, match=wrong):
        made.TestCase().runTest()


def test_a_machine_whose_state_others_change() -> None:
    class Mine(machine(STALLS)):  # type: ignore[misc]
        @precondition(lambda self: not self.state.over)
        @rule(copied=booleans())
        def somebody_else(self, copied: bool) -> None:
            if copied:
                self.state = self.state.copy()
            self.state.choose(0)

    Mine.TestCase.settings = settings(SOME, max_examples=10, stateful_step_count=20)
    Mine.TestCase().runTest()


def test_a_machine_can_be_added_to() -> None:
    class Mine(machine(STALLS)):  # type: ignore[misc]
        @invariant()
        def nothing_is_sold(self) -> None:
            assert not self.state.table()["stall"]

    Mine.TestCase.settings = settings(SOME, stateful_step_count=10)
    with pytest.raises(AssertionError) as caught:
        Mine.TestCase().runTest()
    assert "\n".join(caught.value.__notes__).count("state.choose(") == 1


def test_a_machine_of_a_sound_game_runs_through() -> None:
    made = machine(STALLS)
    made.TestCase.settings = settings(SOME, max_examples=4, stateful_step_count=30)
    made.TestCase().runTest()


def test_nothing_is_imported_before_it_is_needed() -> None:
    program = "import sys, hoyle.testing; sys.exit('hypothesis' in sys.modules or 'hoyle.run' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
