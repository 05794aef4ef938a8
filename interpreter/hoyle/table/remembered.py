"""How much of a game is remembered: its log stays in memory as long as the game does.

It is counted in things: all that happens is one, and so is every card to which it does. What somebody chooses is none:
of that there is as much as somebody wants.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoyle import types as t
from hoyle.core.faults import TooMuch
from hoyle.diagnostics import Diagnostic
from hoyle.table import moves

AT_ONCE = 100_000  # between two decisions; the longest games there are come to some thousands
ALTOGETHER = 1_000_000
EACH = 15  # less than what anything costs of which there may be many (see `program/work.py`)
MUCH_AT_ONCE, MUCH = EACH * AT_ONCE, EACH * ALTOGETHER  # work that may come to that
HELP = "a loop does the same again and again: look at its `until`, and at what it changes"


def remember_lately(s: Any, before: Any) -> None:
    """As `remember`, once so much work was done that much may have happened: MUCH since it was counted, or at once.

    `s.uncounted` is the work of the whole game, where it was counted as little as what happened stands for.
    """
    remember(s, before)
    s.uncounted = EACH * s.counted[1]


def remember(s: Any, before: Any) -> None:
    """Nothing more can be remembered than this: since `before`, an earlier `log`, and in the whole game.

    `s.counted` is the log up to where it was counted before, and how much that was.
    """
    counted, known = s.counted
    entry, things, of = s.log, 0, THINGS.get
    while entry is not before and entry is not None and entry is not counted:
        count = of(entry[1])
        things += 1 if count is None else count(entry)
        entry = entry[0]
    if things > AT_ONCE:
        raise _too_much(f"more than {AT_ONCE:,} things happen without anybody being asked")
    while entry is not None and entry is not counted:
        count = of(entry[1])
        things += 1 if count is None else count(entry)
        entry = entry[0]
    s.counted = s.log, things + (0 if entry is None else known)
    if s.counted[1] > ALTOGETHER:
        raise _too_much(f"more than {ALTOGETHER:,} things have happened in this game")


def forget(s: Any) -> None:
    """Let go of the log, as far as nobody will ask for it: only how much it was stays, and its last entry as a mark."""
    if s.log is not None:
        remember_lately(s, s.log)
        s.log = (None, *s.log[1:])
        s.counted = s.log, s.counted[1]


def _of_told(entry: Any) -> int:
    rows = zip((part for part in entry[2] if not isinstance(part, str)), entry[3], strict=True)
    return 1 + sum(len(value) for type_, value in rows if isinstance(type_, t.ListOf))


def _of_cards(entry: Any) -> int:
    return 1 + (len(entry[2]) if entry[2].__class__ is tuple else 1)


# by what happened, from the log entry that says it; all else is one thing
THINGS: dict[int, Callable[[Any], int]] = {
    moves.MOVED: _of_cards,
    moves.TURNED: _of_cards,
    moves.SWEPT: lambda entry: 1 + sum(map(len, entry[3])),
    moves.SHIFTED: lambda entry: 2,
    moves.PLAYED: lambda entry: 2,
    moves.CHOSEN: lambda entry: 0,
    moves.DREW: lambda entry: 1 + len(entry[3]),
    moves.TOLD: _of_told,
}


def _too_much(message: str) -> TooMuch:
    return TooMuch([Diagnostic("HYL908", message, help=HELP)])
