"""Scenarios of whole games: what chance brings is what they say, and otherwise nothing is moved."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from hoyle.read import read_source
from hoyle.source import Source
from hoyle.trials.run import Result, run_trials

STALLS = (Path(__file__).parent / "stalls.hoyle").read_text(encoding="utf-8")
PROPERTIES = "property dear never any(p in Player where coins[p] > 4)\nproperty sold after sell then empty(stall)\n"


def tried(body: str) -> Result:
    text = f'{STALLS}\n{PROPERTIES}\nscenario "tried"\n    seats ann, bob\n{indent(body, "    ")}\n'
    (result,) = run_trials(read_source(Source("stalls.hoyle", text)), games=0)
    return result


def lines(result: Result) -> list[str]:
    assert not result.passed
    return result.detail.splitlines()[:2]


HOLD = {
    "as it lies": """
when
    flow
then
    hand[ann] is [bread, cheese, cheese]
    hand[bob] is [bread, bread]
""",
    "shuffled": """
when
    chance shuffles deck to apple, bread, apple
    flow
then
    hand[ann] is [apple, bread, cheese]
    hand[bob] is [apple, cheese]
""",
    "picked": """
when
    flow
    chance picks cheese, 3
    ann does keep
then
    last(deck) is bread
    count(c in deck where c.name is cheese) is 1
""",
    "picked in two lines": """
when
    flow
    chance picks cheese
    chance picks 8
    ann does keep
then
    first(deck) is cheese
""",
    "only told where it matters": """
given
    deck holds apple, bread
    hand[ann] holds cheese
when
    chance picks 1
    ann does keep
then
    deck is [apple, cheese, bread]
""",
}


@pytest.mark.parametrize("name", HOLD)
def test_what_chance_brings(name: str) -> None:
    result = tried(HOLD[name].strip())
    assert result.passed, result.detail


FAIL = {
    "when\n    chance shuffles stall to apple\n    flow": [
        "expected: `chance shuffles stall to apple`",
        "actual: it is not shuffled here",
    ],
    "when\n    chance shuffles deck to cheese, cheese, cheese\n    flow": [
        "expected: `chance shuffles deck to cheese, cheese, cheese`",
        "actual: Cheese is not there when it is shuffled",
    ],
    "when\n    flow\n    chance picks apple\n    ann does keep": [
        "expected: `chance picks apple`",
        "actual: chance picks nothing of the kind here",
    ],
    "when\n    flow\n    chance picks cheese": [
        "expected: `chance picks cheese`",
        "actual: chance picks nothing of the kind here",
    ],
    "when\n    flow\n    ann does sell(cheese)\nthen\n    keeps dear": [
        "expected: `keeps dear`",
        "expected: never `any(p in Player where coins[p] > 4)`",
    ],
    "when\n    flow\n    ann does sell(cheese)\nthen\n    keeps sold": [
        "expected: `keeps sold`",
        "expected: after `sell` then `empty(stall)`",
    ],
}


@pytest.mark.parametrize("body", FAIL)
def test_what_does_not_come_as_it_is_said(body: str) -> None:
    assert lines(tried(body)) == FAIL[body]


def test_what_is_kept() -> None:
    kept = "then\n    keeps dear\n    keeps conservation\n    keeps choices"
    result = tried(f"when\n    flow\n    ann does sell(bread)\n{kept}")
    assert result.passed, result.detail
    assert tried(f"when\n    flow\n{kept}").passed


def test_what_chance_brings_in_a_check() -> None:
    game = STALLS.replace("    chance chooses crowd taken in stall\n    move taken to gone\n", "").replace(
        "    chance chooses one lost in hand[you]\n        move lost to deck anywhere\n", "    coins[you] += 1\n"
    )
    check = "after any change when count(stall) > 1\n    chance chooses one lost in stall\n        move lost to gone\n"
    told = "    given\n        stall holds apple\n        hand[ann] holds bread\n    when\n        chance picks bread\n"
    told += "        ann does sell(bread)\n    then\n        stall is [apple]\n        gone is [bread]\n"
    text = f'{game}\n{check}\nscenario "tried"\n    seats ann, bob\n{told}'
    (result,) = run_trials(read_source(Source("stalls.hoyle", text)), games=0)
    assert result.passed, result.detail
