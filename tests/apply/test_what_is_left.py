"""A variant that leaves no game: what is missing is shown at the change that took it away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from hoyle.read import read_game, read_path

HERE = Path(__file__).parent
STILL = "replace phase main\n    each p in Player\n        earn(p, 3)\n"

LEFT: dict[str, tuple[str, str, str, int]] = {
    "no cards": (
        'remove card Tile(acorn)\nremove card Tile(mirror)\nremove card Tile(owl)\nremove ability owl ongoing\n'
        'remove scenario "owls like company"\n',
        "HYL212",
        "this game has no cards",
        3,
    ),
    "no players": ("set players = 0\n", "HYL203", "a game has from 1 to 64 players, the lower number first", 3),
    "players the wrong way round": ("set target = 30\nset players = 4..2\n", "HYL203", "a game has from 1 to 64", 4),
    "no flow": ("remove flow\n", "HYL313", "nothing says how the game goes", 3),
    "no decisions": (f"set target = 30\n{STILL}", "HYL609", "nobody is asked anything any more", 4),
}  # fmt: skip


@pytest.mark.parametrize("name", LEFT)
def test_it_is_told_at_the_change(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in ("fair.hoyle", "stalls.hoyle"):
        shutil.copy(HERE / file, tmp_path / file)
    monkeypatch.chdir(tmp_path)
    body, code, message, line = LEFT[name]
    Path("a.hoyle").write_text(f'variant "A" of fair\n\n{body}', encoding="utf-8")
    for reading in (read_path(Path("a.hoyle")), read_game("fair.hoyle", ["a"])):
        assert reading.failed
        (told,) = [d for d in reading.diagnostics if d.severity == "error"]
        assert told.span is not None
        assert (told.code, told.span.source.name, told.span.line) == (code, "a.hoyle", line)
        assert told.message.startswith(message)


def test_a_game_that_never_asked_anything_may_stay_so(tmp_path: Path) -> None:
    text = (HERE / "fair.hoyle").read_text(encoding="utf-8").replace("p must lay or rest", "earn(p, 3)")
    (tmp_path / "quiet.hoyle").write_text(text, encoding="utf-8")
    shutil.copy(HERE / "stalls.hoyle", tmp_path / "stalls.hoyle")
    (tmp_path / "a.hoyle").write_text('variant "A" of quiet\n\nset hand_size = 2\n', encoding="utf-8")
    assert not read_path(tmp_path / "a.hoyle").failed


@pytest.mark.parametrize("more", ["", "\nvar idle : number\n"], ids=["no warning", "a warning of the game"])
def test_a_variant_may_take_out_a_mistake_of_its_game(more: str, tmp_path: Path) -> None:
    text = (HERE / "fair.hoyle").read_text(encoding="utf-8") + f"\ndefine wrong = unheard_of\n{more}"
    (tmp_path / "fair.hoyle").write_text(text, encoding="utf-8")
    shutil.copy(HERE / "stalls.hoyle", tmp_path / "stalls.hoyle")
    (tmp_path / "a.hoyle").write_text('variant "A" of fair\n\nremove define wrong\n', encoding="utf-8")
    reading = read_path(tmp_path / "a.hoyle")
    assert not reading.failed
    assert [d.code for d in reading.diagnostics if d.severity == "error"] == []
