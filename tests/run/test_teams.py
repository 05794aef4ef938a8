"""Sides: who is on which, who wins with whom, and that everybody who counts wins knows it."""

from __future__ import annotations

import json
from collections import Counter
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from hoyle.bots.search import worth
from hoyle.bots.worth import Worth, worth_of
from hoyle.bulk.tally import Tally
from hoyle.bulk.ties import several
from hoyle.commands.told import tell_result
from hoyle.compare.measures import recorded
from hoyle.native.metering import Measures
from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.trials.run import run_trials

FIXED = """\
table side(p)
    | p    | side |
    | 1, 3 | sun  |
    | 2, 4 | moon |
"""
MADE = """\
var lord : Player?
define side(p) = if p is lord then sun otherwise moon
after play as lordly when count(table[you]) is 1 and you is seat(2)
    lord = you
"""
GAME = """\
game "Sides" for 2..4 players

teams Side : sun | moon

cards Tile
    value : 1..12 key
    | value |
    | 1..12 |

zone deck          : pile, face down
zone hand[Player]  : set, face down, seen by owner
zone table[Player] : row, face up
zone secret[Side]  : pile, face down, seen by WHO

define score(p) = sum(c.value for q in members(side(p)), c in table[q])

action play(card in hand[you])
    text "play {card}"
    move card to table[you]

flow
    move Tile to deck
    shuffle deck
    deal 2 from deck to hand
    each s in Side
        move top(deck) to secret[s]
    repeat 2 times
        each p in Player
            p must play if able

"""
ENDING = """
define total(one : Side) = sum(sum(c.value for c in table[p]) for p in members(one))
ending most after flow
    winners highest(s in Side by total(s))
"""


def game(sides: str = FIXED, ending: str = ENDING, players: int = 4, who: str = "") -> Game:
    seen = who or ("owner" if sides is FIXED else "nobody")
    text = GAME.replace("WHO", seen).replace("sum(c.value for q in members(side(p)), c in table[q])", "total(side(p))")
    reading = read_source(Source("sides.hoyle", text + sides + ending))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    return prepare(reading, players=players)


def played(made: Game, seed: int = 1) -> State:
    state = made.start(seed)
    rng = Random(seed)
    while not state.over:
        state.choose(rng.randrange(len(state.choices)))
    return state


def test_who_is_on_which_side_is_told_as_data() -> None:
    state = game().start(1)
    sides = ["sun", "moon", "sun", "moon"]
    assert state.teams == tuple(sides) and state.view(0)["teams"] == state.view(2, data=True)["teams"] == sides
    assert state.game.meta()["teams"] == {"kind": "Side", "fixed": sides}
    assert game(players=3).start(1).teams == ("sun", "moon", "sun")


def test_games_without_teams_say_nothing_of_them() -> None:
    state = prepare(read_source(Source("little.hoyle", LITTLE))).start(1)
    assert state.teams is None and "teams" not in state.view(0) and "teams" not in state.game.meta()


def test_sides_are_made_in_play() -> None:
    state = game(MADE).start(1)
    assert state.teams == ("moon",) * 4 and state.game.meta()["teams"]["fixed"] is None
    state.choose(0)
    state.choose(0)
    assert state.teams == ("moon", "sun", "moon", "moon") == tuple(state.view(3)["teams"])


def test_a_side_sees_what_belongs_to_it_and_nobody_owns_a_card_there() -> None:
    state = game().start(1)
    sun, moon = state.view(0)["zones"]["secret"], state.view(1)["zones"]["secret"]
    assert sun[1] == moon[0] == ["?"] and "?" not in (*sun[0], *moon[1])
    assert sun == state.view(2)["zones"]["secret"] and {
        zone.owner for zone in state.game.zones if zone.name == "secret"
    } == {None}
    all_of_them = game(who="members(owner)").start(1)
    assert all_of_them.view(2)["zones"]["secret"] == sun


@pytest.mark.parametrize("sides", [FIXED, MADE])
def test_the_members_of_a_side_win(sides: str) -> None:
    won = Counter[tuple[int, ...]]()
    for seed in range(30):
        state = played(game(sides), seed)
        totals = Counter[str]()
        assert state.teams is not None
        for side, zone in zip(state.teams, state.view(0)["zones"]["table"], strict=True):
            totals[side] += sum(map(int, zone))
        best = {side for side, total in totals.items() if total == max(totals.values())}
        assert set(state.winners) == {seat for seat in range(4) if state.teams[seat] in best}
        won[state.winners] += 1
    assert len(won) > (sides is FIXED)  # one alone has no more than three


def test_a_win_of_a_side_is_neither_a_tie_nor_shared() -> None:
    made = game()
    tally = Tally(4, finished=9, several=Counter({("most", (0, 2)): 5, ("most", (0, 1, 2, 3)): 3, ("flow", (1, 2)): 1}))
    assert several(made, tally) == (3, 1)
    alone = game(ending="\ndefine total(one : Side) = 0\nending most after flow\n    winners Player\n")
    assert several(alone, tally) == (0, 4)
    assert several(game(MADE), tally) == (3, 0)  # of two sides both have won only if everybody has


def test_what_a_seat_got_of_a_win() -> None:
    found = Measures(True, (0, 2), (5, 1, 5, 1), 8, 8, 1, 8, 0, 0, False)
    assert recorded(found, game().teams).wins == (1.0, 0, 1.0, 0)
    assert not recorded(found, game().teams).values["ties"]
    assert recorded(found, None).wins == (0.5, 0, 0.5, 0) and recorded(found, None).values["ties"]


def test_bots_know_who_plays_with_whom() -> None:
    assert worth_of(game()).sides == (0b101, 0b1010, 0b101, 0b1010)
    moving = worth_of(game(MADE))
    assert moving.moving and moving.thought(2, 8, 1).side == 0


def test_whoever_thinks_asks_a_table_who_plays_with_whom() -> None:
    state = played(game(MADE), 3)
    assert set(state.winners) in ({1}, {0, 2, 3})
    about = Worth((1, 2, 4, 8), True, 1.0, False, False, moving=True)
    values = [worth(state, about.thought(seat, 8, 1)) for seat in range(4)]
    assert [round(value) for value in values] == [int(seat in state.winners) for seat in range(4)]


def test_the_end_is_told_by_sides() -> None:
    state = played(game())
    side = "sun" if 0 in state.winners else "moon"
    seats = [seat + 1 for seat in state.winners]
    assert state.events()[-1] == f"the game ends (most): won by {side}: player {seats[0]} and player {seats[1]}"
    out = Console(file=StringIO(), width=100)
    tell_result(out, state, frozenset({state.winners[1]}))
    assert f"{side} wins: you and player {seats[0]} win" in out.file.getvalue()  # type: ignore[attr-defined]


def test_who_wins_without_the_others_of_a_side_is_found() -> None:
    alone = "\ndefine total(one : Side) = 0\nending most after flow\n    winners [seat(2)]\n"
    reading = game(ending=alone).reading
    result = next(r for r in run_trials(reading, games=4) if r.name == "sides")
    assert "actual: player_2 has won and player_4 has not, and both are moon" in result.detail
    assert not any(r.name == "sides" for r in run_trials(read_source(Source("little.hoyle", LITTLE)), games=1))
    waived = read_source(Source("sides.hoyle", reading.source.text + '\nwaive sides "one of them is enough"\n'))
    assert next(r for r in run_trials(waived, games=2) if r.name == "sides").waived


LITTLE = """\
game "Little" for 2 players
cards Tile
    value : 1..4 key
    | value |
    | 1..4  |
define score(p) = 0
flow
    seat(1) may wait
action wait
    shuffle box
ending done after flow
    winners Player
"""


def test_the_json_of_many_games() -> None:
    from hoyle.bulk.simulate import simulate
    from hoyle.commands.simulated import as_json
    from hoyle.run.playouts import planned

    made = game()
    run = planned(made, 1, "random", "python", 1000)
    data = json.loads(as_json(run, "1", simulate(run, 40)))
    assert data["teams"] == ["sun", "moon", "sun", "moon"]
    assert data["shared_wins"] == 0 and data["ties"] < 10 and sum(data["wins"]) >= 80


@pytest.mark.parametrize("name", ["Sum", "If", "Owner", "Player", "Number", "The"])
def test_a_name_that_cannot_be_one_in_small_letters(name: str) -> None:
    text = LITTLE.replace("cards Tile", f"teams {name} : sun | moon\n\ncards Tile", 1)
    found = [d for d in read_source(Source("little.hoyle", text)).diagnostics if d.code in ("HYL102", "HYL107")]
    assert [d.code for d in found] == ["HYL102"]
