"""Canasta beside a referee that counts ranks: at every decision the same choices, and at the end the same score."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import hoyle

DEFINITION = str(Path(__file__).parents[2] / "examples" / "canasta.hoyle")
GAMES = 12
NATURAL = ("four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
WORTH = {
    "joker": 50,
    "two": 20,
    "ace": 20,
    "black three": 5,
    "red three": 0,
    "four": 5,
    "five": 5,
    "six": 5,
    "seven": 5,
}
WILD = ("two", "joker")
Key = tuple[Any, ...]


def worth(cards: Counter[str]) -> int:
    return sum(WORTH.get(card, 10) * n for card, n in cards.items())


def wilds(cards: Counter[str]) -> int:
    return cards["two"] + cards["joker"]


def some(hand: Counter[str], rank: str, most: int) -> Iterator[Counter[str]]:
    """All ways to take up to so many cards of a rank and up to three wild ones."""
    for n, twos, jokers in product(range(hand[rank] + 1), range(min(3, hand["two"]) + 1), range(hand["joker"] + 1)):
        if n + twos + jokers <= most and twos + jokers <= 3:
            yield Counter({rank: n, "two": twos, "joker": jokers})


def named(cards: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(cards.elements()))


class Referee:
    """Looks at a table and says what whoever is asked may do."""

    def __init__(self, state: hoyle.State, players: int) -> None:
        table = state.table()
        self.players, self.you, self.side = players, state.player, side(state.player, players)
        self.hand = Counter(table["hand"][self.you])
        self.stock, self.pile = table["stock"], table["discards"]
        self.melds = melds_of(table, self.side)
        self.points = state.value("points")[self.side]
        self.opened = any(self.melds.values())
        self.held = sum(self.hand.values())

    @property
    def least(self) -> int:
        total = self.points
        return 15 if total < 0 else 50 if total < 1500 else 90 if total < 3000 else 120

    def may_empty(self, rank: str, more: int) -> bool:
        """Whether the side may go out when so many cards come to the meld of a rank."""
        sizes = {r: sum(cards.values()) for r, cards in self.melds.items()}
        sizes[rank] = sizes.get(rank, 0) + more
        return sum(size >= 7 for size in sizes.values()) >= (2 if self.players == 2 else 1)

    def good(self, rank: str, cards: Counter[str]) -> bool:
        """Whether the meld of a rank is one with these cards."""
        whole = self.melds.get(rank, Counter()) + cards
        return whole[rank] >= 2 and whole[rank] + wilds(whole) >= 3 and wilds(whole) <= 3

    def at_first(self) -> Iterator[Key]:
        yield ("draw",) if self.stock else ("end_deal",)
        top = self.pile[-1]
        if top not in NATURAL:
            return
        coming = sum(card != "red three" for card in self.pile) - 1
        frozen = any(card in WILD or card == "red three" for card in self.pile)
        one = Counter({top: 1})
        if not self.opened:
            for ranks, helpers in self.openings(top):
                yield ("take_to_open", top, ranks, named(helpers))
            return
        for cards in some(self.hand, top, 2):
            fits = sum(cards.values()) == 2 and self.good(top, cards + one) and not (frozen and wilds(cards))
            if fits and (self.held - 2 + coming >= 2 or self.may_empty(top, 3)):
                yield ("take", top, named(cards))
        if self.melds.get(top) and not frozen and (self.held + coming >= 2 or self.may_empty(top, 1)):
            yield ("take_for_meld", top)

    def openings(self, top: str | None) -> Iterator[tuple[tuple[str, ...], Counter[str]]]:
        pairs = [rank for rank in NATURAL if self.hand[rank] >= 2]
        for size in range(1, 4):
            for ranks in combinations(pairs, size):
                if top is not None and top not in ranks:
                    continue
                laid = Counter({rank: self.hand[rank] for rank in ranks})
                needy = sum(n + (rank == top) == 2 for rank, n in laid.items())
                if top is not None:
                    laid[top] += 1
                for helpers in some(self.hand, "nothing", 3):
                    number = wilds(helpers)
                    kept = self.held - sum(laid.values()) + (top is not None) - number
                    kept += 0 if top is None else sum(card != "red three" for card in self.pile) - 1
                    if needy <= number <= 2 and kept >= 2 and worth(laid + helpers) >= self.least:
                        yield ranks, helpers

    def then(self) -> Iterator[Key]:
        for card in self.hand:
            if self.held > 1 or self.may_empty("", 0):
                yield ("discard", card)
        if not self.opened:
            for ranks, helpers in self.openings(None):
                yield ("open", ranks, named(helpers))
            return
        for rank in (*NATURAL, "black three"):
            for cards in some(self.hand, rank, 4):
                left, number = self.held - sum(cards.values()), sum(cards.values())
                if not number or not self.good(rank, cards) or not (left >= 2 or self.may_empty(rank, number)):
                    continue
                if rank != "black three" or (left < 2 and not wilds(cards)):
                    yield ("meld", rank, named(cards))


def side(seat: int, players: int) -> int:
    return seat % 2 if players == 4 else seat


def melds_of(table: dict[str, Any], of: int) -> dict[str, Counter[str]]:
    ranks = ("red three", "black three", *NATURAL, *WILD)
    return {rank: Counter(cards) for rank, cards in zip(ranks, table["melds"][of], strict=True) if cards}


def key(choice: hoyle.Choice) -> Key:
    """What a choice is, in words."""
    found: list[Any] = [choice.action]
    for arg in choice.args:
        words = [one["word"] for one in arg["list"]] if "list" in arg else arg["word"]
        found.append(words if isinstance(words, str) else tuple(words if arg["name"] == "ranks" else sorted(words)))
    return tuple(found)


def result(table: dict[str, Any], of: int, players: int, concealed: bool) -> int:
    """What a side scores in a deal."""
    melds, threes = melds_of(table, of), len(table["threes"][of])
    seats = [seat for seat in range(players) if side(seat, players) == of]
    total = 0
    for cards in melds.values():
        total += worth(cards) + (sum(cards.values()) >= 7) * (300 if wilds(cards) else 500)
    total += (800 if threes == 4 else 100 * threes) * (1 if melds else -1)
    total -= sum(worth(Counter(table["hand"][seat])) for seat in seats)
    if any(not table["hand"][seat] for seat in seats):
        total += 200 if concealed else 100
    return total


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("goal", [0, 2000])
def test_the_same_choices_and_the_same_score(players: int, goal: int) -> None:
    game = hoyle.load(DEFINITION, players=players, options={"points_to_win": goal})
    met: Counter[str] = Counter()
    for seed in range(GAMES if not goal else 1):
        state, rng, concealed = game.start(seed), random.Random(seed), False
        while not state.over:
            referee = Referee(state, players)
            at_first = any(choice.action in ("draw", "end_deal") for choice in state.choices)
            if at_first:
                concealed = not referee.opened
            ours = [key(choice) for choice in state.choices]
            assert sorted(ours) == sorted(referee.at_first() if at_first else referee.then())
            met.update(choice.action for choice in state.choices)
            by_action = sorted({choice.action for choice in state.choices})  # what is rare is done as often
            action = rng.choice(by_action)
            state.choose(rng.choice([choice for choice in state.choices if choice.action == action]))
        if not goal:
            table = state.table()
            expected = [result(table, side(seat, players), players, concealed) for seat in range(players)]
            assert list(state.scores) == expected
    assert set(met) == {"draw", "end_deal", "take", "take_for_meld", "take_to_open", "open", "meld", "discard"}
