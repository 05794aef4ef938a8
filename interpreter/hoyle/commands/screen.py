"""The screen of a terminal: nothing is pushed off it before somebody has said that it may go."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import attrs
from rich.console import Console, RenderableType
from rich.segment import Segment
from rich.text import Text

from hoyle.diagnostics.visible import visible

LOWEST = 6
"""Lines that are used of a screen, however low it says it is."""

SOON = 0.4
"""Seconds that something may take before it says what it does."""

GO_ON = "-- Enter to go on --"
MORE = "-- Enter for more, q for no more --"


def listen() -> None:
    """Make ready for what people type: with a history, and whatever bytes come."""
    with suppress(ImportError):
        import readline  # noqa: F401  (gives `input` a history and line editing)
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="replace")


@attrs.define
class Screen:
    """used: the lines since somebody typed something; ahead: what was typed where nothing was asked."""

    out: Console
    used: int = 0
    ahead: str = ""

    @property
    def room(self) -> int:
        """Lines that can be seen at once, above that in which one types."""
        return max(self.out.height - 1, LOWEST)

    def lines(self, block: RenderableType) -> int:
        return len(self._rendered(block))

    def _rendered(self, block: RenderableType) -> list[list[Segment]]:
        return self.out.render_lines(block, pad=False)

    def show(self, *blocks: RenderableType, all_of_it: bool = False) -> None:
        """Print blocks, each in one piece if there is room for it. all_of_it: whoever looks cannot do without it."""
        for block in blocks:
            lines = self._rendered(block)
            fits = self.used + len(lines) <= self.room
            for n, line in enumerate(lines):
                full = self.used >= self.room or (n == 0 and self.used > 0 and not fits)
                if full and not self._goes_on(all_of_it):
                    return
                self.out.print(*(_printed(line)), sep="", end="\n", soft_wrap=True)
                self.used += 1

    def _goes_on(self, all_of_it: bool) -> bool:
        """Wait until somebody has seen what there is; whether there is to be more.

        Words that are typed answer what is asked next. A number does not, for nobody has seen yet what it stands for.
        """
        self.out.file.flush()
        line = input(GO_ON if all_of_it else MORE).strip()
        self.used = 0
        stops = bool(line) and not line.isdecimal()
        self.ahead = line if stops and line.casefold() != "q" else ""
        return all_of_it or not stops

    def ask(self, prompt: str) -> str:
        """A line that somebody types."""
        self.out.file.flush()
        line, self.ahead = self.ahead, ""
        line = line or input(visible(prompt)).strip()
        self.used = 0
        return line

    def curtain(self, words: RenderableType) -> None:
        """Nobody sees what was there, until somebody else sits down."""
        self.clear()
        self.show(words)
        self.ahead = ""
        self.out.file.flush()
        input("-- Enter when you sit here --")
        self.clear()

    def clear(self) -> None:
        """An empty screen, also of what had gone off it."""
        if self.out.is_dumb_terminal:
            self.out.print("\n" * self.out.height)
        else:
            self.out.file.write("\x1b[H\x1b[2J\x1b[3J")
        self.used = 0


def _printed(line: list[Segment]) -> list[RenderableType]:
    while line and not line[-1].text.strip():
        line = line[:-1]
    return [Text(segment.text, segment.style or "") for segment in line if not segment.control]


@contextmanager
def meanwhile(words: str) -> Iterator[None]:
    """What takes a while says so, if somebody sits there; the words are gone when it is done."""
    out = sys.stdout
    if not (sys.stdin.isatty() and out.isatty()):
        yield
        return
    said = threading.Event()
    lock = threading.Lock()

    def say() -> None:
        with lock:
            if not done:
                out.write(f"{visible(words)} ...")
                out.flush()
                said.set()

    done = False
    timer = threading.Timer(SOON, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        with lock:
            done = True
        timer.cancel()
        if said.is_set():
            out.write("\r" + " " * (len(visible(words)) + 4) + "\r")
            out.flush()
