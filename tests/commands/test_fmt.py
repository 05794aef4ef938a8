from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

UNTIDY = 'game  "One Card"   for 2 players\ncards Tile\n  rank : 1..2 key\n  | rank |\n  | 1..2 |\n'


@pytest.fixture
def untidy(tmp_path: Path) -> Path:
    path = tmp_path / "untidy.hoyle"
    path.write_text(UNTIDY)
    return path


def test_files_are_rewritten_once(hoyle: Any, untidy: Path) -> None:
    first = hoyle("fmt", untidy.name)
    assert (first.returncode, first.stdout) == (0, "untidy.hoyle: laid out anew\n")
    assert untidy.read_text().startswith('game "One Card" for 2 players\n')
    tidy = untidy.read_text()
    again = hoyle("fmt", untidy.name)
    assert (again.returncode, again.stdout, untidy.read_text()) == (0, "", tidy)


def test_check_only_tells(hoyle: Any, untidy: Path) -> None:
    shown = hoyle("fmt", "--check", untidy.name)
    assert (shown.returncode, shown.stdout) == (1, "untidy.hoyle: would be laid out differently\n")
    assert untidy.read_text() == UNTIDY


def test_diff_only_shows(hoyle: Any, untidy: Path) -> None:
    shown = hoyle("fmt", "--diff", untidy.name)
    assert shown.returncode == 1
    assert '\n-game  "One Card"   for 2 players\n+game "One Card" for 2 players\n' in shown.stdout
    assert untidy.read_text() == UNTIDY


def test_a_byte_order_mark_and_other_line_ends_go(hoyle: Any, untidy: Path) -> None:
    hoyle("fmt", untidy.name)
    tidy = untidy.read_bytes()
    untidy.write_bytes(b"\xef\xbb\xbf" + tidy.replace(b"\n", b"\r\n"))
    assert hoyle("fmt", untidy.name).returncode == 0
    assert untidy.read_bytes() == tidy


def test_from_and_to_the_streams(process: Any) -> None:
    shown = process("fmt", "-", input=UNTIDY)
    assert shown.returncode == 0
    assert shown.stdout.startswith('game "One Card" for 2 players\n')
    assert process("fmt", "--check", "-", input=shown.stdout).returncode == 0


def test_what_cannot_be_read_is_left_alone(hoyle: Any, tmp_path: Path, untidy: Path) -> None:
    broken = tmp_path / "broken.hoyle"
    broken.write_text("game game game\n")
    shown = hoyle("fmt", broken.name, untidy.name)
    assert shown.returncode == 1
    assert "broken.hoyle:1" in shown.stderr
    assert broken.read_text() == "game game game\n"
    assert untidy.read_text() != UNTIDY


def test_looks_are_laid_out_too(hoyle: Any, tmp_path: Path) -> None:
    look = tmp_path / "one_card.look"
    look.write_text("look  of one_card\nzone won,deck:small # later\nzone hand : at hand\n")
    assert hoyle("fmt", look.name).stdout == "one_card.look: laid out anew\n"
    assert look.read_text() == "look of one_card\nzone  won, deck : small  # later\nzone  hand      : at hand\n"
    assert hoyle("fmt", "--check", look.name).returncode == 0
    look.write_text("zone deck small\n")
    shown = hoyle("fmt", look.name)
    assert (shown.returncode, look.read_text()) == (1, "zone deck small\n")
    assert "one_card.look:1" in shown.stderr
