"""The page about balance is true: what it types gives what it shows, and it explains every option and section."""

from __future__ import annotations

from pathlib import Path

from manual.test_manual import MANUAL, TOP, blocks
from typed import shows_what_comes

from hoyle.balance.words import TITLES
from hoyle.commands.balance import balance

PAGE = (TOP / "grammar" / "BALANCE.md").read_text(encoding="utf-8")


def test_what_it_shows_is_what_comes(tmp_path: Path) -> None:
    little = next(block for block in blocks(MANUAL) if block.marks.get("file") == "little.hoyle")
    (tmp_path / "little.hoyle").write_text(little.text, encoding="utf-8")
    (console,) = [block for block in blocks(PAGE) if block.language == "console"]
    shows_what_comes(console.text, tmp_path, 0)


def test_every_section_and_every_option_is_explained() -> None:
    for title in TITLES.values():
        assert f"| {title} | " in PAGE
    names = {"variants": "with", "duels": "duel", "options": "option"}
    for name in balance.__annotations__:
        if name not in ("game", "return"):
            assert f"`--{names.get(name, name)}" in PAGE, name
