"""`hoyle explore`: what is said of a small game, the play that refutes something, and the ways it can end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

GAME = """\
game "Steps" for 2 players
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up
zone deck         : pile, face down
define score(p) = count(hand[p])
define hand_size = 4
action play(card in hand[you])
    move card to shown
flow
    move Tile to deck
    shuffle deck
    deal hand_size from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
property low         always every(c in shown has c.value < LIMIT)
property empty_hands at end empty(hand)
"""
SMALL = """\
miniature "two each"
    set hand_size = 2
    cards c in Tile where c.value <= 4
"""
LARGE = """\
miniature "all"
    set hand_size = 4
"""


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)

    def write(limit: int, *miniatures: str) -> Path:
        path = tmp_path / "steps.hoyle"
        path.write_text(GAME.replace("LIMIT", str(limit)) + "".join(miniatures), encoding="utf-8")
        return path

    return write


def test_what_is_proved(hoyle: Any, steps: Any) -> None:
    shown = hoyle("explore", steps(5, SMALL))
    assert shown.returncode == 0
    lines = [line.split() for line in shown.stdout.splitlines()]
    assert "Steps: two each" in shown.stdout
    assert "2 players, 4 cards: 90 tables, 24 of them ends" in shown.stdout
    assert "all of it was visited" in shown.stdout
    assert ["holds", "property", "low"] in lines
    assert ["holds", "check", "ends"] in lines


def test_what_is_refuted_can_be_played_on(hoyle: Any, steps: Any) -> None:
    shown = hoyle("explore", steps(4, SMALL))
    assert shown.returncode == 1
    assert "expected: always `every(c in shown has c.value < 4)`" in shown.stdout
    assert "after 1 choice\n" in shown.stdout
    files = list(Path(".hoyle").glob("*.play.json"))
    assert [file.name for file in files] == ["steps-two_each-low.play.json"]
    assert f"replay: hoyle play --from {files[0]}" in shown.stdout
    table = hoyle("play", "--from", files[0], "--watch")
    assert table.returncode == 0
    assert "4" in table.stdout


def test_the_object(hoyle: Any, steps: Any) -> None:
    data = json.loads(hoyle("explore", steps(4, SMALL), "--json").stdout)
    (found,) = data["miniatures"]
    assert (found["states"], found["ends"], found["depth"], found["complete"]) == (90, 24, 4, True)
    assert (found["miniature"], found["cards"], found["orders"]) == ("two each", 4, None)
    words = {verdict["name"]: verdict["verdict"] for verdict in found["verdicts"]}
    checks = {"conservation": "holds", "choices": "holds", "ends": "holds"}
    assert words == {"low": "fails", "empty_hands": "holds", **checks}


@pytest.mark.parametrize("limit", [("--limit-states", 300), ("--time", 0.2), ("--memory", 1)])
def test_a_limit_has_an_exit_code_of_its_own(hoyle: Any, steps: Any, limit: tuple[str, float]) -> None:
    shown = hoyle("explore", steps(10, LARGE), *limit)
    assert shown.returncode == 3
    assert "not all of it was visited: it was to" in shown.stdout or "no more than 300 tables" in shown.stdout
    assert "so far  property empty_hands" in shown.stdout


def test_every_miniature_or_one(hoyle: Any, steps: Any) -> None:
    path = steps(5, SMALL, SMALL.replace("two each", "bounded") + "    orders 3\n")
    shown = hoyle("explore", path).stdout
    assert "Steps: two each" in shown
    assert "Steps: bounded" in shown
    assert "bounded: of each shuffle at most 3 orders were tried" in shown
    assert "Steps: two each" not in hoyle("explore", path, "--miniature", "bounded").stdout
    wrong = hoyle("explore", path, "--miniature", "huge")
    assert wrong.returncode == 1
    assert "has no miniature `huge`" in wrong.stderr


def test_a_game_without_a_miniature_is_explored_as_it_is(hoyle: Any, steps: Any) -> None:
    shown = hoyle("explore", steps(10), "--limit-states", 500)
    assert shown.returncode == 3
    assert "Steps: Steps" in shown.stdout
    assert "9 cards" in shown.stdout


def test_an_interruption_tells_what_is_known(terminal: Any, steps: Any) -> None:
    table = terminal("explore", steps(10, LARGE))
    table.until(*(f"0/{digit}" for digit in range(1, 10)))
    table.type("\x03")
    assert "not all of it was visited: it was interrupted" in " ".join(table.until("check ends").split())
    assert table.end() == 3
