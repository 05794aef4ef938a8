from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import hoyle as package
from hoyle.commands.simulate import simulate_games
from hoyle.run.playouts import planned

KEYS = [
    "game", "title", "players", "options", "seed", "bots", "engine", "games", "finished", "unfinished", "decisions",
    "seconds", "decisions_per_second", "mean_length", "wins", "ties", "no_winner", "mean_scores", "endings",
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


def test_games_that_are_cut_off(pick_high: Path) -> None:
    game = package.load(str(pick_high), players=2)
    outcome = simulate_games(planned(game, 1, ["first"], "auto", cap=3), 5)
    assert (outcome.finished, outcome.unfinished, outcome.decisions) == (0, 5, 15)
    assert (outcome.mean_length, outcome.mean_scores, outcome.wins) == (None, None, [0, 0])


def test_a_game_of_a_simulation_can_be_watched(hoyle: Any, pick_high: Path) -> None:
    game = package.load(str(pick_high))
    one, two = (simulate_games(planned(game, 9, ["random"], "auto", cap=100), n) for n in (1, 2))
    scores = [b - a for a, b in zip(one.scores, two.scores, strict=True)]
    shown = hoyle("play", pick_high.name, "--watch", "--seed", "9:2").stdout
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
    wrong = hoyle("simulate", pick_high.name, "--option", "order=sideways")
    assert wrong.returncode == 1
    assert "`high`, `low`" in wrong.stderr
    assert hoyle("simulate", pick_high.name, "--players", "9").returncode == 1
