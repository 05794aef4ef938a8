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
        assert state.events(seat)[-1] == "clicks are now 1"
    assert state.value("total") == 1
    assert state.view(1)["values"] == {"clicks": 1, "total": 1, "made": [1, 0]}
    assert state.view(1)["untold"] == ["total", "made"]
    drawing = Drawing(state, 1)
    assert str(drawing.facts()) == "clicks 1"
    assert [title for title, _ in drawing.columns] == ["score"]


def test_of_what_is_told_every_change_that_takes_a_word_is_told() -> None:
    more = """\
var clicker : Player?
var mood    : Mood
var finger  : yes_no
var earlier : Player?, untold

kind Mood : calm | wild

action click
    earlier = clicker
    clicker = you
    mood = wild
    finger = yes
"""
    game = GAME.replace("action click\n", more)
    state = prepare(read_source(Source("clicks.hoyle", game))).start(seed=1)
    state.choose(0)
    told = ["clicker is now player 1", "mood is now wild", "finger is now yes", "clicks are now 1"]
    for seat in (None, 0, 1):
        assert state.events(seat)[-4:] == told
    state.choose(0)
    assert state.events(0)[-2:] == ["clicker is now player 2", "clicks are now 2"]
    assert hoyle.restore(state.save()).events() == state.events()


def test_a_phase_with_a_title_is_told_when_it_starts() -> None:
    game = GAME.replace("    repeat 3 times\n", "    repeat 3 times\n        warm_up\n        rest\n        late\n")
    game += 'phase warm_up "getting warm"\n    clicks += 1\n\n'
    game += "phase rest\n    clicks += 1\n\n"
    game += 'phase late "late" when clicks > 9\n    clicks += 1\n'
    state = prepare(read_source(Source("clicks.hoyle", game))).start(seed=1)
    for seat in (None, 0, 1):
        assert state.events(seat)[-3:] == ["— getting warm", "clicks are now 1", "clicks are now 2"]
    while not state.over:
        state.choose(0)
    assert [told for told in state.events(0) if told.startswith("—")] == [*["— getting warm"] * 3, "— late"]
    assert hoyle.restore(state.save()).events() == state.events()


def test_it_is_still_part_of_the_state() -> None:
    state = prepare(read_source(Source("clicks.hoyle", GAME))).start(seed=1)
    other = state.copy()
    state.choose(0)
    assert hoyle.restore(state.save()) == state
    assert state != other
