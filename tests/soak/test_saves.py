"""Saves from strangers: whatever is done to one, it is refused in words, or is a game that can be played to its end.

Each is a real save, taken apart, spoilt somewhere and sealed again, as somebody would who knows how saves are made.
"""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from every import ROOT, counts, game

import hoyle
from hoyle.diagnostics import HoyleError
from hoyle.read import find_game
from hoyle.run.game import Game
from hoyle.run.save import mark, restore, seal
from hoyle.table.script import Script
from hoyle.trials import record

PATHS = [
    find_game("texas_showdown"),
    find_game("trickdraw"),
    ROOT / "examples" / "hearts.hoyle",
    ROOT / "tests" / "emit" / "sample.hoyle",
    ROOT / "tests" / "trials" / "stalls.hoyle",
]
ODD: list[Any] = [
    None, True, False, 0, 1, -1, 7, 2**31, -(2**63), 10**400, 0.5, float("nan"), float("inf"), "", "0", "x",
    "\0", "\ud800", "../x", "/etc/passwd", "hoyle", "a" * 3000,
    [], [0], [[]], {}, {"0": 0}, {"name": "dwyn"}, {"definition": ""},
]  # fmt: skip

TOGETHER = 150


@cache
def tables() -> list[Game]:
    return [game(path, counts(path)[0]) for path in PATHS]


def save_of(rng: random.Random) -> dict[str, Any]:
    """A real save, somewhere in a game."""
    played = rng.choice(tables())
    state = played.start(rng.randrange(99)) if rng.random() < 0.7 else played.start(chance=[rng.randrange(60)] * 9)
    for _ in range(rng.choice([0, 1, 3, 10, 40, 1000])):
        if state.over:
            break
        state.choose(rng.randrange(len(state.choices)))
    found: dict[str, Any] = json.loads(state.save())
    return found


# ---------------------------------------------------------------------------------------------- spoiling


def places(data: Any, depth: int = 4) -> list[tuple[Any, Any]]:
    """Every part of some data, down to some depth, as what holds it and its key there."""
    if not depth:
        return []
    keys = list(data) if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [(data, key) for key in keys] + [place for key in keys for place in places(data[key], depth - 1)]


def spoil(data: Any, rng: random.Random) -> None:
    """Change one part of it."""
    holder, key = rng.choice(places(data))
    value = holder[key]
    match rng.randrange(8):
        case 0:
            del holder[key]
        case 1 if isinstance(value, int):
            holder[key] = value + rng.choice([-1, 1, 100])
        case 2 if isinstance(value, str):
            cut = rng.randrange(len(value) + 1)
            holder[key] = value[:cut] + rng.choice(["", "0", "é", value]) + value[cut + 1 :]
        case 3 if isinstance(value, list):
            holder[key] = rng.choice([value[:-1], value + value, value[::-1], [value]])
        case 4:
            other, name = rng.choice(places(data))
            holder[key] = json.loads(json.dumps(other[name]))
        case 5 if isinstance(holder, dict):
            holder[rng.choice(["x", "sum", "seed", "name"])] = rng.choice(ODD)
        case 6:
            deep: Any = 0
            for _ in range(rng.choice([5, 600])):
                deep = [deep]
            holder[key] = deep
        case _:
            holder[key] = rng.choice(ODD)


def other_parts(data: dict[str, Any], rng: random.Random) -> None:
    """A part of another save."""
    other = save_of(rng)
    for key in rng.sample(sorted(other), rng.choice([1, 1, 2, 5])):
        data[key] = other[key]


def other_way(data: dict[str, Any], rng: random.Random) -> None:
    """Other choices or another chance, with the mark of the table that they lead to: nobody could tell."""
    if rng.random() < 0.5:
        data["seed"] = rng.choice([rng.randbytes(rng.choice([0, 1, 8, 32])).hex(), [rng.randrange(99)] * 5])
    choices = data["choices"]
    for _ in range(rng.choice([0, 1, 4])):
        if choices:
            choices[rng.randrange(len(choices))] = rng.randrange(6)
    data["choices"] = choices[: rng.randrange(len(choices) + 1)] if rng.random() < 0.5 else choices
    played = next(table for table in tables() if table.fingerprint == data["rules"])
    seed = data["seed"]
    try:
        state = played.again(bytes.fromhex(seed) if isinstance(seed, str) else Script(tuple(seed)))
        for number in data["choices"]:
            state.choose(number)
        data["table"] = mark(state)
    except HoyleError:
        pass


def other_rules(data: dict[str, Any], rng: random.Random) -> None:
    """Something else in the definition that travels along."""
    if "definition" not in data["game"]:
        data["game"] = {"definition": _packed({"main": "g.hoyle", "files": {"g.hoyle": f"game {rng.random()}\n"}})}
    packed = base64.b64decode(data["game"]["definition"])
    if rng.random() < 0.4:
        cut = rng.randrange(len(packed))
        packed = packed[:cut] + rng.choice([b"", b"\0", packed]) + packed[cut + rng.choice([0, 1]) :]
        data["game"] = {"definition": base64.b64encode(packed).decode()}
        return
    content = json.loads(zlib.decompress(packed))
    if rng.random() < 0.8:
        spoil(content, rng)
    else:
        name = rng.choice(sorted(content["files"]))
        lines = content["files"][name].splitlines(keepends=True)
        lines[rng.randrange(len(lines))] = rng.choice(["", *lines])
        content["files"][name] = "".join(lines)
    data["game"] = {"definition": _packed(content)}


def _packed(content: Any) -> str:
    return base64.b64encode(zlib.compress(json.dumps(content).encode())).decode()


def spoilt(rng: random.Random) -> str:
    data = save_of(rng)
    # reading other rules takes as long as fifty of the others
    (how,) = rng.choices([spoil, other_parts, other_way, other_rules], [50, 20, 50, 10])
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        if data:
            how(data, rng)
        if how is other_rules:
            break
    text = seal(data)
    if rng.random() < 0.05:
        cut = rng.randrange(len(text))
        text = text[:cut] + rng.choice(["", "\0", "}", "[" * 100_000, text[cut:] * 2])
    return text


# ---------------------------------------------------------------------------------------------- what comes of it


def played_on(state: hoyle.State, rng: random.Random) -> None:
    """To its end, with everything that can be asked of a state on the way."""
    every = range(state.game.players)
    ask = {0, rng.randrange(1, 60)}
    for step in range(3000):
        if step in ask or state.over:
            assert all(state.view(seat) and state.events(seat) is not None for seat in every)
            assert restore(state.save()) == state
        if state.over:
            return
        if step in ask:
            assert state.why_not(state.choices[0]) is None
            assert state.why_not("something else") is not None
        state.choose(rng.randrange(len(state.choices)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each lot is a test of its own, so that several processes share them."""
    start, count = metafunc.config.getoption("seed"), metafunc.config.getoption("saves")
    if metafunc.function is test_spoilt_plays:
        count //= 5
    seeds = range(start, start + count)
    rows = [seeds[n : n + TOGETHER] for n in range(0, count, TOGETHER)]
    metafunc.parametrize("seeds", rows, ids=lambda row: f"{row.start}..{row.stop - 1}")


def test_spoilt_plays(seeds: range, tried: Callable[[str, int], None]) -> None:
    """A play that `hoyle test` recorded is restored in the same way, and by other code."""
    for number in seeds:
        rng = random.Random(number)
        played = tables()[-1]
        play = record.Play(played.players, {}, (3, 1, 4), tuple(rng.choices(range(3), k=rng.randrange(9))))
        data = json.loads(record.write(play, played, "a test"))
        spoil(data, rng)
        try:
            state, _ = record.table(seal(data), rng.randrange)
        except HoyleError as error:
            assert error.diagnostics[0].message
        else:
            played_on(state, rng)
    tried("spoilt plays", len(seeds))


def test_spoilt_saves(seeds: range, tried: Callable[[str, int], None]) -> None:
    restored, reasons = 0, set()
    for number in seeds:
        rng = random.Random(number)
        text = spoilt(rng)
        try:
            state = restore(text)
        except HoyleError as error:
            assert error.diagnostics[0].message
            reasons.add(error.diagnostics[0].message)
            continue
        restored += 1
        try:
            played_on(state, rng)
        except HoyleError as error:  # the rules may be bad, the state is not
            assert error.diagnostics[0].code in ("HYL907", "HYL908", "HYL910"), f"spoilt save {number}"
    wanted = len(seeds)
    tried("spoilt saves", wanted)
    # neither does everything go through nor nothing, and the reasons are not all one
    assert wanted < 100 or (wanted / 10 < restored < wanted * 9 / 10 and len(reasons) > 10)
