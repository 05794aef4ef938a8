"""What writes definitions at random: it knows the language, and much of what it writes is right."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from whole.forms import all_forms, noted
from whole.game import Written, write

from hoyle.read import read_path
from hoyle.source import Source
from hoyle.syntax.parse import parse

ENOUGH = 1200
# Forms that are written so seldom that they are only sure to come among thousands: the third of what mostly stands
# alone, and what is taken out of a game by a variant.
SELDOM = {
    ("COMMA chosen", "COMMA chosen"),
    ("COMMA target", "COMMA target"),
    ("ability_thing", "ABILITY"),
    ("ability_thing", "NAME"),
    ("clause", "ADJUST"),
    ("clause", "AFTER"),
    ("clause", "MUST"),
    ("entry", "ROW"),
    ("set_to", "STRING"),
    ("sort", "ACTION"),
    ("sort", "ASSUME"),
    ("sort", "TABLE"),
    ("sort", "TIMING"),
    ("sort", "USE"),
    ("sort", "WAIVE"),
    ("symmetric", "COMMA NAME"),
    ("told", "SCENARIO"),
}


def test_every_form_of_the_grammar_is_written() -> None:
    wanted = all_forms() - SELDOM
    with noted() as found:
        for seed in range(ENOUGH):
            for name, text in write(seed).files.items():
                if name.endswith(".hoyle"):
                    parse(Source(name, text))
            if wanted <= found:
                break
    assert wanted - found == set()


def test_much_of_it_passes(tmp_path: Path) -> None:
    assert sum(passes(write(seed), tmp_path) for seed in range(60)) >= 30


def passes(written: Written, folder: Path) -> bool:
    for name, text in written.files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return not read_path(folder / written.main).failed


def test_the_same_seed_writes_the_same() -> None:
    assert write(7) == write(7) != write(8)
    print_ten = "from whole.game import write; print([write(seed) for seed in range(100, 110)])"
    told = [
        subprocess.run(
            [sys.executable, "-c", print_ten],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": number},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for number in ("1", "2")
    ]
    assert told[0] == told[1]
