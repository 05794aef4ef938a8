"""Bots that look at nothing but how many choices they have: the same in every language in which games are played.

One who takes any choice draws from `splitmix64`, which any language writes in a few lines; where it starts is hashed
from the seed of the game, for each seat.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from hashlib import shake_128
from importlib import import_module
from typing import Any

Number = Callable[[int], int]  # of so many choices, the number of one
WORD = 2**64 - 1
STEP = 0x9E3779B97F4A7C15


def mixed(state: int) -> int:
    """What `splitmix64` makes of a state."""
    found = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & WORD
    found = (found ^ found >> 27) * 0x94D049BB133111EB & WORD
    return found ^ found >> 31


def starts(seed: int | str, players: int) -> tuple[int, ...]:
    """Where each seat starts to draw, in the game with this seed."""
    text = f"bots:{seed}".encode("utf-8", "surrogatepass")
    return struct.unpack(f"<{players}Q", shake_128(text).digest(8 * players))


def first(start: int) -> Number:
    """Always the first choice."""
    return lambda count: 0


def anything(start: int) -> Number:
    """Any choice, each as likely as the others."""
    state = start

    def draw(count: int) -> int:
        nonlocal state
        state = state + STEP & WORD
        return mixed(state) * count >> 64

    return draw


# those who think, and how many games they play on from every choice
LEVELS = {"easy": 10, "normal": 100, "hard": 1_000}


def unthinking(names: Sequence[str]) -> bool:
    """Whether all bots of these names are such."""
    return all(name in BOTS for name in names)


def thinkers() -> Any:
    """Those who know all other bots. They stand on the engine, so that they are asked for by name."""
    return import_module("hoyle.bots.host")


BOTS: dict[str, Callable[[int], Number]] = {"random": anything, "first": first}


def seated(names: Sequence[str], players: int, seed: int | str) -> list[Number]:
    """Who chooses at each seat; the names go round. The same seed makes the same bots."""
    return [BOTS[names[seat % len(names)]](start) for seat, start in enumerate(starts(seed, players))]


def kinds(names: Sequence[str], players: int) -> bytes:
    """The same for C, a number for each seat."""
    return bytes(BOTS[names[seat % len(names)]] is first for seat in range(players))
