"""What a server carries can be measured, here with a few tables."""

from __future__ import annotations

import re
import subprocess
import sys

from every import ROOT


def test_a_few_tables_are_carried() -> None:
    command = [
        sys.executable,
        "benchmarks/load.py",
        "--tables",
        "5",
        "--seconds",
        "3",
        "--game",
        "dwyn",
        "--players",
        "3",
    ]
    ran = subprocess.run(command, cwd=ROOT, check=True, timeout=120, stdout=subprocess.PIPE, text=True)
    told = re.search(
        r"choices a second: (\d+), (\d+) of them by people\nan answer takes ([\d.]+) ms, .* ([\d.]+) ms\n", ran.stdout
    )
    assert told is not None, ran.stdout
    every, people = int(told[1]), int(told[2])
    assert every > people > 0 and float(told[4]) < 2_000
