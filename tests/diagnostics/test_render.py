"""What diagnostics look like, and that no text can spoil it."""

from __future__ import annotations

import json
import pickle
import re
import textwrap
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from hoyle.diagnostics import (
    Diagnostic,
    Diagnostics,
    Fix,
    HoyleError,
    Label,
    Severity,
    as_json,
    as_lines,
    for_people,
    one_line,
    ordered,
    quote,
)
from hoyle.source import Source, Span

GAME = Source(
    "showdown.hoyle",
    textwrap.dedent("""\
        define fits(card) = card.colour in colors_played
        define opening = 0
        except opening as three when players is 3 gives 31
        except opening as few when players < 4 gives 11
        phase deal_out

            shuffle deck
            deal 7 from deck to hand

        """),
)
LIBRARY = Source("tricks.hoyle", "library tricks\nzone deck : pile\n")


def span(words: str, source: Source = GAME, nth: int = 0) -> Span:
    start = [found.start() for found in re.finditer(re.escape(words), source.text)][nth]
    return Span(source, start, start + len(words))


def people(*diagnostics: Diagnostic, width: int = 80) -> str:
    return for_people(diagnostics, color=False, width=width)


def looks_like(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


# ---------------------------------------------------------------- for people


def test_excerpt_help_and_fix() -> None:
    unknown = Diagnostic(
        "HYL002",
        "unknown name `colour`",
        span("colour"),
        help="`Showdown` has `color` and `value`",
        fix=Fix(span("colour"), "color"),
    )
    assert people(unknown) == looks_like("""
        error HYL002: unknown name `colour`
          at showdown.hoyle:1:26
          1 | define fits(card) = card.colour in colors_played
            |                          ^^^^^^
          help: `Showdown` has `color` and `value`
          fix: replace `colour` with `color`
        """)


def test_labels_stand_in_the_order_of_lines_and_files() -> None:
    clash = Diagnostic(
        "HYL002",
        "two exceptions to `opening` may both apply",
        span("few"),
        (
            Label(span("deck", LIBRARY), "the deck is here"),
            Label(span("three"), "holds with 3 players"),
            Label(span("fits"), "not this one"),
        ),
    )
    assert people(clash) == looks_like("""
        error HYL002: two exceptions to `opening` may both apply
          at showdown.hoyle:4:19
          1 | define fits(card) = card.colour in colors_played
            |        ---- not this one
          ...
          3 | except opening as three when players is 3 gives 31
            |                   ----- holds with 3 players
          4 | except opening as few when players < 4 gives 11
            |                   ^^^
          and tricks.hoyle:2:6
          2 | zone deck : pile
            |      ---- the deck is here
        """)


def test_two_marks_on_one_line_share_it() -> None:
    both = Diagnostic("HYL002", "no", span("fits"), (Label(span("card", nth=1), "this card"),))
    assert people(both) == looks_like("""
        error HYL002: no
          at showdown.hoyle:1:8
          1 | define fits(card) = card.colour in colors_played
            |        ^^^^
            |                     ---- this card
        """)


def test_of_several_lines_the_first_and_last_are_shown() -> None:
    start = GAME.text.index("phase")
    assert people(Diagnostic("HYL002", "no", Span(GAME, start, len(GAME.text)))) == looks_like("""
        error HYL002: no
          at showdown.hoyle:5:1
          5 | phase deal_out
            | ^^^^^^^^^^^^^^
          ...
          8 |     deal 7 from deck to hand
            |     ^^^^^^^^^^^^^^^^^^^^^^^^
        """)


def test_an_empty_span_gets_one_caret_also_behind_the_last_line() -> None:
    text = Source("a.hoyle", "flow\n")
    assert people(Diagnostic("HYL003", "no", Span(text, 4, 4))).splitlines()[-2:] == ["  1 | flow", "    |     ^"]
    assert people(Diagnostic("HYL003", "no", Span(text, 5, 5))).splitlines()[-2:] == ["  2 |", "    | ^"]


def test_without_a_place() -> None:
    assert people(Diagnostic("HYL001", "this game is for 3 to 6 players", help="say 3\n    or 4")) == looks_like("""
        error HYL001: this game is for 3 to 6 players
          help: say 3
                    or 4
        """)


@pytest.mark.parametrize(
    ("fix", "says"),
    [
        (Fix(span("in "), ""), ["fix: remove `in ` at showdown.hoyle:1:33"]),
        (Fix(Span(GAME, 25, 25), "the "), ["fix: insert `the `"]),
        (Fix(Span(LIBRARY, 0, 0), "x"), ["fix: insert `x` at tricks.hoyle:1:1"]),
        (Fix(span("colour"), "a\n    b\n"), ["fix: replace `colour` with", "         a", "             b"]),
    ],
)
def test_fixes(fix: Fix, says: list[str]) -> None:
    text = people(Diagnostic("HYL002", "no", span("colour"), fix=fix))
    assert "\n".join(text.splitlines()[4:]).strip() == "\n".join(says)


def test_a_megabyte_on_one_line_is_cut_around_the_caret_and_quick() -> None:
    long = Source("long.hoyle", "x, " * 500_000 + "HERE" + ", x" * 500_000)
    here = span("HERE", long)
    started = time.perf_counter()
    text = people(*(Diagnostic("HYL002", f"no {n}", Span(long, here.start - n, here.end)) for n in range(40)))
    assert time.perf_counter() - started < 5
    row, stroke = text.splitlines()[-2:]
    assert "HERE" in row
    assert row.count("...") == 2
    assert row[stroke.index("^") :].startswith("HERE")
    assert max(map(cell_len, text.splitlines())) <= 80


def test_marks_far_apart_on_a_long_line_are_both_shown() -> None:
    long = Source("long.hoyle", "FIRST" + " x" * 1000 + " LAST")
    text = people(Diagnostic("HYL002", "no", span("LAST", long), (Label(span("FIRST", long), "first"),)))
    rows = text.splitlines()[2:]
    assert rows[0].startswith("  1 | FIRST")
    assert rows[1] == "    | ----- first"
    assert rows[2].endswith(" LAST")
    assert rows[3].index("^^^^") == rows[2].index("LAST")


def test_tabs_and_wide_characters_keep_the_caret_below() -> None:
    text = Source("a.hoyle", "\t山田 = bad\r\n")
    assert people(Diagnostic("HYL002", "no", span("bad", text))).splitlines()[-2:] == [
        "  1 |     山田 = bad",
        "    |            ^^^",
    ]


def test_a_long_label_goes_below_its_dashes() -> None:
    text = people(Diagnostic("HYL002", "no", None, (Label(span("colors_played"), "word " * 12),)), width=60)
    assert text.splitlines()[-4:] == [
        "    |                                    -------------",
        "    |                            word word word word word",
        "    |                            word word word word word",
        "    |                            word word",
    ]


# ---------------------------------------------------------------- for editors and programs


def test_one_line() -> None:
    assert one_line(Diagnostic("HYL002", "no", span("colour"))) == "showdown.hoyle:1:26: error HYL002: no"
    assert one_line(Diagnostic("HYL002", "no", severity=Severity.WARNING)) == "warning HYL002: no"


def test_json() -> None:
    found = Diagnostic("HYL002", "no", span("colour"), (Label(span("deck", LIBRARY), "here"),), "try", fix=None)
    place = {
        "file": "showdown.hoyle",
        "start": {"line": 1, "column": 26, "offset": 25},
        "end": {"line": 1, "column": 32, "offset": 31},
    }
    label = {
        "text": "here",
        "file": "tricks.hoyle",
        "start": {"line": 2, "column": 6, "offset": 20},
        "end": {"line": 2, "column": 10, "offset": 24},
    }
    assert json.loads(as_json([found])) == {
        "diagnostics": [
            {"code": "HYL002", "severity": "error", "message": "no"}
            | place
            | {"labels": [label], "help": "try", "fix": None}
        ],
        "more": 0,
    }


def test_json_of_a_fix_and_of_no_place() -> None:
    found = json.loads(as_json([Diagnostic("HYL002", "no", fix=Fix(Span(GAME, 0, 0), "x"))]))["diagnostics"][0]
    assert (found["file"], found["start"], found["end"], found["help"]) == (None, None, None, None)
    assert found["fix"]["replacement"] == "x"
    assert found["fix"]["end"] == {"line": 1, "column": 1, "offset": 0}


# ---------------------------------------------------------------- many


def test_sorted_by_source_and_offset_without_repeats() -> None:
    plain = Diagnostic("HYL001", "no")
    early = Diagnostic("HYL002", "no", Span(GAME, 7, 11))
    again = Diagnostic("HYL002", "no, and longer", Span(GAME, 7, 20))
    late = Diagnostic("HYL002", "no", span("few"))
    other = Diagnostic("HYL002", "no", span("deck", LIBRARY))
    assert ordered([other, late, early, plain, again, plain]) == [plain, early, late, other]


def test_too_many_are_counted_and_errors_come_before_warnings() -> None:
    warnings = [Diagnostic("HYL002", "no", Span(GAME, n, n), severity=Severity.WARNING) for n in range(60)]
    error = Diagnostic("HYL003", "the one that matters", Span(GAME, 60, 60))
    for text in (people(*warnings, error), as_lines([*warnings, error])):
        assert text.endswith("... and 11 more")
        assert text.count(" HYL00") == 50
        assert "the one that matters" in text
    assert json.loads(as_json([*warnings, error]))["more"] == 11
    assert as_lines(warnings[:3], limit=3).count("more") == 0


def test_the_collector_knows_errors_from_warnings() -> None:
    found = Diagnostics()
    found.add(Diagnostic("HYL002", "no", span("few"), severity=Severity.WARNING))
    assert not found.has_errors
    found.add(Diagnostic("HYL002", "no", span("fits")))
    assert found.has_errors
    assert [diagnostic.span for diagnostic in found.all()] == [span("fits"), span("few")]


def test_an_error_says_the_first_few() -> None:
    error = HoyleError(Diagnostic("HYL002", "no", Span(GAME, n, n)) for n in range(5))
    assert str(error).splitlines() == [
        "showdown.hoyle:1:1: error HYL002: no",
        "showdown.hoyle:1:2: error HYL002: no",
        "showdown.hoyle:1:3: error HYL002: no",
        "... and 2 more",
    ]


def test_a_plain_error() -> None:
    error = HoyleError.plain("HYL001", "no such option `speed`", help="options: `passing`")
    assert str(error) == "error HYL001: no such option `speed`"
    assert error.diagnostics == (Diagnostic("HYL001", "no such option `speed`", help="options: `passing`"),)


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(HoyleError([Diagnostic("HYL002", "no", span("few"))])))
    assert str(error) == "showdown.hoyle:4:19: error HYL002: no"


# ---------------------------------------------------------------- any text at all

NASTY = st.sampled_from(
    ["\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "\u202e", "\ufe0f", "\r", "\r\n", "\t", "\x00", "山", "e\u0301"]
)
TEXTS = st.lists(st.one_of(NASTY, st.text(st.characters(exclude_categories=()), max_size=30)), max_size=8).map("".join)
OFFSETS = st.integers(-5, 100)


@st.composite
def diagnostics(draw: st.DrawFn) -> list[Diagnostic]:
    sources = [Source(draw(TEXTS), draw(TEXTS)) for _ in range(2)]
    spans = st.builds(Span, st.sampled_from(sources), OFFSETS, OFFSETS)
    return draw(
        st.lists(
            st.builds(
                Diagnostic,
                code=st.sampled_from(["HYL001", "HYL002"]),
                message=TEXTS,
                span=st.none() | spans,
                labels=st.lists(st.builds(Label, spans, TEXTS), max_size=3).map(tuple),
                help=st.none() | TEXTS,
                severity=st.sampled_from(Severity),
                fix=st.none() | st.builds(Fix, spans, TEXTS),
            ),
            max_size=4,
        )
    )


@given(diagnostics(), st.integers(0, 120))
def test_nothing_unprintable_gets_through(found: list[Diagnostic], width: int) -> None:
    plain = for_people(found, color=False, width=width)
    lines = as_lines(found)
    assert all(line.isprintable() for text in (plain, lines, as_json(found)) for line in text.split("\n"))
    assert len(lines.split("\n")) == max(len(ordered(found)), 1)


@given(diagnostics(), st.integers(0, 120))
def test_colors_only_add_colors(found: list[Diagnostic], width: int) -> None:
    plain, colored = (for_people(found, color=color, width=width) for color in (False, True))
    assert re.sub(r"\x1b\[[0-9;]+m", "", colored) == plain


@given(diagnostics())
def test_json_is_json(found: list[Diagnostic]) -> None:
    text = as_json(found)
    assert text.isascii()
    assert len(json.loads(text)["diagnostics"]) == len(ordered(found))
    json.dumps(json.loads(text), ensure_ascii=False).encode()


@given(TEXTS, OFFSETS, OFFSETS, TEXTS, st.integers(40, 120))
def test_no_row_is_wider_than_the_terminal(text: str, start: int, end: int, label: str, width: int) -> None:
    place = Span(Source("a.hoyle", text), start, end)
    found = Diagnostic("HYL002", label, place, (Label(place, label),), help=label, fix=Fix(place, label))
    assert all(cell_len(row) <= width for row in people(found, width=width).split("\n"))


@given(TEXTS)
def test_quotes_are_short_and_printable(text: str) -> None:
    assert quote(text).isprintable()
    assert len(quote(text)) <= 62
