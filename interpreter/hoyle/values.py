"""Values in words, by their types: one printer, which is told what cards, seats and members of kinds are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hoyle import types as t


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

    several: a list, by the type of what is in it. other: whatever is nothing of all this and no number either.
    """
    if value is None:
        return none
    match t.settled(type_):
        case t.Kind(name) if isinstance(value, int):
            return member(name, value)
        case t.YesNo():
            return "yes" if value else "no"
        case t.Seat():
            return seat(value)
        case t.CardOf():
            return card(value)
        case t.ListOf(of) if several is not None:
            return several(of, value)
        case t.Numbers():
            return str(value)
    return other(value)
