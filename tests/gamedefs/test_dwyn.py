"""DWYN: every rule of its sheet is cited, and what scenarios cannot say of whole games and of who knows what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import every
import pytest

import hoyle

GAMEDEFS = Path(__file__).parents[2] / "gamedefs"
SUITS = ("rugby", "castle", "miners tools", "leaf", "shield", "skull")
RULES = {
    "DW-01": "two to six players",
    "DW-02": "KROWN face up under the stock",
    "DW-03": "seven cards each, one to start the discards",
    "DW-04": "a first STEAL or DWYN is buried",
    "DW-05": "bodies that were dealt are laid out",
    "DW-06": "direction of play",
    "DW-07": "who deals",
    "DW-08": "a card is drawn",
    "DW-09": "discard, lay out or play one card",
    "DW-10": "whether that is a must",
    "DW-11": "hands keep their size",
    "DW-12": "drawing KROWN is a whole turn",
    "DW-13": "discards become the pool",
    "DW-14": "drawing is free after KROWN, discards are face down",
    "DW-15": "whether acting is a must after KROWN",
    "DW-16": "where played cards go after KROWN",
    "DW-17": "an empty pool",
    "DW-18": "what a body is",
    "DW-19": "a body of one suit is safe",
    "DW-20": "spare parts beside it",
    "DW-21": "KROWN is never safe",
    "DW-22": "cards that were laid out stay",
    "DW-23": "STEAL takes a card",
    "DW-24": "STEAL without anything to take",
    "DW-25": "where STEAL goes",
    "DW-26": "no defence against STEAL",
    "DW-27": "DWYN: whom, for what, in which suit",
    "DW-28": "rising numbers by turns",
    "DW-29": "the highest number takes or keeps",
    "DW-30": "no answer at all",
    "DW-31": "giving in though able",
    "DW-32": "numbers go to the discards",
    "DW-33": "any number answers first",
    "DW-34": "DWYN without anything to take",
    "DW-35": "KROWN that was won",
    "DW-36": "what wins",
    "DW-37": "when it wins",
    "DW-38": "nobody wins before KROWN is drawn",
    "DW-39": "no end in sight",
    "DW-40": "the judges",
}
READINGS = (4, 6, 7, 10, 15, 16, 17, 20, 24, 25, 28, 30, 31, 33, 34, 35, 37, 39, 40)
EXAMPLES = {"DW-S1", "DW-S2", "DW-D1", "DW-D3", "DW-D4", "DW-D5", "DW-D6", "DW-D7", "DW-D8"}


def game(players: int = 3, **options: Any) -> hoyle.Game:
    return every.game(GAMEDEFS / "dwyn.hoyle", players, options)


def moments(players: int, seed: int, **options: Any) -> Iterator[hoyle.State]:
    """A random game, at every decision and at its end."""
    return every.moments(game(players, **options), seed)


def matched(figure: list[str]) -> set[str]:
    """The cards of a figure that belong to a body of one suit."""
    found = set()
    for suit in SUITS:
        body = {f"{suit} {piece}" for piece in ("head", "torso", "feet")}
        if body <= set(figure):
            found |= body
    return found


def test_every_rule_is_cited_where_it_is_expressed() -> None:
    world = every.reading(GAMEDEFS / "dwyn.hoyle").world
    assert world is not None
    cited = {id_: [span.text for span in spans] for id_, spans in world.model.cited.items()}
    assert sorted(cited) == sorted(RULES)
    assert [id_ for id_, places in cited.items() if all(p.startswith("assume") for p in places)] == ["DW-40"]
    assumed = {id_ for assumption in world.model.assumptions for id_ in assumption.cites}
    assert {f"DW-{n:02}" for n in READINGS} <= assumed


def test_every_example_is_a_scenario() -> None:
    reading = every.reading(GAMEDEFS / "dwyn_trials.hoyle")
    cited = {id_ for scenario in reading.trials for id_ in scenario.cites}
    assert cited <= EXAMPLES | set(RULES)
    assert cited >= EXAMPLES
    assert len(reading.trials) > 50


@pytest.mark.parametrize("players", range(2, 7))
def test_a_matched_body_is_never_broken_and_nothing_goes_back_to_a_hand(players: int) -> None:
    whole = 0
    for seed in range(8):
        safe: list[set[str]] = [set() for _ in range(players)]
        laid: set[str] = set()
        for state in moments(players, seed):
            table = state.table()
            for seat in range(players):
                assert safe[seat] <= set(table["figure"][seat])
                safe[seat] = matched(table["figure"][seat])
                whole += bool(safe[seat])
                assert not laid & set(table["hand"][seat])
            laid |= {card for figure in table["figure"] for card in figure}
    assert whole


def test_turns_change_when_krown_is_drawn() -> None:
    """Before, everybody draws and nobody declines; after, nothing is seen of the pool but how many cards it has."""
    for seed in range(10):
        for state in moments(4, seed):
            if state.over:
                continue
            texts = [c.text for c in state.choices]
            if state.table()["stock"]:
                assert "draw nothing" not in texts and "draw from the pool" not in texts
            else:
                assert state.table()["discard_pile"] == []
                for seat in range(4):
                    assert set(state.view(seat)["zones"]["pool"]) <= {"?"}
                if "draw from the pool" in texts:
                    assert texts == ["draw from the pool", "draw nothing"]


def test_any_card_of_the_pool_may_be_drawn() -> None:
    state = next(s for s in moments(2, 3) if not s.over and s.choices[0].text == "draw from the pool")
    seat, pool = state.player, state.table()["pool"]
    before = Counter(state.table()["hand"][seat])
    drawn: Counter[str] = Counter()
    for draws in range(40 * len(pool)):
        after = state.copy()
        after.draws += draws
        after.choose(0)
        drawn.update(Counter(after.table()["hand"][seat]) - before)
    assert set(drawn) == set(pool)
    assert all(10 * pool.count(card) < times < 100 * pool.count(card) for card, times in drawn.items())


def test_first_discards_and_buried_cards() -> None:
    """The first discard is never a STEAL or DWYN, and such cards turn up anywhere above KROWN."""
    places: Counter[int] = Counter()
    dealers = set()
    on_top = []
    for seed in range(200):
        state = game(6).start(seed)
        table = state.table()
        (first,) = table["discard_pile"]
        assert first not in ("Steal", "Dwyn", "Krown")
        assert table["stock"][0] == "Krown" and "Krown" not in table["stock"][1:]
        assert state.view(0)["zones"]["stock"][0] == "Krown"
        assert set(state.view(0)["zones"]["stock"][1:]) == {"?"}
        places.update(i for i, card in enumerate(table["stock"]) if card in ("Steal", "Dwyn"))
        dealers.add(state.player)
        if any(event.endswith("from discard pile to stock") for event in state.events()):
            on_top.append(state.events()[-1].startswith(("Steal", "Dwyn")))
    assert set(places) == set(range(1, len(table["stock"])))
    assert dealers == set(range(6))
    assert on_top and not all(on_top)


def duel(seed: int, **options: Any) -> list[tuple[int, list[str]]]:
    """Who was asked for what in the first duel of a random game that had an answer in it."""
    for number in range(seed, seed + 200):
        asked: list[tuple[int, list[str]]] = []
        for state in moments(3, number, **options):
            texts = [] if state.over else [c.text for c in state.choices]
            if any(text.startswith("play no ") for text in texts):
                asked.append((state.player, texts))
            elif len(asked) > 2:
                return asked
            else:
                asked = []
    raise AssertionError("no duel")


@pytest.mark.parametrize("seed", [0, 1000, 2000])
def test_duellists_take_turns_and_always_have_a_way_out(seed: int) -> None:
    asked = duel(seed)
    seats = [seat for seat, _ in asked]
    assert len(set(seats)) == 2
    assert all(one != two for one, two in pairwise(seats))
    suits = {texts[-1].removeprefix("play no ").removesuffix(" card") for _, texts in asked}
    assert len(suits) == 1
    (suit,) = suits
    assert all(text.startswith(f"play {suit} ") for _, texts in asked for text in texts[:-1])


def test_nobody_learns_why_somebody_gave_in() -> None:
    """Who has no number of the suit is asked all the same, and is told of in the same words."""
    told = set()
    for seed in range(30):
        for state in moments(3, seed):
            texts = [] if state.over else [c.text for c in state.choices]
            if any(text.startswith("play no ") for text in texts):
                after = state.copy()
                mark = state.log
                after.choose(len(texts) - 1)
                watcher = (state.player + 1) % 3
                told.add(
                    (len(texts) > 1, after.events(watcher, mark)[0].split(": ")[1].replace("miners tools", "tools"))
                )
    gave_in, had_to = ({text for able, text in told if able is side} for side in (True, False))
    assert gave_in == had_to == {f"play no {suit} card".replace("miners tools", "tools") for suit in SUITS}


def test_others_hear_the_challenge_but_not_what_goes_into_the_pool() -> None:
    heard, hidden = set(), set()
    for seed in range(20):
        for state in moments(3, seed):
            if state.over:
                continue
            watcher, mark = (state.player + 1) % 3, state.log
            late = not state.table()["stock"]
            for number, choice in enumerate(state.choices):
                if choice.text.startswith(("challenge", "steal")) or (late and choice.text.startswith("discard")):
                    after = state.copy()
                    after.choose(number)
                    said = after.events(watcher, mark)[0]
                    if choice.action == "discard":
                        hidden.add(said.split(": ")[1])
                        assert "a card from" in after.events(watcher, mark)[1]
                    else:
                        heard.add(said == f"player {state.player + 1}: {choice.text}")
    assert heard == {True}
    assert hidden == {"discard a card"}


def test_why_a_matched_body_cannot_be_taken() -> None:
    for seed in range(200):
        for state in moments(3, seed):
            if state.over or "steal" not in {c.action.removeprefix("play_") for c in state.choices}:
                continue
            for seat in range(3):
                if seat != state.player:
                    for card in matched(state.table()["figure"][seat]):
                        reason = state.why_not(f"steal {card} from player {seat + 1}")
                        assert reason is not None
                        assert (reason.rule, reason.sentence) == (
                            "vulnerable",
                            f"`steal {card} from player {seat + 1}`: a body of one suit is safe",
                        )
                        return
    raise AssertionError("no matched body came up")


@pytest.mark.parametrize(
    "options",
    [
        {"direction": "with_the_clock"},
        {"burying": "just_above_krown"},
        {"acting": "until_krown"},
        {"acting": "never"},
        {"protection": "whole_figure"},
        {"spent_steal": "out_of_the_game"},
        {"x_counts": "most"},
        {"unanswered": "challenger_shows"},
        {"giving_in": "before_any_number"},
        {"win_check": "at_once"},
        {"win_check": "after_own_turn"},
        {"turn_limit": 30},
        {"dealer": 1},
    ],
    ids=lambda options: "-".join(map(str, options.items())),
)
def test_every_option_comes_to_an_end(options: dict[str, Any]) -> None:
    """At two numbers of players; `tests/soak` plays more games of each."""
    for seed in (0, 3):
        *_, last = moments(2 + seed % 5, seed, **options)
        assert last.over
        assert len(last.winners) <= 1
        assert last.ending in ("crowned_figure", "crowned_at_once", "crowned_in_turn", "draw_game")
