"""What is tried here is tried of one small game that has a bit of everything: copies, sides, options, hidden cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from hoyle.diagnostics import Diagnostic, Severity
from hoyle.read import Reading, read_source
from hoyle.source import Source
from hoyle.trials.run import Result, run_trials

ORCHARD = (Path(__file__).parent / "orchard.hoyle").read_text(encoding="utf-8")


def read(body: str) -> Reading:
    return read_source(Source("orchard.hoyle", f"{ORCHARD}\n{dedent(body)}"))


@pytest.fixture
def errors() -> Callable[[str], list[Diagnostic]]:
    """What is wrong with a scenario of the game."""
    return lambda body: [d for d in read(body).diagnostics if d.severity is Severity.ERROR]


@pytest.fixture
def results() -> Callable[..., list[Result]]:
    """What comes of whatever is added to the game."""
    return lambda body, games=0, seed=0: run_trials(read(body), games=games, seed=seed)


@pytest.fixture
def tried(results: Callable[..., list[Result]]) -> Callable[[str], Result]:
    """What comes of a scenario; its first line is added."""

    def one(body: str) -> Result:
        found = results('scenario "tried"\n' + "".join(f"    {line}\n" for line in dedent(body).strip().splitlines()))
        assert len(found) == 1
        assert (found[0].kind, found[0].name) == ("scenario", "tried")
        return found[0]

    return one
