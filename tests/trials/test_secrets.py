"""Games that tell a player what the player may not know, each in its own way, and one that does not."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.read import read_path, read_source
from hoyle.source import Source
from hoyle.trials.run import Result, run_trials

MANUAL = Path(__file__).parents[2] / "grammar" / "LANGUAGE.md"
LITTLE = re.search(r"```hoyle file=little.hoyle\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
assert LITTLE is not None

PEEKING = """
before turn(p)
    each top_card in last(deck)
        beat(p, top_card)

to beat(p : Player, c : Tile)
    p may choose one mine in hand[p] where mine.value > c.value as wager "wager {mine}"
        points[p] += 1
"""
SAYING = """
var bid[Player] : 0..9 = 0, seen by owner

before turn(p)
    p chooses one n in 1..9 as bidding "bid {n}"
        bid[p] = n
"""
SECRET = """
var bid[Player] : 0..9 = 0, seen by owner

before main
    together each p in Player
        p chooses one n in 1..9 as bidding "bid {n}"
    then
        bid[p] = n else 0

before turn(p)
    p may choose one mine in hand[p] where mine.value > bid[p] as wager "wager {mine}"
        points[p] += 1
"""
REMEMBERED = """
before turn(p)
    p chooses one put_away in hand[p] as putting_away
        move put_away to deck
        p may choose one mine in hand[p] where mine.value > put_away.value as wager "wager {mine}"
            points[p] += 1
"""


COPIES = """
game "Copies" for 3 players

cards Animal
    name : name
    | name | copies |
    | ox   | 6      |
    | hen  | 6      |

zone deck         : pile, face down
zone barn[Player] : set, face down, seen by owner
zone market       : row, face up

define score(p) = count(barn[p])

flow
    move Animal to deck
    shuffle deck
    deal 3 from deck to barn
    move top(deck) to market
    repeat 2 times
        each p in Player
            trade(p)

phase trade(p : Player)
    p chooses one given in barn[p] as giving "give {given}"
        move market to barn[p] face down
        move top(deck) to market
        move given to barn[left(p)]

ending over after flow
    winners Player
"""


def test_a_hidden_card_is_not_named_because_a_copy_of_it_is_seen() -> None:
    reading = read_source(Source("copies.hoyle", COPIES.lstrip()))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    result = next(r for r in run_trials(reading, games=12) if r.name == "secrets")
    assert result.passed, result.detail


def secrets(more: str) -> Result:
    assert LITTLE is not None
    reading = read_source(Source("little.hoyle", LITTLE[1] + more))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    return next(r for r in run_trials(reading, games=12) if r.name == "secrets")


@pytest.mark.parametrize("more", ["", SECRET, REMEMBERED], ids=["little", "secret", "remembered"])
def test_nothing_is_given_away(more: str) -> None:
    result = secrets(more)
    assert result.passed, result.detail


def test_choices_that_depend_on_a_card_nobody_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.check import passes

    monkeypatch.setattr(passes, "check_leaks", lambda *_: None)
    result = secrets(PEEKING)
    assert not result.passed
    assert re.search(
        r"actual: player_\d does not see \d of \w+ \(in [^)]+\) and \d of \w+ \(in [^)]+\); "
        r"if they changed places, player_\d would (not )?have the choice `wager \d of \w+`",
        result.detail,
    ), result.detail


def test_a_choice_said_aloud_that_is_kept_secret() -> None:
    result = secrets(SAYING)
    assert not result.passed
    assert "which differ only in values that it may not see" in result.detail
    assert re.search(r"is told `player_\d: bid \d` rather than `player_\d: bid \d`", result.detail), result.detail


@pytest.mark.parametrize("told", ["view", "log"])
def test_an_engine_that_tells(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.run import events, views

    if told == "view":
        monkeypatch.setattr(views, "sees", lambda s, seat, card: True)
    else:
        moved = events._moved
        monkeypatch.setattr(events, "_moved", lambda *args: moved(*args[:-1], [True] * len(args[-1])))
    result = secrets("")
    assert not result.passed
    assert ("its view would have other zones" if told == "view" else "would have been told") in result.detail


def test_a_score_of_cards_that_are_not_seen_is_not_shown_before_the_end(tmp_path: Path) -> None:
    from hoyle.run.game import prepare

    assert LITTLE is not None
    path = tmp_path / "little.hoyle"
    path.write_text(LITTLE[1].replace("= points[p]", "= sum(c.value for c in hand[p])"), encoding="utf-8")
    state = prepare(read_path(path), players=2).start(1)
    assert state.view(0)["scores"] is None
    while not state.over:
        state.choose(0)
    assert state.view(0)["scores"] == list(state.scores)
