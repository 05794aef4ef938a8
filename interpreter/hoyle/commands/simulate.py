"""`hoyle simulate`: many games between bots, and what comes out."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import attrs
import typer

from hoyle.commands.arguments import (
    GameArgument,
    JsonOption,
    OptionsOption,
    PlayersOption,
    SeedOption,
    WithOption,
    options_in_words,
    read_options,
    read_seed,
)
from hoyle.players.bots import BotsOption, read_bots, seat_bots

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.run.game import Game
    from hoyle.run.state import State

EXAMPLE = "simulate {game} --games 1000 --seed 7"


@attrs.define
class Outcome:
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
    wins: list[int] = attrs.field(init=False)
    scores: list[int] = attrs.field(init=False)
    endings: Counter[str] = attrs.field(factory=Counter)

    def __attrs_post_init__(self) -> None:
        self.wins, self.scores = [0] * self.players, [0] * self.players

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
) -> Outcome:
    """Play games. Number n has the seed `seed:n`, by which it can be played again."""
    outcome = Outcome(game.players)
    start = time.perf_counter()
    for number in range(1, games + 1):
        with naming(f"the game with the seed {seed}:{number}"):
            _play_one(game, f"{seed}:{number}", bots, cap, outcome)
        on_progress(number, games)
    outcome.seconds = time.perf_counter() - start
    return outcome


@contextmanager
def naming(game: str) -> Iterator[None]:
    """Whatever the engine refuses is said with the game in which it did."""
    from hoyle.diagnostics import HoyleError

    try:
        yield
    except HoyleError as error:
        where = f" (in {game})"
        raise HoyleError([attrs.evolve(d, message=d.message + where) for d in error.diagnostics]) from None


def play_out(game: Game, seed: str, bots: list[str], cap: int) -> tuple[State, int]:
    """A game to its end, or until it is cut off; with how many decisions there were."""
    seated = seat_bots(bots, game.players, seed)
    state = game.start(seed)
    decisions = 0
    while not state.over and decisions < cap:
        state.choose(seated[state.player](state.choices))
        decisions += 1
    return state, decisions


def _play_one(game: Game, seed: str, bots: list[str], cap: int, outcome: Outcome) -> None:
    state, decisions = play_out(game, seed, bots, cap)
    outcome.decisions += decisions
    if not state.over:
        outcome.unfinished += 1
        return
    outcome.finished += 1
    outcome.lengths += decisions
    outcome.ties += len(state.winners) > 1
    outcome.no_winner += not state.winners
    outcome.endings[state.ending or "end of the flow"] += 1
    for seat in state.winners:
        outcome.wins[seat] += 1
    for seat, score in enumerate(state.scores):
        outcome.scores[seat] += score


def simulate(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: SeedOption = "0",
    players: PlayersOption = None,
    option: OptionsOption = None,
    variants: WithOption = None,
    bots: BotsOption = "random",
    cap: Annotated[
        int, typer.Option("--cap", metavar="N", min=1, help="Decisions after which a game is cut off.")
    ] = 100_000,
    json: JsonOption = False,
) -> None:
    """Let bots play many games, and say what came out.

    Game number n of a simulation has the seed S:n; `hoyle play GAME --watch --seed S:n` shows it again.
    """
    from hoyle.commands.terminal import console, progress
    from hoyle.run.game import load

    names = read_bots(bots)
    loaded = load(game, players=players, options=read_options(option), variants=variants or ())
    with progress() as on_progress:
        outcome = simulate_games(loaded, games, read_seed(seed), names, cap, on_progress)
    if json:
        typer.echo(as_json(loaded, seed, names, games, outcome))
    else:
        _show(console(), loaded, seed, names, games, outcome)


def as_json(game: Game, seed: str, bots: list[str], games: int, outcome: Outcome) -> str:
    """The outcome as one object; apart from `seconds` and `decisions_per_second` the same in every run."""
    data: dict[str, Any] = {
        "game": game.name,
        "title": game.title,
        "players": game.players,
        "options": game.options,
        "seed": seed,
        "bots": bots,
        "games": games,
        "finished": outcome.finished,
        "unfinished": outcome.unfinished,
        "decisions": outcome.decisions,
        "seconds": round(outcome.seconds, 3),
        "decisions_per_second": round(outcome.speed),
        "mean_length": outcome.mean_length,
        "wins": outcome.wins,
        "ties": outcome.ties,
        "no_winner": outcome.no_winner,
        "mean_scores": outcome.mean_scores,
        "endings": dict(sorted(outcome.endings.items())),
    }
    return json.dumps(data, indent=2)


def _show(out: Console, game: Game, seed: str, bots: list[str], games: int, outcome: Outcome) -> None:
    from hoyle.commands.terminal import print_wrapped, safe
    from hoyle.model import table_of

    print_wrapped(out, f"{game.title}, {table_of(game.players)}, seed {seed}, bots {', '.join(bots)}", 0)
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")
    out.print()
    facts = _facts(games, outcome)
    width = max(len(amount) for amount, _ in facts)
    for amount, what in facts:
        out.print(safe(f"{amount:>{width}}  {what}"), soft_wrap=True)
    if outcome.finished:
        out.print()
        out.print(_seats(outcome))


def _facts(games: int, outcome: Outcome) -> list[tuple[str, str]]:
    """What is said of all games, and what of the few to which it happened."""
    facts = [
        (f"{games}", "games" if games > 1 else "game"),
        (f"{outcome.decisions}", f"decisions, {outcome.speed:.0f} a second"),
    ]
    if outcome.mean_length is not None:
        facts.append((f"{outcome.mean_length:.1f}", "decisions in a game"))
    facts += [(f"{n}", f"ended by {ending.replace('_', ' ')}") for ending, n in sorted(outcome.endings.items())]
    rare = [(outcome.ties, "ties"), (outcome.no_winner, "without a winner"), (outcome.unfinished, "unfinished")]
    return facts + [(f"{n}", what) for n, what in rare if n]


def _seats(outcome: Outcome) -> Any:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    table.add_column("seat")
    for title in ("wins", "share", "mean score"):
        table.add_column(title, justify="right")
    for seat, (wins, score) in enumerate(zip(outcome.wins, outcome.mean_scores or [], strict=True)):
        table.add_row(f"player {seat + 1}", f"{wins}", f"{wins / outcome.finished:.1%}", f"{score:.2f}")
    return table
