"""Decisions in which there may be nothing to decide. The code expected stands on the line it is about."""

from __future__ import annotations

import itertools
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle.read import check_text

BASE = """\
game "Small" for 2..4 players

option strict : yes_no

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var points[Player] : number
var level[Player]  : 0..9 = 3

define score(p) = points[p] + (if strict then 1 otherwise 0)

action play(card in hand[you])
    move card to shown
action pass
    points[you] += 1
action bid(amount in 1..9)
    points[you] += amount
action point_at(p in Player)
    points[p] += 1
action point_at_another(p in Player where p is not you)
    points[p] += 1
action point_at_a_leader(p in Player where points[p] > 3)
    points[p] += 1
action sigh
    must points[you] > 0
    points[you] -= 1
action give(amount : 1..9)
    points[you] += amount
action raise_by(n in 0..level[you])
    points[you] += n
action lower_by(n in 0..(9 - level[left(you)]))
    points[you] -= n
action stretch(n in level[you]..5)
    points[you] -= n
action groan
    must empty(hand[you])
    points[you] += 1
action rest
    must points[you] <= 0
    points[you] += 1
action some(n : 0..9)
    must n > 0
    points[you] += n
action nothing_of(n : 0..9)
    must n is 0
    points[you] += 1

action high_card(card in hand[you] where card.value > 2)
    move card to shown
action low_card(card in hand[you] where card.value <= 2)
    move card to shown
action lowest_card(card in hand[you])
    must card.value < 2
    move card to shown

to spent(p : Player) : 1..9
    move hand[p] to shown
    return 3

flow
    move Tile to deck
    deal 2 from deck to hand
    each p in Player
        p may play or pass or bid or point_at or point_at_another or sigh or give(3)
        p may raise_by or lower_by or stretch or groan or rest or point_at_a_leader or some(3) or nothing_of(0)
        p may high_card or low_card or lowest_card
        let gone = spent(p)
        points[p] += gone
"""

CASES = {
    "nothing to choose": "p must pass",
    "always something to choose": "p must bid",
    "everybody can be chosen": "p must point_at",
    "given by whoever offers it": "p must give(4)",
    "one of them is always there": "p must play or pass",
    "a zone may be empty": "p must play              # HYL304",
    "somebody else is always there": "p must point_at_another",
    "a condition may hold for none": "p must point_at_a_leader      # HYL304",
    "a condition of its own": "p must sigh              # HYL304",
    "all may be missing": "p must play or sigh      # HYL304",
    "if able": "p must play if able",
    "otherwise": "p must play\n        otherwise\n            points[p] += 1",
    "may": "p may play",
    "a range that ends higher than it starts": "p must raise_by",
    "a range that is worked out": "p must lower_by",
    "a range that may be empty": "p must stretch            # HYL304",
    "either a card or none": "p must play or groan",
    "either of two": "p must sigh or rest",
    "the same number given to both": "p must some(level[p]) or nothing_of(level[p])",
    "different numbers given": "p must some(level[p]) or nothing_of(level[left(p)])            # HYL304",
    "not all cases": "p must sigh or groan            # HYL304",
    "asked before": "if not empty(hand[p])\n            p must play",
    "asked otherwise": "if empty(hand[p])\n            p must groan\n        otherwise\n            p must play",
    "asked of somebody else": "if not empty(hand[left(p)])\n            p must play            # HYL304",
    "asked before something else was done": """if any(c in hand[p])
            p must play
            p must play            # HYL304""",
    "asked before somebody was asked": """if count(hand[p]) > 0
            p may play
            p must play            # HYL304""",
    "asked before an effect with a value": """if count(hand[p]) > 0
            let n = spent(p)
            p must give(n) or pass
            p must play            # HYL304""",
    "asked before cards were moved": """if any(hand[p])
            move hand[p] to shown
            p must play            # HYL304""",
    "asked of a local that changes": """let q = p
        if any(hand[q])
            q = left(p)
            q must play            # HYL304""",
    "nothing happened since": "if count(hand[p]) is 0\n            return\n        let q = p\n        q must pass",
    "who is left": "if empty(hand[p])\n            return\n        p must play",
    "left, or not": "if empty(hand[p])\n            points[p] += 1\n        p must play            # HYL304",
    "each that can": "each q in Player where not empty(hand[q])\n            q must play",
    "as long as one can": "repeat until empty(hand[p])\n            p must play",
    "a choice that was asked about": "if any(hand[p])\n            p chooses one c in hand[p]\n            face c up",
    "something else happened since": "if any(hand[p])\n            points[p] += 1\n            p must play",
    "something else happened in a loop": """if any(hand[p])
            repeat 3 times
                points[p] += 1
                p must play            # HYL304""",
    "a loop in which nothing happens": """if any(hand[p])
            repeat 3 times
                p must play or pass
            each q in Player where any(hand[q])
                points[q] += 1
                q must play""",
    "what a loop ends with": "repeat until any(hand[p])\n            p may pass\n        p must play",
    "one case leaves": """if empty(hand[p])
            return
        otherwise
            points[p] += 1
        p must play""",
    "a range that was asked": "if level[p] <= 5\n            p must stretch",
    "a range that was asked before": """if level[p] <= 5
            level[p] += 1
            p must stretch            # HYL304""",
    "enough of them": "if count(hand[p]) >= 2\n            p must play",
    "too few of them": "if count(hand[p]) < 2\n            p must play            # HYL304",
    "the first of them": "if first(c in hand[p] where c.value > 2) is not none\n            p must play",
    "some of them": "if any(c in hand[p] where c.value > 2)\n            p must high_card",
    "higher ones": "if any(c in hand[p] where c.value > 3)\n            p must high_card",
    "lower ones": "if any(c in hand[p] where c.value > 1)\n            p must high_card            # HYL304",
    "one sort or another": "if any(hand[p])\n            p must high_card or low_card",
    "one sort, and not all others": "if any(hand[p])\n            p must high_card or lowest_card            # HYL304",
    "not every one": "if not every(c in hand[p] has c.value <= 2)\n            p must high_card",
    "in two places": "if any(c in hand[p] + shown where c.value > 2)\n            p must high_card            # HYL304",
    "a part of them": "if any(all(c in hand[p] where c.value > 2))\n            p must high_card",
    "a leader there is": "if any(q in others(p) where points[q] > 3)\n            p must point_at_a_leader",
    "what never happens": "p must play\n        otherwise never",
    "a fold has names of its own": "if any(p_ in Player where points[p_] > 3)\n            p must sigh    # HYL304",
}


def problems(text: str) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """What is found in a text, and what it says should be found."""
    found = {(d.span.line if d.span else 0, d.code) for d in check_text(text)}
    lines = enumerate(text.splitlines(), 1)
    return found, {(n, code) for n, line in lines for code in re.findall(r"# (HYL\d{3})", line)}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    found, expected = problems(f"{BASE}        {CASES[name]}\n")
    assert found == expected


TRAPS = {
    "a check moves the cards": """        if any(hand[p])
            points[p] += 1
            p must play            # HYL304
after any change as ceiling when points[seat(1)] > 3
    points[seat(1)] = 0
    move hand to shown
""",
    "a hook moves the cards": """        if any(hand[p])
            rise(p)
            p must play            # HYL304
to rise(p : Player)
    points[p] += 1
after rise(p) as gone
    move hand to shown
""",
    "nothing moves the cards": """        if any(hand[p])
            rise(p)
            p must play
to rise(p : Player)
    points[p] += 1
""",
    "an exception to what was asked": """        if ready(p)
            p must play            # HYL304
define ready(p : Player) = any(hand[p])
except ready(p) as odd when strict gives points[p] > 0
""",
    "an exception that asks for more": """        if ready(p)
            p must play
define ready(p : Player) = any(hand[p])
except ready(p) as odd when strict gives any(hand[p]) and points[p] > 0
""",
    "steps before what is usual": """        act(p)
to act(p : Player) when any(hand[p])
    p must play            # HYL304
except act(p) as first_of_all when strict
    move hand[p] to shown
    usual
""",
    "steps before": """        act(p)
to act(p : Player) when any(hand[p])
    p must play            # HYL304
before act(p) as first_of_all when strict
    move hand[p] to shown
""",
    "what an exception asks": """        act(p)
to act(p : Player)
    points[p] += 1
except act(q) as able_to when any(hand[q])
    q must play
""",
    "steps before an exception": """        act(p)
to act(p : Player)
    points[p] += 1
except act(q) as able_to when any(hand[q])
    q must play            # HYL304
except act.able_to(q) as first_of_all when strict
    move hand[q] to shown
    usual
""",
    "what a hook asks": """        act(p)
to act(p : Player)
    points[p] += 1
after act(q) unless empty(hand[q])
    q must play
    move hand[q] to shown
    q must play            # HYL304
""",
    "what an effect asks": """        act(p)
to act(p : Player) unless empty(hand[p])
    points[p] += 1
    p must play
""",
    "only with an option": """        if strict or any(hand[p])
            p must play            # HYL304
""",
    "a rule forbids what was asked for": """        if any(hand[p])
            p must play            # HYL304
rule small for play(card)
    must card.value < 5
""",
    "a rule obliges": """        if any(hand[p])
            p must play
rule small for play(card)
    must card.value < 5 if able
""",
    "a rule allows what was asked for": """        if any(c in hand[p] where c.value < 4)
            p must play
rule small for play(card) unless strict
    must card.value < 5
""",
    "an exception to a rule": """        if any(hand[p])
            p must play            # HYL304
rule small for play(card)
    must card.value < 5
except small(card) as strictly when strict waive
""",
    "names of lets": """        if any(c in hand[p] where c.value < 4)
            p must play
rule small for play(card)
    let most = 3 + count(c in hand[you] where c.value < 4)
    must card.value < most or card.value < 4
""",
}


def test_what_was_asked_of_an_effect_is_forgotten_behind_other_steps() -> None:
    """Also where it matters for a value, or for what is chosen."""
    steps = """        act(p)
to act(p : Player) when last(shown) is not none
    points[p] += last(shown).value            # HYL202
    p chooses one card in shown            # HYL304
except act(p) as first_of_all when strict
    move shown to deck
    usual
"""
    found, expected = problems(BASE + steps)
    assert found == expected


@pytest.mark.parametrize("name", TRAPS)
def test_what_the_rest_of_the_game_makes_of_it(name: str) -> None:
    found, expected = problems(BASE + TRAPS[name])
    assert {one for one in found if one[1] != "HYL303"} == expected


RULES = {
    "a rule that forbids": ("must strict", "# HYL304"),
}


@pytest.mark.parametrize("name", RULES)
def test_rules(name: str) -> None:
    must, code = RULES[name]
    found, expected = problems(f"{BASE}        p must pass      {code}\nrule never_pass for pass\n    {must}\n")
    assert found == expected


def test_nothing_to_oblige() -> None:
    """An action without a choice is legal or not: `if able` would have nothing to choose among."""
    text = f"{BASE}        p must pass\nrule never_pass for pass\n    must strict if able      # HYL312\n"
    found, expected = problems(text)
    assert found == expected


def test_the_reasons_are_shown() -> None:
    (report,) = check_text(f"{BASE}        p must play or sigh\n")
    assert [(label.span.text, label.text) for label in report.labels] == [
        ("hand[you]", "there may be no `card`"),
        ("must points[you] > 0", "this may forbid it"),
    ]
    able = "write `if able` after it, or say what happens `otherwise`"
    assert report.help == f"{able}; `otherwise never`, if there always is one"


MISSING = {
    "play": "`empty(hand[p])`",
    "sigh": "`not (points[p] > 0)`",
    "point_at_a_leader": "no `p` in `Player` fulfils `points[p] > 3`",
}


@pytest.mark.parametrize("name", MISSING)
def test_what_is_missing_is_named(name: str) -> None:
    (report,) = check_text(f"{BASE}        p must {name}\n")
    needed = f"it is possible unless {MISSING[name]}: write `otherwise never` below it if that cannot be"
    assert report.help == f"{needed}; else write `if able` after it, or say what happens `otherwise`"


# ---------------------------------------------------------------------------------------------- what is proved

LIGHTS = """\
game "Lights" for 2 players

kind Light : red | amber | green

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

var light : Light
var size  : 1..4
var calm  : yes_no
var pace  : number

define score(p) = pace
define large = size > 2

flow
    turn(seat(1))

phase turn(p : Player)
    light = amber
    size = 2
    calm = yes
    pace = 1
"""
ATOMS = {
    "light is red": lambda light, size, calm, pace: light == 0,
    "light > red": lambda light, size, calm, pace: light > 0,
    "light is green": lambda light, size, calm, pace: light == 2,
    "size > 3": lambda light, size, calm, pace: size > 3,
    "size <= 2": lambda light, size, calm, pace: size <= 2,
    "large": lambda light, size, calm, pace: size > 2,
    "calm": lambda light, size, calm, pace: calm,
    "pace < 5": lambda light, size, calm, pace: pace < 5,
    "pace >= 5": lambda light, size, calm, pace: pace >= 5,
}
TABLES = list(itertools.product(range(3), range(1, 5), (False, True), (4, 5)))


def condition(rng: random.Random, depth: int = 2) -> tuple[str, list[bool]]:
    """A condition, and on which tables it holds."""
    way = rng.choice(["atom", "not", "and", "or"]) if depth else "atom"
    if way == "atom":
        text = rng.choice(list(ATOMS))
        return text, [bool(ATOMS[text](*table)) for table in TABLES]
    one, first = condition(rng, depth - 1)
    if way == "not":
        return f"not ({one})", [not holds for holds in first]
    other, second = condition(rng, depth - 1)
    both = zip(first, second, strict=True)
    return f"(({one}) {way} ({other}))", [(a and b) if way == "and" else (a or b) for a, b in both]


@given(st.integers(0, 2**32))
@often(25)
def test_whoever_must_act_can_unless_it_is_reported(seed: int) -> None:
    rng, text, actions, wanted = random.Random(seed), LIGHTS, "", set()
    for number in range(12):
        asked, reached = condition(rng) if rng.random() < 0.5 else ("size > 0", [True] * len(TABLES))
        offers = [condition(rng) for _ in range(rng.randint(1, 3))]
        if rng.random() < 0.5:
            test, holds = offers[0]
            offers.append((f"not ({test})", [not here for here in holds]))
        names = [f"act_{number}_{place}" for place in range(len(offers))]
        for name, (test, _) in zip(names, offers, strict=True):
            actions += f"action {name}\n    must {test}\n    pace += 1\n"
        text += f"    if {asked}\n        p must {' or '.join(names)}\n"
        possible = [any(there) for there in zip(*(holds for _, holds in offers), strict=True)]
        if any(here and not able for here, able in zip(reached, possible, strict=True)):
            wanted.add(text.count("\n"))
    found = {d.span.line for d in check_text(text + actions) if d.span and d.code == "HYL304"}
    assert found == wanted, text + actions


def test_all_places_are_shown_at_once() -> None:
    """Also those that only the whole game can tell, beside others that single lines can, and beside other mistakes."""
    steps = """\
        p must play            # HYL304
        p chooses one card in hand[p]            # HYL304
        p must sigh            # HYL304
        p may choose one q in others(p)            # HYL304
        p must play or sigh            # HYL304
        pints[p] += 1            # HYL101
        p must stretch            # HYL304
"""
    found, expected = problems(BASE + steps)
    assert found == expected
