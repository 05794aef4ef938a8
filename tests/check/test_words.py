"""Words of the language as names: what the manual allows can be declared and used, what it forbids is refused there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle import builtins
from hoyle.core.operators import functions
from hoyle.diagnostics import Severity
from hoyle.read import check_text

TOP = Path(__file__).parents[2]
GAME = """\
game "Words" for 2 players

cards Tile
    value : 1..3 key
    | value |
    | 1..3  |

zone lying : row, face up
var points : number
define score(p) = points

action pass
    text "pass"
    points += 1
"""
# what is declared under a name, and how it is used as a step
DECLARED = {
    "var": ("var {w} : number", "{w} += 1"),
    "effect": ("to {w}\n    points += 1", "{w}"),
    "phase": ("phase {w}(n : number)\n    points += n", "{w}(1)"),
    "action": ('action {w}\n    text "do it"\n    points += 1', "seat(1) may {w}"),
}
FLOW = """
flow
    move Tile to lying
    {s}
    if points > 2
        points += 1
    {s}
    together each p in Player
        p chooses 1 c in lying
    then
        {s}
        points += 1
    seat(1) must pass
        {s}
"""
REFUSED = {"adjust", "after", "before", "except", "otherwise", "rule", "then", "var", "when"}


def listed() -> set[str]:
    """The words of the section of the manual that says which cannot be names."""
    manual = (TOP / "grammar" / "LANGUAGE.md").read_text(encoding="utf-8")
    start = manual.index("### Words that cannot be names")
    return set(re.findall(r"`(\w+)`", manual[start : manual.index("Other words may be names", start)]))


def free() -> list[str]:
    """Words of the grammar of which the manual says nothing."""
    words = set(re.findall(r'"([a-z_]+)"', (TOP / "grammar" / "hoyle.lark").read_text(encoding="utf-8")))
    return sorted(words - listed() - builtins.NAMES.keys() - set(functions()))


def codes(sort: str, word: str, used: bool) -> list[str]:
    declared, step = DECLARED[sort]
    flow = FLOW.replace("{s}", step.replace("{w}", word) if used else "points += 1")
    text = f"{GAME}\n{declared.replace('{w}', word)}\n{flow}"
    return [d.code for d in check_text(text) if d.severity is Severity.ERROR]


def test_the_manual_lists_what_is_refused() -> None:
    assert REFUSED | {"choose"} < listed()


@pytest.mark.parametrize("sort", DECLARED)
def test_all_other_words_may_be_names(sort: str) -> None:
    assert len(free()) > 50
    assert [word for word in free() if codes(sort, word, used=True)] == []


@pytest.mark.parametrize("sort", ["var", "effect", "phase"])
def test_what_a_step_cannot_start_with_is_refused_where_it_is_declared(sort: str) -> None:
    assert {word: codes(sort, word, used=False) for word in REFUSED} == {word: ["HYL102"] for word in REFUSED}


def test_an_action_that_could_not_be_offered_is_refused_where_it_is_declared() -> None:
    assert codes("action", "choose", used=False) == ["HYL102"]
    assert codes("effect", "choose", used=True) == []
