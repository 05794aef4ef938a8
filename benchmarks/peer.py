"""Bots that think against OpenSpiel's, in Hearts: two seats each, in lock-step, every deal twice with seats exchanged.

Both play the same hand, each in its own engine, and neither is shown more than its seat sees. Nothing is passed: there
the bot of OpenSpiel 2.0 crashes. It is `ISMCTSBot` with a random rollout, taking the move that was visited most; its
constant of exploration is that of 2, 5 and 18 with which it does best against ours, on deals of their own. It looks at
its own points only, ours at how far it is ahead.

A difference is ours less theirs, in points a deal, so less than nothing is better for ours; its 95 % interval counts
deals (Student's t). Time is the processor's, of moves that leave a choice; ours has in it, too, that every move of
anybody is made in our engines and thought about by the seats that see it. Exits with 1 if ours are surely worse with as
many simulations, or not surely better in no more time.
"""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

import pyspiel
import typer

import hoyle
from hoyle.bots.host import Host
from hoyle.bots.names import bots_named
from hoyle.compare.statistics import Interval, mean

HOUSE = Path(__file__).parent.parent / "examples"
CONSTANTS = (2.0, 5.0, 18.0)
ALPHA = 0.05
ALL_POINTS = 26

# OpenSpiel's own defaults, but for passing; written out so that a new release cannot change what is compared.
PARAMETERS = {
    "pass_cards": False,
    "no_pts_on_first_trick": True,
    "can_lead_any_club": False,
    "jd_bonus": False,
    "avoid_all_tricks_bonus": False,
    "must_break_hearts": True,
    "qs_breaks_hearts": True,
    "can_lead_hearts_instead_of_qs": False,
}
RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
NUMBER = {f"{rank} of {suit}": n for n, (rank, suit) in enumerate((r, s) for r in RANKS for s in SUITS)}

THEIR_GAME = pyspiel.load_game("hearts", PARAMETERS)
OUR_GAME = hoyle.load(
    str(HOUSE / "hearts.hoyle"), players=4, variants=[str(HOUSE / "house_rules" / "no_passing.hoyle")]
)


@dataclass
class Clock:
    """How long moves took that left a choice, on the processor."""

    moves: int = 0
    seconds: float = 0.0

    @property
    def milliseconds(self) -> float:
        return 1e3 * self.seconds / max(self.moves, 1)


@dataclass
class Match:
    """Deals between both. playouts: ours a move; simulations: theirs; c: their constant of exploration."""

    playouts: int
    simulations: int
    c: float
    seed: str
    differences: list[float] = field(default_factory=list)
    our_clock: Clock = field(default_factory=Clock)
    their_clock: Clock = field(default_factory=Clock)

    def play(self, deals: int) -> Interval:
        for number in range(deals):
            games = [self._game(number, exchanged) for exchanged in (False, True)]
            self.differences.append(sum(games) / 2)
        return mean(self.differences, ALPHA)

    def _ours(self, number: int, exchanged: bool) -> list[bool]:
        """Opposite seats in one deal, and neighbours in the next."""
        seats = [[True, False, True, False], [True, False, False, True]][number % 2]
        return [seat != exchanged for seat in seats]

    def _game(self, number: int, exchanged: bool) -> float:
        seed, ours = f"{self.seed}:{number}", self._ours(number, exchanged)
        names = [f"search:{self.playouts}" if own else None for own in ours]
        host = Host(OUR_GAME, bots_named(names, 4, seed), seed, OUR_GAME.start(seed))
        theirs = dealt(host.state)
        kept = [pyspiel.RandomRolloutEvaluator(1, number * 8 + seat + 4 * exchanged) for seat in range(4)]
        bots = [self._bot(number * 8 + seat + 4 * exchanged, each) for seat, each in enumerate(kept)]
        while not theirs.is_terminal():
            seat = theirs.current_player()
            assert host.state.player == seat, theirs
            cards = {NUMBER[card]: choice for choice in host.state.choices for card in choice.cards}
            assert sorted(cards) == theirs.legal_actions(), theirs
            if len(cards) == 1:
                card = next(iter(cards))
            elif ours[seat]:
                card = self._timed(self.our_clock, lambda: NUMBER[host.choose().cards[0]])
            else:
                card = self._timed(self.their_clock, lambda bot=bots[seat]: bot.step(theirs))
            self._made(host, cards[card])
            theirs.apply_action(card)
        points = [ALL_POINTS - int(returned) for returned in theirs.returns()]
        assert list(host.state.value("points")) == points, theirs
        return sum(each if own else -each for each, own in zip(points, ours, strict=True)) / 2

    def _bot(self, seed: int, evaluator: pyspiel.Evaluator) -> pyspiel.Bot:
        most = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(seed, evaluator, self.c, self.simulations, -1, most, False, True)

    def _made(self, host: Host, choice: hoyle.Choice) -> None:
        start = time.process_time()
        host.make(choice)
        self.our_clock.seconds += time.process_time() - start

    def _timed(self, clock: Clock, call: Callable[[], int]) -> int:
        start = time.process_time()
        card = call()
        clock.seconds += time.process_time() - start
        clock.moves += 1
        return card


def dealt(state: hoyle.State) -> pyspiel.State:
    """An OpenSpiel hand in which every seat holds the same cards; OpenSpiel deals them one by one, in seat order."""
    theirs = THEIR_GAME.new_initial_state()
    while theirs.is_chance_node() and len(theirs.legal_actions()) == 1:
        theirs.apply_action(0)  # that nothing is passed
    for round_of_cards in zip(*state.table()["hand"], strict=True):
        for card in round_of_cards:
            theirs.apply_action(NUMBER[card])
    assert not theirs.is_chance_node()
    return theirs


def told(what: str, match: Match, found: Interval) -> str:
    clocks = f"{match.our_clock.milliseconds:.2f} and {match.their_clock.milliseconds:.2f} ms a move"
    who = f"{match.playouts} against {match.simulations} simulations, c {match.c:g}, {clocks}"
    points = f"{found.estimate:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
    return f"{what}: {who}, {len(match.differences)} deals x 2: {points}"


def main(
    simulations: Annotated[int, typer.Option(min=1, help="How many simulations a move.")] = 100,
    deals: Annotated[int, typer.Option(min=2, help="How many deals; each is played twice.")] = 400,
    pilot: Annotated[int, typer.Option(min=2, help="How many other deals their constant is chosen by.")] = 100,
    seed: Annotated[str | None, typer.Option(help="What chance starts from; another each time, if not given.")] = None,
) -> None:
    """Measure, print, and exit with 1 if ours are not as good as they should be."""
    chosen = seed or secrets.token_hex(4)
    print(f"seed {chosen}")
    tried = []
    for c in CONSTANTS:
        match = Match(simulations, simulations, c, f"{chosen}:pilot")
        found = match.play(pilot)
        tried.append((found.estimate, c, match))
        print(told("choosing c", match, found), flush=True)
    _, c, first = max(tried, key=lambda each: each[0])
    as_many = Match(simulations, simulations, c, f"{chosen}:as many")
    found = as_many.play(deals)
    print(told("as many simulations", as_many, found), flush=True)
    more = int(simulations * first.their_clock.milliseconds / first.our_clock.milliseconds)
    as_long = Match(max(more, 1), simulations, c, f"{chosen}:as long")
    longer = as_long.play(deals)
    print(told("in no more time", as_long, longer))
    if found.low > 0 or longer.high >= 0:
        print("ours are not as good as they should be", file=sys.stderr)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
