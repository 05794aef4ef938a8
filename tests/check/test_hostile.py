"""Mutated definitions, through everything: diagnostics or a game that can be played, never a fault."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import hoyle
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "examples" / "tutorial").glob("*.hoyle")), ROOT / "tests" / "manual" / "little.hoyle"]
TEXTS = [path.read_text(encoding="utf-8") for path in FILES if path.exists()]
TOKEN = re.compile(r"\w+|\"[^\"\n]*\"|[^\w\s]")
MUTANTS = 150
IN_PLAY = ("HYL907", "HYL908", "HYL009")


def mutant(text: str, rng: random.Random) -> str:
    """One or two small changes that usually still parse."""
    for _ in range(rng.randint(1, 2)):
        tokens = list(TOKEN.finditer(text))
        one, two = rng.choice(tokens), rng.choice(tokens)
        lines = text.split("\n")
        line = rng.randrange(len(lines))
        match rng.randrange(7):
            case 0 | 1 | 2:
                alike = [t for t in tokens if t[0][0].isalpha() == one[0][0].isalpha() and t[0] != one[0]]
                two = rng.choice(alike or tokens)
                text = text[: one.start()] + two[0] + text[one.end() :]
            case 3:
                text = text[: one.start()] + text[one.end() :]
            case 4:
                text = text[: one.start()] + str(rng.choice([0, 1, -1, 9, 1000])) + text[one.end() :]
            case 5:
                del lines[line]
                text = "\n".join(lines)
            case _:
                lines.insert(rng.randrange(len(lines)), lines[line])
                text = "\n".join(lines)
    return text


@pytest.mark.parametrize("seed", range(14))
def test_mutants(seed: int) -> None:
    rng = random.Random(seed)
    clean = 0
    for _ in range(MUTANTS):
        text = mutant(rng.choice(TEXTS), rng)
        reading = read_source(Source("mutant", text))
        assert reading.diagnostics or not reading.failed
        if not reading.failed and reading.files[0].header.kind == "game":
            clean += 1
            play(text, reading, rng)
    assert clean


def play(text: str, reading: hoyle.read.Reading, rng: random.Random) -> None:  # type: ignore[name-defined]
    """What passes the checker does not fault: it may only leave a range, or go on without asking."""
    assert reading.world is not None
    low, high = reading.world.model.seats
    try:
        state = prepare(reading, players=rng.randint(low, high)).start(seed=1)
        for _ in range(60):
            if state.over:
                break
            state.choose(rng.randrange(len(state.choices)))
    except hoyle.HoyleError as error:
        assert all(d.code in IN_PLAY for d in error.diagnostics), f"{error}\n{text}"
