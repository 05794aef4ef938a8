"""Mutated definitions, through everything: diagnostics or a game that can be played, never a fault."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle import types as t
from hoyle.read import Reading, read_source
from hoyle.reference.perform import Performer, Question, Step
from hoyle.run.game import prepare
from hoyle.source import Source

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "examples" / "tutorial").glob("*.hoyle")), ROOT / "tests" / "manual" / "little.hoyle"]
TEXTS = [path.read_text(encoding="utf-8") for path in FILES if path.exists()]
TOKEN = re.compile(r"\w+|\"[^\"\n]*\"|[^\w\s]")
LARGE = [*sorted((ROOT / "gamedefs").glob("*.hoyle")), ROOT / "examples" / "hearts.hoyle"]
LARGE = [path for path in LARGE if path.read_text(encoding="utf-8").startswith("game ")]
MUTANTS = 150
FEW = 3
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


@pytest.mark.parametrize("path", LARGE, ids=lambda path: path.stem)
def test_mutants_of_large_games(path: Path) -> None:
    rng = random.Random(path.stem)
    whole = path.read_text(encoding="utf-8")
    for _ in range(FEW):
        text = mutant(whole, rng)
        reading = read_source(Source(path.name, text, path), trials=False)
        assert reading.diagnostics or not reading.failed
        if not reading.failed:
            play(text, reading, rng, any_options(reading, rng))


def any_options(reading: Reading, rng: random.Random) -> dict[str, Any]:
    """A setting of some options."""
    assert reading.world is not None
    model = reading.world.model
    found: dict[str, Any] = {}
    for option in model.options.values():
        if rng.randrange(3) == 0:
            match option.type:
                case t.Kind(kind):
                    found[option.name] = rng.choice(model.kinds[kind].members)
                case t.YesNo():
                    found[option.name] = rng.choice(["yes", "no"])
                case t.Numbers(int() as low, int() as high):
                    found[option.name] = rng.choice([low, high, (low + high) // 2])
    return found


def play(text: str, reading: Reading, rng: random.Random, options: dict[str, Any] | None = None) -> None:
    """What passes the checker does not fault: it may only leave a range, or go on without asking.

    With options it is also compared with the reference, which may find that the options do not go together.
    """
    assert reading.world is not None
    low, high = reading.world.model.seats
    try:
        game = prepare(reading, players=rng.randint(low, high), options=options)
        state = game.start(seed=1)
        performer = Performer(game.program, 1)
        reference = performer.play() if options is not None else None
        question = next(reference, None) if reference else None
        for _ in range(60):
            if reference:
                board = performer.board
                assert (state.z, state.v, state.loc, state.over) == (board.z, board.v, board.loc, board.over), text
                offered = [(c.offer, c.values) for c in state.choices]
                assert offered == (question.answers if question else []), text
            if state.over:
                break
            number = rng.randrange(len(state.choices))
            state.choose(number)
            question = sent(reference, number) if reference else None
    except hoyle.HoyleError as error:
        accepted = (*IN_PLAY, "HYL901") if options else IN_PLAY
        assert all(d.code in accepted for d in error.diagnostics), f"{error}\n{text}"


def sent(reference: Step, number: int) -> Question | None:
    try:
        return reference.send(number)
    except StopIteration:
        return None
