from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_what_was_missed_is_listed(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("test", pick_high.name, "--games", 0, "--coverage")
    assert shown.returncode == 0, shown.stdout
    lines = shown.stdout.splitlines()
    place = lines.index("missed  exception `worth.upside_down` never counts") + 1
    assert lines[place].strip() == "pick_high.hoyle:24"
    assert lines[-2].startswith("coverage of pick_high.hoyle: ")
    assert "`win`" not in shown.stdout


def test_a_threshold_fails_the_run(hoyle: Any, pick_high: Path) -> None:
    assert hoyle("test", pick_high.name, "--games", 0, "--threshold", 10).returncode == 0
    failed = hoyle("test", pick_high.name, "--games", 0, "--threshold", 95)
    assert failed.returncode == 1
    assert "1 passed, 0 failed" in failed.stdout


def test_for_programs(hoyle: Any, pick_high: Path) -> None:
    data = json.loads(hoyle("test", pick_high.name, "--games", 0, "--coverage", "--json").stdout)
    found = data["coverage"]["pick_high.hoyle"]
    whole = found["exercised"] + len(found["missed"])
    assert found["percent"] == round(100 * found["exercised"] / whole, 2)
    assert {"place": "pick_high.hoyle:3", "name": "option `order` = low", "what": "is never tried"} in found["missed"]
    assert "coverage" not in json.loads(hoyle("test", pick_high.name, "--games", 0, "--json").stdout)


def test_a_page(hoyle: Any, pick_high: Path, tmp_path: Path) -> None:
    shown = hoyle("test", pick_high.name, "--games", 0, "--html", "page.html")
    assert shown.returncode == 0
    assert "except worth(card) as upside_down" in (tmp_path / "page.html").read_text(encoding="utf-8")
    refused = hoyle("test", pick_high.name, "--games", 0, "--html", "no/such/folder.html")
    assert refused.returncode == 1
    assert "cannot be written" in refused.stderr
    (tmp_path / "other.hoyle").write_text(pick_high.read_text())
    several = hoyle("test", pick_high.name, "other.hoyle", "--games", 0, "--html", "page.html")
    assert several.returncode == 2
    assert "a page shows one game" in several.stderr
