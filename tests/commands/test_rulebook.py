from __future__ import annotations

from pathlib import Path
from typing import Any


def test_it_is_printed(process: Any, pick_high: Path) -> None:
    shown = process("rulebook", pick_high.name)
    assert shown.returncode == 0
    assert shown.stdout.startswith("# Pick High\n\nA game for 2 to 3 players.\n")
    assert "**Keep ones.** “A one is kept as long as possible.” When you *play*: " in shown.stdout


def test_it_is_written(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("rulebook", pick_high.name, "--html", "rules.html", "--markdown", "rules.md")
    assert (shown.returncode, shown.stdout) == (0, "")
    assert Path("rules.md").read_text(encoding="utf-8") == hoyle("rulebook", pick_high.name).stdout
    assert Path("rules.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_variant_is_told_against_its_game(hoyle: Any, pick_high: Path) -> None:
    Path("kinder.hoyle").write_text('variant "Kinder" of pick_high\n\nremove rule keep_ones\n', encoding="utf-8")
    shown = hoyle("rulebook", "kinder.hoyle").stdout
    assert shown.startswith("# Pick High: Kinder\n")
    assert "▲ Left out: **Keep ones.**" in shown
    assert hoyle("rulebook", pick_high.name, "--with", "kinder.hoyle").stdout == shown


def test_what_cannot_be_told(hoyle: Any, pick_high: Path) -> None:
    library = Path("shared.hoyle")
    library.write_text("library shared\n\ndefine two = 2\n", encoding="utf-8")
    for said, *args in (
        ("is a library and has no rulebook of its own", library.name),
        ("there is no game", "nowhere"),
        ("cannot be written", pick_high.name, "--html", "no/such/folder.html"),
        ("cannot be written", pick_high.name, "--markdown", "."),
    ):
        refused = hoyle("rulebook", *args)
        assert refused.returncode == 1
        assert said in refused.stderr
        assert "Traceback" not in refused.stderr


def test_a_definition_with_mistakes_is_not_told(hoyle: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("points[p] += 1", "points[q] += 1"))
    refused = hoyle("rulebook", pick_high.name)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "HYL101" in refused.stderr
