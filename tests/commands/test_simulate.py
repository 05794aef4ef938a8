from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hoyle as package
from hoyle.bulk import simulate
from hoyle.compare import statistics
from hoyle.run.playouts import planned

KEYS = [
    "game", "title", "players", "options", "seed", "bots", "engine", "games", "finished", "unfinished", "decisions",
    "seconds", "decisions_per_second", "mean_length", "wins", "ties", "shared_wins", "together", "no_winner",
    "mean_scores", "endings", "intervals", "complete",
]  # fmt: skip


def test_the_object(hoyle: Any, pick_high: Path) -> None:
    arguments = ("--games", 40, "--seed", 5, "--players", 2, "--option", "order=low", "--json")
    shown = hoyle("simulate", pick_high.name, *arguments)
    data = json.loads(shown.stdout)
    assert list(data) == KEYS
    assert shown.stderr == ""
    assert data["options"] == {"order": "low", "extra": 1}
    assert (data["games"], data["finished"], data["unfinished"], data["decisions"]) == (40, 40, 0, 320)
    assert data["mean_length"] == 8
    assert sum(data["wins"]) == 40 + data["ties"]
    assert data["no_winner"] == 0
    assert data["endings"] == {"done": 40}
    assert len(data["mean_scores"]) == data["players"] == 2

    again = json.loads(hoyle("simulate", pick_high.name, *arguments).stdout)
    for timed in ("seconds", "decisions_per_second"):
        del data[timed], again[timed]
    assert again == data


def test_intervals(hoyle: Any, pick_high: Path) -> None:
    """From sums, and the same as from what each game gave."""
    data = json.loads(hoyle("simulate", pick_high.name, "--games", 60, "--seed", 5, "--json").stdout)
    played = package.load(str(pick_high)).playouts(60, seed=5)
    found = data["intervals"]
    for seat in range(3):
        mean = statistics.mean([scores[seat] for scores in played.scores], 0.05)
        assert found["mean_scores"][seat] == pytest.approx([mean.low, mean.high])
        assert data["mean_scores"][seat] == pytest.approx(mean.estimate)
        share = statistics.share(sum(seat in winners for winners in played.winners), 60, 0.05)
        assert found["win_shares"][seat] == [share.low, share.high]
    assert found["mean_length"] == [12, 12]  # all are of one length
    assert found["level"] == 0.95
    shown = hoyle("simulate", pick_high.name, "--games", 60, "--seed", 5).stdout
    low, high = found["win_shares"][0]
    assert f"({low:.1%} to {high:.1%})" in shown and "95 % intervals" in shown


def test_one_game_says_nothing_of_others(hoyle: Any, pick_high: Path) -> None:
    data = json.loads(hoyle("simulate", pick_high.name, "--games", 1, "--json").stdout)
    assert data["intervals"]["mean_length"] is None and data["intervals"]["mean_scores"] == [None] * 3
    assert "inf" not in hoyle("simulate", pick_high.name, "--games", 1).stdout


def test_for_people(process: Any, pick_high: Path) -> None:
    shown = process("simulate", pick_high.name, "--games", 10, "--bots", "first,random").stdout
    assert shown.startswith("Pick High, 3 players, seed 0, bots first, random\norder high, extra 1\n")
    assert "10  games" in shown
    assert "ended by done" in shown
    assert "player 3" in shown


def test_the_bar_is_for_terminals(terminal: Any, pick_high: Path) -> None:
    screen = terminal("simulate", pick_high.name, "--games", 300)
    assert "/300" in screen.until("mean score")
    assert screen.end() == 0


def test_games_that_are_cut_off(hoyle: Any, pick_high: Path) -> None:
    game = package.load(str(pick_high), players=2)
    tally = simulate(planned(game, 1, ["first"], "auto", cap=3), 5).tally
    assert (tally.finished, tally.unfinished, tally.decisions, tally.wins) == (0, 5, 15, [0, 0])
    data = json.loads(hoyle("simulate", pick_high.name, "--games", 5, "--cap", 3, "--json").stdout)
    assert data["mean_length"] is data["mean_scores"] is data["intervals"]["win_shares"] is None
    assert "5  unfinished" in hoyle("simulate", pick_high.name, "--games", 5, "--cap", 3).stdout


@pytest.mark.parametrize("bots", ["random", "easy"])
def test_a_game_of_a_simulation_can_be_watched(bots: str, hoyle: Any, pick_high: Path) -> None:
    game = package.load(str(pick_high))
    one, two = (simulate(planned(game, 9, [bots], "auto", cap=100), n).tally for n in (1, 2))
    scores = [b - a for a, b in zip(one.scores, two.scores, strict=True)]
    shown = hoyle("play", pick_high.name, "--watch", "--seed", "9:2", "--bots", bots).stdout
    assert shown.endswith(f"scores: player 1 {scores[0]}, player 2 {scores[1]}, player 3 {scores[2]}\n")


def test_engines_and_workers(process: Any, pick_high: Path) -> None:
    """Whatever plays and however many work on it: the same comes out, and it says what played."""
    usual = package.load(str(pick_high)).engine  # native, where there is a compiler
    ways: list[tuple[str, list[Any]]] = [(usual, []), ("python", ["--engine", "python", "--workers", 2])]
    found = []
    for engine, way in ways:
        data = json.loads(process("simulate", pick_high.name, "--games", 300, "--json", *way).stdout)
        assert data.pop("engine") == engine
        found.append({key: value for key, value in data.items() if "second" not in key})
    assert found[0] == found[1]
    said = {"native": "a second, in C", "python": "a second, in Python"}
    assert said[usual] in process("simulate", pick_high.name, "--games", 3).stdout


def test_without_a_compiler(process: Any, pick_high: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no_such_compiler")
    assert "in Python" in process("simulate", pick_high.name, "--games", 3).stdout
    shown = process("simulate", pick_high.name, "--games", 3, "--engine", "native")
    assert shown.returncode == 1 and "cannot be played in C: the compiler that CC names" in shown.stderr


def test_bad_arguments(hoyle: Any, pick_high: Path) -> None:
    assert hoyle("simulate", pick_high.name, "--bots", "clever").returncode == 2
    assert hoyle("simulate", pick_high.name, "--option", "order").returncode == 2
    assert hoyle("simulate", pick_high.name, "--games", "0").returncode == 2
    for absurd in (("--games", 10**30), ("--workers", 10**6), ("--cap", 2**64 + 1), ("--games", 10**12 + 1)):
        shown = hoyle("simulate", pick_high.name, *absurd)
        assert shown.returncode == 1 and "HYL912" in shown.stderr
    wrong = hoyle("simulate", pick_high.name, "--option", "order=sideways")
    assert wrong.returncode == 1
    assert "`high`, `low`" in wrong.stderr
    assert hoyle("simulate", pick_high.name, "--players", "9").returncode == 1
