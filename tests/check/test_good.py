"""Definitions that are right are checked without a word: bundled games, examples, and the twins of wrong ones."""

from __future__ import annotations

import random
from pathlib import Path

import every
import pytest
from chunks import BAD, GOOD, Case, split

from hoyle.diagnostics import for_people
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.trials.checks.reference import Along

TOP = Path(__file__).parent.parent.parent
GAMES = sorted(path for folder in ("gamedefs", "examples") for path in (TOP / folder).rglob("*.hoyle"))
DECISIONS = 12


def test_there_are_games() -> None:
    assert {"trickdraw", "dwyn", "rowdy_partners", "book_it", "texas_showdown", "hearts"} <= {p.stem for p in GAMES}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.relative_to(TOP)))
def test_nothing_is_wrong(path: Path) -> None:
    reading = every.reading(path)
    assert not reading.diagnostics, for_people(reading.diagnostics, False, 110)
    assert not reading.failed


def test_what_the_first_line_cites_is_cited() -> None:
    text = (TOP / "gamedefs" / "texas_showdown.hoyle").read_text(encoding="utf-8")
    first, rest = text.split("\n", 1)
    world = read_source(Source("showdown.hoyle", f"{first}, ZZ-01\n{rest}")).world
    assert world is not None
    assert [span.text for span in world.model.cited["ZZ-01"]] == [f"{first}, ZZ-01"]


# ---------------------------------------------------------------------------------------------- what to write instead


def accept(case: Case) -> None:
    """Nothing is wrong with it, and both engines play it in the same way."""
    reading = case.reading
    assert not reading.diagnostics, for_people(reading.diagnostics, False, 110)
    assert reading.world is not None
    game = prepare(reading, players=reading.world.model.seats[0])
    state, rng, made = game.start(seed=1), random.Random(1), list[int]()
    along = Along(game.program, state.seed)
    assert along.catch_up(state, made) == ""
    while not state.over and len(made) < DECISIONS:
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
        assert along.catch_up(state, made) == ""
    assert made, "nobody is asked anything"


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_a_right_one_is_accepted_and_played(case: Case) -> None:
    accept(case)


def test_each_is_the_twin_of_a_wrong_one_and_every_code_has_some() -> None:
    right = {case.name for case in GOOD}
    assert right <= {case.name for case in BAD}
    codes = {case.name: {code for _, code, _ in case.marks} for case in BAD}
    assert set().union(*codes.values()) == set().union(*(codes[name] for name in right))


@pytest.mark.parametrize(
    ("change", "instead"),
    [
        ("top(deck) to hand[you]", "top(dek) to hand[you]"),
        ("define score", "define unused = 1\ndefine score"),
    ],
)
def test_what_is_said_of_a_right_one_is_noticed(change: str, instead: str) -> None:
    case = next(case for case in GOOD if case.name == "circle: definitions")
    (same,) = split(case.path, case.text)
    accept(same)
    (wrong,) = split(case.path, case.text.replace(change, instead))
    with pytest.raises(AssertionError, match="HYL"):
        accept(wrong)
