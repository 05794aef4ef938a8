"""Whatever a look says, reading it ends with data and diagnostics that have a place; never with an exception."""

from __future__ import annotations

import json
import time
from random import Random

import pytest
from every import GAMES, reading
from explained import CODES
from often import TIMES

from hoyle.diagnostics import Diagnostic, Diagnostics, HoyleError, for_people
from hoyle.look import SUFFIX, format_look
from hoyle.look.check import SORTS, checked
from hoyle.look.parse import parse
from hoyle.look.words import COLORS, EXACT, PIPS
from hoyle.source import Source

TEXTS = [path.with_suffix(SUFFIX).read_text(encoding="utf-8") for path in GAMES]
SIGNS = [*"#:|,/.\"'()<>&;\\\n\t\r", "\x00", "é", "\u202e", " ", "\n  ", "# ", "#fff", "99999999999999999999", "-1"]
WORDS = ["look", "of", "color", "zone", "bar", "grid", "while", "hidden", "at", "__proto__", "constructor", "<script>"]


def survive(text: str, path: object = GAMES[0]) -> tuple[dict[str, object], list[Diagnostic]]:
    found, source = Diagnostics(), Source("hostile.look", text)
    world = reading(path).right  # type: ignore[arg-type]
    data = checked(parse(source, found), source, world.model, "hostile", found)
    assert list(data) == list(SORTS)
    json.dumps(data)
    safe(data)
    for each in found.all():
        assert each.code in CODES
        assert each.span is not None
        places = [each.span, *(label.span for label in each.labels), *([each.fix.span] if each.fix else [])]
        assert all(0 <= span.start <= span.end <= len(text) for span in places)
    for_people(found.all(), color=False, width=80)
    return data, found.all()


def safe(data: dict[str, object]) -> None:
    """No word of a look gets into data where a page expects a colour or a drawing."""
    paints = [one for said in data["colors"].values() for one in said.values()]  # type: ignore[attr-defined]
    paints += [said[key] for said in data["cards"].values() for key in ("paint", "back") if key in said]  # type: ignore[attr-defined]
    paints += [data["table"]["felt"]] if "felt" in data["table"] else []  # type: ignore[index, operator]
    assert all(paint in COLORS or EXACT.fullmatch(paint) for paint in paints)
    assert all(one in PIPS for said in data["pips"].values() for one in said.values())  # type: ignore[attr-defined]


def spoilt(rng: Random) -> str:
    text = rng.choice(TEXTS)
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(text) + 1)
        upto = min(len(text), at + rng.choice([0, 0, 1, 5, 40]))
        text = text[:at] + rng.choice([*SIGNS, *WORDS, "", rng.choice(TEXTS)[:200]]) + text[upto:]
    return text


@pytest.mark.parametrize("seed", range(4 * TIMES))
def test_spoilt_looks(seed: int) -> None:
    rng = Random(seed)
    wrong = 0
    for _ in range(60):
        wrong += bool(survive(spoilt(rng), rng.choice(GAMES))[1])
    assert wrong > 30


def untidy(rng: Random) -> str:
    """A look with other blanks and line ends, and more comments; now and then with something wrong."""
    text = rng.choice(TEXTS)
    for _ in range(rng.randint(1, 12)):
        blanks = [n for n, sign in enumerate(text) if sign == " "]
        at = rng.choice(blanks)
        text = text[:at] + rng.choice(["  ", "\t", "\n    ", "\n \t", " # so\n  ", " #\n  ", "\r\n "]) + text[at + 1 :]
    return text.replace("\n\n", rng.choice(["\n\n", "\n \n\n", "\n# and\n"])) + rng.choice(["", "#", "# end", "zone"])


@pytest.mark.parametrize("seed", range(2 * TIMES))
def test_what_is_laid_out_says_the_same_and_stays_so(seed: int) -> None:
    rng = Random(seed)
    tidied = 0
    for _ in range(100):
        source = Source("spoilt.look", untidy(rng))
        try:
            tidy = format_look(source)
        except HoyleError:
            continue
        tidied += 1
        assert format_look(Source("tidy.look", tidy)) == tidy
        assert parse(source, Diagnostics()) == parse(Source("tidy.look", tidy), Diagnostics())
    assert tidied > 30


@pytest.mark.parametrize(
    "text",
    [
        "zone deck : small\n" * 50_000,
        "look of hostile\ncolor Color : " + "\n  | red red" * 90_000,
        "look of hostile\nzone " + "deck,\n " * 100_000,
        "look of hostile\nzone deck : grid " + "a\n / " * 100_000,
        "look of hostile\n" + "".join(f"zone z{n}eck : small\n" for n in range(900)),
        "(" * 5_000,
        "\n" * 900_000,
        "    \n" * 200_000,
        "a\n" + " " * 9_000,
        "look of " + "a" * 9_000,
        'short Color : red "' + "x" * 9_000 + '"',
    ],
    ids=range(11),
)
def test_long_looks_take_no_long_time(text: str) -> None:
    start = time.perf_counter()
    _, wrong = survive(text)
    assert wrong
    assert time.perf_counter() - start < 5


def test_words_that_a_page_could_stumble_over_are_no_names() -> None:
    data, wrong = survive(
        "look of hostile\nzone __proto__ : hidden\nvalue constructor : count\ncolor Color : red <b>\n"
    )
    assert len(wrong) == 3
    assert not any(data.values())
