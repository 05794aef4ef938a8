"""Zones that belong to cards are called by ids of those, so that nobody can tell copies apart by them."""

from __future__ import annotations

import json
from typing import Any

from hoyle.read import read_source
from hoyle.run.events import raw
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.table import moves

GAME = """\
game "Stacks" for 2 players

cards Tile
    name : name
    | name | copies |
    | ox   | 3      |
    | hen  | 3      |

zone hand[Player] : row, face down, seen by owner
zone on[Tile]     : pile, face up
zone field        : row, face up
zone deck         : pile, face down

define score(p) = 0

action lay(card in hand[you])
    move card to field

action cover(card in hand[you], under in field)
    move card to on[under]

action hide(card in field)
    move card to deck

action uncover(card in field)
    move on[card] to deck

flow
    move Tile to deck
    shuffle deck
    deal 3 from deck to hand
    repeat 9 times
        each p in Player
            p must lay or cover or hide or uncover if able
"""


def played() -> Any:
    return prepare(read_source(Source("stacks.hoyle", GAME)))


def choose(state: State, action: str) -> dict[str, Any]:
    """Do it, and hand back the last move as the other seat was told of it."""
    seat = state.player
    state.choose(next(choice for choice in state.choices if choice.action == action))
    return [event for event in state.news(1 - seat) if event["t"] == "move"][-1]


def test_a_zone_is_called_by_the_id_of_its_card_while_something_lies_there() -> None:
    state = played().start(seed=1)
    for zone in state.view(None, data=True)["zones"].values():
        assert "of" not in zone or zone["of"] == [{"id": zone["of"][0]["id"]}]  # a card of a hand, which is not seen
    choose(state, "lay")
    zones = state.view(0, data=True)["zones"]
    (card,) = zones["field"]["cards"]
    name = f"on[{card['id']}]"
    assert zones[name] == {"n": 0, "shape": "pile", "owner": None, "of": [card]}
    moved = choose(state, "cover")
    assert moved["to"] == name and moved["say"][-1] == {"zone": name}
    assert state.view(0, data=True)["zones"][name]["n"] == 1
    choose(state, "hide")  # the card is lost in the deck; what lay on it still lies there
    lies = state.view(0, data=True)["zones"][name]
    assert lies["n"] == 1 and lies["of"] == [None]


def test_it_loses_its_name_with_the_last_card() -> None:
    state = played().start(seed=1)
    choose(state, "lay")
    name = choose(state, "cover")["to"]
    choose(state, "uncover")
    gone = state.news(0)[-1]
    assert gone["to"] == "deck" and [card["from"] for card in gone["cards"]] == [name]
    assert state.view(0, data=True)["zones"][name]["n"] == 0


def everything(state: State) -> str:
    seats = [None, 0, 1]
    asked = [state.ask(seat) for seat in range(2)]
    return json.dumps([[(state.view(seat, data=True), state.news(seat)) for seat in seats], asked])


def test_nobody_can_tell_which_copy_is_which() -> None:
    """Two deals that differ only in copies are the same game to everybody, whatever is done."""
    game = played()
    deals: dict[str, list[State]] = {}
    for seed in range(150):
        state = game.start(seed)
        moved = [event[1] for event in raw(state) if event[0] == moves.MOVED]
        deals.setdefault(str([[game.cards[card].text for card in cards] for cards in moved]), []).append(state)
    alike = [states for states in deals.values() if len(states) > 1][:8]
    assert len(alike) == 8
    for number, (first, *others) in enumerate(alike):
        for step in range(9):
            assert {everything(other) for other in others} <= {everything(first)}
            if first.over:
                break
            for state in (first, *others):
                state.reply([(number + step) * 7 % len(state.choices)])
