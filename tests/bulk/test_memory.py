"""What is kept in memory does not grow with the number of games, nor with how long one is."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from every import ROOT

import hoyle
from hoyle.bulk import simulate
from hoyle.run.game import Game
from hoyle.run.playouts import planned, played_out
from hoyle.run.state import State
from hoyle.table.bots import seated

ENDLESS = ROOT / "examples" / "house_rules" / "fresh_start.hoyle"


def most(call: Callable[[], object]) -> int:
    """How many bytes were in use at most, besides those before."""
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def held(call: Callable[[], object]) -> int:
    """How many bytes are in use by what a call gives."""
    tracemalloc.start()
    try:
        found = call()
        gc.collect()
        return tracemalloc.get_traced_memory()[0] if found else 0
    finally:
        tracemalloc.stop()


def remembering(game: Game, cap: int) -> State:
    """The same game, of which nothing is let go of."""
    state, seats = game.start("1:1"), seated(["random"], game.players, "1:1")
    for _ in range(cap):
        state.choose(seats[state.player](len(state.choices)))
    return state


def test_a_long_game_is_not_remembered() -> None:
    game = hoyle.load(str(ENDLESS))
    remembering(game, 12_000)  # what is made once
    forgotten = held(lambda: played_out(game, "1:1", ["random"], 12_000, "python"))
    remembered = held(lambda: remembering(game, 12_000))
    assert forgotten < 20_000 < 1_000_000 < remembered


def test_a_game_ends_for_the_same_reason_if_it_is_not_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened in it is counted all the same."""
    game = hoyle.load(str(ENDLESS))
    monkeypatch.setattr("hoyle.table.remembered.ALTOGETHER", 20_000)
    monkeypatch.setattr("hoyle.run.state.MUCH", 15 * 20_000)
    for play in (lambda: played_out(game, "1:1", ["random"], 100_000, "python"), lambda: remembering(game, 100_000)):
        with pytest.raises(hoyle.HoyleError, match="more than 20,000 things have happened"):
            play()


@pytest.mark.parametrize("form", [None, ".csv", ".parquet"])
def test_many_games_take_no_more_than_some(take: Game, tmp_path: Path, form: str | None) -> None:
    run = planned(take, 1, "random", "auto", 20)

    def play(games: int) -> None:
        simulate(run, games, out=form and tmp_path / f"{games}{form}")

    play(2_000)
    some, many = (most(partial(play, games)) for games in (20_000, 80_000))
    assert many < 2 * some + 2_000_000


def test_all_games_at_once_are_kept_in_columns(take: Game) -> None:
    take.playouts(100, cap=20)
    assert most(lambda: take.playouts(20_000, cap=20)) < 20_000 * 200
