"""`hoyle simulate`: many games between bots, and what comes out."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from hoyle.commands import ask
from hoyle.commands.terminal import console

EXAMPLE = "simulate {game} --games 1000 --seed 7"
STOPPED = 130  # as shells have it

_OUT = "A file that gets a row for each game: .csv, .jsonl or .parquet. What was stopped goes on there."
_CLUSTER = "Have it played by a dask cluster: the address of its scheduler, or 'local'."


class Engine(enum.StrEnum):
    auto = enum.auto()
    native = enum.auto()
    python = enum.auto()


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
    out: Annotated[str | None, ask.option("--out", "FILE", _OUT, callback=ask.writable)] = None,
    overwrite: Annotated[bool, ask.switch("--overwrite", "Replace FILE if it is of another run.")] = False,
    cluster: Annotated[str | None, ask.option("--cluster", "ADDRESS", _CLUSTER, callback=ask.writable)] = None,
    json: ask.Json = False,
) -> None:
    """Let bots play many games, and say what came out.

    Game number n of a simulation has the seed S:n; `hoyle play GAME --watch --seed S:n --bots BOTS` shows it again.
    After Ctrl-C it says what is known so far; with --out, the same command goes on where it was, whatever has stopped
    it.
    """
    from hoyle.bulk.simulate import simulate as play
    from hoyle.commands.simulated import as_json, show
    from hoyle.run.game import load
    from hoyle.run.playouts import planned, possible

    names = ask.read_bots(bots)
    possible(games, workers)
    loaded = load(game, players=players, options=ask.read_options(options), variants=variants or ())
    run = planned(loaded, ask.read_seed(seed), names, engine, cap)
    with _bar(games) as tell:
        outcome = play(run, games, workers, out=out, overwrite=overwrite, cluster=cluster, tell=tell)
    if json:
        typer.echo(as_json(run, seed, outcome))
    else:
        show(console(), run, seed, games, outcome)
    if not outcome.complete:
        raise typer.Exit(STOPPED)


@contextmanager
def _bar(games: int) -> Iterator[Callable[[str, int], None]]:
    """A bar on standard error, if that is a terminal, from when first something is told of."""
    err = console(stderr=True)
    if not err.is_terminal:
        yield lambda doing, done: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    rate = TextColumn("{task.fields[rate]}")
    what = TextColumn("{task.description}")
    columns = (what, BarColumn(bar_width=20), MofNCompleteColumn(), rate, TimeRemainingColumn())
    bar = Progress(*columns, console=err, transient=True, refresh_per_second=4)
    tasks: dict[str, Any] = {}

    def tell(doing: str, done: int) -> None:
        bar.start()
        if doing not in tasks:
            tasks[doing] = bar.add_task(doing, total=games, completed=done, rate="")
        speed = bar.tasks[tasks[doing]].speed
        bar.update(tasks[doing], completed=done, rate=f"{speed:,.0f}/s" if speed else "")

    try:
        yield tell
    finally:
        bar.stop()
