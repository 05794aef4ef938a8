"""Why several win at once, as far as a definition says it.

The members of a side win as one, where the game declares sides. An ending that takes the highest or lowest of something
has several winners only if they are equal in it: a tie. One that takes all of whom something holds has as many as there
are, partners for instance: a shared win.
"""

from __future__ import annotations

from hoyle.bulk.tally import Tally
from hoyle.check.teams import by_sides
from hoyle.core import nodes as core
from hoyle.run.game import Game
from hoyle.run.teams import parties


def several(game: Game, tally: Tally) -> tuple[int, int]:
    """In how many games several tied, and in how many they shared the win."""
    best = {ending.name for ending in game.model.endings if _takes_best(ending.winners)}
    found = [(ending, games) for (ending, won), games in tally.several.items() if parties(game, won) > 1]
    tied = sum(games for ending, games in found if ending in best)
    return tied, sum(games for _, games in found) - tied


def _takes_best(winners: core.Expr) -> bool:
    sides = by_sides(winners)
    match winners if sides is None else sides:
        case core.Fold("highest" | "lowest"):
            return True
        case core.Cond(_, then, otherwise):
            return _takes_best(then) and _takes_best(otherwise)
    return False
