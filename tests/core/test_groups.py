"""Groups of members of a list: a plan finds the groups that are found by a look at all of them, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.core import groups

LONGEST = 8
SIZES = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 2))


def goes(shape: groups.Shape, keys: Sequence[Sequence[Any]], one: int, other: int, far: int) -> bool:
    """Whether two places may be in a group."""
    word, *parts = shape
    if word in ("and", "or"):
        return (all if word == "and" else any)(goes(part, keys, one, other, far) for part in parts)
    a, b = keys[parts[0]][one], keys[parts[0]][other]
    match word:
        case "same":
            return bool(a == b)
        case "different":
            return bool(a != b)
        case "near":
            return 0 < abs(a - b) <= far
        case "both":
            return bool(a and b)
    assert word == "lacking"
    return not (a and b)


def in_a_row(numbers: Sequence[int]) -> bool:
    return all(b - a == 1 for a, b in pairwise(sorted(numbers)))


@st.composite
def shapes(draw: st.DrawFn, depth: int = 2) -> groups.Shape:
    if depth and draw(st.booleans()):
        parts = draw(st.lists(shapes(depth - 1), min_size=2, max_size=3))
        return draw(st.sampled_from(["and", "or"])), *parts
    return draw(st.sampled_from(["same", "different", "near", "both", "lacking"])), draw(st.integers(0, 1))


@given(st.data(), st.integers(0, LONGEST), SIZES)
@often(400)
def test_a_plan_finds_what_a_look_at_all_groups_finds(
    data: st.DataObject, count: int, sizes: tuple[int, int | None]
) -> None:
    row = st.lists(st.integers(0, 4), min_size=count, max_size=count)
    members = list(range(100, 100 + count))
    low, high = sizes[0], None if sizes[1] is None else sizes[0] + sizes[1]
    keys = [data.draw(row), data.draw(row)]
    shape = data.draw(st.none() | shapes())
    chain, values = data.draw(st.none() | row), data.draw(st.none() | row)
    most = None if values is None else data.draw(st.integers(-1, 9))
    exactly = values is not None and data.draw(st.booleans())
    largest = count if high is None else min(high, count)
    wanted = []
    for size in range(low, largest + 1):
        for places in combinations(range(count), size):
            held = shape is None or all(
                goes(shape, keys, one, other, largest - 1) for one, other in combinations(places, 2)
            )
            held = held and (chain is None or in_a_row([chain[place] for place in places]))
            if values is not None and most is not None:
                total = sum(values[place] for place in places)
                held = held and (total == most if exactly else total <= most)
            if held:
                wanted.append(tuple(members[place] for place in places))
    found, _ = groups.planned(members, low, high, (shape, exactly), chain, values, most, *keys)
    assert found == wanted


@given(st.integers(0, LONGEST), SIZES)
def test_all_groups_come_smaller_ones_first_and_then_by_their_places(count: int, sizes: tuple[int, int | None]) -> None:
    low, high = sizes[0], None if sizes[1] is None else sizes[0] + sizes[1]
    found = groups.every(range(count), low, high)
    assert found == sorted(found, key=lambda group: (len(group), group))
    assert len(found) == sum(comb(count, size) for size in range(low, 1 + (count if high is None else high)))


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40))
def test_how_many_groups_there_are_is_known_without_a_look_at_them(count: int, low: int, high: int) -> None:
    wanted = sum(comb(count, size) * (1 + size // groups.LONG) for size in range(low, min(high, count) + 1))
    found = groups.number_of(count, low, high)
    assert found == wanted if wanted <= groups.MOST else found > groups.MOST


@pytest.mark.parametrize(("count", "low", "high"), [(52, 5, 5), (40, 1, None), (10**5, 2, 2), (10**5, 0, None)])
def test_nobody_looks_at_too_many(count: int, low: int, high: int | None) -> None:
    with pytest.raises(groups.TooMany):
        groups.every(range(count), low, high)
    everything = [0] * count
    with pytest.raises(groups.TooMany):
        groups.planned(range(count), low, high, (None, False), None, everything, 1)


def test_what_is_broken_once_is_not_gone_on_with() -> None:
    """Of a whole deck only a few groups are looked at."""
    deck = range(52)
    suits, ranks = [card // 13 for card in deck], [card % 13 for card in deck]
    books, looked = groups.planned(deck, 3, 4, (("same", 0), False), None, None, None, ranks)
    assert len(books) == 65 and looked < 200
    runs, looked = groups.planned(deck, 3, None, (("same", 0), False), ranks, None, None, suits)
    assert len(runs) == 264 and looked < 400
