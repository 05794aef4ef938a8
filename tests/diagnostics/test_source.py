"""Lines, columns and offsets of any text."""

from __future__ import annotations

import pickle
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.source import Source, Span

TEXTS = st.text(st.one_of(st.sampled_from("ab\t \r\n\r\n\x0b\x85\u2028"), st.characters()))


def source(text: str) -> Source:
    return Source("a.hoyle", text)


def test_position_counts_from_one() -> None:
    text = source("ab\ncd\n")
    assert [text.position(offset) for offset in range(7)] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_line_end_is_one(end: str) -> None:
    text = source(f"one{end}{end}three")
    assert [text.line_text(line) for line in (1, 2, 3)] == ["one", "", "three"]
    assert text.line_count == 3


def test_only_line_ends_end_a_line() -> None:
    assert source("a\x0bb\x0cc\x85d\u2028e").line_count == 1


def test_an_empty_text_has_one_line() -> None:
    assert source("").position(0) == (1, 1)
    assert source("").line_text(1) == ""


def test_offsets_outside_are_taken_for_the_nearest() -> None:
    assert source("ab\nc").position(-5) == (1, 1)
    assert source("ab\nc").position(99) == (2, 2)


@pytest.mark.parametrize("line", [0, -1, 3])
def test_a_line_that_is_not_there(line: int) -> None:
    with pytest.raises(IndexError):
        source("a\nb").line_text(line)


@given(TEXTS, st.data())
def test_a_position_leads_back_to_its_offset(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    line, column = source(text).position(offset)
    in_line_end = text[offset - 1 : offset + 1] == "\r\n"
    start, end = source(text).line_bounds(line)
    assert min(start + column - 1, end) == offset - in_line_end


@given(TEXTS)
def test_lines_and_their_ends_are_the_text(text: str) -> None:
    lines = source(text)
    bounds = [lines.line_bounds(line) for line in range(1, lines.line_count + 1)]
    assert bounds[0][0] == 0
    assert bounds[-1][1] == len(text)
    for (_, end), (start, _) in pairwise(bounds):
        assert text[end:start] in ("\n", "\r\n", "\r")
    assert not any(set(lines.line_text(line)) & {"\r", "\n"} for line in range(1, lines.line_count + 1))


def test_span_knows_its_place() -> None:
    span = Span(source("one\ntwo\nthree\n"), 4, 8)
    assert (span.line, span.column, span.text) == (2, 1, "two\n")


def test_spans_join_in_either_order() -> None:
    text = source("one two three")
    one, three = Span(text, 0, 3), Span(text, 8, 13)
    assert one.to(three) == three.to(one) == Span(text, 0, 13)


def test_spans_of_two_sources_do_not_join() -> None:
    with pytest.raises(ValueError, match=r"a\.hoyle"):
        Span(source("a"), 0, 1).to(Span(source("a"), 0, 1))


def test_a_source_survives_pickling() -> None:
    text = source("a\nb")
    text.position(2)
    assert pickle.loads(pickle.dumps(text)).position(2) == (2, 1)


@pytest.mark.parametrize("text", ["x" * 5_000_000, "x\n" * 500_000], ids=["one line", "many lines"])
def test_large_sources_are_quick(text: str) -> None:
    large = source(text)
    started = time.perf_counter()
    for offset in range(0, len(text), 1000):
        large.position(offset)
    assert time.perf_counter() - started < 5
