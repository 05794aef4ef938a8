"""The first game in which two definitions are not alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from compare.conftest import Written

from hoyle.compare.alongside import Apart, Pair, Pairing, at_random, first_apart
from hoyle.read import read_path
from hoyle.run.game import Game, prepare

LONGEST = 200
HEAVIER = "except cost(card) as heavy when card.weight > 11 gives 5\n"
SELDOM = """\
except cost(card) as heavy when card.weight > 10 gives 3
except cost(card) as middling when card.weight is 9 gives 5
"""
FEWER = "    | 1..10  |"


def game(path: Path, players: int = 2) -> Game:
    return prepare(read_path(path), players=players)


def always(one: Game | None, other: Game | None) -> Pairing:
    return at_random(lambda number: (one, other), 0)


def test_the_same_is_never_apart(written: Written) -> None:
    assert first_apart(always(game(written()), game(written("other"))), range(9), LONGEST) == (None, 9)


def test_the_parting_is_where_both_stood_last_together(written: Written) -> None:
    one, other = game(written()), game(written("other", heavy=HEAVIER))
    found, games = first_apart(always(one, other), range(40), LONGEST)
    assert found is not None and found.parting is not None
    assert found.number == games - 1
    tables = [found.parting.one, found.parting.other]
    assert tables[0].state.v != tables[1].state.v
    for table in tables:
        state = table.game.blank(0)
        state.seed = at_random(lambda number: None, 0).chance(found.number)
        table.game.perform(state, "flow", ())
        for number in found.parting.made:
            state.choose(number)
        assert (state.z, state.v) == (table.state.z, table.state.v)


def test_more_games_give_a_play_that_is_no_longer(written: Written) -> None:
    pair = game(written()), game(written("other", heavy=SELDOM))
    shorter = 0
    for seed in range(8):
        pairing = at_random(lambda number: pair, seed)
        plays = [first_apart(pairing, range(99), LONGEST, more) for more in (0, 60)]
        lengths = [len(found.parting.made) for found, _ in plays if found is not None and found.parting is not None]
        assert len(lengths) == 2 and lengths[1] <= lengths[0]
        assert plays[1][1] > plays[0][1]
        shorter += lengths[1] < lengths[0]
    assert shorter


def test_who_may_make_no_choices_plays_no_game(written: Written) -> None:
    pairing = always(game(written()), game(written("other", heavy=HEAVIER)))
    assert first_apart(pairing, range(60), LONGEST, steps=0) == (None, 0)


@pytest.mark.parametrize("nobody", [(True, False), (False, True)])
def test_what_cannot_be_played_is_apart_from_what_can(written: Written, nobody: tuple[bool, bool]) -> None:
    pair = tuple(None if none else game(written()) for none in nobody)
    found, games = first_apart(always(pair[0], pair[1]), range(3), LONGEST)
    assert found == Apart(0, (pair[0], pair[1]), ([], []), None)
    assert games == 0


def test_nothing_to_look_at_is_passed_by(written: Written) -> None:
    one, other = game(written()), game(written("other", cards=FEWER))
    rows: list[Pair | None] = [None, (None, None), (one, other)]
    found, games = first_apart(at_random(rows.__getitem__, 0), range(3), LONGEST)
    assert found is not None and (found.number, found.parting, games) == (2, None, 0)
    assert found.cards == (["stone 11", "stone 12"], [])


def test_settings_go_round_until_one_shows_it(written: Written) -> None:
    """Where it shows, more games are played; nobody goes back to those where it did not."""
    same, changed = game(written()), game(written("other", heavy=HEAVIER))
    asked: list[int] = []

    def games(number: int) -> Pair:
        asked.append(number)
        return (same, changed) if number % 2 else (same, same)

    found, _ = first_apart(at_random(games, 0), range(40), LONGEST, 3)
    assert found is not None and found.number % 2
    assert set(asked[asked.index(found.number) :]) == {found.number}
