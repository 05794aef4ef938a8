"""The fenced blocks of a text, and the ways in which they are tried.

What stands behind the language on the line that opens a block says what the block is:

    ```hoyle                     a whole file; it is checked, and a game is played
    ```hoyle file=base.hoyle     the same, and other blocks find it in a file of that name
    ```hoyle fragment=game       declarations, put behind those of the base game
    ```hoyle fragment=body       steps, done at the start of each turn of the base game; the player is `p`
    ```hoyle wrong=HYL202        any of these, and reported with exactly this code
    ```csv file=name.csv         a file that blocks may name
    ```python                    a program that runs in a folder with these files

The base game is the block `file=little.hoyle`.
"""

from __future__ import annotations

import random
import re
import textwrap
from pathlib import Path

import attrs

from hoyle.diagnostics import Diagnostic, for_people
from hoyle.read import Reading, read_path
from hoyle.run.game import prepare
from hoyle.trials.run import run_trials

BASE = "little.hoyle"
UNUSED = {"HYL302", "HYL303"}  # a fragment need not use everything it declares
MOST_CHOICES = 5000

_BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Block:
    """One fenced block. marks: what stands behind its language."""

    language: str
    marks: dict[str, str]
    text: str
    line: int

    def __str__(self) -> str:
        return f"line{self.line}"


def blocks(text: str) -> list[Block]:
    """All fenced blocks that name a language, in order."""
    found = []
    for match in _BLOCK.finditer(text):
        marks = dict(mark.split("=", 1) for mark in match[2].split())
        found.append(Block(match[1], marks, match[3], text.count("\n", 0, match.start()) + 1))
    return found


def lay_out(found: list[Block], folder: Path) -> None:
    """Write the blocks that are files of their own."""
    for block in found:
        if "file" in block.marks:
            (folder / block.marks["file"]).write_text(block.text, encoding="utf-8")


def try_hoyle(block: Block, folder: Path) -> None:
    """Check a block of the language, and play what can be played."""
    fragment = block.marks.get("fragment")
    name = block.marks.get("file", f"line_{block.line}.hoyle")
    path = folder / name
    whole = _whole(block, (folder / BASE).read_text(encoding="utf-8")) if fragment else block.text
    path.write_text(whole, encoding="utf-8")
    reading = read_path(path)
    wrong = block.marks.get("wrong")
    if wrong is not None:
        codes = {d.code for d in reading.diagnostics} - (UNUSED - {wrong} if fragment else set())
        assert codes == {wrong}, _shown(reading.diagnostics)
        return
    if fragment:
        _as_library(whole, folder)
    left = [d for d in reading.diagnostics if not (fragment == "game" and d.code in UNUSED)]
    assert not left, _shown(left)
    if reading.files[0].header.kind == "game":
        play(reading)


def _whole(block: Block, base: str) -> str:
    if block.marks["fragment"] == "game":
        return f"{base}\n{block.text}"
    return f"{base}\nbefore turn(p) as example\n{textwrap.indent(block.text, '    ')}"


def _as_library(whole: str, folder: Path) -> None:
    """In a library nothing need be used, so nothing at all may be said of it. Scenarios are about games."""
    lines = whole.split("\n", 1)
    assert lines[0].startswith("game ")
    path = folder / "as_library.hoyle"
    path.write_text(f"library as_library\n{lines[1]}", encoding="utf-8")
    diagnostics = read_path(path).diagnostics
    assert not diagnostics, _shown(diagnostics)


def play(reading: Reading, games: int = 2) -> None:
    """Play a game to its end with every number of players, then try its scenarios and properties."""
    assert reading.world is not None
    low, high = reading.world.model.seats
    for players in range(low, high + 1):
        game = prepare(reading, players=players)
        for seed in range(games):
            state, rng = game.start(seed=seed), random.Random(seed)
            for _ in range(MOST_CHOICES):
                if state.over:
                    break
                state.choose(rng.choice(state.choices))
            assert state.over, f"{players} players, seed {seed}: no end after {MOST_CHOICES} choices"
    failed = [f"{r.kind} {r.name}\n{r.detail}" for r in run_trials(reading, games=games) if not r.passed]
    assert not failed, "\n".join(failed)


def _shown(diagnostics: list[Diagnostic]) -> str:
    return for_people(diagnostics, False, 110) or "nothing is reported"
