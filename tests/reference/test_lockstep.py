"""The emitted code and the reference evaluator agree: the same players, choices and tables, at every decision."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle import types as t
from hoyle.model import Model
from hoyle.read import bundled_games, read_path
from hoyle.reference.perform import Performer
from hoyle.run.events import raw
from hoyle.run.moves import CHOSEN

ROOT = Path(__file__).parents[2]
CAP = 3000


def games() -> list[Any]:
    """Every game at every number of players, and at some number with every value of every option."""
    found = []
    bundled = [ROOT / "gamedefs" / f"{name}.hoyle" for name in bundled_games()]
    for path in [*bundled, ROOT / "examples" / "hearts.hoyle"]:
        reading = read_path(path)
        assert reading.world is not None
        model = reading.world.model
        counts = range(model.seats[0], model.seats[1] + 1)
        for players in counts:
            found.append(pytest.param(str(path), players, {}, id=f"{path.stem}-{players}"))
        for number, setting in enumerate(settings(model)):
            players = counts[number % len(counts)]
            name = "-".join(f"{option}={value}" for option, value in setting.items())
            found.append(pytest.param(str(path), players, setting, id=f"{path.stem}-{players}-{name}"))
    return found


def settings(model: Model) -> list[dict[str, Any]]:
    """Each option alone, away from what it usually is."""
    found: list[dict[str, Any]] = []
    for option in model.options.values():
        if isinstance(option.type, t.Kind):
            members = model.kinds[option.type.name].members
            found += [{option.name: m} for m in members if members.index(m) != option.default]
        elif isinstance(option.type, t.YesNo):
            found.append({option.name: not option.default})
        elif isinstance(option.type, t.Numbers):
            found += [{option.name: n} for n in {option.type.low, option.type.high} if n != option.default]
    return found


@pytest.mark.parametrize(("path", "players", "options"), games())
def test_agree(path: str, players: int, options: dict[str, str]) -> None:
    try:
        game = hoyle.load(path, players=players, options=options)
    except hoyle.HoyleError as error:
        # an option that needs another one, or another number of players
        assert "can only be set when" in str(error)
        return
    for seed in range(3):
        lockstep(game, seed)


def lockstep(game: hoyle.Game, seed: int) -> None:
    state = game.start(seed)
    performer = Performer(game.program, seed)
    play = performer.play()
    rng = random.Random(seed)
    try:
        question = next(play)
        for _ in range(CAP):
            compare(state, performer)
            assert question.seat == state.player
            assert question.answers == [(c.offer, c.values) for c in state.choices]
            number = rng.randrange(len(state.choices))
            state.choose(number)
            question = play.send(number)
    except StopIteration:
        assert state.over
    compare(state, performer)
    assert (state.winners, state.ending) == (performer.board.winners, performer.board.ending)


def compare(state: hoyle.State, performer: Performer) -> None:
    board = performer.board
    assert state.over == board.over
    assert state.z == board.z
    assert state.v == board.v
    assert state.up == board.up
    assert state.loc == board.loc
    assert state.draws == board.draws
    if state.over:
        mine = [event for event in raw(state) if event[0] != CHOSEN]
        assert mine == raw(board)  # type: ignore[arg-type]
