"""The manual is true: every example in it is checked and played, and nothing of the language is left out.

What stands behind the language on the line that opens a block says what the block is:

    ```hoyle                     a whole file; it is checked, and a game is played
    ```hoyle file=name.hoyle     the same, and other blocks find it under that name
    ```hoyle fragment=game       declarations, put behind those of the base game, `little.hoyle`
    ```hoyle fragment=variant    changes of the base game
    ```hoyle fragment=body       steps, done at the start of each turn of the base game; the player is `p`
    ```hoyle wrong=HYL202        any of these; exactly this code is reported
    ```csv file=name.csv         a file that blocks may name
    ```python                    a program, run in a folder with these files
"""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest
from prose import slips

import hoyle
from hoyle import builtins
from hoyle import types as t
from hoyle.core.operators import OPERATORS, Op, functions
from hoyle.diagnostics import Diagnostic, for_people
from hoyle.read import Reading, read_path
from hoyle.resources import grammar_text
from hoyle.rulebook.book import rulebook
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.syntax.format import format_text
from hoyle.syntax.place import opening_words
from hoyle.trials.run import run_trials

TOP = Path(__file__).parents[2]
MANUAL = (TOP / "grammar" / "LANGUAGE.md").read_text(encoding="utf-8")
README = (TOP / "README.md").read_text(encoding="utf-8")
PROGRAMS = (TOP / "grammar" / "PROGRAMS.md").read_text(encoding="utf-8")
TESTING = (TOP / "grammar" / "TESTING.md").read_text(encoding="utf-8")
VARIANTS = (TOP / "grammar" / "VARIANTS.md").read_text(encoding="utf-8")
RECIPES = (TOP / "grammar" / "RECIPES.md").read_text(encoding="utf-8")

BASE = "little.hoyle"
UNUSED = {"HYL302", "HYL303"}  # a piece of a game need not use everything it declares
MOST_CHOICES = 5000
LONGEST_MANUAL = 1350

FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@attrs.frozen
class Block:
    """A fenced block. marks: what stands behind its language."""

    language: str
    marks: dict[str, str]
    text: str
    line: int

    def __str__(self) -> str:
        return f"line_{self.line}"


def blocks(text: str) -> list[Block]:
    """All blocks that name a language, in order."""
    found = []
    for match in FENCE.finditer(text):
        marks = dict(mark.split("=", 1) for mark in match[2].split())
        found.append(Block(match[1], marks, match[3], text.count("\n", 0, match.start()) + 1))
    return found


IN_MANUAL, IN_README, IN_PROGRAMS, IN_TESTING = blocks(MANUAL), blocks(README), blocks(PROGRAMS), blocks(TESTING)
IN_VARIANTS, IN_RECIPES = blocks(VARIANTS), blocks(RECIPES)
IN_CHAPTERS = [*IN_MANUAL, *IN_TESTING, *IN_VARIANTS, *IN_RECIPES]


def of(language: str, found: Iterable[Block]) -> list[Block]:
    return [block for block in found if block.language == language]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with all files that blocks of the manual are."""
    for block in [*IN_MANUAL, *IN_TESTING, *IN_VARIANTS]:
        if "file" in block.marks:
            (tmp_path / block.marks["file"]).write_text(block.text, encoding="utf-8")
    return tmp_path


# ---------------------------------------------------------------------------------------------- the examples


@pytest.mark.parametrize("block", of("hoyle", [*IN_CHAPTERS, *IN_README]), ids=str)
def test_example_of_the_language(block: Block, folder: Path) -> None:
    path = folder / block.marks.get("file", f"{block}.hoyle")
    path.write_text(whole(block, folder), encoding="utf-8")
    reading = read_path(path)
    piece = block.marks.get("fragment") == "game"
    told = [d for d in reading.diagnostics if not (piece and d.code in UNUSED)]
    if "wrong" in block.marks:
        assert {d.code for d in told} == {block.marks["wrong"]}, shown(told)
        return
    assert not told, shown(told)
    if piece:
        in_a_library(path)
    if reading.files[0].header.kind == "game":
        play(reading)
        assert slips(rulebook(reading, reading.trials)) == []


@pytest.mark.parametrize("block", of("hoyle", IN_CHAPTERS), ids=str)
def test_example_is_laid_out_as_fmt_does_it(block: Block, folder: Path) -> None:
    text = block.text
    match block.marks.get("fragment"):
        case "game" | "variant":
            text = f"library piece\n\n{text}"
        case "body":
            text = f"library piece\n\nto do_it\n{textwrap.indent(text, '    ')}"
    assert format_text(Source("piece", text)) == text


@pytest.mark.parametrize("block", of("python", [*IN_PROGRAMS, *IN_README, *IN_TESTING]), ids=str)
def test_program(block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    exec(compile(block.text, str(block), "exec"), {"__name__": "__main__"})


def whole(block: Block, folder: Path) -> str:
    """The file that a block is, or is a piece of."""
    base = (folder / BASE).read_text(encoding="utf-8")
    match block.marks.get("fragment"):
        case None:
            return block.text
        case "game":
            return f"{base}\n{block.text}"
        case "variant":
            return f'variant "Example" of {Path(BASE).stem}\n\n{block.text}'
        case "body":
            return f"{base}\nbefore turn(p) as example\n{textwrap.indent(block.text, '    ')}"
    raise AssertionError(block.marks)


def in_a_library(path: Path) -> None:
    """In a library nothing need be used, so there nothing at all may be said of the declarations."""
    _, _, rest = path.read_text(encoding="utf-8").partition("\n")
    library = path.with_name("in_a_library.hoyle")
    library.write_text(f"library in_a_library\n{rest}", encoding="utf-8")
    told = read_path(library).diagnostics
    assert not told, shown(told)


def play(reading: Reading) -> None:
    """Play with every number of players, and try scenarios and properties."""
    assert reading.world is not None
    low, high = reading.world.model.seats
    for players in range(low, high + 1):
        state, rng = prepare(reading, players=players).start(seed=players), random.Random(players)
        for _ in range(MOST_CHOICES):
            if state.over:
                break
            state.choose(rng.choice(state.choices))
        assert state.over, f"{players} players: no end after {MOST_CHOICES} choices"
    failed = [f"{r.kind} {r.name}\n{r.detail}" for r in run_trials(reading, games=4) if not r.passed]
    assert not failed, "\n".join(failed)


def shown(diagnostics: list[Diagnostic]) -> str:
    return for_people(diagnostics, False, 110) or "nothing is reported"


# ---------------------------------------------------------------------------------------------- nothing is left out


def test_the_manual_is_short_enough_to_be_read() -> None:
    assert MANUAL.count("\n") < LONGEST_MANUAL


def test_the_manual_shows_what_is_wrong_and_what_is_right() -> None:
    marks = [block.marks for block in of("hoyle", IN_MANUAL)]
    assert sum("wrong" in m for m in marks) >= 3
    assert sum(m.get("fragment") == "game" for m in marks) >= 20
    assert sum(m.get("fragment") == "body" for m in marks) >= 4


def signature(function: Op) -> str:
    words = [param if isinstance(param, str) else t.describe(param) for param in function.params]
    needed = len(words) - function.optional
    return f"{function.name}({', '.join(words[:needed])}{''.join(f' [, {word}]' for word in words[needed:])})"


@pytest.mark.parametrize("name", functions())
def test_built_in_function_is_in_its_table(name: str) -> None:
    function = OPERATORS[name]
    assert f"| `{signature(function)}` | {function.doc} |\n" in MANUAL


@pytest.mark.parametrize(("name", "doc"), [*builtins.NAMES.items(), *builtins.SHAPES.items()])
def test_built_in_name_is_in_its_table(name: str, doc: str) -> None:
    assert f"| `{name}` | {doc} |\n" in MANUAL


@pytest.mark.parametrize(("name", "doc"), builtins.CHECKS.items())
def test_check_is_in_its_table(name: str, doc: str) -> None:
    assert f"| `{name}` | {doc} |\n" in TESTING


def test_no_other_built_ins_are_in_the_tables() -> None:
    section = MANUAL[MANUAL.index("## 20 Built-ins") : MANUAL.index("## 21 ")]
    rows = re.findall(r"^\| `(\w+)", section, re.MULTILINE)
    assert sorted(rows) == sorted([*functions(), *builtins.NAMES])


def words_of_the_grammar() -> set[str]:
    text = re.sub(r"//[^\n]*", "", grammar_text())
    return set(re.findall(r'"([a-z]+)"', text))


def test_every_word_of_the_grammar_is_explained_and_shown() -> None:
    code = " ".join(re.findall(r"`([^`\n]+)`", MANUAL + TESTING + VARIANTS))
    examples = "\n".join(block.text for block in of("hoyle", [*IN_MANUAL, *IN_TESTING, *IN_VARIANTS]))
    words = sorted(words_of_the_grammar())
    assert [word for word in words if not re.search(rf"\b{word}\b", code)] == [], "not explained"
    assert [word for word in words if not re.search(rf"\b{word}\b", examples)] == [], "in no example"


def table_of_line_words() -> set[str]:
    start = MANUAL.index("### Words that start a line")
    return set(re.findall(r"`(\w+)`", MANUAL[start : MANUAL.index("###", start + 3)]))


@pytest.mark.parametrize("kind", ["header", "decl"])
def test_every_word_that_starts_a_line_is_in_the_table(kind: str) -> None:
    assert opening_words(kind) <= table_of_line_words()


def test_every_word_that_starts_a_step_is_in_the_table() -> None:
    start = MANUAL.index("### Words that cannot be names")
    values = set(re.findall(r"`(\w+)`", MANUAL[start : MANUAL.index("\n- ", start + 80)]))
    assert opening_words("stmt") - values <= table_of_line_words()


def headings(text: str) -> set[str]:
    """The anchors that a reader on the web can jump to."""
    found = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("page", sorted((TOP / "grammar").glob("*.md")), ids=lambda page: page.stem)
def test_every_link_leads_somewhere(page: Path) -> None:
    said = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", said):
        path, _, anchor = target.partition("#")
        there = page.parent / path
        assert there.exists(), target
        assert not anchor or anchor in headings(there.read_text(encoding="utf-8") if path else said), target


def test_the_index_is_in_order() -> None:
    section = MANUAL[MANUAL.index("## 22 Index") :]
    entries = [re.sub(r"[^a-z ]", "", entry.lower()) for entry in re.findall(r"(?:\*\* |· )([^\[]+)", section)]
    assert len(entries) > 120
    assert entries == sorted(entries)


STATE = ["choices", "choose", "copy", "ending", "events", "over", "player", "prompt", "save", "scores", "table"]
STATE += ["value", "view", "why_not", "winners"]
CHOICE = ["action", "cards", "text", "values"]


def test_programs_are_told_of_everything_they_may_rely_on() -> None:
    assert all(hasattr(hoyle.State, name) for name in STATE)
    assert all(hasattr(hoyle.Choice, name) for name in CHOICE)
    names = [*(f"state.{name}" for name in STATE), *(f"choice.{name}" for name in CHOICE)]
    names += ["hoyle.load", "hoyle.restore", "hoyle.HoyleError", "hoyle.State", "game.start", "game.cards"]
    assert [name for name in names if name not in PROGRAMS] == []
