"""From Python to C and back, at any decision: the same state, whichever way it came about."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, alone, counts, game, words
from native.test_playouts import STOPS
from native.test_whole_games import written
from native_twin import Twin, compiled
from often import TIMES

import hoyle
from hoyle.run.crossing import NativeState
from hoyle.run.game import Game, prepare
from hoyle.run.state import State

ALL, THEN, CAP = 20, 37, 150  # at every decision up to here, then at every so many, and no further than that
SOME = 2  # options of each game


def tables() -> Iterator[tuple[Path, int, dict[str, Any]]]:
    """Every game at every number of players, and some options of it."""
    for path in GAMES:
        yield from ((path, players, {}) for players in counts(path))
        most = max(counts(path), key=lambda players: len(alone(path, players)))
        yield from ((path, most, options) for options in random.Random(path.stem).sample(alone(path, most), SOME))


def in_c(played: Game, patch: pytest.MonkeyPatch) -> Game:
    """The game with its C compiled quickly, as other tests have it too."""
    patch.setitem(played.__dict__, "_native", (compiled(played, "-O0"), ""))
    return played


def told(state: State) -> list[object]:
    """What only Python knows of a state."""
    seats = range(state.game.players)
    choices = [(choice.text, choice.args) for choice in state.choices]
    return [state.save(), choices, *([state.view(p, data=True), state.news(p), state.ask(p)] for p in seats)]


def differences(twin: NativeState, state: State) -> list[str]:
    """What is not the same in C, looking at the whole table there."""
    library = state.game.native
    assert library is not None
    beside = Twin(state.game, library, twin.seed)
    beside.status = library.replayed(twin.seed, twin.answers).status
    beside.state = library.desk.state
    found = beside.differences(state)
    ours = (state.player, len(state.choices), state.over, state.winners, state.ending, state.scores)
    theirs = (twin.player, twin.choices, twin.over, twin.winners, twin.ending, twin.scores)
    return found if ours == theirs else [*found, f"{ours}; in C {theirs}"]


def cross(played: Game, seed: int) -> int:
    """Play a game on both sides, crossing over and back; gives how many decisions there were."""
    state, twin, library = played.start(seed), played.native_state(seed), played.native
    rng = random.Random(seed)
    assert library is not None
    for made in range(CAP):
        if made < ALL or made % THEN == 0 or state.over:
            over = state.native()
            assert over._packed == twin._packed and over.answers == twin.answers
            assert differences(over, state) == []
            assert twin.python() == state
        if state.over:
            break
        if made < ALL:  # whatever else was worked on here before, nothing of it counts
            ctypes.memset(library.desk.state, 0x55, library.size)
        twin = twin.copy()
        answer = rng.randrange(twin.choices)
        twin.choose(answer)
        state.choose(answer)
    assert told(twin.python()) == told(state)
    return twin.decisions


@pytest.mark.parametrize(("path", "players", "options"), [pytest.param(*t, id=words(*t)) for t in tables()])
def test_there_and_back(path: Path, players: int, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    for seed in range(TIMES):
        assert cross(in_c(game(path, players, options), monkeypatch), seed)


@pytest.mark.parametrize("seed", range(12 * TIMES))
def test_whole_games(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = written(seed, tmp_path)
    if played is None:
        return  # many are refused
    in_c(played, monkeypatch)
    try:
        cross(played, seed)
    except hoyle.HoyleError as stopped:
        assert stopped.diagnostics[0].code != "HYL912"


@pytest.fixture
def hearts(monkeypatch: pytest.MonkeyPatch) -> Game:
    return in_c(game(GAMES[-1], 4), monkeypatch)


def test_the_comparison_can_fail(hearts: Game) -> None:
    """Another deal, or another answer, and it is noticed."""
    state = hearts.start(1)
    assert differences(hearts.native_state(2), state) and hearts.native_state(2).python() != state
    twin = hearts.native_state(1)
    assert not differences(twin, state) and twin.python() == state
    twin.choose(1)
    state.choose(0)
    assert differences(twin, state) and twin.python() != state
    assert state.native()._packed != twin._packed


def test_copies_are_independent(hearts: Game) -> None:
    state = hearts.native_state("copies")
    other = state.copy()
    for _ in range(5):
        other.choose(0)
    assert (state.decisions, other.decisions) == (0, 5)
    assert state.python() == hearts.start("copies")
    for _ in range(5):
        state.choose(0)
    assert state.python() == other.python() and state._packed == other._packed


def test_in_several_threads(hearts: Game) -> None:
    def outcome(seed: int) -> tuple[int, ...]:
        state, rng = hearts.native_state(seed), random.Random(seed)
        while not state.over:
            state.choose(rng.randrange(state.choices))
        return state.scores

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(outcome, range(12))) == list(map(outcome, range(12)))


def diagnostics(call: Any, *args: Any) -> list[tuple[str, str, str | None]]:
    with pytest.raises(hoyle.HoyleError) as caught:
        call(*args)
    return [(d.code, d.message, d.help) for d in caught.value.diagnostics]


def test_what_stops_a_game_is_told_by_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "stops.hoyle"
    path.write_text(STOPS)
    played = in_c(hoyle.load(str(path)), monkeypatch)
    stopped = 0
    for seed in range(20):
        state, twin = played.start(seed), played.native_state(seed)
        while not state.over:
            before = state.copy()
            try:
                state.choose(0)
            except hoyle.HoyleError as error:
                said = [(d.code, d.message, d.help) for d in error.diagnostics]
                assert diagnostics(twin.choose, 0) == said and said[0][0] == "HYL907"
                assert twin.python() == before
                assert diagnostics(state.native)[0][0] == "HYL912"  # what was stopped is no state of the game
                stopped += 1
                break
            twin.choose(0)
    assert stopped


@pytest.mark.parametrize("number", [-1, 13, 10**30, True, 0.0, None, "1"])
def test_what_is_no_choice(hearts: Game, number: object) -> None:
    state, twin = hearts.start(1), hearts.native_state(1)
    said, ours = diagnostics(twin.choose, number)[0], diagnostics(state.choose, number)[0]
    assert said[:2] == ours[:2] and twin.decisions == 0


def test_after_the_end(hearts: Game) -> None:
    state = hearts.native_state(1)
    while not state.over:
        state.choose(0)
    assert state.player == -1 and state.choices == 0
    assert diagnostics(state.choose, 0) == diagnostics(state.python().choose, 0)
    assert diagnostics(state.choose, 0)[0][0] == "HYL906"


def test_what_has_no_twin(hearts: Game) -> None:
    told = diagnostics(hearts.start(chance=[1, 2]).native)[0]
    assert told[0] == "HYL912" and "script" in told[1]
    by_hand = hearts.start(1)
    max(by_hand.z, key=len).reverse()
    assert "the rules do not lead to it" in diagnostics(by_hand.native)[0][1]
    assert "is not a seed" in diagnostics(hearts.native_state, 0.5)[0][1]


def test_what_is_watched_crosses_too(hearts: Game) -> None:
    watched = prepare(hearts.reading, players=4, watched=True)
    assert watched.native_state(1).python() == watched.start(1) == watched.start(1).native().python()


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game(GAMES[0], 4)
    monkeypatch.setitem(played.__dict__, "_native", (None, "there is no C compiler"))
    for call in (played.native_state, played.start(1).native):
        code, message, help = diagnostics(call)[0]
        assert code == "HYL912" and "there is no C compiler" in message and help is not None and "Python" in help
