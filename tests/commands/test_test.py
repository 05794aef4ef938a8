from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def test_what_passes(hoyle: Any, pick_high: Path) -> None:
    shown = hoyle("test", pick_high.name, "--games", 3)
    assert shown.returncode == 0
    lines = shown.stdout.splitlines()
    assert "pass  scenario a moon beats its sun" in lines
    assert "pass  property few_points" in lines
    assert lines[-1] == f"{len(lines) - 1} passed, 0 failed"


def test_what_fails(process: Any, pick_high: Path) -> None:
    text = pick_high.read_text().replace("points[other] is 1", "points[other] is 2")
    pick_high.write_text(text.replace("sum(points) <= 4", "sum(points) <= 1"))
    shown = process("test", pick_high.name, "--games", 3)
    assert shown.returncode == 1
    assert "FAIL  scenario a moon beats its sun\n      pick_high.hoyle:66\n" in shown.stdout
    assert "expected: `points[other] is 2`" in shown.stdout
    assert "FAIL  property few_points" in shown.stdout
    assert shown.stdout.splitlines()[-1].endswith(" passed, 2 failed")


def test_what_is_waived(hoyle: Any, pick_high: Path) -> None:
    pick_high.write_text(f'{pick_high.read_text()}\nwaive copies "nobody saves it"\n')
    shown = hoyle("test", pick_high.name, "--games", 2)
    assert shown.returncode == 0
    lines = shown.stdout.splitlines()
    assert "waived  check copies: nobody saves it" in lines
    assert lines[-1] == f"{len(lines) - 2} passed, 0 failed, 1 waived"
    told = json.loads(hoyle("test", pick_high.name, "--games", 2, "--json").stdout)
    assert told["waived"] == 1
    assert [r["waived"] for r in told["results"] if r["waived"]] == ["nobody saves it"]


def test_the_object(hoyle: Any, pick_high: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.hoyle").write_text(pick_high.read_text().replace("7 - card", "7 - crad"))
    shown = hoyle("test", pick_high.name, "bad.hoyle", "--games", 2, "--json")
    assert shown.returncode == 1
    data = json.loads(shown.stdout)
    assert list(data) == ["passed", "failed", "waived", "results"]
    assert data["passed"] == len(data["results"]) - 1
    assert data["failed"] == 1
    assert all(
        list(r)
        == ["file", "kind", "name", "passed", "place", "detail", "waived", "note", "replay", "scenario", "removal"]
        for r in data["results"]
    )
    first, last = data["results"][0], data["results"][-1]
    assert (first["file"], first["kind"], first["name"]) == ("pick_high.hoyle", "scenario", "a moon beats its sun")
    assert (last["file"], last["kind"], last["passed"]) == ("bad.hoyle", "definition", False)
    assert "crad" in last["detail"]


def test_the_trials_beside_a_game_come_with_it(hoyle: Any, pick_high: Path) -> None:
    beside = pick_high.with_name("pick_high_trials.hoyle")
    beside.write_text('trials of pick_high\n\nscenario "nobody has a point yet"\n    then\n        sum(points) is 0\n')
    shown = hoyle("test", pick_high.name, "--games", 1)
    assert shown.returncode == 0, shown.stdout
    assert "pick_high.hoyle: scenario a moon beats its sun" in shown.stdout
    assert "pick_high_trials.hoyle: scenario nobody has a point yet" in shown.stdout
    both = hoyle("test", pick_high.name, beside.name, "--games", 1)
    assert both.stdout.count("scenario nobody has a point yet") == 1


SUMS = [f'scenario "{n} is {n}"\n    then\n        sum(points) + {n} is {n}\n\n' for n in (1, 2, 3)]


@pytest.fixture
def odd(pick_high: Path) -> Path:
    """A variant of a game with trials beside it. One is removed, one replaced, and one fails."""
    trials = f"{''.join(SUMS)}property no_debt always every(p in Player has points[p] >= 0)\n"
    pick_high.with_name("pick_high_trials.hoyle").write_text(f"trials of pick_high\n\n{trials}")
    path = pick_high.with_name("odd.hoyle")
    changes = 'set points = 1\nremove scenario "1 is 1"\nremove property no_debt\n'
    path.write_text(f'variant "Odd" of pick_high\n\n{changes}replace {SUMS[1].replace("+ 2 is", "is 2 or 2 is")}')
    return path


def test_the_trials_of_its_game_come_with_a_variant(hoyle: Any, odd: Path) -> None:
    shown = hoyle("test", odd.name, "--games", 1)
    tried = [line for line in shown.stdout.splitlines() if line.startswith(("pass", "FAIL"))]
    assert "pass  odd.hoyle: scenario 2 is 2" in tried
    assert not [line for line in tried if "_trials" in line]
    # what it contradicts is told as a line to put into it, and in full if that is asked for
    assert 'remove scenario "3 is 3"' in shown.stdout and shown.returncode == 1
    for asked in ((odd.name,), ("pick_high.hoyle", "--with", odd.name)):
        details = hoyle("test", *asked, "--games", 1, "--details").stdout.splitlines()
        failed = [line for line in details if line.startswith(("pass", "FAIL")) and "_trials" in line]
        assert failed == ["FAIL  pick_high_trials.hoyle: scenario 3 is 3"]
        assert not any("1 is 1" in line for line in details)


def test_trials_beside_a_game_are_changed_like_its_own(hoyle: Any, odd: Path) -> None:
    again = odd.with_name("again.hoyle")
    head = 'variant "Again" of odd\n\n'
    again.write_text(f'{head}remove scenario "3 is 33"\n')
    assert 'did you mean `scenario "3 is 3"`?' in hoyle("check", again.name).stdout
    again.write_text(f'{head}remove scenario "1 is 1"\n')
    told = hoyle("check", again.name).stdout
    assert 'there is no `scenario "1 is 1"` any more' in told and "removed here" in told
    again.write_text(f'{head}remove scenario "3 is 3"\n')
    assert "_trials" not in hoyle("test", again.name, "--games", 1).stdout
    assert hoyle("check", "--pin", again.name).returncode == 0
    assert 'scenario "3 is 3" as of' in again.read_text()
    beside = odd.with_name("pick_high_trials.hoyle")
    beside.write_text(beside.read_text().replace("+ 3", "+ 4"))
    assert "has changed since" in hoyle("check", again.name).stdout


def test_what_fails_can_be_played_on_and_pasted(hoyle: Any, terminal: Any, pick_high: Path) -> None:
    text = f"{pick_high.read_text()}\nproperty early never any(p in Player where points[p] > 0)\n"
    pick_high.write_text(text)
    shown = hoyle("test", pick_high.name, "--games", 4, "--plays", "found")
    assert shown.returncode == 1
    (file,) = Path("found").iterdir()
    assert f"      replay: hoyle play --from {file}\n      as a scenario:\n\nscenario " in shown.stdout
    assert hoyle("test", pick_high.name, "--games", 4, "--plays", "found").stdout == shown.stdout

    screen = terminal("play", "--from", file)
    assert "Pick High, 2 players" in screen.until("player 1> ")
    screen.say("q", "You leave the table.")
    out = hoyle("play", "--from", file, "--watch")
    assert (out.returncode, out.stderr) == (0, "")

    scenario = shown.stdout.partition("as a scenario:\n\n")[2].partition("\n\n")[0]
    pick_high.write_text(f"{text}\n{scenario}\n")
    again = hoyle("test", pick_high.name, "--games", 0)
    assert "FAIL  scenario early does not hold\n" in again.stdout
    reason = [line for line in shown.stdout.splitlines() if line.strip().startswith(("expected: never", "actual: "))]
    assert reason and all(line in again.stdout.splitlines() for line in reason)

    pick_high.write_text(text.replace("7 - card.rank", "8 - card.rank"))
    assert hoyle("play", "--from", file, "--watch").returncode == 0  # the file carries its definition


def test_a_folder_that_is_none(hoyle: Any, pick_high: Path) -> None:
    pick_high.write_text(f"{pick_high.read_text()}\nproperty early never any(p in Player where points[p] > 0)\n")
    shown = hoyle("test", pick_high.name, "--games", 2, "--plays", f"{pick_high.name}/here")
    assert shown.returncode == 2
    assert "cannot be written" in shown.stderr


def test_a_recorded_play_is_gone_on_with_by_whoever_is_asked(hoyle: Any, terminal: Any, tmp_path: Path) -> None:
    stalls = Path(__file__).parents[1] / "trials" / "stalls.hoyle"
    Path("stalls.hoyle").write_text(f"{stalls.read_text()}\nproperty bare never count(stall) > 0\n")
    hoyle("test", "stalls.hoyle", "--games", 4)
    screen = terminal("play", "--from", ".hoyle/stalls-bare.play.json")
    shown = screen.until("player 2> ")
    assert "this shows: property bare" in shown
    assert "player 2: sell" not in shown
    screen.say("q", "You leave the table.")


DOUBLE = """\
variant "Double" of pick_high

replace to win(p : Player)
    points[p] += 2

scenario "two points"
    seats me, other
    when
        win(me)
    then
        points[me] is 3
"""
BESIDE = """\
trials of pick_high

scenario "one point"
    when
        win(seat(1))
    then
        points[seat(1)] is 1

property small always every(p in Player has points[p] < 5)
"""


@pytest.fixture
def double(pick_high: Path) -> Path:
    """A variant that contradicts trials of its game, in its file and beside it; and a trial of its own that fails."""
    (pick_high.parent / "pick_high_trials.hoyle").write_text(BESIDE, encoding="utf-8")
    path = pick_high.parent / "double.hoyle"
    path.write_text(DOUBLE, encoding="utf-8")
    return path


def test_trials_that_a_variant_contradicts_are_lines_to_put_into_it(hoyle: Any, double: Path) -> None:
    shown = hoyle("test", "double.hoyle", "--games", 6)
    assert shown.returncode == 1
    removals = [line for line in shown.stdout.splitlines() if line.startswith("remove ")]
    assert sorted(line.partition("  #")[0] for line in removals) == [
        "remove property few_points",
        "remove property small",
        'remove scenario "a moon beats its sun"',
        'remove scenario "one point"',
    ]
    assert any("pick_high.hoyle:66: `points[other] is 1`, but `points[other]` is 2" in line for line in removals)
    assert "these 4 trials of the game do not hold in the variant" in shown.stdout
    assert shown.stdout.count("FAIL") == 1, "what fails of its own is told as ever"
    assert "actual: `points[me]` is 2" in shown.stdout
    assert len(shown.stdout.splitlines()) < 35
    double.write_text(DOUBLE.replace("is 3", "is 2") + "\n".join(removals) + "\n", encoding="utf-8")
    again = hoyle("test", "double.hoyle", "--games", 6)
    assert (again.returncode, "remove" in again.stdout) == (0, False), again.stdout


def test_details_and_programs_have_everything(hoyle: Any, double: Path) -> None:
    shown = hoyle("test", "double.hoyle", "--games", 6, "--details").stdout
    assert shown.count("FAIL") == 5 and shown.count("\nremove ") == 4
    assert "as a scenario:" in shown and "--details" not in shown
    results = json.loads(hoyle("test", "double.hoyle", "--games", 6, "--json").stdout)["results"]
    assert {r["removal"] for r in results if not r["passed"]} == {
        None,
        "remove property few_points",
        "remove property small",
        'remove scenario "a moon beats its sun"',
        'remove scenario "one point"',
    }
    assert all(r["removal"] is None for r in results if r["passed"])


def test_a_game_of_its_own_contradicts_nothing(hoyle: Any, pick_high: Path, double: Path) -> None:
    pick_high.write_text(pick_high.read_text().replace("points[p] += 1", "points[p] += 2"), encoding="utf-8")
    shown = hoyle("test", pick_high.name, "--games", 6).stdout
    assert "remove" not in shown and shown.count("FAIL") == 4
    given = hoyle("test", pick_high.name, "--with", "double", "--games", 6).stdout
    assert given.count("\nremove ") == 4
