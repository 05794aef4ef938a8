"""The page about vetting is true: what it types gives what it shows, and it explains what can be found."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

from commands.conftest import environment
from manual.test_manual import MANUAL, TOP, blocks, headings

from hoyle.commands.vet import vet
from hoyle.vet.finding import KINDS

PAGE = (TOP / "grammar" / "VETTING.md").read_text(encoding="utf-8")


def test_what_it_shows_is_what_comes(tmp_path: Path) -> None:
    little = [block for block in blocks(MANUAL) if block.marks.get("file") == "little.hoyle"]
    for block in [*little, *(block for block in blocks(PAGE) if block.marks.get("file"))]:
        (tmp_path / block.marks["file"]).write_text(block.text, encoding="utf-8")
    shown = [block for block in blocks(PAGE) if block.language == "console"]
    assert len(shown) == 2
    for console in shown:
        typed, _, expected = console.text.partition("\n")
        command = re.sub(r"^\$ hoyle ", f"{sys.executable} -m hoyle ", typed)
        done = subprocess.run(
            command,
            shell=True,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment(),
            timeout=300,
            check=False,
        )
        assert done.returncode == 1, done.stderr
        flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        assert doctest.OutputChecker().check_output(expected, done.stdout, flags), done.stdout


def test_every_kind_and_every_option_is_explained() -> None:
    for kind, about in KINDS.items():
        assert f"| {kind} | {about} |\n" in PAGE
    for name in ("games", "seconds", "seed", "triples", "plays", "jobs", "json"):
        assert name in vet.__annotations__
        assert f"| `--{name}" in PAGE


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", PAGE):
        path, _, anchor = target.partition("#")
        text = (TOP / "grammar" / path).read_text(encoding="utf-8")
        assert not anchor or anchor in headings(text), target
