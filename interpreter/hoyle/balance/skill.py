"""Skill or luck: how often somebody wins who thinks further than all others.

The stronger one sits at each place once, with the same deal. Whoever plays at random among others who do wins an even
share; where strength brings no more than that, the game is luck, or such that these bots find nothing in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from hoyle.balance.tally import STRONGER, Key, Tally, add

if TYPE_CHECKING:
    from hoyle.balance.table import Table

STRENGTHS = (4, 16, 64, 256)  # playouts for each decision
CHANCE, HALF = "random", "half"  # who the others are
STEPS = tuple((against, strength) for strength in STRENGTHS for against in (CHANCE, HALF))


def others(against: str, strength: int) -> str:
    """The bot that the others are."""
    return "random" if against == CHANCE else f"search:{strength // 2}"


@attrs.frozen
class Ladder:
    """Deals that are played at each step. One unit of work is a deal at a step, step after step of the same deal."""

    table: Table
    seed: int | str

    def lot(self, first: int, count: int) -> list[Tally]:
        return [self.unit(number) for number in range(first, first + count)]

    def unit(self, number: int) -> Tally:
        against, strength = STEPS[number % len(STEPS)]
        table, tally = self.table, Tally()
        weak = others(against, strength)
        for side in table.sides:
            names = [f"search:{strength}" if side >> seat & 1 else weak for seat in range(table.game.players)]
            end = table.play(f"{self.seed}:skill:{number // len(STEPS) + 1}", names)
            add(tally, Key(STRONGER, against, f"{strength}"), table.won(end, side))
        return tally
