"""All conflicts of some variants: what the files show, then what play shows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hoyle.conflicts.conflict import EXCEPTIONS, Conflict
from hoyle.files.lineage import Over
from hoyle.read import Reading, find_game, find_variants, read_path


def conflicts(base: str, variants: Sequence[str], games: int, seed: int) -> tuple[Conflict, ...]:
    """See `hoyle.conflicts.find`."""
    path = find_game(base)
    given, over = find_variants(variants, path)
    reading = read_path(path, given=given, over=over)
    if not games:
        return tuple(reading.conflicts)
    settled = list(dict.fromkeys([*over, *(order for c in reading.conflicts if (order := _order(c, reading)))]))
    found = []
    for conflict in reading.conflicts:
        if conflict.kind == EXCEPTIONS and _order(conflict, reading) is not None:
            from hoyle.vet.both import show

            conflict = show(conflict, lambda: read_path(path, given=given, over=settled), games, seed)
        found.append(conflict)
    return tuple(found)


def _order(conflict: Conflict, reading: Reading) -> Over | None:
    """The later of two variants over the earlier one, so that the game can be played."""
    sources = [variant.span.source for variant in reading.variants]
    places = [sources.index(place.source) for place in conflict.places if place.source in sources]
    if len(places) < 2:
        return None
    one, other = (Path(sources[number].name).stem for number in sorted(places))
    return other, one
