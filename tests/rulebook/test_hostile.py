"""Whatever an author writes is told as words: no mark of Markdown, no page, no terminal takes it for anything else; and
whatever passes check can be told."""

from __future__ import annotations

import random
import re
import unicodedata
from pathlib import Path

import pytest
from chunks import GOOD, Case
from every import ROOT, reading
from often import TIMES
from prose import slips, unfinished

from hoyle.diagnostics import HoyleError
from hoyle.mutation.mutants import mutants
from hoyle.read import Reading, read_path, read_source
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.page import as_page
from hoyle.source import Source

NASTY = (
    "<script>alert(1)</script>",
    "*a* _b_ `c`",
    "[d](http://e)",
    "![x](http://e)",
    "# f",
    "| g |",
    "&lt;",
    "h\x9b2Ji\x85j\u202ek",
)


def game(text: str) -> str:
    """A game that says the text wherever one can be said."""
    text = text.replace('"', "").replace("\\", "").replace("{", "").replace("}", "")
    return f"""game "T{text}" for 2 players

option long "O{text}" : yes_no = no

# ---------------------------------------------------------------- H{text}

cards Tile
    value : 1..3 key
    says  : text
    written "W{text} {{value}}"
    | value | says       |
    | 1..3  | "S{text}" |

zone shown : row, face up  # N{text}

define score(p) "D{text}" = 0
define first_one = Tile(1)

flow
    main

phase main "P{text}"
    move Tile to shown
    each p in Player
        p must play if able

action play(card in shown)
    must card is first_one as wrong "M{text}"
    text "X{text} {{card}}"
    move card to box

rule fair "R{text}" for play(card)
    must card.value < 3 or long

ending done "E{text}" after main
    winners Player

assume long "A{text}"

scenario "C{text}"
    seats a, b
    given
        shown holds Tile(1), Tile(2)
    then
        a may play(Tile(1))
"""


@pytest.mark.parametrize("text", NASTY, ids=repr)
def test_what_authors_write_is_words_everywhere(text: str) -> None:
    found = read_source(Source("<text>", game(text)))
    assert not found.failed, [d.message for d in found.diagnostics]
    told = rulebook(found, found.trials)
    for letter in "TOHWNDPMXREAC":
        assert letter in told
    controls = {char for char in told if unicodedata.category(char) in ("Cc", "Cf") and char != "\n"}
    assert controls == set()
    assert not re.search(r"(?<!\\)<|(?<!\\)`|(?<!\\)!?\[(?![A-Z])", told)
    page = as_page(told)
    assert not re.search(r"<(?:script|img|code|h3|hr)|href=.http|src=", page)
    assert page.count("<h1") == 1


def defined() -> list[Path]:
    """All definitions in files of their own that no other test here tells."""
    folders = [ROOT / "examples" / "tutorial", *sorted((ROOT / "tests").iterdir())]
    folders = [folder for folder in folders if folder.is_dir() and folder.name not in ("bad", "good")]
    return [path for folder in folders for path in sorted(folder.rglob("*.hoyle"))]


def readable(path: Path) -> Reading | None:
    try:
        found = read_path(path)
    except HoyleError:
        return None
    return None if found.failed or found.files[0].header.kind != "game" else found


@pytest.mark.parametrize("path", defined(), ids=lambda path: path.stem)
def test_every_definition_can_be_told(path: Path) -> None:
    found = readable(path)
    if found is not None:
        told = rulebook(found, found.trials)
        assert slips(told) == []
        assert unfinished(told) == []


@pytest.mark.parametrize("case", GOOD, ids=lambda case: case.name)
def test_every_small_definition_can_be_told(case: Case) -> None:
    told = rulebook(case.reading, case.reading.trials)
    assert slips(told) == []
    assert unfinished(told) == []


SEVERAL = [ROOT / "gamedefs" / f"{name}.hoyle" for name in ("texas_showdown", "dwyn", "trickdraw", "rowdy_partners")]


@pytest.mark.parametrize("path", SEVERAL, ids=lambda path: path.stem)
def test_games_that_differ_a_little_can_be_told(path: Path) -> None:
    """Mutants that pass check; each tells something else than the game does."""
    found = reading(path)
    before = rulebook(found, [])
    made = [each for each in mutants(found.files[0]) if "title" not in each.what]
    for mutant in random.Random(7).sample(made, min(len(made), 4 * TIMES)):
        other = read_source(Source(path.name, mutant.text))
        if not other.failed:
            told = rulebook(other, [])
            assert slips(told) == [], mutant.what
            assert unfinished(told) == [], mutant.what
            assert told != before, "\n".join(mutant.difference(found.source))
