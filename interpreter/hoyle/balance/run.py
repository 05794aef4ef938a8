"""Plays all that a report is made of, and keeps what is known so far if somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import zip_longest
from typing import Any

import attrs

from hoyle.balance.duel import Duels, known
from hoyle.balance.skill import STEPS, Ladder
from hoyle.balance.table import Table
from hoyle.balance.tally import Key, Sums, Tally, gathered
from hoyle.bots.unknown import secrets
from hoyle.run.game import Game, load
from hoyle.run.workers import Lot, worked

RANDOM = "random"
GAMES = 400
Progress = Callable[[int, int], None]


@attrs.frozen
class Plan:
    """What is asked for. bots: the name of those who play at all seats, beside random ones; duels: if there are any,
    nothing else is played. variants: a game that is played with them is played without them as well."""

    game: str
    players: int | None = None
    options: dict[str, Any] = attrs.field(factory=dict)
    variants: tuple[str, ...] = ()
    bots: str = "normal"
    games: int = GAMES
    seed: int | str = 0
    cap: int = 10_000
    workers: int = 1
    duels: tuple[str, ...] = ()

    def load(self, variants: tuple[str, ...]) -> Game:
        return load(self.game, players=self.players, options=self.options, variants=variants)


Counts = dict[Key, Sums]  # by key what each game has of it


@attrs.define
class Side:
    """The game, as one of the two sides plays it. games: how many were played of each sort; counts: by who played."""

    table: Table
    variants: tuple[str, ...] = ()
    games: dict[str, int] = attrs.field(factory=dict)
    counts: dict[str, Counts] = attrs.field(factory=dict)

    def of(self, sort: str) -> Counts:
        return self.counts.get(sort, {})


@attrs.define
class Balance:
    """What came out, of the game and, if there are variants, of the game with them. complete: nobody stopped it."""

    plan: Plan
    sides: list[Side]
    complete: bool = True


TABLE, SKILL, DUELS = "table", "skill", "duels"  # sorts of games; RANDOM is one, too


def sort_of(name: str, sort: str) -> str:
    """Under what the games are kept that bots of that name have played."""
    return RANDOM if name == RANDOM else sort


def balance(plan: Plan, on_progress: Progress = lambda done, total: None) -> Balance:
    """Play what is asked for. Raises HoyleError if the game cannot be played, or what a duel is about is not in it."""
    settings = [(), plan.variants] if plan.variants else [()]
    sides = [_side(plan, plan.load(variants), variants) for variants in settings]
    duels = [tuple(known(side.table.game, what) for what in plan.duels) for side in sides]
    plan = attrs.evolve(plan, duels=duels[0])
    found = Balance(plan, sides)
    rows = zip_longest(*(_jobs(plan, side) for side in sides))
    jobs = [(side, *job) for row in rows for side, job in zip(sides, row, strict=True) if job is not None]
    total, done = sum(units for *_, units in jobs), 0
    try:
        for side, sort, lot, units in jobs:
            lots = worked(lot, 0, units, min(plan.workers, units))
            _play(side, sort, lots, partial(_tell, on_progress, done, total))
            done += units
    except KeyboardInterrupt:
        found.complete = False
    return found


def _tell(on_progress: Progress, before: int, total: int, done: int) -> None:
    on_progress(before + done, total)


def _play(side: Side, sort: str, lots: Iterator[list[Tally]], tell: Callable[[int], None]) -> None:
    """Take in what was played; what was is known even if it ends before its time."""
    tallies: list[Tally] = []
    try:
        for lot in lots:
            tallies += lot
            tell(len(tallies))
    finally:
        side.games[sort], side.counts[sort] = len(tallies), gathered(tallies)


def _side(plan: Plan, game: Game, variants: tuple[str, ...]) -> Side:
    """What all workers share is made before there are any."""
    _ = game.native
    secrets(game)
    reading = None if plan.duels else game.reading
    return Side(Table(game, reading, plan.cap), variants)


def _jobs(plan: Plan, side: Side) -> list[tuple[str, Lot[list[Tally]], int]]:
    """What is played: a sort, who plays it, and how many units of work it is."""
    table, seed = side.table, plan.seed
    names = list(dict.fromkeys((plan.bots, RANDOM)))
    if plan.duels:
        units = plan.games * len(plan.duels)
        return [(sort_of(name, DUELS), Duels(table, seed, (name,), plan.duels).lot, units) for name in names]
    jobs: list[tuple[str, Lot[list[Tally]], int]] = [
        (sort_of(name, TABLE), Seats(table, seed, (name,)).lot, plan.games) for name in names
    ]
    if table.alone:
        return jobs
    deals = max(1, plan.games // (2 * len(table.sides)))
    return [*jobs, (SKILL, Ladder(table, seed).lot, deals * len(STEPS))]


@attrs.frozen
class Seats:
    """Games between equals."""

    table: Table
    seed: int | str
    names: tuple[str, ...]

    def lot(self, first: int, count: int) -> list[Tally]:
        return [
            self.table.counted(f"{self.seed}:{number}", self.names) for number in range(first + 1, first + count + 1)
        ]
