"""Sentences: who hears them, of which cards, and what is folded below them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from native_twin import Twin, compiled
from side_by_side import same_play

import hoyle
from hoyle.diagnostics import HoyleError
from hoyle.read import read_source
from hoyle.run.events import told
from hoyle.run.game import Game, prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.table.remembered import AT_ONCE

HERE = Path(__file__).parent
TEXT = (HERE / "telling.hoyle").read_text(encoding="utf-8")


def game(text: str = TEXT) -> Game:
    return prepare(read_source(Source("telling.hoyle", text)))


def played(*words: str, text: str = TEXT) -> State:
    state = game(text).start(seed=1)
    for word in words:
        state.choose(next(choice for choice in state.choices if choice.text == word))
    return state


def heard(state: State, seat: int | None, since: Any = None) -> list[str]:
    """What somebody was told, each with as many dots before it as it is deep in small print."""
    return [f"{'. ' * event.depth}{event.text}" for event in told(state, seat, since)]


TAKEN = ("play 1 of coins", "play 2 of cups", "keep 2 of coins", "play 1 of cups", "play 3 of coins")


def test_what_follows_a_sentence_is_its_small_print() -> None:
    state = played(*TAKEN[:2])
    assert heard(state, 0)[3:] == [
        "player 1: play 1 of coins",
        "player 1 plays 1 of coins",
        ". 1 of coins from player 1's hand to shown",
        ". rounds are now 1",
        "player 2: play 2 of cups",
        "player 2 plays 2 of cups",
        ". 2 of cups from player 2's hand to shown",
        ". player 2 takes 1 of coins and 2 of cups, worth 3",
        ". . points of player 2 are now 3",
        ". . 1 of coins and 2 of cups from shown to player 2's won",
        ". . points of player 2 are now 5",
        ". rounds are now 2",
    ]


def test_what_is_told_to_one_is_told_to_nobody_else() -> None:
    """And its small print ends where the steps are left early."""
    state = played(*TAKEN)
    ends = {seat: heard(state, seat)[-6:] for seat in (None, 0, 1)}
    assert ends[0] == [
        ". player 1 takes 1 of cups and 3 of coins, worth 4",
        ". . points of player 1 are now 4",
        ". . 1 of cups and 3 of coins from shown to player 1's won",
        ". . you hold nothing",
        ". . . points of player 1 are now 5",
        ". rounds are now 4",
    ]
    assert ends[1][-3:] == [". . beware of player 1", ". . . points of player 1 are now 5", ". rounds are now 4"]
    assert ends[None][-4:] == [
        ". . to player 1: you hold nothing",
        ". . . to player 2: beware of player 1",
        ". . . . points of player 1 are now 5",
        ". rounds are now 4",
    ]
    assert not any(one["t"] == "told" and one["to"] is not None for one in state.news(None))


def test_cards_are_named_to_those_who_see_them_then_or_next() -> None:
    state = played("keep 2 of coins")
    assert heard(state, 0)[-2:] == ["player 1 puts 2 of coins aside", ". 2 of coins from player 1's hand to deck"]
    assert heard(state, 1)[-2:] == ["player 1 puts a card aside", ". a card from player 1's hand to deck"]
    one, other = state.news(0)[-2], state.news(1)[-2]
    assert one["cards"] and not other["cards"] and other["say"] == [{"seat": 0}, " puts a card aside"]
    assert heard(played("play 1 of coins"), 1)[-4:-2] == ["player 1: play 1 of coins", "player 1 plays 1 of coins"]


def test_lists_name_what_is_seen_and_count_the_rest() -> None:
    text = TEXT.replace('tell p "you hold {held(p)}"', 'tell "{p} holds {held(p)}"')
    state = played(*TAKEN[:2], text=text)
    assert "player 2 holds 1 of cups and 3 of cups" in state.events(1)
    assert "player 2 holds 2 cards" in state.events(0)


@pytest.mark.parametrize(
    ("depth", "left"),
    [(0, ["points", "from shown"]), (1, ["points", "from shown"]), (2, []), (None, [])],
)
def test_small_print_can_be_left_out_but_not_its_sentences(depth: int | None, left: list[str]) -> None:
    state = played(*TAKEN[:2])
    found = state.events(0, depth=depth)
    assert any("takes" in text for text in found) and any("plays" in text for text in found)
    for words in ("points", "from shown"):
        assert any(words in text for text in found) == (words not in left)
    assert any("rounds" in text for text in found) == (depth != 0)


def test_events_as_data_say_what_they_are_part_of() -> None:
    news = played(*TAKEN).news(0)
    for one, event in zip(news, told(played(*TAKEN), 0), strict=True):
        above, depth = one, 0
        while above["part_of"] is not None:
            above, depth = news[above["part_of"]], depth + 1
            assert above["t"] == "told"
        assert depth == event.depth


def test_what_is_heard_bit_by_bit_is_what_is_heard_at_once() -> None:
    """Also as data, where it is kept beside the state and gone on with."""
    for seed in range(20):
        state, rng = game().start(seed=seed), random.Random(seed)
        before: dict[int | None, Any] = dict.fromkeys((None, 0, 1))
        found: dict[int | None, list[str]] = {None: [], 0: [], 1: []}
        while True:
            for seat, texts in found.items():
                texts += heard(state, seat, before[seat])
                before[seat] = state.log
                state.news(seat)
            if state.over:
                break
            state.choose(rng.randrange(len(state.choices)))
        again = hoyle.restore(state.save())
        for seat, texts in found.items():
            assert texts == heard(state, seat) == heard(again, seat)
            assert state.news(seat) == again.news(seat)


# ---------------------------------------------------------------------------------------------- where it ends


def last(steps: str, more: str = "", words: str = "wait") -> list[str]:
    """What is told of an action with these steps, in a small game."""
    body = "".join(f"    {line}\n" for line in steps.strip().splitlines())
    text = TEXT.replace("p must play or keep", "p must wait").replace(
        "\naction play", f"\naction wait\n{body}\naction play"
    )
    state = game(f"{text}\n{more}").start(seed=1)
    state.choose(next(choice for choice in state.choices if choice.text == words))
    events = told(state, None)
    start = next(number for number, event in enumerate(events) if event.text.endswith(f": {words}"))
    return [f"{'. ' * event.depth}{event.text}" for event in events[start + 1 :]]


def test_it_ends_with_the_block() -> None:
    steps = """
if rounds is 0
    tell "one"
    rounds += 1
rounds += 1
each n in 1..2
    tell "round {n}"
    rounds += 1
rounds += 1
"""
    assert last(steps) == [
        *["one", ". rounds are now 1", "rounds are now 2"],
        *["round 1", ". rounds are now 3", "round 2", ". rounds are now 4", "rounds are now 5"],
    ]


def test_it_ends_with_the_next_sentence_of_the_block_and_not_of_another() -> None:
    steps = """
tell "one"
rounds += 1
if rounds is 1
    tell "in one"
    rounds += 1
rounds += 1
tell "two"
rounds += 1
"""
    assert last(steps) == [
        *["one", ". rounds are now 1", ". in one", ". . rounds are now 2", ". rounds are now 3"],
        *["two", ". rounds are now 4"],
    ]


def test_it_ends_where_somebody_chooses() -> None:
    steps = """
tell "one"
rounds += 1
you may choose one n in 1..2 as more "more: {n}"
    rounds += n
rounds += 1
"""
    body = last(steps)
    assert body == ["one", ". rounds are now 1"]
    state = game(TEXT.replace("    rounds += 1\n", '    tell "a"\n    you chooses one n in 1..2\n    rounds += n\n'))
    state = state.start(seed=1)
    state.choose(0)
    state.choose(1)
    assert heard(state, None)[-3:] == ["a", "player 1: n 2", "rounds are now 2"]


def test_it_ends_with_the_game_and_where_a_part_of_it_with_a_title_starts() -> None:
    more = """
phase night "the night"
    rounds += 1

ending dark after night when rounds > 0
    winners []
"""
    steps = """
tell "one"
rounds += 1
night
rounds += 1
"""
    assert last(steps, more) == [
        *["one", ". rounds are now 1", "— the night", "rounds are now 2", "the game ends (dark): nobody wins"],
    ]


def test_whatever_leaves_the_steps_ends_it() -> None:
    more = """
to leave(n : number) : number
    tell "leaving"
    each m in 1..3
        tell "at {m}"
        if m is n
            return m
        rounds += 1
    return 0

to stay
    rounds += 1
    if rounds > 0
        return
    rounds += 2

except stay as loudly
    tell "loudly"
    usual
    rounds += 5

after stay
    rounds += 1
"""
    steps = """
let n = leave(2)
rounds += n
stay
rounds += 1
"""
    assert last(steps, more) == [
        *["leaving", ". at 1", ". . rounds are now 1", ". at 2", "rounds are now 3"],
        *["loudly", ". rounds are now 4", "rounds are now 5", "rounds are now 6"],
    ]


def test_checks_and_abilities_are_part_of_what_sets_them_off() -> None:
    more = """
after any change as more_rounds when rounds is 1
    tell "checked"
    rounds += 1
"""
    steps = """
tell "one"
rounds += 1
as one
    tell "two"
    rounds += 1
"""
    assert last(steps, more) == [
        *["one", ". rounds are now 1", ". checked", ". . rounds are now 2", ". two", ". . rounds are now 3"]
    ]


# ---------------------------------------------------------------------------------------------- engines


def test_all_engines_play_alike_and_python_tells_what_the_reference_tells() -> None:
    made = game()
    for seed in range(6):
        same_play(made.program, game().program, seed)
        state, rng = made.start(seed=seed), random.Random(seed)
        lib = compiled(made) if made.native else None
        twin = Twin(made, lib, state.seed) if lib else None  # type: ignore[arg-type]
        while not state.over:
            assert twin is None or twin.differences(state) == []
            number = rng.randrange(len(state.choices))
            state.choose(number)
            if twin is not None:
                twin.choose(number)
        assert twin is None or twin.differences(state) == []


HUGE = "define sums(n : number) = n * 1000000000000 * 1000000"


def test_what_stops_a_sentence_stops_the_game_in_every_engine() -> None:
    steps = 'to take(p : Player)\n    let n = count(shown)\n    tell "{sums(n)}"\n'
    made = game(TEXT.replace("to take(p : Player)\n", f"{HUGE}\n\n{steps}"))
    state = made.start(seed=1)
    state.choose(0)
    twin = made.native_state(1) if made.native else None
    if twin is not None:
        twin.choose(0)
        with pytest.raises(HoyleError) as stopped:
            twin.choose(0)
        assert stopped.value.diagnostics[0].code == "HYL907"
    with pytest.raises(HoyleError) as stopped:
        state.choose(0)
    assert stopped.value.diagnostics[0].code == "HYL907"


def test_sentences_are_remembered_with_the_lists_in_them() -> None:
    loop = f"""
to take(p : Player)
    let some = all(n for n in 1..9000)
    repeat {AT_ONCE // 9000 + 1} times
        tell "{{some}}"
"""
    made = game(TEXT.replace("to take(p : Player)\n", loop.lstrip("\n")))
    state = made.start(seed=1)
    state.choose(0)
    with pytest.raises(HoyleError) as stopped:
        state.choose(0)
    assert "things happen without anybody being asked" in str(stopped.value)
    if made.native:
        twin = made.native_state(1)
        twin.choose(0)
        with pytest.raises(HoyleError):
            twin.choose(0)


def test_the_words_make_no_other_game() -> None:
    assert game().fingerprint == game(TEXT.replace('"{you} plays {card}"', '"{you} plays the {card}"')).fingerprint
    assert game().fingerprint == game(TEXT.replace('"play a tile"', '"play one"')).fingerprint


# ---------------------------------------------------------------------------------------------- titles


def test_titles_say_what_is_asked() -> None:
    state = played()
    assert state.prompt == state.ask(0)["prompt"] == "play a tile or put a tile aside"  # type: ignore[index]
    assert state.game.meta()["actions"]["play"]["label"] == "play a tile"
    assert state.why_not("play a tile") is None and state.why_not("play") is None
    assert "`play` is asked for, but not with this" in str(state.why_not("play a tile at once"))
    plain = played(text=TEXT.replace('"play a tile" ', "").replace('"put a tile aside" ', ""))
    assert plain.prompt == "play or keep"
    one = played(text=TEXT.replace('"play a tile" ', ""))
    assert one.prompt == "play or put a tile aside"


def test_others_hear_the_title_where_they_do_not_see_the_card() -> None:
    assert played("keep 2 of coins").events(1)[-3] == "player 1: put a tile aside"


def test_an_action_without_a_text_is_called_by_its_title() -> None:
    more = "p must play or keep or rest\n"
    text = TEXT.replace("p must play or keep\n", more).replace(
        "\naction keep", '\naction rest "do nothing"\n    rounds += 1\n\naction keep'
    )
    state = played("do nothing", text=text)
    assert state.events(1)[-2:] == ["player 1: do nothing", "rounds are now 1"]
    assert state.prompt == "play a tile, put a tile aside or do nothing"


# ---------------------------------------------------------------------------------------------- what is shown


def test_what_is_shown_stands_in_every_view() -> None:
    state = played(*TAKEN[:3])
    for seat in (0, 1):
        view = state.view(seat)
        assert view["shown"] == {"taken": [0, 2], "played": 2, "on_top": None, "of_suit": [0, 0]}
        assert view["scores"] is None
    state.choose(0)
    for seat in (None, 0, 1):
        shown = state.view(seat, data=True)["shown"]
        assert shown["played"] == 3 and set(shown["on_top"]) == {"look", "id"} and sum(shown["of_suit"]) == 1
    meta = state.game.meta()["shown"]
    assert {name: one["at_end"] for name, one in meta.items()} == {
        **dict.fromkeys(("taken", "played", "on_top", "of_suit"), False),
        "richest": True,
    }
    assert meta["taken"]["label"] == "tiles taken" and meta["of_suit"]["index"][0]["labels"] == ["coins", "cups"]


def test_what_is_kept_back_is_seen_when_the_game_is_over() -> None:
    state = game().start(seed=1)
    while not state.over:
        assert state.view(0)["scores"] is None and "richest" not in state.view(0)["shown"]
        assert state.scores == tuple(state.value("points"))  # a program may ask
        state.choose(0)
    assert tuple(state.view(0)["scores"]) == state.scores
    assert state.view(0)["shown"]["richest"] in (0, 1, None)


def test_a_table_can_be_looked_at_where_what_is_shown_would_stop_the_game() -> None:
    text = """\
game "Look" for 2 players
cards Tile
    value : 1..3 key
    | value |
    | 1..3  |
define first_one = first(p in Player where players > 2) else never, shown
var n : 0..3
action wait
    text "wait"
    n += 1
flow
    seat(1) must wait
define score(p) = n
"""
    state = game(text).start()
    assert state.view(0)["shown"]["first_one"] == "?"
    assert state.view(1, data=True)["shown"]["first_one"] == "?"
