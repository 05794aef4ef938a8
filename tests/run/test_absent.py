"""What is kept for each card is not there for a card that takes no part: to ask for it stops the game, everywhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import hoyle
from hoyle.read import read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Mates" for 2..3 players

cards Tile
    name : name key
    mate : Tile
    | name | mate |
    | ann  | bob  |
    | bob  | ann  |
    | cid  | cid  |

zone deck             : pile, face down
zone on[Tile]         : pile, face down
zone at[Tile, Player] : pile, face down

var total      : number = 7
var kept       : list of Tile
var mark[Tile] : number = 5

define score(p) = total

except used(card) as fewer when players is 2 gives card.name is not ann

flow
    move Tile to deck
    STEP
"""
ASKED = [
    "mark[Tile(ann)] += 1",
    "total = mark[Tile(ann)]",
    "total = sum(mark[c.mate] for c in deck)",
    "kept = all(c in Tile where mark[c.mate] is 5)",
    "total = count(c in deck where any(p in Player where c in at[c.mate, p]))",
    "total = max(mark[c.mate] for c in kept) else mark[Tile(ann)]",
    "let c = Tile(ann)\n    mark[c] = 3",
    "each c in [Tile(bob), Tile(ann)]\n        mark[c] = 3",
    "move top(deck) to on[Tile(ann)]",
    "move on[Tile(ann)] to deck",
    "move at[Tile(ann)] to deck",
    "shuffle on[Tile(ann)]",
    "if not empty(on[Tile(bob).mate])\n        kept = [Tile(bob)]",
    "total = count(at[Tile(ann)])",
    "seat(1) chooses one c in on[Tile(ann)]\n        kept = [c]",
]
PASSED_BY = [
    "if Tile(ann) in Tile\n        mark[Tile(ann)] += 1",
    "total = if Tile(ann) in Tile then mark[Tile(ann)] otherwise 3",
    "kept = all(c in deck where c.mate in Tile and mark[c.mate] > 1)",
    "total = max(mark[c] for c in deck) else mark[Tile(ann)]",
    "total = sum(mark[c.mate] for c in kept)",
    "if mark[Tile(bob)] > 5 and mark[Tile(ann)] > 5\n        total = 0",
    "each c in kept\n        mark[c.mate] = 3",
    "move Tile(ann) to on[Tile(bob)]",
]


def stopped(play: Callable[[], object]) -> str:
    try:
        play()
    except StopIteration:
        return ""
    except hoyle.HoyleError as error:
        (found,) = error.diagnostics
        return f"{found.code} {found.message}"
    return ""


def both(step: str, players: int) -> str:
    """What stops the game on both engines; nothing if it is played."""
    game = prepare(read_source(Source("mates.hoyle", GAME.replace("STEP", step))), players=players)
    made = stopped(lambda: game.start(seed=1))
    assert made == stopped(lambda: next(Performer(game.program, 1).play()))
    return made


@pytest.mark.parametrize("step", ASKED)
def test_what_a_card_that_takes_no_part_has_is_not_there(step: str) -> None:
    found = both(step, 2)
    assert found.startswith("HYL911 line ") and found.endswith(" of a card that takes no part")
    assert both(step, 3) == ""


@pytest.mark.parametrize("step", PASSED_BY)
def test_what_is_not_asked_stops_nothing(step: str) -> None:
    assert both(step, 2) == both(step, 3) == ""
