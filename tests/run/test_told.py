"""What the log tells others of a choice: cards that lay open, or are shown by it, and nothing else."""

from __future__ import annotations

import hoyle
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Barter" for 2 players

cards Coin
    value : 1..9 key
    written "coin {value}"
    | value |
    | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone stall        : row, face up
zone chest        : pile, face down

define score(p) = count(hand[p])

action swap(mine in hand[you], theirs in stall)
    text "swap {mine} for {theirs}"
    move mine to WHERE
    move theirs to hand[you]

flow
    move all(c in Coin where c.value <= 4) to hand[seat(1)]
    move all(c in Coin where c.value > 4 and c.value < 7) to hand[seat(2)]
    move all(c in Coin where c.value >= 7) to stall
    seat(1) must swap if able
    seat(2) must swap if able
    seat(1) must swap if able
"""


def play(where: str) -> hoyle.State:
    state = prepare(read_source(Source("barter.hoyle", GAME.replace("WHERE", where)))).start(seed=1)
    for text in ("swap coin 2 for coin 8", "swap coin 5 for coin 9", "swap coin 8 for coin 7"):
        state.choose(next(c for c in state.choices if c.text == text))
    return state


def told(state: hoyle.State, seat: int | None) -> list[str]:
    return [text for text in state.events(seat) if text.startswith("player") and ":" in text]


def test_a_card_that_lay_open_is_told() -> None:
    """The second card of the choice lies open, but moves later than the first."""
    state = play("stall")
    for seat in (None, 0, 1):
        assert told(state, seat) == [
            "player 1: swap coin 2 for coin 8",
            "player 2: swap coin 5 for coin 9",
            "player 1: swap coin 8 for coin 7",
        ]


def test_a_card_that_is_never_shown_is_not() -> None:
    """Coin 8 lay open once; when it is given away it comes from a hand, and nobody else sees it."""
    state = play("chest")
    assert told(state, 0) == ["player 1: swap coin 2 for coin 8", "player 2: swap", "player 1: swap coin 8 for coin 7"]
    assert told(state, 1) == ["player 1: swap", "player 2: swap coin 5 for coin 9", "player 1: swap"]


def test_going_back_knows_which_side_was_up() -> None:
    text = GAME.replace("WHERE", "chest").replace("    seat(2) must", "    face stall up\n    seat(2) must")
    text = text.replace("row, face up", "row, face down, seen by seat(1)")
    text = text.replace("    seat(2) must swap if able\n", "    seat(2) must swap if able\n    face stall down\n", 1)
    state = prepare(read_source(Source("barter.hoyle", text))).start(seed=1)
    for choice in ("swap coin 2 for coin 8", "swap coin 5 for coin 7", "swap coin 8 for coin 9"):
        state.choose(next(c for c in state.choices if c.text == choice))
    assert told(state, 1) == ["player 1: swap", "player 2: swap coin 5 for coin 7", "player 1: swap"]
    assert "coin 7 and coin 9 in stall turned face up" in state.events(1)


def test_the_log_after_some_moment_tells_the_same() -> None:
    state = prepare(read_source(Source("barter.hoyle", GAME.replace("WHERE", "stall")))).start(seed=1)
    marks = [state.log]
    while not state.over:
        state.choose(0)
        marks.append(state.log)
    whole = state.events(1)
    for mark in marks:
        part = state.events(1, mark)
        assert part == whole[len(whole) - len(part) :]
