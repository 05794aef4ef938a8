"""The rulebook of a variant: what differs is listed with what it was, and marked where it stands."""

from __future__ import annotations

from pathlib import Path

import every
import pytest
from prose import slips, unexplained, unfinished

from hoyle.commands.rulebook import examples
from hoyle.read import read_path
from hoyle.rulebook.book import rulebook

STEP7 = Path(__file__).parents[2] / "examples" / "tutorial" / "step7.hoyle"


def book(folder: Path, variant: str) -> str:
    (folder / "step7.hoyle").write_text(STEP7.read_text(encoding="utf-8"), encoding="utf-8")
    path = folder / "varied.hoyle"
    path.write_text(f'variant "Other tides" of step7\n\n{variant}', encoding="utf-8")
    reading = read_path(path)
    assert not reading.failed, [d.message for d in reading.diagnostics]
    return rulebook(reading, examples(reading))


VARIANTS = {
    "set target = 30": (
        "▲ Changed. It was: **Target.** *How many pearls win.* It can be a number from 10 to 50. Usually it is *20*.",
        "Now it is: **Target.** *How many pearls win.* It can be a number from 10 to 50. Usually it is *30*.",
        "▲ **Target.** *How many pearls win.* It can be a number from 10 to 50. Usually it is *30*. It matters for",
    ),
    "set pearls = 2": (
        "▲ Changed. It was: *Pearls* for each player (at first 0).",
        "- ▲ *Pearls* for each player (at first 2).",
    ),
    "set players = 2..5": (
        "▲ Changed. It was: A game for 3 to 5 players.",
        "Now it is: A game for 2 to 5 players.",
    ),
    "replace define crest = the lowest(c in trick where fits(c) by c.value)": (
        "▲ Changed. It was: **Crest**: the only card with the highest value among the cards in the trick that *fit*.",
        "▲ **Crest**: the only card with the lowest value among the cards in the trick that *fit*.",
    ),
    "remove rule no_crest_first\nremove scenario \"a 12 is led only by a hand of twelves\"": (
        "▲ Left out: **No crest first.** “A 12 is not led.”",
    ),
    "remove card Wave(shore, 1)": (
        "▲ Changed. It was: **Wave cards.** There are 36 of them.",
        "▲ **Wave cards.** There are 35 of them.",
    ),
    "replace rule no_crest_first \"a 12 is not led\" for play(card) when empty(trick)\n"
    "    must card.value not in 11..12 if able": ("the card’s value must be neither 11 nor 12, if you can.",),
    "adjust worth(card) as lucky by 2 when card.value is 7": (
        "▲ New: **Worth: lucky.** If the card’s value is 7, it is higher by 2.",
        "## New: Other tides\n\n▲ **Worth: lucky.**",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "said"), VARIANTS.items(), ids=VARIANTS)
def test_changes_are_told(tmp_path: Path, variant: str, said: tuple[str, ...]) -> None:
    told = book(tmp_path, f"{variant}\n")
    assert "This is Undertow with “Other tides”. What differs from Undertow is marked with ▲" in told
    for each in said:
        assert each in told
    assert slips(told) == []


def test_what_did_not_change_is_not_marked(tmp_path: Path) -> None:
    told = book(tmp_path, "set target = 30\n")
    marked = [line for line in told.splitlines() if "▲" in line]
    assert len(marked) == 3  # the sentence that explains the sign, the change, and the option itself


def test_of_a_long_table_the_rows_that_differ_are_told(tmp_path: Path) -> None:
    rows = "\n".join(f"    | {n}    | {n}      |" for n in range(1, 13))
    table = f"table depth(value : 1..12) : number\n    | value | fathoms |\n{rows}\n"
    game = STEP7.read_text(encoding="utf-8").replace("card.pearl then 1 ", "card.pearl then depth(card.value) ")
    (tmp_path / "deep.hoyle").write_text(f"{game}\n{table}", encoding="utf-8")
    path = tmp_path / "varied.hoyle"
    path.write_text('variant "Shallow" of deep\n\nset depth(4) = 3\nset depth(8) = 5\n', encoding="utf-8")
    told = rulebook(read_path(path), []).partition("## What is different")[2]
    changed = told.partition("\n## ")[0]
    rows_told = [line for line in changed.splitlines() if line.startswith("| ") and line[2].isdigit()]
    assert rows_told == ["| 4 | 4 |", "| 8 | 8 |", "| 4 | 3 |", "| 8 | 5 |"]
    assert "The other 10 rows are as they were." in changed
    assert told.count("| 12 | 12 |") == 1


def test_several_changes_of_one_thing_are_one_difference(tmp_path: Path) -> None:
    book(tmp_path, "set target = 30\n")
    path = tmp_path / "again.hoyle"
    path.write_text('variant "Again" of varied\n\nset target = 40\n', encoding="utf-8")
    told = rulebook(read_path(path), [])
    assert told.count("▲ Changed.") == 1
    assert "Usually it is *40*" in told and "*30*" not in told
    path.write_text('variant "Again" of varied\n\nset target = 20\n', encoding="utf-8")
    assert "▲ Changed." not in rulebook(read_path(path), [])


def test_examples_that_do_not_hold_any_more_are_not_told(tmp_path: Path) -> None:
    told = book(tmp_path, "set calm = no\n")
    assert "**A 1 calms the sea, of whatever water it is.**" not in told
    assert "**In a rough sea it does not.**" in told


HOUSE_RULES = sorted((STEP7.parents[1] / "house_rules").glob("*.hoyle"))


@pytest.mark.parametrize("path", HOUSE_RULES, ids=lambda path: path.stem)
def test_house_rules_can_be_told(path: Path) -> None:
    reading = every.reading(path)
    if reading.failed:
        assert reading.diagnostics
        return
    told = rulebook(reading, [])
    assert "▲ " in told
    assert slips(told) == []
    assert unfinished(told) == []
    assert unexplained(told) == []


def test_a_game_has_no_such_section() -> None:
    assert "▲" not in rulebook(every.reading(STEP7), [])
