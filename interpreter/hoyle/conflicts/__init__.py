"""Conflicts: where variants of one game that know nothing of each other disagree, and how that can be settled."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hoyle.conflicts.conflict import Conflict, Way

__all__ = ["GAMES", "Conflict", "Way", "find"]

GAMES = 200


def find(
    base: str | Path, variants: Sequence[str | Path], *, games: int = GAMES, seed: int = 0
) -> tuple[Conflict, ...]:
    """The conflicts between some variants of a game (or with exceptions of the game itself) that nothing settles.

    base: a bundled name or a path. variants: paths, or names beside the game; `"b over a"` settles what b and a
    disagree about. games: how many are played at random to show two exceptions that both apply; with none, nothing is
    played. What else is wrong with the variants is no conflict and is not told.
    """
    from hoyle.vet.conflicts import conflicts

    return conflicts(str(base), [str(variant) for variant in variants], games, seed)
