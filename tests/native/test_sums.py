"""Sums whose values depend on conditions, some of them known of all cards at once: in C as in Python."""

from __future__ import annotations

import random
from unittest import mock

from hypothesis import given
from hypothesis import strategies as st
from native_twin import Twin, compiled, follow
from often import often

from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.source import Source

GAME = """\
game "Sums" for 2 players
cards Tile
    value : 1..9 key
    big   = this.value > 6
    | value | copies |
    | 1..9  | 1      |
    | 2..4  | 8      |
zone deck         : pile, face down
zone row[Player]  : row, face up
zone shown        : row, face up
var wind : yes_no = no
var sums[1..4] : number = 0
DEFINES
define score(p) = sums[1]
flow
    move Tile to deck
    shuffle deck
    deal 6 from deck to row
    move top(deck, 8) to shown
    repeat 12 times
        each p in Player
            p must turn or give if able
action turn(card in row[you])
    text "turn {card}"
    face card down
    wind = not wind
    count_up(you)
action give(card in row[you])
    text "give {card}"
    move card to shown
    count_up(you)
to count_up(p : Player)
LINES
"""

CONDITIONS = st.recursive(
    st.sampled_from(
        [
            "c.up",
            "c.big",
            "c in row",
            "wind",
            "c.value >= 3",
            "owner(c) is seat(1)",
            "count(d in shown where d.value < c.value) > 2",
        ]
    ),
    lambda inner: (
        st.builds("({} {} {})".format, inner, st.sampled_from(["and", "or"]), inner) | inner.map("not {}".format)
    ),
    max_leaves=3,
)
VALUES = st.recursive(
    st.sampled_from(["0", "1", "3", "-2", "c.value", "count(d in shown where d.value is c.value)"]),
    lambda inner: st.builds("(if {} then {} otherwise {})".format, CONDITIONS, inner, inner),
    max_leaves=5,
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A game that adds up four sums after each change: two by a definition, two in place, of some cards."""
    defines, lines = [], []
    for number in range(1, 5):
        value, cards = draw(VALUES), draw(st.sampled_from(["row[p]", "shown", "Tile", "row[p] + shown"]))
        where = draw(st.just("") | CONDITIONS.map(" where {}".format))
        if number < 3:
            defines.append(f"define worth{number}(c : Tile) = {value}")
            value = f"worth{number}(c)"
        lines.append(f"    sums[{number}] = sum({value} for c in {cards}{where})")
    return GAME.replace("DEFINES", "\n".join(defines)).replace("LINES", "\n".join(lines))


def made(text: str) -> Game:
    with mock.patch("hoyle.check.passes.check_leaks"):  # what is turned down has been seen
        reading = read_source(Source("sums.hoyle", text))
    assert not reading.failed, [(d.code, d.message) for d in reading.diagnostics]
    return prepare(reading, players=2)


@given(texts())
@often(25)
def test_sums_by_condition(text: str) -> None:
    game = made(text)
    lib = compiled(game, "-O0")
    for seed in range(2):
        state = game.start(seed)
        twin = Twin(game, lib, state.seed)
        follow(twin, state, random.Random(seed), 30)
        assert not twin.gave_up
