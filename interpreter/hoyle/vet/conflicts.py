"""What variants disagree about, and nothing settles: what the files show, then what play shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hoyle.conflicts.conflict import EXCEPTIONS, Conflict
from hoyle.files.lineage import Over
from hoyle.read import Reading, find_game, find_variants, read_path
from hoyle.vet.both import show
from hoyle.vet.finding import CONFLICT, Finding, Part, place
from hoyle.vet.subject import Subject

GAMES = 200


def find(
    base: str | Path, variants: Sequence[str | Path], *, games: int = GAMES, seed: int = 0
) -> tuple[Conflict, ...]:
    """The conflicts between some variants of a game (or with exceptions of the game itself) that nothing settles.

    base: a bundled name or a path. variants: paths, or names beside the game; `"b over a"` settles what b and a
    disagree about. games: how many are played at random to show two exceptions that both apply; with none, nothing is
    played. What else is wrong with the variants is no conflict and is not told.
    """
    path = find_game(str(base))
    given, over = find_variants([str(variant) for variant in variants], path)
    reading = read_path(path, given=given, over=over)
    if not games:
        return tuple(reading.conflicts)
    settled = list(dict.fromkeys([*over, *(order for c in reading.conflicts if (order := _order(c, reading)))]))
    found = []
    for conflict in reading.conflicts:
        if conflict.kind == EXCEPTIONS and _order(conflict, reading) is not None:
            conflict = show(conflict, lambda: read_path(path, given=given, over=settled), games, seed)
        found.append(conflict)
    return tuple(found)


def conflicts(subject: Subject, games: int, seed: int) -> Part:
    """The conflicts between variants that are vetted, or with the game they are of."""
    assert subject.base is not None
    found = find(subject.base, subject.typed(), games=games, seed=seed)
    return Part(tuple(_finding(conflict) for conflict in found))


def _finding(conflict: Conflict) -> Finding:
    first, second = (span.place for span in conflict.places)
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


def _order(conflict: Conflict, reading: Reading) -> Over | None:
    """The later of two variants over the earlier one, so that the game can be played."""
    sources = [variant.span.source for variant in reading.variants]
    places = [sources.index(place.source) for place in conflict.places if place.source in sources]
    if len(places) < 2:
        return None
    one, other = (Path(sources[number].name).stem for number in sorted(places))
    return other, one
