"""Bots of ours and of OpenSpiel sit at one table of Hearts, and nobody's legal cards or points are other than ours."""

from __future__ import annotations

import subprocess
import sys

from every import ROOT


def test_both_play_the_same_hands_with_seats_exchanged() -> None:
    code = (
        "import peer; match = peer.Match(10, 10, 5.0, 'test'); match.play(2);"
        "print(len(match.differences), match.our_clock.moves > 50, match.their_clock.moves > 50);"
        "seats = [match._ours(n, exchanged) for n in (0, 1) for exchanged in (False, True)];"
        "print([sum(row) for row in zip(*seats)], [sum(row) for row in seats])"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=ROOT / "benchmarks", check=True, timeout=120, stdout=subprocess.PIPE, text=True)
    assert ran.stdout.splitlines() == ["2 True True", "[2, 2, 2, 2] [2, 2, 2, 2]"]
