"""`--with`: the variants a game is played with, on every command that takes a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

VARIANT = """\
variant "Bare moons" of pick_high

set extra = 0
assume worth "nor what two moons are worth"

scenario "a moon is bare"
    seats anna, ben
    then
        extra is 0
"""
SAID = {
    ("play", "--watch", "--seed", "1"): "Pick High: Bare moons",
    ("check",): "no problems",
    ("test", "--games", "2"): "pass  scenario a moon is bare",
    ("simulate", "--games", "3"): "extra 0",
    ("assumptions",): "nor what two moons are worth",
    ("dump",): 'program "Pick High: Bare moons"',
    ("dump", "--stage", "tree"): "nor what two moons are worth",
    ("explore", "--limit-states", "5"): "Pick High: Bare moons",
}


@pytest.fixture
def bare(pick_high: Path) -> Path:
    path = pick_high.with_name("bare.hoyle")
    path.write_text(VARIANT)
    return path


@pytest.mark.parametrize("words", SAID, ids=" ".join)
def test_a_game_is_taken_with_its_variants(words: tuple[str, ...], hoyle: Any, pick_high: Path, bare: Path) -> None:
    command, *rest = words
    shown = hoyle(command, pick_high.name, "--with", "bare", *rest)
    assert SAID[words] in shown.stdout, shown
    by_path = hoyle(command, pick_high.name, "--with", str(bare), *rest)
    assert by_path.returncode == shown.returncode
    assert SAID[words] not in hoyle(command, pick_high.name, *rest).stdout or command == "check"


def test_a_name_is_explained_as_it_is_in_the_variant(hoyle: Any, pick_high: Path, bare: Path) -> None:
    bare.write_text('variant "Fives" of pick_high\n\nexcept worth(card) as five over upside_down gives 5\n')
    assert "five" in hoyle("explain", "worth", "--game", pick_high.name, "--with", "bare").stdout


def test_a_variant_is_a_file_like_any_other(hoyle: Any, bare: Path) -> None:
    assert hoyle("check", "--strict", bare.name).stdout == "bare.hoyle: no problems\n"
    assert hoyle("fmt", "--check", bare.name).returncode == 0
    assert "Bare moons" in hoyle("simulate", bare.name, "--games", "2").stdout


@pytest.mark.parametrize("name", ["nobody", "nobody.hoyle", "pick_high.hoyle", ".", ""])
def test_what_is_no_variant_is_refused_in_a_message(name: str, hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("simulate", pick_high.name, "--games", "1", "--with", name)
    assert shown.returncode == 1
    assert "error HYL" in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_play_of_a_variant_can_be_gone_on_with(hoyle: Any, pick_high: Path, bare: Path, tmp_path: Path) -> None:
    bare.write_text(f"{VARIANT}property few never any(p in Player where points[p] > 1)\n")
    failed = hoyle("test", pick_high.name, "--with", "bare", "--games", "5", "--plays", str(tmp_path / "plays"))
    assert failed.returncode == 1
    (play,) = (tmp_path / "plays").iterdir()
    bare.unlink()
    resumed = hoyle("play", "--from", str(play), "--watch", "--seed", "1")
    assert "Pick High: Bare moons" in resumed.stdout
