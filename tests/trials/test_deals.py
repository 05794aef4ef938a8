"""A deal that falls short in the middle of play is found and told with its place; nothing is said of others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.program.shortage import NOTE
from hoyle.read import Reading, read_path, read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import Game, prepare
from hoyle.run.save import restore
from hoyle.source import Source
from hoyle.trials import record
from hoyle.trials.checks.conservation import Deals, shortage
from hoyle.trials.record import Play
from hoyle.trials.run import Result, run_trials

GAME = """\
game "Hands" for {seats} players

option more : 0..9 = 0

cards Tile
    value : 1..{cards} key
    | value |
    | 1..{cards} |

zone deck         : pile, face down
zone aside        : pile, face down
zone hand[Player] : row, face down, seen by owner
zone shown        : row, face up

define score(p) = count(hand[p])
define hand_size : number = 2 + more

action play(card in hand[you])
    text "play {{card}}"
    move card to shown

flow
    move Tile to deck
{steps}
    repeat until empty(hand)
        each p in Player
            p must play if able

to gather
    move Tile to deck
"""


def written(steps: str, cards: int = 12, seats: str = "2..4", more: str = "") -> str:
    lines = "\n".join(f"    {line}" for line in steps.strip().splitlines())
    return GAME.format(steps=lines, cards=cards, seats=seats) + more


def read(*args: Any, **more: Any) -> Reading:
    reading = read_source(Source("hands.hoyle", written(*args, **more)))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    return reading


def noted(game: Game) -> tuple[int, ...] | None:
    """What both engines have noted at the first decision: which deal, to whom, how many are due, how many there are."""
    state, performer = game.start(1), Performer(game.program, 1)
    next(performer.play(), None)
    place = game.program.var_families[NOTE].base
    assert state.v[place] == performer.board.v[place]
    assert state.z == performer.board.z
    return state.v[place]


def failing(reading: Reading, games: int = 12) -> dict[str, Result]:
    return {r.name: r for r in run_trials(reading, games=games) if not r.passed}


# ---------------------------------------------------------------- what is noted is what happens


@st.composite
def courses(draw: st.DrawFn) -> tuple[int, int, list[tuple[str, int]]]:
    """How many cards and players there are, and what is done: dealt, set aside, or gathered again."""
    step = st.one_of(
        st.tuples(st.just("deal"), st.integers(-1, 5)),
        st.tuples(st.just("aside"), st.integers(1, 4)),
        st.tuples(st.just("gather"), st.just(0)),
    )
    return draw(st.integers(1, 16)), draw(st.integers(1, 4)), draw(st.lists(step, min_size=1, max_size=6))


STEPS = {"deal": "deal {} from deck to hand", "aside": "move top(deck, {}) to aside", "gather": "gather"}


@often(60)
@given(courses())
def test_the_first_that_gets_too_few_is_noted_by_both_engines(course: tuple[int, int, list[tuple[str, int]]]) -> None:
    cards, players, steps = course
    left, wanted, deals = cards, None, -1
    for what, number in steps:
        if what == "gather":
            left = cards
        elif what == "aside":
            left -= min(left, number)
        else:
            deals += 1
            for seat in range(players):
                there = min(left, max(number, 0))
                if there < number and wanted is None:
                    wanted = (deals, seat, number, there)
                left -= there
    text = "\n".join(STEPS[what].format(number) for what, number in steps)
    reading = read(text, cards=cards, seats="1..4")
    game = prepare(reading, players=players, watched={"deals"})
    assert noted(game) == wanted
    plain = prepare(reading, players=players)
    assert plain.start(1).z == game.start(1).z
    assert NOTE not in plain.code.whole() and NOTE not in plain.program.var_families


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ("deal hand_size from deck to hand\ndeal hand_size * 2 from deck to hand", (1, 1, 4, 0)),
        ("let n = count(deck) / players\ndeal n from deck to hand\ndeal 1 from deck to hand", (1, 0, 1, 0)),
        ("deal count(deck) / players from deck to hand", None),
        ("move top(deck, 11) to aside\ndeal 1 from aside to hand\ndeal 1 from deck to hand", (1, 1, 1, 0)),
        ("if players > 3\n    deal 9 from deck to hand", None),
        ("repeat 2 times\n    deal 3 from deck to hand", (0, 0, 3, 0)),
        ("as one\n    deal 5 from deck to hand", (0, 2, 5, 2)),
        ("deal 3 from deck to hand\ndeal 1 from hand[seat(1)] to hand", None),
        ("deal 3 from deck to hand\ndeal 2 from hand[seat(1)] to hand", (1, 2, 2, 1)),
        # what is moved, not dealt, is as many as there are
        ("each p in Player\n    move top(deck, 7) to hand[p]", None),
        ("each p in others(seat(1))\n    move top(deck, 6) to hand[p]", None),
    ],
)
def test_every_way_to_deal(steps: str, wanted: tuple[int, ...] | None) -> None:
    found = noted(prepare(read(steps), players=4 if "> 3" not in steps else 3, watched=True))
    assert found == wanted


# ---------------------------------------------------------------- what is told

AGAIN = """
shuffle deck
repeat 3 times
    deal 2 from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
"""


def found(tmp_path: Path, steps: str, more: str = "", **how: Any) -> tuple[Result, Play]:
    """What the check says, if it alone fails; and the play that shows it. Its scenario says the same."""
    path = tmp_path / "hands.hoyle"
    path.write_text(written(steps, more=more, **how), encoding="utf-8")
    failed = failing(read_path(path))
    assert failed.keys() == {"deals"}
    result = failed["deals"]
    path.write_text(f"{path.read_text(encoding='utf-8')}\n{result.scenario}\n", encoding="utf-8")
    (again,) = run_trials(read_path(path), games=0)
    assert not again.passed
    assert {line for line in result.detail.splitlines() if line.startswith("actual: ")} <= {*again.detail.splitlines()}
    return result, record.read(result.replay)[1]


def line_of(text: str, what: str) -> int:
    return text[: text.index(what)].count("\n") + 1


def test_a_later_hand_is_told_in_the_smallest_play_with_its_place(tmp_path: Path) -> None:
    result, play = found(tmp_path, AGAIN)
    assert play == Play(4, {}, (), (0,) * 8)
    assert result.span is not None
    assert result.span.line == line_of(written(AGAIN), "deal 2")
    assert "actual: `deal 2 from deck to hand`: player_3 is to get 2 cards, and none is left" in result.detail


def test_a_number_that_is_worked_out(tmp_path: Path) -> None:
    result, play = found(tmp_path, "deal hand_size from deck to hand", cards=8, seats="4")
    more = play.options["more"]
    seat, left = 8 // (2 + more) + 1, 8 % (2 + more)
    says = f"`deal hand_size from deck to hand`: player_{seat} is to get {2 + more} cards, and "
    assert f"actual: {says}{['none is', 'only 1 is', f'only {left} are'][min(left, 2)]} left" in result.detail
    assert more > 0 and not play.choices


def test_cards_that_were_set_aside(tmp_path: Path) -> None:
    steps = "move top(deck, 1) to aside\ndeal 3 from deck to hand\nmove aside to deck"
    result, play = found(tmp_path, steps, seats="4")
    assert play == Play(4, {}, (), ())
    assert "player_4 is to get 3 cards, and only 2 are left" in result.detail


def test_what_goes_round_exactly_is_no_fault() -> None:
    assert failing(read(AGAIN.replace("3 times", "2 times").replace("deal 2", "deal 3"), seats="2")) == {}
    again = AGAIN.replace("    deal", "    gather\n    shuffle deck\n    deal").replace("deal 2", "deal 3")
    assert failing(read(again, seats="4")) == {}


def test_what_a_change_brings_in_time_is_dealt() -> None:
    """A rule may put cards back as soon as a pile is used up, in the middle of a deal."""
    steps = "move top(deck, 8) to aside\ndeal 2 from deck to hand"
    refill = "\nafter any change when empty(deck) and not empty(aside)\n    move aside to deck\n"
    assert failing(read(steps, seats="3")).keys() == {"deals"}
    assert failing(read(steps, seats="3", more=refill)) == {}


def test_a_deal_that_is_meant_to_fall_short_says_so() -> None:
    waived = '\nwaive deals "the last hand is what is left"\n'
    (result,) = (r for r in run_trials(read(AGAIN, more=waived), games=12) if r.name == "deals")
    assert result.waived == "the last hand is what is left"
    moved = AGAIN.replace("deal 2 from deck to hand", "each p in Player\n        move top(deck, 2) to hand[p]")
    assert failing(read(moved)) == {}
    parts = AGAIN.replace("deal 2", "deal min([2, count(deck) / players])")
    assert failing(read(parts)) == {}


def test_nothing_behind_it_is_hidden() -> None:
    more = "\nproperty all_shown never count(shown) > 11\nproperty once eventually empty(deck) and empty(hand)\n"
    assert failing(read(AGAIN, seats="4", more=more)).keys() == {"all_shown", "deals"}


def test_a_variant_that_sets_cards_aside(tmp_path: Path) -> None:
    (tmp_path / "hands.hoyle").write_text(
        written("dealing", more="\nto dealing\n    deal 3 from deck to hand\n"), encoding="utf-8"
    )
    assert failing(read_path(tmp_path / "hands.hoyle")) == {}
    variant = tmp_path / "shy.hoyle"
    variant.write_text('variant "Shy" of hands\n\nbefore dealing\n    move top(deck) to aside\n', encoding="utf-8")
    result = failing(read_path(variant))["deals"]
    assert result.span is not None and Path(result.span.source.name).name == "hands.hoyle"
    assert "`deal 3 from deck to hand`: player_4 is to get 3 cards, and only 2 are left" in result.detail


# ---------------------------------------------------------------- a game that is watched for it


def test_it_is_told_once_and_can_be_saved(tmp_path: Path) -> None:
    path = tmp_path / "hands.hoyle"
    path.write_text(written("deal 4 from deck to hand"), encoding="utf-8")
    game = prepare(read_path(path), players=4, watched={Deals.name})
    state = game.start(1)
    again = restore(state.save())
    assert again == state and again.game.program.watched == ["deals"]
    assert shortage(state)[0] == shortage(again)[0] != ""
    assert shortage(state) == ("", None)
    assert restore(state.save()).game.program.watched == ["deals"]
    assert restore(prepare(game.reading, players=4).start(1).save()).game.program.watched == []


def test_only_a_scenario_that_asks_for_it_fails() -> None:
    short = 'scenario "short"\n    seats a, b, c, d\n    when\n        flow\n    then\n        {}\n'
    text = short.format("empty(deck)") + "\n" + short.format("keeps deals").replace('"short"', '"asked"')
    results = run_trials(read("deal 4 from deck to hand", more=f"\n{text}"), games=0)
    assert [(r.name, r.passed) for r in results] == [("short", True), ("asked", False)]
    assert "actual: `deal 4 from deck to hand`: d is to get 4 cards, and none is left" in results[1].detail
