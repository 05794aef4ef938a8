"""What is known of a game that is explored, and what stops it."""

from __future__ import annotations

import attrs

from hoyle.explore.outcomes import UNCOUNTED, Ranks
from hoyle.table.script import Open
from hoyle.trials.course import Key

CONSERVATION, CHOICES, ENDS = "conservation", "choices", "ends"
CHECKS = (CONSERVATION, CHOICES, ENDS)

Step = tuple[int, Ranks]  # the number of a choice (-1: the start), and what chance brought


@attrs.define
class Limits:
    """When to stop early."""

    states: int | None = None
    seconds: float | None = None
    megabytes: int | None = None


@attrs.define
class Refuted:
    """Where something does not hold: a table, maybe with the step from it that cannot be done, or a way round."""

    table: int
    step: Step | None = None
    message: str = ""
    round: tuple[int, ...] = ()


@attrs.define
class Explored:
    """What is known of a game. over: how many tables are ends; stopped: why not all was visited; cut: a property that
    ends the game where it does not hold has done so, and all is to be visited again without it.

    reached: for `eventually` where it came true, for `after` where it was first put to the test. engine: what visited
    the tables.
    """

    states: int = 0
    edges: int = 0
    over: int = 0
    depth: int = 0
    seconds: float = 0.0
    stopped: str | None = None
    cut: bool = False
    bounded: bool = False
    engine: str = "python"
    refuted: dict[Key, Refuted] = attrs.field(factory=dict)
    reached: dict[Key, int] = attrs.field(factory=dict)

    @property
    def speed(self) -> float:
        return self.states / self.seconds if self.seconds else 0.0


class Enough(Exception):
    """A limit is reached."""


class Broken(Exception):
    """A property that is looked at in the middle of play does not hold, and the game is of no use behind it."""


class Large(Exception):
    """There are so many tables that C is quicker, once it is compiled."""


def enough_tables(found: Explored) -> Enough:
    return Enough(f"no more than {found.states} tables were wanted")


def countless(more: Open) -> Enough:
    many = f"{more.limit}" if more.limit < UNCOUNTED else f"more than {UNCOUNTED}"
    return Enough(f"chance could bring {many} different things; let fewer cards take part")
