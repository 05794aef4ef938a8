"""Variants of a small game, each with one thing wrong, or with nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from hoyle.core.cover import Item
from hoyle.source import Source, Span
from hoyle.trials import record
from hoyle.vet.finding import KINDS
from hoyle.vet.lost import _outermost
from hoyle.vet.run import Examined, Plan, vet
from hoyle.vet.subject import find_subjects
from hoyle.vet.words import sentence

Examine = Callable[[str], Examined]

NEVER = "except worth(card) as never over shining when count(hand) > 90 gives 0\n"
NO_SCENARIO = 'remove scenario "the higher card is rewarded"\n'
LOW_WINS = "replace define worth(card : Tile) = 7 - card.rank\n"
FOUR_TIMES = """\
replace to reward
    let best = the highest(c in table by worth(c))
    if best is not none
        points[owner(best) else seat(1)] += best.rank * 4
"""
ENDLESS = """\
replace action lay(card in hand[you])
    text "lay {card}"
    move card to hand[left(you)]
"""

# what a variant says; the kinds of what is found, what it is about, and where that stands
CASES: dict[str, tuple[str, str, str, str | None, str | None]] = {
    "does not check": ("remove zone hand\n", "refused", "", "house.hoyle", "plain.hoyle:30"),
    "contradicts the game": (
        "except worth(card) as low when card.rank is 1 gives 20\n",
        "conflict",
        'two exceptions to `worth` may both apply: one of the game, one of "House"',
        "plain.hoyle:25, house.hoyle:3",
        None,
    ),
    "scenario fails": (LOW_WINS, "fails", "scenario the higher card is rewarded", "house.hoyle", "plain.hoyle:77"),
    "property fails": ("set target = 14\n", "fails", "property modest", "house.hoyle", "plain.hoyle:65"),
    "own scenario fails": (
        'set hand_size = 4\nscenario "wrong"\n    seats ann, ben\n    then\n        hand_size is 3\n',
        "fails",
        "scenario wrong",
        "house.hoyle:7",
        None,
    ),
    "check fails": (
        "replace ending done after flow\n    winners first(highest(p in Player by points[p]))\n"
        "set target = 12\nremove property modest\n",
        "fails",
        "check symmetry",
        "house.hoyle",
        None,
    ),
    "stuck": (
        f"add rule high for lay(card)\n    must card.rank > 3\n{NO_SCENARIO}",
        "stuck",
        "check choices",
        "house.hoyle",
        None,
    ),
    "endless": (f"{ENDLESS}{NO_SCENARIO}", "endless", "check ends", "house.hoyle", None),
    "fault": (
        f"set target = 99\nset hand_size = 4\n{FOUR_TIMES}{NO_SCENARIO}remove property modest\n",
        "fault",
        "check choices",
        "house.hoyle",
        None,
    ),
    "inert": (NEVER, "inert", "the whole of it", "house.hoyle", None),
    "one change inert": (f"set hand_size = 4\n{NEVER}", "inert", NEVER.strip(), "house.hoyle:4", None),
    "inert with what it needs": (
        "set hand_size = 4\n"
        "add define crowd = count(hand) > 90\n"
        "except worth(card) as never over shining when crowd gives 0\n",
        "inert",
        "except worth(card) as never over shining when crowd gives 0",
        "house.hoyle:5",
        None,
    ),
    "counts and does nothing": (
        "set hand_size = 4\nexcept worth(card) as six over shining when card.rank is 6 and not bonus gives 6\n",
        "inert",
        "except worth(card) as six over shining when card.rank is 6 and not ...",
        "house.hoyle:4",
        None,
    ),
    "removes what did nothing": (
        "set hand_size = 4\nremove rule keep_ones\nreplace kind Suit : sun | moon\n",
        "inert",
        "replace kind Suit : sun | moon",
        "house.hoyle:5",
        None,
    ),
    "dead option": (
        "replace except worth(card) as shining when bonus and card.suit is moon gives card.rank\n",
        "dead option",
        "bonus",
        "house.hoyle",
        "plain.hoyle:3",
    ),
    "dead option of its own": (
        "set hand_size = 4\nadd option quick : yes_no\n",
        "dead option",
        "quick",
        "house.hoyle:4",
        None,
    ),
    "not reached in play": (
        "set target = 30\nremove property modest\n",
        "unreachable",
        "ending `rich`",
        "house.hoyle",
        "plain.hoyle:59",
    ),
    "not reached for sure": (
        "replace phase round\n    each p in Player\n        p must lay if able\n    reward\n    move table to deck\n",
        "unreachable",
        "effect `tidy`",
        "house.hoyle",
        "plain.hoyle:44",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_one_thing_is_wrong(case: str, examined: Examine) -> None:
    text, kind, about, place, base = CASES[case]
    found = examined(text)
    assert [(f.kind, f.about, f.place, f.base) for f in found.findings] == [(kind, about, place, base)], found.findings
    assert found.verdict == "unsound"
    assert sentence(found).startswith("not sound: ")


def test_there_is_a_case_for_every_kind() -> None:
    assert {case[1] for case in CASES.values()} == set(KINDS)


SOUND = {
    "a number": "set hand_size = 4\n",
    "what is meant to change": f"{LOW_WINS}{NO_SCENARIO}",
    "nothing but words": 'assume worth "the book does not say"\nproperty few never count(hand) > 12\n',
    "tidied up": "remove except worth.shining\nremove option bonus\n",
    "tidied up behind cards": "remove card Tile(1, Suit)\nremove rule keep_ones\n",
    "what players see": "replace zone hand[Player] : set, face up\n",
    "more players": "set players = 2..4\n",
    "an option of its own": (
        "add option kind_ones : yes_no\n"
        "except worth(card) as ones over shining when kind_ones and card.rank is 1 gives 9\n"
    ),
}


@pytest.mark.parametrize("case", SOUND)
def test_nothing_is_wrong(case: str, examined: Examine) -> None:
    found = examined(SOUND[case])
    assert [(f.kind, f.words) for f in found.findings] == []
    assert found.verdict == "sound"
    assert sentence(found) == "sound: nothing speaks against it"


def test_a_play_shows_what_is_wrong(examined: Examine) -> None:
    """Whoever sits down at the evidence is at the table that the finding speaks of."""
    stuck = examined(CASES["stuck"][0]).findings[0]
    game, play = record.read(stuck.play)
    _, error = play.again(game)
    assert error is not None and error.diagnostics[0].code == "HYL908"
    broken = examined(CASES["property fails"][0]).findings[0]
    game, play = record.read(broken.play)
    state, _ = play.again(game)
    assert max(state.value("points")) > 12
    endless = examined(CASES["endless"][0]).findings[0]
    game, play = record.read(endless.play)
    assert not play.again(game)[0].over


def test_what_cannot_be_reached_is_shown_where_it_was(examined: Examine) -> None:
    lost = examined(CASES["not reached in play"][0]).findings[0]
    assert not lost.certain
    assert "not in 200 games; without the variant it is so in" in lost.words
    game, play = record.read(lost.play)
    assert game.title == "Plain"
    state, _ = play.again(game)
    ends = []
    for number in range(len(state.choices)):
        after = state.copy()
        after.choose(number)
        ends.append(after.ending)
    assert "rich" in ends
    certain = examined(CASES["not reached for sure"][0]).findings[0]
    assert certain.certain
    assert certain.words.endswith("any more: nothing in the course of the game leads to it")


def test_an_inert_clause_that_counts_is_shown_where_it_does(examined: Examine) -> None:
    found = examined(CASES["counts and does nothing"][0]).findings[0]
    assert found.certain
    assert found.lines[0] == "here it counts, and nothing comes of it:"
    game, play = record.read(found.play)
    assert game.title == "Plain: House"
    assert not play.again(game)[0].over
    assert examined(CASES["one change inert"][0]).findings[0].play == ""


def test_every_change_has_the_first_play_in_which_it_shows(examined: Examine) -> None:
    found = examined("set hand_size = 4\nset target = 5\nset bonus = yes\n")
    whole, *changes = found.acting
    assert whole.about == "the whole of it"
    assert [change.about for change in changes] == ["set hand_size = 4", "set target = 5", "set bonus = yes"]
    for change in changes:
        game, play = record.read(change.play)
        assert game.title == "Plain: House"
        state, error = play.again(game)
        assert error is None and not state.over
        assert change.lines[0].split(",")[0] == f"{play.players} players"
    assert "+ the game is over" in changes[1].lines[4]


def test_changes_that_need_each_other_are_taken_out_together(examined: Examine) -> None:
    found = examined(SOUND["an option of its own"])
    _, option, clause = found.acting
    assert option.together == (clause.about,)
    assert clause.together == ()
    tidy = examined(SOUND["tidied up"]).acting[-1]
    assert (tidy.about, tidy.play, tidy.why) == ("remove option bonus", "", "it tidies up behind the others")


def test_what_a_game_says_of_tables_that_a_variant_is_not_for_is_no_loss(vetted: Any, tmp_path: Any) -> None:
    more = "except hand_size as crowded when players is 3 gives 2\n"
    (tmp_path / "plain.hoyle").write_text((tmp_path / "plain.hoyle").read_text() + more, encoding="utf-8")
    alone = vetted(house="set players = 2\n").singles[0]
    assert (alone.findings, alone.verdict) == ((), "sound")
    other = vetted(house="set players = 3\nexcept hand_size.crowded when yes waive\n").singles[0]
    assert "unreachable" in other.kinds


def test_what_is_meant_to_change_is_listed(examined: Examine) -> None:
    modest = "replace property modest never any(p in Player where points[p] > 29)\n"
    found = examined(f"set target = 30\n{NO_SCENARIO}{modest}")
    assert [(one.kind, one.name, one.done, one.place) for one in found.meant] == [
        ("scenario", "the higher card is rewarded", "removed", "house.hoyle:4"),
        ("property", "modest", "replaced", "house.hoyle:5"),
    ]


def test_what_fails_in_the_game_itself_is_not_held_against_a_variant(vetted: Any, tmp_path: Any) -> None:
    text = (tmp_path / "plain.hoyle").read_text(encoding="utf-8")
    text = text.replace("points[ben] is 5", "points[ben] is 4").replace("points[p] > 12", "points[p] > 2")
    (tmp_path / "plain.hoyle").write_text(text, encoding="utf-8")
    found = vetted(house="set hand_size = 4\n").singles[0]
    assert found.verdict == "sound"
    assert found.notes == (
        "scenario the higher card is rewarded fails without the variant too",
        "property modest fails without the variant too",
    )


def test_a_game_with_mistakes_refuses_its_variants(vetted: Any, tmp_path: Any) -> None:
    text = (tmp_path / "plain.hoyle").read_text(encoding="utf-8")
    (tmp_path / "plain.hoyle").write_text(text.replace("any(p in", "ani(p in", 1), encoding="utf-8")
    for words in ("set hand_size = 4\n", "remove ending rich\nremove property modest\n"):
        assert vetted(house=words).singles[0].kinds == ["refused"]


@pytest.mark.parametrize("text", ["set hand_size = = 4\n", "set hand_sizes = 4\n", "remove flow\n"])
def test_what_is_written_wrongly_is_refused(text: str, examined: Examine) -> None:
    found = examined(text)
    assert found.kinds == ["refused"]
    assert found.diagnostics
    assert not found.held


def test_a_variant_of_itself_is_refused(write: Any) -> None:
    subjects, _ = find_subjects([write("circle", "set hand_size = 4\n", of="circle")], [])
    (found,) = vet(subjects, Plan()).singles
    assert found.kinds == ["refused"]
    assert "this variant is one of itself" in found.findings[0].words


def test_a_variant_of_nothing_is_refused(vetted: Any, tmp_path: Any) -> None:
    (tmp_path / "plain.hoyle").unlink()
    found = vetted(house="set hand_size = 4\n").singles[0]
    assert found.kinds == ["refused"]
    assert "there is no game `plain`" in found.findings[0].words


def test_what_is_lost_is_told_once_for_an_action_and_apart_for_steps_that_look_alike() -> None:
    source = Source("<text>", "wait wait if p is q until p is q")
    named = [
        ("action", "action `wait`"),
        ("choice", "choice `wait`"),
        ("branch", "`if p is q`"),
        ("loop", "`until p is q`"),
    ]
    items = [
        Item(number, sort, name, "never", Span(source, 5 * number, 5 * number + 4), action="wait" if number < 2 else "")
        for number, (sort, name) in enumerate(named)
    ]
    assert [item.number for item, *_ in _outermost([(item, "", True) for item in items])] == [0, 2, 3]


def test_it_is_told_where_one_may_decide_for_another(vetted: Callable[..., Any]) -> None:
    text = "replace phase round\n    each p in Player\n        left(p) must lay for p if able\n    reward\n    tidy\n"
    (single,) = vetted(house=text, games=4).singles
    seen = "`left(p)` decides for `p`, and sees as it does so what `p` sees"
    assert [note for note in single.notes if "decides" in note] == [f"house.hoyle:5: {seen}"]
    (plain,) = vetted(house="set hand_size = 4\n", games=4).singles
    assert not any("decides" in note for note in plain.notes)
