"""What is measured of bots that think: how often they win, and how long a move takes."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import chain

import hoyle
from hoyle.bots.host import Host
from hoyle.bots.names import bots_named
from hoyle.bots.worth import worth_of
from hoyle.compare.statistics import Interval
from hoyle.compare.statistics import share as wilson
from hoyle.run.playouts import planned, played_out
from hoyle.run.workers import worked
from hoyle.tournament.ratings import share
from hoyle.tournament.run import Dealt, Tournament, prepared
from hoyle.tournament.seating import places

ALPHA = 0.05
CAP = 10_000


def won(game: hoyle.Game, playouts: int, games: int, seed: str, workers: int = 1) -> Interval:
    """How often one seat that thinks wins against random ones: another seat and another deal each time. It wins with
    its partners, who choose at random too; of a win that several share it has its part."""
    sides = places(worth_of(game).sides)

    def lot(first: int, count: int) -> list[float]:
        return [_won(game, sides, playouts, number, f"{seed}:{number}") for number in range(first, first + count)]

    found = list(chain.from_iterable(worked(lot, 1, games, workers, size=1)))
    return wilson(round(sum(found)), len(found), ALPHA)


def _won(game: hoyle.Game, sides: tuple[tuple[int, ...], ...], playouts: int, number: int, seed: str) -> float:
    thinks = number % game.players
    bots = [f"search:{playouts}" if seat == thinks else "random" for seat in range(game.players)]
    state, *_ = played_out(game, seed, bots, CAP, "auto")
    winning = [side for side in sides if any(seat in state.winners for seat in side)]
    return sum(thinks in side for side in winning) / max(len(winning), 1)


def better(game: hoyle.Game, more: int, fewer: int, games: int, seed: str, workers: int = 1) -> Interval:
    """How many of the games that either wins are won by whoever tries more playouts, both having had the same cards at
    every place."""
    tournament = prepared(planned(game, seed, [f"search:{more}", f"search:{fewer}"], "auto", CAP), games, 1)
    return share([(deal.won[0], sum(deal.won)) for deal in _deals(tournament, games // 2, workers)], ALPHA)


def _deals(tournament: Tournament, deals: int, workers: int) -> Iterator[Dealt]:
    assert tournament.rows  # before there are copies of this process
    return chain.from_iterable(worked(tournament.lot, 1, deals, workers, size=1))


def moving(game: hoyle.Game, playouts: int, games: int) -> Callable[[random.Random, float], float]:
    """Milliseconds of processor time that a move takes which leaves a choice; the time allowed is not used."""

    def measure(rng: random.Random, seconds: float) -> float:
        worth_of(game)
        return 1e3 * _time(game, playouts, games, rng.getrandbits(32))

    return measure


def _time(game: hoyle.Game, playouts: int, games: int, seed: int) -> float:
    taken, moves = 0.0, 0
    for number in range(games + 1):
        thinks = number % game.players
        bots = [f"search:{playouts}" if seat == thinks else "random" for seat in range(game.players)]
        start = game.start(seed + number)
        host = Host(game, bots_named(bots, game.players, seed + number), seed + number, start)
        while not host.state.over:
            if host.state.player != thinks or len(host.state.choices) < 2:
                host.play()
                continue
            begun = time.process_time()
            choice = host.choose()
            if number:  # in the first game code is written where play comes to it
                taken += time.process_time() - begun
                moves += 1
            host.make(choice)
    return taken / moves


def winning(game: hoyle.Game, playouts: int, games: int) -> Callable[[random.Random, float], float]:
    """The share of games that one seat that thinks wins; the time allowed is not used."""

    def measure(rng: random.Random, seconds: float) -> float:
        return won(game, playouts, games, str(rng.getrandbits(32))).estimate

    return measure
