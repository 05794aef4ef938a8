"""A tournament: the same however many work on it, over when the order is clear, and honest about who played."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

import hoyle
from hoyle.run.playouts import planned
from hoyle.tournament import run as tournament_run
from hoyle.tournament.ratings import Met
from hoyle.tournament.run import (
    AHEAD,
    ALIKE,
    CLEAR,
    ENOUGH,
    STOPPED,
    UNCLEAR,
    Dealt,
    Outcome,
    Tournament,
    looks,
    play,
    prepared,
    standings,
)

LAST_WINS = """\
game "Stones" for 2..4 players

cards Stone
    weight : 1..12 key
    written "stone {weight}"
    | weight |
    | 1..12  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shore        : row, face up

var points[Player] : number = 0

define score(p) = points[p]

action play(card in hand[you])
    text "play {card}"
    points[you] += WORTH
    move card to shore

flow
    move Stone to deck
    shuffle deck
    deal 3 from deck to hand
    each p in Player
        p must play if able

ending done after flow
    winners WINNERS
"""
HIGH = "highest(p in Player by points[p])"


@pytest.fixture
def game(tmp_path: Path) -> Any:
    def made(players: int, worth: str = "card.weight", winners: str = HIGH, bots: str = "normal,random") -> Any:
        path = tmp_path / "stones.hoyle"
        path.write_text(LAST_WINS.replace("WORTH", worth).replace("WINNERS", winners), encoding="utf-8")
        return planned(hoyle.load(str(path), players=players), "t", bots, "auto", 1000)

    return made


def result(outcome: Outcome) -> Any:
    return outcome.deals, outcome.standings, outcome.looks, outcome.why


def test_the_same_however_many_work_on_it(game: Any) -> None:
    run = game(3, bots="search:20,random,first")
    alone = play(prepared(run, 240, 1), 240, 1)
    assert result(alone) == result(play(prepared(run, 240, 2), 240, 2))
    assert alone.standings is not None
    assert alone.standings.order[0] == 0, "whoever thinks plays the heaviest stone"
    assert result(play(prepared(attrs.evolve(run, seed="u"), 240, 1), 240)) != result(alone)


def test_it_stops_when_the_order_is_clear(game: Any) -> None:
    run = game(2)
    outcome = play(prepared(run, 2_000, 1), 2_000)
    assert outcome.why == CLEAR and outcome.standings is not None and outcome.standings.clear
    assert len(outcome.deals) in looks(1_000)[:3] and outcome.games == 2 * len(outcome.deals)
    assert outcome.standings.wins[0].low > 0.5  # type: ignore[union-attr]


def test_it_goes_on_while_nothing_is_clear(game: Any) -> None:
    run = game(2, worth="card.weight mod 2", bots="random,first")
    outcome = play(prepared(run, 91, 1), 91)
    assert (outcome.why, outcome.games) == (ENOUGH, 90)
    assert outcome.standings is not None and outcome.standings.steps == [UNCLEAR]


@pytest.mark.parametrize(("deals", "chance", "step"), [(20, 0.5, UNCLEAR), (3_000, 0.5, ALIKE), (3_000, 0.6, AHEAD)])
def test_two_are_alike_if_they_are_surely_not_far_apart(deals: int, chance: float, step: str) -> None:
    coin, some = random.Random(1), []
    for _ in range(deals):
        won = float(coin.random() < chance)
        showed = Met([[0, won], [1 - won, 0]], [[0, 1], [1, 0]])
        some.append(Dealt(showed, [won, 1 - won], [1, 1], 1, 0, 3))
    found = standings(some, 7)
    assert found is not None and found.steps == [step]


def test_a_bot_that_takes_part_twice_is_as_good_as_itself(game: Any) -> None:
    tournament = prepared(game(2, bots="random,random"), 60, 1)
    assert tournament.titles == ("random", "random (2)")
    outcome = play(tournament, 60)
    assert outcome.standings is not None
    assert outcome.standings.ratings[0].estimate == pytest.approx(0)


def test_looks_come_at_doubled_distances() -> None:
    assert looks(10) == [10]
    assert looks(40) == [20, 40]
    assert looks(333) == [20, 40, 80, 160, 320, 333]


def test_whoever_sits_at_a_place_gets_its_points(game: Any) -> None:
    """Player 1 always wins: nobody is better, whoever plays."""
    first = "highest(p in Player by if p is seat(1) then 1 otherwise 0)"
    tournament = prepared(game(2, worth="0", winners=first, bots="random,first,search:10"), 30, 1)
    for number in range(1, 11):
        found = tournament.deal(number)
        assert found.won == [1, 1, 1] and found.sat == [2, 2, 2]


def test_partners_are_one_bot() -> None:
    run = planned(hoyle.load("rowdy_partners", players=4), 0, "first,random", "auto", 10_000)
    tournament = prepared(run, 10, 1)
    assert tournament.places == ((0, 2), (1, 3))
    found = tournament.deal(1)
    assert found.games == 2 and found.sat == [2, 2] and sum(found.won) == 2
    assert found.showed.met == [[0, 2], [2, 0]]


def test_fewer_and_more_bots_than_places(game: Any) -> None:
    two = prepared(game(3, bots="random,first"), 10, 1).deal(1)
    assert (two.games, two.sat, sum(two.won)) == (2, [3, 3], pytest.approx(2))
    five = prepared(game(3, bots="random,first,easy,search:5,search:2"), 10, 1).deal(1)
    assert (five.games, five.sat, sum(five.won)) == (5, [3] * 5, pytest.approx(5))


def test_games_without_an_end_do_not_count(game: Any) -> None:
    run = attrs.evolve(game(3, bots="random,first"), cap=2)
    outcome = play(prepared(run, 10, 1), 10)
    assert (outcome.unfinished, outcome.standings) == (10, None)


def test_what_is_known_after_ctrl_c(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Tournament.deal

    def stopped(self: Tournament, number: int) -> Any:
        if number == 11:
            raise KeyboardInterrupt
        return deal(self, number)

    monkeypatch.setattr(tournament_run.Tournament, "deal", stopped)
    outcome = play(prepared(game(3), 1_000, 1), 1_000)
    assert outcome.why == STOPPED
    assert 1 <= len(outcome.deals) <= 10 and outcome.standings is not None
    monkeypatch.setattr(tournament_run.Tournament, "deal", lambda self, number: stopped(self, 11))
    assert play(prepared(game(3), 1_000, 1), 1_000).standings is None


@pytest.mark.parametrize(
    ("players", "bots", "games", "said"),
    [
        (2, "random", 10, "two bots or more"),
        (2, ",".join(["random"] * 31), 100, "31 bots"),
        (2, "random,first,easy", 2, "played 3 times"),
        (2, "random,first", 0, "at least one game"),
    ],
)
def test_what_cannot_be(game: Any, players: int, bots: str, games: int, said: str) -> None:
    with pytest.raises(hoyle.HoyleError, match=said):
        prepared(game(players, bots=bots), games, 1)
