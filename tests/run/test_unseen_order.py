"""What cannot be chosen, and what several are chosen from, comes in an order that tells nothing of unseen cards."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.check import passes
from hoyle.read import read_source
from hoyle.run import why
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source

PLACES = ("first", "second", "third", "4th")
GAME = """\
game "Two rows" for 2 players

cards Tile
    value : 1..8 key
    | value |
    | 1..8  |

zone hand[Player] : set, face down, seen by owner
zone deck         : pile, face down
zone row[Player]  : row, face down

var waited : yes_no = no

define score(p) = 0

rule later "not yet" for take(card)
    must you is not seat(1)

action take(card in Tile)
    move card to hand[you]

action wait
    waited = yes

flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to row
    seat(1) must take or wait
    seat(1) chooses up to 2 more in Tile as adding
        move more to hand[seat(1)]
"""


@pytest.fixture(autouse=True)
def unchecked(monkeypatch: pytest.MonkeyPatch) -> None:
    """The checker refuses such a game before it is played; what is asked does not rely on that."""
    monkeypatch.setattr(passes, "check_leaks", lambda *_: None)


def tables() -> list[State]:
    """The same to everybody: nobody has seen a card."""
    game = prepare(read_source(Source("rows.hoyle", GAME)))
    return [game.start(seed) for seed in range(20)]


def asked(state: State) -> dict[str, Any]:
    found = state.ask(0)
    assert found is not None
    return found


def test_what_is_blocked_comes_as_it_lies() -> None:
    one, *others = [asked(state) for state in tables()]
    assert [row["text"] for row in one["blocked"]] == [
        f"take the {place} card of player {seat}'s row" for seat in (1, 2) for place in PLACES
    ]
    assert all(row["rule"] == "later" for row in one["blocked"])
    assert all(other == one for other in others)


def test_what_several_are_chosen_from_comes_as_it_lies() -> None:
    states = tables()
    for state in states:
        state.choose(next(choice for choice in state.choices if choice.action == "wait"))
    one, *others = [[choice["text"] for choice in asked(state)["choices"]] for state in states]
    assert len(one) == 8 and all(other == one for other in others)


def test_it_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why, "in_sight", _as_numbered)
    with pytest.raises(AssertionError):
        test_what_is_blocked_comes_as_it_lies()
    with pytest.raises(AssertionError):
        test_what_several_are_chosen_from_comes_as_it_lies()


def _as_numbered(s: State, seat: int, offers: Any, rows: Any) -> Any:
    from hoyle.table.seen import row_as_seen

    return [((offer, row_as_seen(s, seat, offers[offer].params, values)), (offer, values)) for offer, values in rows]
