"""What differs between two definitions, declaration by declaration."""

from __future__ import annotations

import every
import pytest
from compare.conftest import Written

from hoyle.compare.rules import ADDED, CHANGED, REMOVED, RENAMED, Change, changes, place, settings
from hoyle.read import bundled_games, find_game, read_path
from hoyle.run.game import prepare


def between(written: Written, **changed: str) -> list[Change]:
    one, other = read_path(written()), read_path(written("other", **changed))
    assert not other.failed, other.diagnostics
    return changes(one, other)


@pytest.mark.parametrize("name", bundled_games())
def test_a_game_does_not_differ_from_itself(name: str) -> None:
    assert changes(every.reading(find_game(name)), read_path(find_game(name))) == []


def test_layout_and_comments_are_no_difference(written: Written) -> None:
    assert between(written, rounds="# more of them\ndefine  rounds   = 3  # as usual") == []


def test_a_definition_is_changed(written: Written) -> None:
    (change,) = between(written, rounds="define rounds = 4")
    assert change.sentence == "`define rounds` changed: what it is"
    assert change.lines == ("- define rounds = 3", "+ define rounds = 4")
    assert change.plays
    one, other = place(change.one), place(change.other)
    assert one is not None and other is not None
    assert one.endswith("pebbles.hoyle:18") and other.endswith("other.hoyle:18")


def test_a_clause_is_removed_and_another_is_added(written: Written) -> None:
    (gone,) = between(written, heavy="")
    assert (gone.what, gone.name, gone.other) == (REMOVED, "except cost.heavy", None)
    found = between(written, heavy="except cost(card) as light when card.weight < 2 gives 0\n")
    assert {(c.what, c.name) for c in found} == {(REMOVED, "except cost.heavy"), (ADDED, "except cost.light")}


def test_a_rule_is_changed_in_its_lines(written: Written) -> None:
    (change,) = between(written, rule="    must card.weight < 8 if able")
    assert change.sentence == "`rule light_first` changed: what must hold"
    assert change.lines == ("-     must card.weight < 9 if able", "+     must card.weight < 8 if able")


def test_a_name_is_changed(written: Written) -> None:
    (change,) = between(written, rule_name="rule heavy_last")
    assert (change.what, change.sentence) == (RENAMED, "`rule light_first` renamed: now `rule heavy_last`")


def test_what_is_said_about_rules_stands_last_and_does_not_play(written: Written) -> None:
    found = between(
        written,
        property="property few always sum(points) <= 16\n",
        ending='ending done "all rounds are over" after flow\n',
        cites="define cost(card : Stone) = penalty    cites PB-1\n",
        rounds="define rounds = 2",
    )
    assert (found[0].name, found[0].plays) == ("define rounds", True)
    assert {(c.what, c.name) for c in found if not c.plays} == {
        (CHANGED, "property few"),
        (CHANGED, "ending done"),
        (CHANGED, "define cost"),
    }


def test_the_number_of_players(written: Written) -> None:
    (change,) = between(written, seats="for 2 players")
    assert change.sentence == "`game` changed: for how many players"
    assert change.plays


def test_options_that_are_set(written: Written) -> None:
    reading = read_path(written())
    one, other = prepare(reading, players=2), prepare(reading, players=3, options={"penalty": 4})
    assert [(s.name, s.one, s.other) for s in settings(one, other)] == [("players", 2, 3), ("penalty", 2, 4)]


# ---------------------------------------------------------------------------------------------- variants


def varied(written: Written, deltas: str) -> list[Change]:
    path = written()
    variant = path.with_name("mine.hoyle")
    variant.write_text(f'variant "Mine" of pebbles\n\n{deltas}', encoding="utf-8")
    other = read_path(variant)
    assert not other.failed, other.diagnostics
    return [change for change in changes(read_path(path), other) if change.plays]


def places(change: Change) -> tuple[str, ...]:
    return tuple((place(span) or "nowhere").rpartition("/")[2] for span in (change.one, change.other))


def test_what_a_variant_replaces(written: Written) -> None:
    (change,) = varied(written, "replace define rounds = 5\n")
    assert change.lines == ("- define rounds = 3", "+ replace define rounds = 5")
    assert places(change) == ("pebbles.hoyle:18", "mine.hoyle:3")


def test_what_a_variant_sets_is_shown_where_it_says_so(written: Written) -> None:
    (change,) = varied(written, "set rounds = 5\n")
    assert change.sentence == "`define rounds` changed: what it is"
    assert change.lines == ("- 3", "+ 5")
    assert places(change) == ("pebbles.hoyle:18", "mine.hoyle:3")


def test_a_default_where_none_was_said(written: Written) -> None:
    path = written(rounds="option stones : few | many\ndefine rounds = if stones is few then 3 otherwise 4")
    variant = path.with_name("mine.hoyle")
    variant.write_text('variant "Mine" of pebbles\n\nset stones = many\n', encoding="utf-8")
    (change,) = [change for change in changes(read_path(path), read_path(variant)) if change.plays]
    assert (change.lines, places(change)[1]) == (("+ many",), "mine.hoyle:3")


def test_rows_that_a_variant_sets(written: Written) -> None:
    table = "table more(n : 2..3) : number\n    | n    | more |\n    | 2..3 | 1    |\n"
    path = written(rounds=f"{table}\ndefine rounds = 2 + more(players)")
    variant = path.with_name("mine.hoyle")
    variant.write_text('variant "Mine" of pebbles\n\nset more(3) = 2\n', encoding="utf-8")
    other = read_path(variant)
    assert not other.failed, other.diagnostics
    (change,) = [change for change in changes(read_path(path), other) if change.plays]
    assert change.name == "table more"
    assert change.lines == ("+ set more(3) = 2",)
    assert places(change)[1] == "mine.hoyle:3"


def test_what_a_variant_takes_out_has_two_places(written: Written) -> None:
    (change,) = varied(written, "remove except cost.heavy\n")
    assert (change.what, change.name) == (REMOVED, "except cost.heavy")
    assert places(change) == ("pebbles.hoyle:20", "mine.hoyle:3")
