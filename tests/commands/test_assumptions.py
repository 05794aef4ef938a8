from __future__ import annotations

import json
from pathlib import Path
from typing import Any


def test_for_people(process: Any, pick_high: Path) -> None:
    shown = process("assumptions", pick_high.name)
    assert shown.returncode == 0
    assert shown.stdout == (
        "worth  PH-2\n"
        "    the book does not say what a moon is worth\n"
        "    varied by --option order=..., --option extra=...\n"
        "    pick_high.hoyle:26\n"
    )


def test_the_object(hoyle: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text() + 'assume order "nothing is said"\n')
    data = json.loads(hoyle("assumptions", pick_high.name, "--json").stdout)
    assert (data["game"], data["title"]) == ("pick_high", "Pick High")
    worth, order = data["assumptions"]
    assert list(worth) == ["name", "text", "cites", "options", "file", "line"]
    assert (worth["cites"], worth["options"], worth["line"]) == (["PH-2"], ["order", "extra"], 26)
    assert (order["cites"], order["options"]) == ([], ["order"])


def test_a_game_without(hoyle: Any, pick_high: Path) -> None:
    lines = [line for line in pick_high.read_text().splitlines() if not line.startswith("assume")]
    pick_high.write_text("\n".join(lines) + "\n")
    assert hoyle("assumptions", pick_high.name).stdout == "Pick High assumes nothing\n"


def test_an_option_that_cites_the_same_place_varies_what_is_assumed_of_something_else(
    hoyle: Any, pick_high: Path
) -> None:
    text = pick_high.read_text() + 'assume done "nothing is said"  cites PH-9\noption late : yes_no  cites PH-9\n'
    pick_high.write_text(text)
    data = json.loads(hoyle("assumptions", pick_high.name, "--json").stdout)
    assert [(a["name"], a["options"]) for a in data["assumptions"]] == [
        ("worth", ["order", "extra"]),
        ("done", ["late"]),
    ]
