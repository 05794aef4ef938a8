"""Wrong definitions: each mistake is reported where it stands, once, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest
from chunks import BAD, Case, split

from hoyle.diagnostics import for_people


def faults(case: Case) -> list[str]:
    """What is marked and not reported, and what is reported and not marked."""
    reported = [(d.span.line if d.span else 0, d.code, d.message) for d in case.reading.diagnostics]
    found = []
    for line, code, words in case.marks:
        told = [one for one in reported if one[:2] == (line, code) and words in one[2]]
        if told:
            reported.remove(told[0])
        else:
            found.append(f"line {line} is not reported: {code} {words}")
    return found + [f"line {line} is not marked: {code} {message}" for line, code, message in reported]


def test_there_are_wrong_definitions() -> None:
    assert len(BAD) >= 300


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_exactly_the_marked_lines_are_reported_and_can_be_shown(case: Case) -> None:
    assert case.marks, "no line says what is wrong with it"
    assert faults(case) == []
    told = case.reading.diagnostics
    assert all(d.code in for_people(told, False, 100) for d in told)


# ---------------------------------------------------------------------------------------------- the tests themselves

FILE = """\
game "Bad" for 2 players
cards Tile
    value : 1..4 key
    | value |
    | 1..4  |
define score(p : Player) = 0
--- a name
flow
    move Tile to dek      # HYL101 unknown name
--- a sort
flow
    move seat(1) to box   # HYL201 what is moved
"""


def test_a_file_is_taken_apart_at_its_lines() -> None:
    (one, other), lines = split(Path("file.hoyle"), FILE), FILE.splitlines()
    assert (one.name, other.name) == ("file: a name", "file: a sort")
    assert one.text.splitlines() == [*lines[:6], "", *lines[7:9]]
    assert other.text.splitlines() == [*lines[:6], "", "", "", "", *lines[10:]]
    assert (one.marks, other.marks) == ([(9, "HYL101", "unknown name")], [(12, "HYL201", "what is moved")])
    assert faults(one) == faults(other) == []


@pytest.mark.parametrize(
    ("change", "instead", "found"),
    [
        ("HYL201 what", "HYL202 what", ["line 12 is not reported: HYL202", "line 12 is not marked: HYL201"]),
        ("what is moved", "who is moved", ["line 12 is not reported: HYL201", "line 12 is not marked: HYL201"]),
        ("seat(1) to box   #", "Tile to box   #", ["line 12 is not reported: HYL201"]),
        ("seat(1) to box   # HYL201 what is moved", "seat(1) to box", ["line 12 is not marked: HYL201"]),
        ("flow\n    move seat(1)", "flow   # HYL201 what\n    move seat(1)", ["line 11 is not reported: HYL201"]),
        ("--- a sort\n", "--- a sort\ndefine more = les\n", ["line 11 is not marked: HYL101"]),
        ("score(p : Player) = 0", "score(p : Player) = p", ["line 6 is not marked: HYL201"]),
    ],
)
def test_a_wrong_mark_is_noticed_and_so_is_what_is_not_marked(change: str, instead: str, found: list[str]) -> None:
    told = faults(split(Path("file.hoyle"), FILE.replace(change, instead))[1])
    assert len(told) == len(found) and all(any(t.startswith(f) for t in told) for f in found), told


def test_a_case_has_a_title_of_its_own() -> None:
    for wrong in (FILE.replace("--- a name", "---"), FILE.replace("--- a name", "--- a sort")):
        with pytest.raises(AssertionError, match=r"title"):
            split(Path("file.hoyle"), wrong)
