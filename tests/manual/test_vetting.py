"""The page about vetting is true: what it types gives what it shows, and it explains what can be found."""

from __future__ import annotations

from pathlib import Path

from manual.test_manual import MANUAL, TOP, blocks
from typed import shows_what_comes

from hoyle.commands.vet import vet
from hoyle.vet.finding import KINDS

PAGE = (TOP / "grammar" / "VETTING.md").read_text(encoding="utf-8")


def test_what_it_shows_is_what_comes(tmp_path: Path) -> None:
    little = [block for block in blocks(MANUAL) if block.marks.get("file") == "little.hoyle"]
    for block in [*little, *(block for block in blocks(PAGE) if block.marks.get("file"))]:
        (tmp_path / block.marks["file"]).write_text(block.text, encoding="utf-8")
    shown = [block for block in blocks(PAGE) if block.language == "console"]
    assert len(shown) == 3
    for console in shown:
        shows_what_comes(console.text, tmp_path, 1)


def test_every_kind_and_every_option_is_explained() -> None:
    for kind, about in KINDS.items():
        assert f"| {kind} | {about} |\n" in PAGE
    for name in ("games", "seconds", "seed", "triples", "bots", "plays", "jobs", "json"):
        assert name in vet.__annotations__
        assert f"| `--{name}" in PAGE
