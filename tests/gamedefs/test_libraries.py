"""The libraries of combinations, beside what a few lines of Python make of the same cards."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations
from pathlib import Path

import hoyle
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.program.evaluate import Evaluator

DEFINITION = """\
game "Rummy" for 2 players
use melds
kind Suit : clubs | diamonds | hearts | spades
kind Rank : ace | two | three | four | five | six | seven | eight | nine | ten | jack | queen | king
cards Playing
    rank : Rank
    suit : Suit
    | rank | suit |
    | Rank | Suit |
zone hand[Player] : set, face down, seen by owner, holds 11
define run_rank(card) = number(card.rank)
define run_suit(card) = number(card.suit)
define card_points(card) = min(10, number(card.rank))
define score(p) = deadwood(hand[p])
flow
    move first(Playing) to hand[seat(1)]
"""
HANDS = 40
CARDS = t.ListOf(t.CardOf("Playing"))
Cards = frozenset[int]  # four to a rank


def points(cards: Cards) -> int:
    return sum(min(10, card // 4 + 1) for card in cards)


def is_meld(cards: tuple[int, ...]) -> bool:
    ranks, suits = sorted(card // 4 for card in cards), {card % 4 for card in cards}
    return len({*ranks}) == 1 or (len(suits) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks))))


@cache
def left_over(cards: Cards) -> int:
    """What a hand counts at least, if melds of any length are laid down one after the other."""
    melds = (group for size in range(3, len(cards) + 1) for group in combinations(sorted(cards), size))
    return min((left_over(cards - {*meld}) for meld in melds if is_meld(meld)), default=points(cards))


def test_as_much_is_melded_as_can_be(tmp_path: Path) -> None:
    (tmp_path / "rummy.hoyle").write_text(DEFINITION, encoding="utf-8")
    program, rng = hoyle.load(str(tmp_path / "rummy.hoyle")).program, random.Random(0)
    evaluator, found = Evaluator(program, steps=10**9), set()
    for _ in range(HANDS):
        low = rng.randrange(9)
        cards = rng.sample(range(4 * low, 4 * low + 20), 9)
        asked = core.Ask("deadwood", (core.Const(tuple(cards), CARDS),), t.NUMBER)
        found.add(evaluator.expr(asked, {}))
        assert evaluator.expr(asked, {}) == left_over(frozenset(cards)), cards
    assert len(found) > HANDS / 5
