"""A play as a scenario: it fails where the rules are wrong, for the same reason, and holds once they are right."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle import builtins
from hoyle.read import read_path
from hoyle.trials import course, shrink
from hoyle.trials.run import Result, run_trials

HARVEST = """
game "Harvest" for 2..3 players

cards Crop
    name   : name
    weight : 1..3
    | name   | weight | copies |
    | carrot | 1      | 10     |
    | beet   | 2      | 10     |
    | squash | 3      | 10     |

zone field          : pile, face up
zone barrel[Player] : pile, face up
zone compost        : pile, face up

var weighed[Player] : number = 0
var round           : number = 0
var barrels         : number = 0

define score(p) = weighed[p]

flow
    move Crop to field
    repeat 7 times
        gather
    weigh
    cart_away

phase gather
    round += 1
    each p in Player
        p must keep or waste

action keep
    text "keep the next one"
    move top(field) to barrel[you]

action waste
    text "waste the next one"
    move top(field) to compost

to weigh
    each p in Player
        weighed[p] += sum(c.weight for c in barrel[p])

to cart_away
    each p in Player
        barrels += 1
        move barrel[p] to compost

ending sold after cart_away
    winners highest(p in Player by score(p))

property all_weighed after weigh then sum(weighed) is sum(c.weight for c in barrel)
property all_sold at end sum(weighed) + sum(c.weight for c in field) <= 60 and barrels is players
"""


def found(path: Path, text: str) -> dict[str, Result]:
    """What fails, by its name."""
    path.write_text(text, encoding="utf-8")
    return {result.name: result for result in run_trials(read_path(path), games=10) if not result.passed}


def pasted(path: Path, text: str, scenario: str) -> Result:
    """What becomes of a scenario in a definition."""
    path.write_text(f"{text}\n{scenario}\n", encoding="utf-8")
    return run_trials(read_path(path), games=0)[0]


@pytest.mark.parametrize(
    ("right", "wrong", "name", "line"),
    [
        ("        weighed[p] +=", "        if p is not seat(2)\n            weighed[p] +=", "all_weighed", "weigh"),
        ("each p in Player\n        barrels", "each p in others(seat(1))\n        barrels", "all_sold", "cart_away"),
    ],
    ids=["after something", "at the end"],
)
def test_a_long_play_is_told_from_a_table_close_to_its_end(
    tmp_path: Path, right: str, wrong: str, name: str, line: str
) -> None:
    assert HARVEST.count(right) == 1
    path, broken = tmp_path / "harvest.hoyle", HARVEST.replace(right, wrong)
    result = found(path, broken)[name]
    scenario = result.scenario.splitlines()
    assert f"        {line}" in scenario
    assert not [text for text in scenario if text.strip().startswith("player_") or "field" in text], result.scenario
    again = pasted(path, broken, result.scenario)
    assert not again.passed
    reason = [text for text in result.detail.splitlines() if text.startswith(("expected: ", "actual: "))]
    assert set(reason) <= set(again.detail.splitlines())
    assert pasted(path, HARVEST, result.scenario).passed


def test_what_is_left_out_of_a_table_is_left_out_for_everybody(tmp_path: Path) -> None:
    """The barrel that nobody weighs belongs to the table: without it the right rules would fail too."""
    broken = HARVEST.replace("        weighed[p] +=", "        if p is not seat(2)\n            weighed[p] +=")
    scenario = found(tmp_path / "harvest.hoyle", broken)["all_weighed"].scenario
    assert "barrel[player_2] holds" in scenario
    assert "round" not in scenario


def test_another_property_that_fails_first_is_not_in_the_way(tmp_path: Path) -> None:
    path, first = tmp_path / "harvest.hoyle", "property first after keep then empty(barrel[you])\n"
    text = f"{HARVEST}{first}property second after waste then empty(barrel[you])\n"
    results = found(path, text)
    for name in ("first", "second"):
        again = pasted(path, text, results[name].scenario)
        assert f"`keeps {name}`" in again.detail


def test_a_game_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "LONGEST", 250)
    monkeypatch.setattr(shrink, "LONG", 120)
    path = tmp_path / "harvest.hoyle"
    broken = HARVEST.replace("repeat 7 times", "repeat until round is 7 and empty(compost) and empty(barrel)")
    result = found(path, broken)["ends"]
    again = pasted(path, broken, result.scenario)
    assert not again.passed
    assert "it goes on and on" in again.detail
    assert pasted(path, HARVEST, result.scenario).passed


def test_a_loop_without_an_end_before_anybody_is_asked(tmp_path: Path) -> None:
    path = tmp_path / "harvest.hoyle"
    broken = HARVEST.replace(
        "    repeat 7 times", "    repeat until empty(field)\n        shuffle field\n    repeat 7 times"
    )
    result = found(path, broken)["choices"]
    assert "the game goes on without anybody being asked" in result.detail
    assert "... and the same" in result.detail
    assert not pasted(path, broken, result.scenario).passed
    assert pasted(path, HARVEST, result.scenario).passed


@pytest.mark.parametrize("check", builtins.CHECKS)
def test_every_check_holds_on_a_table_where_nothing_is_wrong(tried: Callable[[str], Result], check: str) -> None:
    assert tried(f"when\n    flow\nthen\n    keeps {check}").passed
    assert tried(f"when\n    flow\n    player_1 does rest\nthen\n    keeps {check}").passed
    assert tried(f"given\n    basket[player_1] holds apple\nthen\n    keeps {check}").passed
