"""Formatting keeps the tree and every comment, and formats what is formatted to itself."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.diagnostics import HoyleError
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax.format import format_text
from hoyle.syntax.parse import parse

EVERYTHING = (Path(__file__).parent / "everything.txt").read_text(encoding="utf-8")
TEXTS = [EVERYTHING, *(path.read_text(encoding="utf-8") for path in sorted(gamedefs().rglob("*.hoyle")))]
HEADER = 'game "Sample" for 2..4 players\n'


def formatted(text: str) -> str:
    return format_text(Source("sample.hoyle", text))


def comments(text: str) -> list[str]:
    return [found[0].rstrip() for found in re.finditer(r'#[^\n]*|"[^"\n]*"', text) if found[0].startswith("#")]


def check(text: str) -> None:
    """All that formatting promises for one text."""
    before, diagnostics = parse(Source("before", text))
    assert diagnostics == []
    result = formatted(text)
    after, diagnostics = parse(Source("after", result))
    assert diagnostics == []
    assert after == before
    assert comments(result) == comments(text)
    assert formatted(result) == result
    assert result.endswith("\n") and not result.endswith("\n\n")
    assert "\t" not in re.sub(r'"[^"\n]*"|#[^\n]*', "", result)
    assert all(line == line.rstrip() for line in result.split("\n"))
    assert not re.search(r"\n\n\n\n|\n\n\n ", result)


@pytest.mark.parametrize("text", TEXTS)
def test_real_files(text: str) -> None:
    check(text)
    check(text.replace("\n", "\r\n"))


# ---------------------------------------------------------------- real files, badly written

WORDS = re.compile(r'"[^"\n]*"|#[^\n]*|[A-Z]{2,4}-[A-Z]?[0-9]+|\w+|\.\.|[-+<>]=|[^\w\s]')


def pieces(text: str) -> list[str]:
    """The header and each declaration, with the comments and blank lines behind it."""
    return re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)


def disturb(random: Random, text: str) -> str:
    """The same words on the same lines, with other blanks, blank lines and comments."""
    step = random.choice(["  ", "   ", "    ", "        ", "\t"])
    lines: list[str] = []
    for line in text.rstrip("\n").split("\n"):
        depth = len(line) - len(line.lstrip())
        words = WORDS.findall(line)
        gaps = [random.choice(["", " ", " ", "  ", "\t", "      "]) for _ in words]
        for number, (last, word) in enumerate(pairwise(words), 1):
            edge = last[-1:] + word[:1]
            if re.fullmatch(r"\w\w|[-+.<>=]{2}", edge):
                gaps[number] = gaps[number] or " "
        content = "".join(gap + word for gap, word in zip(["", *gaps[1:]], words, strict=False)) if words else ""
        if words and not words[-1].startswith("#") and random.random() < 0.15:
            content += random.choice(["#", " # ", "     #"]) + f"c{random.randrange(1000)}"
        if random.random() < 0.1:
            lines.append(step * random.randrange(4) + f"# c{random.randrange(1000)}")
        lines += [""] * random.choice([0] * 9 + [1, 2, 5])
        lines.append(step * (depth // 4) + content + random.choice(["", "", " ", "\t"]))
    return "\n".join(lines) + random.choice(["", "\n", "\n\n\n", "\n   \n"])


@often(300)
@given(st.data())
def test_badly_written_files(data: st.DataObject) -> None:
    parts = pieces(data.draw(st.sampled_from(TEXTS)))
    head = 2 if not parts[0].startswith(("game", "library")) else 1
    chosen = data.draw(st.lists(st.sampled_from(parts[head:]), max_size=5))
    random = data.draw(st.randoms(use_true_random=False))
    text = disturb(random, "".join([*parts[:head], *chosen]))
    check(text.replace("\n", "\r\n") if data.draw(st.booleans()) else text)


# ---------------------------------------------------------------- what it looks like


def test_blanks() -> None:
    assert formatted(HEADER + "define  f( x:Card,y )=[ - 1,2-3 , x . up ] [ 0 ]..max( 3 )else  the(x)") == (
        HEADER + "define f(x : Card, y) = [-1, 2 - 3, x.up][0]..max(3) else the (x)\n"
    )


def test_levels_and_comments() -> None:
    text = """\
game   "Sample" for 2..4 players
# first
phase turn
  # before
  if a
     b     # trailing
     # at the end of the block
  # below it
  otherwise
     c
# at the left edge, before a deeper line
     d


  # last of the phase
# of the file



define x = 1
"""
    assert (
        formatted(text)
        == """\
game "Sample" for 2..4 players
# first
phase turn
    # before
    if a
        b  # trailing
        # at the end of the block
    # below it
    otherwise
        c
        # at the left edge, before a deeper line
        d

    # last of the phase
# of the file


define x = 1
"""
    )


def test_columns_that_were_aligned_stay_aligned() -> None:
    text = """\
library sample
zone deck            : pile
zone hand[Player]    : set,  face down         cites AB-01
zone xy : pile
var yy : number                                cites AB-02
define z = 1 cites AB-03        # one
define longer_name = 2          # two
kind A : a | b     # three
kind Longer : a

kind B      : c
"""
    assert (
        formatted(text)
        == """\
library sample
zone deck         : pile
zone hand[Player] : set, face down    cites AB-01
zone xy : pile
var yy : number                       cites AB-02
define z = 1    cites AB-03  # one
define longer_name = 2       # two
kind A : a | b  # three
kind Longer : a

kind B : c
"""
    )


def test_tables() -> None:
    text = """\
library sample
cards C
  name:name key
  worth=3
  | name|worth |text|
  | a,b_c | - |"x  y"|
  # between
  |d..e|-3..  |  yes |   # last
"""
    assert (
        formatted(text)
        == """\
library sample
cards C
    name : name key
    worth = 3
    | name   | worth | text   |
    | a, b_c | -     | "x  y" |
    # between
    | d..e   | -3..  | yes    |  # last
"""
    )


def test_lines_that_go_on() -> None:
    text = """\
library sample
define a = b +

 c
         and d    cites AB-01
define e = f(
g,   # inside
          # between
      h
)
table t(a)
    |  a,
  b  |  -  |3..  |
"""
    assert (
        formatted(text)
        == """\
library sample
define a = b +
    c
    and d    cites AB-01
define e = f(
    g,  # inside
    # between
    h
    )
table t(a)
    | a,
        b | - | 3.. |
"""
    )


def test_what_does_not_parse_is_not_formatted() -> None:
    with pytest.raises(HoyleError) as raised:
        formatted(HEADER + "zone deck pile\n")
    assert [found.code for found in raised.value.diagnostics] == ["HYL017"]
