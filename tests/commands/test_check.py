from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoyle.read import bundled_games


def test_a_good_file_has_no_problems(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("check", pick_high.name)
    assert (shown.returncode, shown.stdout, shown.stderr) == (0, "pick_high.hoyle: no problems\n", "")


def test_bundled_games_go_by_name(hoyle: Any) -> None:
    shown = hoyle("check", "--strict", *bundled_games())
    assert shown.returncode == 0
    assert shown.stdout.splitlines() == [f"{name}.hoyle: no problems" for name in bundled_games()]


def test_errors_are_shown_where_they_are(process: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("7 - card.rank", "7 - crad.rank"))
    shown = process("check", pick_high.name, "missing.hoyle")
    assert shown.returncode == 1
    assert "at pick_high.hoyle:24:" in shown.stdout
    assert "^^^^" in shown.stdout
    assert shown.stdout.splitlines()[-2:] == ["pick_high.hoyle: 1 error", "missing.hoyle: 1 error"]
    assert "\x1b" not in shown.stdout


def test_colours_are_for_terminals(terminal: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("7 - card.rank", "7 - crad.rank"))
    screen = terminal("check", pick_high.name)
    assert "^^^^" in screen.until("1 error")
    assert screen.end() == 1


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--strict"], 1)])
def test_warnings_fail_only_if_asked_to(hoyle: Any, pick_high: Path, arguments: list[str], code: int) -> None:
    pick_high.write_text(pick_high.read_text().replace("by extra when", "by 1 when"))
    shown = hoyle("check", *arguments, pick_high.name)
    assert shown.returncode == code
    assert shown.stdout.endswith("pick_high.hoyle: 1 warning\n")


def test_other_formats(hoyle: Any, pick_high: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("7 - card.rank", "7 - crad.rank"))
    lines = hoyle("check", "--format", "line", pick_high.name)
    assert lines.returncode == 1
    assert lines.stdout.startswith("pick_high.hoyle:24:")
    assert len(lines.stdout.splitlines()) == 1
    data = json.loads(hoyle("check", "--format", "json", pick_high.name).stdout)
    assert data["more"] == 0
    assert [(d["severity"], d["file"], d["start"]["line"]) for d in data["diagnostics"]] == [
        ("error", "pick_high.hoyle", 24)
    ]


def test_nothing_wrong_in_other_formats(hoyle: Any, pick_high: Path) -> None:
    assert hoyle("check", "--format", "line", pick_high.name).stdout == ""
    assert json.loads(hoyle("check", "--format", "json", pick_high.name).stdout) == {"diagnostics": [], "more": 0}


LOOK = "look of pick_high\n\nzone gnoe : small\n"


def test_the_look_beside_a_game_is_looked_at_too(hoyle: Any, pick_high: Path) -> None:
    pick_high.with_suffix(".look").write_text(LOOK.replace("gnoe", "gone"))
    assert hoyle("check", pick_high.name).stdout == "pick_high.hoyle: no problems\n"
    assert hoyle("check", "pick_high.look").stdout == "pick_high.look: no problems\n"
    pick_high.with_suffix(".look").write_text(LOOK)
    for name in (pick_high.name, "pick_high.look"):
        shown = hoyle("check", name)
        assert shown.returncode == 1
        assert "at pick_high.look:3:6" in shown.stdout
        assert "help: did you mean `gone`?" in shown.stdout
        assert shown.stdout.endswith(f"{name}: 1 error\n")
    both = hoyle("check", "--format", "line", pick_high.name, "pick_high.look")
    assert both.stdout == "pick_high.look:3:6: error HYL703: unknown zone `gnoe`\n"


def test_a_look_with_mistakes_stops_no_game(hoyle: Any, pick_high: Path) -> None:
    pick_high.with_suffix(".look").write_text(LOOK)
    assert hoyle("simulate", pick_high.name, "--games", "2").returncode == 0
    assert hoyle("test", pick_high.name, "--games", "2").returncode == 0


def test_a_look_of_what_a_variant_took_away_is_right(hoyle: Any, pick_high: Path) -> None:
    pick_high.with_suffix(".look").write_text(LOOK.replace("zone gnoe : small", "value points : count"))
    pick_high.with_name("tame.hoyle").write_text('variant "Tame" of pick_high\n\nset extra = 0\n')
    assert hoyle("check", pick_high.name, "--with", "tame").returncode == 0
    assert hoyle("check", "tame.hoyle").returncode == 0


def test_a_look_alone(hoyle: Any) -> None:
    Path("lost.look").write_text("look of lost\n")
    assert "there is no `lost.hoyle` beside this look" in hoyle("check", "lost.look").stdout
    assert hoyle("check", "nowhere.look").returncode == 1
