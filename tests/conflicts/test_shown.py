"""Two exceptions that both apply are shown by play: at the table that is found they do, and it can be sat down at."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands.conftest import environment

from hoyle.conflicts import Conflict
from hoyle.trials.record import read
from hoyle.vet.conflicts import find

GAME = Path(__file__).parents[1] / "apply"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder we are in, with the game in it."""
    for name in ("fair.hoyle", "stalls.hoyle"):
        shutil.copy(GAME / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)


def between(a: str, b: str, games: int = 60) -> Conflict:
    for name, body in (("a", a), ("b", b)):
        Path(f"{name}.hoyle").write_text(f'variant "{name.upper()}" of fair\n\n{body}', encoding="utf-8")
    (conflict,) = find("fair.hoyle", ["a", "b"], games=games)
    assert conflict.kind == "exceptions"
    return conflict


def test_the_values_of_a_definition() -> None:
    found = between(
        "except worth(card) as crown over rich when card.value is 3 gives 11\n",
        "except worth(c) as late over rich when moves > 1 gives usual + 1\n",
    )
    assert found.certain and found.tried == ""
    assert found.shown[0] == 'with card = Mirror: "A" gives 11, "B" gives 4'
    assert found.shown[1].startswith("game: 2 players, after ")
    assert found.play is not None
    game, play = read(found.play)
    state, error = play.again(game)
    assert error is None and state.value("moves") == 2, "no smaller game shows it"
    assert game.title == "Fair: A, B"


def test_what_is_done_instead() -> None:
    found = between(
        "except earn(p, n) as double when points[p] > 3\n    points[p] += n\n    usual\n",
        "except earn(who, n) as nothing when moves is 2 waive\n",
    )
    assert found.play is not None and found.shown[0].startswith("with p = player_")
    game, play = read(found.play)
    state, _ = play.again(game)
    assert state.value("moves") == 3 and max(state.value("points")) > 3


def test_options_and_players_are_part_of_it() -> None:
    found = between(
        "except hand_size as many when generous gives 4\n", "except hand_size as few when players is 3 gives 2\n"
    )
    assert found.shown[0] == '"A" gives 4, "B" gives 2'
    assert found.shown[1].startswith("game: 3 players, generous = yes, after 0 choices")


def test_it_can_be_sat_down_at() -> None:
    found = between(
        "except worth(card) as crown over rich when card.value is 3 gives 11\n",
        "except worth(c) as late over rich when moves > 1 gives usual + 1\n",
    )
    assert found.play is not None
    assert json.loads(found.play)["shows"] == found.words
    Path("elsewhere").mkdir()
    Path("elsewhere/found.json").write_text(found.play, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "hoyle", "play", "--from", "found.json"],
        capture_output=True,
        text=True,
        cwd="elsewhere",
        env=environment(),
        stdin=subprocess.DEVNULL,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert "Fair: A, B, 2 players" in done.stdout


def test_what_is_not_found_is_said() -> None:
    found = between(
        "except worth(card) as crown over rich when moves > 900 gives 11\n",
        "except worth(c) as late over rich when c.value is 3 gives 4\n",
        games=5,
    )
    assert found.play is None and not found.certain
    assert found.tried == "in 5 games played at random the two never disagreed"


def test_without_games_nothing_is_played() -> None:
    found = between(
        "except worth(card) as crown over rich when card.value is 3 gives 11\n",
        "except worth(c) as late over rich when moves > 1 gives 4\n",
        games=0,
    )
    assert (found.play, found.shown, found.tried) == (None, (), "")


def test_too_many_cases_are_not_looked_at() -> None:
    for name, limit, value in (("a", 3, 1), ("b", 5, 2)):
        body = f"except twice(n) as above_{limit} when n > {limit} gives {value}\n"
        Path(f"{name}.hoyle").write_text(f'variant "{name.upper()}" of base\n\n{body}', encoding="utf-8")
    Path("base.hoyle").write_text(
        'variant "Base" of fair\n\nadd define twice(n : number) = 2 * n\nafter earn(p, n)\n    moves += twice(n)\n',
        encoding="utf-8",
    )
    (found,) = find("fair.hoyle", ["a", "b"], games=5)
    assert found.tried == "nothing was played: there are too many cases to look at"


def test_an_exception_of_the_game_itself() -> None:
    Path("a.hoyle").write_text('variant "A" of fair\n\nexcept worth(card) as crown when card.value is 3 gives 11\n')
    (found,) = find("fair.hoyle", ["a"], games=5)
    assert found.whose == ("the game", '"A"')
    for way in found.ways:
        assert "in the variant" in way.words or way.words == "or as an exception to the exception"
        Path("c.hoyle").write_text(f"{Path('a.hoyle').read_text()}{way.text}\n")
        assert find("fair.hoyle", ["c"], games=0) == (), way.text


def test_the_end_of_the_game() -> None:
    found = between(
        "except rich(p, n) as not_yet when n > 2 waive\n", "except rich as shared when moves > 2 gives [p, left(p)]\n"
    )
    assert found.play is not None
    game, play = read(found.play)
    state, _ = play.again(game)
    assert state.value("moves") == 3 and game.title == "Fair: A, B"
