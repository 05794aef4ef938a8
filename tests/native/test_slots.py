"""Places for one card in C: without an order where nobody ever sees two, and with one where somebody may."""

from __future__ import annotations

from pathlib import Path

import pytest
from native.test_lockstep import lockstep

import hoyle
from hoyle.native.slots import in_no_order

GAME = """\
game "One place" for 2 players
cards Tile
    value : 1..30 key
    | value |
    | 1..30 |
zone deck : pile, face down
zone hand[Player] : set, face down, seen by owner
zone place : slot, face up, holds 1
zone gone : row, face up
define score(p) = count(hand[p])
action play(card in hand[you])
    move card to place{spot}
{check}
flow
    move Tile to deck
    shuffle deck
    deal 12 from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
{after}
"""
CROWDED = "after any change as crowded when count(place) > 1\n    move {which}(place) to gone"


@pytest.mark.parametrize(
    ("check", "after", "ordered"),
    [
        ("", "            move place to gone", False),
        (CROWDED.format(which="first"), "", True),
        (CROWDED.format(which="last"), "", True),
    ],
)
@pytest.mark.parametrize("spot", ["", " bottom"])
def test_slots(check: str, after: str, ordered: bool, spot: str, tmp_path: Path) -> None:
    path = tmp_path / "place.hoyle"
    path.write_text(GAME.format(check=check, after=after, spot=spot))
    game = hoyle.load(str(path))
    assert ("place" not in in_no_order(game.program)) == ordered
    assert lockstep(game, range(3)) > 20
