"""Rows cut out of a table: whatever the rows and keys are, every key has the value that was said of it last."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from hoyle.apply.rows import changed, kinds
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse

SUITS = ("coins", "cups", "swords")
NUMBERS = range(1, 10)
Said = list[tuple[str, str, int | None]]

number_cells = st.one_of(
    st.sampled_from(["1..9", "..4", "5..", "3", "2, 7..8"]),
    st.tuples(st.integers(1, 9), st.integers(1, 9)).map(lambda ends: f"{min(ends)}..{max(ends)}"),
)
suit_cells = st.sampled_from(["Suit", "coins", "cups, swords", "coins..cups", "swords", "coins, swords"])
cuts = st.lists(st.tuples(suit_cells, number_cells, st.none() | st.integers(0, 99)), min_size=1, max_size=6)


def table(rows: list[tuple[str, str, int]]) -> tree.File:
    lines = "".join(f"    | {suit} | {number} | {value} |\n" for suit, number, value in rows)
    text = f"library x\nkind Suit : {' | '.join(SUITS)}\n"
    text += f"table fee(suit, n : 1..9) : number\n    | suit | n | fee |\n{lines}"
    file, diagnostics = parse(Source("x", text))
    assert file is not None and not diagnostics
    return file


def cells(suit: str, number: str, value: int | None) -> tuple[tree.Cell, tree.Cell, tree.Cell | None]:
    fee = table([(suit, number, value or 0)]).decls[-1]
    assert isinstance(fee, tree.Table)
    one, two, three = fee.rows[1].cells
    return one, two, None if value is None else three


def meaning(rows: tuple[tree.Row, ...]) -> dict[tuple[str, int], int]:
    """What the rows say for every key; none is said twice."""
    found: dict[tuple[str, int], int] = {}
    for row in rows[1:]:
        value = row.cells[2].items[0]
        assert isinstance(value, tree.Number)
        for key in product(words(row.cells[0]), numbers(row.cells[1])):
            assert key not in found
            found[key] = value.value
    return found


def words(cell: tree.Cell) -> list[str]:
    found: list[str] = []
    for item in cell.items:
        if isinstance(item, tree.CellRange):
            found += SUITS[SUITS.index(str(item.low)) : SUITS.index(str(item.high)) + 1]
        elif isinstance(item, tree.Word):
            found += SUITS if item.text == "Suit" else [item.text]
    return found


def numbers(cell: tree.Cell) -> list[int]:
    found: list[int] = []
    for item in cell.items:
        if isinstance(item, tree.CellRange):
            low = item.low if isinstance(item.low, int) else NUMBERS[0]
            high = item.high if isinstance(item.high, int) else NUMBERS[-1]
            found += range(max(low, NUMBERS[0]), min(high, NUMBERS[-1]) + 1)
        elif isinstance(item, tree.Number):
            found.append(item.value)
    return found


@given(cuts)
def test_every_key_has_the_value_that_was_said_of_it_last(said: Said) -> None:
    file = table([("coins", "..3", 1), ("coins", "4..", 2), ("cups, swords", "1..9", 3)])
    fee = file.decls[-1]
    assert isinstance(fee, tree.Table)
    rows, expected = fee.rows, meaning(fee.rows)
    for suit, number, value in said:
        one, two, three = cells(suit, number, value)
        keys = set(product(words(one), numbers(two)))
        made = changed(rows, (one, two), three, kinds([file]), fee.span)
        if made is None:
            assert not keys & set(expected)
            continue
        rows = made
        expected = {key: old for key, old in expected.items() if key not in keys}
        if value is not None:
            expected |= dict.fromkeys(keys, value)
        assert meaning(rows) == expected
