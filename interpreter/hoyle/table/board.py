"""A table on which a game is played: what both engines change, move by move."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle.table.script import Script


class Over(Exception):
    """The game has ended; raised up to whoever made the choice."""


@attrs.define(eq=False)
class Board:
    """z: the cards of every zone, v: the values of all variables, up and loc: the side and the zone of every card.

    seed and draws: what chance brings, and how often it was asked; log: the last event, with the one before it;
    counted: up to where it was counted (see `remembered.py`).
    """

    game: Any = attrs.field(kw_only=True)
    seed: bytes | Script
    z: list[list[int]]
    v: list[Any]
    up: list[bool]
    loc: list[int]
    draws: int = 0
    log: Any = None
    counted: tuple[Any, int] = (None, 0)
    over: bool = False
    winners: tuple[int, ...] = ()
    ending: str = ""


def set_up(program: Any) -> dict[str, Any]:
    """How cards lie before a game: all in the box, those that take no part nowhere; and no variable has a value."""
    count, absent = len(program.cards), len(program.absent)
    box = program.zone_families["box"].base
    z: list[list[int]] = [[] for _ in program.zones]
    z[box] = list(range(count))
    loc = [box] * count + [len(program.zones)] * absent
    return {"z": z, "v": [None] * program.values, "up": [False] * (count + absent), "loc": loc}
