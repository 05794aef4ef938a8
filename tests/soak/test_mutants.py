"""Definitions that are spoilt at random, as in `tests/check/test_hostile.py`: as many as there is time for.

None of them faults, and none takes longer than anybody waits.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pytest
from spoilt import IN_PLAY, TEXTS, mutant, play

import hoyle
from hoyle.read import Reading, read_source
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source

CPU = 5.0
PARTS = 20
WHOLE = 10  # one in so many is of any size and goes the whole way
SMALL = sorted(TEXTS, key=len)[: len(TEXTS) // 2 + 1]


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants(part: int, pytestconfig: pytest.Config, tried: Callable[[str, int], None]) -> None:
    """Each mutant has a seed of its own, which a failure tells: `one(seed)` repeats it."""
    count = max(1, pytestconfig.getoption("mutants") // PARTS)
    for number in range(count):
        seed = f"{pytestconfig.getoption('seed')}:{part}:{number}"
        try:
            one(seed, number % WHOLE == 0)
        except Exception as error:
            raise AssertionError(f"the mutant of seed {seed!r}: {error}") from error
    tried("mutants", count)


def one(seed: str, whole: bool = True) -> None:
    """One mutant is read and played. whole: on both engines too, and it is looked at and saved."""
    rng = random.Random(seed)
    text = mutant(rng.choice(TEXTS if whole else SMALL), rng)
    before = time.process_time()
    reading = read_source(Source("mutant", text))
    assert reading.diagnostics or not reading.failed
    if not reading.failed and reading.files[0].header.kind == "game":
        play(text, reading, rng, {} if whole else None)
        if whole:
            look(reading, rng)
    assert time.process_time() - before < CPU, text


def look(reading: Reading, rng: random.Random) -> None:
    """What every seat sees can be asked, and what is saved is the same again, a few decisions into the game."""
    try:
        state = prepare(reading).start(seed=1)
        for _ in range(5):
            if state.over:
                break
            for seat in range(state.game.players):
                state.view(seat)
            state.choose(rng.randrange(len(state.choices)))
        assert hoyle.restore(state.save()) == state
    except hoyle.HoyleError as error:
        assert all(d.code in IN_PLAY for d in error.diagnostics), error


def test_a_fault_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr(State, "view", fault)
    with pytest.raises(KeyError, match="planted"):
        for number in range(200):
            one(f"planted:{number}")
