"""Wrong definitions: each mistake is reported where it stands, once, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.read import read_path

BAD = sorted((Path(__file__).parent.parent / "bad").glob("*.hoyle"))
EXPECTED = re.compile(r"# (HYL\d{3}) (.+)$")


def expected(path: Path) -> list[tuple[int, str, str]]:
    """Line, code and a part of the message, as the comments at the ends of lines say."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [(number, EXPECTED.search(line)) for number, line in enumerate(lines, 1)]
    return [(number, match[1], match[2].strip()) for number, match in found if match]


def test_there_are_wrong_definitions() -> None:
    assert len(BAD) >= 35


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_exactly_the_marked_lines_are_reported(path: Path) -> None:
    reported = [(d.span.line if d.span else 0, d.code, d.message) for d in read_path(path).diagnostics]
    wanted = expected(path)
    assert wanted, "no line says what is wrong with it"
    assert sorted((line, code) for line, code, _ in reported) == [(line, code) for line, code, _ in wanted]
    for line, code, words in wanted:
        messages = [m for number, other, m in reported if (number, other) == (line, code)]
        assert any(words in message for message in messages), (line, code, words, messages)


@pytest.mark.parametrize("path", BAD, ids=lambda path: path.stem)
def test_every_report_can_be_shown(path: Path) -> None:
    from hoyle.diagnostics import for_people

    reading = read_path(path)
    assert reading.diagnostics
    assert all(d.code in for_people(reading.diagnostics, False, 100) for d in reading.diagnostics)
