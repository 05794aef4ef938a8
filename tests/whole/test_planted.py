"""Mistakes put into the engine on purpose: definitions written at random show each of them, and are made small."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from whole import reduce
from whole.game import Written, write
from whole.play import Fault, tried

from hoyle.run import events, save, support, views
from hoyle.run.state import State

SEEDS = 60


def wrong_operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(support.SUPPORT, "without_", lambda items, gone: list(items))


def wrong_order(monkeypatch: pytest.MonkeyPatch) -> None:
    right = support.SUPPORT["move"]
    monkeypatch.setitem(support.SUPPORT, "move", lambda s, cards, *more: right(s, cards[::-1], *more))


def shared_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    right = State.copy

    def copy(self: State) -> State:
        made = right(self)
        made.v = self.v
        return made

    monkeypatch.setattr(State, "copy", copy)


def open_view(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "sees", lambda s, seat, card: True)


def open_log(monkeypatch: pytest.MonkeyPatch) -> None:
    right = events._moved
    monkeypatch.setattr(events, "_moved", lambda *args: right(*args[:-1], None))


def lost_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    right = save._numbers
    monkeypatch.setattr(save, "_numbers", lambda s: right(s)[:-1])


PLANTED: list[Callable[[pytest.MonkeyPatch], None]] = [
    wrong_operator,
    wrong_order,
    shared_copy,
    open_view,
    open_log,
    lost_choice,
]


def faults(folder: Path) -> Iterator[tuple[int, Fault]]:
    for seed in range(SEEDS):
        try:
            tried(write(seed), seed, folder)
        except Fault as fault:
            yield seed, fault


@pytest.mark.parametrize("plant", PLANTED)
def test_a_mistake_shows(plant: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    plant(monkeypatch)
    assert next(faults(tmp_path), None) is not None


def test_what_shows_a_mistake_is_made_small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shared_copy(monkeypatch)
    monkeypatch.setattr(reduce, "MOST", 140)
    seed, found = min(islice(faults(tmp_path), 5), key=lambda one: lines(write(one[0])))

    def shows(written: Written) -> bool:
        try:
            tried(written, seed, tmp_path)
        except Fault as fault:
            return fault.sort == found.sort
        return False

    small = reduce.reduced(write(seed), shows)
    assert shows(small)
    assert lines(small) < lines(write(seed)) * 2 / 3


def lines(written: Written) -> int:
    return sum(bool(line.strip()) for text in written.files.values() for line in text.splitlines())
