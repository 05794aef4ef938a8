"""Thinking in C beside thinking in Python: the same knowledge, the same opinions bit for bit, the same choices."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path

import pytest
from bots.seated import TABLES, game, named, seated, written
from native.test_whole_games import written as written_at_random
from often import TIMES

from hoyle.bots.host import Host
from hoyle.bots.search import thought
from hoyle.bots.worlds import Draws, deal
from hoyle.diagnostics import HoyleError
from hoyle.native.thinking import WALKED, Thinker, Thought, Unknown, Verdict
from hoyle.run.game import Game

PLAYOUTS = 8


def verdict(host: Host) -> Verdict:
    """What whoever is asked thinks; what it draws is drawn again when it chooses."""
    seat = host.state.player
    draws = host.draws[seat].state
    found = host.seat(seat).search(PLAYOUTS)
    host.draws[seat].state = draws
    return found


def side_by_side(played: Game, seed: int | str, most: int, skip: int = 0) -> int:
    """How many decisions were the same. skip: decisions before the first that is compared."""
    hosts = [seated(played, [f"search:{PLAYOUTS}"], seed, engine) for engine in ("native", "python")]
    in_c, in_python = hosts
    assert in_c.native is not None and in_python.native is None
    for number in range(skip + most):
        if in_c.state.over:
            return number
        assert in_c.native is not None
        if number < skip:
            choices = [host.state.choices[number * 7 % len(host.state.choices)] for host in hosts]
        else:
            assert verdict(in_c) == verdict(in_python)
            choices = [host.choose() for host in hosts]
            assert choices[0].same(choices[1])
        for host, choice in zip(hosts, choices, strict=True):
            host.make(choice)
        for seat, known in in_c.known.items():
            assert (known.may, known.lies) == (in_python.known[seat].may, in_python.known[seat].lies)
    return skip + most


@pytest.mark.parametrize("table", TABLES, ids=named)
def test_every_game(table: tuple[Path, int]) -> None:
    heavy = table[0].stem in ("book_it", "rowdy_partners", "trickdraw")
    assert side_by_side(game(*table), f"lock:{table[1]}", (3 if heavy else 8) * TIMES, 9 if heavy else 12) > 4


@pytest.mark.parametrize("lot", range(3 * TIMES))
def test_whole_games_at_random(lot: int, tmp_path: Path) -> None:
    right = (found for seed in count(lot * 50) if (found := written_at_random(seed, tmp_path)) is not None)
    for played in islice((found for found in right if found.native is not None), 4):
        try:
            side_by_side(played, lot, 5)
        except HoyleError:
            continue  # something stops the game


MANY = """\
game "Many" for 2 players
cards Tile
    value : 1..300 key
    | value |
    | 1..300 |
cards Chip
    value : 1..300 key
    | value |
    | 1..300 |
zone deck         : pile, face down
zone bag          : set, face down
zone hand[Player] : set, face down, seen by owner
zone row[Player]  : row, face down
var points[Player] : number = 0
var plan[Player]   : 0..5, seen by owner
define score(p) = points[p]
action play(card in hand[you])
    points[you] += 1
    move card to row[you]
rule higher "higher than the last" for play(card) when not empty(row[you])
    must card.value > 20 if able
flow
    move Tile to deck
    move Chip to bag
    shuffle deck
    deal 9 from deck to hand
    together each p in Player
        p chooses one n in 0..5 as planning
    then
        plan[p] = n else 0
    repeat 6 times
        each p in Player
            p must play if able
            p chooses up to 2 c in row[left(p)] as turning
                face c up
                points[p] += plan[p]
ending over_now after flow
    winners highest(p in Player by score(p))
"""


def test_more_cards_than_a_set_has_room_for() -> None:
    played = written(MANY)
    assert len(played.cards) > 512 and played.sides
    assert side_by_side(played, 1, 12) == 12


def test_where_they_would_differ_it_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.bots.worlds.BETWEEN", 2)
    with pytest.raises(AssertionError):
        for number in range(5):
            side_by_side(game(*next(table for table in TABLES if table[0].stem == "hearts")), number, 30, 8)


# ---------------------------------------------------------------------------------------------- any row of numbers


@pytest.mark.parametrize("seed", range(6 * TIMES))
def test_whatever_is_thought_about(seed: int) -> None:
    """Sides, scales, ends and knowledge that no game has are thought about alike."""
    played = game(*next(table for table in TABLES if table[0].stem == "texas_showdown" and table[1] == 4))
    assert played.native is not None
    draws = Draws(seed * 1_000_003)
    s = played.start(seed)
    for _ in range(draws.below(40)):
        s.choose(draws.below(len(s.choices)))
    cards = [card for card in range(len(played.cards)) if draws.below(3)]
    may = [bytes(zone == s.loc[card] or draws.below(4) > 0 for zone in range(len(s.z))) for card in cards]
    sorts = {number: n for n, number in enumerate(sorted({card % 3 for card in cards}))}
    of = Unknown(cards, [sorts[card % 3] for card in cards], range(len(cards)), may)
    assert deal(s, of).quality == WALKED
    asked = Thought(
        s.player, 1 << s.player | draws.below(16), 5 + draws.below(80), bool(draws.below(2)), bool(draws.below(2)),
        draws.below(101), 1 + draws.below(50), 0.5 + draws.below(9), draws.next(),
    )  # fmt: skip
    mine = thought(s, of, asked, len(s.choices))
    assert mine == Thinker(played.native).thought(s.native().data, of, asked, len(s.choices))
