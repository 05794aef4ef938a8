"""One hand of Hearts with integers and tables, one step for each decision: the yardstick TIGHT for Hearts.

The rules are those of OpenSpiel's Hearts as it comes, with the pass direction drawn by chance. A card is
rank * 4 + suit, so cards of one suit compare by rank.
"""

from __future__ import annotations

import random

HEARTS = 2
QUEEN_OF_SPADES = 43
TWO_OF_CLUBS = 0
SUIT = [card & 3 for card in range(52)]  # clubs, diamonds, hearts, spades
POINTS = [1 if card & 3 == HEARTS else 13 if card == QUEEN_OF_SPADES else 0 for card in range(52)]
HAS_POINTS = [points > 0 for points in POINTS]
ALL_POINTS = 26
DECK = list(range(52))
NEXT = [1, 2, 3, 0]


class State:
    __slots__ = (
        "broken", "current", "hands", "leader", "led", "over", "pass_distance", "passed", "passing", "played", "points",
        "trick",
    )  # fmt: skip

    def __init__(self, rng: random.Random) -> None:
        deck = DECK[:]
        rng.shuffle(deck)
        self.hands = [sorted(deck[0::4]), sorted(deck[1::4]), sorted(deck[2::4]), sorted(deck[3::4])]
        self.pass_distance = int(rng.random() * 4)
        self.trick: list[int] = []
        self.led = -1
        self.broken = False
        self.played = 0
        self.points = [0, 0, 0, 0]
        self.over = False
        if self.pass_distance:
            self.passing = True
            self.current = 0
            self.passed: list[list[int]] = [[], [], [], []]
        else:
            self.start_play()

    def start_play(self) -> None:
        self.passing = False
        self.current = self.leader = [hand[0] for hand in self.hands].index(TWO_OF_CLUBS)

    def legal(self) -> list[int]:
        """The legal cards; may be the hand itself, so it is not to be changed."""
        hand = self.hands[self.current]
        if self.passing:
            return hand
        led = self.led
        suit = SUIT
        if led >= 0:
            following = [card for card in hand if suit[card] == led]
            if following:
                return following
            if self.played < 4:
                has_points = HAS_POINTS
                return [card for card in hand if not has_points[card]] or hand
            return hand
        if self.played == 0:
            return [TWO_OF_CLUBS]
        if self.broken:
            return hand
        return [card for card in hand if suit[card] != HEARTS] or hand

    def apply(self, card: int) -> None:
        current = self.current
        self.hands[current].remove(card)
        if self.passing:
            self.put_aside(current, card)
            return
        trick = self.trick
        trick.append(card)
        self.played += 1
        if HAS_POINTS[card]:
            self.broken = True
        if len(trick) < 4:
            if len(trick) == 1:
                self.led = SUIT[card]
            self.current = NEXT[current]
            return
        led = self.led
        suit = SUIT
        points = POINTS
        a, b, c, d = trick
        place = 0
        best = a
        if b > best and suit[b] == led:
            place = 1
            best = b
        if c > best and suit[c] == led:
            place = 2
            best = c
        if d > best and suit[d] == led:
            place = 3
        winner = (self.leader + place) & 3
        self.points[winner] += points[a] + points[b] + points[c] + points[d]
        self.trick = []
        self.led = -1
        self.current = self.leader = winner
        if self.played == 52:
            self.over = True
            if ALL_POINTS in self.points:
                self.points = [ALL_POINTS - taken for taken in self.points]

    def put_aside(self, current: int, card: int) -> None:
        """Set one card aside to be passed; the last of the twelve passes them all."""
        aside = self.passed[current]
        aside.append(card)
        if len(aside) < 3:
            return
        if current < 3:
            self.current = current + 1
            return
        hands = self.hands
        for seat in range(4):
            hands[(seat + self.pass_distance) & 3] += self.passed[seat]
        for hand in hands:
            hand.sort()
        self.start_play()


def playout(rng: random.Random) -> tuple[int, list[int]]:
    """Play one hand at random: how many decisions it took, and the points."""
    state = State(rng)
    decisions = 0
    rnd = rng.random
    while not state.over:
        cards = state.legal()
        state.apply(cards[int(rnd() * len(cards))])
        decisions += 1
    return decisions, state.points
