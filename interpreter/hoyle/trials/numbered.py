"""Game number n: the same chance and the same choices whenever it is played, by whatever rules."""

from __future__ import annotations

import random
from collections.abc import Callable

from hoyle.run.state import State
from hoyle.table.script import Drawn


def chance(seed: int, number: int) -> Drawn:
    """What chance brings to it."""
    draw = random.Random(f"chance {seed}:{number}").random
    return Drawn(source=lambda limit: int(draw() * limit))


def player(seed: int, number: int) -> Callable[[State], int]:
    """Who chooses in it."""
    draw = random.Random(f"{seed}:{number}").random
    return lambda state: int(draw() * len(state.choices))
