"""Book It!: every rule of its rulebook is cited, and what scenarios cannot say of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import every
import pytest

import hoyle
from hoyle.model import Model
from hoyle.read import find_game

DEFINITION = find_game("book_it")
TRIALS = DEFINITION.with_name("book_it_trials.hoyle")

RULES = """
    BI-01 BI-02 BI-03 BI-04 BI-05 BI-06 BI-07 BI-08 BI-09 BI-10 BI-11 BI-12 BI-13 BI-14 BI-15 BI-16 BI-17 BI-18 BI-19
    BI-20 BI-21 BI-22 BI-23 BI-24 BI-25 BI-26 BI-27 BI-28 BI-29 BI-30 BI-31 BI-32 BI-33 BI-34 BI-35 BI-36 BI-37 BI-38
    BI-39 BI-40 BI-41 BI-42 BI-43 BI-44 BI-45 BI-46 BI-47 BI-48 BI-49 BI-50 BI-51 BI-52 BI-53 BI-54 BI-55 BI-56 BI-57
"""
EXAMPLES = "BI-S1 BI-S2 BI-S3 BI-S4"
DERIVED = "BI-D1 BI-D3 BI-D4 BI-D5 BI-D6 BI-D9 BI-D10"
LEFT_OPEN = """
    BI-01 BI-02 BI-03 BI-05 BI-06 BI-07 BI-09 BI-11 BI-12 BI-16 BI-20 BI-21 BI-22 BI-24 BI-25 BI-27 BI-29 BI-30 BI-31
    BI-33 BI-34 BI-35 BI-36 BI-37 BI-39 BI-40 BI-46 BI-47 BI-48 BI-50 BI-53 BI-54 BI-56 BI-57
"""


def model(path: Path) -> Model:
    world = every.reading(path).world
    assert world is not None
    return world.model


def moments(players: int, games: int, **options: Any) -> Iterator[hoyle.State]:
    """Every decision of some random games."""
    game = every.game(DEFINITION, players, options)
    for seed in range(games):
        yield from (state for state in every.moments(game, seed) if not state.over)


# ---------------------------------------------------------------- the rulebook


def test_every_rule_is_cited() -> None:
    cited = set(model(DEFINITION).cited)
    assert [rule for rule in RULES.split() if rule not in cited] == []


def test_every_rule_is_tried() -> None:
    tried = {rule for trial in every.reading(TRIALS).trials for rule in trial.cites}
    assert [rule for rule in f"{RULES} {EXAMPLES} {DERIVED}".split() if rule not in tried] == []


def test_whatever_is_left_open_is_assumed() -> None:
    assumed = {rule for assumption in model(DEFINITION).assumptions for rule in assumption.cites}
    assert sorted(assumed) == LEFT_OPEN.split()


@pytest.mark.parametrize("cards", ["Promotion", "Venue", "News"])
def test_every_card_with_a_text_is_tried(cards: str) -> None:
    text = TRIALS.read_text(encoding="utf-8")
    names = model(DEFINITION).kinds[f"{cards}.name"].members
    assert [name for name in names if name not in text] == []


# ---------------------------------------------------------------- the cards


def test_the_components() -> None:
    game = every.game(DEFINITION, 2)
    assert Counter(card.cards for card in game.cards) == {"Talent": 108, "Promotion": 20, "Venue": 13, "News": 60}
    members = {name: kind.members for name, kind in game.model.kinds.items()}
    talent = [card.face for card in game.cards if card.cards == "Talent"]
    signed = [face for face in talent if members["Grade"][face["grade"]] == "signed"]
    assert Counter(members["Style"][face["style"]] for face in signed) == dict.fromkeys(members["Style"], 15)
    assert len({face["name"] for face in signed}) == 60
    news = [card.face for card in game.cards if card.cards == "News"]
    assert Counter(members["Sheet"][face["sheet"]] for face in news) == dict.fromkeys(members["Sheet"], 30)
    different = Counter(members["Sheet"][sheet] for _, sheet in {(face["name"], face["sheet"]) for face in news})
    assert min(different.values()) >= 10


def test_the_best_show_reaches_the_best_row_and_jobbers_stay_in_the_lowest() -> None:
    game = every.game(DEFINITION, 2)
    work = sorted(card.face["work"] for card in game.cards if card.cards == "Talent")
    assert sum(work[-10:]) // 2 >= 24
    assert 5 * (2 * work[0] // 2) <= 7


# ---------------------------------------------------------------- what is seen


def test_promotions_are_secret_until_all_have_chosen() -> None:
    state = every.game(DEFINITION, 4).start(1)
    for seat in range(4):
        assert state.player == seat
        others = [(s, state.view(s)) for s in range(4) if s != seat]
        state.choose(seat)
        if seat < 3:
            assert state.table()["promotion"] == [[]] * 4
            assert [(s, state.view(s)["zones"]) for s, _ in others] == [(s, view["zones"]) for s, view in others]
    assert [names[0] for names in state.table()["promotion"]] == [
        "Hybrid",
        "Strong Style",
        "Hardcore",
        "Sports Entertainment",
    ]


def test_rosters_hands_and_desks_are_known_to_their_owners_only() -> None:
    hidden: Counter[str] = Counter()
    for state in moments(3, 1):
        table = state.table()
        for seat in range(3):
            zones = state.view(seat)["zones"]
            for zone in ("roster", "hand", "desk"):
                assert sorted(zones[zone][seat]) == sorted(table[zone][seat])
                for other in {0, 1, 2} - {seat}:
                    assert zones[zone][other] == ["?"] * len(table[zone][other])
                    hidden[zone] += len(table[zone][other])
    assert min(hidden.values()) > 0 and len(hidden) == 3


# ---------------------------------------------------------------- the course


def test_the_market_has_ten_while_wrestlers_are_signed() -> None:
    asked = 0
    for state in moments(4, 2):
        if any(choice.text == "pass" for choice in state.choices):
            asked += 1
            assert len(state.table()["market"]) == 10 or not state.table()["pool"]
    assert asked


@pytest.mark.parametrize(("length", "turns"), [("six_turns", 6), ("four_turns", 4)])
def test_the_token_passes_to_the_left_every_turn(length: str, turns: int) -> None:
    hosts = {}
    for state in moments(3, 1, length=length, first_player=2):
        hosts.setdefault(state.value("turn_number"), state.value("host"))
    assert [hosts[turn] for turn in range(1, turns + 1)] == [(1 + turn) % 3 for turn in range(turns)]
    assert max(hosts) == turns


def test_the_euro_game_has_neither_announcements_nor_dirt() -> None:
    actions = {choice.action for state in moments(2, 2, news_cards="left_out") for choice in state.choices}
    assert "sign" in actions
    assert actions.isdisjoint({"buy", "announce", "smear", "denial"})


def test_cards_are_played_between_their_phases_only() -> None:
    """Before booking nobody has a hand or a show; and the marketplace is there in the signing phase only."""
    played: Counter[str] = Counter()
    windows = model(DEFINITION).kinds["Window"].members
    for state in moments(4, 3):
        for choice in state.choices:
            if choice.action in ("announce", "smear"):
                card = next(card for card in state.game.cards if card.text == choice.cards[0])
                window = windows[card.face["window"]]
                played[window] += 1
                table = state.table()
                booked = any(table["hand"]) or any(names for show in table["bout"] for names in show)
                assert booked == (window not in ("after_venue", "after_signing"))
                assert not table["market"]
    assert set(played) == set(windows) - {"against_dirt"}


def test_a_random_venue_is_offered_to_each_player() -> None:
    seen = set()
    for state in moments(3, 1, venue_choice="random_venues"):
        if any(choice.action == "rent" for choice in state.choices):
            offered = state.table()["venues"]
            assert len(offered) + sum(map(len, state.table()["stage"])) == 3
            seen.update(offered)
    assert len(seen) > 3


# ---------------------------------------------------------------- texts


def test_choices_tell_what_they_cost_and_do() -> None:
    state = every.game(DEFINITION, 2).start(1)
    assert state.choices[0].text == "run Hybrid: every familiar match draws two cards more"
    state.choose(0)
    state.choose(0)
    assert state.choices[0].text == "rent Calgary for 0: pushing a jobber costs 1 less"
    state.choose(0)
    state.choose(0)
    texts = [choice.text for choice in state.choices]
    assert texts[-4:] == ["push a jobber for 2", "buy a special announcement for 3", "buy a dirt sheet for 2", "pass"]
    assert len(texts) == 14
