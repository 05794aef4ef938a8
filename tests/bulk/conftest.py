"""A small game with several endings, ties among them, and games that do not end."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.run.game import Game

TAKE = """\
game "Take" for 2..3 players

option target "how much is enough" : 3..30 = 12

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone deck          : pile, face down
zone hand[Player]  : set, face down, seen by owner
zone shown         : row, face up

var points[Player] : number = 0

define score(p) = points[p]

action play(card in hand[you])
    move card to shown
    points[you] += card.value - 4

flow
    repeat until no
        round

phase round "a round"
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    each p in Player
        p must play if able

ending enough after round when any(p in Player where points[p] >= target)
    winners highest(p in Player by points[p])

ending poor after round when any(p in Player where points[p] <= -5)
    winners all(p in Player where points[p] > -5)
"""


@pytest.fixture(scope="session")
def taken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game, in a file."""
    path = tmp_path_factory.mktemp("game") / "take.hoyle"
    path.write_text(TAKE, encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def take(taken: Path) -> Game:
    return hoyle.load(str(taken), players=3)
