"""An action that is offered several times at once, each time with something else given."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.read import read_game
from hoyle.trials.run import run_trials

GAME = """\
game "Given" for 2 players
cards Tile
    value : 1..6 key
    | value |
    | 1..6  |
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up
var points[Player] : number = 0
define score(p) = points[p]
action play(most : number, card in hand[you] where card.value <= most)
    text "play {card.value} below {most}"
    points[you] += 10 * most + card.value
    move card to shown
action lay(n : number, tiles of n in hand[you])
    text "lay {n}"
    points[you] += n
    move tiles to shown
flow
    move Tile to hand[seat(1)]
    seat(1) must OFFERED
    otherwise never
ending done after flow
    winners []
"""


def loaded(tmp_path: Path, offered: str) -> hoyle.Game:
    (tmp_path / "given.hoyle").write_text(GAME.replace("OFFERED", offered), encoding="utf-8")
    return hoyle.load(str(tmp_path / "given.hoyle"))


@pytest.mark.parametrize(
    ("offered", "worth"),
    [
        ("play(1) or play(3)", {11, 31, 32, 33}),
        ("play(3) or play(1)", {11, 31, 32, 33}),
        ("lay(1) or lay(2) or play(1) or lay(6)", {1, 2, 6, 11}),
    ],
)
def test_each_offer_has_what_it_was_given(tmp_path: Path, offered: str, worth: set[int]) -> None:
    game, found = loaded(tmp_path, offered), set()
    for choice in game.start().choices:
        state = game.start()
        state.choose(choice)
        found.add(state.scores[0])
    assert found == worth


def test_all_engines_agree(tmp_path: Path) -> None:
    game = loaded(tmp_path, "play(1) or lay(2) or play(3) or lay(1)")
    python, native = (list(game.playouts(200, seed=1, engine=engine).scores) for engine in ("python", "native"))
    assert python == native
    assert {scores[0] for scores in python} == {1, 2, 11, 31, 32, 33}
    assert not [result for result in run_trials(read_game(str(tmp_path / "given.hoyle")), games=3) if not result.passed]
