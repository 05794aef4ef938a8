"""Bookkeeping that says it is `untold` is no secret, but nobody hears of it."""

from __future__ import annotations

import hoyle
from hoyle.commands.table import Drawing
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Clicks" for 2 players

cards Coin
    value : 1..2 key
    | value |
    | 1..2  |

zone pool : set, face up

var clicks        : number = 0
var total         : number = 0, untold
var made[Player]  : number = 0, untold

action click
    clicks += 1
    total += 1
    made[you] += 1

define score(p) = made[p]

flow
    move Coin to pool
    repeat 3 times
        each p in Player
            p must click
"""


def test_untold() -> None:
    state = prepare(read_source(Source("clicks.hoyle", GAME))).start(seed=1)
    state.choose(0)
    for seat in (None, 0, 1):
        assert state.events(seat)[-1] == "clicks is now 1"
    assert state.value("total") == 1
    assert state.view(1)["values"] == {"clicks": 1, "total": 1, "made": [1, 0]}
    drawing = Drawing(state, 1)
    assert str(drawing.facts()) == "clicks 1"
    assert [title for title, _ in drawing.columns] == ["score"]


def test_it_is_still_part_of_the_state() -> None:
    state = prepare(read_source(Source("clicks.hoyle", GAME))).start(seed=1)
    other = state.copy()
    state.choose(0)
    assert hoyle.restore(state.save()) == state
    assert state != other
