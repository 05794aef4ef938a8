"""Big Two in lock-step with a referee of our own, who finds all plays by rank and by suit, never by trying groups."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import combinations, product
from pathlib import Path

import hoyle
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.program.evaluate import Evaluator

DEFINITION = Path(__file__).parents[2] / "examples" / "big_two.hoyle"
GAMES, PAIRS = 40, 300
SUITS = ("diamonds", "clubs", "hearts", "spades")
RANKS = ("three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace", "two")
LOW, ACE, TWO = 0, 11, 12
FIRST = (LOW, 0)  # the three of diamonds
RUNS = [tuple(range(low, low + 5)) for low in range(ACE - 3)]  # up to ten, jack, queen, king, ace
RUNS += [(TWO, 0, 1, 2, 3), (ACE, TWO, 0, 1, 2)]

Card = tuple[int, int]  # its rank and its suit, the lowest 0
Play = frozenset[Card]
Worth = tuple[int, int, Card]  # how many cards, of which sort, and the card that counts


def card(name: str) -> Card:
    rank, _, suit = name.partition(" of ")
    return RANKS.index(rank), SUITS.index(suit)


def plays(hand: list[Card]) -> dict[Play, Worth]:
    """All that may be led from a hand, and what it is worth among as many cards."""
    of_rank, of_suit = defaultdict(list), defaultdict(list)
    for one in sorted(hand):
        of_rank[one[0]].append(one)
        of_suit[one[1]].append(one)
    found: dict[Play, Worth] = {}
    for cards in of_rank.values():
        for size in (1, 2, 3):
            for group in combinations(cards, size):
                found[frozenset(group)] = (size, 0, max(group))
    for run in RUNS:
        for group in product(*(of_rank[rank] for rank in run)):
            found[frozenset(group)] = (5, 0, max(group))
    for cards in of_suit.values():
        for group in combinations(cards, 5):
            straight = found.get(frozenset(group)) is not None
            found[frozenset(group)] = (5, 4 if straight else 1, max(group))
    for rank, other in product(of_rank, of_rank):
        if rank != other:
            for three, two in product(combinations(of_rank[rank], 3), combinations(of_rank[other], 2)):
                found[frozenset(three + two)] = (5, 2, max(three))
            if len(of_rank[rank]) == 4:
                for kicker in of_rank[other]:
                    found[frozenset([*of_rank[rank], kicker])] = (5, 3, max(of_rank[rank]))
    return found


def penalty(left: int) -> int:
    return left * (1 + (left > 9) + (left > 12))


class Referee:
    """Knows all hands, what lies there, and who has passed since."""

    def __init__(self, hands: list[list[Card]]) -> None:
        self.hands = hands
        self.turn = next(seat for seat, hand in enumerate(hands) if FIRST in hand)
        self.begun, self.passes = False, 0
        self.to_beat: Worth | None = None

    def legal(self) -> dict[Play, Worth]:
        """The empty one is passing."""
        own = plays(self.hands[self.turn])
        if not self.begun:
            return {play: worth for play, worth in own.items() if FIRST in play}
        if self.to_beat is None:
            return own
        better = {play: worth for play, worth in own.items() if worth[0] == self.to_beat[0] and worth > self.to_beat}
        return {**better, frozenset(): self.to_beat}

    def act(self, play: Play) -> None:
        self.passes = 0 if play else self.passes + 1
        self.to_beat, self.begun = self.legal()[play], True
        self.hands[self.turn] = [one for one in self.hands[self.turn] if one not in play]
        self.turn = (self.turn + 1) % 4
        if self.passes == 3:
            self.to_beat = None


def picked(rng: random.Random, choices: dict[Play, hoyle.Choice]) -> Play:
    """Mostly what has many cards, so that there are hands of five to beat."""
    large = [play for play in choices if len(play) == max(map(len, choices))]
    return rng.choice(sorted(large if rng.random() < 0.6 else choices, key=sorted))


def test_every_play_and_every_score_agree() -> None:
    game, rng, seen = hoyle.load(str(DEFINITION)), random.Random(0), Counter[tuple[int, int, bool]]()
    for seed in range(GAMES):
        ours = game.start(seed=seed)
        referee = Referee([[card(name) for name in hand] for hand in ours.table()["hand"]])
        while not ours.over:
            assert ours.player == referee.turn
            choices = {frozenset(map(card, choice.cards)): choice for choice in ours.choices}
            legal = referee.legal()
            assert len(choices) == len(ours.choices)
            assert choices.keys() == legal.keys(), referee.hands[referee.turn]
            play = picked(rng, choices)
            seen[(*legal[play][:2], referee.to_beat is not None)] += bool(play)
            referee.act(play)
            ours.choose(choices[play])
        left = [len(hand) for hand in referee.hands]
        assert list(ours.scores) == [-penalty(count) for count in left]
        assert list(ours.winners) == [seat for seat, count in enumerate(left) if not count]
    assert {(size, 0) for size in (1, 2, 3)} | {(5, sort) for sort in range(5)} <= {key[:2] for key in seen}, seen
    assert all(seen[size, 0, True] for size in (1, 2, 3, 5)), seen
    assert sum(seen[5, sort, True] for sort in range(5)) > GAMES / 4, seen


def test_five_cards_of_all_sorts_beat_the_same() -> None:
    game, rng, seen = hoyle.load(str(DEFINITION)), random.Random(0), Counter[tuple[int, int]]()
    evaluator, of_type = Evaluator(game.program, steps=10**9), t.ListOf(t.CardOf("Playing"))
    number = {(int(one.face["rank"]), int(one.face["suit"])): one.number for one in game.program.cards}
    for _ in range(PAIRS):
        deck = list(product(range(13), range(4)))
        rng.shuffle(deck)
        chosen: list[tuple[Play, Worth]] = []
        for hand in (deck[:26], deck[26:]):
            fives = {play: worth for play, worth in plays(hand).items() if worth[0] == 5}
            sort = rng.choice(sorted({worth[1] for worth in fives.values()}))
            chosen.append(
                rng.choice(
                    sorted(((p, w) for p, w in fives.items() if w[1] == sort), key=lambda found: sorted(found[0]))
                )
            )
        (mine, ours), (lying, theirs) = chosen
        args = tuple(core.Const(tuple(number[one] for one in cards), of_type) for cards in (mine, lying))
        found = evaluator.expr(core.Ask("beats", args, t.YES_NO), {})
        assert found == (ours > theirs), (sorted(mine), sorted(lying))
        seen[ours[1], theirs[1]] += 1
    assert len(seen) > 20, seen
