"""The libraries of bidding and of sides, beside what a few lines of Python make of the same table."""

from __future__ import annotations

import random
from pathlib import Path

import attrs
import pytest

import hoyle
from hoyle.read import read_path
from hoyle.run.game import prepare

SALE = """\
game "Sale" for 2..5 players
use auction
option opener : Player = random
option start : 1..3
option limit : 2..9
option even : yes_no
option coming_back : yes_no
cards Lot
    worth : 1..2
    | worth |
    | 1..2  |
define first_bidder = opener
define bid_limit = limit
except lowest_bid gives start
except can_be_bid(n) as by_twos when even gives n mod 2 is 0
except in_auction(p) as again when coming_back gives yes
define score(p) = if p is bidder then last_bid otherwise 0
flow
    repeat 2 times
        auction
ending sold after flow
    winners all(p in Player where p is bidder)
"""
SIDES = """\
game "Sides" for 2..4 players
use partners
cards Lot
    worth : 1..2
    | worth |
    | 1..2  |
define score(p) = side_points[side(p)]
define partners_now = all(number(partner_of(p)) for p in Player)
flow
    each p in Player
        side_points[side(p)] += number(p) * number(p)
ending counted after flow when not empty(partners_now)
    winners highest(s in Side by side_points[s])
"""
GAMES = 100


@attrs.define
class Bidding:
    """An auction as people hold it: the word goes round, and they count who has passed since."""

    players: int
    seat: int
    start: int
    limit: int
    even: bool
    coming_back: bool
    last: int = 0
    bidder: int | None = None
    passed: list[int] = attrs.field(factory=list)  # since the last bid, or for good

    def offers(self) -> set[str]:
        bids = range(max(self.start, self.last + 1), self.limit + 1)
        return {"pass", *(f"bid {n}" for n in bids if n % 2 == 0 or not self.even)}

    def said(self, word: str) -> None:
        if word == "pass":
            self.passed.append(self.seat)
        else:
            self.last, self.bidder = int(word.removeprefix("bid ")), self.seat
            self.passed = [] if self.coming_back else self.passed
        self.seat = (self.seat + 1) % self.players
        while self.seat in self.passed and not self.over and not self.coming_back:
            self.seat = (self.seat + 1) % self.players

    @property
    def over(self) -> bool:
        others = [seat for seat in range(self.players) if seat != self.bidder]
        return self.last >= self.limit or all(seat in self.passed for seat in others)


def test_who_speaks_what_can_be_bid_and_who_bids_last(tmp_path: Path) -> None:
    (tmp_path / "sale.hoyle").write_text(SALE, encoding="utf-8")
    reading, rng = read_path(tmp_path / "sale.hoyle"), random.Random(0)
    seen = {"nobody": 0, "to the limit": 0, "below it": 0, "again after passing": 0}
    for seed in range(GAMES):
        players, even, coming_back = rng.randint(2, 5), rng.random() < 0.3, rng.random() < 0.5
        opener, start, limit = rng.randrange(players), rng.randint(1, 3), rng.randint(2, 9)
        options = {"opener": opener + 1, "start": start, "limit": limit, "even": even, "coming_back": coming_back}
        state = prepare(reading, players=players, options=options).start(seed=seed)
        for _ in range(2):
            table, silent = Bidding(players, opener, start, limit, even, coming_back), set[int]()
            while not table.over:
                assert not state.over and state.player == table.seat, table
                assert {choice.text for choice in state.choices} == table.offers(), table
                choice = state.choices[-1] if rng.random() < 0.4 else rng.choice(state.choices)
                seen["again after passing"] += choice.text != "pass" and table.seat in silent
                silent |= {table.seat} if choice.text == "pass" else set()
                table.said(choice.text)
                state.choose(choice)
            seen["nobody" if table.bidder is None else "to the limit" if table.last == limit else "below it"] += 1
        assert state.over, table
        assert list(state.scores) == [table.last if seat == table.bidder else 0 for seat in range(players)]
        assert list(state.winners) == ([] if table.bidder is None else [table.bidder])
    assert min(seen.values()) > GAMES / 10, seen


@pytest.mark.parametrize("across", ((0, 1), (2, 1, 0), (2, 3, 0, 1)), ids=len)
def test_partners_sit_across(across: tuple[int, ...], tmp_path: Path) -> None:
    """across: for each seat the partner, or itself if there is none."""
    (tmp_path / "sides.hoyle").write_text(SIDES, encoding="utf-8")
    state = hoyle.load(str(tmp_path / "sides.hoyle"), players=len(across)).start(seed=0)
    assert list(state.teams or ()) == ["north_south", "east_west", "north_south", "east_west"][: len(across)]
    assert state.value("partners_now") == [partner + 1 for partner in across]
    points = [sum((one + 1) ** 2 for one in {seat, partner}) for seat, partner in enumerate(across)]
    assert list(state.scores) == points
    assert list(state.winners) == [seat for seat, scored in enumerate(points) if scored == max(points)]
