"""`hoyle simulate`: many games between bots, and what comes out."""

from __future__ import annotations

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
    from hoyle.run.game import Game
    from hoyle.run.state import State

EXAMPLE = "simulate {game} --games 1000 --seed 7"


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

    def add(self, state: State, decisions: int) -> None:
        """A game that is over, or was cut off."""
        self.decisions += decisions
        if not state.over:
            self.unfinished += 1
            return
        self.finished += 1
        self.lengths += decisions
        self.ties += len(state.winners) > 1
        self.no_winner += not state.winners
        self.endings[state.ending or "end of the flow"] += 1
        for seat, score in enumerate(state.scores):
            self.wins[seat] += seat in state.winners
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
    game: Game,
    games: int,
    seed: int | str,
    bots: list[str],
    cap: int,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
) -> Tally:
    """Play games. Number n has the seed `seed:n`, by which it can be played again."""
    from hoyle.players.playing import naming, play_out

    tally = Tally(game.players)
    start = time.perf_counter()
    for number in range(1, games + 1):
        with naming(f"the game with the seed {seed}:{number}"):
            tally.add(*play_out(game, f"{seed}:{number}", bots, cap))
        on_progress(number, games)
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
    json: ask.Json = False,
) -> None:
    """Let bots play many games, and say what came out.

    Game number n of a simulation has the seed S:n; `hoyle play GAME --watch --seed S:n` shows it again.
    """
    from hoyle.run.game import load

    names = ask.read_bots(bots)
    loaded = load(game, players=players, options=ask.read_options(options), variants=variants or ())
    with progress() as on_progress:
        tally = simulate_games(loaded, games, ask.read_seed(seed), names, cap, on_progress)
    if json:
        typer.echo(as_json(loaded, seed, names, games, tally))
    else:
        _show(console(), loaded, seed, names, games, tally)


def as_json(game: Game, seed: str, bots: list[str], games: int, tally: Tally) -> str:
    """The tally as one object; apart from `seconds` and `decisions_per_second` the same in every run."""
    data: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "players": game.players,
        "options": game.options,
        "seed": seed,
        "bots": bots,
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


def _show(out: Console, game: Game, seed: str, bots: list[str], games: int, tally: Tally) -> None:
    print_wrapped(out, f"{game.title}, {counted(game.players, 'player')}, seed {seed}, bots {', '.join(bots)}", 0)
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")
    out.print()
    facts = _facts(games, tally)
    width = max(len(amount) for amount, _ in facts)
    for amount, what in facts:
        say(out, f"{amount:>{width}}  {what}")
    if tally.finished:
        out.print()
        out.print(_seats(tally))


def _facts(games: int, tally: Tally) -> list[tuple[str, str]]:
    """What is said of all games, and what of the few to which it happened."""
    facts = [
        (f"{games}", "games" if games > 1 else "game"),
        (f"{tally.decisions}", f"decisions, {tally.speed:.0f} a second"),
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
