"""The same seed is the same game: in another process, with several workers, and however long anything takes."""

from __future__ import annotations

import os
import subprocess
import sys
import time

import pytest
from bots.seated import seated, written
from every import ROOT
from tiny import SUITS

from hoyle.bots.host import Host, played_out
from hoyle.bots.seat import Seat
from hoyle.run.game import Game
from hoyle.run.state import State

BOTS = ["search:12", "random", "easy"]


def game() -> Game:
    return written(SUITS, 3)


def made(s: State) -> list[str]:
    return s.events()


PROCESS = """
from bots.test_again import BOTS, game, made
from hoyle.bots.host import played_out
print("\\n".join(made(played_out(game(), "again", BOTS, 1000)[0])))
"""


@pytest.mark.parametrize("hashes", ["0", "1"])
def test_in_another_process(hashes: str) -> None:
    path = os.pathsep.join([str(ROOT / "interpreter"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": hashes}
    command = [sys.executable, "-c", PROCESS]
    there = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)
    assert there.returncode == 0, there.stderr[-2000:]
    here = made(played_out(game(), "again", BOTS, 1000)[0])
    assert there.stdout.splitlines() == here


def test_with_several_workers() -> None:
    played = game()
    one, two = (played.playouts(10, "many", BOTS, workers) for workers in (1, 2))
    alone = [played_out(played, f"many:{number + 1}", BOTS, 100_000)[0] for number in range(10)]
    rows = [list(zip(found.winners, found.scores, found.lengths, found.turns, strict=True)) for found in (one, two)]
    assert rows[0] == rows[1]
    assert [row[:2] for row in rows[0]] == [(s.winners, s.scores) for s in alone]


def test_whatever_engine_and_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    played = game()
    quick = made(played_out(played, 3, BOTS, 1000)[0])
    assert made(played_out(played, 3, BOTS, 1000, "python")[0]) == quick
    search, calls = Seat.search, []

    def slow(self: Seat, playouts: int) -> object:
        calls.append(time.sleep(0.01))
        return search(self, playouts)

    monkeypatch.setattr(Seat, "search", slow)
    assert made(played_out(played, 3, BOTS, 1000)[0]) == quick and calls


def test_another_seed_is_another_game() -> None:
    played = game()
    assert len({tuple(made(played_out(played, seed, BOTS, 1000)[0])) for seed in range(5)}) == 5


def test_what_is_forgotten_changes_nothing() -> None:
    played = game()
    hosts = [seated(played, BOTS, 9) for _ in range(2)]
    while not hosts[0].state.over:
        chosen = [host.play() for host in hosts]
        assert chosen[0].same(chosen[1])
        hosts[1].forget()
    assert hosts[1].state.over and hosts[0].state.scores == hosts[1].state.scores


def test_who_sits_elsewhere_makes_no_difference_to_chance() -> None:
    played = game()
    hosts: list[Host] = [seated(played, bots, 4) for bots in (["random"], ["random", "search:5", "search:5"])]
    assert hosts[0].choose().same(hosts[1].choose())
