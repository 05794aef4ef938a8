"""Games in C of which more is wanted than how they end: measures of each, or a number that says how it went."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

from hoyle.native.library import FAILED, OVER, Library

_LONG = ctypes.c_int64
_MOST = 2**62
COUNTS = 7  # numbers of each game, in the order of their names in `Measures`


class _Series(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = (
        [(name, _LONG) for name in ("first", "games", "cap", "length")]
        + [("text", ctypes.c_char_p), ("bots", ctypes.c_char_p)]
        + [("status", ctypes.c_void_p)]
    )


class _Metered(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [("games", _Series), ("high", _LONG)] + [
        (name, ctypes.c_void_p) for name in ("won", "scores", "counts")
    ]


class _Traced(ctypes.Structure):
    _fields_: ClassVar[list[Any]] = [("games", _Series), ("sites", _LONG), ("variables", _LONG)] + [
        (name, ctypes.c_void_p) for name in ("forms", "values", "marks")
    ]


@attrs.frozen
class Series:
    """Some games: their seeds are `text` and a number behind it, from `first` on. bots: for each seat 0 for any choice,
    1 for the first; cap: decisions after which a game is cut off."""

    text: str
    first: int
    games: int
    bots: bytes
    cap: int

    def in_c(self, status: Any) -> Any:
        data = self.text.encode("utf-8", "surrogatepass")
        cap = min(self.cap, _MOST)
        return _Series(self.first, self.games, cap, len(data), data, self.bots, ctypes.addressof(status))


@attrs.frozen
class Measures:
    """What was noted of one game that nothing stopped. over: it was not cut off. behind: decisions at which nobody who
    won had the best score. upset: somebody had it before the last hand who did not win."""

    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    turns: int
    hands: int
    options: int
    lead_changes: int
    behind: int
    upset: bool


def metered(library: Library, series: Series, high: bool) -> list[Measures | None]:
    """What is measured in some games; None for one that something stopped. high: high scores are the good ones."""
    games, seats = series.games, library.players
    status = (ctypes.c_int8 * games)()
    won, scores = (ctypes.c_uint8 * (games * seats))(), (_LONG * (games * seats))()
    counts = (_LONG * (games * COUNTS))()
    row = _Metered(series.in_c(status), high, *(ctypes.addressof(array) for array in (won, scores, counts)))
    library.c.metered(library.desk.state, ctypes.byref(row))
    found: list[Measures | None] = []
    for game, done in enumerate(status):
        places = won[game * seats : (game + 1) * seats]
        winners = tuple(seat for _, seat in sorted((place, seat) for seat, place in enumerate(places) if place))
        decisions, turns, hands, options, changes, behind, upset = counts[game * COUNTS : (game + 1) * COUNTS]
        whole = tuple(scores[game * seats : (game + 1) * seats])
        made = Measures(done == OVER, winners, whole, decisions, turns, hands, options, changes, behind, upset > 0)
        found.append(None if done == FAILED else made)
    return found


def traced(
    library: Library, series: Series, forms: Sequence[int], values: Sequence[tuple[int, int]]
) -> list[tuple[int, int] | None]:
    """How some games went, as numbers: equal ones are of games that went the same way. None for one that something
    stopped, or that came to a decision without a form.

    forms: for each decision what its choices look like, 0 if that cannot be told. values: the numbers of the variables
    that count, each with how deep its lists are.
    """
    status, marks = (ctypes.c_int8 * series.games)(), (ctypes.c_uint64 * series.games)()
    looks, kept = (_LONG * len(forms))(*forms), (_LONG * (2 * len(values)))(*(n for pair in values for n in pair))
    arrays = (ctypes.addressof(array) for array in (looks, kept, marks))
    row = _Traced(series.in_c(status), len(forms), len(values), *arrays)
    library.c.traced(library.desk.state, ctypes.byref(row))
    return [None if done == FAILED else (done, mark) for done, mark in zip(status, marks, strict=True)]
