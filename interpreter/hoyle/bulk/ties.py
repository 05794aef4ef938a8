"""Why several win at once, as far as a definition says it.

An ending that takes the highest or lowest of something has several winners only if they are equal in it: a tie. One
that takes all of whom something holds has as many as there are, partners for instance: a shared win.
"""

from __future__ import annotations

from hoyle.bulk.tally import Tally
from hoyle.core import nodes as core
from hoyle.model import Model


def ties(game: Model, tally: Tally) -> int:
    """In how many games several tied."""
    best = {ending.name for ending in game.endings if _takes_best(ending.winners)}
    return sum(games for (ending, _), games in tally.several.items() if ending in best)


def _takes_best(winners: core.Expr) -> bool:
    match winners:
        case core.Fold("highest" | "lowest"):
            return True
        case core.Cond(_, then, otherwise):
            return _takes_best(then) and _takes_best(otherwise)
    return False
