"""Whatever a text holds, parsing it ends with a tree or diagnostics and never with an exception."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from explained import CODES
from often import TIMES

from hoyle.diagnostics import for_people
from hoyle.resources import gamedefs
from hoyle.source import Source
from hoyle.syntax.parse import parse

EVERYTHING = (Path(__file__).parent / "everything.txt").read_text(encoding="utf-8")
TEXTS = [EVERYTHING, *(path.read_text(encoding="utf-8") for path in sorted(gamedefs().rglob("*.hoyle")))]
HEADER = 'game "Sample" for 2..4 players\n'


def survive(text: str) -> None:
    file, diagnostics = parse(Source("hostile.hoyle", text))
    assert file is not None or diagnostics
    for found in diagnostics:
        assert found.code in CODES
        assert found.span is not None
        places = [found.span, *(label.span for label in found.labels), *([found.fix.span] if found.fix else [])]
        for span in places:
            assert 0 <= span.start <= span.end <= len(text)


# ---------------------------------------------------------------- mutated definitions

SIGNS = [
    "(",
    ")",
    "[",
    "]",
    '"',
    "'",
    ":",
    "=",
    "==",
    "|",
    "..",
    ".",
    ",",
    "-",
    "#",
    "{",
    "\u00a0",
    "\u00e9",
    "\x00",
    "\r",
]
WORDS = [
    "if",
    "otherwise",
    "when",
    "must",
    "may",
    "each",
    "for",
    "zone",
    "phase",
    "then",
    "else",
    "not",
    "game",
    "cites",
    "3",
]
SPACE = ["\n", "\n    ", "\n        ", "    ", "\t", "\n\n", "\r\n", "99999999999999999999"]
TOKENS = re.compile(r'\s+|\w+|"[^"\n]*"|.')


def some_declarations(random: Random) -> str:
    """A header and a few declarations of real definitions."""
    parts = re.split(r"^(?=[a-z])", random.choice(TEXTS), flags=re.MULTILINE)
    return HEADER + "".join(random.choices(parts, k=random.randrange(1, 6)))


def mutate(random: Random, text: str) -> str:
    """One word, line or character deleted, doubled, exchanged or put in."""
    change = random.randrange(8)
    split, join = (TOKENS.findall, "") if change < 4 else (lambda text: text.split("\n"), "\n")
    parts = split(text) if change < 7 else list(text)
    if not parts:
        return text
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    match change:
        case 0 | 4:
            del parts[at]
        case 1:
            parts.insert(at, parts[at])
        case 2 | 5:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts.insert(at, random.choice(SIGNS + WORDS + SPACE))
        case 6:
            parts[at] = random.choice(["", "  ", "    ", "        ", "\t"]) + parts[at].lstrip()
        case _:
            parts[at] = random.choice(["", chr(random.randrange(32, 127)), parts[at] * 2])
    return (join if change < 7 else "").join(parts)


@pytest.mark.parametrize("batch", range(3 * TIMES))
def test_mutated_definitions(batch: int) -> None:
    for number in range(300):
        random = Random(1000 * batch + number)
        text = some_declarations(random)
        for _ in range(random.choice([1, 1, 2, 3, 5, 10])):
            text = mutate(random, text)
        try:
            survive(text)
        except Exception as error:
            raise AssertionError(f"batch {batch}, number {number}:\n{text}") from error


def test_whatever_is_said_can_be_shown() -> None:
    for number in range(40):
        random = Random(number)
        text = some_declarations(random)
        for _ in range(5):
            text = mutate(random, text)
        _, diagnostics = parse(Source("hostile.hoyle", text))
        assert isinstance(for_people(diagnostics, color=False, width=80), str)


# ---------------------------------------------------------------- other texts

CHAOS = {
    "nothing": "",
    "line ends": "\n" * 50_000,
    "bytes": Random(1).randbytes(20_000).decode("latin-1"),
    "no utf-8": Random(2).randbytes(20_000).decode("utf-8", "surrogateescape"),
    "letters": "".join(Random(3).choices("abc ()[]|:=.,-\n\n    \"#'", k=50_000)),
    "unicode": "".join(Random(4).choices("a\u00e9\u4e2d\U0001f0a1\u200b\u202e\u00a0 \n", k=20_000)),
    "words": HEADER + " ".join(Random(5).choices(WORDS + SIGNS[:12], k=1_500)),
    "word lines": HEADER + "\n".join(Random(6).choices(WORDS + SIGNS[:12], k=5_000)),
    "one long line": "a " * 500_000,
    "one longer line": "a" * 1_000_001,
    "many long lines": HEADER + ("define a = " + "(" * 9_000 + "\n") * 100,
    "quotes": '"\n' * 20_000,
    "not": HEADER + "define a = " + "not " * 2_400 + "b\n",
    "minus": HEADER + "define a = " + "-" * 9_000 + "b\n",
    "attributes": HEADER + "define a = b" + ".c" * 4_500 + "\n",
    "indices": HEADER + "define a = b" + "[c]" * 3_000 + "\n",
    "sums": HEADER + "define a = b" + "+c" * 4_500 + "\n",
    "cases": HEADER + "define a = " + "if b then " * 900 + "\n",
    "ands": HEADER + "define a = b" + " and c" * 1_500 + "\n",
    "stairs": HEADER + "".join(" " * depth + "a\n" for depth in range(1, 400)),
    "deep blocks": HEADER + "phase p\n" + "".join(" " * depth + "if a\n" for depth in range(1, 400)),
    "many cases": HEADER + "phase p\n if a\n  b\n" + " otherwise if a\n  b\n" * 1_000,
    "open brackets": HEADER + "define a = (\n" * 3_000,
    "unfinished lines": HEADER + "define a = b +\n" * 3_000,
    "bad zones": HEADER + "zone a pile\n" * 10_000,
    "bad lines": HEADER + "phase p\n" + "    a b\n" * 3_000,
    "stray lines": HEADER + "a b\n" * 10_000,
    "bad rows": HEADER + "cards C\n" + "    | a | b\n" * 3_000,
    "long numbers": HEADER + "define a = 12345678901234567890\n" * 2_000,
    "mixed": HEADER + "phase p\n" + "\ta\n    b\n" * 2_000,
    "carriage returns": "\r" * 10_000,
    "byte order marks": "\ufeff" * 10_000,
}


@pytest.mark.parametrize("name", CHAOS)
def test_chaos(name: str) -> None:
    survive(CHAOS[name])
