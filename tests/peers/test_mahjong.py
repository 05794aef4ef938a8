"""Whether tiles are four sets and a pair, or seven pairs, as the library `mahjong` sees it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

from mahjong.agari import Agari

import hoyle
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.program.evaluate import Evaluator

DEFINITION = Path(__file__).parents[2] / "examples" / "going_out.hoyle"
HANDS = 600
SUITS, VALUES, COPIES = 3, 9, 4
ALL = 34  # kinds of tiles there; the last seven are none of ours
STONE = t.ListOf(t.CardOf("Stone"))


def hand(rng: random.Random) -> list[int]:
    """Fourteen tiles by their sort, that are complete, or nearly so, or of seven pairs."""
    while True:
        if rng.random() < 0.2:
            found = [2 * [sort] for sort in rng.sample(range(SUITS * VALUES), 7)]
        else:
            found = [2 * [rng.randrange(SUITS * VALUES)]]
            for _ in range(4):
                low = VALUES * rng.randrange(SUITS) + rng.randrange(VALUES - 2)
                found.append([low, low + 1, low + 2] if rng.random() < 0.7 else 3 * [low + rng.randrange(3)])
        tiles = [sort for part in found for sort in part]
        if rng.random() < 0.5:
            tiles[rng.randrange(14)] = rng.randrange(SUITS * VALUES)
        if max(Counter(tiles).values()) <= COPIES:
            return tiles


def test_both_see_the_same_hands_as_complete() -> None:
    game, theirs, rng = hoyle.load(str(DEFINITION)), Agari(), random.Random(0)
    evaluator = Evaluator(game.program, steps=10**9)
    agreed: Counter[bool] = Counter()
    for _ in range(HANDS):
        tiles = hand(rng)
        lie: dict[int, list[int]] = {}
        for card in game.program.cards:
            sort = VALUES * int(card.face["suit"]) + int(card.face["value"]) - 1
            lie.setdefault(sort, []).append(card.number)
        cards = tuple(lie[sort].pop() for sort in tiles)
        found = evaluator.expr(core.Ask("complete", (core.Const(cards, STONE),), t.YES_NO), {})
        expected = theirs.is_agari([tiles.count(sort) for sort in range(ALL)])
        assert found == expected, sorted(tiles)
        agreed[found] += 1
    assert min(agreed[True], agreed[False]) > HANDS / 5, agreed
