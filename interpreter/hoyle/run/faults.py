"""What stops a game in the middle of play, in words: the same for the engine and for the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from hoyle import types as t
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.source import Span


def line_of(span: Span | None) -> int:
    """The line that is to blame; 0 if nobody wrote it."""
    return span.line if span is not None else 0


def _here(line: int) -> str:
    return f"line {line}" if line else "a line"


def too_large(line: int) -> NoReturn:
    """A number that is worked out is none there is."""
    raise HoyleError.plain(
        "HYL907",
        f"{_here(line)} works out a number larger than {t.LARGEST:,}, or smaller than its negative",
        "bound what it is made of, as in `min(n, 1000)`",
    )


class TooMuch(HoyleError):
    """Something takes more work than anybody waits for."""


def too_much(line: int) -> NoReturn:
    """Something takes more work than there may be between two decisions, or to find anything else out."""
    message = f"{_here(line)} takes too much work"
    raise TooMuch([Diagnostic("HYL908", message, help="look at fewer things, or at each of them less often")])


def endless(line: int) -> NoReturn:
    """A loop, or what performs itself, has done too much without a decision."""
    message = "the game goes on without anybody being asked" + (f", in line {line}" if line else "")
    help = "a loop never ends, or too late: look at its `until`; `hoyle test` shows which"
    raise TooMuch([Diagnostic("HYL908", message, help=help)])


def too_many(line: int) -> NoReturn:
    """A player cannot be shown that many choices."""
    raise HoyleError.plain(
        "HYL908",
        f"{_here(line)} lets somebody choose among more than {t.MOST_CHOICES:,} things",
        "let them be chosen one after the other, in two decisions",
    )


def outside(name: str, value: int) -> NoReturn:
    """A variable would leave its range."""
    raise HoyleError.plain(
        "HYL907", f"`{name}` would become {value}, outside its range", "widen the range, or bound the change"
    )


def too_long(line: int) -> NoReturn:
    """A list has more members than any may have."""
    raise HoyleError.plain(
        "HYL908",
        f"{_here(line)} makes a list of more than {t.LONGEST_LIST:,}",
        "make a shorter one, or look at fewer of its members",
    )


def leaves(items: Sequence[Any]) -> int:
    """How many members a list has, with those of the lists in it; no more are counted than can be kept."""
    if not items or not isinstance(items[0], (list, tuple)):
        return len(items)
    count = 0
    for item in items:
        count += 1 + (leaves(item) if isinstance(item, (list, tuple)) else 0)
        if count > t.LONGEST:
            break
    return count


def too_long_to_keep(line: int) -> NoReturn:
    """A local or a variable would have a list that is too long for that."""
    raise HoyleError.plain(
        "HYL908",
        f"{_here(line)} keeps a list of more than {t.LONGEST:,}",
        "work it out where it is needed, rather than keep it",
    )
