"""Every fix fixes: applied to the text it was offered for, what it is for is gone, and nothing is worse."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import chunks
import pytest
from explained import CODES, page_of
from often import TIMES

from hoyle.diagnostics import Diagnostic, Severity
from hoyle.read import check_text
from hoyle.syntax.place import opening_words

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tests" / "syntax"))
from test_slips import SLIPS  # noqa: E402  (the one collection of slips)

BAD = {case.name: case.text for case in chunks.BAD}
PAGES = {code: page_of(code) for code in CODES}
WRONG = {id: page.wrong for id, page in PAGES.items() if page.wrong.startswith(tuple(opening_words("header")))}
MEANT = re.compile(r"did you mean `([^`]+)`\?")
BY_NAME = ("HYL106", "HYL207", "HYL502", "HYL505", "HYL507", "HYL508")
"""Codes that propose a name without offering it as a fix."""


def offered(text: str) -> Iterator[tuple[Diagnostic, str]]:
    """Each diagnostic that says what to write, and the text with that written."""
    for found in check_text(text):
        meant = MEANT.search(found.help or "")
        if found.fix is not None:
            span, instead = found.fix.span, found.fix.replacement
            assert meant is None or meant[1] == instead, found
        elif meant is not None and found.code in BY_NAME and found.span is not None:
            span, instead = found.span, meant[1]
        else:
            continue
        assert span.source.text == text
        assert span.text != instead, f"nothing is changed: {found}"
        yield found, text[: span.start] + instead + text[span.end :]


def told(text: str) -> Counter[tuple[str, str]]:
    return Counter((found.code, found.message) for found in check_text(text))


def wrong(text: str, code: str) -> int:
    """How many mistakes there are: of those of the parser, as long as it is about them, since they hide others."""
    found = [diagnostic for diagnostic in check_text(text) if diagnostic.severity is Severity.ERROR]
    return sum(not code.startswith("HYL0") or diagnostic.code.startswith("HYL0") for diagnostic in found)


def not_fixed(text: str) -> list[str]:
    """What is said of fixes that fix nothing."""
    faults = []
    for found, mended in offered(text):
        name = (found.code, found.message)
        gone = told(mended)[name] < told(text)[name]
        before, after = wrong(text, found.code), wrong(mended, found.code)
        if not gone or after > before or (found.code.startswith("HYL0") and after == before):
            place = found.span.line if found.span else 0
            faults.append(f"line {place}: {found.code} {found.message}, {found.help}, {found.fix}: {before} -> {after}")
    return faults


@pytest.mark.parametrize("text", [*BAD.values(), *WRONG.values()], ids=[*BAD, *WRONG])
def test_fixes_of_wrong_definitions(text: str) -> None:
    assert not_fixed(text) == []


def test_fixes_of_slips() -> None:
    assert [fault for text, *_ in SLIPS for fault in not_fixed(text)] == []


def test_there_are_fixes() -> None:
    texts = [*BAD.values(), *WRONG.values(), *(slip[0] for slip in SLIPS)]
    assert sum(found.fix is not None for text in texts for found in check_text(text)) > 80


# ---------------------------------------------------------------------------------------------- mutants

WORDS = ["you", "this", "usual", "owner", "winners", "random", "chance", "p", "card", "avg", "median", "length", "some"]
FOREIGN = [
    "==",
    "!=",
    ":",
    ";",
    "=",
    "is",
    "to",
    "in",
    "of",
    "else",
    "then",
    "if",
    "where",
    "when",
    "for",
    "and",
    "with",
]
FOREIGN += ["gives", "as", "from", "by", "has", "must", "may", "&&", "%", "->", "(", ")", "[", "]", "{", '"', "'", ","]
_TOKEN = re.compile(r'"[^"\n]*"|[A-Za-z_]\w*|\d+|\.\.|[+-]=|<=|>=|[^\s\w]')


def definitions() -> list[str]:
    """Small whole games: those of the manual and of the tutorial."""
    manual = (ROOT / "grammar" / "LANGUAGE.md").read_text(encoding="utf-8")
    found = re.findall(r"```hoyle[^\n]*\n(game .*?)```", manual, re.S)
    return found + [
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples" / "tutorial").glob("*3.hoyle"))
    ]


def mutant(text: str, rng: random.Random) -> str:
    """A definition with one slip in it."""
    tokens = list(_TOKEN.finditer(text))
    names = [token for token in tokens if token[0].isidentifier() and len(token[0]) > 2]
    token, name, lines = rng.choice(tokens), rng.choice(names), text.split("\n")
    number = rng.choice([number for number, line in enumerate(lines) if line.strip()])
    start, end = token.span()
    match rng.randrange(9):
        case 0:
            indent = len(lines[number]) - len(lines[number].lstrip())
            deep = rng.choice(["\t", *(" " * max(0, indent + more) for more in (-4, -2, -1, 1, 2, 4, -indent))])
            lines[number] = deep + lines[number].lstrip()
            return "\n".join(lines)
        case 1:
            return "\n".join(lines[:number] + lines[number + 1 :])
        case 2:
            return text[:start] + text[end:]
        case 3:
            return f"{text[:end]} {token[0]}{text[end:]}"
        case 4 | 5:
            word, at = name[0], rng.randrange(len(name[0]) - 1)
            swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
            new = rng.choice([word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], word + "s", swapped])
            return text[: name.start()] + new + text[name.end() :]
        case 6:
            return text[: name.start()] + rng.choice(WORDS) + text[name.end() :]
        case 7:
            return f"{text[:start]}{rng.choice(FOREIGN)} {text[start:]}"
        case _:
            return text[:start] + rng.choice(FOREIGN) + text[end:]


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_fixes_of_mutants(seed: int) -> None:
    rng = random.Random(seed)
    known = definitions()
    assert len(known) > 2
    for _ in range(50):
        text = mutant(rng.choice(known), rng)
        assert not_fixed(text) == [], text
