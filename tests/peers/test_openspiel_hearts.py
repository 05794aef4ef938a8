"""Hearts in lock-step with OpenSpiel's Hearts: the same seat to move, the same legal cards, the same points.

OpenSpiel plays a single hand, so every hand of our game is dealt to a fresh one: the pass direction and the cards go
in through its chance nodes.
"""

from __future__ import annotations

import random
from pathlib import Path

import pyspiel

import hoyle

HANDS = 500
TARGET = 100
DEFINITION = Path(__file__).parents[2] / "examples" / "hearts.hoyle"

# OpenSpiel's own defaults, written out so that a new release cannot change what is compared.
PARAMETERS = {
    "pass_cards": True,
    "no_pts_on_first_trick": True,
    "can_lead_any_club": False,
    "jd_bonus": False,
    "avoid_all_tricks_bonus": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": True,
    "can_lead_hearts_instead_of_qs": False,
}
# In OpenSpiel a pass direction is the number of seats to the left, and ours rotate left, right, across, hold.
PASS_DIRECTION = {1: 1, 2: 3, 3: 2, 0: 0}
ALL_POINTS = 26

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
CARDS = [f"{rank} of {suit}" for rank in RANKS for suit in SUITS]
NUMBER = {card: number for number, card in enumerate(CARDS)}


def hands(state: hoyle.State) -> list[list[str]]:
    """The names of the cards in each seat's hand."""
    return state.table()["hand"]


def dealt(game: pyspiel.Game, dealt_hands: list[list[str]], pass_direction: int) -> pyspiel.State:
    """An OpenSpiel hand in which every seat holds these cards; OpenSpiel deals them one by one, in seat order."""
    state = game.new_initial_state()
    state.apply_action(pass_direction)
    for round_of_cards in zip(*dealt_hands, strict=True):
        for card in round_of_cards:
            state.apply_action(NUMBER[card])
    assert not state.is_chance_node()
    return state


def has_points(card: int) -> bool:
    return CARDS[card] == "queen of spades" or CARDS[card].endswith("hearts")


def pick(rng: random.Random, cards: list[int], hold_back: bool) -> int:
    """A card at random, one without points if `hold_back` and there is one.

    Holding back is what leads to the rare cases: hands with nothing but hearts, or hearts and the queen, on lead before
    hearts are broken, and moons.
    """
    harmless = [card for card in cards if not has_points(card)] if hold_back else []
    return rng.choice(harmless or cards)


def play_hand(ours: hoyle.State, theirs: pyspiel.State, rng: random.Random, hold_back: bool) -> None:
    """Play one hand to its end on both sides and compare every decision."""
    while not theirs.is_terminal():
        assert not ours.over, theirs
        assert ours.player == theirs.current_player(), theirs
        choices = {NUMBER[card]: choice for choice in ours.choices for card in choice.cards}
        assert len(choices) == len(ours.choices), theirs
        assert sorted(choices) == theirs.legal_actions(), theirs
        card = pick(rng, sorted(choices), hold_back)
        ours.choose(choices[card])
        theirs.apply_action(card)


def test_every_decision_and_every_score_agree() -> None:
    their_game = pyspiel.load_game("hearts", PARAMETERS)
    our_game = hoyle.load(str(DEFINITION), players=4)
    rng = random.Random(0)
    seed = 0
    moons = 0
    ours = our_game.start(seed=seed)
    for hand in range(HANDS):
        if ours.over:
            seed += 1
            ours = our_game.start(seed=seed)
        hand_number = ours.value("hand_number")
        before = list(ours.value("points"))
        theirs = dealt(their_game, hands(ours), PASS_DIRECTION[hand_number % 4])

        play_hand(ours, theirs, rng, hold_back=hand % 2 == 0)

        points = [ALL_POINTS - int(returned) for returned in theirs.returns()]
        after = list(ours.value("points"))
        assert after == [x + y for x, y in zip(before, points, strict=True)], theirs
        assert ours.over == (max(after) >= TARGET), theirs
        assert ours.over or ours.value("hand_number") == hand_number + 1, theirs
        moons += points.count(0) == 1 and points.count(ALL_POINTS) == 3
    assert moons > 0
