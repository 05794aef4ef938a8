"""Two variants are compared where they have a name in common: that finds all that comparing everything would."""

from __future__ import annotations

import itertools

from hoyle.apply import rows
from hoyle.apply.clash import Changes, Clash, clashes
from hoyle.apply.variant import apply_variant
from hoyle.diagnostics import Diagnostics
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse

GAME = """\
game "Little" for 2 players

option long : yes_no = no

kind Suit : coins | cups

cards Tile
    suit  : Suit key
    value : 1..9 key
    | suit | value |
    | Suit | 1..8  |

zone deck : pile, face up
var total : number = 0

table fee(size : 1..4) : number
    | size | fee |
    | 1..4 | 2   |

define limit = fee(3)
except limit as high when long gives 3
define score(p) = limit

rule low "low first" for play(card)
    must card.value < 3 if able

action play(card in deck)
    must total < 9 as enough
    move card to box

phase turn(p : Player)
    var drawn : number = 0
    p must play if able

after turn as counted
    total += 1

flow
    move Tile to deck
    each p in Player
        turn(p)

ending done after turn
    winners Player
"""
SAID = [
    "set players = 2..4",
    "set players = 3",
    "set long = yes",
    "remove option long",
    "set limit = 3",
    "set limit = 4",
    "remove define limit",
    "replace define limit = 5",
    "remove except limit.high",
    "except limit.high as higher when total > 3 gives 4",
    "except limit as more when total > 3 gives 4",
    "except limit as more when total > 4 gives 4",
    "adjust limit as more by 2",
    "order limit.high over high",
    "remove rule low",
    "remove must play.enough",
    "remove must play.enough",
    "set fee(2) = 5",
    "set fee(1..3) = 6",
    "remove row fee(2)",
    "remove table fee",
    "set Tile(cups, 3).copies = 2",
    "remove card Tile(cups, 3)",
    "add rows to Tile\n    | suit | value |\n    | cups | 9     |",
    "remove var drawn",
    "set drawn = 4",
    "remove after turn.counted",
    "after turn as again\n    total += 2",
    "before turn\n    total += 2",
    "remove phase turn",
    "add define more = 1",
    "add define more = 2",
    "add var more : number = 1",
    "replace flow\n    move Tile to deck",
    "remove ending done",
    'scenario "one"\n    when\n        flow\n    then\n        total is 2',
    'scenario "one"\n    when\n        flow\n    then\n        total is 3',
]


def parsed(text: str) -> tree.File:
    file, diagnostics = parse(Source("text", text))
    assert file is not None and not diagnostics, diagnostics
    return file


def test_whoever_has_no_name_in_common_never_meets() -> None:
    base = [parsed(GAME)]
    alone = []
    for number, said in enumerate(SAID):
        found = Diagnostics()
        variant = parsed(f'variant "V{number}" of little\n\n{said}\n')
        alone.append(Changes(apply_variant(base, variant, found, [])[1]))
        assert alone[-1].made and not found.has_errors, said
    known = rows.kinds(base)
    met = 0
    for one, other in itertools.permutations(alone, 2):
        found_here = list(clashes(one, other, known))
        assert found_here == every(one, other, known)
        met += len(found_here)
    assert met > 40


def every(one: Changes, other: Changes, known: rows.Kinds) -> list[Clash]:
    """The same, with each change laid beside each of the others."""
    everywhere = [Changes(changes.made) for changes in (one, other)]
    for changes in everywhere:
        changes.names = [{"anything"} for _ in changes.made]
        changes.by_name["anything"] = list(range(len(changes.made)))
    return list(clashes(*everywhere, known))
