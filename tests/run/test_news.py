"""What programs get of a table: events and views as data, with ids that last as long as a card can be followed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import every
import pytest

from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.run.ids import Eyes, watched
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.table.seen import sees
from hoyle.values import seat_number as player

MOMENTS = 80
MOVING = ("move", "gather", "shuffle", "turn")
IDS = [path.stem for path in every.GAMES]
Seat = int | None


def games() -> Any:
    return pytest.mark.parametrize("path", every.GAMES, ids=IDS)


@cache
def smallest(path: Path) -> Game:
    return every.game(path, every.counts(path)[0])


def moments(path: Path, seed: int) -> Iterator[State]:
    """The first decisions of a game."""
    return islice(every.moments(smallest(path), seed), MOMENTS)


def seats(state: State) -> list[Seat]:
    return [None, *range(state.game.players)]


# ---------------------------------------------------------------------------------------------- sentences


def sentence(meta: dict[str, Any], say: list[Any]) -> str:
    """What a front end would write, from plain data alone."""
    return "".join(part if isinstance(part, str) else words(meta, part) for part in say)


def words(meta: dict[str, Any], part: dict[str, Any]) -> str:
    if "seat" in part:
        return player(part["seat"]) + ("'s" if part.get("own") else "")
    if "look" in part:
        return str(meta["looks"][part["look"]]["text"])
    name, *places = part["zone"].replace("]", "").split("[")
    declared, found = meta["zones"][name], meta["zones"][name]["label"]
    for index, place in zip(declared["index"], places, strict=True):
        low = int(index["labels"][0]) if index["labels"][0].isdecimal() else 0
        label = index["labels"][int(place) - low]
        found = f"{label}'s {found}" if index["kind"] == "Player" else f"{found} {label}"
    return str(found)


@games()
def test_the_sentences_are_made_of_the_same_data(path: Path) -> None:
    *_, state = moments(path, 3)
    meta = json.loads(json.dumps(state.game.meta()))
    for seat in range(state.game.players):
        news = json.loads(json.dumps(state.news(seat)))
        assert [sentence(meta, event["say"]) for event in news] == state.events(seat)
        assert [event["i"] for event in news] == list(range(len(news)))
        assert all(event["cause"] is None or event["cause"] < event["i"] for event in news)


# ---------------------------------------------------------------------------------------------- ids


def ids(view: dict[str, Any]) -> dict[str, str]:
    """Where everything is that can be followed."""
    zones = view["zones"].items()
    found = [(card["id"], name) for name, zone in zones for card in zone.get("cards", ()) if card]
    assert len({name for name, _ in found}) == len(found)
    return dict(found)


def followed(before: dict[str, str], news: list[dict[str, Any]], lost: set[str]) -> dict[str, str]:
    """Where everything is after some news."""
    lies = dict(before)
    for event in news:
        to = {"move": "to", "gather": "to", "shuffle": "zone"}.get(event["t"])
        for card in _cards(event):
            zone = event[to] if to else card["in"]
            if "was" in card:
                assert lies.pop(card["was"]) == card.get("from", card.get("in", zone))
                lost |= {card["was"]} - {card.get("is")}
            if "is" in card:
                assert card["is"] not in lost and card["is"] not in lies
                lies[card["is"]] = zone
    return lies


def looks(view: dict[str, Any]) -> dict[str, int]:
    cards = [card for zone in view["zones"].values() for card in zone.get("cards", ()) if card]
    return {card["id"]: card["look"] for card in cards if "look" in card}


@games()
def test_news_lead_from_one_view_to_the_next(path: Path) -> None:
    """What is lost never comes back under the same id, and no id ever has two looks."""
    lies: dict[Seat, dict[str, str]] = {}
    known: dict[Seat, dict[str, int]] = {}
    lost: dict[Seat, set[str]] = {}
    log = None
    for state in moments(path, 5):
        for seat in seats(state):
            now, news = state.view(seat, data=True), state.news(seat, log)
            lies[seat] = followed(lies.get(seat, {}), news, lost.setdefault(seat, set()))
            assert ids(now) == lies[seat]
            for card, look in looks(now).items():
                assert known.setdefault(seat, {}).setdefault(card, look) == look
        log = state.log


@games()
def test_what_is_in_sight_has_an_id_and_what_stays_there_keeps_it(path: Path) -> None:
    before: dict[Seat, dict[int, int]] = {}
    log = None
    for state in moments(path, 6):
        for seat in range(state.game.players):
            eyes = watched(state, seat).eyes
            seen = {card.number for card in state.game.cards if sees(state, seat, card.number)}
            assert seen <= set(eyes.cards)
            assert all(eyes.cards[card].zone == state.loc[card] for card in eyes.cards)
            now = {card: eyes.cards[card].id for card in seen}
            moved = {card.get("was") for event in state.news(seat, log) for card in _cards(event)}
            for card, number in before.get(seat, {}).items():
                assert card not in now or now[card] == number or f"c{number}" in moved
            before[seat] = now
        log = state.log


def _cards(event: dict[str, Any]) -> list[dict[str, Any]]:
    return event["cards"] if event["t"] in MOVING else []


@games()
def test_asked_late_or_after_every_choice_it_is_the_same(path: Path) -> None:
    for number, state in enumerate(moments(path, 7)):
        again = state.copy()
        again.watched = {}
        for seat in seats(state) if number % 20 == 0 or state.over else ():
            assert again.view(seat, data=True) == state.view(seat, data=True)
            assert again.news(seat) == state.news(seat)
            assert again.news(seat, 3) == state.news(seat)[3:]


ROW = """\
game "Rows" for 2 players

cards Tile
    value : 1..6 key
    | value |
    | 1..6  |

zone hand[Player] : set, face down, seen by owner
zone row          : row, face down
zone deck         : pile, face down

define score(p) = 0

action mix
    shuffle row

action bury(card in hand[you])
    move card to row anywhere

action draw(card in row)
    move card to hand[you]

flow
    move all(c in Tile where c.value <= 3) to row
    move all(c in Tile where c.value > 3) to hand[seat(1)]
    repeat 9 times
        seat(1) must mix or bury or draw if able
"""


def rows() -> State:
    return prepare(read_source(Source("rows.hoyle", ROW))).start(seed=2)


def choose(state: State, action: str) -> list[dict[str, Any]]:
    log = state.log
    state.choose(next(choice for choice in state.choices if choice.action == action))
    return state.news(1, log)


def test_what_is_mixed_unseen_is_new_and_nobody_can_tell_what_became_of_what() -> None:
    state = rows()
    before = ids(state.view(1, data=True))
    mixed = choose(state, "mix")[-1]
    assert {card["was"] for card in mixed["cards"] if "was" in card} == set(before)
    assert not any("was" in card and "is" in card for card in mixed["cards"])
    now = [card["id"] for card in state.view(1, data=True)["zones"]["row"]["cards"]]
    assert now == [card["is"] for card in mixed["cards"] if "is" in card] and not set(now) & set(before)
    buried = choose(state, "bury")[-1]
    assert buried["spot"] == "anywhere" and not any("was" in card and "is" in card for card in buried["cards"])
    assert not set(ids(state.view(1, data=True))) & set(now)


def test_a_card_that_is_taken_from_a_row_unseen_is_followed_to_where_it_is_lost() -> None:
    state = rows()
    first, *_ = state.view(1, data=True)["zones"]["row"]["cards"]
    (chosen, moved) = choose(state, "draw")
    assert chosen["action"] == "draw" and "key" not in chosen
    assert moved["cards"] == [{"was": first["id"], "from": "row", "up": False}]
    assert moved["cause"] == chosen["i"] and chosen["cause"] is None
    (mine,) = [event["cards"] for event in state.news(0, chosen["i"]) if event["t"] == "move"]
    assert mine[0]["was"] == mine[0]["is"] and "look" in mine[0]


# ---------------------------------------------------------------------------------------------- nobody in particular


@games()
def test_a_spectator_sees_what_everybody_sees(path: Path) -> None:
    for number, state in enumerate(moments(path, 8)):
        if number % 10:
            continue
        public = state.view(None, data=True)
        for zone, name in zip(state.game.zones, public["zones"], strict=True):
            shown = sorted(c["look"] for c in public["zones"][name].get("cards", ()) if c and "look" in c)
            everyone = [c for c in state.z[zone.number] if all(sees(state, s, c) for s in range(state.game.players))]
            assert shown == sorted(state.game.faces.looks[card] for card in everyone)


# ---------------------------------------------------------------------------------------------- it is a real check


def test_ids_that_outlast_sight_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    put = Eyes._put

    def faithful(self: Eyes, card: int, source: int, to: int, up: bool) -> Any:
        down, self.down = self.down, [True] * len(self.down)
        try:
            return put(self, card, source, to, up)
        finally:
            self.down = down

    monkeypatch.setattr(Eyes, "_put", faithful)
    with pytest.raises(AssertionError):
        test_news_lead_from_one_view_to_the_next(every.GAMES[-1])
