"""What is kept in memory does not grow with the number of games, nor with how long one is."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest
from every import ROOT

import hoyle
from hoyle.bulk import simulate
from hoyle.run.game import Game
from hoyle.run.playouts import played_out, planned

ENDLESS = ROOT / "examples" / "house_rules" / "fresh_start.hoyle"


def most(call: object) -> int:
    """How many bytes were in use at most, besides those before."""
    tracemalloc.start()
    try:
        call()  # type: ignore[operator]
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_a_long_game_is_not_remembered() -> None:
    game = hoyle.load(str(ENDLESS))
    play = lambda cap, forgetting: played_out(game, "1:1", ["random"], cap, forgetting)  # noqa: E731
    play(3_000, True)  # what is made once
    short, long = (most(lambda: play(cap, True)) for cap in (3_000, 12_000))
    assert long < 1.2 * short
    assert most(lambda: play(12_000, False)) > 2 * long


def test_a_game_ends_for_the_same_reason_if_it_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened in it is counted all the same."""
    game = hoyle.load(str(ENDLESS))
    monkeypatch.setattr("hoyle.table.remembered.ALTOGETHER", 20_000)
    monkeypatch.setattr("hoyle.run.state.MUCH", 15 * 20_000)
    for forgetting in (True, False):
        with pytest.raises(hoyle.HoyleError, match="more than 20,000 things have happened"):
            played_out(game, "1:1", ["random"], 100_000, forgetting)


@pytest.mark.parametrize("form", [None, ".csv", ".parquet"])
def test_many_games_take_no_more_than_some(take: Game, tmp_path: Path, form: str | None) -> None:
    run = planned(take, 1, "random", "auto", 20)
    play = lambda games: simulate(run, games, out=form and tmp_path / f"{games}{form}")  # noqa: E731
    play(2_000)
    some, many = (most(lambda: play(games)) for games in (20_000, 80_000))
    assert many < 2 * some + 2_000_000


def test_all_games_at_once_are_kept_in_columns(take: Game) -> None:
    take.playouts(100, cap=20)
    assert most(lambda: take.playouts(20_000, cap=20)) < 20_000 * 200
