"""`hoyle simulate`: many games between bots, and what comes out."""

from __future__ import annotations

import enum
import json
import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer
from rich.console import Console
from rich.table import Table

from hoyle.commands import ask
from hoyle.commands.terminal import console, print_wrapped, progress, say, table
from hoyle.english import counted, options_in_words
from hoyle.values import seat_number

if TYPE_CHECKING:
    from hoyle.run.playouts import Played, Run

IN = {"native": "in C", "python": "in Python"}
EXAMPLE = "simulate {game} --games 1000 --seed 7"


class Engine(enum.StrEnum):
    auto = enum.auto()
    native = enum.auto()
    python = enum.auto()


@attrs.define
class Tally:
    """What came out of a number of games.

    Whoever shares a win has won. A game that was cut off counts among the decisions and the unfinished, nowhere else.
    """

    players: int
    finished: int = 0
    unfinished: int = 0
    decisions: int = 0
    ties: int = 0
    no_winner: int = 0
    lengths: int = 0
    seconds: float = 0.0
    wins: list[int] = attrs.Factory(lambda tally: [0] * tally.players, takes_self=True)
    scores: list[int] = attrs.Factory(lambda tally: [0] * tally.players, takes_self=True)
    endings: Counter[str] = attrs.field(factory=Counter)

    def add(self, played: Played) -> None:
        """A game that is over, or was cut off."""
        self.decisions += played.decisions
        if played.ending is None:
            self.unfinished += 1
            return
        self.finished += 1
        self.lengths += played.decisions
        self.ties += len(played.winners) > 1
        self.no_winner += not played.winners
        self.endings[played.ending or "end of the flow"] += 1
        for seat, score in enumerate(played.scores):
            self.wins[seat] += seat in played.winners
            self.scores[seat] += score

    @property
    def speed(self) -> float:
        return self.decisions / self.seconds if self.seconds else 0.0

    @property
    def mean_length(self) -> float | None:
        return self.lengths / self.finished if self.finished else None

    @property
    def mean_scores(self) -> list[float] | None:
        return [score / self.finished for score in self.scores] if self.finished else None


def simulate_games(
    run: Run, games: int, workers: int = 1, on_progress: Callable[[int, int], None] = lambda done, total: None
) -> Tally:
    """Play games. Number n has the seed `seed:n`, by which it can be played again."""
    from hoyle.run.playouts import rows

    tally = Tally(run.game.players)
    start = time.perf_counter()
    for lot in rows(run, 1, games, workers):
        for played in lot:
            tally.add(played)
        on_progress(tally.finished + tally.unfinished, games)
    tally.seconds = time.perf_counter() - start
    return tally


def simulate(
    game: ask.Game,
    games: Annotated[int, ask.option("--games", "N", "How many games.", min=1)] = 100,
    seed: ask.Seed = "0",
    players: ask.Players = None,
    options: ask.Options = None,
    variants: ask.Variants = None,
    bots: ask.Bots = "random",
    cap: Annotated[int, ask.option("--cap", "N", "Decisions after which a game is cut off.", min=1)] = 100_000,
    engine: Annotated[Engine, ask.switch("--engine", "What plays: C where that can be had (auto), or one of both.")] = (
        Engine.auto
    ),
    workers: Annotated[int, ask.option("--workers", "N", "How many work on it.", min=1)] = 1,
    json: ask.Json = False,
) -> None:
    """Let bots play many games, and say what came out.

    Game number n of a simulation has the seed S:n; `hoyle play GAME --watch --seed S:n` shows it again.
    """
    from hoyle.run.game import load
    from hoyle.run.playouts import planned

    names = ask.read_bots(bots)
    loaded = load(game, players=players, options=ask.read_options(options), variants=variants or ())
    run = planned(loaded, ask.read_seed(seed), names, engine, cap)
    with progress() as on_progress:
        tally = simulate_games(run, games, workers, on_progress)
    if json:
        typer.echo(as_json(run, seed, games, tally))
    else:
        _show(console(), run, seed, games, tally)


def as_json(run: Run, seed: str, games: int, tally: Tally) -> str:
    """The tally as one object; apart from `engine`, `seconds` and `decisions_per_second` the same in every run."""
    game = run.game
    data: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "players": game.players,
        "options": game.options,
        "seed": seed,
        "bots": list(run.bots),
        "engine": run.engine,
        "games": games,
        "finished": tally.finished,
        "unfinished": tally.unfinished,
        "decisions": tally.decisions,
        "seconds": round(tally.seconds, 3),
        "decisions_per_second": round(tally.speed),
        "mean_length": tally.mean_length,
        "wins": tally.wins,
        "ties": tally.ties,
        "no_winner": tally.no_winner,
        "mean_scores": tally.mean_scores,
        "endings": dict(sorted(tally.endings.items())),
    }
    return json.dumps(data, indent=2)


def _show(out: Console, run: Run, seed: str, games: int, tally: Tally) -> None:
    game = run.game
    print_wrapped(out, f"{game.title}, {counted(game.players, 'player')}, seed {seed}, bots {', '.join(run.bots)}", 0)
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")
    out.print()
    facts = _facts(games, tally, IN[run.engine])
    width = max(len(amount) for amount, _ in facts)
    for amount, what in facts:
        say(out, f"{amount:>{width}}  {what}")
    if tally.finished:
        out.print()
        out.print(_seats(tally))


def _facts(games: int, tally: Tally, how: str) -> list[tuple[str, str]]:
    """What is said of all games, and what of the few to which it happened."""
    facts = [
        (f"{games}", "games" if games > 1 else "game"),
        (f"{tally.decisions}", f"decisions, {tally.speed:.0f} a second, {how}"),
    ]
    if tally.mean_length is not None:
        facts.append((f"{tally.mean_length:.1f}", "decisions in a game"))
    facts += [(f"{n}", f"ended by {ending.replace('_', ' ')}") for ending, n in sorted(tally.endings.items())]
    rare = [(tally.ties, "ties"), (tally.no_winner, "without a winner"), (tally.unfinished, "unfinished")]
    return facts + [(f"{n}", what) for n, what in rare if n]


def _seats(tally: Tally) -> Table:
    rows = table("seat")
    for title in ("wins", "share", "mean score"):
        rows.add_column(title, justify="right")
    for seat, (wins, score) in enumerate(zip(tally.wins, tally.mean_scores or [], strict=True)):
        rows.add_row(seat_number(seat), f"{wins}", f"{wins / tally.finished:.1%}", f"{score:.2f}")
    return rows
