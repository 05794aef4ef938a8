"""Options that can be set only under a condition: of other options, of the number of players, or by a definition."""

from __future__ import annotations

import pytest

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
