"""Exploring in C and in Python: the same tables in the same order, the same steps to them, the same verdicts."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import attrs
import every
import pytest
from every import BUNDLED
from often import TIMES
from tiny import ENDLESS, FEW, HEAD, HEAP, ROW, SHUFFLED, SUITS
from whole.game import write

import hoyle
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.explore import in_c
from hoyle.explore.sameness import Sameness
from hoyle.explore.search import CHOICES, Explored, Limits, Search
from hoyle.explore.verdicts import Report, explore
from hoyle.native import compile as compiling
from hoyle.native import explorer, module
from hoyle.native.compile import NoCompiler, compiler
from hoyle.read import Reading, read_path
from hoyle.run.game import Game, prepare
from hoyle.run.miniature import miniature_game, the_miniature
from hoyle.trials.settings import mixed

TABLES = 1_000
SOME = 150
TOGETHER = 3


def there_is_none() -> str:
    try:
        compiler(os.environ.get("CC"))
    except NoCompiler as reason:
        return str(reason)
    return ""


pytestmark = pytest.mark.skipif(bool(there_is_none()), reason=there_is_none())


@pytest.fixture(autouse=True)
def quickly_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_c, "FLAGS", ("-O0",))


def searched(game: Game, engine: str, symmetric: dict[str, Any], orders: int | None, limits: Limits) -> Search:
    search = Search(game, Sameness(game, symmetric), orders, limits, engine)
    search.run()
    return search


def facts(search: Search) -> dict[str, Any]:
    """All that a search knows."""
    found = {name: getattr(search.found, name) for name in attrs.fields_dict(Explored)}
    del found["seconds"], found["engine"]
    steps = [search.steps[table] for table in range(len(search.parents))]
    return {**found, "parents": search.parents, "steps": steps, "follow": search.follow, "ends": search.ends}


def differences(game: Game, orders: int | None = None, states: int | None = None, **symmetric: Any) -> list[str]:
    """Where the two do not come to the same.

    C may leave to Python only a game that takes too much work somewhere, or in which chance draws groups.
    """
    ours, theirs = (searched(game, engine, symmetric, orders, Limits(states)) for engine in ("python", "native"))
    one, other = facts(ours), facts(theirs)
    assert ours.found.engine == "python"
    groups = any(
        isinstance(n, core.Param) and n.groups for p in game.program.procedures.values() for n in below(p.body)
    )
    assert theirs.found.engine == "native" or CHOICES in ours.found.refuted or groups
    return [name for name in one if one[name] != other[name]]


# ---------------------------------------------------------------- the same tables


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_the_miniatures_of_the_games(path: Path) -> None:
    beside = path.with_name(f"{path.stem}_trials.hoyle")
    reading = every.reading(beside if beside.is_file() else path)
    for miniature in reading.model.miniatures:
        named = {n for n, p in enumerate(reading.model.properties) if p.name not in miniature.waived}
        game = miniature_game(reading, miniature, named)
        assert differences(game, miniature.orders, TABLES if TIMES == 1 else None, **miniature.symmetric) == []


@pytest.mark.parametrize("lot", range(2 * TIMES))
def test_whole_games(lot: int, tmp_path: Path) -> None:
    """Definitions that are written at random, watched for their properties; with what can be exchanged in them."""
    right = ((seed, reading) for seed in count(lot * 100) for reading in drawn(seed, tmp_path))
    for seed, reading in islice(right, TOGETHER):
        setting, properties = mixed(reading.model, random.Random(seed)), range(len(reading.model.properties))
        game = prepare(reading, players=setting.players, options=setting.options, watched=properties)
        for symmetric in ({}, *({kind: reading.files[0].header.span} for kind in game.model.kinds)):
            try:
                assert differences(game, 3, SOME, **symmetric) == [], (seed, symmetric)
            except hoyle.HoyleError as error:  # that it cannot be exchanged is tested elsewhere
                assert error.diagnostics[0].code == "HYL511"


def drawn(seed: int, folder: Path) -> Iterator[Reading]:
    """The definition that a seed writes, if it is right."""
    found = write(seed)
    for old in folder.iterdir():
        old.unlink()
    for name, text in found.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    reading = read_path(folder / found.main)
    if reading.world is not None and not reading.failed:
        yield reading


# ---------------------------------------------------------------- the same verdicts

LUCK = """
var luck : 0..9 = 0
after play(card)
    luck += card.value
property lucky always luck < 10
"""
PROMISES = """
property first_wrong after play(card) then count(shown) > 1
property also_wrong  after play(card) then count(shown) < 4
property laid        after play(card) then card in shown
property at_last     eventually count(shown) is 4
property nowhere     eventually first(shown) is Tile(9)
property ended       after played then count(shown) is 3
property all_out     at end empty(hand)
"""
# chance chooses one and some, cards go anywhere, hidden cards are taken, and something is kept while that is asked
CHANCE = """
zone table : pile, face down
var taken : list of Tile = []
to lucky(p : Player)
    chance chooses one n in 1..2
    chance chooses 2 lost in hand[p]
    move lost to table anywhere
    p chooses 1 got in table
    taken = got
    move got to shown
    points[p] += n
flow
    move Tile to deck
    deal hand_size from deck to hand
    each p in Player
        lucky(p)
property known always every(c in taken has c in shown)
property never_five never sum(c.value for c in shown) is 5
"""
FOR_ANOTHER = """
flow
    move Tile to deck
    shuffle deck
    deal hand_size from deck to hand
    repeat 2 times
        each p in Player
            left(p) must play for p if able
            p may play
"""
SMALL = "players 2\nset hand_size = 2\ncards c in Tile where c.value <= 4"
CASES = {
    "every order": (HEAD, ROW, SMALL),
    "one for another": (HEAD, FOR_ANOTHER, SMALL),
    "the same table": (HEAD, HEAP, "players 2\ncards c in Tile where c.value <= 6"),
    "every deal": (HEAD, SHUFFLED, SMALL),
    "some orders": (HEAD, SHUFFLED, f"{SMALL}\norders 5"),
    "a way round": (HEAD, ENDLESS, SMALL),
    "a step that cannot be done": (HEAD, ROW + LUCK, "cards c in Tile where c.value in 4..9\nset hand_size = 2"),
    "broken in the middle": (HEAD, ROW + PROMISES, SMALL),
    "other chance": (HEAD, CHANCE, SMALL),
    "exchanged suits": (SUITS, "", f"{FEW}\nsymmetric Suit"),
    "exchanged seats": (SUITS, "", f"{FEW}\nsymmetric Suit, Player"),
    "more than can be tried": (HEAD, SHUFFLED.replace("deal", "shuffle shown\n    deal", 1), "players 2\ncopies 1"),
}


def written(folder: Path, head: str, body: str, miniature: str) -> Reading:
    path = folder / "tiny.hoyle"
    lines = "".join(f"    {line.strip()}\n" for line in miniature.strip().splitlines())
    path.write_text(f'{head}{body}\nminiature "small"\n{lines}', encoding="utf-8")
    reading = read_path(path)
    assert not reading.failed, [d.message for d in reading.diagnostics]
    return reading


def explored(reading: Reading, engine: str, **limits: float) -> Report:
    return explore(reading, the_miniature(reading, "small"), Limits(**limits), engine=engine)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", CASES)
def test_the_same_is_said_of_it(name: str, tmp_path: Path) -> None:
    reading = written(tmp_path, *CASES[name])
    limits = {"states": 400} if name == "more than can be tried" else {}
    ours, theirs = (explored(reading, engine, **limits) for engine in ("python", "native"))
    assert (ours.explored.engine, theirs.explored.engine) == ("python", "native")
    assert ours.verdicts == theirs.verdicts
    for report in (ours, theirs):
        report.explored.seconds, report.explored.engine = 0.0, ""
    assert ours.explored == theirs.explored


def test_it_can_be_seen_that_they_differ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """C that takes two tables for one, in one thing after the other, and it is noticed."""
    reading = written(tmp_path, *CASES["other chance"])
    game = miniature_game(reading, the_miniature(reading, "small"), watched=False)
    assert differences(game) == []
    text = module.Module.text
    for line in (
        "    put_cards(text, s, same, e);",
        "    put_values(text, s, same, e);",
        "    put_frames(text, s, same, e);",
    ):
        monkeypatch.setattr(module.Module, "text", lambda self, line=line: text(self).replace(line, ""))
        assert "states" in differences(game)


# ---------------------------------------------------------------- where C cannot


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = written(tmp_path, *CASES["every deal"])
    wanted = explored(reading, "python")
    monkeypatch.setenv("CC", "there_is_no_such_compiler")
    for engine in ("auto", "native"):
        found = explored(reading, engine)
        assert (found.explored.engine, found.explored.states) == ("python", wanted.explored.states)
        assert found.verdicts == wanted.verdicts


@pytest.mark.parametrize("name", ["every deal", "a step that cannot be done"])
def test_what_c_gives_up_is_explored_in_python(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading = written(tmp_path, *CASES[name])
    wanted = explored(reading, "python")
    run = explorer.Explorer.run

    def gives_up(self: explorer.Explorer, steps: int) -> int:
        run(self, 5)
        return explorer.UNABLE

    monkeypatch.setattr(explorer.Explorer, "run", gives_up)
    found = explored(reading, "native")
    assert (found.explored.engine, found.verdicts) == ("python", wanted.verdicts)
    assert found.explored.states == wanted.explored.states


def test_only_what_is_large_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    reading = written(tmp_path, *CASES["every deal"])
    with monkeypatch.context() as patch:
        patch.setattr(compiling, "_run", lambda command: pytest.fail("compiled for a few tables"))
        assert explored(reading, "auto").explored.engine == "python"
    monkeypatch.setattr("hoyle.explore.search.FEW", 20)
    large = explored(reading, "auto")
    assert (large.explored.engine, large.verdicts) == ("native", explored(reading, "python").verdicts)
    monkeypatch.undo()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(in_c, "FLAGS", ("-O0",))
    assert explored(reading, "auto").explored.engine == "native"  # what was compiled before is taken at once


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize("limits", [{"states": 600}, {"seconds": 0.0}, {"megabytes": 1}])
def test_it_stops_at_a_limit(limits: dict[str, float], tmp_path: Path) -> None:
    reading = written(tmp_path, HEAD, SHUFFLED, "cards c in Tile where c.value <= 7")
    found = explored(reading, "native", **limits).explored
    assert found.engine == "native" and found.stopped is not None
    assert 0 < found.states <= limits.get("states", 10**9)


def test_an_interruption_ends_it_cleanly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: Search, visited: int, known: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Search, "look", interrupt)
    found = explored(written(tmp_path, HEAD, SHUFFLED, "cards c in Tile where c.value <= 7"), "native").explored
    assert (found.engine, found.stopped) == ("native", "it was interrupted")
    assert found.states > 0


def test_a_symmetry_that_only_play_shows_to_be_wrong(tmp_path: Path) -> None:
    body = """
after one_trick
    let some = all(c in won[leader] where c.value is 1)
    each c in first(some)
        move c to deck bottom
"""
    with pytest.raises(hoyle.HoyleError, match="goes on otherwise"):
        explored(written(tmp_path, SUITS, body, f"{FEW}\nsymmetric Suit"), "native")
