"""Rowdy Partners: every rule of its book is cited, and whole games are judged again by a referee of their own."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import attrs
import every
import pytest
from rich.console import Console

import hoyle
from hoyle.commands.table import draw_table

GAMEDEFS = Path(__file__).parents[2] / "gamedefs"
RULES = {
    "RP-01": "two to four players, two sides",
    "RP-02": "a wrestler with board, health and power moves",
    "RP-03": "one in the ring and one on the ropes",
    "RP-04": "reserve, banned moves, eight cards each",
    "RP-05": "who leads first",
    "RP-06": "who starts where",
    "RP-07": "hands are secret",
    "RP-08": "only the last trick can be looked at",
    "RP-09": "eight tricks of four cards in the order of the ring",
    "RP-10": "what the four places are",
    "RP-11": "five suits and no trump",
    "RP-12": "the lead suit",
    "RP-13": "must follow",
    "RP-14": "a wild that is led",
    "RP-15": "nobody is forced to play a wild",
    "RP-16": "a wild while one could follow",
    "RP-17": "the suit of a wild that follows",
    "RP-18": "off-suit cards",
    "RP-19": "which suit binds after a counter",
    "RP-20": "teamwork",
    "RP-21": "on whose card",
    "RP-22": "teamwork does not excuse from following",
    "RP-23": "wilds in teamwork",
    "RP-24": "teamwork off suit",
    "RP-25": "no teamwork with a countered card",
    "RP-26": "a stack is one move",
    "RP-27": "counters",
    "RP-28": "a stack is countered whole",
    "RP-29": "what leads after a counter",
    "RP-30": "nothing open: the next card is free",
    "RP-31": "push",
    "RP-32": "the lowest of the lead suit wins",
    "RP-33": "damage",
    "RP-34": "a winner of value nothing",
    "RP-35": "no defence",
    "RP-36": "new places",
    "RP-37": "a power move from the ropes",
    "RP-38": "what is discarded",
    "RP-39": "banned moves are replaced",
    "RP-40": "also two of them",
    "RP-41": "a new round",
    "RP-42": "the replacement is unseen",
    "RP-43": "health",
    "RP-44": "gassed levels and the pin",
    "RP-45": "one space at most",
    "RP-46": "gassed wrestlers play on",
    "RP-47": "only wrestlers in the ring are hurt",
    "RP-48": "damage beyond health",
    "RP-49": "a pin wins",
    "RP-50": "how much health",
    "RP-51": "three gassed spaces",
    "RP-52": "earning power moves",
    "RP-53": "five marks",
    "RP-54": "what power moves do",
    "RP-55": "how headliners come to theirs",
    "RP-56": "a power move replaces no card",
    "RP-57": "power moves count for counters",
    "RP-58": "spent power moves go back",
    "RP-59": "what is kept after a round",
    "RP-60": "headliners stand at two places",
    "RP-61": "hand and diamond",
    "RP-62": "what a headliner can play",
    "RP-63": "covered and uncovered",
    "RP-64": "managers join",
    "RP-65": "teamwork and counters with oneself",
    "RP-66": "headliners on the ropes",
    "RP-67": "a headliner who wins",
    "RP-68": "who sees a diamond",
    "RP-69": "what covers what",
    "RP-70": "where managers lie",
}
READINGS = (5, 7, 16, 17, 19, 23, 24, 29, 34, 42, 48, 50, 51, 54, 55, 56, 57, 59, 66, 68, 69, 70)
EXAMPLES = {f"RP-S{n}" for n in range(1, 8)} | {f"RP-D{n}" for n in (1, 2, 3, 5, 7, 8, 10, 11)}
COLORS = ("red", "yellow", "blue", "green")
PARTNER = {1: 4, 2: 3, 3: 2, 4: 1}
PLAYS = ("play", "play_wild", "team_up")


@cache
def game(players: int, **options: Any) -> hoyle.Game:
    return every.game(GAMEDEFS / "rowdy_partners.hoyle", players, options)


def moments(players: int, seed: int, **options: Any) -> Iterator[hoyle.State]:
    """A random game, at every decision and at its end."""
    return every.moments(game(players, **options), seed)


# ---------------------------------------------------------------- the rulebook


def test_every_rule_is_cited_where_it_is_expressed() -> None:
    world = every.reading(GAMEDEFS / "rowdy_partners.hoyle").world
    assert world is not None
    cited = {id_: [span.text for span in spans] for id_, spans in world.model.cited.items()}
    assert sorted(cited) == sorted(RULES)
    assert [id_ for id_, places in cited.items() if all(p.startswith("assume") for p in places)] == []
    assumed = {id_ for assumption in world.model.assumptions for id_ in assumption.cites}
    assert {f"RP-{n:02}" for n in READINGS} <= assumed


def test_every_example_is_a_scenario() -> None:
    reading = every.reading(GAMEDEFS / "rowdy_partners_trials.hoyle")
    cited = {id_ for scenario in reading.trials for id_ in scenario.cites}
    assert cited <= EXAMPLES | set(RULES)
    assert cited >= EXAMPLES
    assert len(reading.trials) > 90


def test_every_power_move_and_manager_has_a_scenario_of_its_own() -> None:
    reading = every.reading(GAMEDEFS / "rowdy_partners_trials.hoyle")
    titles = [scenario.title.text for scenario in reading.trials]
    powers = [card.text for card in game(2).cards if card.cards == "Power"]
    assert len(powers) == 13 + 4
    assert [name for name in powers if not any(title.startswith(name) for title in titles)] == []


# ---------------------------------------------------------------- judged again


@attrs.define
class Referee:
    """The rules without power moves, once more: what may be played, and what comes of a trick."""

    players: int
    position: list[int]
    health: list[int]
    gassed: list[int]
    line: dict[int, list[str]] = attrs.field(factory=dict)
    suits: dict[int, str] = attrs.field(factory=dict)
    countered: set[int] = attrs.field(factory=set)
    turn: int = 1

    def headliner(self, seat: int) -> bool:
        return self.players == 2 or (self.players == 3 and seat == 0)

    def home(self, seat: int) -> bool:
        return seat == 0 or (self.players == 4 and seat == 2)

    def at(self, place: int) -> int:
        for seat, here in enumerate(self.position):
            if here == place or (self.headliner(seat) and PARTNER[here] == place):
                return seat
        raise AssertionError(place)

    def live(self) -> list[int]:
        return [place for place in sorted(self.line) if place not in self.countered]

    def lead(self) -> str | None:
        return next((self.suits[place] for place in self.live()), None)

    def value(self, place: int) -> int:
        return sum(int(card.split()[1]) for card in self.line[place])

    def allowed(self, cards: list[str]) -> set[str]:
        """The texts of all legal choices for whoever holds these cards."""
        lead = self.lead()
        can_follow = any(card.split()[0] == lead for card in cards)
        mate = PARTNER[self.turn]
        joins = self.suits[mate] if mate < self.turn and mate in self.live() else None
        found = set()
        for card in cards:
            suit = card.split()[0]
            for named in COLORS if suit == "wild" else (suit,):
                if named == lead or not can_follow:
                    found.add(f"play {card} as {named}" if suit == "wild" else f"play {card}")
                    if named == joins:
                        found.add(f"team up: {card} onto {self.line[mate][-1]}")
        return found

    def play(self, text: str) -> None:
        place = self.turn
        if text.startswith("team up: "):
            self.line[PARTNER[place]].append(text.removeprefix("team up: ").split(" onto ")[0])
        else:
            card, _, named = text.removeprefix("play ").partition(" as ")
            self.line[place] = [card]
            self.suits[place] = named or card.split()[0]
        live = self.live()
        self.countered |= {n for n in live if any(m != n and self.value(m) == self.value(n) for m in live)}
        self.turn += 1
        if self.turn == 5:
            self.judge()

    def judge(self) -> None:
        on_suit = [place for place in self.live() if self.suits[place] == self.lead()]
        if on_suit:
            place = min(on_suit, key=self.value)
            winner = self.at(place)
            rivals = [s for s in range(self.players) if self.home(s) != self.home(winner)]
            hit = next(seat for seat in rivals if self.position[seat] in (1, 2))
            self.hurt(hit, self.value(place))
            for seat in range(self.players):
                if seat in rivals:
                    self.position[seat] = 2 if seat == hit else 3
                else:
                    self.position[seat] = 1 if seat == winner else 4
        self.line, self.suits, self.countered, self.turn = {}, {}, set(), 1

    def hurt(self, seat: int, damage: int) -> None:
        if damage <= 0:
            return
        if self.gassed[seat]:
            self.gassed[seat] += damage >= self.gassed[seat]
        else:
            self.health[seat] = max(0, self.health[seat] - damage)
            self.gassed[seat] = int(self.health[seat] == 0)


def held_by(state: hoyle.State, seat: int) -> list[str]:
    """The cards a player may play from: those in hand and the open ones of the diamond."""
    view = state.view(seat)
    cells = zip(view["zones"]["diamond"][seat], view["sides"]["diamond"][seat], strict=True)
    open_cards = [card for cards, sides in cells for card, up in zip(cards, sides, strict=True) if up]
    return [*view["zones"]["hand"][seat], *open_cards]


def positions(state: hoyle.State) -> list[int]:
    """The place of each player, for headliners the first of theirs."""
    at = state.view(0)["values"]["holder"]
    return [at.index(seat) + 1 for seat in range(state.game.players)]


@pytest.mark.parametrize("players", (2, 3, 4))
def test_a_referee_of_its_own_agrees(players: int) -> None:
    for seed in range(3):
        referee = None
        state = game(players, power_moves=False).start(seed)
        rng = random.Random(seed)
        while not state.over:
            choice = rng.choice(state.choices)
            playing = choice.action in PLAYS
            if playing:
                values = state.view(0)["values"]
                if referee is None:
                    referee = Referee(players, positions(state), list(values["health"]), [0] * players)
                assert state.player == referee.at(referee.turn)
                assert {c.text for c in state.choices} == referee.allowed(held_by(state, state.player))
            state.choose(choice)
            if playing and referee is not None:
                referee.play(choice.text)
                values = state.view(0)["values"]
                assert referee.position == positions(state) or state.over
                assert (referee.health, referee.gassed) == (values["health"], values["gassed_space"])
        assert referee is not None
        pinned = referee.gassed.index(4)
        assert state.winners == tuple(s for s in range(players) if referee.home(s) != referee.home(pinned))


# ---------------------------------------------------------------- who knows what, and what goes round


@pytest.mark.parametrize("players", (2, 3, 4))
def test_every_round_has_eight_tricks_and_four_piles(players: int) -> None:
    for seed in range(2):
        plays = 0
        for state in moments(players, seed):
            if state.over or state.choices[0].action not in PLAYS:
                continue
            zones = state.table()
            if plays % 32 == 0:
                cells = [cell for diamond in zones["diamond"] for cell in diamond]
                dealt = [card for cards in (*zones["hand"], *cells) for card in cards]
                assert sum(card.split()[-1].lstrip("-").isdecimal() for card in dealt) == 32
                assert state.player == positions(state).index(1)
                assert len(zones["reserve"]) + len(zones["banned_pile"]) == 8
            plays += 1


@pytest.mark.parametrize("players", (2, 3, 4))
def test_nobody_sees_a_covered_card_and_everybody_an_open_one(players: int) -> None:
    opened = 0
    for state in moments(players, 3):
        zones = state.table()
        for seat in range(players):
            view = state.view(seat)
            for other in range(players):
                if other != seat:
                    assert set(view["zones"]["hand"][other]) <= {"?"}
                cells = (view["zones"]["diamond"][other], zones["diamond"][other], view["sides"]["diamond"][other])
                for shown, cards, sides in zip(*cells, strict=True):
                    assert shown == [card if up else "?" for card, up in zip(cards, sides, strict=True)]
                    opened += sum(sides)
            assert set(view["zones"]["reserve"]) <= {"?"}
            assert set(view["zones"]["discard"]) <= {"?"}
            assert view["zones"]["last_trick"] == zones["last_trick"]
    assert (opened > 0) == (players < 4)


def test_what_partners_swap_is_told_to_nobody_else() -> None:
    swaps = 0
    for seed in range(12):
        for state in moments(4, seed, casting="drawn"):
            if not state.over and state.choices[0].action == "to_your_partner":
                swaps += 1
                rival = (state.player + 1) % 4
                seen, copied = state.events(rival), state.copy()
                copied.choose(0)
                assert not any(copied.choices[0].text in line for line in copied.events(rival)[len(seen) :])
    assert swaps


def test_why_a_card_may_not_be_played() -> None:
    for state in moments(4, 2, power_moves=False):
        if state.over or state.choices[0].action not in PLAYS:
            continue
        allowed = {choice.text for choice in state.choices}
        for card in held_by(state, state.player):
            if f"play {card}" not in allowed and not card.startswith("wild"):
                reason = state.why_not(f"play {card}")
                assert reason is not None and reason.rule == "follow"
                return
    raise AssertionError("everything could be played all the time")


# ---------------------------------------------------------------- what is told at the table


def test_the_table_shows_who_are_partners_and_the_suit_of_a_wild() -> None:
    out = Console(file=StringIO(), width=80)
    wilds = 0
    for state in moments(4, 1, power_moves=False):
        last = state.events()[-2] if state.choices and state.choices[0].action in PLAYS else ""
        card, _, suit = last.partition(": play ")[2].partition(" as ")
        if suit:
            wilds += 1
            with out.capture() as drawn:
                out.print(draw_table(out, state, 0))
            assert f"{card}: {suit}" in drawn.get()
            for seat, side in enumerate(("home", "away", "home", "away")):
                assert re.search(rf"player {seat + 1}\b.* {side}\b", drawn.get())
    assert wilds
