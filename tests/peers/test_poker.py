"""The library `poker` beside the library `treys`: which of two hands of seven cards is better, or whether they tie."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

from treys import Card, Evaluator

import hoyle
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.program import evaluate

DEFINITION = """\
game "Showdown" for 2 players
use poker
kind Suit : clubs | diamonds | hearts | spades
kind Rank : two | three | four | five | six | seven | eight | nine | ten | jack | queen | king | ace
cards Playing
    rank : Rank
    suit : Suit
    | rank | suit |
    | Rank | Suit |
zone deck         : pile, face down
zone hand[Player] : set, face down, holds 7
define rank_of(card) = number(card.rank)
define suit_of(card) = number(card.suit)
define score(p) = best_of(hand[p])
action pass
    points += 1
var points : number = 0
flow
    move Playing to deck
    shuffle deck
    deal 7 from deck to hand
    each p in Player
        p must pass
ending shown after flow
    winners highest(p in Player by score(p))
"""
HANDS = 120
CARDS = t.ListOf(t.CardOf("Playing"))


def hand(rng: random.Random) -> list[int]:
    """Seven cards, often of few suits or of ranks side by side, so that there is something in them."""
    suits, ranks = rng.choice([(1, 8), (2, 6), (4, 3), *3 * [(4, 13)]])
    low, chosen = rng.randrange(14 - ranks), rng.sample(range(4), suits)
    return rng.sample([4 * rank + suit for rank in range(low, low + ranks) for suit in chosen], 7)


def test_both_order_hands_alike(tmp_path: Path) -> None:
    (tmp_path / "showdown.hoyle").write_text(DEFINITION, encoding="utf-8")
    game, rng = hoyle.load(str(tmp_path / "showdown.hoyle")), random.Random(0)
    ours, theirs = evaluate.Evaluator(game.program, steps=10**9), Evaluator()
    found: list[tuple[int, int]] = []
    for _ in range(HANDS):
        cards = hand(rng)
        strength = ours.expr(core.Ask("best_of", (core.Const(tuple(cards), CARDS),), t.NUMBER), {})
        named = [Card.new("23456789TJQKA"[card // 4] + "cdhs"[card % 4]) for card in cards]
        found.append((strength, -theirs.evaluate(named[:5], named[5:])))
    found.sort()
    for (low, one), (high, other) in pairwise(found):
        assert (low < high) == (one < other)
    assert {theirs.get_rank_class(-other) for _, other in found} >= set(range(1, 10))
