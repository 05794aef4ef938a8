"""Decks of every size in C: one word of cards, several, and more than sets are made for."""

from __future__ import annotations

from pathlib import Path

import pytest
from native.test_lockstep import lockstep

import hoyle

GAME = """\
game "Many" for 3 players
kind Suit : sun | moon | star | rain
cards Tile
    suit  : Suit key
    value : 1..{most} key
    | suit | value   |
    | Suit | 1..{most} |
zone deck : pile, face down
zone hand[Player] : set, face down, seen by owner
zone hidden[Player] : row, face down
zone shown : row, face up
var points[Player] : 0..99999 = 0
var best : Tile? = none
var kept : list of Tile = []
define score(p) = points[p]
define lead = first(shown)
action play(card in hand[you])
    points[you] += count(c in hand[you] where c.suit is card.suit)
    kept = all(c in hand[you] where c.value > card.value)
    move card to shown
action guess(card in hidden[left(you)])
    best = the highest(c in all(c in Tile where c in hidden) by c.value)
    move card to shown bottom
rule follow for play(card)
    must lead is none or card.suit is lead.suit if able
flow
    move Tile to deck
    shuffle deck
    deal 6 from deck to hand
    deal 3 from deck to hidden
    move top(deck, 5) to deck anywhere
    repeat until empty(hand)
        each p in Player
            p must play or guess if able
"""


@pytest.mark.parametrize("most", [9, 40, 70, 160])
def test_decks(most: int, tmp_path: Path) -> None:
    path = tmp_path / "many.hoyle"
    path.write_text(GAME.format(most=most))
    assert lockstep(hoyle.load(str(path)), range(3)) > 40
