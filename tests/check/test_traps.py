"""Definitions written to do harm: each ends in diagnostics, or plays, within a little time and memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BASE = """\
game "Trap" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone hand[Player] : set, face down, seen by owner
zone heap         : pile, face up

var total : number = 1

action lay(card in hand[you])
    text "lay {card}"
    move card to heap

define score(p : Player) = total
"""
COURSE = """
flow
    move Tile to heap
    shuffle heap
    deal 4 from heap to hand
    repeat until empty(hand)
        each p in Player
            p must lay if able
            step
    finish

to finish
    total += 1

ending all_laid after finish
    winners []
"""
STEP = """
to step
    total += 1
"""
DOUBLED = "\n".join(["define d0 = total", *(f"define d{n} = d{n - 1} + d{n - 1}" for n in range(1, 41))])
NAMES = ["__import__", "class", "lambda", "s", "f", "z", "v", "site_0", "b1", "None", "exec", "T0_0"]

TRAPS: dict[str, tuple[str, str]] = {
    "plain": (BASE + STEP + COURSE, ""),
    "a loop without an end": (BASE + "\nto step\n    repeat\n        total += 1\n" + COURSE, "HYL307"),
    "a loop that never gets there": (
        BASE + "\nto step\n    repeat until total is 0\n        total += 1\n" + COURSE,
        "HYL908",
    ),
    "definitions in a circle": (BASE + "\ndefine a = b\ndefine b = a\n" + STEP + COURSE, "HYL108"),
    "effects in a circle": (BASE + "\nto step\n    other_step\nto other_step\n    step\n" + COURSE, "HYL308"),
    "a million cards": (BASE.replace("1..9", "1..1000000") + STEP + COURSE, "HYL212"),
    "a million copies": (
        BASE.replace("| value |", "| value | copies |").replace("| 1..9  |", "| 1 | 1000000 |") + STEP + COURSE,
        "HYL",
    ),
    "a huge index": (BASE + "\nvar cell[0..999999999] : number = 0\n" + STEP + COURSE, "HYL212"),
    "a huge list": (BASE + "\nto step\n    total = count(n in 1..999999999 where n is 3)\n" + COURSE, "HYL"),
    "another file": (
        BASE.replace("    | value |\n    | 1..9  |\n", '    from "../../etc/passwd"\n') + STEP + COURSE,
        "HYL010",
    ),
    "an absolute file": (
        BASE.replace("    | value |\n    | 1..9  |\n", '    from "/etc/passwd"\n') + STEP + COURSE,
        "HYL010",
    ),
    "doubled forty times": (BASE + DOUBLED + "\n\nto step\n    total = d40\n" + COURSE, "HYL"),
    "numbers that explode": (
        BASE + "\nto step\n    total += 7\n    repeat 60 times\n        total = total * total\n" + COURSE,
        "HYL",
    ),
    "lists that explode": (
        BASE
        + "\nto step\n    let many = [1]\n    repeat 60 times\n        many += many\n    total = count(many)\n"
        + COURSE,
        "HYL",
    ),
    "a check that undoes itself": (BASE + "\nafter any change when total > 0\n    total += 1\n" + STEP + COURSE, "HYL"),
    "braces and quotes in a text": (
        BASE.replace("lay {card}", "{card} }{ %s %n \\x1b {0} {card!r}") + STEP + COURSE,
        "HYL",
    ),
    "a name of ten thousand letters": (BASE + f"\ndefine {'x' * 9000} = 1\n" + STEP + COURSE, "HYL"),
    "deep brackets": (BASE + f"\ndefine deep = {'(' * 5000}1{')' * 5000}\n" + STEP + COURSE, "HYL"),
    "Python": ("import os; os.system('true')\n", "HYL"),
    **{
        f"a local called {name}": (BASE + f"\nto step\n    let {name} = 2\n    total += {name}\n" + COURSE, "")
        for name in NAMES
    },
}

PROGRAM = """
import random, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
import hoyle
try:
    state = hoyle.load(sys.argv[1], players=2).start(seed=1)
    for _ in range(200):
        if state.over:
            break
        state.choose(0)
    print("played")
except hoyle.HoyleError as error:
    print(*(d.code for d in error.diagnostics))
"""


@pytest.mark.parametrize("name", TRAPS)
def test_trap(name: str, tmp_path: Path) -> None:
    text, code = TRAPS[name]
    path = tmp_path / "trap.hoyle"
    path.write_text(text, encoding="utf-8")
    ran = subprocess.run([sys.executable, "-c", PROGRAM, str(path)], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert ran.stdout.startswith("played" if not code else ("played", "HYL")), ran.stdout
    if len(code) == 6:
        assert code in ran.stdout
