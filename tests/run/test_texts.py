"""Texts of choices that tell of the table, options that chance decides, and definitions that are zones."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Toll" for 2 players

option trump : low | high = random

cards Coin
    value  : 1..6 key
    weight = this.value * 10
    | value |
    | 1..6  |

kind Metal : tin | gold

cards Button
    metal : Metal? key
    holes : 2..4 key
    written "{metal} button with {holes} holes"
    | metal | holes |
    | gold  | 2     |
    | -     | 4     |

zone deck         : pile of Coin, face down
zone hand[Player] : set of Coin, face down, seen by owner
zone chest        : row of Coin, face up

define store = chest
define score(p) = count(hand[p])
define bonus(card : Coin) = if trump is high then card.value otherwise 7 - card.value

action pay(toll : 1..9, card in hand[you])
    must card.value >= toll as enough "too little"
    text "{you} pays {toll} with {card} and gets {bonus(card)} of {card.weight} grams for {store}"
    move card to store

flow
    move Coin to deck
    deal 3 from deck to hand
    repeat 2 times
        each p in Player
            p may pay(2)
"""


@pytest.fixture
def state() -> hoyle.State:
    return prepare(read_source(Source("toll.hoyle", GAME)), options={"trump": "high"}).start(seed=1)


def test_a_text_names_what_is_given_and_what_is_worked_out(state: hoyle.State) -> None:
    assert [c.text for c in state.choices[:2]] == [
        "player 1 pays 2 with 4 and gets 4 of 40 grams for nothing",
        "player 1 pays 2 with 5 and gets 5 of 50 grams for nothing",
    ]


def test_a_text_lists_cards(state: hoyle.State) -> None:
    state.choose(0)
    state.choose(0)
    assert state.choices[0].text == "player 1 pays 2 with 5 and gets 5 of 50 grams for 4 and 2"


def test_of_none_nothing_is_written(state: hoyle.State) -> None:
    assert [c.text for c in state.game.cards if c.cards == "Button"] == [
        "gold button with 2 holes",
        "button with 4 holes",
    ]


def test_such_a_text_can_be_asked_about(state: hoyle.State) -> None:
    state.choose(0)
    assert state.why_not("player 2 pays 2 with 2 and gets 2 of 20 grams for 4") is None
    reason = state.why_not("player 2 pays 2 with 1 and gets 1 of 10 grams for 4")
    assert reason is not None
    assert reason.rule == "pay.enough"


def test_such_a_text_is_kept_in_the_log_of_a_saved_game(state: hoyle.State) -> None:
    state.choose(0)
    again = hoyle.restore(state.save())
    assert again.events() == state.events()
    assert "player 1: player 1 pays 2 with 4 and gets 4 of 40 grams for nothing" in again.events()


def test_a_game_with_an_option_that_chance_decides_can_be_saved() -> None:
    state = prepare(read_source(Source("toll.hoyle", GAME))).start(seed=1)
    assert state.game.options == {"trump": "random"}
    assert hoyle.restore(state.save()) == state


def test_a_definition_that_is_a_zone_is_the_list_of_its_cards(state: hoyle.State) -> None:
    assert state.value("store") == []
    state.choose(1)
    assert state.value("store") == ["5"]


UNSEEN = """\
game "Shells" for 2 players

cards Shell
    value : 1..6 key
    | value |
    | 1..6  |

kind Side : open | shut

zone row[Player] : row, seen by owner

define score(p) = count(row[p])
define turned(card : Shell) = if card.up then shut otherwise open

flow
    move Shell to row[seat(1)] face down
    face Shell(2) up
    repeat 9 times
        seat(2) chooses one card in row as turn "{card} of {owner(card)}: {turned(card)}"
            face card up
"""


def test_of_a_card_that_is_not_seen_side_and_owner_are_told() -> None:
    state = prepare(read_source(Source("shells.hoyle", UNSEEN))).start(seed=1)
    assert state.player == 1
    assert [c.text for c in state.choices[:3]] == [
        "the first card of player 1's row of player 1: open",
        "2 of player 1: shut",
        "the third card of player 1's row of player 1: open",
    ]


ALIKE = """\
game "Pearls" for 2 players

cards Shell
    name : name
    | name  | copies |
    | pearl | 22     |
    | snail | 1      |

zone row : row, face up

define score(p) = 0

action open(card in row)
    text "open {card}"
    face card down

action smash(card in row where card.name is snail)
    text "open {card}"
    face card down

action boil(card in row where card.name is snail)
    text "open {card}"
    face card down

action rest
    text "rest"
    face row down

action tap(times in 1..3)
    text "tap"

flow
    move Shell to row
    seat(1) must open or rest
    seat(1) must smash or boil or rest
    seat(1) must tap
"""


def test_choices_that_say_the_same_are_told_apart_by_what_differs() -> None:
    state = prepare(read_source(Source("pearls.hoyle", ALIKE))).start(seed=1)
    texts = [c.text for c in state.choices]
    assert texts[:4] == [f"open Pearl (the {nth} card of row)" for nth in ("first", "second", "third", "4th")]
    assert texts[10:13] == [f"open Pearl (the {nth} card of row)" for nth in ("11th", "12th", "13th")]
    assert texts[20:22] == [f"open Pearl (the {nth} card of row)" for nth in ("21st", "22nd")]
    assert texts[22:] == ["open Snail", "rest"]
    state.choose(0)
    assert [c.text for c in state.choices] == ["open Snail (smash)", "open Snail (boil)", "rest"]
    state.choose(0)
    assert [c.text for c in state.choices] == ["tap", "tap (2)", "tap (3)"]


@pytest.mark.parametrize(
    "ask", ["p may count_holes", "p must count_holes if able", "p must count_holes or pay(1) if able"]
)
@pytest.mark.parametrize("text", ["{button.holes} holes", "a button", "{button.metal}"])
def test_choices_whose_text_names_only_part_of_what_is_chosen_are_told_apart(ask: str, text: str) -> None:
    tray = "\nzone tray : row of Button, face up\n"
    action = f'\naction count_holes(button in tray)\n    text "{text}"\n    move button to box\n'
    rows = GAME.replace("    | gold  | 2     |\n", "    | gold  | 2..4  |\n    | tin   | 4     |\n")
    game = rows.replace("p may pay(2)", ask).replace(
        "    move Coin to deck", "    move Button to tray\n    move Coin to deck"
    )
    state = prepare(read_source(Source("toll.hoyle", game + tray + action)), options={"trump": "high"}).start(seed=1)
    while not state.over:
        texts = [choice.text for choice in state.choices]
        assert len(set(texts)) == len(texts)
        assert state.view(state.player)["choices"] == texts
        state.choose(0)


def test_what_a_text_cannot_tell_stops_nobody() -> None:
    chief = "\nvar chief : Player? = none\n\ndefine whose = chief else never\n"
    text = GAME.replace("gets {bonus(card)} of {card.weight} grams for {store}", "is thanked by {whose}") + chief
    state = prepare(read_source(Source("toll.hoyle", text))).start(seed=1)
    while not state.over:
        assert all(choice.text.endswith("and is thanked by ?") for choice in state.choices if choice.cards)
        state.choose(0)
    assert any(line.endswith("and is thanked by ?") for line in state.events())
