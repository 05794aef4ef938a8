"""What every game gets without asking: games, or engines, that fail one check each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from hoyle import builtins
from hoyle.read import Reading, read_path, read_source
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.trials.checks import ALL, symmetry
from hoyle.trials.run import Result, run_trials

TOP = Path(__file__).parents[2]
FOUND = re.search(
    r"```hoyle file=little.hoyle\n(.*?)```", (TOP / "grammar" / "LANGUAGE.md").read_text(encoding="utf-8"), re.DOTALL
)
assert FOUND is not None
LITTLE = FOUND[1]


def little(old: str = "", new: str = "", more: str = "") -> Reading:
    assert old in LITTLE
    reading = read_source(Source("little.hoyle", (LITTLE.replace(old, new) if old else LITTLE) + more))
    assert not reading.failed, [d.message for d in reading.diagnostics]
    return reading


def checked(reading: Reading, name: str, games: int = 12) -> Result:
    found = run_trials(reading, games=games)
    return next(r for r in found if (r.kind, r.name) == ("check", name))


def test_every_check_is_in_the_table() -> None:
    assert sorted(check.name for check in ALL) == sorted(builtins.CHECKS)


def test_a_game_that_keeps_them_all() -> None:
    assert [(r.name, r.detail) for r in run_trials(little(), games=12) if not r.passed] == []


# ---------------------------------------------------------------- winners and scores


def test_a_game_that_nobody_ends() -> None:
    result = checked(little("after main\n", "after main when any(p in Player where score(p) > 40)\n"), "outcome")
    assert "actual: the game has come to its end, and no ending says that nobody wins" in result.detail


def test_an_ending_may_say_that_nobody_wins() -> None:
    reading = little(
        "after main\n",
        "after main when any(p in Player where score(p) > 40)\n",
        "\nending dull after main\n    winners []\n",
    )
    assert checked(reading, "outcome").passed


def ended(change: Callable[[State], None], monkeypatch: pytest.MonkeyPatch) -> str:
    finish = State.finish

    def other(self: State) -> None:
        finish(self)
        change(self)

    monkeypatch.setattr(State, "finish", other)
    return checked(little(), "outcome", games=2).detail


def set_winners(*seats: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.winners = seats

    return change


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((1, 1), "the winners are seats 2, 2"),
        ((7,), "the winners are seats 8"),
        ((), "won by nobody, but `all_played` says"),
    ],
)
def test_winners_that_are_none(seats: tuple[int, ...], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert words in ended(set_winners(*seats), monkeypatch)


def test_scores_that_are_not_what_the_rules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "scores", property(lambda self: (99,) * self.game.players))
    assert "actual: the scores are [99, 99], and `score` gives" in checked(little(), "outcome", games=2).detail


# ---------------------------------------------------------------- seats

FIRST = "winners first(highest(p in Player by score(p)))"
RIVALS = """
before turn(p)
    p may choose one rival in Player where rival is {} as greet "greet {{rival}}"
        points[rival] += 1
"""


def test_a_tie_that_goes_to_whoever_sits_first() -> None:
    ending = "    winners highest(p in Player by score(p))\n"
    reading = little(ending, f"    {FIRST}\n\nexcept score(p) as level gives count(hand[p])\n")
    result = checked(reading, "symmetry", games=2)
    assert "actual: won by player_1; one seat further on it would be player_2" in result.detail


def test_choices_that_depend_on_the_order_of_seats() -> None:
    result = checked(little(more=RIVALS.format("(first(q in Player where points[q] is 0) else p)")), "symmetry")
    assert re.search(r"one seat further on player_\d could not choose `greet\(player_\d\)`", result.detail), (
        result.detail
    )


def test_scores_that_depend_on_the_order_of_seats() -> None:
    more = "\nadjust score(p) as early by 1 when p is first(q in Player where points[q] is points[p])\n"
    result = checked(little(more=more), "symmetry")
    assert "actual: the scores are [1, 0]; one seat further on they would be [0, 1]" in result.detail


@pytest.mark.parametrize("who", ["left(p)", "if points[p] > points[left(p)] then left(p, 2) otherwise p", "p"])
def test_rules_that_are_the_same_for_everybody(who: str) -> None:
    result = checked(little(more=RIVALS.format(f"({who})")), "symmetry")
    assert result.passed, result.detail
    assert not result.waived


def test_rules_that_name_a_seat_are_not_asked() -> None:
    assert checked(little(more=RIVALS.format("seat(1)")), "symmetry").passed
    everything = little(
        "action play(card in hand[you])",
        "action play(card in hand[you] where you is not seat(2) or card.value > 0)",
        "\nadjust score(p) as early by 1 when p is seat(1)\n",
    )
    result = checked(everything, "symmetry")
    assert result.passed
    assert result.waived == "the rules name a seat: `seat(1)` at little.hoyle:53"


def test_rules_that_ask_for_the_number_of_a_seat_name_it() -> None:
    scored = little(more="\nadjust score(p) as odd by number(p) mod 2\n")
    chosen = RIVALS.format("(first(q in Player where number(q) is 2) else p)")
    result = checked(little(more=f"{chosen}\nadjust score(p) as odd by number(p) mod 2\n"), "symmetry")
    assert checked(scored, "symmetry").passed
    assert result.passed, result.detail


def names(reading: Reading, **setting: Any) -> list[bool]:
    game = prepare(reading, players=3, **setting)
    return [symmetry.names_seat(game, site) is not None for site in range(len(game.plan.sites))]


@pytest.mark.parametrize("game", ["texas_showdown", "trickdraw", "dwyn", "book_it"])
def test_most_decisions_of_real_games_are_asked(game: str) -> None:
    found = names(read_path(TOP / "gamedefs" / f"{game}.hoyle"))
    assert found.count(False) > found.count(True)


# ---------------------------------------------------------------- the engine


def test_an_engine_that_forgets_a_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    choose = State.choose

    def forget(self: State, choice: Any) -> None:
        choose(self, choice)
        self.choices = self.choices[1:] or self.choices

    monkeypatch.setattr(State, "choose", forget)
    assert "actual: the engine offers" in checked(little(), "reference", games=1).detail


@pytest.mark.parametrize(
    ("part", "words"), [("v", "actual: in the engine values are"), ("draws", "actual: the engine drew")]
)
def test_an_engine_that_does_something_else(part: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    choose = State.choose

    def change(self: State, choice: Any) -> None:
        choose(self, choice)
        if part == "v":
            self.v[0] += 1
        else:
            self.draws += 1

    monkeypatch.setattr(State, "choose", change)
    assert words in checked(little(), "reference", games=1).detail


def test_an_engine_that_tells_what_did_not_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.trials.checks import reference

    raw = reference.raw
    monkeypatch.setattr(reference, "raw", lambda s: raw(s)[1:] if isinstance(s, State) else raw(s))
    assert "actual: the engine and the reference tell of other events" in checked(little(), "reference", 1).detail


def test_a_game_that_cannot_be_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    from hoyle.trials.checks import copies

    beginning = copies.beginning

    def other(of: State) -> tuple[State, Iterable[Any]]:
        state, made = beginning(of)
        state.v[0] += 1
        return state, made

    monkeypatch.setattr(copies, "beginning", other)
    words = "actual: played again with the same choices, it ends in another way"
    assert words in checked(little(), "copies", games=1).detail


# ---------------------------------------------------------------- cards of the box


PICKED = """
after take(p) as extra
    p may choose one card in {source} as find "find {{card}}"
        move card to hand[p]
"""


@pytest.mark.parametrize(("source", "found"), [("box", True), ("shown + box", True), ("shown", False)])
def test_a_card_of_the_box_that_nobody_sees(source: str, found: bool) -> None:
    reading = little("move Tile to deck", "move all(c in Tile where c.value < 9) to deck", PICKED.format(source=source))
    result = checked(reading, "box")
    assert result.passed is not found
    if found:
        assert "is offered `find a card of box`, which was never put on the table" in result.detail


def test_the_box_may_be_waived() -> None:
    reading = little(
        "move Tile to deck",
        "move all(c in Tile where c.value < 9) to deck",
        PICKED.format(source="box") + '\nwaive box "the box is a lucky dip"\n',
    )
    result = checked(reading, "box")
    assert result.passed and result.waived == "the box is a lucky dip"


# ---------------------------------------------------------------- a trick that nobody takes


def test_a_trick_that_nobody_takes() -> None:
    step = (TOP / "examples" / "tutorial" / "step4.hoyle").read_text(encoding="utf-8")
    assert checked(read_source(Source("step4.hoyle", step)), "choices", games=4).passed
    result = checked(read_source(Source("step4.hoyle", step.replace(" else crest", ""))), "choices", games=4)
    assert not result.passed
    assert "trick holds 1" in result.detail
