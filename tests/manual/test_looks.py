"""The page about looks is true: its examples are drawn without a mistake, and nothing that can be said is left out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from manual.test_manual import BASE, FENCE, IN_MANUAL, TOP, blocks

from hoyle.check.world import World
from hoyle.diagnostics import Diagnostics
from hoyle.look import check_look, format_look
from hoyle.look.check import checked
from hoyle.look.parse import parse
from hoyle.look.words import COLORS, LONGEST_SHORT, PIPS
from hoyle.read import read_source
from hoyle.resources import grammar_text
from hoyle.source import Source

PAGE = (TOP / "grammar" / "LOOKS.md").read_text(encoding="utf-8")
SAID = re.findall(r"`([^`\n]+)`", FENCE.sub("", PAGE))

# a game that has what the rows of the tables speak of
GAME = """\
game "Shown" for 2 players

kind Suit : cups | swords
kind Rank : ten | jack
kind Cell : a1 | b1 | b2 | c1
kind Step : 1..5
kind Place : 1..4

cards Hero
    name  : name
    suit  : Suit
    value : Rank
    star  : 0..5
    work  : 0..5
    says  : text
    | name     | suit | value | star | work | says |
    | the_king | cups | ten   | 1    | 2    | "hm" |

zone hand[Player]       : set, face down, seen by owner
zone cells[Player, Cell] : row, face up
zone bout[Player, Step] : row, face up
zone beside[Player, Step] : row, face up
zone line[Place]        : row, face up

var size : 0..20 = 3
var who  : Player = seat(1)
var hot  : yes_no = no

define score(p) = size

phase signing
    size = 4

phase booking
    size = 5

flow
    signing
    booking

ending done after booking
    winners Player
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the base game and the look of the page."""
    for block in [*IN_MANUAL, *blocks(PAGE)]:
        if "file" in block.marks:
            (tmp_path / block.marks["file"]).write_text(block.text, encoding="utf-8")
    return tmp_path


def test_its_look_has_no_mistake_and_is_laid_out(folder: Path) -> None:
    (look,) = [block for block in blocks(PAGE) if block.language == "look"]
    assert check_look((folder / BASE).with_suffix(".look")) == []
    assert format_look(Source("look", look.text)) == look.text


def test_its_program_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = [block for block in blocks(PAGE) if block.language == "python"]
    monkeypatch.chdir(folder)
    exec(compile(program.text, str(program), "exec"), {"__name__": "__main__"})


def test_every_word_of_the_grammar_is_explained() -> None:
    words = set(re.findall(r'"([a-z]+)"', re.sub(r"//[^\n]*", "", grammar_text("look")))) - {"look"}
    explained = " ".join(SAID) + " ".join(block.text for block in blocks(PAGE))
    assert [word for word in sorted(words) if not re.search(rf"\b{word}\b", explained)] == []
    assert len(words) > 30


def test_every_colour_and_every_drawing_is_named() -> None:
    assert set(COLORS) | set(PIPS) <= set(SAID)
    listed = PAGE[PAGE.index("The drawings are ") :].split("\n\n")[0]
    assert re.findall(r"`(\w+)`", listed) == list(PIPS)
    assert f"at most {('one', 'two', 'three', 'four')[LONGEST_SHORT - 1]} signs" in PAGE


def world() -> World:
    reading = read_source(Source("shown.hoyle", GAME))
    assert not reading.failed, reading.diagnostics
    return reading.right


ROWS = [
    (sort, said)
    for sort, heading in (("card Hero", "Cards"), ("zone", "Zones"), ("value", "Values"))
    for row in re.findall(r"^\| (`.+?`) \|", PAGE.split(f"## {heading}\n")[1].split("\n## ")[0], re.M)
    for said in re.findall(r"`([^`]+)`", row)
]
OF = {
    "grid a1 / b1 b2 / c1": "cells",
    "order 4 1 2 3": "line",
    "with bout": "beside",
    "at seat": "hand",
    "at hand": "hand",
    "token": "who",
    "flag": "hot",
}


@pytest.mark.parametrize(("sort", "said"), ROWS, ids=[said for _, said in ROWS])
def test_every_row_of_its_tables_can_be_said(sort: str, said: str) -> None:
    name = "" if sort == "card Hero" else OF.get(said, "hand" if sort == "zone" else "size")
    text = f"look of shown\n{sort} {name} : {said}\n"
    found, source = Diagnostics(), Source("shown.look", text)
    data = checked(parse(source, found), source, world().model, "shown", found)
    assert found.all() == [], text
    assert any(data.values())
