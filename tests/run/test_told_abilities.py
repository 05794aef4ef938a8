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


def test_what_an_ability_does_comes_from_it_and_what_follows_does_not() -> None:
    text = GAME.replace("    resolve openly of card\n", "    resolve openly of card\n    move card to deck\n")
    text = text.replace("ability deep openly\n", "ability deep openly\n    you must drop if able\n")
    text = text.replace("define score", "action drop(card in hand[you])\n    move card to deck\n\ndefine score")
    state = prepare(read_source(Source("wells.hoyle", text))).start(seed=1)
    log = state.log
    state.choose([choice.text for choice in state.choices].index("show Deep"))
    state.choose(0)
    show, shown, used, drop, dropped, drawn, back = state.news(1, log)[:7]
    assert [event["t"] for event in (show, used, drop)] == ["chose", "used", "chose"]
    assert used["cards"][0]["is"] == shown["cards"][0]["is"]
    assert (show["cause"], shown["cause"], used["cause"]) == (None, show["i"], show["i"])
    assert (drop["cause"], dropped["cause"], drawn["cause"]) == (used["i"], drop["i"], drop["i"])
    assert back["cause"] == show["i"]
