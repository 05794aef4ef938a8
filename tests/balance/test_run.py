"""What comes out of games in which it is known."""

from __future__ import annotations

from pathlib import Path

import pytest
from balance import games
from balance.conftest import GAMES, Report, row, section

from hoyle.balance.run import RANDOM, TABLE, Plan, balance
from hoyle.balance.sections import sections
from hoyle.balance.skill import others
from hoyle.balance.tally import SEAT, TAKEN, Key
from hoyle.commands.balanced import as_json
from hoyle.compare.statistics import Interval, part
from hoyle.diagnostics import HoyleError
from hoyle.run.game import load


def known(cell: Interval | None) -> Interval:
    assert cell is not None
    return cell


def test_luck_is_a_flat_line(report: Report) -> None:
    found = section(report("lottery"), "skill")
    assert found.usual == 0.5
    assert len(found.rows) == 4
    for one in found.rows:
        assert [known(cell).estimate for cell in one.cells] == [0.5, 0.5]
        assert one.note == ""


def test_what_means_nothing_is_not_called_dead(report: Report) -> None:
    found = report("lottery")
    assert {one.note for one in section(found, "choices").rows} == {""}  # of equal ones bots take any
    assert known(section(found, "worth").rows[0].cells[0]) == Interval(0.0, 0.0, 0.0)
    assert section(found, "cards").shown == ()


def test_what_is_chosen_for_its_luck_is_judged_by_a_second_opinion(report: Report) -> None:
    """Of several choices that are as good one always seems best; who asks again does not find it better."""
    found = known(section(report("shuffled"), "worth").rows[0].cells[0])
    assert found.low < 0 < found.high
    assert abs(found.estimate) < 0.03  # the first opinion says 0.08


def test_intervals_of_a_section_hold_together(report: Report) -> None:
    found = report("waste")
    sums = found.sides[0].of(TABLE)[Key(SEAT, "player 1")]
    assert section(found, "seats").rows[0].cells[0] == part(sums, 0.05 / 2)
    choices = section(found, "choices")
    sums = found.sides[0].of(TABLE)[Key(TAKEN, "action", "waste")]
    assert row(choices, "action waste").cells[0] == part(sums, 0.05 / len(choices.rows))


def test_the_stronger_one_sits_everywhere_and_the_others_think_half_as_far() -> None:
    assert [others(against, 64) for against in ("random", "half")] == ["random", "search:32"]


def test_skill_is_a_line_that_rises(report: Report) -> None:
    found = section(report("waste"), "skill")
    assert all(known(one.cells[0]).low > 0.5 for one in found.rows)
    assert known(found.rows[-1].cells[1]).estimate == 0.5  # who thinks further finds nothing more


def test_an_action_that_is_never_any_good_is_dead(report: Report) -> None:
    found = section(report("waste"), "choices")
    waste, gain = row(found, "action waste"), row(found, "action gain")
    assert (waste.note, gain.note) == ("never", "always")
    assert known(waste.cells[0]).estimate == 0.0
    assert known(waste.better).high < 0 < known(gain.better).low
    assert known(waste.cells[1]).low <= known(waste.cells[1]).estimate <= known(waste.cells[1]).high
    assert known(waste.cells[1]).estimate > 0.3  # random players take it
    assert waste.times == waste.times // GAMES * GAMES == gain.times


def test_what_all_choices_have_in_common_is_not_looked_at(report: Report) -> None:
    titles = [one.measure.title for one in section(report("first"), "choices").rows]
    assert titles == ["card take: tile 1", "card take: tile 2", "card take: tile 3", "card take: tile 4"]


def test_choices_that_matter_are_seen_to(report: Report) -> None:
    found = section(report("waste"), "worth")
    assert found.rows[0].measure.title == "all decisions"
    assert known(found.rows[0].cells[0]).low > 0
    assert {one.measure.title for one in found.rows[1:]} == {"asked: gain or waste (flow)", "chosen: gain"}


def test_an_unfair_seat_is_seen_by_who_thinks(report: Report) -> None:
    found = section(report("first"), "seats")
    best, worst = found.rows
    assert (best.note, worst.note) == ("above", "below")
    assert known(best.cells[0]).estimate == 1.0
    assert known(best.cells[1]).low < 0.5 < known(best.cells[1]).high


def test_what_is_strong_among_random_players_only_is_found_out(report: Report) -> None:
    found = section(report("safe", "tile 1"), "duels")
    thinking, random = found.rows
    assert (thinking.note, random.note) == ("", "above")
    assert known(thinking.cells[3]).low < 0 < known(thinking.cells[3]).high
    assert known(random.cells[0]).estimate > 0.6


def test_what_is_too_strong_wins_its_duels(report: Report) -> None:
    thinking, random = section(report("strong", "tile 1"), "duels").rows
    assert (thinking.note, random.note) == ("above", "above")
    assert known(thinking.cells[0]).estimate == 1.0
    assert known(thinking.cells[1]).estimate < 0.1


def test_half_of_the_duels_are_fought_by_each_seat(report: Report) -> None:
    found = section(report("strong", "tile 4"), "duels").rows[0]
    assert found.games == GAMES  # it can be chosen by either
    free = known(section(report("strong", "tile 4"), "duels").rows[0].cells[2])
    assert free.estimate == 0.5  # the first seat takes tile 1 and wins, so one half of them


def test_who_wins_together_is_one_side(report: Report) -> None:
    found = report("teams", players=4)
    titles = [one.measure.title for one in section(found, "seats").rows]
    assert titles == ["players 1 and 3 win", "players 2 and 4 win"]
    assert section(found, "seats").usual == 0.5
    estimates = [known(one.cells[0]).estimate for one in section(found, "seats").rows]
    assert sum(estimates) == pytest.approx(1)


def test_who_plays_alone_wins_against_nobody(folder: Path) -> None:
    path = folder / "alone.hoyle"
    path.write_text(games.LOTTERY.replace("2..4", "1..4"), encoding="utf-8")
    found = balance(Plan(str(path), 1, bots="search:4", games=4))
    assert [one.key for one in sections(found, found.sides[0])] == ["worth", "choices", "course"]
    assert "skill" not in found.sides[0].games


def test_bots_of_others_say_nothing_of_what_they_think(folder: Path) -> None:
    found = balance(Plan(str(folder / "waste.hoyle"), 2, bots="balance.games:Last", games=40))
    assert section(found, "worth").rows == ()
    waste = row(section(found, "choices"), "action waste")
    assert waste.better is None
    assert waste.note == "equal"  # that it is always taken does not say that it is any good
    assert known(waste.cells[0]).estimate == 1.0


def test_how_it_goes_is_measured(report: Report) -> None:
    found = section(report("first"), "course")
    values = {one.key: known(one.cells[0]).estimate for one in found.rows}
    assert values["decisions"] == values["turns"] == 2
    assert values["choices"] == 3.5
    assert values["runaway"] == 1  # who takes the best tile leads from then on


def test_the_games_are_those_of_simulate(report: Report, folder: Path) -> None:
    """Nor does a second opinion change them."""
    found = report("shuffled")
    game = load(str(folder / "shuffled.hoyle"), players=2)
    for sort, bots in ((TABLE, "search:20"), (RANDOM, "random")):
        rows = game.playouts(GAMES, seed=3, bots=bots)
        shares = [sum((seat in won) / len(won) for won in rows.winners) / GAMES for seat in range(2)]
        cells = [one.cells[0 if sort == TABLE else 1] for one in section(found, "seats").rows]
        assert [known(cell).estimate for cell in cells] == pytest.approx(shares)


def test_one_worker_and_two_find_the_same(report: Report) -> None:
    assert as_json(report("waste")) == as_json(report("waste", workers=2))
    assert as_json(report("safe", "tile 1")) == as_json(report("safe", "tile 1", workers=2))


def test_another_seed_is_another_run(report: Report) -> None:
    assert as_json(report("waste")) != as_json(report("waste", seed=4))


def test_what_is_known_when_somebody_stops_it_is_said(folder: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done > 30:
            raise KeyboardInterrupt

    found = balance(Plan(str(folder / "waste.hoyle"), 2, bots="search:20", games=60, seed=3), stop)
    assert not found.complete
    assert 0 < found.sides[0].games[TABLE] < 60
    assert RANDOM not in found.sides[0].games
    assert section(found, "seats").rows[0].cells[1] is None
    assert '"complete": false' in as_json(found)


def test_a_variant_is_set_beside_the_game(report: Report) -> None:
    found = report("first", variant="fair")
    assert [known(section(found, "seats", side).rows[0].cells[0]).estimate == 1.0 for side in (0, 1)] == [True, False]


@pytest.mark.parametrize(("what", "meant"), [("tiel 1", "did you mean `tile 1`?"), ("nothing", None)])
def test_a_duel_is_about_something_in_the_game(folder: Path, what: str, meant: str | None) -> None:
    with pytest.raises(HoyleError) as error:
        balance(Plan(str(folder / "safe.hoyle"), 2, games=2, duels=(what,)))
    wrong = error.value.diagnostics[0]
    assert wrong.message == f"`{what}` is nothing that can be chosen in Safe"
    assert meant is None or wrong.help == meant
