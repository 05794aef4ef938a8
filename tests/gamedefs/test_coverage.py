"""The trials of every bundled game come to all of its rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from every import BUNDLED, reading

from hoyle.trials.coverage import Covering
from hoyle.trials.run import Trials

# as many as there are settings that are tried; `hoyle test` plays more
GAMES = 16


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_nothing_is_missed(path: Path) -> None:
    covering = Covering()
    for file in (path, path.with_name(f"{path.stem}_trials.hoyle")):
        if file.is_file():
            trials = Trials(covering.prepared(reading(file)))
            assert [s.title for s in trials.scenarios if not trials.scenario(s).passed] == []
            # checks that only compare the engine with itself come to nothing more
            trials.keys = {key: r for key, r in trials.keys.items() if isinstance(key, int) or key == "outcome"}
            assert [r.name for r in trials.by_play(GAMES, 0) if not r.passed] == []
    (found,) = covering.result().values()
    assert [f"{f.item.place} {f.item.name} {f.item.missed}" for f in found.missed] == []
    assert [f"{f.item.place} {f.item.name}: {f.unreachable}" for f in found.unreachable] == []
