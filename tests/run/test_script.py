"""Chance by a script: as it lies if all is 0, the same whenever played, saved or copied, and every outcome once."""

from __future__ import annotations

import json
import random
from itertools import permutations
from pathlib import Path

import attrs
import pytest
from every import GAMES, counts, game

import hoyle
from hoyle.run.save import seal
from hoyle.run.state import State
from hoyle.table import chance
from hoyle.table.script import Drawn, Open, Script

IDS = [path.stem for path in GAMES]


@attrs.define
class Table:
    seed: bytes | Script
    draws: int = 0


class Asked(Script):
    """Numbers that are all known; whoever asks for one more is told how many there could be."""

    def beyond(self, limit: int) -> int:
        raise Open(limit)


def by_rng(rng: random.Random) -> Drawn:
    return Drawn(source=rng.randrange)


def played(state: State, rng: random.Random, most: int = 300) -> list[int]:
    made = []
    while not state.over and len(made) < most:
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
    return made


def test_all_zero_is_as_it_lies() -> None:
    cards = list(range(7))
    assert chance.shuffled(Table(Script()), cards) == cards
    assert chance.sample(Table(Script()), cards, 3, "") == (0, 1, 2)
    assert chance.below(Table(Script()), 5) == 0
    assert chance.spot(Table(Script()), cards) == 7  # on top, where it would lie without chance


def test_a_script_names_the_top_card_first_and_the_rest_keeps_its_order() -> None:
    table = Table(Script((2,)))
    assert chance.shuffled(table, ["a", "b", "c", "d"]) == ["a", "c", "d", "b"]  # type: ignore[list-item, comparison-overlap]
    assert table.draws == 3


def outcomes(what: object) -> list[object]:
    """What comes of every script there is, found by asking how it could go on."""
    found, open_ones = [], [()]
    while open_ones:
        numbers = open_ones.pop()
        try:
            found.append(what(Table(Asked(numbers))))  # type: ignore[operator]
        except Open as more:
            open_ones += [(*numbers, n) for n in range(more.limit)]
    return found


def test_every_outcome_comes_once() -> None:
    assert sorted(map(tuple, outcomes(lambda t: chance.shuffled(t, [0, 1, 2, 3])))) == sorted(permutations(range(4)))  # type: ignore[call-overload]
    assert sorted(outcomes(lambda t: chance.sample(t, "abc", 2, ""))) == sorted(permutations("abc", 2))  # type: ignore[type-var]
    assert sorted(outcomes(lambda t: chance.spot(t, [7, 7]))) == [0, 1, 2]  # type: ignore[type-var]
    assert outcomes(lambda t: chance.below(t, 1)) == [0]


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_what_was_drawn_plays_again(path: Path) -> None:
    for players in counts(path):
        rng = random.Random(players)
        loaded = game(path, players)
        state = loaded.start(chance=by_rng(rng))
        made = played(state, rng)
        assert isinstance(state.seed, Script)
        again = loaded.start(chance=state.seed.told())
        for number in made:
            again.choose(number)
        assert again == state
        assert again.events() == state.events()


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_a_saved_script_goes_on(path: Path) -> None:
    rng = random.Random(3)
    state = game(path, counts(path)[0]).start(chance=by_rng(rng))
    played(state, rng, 25)
    back = hoyle.restore(state.save())
    assert back == state
    assert [c.text for c in back.choices] == [c.text for c in state.choices]
    assert back.events() == state.events()


def test_copies_draw_the_same_and_leave_each_other_alone() -> None:
    rng = random.Random(5)
    drawn = by_rng(rng)
    path = next(path for path in GAMES if path.stem == "trickdraw")
    state = game(path, 3).start(chance=drawn)
    numbers: list[int] = []
    for _ in range(120):
        if state.over:
            break
        for number in range(min(3, len(state.choices))):  # ways not taken, before the one that is
            first, second = state.copy(), state.copy()
            first.choose(number)
            second.choose(number)
            assert first == second
        numbers.append(rng.randrange(len(state.choices)))
        state.choose(numbers[-1])
    again = game(path, 3).start(chance=drawn.told())
    for number in numbers:
        again.choose(number)
    assert again.table() == state.table()


def test_scripts_that_tell_the_same_are_equal() -> None:
    assert Script((1, 0, 2, 0, 0)) == Drawn(numbers=[1, 0, 2], source=lambda limit: 0) != Script((1,))
    assert Script((1,)) != b"\x01"


@pytest.mark.parametrize("wrong", [[1, -1], ["1"], [True], [[1]], 3, None])
def test_a_save_with_a_bad_script_is_refused(wrong: object) -> None:
    data = json.loads(game(GAMES[0], 2).start(chance=[1, 2]).save())
    with pytest.raises(hoyle.HoyleError) as caught:
        hoyle.restore(seal({**data, "seed": wrong}))
    assert caught.value.diagnostics[0].code == "HYL905"


@pytest.mark.parametrize("wrong", ["12", [-1], [True], [1.0], 7, {1: 2}])
def test_chance_that_is_none_is_refused(wrong: object) -> None:
    with pytest.raises(hoyle.HoyleError) as caught:
        game(GAMES[0], 2).start(chance=wrong)  # type: ignore[arg-type]
    assert caught.value.diagnostics[0].code == "HYL903"
