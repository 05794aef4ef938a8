"""Scenarios that pass, and scenarios that fail in every way there is."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from explained import page_of

from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.trials.run import Result, run_trials

Tried = Callable[[str], Result]

# ---------------------------------------------------------------- what passes

PASSES = {
    "an action on the table as it lies": """
        seats ann, bob
        given
            basket[ann] holds pear
        when
            ann does plant(pear, open)
        then
            worth(ann) is 2
            empty(basket[ann])
    """,
    "a decision, answered": """
        seats ann, bob
        given
            deck holds apple
            basket[ann] holds pear
        when
            turn(ann)
            ann does plant(pear, hidden)
        then
            count(row[ann]) is 1
            worth(ann) is 0
            calls is 1
    """,
    "no seats: as few as can play": """
        given
            stock[player_2] = 4
        then
            players is 2
            score(player_2) is 4
    """,
    "copies are taken one after the other": """
        seats ann, bob, cho
        given
            row[ann] holds apple, apple face up
            row[bob] holds apple, apple face down
        then
            worth(ann) is 2
            worth(bob) is 0
            count(row) is 4
    """,
    "a list of cards": """
        seats ann, bob
        given
            row[ann] holds all(c in Crop where c.size is 3) face up
        then
            worth(ann) is 9
    """,
    "the last card named is on top": """
        seats ann, bob
        given
            deck holds apple, plum
        then
            top(deck) is [plum]
            bottom(deck) is [apple]
    """,
    "what is given is one change, and is followed by what any change is": """
        seats ann, bob
        given
            row[ann] holds apple, apple, apple, pear, pear face up
        then
            empty(row[ann])
            count(compost) is 5
    """,
    "a card that is compared is any copy of it": """
        seats ann, bob
        given
            row[ann] holds plum face up
            row[bob] holds plum face up
            compost holds plum, pear
        then
            row[ann] is [plum]
            row[bob] is [plum]
            compost is [plum, pear]
            plum in row[bob]
            pear not in row[bob]
            first(row[bob]) is plum
            first(row[bob]) is not pear
    """,
    "an option": """
        seats ann, bob
        option weather = stormy
        option hail = yes
        option goal = 9
        given
            basket[ann] holds frost
        then
            hail and goal is 9
            ann may not plant(frost, open) because plant.too_cold
            ann may plant(frost, hidden)
    """,
    "an option that chance would decide": """
        seats ann, bob, cho
        option starter = cho
        then
            leader is cho
    """,
    "such an option left alone is the first": """
        seats ann, bob, cho
        then
            leader is ann
    """,
    "a choice of several, in any order": """
        seats ann, bob
        given
            basket[ann] holds apple, pear, plum
        when
            throw(ann)
            ann picks plum, apple
        then
            basket[ann] is [pear]
    """,
    "a choice of several, on several lines": """
        seats ann, bob
        given
            basket[ann] holds apple, pear, plum
        when
            throw(ann)
            ann picks plum
            ann picks apple
        then
            basket[ann] is [pear]
    """,
    "two of a kind": """
        seats ann, bob
        given
            basket[ann] holds apple, pear, apple
        when
            throw(ann)
            ann picks apple, apple
        then
            basket[ann] is [pear]
    """,
    "fewer than may be chosen": """
        seats ann, bob
        given
            row[ann] holds plum, pear, apple face up
        when
            gather(ann)
            ann picks pear
        then
            stock[ann] is 2
            count(row[ann]) is 2
    """,
    "fewer than may be chosen, said outright": """
        seats ann, bob
        given
            row[ann] holds plum, pear, apple face up
        when
            gather(ann)
            ann picks pear
            ann declines
            gather(ann)
            ann picks apple, plum
        then
            stock[ann] is 6
    """,
    "picks of one choice and of the next": """
        seats ann, bob
        given
            row[ann] holds pear, plum face up
            basket[ann] holds apple, apple, plum
        when
            feast(ann)
            ann picks pear, apple
            ann picks apple
        then
            stock[ann] is 2
            row[ann] is [plum]
            basket[ann] is [plum]
    """,
    "a copy of what is already picked belongs to the next choice": """
        seats ann, bob
        given
            row[ann] holds pear face up
            basket[ann] holds pear, plum
        when
            feast(ann)
            ann picks pear, pear, plum
        then
            stock[ann] is 2
            empty(basket[ann])
    """,
    "an obligation to choose several binds only if there are enough": """
        seats ann, bob
        given
            basket[ann] holds apple, apple, pear
            basket[bob] holds apple, pear, plum
        when
            throw(bob)
        then
            bob may pick apple, pick pear
        when
            bob picks plum, pear
            throw(ann)
        then
            ann may only pick apple
            ann may not pick pear because unripe_out
    """,
    "none of several": """
        seats ann, bob
        given
            row[ann] holds plum, pear face up
        when
            gather(ann)
            ann declines
        then
            stock[ann] is 0
            count(row[ann]) is 2
    """,
    "an action with what is given to it": """
        seats ann, bob
        given
            row[ann] holds apple face up
            basket[bob] holds pear, plum
        then
            ann may rob(1, bob, plum)
            ann may not rob(2, bob, plum) because rob.too_poor
        when
            pillage(ann)
        then
            ann may only rob(1, bob, pear), rob(1, bob, plum), decline
            ann may not rob(2, bob, plum)
        when
            ann does rob(1, bob, plum)
        then
            basket[ann] is [plum]
            basket[bob] is [pear]
    """,
    "the same without being asked": """
        seats ann, bob
        given
            row[ann] holds apple, apple face up
            basket[bob] holds pear, plum
        when
            ann does rob(2, bob, pear)
        then
            basket[ann] is [pear]
    """,
    "declining an offer": """
        seats ann, bob
        given
            row[ann] holds apple face up
            basket[bob] holds pear
        when
            pillage(ann)
            ann declines
        then
            basket[bob] is [pear]
    """,
    "an order": """
        seats ann, bob
        given
            row[ann] holds apple, pear, plum face down
        when
            order_row(ann)
            ann picks pear
        then
            worth(ann) is 2
        when
            ann picks plum, apple
        then
            worth(ann) is 6
            calls is 3
    """,
    "an expression says who and what": """
        seats ann, bob
        given
            basket[bob] holds pear, plum
        when
            left(ann) does plant(first(c in basket[bob] where c.size is 3), open)
        then
            worth(bob) is 3
    """,
    "one of two copies that lie differently, said which": """
        seats ann, bob
        given
            basket[ann] holds pear
            compost holds pear
        when
            like(ann)
            ann picks first(compost)
        then
            favourite is first(compost)
    """,
    "one of two copies that nobody sees, said which": """
        seats ann, bob
        given
            row[ann] holds pear, plum, pear face down
        when
            order_row(ann)
            ann picks last(row[ann])
        then
            all(c.up for c in row[ann]) is [no, no, yes]
    """,
    "the end of a game": """
        seats ann, bob
        given
            deck holds apple, apple
            basket[ann] holds pear
            basket[bob] holds plum
            stock[ann] = 5
        when
            season
            ann does rest
            bob does plant(plum, hidden)
        then
            winners is [ann]
    """,
    "may": """
        seats ann, bob
        given
            basket[ann] holds apple, pear, thief
        then
            ann may plant(pear, open), rest
            ann may only plant(pear, open), plant(pear, hidden)
            ann may not plant(apple, open), plant(thief, hidden) because ripe_first
            ann may not plant(plum, open)
        when
            throw(ann)
        then
            ann may only pick apple
            ann may not pick thief because picky
            ann may not decline
    """,
}


@pytest.mark.parametrize("name", PASSES)
def test_what_passes(tried: Tried, name: str) -> None:
    result = tried(PASSES[name])
    assert result.passed, result.detail
    assert result.detail == ""


# ---------------------------------------------------------------- what fails

FAILS = {
    "a comparison says both sides": (
        """
        seats ann, bob
        given
            leader = bob
            stock[ann] = 3
        then
            leader is ann
            score(ann) > stock[bob] + 3
        """,
        [
            "expected: `leader is ann`",
            "actual: `leader` is bob",
            "expected: `score(ann) > stock[bob] + 3`",
            "actual: `score(ann)` is 3 and `stock[bob] + 3` is 3",
            "table:",
            "    stock[ann] = 3",
            "    leader = bob",
            "    nobody is asked anything",
        ],
    ),
    "every part that does not hold": (
        """
        seats ann, bob
        given
            stock[ann] = 3
        then
            stock[ann] is 4 and stock[bob] is 0 and leader is bob
        """,
        ["actual: `stock[ann]` is 3", "actual: `leader` is ann"],
    ),
    "what holds and should not": (
        """
        seats ann, bob
        given
            basket[ann] holds plum
        then
            not any(c in basket[ann] where ripe(c))
        """,
        ["actual: for c = Plum: `ripe(c)` is yes"],
    ),
    "the one for whom it does not hold": (
        """
        seats ann, bob, cho
        given
            stock[cho] = 3
        then
            every(p in Player has stock[p] < 2)
        """,
        ["actual: for p = cho: `stock[p]` is 3"],
    ),
    "lists and zones": (
        """
        seats ann, bob
        given
            basket[ann] holds plum
        then
            basket[ann] is [pear]
            pear in basket[ann]
            winners is [ann]
        """,
        ["actual: `basket[ann]` is [Plum]", "actual: `winners` is empty", "    basket[ann]: Plum"],
    ),
    "an action against a rule": (
        """
        seats ann, bob
        given
            deck holds pear
            basket[ann] holds apple
        when
            turn(ann)
            ann does plant(apple, open)
        """,
        [
            "expected: `ann does plant(apple, open)` is possible",
            "actual: ann chooses between: plant Pear open, plant Pear hidden, rest",
            'because: the rule `ripe_first` "ripe fruit goes first" forbids it (orchard.hoyle:59)',
            "    basket[ann]: Apple, Pear",
        ],
    ),
    "an action against a rule, with nobody asked": (
        """
        seats ann, bob
        given
            basket[ann] holds apple, pear
        when
            ann does plant(apple, open)
        """,
        ["actual: nobody is asked anything", 'because: the rule `ripe_first` "ripe fruit goes first" forbids it'],
    ),
    "an action with a card that is not there": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
        when
            ann does plant(pear, open)
        """,
        ["because: ann has no such choice for `plant`"],
    ),
    "somebody else's turn": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
            basket[bob] holds apple
        when
            turn(ann)
            bob does plant(apple, open)
        """,
        [
            "expected: `bob does plant(apple, open)` is possible",
            "actual: ann chooses between: plant Apple open, plant Apple hidden, rest",
        ],
    ),
    "other things given than the decision gives": (
        """
        seats ann, bob
        given
            row[ann] holds apple, apple face up
            basket[bob] holds pear
        when
            pillage(ann)
            ann does rob(2, bob, pear)
        """,
        [
            "expected: `ann does rob(2, bob, pear)` is possible",
            "actual: ann chooses between: take a card of bob's basket",
        ],
    ),
    "a phase while a decision waits": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
        when
            turn(ann)
            turn(bob)
        """,
        ["expected: `turn(bob)` is performed", "actual: ann chooses between: plant Apple open"],
    ),
    "a pick that nobody asks for": (
        """
        seats ann, bob
        when
            ann picks apple
        """,
        ["expected: `ann picks apple` is possible", "actual: nobody is asked anything"],
    ),
    "a pick that is not offered": (
        """
        seats ann, bob
        given
            basket[ann] holds apple, pear, thief
        when
            throw(ann)
            ann picks apple, thief
        """,
        ["expected: `ann picks apple, thief` is possible", 'because: the rule `picky` "no thief is thrown away"'],
    ),
    "a pick where an action is asked": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
        when
            turn(ann)
            ann picks apple
        """,
        ["expected: `ann picks apple` is possible", "actual: ann chooses between: plant Apple open"],
    ),
    "a card that may be either of two": (
        """
        seats ann, bob
        given
            basket[ann] holds pear
            compost holds pear
        when
            like(ann)
            ann picks pear
        """,
        [
            "expected: `pear` is one thing to do",
            "actual: there are several: Pear face down in basket[ann], Pear face up in compost",
            "help: say which",
        ],
    ),
    "declining what must be done": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
        when
            turn(ann)
            ann declines
        """,
        ["expected: `ann declines` is possible", "actual: ann chooses between: plant Apple open"],
    ),
    "a deed after the end": (
        """
        seats ann, bob
        given
            stock[ann] = 6
        when
            season
            ann does rest
            bob does rest
            ann does rest
        """,
        ["expected: `ann does rest` is possible", "actual: the game is over, won by ann"],
    ),
    "a number that leaves its range": (
        """
        seats ann, bob
        when
            burst(ann)
        """,
        ["expected: `burst(ann)`", "actual: `stock` would become 41, outside its range"],
    ),
    "a card that is nowhere left": (
        """
        seats ann, bob
        given
            compost holds plum
            row[ann] holds all(c in Crop where c.size is 3) face up
        then
            yes
        """,
        ["expected: Plum in the box", "actual: no such card is left there"],
    ),
    "may, and may not": (
        """
        seats ann, bob
        given
            basket[ann] holds apple, pear
        then
            ann may plant(apple, open)
        """,
        [
            "expected: `ann may plant(apple, open)`",
            "actual: `plant(apple, open)` is not possible: the rule `ripe_first`",
        ],
    ),
    "may, without having it": (
        """
        seats ann, bob
        then
            ann may plant(apple, open)
        """,
        ["actual: `plant(apple, open)` is not possible: ann has no such choice"],
    ),
    "may not, and may": (
        """
        seats ann, bob
        given
            basket[ann] holds apple, pear
        then
            ann may not plant(pear, open) because ripe_first
        """,
        ["expected: `ann may not plant(pear, open) because ripe_first`", "actual: `plant(pear, open)` is possible"],
    ),
    "may not, for another reason": (
        """
        seats ann, bob
        given
            basket[ann] holds apple, pear
        then
            ann may not plant(apple, open) because plant.too_cold
        """,
        ['actual: the rule `ripe_first` "ripe fruit goes first" forbids it'],
    ),
    "may not, for no reason": (
        """
        seats ann, bob
        then
            ann may not plant(apple, open) because ripe_first
        """,
        ["actual: no rule forbids `plant(apple, open)`: ann has no such choice"],
    ),
    "may only, and something is missing": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
        when
            turn(ann)
        then
            ann may only plant(apple, open), rest
        """,
        [
            "expected: `ann may only plant(apple, open), rest`",
            "actual: possible as well: plant Apple hidden",
        ],
    ),
    "may only, with nobody asked": (
        """
        seats ann, bob
        given
            basket[ann] holds pear
        then
            ann may only plant(pear, open)
        """,
        ["actual: possible as well: plant(Pear, hidden)"],
    ),
    "may only, and one of them may not": (
        """
        seats ann, bob
        given
            basket[ann] holds apple, pear
        when
            turn(ann)
        then
            ann may only plant(pear, open), plant(pear, hidden), plant(apple, open), rest
        """,
        ["actual: `plant(apple, open)` is not possible: the rule `ripe_first`"],
    ),
    "may, but it is another's turn": (
        """
        seats ann, bob
        given
            basket[ann] holds apple
            basket[bob] holds apple
        when
            turn(ann)
        then
            bob may not plant(apple, open)
        """,
        ["expected: `bob may not plant(apple, open)`", "actual: ann chooses between: plant Apple open"],
    ),
    "an action, but nobody is asked any more": (
        """
        seats ann, bob
        given
            basket[ann] holds pear
        when
            ann does plant(pear, open)
        then
            ann may plant(pear, open)
        """,
        ["expected: `ann may plant(pear, open)`", "actual: nobody is asked anything"],
    ),
    "only an action, but nobody is asked any more": (
        """
        seats ann, bob
        given
            basket[ann] holds pear, apple
        when
            ann does plant(pear, open)
        then
            ann may only plant(apple, open), plant(apple, hidden)
        """,
        ["actual: nobody is asked anything"],
    ),
    "a pick, but nobody is asked": (
        """
        seats ann, bob
        then
            ann may pick apple
        """,
        ["expected: `ann may pick apple`", "actual: nobody is asked anything"],
    ),
}


@pytest.mark.parametrize("name", FAILS)
def test_what_fails_says_why(tried: Tried, name: str) -> None:
    body, wanted = FAILS[name]
    result = tried(body)
    assert not result.passed
    lines = result.detail.splitlines()
    for words in wanted:
        assert any(line == words or line.startswith(words) for line in lines), result.detail
    assert "table:" in lines


def test_the_place_is_where_it_goes_wrong(tried: Tried) -> None:
    result = tried(FAILS["a phase while a decision waits"][0])
    assert result.span is not None
    assert result.span.text == "turn(bob)"


def test_a_scenario_stops_at_the_first_moment_that_is_wrong(tried: Tried) -> None:
    result = tried(
        """
        seats ann, bob
        then
            leader is bob
        when
            burst(ann)
        then
            leader is cho
    """.replace("cho", "bob")
    )
    assert result.detail.count("expected:") == 1


def test_a_hidden_card_that_is_named_is_the_one_taken(tried: Tried) -> None:
    for fruit in ("apple", "pear", "plum"):
        result = tried(f"""
            seats ann, bob
            given
                row[ann] holds apple face up
                basket[bob] holds apple, pear, plum
            when
                pillage(ann)
                ann does rob(1, bob, {fruit})
            then
                basket[ann] is [{fruit}]
        """)
        assert result.passed, result.detail


def of_another(more: str) -> Result:
    """What comes of a scenario of a game that never turns a card and whose cards are named by numbers."""
    game = page_of("HYL501").right.split("scenario")[0]
    (result,) = run_trials(read_source(Source("high.hoyle", game + more)), games=0)
    return result


def test_a_side_that_a_game_does_not_have() -> None:
    result = of_another("""
scenario "tried"
    seats ann, bob
    given
        shown[ann] holds 7 face down
    then
        score(ann) is 7
""")
    assert "actual: cards there always lie face up, and this game turns none" in result.detail


SIDES = """
scenario "tried"
    seats ann, bob
    given
        shown[ann] holds 7
    then
        every(c in shown has c.up)
        not any(c in {hidden} where c.up)

property open_cards always every(c in shown has c.up)
property closed_cards never any(c in {hidden} where c.up)
"""


def test_which_side_is_up_where_no_rule_asks_for_it() -> None:
    game = page_of("HYL501").right.split("scenario")[0]
    hidden = next(line.split()[1].split("[")[0] for line in game.splitlines() if "face down" in line)
    reading = read_source(Source("high.hoyle", game + SIDES.format(hidden=hidden)))
    assert not prepare(reading).sides
    results = [r for r in run_trials(reading, games=4) if r.kind in ("scenario", "property")]
    assert [(r.name, r.passed, r.detail) for r in results if not r.passed] == []
    assert len(results) == 3


def test_all_that_is_told(tried: Tried) -> None:
    result = tried(FAILS["a comparison says both sides"][0])
    assert result.detail.splitlines() == FAILS["a comparison says both sides"][1]


def test_a_number_or_the_card_that_is_named_by_it() -> None:
    result = of_another("""
var bid : number = 0

to ask(p : Player)
    p chooses one n in 2..5 as bids "bid {n}"
        bid = n
    p chooses one card in hand[p] as shows "show {card}"
        move card to shown[p]

scenario "tried"
    seats ann, bob
    given
        hand[ann] holds 2, 3, 4, 5
    when
        ask(ann)
        ann picks 3, 4
    then
        bid is 3
        shown[ann] is [4]
""")
    assert result.passed, result.detail


def test_an_order_where_nothing_else_is_chosen() -> None:
    result = of_another("""
to lay_out(p : Player)
    each card in hand[p] ordered by p
        move card to shown[p]

scenario "tried"
    seats ann, bob
    given
        hand[ann] holds 2, 3, 4
    when
        lay_out(ann)
        ann picks 3, 2, 4
    then
        shown[ann] is [3, 2, 4]
""")
    assert result.passed, result.detail


def test_what_is_quoted_is_on_one_line(tried: Tried) -> None:
    result = tried("""
        seats ann, bob
        then
            every(p in Player has
                stock[p] is 1)
    """)
    assert "expected: `every(p in Player has stock[p] is 1)`" in result.detail.splitlines()


SONGS = """\
game "Songs" for 2 players

cards Song
    title : text
    worth : 1..3 key
    written "{title}"
    | title                    | worth |
    | "Farewell to Arms"       | 1     |
    | "Back to player 2"       | 2     |
    | "Back to player 2 and 1" | 3     |

zone hand[Player] : set, face down, seen by owner
zone shown : row, face up

action sing(card in hand[you], to in Player)
    text "sing {card} to {to}, not to player 1"
    move card to shown

define score(p) = 0

property short never count(shown) is 2

flow
    move Song to hand[seat(1)]
    repeat until empty(hand)
        turn(seat(1))

to turn(p : Player)
    p must sing if able

scenario "named"
    seats ann, bob
    given
        hand[ann] holds Song(3)
    when
        turn(ann)
    then
        ann may only sing(Song(3), ann)
"""


def test_what_a_card_is_called_is_no_seat() -> None:
    """Nor is what the author writes: only seats have names."""
    found = run_trials(read_source(Source("songs.hoyle", SONGS)), games=3)
    told = {result.name: result.detail for result in found}
    lines = [line.strip() for line in told["short"].splitlines()]
    assert "player_1: sing Back to player 2 to player_1, not to player 1" in lines
    assert lines[-1].endswith(" to player_2, not to player 1")
    assert not any("Back to player_2" in line for line in lines)
    assert "sing Back to player 2 and 1 to bob, not to player 1" in told["named"]
