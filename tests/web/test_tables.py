"""A table without any network: choosing, taking back, who may."""

from __future__ import annotations

from functools import cache

import pytest
from at_table import SMALL

from hoyle.run.game import Game, load
from hoyle.web.people import Person
from hoyle.web.refusals import Refused
from hoyle.web.tables import Kept, Made, Table, called


@cache
def markets() -> Game:
    return load(str(SMALL), players=3)


def table(*kinds: str, **more: object) -> Table:
    people = [Person(f"P{n}", kind, came=True) for n, kind in enumerate(kinds or ("person",) * 3)]
    return Table("t", markets(), "seed", "secret", people, **more)  # type: ignore[arg-type]


def answer(made: Table, picks: list[int] | None = None, cid: str | None = None) -> bool:
    seat = made.state.player
    asked = made.state.ask(seat)
    assert asked is not None
    wanted = asked["several"]["most"] if asked["several"] else 1
    first = [choice["n"] for choice in asked["choices"]][:wanted]
    return made.choose(seat, made.rev, cid or f"c{made.rev}", first if picks is None else picks)


def refused(made: Table, *args: object) -> str:
    with pytest.raises(Refused) as error:
        made.choose(*args)  # type: ignore[arg-type]
    assert error.value.says and error.value.do
    return error.value.code


def test_several_at_once_are_several_decisions_under_one_name() -> None:
    made = table()
    assert answer(made, cid="both")
    assert made.rev == 2 == len(made.logs) - 1
    assert [m.cid for m in made.made] == ["both", None]
    assert made.at(2) == made.state


def test_what_is_not_asked_is_not_done() -> None:
    made = table()
    before = made.state.copy()
    assert refused(made, 0, 7, "a", [0]) == "stale"
    assert refused(made, 1, 0, "a", [0, 1]) == "turn"
    for picks in ([0], [0, 0], [0, 99], [0, -1], [True, 1], "01", None, [0.0, 1], [[0], 1], []):
        assert refused(made, 0, 0, "a", picks) == "illegal"
    assert refused(made, 0, True, "a", [0, 1]) == "stale"
    for cid in ("", "x" * 65, 3, None, "\n"):
        assert refused(made, 0, 0, cid, [0, 1]) == "cid"
    assert made.state == before and made.rev == 0


def test_what_is_said_twice_is_done_once() -> None:
    known: set[str] = set()
    kept = Kept(lambda rev, rows: known.update(m.cid for m in rows if m.cid), knows=known.__contains__)
    made = table(kept=kept)
    assert answer(made, cid="once")
    assert not made.choose(0, 0, "once", [0, 1])
    assert made.rev == 2


def test_nothing_is_told_that_was_not_kept() -> None:
    def full(rev: int, rows: object) -> None:
        raise OSError("the disk is full")

    made = table(kept=Kept(full))
    before = made.state.copy()
    with pytest.raises(OSError):
        answer(made)
    assert made.state == before and made.rev == 0 and len(made.logs) == 1


def play(made: Table, decisions: int) -> None:
    while made.rev < decisions and not made.state.over:
        answer(made)


def test_taking_back_needs_everybody_who_has_come() -> None:
    made = table()
    made.people[2].came = False
    play(made, 8)
    before = made.at(6)
    last = made.made[-1].seat
    made.ask_undo(last, 6)
    assert made.undo is not None and made.undo.wait == [n for n in (0, 1) if n != last]
    assert refused(made, made.state.player, made.rev, "z", [0]) == "undo"
    for seat in tuple(made.undo.wait):
        made.agree(seat, True)
    assert made.undo is None and made.rev == 6
    assert made.state == before
    assert [made.state.view(n, data=True) for n in range(3)] == [before.view(n, data=True) for n in range(3)]


def test_who_does_not_agree_leaves_all_as_it_is() -> None:
    made = table()
    play(made, 4)
    made.ask_undo(1)
    assert made.undo is not None and made.undo.to == 2
    with pytest.raises(Refused):
        made.agree(1, True)  # whoever asks has no vote
    made.agree(0, False)
    assert made.undo is None and made.rev == 4
    made.ask_undo(1)
    made.agree(1, False)
    assert made.undo is None and made.rev == 4


def test_bots_agree() -> None:
    made = table("person", "bot", "bot")
    play(made, 7)
    made.ask_undo(0, 2)
    assert made.undo is None and made.rev == 2


def test_before_taking_back_it_is_said_what_was_seen() -> None:
    made = table()
    play(made, 6)
    seat = made.state.player
    text = "draw a tile"
    draw = next(n for n, choice in enumerate(made.state.choices) if choice.text == text)
    made.choose(seat, made.rev, "draw", [draw])
    made.ask_undo(seat)
    own, other = made.undo_as_data(seat), made.undo_as_data((seat + 1) % 3)
    assert own is not None and other is not None
    card = next(c for c in made.state.table()["hand"][seat] if c in own["seen"][0])
    assert len(own["seen"]) == len(other["seen"]) == 1
    assert card not in other["seen"][0] and f"P{seat}" in other["seen"][0]
    public = made.undo_as_data(None)
    assert public is not None and card not in str(public)


def test_nothing_was_seen_where_nothing_came_to_light() -> None:
    made = table()
    play(made, 2)  # the first has thrown two cards away that only they know
    made.ask_undo(0, 0)
    data = made.undo_as_data(1)
    assert data is not None and data["seen"] == []


def test_what_bots_draw_depends_on_their_secret_alone() -> None:
    one, two = table(), table()
    other = Table("t", markets(), "seed", "another", one.people)
    assert [one.drawn(1000), one.drawn(10)] == [two.drawn(1000), two.drawn(10)]
    assert other.drawn(1_000_000) != one.drawn(1_000_000)


def test_a_table_is_played_again_from_its_choices() -> None:
    made, again = table(), table()
    play(made, 10)
    again.play_again(made.made)
    assert again.state == made.state and len(again.logs) == 11
    with pytest.raises(Exception, match=r"choice"):
        table().play_again([Made(0, 99, "x")])


def test_names_of_messages() -> None:
    assert called("4f0c-1") == "4f0c-1"
