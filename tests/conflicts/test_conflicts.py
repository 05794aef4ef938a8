"""Variants that disagree: what is a conflict and what is not, what it shows, and that every way it names settles it."""

from __future__ import annotations

import itertools
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from commands.conftest import environment

import hoyle
from hoyle.conflicts import Conflict
from hoyle.diagnostics import for_people
from hoyle.read import Reading, read_game, read_path
from hoyle.vet.conflicts import find

GAME = Path(__file__).parents[1] / "apply"
RULE = "rule fresh for lay(card)\n    must card.suit is not {suit} if able\n"
MAIN = """\
replace phase main
    var laid : number = 0
    repeat until empty(hand) or laid > 100
        each p in Player
            p must lay or rest
            laid += {step}
"""
TABLE = """\
replace table fee(suit, size : 2..4) : number
    | suit         | size | fee |
    | Suit         | 2..4 | {fee} |
"""
ANEW, ROW = "remove row fee(coins, 2..4)\n", "add rows to fee\n    | suit  | size | fee |\n    | coins | 2..4 | 5   |\n"
NO_TOLL = "remove define toll\nreplace define busy(p : Player) = no\n"
NO_OWL = 'remove card Tile(owl)\nremove ability owl ongoing\nremove scenario "owls like company"\n'
EXTRA = "add define extra = {value}\nadjust worth(card) as more{value} by extra\n"
CARD = "add rows to Tile\n    | name | suit | value | copies |\n    | fox  | cups | {value}     | 1      |\n"

# what the one says; what the other says; which conflict it is; how it is told
CONFLICTS: dict[str, tuple[str, str, str, str]] = {
    "define": ("set hand_size = 4\n", "set hand_size = 5\n", "replaced twice", '`, and "B" sets it'),
    "option": ("set target = 30\n", "set target = 40\n", "replaced twice", "`option target`"),
    "var": ("set moves = 1\n", "set moves = 2\n", "replaced twice", "`var moves`"),
    "players": ("set players = 2..3\n", "set players = 2\n", "replaced twice", "`players`"),
    "rule": (
        f"replace {RULE.format(suit='cups')}",
        f"replace {RULE.format(suit='swords')}",
        "replaced twice",
        "replaces it in another way",
    ),
    "phase": (MAIN.format(step=1), MAIN.format(step=2), "replaced twice", "`phase main`"),
    "set and replace": (
        "set hand_size = 4\n",
        "replace define hand_size = 5\n",
        "replaced twice",
        '"A" sets `define hand_size`, and "B" replaces it in another way',
    ),
    "row": ("set fee(coins, 2) = 4\n", "set fee(coins, 2..3) = 5\n", "replaced twice", "`row fee(coins, 2)`"),
    "row and table": ("set fee(coins, 2) = 4\n", TABLE.format(fee=2), "replaced twice", '"B" replaces `table fee`'),
    "table": (TABLE.format(fee=1), TABLE.format(fee=2), "replaced twice", "`table fee`"),
    "card": ("set Tile(owl).value = 2\n", "set Tile(owl).value = 3\n", "replaced twice", "`card Tile(owl).value`"),
    "all cards": ("set Tile.value = 2\n", "set Tile(owl).value = 3\n", "replaced twice", "`card Tile.value`"),
    "new card": (CARD.format(value=1), CARD.format(value=2), "replaced twice", "adds a row to `cards Tile`"),
    "ability": (
        "replace ability owl ongoing\n    adjust worth(card) by 2 when owner(card) is you\n",
        "replace ability owl ongoing\n    adjust worth(card) by 3 when owner(card) is you\n",
        "replaced twice",
        "`ability owl ongoing`",
    ),
    "ending": (
        "replace ending over after main\n    winners []\n",
        "replace ending over after main\n    winners [seat(1)]\n",
        "replaced twice",
        "`ending over`",
    ),
    "exception": (
        "replace except worth(card) as rich when generous gives 1\n",
        "replace except worth(card) as rich when generous gives 2\n",
        "replaced twice",
        "`except worth.rich`",
    ),
    "removed and set": (NO_TOLL, "set toll = 2\n", "removed", "`define toll`"),
    "removed and excepted": (
        "remove rule fresh\nremove except fresh.late\n",
        "except fresh as early when moves < 2 waive\n",
        "removed",
        '"A" removes `rule fresh`, and "B" has an exception to it',
    ),
    "removed exception": (
        "remove except worth.rich\nremove except worth.modest\n",
        "except worth.rich as poor when card.suit is cups gives 1\n",
        "removed",
        "`except worth.rich`",
    ),
    "removed and adjusted": (
        "remove to earn\nremove after earn.count_it\nremove ending rich\n"
        "replace action lay(card in hand[you])\n    move card to row[you]\n    points[you] += worth(card)\n"
        "    moves += fee(card.suit, players)\n    close(you)\n    move top(deck) to till[you]\n",
        "after earn(p, n)\n    moves += 2\n",
        "removed",
        '"A" removes `to earn`, and "B" has steps after it',
    ),
    "removed and spoken of": (
        NO_TOLL,
        "replace define hand_size = 2 + toll\n",
        "removed",
        '"A" removes `define toll`, and "B" needs it',
    ),
    "removed card": (NO_OWL, "set Tile(owl).value = 3\n", "removed", "`card Tile(owl)`"),
    "exceptions": (
        "except worth(card) as crown over rich when card.value is 3 gives 20\n",
        "except worth(c) as gold over rich when moves > 1 gives 10\n",
        "exceptions",
        'two exceptions to `worth` may both apply: one of "A", one of "B"',
    ),
    "exceptions without names": (
        "except worth(card) over rich when card.value is 3 gives 20\n",
        "except worth(c) over rich when moves > 1 gives 10\n",
        "exceptions",
        "two exceptions to `worth`",
    ),
    "exceptions to an effect": (
        "except earn(p, n) as double when n > 2\n    points[p] += n\n    usual\n",
        "except earn(q, n) as nothing when moves is 3 waive\n",
        "exceptions",
        "two exceptions to `earn`",
    ),
}  # fmt: skip

# what only looks like a conflict
PEACE: dict[str, tuple[str, str]] = {
    "the same value": ("set hand_size = 4\n", "set hand_size = 4    # we like it\n"),
    "the same rule": (f"replace {RULE.format(suit='cups')}", f"replace {RULE.format(suit='cups')}"),
    "the same in other words": ("set moves = 2\n", "replace var moves : number = 2\n"),
    "both remove it": (
        "remove rule fresh\nremove except fresh.late\n",
        "remove except fresh.late\nremove rule fresh\n",
    ),
    "both remove a card": ("remove card Tile(mirror)\n", "remove card Tile(mirror)\n"),
    "both say a row anew": (f"{ANEW}{ROW}", f"{ANEW}{ROW}"),
    "both add it": (EXTRA.format(value=1), EXTRA.format(value=1)),
    "both add a card": (CARD.format(value=1), CARD.format(value=1)),
    "both use a library": ("use more\n", "use more\n"),
    "other rows": ("set fee(coins, 2) = 4\n", "set fee(coins, 3..4) = 5\n"),
    "other cards": ("set Tile(owl).value = 2\n", "set Tile(acorn).value = 3\n"),
    "other attributes": ("set Tile(owl).value = 2\n", "set Tile(owl).suit = swords\n"),
    "adjustments": ("adjust worth(card) as a by 1\n", "adjust worth(card) as b by 2 when moves > 1\n"),
    "steps": ("after earn(p, n)\n    moves += 1\n", "after earn(p, n)\n    moves += 2\n"),
    "exceptions that exclude each other": (
        "except worth(card) as few over rich when moves < 4 gives 1\n",
        "except worth(card) as many over rich when moves > 8 gives 2\n",
    ),
    "exceptions to a rule": ("except fresh when moves is 1 waive\n", "except fresh when moves < 3 waive\n"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder we are in, with the game in it and a library that it does not use."""
    for name in ("fair.hoyle", "stalls.hoyle"):
        shutil.copy(GAME / name, tmp_path / name)
    (tmp_path / "more.hoyle").write_text("library more\n\ndefine plenty = 9\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(**bodies: str) -> None:
    for name, body in bodies.items():
        Path(f"{name}.hoyle").write_text(f'variant "{name.upper()}" of fair\n\n{body}', encoding="utf-8")


def shown(reading: Reading) -> str:
    return for_people(reading.diagnostics, False, 100)


def seen(what: str, variants: list[str]) -> object:
    """What something is in a game with variants."""
    write(see=f"add define seen = {what}\n")
    return hoyle.load("fair.hoyle", players=2, variants=[*variants, "see"]).start(1).value("seen")


@pytest.mark.parametrize("name", CONFLICTS)
def test_what_is_a_conflict(name: str) -> None:
    a, b, kind, words = CONFLICTS[name]
    write(a=a, b=b)
    for alone in ("a", "b"):
        assert not read_game("fair.hoyle", [alone]).failed, shown(read_game("fair.hoyle", [alone]))
    reading = read_game("fair.hoyle", ["a", "b"])
    assert reading.failed
    assert [conflict.kind for conflict in reading.conflicts] == [kind], shown(reading)
    (conflict,) = reading.conflicts
    assert words in conflict.words
    assert [place.source.name for place in conflict.places] == ["a.hoyle", "b.hoyle"]
    if name != "new card":
        assert conflict.base is not None and Path(conflict.base.source.name).stem in ("fair", "stalls")
    assert [d.code for d in reading.diagnostics] == [conflict.code]
    assert all(way.text in " ".join(shown(reading).split()) for way in conflict.ways)
    other = read_game("fair.hoyle", ["b", "a"])
    assert [conflict.kind for conflict in other.conflicts] == [kind]


@pytest.mark.parametrize("name", CONFLICTS)
def test_every_way_that_is_named_settles_it(name: str) -> None:
    a, b, *_ = CONFLICTS[name]
    write(a=a, b=b)
    (conflict,) = read_game("fair.hoyle", ["a", "b"]).conflicts
    assert conflict.ways
    for way in conflict.ways:
        settled = follow(way.text)
        assert not settled.failed, f"{way.text}\n{shown(settled)}"
    # and in a file that combines them, whose first line is put right
    combined = Path("both.hoyle")
    combined.write_text('variant "Both" of fair with a, b\n', encoding="utf-8")
    (conflict,) = read_path(combined).conflicts
    lines = [way.text for way in conflict.ways if way.text.startswith("variant")]
    assert lines and all(line.startswith('variant "Both" of fair with a') for line in lines)
    for line in lines:
        combined.write_text(f"{line}\n", encoding="utf-8")
        assert not read_path(combined).failed, line


def follow(text: str) -> Reading:
    """What becomes of the advice: a first line, a change in a file that combines both, or what is typed."""
    if text.startswith("hoyle play "):
        words = shlex.split(text)[2:]
        assert words[1::2] == ["--with"] * (len(words) // 2)
        return read_game(words[0], words[2::2])
    first, _, rest = ('variant "C" of fair with a, b', "", text) if not text.startswith("variant") else (text, "", "")
    Path("c.hoyle").write_text(f"{first}\n\n{rest}\n", encoding="utf-8")
    return read_path(Path("c.hoyle"))


@pytest.mark.parametrize("name", PEACE)
def test_what_is_no_conflict(name: str) -> None:
    write(**dict(zip("ab", PEACE[name], strict=True)))
    for order in (["a", "b"], ["b", "a"]):
        reading = read_game("fair.hoyle", order)
        assert not reading.failed, shown(reading)
        assert reading.conflicts == []


def test_things_of_one_name_need_two_names() -> None:
    write(a=EXTRA.format(value=1), b=EXTRA.format(value=2))
    for variants in (["a", "b"], ["a", "b over a"]):
        reading = read_game("fair.hoyle", variants)
        assert [c.words for c in reading.conflicts] == ['"A" and "B" both add `define extra`, but not the same']
        assert "give one of the two another name" in shown(reading)


# ---------------------------------------------------------------------------------------------- what counts

PARTS = ("row", "new card", "all cards", "players")
SAME_THING = [name for name, case in CONFLICTS.items() if case[2] == "replaced twice" and name not in PARTS]


@pytest.mark.parametrize("name", SAME_THING)
def test_the_one_that_is_over_the_other_counts(name: str) -> None:
    write(**dict(zip("ab", CONFLICTS[name][:2], strict=True)))
    setting: dict[str, Any] = {"players": 2, "options": {"generous": True}}
    alone = {v: hoyle.load("fair.hoyle", variants=[v], **setting) for v in ("a", "b")}
    assert alone["a"] != alone["b"]
    for first, second in (("a", "b"), ("b", "a")):
        for given in ([f"{first} over {second}", second], [second, f"{first} over {second}"]):
            made = hoyle.load("fair.hoyle", variants=given, **setting)
            if name != "row and table" or first == "b":
                assert made == alone[first]


def test_the_rest_of_the_other_counts_too() -> None:
    write(a="set hand_size = 4\nset target = 60\n", b="set hand_size = 5\nset moves = 1\n")
    assert [seen(name, ["b over a", "a"]) for name in ("hand_size", "target", "moves")] == [5, 60, 1]


def test_of_rows_that_overlap_each_keeps_its_own() -> None:
    write(a="set fee(coins, 2..3) = 4\n", b="set fee(coins, 3..4) = 5\n")
    sizes = [f"fee(coins, {size})" for size in (2, 3, 4)]
    assert [seen(size, ["a over b", "b"]) for size in sizes] == [4, 4, 5]
    assert [seen(size, ["b over a", "a"]) for size in sizes] == [4, 5, 5]


def test_what_one_removes_stays_if_the_one_over_it_needs_it() -> None:
    a, b, *_ = CONFLICTS["removed and spoken of"]
    write(a=a, b=b)
    assert hoyle.load("fair.hoyle", players=2, variants=["a", "b over a"]).start(1).value("hand_size") == 3
    reading = read_game("fair.hoyle", ["a over b", "b"])
    assert reading.failed and [c.kind for c in reading.conflicts] == ["removed"]


def test_what_stays_keeps_what_it_needs_itself() -> None:
    write(
        a="remove to earn\nremove after earn.count_it\nremove ending rich\nremove to close\nremove define busy\n"
        "remove define toll\nremove zone till\nreplace action lay(card in hand[you])\n    move card to row[you]\n"
        "    points[you] += worth(card) - fee(card.suit, players)\n    moves += 1\n",
        b="before rest\n    earn(you, 1)\n",
    )
    assert [c.words for c in read_game("fair.hoyle", ["a", "b"]).conflicts] == [
        '"A" removes `to earn`, and "B" needs it'
    ]
    settled = read_game("fair.hoyle", ["a", "b over a"])
    assert not settled.failed, shown(settled)


def test_exceptions_of_the_one_over_the_other_go_first() -> None:
    write(a=CONFLICTS["exceptions"][0], b=CONFLICTS["exceptions"][1])
    scenario = """
scenario "which counts"
    seats anna, ben
    given
        row[anna] holds mirror
        moves = 5
    then
        worth(mirror) is {value}
"""
    from hoyle.trials.run import run_trials

    for header, value in (("a over b, b", 12), ("a, b over a", 10)):
        text = f'variant "C" of fair with {header}\n{scenario.format(value=value)}'
        Path("c.hoyle").write_text(text, encoding="utf-8")
        results = run_trials(read_path(Path("c.hoyle")), games=0)
        assert [r.passed for r in results if r.name == "which counts"] == [True], header


def test_whoever_combines_them_has_the_last_word() -> None:
    write(a="set hand_size = 4\nset fee(coins, 2) = 4\n", b="set hand_size = 5\nset fee(coins, 2..3) = 5\n")
    Path("c.hoyle").write_text('variant "C" of fair with a, b\n\nset hand_size = 6\nset fee(coins, 2) = 8\n')
    assert [seen(name, ["c"]) for name in ("hand_size", "fee(coins, 2)", "fee(coins, 3)")] == [6, 8, 5]
    Path("c.hoyle").write_text('variant "C" of fair with a, b\n\nset hand_size = 6\nset fee(coins, 4) = 8\n')
    assert [c.words[:28] for c in read_path(Path("c.hoyle")).conflicts] == ['"A" sets `row fee(coins, 2)`']


@pytest.mark.parametrize(
    "last", ["remove rule fresh\n", "remove except fresh.early\n", f"replace {RULE.format(suit='cups')}"]
)
def test_the_last_word_on_what_is_removed(last: str) -> None:
    a, b, *_ = CONFLICTS["removed and excepted"]
    write(a=a, b=b)
    Path("c.hoyle").write_text(f'variant "C" of fair with a, b\n\n{last}', encoding="utf-8")
    reading = read_path(Path("c.hoyle"))
    assert not reading.failed, shown(reading)
    rules = [rule.name for rule in reading.world.model.rules] if reading.world else []
    assert rules == (["fresh"] if last.startswith("replace") else [])


def test_a_variant_of_a_variant_is_no_conflict() -> None:
    write(a="set hand_size = 4\nexcept worth(card) as crown over rich when card.value is 3 gives 9\n")
    Path("b.hoyle").write_text('variant "B" of a\n\nset hand_size = 5\nremove except worth.crown\n')
    for name, variants in (("b.hoyle", []), ("fair.hoyle", ["a", "b"]), ("a.hoyle", ["b"])):
        reading = read_game(name, variants)
        assert not reading.failed, shown(reading)


def test_three_are_looked_at_pair_by_pair() -> None:
    write(a="set hand_size = 4\n", b="set hand_size = 5\nset moves = 1\n", c="set moves = 2\n")
    found = {frozenset(c.whose) for c in find("fair.hoyle", ["a", "b", "c"], games=0)}
    assert found == {frozenset({'"A"', '"B"'}), frozenset({'"B"', '"C"'})}
    for order in itertools.permutations(["a", "b over a and c", "c"]):
        state = hoyle.load("fair.hoyle", players=2, variants=list(order)).start(1)
        assert (state.value("hand_size"), state.value("moves")) == (5, 1)


# ---------------------------------------------------------------------------------------------- `over` itself


@pytest.mark.parametrize(
    ("variants", "code", "words"),
    [
        (["a over c", "b"], "HYL601", "there is no variant `c` among these"),
        (["a over a", "b"], "HYL602", "`a` cannot be over itself"),
        (["a over b", "b over a"], "HYL602", "`b` cannot be over `a`, which is over it already"),
        (["a over d", "b", "d"], "HYL602", "`a` cannot be over `d`, which was written to change it"),
    ],
)
def test_an_order_that_is_none(variants: list[str], code: str, words: str) -> None:
    write(a="set hand_size = 4\n", b="set hand_size = 5\n")
    Path("d.hoyle").write_text('variant "D" of a\n\nset hand_size = 6\n')
    reading = read_game("fair.hoyle", variants)
    assert [(d.code, d.message) for d in reading.diagnostics] == [(code, words)]
    if variants == ["a over b", "b over a"]:
        Path("c.hoyle").write_text('variant "C" of fair with a over b, b over a\n')
        (told,) = read_path(Path("c.hoyle")).diagnostics
        assert told.span is not None and (told.span.line, told.span.text) == (1, "a")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("order worth.crow over rich", "there is no `except worth.crow` with a name of its own in the game"),
        ("order worth.rich over crow", "there is no `except worth.crow` with a name of its own in the game"),
        ("order wort.rich over crown", "there is no `except wort.rich` with a name of its own in the game"),
    ],
)
def test_an_order_of_what_is_not_there(line: str, words: str) -> None:
    write(a=f"{line}\n")
    (told,) = read_game("fair.hoyle", ["a"]).diagnostics
    assert (told.code, told.message) == ("HYL604", words)


# ---------------------------------------------------------------------------------------------- at the terminal


def terminal(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hoyle", *words], capture_output=True, text=True, env=environment(), timeout=120
    )


def test_it_is_told_and_settled_at_the_terminal() -> None:
    write(a="set hand_size = 4\n", b="set hand_size = 5\n")
    done = terminal("check", "fair.hoyle", "--with", "a", "--with", "b")
    assert done.returncode == 1
    for text in ("HYL607", "a.hoyle:3:1", "b.hoyle:3:1", "fair.hoyle:32:8", "with a, b over a"):
        assert text in done.stdout
    settled = terminal("simulate", "fair.hoyle", "--with", "a", "--with", "b over a", "--games", "2")
    assert settled.returncode == 0, settled.stderr


def test_what_is_settled_is_saved() -> None:
    write(a="set hand_size = 4\n", b="set hand_size = 5\n")
    state = hoyle.load("fair.hoyle", players=2, variants=["a over b", "b"]).start(3)
    again = hoyle.restore(state.save())
    assert again == state and again.value("hand_size") == 4


def test_a_conflict_is_told_as_data() -> None:
    write(a="set hand_size = 4\n", b="set hand_size = 5\n")
    (found,) = find("fair.hoyle", ["a", "b"])
    assert isinstance(found, Conflict)
    assert (found.whose, found.certain, found.play) == (('"A"', '"B"'), True, None)
    assert {way.where for way in found.ways} == {"file", "command"}
