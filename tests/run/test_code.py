"""Code that is written where play comes to it is the code that would have been written beforehand."""

from __future__ import annotations

import random
import threading
from pathlib import Path

import pytest

import hoyle
from hoyle.emit import limits
from hoyle.read import bundled_games
from hoyle.run.game import Game, bundled, prepare

ROOT = Path(__file__).parents[2]
GAMES = [*bundled_games(), str(ROOT / "examples" / "hearts.hoyle")]


def played(game: Game, seed: int) -> list[object]:
    """All that can be chosen in a random game, and how it ends."""
    rng, state, found = random.Random(seed), game.start(seed=seed), list[object]()
    while not state.over and len(found) < 300:
        found.append([choice.text for choice in state.choices])
        state.choose(rng.randrange(len(state.choices)))
    return [*found, state.scores, state.winners]


@pytest.mark.parametrize("name", GAMES, ids=[Path(name).stem for name in GAMES])
def test_it_makes_no_difference_when_it_is_written(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = bundled(name, None).reading
    late = prepare(reading)
    assert not late.code.text
    first = [played(late, seed) for seed in range(2)]
    some = late.code.text
    assert some and not late.code.emitter.waiting.keys() - late.functions.keys()
    monkeypatch.setattr("hoyle.run.code.shallow", lambda program: False)
    early = prepare(reading)
    assert not early.code.emitter.waiting and len(early.code.text) >= len(some)
    assert [played(early, seed) for seed in range(2)] == first


def test_several_threads_may_come_to_it_at_once() -> None:
    game = prepare(bundled("trickdraw", None).reading)
    wanted, found = played(bundled("trickdraw", None), 5), list[object]()
    threads = [threading.Thread(target=lambda: found.append(played(game, 5))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_what_may_be_too_deep_is_refused_when_it_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds out in the middle of a game."""
    monkeypatch.setattr(limits, "LEVELS", 3)
    monkeypatch.setattr("hoyle.emit.writer.LEVELS", 3)
    monkeypatch.setattr(limits, "SHALLOW", 3)
    with pytest.raises(hoyle.HoyleError, match="goes too deep"):
        hoyle.load("texas_showdown")
