"""Trickdraw: every rule of its rulebook is cited, and what scenarios cannot say of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import every
import pytest

import hoyle
from hoyle.model import Model
from hoyle.read import find_game

DEFINITION = find_game("trickdraw")
TRIALS = DEFINITION.with_name("trickdraw_trials.hoyle")

RULES = """
    TD-01 TD-02 TD-03 TD-04 TD-05 TD-06 TD-07 TD-08 TD-09 TD-10 TD-11 TD-12 TD-13 TD-14 TD-15 TD-16 TD-17 TD-18 TD-19
    TD-20 TD-21 TD-22 TD-23 TD-24 TD-25 TD-26 TD-27 TD-28 TD-29 TD-30 TD-31 TD-32 TD-33 TD-34 TD-35 TD-36 TD-37 TD-38
    TD-39 TD-40 TD-41 TD-42 TD-43 TD-44 TD-45 TD-46 TD-47 TD-48 TD-49
"""
END = "end the turn"
EXAMPLES = "TD-S1 TD-S2 TD-S3 TD-S4 TD-S5"
DERIVED = "TD-D1 TD-D2 TD-D4 TD-D5 TD-D8 TD-D9 TD-D11"
LEFT_OPEN = """
    TD-01 TD-03 TD-07 TD-11 TD-12 TD-16 TD-17 TD-18 TD-21 TD-22 TD-23 TD-25 TD-26 TD-27 TD-31 TD-32 TD-33 TD-34 TD-35
    TD-36 TD-38 TD-39 TD-40 TD-47 TD-48
"""


def model(path: Path) -> Model:
    world = every.reading(path).world
    assert world is not None
    return world.model


# ---------------------------------------------------------------- the rulebook


def test_every_rule_is_cited() -> None:
    cited = set(model(DEFINITION).cited)
    assert [rule for rule in f"{RULES} {EXAMPLES}".split() if rule not in cited] == []


def test_every_rule_that_is_about_play_is_tried() -> None:
    tried = {rule for path in (DEFINITION, TRIALS) for trial in every.reading(path).trials for rule in trial.cites}
    seen_from_programs = {"TD-10"}
    assert [rule for rule in f"{RULES} {EXAMPLES} {DERIVED}".split() if rule not in tried | seen_from_programs] == []


def test_whatever_is_left_open_is_assumed() -> None:
    assumed = {rule for assumption in model(DEFINITION).assumptions for rule in assumption.cites}
    assert sorted(assumed) == LEFT_OPEN.split()


def test_every_card_with_an_ability_is_tried() -> None:
    text = TRIALS.read_text(encoding="utf-8")
    names = set(model(DEFINITION).kinds["Trick.name"].members)
    assert [name for name in sorted(names) if text.count(name) < 2] == []


# ---------------------------------------------------------------- the deck


@pytest.mark.parametrize(("players", "cards", "thieves"), [(2, 67, 0), (3, 72, 5), (4, 72, 5), (5, 72, 5)])
def test_the_deck(players: int, cards: int, thieves: int) -> None:
    state = every.game(DEFINITION, players).start(1)
    table = state.table()
    found = Counter(name for zone in (table["deck"], *table["hand"], *table["row"]) for name in zone)
    assert sum(found.values()) == cards
    assert found["Trickdraw"] == thieves
    assert [found[name] for name in ("The Key", "The Treasure", "The Temple")] == [1, 1, 1]
    assert len(found) == (15 if players == 2 else 16)


# ---------------------------------------------------------------- what is seen


def moments(players: int, games: int, **options: str) -> Iterator[hoyle.State]:
    """Every decision of some random games."""
    game = every.game(DEFINITION, players, options)
    for seed in range(games):
        yield from (state for state in every.moments(game, seed) if not state.over)


def test_only_owners_know_their_face_down_cards() -> None:  # TD-10
    hidden = 0
    for state in moments(3, 3):
        rows, sides = state.table()["row"], state.view(0)["sides"]["row"]
        for seat in range(3):
            seen = state.view(seat)["zones"]["row"]
            assert seen[seat] == rows[seat]
            for other in {0, 1, 2} - {seat}:
                known = [c if up else "?" for c, up in zip(rows[other], sides[other], strict=True)]
                assert seen[other] == known
                hidden += known.count("?")
    assert hidden


def test_a_face_down_card_of_a_rival_is_a_place() -> None:
    offered = set()
    for state in moments(3, 6):
        for choice in state.choices:
            if choice.action in ("card_to_turn_over", "card_of_another_player", "card_to_take") and not choice.cards:
                offered.add(choice.action)
                assert "card of player" in choice.text
                assert choice.action == "card_to_take" or choice.text.endswith(" face up")
                assert f"player {state.player + 1}'s" not in choice.text
    assert offered == {"card_to_turn_over", "card_of_another_player", "card_to_take"}


def test_copies_in_a_hand_are_one_choice() -> None:
    twins = 0
    for state in moments(2, 4):
        hand = state.table()["hand"][state.player]
        played = Counter(c.text for c in state.choices if c.action == "play")
        assert set(played.values()) <= {1}
        twins += bool(played) and max(Counter(hand).values()) > 1
    assert twins


# ---------------------------------------------------------------- reveals inside reveals


def test_a_game_saved_while_a_rival_decides_goes_on_alike() -> None:
    saved = 0
    for state in moments(4, 4):
        if state.player == state.value("active") or saved > 2:
            continue
        saved += 1
        again = hoyle.restore(state.save())
        assert again == state
        rng, other = random.Random(saved), random.Random(saved)
        state = state.copy()
        while not state.over:
            assert [c.text for c in again.choices] == [c.text for c in state.choices]
            state.choose(rng.choice(state.choices))
            again.choose(other.choice(again.choices))
        assert (again.winners, again.scores) == (state.winners, state.scores)
    assert saved == 3


def test_no_chain_of_reveals_is_endless() -> None:
    """Whoever turns Bewitched up with Bewitched, again and again, comes to an end in the same turn."""
    game = every.game(DEFINITION, 2)
    for seed in range(100):
        state = game.start(seed)
        while not state.over:
            if state.value("reveals_this_turn") == state.value("longest_chain"):
                return
            state.choose(max(state.choices, key=lambda c: ("Bewitched" in c.text, "face up" in c.text, c.text)))
    pytest.fail("no chain was as long as it may be")


# ---------------------------------------------------------------- the end


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_whoever_never_plays_never_wins(players: int) -> None:
    state = every.game(DEFINITION, players).start(3)
    turns = 0
    while not state.over:
        state.choose(next(c for c in state.choices if c.text == END))
        turns += 1
    assert turns == 60 * players
    assert (state.ending, state.winners, state.scores) == ("survivor", (), (0,) * players)


def test_after_ten_points_all_others_have_one_turn() -> None:
    """Face down, card after card: the starter has ten points first, and no further turn."""
    state = every.game(DEFINITION, 4, {"starter": 2}).start(5)
    ends: list[int] = []
    while not state.over:
        plays = [c for c in state.choices if c.action == "play" and "face down" in c.text]
        choice = (plays or [c for c in state.choices if c.text == END])[0]
        ends += [state.player] if choice.text == END else []
        state.choose(choice)
    assert ends == [1, 2, 3, 0] * 10
    assert state.value("first_to_ten") == 1
    assert (state.winners, state.scores) == ((1,), (10, 12, 10, 10))


def test_a_game_may_end_without_a_winner() -> None:
    found = set()
    game = every.game(DEFINITION, 2)
    for seed in range(500):
        state = game.start(seed)
        pick = random.Random(seed).choice
        while not state.over:
            state.choose(pick(state.choices))
        found.add((state.ending, len(state.winners)))
        if ("survivor", 0) in found:
            break
    assert {("survivor", 1), ("survivor", 0)} <= found <= {("puzzle", 1), ("survivor", 1), ("survivor", 0)}
