"""Nobody has a better place, better cards or easier company than anybody else."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.tournament.seating import MOST, moved_on, places, rows


@often(60)
@given(st.integers(2, 9), st.integers(2, 8), st.integers() | st.text())
def test_every_bot_is_once_at_every_place_of_a_deal(bots: int, places: int, seed: int | str) -> None:
    for row in rows(bots, places, seed)[:50]:
        games = moved_on(row, bots)
        assert len(games) == bots
        for place in range(places):
            assert sorted(game[place] for game in games) == list(range(bots))
        for game in games:
            often_ = Counter(game)
            assert max(often_.values()) - min(often_[bot] for bot in range(bots)) <= 1


@pytest.mark.parametrize(("bots", "places"), [(2, 2), (3, 2), (5, 2), (3, 3), (5, 3), (4, 4), (6, 4)])
def test_over_all_rows_every_row_of_different_bots_is_played_once(bots: int, places: int) -> None:
    played = [game for row in rows(bots, places, 1) for game in moved_on(row, bots)]
    assert sorted(played) == sorted(permutations(range(bots), places))


@pytest.mark.parametrize(("bots", "places"), [(2, 3), (2, 4), (3, 4), (3, 5), (2, 6), (4, 6)])
def test_over_all_rows_the_company_is_even_with_few_bots_too(bots: int, places: int) -> None:
    found = rows(bots, places, 1)
    assert len(set(found)) == len(found) <= MOST
    for one, other in combinations(range(places), 2):
        met = Counter((game[one], game[other]) for row in found for game in moved_on(row, bots))
        apart = {number for (a, b), number in met.items() if a != b}
        assert len(apart) == 1, "some two sit so more often than others"


def test_of_very_many_rows_some_are_drawn() -> None:
    found = rows(12, 8, "x")
    assert len(found) == MOST
    assert all(row[0] == 0 and len(set(row)) == 8 for row in found)
    assert found == rows(12, 8, "x") != rows(12, 8, "y")


def test_seats_that_win_together_are_one_place() -> None:
    assert places((0b0101, 0b1010, 0b0101, 0b1010)) == ((0, 2), (1, 3))
    assert places((1, 2, 4)) == ((0,), (1,), (2,))
    assert places((0b001, 0b110, 0b110)) == ((0,), (1, 2))
