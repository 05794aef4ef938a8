"""Texas Hold'em in lock-step with the library `pokerkit`: who may do what, and what everybody has after each hand."""

from __future__ import annotations

import random
from pathlib import Path

from pokerkit import Automation, NoLimitTexasHoldem, State

import hoyle

DEFINITION = Path(__file__).parents[2] / "examples" / "texas_holdem.hoyle"
GAMES = 12
DONE_BY_ITSELF = tuple(
    automation
    for automation in Automation
    if automation not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
)


def named(card: str) -> str:
    rank, _, suit = card.partition(" of ")
    short = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}
    return short.get(rank, rank[0].upper()) + suit[0]


class Hand:
    """One hand there, with its seats in the order in which they post blinds."""

    def __init__(self, ours: hoyle.State, stacks: list[int]) -> None:
        players, dealer = len(stacks), ours.value("dealer")
        behind = [(dealer + n) % players for n in range(1, players + 1)]
        self.seats = [seat for seat in behind if stacks[seat]]
        if len(self.seats) == 2:  # the dealer posts the small blind, and is the second there
            self.seats = [seat for seat in self.seats if seat != dealer] + [dealer]
        self.state = self._made(stacks)
        table = ours.table()
        self.board = table["deck"][:-6:-1]  # what will lie there, from the top of the deck
        hands = table["hand"]
        for n, seat in enumerate(self.seats):
            self.state.deal_hole("".join(map(named, hands[seat])), n)

    def _made(self, stacks: list[int]) -> State:
        own = [stacks[seat] for seat in self.seats]
        return NoLimitTexasHoldem.create_state(DONE_BY_ITSELF, True, 0, (1, 2), 2, own, len(own))

    def street(self) -> None:
        """Deal what comes next to the board, if something does."""
        while self.state.can_burn_card() or self.state.can_deal_board():
            if self.state.can_burn_card():
                self.state.burn_card("??")
            lie = len(list(self.state.get_board_cards(0)))
            self.state.deal_board("".join(map(named, self.board[lie : max(lie + 1, 3)])))

    def compare(self, ours: hoyle.State) -> None:
        """Whoever is asked may do the same."""
        state, seat = self.state, ours.player
        assert state.actor_index is not None and self.seats[state.actor_index] == seat, state
        actions = {choice.action for choice in ours.choices}
        raises = sorted(choice.values[0] for choice in ours.choices if choice.action == "raise")
        chips, paid = ours.value("chips")[seat], ours.value("paid")[seat]
        call = state.checking_or_calling_amount
        assert call == state.stacks[state.actor_index] or ("check" if call == 0 else "call") in actions
        assert ("fold" in actions) == (call > 0)
        least = state.min_completion_betting_or_raising_to_amount
        bet = state.bets[state.actor_index]
        assert (least is None) == (not raises and (chips <= call or "all_in" not in actions)), state
        if raises:
            assert raises[0] - paid == least - bet and raises[-1] - paid == chips - 1

    def act(self, ours: hoyle.State, choice: hoyle.Choice) -> None:
        state, seat = self.state, ours.player
        assert state.actor_index is not None
        chips, paid = ours.value("chips")[seat], ours.value("paid")[seat]
        more = choice.values[0] - paid if choice.action == "raise" else chips
        if choice.action == "fold":
            state.fold()
        elif choice.action in ("check", "call") or more <= state.checking_or_calling_amount:
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(state.bets[state.actor_index] + more)


def picked(rng: random.Random, choices: tuple[hoyle.Choice, ...]) -> hoyle.Choice:
    """Any action as likely as the others, so that there is more than raising."""
    action = rng.choice(sorted({choice.action for choice in choices}))
    return rng.choice([choice for choice in choices if choice.action == action])


def test_every_decision_and_every_stack_agree() -> None:
    rng, hands = random.Random(0), 0
    for number in range(GAMES):
        players = 2 + number % 5
        game = hoyle.load(str(DEFINITION), players=players)
        ours, stacks = game.start(seed=number), [40] * players
        while not ours.over:
            hand = Hand(ours, stacks)
            here = ours.value("hand_number")
            while not ours.over and ours.value("hand_number") == here:
                hand.compare(ours)
                choice = picked(rng, ours.choices)
                hand.act(ours, choice)
                ours.choose(choice)
                hand.street()
            hands += 1
            after = list(stacks)
            for n, seat in enumerate(hand.seats):
                after[seat] = hand.state.stacks[n]
            now = [chips + paid for chips, paid in zip(ours.value("chips"), ours.value("paid"), strict=True)]
            if ours.value("hand_number") == here + (not ours.over):  # else hands have been played that asked nobody
                assert now == after
            stacks = now
    assert hands > 3 * GAMES
