"""The page about comparing is true: what it types gives what it shows, and it explains what is measured and decided."""

from __future__ import annotations

from pathlib import Path

from manual.test_manual import MANUAL, TOP, blocks
from typed import shows_what_comes

from hoyle.compare.measures import MEASURES
from hoyle.compare.words import VERDICTS

PAGE = (TOP / "grammar" / "COMPARE.md").read_text(encoding="utf-8")


def test_what_it_shows_is_what_comes(tmp_path: Path) -> None:
    little = next(block for block in blocks(MANUAL) if block.marks.get("file") == "little.hoyle")
    (tmp_path / "little.hoyle").write_text(little.text, encoding="utf-8")
    (console,) = [block for block in blocks(PAGE) if block.language == "console"]
    shows_what_comes(console.text, tmp_path, 0)


def test_every_measure_and_every_verdict_is_explained() -> None:
    for measure in MEASURES:
        assert f"| {measure.title} | {measure.about} |\n" in PAGE
    for verdict in VERDICTS.values():
        assert f"| {verdict} | " in PAGE
