"""What a seat cannot tell apart, it thinks the same about: two real games are played from their start, with another
deal or with another secret choice, and all that somebody who thinks there knows, imagines and prefers is compared."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from bots.replayed import Pair, apart, cheating, pairs, started, thoughts
from bots.seated import FEW, game, named, written
from leaking import CHANNELS
from leaking import game as peeking
from often import TIMES

from hoyle.bots.host import Host
from hoyle.bots.names import Thinking
from hoyle.run.game import Game
from hoyle.table.script import Script

HEAD = """\
game "Small" for 3 players
kind Color : red | blue | green
cards Tile
    value : 1..9 key
    | value |
    | 1..9  |
zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up
var points[Player] : number = 0
define score(p) = points[p]
ending played after flow
    winners highest(p in Player by score(p))
"""
DEALT = """
    move Tile to deck
    shuffle deck
    deal 1 from deck to hand
    repeat 3 times
        move top(deck) to shown
    repeat 2 times
"""
NAMES = """
        each p in Player
            p chooses one m in 1..3 as naming
                points[p] += m
"""
HIDDEN = {
    "a card that all see is picked in secret": "var pick[Player] : Tile?, seen by owner\nflow"
    + DEALT
    + """
        together each p in Player
            p chooses one c in shown as picking
        then
            pick[p] = c
"""
    + NAMES,
    "a color, or none": "var plan[Player] : Color?, seen by owner\nflow"
    + DEALT
    + """
        together each p in Player
            p may choose one n in Color as planning
        then
            plan[p] = n
"""
    + NAMES,
    "cards that are seen while one acts for another": "flow"
    + DEALT
    + """
        each p in Player
            left(p) must lay for p if able
        together each p in Player
            p chooses 1 n in 1..3 as naming
        then
            points[p] += sum(n)
action lay(card in hand[you])
    move card to shown
""",
}
TWINS = ["let", "hidden variable", "secret choice", "who comes first", "members of a list", "what chance could draw"]


def differences(found: Iterator[Pair]) -> tuple[int, list[tuple[object, ...]]]:
    """How many pairs of games there were, and what is thought otherwise in some of them."""
    wrong: list[tuple[object, ...]] = []
    count = 0
    for pair in found:
        count += 1
        one, other = (thoughts(host, pair.seat) for host in pair.hosts)
        wrong += [(pair.made, pair.seat, part) for part in one if one[part] != other[part]]
    return count, wrong


@pytest.mark.parametrize("table", FEW, ids=named)
def test_other_deals(table: tuple[Path, int]) -> None:
    most = {"book_it": 3, "dwyn": 7, "trickdraw": 7}.get(table[0].stem, 14)
    rounds = [differences(pairs(game(*table), seed, most * TIMES, 2)) for seed in range(2)]
    assert [wrong for _, wrong in rounds] == [[], []]
    assert sum(count for count, _ in rounds) > 1


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_chosen_in_secret(name: str) -> None:
    rounds = [differences(pairs(written(HEAD + HIDDEN[name]), seed, 14)) for seed in range(2)]
    assert [wrong for _, wrong in rounds] == [[], []]
    assert sum(count for count, _ in rounds) > 20


@pytest.mark.parametrize("name", TWINS)
def test_what_is_kept_of_something_hidden(name: str) -> None:
    count, wrong = differences(pairs(written(peeking(CHANNELS[name].twin)), 0, 12))
    assert count > 4 and not wrong


def test_whoever_knows_the_table_thinks_otherwise() -> None:
    count = differ = 0
    for pair in pairs(game(*next(table for table in FEW if table[0].stem == "texas_showdown")), 0, 12):
        for host in pair.hosts:
            cheating(host, pair.seat)
        one, other = (thoughts(host, pair.seat) for host in pair.hosts)
        count += 1
        differ += one["worlds"] != other["worlds"]
    assert count > 2 and differ == count


PICKED = """
action give(card in hand[you])
    move card to deck bottom
flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    each p in Player
        p must give if able
        chance chooses one c in deck
            move c to hand[left(p)]
        p chooses one m in 1..3 as naming
            points[p] += m
"""


def after_the_draw(played: Game, number: int) -> Host:
    """Player 1 has put a card under the pile, and chance has taken one of it for somebody else."""
    chance = [5, 3, 1, 4, 2, 1, 1, 0, 0]
    s = started(played, Script([*chance[:8], number]))
    host = Host(played, [Thinking(20), None, None], 0, s, engine="python")
    host.make(s.choices[0])
    return host


def test_chance_may_have_taken_a_card_that_was_put_back() -> None:
    played = written(HEAD + PICKED)
    draws = started(played, Script([5, 3, 1, 4, 2, 1, 1, 0])).draws
    assert draws == 8
    hosts = tuple(after_the_draw(played, number) for number in range(4))
    put_back = hosts[0].state.z[played.program.zone_families["deck"].base]
    assert put_back and any(apart((hosts[0], other), 0) for other in hosts[1:])
    first, *others = (thoughts(host, 0) for host in hosts)
    for part in ("may", "lies", "unknown"):
        assert all(other[part] == first[part] for other in others)
