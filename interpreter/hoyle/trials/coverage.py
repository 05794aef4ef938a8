"""Coverage: which parts of a definition its trials have exercised, which they have missed, and which nothing can reach.

A game is prepared once with marks (see `lower/mark.py`); then its trials are run as always, and the marks are read.
"""

from __future__ import annotations

import attrs

from hoyle.check.apart import Prover
from hoyle.check.graph import Graph
from hoyle.check.reach import Reach
from hoyle.core.cover import Cover, Item
from hoyle.lower.mark import marked
from hoyle.read import Reading

NOT_LED_TO = "nothing in the course of the game leads to it"
NEVER_TRUE = "no setting and no table makes its condition true"


@attrs.frozen
class Found:
    """One item: how often it was exercised, and why it cannot be, if it cannot."""

    item: Item
    hits: int
    unreachable: str | None = None


@attrs.frozen
class Coverage:
    """All items of a game, in the order of its text."""

    found: tuple[Found, ...]

    @property
    def hit(self) -> list[Found]:
        return [f for f in self.found if f.hits]

    @property
    def missed(self) -> list[Found]:
        return [f for f in self.found if not f.hits and f.unreachable is None]

    @property
    def unreachable(self) -> list[Found]:
        return [f for f in self.found if not f.hits and f.unreachable is not None]

    @property
    def percent(self) -> float:
        """How much of what can be reached was exercised."""
        whole = len(self.hit) + len(self.missed)
        return 100 * len(self.hit) / whole if whole else 100.0


class Covering:
    """The covers of the games whose trials are run; a game and the trials beside it share one."""

    def __init__(self) -> None:
        self.covers: dict[str, Cover] = {}
        self.readings: dict[str, Reading] = {}

    def prepared(self, reading: Reading) -> Reading:
        """The same definition with marks; one that cannot be played stays as it is."""
        if reading.failed or reading.world is None:
            return reading
        name = reading.files[0].span.source.name
        cover = self.covers.setdefault(name, Cover())
        self.readings.setdefault(name, reading)
        world = attrs.evolve(reading.world, model=marked(reading.world.model, cover))
        return attrs.evolve(reading, world=world)

    def result(self) -> dict[str, Coverage]:
        """What was exercised, by the name of the game's file."""
        return {name: _judged(self.readings[name], cover) for name, cover in self.covers.items()}


def _judged(reading: Reading, cover: Cover) -> Coverage:
    assert reading.world is not None
    world = reading.world
    reach = Reach(world, Graph(world.model))
    prover = Prover(world.model)
    own = reading.files[0].span.source.name
    found = []
    for item in sorted(cover.items, key=lambda i: (i.span.source.name != own, i.span.source.name, i.span.start)):
        hits = cover.hits[item.number]
        why = None if hits else unreachable(item, reach, prover)
        # what a library offers and this game has no use for is no part of this game
        if why != NOT_LED_TO or item.span.source.name == own:
            found.append(Found(item, hits, why))
    return Coverage(tuple(found))


def unreachable(item: Item, reach: Reach, prover: Prover) -> str | None:
    """Why nothing can exercise an item, if nothing can."""
    if item.part_of is not None and item.part_of not in reach.seen:
        return NOT_LED_TO
    return NEVER_TRUE if item.needs and prover.together(*item.needs).never else None
