from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from hoyle.vet.finding import KINDS

QUICK = ("--games", "6", "--jobs", "1")
FIVES = 'variant "Fives" of pick_high\n\nexcept worth(card) as five over upside_down when card.rank is 5 gives 9\n'
NEVER = 'variant "Never" of pick_high\n\nexcept worth(card) as never over upside_down when players > 3 gives 0\n'
SHORT = 'variant "Short" of pick_high\n\nreplace define worth(card : Tile) = card.rank * 2\n'


@pytest.fixture
def rules(pick_high: Path) -> Path:
    for name, text in (("fives", FIVES), ("never", NEVER), ("short", SHORT)):
        pick_high.with_name(f"{name}.hoyle").write_text(text, encoding="utf-8")
    return pick_high.parent


def test_a_sound_variant(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", *QUICK)
    assert shown.returncode == 0, shown.stdout
    lines = shown.stdout.splitlines()
    assert lines[0] == "Fives (fives.hoyle), a variant of Pick High"
    assert lines[1] == "sound: nothing speaks against it"
    assert "  checks    no problems" in lines
    assert "  trials    1 scenario, 1 property and 10 checks hold" in lines
    assert "  tables    nobody is stuck and every game ends, in 6 games" in lines
    assert "  options   2 of 2 can change a play" in lines
    assert lines[-1] == "1 of 1 variant sound"


def test_its_evidence_is_a_table_to_sit_down_at(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", *QUICK, "--plays", "found")
    (play,) = set(re.findall(r"hoyle play --from (\S+)", shown.stdout))
    assert play.startswith("found/fives-except_worth_card_as")
    resumed = hoyle("play", "--from", play, "--watch", "--seed", "1")
    assert resumed.returncode == 0, resumed.stderr
    assert "Pick High: Fives" in resumed.stdout


def test_of_long_evidence_the_case_and_the_table_are_shown(hoyle: Any, rules: Path) -> None:
    odd = 'variant "Odd" of pick_high\n\nexcept worth(card) as odd over upside_down when points[seat(1)] > 1 gives 1\n'
    (rules / "odd.hoyle").write_text(odd, encoding="utf-8")
    shown = hoyle("vet", "fives.hoyle", "odd.hoyle", *QUICK)
    evidence = shown.stdout.partition("two exceptions to `worth`")[2].partition("hoyle play --from")[0]
    start, more, end = re.split(r"(\.\.\. and \d+ more lines)", evidence)
    assert more and '"Fives" gives 9, "Odd" gives 1' in start
    assert "points[player_1] = " in end


def test_findings_come_first_and_fail_the_run(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "never.hoyle", *QUICK)
    assert shown.returncode == 1
    lines = shown.stdout.splitlines()
    assert lines[1] == "not sound: it changes nothing in play"
    assert "  changes   1 inert" in lines
    assert "      never.hoyle" in lines
    assert lines[-1] == "0 of 1 variant sound"


def test_mistakes_are_shown_as_check_shows_them(hoyle: Any, rules: Path) -> None:
    (rules / "wrong.hoyle").write_text('variant "Wrong" of pick_high\n\nremove zone deck\n', encoding="utf-8")
    shown = hoyle("vet", "wrong.hoyle", *QUICK)
    assert shown.returncode == 1
    checked = hoyle("check", "wrong.hoyle").stdout
    assert checked[: checked.index("\n\nwrong.hoyle:")] in shown.stdout
    assert "not sound: it cannot be played, because it does not check" in shown.stdout


def test_pairs_stand_in_a_table(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", "never.hoyle", "short.hoyle", *QUICK)
    assert shown.returncode == 1
    table = shown.stdout[shown.stdout.index("each two of them together") :].splitlines()
    rows = [line.split() for line in table[2:5]]
    assert rows[0] == ["1", "fives", "sound"]
    assert rows[1] == ["2", "never", "inert", "inert"]
    assert rows[2] == ["3", "short", "sound", "inert", "sound"]
    assert shown.stdout.splitlines()[-1] == "2 of 3 variants sound, 1 of 3 pairs sound"


def test_many_pairs_are_a_list_where_a_table_is_too_wide(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", "never.hoyle", "short.hoyle", *QUICK, COLUMNS="30")
    assert "  fives + short: sound" in shown.stdout.splitlines()
    assert "  never + short: inert" in shown.stdout.splitlines()


def test_a_game_with_its_variants(hoyle: Any, rules: Path) -> None:
    by_path = hoyle("vet", "fives.hoyle", "short.hoyle", *QUICK, "--json")
    by_name = hoyle("vet", "pick_high.hoyle", "--with", "fives", "--with", "short", *QUICK, "--json")
    assert json.loads(by_path.stdout) == json.loads(by_name.stdout)


def test_for_programs(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", "never.hoyle", *QUICK, "--json", "--plays", "found")
    assert shown.returncode == 1
    data = json.loads(shown.stdout)
    assert data["sound"] is False
    fives, never = data["variants"]
    assert (fives["verdict"], fives["kinds"], fives["findings"]) == ("sound", [], [])
    assert fives["changes"][0]["play"].startswith("found/")
    assert (never["verdict"], never["kinds"]) == ("unsound", ["inert"])
    (finding,) = never["findings"]
    assert finding["kind"] in KINDS
    assert (finding["place"], finding["play"], finding["command"]) == ("never.hoyle", None, None)
    (pair,) = data["pairs"]
    assert pair["variants"] == ["fives.hoyle", "never.hoyle"]
    assert data["triples"] == []
    again = hoyle("vet", "fives.hoyle", "never.hoyle", *QUICK, "--json", "--plays", "found")
    assert again.stdout == shown.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["pick_high.hoyle"], "`pick_high.hoyle` is a game, not a variant"),
        (["nothing.hoyle"], "there is no file `nothing.hoyle`"),
        (["fives.hoyle", "--with", "nobody"], "there is no variant `nobody`"),
        (["fives.hoyle", "--games", "0"], "Invalid value for '--games'"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_vetted(hoyle: Any, rules: Path, arguments: list[str], message: str) -> None:
    shown = hoyle("vet", *arguments)
    assert shown.returncode == 2
    assert shown.stdout == ""
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_a_game_is_for_hoyle_test(hoyle: Any, rules: Path) -> None:
    assert "`hoyle test pick_high.hoyle`" in hoyle("vet", "pick_high.hoyle").stderr


def test_plays_that_cannot_be_kept(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", *QUICK, "--plays", "fives.hoyle")
    assert shown.returncode == 2
    assert "cannot be written to" in shown.stderr


def test_time_that_is_up_has_a_code_of_its_own(hoyle: Any, rules: Path) -> None:
    shown = hoyle("vet", "fives.hoyle", "--seconds", "0.1", "--games", "60", "--jobs", "1")
    assert shown.returncode == 3, shown.stdout
    assert "sound so far, but not everything was looked at: the time was up" in shown.stdout
    assert "not looked at, because the time was up: option order" in shown.stdout


def test_progress_is_shown_in_a_terminal(terminal: Any, rules: Path) -> None:
    opened = terminal("vet", "fives.hoyle", *QUICK)
    assert opened.end() == 0
    assert re.search(r"\d/\d", opened.seen)
    assert "1 of 1 variant sound" in opened.seen


def test_trials_that_it_contradicts_are_lines_to_put_into_it(hoyle: Any, rules: Path) -> None:
    text = 'variant "Double" of pick_high\n\nreplace to win(p : Player)\n    points[p] += 2\n'
    path = rules / "double.hoyle"
    path.write_text(text, encoding="utf-8")
    shown = hoyle("vet", "double.hoyle", *QUICK).stdout
    removals = [line for line in shown.splitlines() if line.startswith("remove ")]
    assert [line.partition("  #")[0] for line in removals] == [
        'remove scenario "a moon beats its sun"',
        "remove property few_points",
    ]
    assert "these 2 trials of the game do not hold in double.hoyle; if that is meant" in " ".join(shown.split())
    before = shown.partition("what it changes")[0]
    assert "table:" not in before and len(before.splitlines()) < 25
    assert "table:" in hoyle("vet", "double.hoyle", *QUICK, "--details").stdout.partition("what it changes")[0]
    path.write_text(text + "\n".join(removals) + "\n", encoding="utf-8")
    again = hoyle("vet", "double.hoyle", *QUICK)
    assert again.returncode == 0, again.stdout
    assert "meant to change" in again.stdout
