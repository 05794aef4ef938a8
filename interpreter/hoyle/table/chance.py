"""Chance: the same on every platform, and part of the state as two small values.

From a seed every draw hashes it with a counter, so a state copies in no time and two copies draw the same. In place of
a seed a state may have a script, which says what chance brings, number by number (see script.py).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import shake_128
from typing import Any

from hoyle.table.board import Board
from hoyle.table.script import Script


def numbers(state: Board, count: int) -> tuple[int, ...]:
    """That many 64-bit numbers, from a seed."""
    draw = state.draws
    state.draws = draw + 1
    assert isinstance(state.seed, bytes)
    return struct.unpack(f"<{count}Q", shake_128(state.seed + draw.to_bytes(8, "little")).digest(8 * count))


def below(state: Board, limit: int) -> int:
    """A number from 0 up to, not including, the limit."""
    seed = state.seed
    return seed.next(state, limit) if isinstance(seed, Script) else numbers(state, 1)[0] % limit


def one(state: Board, pool: Sequence[Any], name: str) -> Any:
    """A member. name: what it is chosen as."""
    if len(pool) == 1:
        return pool[0]
    seed = state.seed
    return seed.pick(state, pool, 1, name)[0] if isinstance(seed, Script) else pool[below(state, len(pool))]


def shuffled(state: Board, cards: list[int]) -> list[int]:
    """The cards in a new order; every order is as likely as any other."""
    if isinstance(state.seed, Script):
        return state.seed.shuffle(state, cards)
    keys = dict(zip(cards, numbers(state, len(cards)), strict=True))
    return sorted(cards, key=keys.__getitem__)


def seed_bytes(seed: int | str) -> bytes:
    """What draws start from."""
    text = f"str:{seed}" if isinstance(seed, str) else f"int:{int(seed)}"
    return shake_128(text.encode("utf-8", "surrogatepass")).digest(16)


def spot(state: Board, cards: list[Any]) -> int:
    """A place in a pile, its top and bottom included."""
    if isinstance(state.seed, Script):
        return len(cards) - state.seed.above(state, len(cards))
    return below(state, len(cards) + 1)


def sample(state: Board, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
    """Some members, in the order they were drawn; every selection is as likely as any other."""
    if count <= 0 or not pool:
        return ()
    if isinstance(state.seed, Script):
        return state.seed.pick(state, pool, min(count, len(pool)), name)
    rest = list(pool)
    return tuple([rest.pop(number % len(rest)) for number in numbers(state, min(count, len(rest)))])
