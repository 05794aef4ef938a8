"""What emitted code calls: small functions that are the same for every game."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import Any

from hoyle import types as t
from hoyle.core import faults, groups
from hoyle.core.operators import consecutive, plain
from hoyle.diagnostics import HoyleError
from hoyle.run.look import apart, offered, picked, unsaid
from hoyle.run.parts import in_words, zone
from hoyle.table import chance, moves
from hoyle.table.board import Over
from hoyle.table.seen import both, laid_out

SOON = 16
GROUP = 10  # what a look at a group costs
FREE = SOON + 2  # blocks that are done without being counted


def too_deep() -> HoyleError:
    """What is wrong where Python can go no deeper."""
    return HoyleError.plain("HYL908", "effects set each other off without end")


def if_none(value: Any, instead: Callable[[], Any]) -> Any:
    """A value, or another one where there is none, which is not worked out before: that may stop the game."""
    return instead() if value is None else value


def best_(which: Callable[[list[Any]], Any], pairs: list[tuple[Any, Any]]) -> list[Any]:
    if not pairs:
        return []
    best = which([k for k, _ in pairs])
    return [x for k, x in pairs if k == best]


def fixed_(items: Sequence[Any] | None, place: Any) -> tuple[Any, ...] | None:
    """A list that is kept, or none."""
    if items is None:
        return None
    if faults.leaves(items) > t.LONGEST:
        faults.too_long_to_keep(place)
    return tuple(items)


def present(card: int, name: str, place: Any) -> int:
    """A card of which that is kept, if it takes part."""
    if card < 0:
        faults.absent(name, place)
    return card


def sure(value: Any, place: Any) -> Any:
    """A value of which the definition says that it is not none."""
    if value is None:
        faults.never(place)
    return value


def range_(low: int, high: int, place: Any) -> range:
    if high - low >= t.LONGEST_LIST:
        faults.too_long(place)
    return range(low, high + 1)


def concat_(one: Sequence[Any], two: Sequence[Any], place: Any) -> tuple[Any, ...]:
    if len(one) + len(two) > t.LONGEST_LIST:
        faults.too_long(place)
    return (*one, *two)


def flattened_(rows: Sequence[Sequence[Any]], place: Any) -> tuple[Any, ...]:
    if sum(map(len, rows)) > t.LONGEST_LIST:
        faults.too_long(place)
    return tuple(x for row in rows for x in row)


def sorted_(pairs: list[tuple[Any, Any]]) -> list[Any]:
    """The second ones, with the lowest first one first; equal ones stay in their order."""
    return [x for _, x in sorted(pairs, key=itemgetter(0))]


def without_(items: Iterable[Any], gone: Iterable[Any]) -> list[Any]:
    out: Any = list(gone)
    with suppress(TypeError):  # a list in a list has no hash
        out = set(out)
        return [x for x in items if x not in out]
    return [x for x in items if x not in out]


def grouped(
    s: Any, place: Any, members: Iterable[Any], low: int, high: int | None, shape: groups.Shape, most: int | None,
    *asked: Callable[[Any], Any] | None,
) -> list[groups.Group]:  # fmt: skip
    """The groups that a plan finds. asked: what it asks of each member."""
    members = list(members)
    rows = [None if ask is None else list(map(ask, members)) for ask in asked]
    try:
        found, looked = groups.planned(members, low, high, shape, rows[0], rows[1], most, *rows[2:])  # type: ignore[arg-type]
    except groups.TooMany:
        faults.too_many_groups(place)
    s.fuel -= looked * GROUP
    if s.fuel < 0:
        faults.too_much(place)
    return found


def spend(s: Any, steps: int, place: Any) -> None:
    """So much work is about to be done (see `program/work.py`): nobody waits for ever."""
    s.fuel -= steps
    if s.fuel < 0:
        faults.endless(place)


def spent(s: Any, items: Sequence[Any], each: int, place: Any) -> Sequence[Any]:
    """The same for every member of a list that is gone through."""
    s.fuel -= len(items) * each
    if s.fuel < 0:
        faults.too_much(place)
    return items


def fewer(pool: Sequence[Any], place: Any) -> None:
    """There are not too many candidates."""
    if len(pool) > t.MOST_CHOICES:
        faults.too_many(place)


def fit(s: Any, first: int, end: int, holds: int, place: Any) -> None:
    """None of these zones has more cards in it than it holds; what stands in that place may have put them there."""
    for number in range(first, end):
        if len(s.z[number]) > holds:
            faults.too_full(in_words([zone(s.game, number)]), holds, len(s.z[number]), place)


def end(s: Any, ending: str, winners: Iterable[int]) -> None:
    s.over = True
    s.winners = tuple(dict.fromkeys(winners))
    s.ending = ending
    s.log = (s.log, moves.ENDED, ending, s.winners)
    raise Over


def leave(s: Any, value: Any) -> Any:
    """The end of a procedure that may ask: its frame goes, and what it interrupted goes on."""
    s.result = value
    frames = s.frames
    frames.pop()
    return s.game.points[frames[-1][0]] if frames else None


def drawn(s: Any, name: str, pool: Sequence[Any]) -> Any:
    value = chance.one(s, pool, name)
    s.log = (s.log, moves.DREW, name, (value,))
    return value


def drawn_several(s: Any, name: str, pool: Sequence[Any], count: int, up_to: bool) -> tuple[Any, ...] | None:
    found = chance.sample(s, tuple(pool), min(count, len(pool)), name)
    s.log = (s.log, moves.DREW, name, found)
    return found if found or pool else None


# fmt: off
_CALLED: tuple[Callable[..., Any], ...] = (
    if_none, fixed_, present, sure, range_, concat_, flattened_, without_, sorted_, grouped, spent, fewer, fit, end,
    leave, drawn, drawn_several,
    apart, both, offered, picked, unsaid, laid_out,
    faults.number_, faults.outside, faults.endless, faults.too_much, faults.too_deep_down, faults.too_many_lists,
    moves.move, moves.put, moves.put_all, moves.move_all, moves.move_family, moves.move_top, moves.gather, moves.sweep,
    moves.face, moves.shuffle, moves.tell,
)
# fmt: on

SUPPORT: dict[str, Any] = {
    **{function.__name__: function for function in _CALLED},
    **{
        name: getattr(moves, name)
        for name in ("MOVED", "CHOSEN", "PLAYED", "SHIFTED", "SWEPT", "COUNTED", "TOLD", "FOLDED")
    },
    "other": lambda value, instead: instead if value is None else value,
    "first_": lambda items: items[0] if items else None,
    "last_": lambda items: items[-1] if items else None,
    "once_": lambda items: tuple(dict.fromkeys(items)),
    "divided": lambda a, b: a // b if b else 0,
    "modulo": lambda a, b: a % b if b else 0,
    "top": lambda cards, count: cards[: -count - 1 : -1] if count > 0 else [],
    "insort": insort,
    "together": chain.from_iterable,
    "max_": partial(max, default=None),
    "min_": partial(min, default=None),
    "highest_": partial(best_, max),
    "lowest_": partial(best_, min),
    "plain_": plain,
    "different_": lambda values: len(set(values)) == len(values),
    "consecutive_": consecutive,
}
