"""What is kept of something hidden is found by play, too, where the definition is not checked for it."""

from __future__ import annotations

import pytest
from leaking import CHANNELS, game

from hoyle.check import whole
from hoyle.read import read_source
from hoyle.source import Source
from hoyle.trials.checks.secrets import Secrets
from hoyle.trials.hunt import hunt
from hoyle.trials.pool import Pool
from hoyle.trials.settings import settings

GAMES = 40


def found(steps: str) -> list[str]:
    """What is found by play, and how it is told."""
    reading = read_source(Source("peek.hoyle", game(steps)))
    assert not reading.failed and reading.world is not None, [d.message for d in reading.diagnostics]
    pool = Pool(reading, settings(reading.world.model, GAMES, 0), [Secrets])
    failed = hunt(pool, GAMES, 0, lambda: None).found
    return failed["secrets"].lines if "secrets" in failed else []


@pytest.mark.parametrize("name", CHANNELS)
def test_a_leak_is_found_by_play(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole, "check_leaks", lambda *_: None)
    (line,) = found(CHANNELS[name].leak)
    assert line.startswith("actual: "), line


@pytest.mark.parametrize("name", CHANNELS)
def test_its_twin_gives_nothing_away(name: str) -> None:
    assert found(CHANNELS[name].twin) == []
