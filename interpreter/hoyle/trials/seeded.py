"""A game that was started from a seed, as a play without one, and as a scenario to paste.

What chance has brought is noted as the numbers of a script (see `table/script.py`): they bring the same again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table.board import Board
from hoyle.table.chance import numbers
from hoyle.table.script import Script
from hoyle.trials.record import Play
from hoyle.trials.scenario.kept import standing, whole
from hoyle.trials.settings import setting_of


class _Noting(Script):
    """Draws from a seed as `table/chance.py` does, and notes what a script would have to say instead."""

    def __init__(self, source: Board) -> None:
        super().__init__([])
        self.source = source
        self.noted: list[int] = []

    def next(self, state: Any, limit: int) -> int:
        return self._note(state, numbers(self.source, 1)[0] % limit, limit)

    def _note(self, state: Any, number: int, limit: int) -> int:
        if limit > 1:
            self.noted.append(number)
            state.draws += 1
        return number

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        left = list(pool)
        drawn = numbers(self.source, count)
        return tuple(left.pop(self._note(state, number % len(left), len(left))) for number in drawn)

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        place = dict(zip(cards, numbers(self.source, len(cards)), strict=True))
        after, left = sorted(cards, key=place.__getitem__), cards[::-1]
        for card in after[::-1]:
            left.pop(self._note(state, left.index(card), len(left)))
        return after

    def above(self, state: Any, count: int) -> int:
        return self._note(state, count - numbers(self.source, 1)[0] % (count + 1), count + 1)


def play_of(game: Game, state: State, choices: Sequence[int]) -> Play:
    """The play that led to a state, which was started from a seed. choices: their numbers."""
    options = setting_of(game).options
    if isinstance(state.seed, Script):
        return Play(game.players, options, state.seed.told(), tuple(choices))
    source = game.blank(0)
    source.seed = state.seed
    noting = _Noting(source)
    again = game.again(noting)
    for number in choices:
        again.choose(number)
    return Play(game.players, options, tuple(noting.noted), tuple(choices))


def scenario_of(game: Game, state: State, choices: Sequence[int], title: str) -> str:
    """A file of trials with a scenario of it, from the deal on. Raises HoyleError where words are missing."""
    told = whole(game.reading, game, play_of(game, state, choices), title)
    if not told:
        help = "keep it as a save instead"
        raise HoyleError.plain("HYL905", "the language has no words for something that was done in this game", help)
    return f"trials of {game.name}\n\n{told}\n"


def scenario_from(game: Game, state: State, title: str) -> str:
    """A file of trials with a scenario of a table as it stands, however it came about. Raises HoyleError where words
    are missing."""
    told = standing(game.reading, game, state, title)
    if not told:
        help = "play on to a decision about actions, or write it by hand"
        raise HoyleError.plain("HYL905", "the language has no words for what is asked at this table", help)
    return f"trials of {game.name}\n\n{told}\n"
