"""A deal that cannot go round is said when the game is checked: for the tables at which somebody gets too few."""

from __future__ import annotations

import re

import pytest

from hoyle.read import check_text, read_source
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Last Card" for {seats} players

option more "how many more" : 0..9 = 2

cards Tile
    value : 1..{cards} key
    | value |
    | 1..{cards} |

cards Coin
    worth : 1..9 key
    | worth |
    | 1..9  |

zone deck         : pile of Tile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

define hand_size : number = 5
define score(p) = count(hand[p])

action play(card in hand[you])
    text "play {{card}}"
    move card to shown

to give
{give}

flow
    move Coin to shown
    move Tile to deck
    give
    repeat until empty(hand)
        each p in Player
            p must play if able
"""
DEALS = {
    "a number": "    deal 6 from deck to hand",
    "a sum": "    deal 4 + more from deck to hand",
    "a definition": "    deal hand_size from deck to hand\n\nexcept hand_size when players > 3 gives 9",
    "cards that do not take part": "    deal 5 from deck to hand\n\nexcept used(card) when players is 2 gives no",
    "only at small tables": "    if players < 4\n        deal 6 from deck to hand",
    "a local": "    let each_gets = more + players\n    deal each_gets from deck to hand",
    "in equal parts": "    deal count(deck) / players from deck to hand",
    "another way at large tables": (
        "    deal 6 from deck to hand\n\nexcept give when players > 3\n    deal 2 from deck to hand"
    ),
    "none": "    deal 0 from deck to hand",
}
WANTED = {
    "a number": lambda players: 6,
    "a sum": lambda players: 6,
    "a definition": lambda players: 9 if players > 3 else 5,
    "cards that do not take part": lambda players: 5,
    "only at small tables": lambda players: 6 if players < 4 else 0,
    "a local": lambda players: 2 + players,
    "in equal parts": lambda players: 0,
    "another way at large tables": lambda players: 6 if players < 4 else 2,
    "none": lambda players: 0,
}


@pytest.mark.parametrize("cards", [4, 18, 24, 60])
@pytest.mark.parametrize("how", DEALS)
def test_said_of_the_tables_at_which_somebody_gets_too_few(how: str, cards: int) -> None:
    text = GAME.format(seats="1..6", cards=cards, give=DEALS[how])
    reading = read_source(Source("game.hoyle", text))
    short = []
    for players in range(1, 7):
        state = prepare(reading, players=players).start(1)
        hands = [z.number for z in state.game.zones if z.name == "hand"]
        if any(len(state.z[hand]) < WANTED[how](players) for hand in hands):
            short.append(players)
    told = [d.message for d in check_text(text) if d.code == "HYL318"]
    tables: list[int] = []
    for message in told:
        first, _, more = message.partition("; ")
        each, players, all_of_them, there = map(int, re.findall(r"\d+", first))
        assert each == WANTED[how](players) and all_of_them == each * players > there
        tables += [players, *map(int, re.findall(r"\d+", more))]
    assert sorted(tables) == short
