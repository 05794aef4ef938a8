"""Many games at once: the same rows from both engines, and in each place the very game that is played alone."""

from __future__ import annotations

import random
from array import array
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, game
from native.test_crossing import diagnostics, in_c
from native.test_playouts import STOPS
from native.test_sizes import GAME
from native.test_whole_games import written
from run.test_observed import BIDS

import hoyle
from hoyle.run.batch import Batch
from hoyle.run.game import Game

PLACES = 7
ENDING = """
ending most after rounds
    winners highest(p in Player by points[p])
"""
ROWS = ("player", "choices", "over", "decisions", "ending", "scores", "won")


def plain(row: Any) -> list[Any]:
    return [list(cell) if hasattr(cell, "__len__") else cell for cell in row]


def rows(batch: Batch) -> list[list[Any]]:
    """All that a batch shows."""
    return [plain(getattr(batch, name)) for name in ROWS]


def seen(batch: Batch) -> list[Any] | None:
    """What is seen, if it can be told in rows."""
    try:
        return plain(batch.observations)
    except hoyle.HoyleError as error:
        assert "belongs to cards" in error.diagnostics[0].message
        return None


def answers(batch: Batch, rng: random.Random) -> list[int]:
    return [rng.randrange(count) if count else 0 for count in batch.choices]


def side_by_side(first: Batch, *others: Batch, steps: int, seed: int = 0) -> int:
    """Step batches by the same answers, now and then by the numbers of choices; gives how many games have ended."""
    rng, ended = random.Random(seed), 0
    for step in range(steps):
        for other in others:
            assert rows(other) == rows(first)
        given = answers(first, rng)
        if step % 5 == 0:
            marks = plain(first.legal)
            assert all(plain(other.legal) == marks for other in others)
            assert all(seen(other) == seen(first) for other in others)
            assert [sum(row) > 0 for row in marks] == [count > 0 for count in first.choices]
            numbers = [rng.choice([n for n, legal in enumerate(row) if legal] or [0]) for row in marks]
            for batch in (first, *others):
                batch.step_actions(numbers)
        else:
            for batch in (first, *others):
                batch.step(given)
        ended += sum(first.over)
    assert all(other.state(2) == first.state(2) for other in others)
    return ended


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_engines_and_workers_agree(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = in_c(game(path, 4), monkeypatch)
    batches = [
        played.batch(PLACES, "many"),
        played.batch(PLACES, "many", workers=3),
        played.batch(PLACES, "many", engine="python"),
    ]
    assert [batch.engine for batch in batches] == ["native", "native", "python"]
    side_by_side(*batches, steps=60)


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of few decisions, in which some cards are chosen unseen, and somebody wins."""
    path = tmp_path / "many.hoyle"
    before, after = GAME.format(most=9).split("flow\n")
    deal, rounds = after.split("    repeat")
    path.write_text(f"{before}phase rounds\n    repeat{rounds}flow\n{deal}    rounds\n{ENDING}")
    return in_c(hoyle.load(str(path)), monkeypatch)


def test_what_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Values that others may not know, values of cards, and lists; see `tests/run/test_observed.py`."""
    path = tmp_path / "bids.hoyle"
    path.write_text(BIDS)
    played = in_c(hoyle.load(str(path)), monkeypatch)
    batches = [played.batch(PLACES, engine=engine) for engine in ("native", "python")]
    side_by_side(*batches, steps=40)
    assert seen(batches[0]) and len(batches[0].layout) == len(batches[0].observations[0])


def test_games_that_end(short: Game) -> None:
    assert side_by_side(short.batch(PLACES, 5), short.batch(PLACES, 5, engine="python"), steps=150) > 20
    stays = [short.batch(PLACES, 5, again=False, engine=engine) for engine in ("native", "python")]
    side_by_side(*stays, steps=60)
    assert list(stays[0].over) == [1] * PLACES and list(stays[0].player) == [-1] * PLACES
    assert not any(map(any, stays[0].legal))


@pytest.mark.parametrize("engine", ["native", "python"])
def test_every_game_is_one_that_is_played_alone(short: Game, engine: str) -> None:
    """Place k has the games k + 1, k + 1 + PLACES and so on of the run, answer by answer."""
    batch, rng = short.batch(PLACES, "alone", engine=engine), random.Random(1)
    numbers = list(range(1, PLACES + 1))
    alone = [short.start(f"alone:{number}") for number in numbers]
    for _ in range(60):
        assert list(batch.player) == [state.player for state in alone]
        assert list(batch.choices) == [len(state.choices) for state in alone]
        assert plain(batch.legal) == [
            [int(n in {choice.number for choice in state.choices}) for n in range(short.action_count)]
            for state in alone
        ]
        given = answers(batch, rng)
        batch.step(given)
        for at, state in enumerate(alone):
            state.choose(given[at])
            assert bool(batch.over[at]) == state.over
            if state.over:
                assert tuple(batch.scores[at]) == state.scores and batch.endings[batch.ending[at]] == state.ending
                named = {seat: place for place, seat in enumerate(state.winners, 1)}
                assert named and list(batch.won[at]) == [named.get(seat, 0) for seat in range(short.players)]
                numbers[at] += PLACES
                alone[at] = short.start(f"alone:{numbers[at]}")
            assert batch.state(at) == alone[at]


@pytest.mark.parametrize("seed", range(8))
def test_whole_games(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = written(seed, tmp_path)
    if played is None:
        return
    in_c(played, monkeypatch)
    try:
        first = played.batch(3)
        _ = first.legal
    except hoyle.HoyleError as error:
        assert error.diagnostics[0].code != "HYL912" or played.numbering.groups
        return
    try:
        side_by_side(first, played.batch(3, engine="python"), steps=40)
    except hoyle.HoyleError as error:
        assert error.diagnostics[0].code != "HYL912"


def test_the_comparison_can_fail(short: Game) -> None:
    first, other = short.batch(PLACES), short.batch(PLACES, engine="python")
    assert rows(short.batch(PLACES, 1)) == rows(first) or plain(short.batch(PLACES, 1).legal) != plain(first.legal)
    given = [count - 1 for count in first.choices]
    first.step(given)
    other.step([0] * PLACES)
    assert plain(first.legal) != plain(other.legal) and first.state(0) != other.state(0)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_from_the_start_again(short: Game, engine: str) -> None:
    batch = short.batch(3, "one", engine=engine)
    at_first, states = rows(batch), [batch.state(at) for at in range(3)]
    for _ in range(40):
        batch.step([0] * 3)
    assert [batch.state(at) for at in range(3)] != states
    batch.reset()
    assert [batch.state(at) for at in range(3)] == states and rows(batch)[:4] == at_first[:4]
    batch.reset("two")
    assert [batch.state(at) for at in range(3)] == [short.start(f"two:{n}") for n in (1, 2, 3)]
    batch.reset([7, "seven", 8])
    assert [batch.state(at) for at in range(3)] == [short.start(seed) for seed in (7, "seven", 8)]


def test_rows_are_seen_without_copying(short: Game) -> None:
    numpy = pytest.importorskip("numpy")
    batch, other = short.batch(5), short.batch(5)
    player, choices, scores, legal = map(numpy.asarray, (batch.player, batch.choices, batch.scores, batch.legal))
    assert scores.shape == (5, 3) and legal.shape == (5, short.action_count)
    for kind in ("int64", "int32", "uint8", "int16"):
        batch.step((choices - 1).astype(kind))
        other.step([count - 1 for count in other.choices])
        assert list(player) == list(other.player) and choices.tolist() == list(other.choices)
    assert numpy.asarray(batch.legal).tolist() == plain(other.legal) and legal.tolist() == plain(other.legal)
    batch.step(numpy.zeros(10, "int64")[::2])
    assert batch.decisions[0] == 5


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize(
    "given",
    [
        [0, 0],
        [0] * 4,
        5,
        None,
        "000",
        [0, 0, True],
        [0, 0, 0.0],
        [0, 0, -1],
        [0, 0, 10**30],
        [0, 99, 0],
        array("d", [0] * 3),
    ],
    ids=str,
)
def test_what_is_no_answer(short: Game, engine: str, given: Any) -> None:
    batch = short.batch(3, engine=engine)
    states, before = [batch.state(at) for at in range(3)], rows(batch)
    for step in (batch.step, batch.step_actions):
        if given == [0, 99, 0] and step == batch.step_actions:
            given = [10**9] * 3
        assert diagnostics(step, given)[0][0] == "HYL904"
    assert [batch.state(at) for at in range(3)] == states and rows(batch) == before


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"places": 0}, "at least one place"),
        ({"places": True}, "at least one place"),
        ({"places": 10**12}, "at most 1,000,000 places"),
        ({"workers": 0}, "at least one worker"),
        ({"engine": "steam"}, "there is no engine `steam`"),
        ({"seed": 0.5}, "is not a seed"),
        ({"seed": "x" * 2_000, "engine": "native"}, "more than 1,000 bytes"),
    ],
)
def test_what_cannot_be_is_refused(short: Game, how: dict[str, Any], says: str) -> None:
    assert says in diagnostics(lambda: short.batch(**{"places": 3, **how}))[0][1]


def test_places_and_seeds_that_are_none(short: Game) -> None:
    batch = short.batch(3)
    for place in (-1, 3, True, None):
        assert "there is no place" in diagnostics(batch.state, place)[0][1]
    assert "one seed for each place" in diagnostics(batch.reset, [1, 2])[0][1]
    assert "is not a seed" in diagnostics(batch.reset, [1, 2, 0.5])[0][1]
    assert short.batch(2, "x" * 2_000).engine == "python"


def test_what_stops_a_game_is_told_by_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "stops.hoyle"
    path.write_text(STOPS)
    played = in_c(hoyle.load(str(path)), monkeypatch)
    said = []
    for engine in ("native", "python"):
        batch = played.batch(10, engine=engine)
        with pytest.raises(hoyle.HoyleError) as caught:
            while True:
                states = [batch.state(at) for at in range(10)]
                batch.step([0] * 10)
        said.append([(d.code, d.message) for d in caught.value.diagnostics])
        stayed = [at for at in range(10) if batch.state(at) == states[at]]
        said.append([*stayed, *rows(batch)])
        assert stayed and len(stayed) < 10
    assert said[:2] == said[2:]
    assert said[0][0][0] == "HYL907" and f"in place {said[1][0]})" in said[0][0][1]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_game_that_cannot_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    path = tmp_path / "stops.hoyle"
    path.write_text(
        STOPS.replace("    shuffle deck", "    shuffle deck\n    total += 10 * sum(c.value for c in top(deck, 1))")
    )
    played = in_c(hoyle.load(str(path)), monkeypatch)
    stopped = [seed for seed in range(40) if not starts(played, seed)]
    right = next(seed for seed in range(40) if seed not in stopped)
    batch = played.batch(
        3, str(next(n for n in range(99) if all(starts(played, f"{n}:{k}") for k in (1, 2, 3)))), engine=engine
    )
    code, message, _ = diagnostics(batch.reset, [right, stopped[0], right])[0]
    assert code == "HYL907" and message.endswith("(in place 1)")


def starts(played: Game, seed: int | str) -> bool:
    try:
        played.start(seed)
    except hoyle.HoyleError:
        return False
    return True


def test_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game(GAMES[-1], 4)
    monkeypatch.setitem(played.__dict__, "_native", (None, "there is no C compiler"))
    batch = played.batch(2, workers=4)
    assert batch.engine == "python"
    batch.step([0, 0])
    assert list(batch.decisions) == [1, 1] and sum(map(sum, batch.legal)) > 2
    assert "there is no C compiler" in diagnostics(lambda: played.batch(2, engine="native"))[0][1]
