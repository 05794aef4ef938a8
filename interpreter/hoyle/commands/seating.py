"""How one comes to a table: a new one, one from a file, or one that was left."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import attrs
import typer
from rich.text import Text

from hoyle.bots.host import Host
from hoyle.bots.names import bots_named
from hoyle.commands import ask
from hoyle.commands.kept import Left, new_place, tables_left, wave
from hoyle.commands.people import ask_names, seated
from hoyle.commands.screen import Screen, meanwhile
from hoyle.commands.sitting import Sitting, resumed
from hoyle.commands.speech import speech_at
from hoyle.commands.terminal import console, safe
from hoyle.commands.told import introduce, introduction, play_out
from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game
from hoyle.run.save import restore
from hoyle.run.state import State
from hoyle.values import seat_number

TIMED = "a bot thinks for a time: the same seed may give another game"

SHOWN = 9
"""Tables that were left and are listed."""


@attrs.frozen
class Wanted:
    """How somebody wants to sit. names: of those who play here, if they said; watches: nobody does."""

    seat: int | None
    names: list[str] | None
    alone: bool
    watches: bool
    bots: list[str]
    details: bool


def from_file(saved: Path, source: str) -> tuple[State, int]:
    with meanwhile("setting the table"):
        return resumed(saved, source)


def sit_down(at: tuple[State, int], source: str, wanted: Wanted) -> None:
    """A table for people, or for bots alone. at: the state, and the seat to take there."""
    state, first = at
    players = state.game.players
    if wanted.seat is not None and wanted.seat > players:
        raise typer.BadParameter(f"there are {players} seats, numbered 1 to {players}", param_hint="--seat")
    if wanted.names is not None and len(wanted.names) > players:
        raise typer.BadParameter(f"there are only {players} seats", param_hint="--names")
    if wanted.watches:
        _watch(state, source, wanted)
        return
    names = wanted.names
    if names is None:
        names = [] if wanted.alone or not sys.stdin.isatty() else ask_names(players)
    start = first if wanted.seat is None else wanted.seat - 1
    seats = [(start + n) % players for n in range(players if wanted.alone else max(len(names), 1))]
    kept = Left(
        path=new_place(),
        title=state.game.title,
        save="",
        names=seated(names, seats, players),
        seats=tuple(seats),
        bots=tuple(wanted.bots),
        seed=source,
        when=0.0,
    )
    _play(state, kept, wanted.details)


def _watch(state: State, source: str, wanted: Wanted) -> None:
    out = console()
    names = seated(wanted.names or (), range(len(wanted.names or ())), state.game.players)
    speech = speech_at(state.game, names) if out.is_terminal or names else None
    introduce(out, state, source)
    if _timed(wanted.bots):
        out.print(TIMED, style="dim")
    play_out(out, _host(state, source, wanted.bots, frozenset()), wanted.details, speech)


def _host(state: State, source: str, bots: Sequence[str], mine: frozenset[int]) -> Host:
    seed = ask.read_seed(source)
    with meanwhile("setting the table"):
        named = [None if n in mine else bot for n, bot in enumerate(bots_named(bots, state.game.players, seed))]
        return Host(state.game, named, seed, state)


def _timed(bots: Sequence[str]) -> bool:
    return any(name.startswith("time:") for name in bots)


def _play(state: State, kept: Left, details: bool) -> None:
    out, seats = console(), frozenset(kept.seats)
    speech = speech_at(state.game, kept.names)
    host = _host(state, kept.seed, kept.bots, seats)
    title, options = introduction(state, kept.seed)
    screen = Screen(out)
    screen.show(title, *([safe(options, "dim")] if options else []))
    if _timed(kept.bots):
        screen.show(Text(TIMED, "dim"))
    screen.show(Text("? for help, q to leave", "dim"))
    people = sum(speech.name(seat) != seat_number(seat) for seat in seats) > 1

    def again(table: State) -> Host:
        return _host(table, kept.seed, kept.bots, seats)

    Sitting(host, seats, screen, speech, kept, again, people, details).play()


# ---------------------------------------------------------------------------------------------- those that were left


def go_on(left: Left, details: bool) -> None:
    """Sit down again where somebody left."""
    with meanwhile("setting the table"):
        state = restore(left.save)
    if any(seat not in range(state.game.players) for seat in left.seats) or not left.seats:
        raise HoyleError.plain("HYL905", "nobody sits at the table that was left", "start another one")
    _play(state, left, details)


def offered(game: Game) -> Left | None:
    """The table of this game that was left last, if somebody wants to go on with it."""
    left = next((left for left in tables_left() if not left.waved and left.is_of(game)), None)
    if left is None:
        return None
    console().print(safe(f"You left a game of {_described(left)}."))
    answer = input("Go on with it? Enter for yes, n for another one: ").strip().casefold()
    if answer in ("", "y", "yes"):
        return left
    wave(left)
    return None


def pick_up(asks: bool) -> Left | None:
    """One of the tables that were left, as somebody says."""
    found = tables_left()[:SHOWN]
    if not asks or not found:
        return None
    out = console()
    out.print("You left these games:")
    for number, left in enumerate(found, start=1):
        out.print(safe(f"{number} {_described(left)}"))
    while True:
        answer = input("Which one? Enter for the first, q for none: ").strip().casefold()
        if answer in ("q", "quit", "n", "no"):
            raise typer.Exit
        if not answer or (answer.isdecimal() and 1 <= int(answer) <= len(found)):
            return found[int(answer or 1) - 1]
        out.print(f"say a number from 1 to {len(found)}", style="doubt")


def _described(left: Left) -> str:
    who = ", ".join(name for seat, name in enumerate(left.names) if seat in left.seats)
    return f"{left.title}{f' ({who})' if who else ''}, {left.ago()}"
