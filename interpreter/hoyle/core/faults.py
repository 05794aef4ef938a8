"""What stops a game in the middle of play, in words: the same for the engine and for the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from hoyle import types as t
from hoyle.core import groups
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.source import Span

DEEPEST = 40  # how often a definition may be at work on smaller lists at once
MOST_LISTS = 50_000  # and how many of them it may remember


class TooMuch(HoyleError):
    """Something takes more work than anybody waits for."""


def _stop(code: str, message: str, span: Span | None, help: str, kind: type[HoyleError] = HoyleError) -> NoReturn:
    raise kind([Diagnostic(code, message, span, help=help)])


def _here(span: Span | None) -> str:
    return f"line {span.line}" if span is not None else "a line"


def too_large(span: Span | None) -> NoReturn:
    """A number that is worked out is none there is."""
    message = f"{_here(span)} works out a number larger than {t.LARGEST:,}, or smaller than its negative"
    _stop("HYL907", message, span, "bound what it is made of, as in `min(n, 1000)`")


def too_much(span: Span | None) -> NoReturn:
    """Something takes more work than there may be between two decisions, or to find anything else out."""
    help = "look at fewer things, or at each of them less often"
    _stop("HYL908", f"{_here(span)} takes too much work", span, help, TooMuch)


def endless(span: Span | None) -> NoReturn:
    """A loop, or what performs itself, has done too much without a decision."""
    message = "the game goes on without anybody being asked" + (f", in line {span.line}" if span is not None else "")
    help = "a loop never ends, or too late: look at its `until`; `hoyle test` shows which"
    _stop("HYL908", message, span, help, TooMuch)


def too_many_groups(span: Span | None) -> NoReturn:
    """A value takes a look at more groups of members of a list than anybody waits for."""
    message = f"{_here(span)} looks at more than {groups.MOST:,} groups"
    help = (
        "say how many each has (`g of 3..5`), what they share (`same(c.suit for c in g)`), or let the list be shorter"
    )
    _stop("HYL914", message, span, help, TooMuch)


def too_deep_down(name: str, span: Span | None) -> NoReturn:
    """A definition asks itself about ever smaller lists, more often than there is room for."""
    message = f"`{name}` asks itself more than {DEEPEST} times, each time inside the other"
    _stop("HYL914", message, span, "ask it about a shorter list", TooMuch)


def too_many_lists(name: str, span: Span | None) -> NoReturn:
    """A definition asks itself about more smaller lists than it can remember."""
    message = f"`{name}` asks itself about more than {MOST_LISTS:,} lists"
    _stop("HYL914", message, span, "ask it about a shorter list, or say which members count", TooMuch)


def too_many(span: Span | None) -> NoReturn:
    """A player cannot be shown that many choices."""
    message = f"{_here(span)} lets somebody choose among more than {t.MOST_CHOICES:,} things"
    _stop("HYL908", message, span, "let them be chosen one after the other, in two decisions")


def too_full(zone: str, holds: int, cards: int, span: Span | None) -> NoReturn:
    """A zone would have more cards than it holds."""
    message = f"{zone} holds {holds}, but {_here(span)} puts {cards} cards there"
    _stop("HYL910", message, span, "forbid what puts them there, or say first which cards make room")


def outside(name: str, value: int, span: Span | None) -> NoReturn:
    """A variable would leave its range."""
    message = f"`{name}` would become {value}, outside its range"
    _stop("HYL907", message, span, "widen the range, or bound the change")


def too_long(span: Span | None) -> NoReturn:
    """A list has more members than any may have."""
    message = f"{_here(span)} makes a list of more than {t.LONGEST_LIST:,}"
    _stop("HYL908", message, span, "make a shorter one, or look at fewer of its members")


def too_long_to_keep(span: Span | None) -> NoReturn:
    """A local or a variable would have a list that is too long for that."""
    message = f"{_here(span)} keeps a list of more than {t.LONGEST:,}"
    _stop("HYL908", message, span, "work it out where it is needed, rather than keep it")


def number_(value: int, span: Span | None) -> int:
    """A number that was worked out, if there is such a number."""
    if not -t.LARGEST <= value <= t.LARGEST:
        too_large(span)
    return value


def absent(name: str, span: Span | None) -> NoReturn:
    """A variable or zone that there is for each card is asked for, for one that takes no part."""
    message = f"{_here(span)} asks for `{name}` of a card that takes no part"
    _stop("HYL911", message, span, "ask first whether the card takes part, as in `if card in Card`")


def never(span: Span | None) -> NoReturn:
    """Something has happened of which the definition says that it never does."""
    message = f"{_here(span)} says that this never happens, and now it has"
    _stop("HYL915", message, span, "say what counts then, or mend what has led to it")


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
