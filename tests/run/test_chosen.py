"""A group that is chosen at once: what it is called, who hears of it, why another cannot be chosen."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import hoyle
from hoyle.run.choices import Choice
from hoyle.run.state import State
from hoyle.run.why import by_members

GAME = hoyle.load(str(Path(__file__).parents[1] / "native" / "chosen.hoyle"), players=2)
RUMMY = """\
game "Rummy" for 2 players
kind Suit : cups | coins
cards Tile
    suit  : Suit key
    value : 1..9 key
    | suit | value |
    | Suit | 1..9  |
zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone meld[Player] : pile, face up
define is_run(tiles : list of Tile) = same(t.suit for t in tiles) and consecutive(t.value for t in tiles)
action lay(tiles of 3..4 in hand[you] where is_run(tiles))
    must max(t.value for t in tiles) > 3 as high "a run goes above 3"
    text "lay {tiles}"
    move tiles to meld[you]
action pass_on(tiles of 2 in hand[you] where different(t.suit for t in tiles))
    text "pass on {tiles}"
    move tiles to hand[left(you)]
flow
    move Tile to deck
    move all(t in deck where t.suit is cups) to hand[seat(1)]
    move all(t in deck where t.value < 5) to hand[seat(1)]
    move deck to hand[seat(2)]
    each p in Player
        repeat p may lay or pass_on
define score(p) = count(meld[p])
"""


def moments(seed: int) -> Iterator[State]:
    state, rng = GAME.start(seed), random.Random(seed)
    while not state.over:
        yield state
        state.choose(rng.choice(state.choices))


@pytest.fixture
def rummy(tmp_path: Path) -> State:
    (tmp_path / "rummy.hoyle").write_text(RUMMY, encoding="utf-8")
    return hoyle.load(str(tmp_path / "rummy.hoyle")).start()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lay cups 4, cups 5 and cups 6", None),
        ("LAY cups 6 cups 4 cups 5", None),
        ("lay cups 4 and cups 5", "3 to 4 are wanted, and these are 2"),
        ("lay cups 4 cups 5 cups 7", "`is_run(tiles)` does not hold for it"),
        ("lay cups 1, cups 2, cups 3", "a run goes above 3"),
        ("lay coins 7, cups 7, cups 8", "it is about `tiles of 3..4 in hand[you] where is_run(tiles)`"),
        ("lay cups 4 cups 4 cups 5", "it is about"),
        ("pass_on coins 1 coins 2", "`different(t.suit for t in tiles)` does not hold for it"),
    ],
)
def test_why_a_group_cannot_be_chosen(rummy: State, text: str, why: str | None) -> None:
    reason = rummy.why_not(text)
    assert (reason is None) is (why is None)
    assert why is None or why in str(reason)


def test_whoever_does_not_see_the_cards_hears_no_names(rummy: State) -> None:
    rummy.choose(next(c for c in rummy.choices if c.text == "pass on cups 1 and coins 1"))
    rummy.choose(next(c for c in rummy.choices if c.text == "lay cups 4, cups 5 and cups 6"))
    assert "player 1: pass on cups 1 and coins 1" in rummy.events(0)
    assert "player 1: pass on cups 1 and coins 1" in rummy.events(1)  # who gets them sees them
    assert "player 1: lay cups 4, cups 5 and cups 6" in rummy.events(1)
    swapped = next(s for s in moments(1) if any(c.action == "swap" for c in s.choices))
    swapped.choose(next(c for c in swapped.choices if c.action == "swap"))
    lay = next(s for s in moments(2) if any(c.action == "rob" for c in s.choices))
    lay.choose(next(c for c in lay.choices if c.action == "rob"))
    robbed = next(e for e in lay.events(lay.player) if "take" in e)
    assert "a card of" in robbed


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_asked_and_numbered_of_it(seed: int) -> None:
    names: dict[int, set[str]] = {}
    for state in moments(seed):
        asked = state.ask(state.player)
        assert asked is not None
        keys = [choice["key"] for choice in asked["choices"]]
        assert len(set(keys)) == len(keys)
        for data in asked["choices"]:
            choice: Choice = state.choices[data["n"]]
            assert state.why_not(choice) is None
            assert state.why_not(choice.text) is None
            assert state.numbered(choice.number).number == choice.number < GAME.action_count
            groups = [arg["list"] for arg in data["args"] if "list" in arg]
            if choice.action in ("lay", "swap", "tidy"):
                assert all(one["cards"] for row in groups for one in row)
                assert sum(map(len, groups)) >= 2
            names.setdefault(choice.number, set()).add(data["key"].split(" ")[0])
        again = hoyle.restore(state.save())
        assert [c.text for c in again.choices] == [c.text for c in state.choices]
        assert [c.key for c in again.choices] == [c.key for c in state.choices]


def test_groups_of_cards_that_look_alike_are_offered_once() -> None:
    for seed in range(20):
        for state in moments(seed):
            laid = [tuple(sorted(choice.cards)) for choice in state.choices if choice.action == "lay"]
            assert len(set(laid)) == len(laid)


def test_there_are_too_many_for_a_mark_each() -> None:
    batch = GAME.batch(2)
    assert batch.step([0, 0]) is None
    for ask in (lambda: batch.legal, lambda: batch.step_actions([0, 0])):
        with pytest.raises(hoyle.HoyleError, match="too many for a mark each"):
            ask()


def test_a_game_does_not_keep_them() -> None:
    def alive() -> int:
        gc.collect()
        return sum(isinstance(each, Choice) for each in gc.get_objects())

    for seed in range(5):
        for _ in moments(seed):
            pass
    before = alive()
    for seed in range(5, 25):
        for _ in moments(seed):
            pass
    assert alive() < before + 200


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("lay cups 6 cups 4, cups 5", "lay cups 4, cups 5 and cups 6"),
        ("cups 7, cups 5, cups 4 and cups 6", "lay cups 4, cups 5, cups 6 and cups 7"),
        ("pass on coins 2 cups 3", "pass on cups 3 and coins 2"),
        ("pass on coins 9 cups 9", None),
    ],
)
def test_they_are_found_by_their_cards_in_any_order(rummy: State, words: str, found: str | None) -> None:
    choice = by_members(rummy, words, rummy.choices)
    assert (choice and choice.text) == found
