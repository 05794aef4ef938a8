"""Values in words: what a thing is depends on its type, what it is called on who asks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle import types as t
from hoyle.values import in_words

SUIT = t.Kind("Suit")


def member(kind: str, number: int) -> str:
    return f"{kind} {number}"


@pytest.mark.parametrize(
    ("type_", "value", "words"),
    [
        (SUIT, 2, "Suit 2"),
        (t.Maybe(SUIT), 2, "Suit 2"),
        (t.Maybe(SUIT), None, "none"),
        (t.YES_NO, True, "yes"),
        (t.YES_NO, False, "no"),
        (t.SEAT, 0, "player 1"),
        (t.CARD, 7, "7"),
        (t.NUMBER, -3, "-3"),
        (t.ListOf(t.SEAT), (0, 1), "(0, 1)"),
    ],
)
def test_what_differs_is_what_things_are_called(type_: t.Type, value: Any, words: str) -> None:
    assert in_words(type_, value, member) == words


def test_everything_has_the_name_it_is_given() -> None:
    def several(of: t.Type, values: Any) -> str:
        return " + ".join(said(of, value) for value in values)

    def said(type_: t.Type, value: Any) -> str:
        return in_words(
            type_, value, member, card=lambda card: f"card {card}", seat="ABC".__getitem__, several=several, none="-"
        )

    assert said(t.ListOf(t.Maybe(t.CARD)), (3, None)) == "card 3 + -"
    assert said(t.ListOf(t.ListOf(t.SEAT)), ((0, 2), (1,))) == "A + C + B"


@given(st.integers(), st.sampled_from([t.ZoneOf(t.CARD), t.Text(), t.NEVER]))
def test_only_what_has_no_words_of_its_own_is_left_to_others(value: int, type_: t.Type) -> None:
    assert in_words(type_, value, member, other=lambda _: "other") == "other"
    assert in_words(t.NUMBER, value, member, other=lambda _: "other") == str(value)
