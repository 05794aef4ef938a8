"""The plan: a program cut where somebody may be asked, with all that an emitter needs to know of it.

A procedure in which nobody is asked is a plain function; its body stays as it is. Any other one is a `Frame`: blocks
of statements, each with an end that says what comes next. While somebody is asked, or another such procedure goes on,
a frame waits at a point; what it still needs by then is kept in slots. Numbers of points and slots are the same
whatever language is written from the plan.
"""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.plan.shown import Shown
from hoyle.source import Span


@attrs.frozen
class Slot:
    """A place of a frame, and the local that is kept there. Place 0 is the point at which the frame waits."""

    number: int
    name: str
    type: t.Type


@attrs.frozen
class Several:
    """The locals of a choice of several: what can be chosen, what was, where to look next, and how many are wanted."""

    pool: str
    got: str
    start: str
    want: str


@attrs.frozen
class Site:
    """A decision at one place of a procedure. reads: the locals that what can be chosen depends on.

    declined: what the text of declining tells of the table; None if that is too much to be worked out each time.
    """

    number: int
    procedure: str
    choose: core.Choose[core.Stmt]
    shown: tuple[Shown, ...]
    reads: frozenset[str]
    several: Several | None = None
    declined: tuple[core.Expr, ...] | None = ()


# ---------------------------------------------------------------------------------------------- steps


@attrs.frozen
class Members:
    """What a loop goes through is fixed, and its first member is next."""

    members: str
    place: str
    source: core.Expr
    span: Span | None = None


@attrs.frozen
class Take:
    """What was answered goes into the locals of an offer."""

    site: int
    offer: int
    into: tuple[str, ...]
    span: Span | None = None


@attrs.frozen
class Pool:
    """What several are chosen from is found, and how many there will be."""

    site: int
    span: Span | None = None


@attrs.frozen
class Add:
    """What was answered joins what was chosen before."""

    site: int
    span: Span | None = None


@attrs.frozen
class Result:
    """What the procedure gave that was performed last goes into a local."""

    into: str
    span: Span | None = None


Step = core.Stmt | Members | Take | Pool | Add | Result

# ---------------------------------------------------------------------------------------------- ends


@attrs.frozen
class Jump:
    to: int


@attrs.frozen
class Fork:
    test: core.Expr
    yes: int
    no: int
    span: Span | None = None


@attrs.frozen
class Turn:
    """The next member of a loop goes into a local, as long as there is one."""

    members: str
    place: str
    var: str
    body: int
    done: int
    span: Span | None = None


@attrs.frozen
class Ask:
    """Somebody is asked, and the frame waits at a point; unless there is nothing to choose.

    Of several, that is so too when as many were chosen as are wanted.
    """

    site: int
    point: int
    nothing: int
    span: Span | None = None


@attrs.frozen
class Sort:
    """What follows an answer, by the offer that was taken."""

    site: int
    offers: tuple[int, ...]
    declined: int | None
    span: Span | None = None


@attrs.frozen
class Draw:
    """Chance decides, and somebody may be asked because of that; unless there is nothing to draw."""

    choose: core.Choose[core.Stmt]
    found: int
    nothing: int
    span: Span | None = None


@attrs.frozen
class Call:
    """Another procedure goes on, while the frame waits at a point."""

    procedure: str
    args: tuple[core.Expr, ...]
    point: int
    span: Span | None = None


@attrs.frozen
class Leave:
    """The procedure is done, or (stops) the game is."""

    value: core.Expr | None = None
    stops: bool = False
    span: Span | None = None


End = Jump | Fork | Turn | Ask | Sort | Draw | Call | Leave


@attrs.frozen
class Block:
    """What is done without asking, and how that ends."""

    number: int
    steps: tuple[Step, ...]
    end: End


@attrs.frozen
class Point:
    """Where a frame waits: it goes on with a block."""

    number: int
    frame: str
    block: int


@attrs.frozen
class Frame:
    """A procedure in which somebody may be asked.

    slots: what is kept while it waits, parameters first; alive: the locals that are needed from a block on.
    """

    name: str
    params: tuple[str, ...]
    entry: int
    blocks: dict[int, Block]
    slots: dict[str, Slot]
    alive: dict[int, frozenset[str]]
    before: dict[int, int]  # from how many blocks each one is come to
