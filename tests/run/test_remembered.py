"""The log of a game: so much is remembered, and no more."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

import hoyle
from hoyle.read import read_source
from hoyle.reference.perform import Performer
from hoyle.run import state
from hoyle.run.game import Game, prepare
from hoyle.source import Source
from hoyle.table import remembered

TEXT = """\
game "Forth and Back" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone here  : pile, face up
zone there : pile, face up

var rounds : 0..9999 = {rounds}

to forth_and_back
    repeat rounds times
        move top(here) to there
        move top(there) to here

flow
    move Tile to here
    repeat
        seat(1) chooses one n in 1..2
        forth_and_back

define score(p) = 0

ending enough after forth_and_back when empty(here)
    winners []
"""


def played(game: Game) -> Iterator[None]:
    state = game.start(seed=1)
    while True:
        yield
        state.choose(0)


def by_reference(game: Game) -> Iterator[None]:
    play = Performer(game.program, 1).play()
    next(play)
    while True:
        yield
        play.send(0)


def decisions(engine: Iterator[None], most: int = 50) -> tuple[int, str]:
    """How many decisions are asked until a game is stopped, and in which words."""
    for number in range(most):
        try:
            next(engine)
        except hoyle.HoyleError as error:
            (told,) = error.diagnostics
            assert told.code == "HYL908"
            return number, told.message
    return most, ""


def limited(monkeypatch: pytest.MonkeyPatch, at_once: int, altogether: int) -> None:
    monkeypatch.setattr(remembered, "AT_ONCE", at_once)
    monkeypatch.setattr(remembered, "ALTOGETHER", altogether)
    monkeypatch.setattr(state, "MUCH_AT_ONCE", remembered.EACH * at_once)
    monkeypatch.setattr(state, "MUCH", remembered.EACH * altogether)


@pytest.mark.parametrize("engine", [played, by_reference])
def test_what_happens_at_once_and_altogether_is_bounded(
    engine: Callable[[Game], Iterator[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    limited(monkeypatch, 1000, 3000)

    def game(rounds: int) -> Game:
        return prepare(read_source(Source("forth", TEXT.format(rounds=rounds))))

    assert decisions(engine(game(0))) == (50, "")
    # every round moves two cards, which is four things
    assert decisions(engine(game(240))) == (4, "more than 3,000 things have happened in this game")
    assert decisions(engine(game(260))) == (1, "more than 1,000 things happen without anybody being asked")


def test_a_copy_and_a_log_that_is_cleared_are_counted_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    limited(monkeypatch, remembered.AT_ONCE, 3000)
    state = prepare(read_source(Source("forth", TEXT.format(rounds=240)))).start(seed=1)
    for _ in range(3):
        state.choose(0)
    one, other = state.copy(), state.copy()
    with pytest.raises(hoyle.HoyleError, match="3,000 things"):
        one.choose(0)
    other.log = None
    for _ in range(3):
        other.choose(0)
