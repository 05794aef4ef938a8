"""Where the zones and values of an index are kept, and which index a place is of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hoyle.program.program import Family

DIMS = st.lists(st.tuples(st.integers(-3, 9), st.integers(1, 5)), max_size=4).map(tuple)


@given(st.integers(0, 50), DIMS)
def test_there_and_back(base: int, dims: tuple[tuple[int, int], ...]) -> None:
    family = Family("cell", base, dims)
    places = range(base, base + family.size)
    assert [family.index(place) for place in places] == family.indices()
    assert [family.number(index) for index in family.indices()] == list(places)
