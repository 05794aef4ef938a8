"""Properties about what happens: `after` something, what was before it, and what must come true at least once."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.read import read_path
from hoyle.run.game import Game, prepare
from hoyle.run.save import restore
from hoyle.trials.properties import happened, unkept
from hoyle.trials.run import Result
from hoyle.trials.words import Look

Results = Callable[..., list[Result]]
ORCHARD = (Path(__file__).parent / "orchard.hoyle").read_text(encoding="utf-8")

HOLD = """
property planted   after plant(card, side) then card in row[you] or card in compost
property one_less  after plant(crop, where_to) then count(basket[you]) is was(count(basket[you])) - 1
property rested    after rest then stock[you] is was(stock[you]) + 1
property sides     after plant(c, s) then c in compost or c.up is (s is open)
property moves_on  after season then leader is left(was(leader))
property called    after turn(p) then calls is was(calls) + 1
property enough    after harvest then max(score(p) for p in Player) >= goal and not empty(winners)
property none_won  after barren then empty(winners)
property grown     eventually count(row) > 3
property ended     eventually count(deck) < players
"""


def test_what_holds(results: Results) -> None:
    found = [r for r in results(HOLD, games=40) if r.kind == "property"]
    assert [r.name for r in found if not r.passed] == []


def test_a_witness_is_told(results: Results) -> None:
    found = results("property some eventually count(row[seat(1)]) > 1", games=40)[0]
    assert found.passed
    lines = found.detail.splitlines()
    assert lines[0] == "reached:"
    assert any(line.strip().startswith("row[player_1]: ") for line in lines)


FAIL = {
    "after rest then stock[you] is was(stock[you])": [
        "expected: after `rest` then `stock[you] is was(stock[you])`",
        "actual: with you = player_",
        "actual: `stock[you]` is 1",
    ],
    "after plant(c, s) then s is hidden": [
        "expected: after `plant(c, s)` then `s is hidden`",
        "actual: with you = player_",
    ],
    "after season then leader is was(leader)": ["actual: `leader` is player_"],
    "after harvest then empty(winners)": [
        "expected: after `harvest` then `empty(winners)`",
        "actual: `empty(winners)`",
    ],
    "after barren then not empty(winners)": ["actual: `empty(winners)` is yes"],
    "eventually count(compost) > 30": [
        "expected: eventually `count(compost) > 30`",
        "actual: it did not come true in the 20 games that were tried",
    ],
}


@pytest.mark.parametrize("says", FAIL)
def test_what_does_not_hold(results: Results, says: str) -> None:
    result = results(f"property wrong {says}", games=20)[0]
    assert (result.kind, result.name, result.passed) == ("property", "wrong", False)
    lines = result.detail.splitlines()
    for words in FAIL[says]:
        assert any(line.startswith(words) for line in lines), result.detail
    assert "property'" not in result.detail


def test_what_never_happens_is_no_pass(results: Results) -> None:
    found = results("property idle after feast(p) then empty(row[p])", games=5)[0]
    assert not found.passed
    assert found.detail == "never put to the test: `feast(p)` did not happen in the 5 games that were tried"


def test_what_is_broken_hides_nothing_behind_it(results: Results) -> None:
    body = """
        property no_start after turn(p) then no
        property no_rest  after rest then no
        property grown    eventually count(row) > 3
        property low      never any(p in Player where count(row[p]) > 2)
        property ended    after harvest then not empty(winners)
    """
    found = {r.name: r for r in results(body, games=40) if r.kind == "property"}
    assert {name: r.passed for name, r in found.items()} == {
        "no_start": False,
        "no_rest": False,
        "grown": True,
        "low": False,
        "ended": True,
    }
    assert "`count(row[p])` is 3" in found["low"].detail


def test_the_shortest_play_is_told(results: Results) -> None:
    found = results("property no_rest after rest then no", games=30)[0]
    assert ", after 1 choice\n" in found.detail


# ---------------------------------------------------------------- the game that is watched


@pytest.fixture
def watched(tmp_path: Path) -> Callable[[str], Game]:
    def made(body: str) -> Game:
        path = tmp_path / "orchard.hoyle"
        path.write_text(f"{ORCHARD}\n{body}\n", encoding="utf-8")
        return prepare(read_path(path), players=2, options={"starter": 1}, watched=True)

    return made


def test_it_stops_at_the_table_that_broke_the_property(watched: Callable[[str], Game]) -> None:
    game = watched("property no_rest after rest then stock[you] < 1")
    state = game.start(3)
    resting = next(n for n, choice in enumerate(state.choices) if choice.text == "rest")
    state.choose(resting)
    assert state.over
    assert state.game.program.stopped_by(state.ending) == 0
    assert state.value("stock") == [1, 0]
    assert unkept(Look(state), 0).told()[1] == "actual: with you = player_1"
    assert happened(state) == [0]


def test_what_happened_is_told_once(watched: Callable[[str], Game]) -> None:
    game = watched("property resting after rest then stock[you] > 0\nproperty turns after turn(p) then calls > 0")
    state = game.start(3)
    assert happened(state) == []
    state.choose(next(n for n, choice in enumerate(state.choices) if choice.text == "rest"))
    assert happened(state) == [0, 1]
    assert happened(state) == []


def test_it_is_the_same_game(watched: Callable[[str], Game]) -> None:
    """As long as the properties hold, to watch a game changes nothing in it."""
    game = watched(HOLD)
    plain = prepare(game.reading, players=2, options={"starter": 1})
    rng = random.Random(2)
    for seed in range(10):
        one, other = plain.start(seed), game.start(seed)
        while not one.over:
            assert [c.text for c in one.choices] == [c.text for c in other.choices]
            number = rng.randrange(len(one.choices))
            one.choose(number)
            other.choose(number)
        assert (one.over, one.winners, one.ending, one.z) == (other.over, other.winners, other.ending, other.z)
        assert one.events() == other.events()


def test_it_can_be_saved(watched: Callable[[str], Game]) -> None:
    state = watched(HOLD).start(1)
    state.choose(0)
    again = restore(state.save())
    assert again == state
    assert again.game.program.promises
    some = prepare(state.game.reading, players=2, watched={1, 2}).start(1)
    assert restore(some.save()) == some
    assert not restore(prepare(state.game.reading, players=2).start(1).save()).game.program.promises


def test_an_ability_is_named_by_card_and_timing(results: Results) -> None:
    body = """
        timing on_rot by owner(this)
        ability pear on_rot
            stock[you] += 1
        after plant(card, side)
            resolve on_rot of card
        property stolen after pear.on_rot then stock[you] is was(stock[you]) + {} and this.name is pear
    """
    assert results(body.format(1), games=30)[0].passed
    assert "expected: after `pear.on_rot` then" in results(body.format(2), games=30)[0].detail
