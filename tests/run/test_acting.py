"""A player who decides in the place of another: whose cards they are, what is seen meanwhile, and what others hear."""

from __future__ import annotations

from random import Random

import pytest

import hoyle
from hoyle.bots.knowledge import beginning
from hoyle.read import Reading, read_source
from hoyle.reference.perform import Performer
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.trials.run import Trials, run_trials

GAME = """\
game "Ghost" for 3 players

kind Suit : sun | moon

cards Tile
    suit  : Suit key
    value : 1..9 key
    written "{value} {suit}"
    | suit | value |
    | Suit | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone row[Player]  : row, face up
var wish[Player]  : 0..9 = 0, seen by owner

define score(p) = sum(c.value for c in row[p])

action play(card in hand[you])
    must card.value >= wish[you] or card.value > 5 as dear "too low for the wish"
    text "play {card}"
    move card to row[you]

rule same "the same suit as before" for play(card)
    must every(c in row[you] has c.suit is card.suit) if able

flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to hand
    wish[seat(2)] = 3
    repeat 2 times
        each p in Player
            right(p) must play for p if able
            p may play

ending done after flow
    winners highest(p in Player by score(p))
"""


def reading(more: str = "") -> Reading:
    found = read_source(Source("ghost.hoyle", GAME + more))
    assert not found.failed, [d.message for d in found.diagnostics]
    return found


def start(seed: int = 1) -> State:
    return prepare(reading()).start(seed)


def test_whose_cards_and_duties_they_are() -> None:
    state = start()
    assert (state.player, state.acting, state.prompt) == (2, 0, "play for player 1")
    mine = {f"play {card}" for card in state.table()["hand"][0]}  # type: ignore[index]
    assert {choice.text for choice in state.choices} == mine
    state.choose(0)
    assert len(state.table()["row"][0]) == 1 and state.player == 0 and state.acting is None  # type: ignore[index]


def test_what_is_seen_meanwhile_and_only_then() -> None:
    state = start()
    hands = state.table()["hand"]
    assert state.view(2)["zones"]["hand"] == [hands[0], ["?"] * 4, hands[2]] and state.view(2)["acting"] == 0  # type: ignore[index]
    assert state.view(1)["zones"]["hand"] == [["?"] * 4, hands[1], ["?"] * 4]  # type: ignore[index]
    state.choose(0)
    assert state.view(2)["zones"]["hand"][0] == ["?"] * 3 and "acting" not in state.view(2)
    while state.acting != 1:
        state.choose(len(state.choices) - 1)
    assert (
        state.player == 0
        and state.view(0)["values"]["wish"] == [0, 3, "?"]
        and state.view(2)["values"]["wish"][1] == "?"
    )


def test_the_question_as_data() -> None:
    state = start()
    asked = state.ask(2)
    assert asked is not None and asked["acting"] == 0 and state.ask(0) is None
    ids = [card for choice in asked["choices"] for card in choice["args"][0]["cards"]]
    shown = [card["id"] for card in state.view(2, data=True)["zones"]["hand[0]"]["cards"]]
    assert sorted(ids) == sorted(shown) == ["a1", "a2", "a3", "a4"]
    assert "cards" not in state.view(1, data=True)["zones"]["hand[0]"]
    state.reply([0])
    assert "cards" not in state.view(2, data=True)["zones"]["hand[0]"]


def test_everybody_hears_for_whom() -> None:
    state = start()
    text = state.choices[0].text
    state.choose(0)
    assert {f"player 3 for player 1: {text}"} == {s.events(seat)[-2] for s in (state,) for seat in (None, 0, 1, 2)}
    chosen = next(one for one in state.news(1) if one["t"] == "chose")
    assert (chosen["seat"], chosen["acting"]) == (2, 0)
    assert "acting" not in state.news(1)[-1]


def test_why_not_is_about_whoever_is_acted_for() -> None:
    for seed in range(40):
        state = start(seed)
        while state.acting != 1:
            state.choose(len(state.choices) - 1)
        hand = state.table()["hand"][1]  # type: ignore[index]
        low = next((card for card in hand if int(card.split()[0]) < 3), None)
        if low is not None:
            reason = state.why_not(f"play {low}")
            assert reason is not None and (reason.says, reason.rule) == ("too low for the wish", "play.dear")
            blocked = state.ask(0)
            assert blocked is not None and f"play {low}" in [one["text"] for one in blocked["blocked"]]
            return
    raise AssertionError("no such hand")


def test_copied_and_saved_it_goes_on_alike() -> None:
    state = start(3)
    state.choose(1)
    state.choose(0)
    assert state.acting == 1
    for other in (state.copy(), hoyle.restore(state.save())):
        assert other == state and (other.player, other.acting) == (0, 1) and other.view(0) == state.view(0)
        other.choose(0)
        assert other.acting is None


@pytest.mark.parametrize("seed", range(3))
def test_the_engines_agree(seed: int) -> None:
    game = prepare(reading())
    state, steps, rng = game.start(seed), Performer(game.program, seed).play(), Random(seed)
    asked = next(steps)
    while not state.over:
        number = rng.randrange(len(state.choices))
        assert (asked.seat, len(asked.answers)) == (state.player, len(state.choices))
        state.choose(number)
        try:
            asked = steps.send(number)
        except StopIteration:
            assert state.over
    if game.native is not None:
        wanted, found = (game.playouts(60, seed=seed, engine=engine) for engine in ("python", "native"))
        assert (found.winners, found.scores, found.lengths) == (wanted.winners, wanted.scores, wanted.lengths)
        rows = [game.batch(4, seed=seed, engine=engine) for engine in ("python", "native")]
        for _ in range(8):
            one, other = ([list(row) for row in batch.observations] for batch in rows)
            assert one == other
            for batch in rows:
                batch.step([0] * 4)


def test_who_acted_remembers_what_was_seen() -> None:
    state = start()
    known, other = beginning(state.game, 2), beginning(state.game, 1)
    before = state.copy()
    for one in (known, other):
        one.learn(state)
    hand = before.z[before.game.program.zone_families["hand"].base]
    assert not set(hand) & set(known.may) and set(hand) <= set(other.may)
    state.choose(0)
    known.learn(state)
    assert not set(hand) & set(known.may)


def test_all_checks_hold_also_those_of_secrets() -> None:
    assert [(r.name, r.detail) for r in run_trials(reading(), games=8) if not r.passed] == []


SCENARIO = """
scenario "for somebody else"
    seats anna, ben, carl
    given
        hand[anna] holds Tile(sun, 4), Tile(moon, 2)
        hand[ben] holds Tile(sun, 9)
        wish[anna] = 3
    when
        step(anna)
    then
        carl may only play(Tile(sun, 4))
        carl may not play(Tile(moon, 2)) because play.dear
    when
        carl does play(Tile(sun, 4))WHOM
    then
        count(row[anna]) is 1

to step(p : Player)
    right(p) must play for p if able
"""


@pytest.mark.parametrize(("whom", "right"), [(" for anna", True), ("", False), (" for ben", False)])
def test_a_scenario_says_for_whom(whom: str, right: bool) -> None:
    trials = Trials(reading(SCENARIO.replace("WHOM", whom)))
    result = trials.scenario(trials.scenarios[0])
    assert result.passed is right
    assert right or "actual: carl chooses for anna between: play 4 sun" in result.detail


def test_a_play_is_told_as_a_scenario_with_whom() -> None:
    found = run_trials(reading("\nproperty few never count(row[seat(1)]) is 1\n"), games=4)
    failed = next(r for r in found if r.name == "few")
    assert failed.scenario is not None and " for player_1" in failed.scenario
