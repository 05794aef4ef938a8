"""What was asked on the way to a place in a body, and what was done since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from hoyle.core import nodes as core

LONGEST_AGO = 30  # steps after which nobody remembers what was asked
MOST_HELD = 16


@attrs.define(eq=False)
class Steps:
    """What is done; of a loop it is known only when all of it has been read."""

    stmts: tuple[core.Said, ...] = ()


@attrs.frozen
class Held:
    """A condition that held, and what was done since."""

    test: core.Expr
    since: tuple[Steps, ...] = ()


def past(held: Sequence[Held], steps: Steps) -> tuple[Held, ...]:
    """What was asked before these steps."""
    near = [one for one in held if len(one.since) < LONGEST_AGO][-MOST_HELD:]
    return tuple(attrs.evolve(one, since=(*one.since, steps)) for one in near)


def just_asked(held: Iterable[Held]) -> list[core.Expr]:
    """The conditions since which nothing was done."""
    return [one.test for one in held if not one.since]
