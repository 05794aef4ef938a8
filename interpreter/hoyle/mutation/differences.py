"""The first play in which two definitions go different ways, in words."""

from __future__ import annotations

import random

from hoyle.compare.alongside import Parting, other_cards, play_alongside
from hoyle.mutation.plays import LONGEST, Tables, chance
from hoyle.run.game import Game

TOLD = 4


def first_difference(one: Tables, other: Tables, games: int, seed: int) -> list[str] | None:
    """Where two definitions first do not play alike, in words; None if they do in so many games."""
    for number in range(games):
        mine, theirs = one[number], other[number]
        if mine.game is None or theirs.game is None:
            if mine.refused != theirs.refused:
                return [f"game: {mine.setting}", f"it cannot be played any more: {theirs.refused or mine.refused}"]
            continue
        found = _compare(mine.game, theirs.game, seed, number)
        if found is not None:
            return [f"game: {mine.setting}", *found]
    return None


def _compare(one: Game, other: Game, seed: int, number: int) -> list[str] | None:
    if any(other_cards(one, other)):
        return ["other cards take part"]
    draw = random.Random(f"{seed}:{number}").random
    chances = chance(seed, number), chance(seed, number)
    parting = play_alongside(one, other, chances, lambda state: int(draw() * len(state.choices)), LONGEST)
    return None if parting is None else _told(parting)


def _told(parting: Parting) -> list[str]:
    count = "1 choice" if len(parting.made) == 1 else f"{len(parting.made)} choices"
    lines = [f"after {count}" + (", the last of them" if len(parting.told) > TOLD else "")]
    lines += [f"    {text}" for text in parting.told[-TOLD:]]
    return [*lines, *parting.apart()]
