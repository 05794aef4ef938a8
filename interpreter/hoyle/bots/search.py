"""Search: choices are tried in the same worlds, and games played on from there at random.

A few choices are tried first, then the better half of them more often, and so on until one is left (sequential
halving). As all are tried in the same worlds, what differs is the choice. How far is a count, never a time: the same
seed thinks the same everywhere. `thought` in `native/think.h` does the same in C.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.worlds import Draws, answered, deal, laid
from hoyle.diagnostics import HoyleError
from hoyle.native.thinking import Opinion, Thought, Unknown, Verdict
from hoyle.run.events import raw
from hoyle.run.teams import together
from hoyle.table import moves

if TYPE_CHECKING:
    from hoyle.run.state import State

NONE = Opinion(0, 0.0, 0.0)


def thought(s: State, unknown: Unknown, asked: Thought, choices: int) -> Verdict:
    """What the seat that is asked would do. choices: how many there are."""
    draws, left = Draws(asked.seed), asked.playouts
    of, ahead, order = [NONE] * choices, NONE, list(range(choices))
    if choices < 2:
        return Verdict(0, tuple(of), ahead)
    many = max(left // 4, 2)
    for n in range(min(many, choices)):  # of those that are as good as each other, any one
        other = n + draws.below(choices - n)
        order[n], order[other] = order[other], order[n]
    del order[many:]
    dealt = deal(s, unknown)
    while len(order) > 1:
        count = len(order)
        worlds = max(left // ((count - 1).bit_length() * count), 1)
        for _ in range(worlds):
            dealt.next(draws)
            world = laid(s, dealt, draws)
            right = answered(world, unknown, draws) and len(world.choices) == choices
            start, first = draws.next(), 0.0
            for place, choice in enumerate(order):
                value = _worth(world, choice, asked, Draws(start)) if right else 0.0
                of[choice] = _more(of[choice], value)
                if count == 2 and place:
                    ahead = _more(ahead, first - value)
                first = value
        left -= worlds * count
        order.sort(key=lambda choice: -of[choice].mean)
        del order[(count + 1) // 2 :]
    return Verdict(order[0], tuple(of), ahead)


def _more(of: Opinion, value: float) -> Opinion:
    return Opinion(of.tried + 1, of.sum + value, of.squares + value * value)


def _worth(world: State, choice: int, asked: Thought, draws: Draws) -> float:
    """What a choice comes to in a world, if the game is played on at random."""
    s = world.copy()
    try:
        deals = Deals(s)
        s.choose(s.choices[choice])
        for _ in range(asked.cap):
            if s.over or (asked.close and deals.more(s)):
                break
            s.choose(s.choices[draws.below(len(s.choices))])
        return worth(s, asked)
    except HoyleError:
        return 0.0


def worth(s: State, asked: Thought) -> float:
    """What a table is worth to a side; see `Thought`."""
    own = others = won = 0.0
    side = asked.side
    if not side and s.game.teams is not None:
        side = together(s.game.teams.at(s))[asked.seat]
    for seat, score in enumerate(s.scores):
        points = float(score if asked.rising else -score)
        if side >> seat & 1:
            own += points
        else:
            others += points
    mine, players = side.bit_count(), s.game.players
    ahead = own / mine - (others / (players - mine) if mine < players else 0)
    if asked.close:
        return ahead
    for seat in s.winners:
        won += 1.0 / len(s.winners) if side >> seat & 1 else 0
    by = ahead / asked.scale
    share = 0.5 + 0.5 * by / (1 + abs(by))
    return won * (100 - asked.scores) / 100 + share * asked.scores / 100 if s.over else share


class Deals:
    """Whether half of all cards or more were shuffled since some table."""

    def __init__(self, s: State) -> None:
        self.log, self.sizes, self.half = s.log, [len(zone) for zone in s.z], len(s.game.cards)
        self.found = False

    def more(self, s: State) -> bool:
        for event in raw(s, self.log):
            match event:
                case (moves.MOVED, cards, sources, to, *_):
                    for source in sources:
                        self.sizes[source] -= 1
                    self.sizes[to] += len(cards)
                case (moves.GATHERED, to, _):
                    self.sizes[:] = [0] * len(self.sizes)
                    self.sizes[to] = self.half
                case (moves.SHUFFLED, zone, *_):
                    self.found = self.found or 2 * self.sizes[zone] >= self.half
        self.log = s.log
        return self.found
