"""Chance: seeded, the same on every platform, and part of the state as two small values.

Every draw hashes the seed with a counter, so a state copies in no time and two copies draw the same.
"""

from __future__ import annotations

import struct
from hashlib import shake_128
from typing import Any, Protocol


class Drawing(Protocol):
    seed: bytes
    draws: int


def numbers(state: Drawing, count: int) -> tuple[int, ...]:
    """That many 64-bit numbers."""
    draw = state.draws
    state.draws = draw + 1
    return struct.unpack(f"<{count}Q", shake_128(state.seed + draw.to_bytes(8, "little")).digest(8 * count))


def below(state: Drawing, limit: int) -> int:
    """A number from 0 up to, not including, the limit."""
    return numbers(state, 1)[0] % limit


def shuffled(state: Drawing, cards: list[int]) -> list[int]:
    """The cards in a new order; every order is as likely as any other."""
    keys = dict(zip(cards, numbers(state, len(cards)), strict=True))
    return sorted(cards, key=keys.__getitem__)


def seed_bytes(seed: int | str) -> bytes:
    """What draws start from."""
    text = f"str:{seed}" if isinstance(seed, str) else f"int:{int(seed)}"
    return shake_128(text.encode("utf-8", "surrogatepass")).digest(16)


def spot(state: Drawing, cards: list[Any]) -> int:
    """A place in a pile, its top and bottom included."""
    return below(state, len(cards) + 1)


def sample(state: Drawing, pool: list[Any] | tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """Some members, in the order they were drawn; every selection is as likely as any other."""
    if count <= 0 or not pool:
        return ()
    order = sorted(zip(numbers(state, len(pool)), range(len(pool)), strict=True))
    return tuple(pool[place] for _, place in order[:count])
