"""Who plays with whom, in games that declare it: for good, or as it is at some moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError
from hoyle.english import plain
from hoyle.program.evaluate import Evaluator
from hoyle.program.fixed import moving_sides

if TYPE_CHECKING:
    from hoyle.run.game import Game
    from hoyle.run.state import State

Sides = tuple[int, ...]  # for each seat the number of its side


@attrs.frozen
class Teams:
    """The sides of a game. fixed: who is on which from the first moment to the last, or None if play decides that."""

    game: Game
    names: tuple[str, ...]
    fixed: Sides | None

    def at(self, s: Any) -> Sides:
        """Who is on which side now. s: a state, or another table of the game."""
        return self.fixed if self.fixed is not None else _asked(self.game, s)

    @property
    def by_seat(self) -> list[str]:
        """The side that each seat is on in every game; none if play decides that."""
        return [] if self.fixed is None else [self.names[side] for side in self.fixed]

    def word(self, side: int) -> str:
        return plain(self.names[side])

    def parties(self, winners: Sequence[int]) -> int:
        """How many sides have won. Who is on one that is made in play is not known any more: of two sides both have won
        if all players have, and of more every winner is taken for one."""
        if self.fixed is not None:
            return len({self.fixed[seat] for seat in winners})
        if len(self.names) > 2 or not winners:
            return len(winners)
        return 1 + (len(winners) == self.game.players)


def teams_of(game: Game) -> Teams | None:
    """The sides that a game declares; none if it stops whoever asks who is on which."""
    declared = game.model.teams
    if declared is None:
        return None
    try:
        return Teams(game, declared.members, None if moving_sides(game.program) else _asked(game, None))
    except HoyleError:
        return None


def _asked(game: Game, s: Any) -> Sides:
    evaluator, name = Evaluator(game.program, s), game.model.side
    type_ = game.program.defines[name].type
    asked = [core.Ask(name, (core.Const(seat, t.SEAT),), type_) for seat in range(game.players)]
    declared = game.model.teams
    assert declared is not None
    return tuple(evaluator.expr(ask, {}) - declared.low for ask in asked)


def together(sides: Sides) -> tuple[int, ...]:
    """For each seat those that win with it, as bits."""
    return tuple(sum(1 << other for other, of in enumerate(sides) if of == on) for on in sides)


def seats_of(sides: Sides) -> dict[int, tuple[int, ...]]:
    """The seats of each side that has some, in the order of the sides."""
    return {side: tuple(seat for seat, on in enumerate(sides) if on == side) for side in sorted(set(sides))}


def parties(game: Game, winners: Sequence[int]) -> int:
    """How many have won, a side counting as one."""
    return len(winners) if game.teams is None else game.teams.parties(winners)


def _now(s: State) -> tuple[Teams, Sides] | None:
    """Who is on which side now; None in a game without teams, or where the rules stop whoever asks."""
    made = s.game.teams
    try:
        return None if made is None else (made, made.at(s))
    except HoyleError:
        return None


def teams(s: State) -> tuple[str, ...] | None:
    """The side that each seat is on now; None in a game without teams."""
    now = _now(s)
    return None if now is None else tuple(now[0].names[side] for side in now[1])


def split(s: State) -> str:
    """The side that some have won with, and others of it have not, in words; "" if there is none."""
    now = _now(s)
    for side, seats in ({} if now is None else seats_of(now[1])).items():
        if now is not None and 0 < sum(seat in s.winners for seat in seats) < len(seats):
            return now[0].word(side)
    return ""


def sides_won(s: State) -> tuple[str, ...]:
    """The sides that have won, in words, if it can be said so: all of their members have, and nobody else."""
    now = _now(s)
    if now is None or split(s):
        return ()
    return tuple(now[0].word(side) for side, seats in seats_of(now[1]).items() if set(seats) <= set(s.winners))
