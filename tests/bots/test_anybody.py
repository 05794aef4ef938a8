"""Bots of others: whatever they do, the game goes on; what is named is found, or refused with what to write instead."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bots.seated import written
from tiny import HEAD, ROW, SUITS

from hoyle.bots.host import Host, played_out
from hoyle.bots.names import SHIPPED, Thinking, Unthinking, bots_named, maker
from hoyle.bots.seat import Seat
from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game

PATIENCE = 0.3
FOREVER = threading.Event()


class Plain:
    """Takes the last choice, and counts what it is told."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self.news: list[Any] = []
        self.ended = 0

    def begin(self, game: Game, seat: int) -> None:
        self.begun.append(seat)

    def choose(self, seat: Seat) -> Any:
        return seat.choices[-1]

    def watch(self, news: list[Any]) -> None:
        self.news += news

    def end(self, news: list[Any]) -> None:
        self.news += news
        self.ended += 1


class Nasty(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no words")


class Unprintable:
    def __repr__(self) -> str:
        raise RuntimeError("no words")


def raises(error: BaseException) -> Callable[..., Any]:
    def act(*_: Any) -> Any:
        raise error

    return act


ELSEWHERE = written(SUITS).start(1).choices[0]
ANSWERS: dict[str, Callable[..., Any]] = {
    "raises": raises(ValueError("oh")),
    "exits": raises(SystemExit(3)),
    "is interrupted": raises(KeyboardInterrupt()),
    "raises what has no words": raises(Nasty()),
    "nothing": lambda *_: None,
    "a number too high": lambda *_: 99,
    "a number too low": lambda *_: -1,
    "no number": lambda *_: 0.0,
    "yes": lambda *_: True,
    "a text": lambda *_: "play",
    "what cannot be shown": lambda *_: Unprintable(),
    "a choice of another game": lambda *_: ELSEWHERE,
    "hangs": lambda *_: FOREVER.wait(),
}


def hosted(bot: Any, seed: int = 1) -> Host:
    played = written(HEAD + ROW)
    return Host(played, [bot, *bots_named(["random"], played.players - 1, seed)], seed, played.start(seed), PATIENCE)


def to_the_end(host: Host) -> Host:
    for _ in range(100):
        if host.state.over:
            return host
        host.play()
    raise AssertionError("it does not end")


@pytest.mark.parametrize("how", ANSWERS)
def test_a_bad_answer_costs_a_turn_and_never_the_game(how: str) -> None:
    bot = Plain()
    bot.choose = ANSWERS[how]  # type: ignore[method-assign]
    host = to_the_end(hosted(bot))
    assert len(host.notes) == (1 if how == "hangs" else 3), host.notes
    assert all(note.startswith("player 1's bot lost a turn to chance: ") for note in host.notes)


def test_chance_takes_the_turn_by_the_seed() -> None:
    games = []
    for _ in range(2):
        bot = Plain()
        bot.choose = raises(ValueError())  # type: ignore[method-assign]
        games.append(to_the_end(hosted(bot, 7)).state)
    assert games[0] == games[1] and games[0].events() == games[1].events()


@pytest.mark.parametrize("how", ["raises", "exits", "raises what has no words", "hangs"])
@pytest.mark.parametrize("when", ["begin", "watch", "end"])
def test_a_bot_that_does_not_listen(when: str, how: str) -> None:
    bot = Plain()
    setattr(bot, when, ANSWERS[how])
    host = to_the_end(hosted(bot))
    assert host.notes and all(f"did not `{when}`: " in note for note in host.notes)
    if how == "hangs":
        assert len(host.notes) == 1 and not bot.ended


def test_a_bot_that_hides_what_it_can_do() -> None:
    class Hides(Plain):
        def __getattribute__(self, name: str) -> Any:
            if name in ("watch", "end"):
                raise RuntimeError("no")
            return super().__getattribute__(name)

    to_the_end(hosted(Hides()))


def test_a_bot_is_told_all_that_its_seat_is() -> None:
    bot = Plain()
    host = to_the_end(hosted(bot))
    assert bot.begun == [0] and bot.ended == 1 and not host.notes
    assert bot.news == host.state.news(0)


def test_what_is_new_since_it_was_asked_is_what_it_has_heard_meanwhile() -> None:
    asked: list[Any] = []

    class Reads(Plain):
        def choose(self, seat: Seat) -> Any:
            asked.append(seat.news)
            assert seat.view["turn"] == seat.ask["turn"] if "turn" in (seat.ask or {}) else seat.view
            return 0

    host = to_the_end(hosted(Reads()))
    news = [event for events in asked for event in events]
    assert all(asked) and news == host.state.news(0)[: len(news)]


def test_a_bot_that_was_hanging_is_asked_no_more() -> None:
    calls = []
    bot = Plain()
    bot.choose = lambda seat: (calls.append(1), FOREVER.wait())  # type: ignore[method-assign,assignment]
    host = to_the_end(hosted(bot))
    assert len(calls) == 1 and isinstance(host.bots[0], Unthinking)


def test_anybody_may_search_and_imagine() -> None:
    class Searches(Plain):
        def choose(self, seat: Seat) -> Any:
            import random

            assert seat.imagine(random.Random(1)).choices
            return seat.search(10).choice

    assert to_the_end(hosted(Searches())).notes == []


# ---------------------------------------------------------------------------------------------- names

MODULE = """
class Last:
    def choose(self, seat):
        return len(seat.choices) - 1

class Silent:
    pass

def made():
    return Last()

def broken():
    raise ValueError("no")

last = Last()
number = 3

class inside:
    Last = Last
"""


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "some_bots.py").write_text(MODULE)
    (tmp_path / "sick_bots.py").write_text("1 / 0")
    info = tmp_path / "some_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: some-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[hoyle.bots]\nlastly = some_bots:Last\nmissing = some_bots:Nobody\n")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("some_bots", "sick_bots"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return "some_bots"


@pytest.mark.parametrize(
    "name", ["some_bots:Last", "some_bots:made", "some_bots:last", "some_bots:inside.Last", "lastly"]
)
def test_bots_of_others_by_name(module: str, name: str) -> None:
    s, decisions, turns = played_out(written(HEAD + ROW), 1, [name, "random"], 100)
    assert s.over and decisions == turns == 9
    bots = bots_named([name], 3, 1)
    assert (bots[0] is bots[1]) == (name == "some_bots:last")


WRONG = {
    "some_bots:Nobody": "no attribute",
    "no_such_module:Bot": "No module named",
    "sick_bots:Bot": "ZeroDivisionError",
    "missing": "no attribute",
    "some_bots": "there is no bot",
    "some_bots:": "there is no bot",
    ":Last": "there is no bot",
    "some_bots:Last:x": "there is no bot",
    "search:0": "there is no bot",
    "search:x": "there is no bot",
    "search:": "there is no bot",
    "search:-1": "there is no bot",
    "search:1.5": "there is no bot",
    "search:99999999": "there is no bot",
    "": "there is no bot",
    "hard ": "there is no bot",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_bot_is_refused(module: str, name: str) -> None:
    with pytest.raises(HoyleError) as caught:
        maker(name)
    (wrong,) = caught.value.diagnostics
    assert WRONG[name] in wrong.message and wrong.help
    if name.startswith("search:"):
        assert "search:1 to search:9999999" in wrong.help


@pytest.mark.parametrize("name", ["some_bots:Silent", "some_bots:number", "some_bots:broken"])
def test_what_cannot_choose_is_refused(module: str, name: str) -> None:
    with pytest.raises(HoyleError) as caught:
        bots_named([name], 2, 1)
    assert caught.value.diagnostics[0].help


def test_bots_that_ship() -> None:
    for name in SHIPPED:
        if ":" not in name:
            bot = maker(name)(1)
            assert isinstance(bot, Thinking) == (name not in ("random", "first"))
    assert [maker(f"search:{n}")(1) for n in (1, 9_999_999)] == [Thinking(1), Thinking(9_999_999)]


def test_notes_become_warnings_with_the_seed(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import some_bots  # type: ignore[import-not-found]

    monkeypatch.setattr(some_bots.Last, "choose", raises(ValueError("oh")))
    with pytest.warns(RuntimeWarning, match=r"ValueError: oh \(in the game with the seed 5\)"):
        played_out(written(HEAD + ROW), 5, ["lastly"], 100)
