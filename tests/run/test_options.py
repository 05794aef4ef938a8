"""Options that can be set only under a condition: of other options, of the number of players, or by a definition."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.diagnostics import HoyleError
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source

GAME = """\
game "Pace" for 2..3 players

option pace : slow | fast
option hurry : yes_no when {condition}

cards Tile
    value : 1..3 key
    | value |
    | 1..3  |

define quick = pace is fast
define score(p) = if hurry then 1 otherwise 0

action pass
    text "pass"

flow
    each p in Player
        p must pass

ending done after flow
    winners []
"""


@pytest.mark.parametrize("condition", ["pace is fast", "quick", "not (players is 3 or not quick) or pace is fast"])
def test_an_option_needs_its_condition(condition: str) -> None:
    reading = read_source(Source("pace.hoyle", GAME.format(condition=condition)))
    assert not reading.failed, reading.diagnostics
    assert prepare(reading, players=2, options={"hurry": True, "pace": "fast"}).options["hurry"] is True
    with pytest.raises(HoyleError, match="can only be set when"):
        prepare(reading, players=2, options={"hurry": True})


DRAWN = """\
game "Draws" for 3 players

option starter : Player = random
option pace : slow | fast = random
option length : 2..4 = random
option fair : yes_no = yes

cards Tile
    value : 1..3 key
    | value |
    | 1..3  |

define score(p) = if pace is fast and p is starter and fair then length otherwise 0

flow
    starter chooses one x in 1..2
"""


def test_what_chance_decides_of_the_options_is_told_to_everybody() -> None:
    game = prepare(read_source(Source("draws.hoyle", DRAWN)))
    starters = set()
    for seed in range(12):
        state = game.start(seed)
        starters.add(state.player)
        for seat in range(3):
            options = state.view(seat)["options"]
            assert options["starter"] == state.player
            assert options["fair"] is True
            assert state.scores[state.player] == (options["length"] if options["pace"] == "fast" else 0)
            assert state.events(seat)[:3] == [
                f"starter is player {state.player + 1}",
                f"pace is {options['pace']}",
                f"length is {options['length']}",
            ]
        assert hoyle.restore(state.save()).view(0) == state.view(0)
    assert starters == {0, 1, 2}
    said = prepare(read_source(Source("draws.hoyle", DRAWN)), options={"starter": 2, "pace": "fast", "length": 3})
    assert said.start(0).view(0)["options"] == {"starter": 1, "pace": "fast", "length": 3, "fair": True}
    assert said.start(0).events(0) == []
