"""`hoyle balance` as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from balance import games
from commands.conftest import Run


@pytest.fixture
def first(tmp_path: Path) -> Path:
    path = tmp_path / "first.hoyle"
    path.write_text(games.FIRST, encoding="utf-8")
    return path


def test_it_says_what_it_found(hoyle: Run, first: Path) -> None:
    done = hoyle("balance", first, "--players", 2, "--games", 20, "--bots", "search:8", "--workers", 1)
    assert (done.returncode, done.stderr) == (0, "")
    assert "20 games by search:8 players" in done.stdout
    assert "Skill or luck" in done.stdout


def test_json_and_a_page_at_once(hoyle: Run, first: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    words = ("--games", 4, "--bots", "easy", "--seed", "x", "--workers", 1, "--json", "--html", page)
    done = hoyle("balance", first, "--players", 2, *words)
    data = json.loads(done.stdout)
    assert (data["bots"], data["seed"], data["complete"]) == ("easy", "x", True)
    assert "easy (10 playouts a decision)" in page.read_text(encoding="utf-8")


def test_a_duel_is_all_that_is_played(hoyle: Run, first: Path) -> None:
    words = ("--games", 10, "--bots", "random", "--duel", "tile 4", "--duel", "take: tile 3", "--workers", 1)
    done = hoyle("balance", first, "--players", 2, *words)
    assert done.returncode == 0
    assert "Forced duels" in done.stdout
    assert "Skill or luck" not in done.stdout


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--duel", "tile 44"), 1, "`tile 44` is nothing that can be chosen in First"),
        (("--bots", "genius"), 2, "there is no bot `genius`"),
        (("--bots", "easy,random"), 2, "name one bot"),
        (("--games", "0"), 2, "greater than or equal to 1"),
        (("--workers", "2000"), 1, "a run has at most"),
        (("--html", "nowhere/page.html"), 2, "there is no folder"),
        (("--with", "nothing"), 1, "nothing"),
        (("--players", "9"), 1, "First is for 2 to 4 players"),
    ],
)
def test_what_makes_no_sense_is_said(hoyle: Run, first: Path, words: tuple[str, ...], code: int, message: str) -> None:
    done = hoyle("balance", first, *words)
    assert done.returncode == code
    assert done.stdout == ""
    assert message in " ".join(done.stderr.replace("│", " ").split())
