"""Choosing several at the table, in any order."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import every
import pytest

import hoyle as package
from hoyle.run.choices import DECLINE
from hoyle.run.several import several

PAIRS = """\
game "Pairs" for 2 players

cards Tile
    name : name
    | name | copies |
    | oak  | 2      |
    | elm  | 1      |
    | ash  | 2      |

zone hand[Player] : set, face down, seen by owner
zone row[Player]  : row, face up

define score(p) = count(row[p])

flow
    move Tile to hand[seat(1)]
    {choice} pair in hand[seat(1)] as planted "plant {{pair}}"
    move pair to row[seat(1)]
    seat(1) chooses one stays in hand[seat(1)] as kept "keep {{stays}}"
        move stays to row[seat(2)]

ending done after flow
    winners Player
"""


def written(folder: Path, choice: str) -> str:
    path = folder / "pairs.hoyle"
    path.write_text(PAIRS.format(choice=choice), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("path", every.GAMES, ids=lambda path: path.stem)
def test_whatever_the_order_the_same_is_chosen(path: Path) -> None:
    """Of every choice of several that somebody is asked: any set, in any order, is what then has been chosen."""
    options = {"passing": "on"} if path.stem == "texas_showdown" else None
    rng = random.Random(path.stem)
    for state in every.moments(every.game(path, every.counts(path)[0], options), 1):
        row = None if state.over else several(state)
        if row is None:
            continue
        while not row.full and (choice := rng.choice(row.offered)) is not row.stop:
            row.chosen.append(choice)
        before, after = state.log, state.copy()
        row.hand_over(after)
        made = []
        while after.log is not before:
            kept, *event = after.log
            made += [event[2].text] if hasattr(event[-1], "offer") and event[2].offer != DECLINE else []
            after.log = kept
        assert Counter(made) == Counter(choice.text for choice in row.chosen)


@pytest.mark.parametrize(
    ("choice", "picks", "row"),
    [
        ("seat(1) chooses 2", ["ash", "oak"], ["Oak", "Ash"]),
        ("seat(1) chooses 3", ["ash", "elm", "ash"], ["Elm", "Ash", "Ash"]),
        ("seat(1) chooses up to 4", ["elm", "oak", ""], ["Oak", "Elm"]),
        ("seat(1) chooses up to 3", ["ash", "ash", ""], ["Ash", "Ash"]),
        ("seat(1) chooses up to 3", [""], []),
        ("seat(1) may choose 2", [""], []),
        ("seat(1) may choose 2", ["ash", "elm"], ["Elm", "Ash"]),
    ],
)
def test_every_way_of_choosing_several(tmp_path: Path, choice: str, picks: list[str], row: list[str]) -> None:
    state = package.load(written(tmp_path, choice), players=2).start(1)
    found = several(state)
    assert found is not None
    for pick in filter(None, picks):
        assert not found.full
        found.chosen.append(next(c for c in found.offered if c.text.casefold().endswith(pick)))
    assert found.full == ("" not in picks)
    assert found.full or found.stop in found.offered
    found.hand_over(state)
    assert state.table()["row"][0] == row
    assert state.prompt == "kept"


def test_what_was_begun_in_one_order_goes_on_in_it(tmp_path: Path) -> None:
    state = package.load(written(tmp_path, "seat(1) chooses 2"), players=2).start(1)
    state.choose(next(c for c in state.choices if c.text == "plant Elm"))
    assert several(state) is None
    assert several(package.restore(state.save())) is None
    assert "listed first" in str(state.why_not("plant oak"))
    assert state.why_not("plant ash") is None


def test_the_last_may_be_chosen_first(terminal: Any, tmp_path: Path) -> None:
    screen = terminal("play", written(tmp_path, "seat(1) chooses 2"))
    assert "planted (choose 2):" in screen.until("player 1> ")
    again = screen.say("ash")
    assert "planted (choose 1 more; so far plant Ash):" in again
    assert "1 plant Oak" in again
    assert "nothing forbids `plant Elm`" in screen.say("why elm")
    assert "Oak and Ash from player 1's hand to player 1's row" in " ".join(screen.say("oak").split())


def test_what_is_chosen_already_is_told_from_what_can_still_be(terminal: Any, tmp_path: Path) -> None:
    screen = terminal("play", written(tmp_path, "seat(1) chooses 3"))
    screen.until("player 1> ")
    screen.say("elm")
    assert "`plant Elm`: it is already chosen" in screen.say("why elm")
    assert "nothing forbids `plant Ash`, choice 2" in screen.say("why ash")
    assert "nothing forbids `plant Oak`, choice 1" in screen.say("why 1")
