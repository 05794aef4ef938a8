"""Rules that are really broken: what is wrong with them is found, and shown in a play that a person could follow.

The scenario that is printed is short, fails with the mistake, and without it holds, or does what is forbidden then.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path

import pytest
from every import BUNDLED
from sabotage.variants import VARIANTS, Variant

from hoyle.read import Reading, read_like, read_path
from hoyle.trials.run import Result, Trials

# `hoyle test` plays these games first, and more
GAMES = 16
LINES = 20


def sabotaged(variant: Variant, folder: Path) -> list[Reading]:
    """The game with its mistake, and its trials."""
    for path in BUNDLED:
        for file in (*path.parent.glob("*.csv"), path.with_name(f"{variant.game}_trials.hoyle")):
            if file.is_file():
                shutil.copy(file, folder)
        if path.stem == variant.game:
            text = path.read_text(encoding="utf-8")
            assert text.count(variant.old) == 1, "the definition has changed: say the mistake anew"
            (folder / path.name).write_text(text.replace(variant.old, variant.new), encoding="utf-8")
    found = [folder / f"{variant.game}.hoyle", folder / f"{variant.game}_trials.hoyle"]
    return [read_path(file) for file in found if file.is_file()]


def pasted(reading: Reading, scenario: str) -> Result:
    """What becomes of a scenario at the end of a definition."""
    trials = Trials(read_like(reading, f"{reading.source.text}\n\n{scenario}\n"))
    return trials.scenario(trials.scenarios[-1])


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name.replace(" ", "_"))
def test_a_mistake_is_found(variant: Variant, tmp_path: Path) -> None:
    kind, name = variant.found_by
    readings = sabotaged(variant, tmp_path)
    if kind == "definition":
        assert name in [d.code for reading in readings for d in reading.diagnostics if reading.failed]
        return
    for reading in readings:
        trials = Trials(reading)
        scenarios = [s for s in trials.scenarios if (kind, name) == ("scenario", s.title)]
        trials.keys = {key: r for key, r in trials.keys.items() if (r.kind, r.name) == variant.found_by}
        for result in (*map(trials.scenario, scenarios), *trials.by_play(GAMES, 0)):
            assert not result.passed
            if variant.most is not None:
                assert len(json.loads(result.replay)["choices"]) <= variant.most, result.detail
                assert len(result.scenario.splitlines()) <= LINES
                assert not pasted(reading, result.scenario).passed
                right = next(path for path in BUNDLED if path.stem == variant.game)
                shutil.copy(right, tmp_path)
                again = pasted(read_path(tmp_path / Path(reading.source.name).name), result.scenario)
                assert again.passed or "is possible" in again.detail  # what the mistake allowed is forbidden now
            return
    pytest.fail(f"there is no {kind} {name}")


def test_there_are_enough_of_them() -> None:
    assert len(VARIANTS) == len({variant.name for variant in VARIANTS}) == 12
    assert {variant.game for variant in VARIANTS} == {path.stem for path in BUNDLED}
    found = Counter(variant.found_by[0] for variant in VARIANTS)
    assert found["property"] + found["check"] >= 6
