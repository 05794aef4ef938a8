"""How strong bots that think are: against random ones, against such as try less, and in games that nobody tuned on.

Every game has another seat that thinks and another deal, so games are independent and shares have Wilson's interval. A
floor is cleared if the lower end of a 95 % interval is above it. Who tries ten times as much is compared by the games
that either wins; every deal is played twice with places exchanged, and intervals are those of deals.

Exits with 1 if a row misses its floor. In the short form a row misses it only if its whole interval does.
"""

from __future__ import annotations

import random
import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

import hoyle
from hoyle.compare.statistics import Interval
from thinking import better, moving, won

HERE = Path(__file__).parent
HEARTS = str(HERE.parent / "examples" / "hearts.hoyle")
HELD_OUT = HERE / "held_out"
FEW, MANY = 100, 1_000
SHORT = 10  # of how many games the short form plays one


@dataclass(frozen=True)
class Trial:
    """One seat that thinks among random ones. floors, games: with few playouts a move, and with many."""

    name: str
    players: int
    floors: tuple[float, float]
    games: tuple[int, int]


# So many games that the floor is cleared if the truth is where it seems to be, but for a few times in a hundred.
TRIALS = (
    Trial("texas_showdown", 4, (0.80, 0.83), (1_500, 600)),
    Trial(HEARTS, 4, (0.77, 0.83), (200, 150)),
    Trial("dwyn", 3, (0.66, 0.86), (250, 250)),
    Trial("rowdy_partners", 4, (0.73, 0.76), (400, 200)),
    Trial("rowdy_partners", 2, (0.91, 0.91), (160, 80)),
    Trial("trickdraw", 2, (0.93, 0.93), (2_000, 400)),
    Trial("trickdraw", 4, (0.80, 0.80), (600, 160)),
    Trial("book_it", 3, (0.86, 0.90), (100, 60)),
)
NEW = (  # games that nobody tuned on: all of them at least half as much again as is even
    Trial(str(HELD_OUT / "ladder.hoyle"), 3, (0.50, 0.50), (1_000, 1_000)),
    Trial(str(HELD_OUT / "cellar.hoyle"), 3, (0.50, 0.50), (1_000, 1_000)),
    Trial(str(HELD_OUT / "auction.hoyle"), 3, (0.50, 0.50), (1_000, 1_000)),
)
DUELS = (  # the game, how many play, and how many games
    ("texas_showdown", 4, 640),
    (HEARTS, 4, 300),
    ("dwyn", 2, 160),
    ("rowdy_partners", 4, 80),
    ("trickdraw", 2, 200),
    ("book_it", 2, 30),
)
MOVES = (("texas_showdown", 4, 1.0, 60), ("book_it", 3, 15.0, 6))  # milliseconds at most, measured over so many games


@dataclass(frozen=True)
class Line:
    """What was measured. most: whether the floor is the most it may be."""

    what: str
    measured: str
    within: str
    floor: str
    passed: bool

    @classmethod
    def of_share(cls, what: str, found: Interval, floor: float, games: int, short: bool) -> Line:
        passed = (found.high if short else found.low) > floor
        within = f"{found.low:.3f} to {found.high:.3f}"
        return cls(f"{what}, {games} games", f"{found.estimate:.3f}", within, f"> {floor:.2f}", passed)


def lines(seed: str, workers: int, short: bool) -> Iterator[Line]:
    """All that is measured, one after the other."""
    part = SHORT if short else 1
    for trial in (*TRIALS, *NEW):
        game = hoyle.load(trial.name, players=trial.players)
        team = ", with a random partner" if trial.name == "rowdy_partners" and trial.players == 4 else ""
        for playouts, floor, games in zip((FEW, MANY), trial.floors, trial.games, strict=True):
            some = max(games // part, 10)
            found = won(game, playouts, some, f"{seed}:{trial.name}:{trial.players}", workers)
            even = 1 / trial.players if not team else 0.5
            what = f"{game.title}, {trial.players}{team}, {playouts} playouts (even {even:.2f})"
            yield Line.of_share(what, found, floor, some, short)
    for name, players, games in DUELS:
        game = hoyle.load(name, players=players)
        some = max(games // part, 10)
        found = better(game, MANY, FEW, some, f"{seed}:duel:{name}", workers)
        yield Line.of_share(f"{game.title}, {players}, {MANY} against {FEW}", found, 0.5, some, short)
    for name, players, most, games in MOVES:
        game = hoyle.load(name, players=players)
        took = moving(game, FEW, max(games // part, 2))(random.Random(seed), 0)
        what = f"{game.title}, {players}, a move at {FEW} playouts"
        yield Line(what, f"{took:.2f} ms", "", f"≤ {most:g} ms", took <= most)


def main(
    seed: Annotated[str | None, typer.Option(help="What chance starts from; another each time, if not given.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes play.")] = 2,
    quick: Annotated[bool, typer.Option("--quick", help="Play a tenth of the games.")] = False,
) -> None:
    """Measure, print, and exit with 1 if a row misses its floor."""
    start, missed, out = time.monotonic(), [], Console(highlight=False, width=120)
    chosen = seed or secrets.token_hex(4)
    out.print(f"seed {chosen}, {workers} processes")
    for line in lines(chosen, workers, quick):
        row = f"{line.what:<80} {line.measured:>8}  {line.within:<16} {line.floor}"
        out.print(row, style="green" if line.passed else "red", soft_wrap=True)
        if not line.passed:
            missed.append(line.what)
    out.print(f"{(time.monotonic() - start) / 60:.1f} minutes")
    if missed:
        print(f"below the floor: {'; '.join(missed)}", file=sys.stderr)
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
