"""`hoyle play`: a table in the terminal."""

from __future__ import annotations

import random
import secrets
import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoyle.commands.arguments import (
    OptionsOption,
    PlayersOption,
    WithOption,
    complete_game,
    options_in_words,
    read_options,
    read_seed,
    writable,
)
from hoyle.players.bots import BotsOption, let_choose, read_bots, seat_bots

if TYPE_CHECKING:
    from rich.console import Console

    from hoyle.players.bots import Bot
    from hoyle.run.state import State

MOST = 10_000  # decisions that are told of a game in which nobody sits
EXAMPLE = "play {game} --players 4 --seed 7"


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A bundled game or a path.", autocompletion=complete_game),
    ] = None,
    players: PlayersOption = None,
    option: OptionsOption = None,
    variants: WithOption = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="S",
            help="A number or a text that chance starts from; the same game again.",
            callback=writable,
        ),
    ] = None,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat",
            metavar="K",
            min=1,
            help="The seat you play; if not said the first, or in a recorded play who is asked.",
        ),
    ] = None,
    all_seats: Annotated[bool, typer.Option("--all", help="Play all seats yourself.")] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Let bots play all seats.")] = False,
    bots: BotsOption = "random",
    saved: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Go on with a saved game or a recorded play.")
    ] = None,
) -> None:
    """Play a game at a table in the terminal.

    You play one seat and bots play the others. Where no terminal is attached, bots play all of them.
    """
    from hoyle.commands.terminal import console

    if sum((seat is not None, all_seats, watch)) > 1:
        raise typer.BadParameter("at most one of --seat, --all and --watch makes sense", param_hint="--seat")
    names = read_bots(bots)
    source = str(secrets.randbelow(1_000_000)) if seed is None else seed
    table = (game, players, option, variants, source)
    state, asked = _resumed(saved, *table) if saved else (_started(*table), 0)
    seats = state.game.players
    if seat is not None and seat > seats:
        raise typer.BadParameter(f"there are {seats} seats, numbered 1 to {seats}", param_hint="--seat")
    seated = seat_bots(names, seats, read_seed(source))
    out = console()
    introduce(out, state, source)
    if watch or not (sys.stdin.isatty() and sys.stdout.isatty()):
        play_out(out, state, seated)
        return
    from hoyle.commands.sitting import Sitting

    mine = range(seats) if all_seats else [asked if seat is None else seat - 1]
    out.print("? for help, q to leave", style="dim")
    Sitting(state, frozenset(mine), seated, out).play()


def _started(
    game: str | None, players: int | None, option: list[str] | None, variants: list[str] | None, seed: str
) -> State:
    from hoyle.run.game import load

    if game is None:
        raise typer.BadParameter("say which game, or give a saved one with --from", param_hint="GAME")
    loaded = load(game, players=players, options=read_options(option), variants=variants or ())
    return loaded.start(read_seed(seed))


def _resumed(
    saved: Path,
    game: str | None,
    players: int | None,
    option: list[str] | None,
    variants: list[str] | None,
    seed: str,
) -> tuple[State, int]:
    """A table to go on from, and the seat to take there."""
    from hoyle.commands.terminal import console, print_wrapped
    from hoyle.diagnostics import HoyleError, quote
    from hoyle.opening import read_bytes
    from hoyle.run.carried import LARGEST
    from hoyle.run.save import restore
    from hoyle.trials.record import is_play, table

    if game is not None or players is not None or option or variants:
        raise typer.BadParameter("a saved game knows its game, players and options", param_hint="--from")
    try:
        text = read_bytes(saved, LARGEST).decode("utf-8")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not text"
        raise HoyleError.plain("HYL905", f"{quote(str(saved))} cannot be read: {reason.lower()}") from None
    if not is_play(text):
        return restore(text), 0
    state, remark = table(text, random.Random(seed).randrange)
    if remark:
        print_wrapped(console(), remark, 0, "doubt")
    return state, max(state.player, 0)


def introduce(out: Console, state: State, seed: str) -> None:
    from rich.text import Text

    from hoyle.commands.terminal import print_wrapped, safe
    from hoyle.model import table_of

    game = state.game
    out.print(Text.assemble(safe(game.title, "bold"), safe(f", {table_of(game.players)}, seed {seed}")))
    if game.options:
        print_wrapped(out, options_in_words(game.options), 0, "dim")


def play_out(out: Console, state: State, bots: list[Bot]) -> None:
    """Bots play the rest of the game; it is told as it goes."""
    from hoyle.commands.told import has_scores, tell, tell_result, tell_scores
    from hoyle.diagnostics import HoyleError
    from hoyle.run.events import told

    since = None
    before = state.scores
    for decision in count():
        tell(out, told(state, None, since))
        since = state.log
        if state.scores != before and has_scores(state) and not state.over:
            before = state.scores
            tell_scores(out, state, "bold")
        if state.over:
            break
        if decision == MOST:
            help = "look at what ends it: `hoyle simulate` says how many games come to an end"
            raise HoyleError.plain("HYL908", f"the game is not over after {MOST:,} decisions", help)
        let_choose(state, bots[state.player])
    tell_result(out, state)
