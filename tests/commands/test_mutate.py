from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_survivors_are_shown(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("mutate", pick_high.name, "--limit", 0, "--games", 4, "--jobs", 1)
    assert shown.returncode == 0, shown.stderr
    lines = [line.strip() for line in shown.stdout.splitlines()]
    place = lines.index("+    must card.rank is 1 if able")
    assert lines[place - 1] == "-    must card.rank is not 1 if able"
    assert lines[place - 2] == "pick_high.hoyle:33"
    assert lines[place - 3] == "survived  `is not` became `is`"
    assert "the first play that would be different:" in lines
    assert lines[-1].endswith(" %")
    assert " noticed, " in lines[-1]


def test_a_threshold_fails_the_run(hoyle: Any, pick_high: Path) -> None:
    some = ("mutate", pick_high.name, "--limit", 6, "--games", 2, "--jobs", 1)
    percent = json.loads(hoyle(*some, "--json").stdout)["percent"]
    assert 0 < percent < 100
    assert hoyle(*some, "--threshold", percent).returncode == 0
    assert hoyle(*some, "--threshold", 100).returncode == 1


def test_for_programs(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("mutate", pick_high.name, "--limit", 6, "--games", 3, "--seed", 2, "--json")
    data = json.loads(shown.stdout)
    assert data["tried"] == 6 == len(data["mutants"]) < data["possible"]
    counted = [data[what] for what in ("refused", "killed", "survived", "equivalent")]
    assert sum(counted) == 6
    first = data["mutants"][0]
    assert list(first) == ["place", "what", "difference", "verdict", "by", "play"]
    assert json.loads(hoyle("mutate", pick_high.name, "--limit", 6, "--games", 3, "--seed", 2, "--json").stdout) == data


def test_what_cannot_be_changed(hoyle: Any, pick_high: Path) -> None:
    missing = hoyle("mutate", "no_such_game")
    assert missing.returncode == 1
    assert "there is no game" in missing.stderr
    pick_high.write_text(pick_high.read_text().replace("points[other] is 1", "points[other] is 2"))
    failing = hoyle("mutate", pick_high.name, "--limit", 1)
    assert failing.returncode == 1
    assert "this fails without any change: scenario a moon beats its sun" in failing.stderr
