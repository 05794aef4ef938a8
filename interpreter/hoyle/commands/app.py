"""The command `hoyle`.

Whatever goes wrong ends in a message and an exit code, never in a traceback: 1 for what a definition or the user did
wrong, 2 for a command that makes no sense, 3 if it was given too little time, 130 after Ctrl-C (see __main__.py), 70
for a mistake in Hoyle itself (HOYLE_DEBUG=1 then shows where).
Commands import the engine when they run, so that help and completion are quick.
"""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Annotated

import typer

from hoyle import __version__
from hoyle.commands.terminal import console, print_diagnostics
from hoyle.diagnostics import HoyleError
from hoyle.diagnostics.visible import shorten, visible
from hoyle.resources import gamedefs

INTERNAL_ERROR = 70

app = typer.Typer(
    name="hoyle",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

# in the order in which help lists them
COMMANDS = (
    *("play", "check", "test", "mutate", "fmt", "simulate", "compare", "balance", "tournament", "vet"),
    *("explore", "explain", "assumptions", "rulebook", "serve", "dump"),
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"hoyle {__version__}")
        raise typer.Exit


@app.callback()
def hoyle(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Rules of card games as code: check them, play them, test them."""


_game = min((p.stem for p in gamedefs().glob("*.hoyle")), default="GAME")
for _name in COMMANDS:
    _module = import_module(f"hoyle.commands.{_name}")
    app.command(_name, epilog=f"Example: hoyle {_module.EXAMPLE.format(game=_game)}")(getattr(_module, _name))


def main() -> int:
    """Run the command in `sys.argv`; the exit code."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # it was closed before we were started
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _run()
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read the output has left
        return _give_up()
    except OSError as error:
        return _refused(error)
    return code


def _give_up() -> int:
    """Nothing can be written any more; without this Python complains about it at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    try:
        sys.stderr.flush()
    except OSError:
        os.dup2(nowhere, sys.stderr.fileno())
    return 1


def _refused(error: OSError) -> int:
    """The system refused something: the disk is full, say."""
    reason = (error.strerror or str(error)).lower()
    try:
        os.getcwd()
    except OSError:
        reason = "the folder that you are in is gone"
    with suppress(OSError):  # there may be no room on the standard error either
        print(f"error: {reason}", file=sys.stderr)
    return _give_up()


def _run() -> int:
    try:
        app(prog_name="hoyle")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except OSError:
        raise
    except HoyleError as error:
        print_diagnostics(error.diagnostics, console(stderr=True))
        return 1
    except Exception as error:
        if os.environ.get("HOYLE_DEBUG") == "1":
            traceback.print_exception(error)
        what = visible(shorten(f"{type(error).__name__}: {error}", 300))
        print(f"internal error: {what}, please report", file=sys.stderr)
        return INTERNAL_ERROR
    return 0


if __name__ == "__main__":
    sys.exit(main())
