"""What is never used or reached, what never ends, and gaps. The code expected stands on the line it is about."""

from __future__ import annotations

import re

import pytest

from hoyle.read import check_text

BASE = """\
game "Small" for 2..4 players

kind Color : red | blue

cards Tile
    name  : name
    color : Color
    | name | color |
    | fox  | red   |
    | owl  | blue  |
    | bat  | red   |
    | eel  | blue  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

define score(p) = 0

action play(card in hand[you])
    move card to shown
"""

FLOW = """
flow
    move Tile to deck
    deal 1 from deck to hand
    repeat until empty(hand)
        each p in Player
            p must play if able
"""


def problems(text: str) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """What is found in a text, and what it says should be found."""
    found = {(d.span.line if d.span else 0, d.code) for d in check_text(text)}
    lines = enumerate(text.splitlines(), 1)
    return found, {(n, code) for n, line in lines for code in re.findall(r"# (HYL\d{3})", line)}


UNUSED = {
    "nothing": "",
    "an option": "option speed : 1..3      # HYL302\n",
    "an option that only an unused definition reads": """
option speed : 1..3
define fast = speed > 2      # HYL302
""",
    "an option that a rule reads": """
option speed : 1..3
rule steady for play(card)
    must card.color is red or speed < 3 if able
""",
    "an option that only another option needs": """
option speed : 1..3
option limit : 1..3 when speed > 1      # HYL302
""",
    "a kind": "kind Shape : round | square      # HYL302\n",
    "a zone": "zone aside : set, face up      # HYL302\n",
    "a zone that is only moved to": """
zone aside : set, face up
after play(card)
    move card to aside
""",
    "a zone that nothing is put into": """
zone aside : set, face up    # HYL302
after play(card) when empty(aside)
    move card to deck
""",
    "a variable": "var count_of_plays : number      # HYL302\n",
    "a variable that is only changed": """
var plays : number           # HYL302
after play(card)
    plays += 1
""",
    "a variable that a property reads": """
var plays : number
after play(card)
    plays += 1
property some always plays >= 0
""",
    "a variable that a scenario reads": """
var plays : number
after play(card)
    plays += 1
scenario "one"
    seats me, you_there
    then
        plays is 0
""",
    "a table": """
table value_of(color) : number      # HYL302
    | color | value |
    | Color | 1     |
""",
    "a definition of a definition": """
define half = whole / 2      # HYL302
define whole = 4
""",
    "definitions in use": """
define half = whole / 2
define whole = 4
property some never count(deck) is half
""",
    "an action": """
action discard(card in hand[you])      # HYL303
    move card to deck
""",
    "an effect with all it needs": """
to reward(p : Player)        # HYL303
    cheer
to cheer
    move shown to deck
""",
    "effects that perform each other and nothing else does": """
to one(p : Player)           # HYL303
    p may play
        two(p)
to two(p : Player)
    one(p)
""",
    "a phase that can never happen": """
phase quiet_time when players > 2 and players < 3      # HYL303
    move shown to deck
after play
    quiet_time
""",
    "a timing without ability": "timing often by owner(this) else seat(1) while this in shown      # HYL302\n",
    "a timing that nothing resolves": """
timing shown_first by owner(this) else seat(1)      # HYL303
ability fox shown_first
    move shown to deck
""",
    "a timing in use": """
timing shown_first by leader
var leader : Player
ability fox shown_first
    move shown to deck
after play(card)
    resolve shown_first of card
""",
}


@pytest.mark.parametrize("name", UNUSED)
def test_unused(name: str) -> None:
    found, expected = problems(f"{BASE}{UNUSED[name]}{FLOW}")
    assert found == expected


def test_unused_says_what_may_have_been_meant() -> None:
    (report,) = check_text(f"{BASE}zone shown_ : row, face up\n{FLOW}")
    assert report.message == "`shown_` is never used"
    assert report.help == "use it or take it out; or was it meant where `shown` stands?"
    assert report.severity == "warning"


TRICKS = """\
game "Small" for 2..4 players
use tricks

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

define score(p) = count(won[p])
define fits(card) = yes
define winning_card = the highest(c in trick by c.value)
"""


def test_clauses_on_what_a_library_has_and_nobody_reaches() -> None:
    found, expected = problems(f"""{TRICKS}
flow
    move Tile to deck
    deal 1 from deck to hand

rule odd for play(card)                   # HYL303
    must card.value mod 2 is 1 if able

after take_trick(winner) as dealt_again   # HYL303
    move won[winner] to deck

except next_leader(winner) as same        # HYL303
    leader = left(winner)
""")
    assert found == expected


def test_clauses_on_what_a_library_has_and_is_reached() -> None:
    assert problems(f"""{TRICKS}
flow
    move Tile to deck
    deal 1 from deck to hand
    play_trick

rule odd for play(card)
    must card.value mod 2 is 1 if able

after take_trick(winner) as dealt_again
    move won[winner] to deck

except next_leader(winner) as same
    leader = left(winner)
""") == (set(), set())


def test_gaps() -> None:
    text = TRICKS.replace("define fits(card) = yes\n", "").replace("define score(p) = count(won[p])\n", "")
    reports = check_text(f"""{text}
flow
    move Tile to deck
    deal 1 from deck to hand
    play_trick
""")
    assert [(d.code, d.message, d.help) for d in reports] == [
        ("HYL107", "`prelude` leaves open: what a seat has scored", "say it: `define score(p) = ...`"),
        ("HYL107", "`tricks` leaves open: whether a card follows what was led", "say it: `define fits(card) = ...`"),
    ]


def test_a_gap_that_nobody_needs_stays_open() -> None:
    text = TRICKS.replace("define fits(card) = yes\n", "")
    assert problems(f"""{text}
flow
    move Tile to deck
    deal 1 from deck to hand
""") == (set(), set())


COURSES = {
    "an ending that is never reached": """
flow
    start
phase start
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
phase late                             # HYL303
    move shown to deck
ending over after late                 # HYL305
    winners Player
""",
    "an ending after an endless phase": """
flow
    play_on
phase play_on
    move Tile to deck
    deal 1 from deck to hand
    repeat
        each p in Player
            p must play if able
ending over after play_on              # HYL305
    winners Player
""",
    "what comes after an endless phase": """
flow
    play_on
    late
phase play_on
    move Tile to deck
    deal 1 from deck to hand
    repeat
        each p in Player
            p must play if able
phase late                             # HYL303
    move shown to deck
ending over after play when empty(hand)
    winners Player
""",
    "an ending whose condition never holds": """
flow
    start
phase start
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
ending over after start when players > 3 and players < 3      # HYL305
    winners Player
""",
    "an ending that looks at nothing": """
option short : yes_no
flow
    move Tile to deck
    deal 1 from deck to hand
    repeat
        each p in Player
            p must play if able
ending over after any change when short      # HYL305
    winners Player
""",
    "no ending": """
flow
    move Tile to deck
    deal 1 from deck to hand
    repeat                             # HYL306
        each p in Player
            p must play if able
""",
    "an ending after any change": """
flow
    move Tile to deck
    deal 1 from deck to hand
    repeat
        each p in Player
            p must play if able
ending over after any change when empty(hand) and not empty(shown)
    winners Player
""",
    "a loop that is left": """
flow
    move Tile to deck
    deal 1 from deck to hand
    repeat
        each p in Player
            p must play if able
                return
""",
    "an endless loop": """
flow
    each p in Player
        p must play if able
    repeat                             # HYL307
        shift
to shift
    move Tile to deck
    deal 1 from deck to hand
ending over after play
    winners Player
""",
    "a loop that an ending stops": """
flow
    each p in Player
        p must play if able
    repeat
        shift
to shift
    move Tile to deck
    deal 1 from deck to hand
ending over after shift when empty(deck)
    winners Player
""",
    "a loop whose condition does not change": """
flow
    var_loop
phase var_loop
    var rounds : number
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
    repeat until rounds > 3            # HYL307
        move shown to deck
""",
    "a loop whose condition changes": """
flow
    var_loop
phase var_loop
    var rounds : number
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
    repeat until enough
        count_up
    let rest = 3
    repeat until rest is 0
        rest -= 1
    repeat 3 times
        move shown to deck
define enough = rounds > 3
to count_up
    rounds += 1
""",
    "a loop that a hook ends": """
var rounds : number
flow
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
    repeat until rounds > 3
        again
to again
    move shown to deck
after again
    rounds += 1
""",
    "effects in a circle": """
flow
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
    one
to one                                 # HYL308
    two
to two
    move shown to deck
    one
""",
    "a circle through an ability": """
timing seen by leader
var leader : Player
flow
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
    each c in shown
        look(c)
to look(c : Tile)                      # HYL308
    resolve seen of c
ability fox seen
    look(this)
""",
    "a circle with a decision": """
flow
    move Tile to deck
    deal 1 from deck to hand
    one(seat(1))
to one(p : Player)
    p may play
        two(p)
to two(p : Player)
    one(left(p))
""",
    "a circle that its own change ends": """
var rounds : number
flow
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
    one
to one when rounds < 3
    rounds += 1
    two
to two
    one
""",
    "a circle of definitions": """
define half = 2                        # HYL108
except half as odd when not empty(shown) gives double
define double = half * 2
flow
    move Tile to deck
    deal half from deck to hand
    each p in Player
        p must play if able
""",
    "a circle of three definitions": """
define one(p : Player) : number = two(p) + 1      # HYL108
define two(p : Player) : number = three(p) + 1
define three(p : Player) : number = one(p) + 1
flow
    move Tile to deck
    deal one(seat(1)) from deck to hand
    each p in Player
        p must play if able
""",
    "checks": """
var rounds : number
var stopped : yes_no
after any change as good when rounds > 3
    rounds = 0
after any change as forever            # HYL310
    rounds = 0
after any change as unmoved when rounds > 5      # HYL310
    stopped = yes
after any change as moved when count(shown) > 1
    tidy
to tidy
    move shown to deck
flow
    move Tile to deck
    deal 1 from deck to hand
    rounds += 1
    each p in Player where not stopped
        p must play if able
""",
    "a check of a card": """
timing lying by leader while this in shown
var leader : Player
ability fox lying
    after any change when count(shown) > 1
        move this to deck
ability owl lying
    after any change                   # HYL310
        leader = left(leader)
flow
    move Tile to deck
    deal 1 from deck to hand
    each p in Player
        p must play if able
""",
}


@pytest.mark.parametrize("name", COURSES)
def test_course(name: str) -> None:
    found, expected = problems(f"{BASE}{COURSES[name]}")
    assert found == expected


def test_a_library_is_not_played() -> None:
    library = """\
library small

zone deck : pile, face down
option speed : 1..3
define fits(card : Card) "whether it fits" : yes_no
to tidy
    shuffle deck
"""
    assert check_text(library) == []
