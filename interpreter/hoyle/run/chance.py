"""Chance: the same on every platform, and part of the state as two small values.

From a seed every draw hashes it with a counter, so a state copies in no time and two copies draw the same. In place of
a seed a state may have a script, which says what chance brings, number by number (see script.py).
"""

from __future__ import annotations

import struct
from hashlib import shake_128
from typing import Any, Protocol

from hoyle.run.script import Script


class Drawing(Protocol):
    seed: bytes | Script
    draws: int


def numbers(state: Drawing, count: int) -> tuple[int, ...]:
    """That many 64-bit numbers, from a seed."""
    draw = state.draws
    state.draws = draw + 1
    assert isinstance(state.seed, bytes)
    return struct.unpack(f"<{count}Q", shake_128(state.seed + draw.to_bytes(8, "little")).digest(8 * count))


def told(state: Drawing, script: Script, limit: int) -> int:
    """The next number of a script; where there is but one, nothing is drawn."""
    if limit < 2:
        return 0
    draw = state.draws
    state.draws = draw + 1
    return script.draw(draw, limit)


def below(state: Drawing, limit: int) -> int:
    """A number from 0 up to, not including, the limit."""
    seed = state.seed
    return numbers(state, 1)[0] % limit if seed.__class__ is bytes else told(state, seed, limit)  # type: ignore[arg-type]


def shuffled(state: Drawing, cards: list[int]) -> list[int]:
    """The cards in a new order; every order is as likely as any other.

    A script is asked for the top card first: how many of those that are left lie above it.
    """
    if isinstance(state.seed, Script):
        return list(_picked(state, state.seed, cards[::-1], len(cards)))[::-1]
    keys = dict(zip(cards, numbers(state, len(cards)), strict=True))
    return sorted(cards, key=keys.__getitem__)


def seed_bytes(seed: int | str) -> bytes:
    """What draws start from."""
    text = f"str:{seed}" if isinstance(seed, str) else f"int:{int(seed)}"
    return shake_128(text.encode("utf-8", "surrogatepass")).digest(16)


def spot(state: Drawing, cards: list[Any]) -> int:
    """A place in a pile, its top and bottom included; to a script the top is 0."""
    if isinstance(state.seed, Script):
        return len(cards) - told(state, state.seed, len(cards) + 1)
    return below(state, len(cards) + 1)


def sample(state: Drawing, pool: list[Any] | tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """Some members, in the order they were drawn; every selection is as likely as any other."""
    if count <= 0 or not pool:
        return ()
    if isinstance(state.seed, Script):
        return _picked(state, state.seed, list(pool), min(count, len(pool)))
    order = sorted(zip(numbers(state, len(pool)), range(len(pool)), strict=True))
    return tuple(pool[place] for _, place in order[:count])


def _picked(state: Drawing, script: Script, pool: list[Any], count: int) -> tuple[Any, ...]:
    """One after the other out of what is left; all numbers 0 leave the order as it is."""
    left = pool[:]
    return tuple(left.pop(told(state, script, len(left))) for _ in range(count))
