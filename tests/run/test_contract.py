"""The Python contract, on every game there is and at every number of players."""

from __future__ import annotations

import copy
import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import every
import pytest

import hoyle
from hoyle.read import bundled_games

ROOT = Path(__file__).parents[2]
FILES = [*(ROOT / "gamedefs" / f"{name}.hoyle" for name in bundled_games()), ROOT / "examples" / "hearts.hoyle"]
CAP = 400


def game(path: str, players: int) -> hoyle.Game:
    return every.game(Path(path), players)


def tables() -> list[tuple[str, int]]:
    found = []
    for path in FILES:
        world = every.reading(path).world
        assert world is not None
        low, high = world.model.seats
        found += [(str(path), players) for players in range(low, high + 1)]
    return found


TABLES = tables()
IDS = [f"{Path(path).stem}-{players}" for path, players in TABLES]
every_table = pytest.mark.parametrize(("path", "players"), TABLES, ids=IDS)


def texts(state: hoyle.State) -> list[str]:
    return [choice.text for choice in state.choices]


@every_table
def test_a_game(path: str, players: int) -> None:
    rng = random.Random(players)
    state = game(path, players).start(seed=11)
    for step in range(CAP):
        if state.over:
            break
        assert 0 <= state.player < players
        assert state.choices, "somebody is asked and has no choice"
        assert all(texts(state))
        assert len(set(state.choices)) == len(state.choices)
        if step % 7 == 0:
            check_copy(state, rng)
        if step % 40 == 0:
            check_save(state)
        number = rng.randrange(len(state.choices))
        state.choose(number if step % 2 else state.choices[number])
    assert len(state.scores) == players
    assert set(state.winners) <= set(range(players))
    if state.over:
        assert state.choices == ()
        with pytest.raises(hoyle.HoyleError):
            state.choose(0)


def check_copy(state: hoyle.State, rng: random.Random) -> None:
    """A copy is equal and goes its own way; the original is not touched."""
    before = state.save()
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        assert twin == state
        assert hash(twin) == hash(state)
        assert texts(twin) == texts(state)
        for _ in range(3):
            if not twin.over:
                twin.choose(rng.randrange(len(twin.choices)))
        assert twin != state
    assert state.save() == before


def check_save(state: hoyle.State) -> None:
    """A saved state is equal, offers the same, was told the same, and goes on the same way."""
    back = hoyle.restore(state.save())
    assert back == state
    assert hash(back) == hash(state)
    assert texts(back) == texts(state)
    assert [back.events(seat) for seat in range(state.game.players)] == [
        state.events(seat) for seat in range(state.game.players)
    ]
    one, two, rng = state.copy(), back, random.Random(1)
    for _ in range(25):
        if one.over:
            break
        number = rng.randrange(len(one.choices))
        one.choose(number)
        two.choose(number)
        assert one == two


def digest(path: str, players: int, seed: int | str) -> str:
    """A game from its first deal on, as one number: whoever plays it sees the same."""
    rng = random.Random(3)
    state = hoyle.load(path, players=players).start(seed=seed)
    made = hashlib.sha256()
    for _ in range(CAP):
        if state.over:
            break
        made.update("|".join([str(state.player), *texts(state)]).encode())
        state.choose(rng.randrange(len(state.choices)))
    return made.hexdigest()[:16]


GOLDEN = {
    ("gamedefs/texas_showdown.hoyle", 4, 7): "489616b31fe6d7f5",
    ("gamedefs/texas_showdown.hoyle", 3, "monday"): "0be1011cb1d2d8a8",
    ("examples/hearts.hoyle", 4, 7): "006167b09fe924e9",
}


@pytest.mark.parametrize(("key", "expected"), GOLDEN.items(), ids=[str(key) for key in GOLDEN])
def test_a_seed_is_a_promise(key: tuple[str, int, int | str], expected: str) -> None:
    path, players, seed = key
    assert digest(str(ROOT / path), players, seed) == expected


@pytest.mark.parametrize("path", FILES, ids=[p.stem for p in FILES])
def test_another_process_goes_on(path: Path, tmp_path: Path) -> None:
    """Saved in the middle, with as much under way as comes up, and finished by a process with other hash seeds."""
    rng = random.Random(5)
    players = next(players for known, players in TABLES if known == str(path))
    deepest, state = None, game(str(path), players).start(seed=2)
    for _ in range(CAP):
        if state.over:
            break
        if deepest is None or len(state.frames) >= len(deepest.frames):
            deepest = state.copy()
        state.choose(rng.randrange(len(state.choices)))
    assert deepest is not None
    saved = tmp_path / "saved.json"
    saved.write_text(deepest.save())
    program = (
        "import random, sys, hoyle; s = hoyle.restore(open(sys.argv[1]).read()); r = random.Random(9)\n"
        "for _ in range(60):\n"
        "    if s.over: break\n"
        "    s.choose(r.randrange(len(s.choices)))\n"
        "print(hash(s.save()) and s.save())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    there = subprocess.run(
        [sys.executable, "-c", program, str(saved)], capture_output=True, text=True, env=environment, check=True
    )
    rng = random.Random(9)
    for _ in range(60):
        if deepest.over:
            break
        deepest.choose(rng.randrange(len(deepest.choices)))
    assert there.stdout.strip() == deepest.save()


def test_why_not_names_the_rule_and_its_line() -> None:
    state = game(str(ROOT / "gamedefs" / "texas_showdown.hoyle"), 4).start(seed=5)
    forbidden: list[str] = []
    while not forbidden:
        state.choose(0)
        legal, hand = set(texts(state)), state.table()["hand"][state.player]
        forbidden = [f"play {card}" for card in hand if f"play {card}" not in legal]
    for text in forbidden:
        reason = state.why_not(text)
        assert reason.rule == "follow"
        assert reason.place.startswith("library/tricks.hoyle:")
        assert "follow if you can" in str(reason)
    assert all(state.why_not(choice) is None for choice in state.choices)
    assert "nothing that player" in str(state.why_not("castle king side"))
