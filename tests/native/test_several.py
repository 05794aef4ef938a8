"""Folds over several lists, by several keys, and what is the same, different or in a row, in C beside Python."""

from __future__ import annotations

import random

import pytest
from native_twin import Twin, compiled, follow

from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.table.chance import seed_bytes

GAME = """\
game "Asked" for 2..3 players

kind Suit : coins | cups | swords

cards Tile
    suit  : Suit key
    value : 1..5 key
    mate  : Suit?
    | suit  | value | mate   |
    | coins | 1..5  | cups   |
    | cups  | 1..4  | swords |
    | cups  | 5     | -      |

zone deck         : pile, face down
zone shown        : row, face up
zone hand[Player] : set, face up

var lot    : list of Tile
var numbers : list of number
var total  : number = 0

define score(p : Player) = total

action show(card in hand[you])
    move card to shown
    lot += card
    numbers += card.value + total mod 3
    note

action keep(s in Suit, t in s..swords where count(s..t) <= count(shown))
    total += number(t)
    note

flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to hand
    repeat until empty(hand)
        each p in sorted(p in Player by -count(hand[p]), number(p))
            p must show or keep if able

to note
"""

NUMBERS = """
count(a in shown, b in shown where a.suit < b.suit)
count(a in shown, p in Player, b in hand[p] where a.value is b.value)
sum(a.value * n for a in shown, n in 1..a.value where n mod 2 is 0)
max(a.value - b.value for a in shown, b in lot where a is not b) else 0
min(a.value - b.value for a in shown, b in hand where a.suit is b.suit) else 99
first(a.value * 10 + b.value for a in shown, b in lot where a.value > b.value) else 0
last(a.value * 10 + b.value for a in shown, b in lot where a.value > b.value) else 0
sum(all(a.value * 10 + n for a in shown, n in numbers where n > a.value))
count(all(c.mate for c in shown))
sum(number(s) for s in all(c.mate for c in shown, d in lot where d.value > c.value))
sum(all(first(c.value for c in shown where c.suit is s) for s in Suit))
sum((first(sorted(c in shown by c.suit, -c.value)) else Tile(coins, 1)).value for s in Suit)
count(highest(c in shown by c.suit, c.value mod 2)) * 10 + count(lowest(c in lot by c.value / 2, c.suit))
sum(c.value * 10 + number(c.suit) for c in highest(c in shown by c.value, c.suit))
sum((first(sorted(c in lot by c.value)) else Tile(cups, 1)).value * number(p) for p in Player)
first(sorted(numbers)) else 0
last(sorted(n in numbers where n > 1)) else 0
sum((first(sorted(a.value * b.value for a in shown, b in lot)) else 1) for p in Player)
number(first(s in sorted(c.suit for c in shown) where s > coins) else coins)
count(s in Suit where s in (first(c.suit for c in shown) else cups)..swords)
max((first(numbers) else 1)..total) else 7
count(total..(total + count(shown)))
(last(sorted(p in Player by count(hand[p]), -number(p))) else seat(1)) is seat(2)
same(c.suit for c in shown)
same(c.mate for c in shown where c.value > 2)
same(all(d.value for d in shown where d.suit is c.suit) for c in shown)
same(numbers)
same(all(c.suit for c in hand[p] where c.value > 4) for p in Player)
same(c in shown where c.value > 3)
different(c.suit for c in shown)
different(c.mate for c in lot)
different(all(d.value for d in shown where d.suit is s) for s in Suit)
different(numbers)
different(a.value * 10 + number(b.suit) for a in shown, b in lot)
different(shown + all(c in lot where c.value > 4))
consecutive(c.value for c in shown)
consecutive(numbers)
consecutive(c.suit for c in shown where c.value > 1)
consecutive(a.value + n for a in shown, n in [0, 2])
any(a in shown, b in lot where a.value + b.value is 6)
any(a in shown where a.value > 2, b in lot where b.suit is not a.suit, n in 1..2 where n < b.value)
every(a in shown, b in hand has a.value <> b.value)
every(p in Player, c in hand[p] where c.value > 1 has number(c.suit) < 2 or number(p) > 1)
"""


def steps() -> str:
    """Every expression, kept where all can see it."""
    made = []
    for number, text in enumerate(NUMBERS.replace("<>", "is not").strip().split("\n")):
        truth = text.split("(")[0] in ("same", "different", "consecutive", "any", "every") or " is seat" in text
        value = f"if {text} then 1 otherwise 0" if truth else text
        made.append((f"var kept{number} : number = 0", f"    kept{number} = {value}"))
    return "\n".join([GAME + "\n".join(line for _, line in made), "", *(line for line, _ in made), ""])


@pytest.mark.parametrize("players", [2, 3])
def test_they_give_the_same(players: int) -> None:
    reading = read_source(Source("asked.hoyle", steps()))
    assert not reading.failed, reading.diagnostics
    game = prepare(reading, players=players)
    library = compiled(game, "-O0")
    found: set[tuple[str, object]] = set()
    for seed in range(40):
        twin = Twin(game, library, seed_bytes(seed))
        state = game.start(seed)
        follow(twin, state, random.Random(seed), 2 + seed % 9)
        assert not twin.gave_up
        families = game.program.var_families
        found |= {(name, state.v[families[name].base]) for name in families if name.startswith("kept")}
    names = [name for name, _ in found]
    same = sorted({name for name in names if names.count(name) < 2})
    assert not same  # it depends on the table what each of them gives
