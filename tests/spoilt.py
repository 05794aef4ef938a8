"""Definitions that are spoilt at random, and played as far as they go."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import hoyle
from hoyle.read import Reading
from hoyle.reference.perform import Performer, Question, Step
from hoyle.run.game import prepare

ROOT = Path(__file__).parents[1]
TEXTS = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples" / "tutorial").glob("*.hoyle"))]
TOKEN = re.compile(r"\w+|\"[^\"\n]*\"|[^\w\s]")
IN_PLAY = ("HYL907", "HYL908", "HYL910", "HYL911", "HYL009")


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
