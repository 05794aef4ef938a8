"""Who decides in the place of somebody else, and what is seen then."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.table.seen import both

if TYPE_CHECKING:
    from hoyle.run.state import State


def acting(s: State) -> int | None:
    """The seat in whose place the pending decision is made; None if whoever is asked acts for nobody."""
    slot = None if s.over or not s.frames else s.game.acting[s.site]
    if slot is None:
        return None
    seat: int = s.frames[-1][slot]
    return seat if seat != s.player else None


def eyes(s: State, seat: int | None = None) -> int:
    """A seat (or else whoever is asked) by the number of what it sees now (see `table/seen.py`)."""
    who = s.player if seat is None else seat
    other = acting(s) if who == s.player else None
    return who if other is None else both(s.game.players, who, other)
