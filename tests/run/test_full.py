"""A zone never has more cards in it than it holds."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.read import Reading, read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Shelves" for 2 players

cards Jar
    value : 1..8 key
    written "jar {value}"
    | value |
    | 1..8  |

zone stock         : pile, face down
zone shelf[Player] : row, face up, holds 2
zone stand         : slot, face up, holds 1
zone floor         : row, face up

define score(p) = count(shelf[p])
define somewhere = if empty(stand) then floor otherwise stand

flow
    move Jar to stock
    play_it

phase play_it
    STEPS
    seat(1) must stop

action stop
    text "stop"
    move floor to stock

MORE
"""


def read(steps: str, more: str = "") -> Reading:
    lines = "\n    ".join(steps.strip().splitlines())
    return read_source(Source("shelves.hoyle", GAME.replace("STEPS", lines).replace("MORE", more)))


def outcome(steps: str, more: str = "") -> str:
    """What is wrong, as the emitted code says it; the reference finds it too."""
    game = prepare(read(steps, more))
    try:
        game.start(seed=1)
    except hoyle.HoyleError as error:
        with pytest.raises(hoyle.HoyleError, match="HYL910"):
            next(Performer(game.program, 1).play())
        (found,) = error.diagnostics
        assert found.code == "HYL910"
        return found.message
    next(Performer(game.program, 1).play())
    return ""


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("deal 2 from stock to shelf", ""),
        ("deal 3 from stock to shelf", "player 1's shelf holds 2, but line 22 puts 3 cards there"),
        ("move top(stock, 3) to shelf[seat(2)]", "player 2's shelf holds 2, but line 22 puts 3 cards there"),
        ("move Jar(1) to stand\nmove Jar(2) to stand", "stand holds 1, but line 23 puts 2 cards there"),
        ("move Jar(1) to stand\nmove Jar(1) to stand", ""),
        ("move Jar(1) to stand bottom\nmove Jar(2) to stand bottom", "stand holds 1, but line 23 puts 2 cards there"),
        ("move Jar(1) to stand\nmove Jar(2) to somewhere", "stand holds 1, but line 23 puts 2 cards there"),
        ("move Jar to stand", "stand holds 1, but line 22 puts 8 cards there"),
        ("move Jar(1) to somewhere\nmove Jar(2) to somewhere", ""),
        ("deal 1 from stock to shelf\nmove shelf to stand", "stand holds 1, but line 23 puts 2 cards there"),
        ("move stock to shelf[seat(1)]", "player 1's shelf holds 2, but line 22 puts 8 cards there"),
        ("chance chooses 3 lost in stock\nmove lost to stand", "stand holds 1, but line 23 puts 3 cards there"),
    ],
)
def test_every_way_to_put_cards_somewhere(steps: str, expected: str) -> None:
    assert outcome(steps) == expected


def test_an_action_may_put_too_much() -> None:
    state = prepare(read("move top(stock, 5) to floor\nmove Jar(1) to shelf[seat(1)]", MORE)).start(seed=1)
    state.choose(0)
    state.choose(next(c for c in state.choices if c.text == "put up jar 6"))
    with pytest.raises(hoyle.HoyleError, match="player 1's shelf holds 2, but line 36 puts 3 cards there"):
        state.choose(next(c for c in state.choices if c.text == "put up jar 5"))


MORE = """\
before stop
    repeat 3 times
        you must put_up if able

action put_up(card in floor)
    text "put up {card}"
    move card to shelf[you]
"""


def test_what_a_change_sets_off_may_make_room() -> None:
    trim = "after any change when count(stand) > 1\n    move first(stand) to floor"
    assert outcome("move Jar(1) to stand\nmove Jar(2) to stand", trim) == ""


def test_cards_change_places_as_one() -> None:
    steps = "move Jar(1) to stand\nmove Jar(2) to floor\nas one\n    move Jar(2) to stand\n    move Jar(1) to floor"
    assert outcome(steps) == ""
    assert outcome("as one\n    move Jar(2) to stand\n    move Jar(1) to stand").startswith(
        "stand holds 1, but line 22"
    )
    more = "to swap\n    move Jar(2) to stand\n    move Jar(1) to floor"
    assert outcome("move Jar(1) to stand\nas one\n    swap", more) == ""
    assert outcome("move Jar(1) to stand\nswap", more).startswith("stand holds 1, but line 31")


def test_what_cannot_be_right_is_said_before_play() -> None:
    wrong = read(
        "move Jar(1) to stand", 'scenario "s"\n    given\n        stand holds Jar(1), Jar(2)\n    then\n        yes'
    )
    assert ("HYL503", "`stand` holds 1, but these are 2 cards") in [(d.code, d.message) for d in wrong.diagnostics]
    none = read_source(Source("shelves.hoyle", GAME.replace("holds 2", "holds 0")))
    assert ("HYL201", "a zone holds at least one card") in [(d.code, d.message) for d in none.diagnostics]
