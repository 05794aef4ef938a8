"""Who plays together, and who decides for whom, in words."""

from __future__ import annotations

import pytest
from prose import slips

from hoyle.read import read_source
from hoyle.rulebook.book import rulebook
from hoyle.source import Source

GAME = """\
game "Sides" for 2..4 players

teams Side : north_south | east_west

cards Tile
    value : 1..8 key
    | value |
    | 1..8  |

zone hand[Player] : set, face down, seen by owner
zone won[Side]    : pile, face up

define score(p) = count(won[side(p)]) + count(partners(p)) - count(rivals(p))

action play(card in hand[you])
    text "play {card}"
    move card to won[side(you)]

flow
    move top(all_tiles, 8) to hand[seat(1)]
    each p in Player
        left(p) must play for p if able

zone all_tiles : pile, face down

ending done after flow
    winners highest(s in Side by count(won[s]))

"""
TABLE = """\
table side(p)
    | p    | side        |
    | 1, 3 | north_south |
    | 2, 4 | east_west   |
"""
UNEVEN = """\
table side(p)
    | p       | side        |
    | 1       | north_south |
    | 2, 3, 4 | east_west   |
"""
MADE = """\
var dealer : Player = seat(2)

define side(p) = if p is dealer then north_south otherwise east_west
"""
WAIVED = f'{TABLE}\nwaive sides "one of them is enough"\n'


@pytest.mark.parametrize(
    ("sides", "says"),
    [
        (TABLE, "North south (players 1 and 3) and east west (players 2 and 4) win and lose together."),
        (
            UNEVEN,
            "Players are on sides: north south (player 1) and east west (players 2, 3 and 4). Those on a side win and "
            "lose together.",
        ),
        (
            MADE,
            "Players are on sides: north south and east west, and who is on which is said under *side*. Those on a "
            "side win and lose together.",
        ),
        (WAIVED, "North south (players 1 and 3) and east west (players 2 and 4) play together."),
    ],
)
def test_who_plays_together(sides: str, says: str) -> None:
    reading = read_source(Source("sides.hoyle", GAME + sides))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    book = rulebook(reading, [])
    together = book[book.index("## Who plays together") :]
    assert together.splitlines()[2] == says
    assert "**Partners** of a player: all other players whose *side* is the player’s *side*." in together
    assert "Members" not in together  # nobody asks for them
    assert "the player to the left of that player must *play* for that player if that is possible." in book
    assert "The sides with the highest number of cards in the won pile of that side win." in book
    assert slips(book) == []
