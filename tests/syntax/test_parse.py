"""A text gives its tree, or diagnostics and the tree of what could still be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from hoyle.diagnostics import Diagnostic
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse
from hoyle.syntax.walk import NODES

EVERYTHING = (Path(__file__).parent / "everything.txt").read_text(encoding="utf-8")
FILES = sorted(gamedefs().rglob("*.hoyle"))
HEADER = 'game "Sample" for 2..4 players\n'


def read(text: str) -> tuple[tree.File, list[Diagnostic]]:
    file, diagnostics = parse(Source("sample.hoyle", text))
    assert file is not None
    return file, diagnostics


def lines(diagnostics: list[Diagnostic]) -> list[tuple[int, str]]:
    return [(found.span.line, found.code) for found in diagnostics if found.span]


def nodes(node: Any) -> Iterator[Any]:
    """A node and all below it."""
    if isinstance(node, tuple):
        for item in node:
            yield from nodes(item)
    elif isinstance(node, tree.Node):
        yield node
        for field in attrs.fields(type(node)):
            if field.name != "span":
                yield from nodes(getattr(node, field.name))


# ---------------------------------------------------------------- texts that are right


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_bundled_definitions_parse(path: Path) -> None:
    _, diagnostics = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert diagnostics == []


def test_every_kind_of_node_comes_out() -> None:
    file, diagnostics = read(EVERYTHING)
    assert diagnostics == []
    kinds = set(NODES) - {tree.Node, tree.Cited}
    kinds -= {tree.Amend}  # no text says it: it is what a variant makes of cards
    assert kinds - {type(node) for node in nodes(file)} == set()


@pytest.mark.parametrize("text", [EVERYTHING, *(path.read_text(encoding="utf-8") for path in FILES)])
def test_places_are_exact(text: str) -> None:
    file, _ = read(text)
    for node in nodes(file):
        if isinstance(node, (tree.Word, tree.Name)):
            assert node.span.text == node.text
        if not isinstance(node, tree.File):
            assert node.span.text.strip() == node.span.text
            assert not node.span.text.rpartition("\n")[2].lstrip().startswith("#"), (
                "a comment is no part of what it follows"
            )


@pytest.mark.parametrize(
    ("change", "back"),
    [
        (lambda text: text.replace("\n", "\r\n"), 1),
        (lambda text: "\ufeff" + text, 1),
        (lambda text: text.rstrip(), 0),
        (lambda text: "\n\n   \n" + text, 0),
        (lambda text: text.replace("    ", "\t"), 0),
        (lambda text: text + "\n   \n# the end", 0),
    ],
    ids=["crlf", "byte order mark", "no line end", "blank lines first", "tabs", "comment last"],
)
def test_what_makes_no_difference(change: Any, back: int) -> None:
    text = EVERYTHING.replace("    cites", " cites")
    file, diagnostics = read(change(text))
    assert diagnostics == []
    assert file == read(text)[0]
    for node in nodes(file):
        if isinstance(node, tree.Word):
            assert node.span.text == node.text


# ---------------------------------------------------------------- texts with mistakes

FIVE = """\
game "Five mistakes" for 2..4 players
use tricks

zone deck  pile, face down
zone hand[Player] : set, face down

phase turn(p : Player):
    shuffle deck
    if count(deck) == 3
        move top(deck, 1 to hand[p]
    otherwise
        deal 2 deck to hand

define last = 3
"""


def test_five_mistakes_are_five_diagnostics() -> None:
    file, diagnostics = read(FIVE)
    assert lines(diagnostics) == [(4, "HYL017"), (7, "HYL016"), (9, "HYL016"), (10, "HYL006"), (12, "HYL017")]
    assert [type(decl) for decl in file.decls] == [tree.Use, tree.Zone, tree.Zone, tree.Phase, tree.Define]


def test_places_stay_exact_behind_what_was_mended() -> None:
    file, _ = read(FIVE)
    words = [node for node in nodes(file.decls) if isinstance(node, (tree.Word, tree.Name))]
    assert len(words) == 16
    for node in words:
        assert node.span.text == node.text


def test_what_could_not_be_mended_is_lost_and_its_place_known() -> None:
    file, found = parse(Source("sample", HEADER + "define a = b c\nphase p\n    x y\n    z\ndefine d = 3\n"))
    assert file is not None
    assert [type(decl) for decl in file.decls] == [tree.Define]
    assert [span.text.split()[:2] for span in file.unread] == [["define", "a"], ["phase", "p"]]
    assert lines(found) == [(2, "HYL002"), (4, "HYL002")]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("phase p\nmove a to b\nshuffle c\nif x\n    y\n", [(2, "HYL003")]),
        ("phase p\nx\n    y\n    z\n", [(2, "HYL003")]),
        ("phase p\n    x\ny\nz\n", [(4, "HYL007")]),
        ("phase 3\n    x y\n    z w\n        v\n", [(2, "HYL002")]),
        ("phase p\n    x y\n        z\n        w\n    v\n", [(3, "HYL002")]),
        ("phase p\n    if x y\n        z\n    otherwise\n        z w\n    v\n", [(3, "HYL002"), (6, "HYL002")]),
        ("zone a : pile\n    x\n    y\n        z\n", [(3, "HYL004")]),
        ("phase p\n        x\n    y\n    z\n", [(4, "HYL004")]),
        ("phase p\n    if a\n        x\n      y\n    z\n", [(5, "HYL004")]),
        ("rule r for play(c)\n    move a to b\n    shuffle c\n    deal 3 from a to b\n", [(3, "HYL002")]),
        ("define a = (b\ndefine c = (d\ndefine e = f\n", [(2, "HYL006"), (3, "HYL006")]),
        ("phase p\n    move top(a, 1\n    shuffle a\n    move b to\n    shuffle c\n", [(3, "HYL006"), (5, "HYL017")]),
        ("phase p\n    x\n    if\n    repeat until\n    z\n", [(4, "HYL017"), (5, "HYL017")]),
        ("phase p\n    let a = b c\n    let d = e f\n    let g = h i\n", [(3, "HYL002"), (4, "HYL002"), (5, "HYL002")]),
        ("    zone a : pile\n    zone b : pile\n", [(2, "HYL004")]),
        ("phase p\n\tx\n    y\n\tz\n", [(4, "HYL005")]),
        ("phase p\n    if a\n\tx\n    y z\n", [(4, "HYL005"), (5, "HYL002")]),
        ('scenario "s"\n    given\n        a = = 3\n    when\n        p plays c\n    then\n        x y\n', None),
    ],
)
def test_one_mistake_one_diagnostic(body: str, expected: list[tuple[int, str]] | None) -> None:
    _, diagnostics = read(HEADER + body + "define last = 3\n")
    if expected is None:
        assert [line for line, _ in lines(diagnostics)] == [4, 6, 8]
    else:
        assert lines(diagnostics) == expected


@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        ("action play\n    must count(hand)many > 0 as enough\n", "HYL002", "`many` does not fit here"),
        ("rule quiet ) play(card)\n    must x\n", "HYL006", "`)` closes nothing"),
        ("define a = b) c d == e\n", "HYL006", "`)` closes nothing"),
    ],
)
def test_a_guess_that_leads_nowhere_is_not_told(body: str, code: str, says: str) -> None:
    _, diagnostics = read(HEADER + body)
    assert [(found.code, found.message, found.fix) for found in diagnostics] == [(code, says, None)]


def test_forgotten_brackets_do_not_add_up() -> None:
    _, diagnostics = read(HEADER + "define a = f(b\n" * 45)
    assert {found.code for found in diagnostics} == {"HYL006"}


def test_a_mistake_leaves_the_other_declarations_as_they_are() -> None:
    file, _ = read(EVERYTHING)
    broken, diagnostics = read(EVERYTHING.replace("    shuffle deck\n", "    shuffle deck deck\n"))
    assert len(diagnostics) == 1
    assert broken.header == file.header
    assert broken.decls == tuple(decl for decl in file.decls if not isinstance(decl, tree.Phase))


# ---------------------------------------------------------------- the first line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", [(1, "HYL013")]),
        ("# only a comment\n", [(1, "HYL013")]),
        ("zone deck : pile\n", [(1, "HYL013")]),
        ("My Game\nzone deck : pile\n", [(1, "HYL013")]),
        ("zone deck : pile\n" + HEADER, [(2, "HYL013")]),
        (HEADER + HEADER, [(2, "HYL018")]),
        ('gaem "Sample" for 2 players\n', [(1, "HYL007")]),
        ("game Sample for 2 players\n", [(1, "HYL017")]),
        ('game "Sample" for 2-4 players\n', [(1, "HYL016")]),
        ('game "Sample"\nzone deck : pile\n', [(1, "HYL017")]),
        ("library\n", [(1, "HYL017")]),
    ],
)
def test_the_first_line(text: str, expected: list[tuple[int, str]]) -> None:
    _, diagnostics = parse(Source("sample", text))
    assert lines(diagnostics) == expected


def test_a_broken_first_line_is_guessed() -> None:
    file, _ = read('game "Sample" for three players\nzone deck : pile\n')
    assert (file.header.kind, file.header.title, len(file.decls)) == ("game", "Sample", 1)
    file, _ = read("library some thing\nzone deck : pile\n")
    assert file.header.kind == "library" and file.header.name is not None and file.header.name.text == "some"
    file, _ = read("zone deck : pile\n")
    assert file.header.kind == "library"


def test_nothing_to_use_is_no_file() -> None:
    assert parse(Source("sample", "nonsense\n"))[0] is None


# ---------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (HEADER + "# x\n" * 250_000, "HYL014", "characters"),
        (HEADER + "# " + "x" * 10_001, "HYL014", "characters"),
        (HEADER + "define a = 1234567890123456", "HYL014", "16 digits"),
        (HEADER + "zone a\0 : pile", "HYL015", "U+0000"),
        (HEADER + "zone a\x1b : pile", "HYL015", "U+001B"),
        (HEADER + "# \x07", "HYL015", "U+0007"),
        (HEADER.replace("\n", "\r") + "zone a : pile", "HYL015", "carriage return"),
        (HEADER + "define a = " + "(" * 41 + "b" + ")" * 41, "HYL009", "40 brackets"),
        (HEADER + "define a = " + "not " * 200 + "b", "HYL009", "levels"),
        (HEADER + "define a = " + "- " * 200 + "b", "HYL009", "levels"),
        (HEADER + "define a = b" + ".c" * 200, "HYL009", "levels"),
        (HEADER + "define a = b" + " + c" * 200, "HYL009", "levels"),
        (HEADER + "define a = " + "if b then c otherwise " * 200 + "d", "HYL009", "levels"),
        (HEADER + "define a = " + "if b then " * 200 + "c" + " otherwise d" * 200, "HYL009", "levels"),
        (HEADER + "phase p\n" + "".join(" " * i + "if a\n" for i in range(1, 80)) + " " * 80 + "b", "HYL009", "levels"),
        (HEADER + "phase p\n if a\n  b\n" + " otherwise if a\n  b\n" * 200, "HYL009", "levels"),
    ],
)
def test_what_is_too_much(text: str, code: str, says: str) -> None:
    _, diagnostics = parse(Source("sample", text))
    assert [found.code for found in diagnostics] == [code]
    assert says in diagnostics[0].message


@pytest.mark.parametrize(
    "text",
    [
        "define a = " + "f(" * 35 + "b" + ")" * 35,
        "define a = b" + " and c" * 199,
        "define a = [" + ", ".join("b" * 1000) + "]",
        "define a = 123456789012345",
        'assume a "1234567890123456789"   # 1234567890123456789',
        "phase p\n" + "".join(" " * i + "if a\n" for i in range(1, 40)) + " " * 40 + "b",
        "phase p\n if a\n  b\n" + " otherwise if a\n  b\n" * 90,
        "# " + "x" * 9_000,
    ],
)
def test_what_is_not_too_much(text: str) -> None:
    assert read(HEADER + text)[1] == []


def test_a_long_number_hides_nothing_else() -> None:
    _, diagnostics = read(HEADER + "define a = 1234567890123456\ndefine b = c d\n")
    assert lines(diagnostics) == [(2, "HYL014"), (3, "HYL002")]


def test_a_text_full_of_mistakes_ends() -> None:
    _, diagnostics = read(HEADER + "zone a pile\n" * 5_000)
    assert len(diagnostics) == 50


TRAITS = {
    "face down": ("facing", "down"),
    "face up": ("facing", "up"),
    "seen by owner": ("seen_by", "owner"),
    "seen by seat(1)": ("seen_by", "seat(1)"),
    "holds 3": ("capacity", "3"),
    "holds 4": ("capacity", "4"),
}


@pytest.mark.parametrize("second", TRAITS)
@pytest.mark.parametrize("first", TRAITS)
def test_of_what_is_said_twice_the_first_counts(first: str, second: str) -> None:
    file, found = read(f"{HEADER}zone deck : pile, {first}, {second}, {first}\n")
    (zone,) = file.decls
    wanted = dict([TRAITS[second], TRAITS[first]])
    said = {field: getattr(zone, field) for field in ("facing", "seen_by", "capacity")}
    words = {field: value if isinstance(value, str) else value.span.text for field, value in said.items() if value}
    assert words == wanted and not found
