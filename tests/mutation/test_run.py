"""Which mutants of a small game are noticed, by what, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.diagnostics import HoyleError
from hoyle.mutation.judge import EQUIVALENT, KILLED, REFUSED, SURVIVED, Unsound
from hoyle.mutation.run import Report, run_mutants

GAME = """\
game "Nuts" for 2 players

cards Nut
    value : 1..4 key
    | value |
    | 1..4  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var points[Player] : number = 0

define score(p) = points[p]
define worth(card) = card.value
except worth(card) as rich when card.value > 2 gives 5
except worth(card) as idle when card.value > 8 gives 7

action play(card in hand[you])
    text "play {card}"
    move card to shown
    points[you] += worth(card)

rule small_first for play(card)
    must card.value < 3 if able

flow
    move Nut to deck
    shuffle deck
    deal 2 from deck to hand
    repeat 2 times
        each p in Player
            p must play if able

ending done after flow
    winners highest(p in Player by score(p))
"""

TRIALS = """\
trials of nuts

scenario "a rich one counts more"
    given
        hand[seat(1)] holds 3
    when
        seat(1) does play(3)
    then
        points[seat(1)] is 5

property never_rich never sum(points) > 13
property two_cards_each always count(shown) <= 4
"""


def tried(folder: Path, game: str = GAME, trials: str = TRIALS, **more: int) -> Report:
    path = folder / "nuts.hoyle"
    path.write_text(game)
    (folder / "nuts_trials.hoyle").write_text(trials)
    return run_mutants(path, games=8, **more)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    return tried(tmp_path_factory.mktemp("nuts"))


def verdict(report: Report, line: str) -> tuple[str, str]:
    """What became of the change that makes this line."""
    (found,) = [v for m, v in report.found if any(line in (d, d[1:].strip()) for d in m.difference(report.source))]
    return found.what, found.by


def test_a_scenario_that_notices(report: Report) -> None:
    assert verdict(report, "points[you] -= worth(card)") == (KILLED, "scenario a rich one counts more")
    assert verdict(report, "except worth(card) as rich when card.value > 3 gives 5")[0] == KILLED


def test_a_property_that_notices(report: Report) -> None:
    assert verdict(report, "except worth(card) as rich when card.value >= 2 gives 5") == (KILLED, "property never_rich")


def test_a_check_that_notices(tmp_path: Path) -> None:
    game = GAME.replace(": number = 0", ": 0..10 = 0").replace("repeat 2 times", "repeat until empty(hand)")
    small = tried(tmp_path, game, TRIALS[: TRIALS.index("property")])
    assert verdict(small, "except worth(card) as rich when card.value > 2 gives 6")[1].startswith("scenario")
    assert verdict(small, "var points[Player] : 0..10 = 1") == (KILLED, "scenario a rich one counts more")
    assert verdict(small, "-    move card to shown") == (KILLED, "check choices")


def test_what_check_refuses(report: Report) -> None:
    assert verdict(report, "except worth(card) as idle gives 7") == (REFUSED, "")


def test_a_survivor_and_the_play_that_shows_it(report: Report) -> None:
    ((mutant, found),) = [(m, v) for m, v in report.survivors if m.what == "`highest` became `lowest`"]
    assert mutant.difference(report.source) == [
        "-    winners highest(p in Player by score(p))",
        "+    winners lowest(p in Player by score(p))",
    ]
    assert found.lines[0] == "game: 2 players"
    assert found.lines[1] == "after 4 choices"
    assert sum(line.startswith("    player_") for line in found.lines) == 4
    assert any(line.startswith("- the game is over, won by ") for line in found.lines)
    assert any(line.startswith("+ the game is over, won by ") for line in found.lines)


def test_a_change_that_is_none(report: Report) -> None:
    assert verdict(report, "except worth(card) as idle when card.value > 9 gives 7") == (EQUIVALENT, "")


def test_the_figures(report: Report) -> None:
    whole = report.killed + len(report.survivors)
    assert report.possible == len(report.found) == whole + report.refused + report.equivalent
    assert report.percent == pytest.approx(100 * report.killed / whole)
    assert len(report.of(SURVIVED)) == len(report.survivors) > 0


def test_more_trials_kill_more(report: Report, tmp_path: Path) -> None:
    more = '\nscenario "small ones first"\n    given\n        hand[seat(1)] holds 2, 3\n    then\n'
    more += "        seat(1) may only play(2)\n"
    after = tried(tmp_path, trials=TRIALS + more)
    assert verdict(report, "must card.value < 4 if able")[0] == SURVIVED
    assert verdict(after, "must card.value < 4 if able") == (KILLED, "scenario small ones first")
    assert after.percent > report.percent


def test_a_sample_is_part_of_the_whole(report: Report, tmp_path: Path) -> None:
    some = tried(tmp_path, limit=7)
    again = tried(tmp_path, limit=7, jobs=2)
    assert len(some.found) == 7
    assert [m.number for m, _ in some.found] == sorted(m.number for m, _ in some.found)
    known = {m.number: v for m, v in report.found}
    assert all(known[m.number] == v for m, v in some.found)
    assert some.found == again.found


def test_what_fails_already(tmp_path: Path) -> None:
    with pytest.raises(Unsound, match="a rich one counts more"):
        tried(tmp_path, trials=TRIALS.replace("is 5", "is 6"))
    with pytest.raises(Unsound, match="never_rich"):
        tried(tmp_path, trials=TRIALS.replace("> 13", "> 3"))
    with pytest.raises(HoyleError):
        tried(tmp_path, game=GAME.replace("worth(card)\n", "wroth(card)\n"))


def test_a_game_with_a_variant_is_changed_where_the_variant_leaves_it(tmp_path: Path) -> None:
    path = tmp_path / "nuts.hoyle"
    path.write_text(GAME)
    (tmp_path / "more.hoyle").write_text('variant "More" of nuts\n\nset points = 7\nremove except worth.rich\n')
    found = run_mutants(path, [str(tmp_path / "more.hoyle")], games=4)
    alone = run_mutants(path, games=4)
    assert found.source.text == GAME
    assert 0 < found.possible < alone.possible
    assert not any(
        "rich" in line or "var points" in line for m, _ in found.found for line in m.difference(found.source)
    )


def test_of_a_variant_only_its_own_text_is_changed(tmp_path: Path) -> None:
    scenario = TRIALS[TRIALS.index("scenario") : TRIALS.index("property")]
    (tmp_path / "nuts.hoyle").write_text(f"{GAME}\n{scenario}")
    path = tmp_path / "more.hoyle"
    path.write_text('variant "More" of nuts\n\nadjust worth(card) as more by 1 when card.value < 2\n')
    found = run_mutants(path, games=8)
    assert found.possible > 2 and found.refused < found.possible
    assert all(line[1:].startswith("adjust") for m, _ in found.found for line in m.difference(found.source) if line[1:])
