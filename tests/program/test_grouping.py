"""Plans for groups: what of a condition goes into the plan, and what is left to be asked of whole groups."""

from __future__ import annotations

import pytest

from hoyle.core import nodes as core
from hoyle.core.walk import below, every_conjunct
from hoyle.lower.lower import lower
from hoyle.program.grouping import planned
from hoyle.program.program import Program
from hoyle.read import read_source
from hoyle.source import Source

GAME = """\
game "Planned" for 2 players

kind Suit : coins | cups

cards Tile
    suit  : Suit key
    value : 1..9 key
    mate  : Suit?
    | suit | value | mate |
    | Suit | 1..9  | -    |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
var limit : number = 0

define total(g : list of Tile) = sum(c.value for c in g)
define book(g : list of Tile) = same(c.value for c in g)
define run(g : list of Tile) = same(c.suit for c in g) and consecutive(c.value for c in g)
define meld(g : list of Tile) = count(g) >= 3 and (book(g) or run(g))
define even(g : list of Tile) = total(g) mod 2 is 0
define score(p) = limit

flow
    move Tile to deck

define found(held : list of Tile) = count(g of 2.. in held where CONDITION)
"""

# what a condition becomes: what is asked of members, any two, numbers in a row and a sum; and how many parts are left
PLANS = {
    "same(c.suit for c in g)": ("", "same", "", 0),
    "same(c.mate for c in g)": ("", "same", "", 0),
    "book(g)": ("", "same", "", 0),
    "different(c.value for c in g)": ("", "different", "", 0),
    "different(g)": ("", "different", "", 0),
    "consecutive(c.value for c in g)": ("", "", "chain", 0),
    "run(g)": ("", "same", "chain", 0),
    "meld(g)": ("", "or", "", 1),
    "every(c in g has c.value > 3)": ("each", "", "", 0),
    "every(c in g where c.value > 3 has c.suit is cups)": ("each", "", "", 0),
    "not any(c in g where c.suit is cups)": ("each", "", "", 0),
    "total(g) <= 9": ("", "", "sum", 0),
    "sum(c.value for c in g) <= 9": ("", "", "sum", 0),
    "sum(c.value for c in g) < limit": ("", "", "sum", 0),
    "12 is sum(c.value for c in g)": ("", "", "exact sum", 0),
    "sum(c.value - 5 for c in g) <= 9": ("", "", "", 1),
    "sum(c.value for c in g) >= 9": ("", "", "", 1),
    "sum(c.value for c in g) <= count(g)": ("", "", "", 1),
    "count(c in g where c.suit is cups) <= 1": ("", "", "sum", 0),
    "count(g) <= 3": ("", "", "", 1),
    "same(c.suit for c in g where c.value > 3)": ("", "or", "", 1),
    "same(c.value for c in g) or same(c.suit for c in g)": ("", "or", "", 1),
    "same(c.value for c in g) or even(g)": ("", "", "", 1),
    "even(g) and same(c.suit for c in g)": ("", "same", "", 1),
    "same(c.value + count(g) for c in g)": ("", "", "", 1),
    "every(c in g has c in hand or even(g))": ("", "", "", 1),
}


def made(condition: str) -> Program:
    reading = read_source(Source("planned.hoyle", GAME.replace("CONDITION", condition)))
    assert not reading.failed, reading.diagnostics
    assert reading.world is not None
    return lower(reading.world.model, 2, {})


def looked_for(program: Program) -> tuple[core.Fold, core.Prim]:
    fold = next(n for n in below(program.defines["found"].body) if isinstance(n, core.Fold) and n.var == "g")
    assert isinstance(fold.source, core.Prim)
    return fold, fold.source


@pytest.mark.parametrize("condition", PLANS)
def test_a_condition_goes_into_the_plan(condition: str) -> None:
    fold, source = looked_for(planned(made(condition)))
    assert source.op == "planned"
    members, _, _, shape, chain, values, *_ = source.args
    assert isinstance(shape, core.Const) and isinstance(shape.value, tuple)
    relation, exactly = shape.value
    each = "each" if isinstance(members, core.Fold) else ""
    more = "chain" if chain != core.Const(None, core.YES.type) else ""
    summed = ("exact sum" if exactly else "sum") if isinstance(values, core.Fold) else ""
    left = 0 if fold.where is None else len(every_conjunct(fold.where))
    assert (each, relation[0] if relation else "", more or summed, left) == PLANS[condition]


def test_the_program_itself_stays_as_it_is() -> None:
    """The reference looks at all groups."""
    program = made("same(c.suit for c in g)")
    assert planned(program) is planned(program)
    fold, source = looked_for(program)
    assert source.op == "groups" and fold.where is not None


def test_without_groups_there_is_nothing_to_plan() -> None:
    text = GAME.replace("count(g of 2.. in held where CONDITION)", "count(held)")
    reading = read_source(Source("planned.hoyle", text))
    assert reading.world is not None
    program = lower(reading.world.model, 2, {})
    assert planned(program) is program


def test_two_names_are_a_pair_that_is_the_same_or_not() -> None:
    text = GAME.replace("g of 2.. in held where CONDITION", "a, b in held where a.value is b.value and a.suit < b.suit")
    reading = read_source(Source("planned.hoyle", text))
    assert reading.world is not None
    program = planned(lower(reading.world.model, 2, {}))
    fold = program.defines["found"].body
    assert isinstance(fold, core.Fold) and isinstance(fold.source, core.Prim)
    shape = fold.source.args[3]
    assert isinstance(shape, core.Const) and shape.value == (("same", 0), False)
    assert fold.where is not None and len(every_conjunct(fold.where)) == 1
