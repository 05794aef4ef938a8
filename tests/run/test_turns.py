"""Turns: declining in words, deciding again and again, and going round until players decline."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from native_twin import Twin, compiled, follow
from often import often

from hoyle.core.cover import Cover
from hoyle.lower.mark import marked
from hoyle.mutation.mutants import mutants
from hoyle.read import read_source
from hoyle.run.game import Game, load, prepare
from hoyle.run.save import restore
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.syntax.parse import parse
from hoyle.table.chance import seed_bytes
from hoyle.trials.checks.reference import Along
from hoyle.trials.run import run_trials

BASE = """\
game "Turns" for 2..5 players
kind Suit : cups | coins
cards Tile
    suit  : Suit key
    value : 1..9 key
    written "{value} of {suit}"
    | suit | value |
    | Suit | 1..9  |
zone deck          : pile, face down
zone hand[Player]  : set, face down, seen by owner
zone row[Player]   : row, face down, seen by owner
zone shown         : row, face up
var points[Player] : number = 0
var out[Player]    : yes_no = no
var acts           : number = 0
define score(p) = points[p]
action act
    text "act"
    acts += 1
action go
    text "go"
    out[you] = yes
action play(card in hand[you])
    text "play {card}"
    move card to shown
action flip(card in row[you])
    text "flip {card.value}"
    points[you] += card.value
action bid(n : 1..9, suit in Suit)
    text "bid {n} {suit}"
    points[you] += n
action rest
    text "rest"
    points[you] += 100
ending played after main
    winners highest(p in Player by score(p))
flow
    move Tile to deck
    deal 2 from deck to hand
    deal 2 from deck to row starting seat(2)
    main
"""


def game(body: str, players: int = 3) -> Game:
    text = f"{BASE}{body}"
    reading = read_source(Source("turns.hoyle", text))
    assert [d for d in reading.diagnostics if d.code not in ("HYL302", "HYL303")] == [], text
    return prepare(reading, players=players)


def main(*lines: str, players: int = 3) -> Game:
    return game("phase main\n" + "".join(f"    {line}\n" for line in lines), players)


def texts(s: State) -> list[str]:
    return [choice.text for choice in s.choices]


def say(s: State, *words: str) -> State:
    """Choose what is called so, one after the other."""
    for word in words:
        s.choose(next(choice for choice in s.choices if choice.text == word))
    return s


# ---------------------------------------------------------------------------------------------- declining in words


def test_whoever_declines_in_words_is_always_asked() -> None:
    s = main("each p in Player", '    p may play or "pass"').start()
    assert texts(s)[-1] == "pass" and s.prompt == "play or pass" and s.choices[-1].action == ""
    asked = s.ask(0)
    assert asked is not None and asked["decline"] == "pass" and len(asked["choices"]) == 2
    s.choose(s.choices[-1])
    assert s.player == 1
    assert s.events(2)[-1] == "player 1: pass"
    empty = main("each p in Player", "    move hand[p] to deck", '    p may play or "pass"').start()
    assert texts(empty) == ["pass"]
    empty.choose(0)
    assert empty.player == 1
    assert main("each p in Player", "    move hand[p] to deck", "    p may play").start().over


def test_what_is_done_otherwise_is_done_for_who_declines() -> None:
    lines = [
        "each p in Player",
        '    p may play or "pass"',
        "        points[p] += 1",
        "    otherwise",
        "        points[p] += 10",
    ]
    s = main(*lines).start()
    say(s, "pass")
    s.choose(0)
    assert [s.scores[0], s.scores[1]] == [10, 1]


def test_words_tell_of_the_table() -> None:
    body = """to ask(p : Player, suit)
    p may play or "play no {suit}, {score(p)} for {p}"
phase main
    each p in Player
        ask(p, coins)
"""
    state = game(body).start()
    assert texts(state)[-1] == "play no coins, 0 for player 1"
    earlier = state.choices[-1]
    state.choose(earlier)
    assert earlier.text == "play no coins, 0 for player 1" and texts(state)[-1].endswith("player 2")
    assert state.prompt == "play"


def test_cards_in_words_are_told_to_who_sees_them() -> None:
    body = 'phase main\n    each p in Player\n        each c in hand[p]\n            p may act or "keep {c}"\n'
    s = game(body).start()
    kept = texts(s)[-1]
    assert kept.startswith("keep ") and " of " in kept
    s.choose(s.choices[-1])
    assert s.events(0)[-1] == f"player 1: {kept}"
    assert s.events(1)[-1] == "player 1: keep a card"
    s = game(body.replace("each c in hand[p]", "each c in hand[left(p)]")).start()
    assert texts(s)[-1] == "keep a card of player 2's hand"


def test_a_choice_of_one_is_declined_in_words() -> None:
    s = main(
        "each p in Player",
        '    p may choose one card in hand[p] as gift "give {card}" or "keep all"',
        "        move card to deck",
        "    otherwise",
        "        points[p] += 1",
    ).start()
    assert texts(s)[-1] == "keep all"
    say(s, "keep all")
    assert s.scores[0] == 1


@pytest.mark.parametrize("word", ["pass", "decline", "Pass"])
def test_why_not_to_decline(word: str) -> None:
    s = main('seat(1) may act or "pass"', "seat(2) must act", players=2).start()
    assert s.why_not(word) is None
    s.choose(0)
    reason = s.why_not(word)
    assert reason is not None and "something has to be chosen here" in str(reason)


def test_scenarios_say_so() -> None:
    body = """phase main
    each p in Player
        p may play or "pass"
scenario "declining"
    seats anna, ben
    when
        main
    then
        anna may only decline
    when
        anna declines
        ben declines
    then
        score(anna) is 0
"""
    reading = read_source(Source("turns.hoyle", BASE + body))
    assert all(result.passed for result in run_trials(reading, games=0))


# ---------------------------------------------------------------------------------------------- again and again


def test_again_until_declined() -> None:
    s = main(
        'repeat seat(1) may play or act or "stop"', "    points[seat(2)] += 1", "otherwise", "    points[seat(3)] += 7"
    ).start()
    assert say(s, "act", "act").player == 0
    s.choose(0)
    say(s, "stop")
    assert s.over and s.scores == (0, 3, 7)


def test_again_until_nothing_is_possible() -> None:
    s = main("repeat seat(1) must play if able", "    points[seat(1)] += 1", "points[seat(2)] += 5").start()
    s.choose(0)
    s.choose(0)
    assert s.over and s.scores == (2, 5, 0)
    s = main("repeat seat(1) may play", "    acts += 1", "otherwise", "    points[seat(1)] += acts").start()
    s.choose(0)
    s.choose(0)
    assert s.over and s.scores[0] == 2
    s = main("repeat seat(1) must play", "otherwise", "    points[seat(1)] += 1").start()
    s.choose(0)
    s.choose(0)
    assert s.over and s.scores[0] == 1


def test_once() -> None:
    s = main("repeat 2 times", '    repeat seat(1) may act once or rest or "stop"').start()
    assert texts(say(s, "act")) == ["rest", "stop"]
    reason = s.why_not("act")
    assert reason is not None and (reason.rule, reason.says) == ("act.once", "only once")
    assert reason.place is not None and reason.place.startswith("turns.hoyle:")
    assert texts(say(s, "rest", "stop")) == ["act", "rest", "stop"], "another time, all of it anew"


def test_once_each() -> None:
    s = main('repeat seat(1) may flip once each or bid(3) once each or "stop"', players=2).start()
    flips = [text for text in texts(s) if text.startswith("flip")]
    assert len(flips) == 2
    assert texts(say(s, flips[0])) == [flips[1], "bid 3 cups", "bid 3 coins", "stop"]
    reason = s.why_not(flips[0])
    assert reason is not None and (reason.rule, reason.says) == ("flip.once_each", "each only once")
    assert texts(say(s, "bid 3 coins")) == [flips[1], "stop"], "each value of its first parameter, which is given"


def test_instead() -> None:
    s = main(
        'repeat seat(1) may act or rest instead or "stop"',
        "    points[seat(1)] += 1",
        "otherwise",
        "    points[seat(1)] += 50",
    ).start()
    taken = s.copy()
    say(taken, "rest")
    assert taken.over and taken.scores[0] == 101, "nothing comes after it, not even what is done at the end"
    say(s, "act")
    assert texts(s) == ["act", "stop"]
    reason = s.why_not("rest")
    assert reason is not None and (reason.rule, reason.says) == ("rest.instead", "only instead of everything else")
    assert say(s, "stop").scores[0] == 51


def test_limits_have_exceptions() -> None:
    body = 'phase main\n    repeat seat(1) may act once or bid(2) once each or "stop"\n'
    body += "except act.once as twice when acts < 2 waive\n"
    body += "except bid.once_each(n, suit) as cups when suit is cups must points[you] < 6\n"
    s = game(body, 2).start()
    assert texts(say(s, "act")) == ["act", "bid 2 cups", "bid 2 coins", "stop"]
    assert texts(say(s, "act")) == ["bid 2 cups", "bid 2 coins", "stop"]
    say(s, "bid 2 coins", "bid 2 cups", "bid 2 cups")
    reason = s.why_not("bid 2 cups")
    assert reason is not None and reason.rule == "bid.once_each.cups"
    assert texts(s) == ["stop"]


def test_scenarios_name_limits() -> None:
    body = """phase main
    repeat seat(1) may act once or rest instead or "stop"
scenario "limits"
    seats anna, ben
    when
        main
        anna does act
    then
        anna may not act because act.once
        anna may not rest because rest.instead
        anna may only decline
"""
    reading = read_source(Source("turns.hoyle", BASE + body))
    results = run_trials(reading, games=0)
    assert results and all(result.passed for result in results)
    wrong = read_source(Source("turns.hoyle", BASE + body.replace("because act.once", "because rest.instead")))
    assert not all(result.passed for result in run_trials(wrong, games=0))


# ---------------------------------------------------------------------------------------------- going round

QUORUMS = ["all decline", "all others decline", "one declines", "all drop out", "all others drop out"]


def around(quorum: str, players: int) -> Game:
    """Everybody may do something, but for some who are not asked now, and some who have gone."""
    lines = ["repeat each p in clockwise(seat(2)) where not out[p] until " + quorum]
    lines += ["    if acts mod 4 is not 3 or p is seat(1)", '        p may act or go or "pass"']
    return main(*lines, players=players)


def expected(quorum: str, players: int, answer: Callable[[int], str]) -> Iterator[int]:
    """Who is asked, by the words of the manual. answer: what a player says."""
    order = [(1 + n) % players for n in range(players)]
    passed: dict[int, int] = {}  # when each has declined last
    acted: dict[int, int] = {}  # and done something
    gone: set[int] = set()
    number = acts = 0

    def over() -> bool:
        there = [p for p in order if p not in gone]
        last = max(acted.values(), default=-1)
        since = [p for p in there if passed.get(p, -1) > last]
        dropped = [p for p in there if passed.get(p, -1) > acted.get(p, -1)]
        latest = next((p for p, when in acted.items() if when == last), None)
        match quorum:
            case "all decline":
                return since == there
            case "all others decline":
                return [p for p in there if p != latest] == [p for p in since if p != latest]
            case "one declines":
                return not there or any(when > acted.get(p, -1) for p, when in passed.items())
            case "all drop out":
                return dropped == there
        return len(there) - len(dropped) <= 1

    while not over():
        for p in order:
            dropped = "drop" in quorum and passed.get(p, -1) > acted.get(p, -1)
            if p in gone or dropped or over():
                continue
            number += 1
            said = "pass"
            if acts % 4 != 3 or p == 0:
                yield p
                said = answer(p)
            if said == "pass":
                passed[p] = number
                continue
            acted[p] = number
            acts += said == "act"
            gone |= {p} if said == "go" else set()


@given(st.sampled_from(QUORUMS), st.integers(2, 5), st.integers(0, 10**6))
@often(60)
def test_going_round(quorum: str, players: int, seed: int) -> None:
    s = around_once(quorum, players).start()
    rng = random.Random(seed)
    said: list[str] = []

    def answer(player: int) -> str:
        word = rng.choice(["act", "act", "pass", "pass", "pass", "go"]) if len(said) < 40 else "pass"
        said.append(word)
        return word

    for player in expected(quorum, players, answer):
        assert not s.over and s.player == player, said
        assert texts(s) == ["act", "go", "pass"]
        follow_with(s, said, rng)
    assert s.over, said


def follow_with(s: State, said: list[str], rng: random.Random) -> None:
    """What will be said next, said now."""
    state = rng.getstate()
    word = rng.choice(["act", "act", "pass", "pass", "pass", "go"]) if len(said) < 40 else "pass"
    rng.setstate(state)
    say(s, word)


KEPT: dict[tuple[str, int], Game] = {}


def around_once(quorum: str, players: int) -> Game:
    key = quorum, players
    if key not in KEPT:
        KEPT[key] = around(quorum, players)
    return KEPT[key]


def test_an_auction() -> None:
    """Three passes after a bid, four without one."""
    made = main("repeat each p in Player until all others decline", '    p may act or "pass"', players=4)
    s = say(made.start(), "pass", "pass", "pass")
    assert s.player == 3 and not s.over
    assert say(s.copy(), "pass").over
    assert say(s, "act", "pass", "pass").player == 2
    assert say(s, "pass").over


def test_whoever_finds_nothing_to_do_has_declined() -> None:
    made = main("move hand[seat(2)] to deck", "repeat each p in Player until one declines", "    p may play")
    s = made.start()
    s.choose(0)
    assert s.over, "player 2 has nothing to play, and is not asked"


def test_who_chooses_none_of_several_has_declined() -> None:
    made = main(
        "repeat each p in Player until one declines", "    p chooses up to 2 c in hand[p]", "    move c to deck"
    )
    s = made.start()
    s.choose(0)
    say(s, "no more")
    assert s.player == 1 and not s.over
    assert say(s, "no more").over


def test_nobody_is_there() -> None:
    for quorum in QUORUMS:
        assert main(f"repeat each p in Player where acts > 0 until {quorum}", "    p may act").start().over


def test_the_list_is_fixed_at_the_start() -> None:
    lines = ["let first_one = seat(2)", "repeat each p in clockwise(first_one) until all decline"]
    s = main(*lines, '    p may act or "pass"', "        first_one = p").start()
    asked = []
    for word in ["pass", "act", "pass", "pass"]:
        asked.append(s.player)
        say(s, word)
    assert [*asked, s.player] == [1, 2, 0, 1, 2]


# ---------------------------------------------------------------------------------------------- trifles


def test_until_stands_below() -> None:
    s = main("repeat", "    acts += 1", "    seat(1) must rest", "until acts >= 1").start()
    assert say(s, "rest").over
    s = main("repeat", "    acts += 1", "    seat(1) must rest", "until acts > 1").start()
    assert not say(s, "rest").over and say(s, "rest").over


def test_dealing_starts_with_somebody() -> None:
    s = game("phase main\n    each p in Player\n        p must rest\n").start()
    values = [[s.game.cards[c].text for c in s.z[z.number]] for z in s.game.zones if z.name == "row"]
    deck = [f"{value} of {suit}" for suit in ("cups", "coins") for value in range(1, 10)][::-1][6:]
    assert values == [deck[4:6], deck[0:2], deck[2:4]]


def test_you_in_an_ending_after_an_action() -> None:
    body = "phase main\n    each p in Player\n        p must rest or act\n"
    body += "ending quick after rest, act when points[you] > 50\n    winners [left(you)]\n"
    s = say(game(body).start(), "act", "rest")
    assert s.over and s.ending == "quick" and s.winners == (2,)


def test_lines_go_on() -> None:
    body = """define far(p : Player) = if p is seat(1)
        then 1
    otherwise if p is seat(2) then 2
    otherwise 3
phase main
    let n = if far(seat(3)) is 3
        then far(seat(2))
        otherwise 9
    points[seat(1)] += n
    seat(1) must rest
"""
    s = game(body).start()
    assert s.scores[0] == 2


# ---------------------------------------------------------------------------------------------- everywhere alike

ALL = """
to ask(p : Player, suit)
    p may play or "play no {suit}, {score(p)}"
phase main
    repeat each p in clockwise(seat(2)) where not out[p] until all others decline
        if acts < 9
            p may act or go or "pass"
    each p in Player
        repeat p may play once or flip once each or bid(2) once each or rest instead or "end the turn"
            points[p] += 1
        otherwise
            points[p] -= 1
        repeat p must play if able
        ask(p, cups)
        each c in row[left(p)]
            p may choose one n in 1..3 as count_it "say {n}" or "leave {c}"
                points[p] += n
    repeat each p in Player where points[p] < 40 until all drop out
        p may bid(5) or "stop at {points_of(p)}"
    repeat
        acts += 1
    until acts > 12
define points_of(p : Player) = points[p]
except play.once when points[you] mod 2 is 1 waive
property no_end at end acts > 12
"""


@pytest.mark.parametrize("players", [2, 4])
def test_all_engines_play_alike(players: int) -> None:
    made = game(ALL, players)
    lib = compiled(made, "-O0")
    for seed in range(3):
        state = made.start(seed)
        along = Along(made.program, state.seed)
        rng, chosen = random.Random(seed), list[int]()
        assert along.catch_up(state, chosen) == ""
        while not state.over:
            again = restore(state.save(), made) if len(chosen) % 7 == 3 else state
            assert texts(again) == texts(state) and again.prompt == state.prompt
            state = again
            chosen.append(rng.randrange(len(state.choices)))
            state.choose(chosen[-1])
            assert along.catch_up(state, chosen) == ""
        follow(Twin(made, lib, seed_bytes(seed)), made.start(seed), random.Random(seed), 2000)


def test_limits_and_declines_count() -> None:
    reading = read_source(Source("turns.hoyle", BASE + ALL))
    cover = Cover()
    marked(reading.model, cover)
    said = [f"{item.name} {item.missed}" for item in cover.items]
    assert any("`play.once` never has anything against it" in each for each in said)
    assert any("exception to `play.once`" in each for each in said)
    assert sum("is never declined" in each for each in said) == 5


def test_mutants_drop_limits_and_change_who_has_to_decline() -> None:
    file, _ = parse(Source("turns.hoyle", BASE + ALL))
    assert file is not None
    made = {mutant.what for mutant in mutants(file)}
    assert {"`once` was dropped", "`once each` was dropped", "`instead` was dropped"} <= made
    assert "`all others decline` became `all decline`" in made
    assert "`all drop out` became `all others drop out`" in made
    wide, _ = parse(
        Source("wide.hoyle", BASE + ALL.replace("once each", "once  each").replace("all drop", "all   drop"))
    )
    assert wide is not None
    assert {mutant.what for mutant in mutants(wide)} == made


def test_a_variant_takes_a_limit_back(tmp_path: Path) -> None:
    (tmp_path / "turns.hoyle").write_text(f'{BASE}phase main\n    repeat seat(1) may act once or "stop"\n')
    (tmp_path / "more.hoyle").write_text('variant "More" of turns\n\nexcept act.once when acts < 3 waive\n')
    s = load(str(tmp_path / "turns.hoyle"), variants=[str(tmp_path / "more.hoyle")]).start()
    assert texts(say(s, "act", "act")) == ["act", "stop"]


def test_that_declining_has_a_name_makes_another_game() -> None:
    def mark(text: str) -> str:
        return main("each p in Player", f"    p may play{text}").fingerprint

    assert mark(' or "pass"') == mark(' or "no"') != mark("")
    assert mark(' or "pass {p}"') != mark(' or "pass"')
