"""Which changes are made to a definition: each a single one, each where it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from every import BUNDLED, reading

from hoyle.mutation.mutants import mutants, rules_only
from hoyle.read import read_source
from hoyle.source import Source

ENOUGH = 10  # of a game, from all over it
GAME = """\
game "Twigs" for 2..4 players

option low : yes_no

cards Twig
    value : 1..3
    | value | copies |
    | 1..3  | 4      |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone heap         : row, face up

var points[Player] : number = 0

define score(p) = points[p], at least 0
except score(p) as poor
    when low and points[p] < 2
    when (points[p] is 1 or not low)
    gives 1

rule rising for play(card) when not empty(heap)
    must card.value >= (max(c.value for c in heap where c.up) else 1) if able    cites TW-1

action play(card in hand[you])
    must points[you] < 9 as rich
    move card to heap face up
    points[you] += 1

action pass
    text "pass"

flow
    move Twig to deck
    shuffle deck
    deal 3 from deck to hand
    repeat 3 times
        each p in clockwise(seat(1))
            if p is seat(1)
                p must play or pass

ending done after flow
    winners highest(p in Player by score(p))

property calm always sum(points) < 99
assume rising "this is not changed, nor are 3 other things"
"""


def changes(text: str) -> list[tuple[str, tuple[str, ...]]]:
    found = read_source(Source("twigs.hoyle", text))
    assert not found.failed, found.diagnostics
    made = []
    for mutant in mutants(found.files[0]):
        lines = [line for line in mutant.difference(found.source) if line[0] in "+-"]
        made.append((mutant.what, tuple(line.strip("+ ") for line in lines)))
    return made


def test_every_change_of_a_small_game() -> None:
    found = [(what, line[-1]) for what, line in changes(GAME)]
    moved = "two steps changed places"
    assert found == [
        ("3 became 2", "| 1..2  | 4      |"),
        ("4 became 5", "| 1..3  | 5      |"),
        ("0 became 1", "var points[Player] : number = 1"),
        ("a bound was dropped", "define score(p) = points[p]"),
        ("0 became 1", "define score(p) = points[p], at least 1"),
        ("a clause was dropped", "-    gives 1"),
        ("a condition was dropped", "-    when low and points[p] < 2"),
        ("a part of a condition was dropped", "when points[p] < 2"),
        ("a part of a condition was dropped", "when low"),
        ("`and` became `or`", "when low or points[p] < 2"),
        ("`<` became `<=`", "when low and points[p] <= 2"),
        ("2 became 3", "when low and points[p] < 3"),
        ("a condition was dropped", "-    when (points[p] is 1 or not low)"),
        ("a part of a condition was dropped", "when (not low)"),
        ("`is` became `is not`", "when (points[p] is not 1 or not low)"),
        ("1 became 2", "when (points[p] is 2 or not low)"),
        ("a part of a condition was dropped", "when (points[p] is 1)"),
        ("`or` became `and`", "when (points[p] is 1 and not low)"),
        ("`not` was dropped", "when (points[p] is 1 or low)"),
        ("1 became 2", "gives 2"),
        (
            "a clause was dropped",
            "-    must card.value >= (max(c.value for c in heap where c.up) else 1) if able    cites TW-1",
        ),
        ("a condition was dropped", "rule rising for play(card)"),
        ("`not` was dropped", "rule rising for play(card) when empty(heap)"),
        ("`>=` became `>`", "must card.value > (max(c.value for c in heap where c.up) else 1) if able    cites TW-1"),
        (
            "`max` became `min`",
            "must card.value >= (min(c.value for c in heap where c.up) else 1) if able    cites TW-1",
        ),
        ("a `where` was dropped", "must card.value >= (max(c.value for c in heap) else 1) if able    cites TW-1"),
        ("1 became 2", "must card.value >= (max(c.value for c in heap where c.up) else 2) if able    cites TW-1"),
        ("`if able` was dropped", "must card.value >= (max(c.value for c in heap where c.up) else 1)    cites TW-1"),
        ("a `must` was dropped", "-    must points[you] < 9 as rich"),
        ("`<` became `<=`", "must points[you] <= 9 as rich"),
        ("9 became 10", "must points[you] < 10 as rich"),
        ("a step was dropped", "-    move card to heap face up"),
        (moved, "-    points[you] += 1"),
        ("`up` became `down`", "move card to heap face down"),
        ("a step was dropped", "-    points[you] += 1"),
        ("`+=` became `-=`", "points[you] -= 1"),
        ("1 became 2", "points[you] += 2"),
        ("a step was dropped", "-    move Twig to deck"),
        (moved, "-    shuffle deck"),
        ("a step was dropped", "-    shuffle deck"),
        (moved, "-    deal 3 from deck to hand"),
        ("a step was dropped", "-    deal 3 from deck to hand"),
        (moved, "deal 3 from deck to hand"),
        ("3 became 4", "deal 4 from deck to hand"),
        ("a step was dropped", "-                p must play or pass"),
        ("3 became 4", "repeat 4 times"),
        ("`clockwise` became `anticlockwise`", "each p in anticlockwise(seat(1))"),
        ("1 became 2", "each p in clockwise(seat(2))"),
        ("a condition was turned round", "if not (p is seat(1))"),
        ("`is` became `is not`", "if p is not seat(1)"),
        ("1 became 2", "if p is seat(2)"),
        ("`play` is not offered", "p must pass"),
        ("`pass` is not offered", "p must play"),
        ("a clause was dropped", "-    winners highest(p in Player by score(p))"),
        ("`highest` became `lowest`", "winners lowest(p in Player by score(p))"),
    ]


def test_what_settles_ties_is_dropped() -> None:
    text = GAME.replace("by score(p))", "by score(p), count(hand[p]))")
    file = read_source(Source("twigs.hoyle", text)).files[0]
    (mutant,) = [m for m in mutants(file) if m.what == "what settles ties was dropped"]
    assert mutant.text == GAME


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_changes_of_the_bundled_games(path: Path) -> None:
    """Each is another text, is made where it says, and leaves what is not a rule alone."""
    found = reading(path)
    every = mutants(found.files[0])
    text = found.source.text
    assert len({m.text for m in every}) == len(every) > 100
    assert [m.number for m in every] == list(range(len(every)))
    kept = [
        d.span.text for d in found.files[0].decls if type(d).__name__ in ("Scenario", "Property", "Assume", "Option")
    ]
    for mutant in every:
        assert mutant.text[: mutant.start] == text[: mutant.start]
        assert mutant.text.endswith(text[mutant.end :])
        assert all(part in mutant.text for part in kept)


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_most_of_them_are_still_rules(path: Path) -> None:
    """Whatever is said about the rules aside, which may not fit any more."""
    file = reading(path).files[0]
    every = mutants(file)
    some = every[:: len(every) // ENOUGH]
    good = [m for m in some if not read_source(Source(path.name, rules_only(file, m), path)).failed]
    assert len(good) > 0.6 * len(some)


def test_what_is_told_and_shown_is_left_as_it_is() -> None:
    """Steps around it change places as if it were not there."""
    plain = Source("twigs.hoyle", GAME)
    text = GAME.replace("    points[you] += 1\n", '    tell left(you) "{you} plays"\n    points[you] += 1\n')
    telling = Source("twigs.hoyle", text.replace("define score(p) = points[p],", "define score(p) = points[p], shown,"))
    assert [m.what for m in mutants(read_source(telling).files[0])] == [
        m.what for m in mutants(read_source(plain).files[0])
    ]
