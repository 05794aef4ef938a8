"""Values by their types: what a card, a seat or a member of a kind is made into is told by who asks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hoyle import types as t

T = TypeVar("T")


def read(
    type_: t.Type,
    value: Any,
    *,
    none: T,
    card: Callable[[Any], T],
    seat: Callable[[int], T],
    several: Callable[[t.Type, Sequence[Any]], T],
    other: Callable[[Any], T],
) -> T:
    """What is made of a value. several: of a list, by the type of what is in it; other: of what is none of these."""
    if value is None:
        return none
    match t.settled(type_):
        case t.CardOf():
            return card(value)
        case t.Seat():
            return seat(value)
        case t.ListOf(of) | t.ZoneOf(of):
            return several(of, value)
    return other(value)


def seat_number(seat: int) -> str:
    """A seat that has no other name."""
    return f"player {seat + 1}"


def in_words(
    type_: t.Type,
    value: Any,
    member: Callable[[str, int], str],
    *,
    card: Callable[[Any], str] = str,
    seat: Callable[[int], str] = seat_number,
    several: Callable[[t.Type, Sequence[Any]], str] | None = None,
    other: Callable[[Any], str] = str,
    none: str = "none",
) -> str:
    """A value in words. member: what a member is called, by the name of its kind and its number.

    other: whatever is nothing of all this and no number either; without `several` also a list.
    """

    def word(value: Any) -> str:
        match t.settled(type_):
            case t.Kind(name) if isinstance(value, int):
                return member(name, value)
            case t.YesNo():
                return "yes" if value else "no"
            case t.Numbers():
                return str(value)
        return other(value)

    rows = several or (lambda _, values: other(values))
    return read(type_, value, none=none, card=card, seat=seat, several=rows, other=word)
