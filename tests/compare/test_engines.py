"""Comparisons in C and in Python: the same games, the same numbers, the same place where two games part."""

from __future__ import annotations

import os
from pathlib import Path

import attrs
import every
import pytest
from compare.conftest import Written, plan
from compare.test_run import ROUNDS
from house import PATHS

from hoyle.compare import alongside, engines
from hoyle.compare.alike import Alike
from hoyle.compare.comparison import Comparison, compare
from hoyle.compare.engines import NATIVE, PYTHON, Both, Native
from hoyle.compare.measures import Measures, Meter
from hoyle.compare.run import Plan, Side
from hoyle.compare.stretch import Counted, counted
from hoyle.diagnostics import HoyleError
from hoyle.native.compile import NoCompiler, NoForm, compiler
from hoyle.table.bots import seated
from hoyle.table.chance import seed_bytes

try:
    compiler(os.environ.get("CC"))
    HERE = True
except NoCompiler:
    HERE = False
in_c = pytest.mark.skipif(not HERE, reason="there is no C compiler")
RULES = [PATHS[name] for name in ("no_sheriffs", "mercy", "short_season", "old_moon", "fresh_start")]
GAMES = 8


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few games there are, C plays them."""
    monkeypatch.setattr(engines, "FEW", 1)


def native(side: Counted) -> Native:
    found = Both(side.game, side.game, 0, 100).sides
    assert found is not None
    return found[0]


def noted(meter: Meter, seed: str = "few:") -> list[Measures]:
    return list(meter._games(seed, 1, GAMES))


# ---------------------------------------------------------------------------------------------- measures


@in_c
@pytest.mark.parametrize("path", [*every.GAMES, *RULES], ids=lambda path: path.stem)
def test_every_game_is_measured_alike(path: Path) -> None:
    side = counted(every.reading(path), None, {})
    made = native(side)
    for bots, cap, high in ((["random"], 800, True), (["first", "random"], 50, False)):
        here, there = (Meter(side, bots, cap, high, c) for c in (made, None))
        assert noted(here) == noted(there)


@in_c
def test_something_is_measured(written: Written) -> None:
    """Each number is another one in some game; with other seeds, or if low scores were the good ones, so are they."""
    side = counted(every.reading(every.GAMES[-2]), None, {})
    high, low = (Meter(side, ["random"], 800, up, native(side)) for up in (True, False))
    found = noted(high)
    for field in attrs.fields(Measures):
        values = {getattr(one, field.name) for one in found}
        assert len(values) > 1 or field.name in ("over", "winners"), field.name
    assert noted(high) != noted(high, "other:")
    assert noted(high) != noted(low)
    assert [one.scores for one in noted(high)] == [one.scores for one in noted(low)]


@in_c
def test_many_leads_of_one_game(tmp_path: Path) -> None:
    """More stretches than there is room for at first: it is 1:0, 1:2, 2:2 and so on."""
    path = tmp_path / "steps.hoyle"
    hand = ROUNDS[ROUNDS.index("    repeat 3") : ROUNDS.index("    seat(2)")]
    moves = [f"        seat({seat}) must gain(seat({seat}), {n})\n" for seat, n in ((1, 1), (2, 2), (1, 1))]
    path.write_text(ROUNDS.replace(hand, f"    repeat 400 times\n{''.join(moves)}"))
    side = Side(str(path)).counted()
    here, there = (Meter(side, ["random"], 1100, True, c) for c in (native(side), None))
    (found,) = here._games("long:", 1, 1)
    assert [found] == list(there._games("long:", 1, 1))
    assert (found.decisions, found.hands, found.lead_changes, found.over) == (1100, 367, 732, False)


# ---------------------------------------------------------------------------------------------- whole comparisons


def both_ways(how: Plan, monkeypatch: pytest.MonkeyPatch) -> tuple[Comparison, Comparison]:
    monkeypatch.setattr(engines, "FEW", 1)
    here = compare(how)
    monkeypatch.setattr(engines, "FEW", 10**9)
    there = compare(how)
    assert (here.measured.engine, there.measured.engine) == (NATIVE, PYTHON)
    return here, there


CHANGED = {
    "nothing": {},
    "rule": {"rule": "    must card.weight < 4 if able"},
    "seldom": {
        "heavy": "except cost(card) as heavy when card.weight > 10 gives if sum(points) is 5 then 4 otherwise 3\n"
    },
    "variable": {"variable": "var points[Player] : number = 0\nvar idle : number = 0\n"},
    "counting": {"heavy": "except cost(card) as heavy when card.weight > 10 gives 4\n"},
    "text": {"text": 'text "lay {card}"'},
    "teller": {"text": 'text "play {card} of {rounds}"'},
    "lowest": {"lowest": "winners highest("},
    "meanwhile": {
        "loop": "    points[seat(1)] += 1\n    repeat rounds times\n        one_round\n    points[seat(1)] -= 1\n"
    },
    "sight": {"sight": "zone hand[Player] : set, face up"},
}


@in_c
@pytest.mark.parametrize("name", CHANGED)
def test_both_engines_find_the_same(written: Written, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    here, there = both_ways(plan(written(), written("other", **CHANGED[name]), games=150), monkeypatch)
    assert here.search == there.search
    assert here.measured.records == there.measured.records
    assert (here.measured.answers, here.measured.high) == (there.measured.answers, there.measured.high)


@in_c
def test_what_is_known_to_be_alike_is(written: Written) -> None:
    """Python finds no difference in a game that C knows; and C knows most of those that have none."""
    one = counted(every.reading(written()), None, {})
    sure = {}
    for name, changes in CHANGED.items():
        other = counted(every.reading(written(name, **changes)), None, {})
        known = Alike(Both(one.game, other.game, 3, 100), "3:", 100, ["random"], 500)
        found = {number for number in range(2, 101) if known(number)}
        for number in range(2, 40):
            alike = _apart(one, other, number) is None
            assert alike or number not in found
            assert name == "sight" or alike == (number in found), number
        sure[name] = len(found)
    assert sure["nothing"] == sure["variable"] == 99
    assert 0 < sure["seldom"] < 99
    assert sure["rule"] == sure["text"] == sure["teller"] == sure["meanwhile"] == sure["sight"] == 0


def _apart(one: Counted, other: Counted, number: int) -> object:
    seed = seed_bytes(f"3:{number}")
    return alongside.play_alongside(one.game, other.game, (seed, seed), _picks(one, number), 500)


def _picks(side: Counted, number: int) -> alongside.Pick:
    seats = seated(["random"], side.game.players, f"3:{number}")
    return lambda state: seats[state.player](len(state.choices))


@in_c
def test_a_house_rule_comes_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = Side("texas_showdown", None, {}, (str(PATHS["no_sheriffs"]),))
    here, there = both_ways(Plan(Side("texas_showdown"), rule, 0, ["random"], 130, 60.0, 10_000, 2), monkeypatch)
    assert here.search == there.search
    assert here.measured.records == there.measured.records
    assert here.measured.answers == there.measured.answers


# ---------------------------------------------------------------------------------------------- where C cannot


def test_no_compiler_and_not_a_word_about_it(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no_such_compiler")
    found = compare(plan(written(), written("other", heavy=""), games=30))
    assert found.measured.engine == PYTHON
    monkeypatch.delenv("CC")
    again = compare(plan(written(), written("other", heavy=""), games=30))
    assert (again.search, again.measured.records) == (found.search, found.measured.records)


def test_what_c_has_no_form_for(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> str:
        raise NoForm("this")

    monkeypatch.setattr(engines.Module, "text", refuse)
    assert compare(plan(written(), written("other", heavy=""), games=30)).measured.engine == PYTHON


def test_seeds_that_c_has_no_room_for(written: Written) -> None:
    long = "x" * 1_000
    found = compare(plan(written(), written("other", heavy=""), games=10, seed=long))
    assert found.measured.engine == PYTHON


@in_c
def test_a_few_games_are_not_worth_compiling(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    for games, engine in ((99, PYTHON), (100, NATIVE)):
        assert compare(plan(written(), written("other", heavy=""), games=games)).measured.engine == engine


@in_c
def test_what_stops_a_game_is_told(written: Written) -> None:
    """C gives such a game up, and Python says what is wrong and in which."""
    bounded = written("other", variable="var points[Player] : 0..4 = 0\n", property="")
    with pytest.raises(HoyleError) as caught:
        compare(plan(bounded, bounded, games=300))
    message = caught.value.diagnostics[0].message
    assert "other.hoyle with the seed 3:" in message
