"""All conflicts of some variants: what the files show, then what play shows."""

from __future__ import annotations

from collections.abc import Sequence

from hoyle.conflicts.conflict import Conflict
from hoyle.read import read_game


def conflicts(base: str, variants: Sequence[str], games: int, seed: int) -> tuple[Conflict, ...]:
    """See `hoyle.conflicts.find`."""
    return tuple(read_game(base, variants).conflicts)
