"""A small game, and three ways to run the command: in this process, as a process, and as a process in a terminal."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "hoyle.commands.app"]
ROOT = Path(__file__).parents[2]

PICK_HIGH = """\
game "Pick High" for 2..3 players

option order "who wins" : high | low
option extra "what a moon adds" : 0..3 = 1

kind Suit : sun | moon

cards Tile
    rank : 1..6 key
    suit : Suit key
    written "{rank} {suit}"
    | rank | suit |
    | 1..6 | Suit |

zone deck          : pile, face down
zone hand[Player]  : set, face down, seen by owner
zone table[Player] : slot, face up
zone gone          : pile, face down

var points[Player] : number = 0

define score(p) = points[p]
define worth(card : Tile) = card.rank    cites PH-1
except worth(card) as upside_down when order is low gives 7 - card.rank    cites PH-3
adjust worth(card) as moonlight by extra when card.suit is moon
assume worth "the book does not say what a moon is worth"    cites PH-2

action play(card in hand[you])
    text "play {card}"
    move card to table[you]

rule keep_ones "a one is kept as long as possible" for play(card)
    must card.rank is not 1 if able

flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to hand
    repeat 4 times
        round

phase round "a round"
    each p in Player
        p must play if able
    let best = the highest(c in table by worth(c))
    if best is not none
        win(owner(best) else seat(1))
    move table to gone

to win(p : Player)
    points[p] += 1

ending done after flow
    winners highest(p in Player by points[p])

scenario "a moon beats its sun"
    seats me, other
    given
        hand[me] holds Tile(3, sun)
        hand[other] holds Tile(3, moon)
    when
        round
        me does play(Tile(3, sun))
        other does play(Tile(3, moon))
    then
        points[other] is 1

property few_points always sum(points) <= 4
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


def environment(**more: str) -> dict[str, str]:
    """Ours, without what would make the output depend on where the tests run."""
    dropped = ("COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "HOYLE_DEBUG")
    mine = {name: value for name, value in os.environ.items() if name not in dropped}
    return mine | {"PYTHONPATH": str(ROOT / "interpreter"), "TERM": "xterm-256color", "PYTHONUTF8": "1"} | more


@pytest.fixture
def process(tmp_path: Path) -> Run:
    """Runs `hoyle ARGUMENTS` in a folder of its own."""

    def run(*arguments: object, input: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*COMMAND, *map(str, arguments)],
            input=input,
            capture_output=True,
            text=True,
            encoding="utf-8",
            cwd=tmp_path,
            env=environment(**more),
            timeout=120,
            check=False,
        )

    return run


@pytest.fixture
def hoyle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """The same without the time it takes to start a process."""
    from hoyle.commands.app import main

    monkeypatch.chdir(tmp_path)
    for name in set(os.environ) - set(environment()):
        monkeypatch.delenv(name)

    def run(*arguments: object, input: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        words = ["hoyle", *map(str, arguments)]
        streams = [io.TextIOWrapper(io.BytesIO(data), "utf-8") for data in (input.encode(), b"", b"")]
        with monkeypatch.context() as patch:
            patch.setattr(sys, "argv", words)
            for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
                patch.setattr(sys, name, stream)
            for name, value in more.items():
                patch.setenv(name, value)
            code = main()
        for stream in streams:
            stream.flush()
        out, err = (stream.buffer.getvalue().decode() for stream in streams[1:])
        return subprocess.CompletedProcess(words, code, out, err)

    return run


@pytest.fixture
def pick_high(tmp_path: Path) -> Path:
    """The small game, in a file."""
    path = tmp_path / "pick_high.hoyle"
    path.write_text(PICK_HIGH, encoding="utf-8")
    return path


def _own_terminal() -> None:
    """In the new process: the terminal is its own, and interrupts reach it even if the tests' own are ignored."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    """`hoyle` in a terminal: type into it, and see what it prints."""

    def __init__(self, folder: Path, *arguments: object, columns: int = 80, lines: int = 40, **more: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *map(str, arguments)],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            cwd=folder,
            env=environment(XDG_STATE_HOME=str(folder / "state"), **more),
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.seen = self.raw = ""

    def until(self, *marks: str, seconds: float = 60) -> str:
        """What is printed up to one of the marks, without colours. Fails if none of them comes."""
        start, deadline = len(self.seen), time.monotonic() + seconds
        while not any(mark in self.seen[start:] for mark in marks):
            assert self._read(deadline), f"none of {marks} came:\n{self.seen[start:]}"
        return self.seen[start:]

    def comes(self, mark: str, seconds: float) -> bool:
        """Whether something is printed in time."""
        deadline = time.monotonic() + seconds
        while mark not in self.seen:
            if not self._read(deadline):
                return False
        return True

    def _read(self, deadline: float) -> bool:
        """Take in what comes next; whether anything came before the end, or before it took too long."""
        ready, _, _ = select.select([self.master], [], [], max(deadline - time.monotonic(), 0))
        try:
            data = os.read(self.master, 65536) if ready else b""
        except OSError:  # how Linux says that the other end was closed
            data = b""
        text = data.decode("utf-8", "replace").replace("\r\n", "\n")
        self.raw += text
        self.seen += re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)
        self.seen = re.sub(r"[^\n\r]*\r *\r", "", self.seen)  # what was said while something took its time
        return bool(data)

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def say(self, line: str, *marks: str) -> str:
        """Type a line; what is printed up to the next prompt, or one of the marks."""
        self.type(f"{line}\n")
        return self.until(*(marks or ("player 1> ",)))

    def end(self) -> int:
        """Wait until it has ended by itself; its exit code."""
        deadline = time.monotonic() + 60
        while self._read(deadline):
            pass
        return self.process.wait(timeout=60)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens terminals, and closes them in the end. named: what is said of who plays, where nobody is to be asked."""
    opened: list[Terminal] = []

    def open_one(*arguments: object, named: str | None = "", **size: Any) -> Terminal:
        who = [] if named is None or arguments[0] != "play" else ["--names", named]
        opened.append(Terminal(tmp_path, *arguments, *who, **size))
        return opened[-1]

    yield open_one
    for one in opened:
        one.close()
