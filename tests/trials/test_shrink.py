"""What fails is told in the smallest play, which is known here; it plays again from its file and as a scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.builtins import CHECKS
from hoyle.read import read_path
from hoyle.trials import course, pool, record, shrink
from hoyle.trials.record import Play
from hoyle.trials.run import Result, run_trials

STALLS = (Path(__file__).parent / "stalls.hoyle").read_text(encoding="utf-8")


def found(tmp_path: Path, says: str, text: str = STALLS) -> tuple[Path, Result]:
    """What comes of a property of the game, or of its checks, and where it is written."""
    path = tmp_path / "stalls.hoyle"
    path.write_text(f"{text}\n{says}\n", encoding="utf-8")
    results = [r for r in run_trials(read_path(path), games=20) if not r.passed]
    assert len(results) == 1, results
    return path, results[0]


def shrunk(tmp_path: Path, says: str, text: str = STALLS) -> Play:
    path, result = found(tmp_path, says, text)
    again = pasted(path, result)
    assert not again.passed
    reason = [line for line in result.detail.splitlines() if line.startswith(("expected: ", "actual: "))]
    assert set(reason) - {f"expected: {CHECKS['choices']}"} <= set(again.detail.splitlines())
    game, play = record.read(result.replay)
    _, error = play.again(game)
    assert (error is not None) == ("would become" in result.detail)
    assert len(play.choices) == sum(line.strip().startswith("player_") for line in result.scenario.splitlines())
    return play


def pasted(path: Path, result: Result) -> Result:
    """What becomes of the scenario, once it stands in the definition."""
    assert result.scenario, result.detail
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{result.scenario}\n", encoding="utf-8")
    (only,) = run_trials(read_path(path), games=0)
    return only


def moved(play: Play) -> int:
    return sum(map(bool, play.chance))


def test_no_choice_at_all(tmp_path: Path) -> None:
    assert shrunk(tmp_path, "property wrong always empty(hand)") == Play(2, {}, (), ())


def test_first_choices_and_nothing_moved(tmp_path: Path) -> None:
    assert shrunk(tmp_path, "property wrong never count(stall) > 2") == Play(2, {}, (), (0, 0, 0))


def test_a_choice_that_is_not_the_first(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "property wrong never any(p in Player where coins[p] > 4)")
    assert (play.players, play.options, len(play.choices), moved(play)) == (2, {}, 1, 0)


def test_one_card_off_its_place(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "property wrong never any(c in stall where c.name is apple)")
    assert (play.players, play.options, len(play.choices), moved(play)) == (2, {}, 1, 1)


def test_more_players_where_they_are_needed(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "property wrong never players > 2 and count(stall) > 0")
    assert (play.players, play.options, play.choices, moved(play)) == (3, {}, (0,), 0)


def test_an_option_where_it_is_needed(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "property wrong never count(gone) > 0")
    assert (play.players, set(play.options), play.choices, moved(play)) == (2, {"crowd"}, (0,), 0)


def test_what_chance_picks_is_said(tmp_path: Path) -> None:
    cheese = "any(c in deck where c.name is cheese)"
    path, result = found(tmp_path, f"property wrong after keep then was({cheese}) or not {cheese}")
    assert "        chance picks cheese\n        player_1 does keep" in result.scenario
    assert "shuffles" not in result.scenario
    assert not pasted(path, result).passed


def test_at_the_end(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "property wrong at end not any(p in winners where coins[p] > 8)")
    assert (play.players, play.options) == (2, {})
    assert len(play.choices) <= 4


def test_in_the_middle_of_a_move(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "property wrong after sell(card) then card.name is not bread")
    assert (play.players, play.options, len(play.choices)) == (2, {}, 1)


def test_a_choice_that_the_engine_refuses(tmp_path: Path) -> None:
    play = shrunk(tmp_path, "", STALLS.replace("coins[Player] : 0..11", "coins[Player] : 0..9"))
    assert (play.players, play.options, len(play.choices), moved(play)) == (2, {}, 3, 0)


ENDLESS = (
    "    shuffle deck\n    repeat until count(c in top(deck, 4) where c.name is apple) < 3\n        shuffle stall\n"
)
TAKES_LONG = "    shuffle deck\n    repeat 500 times\n        move top(deck) to deck\n"


def test_a_loop_that_asks_nobody(tmp_path: Path) -> None:
    """It is found by its place, and what chance brings is put back as far as that is possible."""
    text = STALLS.replace("    shuffle deck\n", ENDLESS)
    path, result = found(tmp_path, "", text)
    assert (result.kind, result.name) == ("check", "choices")
    assert "goes on without anybody being asked" in result.detail
    assert result.span is not None
    assert result.span.line == text[: text.index("repeat until count")].count("\n") + 1
    play = record.read(result.replay)[1]
    assert (play.players, play.options, play.choices, moved(play)) == (2, {}, (), 3)
    assert not pasted(path, result).passed


def test_a_loop_that_only_takes_long_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither by itself, nor when something else is shrunk behind it; what is long is said a tenth as long here."""
    monkeypatch.setattr(pool, "SOON", pool.SOON // 10)
    long = STALLS.replace("    shuffle deck\n", TAKES_LONG)
    path = tmp_path / "stalls.hoyle"
    path.write_text(long, encoding="utf-8")
    assert all(result.passed for result in run_trials(read_path(path), games=2))
    _, result = found(tmp_path, "", long.replace("coins[Player] : 0..11", "coins[Player] : 0..9"))
    assert "outside its range" in result.detail
    assert result.span is not None
    assert "coins[" in result.span.text


def test_what_nobody_can_say_in_a_scenario(tmp_path: Path) -> None:
    nameless = STALLS.replace("    name  : name\n", "    kind  : Kind\n").replace("| name   |", "| kind   |")
    nameless += "\nkind Kind : apple | bread | cheese\n"
    _, result = found(tmp_path, "property wrong never count(stall) > 0", nameless)
    assert result.scenario == ""
    assert "as a scenario" not in "\n".join(result.told())
    assert record.read(result.replay)[1].choices == (0,)


@pytest.mark.parametrize("seed", [1, 2])
def test_another_seed_finds_as_small_a_play(tmp_path: Path, seed: int) -> None:
    path = tmp_path / "stalls.hoyle"
    path.write_text(f"{STALLS}\nproperty wrong never any(c in stall where c.name is apple)\n", encoding="utf-8")
    result = run_trials(read_path(path), games=20, seed=seed)[0]
    play = record.read(result.replay)[1]
    assert (play.players, play.options, len(play.choices), moved(play)) == (2, {}, 1, 1)


@pytest.mark.parametrize(("until", "most"), [("count(deck) > 20", 0), ("count(stall) is 1 and empty(gone)", 2)])
def test_a_game_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, until: str, most: int) -> None:
    """From the first choice on, or once something has happened after which there is no way out."""
    monkeypatch.setattr(course, "LONGEST", 250)
    monkeypatch.setattr(shrink, "LONG", 120)
    old = "    repeat until empty(deck) or any(p in Player where coins[p] > 6)"
    assert old in STALLS
    text = STALLS.replace(old, f"    repeat until {until}").replace("0..11 = 0", "number = 0")
    path, result = found(tmp_path, 'waive symmetry "seats do not matter here"', text)
    assert (result.kind, result.name) == ("check", "ends")
    assert not pasted(path, result).passed
    assert "it goes on and on" in result.detail
    assert len(record.read(result.replay)[1].choices) <= most
