"""What is kept for each card is not there for a card that takes no part: to ask for it stops the game, everywhere.

What is printed on it is known all the same, and it is no other card.
"""

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
    size : 4..9
    | name | mate | size |
    | ann  | bob  | 5    |
    | bob  | ann  | 6    |
    | cid  | cid  | 7    |
    | dan  | cid  | 8    |

zone deck             : pile, face down
zone on[Tile]         : pile, face down
zone at[Tile, Player] : pile, face down

var total      : number = 7
var kept       : list of Tile
var mark[Tile] : number = 5

define score(p) = total

except used(card) as fewer when players is 2 gives not (card.name in [ann, dan])

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
    "total = mark[Tile(dan)]",
    "seat(1) chooses one c in on[Tile(dan)]\n        kept = [c]",
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


EARLIER = {
    "none": "",
    "that nothing keeps": "rule one for pick(NAMES)\n    must c.size > 9\n",
    "kept if able": "rule one for pick(NAMES)\n    must c.size > 9 if able\n",
}
LATER = [
    ("when mark[Tile(ann)] > 1", "c.size > 6", ""),
    ("when mark[Tile(ann)] > 1 and c.size > 6", "c.size > 7", ""),
    ("", "c.size > mark[Tile(ann)]", ""),
    ("", "mark[Tile(ann)] > 1", ""),
    ("", "c.size > 6", "except two(NAMES) when mark[Tile(ann)] > 1 waive\n"),
]


@pytest.mark.parametrize("able", ["", " if able"])
@pytest.mark.parametrize("later", LATER)
@pytest.mark.parametrize("earlier", EARLIER)
@pytest.mark.parametrize("params", ["c in deck", "c in kept", "c in deck, d in kept", "c in deck, d in deck"])
def test_a_rule_asks_it_of_candidates_and_of_nobody_else(
    params: str, earlier: str, later: tuple[str, str, str], able: str
) -> None:
    """Whatever a rule looks at is looked at for each candidate that is left: with none, nothing is asked."""
    when, test, waived = later
    offered = f"action pick({params})\n    total = 0\n{EARLIER[earlier]}"
    rules = f"rule two for pick(NAMES) {when}\n    must {test}{able}\n{waived}"
    names = ", ".join(param.split()[0] for param in params.split(", "))
    text = GAME.replace("flow\n", f"{offered}{rules}flow\n".replace("NAMES", names)).replace("STEP", "seat(1) may pick")
    text = text.replace("deck             : pile, face down", "deck : pile, face up")
    game = prepare(read_source(Source("mates.hoyle", text)), players=2)
    made = stopped(lambda: game.start(seed=1))
    assert made == stopped(lambda: next(Performer(game.program, 1).play()))
    assert made == "" if "kept" in params or earlier == "that nothing keeps" else made.startswith("HYL911")


PRINTED = [
    ("total = (first(c in [Tile(dan)] where c.size > 0) else Tile(bob)).size", 8),
    ("total = sum(c.mate.size for c in deck)", 5 + 7),
    ("each c in [Tile(ann), Tile(dan)]\n        if c is Tile(dan)\n            total = c.size", 8),
    ("total = count(c in deck where c.mate is Tile(dan))", 0),
    ("total = count(c in [Tile(ann), Tile(dan)] where c.size in [5, 6])", 1),
    ("total = count(c in [Tile(ann), Tile(dan), Tile(bob)] where c in [Tile(dan), Tile(bob)])", 2),
    ("kept = [Tile(dan), Tile(ann)]\n    total = sum(c.mate.size for c in kept)", 7 + 6),
]


@pytest.mark.parametrize(("step", "total"), PRINTED)
def test_what_is_printed_on_it_is_known(step: str, total: int) -> None:
    game = prepare(read_source(Source("mates.hoyle", GAME.replace("STEP", step))), players=2)
    performer = Performer(game.program, 1)
    assert list(performer.play()) == []
    state = game.start(seed=1)
    assert state.value("total") == total
    assert state.v == performer.board.v


def test_a_choice_names_it() -> None:
    step = "seat(1) chooses one c in [Tile(ann), Tile(dan)]\n        kept = [c]"
    text = GAME.replace("STEP", step).replace("deck             : pile, face down", "deck : pile, face up")
    game = prepare(read_source(Source("mates.hoyle", text)), players=2)
    state = game.start(seed=1)
    assert [choice.text for choice in state.choices] == ["c Ann", "c Dan"]
    state.choose(1)
    assert state.value("kept") == ["Dan"]


def test_it_has_no_ability_of_another_card() -> None:
    step = "kept = [Tile(ann), Tile(dan)]\n    total = count(c in kept where has_ability(c, wild))"
    text = GAME.replace("STEP", step) + "\ntiming wild by seat(1)\n\nability cid wild\n    total += 1\n"
    game = prepare(read_source(Source("mates.hoyle", text)), players=2)
    performer = Performer(game.program, 1)
    assert list(performer.play()) == []
    assert game.start(seed=1).v == performer.board.v
    assert game.start(seed=1).value("total") == 0
