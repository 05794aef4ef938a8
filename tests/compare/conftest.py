"""A small game of several rounds, with low scores that win, and what can be changed in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.compare.run import Plan, Side

GAME = """\
game "Pebbles" for 2..3 players

option penalty "what the highest stone costs" : 1..5 = 2

cards Stone
    weight : 1..12 key
    written "stone {weight}"
    | weight |
    | 1..12  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shore        : row, face up

var points[Player] : number = 0

define score(p) = points[p]
define rounds = 3
define cost(card : Stone) = penalty
except cost(card) as heavy when card.weight > 10 gives 3

action play(card in hand[you])
    text "play {card}"
    move card to shore

rule light_first "light stones go first" for play(card)
    must card.weight < 9 if able

flow
    repeat rounds times
        one_round

phase one_round "a round"
    move Stone to deck
    shuffle deck
    deal 3 from deck to hand
    repeat 3 times
        each p in Player
            p must play if able
    each best in highest(c in shore by c.weight)
        points[loser(best)] += cost(best)

define loser(card : Stone) = if card.weight mod 2 is 0 then seat(1) otherwise seat(2)

ending done after flow
    winners lowest(p in Player by score(p))

property few always sum(points) <= 15
"""

Written = Callable[..., Path]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """The game in a file, with some texts put in place of others."""

    def write(name: str = "pebbles", **changes: str) -> Path:
        text = GAME
        for old, new in REPLACED.items():
            if old in changes:
                assert new in text
                text = text.replace(new, changes[old])
        path = tmp_path / f"{name}.hoyle"
        path.write_text(text, encoding="utf-8")
        return path

    return write


REPLACED = {
    "rounds": "define rounds = 3",
    "heavy": "except cost(card) as heavy when card.weight > 10 gives 3\n",
    "rule": "    must card.weight < 9 if able",
    "rule_name": "rule light_first",
    "cards": "    | 1..12  |",
    "variable": "var points[Player] : number = 0\n",
    "lowest": "winners lowest(",
    "property": "property few always sum(points) <= 15\n",
    "ending": "ending done after flow\n",
    "cites": "define cost(card : Stone) = penalty\n",
    "loop": "    repeat rounds times\n        one_round\n",
    "seats": "for 2..3 players",
    "shuffle": "    shuffle deck\n",
    "text": 'text "play {card}"',
    "sight": "zone hand[Player] : set, face down, seen by owner",
}


def plan(one: Path, other: Path, games: int = 600, jobs: int = 1, **more: object) -> Plan:
    sides = [Side(str(path)) for path in (one, other)]
    settings = {"seed": 3, "bots": ["random"], "seconds": 60.0, "cap": 500, **more}
    return Plan(sides[0], sides[1], games=games, jobs=jobs, **settings)  # type: ignore[arg-type]
