"""Whoever sees a card is told when its ability is performed; the others are told that some card's is."""

from __future__ import annotations

from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Wells" for 2 players

cards Well
    name : name
    | name  | copies |
    | deep  | 1      |
    | plain | 3      |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone yard         : row, face up

timing quietly by seat(1)
timing openly  by seat(1)

ability deep quietly
    move top(deck) to hand[you]

ability deep openly
    move top(deck) to hand[you]

action show(card in hand[you])
    move card to yard
    resolve openly of card

define score(p) = count(hand[p])

flow
    move Well to hand[seat(1)]
    each card in hand[seat(1)]
        if card.name is plain and count(hand[seat(1)]) > 2
            move card to deck
    each card in hand[seat(1)]
        resolve quietly of card
    seat(1) must show if able
"""


def test_abilities_are_told() -> None:
    state = prepare(read_source(Source("wells.hoyle", GAME))).start(seed=1)
    assert "Deep takes effect (quietly)" in state.events(0)
    assert "Deep takes effect (quietly)" in state.events(None)
    assert "a card takes effect (quietly)" in state.events(1)
    assert not any("Deep" in text for text in state.events(1))
    state.choose([choice.text for choice in state.choices].index("show Deep"))
    assert "Deep takes effect (openly)" in state.events(1)
