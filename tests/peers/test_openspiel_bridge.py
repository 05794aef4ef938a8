"""Bridge in lock-step with OpenSpiel's: the same seat decides, with the same calls or cards, and the same score.

There, too, the declarer plays the dummy's cards.
"""

from __future__ import annotations

import random
from pathlib import Path

import pyspiel

import hoyle

DEALS = 40
DEFINITION = Path(__file__).parents[2] / "examples" / "bridge.hoyle"
SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
CARDS = [f"{rank} of {suit}" for rank in RANKS for suit in SUITS]
BIDS = [f"bid {level} {strain}" for level in range(1, 8) for strain in (*SUITS, "notrump")]
NUMBER = {f"play {card}": number for number, card in enumerate(CARDS)}
NUMBER |= {text: len(CARDS) + number for number, text in enumerate(["pass", "double", "redouble", *BIDS])}


def dealt(ours: hoyle.State) -> pyspiel.State:
    """OpenSpiel's table with these hands; it deals card after card, seat after seat."""
    theirs = pyspiel.load_game("bridge", {"use_double_dummy_result": False}).new_initial_state()
    for cards in zip(*ours.table()["hand"], strict=True):
        for card in cards:
            theirs.apply_action(CARDS.index(card))
    return theirs


def call(rng: random.Random, legal: list[int], cautious: bool) -> int:
    """Any choice; who is cautious passes mostly and bids little, so that low contracts are played, too."""
    bids = [number for number in legal if number >= NUMBER["bid 1 clubs"]]
    if cautious and NUMBER["pass"] in legal:
        return NUMBER["pass"] if rng.random() < 0.8 or not bids else bids[0]
    return rng.choice(legal)


def test_every_call_every_card_and_every_score_agree() -> None:
    game, rng = hoyle.load(str(DEFINITION)), random.Random(0)
    seen = {"down": 0, "made": 0, "passed out": 0, "doubled": 0}
    for seed in range(DEALS):
        ours = game.start(seed=seed)
        theirs = dealt(ours)
        while not theirs.is_terminal():
            assert not ours.over, theirs
            assert ours.player == theirs.current_player(), theirs
            choices = {NUMBER[choice.text]: choice for choice in ours.choices}
            assert sorted(choices) == theirs.legal_actions(), theirs
            number = call(rng, sorted(choices), cautious=seed % 2 == 0)
            ours.choose(choices[number])
            theirs.apply_action(number)
        assert ours.over, theirs
        assert list(ours.scores) == [int(score) for score in theirs.returns()], theirs
        if ours.ending == "passed_out":
            seen["passed out"] += 1
            continue
        assert set(ours.winners) == {seat for seat, score in enumerate(theirs.returns()) if score > 0}, theirs
        declarer = ours.value("bidder")
        seen["made" if ours.scores[declarer] > 0 else "down"] += 1
        seen["doubled"] += ours.value("stake") != 0
    assert all(seen.values()), seen
