"""Belote in lock-step with a referee of our own: who may take with what, which cards may be played, and the score."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import hoyle

DEFINITION = Path(__file__).parents[2] / "examples" / "belote.hoyle"
GAMES = 150
SUITS = ("clubs", "diamonds", "hearts", "spades")
PLAIN = ["ace", "ten", "king", "queen", "jack", "nine", "eight", "seven"]  # from the highest
TRUMPS = ["jack", "nine", "ace", "ten", "king", "queen", "eight", "seven"]
POINTS = {"ace": 11, "ten": 10, "king": 4, "queen": 3, "jack": 2}
TRUMP_POINTS = {**POINTS, "jack": 20, "nine": 14}

Card = tuple[str, str]  # its rank and its suit
Played = list[tuple[int, Card]]  # by whom, and what


def card(name: str) -> Card:
    rank, _, suit = name.partition(" of ")
    return rank, suit


class Referee:
    """The hands once all cards are dealt, and what has become of them."""

    def __init__(self, hands: list[list[Card]], taker: int, trump: str) -> None:
        self.hands, self.taker, self.trump = hands, taker, trump
        self.trick: Played = []
        self.turn, self.tricks = 0, [0, 0]
        self.points, self.belote = [0, 0], [0, 0]
        for seat, hand in enumerate(hands):
            if ("king", trump) in hand and ("queen", trump) in hand:
                self.belote[seat % 2] = 20

    def ahead(self) -> tuple[int, Card]:
        """Who has the trick, with which card."""
        ruffs = [(TRUMPS.index(c[0]), seat, c) for seat, c in self.trick if c[1] == self.trump]
        followed = [(PLAIN.index(c[0]), seat, c) for seat, c in self.trick if c[1] == self.trick[0][1][1]]
        return min(ruffs or followed)[1:]

    def over(self, held: list[Card]) -> list[Card]:
        """Those trumps that have to be chosen from: higher than all in the trick, if there are such."""
        lie = [TRUMPS.index(c[0]) for _, c in self.trick if c[1] == self.trump]
        return [c for c in held if TRUMPS.index(c[0]) < min(lie, default=8)] or held

    def legal(self) -> list[Card]:
        hand = self.hands[self.turn]
        if not self.trick:
            return hand
        led = self.trick[0][1][1]
        following = [c for c in hand if c[1] == led]
        trumps = [c for c in hand if c[1] == self.trump]
        if following:
            return self.over(following) if led == self.trump else following
        if self.ahead()[0] == (self.turn + 2) % 4:
            return hand
        return self.over(trumps) if trumps else hand

    def play(self, one: Card) -> None:
        self.hands[self.turn].remove(one)
        self.trick.append((self.turn, one))
        self.turn = (self.turn + 1) % 4
        if len(self.trick) < 4:
            return
        self.turn = self.ahead()[0]
        side = self.turn % 2
        self.tricks[side] += 1
        for _, (rank, suit) in self.trick:
            self.points[side] += (TRUMP_POINTS if suit == self.trump else POINTS).get(rank, 0)
        self.points[side] += 0 if any(self.hands) else 10
        self.trick = []

    def scores(self) -> list[int]:
        for side in (0, 1):
            if self.tricks[side] == 8:
                self.points[side] = 252
        takers, others = self.taker % 2, 1 - self.taker % 2
        ahead = self.points[takers] + self.belote[takers] - self.points[others] - self.belote[others]
        if ahead <= 0:
            self.points[takers] = 0
        if ahead < 0:
            self.points[others] = max(self.points[others], 162)
        sides = [self.points[side] + self.belote[side] for side in (0, 1)]
        return [*sides, *sides]


def bidding(ours: hoyle.State, rng: random.Random) -> tuple[int, str] | None:
    """Let them bid; who takes, and with what. Whoever decides is compared, and what may be said."""
    turned = ours.table()["turned_up"][0]
    for number in range(8):
        assert ours.player == number % 4
        others = [f"take with {suit}" for suit in SUITS if suit != card(turned)[1]]
        said = {choice.text: choice for choice in ours.choices}
        assert set(said) == {"pass", *([f"take {turned}"] if number < 4 else others)}
        text = "pass" if rng.random() < 0.8 else rng.choice(sorted(said))
        ours.choose(said[text])
        if text != "pass":
            return number % 4, card(turned)[1] if number < 4 else text.split()[-1]
    return None


def test_every_card_and_every_score_agree() -> None:
    game, rng, seen = hoyle.load(str(DEFINITION)), random.Random(0), Counter[str]()
    for seed in range(GAMES):
        ours = game.start(seed=seed)
        taken = bidding(ours, rng)
        if taken is None:
            assert ours.over and not ours.winners
            seen["passed out"] += 1
            continue
        referee = Referee([[card(name) for name in hand] for hand in ours.table()["hand"]], *taken)
        strong = seed % 3  # sides 0 or 1 play high cards, so that some get every trick
        while not ours.over:
            assert ours.player == referee.turn
            choices = {card(choice.cards[0]): choice for choice in ours.choices}
            legal = referee.legal()
            assert set(choices) == set(legal), (referee.trick, referee.trump)
            seen["not free"] += len(legal) < len(referee.hands[referee.turn])
            best = (max if referee.turn % 2 == strong else min)(legal, key=lambda c: POINTS.get(c[0], 0))
            one = best if strong < 2 else rng.choice(sorted(legal))
            referee.play(one)
            ours.choose(choices[one])
        made = list(referee.points)
        scores = referee.scores()
        assert list(ours.scores) == scores
        assert set(ours.winners) == {seat for seat in range(4) if scores[seat] == max(scores)}
        seen["capot"] += 8 in referee.tricks
        seen["belote"] += any(referee.belote)
        seen["down"] += scores[referee.taker] in (0, 20)
        seen["made"] += scores[referee.taker] > 81
        seen["tie"] += made[0] + referee.belote[0] == made[1] + referee.belote[1]
    assert all(seen[what] for what in ("passed out", "not free", "capot", "belote", "down", "made", "tie")), seen
