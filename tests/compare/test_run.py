"""What is measured in games, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import attrs
import every
import pytest
from compare.conftest import Written, plan

import hoyle
from hoyle.compare.comparison import Comparison, compare
from hoyle.compare.measures import Meter
from hoyle.compare.run import CLEAR, ENOUGH, LATE, REAL, SAME, SMALL, UNCLEAR, Answer, Side
from hoyle.compare.stretch import counted, find_stretch
from hoyle.read import find_game, read_path


def findings(comparison: Comparison) -> dict[str, Answer]:
    return {found.measure.key: found for found in comparison.measured.answers}


def test_a_game_differs_from_itself_in_nothing(written: Written) -> None:
    found = compare(plan(written(), written(), games=4000))
    assert {one.verdict for one in found.measured.answers} == {SAME}
    assert found.measured.why == CLEAR
    assert found.measured.games < 1000
    assert (found.changes, found.settings, found.search.parted) == ((), (), None)


def test_known_differences_are_found(written: Written) -> None:
    """One round less: shorter by exactly a third, and nothing else about a decision changes."""
    one = compare(plan(written(), written("other", rounds="define rounds = 2"), games=1000))
    found = findings(one)
    for key, before, after in (("decisions", 27, 18), ("hands", 3, 2)):
        assert (found[key].one.estimate, found[key].other.estimate) == (before, after)
        assert found[key].verdict == REAL
    assert found["choices"].verdict not in (REAL, UNCLEAR)
    assert found["no_winner"].verdict == SAME


def test_other_deals_are_no_other_game(written: Written) -> None:
    """Shuffled twice: not one deal is the same, and nothing about the game differs."""
    twice = written("other", shuffle="    shuffle deck\n    shuffle deck\n")
    one = compare(plan(written(), twice, games=2000))
    assert one.search.parted is not None
    assert one.measured.records[0] != one.measured.records[1]
    assert not {found.verdict for found in one.measured.answers} & {REAL, SMALL}


def test_a_penalty_makes_a_larger_spread(written: Written) -> None:
    path = written(heavy="")
    tried = attrs.evolve(plan(path, path, games=1000), other=Side(str(path), None, {"penalty": 4}))
    found = findings(compare(tried))
    assert found["spread"].verdict == REAL
    assert found["spread"].other.estimate == pytest.approx(2 * found["spread"].one.estimate)
    assert found["turns"].verdict == SAME


def test_several_processes_find_what_one_does(written: Written) -> None:
    paths = written(), written("other", rule="    must card.weight < 4 if able")
    one, two = (compare(plan(*paths, games=300, jobs=jobs)) for jobs in (1, 2))
    assert one.measured.records == two.measured.records
    assert one.measured.answers == two.measured.answers


def test_it_ends_when_there_were_enough_games_or_the_time_is_up(written: Written) -> None:
    paths = written(), written("other", heavy="")
    few = compare(plan(*paths, games=7))
    assert (few.measured.games, few.measured.why) == (7, ENOUGH)
    late = compare(plan(*paths, games=5000, seconds=0.0))
    assert late.measured.why == LATE
    assert 0 < late.measured.games <= 250


def test_a_game_that_never_ends_is_cut_off(written: Written) -> None:
    endless = written("other", loop="    repeat until sum(points) > 900\n        one_round\n")
    found = findings(compare(plan(written(), endless, games=300, cap=60)))
    assert found["unfinished"].verdict == REAL
    assert found["unfinished"].other.estimate == 1
    assert found["decisions"].other.estimate == 60


# ---------------------------------------------------------------------------------------------- one game

ROUNDS = """\
game "Steps" for 2 players

cards Step
    size : 1..4 key
    | size |
    | 1..4 |

var points[Player] : number = 0

define score(p) = points[p]

action gain(p : Player, n : number)
    text "gain {n}"
    points[p] += n

flow
    repeat 3 times
        seat(1) must gain(seat(1), 3)
        seat(1) must gain(seat(1), 0)
        seat(2) must gain(seat(2), 1)
    seat(2) must gain(seat(2), 9)

ending done after flow
    winners highest(p in Player by score(p))
"""


def test_the_measures_of_one_game(tmp_path: Path) -> None:
    """Worked out by hand: player 1 leads 3:0, 6:1, 9:2, then it is 9:3 and 9:12."""
    path = tmp_path / "steps.hoyle"
    path.write_text(ROUNDS)
    meter = Meter(Side(str(path)).counted(), ["random"], 100)
    meter.find_direction(0)
    assert meter.high
    record = meter.play("1")
    assert record.wins == (0.0, 1.0)
    assert record.values == {
        "turns": 6,  # the last two decisions of player 2 stand behind each other
        "decisions": 10,
        "hands": 3,
        "choices": 1,
        "ties": False,
        "no_winner": False,
        "unfinished": False,
        "lead_changes": 0,  # player 2 is ahead only when the game is over
        "comebacks": 0.9,  # before the first decision nobody is behind
        "last_hand": True,
        "spread": 3,
    }


def test_who_was_ahead_before_the_last_hand_may_win(tmp_path: Path) -> None:
    """At first nobody is ahead, but that was not the last hand."""
    path = tmp_path / "steps.hoyle"
    path.write_text(ROUNDS.replace("gain(seat(2), 9)", "gain(seat(2), 0)"))
    record = Meter(Side(str(path)).counted(), ["random"], 100).play("1")
    assert record.wins == (1.0, 0.0)
    assert (record.values["last_hand"], record.values["comebacks"]) == (False, 0)


def test_low_scores_may_be_the_good_ones(written: Written) -> None:
    for text, high in (("winners lowest(", False), ("winners highest(", True)):
        meter = Meter(Side(str(written(lowest=text))).counted(), ["random"], 500)
        meter.find_direction(1)
        assert meter.high is high


def test_counting_changes_nothing(written: Written) -> None:
    reading = read_path(written())
    plain, made = hoyle.load(str(written())), counted(reading, None, {})
    assert made.stretch is not None and made.stretch.title == "a round"
    for seed in range(5):
        one, other = plain.start(seed), made.game.start(seed)
        while not one.over:
            assert [c.text for c in one.choices] == [c.text for c in other.choices]
            one.choose(0)
            other.choose(0)
        assert (one.scores, one.winners) == (other.scores, other.winners)
    assert made.passes == 15
    assert made.game.reading is reading
    assert reading.world is not None and reading.world.model.cover is None


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("texas_showdown", "flow"),
        ("book_it", "flow"),
        ("dwyn", "flow"),
        ("rowdy_partners", "flow"),
        ("trickdraw", "take_turns"),
    ],
)
def test_every_bundled_game_repeats_something(name: str, inside: str) -> None:
    world = every.reading(find_game(name)).world
    assert world is not None
    stretch = find_stretch(world.model)
    assert stretch is not None and stretch.inside == inside


def test_a_game_that_repeats_nothing_has_no_hands(tmp_path: Path) -> None:
    path = tmp_path / "steps.hoyle"
    body = ROUNDS.replace("    repeat 3 times\n", "").replace("        seat", "    seat")
    path.write_text(body)
    keys = {found.measure.key for found in compare(plan(path, path, games=5)).measured.answers}
    assert "turns" in keys
    assert not keys & {"hands", "last_hand"}
