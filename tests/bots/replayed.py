"""Two real games that a seat cannot tell apart: one is the other with another deal, or with another secret choice."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from hoyle.bots.host import Host
from hoyle.bots.knowledge import Knowledge
from hoyle.bots.names import Thinking
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.trials.checks.redealt import SEEN, Dealt, Swap, _same_choice, drawn_cards
from hoyle.trials.checks.secrets import _deals
from hoyle.trials.exchange import Exchange

NUMBERS = 3_000


@attrs.frozen
class Pair:
    """A seat that is asked in two games, and how many choices it has made or seen before."""

    seat: int
    made: int
    hosts: tuple[Host, Host]
    swap: Swap

    @property
    def states(self) -> tuple[State, State]:
        return self.hosts[0].state, self.hosts[1].state


def chance(seed: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.randrange(1 << 30) for _ in range(NUMBERS)]


def pairs(game: Game, seed: int, most: int, every: int = 1) -> Iterator[Pair]:
    """At some decisions of a game, both games, if there is another one that whoever is asked could not tell from it."""
    rng, numbers = random.Random(seed), chance(seed)
    s, made = started(game, Dealt(numbers, drawn_cards(game))), []
    for number in range(most):
        if s.over:
            return
        if number % every == 0:
            for swap in _deals(s, made, number):
                found = replayed(game, numbers, made, s.player, swap)
                if found is not None and apart(found, s.player):
                    yield Pair(s.player, number, found, swap)
        made.append(rng.randrange(len(s.choices)))
        s.choose(made[-1])


def started(game: Game, dealt: Dealt) -> State:
    state = game.blank(0)
    state.seed = dealt
    game.perform(state, "flow", ())
    return state


def replayed(
    game: Game, numbers: Sequence[int], made: Sequence[int], seat: int, swap: Swap
) -> tuple[Host, Host] | None:
    """Both games, followed by somebody who knows what a seat knows; None as soon as it could tell them apart."""
    exchange = Exchange(game, swap.cards)
    first = Dealt(numbers, drawn_cards(game))
    one = host(game, started(game, first), seat)
    other = host(game, started(game, Dealt(numbers, first.drawn, first.noted, exchange)), seat)
    for turn, number in enumerate((*made, None)):
        if other.state.over or not alike(one.state, other.state, seat):
            return None
        if number is None:
            return one, other
        choice = one.state.choices[number]
        theirs = _same_choice(game, other.state, choice, exchange)
        if swap.instead is not None and swap.instead[0] == turn:
            if one.state.player == seat or swap.instead[1] >= len(other.state.choices):
                return None
            theirs = other.state.choices[swap.instead[1]]
        if theirs is None:
            return None
        one.make(choice)
        other.make(theirs)
    return None


def host(game: Game, state: State, seat: int) -> Host:
    """Somebody who thinks at one seat, while others choose at the others."""
    return Host(game, [Thinking(20) if n == seat else None for n in range(game.players)], 0, state, engine="python")


def alike(one: State, other: State, seat: int) -> bool:
    """Whether a seat is asked, sees and was told the same."""
    asked = [(s.player, s.site, [c.text for c in s.choices] if s.player == seat else None) for s in (one, other)]
    mine, theirs = one.view(seat), other.view(seat)
    return (
        asked[0] == asked[1] and all(mine[part] == theirs[part] for part in SEEN) and one.news(seat) == other.news(seat)
    )


def apart(hosts: tuple[Host, Host], seat: int) -> bool:
    """Whether the two games differ at all."""
    one, other = (h.state for h in hosts)
    return one.z != other.z or one.v != other.v or one.frames != other.frames


def thoughts(host: Host, seat: int) -> dict[str, Any]:
    """All that somebody who thinks there knows, imagines and prefers."""
    known = host.known[seat]
    at, rng = host.seat(seat), random.Random(7)
    return {
        "may": known.may,
        "lies": {card: zone for card, zone in enumerate(known.lies) if card not in known.may},
        "unknown": at.unknown,
        "worlds": [table(at.imagine(rng)) for _ in range(4)],
        "verdict": at.search(20),
    }


def table(s: State) -> tuple[Any, ...]:
    return s.z, s.v, s.up, s.loc, s.frames, s.player, s.seed


def cheating(host: Host, seat: int) -> None:
    """From now on that seat knows where all cards are."""
    known: Knowledge = host.known[seat]
    known.may.clear()
    known.lies[:] = host.state.loc[: len(known.lies)]
