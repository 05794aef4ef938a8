"""The page about comparing is true: what it types gives what it shows, and it explains what is measured and decided."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

from commands.conftest import environment
from manual.test_manual import MANUAL, TOP, blocks, headings

from hoyle.compare.measures import MEASURES
from hoyle.compare.words import VERDICTS

PAGE = (TOP / "grammar" / "COMPARE.md").read_text(encoding="utf-8")


def test_what_it_shows_is_what_comes(tmp_path: Path) -> None:
    little = next(block for block in blocks(MANUAL) if block.marks.get("file") == "little.hoyle")
    (tmp_path / "little.hoyle").write_text(little.text, encoding="utf-8")
    (console,) = [block for block in blocks(PAGE) if block.language == "console"]
    for typed, shown in re.findall(r"^\$ (.*)\n((?:[^$].*\n|\n)*)", console.text, re.MULTILINE):
        command = re.sub(r"^hoyle ", f"{sys.executable} -m hoyle ", typed)
        done = subprocess.run(
            command,
            shell=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment(),
            timeout=300,
            check=True,
        )
        if shown:
            flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
            assert doctest.OutputChecker().check_output(shown, done.stdout, flags), done.stdout


def test_every_measure_and_every_verdict_is_explained() -> None:
    for measure in MEASURES:
        assert f"| {measure.title} | {measure.about} |\n" in PAGE
    for verdict in VERDICTS.values():
        assert f"| {verdict} | " in PAGE


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, anchor = target.partition("#")
        text = (TOP / "grammar" / path).read_text(encoding="utf-8")
        assert not anchor or anchor in headings(text), target
