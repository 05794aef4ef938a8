"""The miniatures of the bundled games: nothing is refuted in them.

A few hundred tables of each are visited; with `make soak`, all.
"""

from __future__ import annotations

from pathlib import Path

import every
import pytest
from every import BUNDLED

from hoyle.explore.search import Limits
from hoyle.explore.verdicts import explore
from hoyle.trials.run import FAILS

WHOLE = 1000
FEW = 300


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_nothing_is_refuted(path: Path, pytestconfig: pytest.Config) -> None:
    beside = path.with_name(f"{path.stem}_trials.hoyle")
    reading = every.reading(beside if beside.is_file() else path)
    assert reading.world is not None
    assert reading.world.model.miniatures
    whole = pytestconfig.getoption("games") >= WHOLE
    for miniature in reading.world.model.miniatures:
        report = explore(reading, miniature, Limits() if whole else Limits(states=FEW))
        assert [v.name for v in report.verdicts if v.word == FAILS] == []
        assert not whole or report.explored.stopped is None
        assert report.explored.states > 100
