"""What variants disagree about, and nothing settles."""

from __future__ import annotations

from hoyle.conflicts import Conflict
from hoyle.vet.conflicts import find
from hoyle.vet.finding import CONFLICT, Finding, Part, place
from hoyle.vet.subject import Subject


def conflicts(subject: Subject, games: int, seed: int) -> Part:
    """The conflicts between variants, or with the game they are of."""
    assert subject.base is not None
    found = find(subject.base, subject.typed(), games=games, seed=seed)
    return Part(tuple(_finding(conflict) for conflict in found))


def _finding(conflict: Conflict) -> Finding:
    first, second = (place(span) for span in conflict.places)
    return Finding(
        CONFLICT,
        conflict.words,
        conflict.words,
        f"{first}, {second}",
        place(conflict.base),
        (*conflict.shown, *([conflict.tried] if conflict.tried else [])),
        conflict.play or "",
        tuple(conflict.advice()),
        conflict.certain,
    )
