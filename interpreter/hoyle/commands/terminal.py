"""Printing: consoles for both streams, and diagnostics on either.

Definitions come from strangers, so nothing of them is taken for markup and nothing unprintable gets through.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from hoyle.diagnostics import Diagnostic, for_people
from hoyle.diagnostics.visible import visible, wrap

NARROWEST = 20
USUAL = 80

PLAINER = "hoyle.plainer"
"""How streams treat signs that their encoding lacks: typographic ones as typewriters did, others written out."""

_TYPED = {"—": "-", "–": "-", "─": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "…": "...", "•": "*", "×": "x"}


def _plainer(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_TYPED.get(sign) or sign.encode("ascii", "backslashreplace").decode() for sign in signs), error.end


codecs.register_error(PLAINER, _plainer)

# by number, as terminals have them: words for colours are for games to use
STYLES = Theme({"bad": "bold color(1)", "good": "color(2)", "doubt": "color(3)", "place": "color(6)"})


def console(stderr: bool = False) -> Console:
    """A console that prints what it is given and reads nothing into it."""
    made = Console(stderr=stderr, markup=False, highlight=False, emoji=False, theme=STYLES)
    if made.width < NARROWEST:  # of 0 columns, as some say who do not know, nothing would be printed
        made.width = NARROWEST if made.width > 0 else USUAL
    return made


def safe(text: str, style: str = "") -> Text:
    """Words of a definition, fit for a terminal."""
    return Text(visible(text), style=style)


def say(to: Console, text: str, style: str = "", indent: int = 0) -> None:
    """Words of a definition in one line, however long that is."""
    to.print(safe(f"{' ' * indent}{text}", style), soft_wrap=True)


def head(to: Console, text: str, style: str = "") -> None:
    """A line of ours above what follows, apart from what went before."""
    to.print()
    to.print(text, style=style)


def judge(to: Console, verdict: str, style: str, text: str) -> None:
    """A verdict, and what it is about."""
    to.print(Text.assemble((verdict, style), "  ", safe(text)), soft_wrap=True)


def changed(line: str) -> str:
    """The style of a line of a difference."""
    return {"-": "bad", "+": "good"}.get(line.lstrip()[:1], "")


def table(*titles: str) -> Table:
    """A table without a frame, with these columns."""
    return Table(*titles, box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)


def print_wrapped(to: Console, text: str, indent: int, style: str = "") -> None:
    """Words of a definition in lines that fit, all indented."""
    for line in wrap(visible(text), max(to.width - indent, NARROWEST)):
        to.print(Text(" " * indent + line, style), soft_wrap=True)


def print_diagnostics(diagnostics: Iterable[Diagnostic], to: Console) -> None:
    """Diagnostics for people, coloured if they stand in a terminal."""
    color = to.is_terminal and to.color_system is not None and not to.no_color
    to.file.write(for_people(diagnostics, color=color, width=to.width) + "\n")


@contextmanager
def progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, if that is a terminal. Gives what to call with (done, of how many)."""
    err = console(stderr=True)
    if not err.is_terminal:
        yield lambda done, total: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=err, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
