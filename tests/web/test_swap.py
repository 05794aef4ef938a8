"""A recorded socket: cards that a seat never saw change places, and no message to it is another one by a byte."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest
from at_table import SMALL, house
from every import ROOT

from hoyle.diagnostics import HoyleError
from hoyle.run.game import Game, load
from hoyle.trials.checks.redealt import Dealt, drawn_cards
from hoyle.trials.exchange import Exchange, in_order
from hoyle.trials.seeded import play_of
from hoyle.web.house import Opened
from hoyle.web.messages import done
from hoyle.web.people import HOST, ONLOOKER, SEAT, Person
from hoyle.web.room import Room
from hoyle.web.store import Entry
from hoyle.web.tables import Table
from hoyle.web.turns import Turns

GAMES = [
    (str(SMALL), 3, 9),
    ("texas_showdown", 4, 14),
    ("trickdraw", 3, 14),
    ("rowdy_partners", 4, 10),
    ("dwyn", 4, 16),
    ("book_it", 3, 24),
    (str(ROOT / "examples" / "hearts.hoyle"), 4, 16),
]
PAIRS = 6


class Recorded:
    """A socket that keeps what it is told."""

    def __init__(self, role: str, seat: int | None) -> None:
        self.entry, self.replay = Entry("t", role, seat), False
        self.texts: list[str] = []

    def tell(self, text: str) -> None:
        self.texts.append(text)

    def leave(self, code: int) -> None:
        raise AssertionError(code)


def table(game: Game, chance: Dealt) -> Table:
    made = Table("t", game, "seed", "secret", [Person(f"P{n}", came=True) for n in range(game.players)])
    made.state = game.again(chance)
    made.logs = [made.state.log]
    return made


def sockets(made: Table) -> tuple[Room, list[Recorded]]:
    """A room with the first seat, an onlooker and a host in it."""
    room = Room(house(), Opened(made, {}), Turns, done)
    found = [Recorded(SEAT, 0), Recorded(ONLOOKER, None), Recorded(HOST, None)]
    for one in found:
        room.come(one)
    return room, found


def recorded(
    made: Table, numbers: Sequence[int], exchange: Exchange | None = None, of: Table | None = None
) -> list[list[str]] | None:
    """All that is told while these choices are made; with an exchange those that correspond to them in another table.

    None if they cannot be made there.
    """
    room, heard = sockets(made)
    steps = of.game.again(of.state.seed) if of is not None else None
    for number in numbers:
        if steps is not None and exchange is not None:
            choice = steps.choices[number]
            meant = choice.offer, exchange.chosen(choice)
            state = made.state
            if (steps.player, steps.site) != (state.player, state.site):
                return None
            found = [n for n, c in enumerate(state.choices) if (c.offer, in_order(c.params, c.values)) == meant]
            if not found or (state.player == 0 and found[0] != number):
                return None
            steps.choose(choice)
            number = found[0]
        before = made.rev
        seat = made.state.player
        if seat == 0:
            for text in ("a dragon", *(choice.text for choice in made.state.choices[:2])):
                room._hear(heard[0], {"t": "why", "cid": "w", "text": text})
        made.answer_by_number(number, "bot")
        room.changed(before)
    made.people[0].came = True
    made.ask_undo(1, 0)
    room.tell_all()
    made.undo = None
    room.tell_all(whole=True)
    return [one.texts for one in heard]


def looks(value: Any) -> set[int]:
    """All looks of cards in some data."""
    if isinstance(value, dict):
        own = {value["look"]} if isinstance(value.get("look"), int) else set()
        return own.union(*(looks(one) for one in value.values()))
    return set().union(*(looks(one) for one in value)) if isinstance(value, list) else set()


@pytest.mark.parametrize(("name", "players", "decisions"), GAMES, ids=lambda value: str(value).rsplit("/", 1)[-1])
def test_a_recorded_socket_tells_nothing_of_cards_that_were_not_seen(name: str, players: int, decisions: int) -> None:

    game, tried = load(name, players=players), 0
    for seed in range(2):
        state, rng, numbers = game.start(seed), random.Random(seed), list[int]()
        while not state.over and len(numbers) < decisions:
            numbers.append(rng.randrange(len(state.choices)))
            state.choose(numbers[-1])
        play = play_of(game, state, numbers)
        chance = Dealt(play.chance, drawn_cards(game))
        made = table(game, chance)
        mine = recorded(made, numbers)
        assert mine is not None and made.state.table() == state.table()
        seen = set().union(*(looks(json.loads(text)) for text in mine[0] if '"hello"' not in text[:20]))
        unseen = [card.number for card in game.cards if game.faces.data(card.number)["look"] not in seen]
        pairs = [p for p in combinations(unseen, 2) if game.cards[p[0]].cards == game.cards[p[1]].cards]
        for one, two in rng.sample(pairs, min(PAIRS, len(pairs))):
            exchange = Exchange(game, {one: two, two: one})
            try:
                other = table(game, Dealt(play.chance, chance.drawn, list(chance.noted), exchange))
                theirs = recorded(other, numbers, exchange, made)
            except HoyleError:
                continue
            if theirs is None or other.state.table() == made.state.table():
                continue
            assert theirs[0] == mine[0], (game.cards[one].text, game.cards[two].text)
            tried += 1
    assert tried > 4, tried
