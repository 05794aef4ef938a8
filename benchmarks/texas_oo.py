"""Texas Showdown for four players as a careful engineer would write it with dataclasses: the yardstick OO."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum

PLAYERS = 4
LIMIT = 15


class Suit(Enum):
    """A suit and its lowest and highest rank."""

    BLACK = (0, 10)
    RED = (11, 20)
    BLUE = (21, 29)
    BROWN = (31, 38)
    GREEN = (41, 47)
    YELLOW = (51, 56)
    PURPLE = (61, 65)
    GREY = (71, 74)

    # Enum's own hash is a Python function, and suits are counted at every trick.
    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True, order=True)
class Card:
    rank: int
    suit: Suit = field(compare=False)
    is_sheriff: bool = field(compare=False)


DECK = tuple(
    Card(rank, suit, rank == suit.value[1]) for suit in Suit for rank in range(suit.value[0], suit.value[1] + 1)
)
OPENER = DECK[0]


@dataclass(frozen=True, slots=True)
class Play:
    player: int
    card: Card


def trick_winner(trick: list[Play]) -> int:
    """The player of the highest card among the suits that were played most, sheriffs emptying their own suit."""
    counts = Counter(play.card.suit for play in trick)
    for play in trick:
        if play.card.is_sheriff:
            counts[play.card.suit] = 0
    most = max(counts.values())
    best = max((play for play in trick if counts[play.card.suit] == most), key=lambda play: play.card.rank)
    return best.player


@dataclass(slots=True)
class State:
    rng: random.Random
    scores: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    hands: list[list[Card]] = field(default_factory=list)
    tricks_taken: list[int] = field(default_factory=list)
    trick: list[Play] = field(default_factory=list)
    current_player: int = 0
    opening: bool = False
    is_over: bool = False

    def __post_init__(self) -> None:
        self.deal()

    def deal(self) -> None:
        deck = list(DECK)
        self.rng.shuffle(deck)
        self.hands = [sorted(deck[seat::PLAYERS]) for seat in range(PLAYERS)]
        self.tricks_taken = [0] * PLAYERS
        self.trick = []
        self.current_player = next(seat for seat, hand in enumerate(self.hands) if OPENER in hand)
        self.opening = True

    def legal_moves(self) -> list[Card]:
        hand = self.hands[self.current_player]
        if self.opening:
            return [OPENER]
        if self.trick:
            suits = {play.card.suit for play in self.trick}
            matching = [card for card in hand if card.suit in suits]
            if matching:
                return matching
        return list(hand)

    def apply(self, card: Card) -> None:
        self.hands[self.current_player].remove(card)
        self.trick.append(Play(self.current_player, card))
        self.opening = False
        if len(self.trick) < PLAYERS:
            self.current_player = (self.current_player + 1) % PLAYERS
        else:
            self.end_trick()

    def end_trick(self) -> None:
        winner = trick_winner(self.trick)
        self.tricks_taken[winner] += 1
        self.trick = []
        self.current_player = winner
        if not self.hands[winner]:
            self.end_hand()

    def end_hand(self) -> None:
        for seat, tricks in enumerate(self.tricks_taken):
            self.scores[seat] += tricks
        if max(self.scores) >= LIMIT:
            self.is_over = True
        else:
            self.deal()


def playout(rng: random.Random) -> tuple[int, list[int]]:
    """Play one game at random: how many decisions it took, and the scores."""
    state = State(rng)
    decisions = 0
    rnd = rng.random
    while not state.is_over:
        moves = state.legal_moves()
        state.apply(moves[int(rnd() * len(moves))])
        decisions += 1
    return decisions, state.scores
