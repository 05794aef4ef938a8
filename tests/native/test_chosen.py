"""Groups that are chosen at once: in C, in Python and step by step the same choices, and who thinks does the same."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from native_twin import Twin, compiled, follow
from often import TIMES
from side_by_side import step_by_step

import hoyle
from hoyle.run.crossing import native
from hoyle.run.game import Game

GAME = Path(__file__).with_name("chosen.hoyle")


@pytest.fixture(scope="module", params=[2, 3])
def game(request: pytest.FixtureRequest) -> Game:
    return hoyle.load(str(GAME), players=request.param)


def test_they_are_the_same_in_c(game: Game) -> None:
    lib = compiled(game, "-O1")
    groups = 0
    for seed in range(20 * TIMES):
        state = game.start(seed)
        twin = Twin(game, lib, state.seed)
        assert follow(twin, state, random.Random(seed), 100)
        assert not twin.gave_up
        groups += state.over
    assert groups == 20 * TIMES


def test_and_step_by_step(game: Game) -> None:
    for seed in range(6 * TIMES):
        step_by_step(game.start(seed), random.Random(seed))


def test_a_state_goes_to_c_and_back_wherever_a_group_is_chosen(game: Game) -> None:
    state, rng = game.start(3), random.Random(3)
    while not state.over:
        there = native(state)
        assert [c.text for c in there.python().choices] == [c.text for c in state.choices]
        number = rng.randrange(len(state.choices))
        there.choose(number)
        state.choose(number)
        assert there.python().z == state.z


def test_who_thinks_chooses_the_same_in_both(game: Game) -> None:
    runs = [game.playouts(2, seed=5, bots="search:16", engine=engine) for engine in ("python", "native")]
    assert runs[0].scores == runs[1].scores
    assert runs[0].lengths == runs[1].lengths


HOLDS = """\
game "Holds" for 2 players
cards Tile
    value : 1..40 key
    | value |
    | 1..40 |
zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner{holds}
zone out          : pile, face up
action lay(tiles of 1.. in hand[you] where consecutive(t.value for t in tiles))
    move tiles to out
flow
    move Tile to deck
    shuffle deck
    deal 6 from deck to hand
    each p in Player
        repeat p may lay
define score(p) = count(hand[p])
"""


def test_what_a_hand_holds_is_room_enough(tmp_path: Path) -> None:
    for holds, reason in {", holds 6": "", "": "so many things at once"}.items():
        (tmp_path / "holds.hoyle").write_text(HOLDS.format(holds=holds), encoding="utf-8")
        made = hoyle.load(str(tmp_path / "holds.hoyle"))
        assert (made.native is None) is bool(reason)
        assert reason in made.why_not_native
