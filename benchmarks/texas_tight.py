"""Texas Showdown for four players with integers and tables, one step for each decision: the yardstick TIGHT.

A card is its place in the deck, which grows with its rank. What other code would spell as a loop over four players is
written out, because that is what makes this the fastest plain Python that still stops at every decision.
"""

from __future__ import annotations

import random

RANKS = [(0, 10), (11, 20), (21, 29), (31, 38), (41, 47), (51, 56), (61, 65), (71, 74)]
SUIT = [suit for suit, (low, high) in enumerate(RANKS) for _ in range(low, high + 1)]
SUIT_BIT = [1 << suit for suit in SUIT]
IS_SHERIFF = [rank == high for low, high in RANKS for rank in range(low, high + 1)]
DECK = list(range(60))
OPENER = 0
NEXT = [1, 2, 3, 0]
LIMIT = 15


def winning_place(a: int, b: int, c: int, d: int) -> int:
    """Which of the four cards of a trick, 0 to 3, takes it."""
    suit = SUIT
    sheriff = IS_SHERIFF
    count = [0] * 8
    suit_a = suit[a]
    suit_b = suit[b]
    suit_c = suit[c]
    suit_d = suit[d]
    count[suit_a] += 1
    count[suit_b] += 1
    count[suit_c] += 1
    count[suit_d] += 1
    if sheriff[a]:
        count[suit_a] = 0
    if sheriff[b]:
        count[suit_b] = 0
    if sheriff[c]:
        count[suit_c] = 0
    if sheriff[d]:
        count[suit_d] = 0
    # No card is 64 or more, so this orders by count first and by card second.
    place = 0
    best = count[suit_a] * 64 + a
    key = count[suit_b] * 64 + b
    if key > best:
        place = 1
        best = key
    key = count[suit_c] * 64 + c
    if key > best:
        place = 2
        best = key
    key = count[suit_d] * 64 + d
    if key > best:
        place = 3
    return place


class State:
    __slots__ = ("current", "hands", "leader", "opening", "over", "rng", "scores", "suits_played", "trick")

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.scores = [0, 0, 0, 0]
        self.over = False
        self.deal()

    def deal(self) -> None:
        deck = DECK[:]
        self.rng.shuffle(deck)
        self.hands = hands = [sorted(deck[0::4]), sorted(deck[1::4]), sorted(deck[2::4]), sorted(deck[3::4])]
        self.trick: list[int] = []
        self.suits_played = 0
        self.opening = True
        self.current = self.leader = [hand[0] for hand in hands].index(OPENER)

    def legal(self) -> list[int]:
        """The legal cards; may be the hand itself, so it is not to be changed."""
        suits_played = self.suits_played
        hand = self.hands[self.current]
        if suits_played:
            bit = SUIT_BIT
            return [card for card in hand if bit[card] & suits_played] or hand
        if self.opening:
            return [OPENER]
        return hand

    def apply(self, card: int) -> None:
        current = self.current
        self.hands[current].remove(card)
        trick = self.trick
        trick.append(card)
        if len(trick) < 4:
            self.opening = False
            self.suits_played |= SUIT_BIT[card]
            self.current = NEXT[current]
            return
        winner = (self.leader + winning_place(*trick)) & 3
        self.scores[winner] += 1
        self.trick = []
        self.suits_played = 0
        self.current = self.leader = winner
        if not self.hands[winner]:
            if max(self.scores) >= LIMIT:
                self.over = True
            else:
                self.deal()


def playout(rng: random.Random) -> tuple[int, list[int]]:
    """Play one game at random: how many decisions it took, and the scores."""
    state = State(rng)
    decisions = 0
    rnd = rng.random
    while not state.over:
        cards = state.legal()
        state.apply(cards[int(rnd() * len(cards))])
        decisions += 1
    return decisions, state.scores
