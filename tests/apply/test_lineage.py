"""Where a variant comes from: what it is of, with what it is combined, and what is wrong with that."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import hoyle
from hoyle.diagnostics import Diagnostic, for_people
from hoyle.read import read_game, read_path

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder we are in, with the game in it."""
    for name in ("fair.hoyle", "stalls.hoyle"):
        shutil.copy(HERE / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def found(path: Path) -> list[Diagnostic]:
    diagnostics = read_path(path).diagnostics
    assert "HYL" in for_people(diagnostics, False, 100) or not diagnostics
    return diagnostics


def places(diagnostic: Diagnostic) -> set[str]:
    """The files that a diagnostic shows."""
    spans = [label.span for label in diagnostic.labels] + ([diagnostic.span] if diagnostic.span else [])
    return {Path(span.source.name).name for span in spans}


# ---------------------------------------------------------------------------------------------- of what, with what


def test_a_variant_of_a_variant_changes_what_that_made(folder: Path) -> None:
    write("more.hoyle", 'variant "More" of fair\n\nset hand_size = 4\nadd define extra = 1\n')
    write("most.hoyle", 'variant "Most" of more\n\nset extra = 2\nset hand_size = 5\nbefore main\n    moves += extra\n')
    game = hoyle.load("most.hoyle", players=2)
    assert game.title == "Fair: Most"
    state = game.start(1)
    assert state.value("hand_size") == 5
    assert state.value("moves") == 2


def test_a_game_may_lie_one_folder_up(folder: Path) -> None:
    path = write("rules/more.hoyle", 'variant "More" of fair\n\nset hand_size = 2\n')
    assert found(path) == []


def test_with_in_a_file_and_on_the_command_line_are_the_same(folder: Path) -> None:
    write("more.hoyle", 'variant "More" of fair\n\nset hand_size = 4\n')
    write("calm.hoyle", 'variant "Calm" of fair\n\nremove except fresh.late\nremove rule fresh\n')
    write("both.hoyle", 'variant "Both" of fair with more, calm\n')
    both = hoyle.load("both.hoyle", players=3)
    assert both == hoyle.load("fair.hoyle", players=3, variants=["more", "calm.hoyle"])
    assert both == hoyle.load("more.hoyle", players=3, variants=["calm"])
    assert both != hoyle.load("fair.hoyle", players=3, variants=["more"])


def test_what_two_variants_share_is_applied_once(folder: Path) -> None:
    write("base.hoyle", 'variant "Base" of fair\n\nadd define extra = 1\n')
    write("one.hoyle", 'variant "One" of base\n\nafter earn(p, n)\n    moves += extra\n')
    write("two.hoyle", 'variant "Two" of base\n\nset extra = 3\n')
    reading = read_game("fair.hoyle", ["one", "two"])
    assert not reading.failed, for_people(reading.diagnostics, False, 100)
    assert [v.header.title for v in reading.variants] == ["Base", "One", "Two"]


def test_other_first_values_are_other_rules(folder: Path) -> None:
    write("late.hoyle", 'variant "Late" of fair\n\nset moves = 2\n')
    assert hoyle.load("late.hoyle", players=2) != hoyle.load("fair.hoyle", players=2)


def test_trials_of_a_variant(folder: Path) -> None:
    write("more.hoyle", 'variant "More" of fair\n\nset hand_size = 4\n')
    path = write(
        "more_trials.hoyle",
        'trials of more\n\nscenario "larger"\n    seats anna, ben\n    then\n        hand_size is 4\n',
    )
    from hoyle.trials.run import run_trials

    assert [r.passed for r in run_trials(read_path(path), games=0) if r.name == "larger"] == [True]


# ---------------------------------------------------------------------------------------------- bad input


def test_circles_are_told(folder: Path) -> None:
    write("one.hoyle", 'variant "One" of two\n\nset hand_size = 4\n')
    write("two.hoyle", 'variant "Two" of three\n\nset hand_size = 4\n')
    write("three.hoyle", 'variant "Three" of fair with one\n\nset hand_size = 4\n')
    for name in ("one", "two", "three"):
        (told,) = found(Path(f"{name}.hoyle"))
        assert told.code == "HYL602"
        assert places(told) == {"one.hoyle", "two.hoyle", "three.hoyle"}


@pytest.mark.parametrize("others", ["", " with fair", " with stalls", " with nobody"])
def test_what_a_variant_is_of_must_be_there_and_be_that(others: str, folder: Path) -> None:
    base = "fair" if others else "stalls"
    (told,) = found(write("bad.hoyle", f'variant "Bad" of {base}{others}\n\nset hand_size = 4\n'))
    assert told.code == "HYL601"
    assert "bad.hoyle" in places(told)


def test_variants_of_two_games_are_not_combined(folder: Path) -> None:
    write("other.hoyle", (HERE / "fair.hoyle").read_text(encoding="utf-8"))
    write("mine.hoyle", 'variant "Mine" of fair\n\nset hand_size = 4\n')
    write("yours.hoyle", 'variant "Yours" of other\n\nset hand_size = 4\n')
    (told,) = found(write("both.hoyle", 'variant "Both" of fair with mine, yours\n'))
    assert (told.code, places(told)) == ("HYL601", {"yours.hoyle", "fair.hoyle"})


@pytest.mark.parametrize(
    ("old", "new"), [("flow\n", "flow flow\n"), ("worth(card) = card.value", "worth(card) = 3 + yes")]
)
@pytest.mark.parametrize("change", ["set hand_size = 4", "set hand_sizes = 4", "remove rule hand_size"])
def test_mistakes_of_the_game_are_told_as_such(old: str, new: str, change: str, folder: Path) -> None:
    write("fair.hoyle", Path("fair.hoyle").read_text(encoding="utf-8").replace(old, new))
    alone = {d.code for d in found(Path("fair.hoyle"))}
    told = found(write("more.hoyle", f'variant "More" of fair\n\n{change}\n'))
    assert {d.code for d in told} == {"HYL603", *alone}
    assert {Path(d.span.source.name).name for d in told if d.span} == {"more.hoyle", "fair.hoyle"}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ("remove zone hand\n", "HYL101"),
        ("remove option target\n", "HYL101"),
        ("remove flow\n", "HYL313"),
        ("remove phase main\n", "HYL101"),
        ("set players = 9\n", "HYL203"),
        ("replace phase prepare\n    move Tile to deck\nremove action rest\n", "HYL101"),
        ("remove card Tile(acorn)\nremove card Tile(owl)\nremove card Tile(mirror)\n", "HYL212"),
        ("replace phase main\n    repeat\n        moves += 1\n", "HYL307"),
        ("except worth(card) as big when card.value > 2 gives 3\n", "HYL301"),
    ],
)
def test_what_leaves_no_game_shows_the_change_and_the_game(changes: str, code: str, folder: Path) -> None:
    told = [d for d in found(write("bad.hoyle", f'variant "Bad" of fair\n\n{changes}')) if d.severity == "error"]
    assert code in {d.code for d in told}, [d.code for d in told]
    assert all("bad.hoyle" in places(d) for d in told)


def test_bad_variants_of_a_program(folder: Path) -> None:
    for variants in ("more", [3], ["nobody"], ["../x.hoyle"], ["fair.hoyle"], [""]):
        with pytest.raises(hoyle.HoyleError):
            hoyle.load("fair.hoyle", variants=variants)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------- pins


PINNED = 'variant "Pinned" of fair\n\nset hand_size = 1\nremove except worth.modest\nafter earn(p, n)\n    moves += 1\n'


def check(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hoyle.commands.app", "check", "--format", "json", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_pinned_variant_is_told_when_the_game_moves_on(folder: Path) -> None:
    path = write("pinned.hoyle", PINNED)
    assert check("--pin", "pinned.hoyle").returncode == 0
    pinned = path.read_text(encoding="utf-8")
    assert pinned.startswith(PINNED.rstrip()) and pinned.count(" as of ") == 3
    game = Path("fair.hoyle").read_text(encoding="utf-8")
    # how it is laid out, what it cites and what else changes is no matter
    same = game.replace("define hand_size = 3", "# three\ndefine hand_size=3  cites FR-01").replace("> 60", "> 61")
    write("fair.hoyle", same)
    assert found(path) == []
    write("fair.hoyle", game.replace("hand_size = 3", "hand_size = 2").replace("    close(p)\n", ""))
    told = found(path)
    assert [d.code for d in told] == ["HYL606", "HYL606"]
    assert all(places(d) == {"pinned.hoyle", "fair.hoyle"} for d in told)
    printed = check("pinned.hoyle")
    assert printed.returncode == 0
    assert "hand_size" in printed.stdout
    assert check("--pin", "pinned.hoyle").returncode == 0
    assert found(path) == []
    assert path.read_text(encoding="utf-8") != pinned
    write("fair.hoyle", game)
    assert check("--pin", "pinned.hoyle").returncode == 0
    assert path.read_text(encoding="utf-8") == pinned


def test_only_a_variant_that_can_be_played_is_pinned(folder: Path) -> None:
    before = Path("fair.hoyle").read_text(encoding="utf-8")
    assert check("--pin", "fair.hoyle").returncode == 1
    assert Path("fair.hoyle").read_text(encoding="utf-8") == before
    write("bad.hoyle", 'variant "Bad" of fair\n\nset hand_sise = 4\n')
    assert check("--pin", "bad.hoyle").returncode == 1
    assert "against" not in Path("bad.hoyle").read_text(encoding="utf-8")


# ---------------------------------------------------------------------------------------------- saves


@pytest.mark.parametrize("name", ["more.hoyle", "fair.hoyle"])
def test_a_save_carries_the_game_and_its_variants(
    name: str, folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    write("rules/calm.hoyle", 'variant "Calm" of fair\n\nremove except fresh.late\nremove rule fresh\n')
    write("more.hoyle", 'variant "More" of fair\n\nset hand_size = 4\n')
    state = hoyle.load(name, players=3, variants=["rules/calm.hoyle"]).start(5)
    for _ in range(4):
        state.choose(random.Random(5).choice(state.choices))
    saved = state.save()
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    (elsewhere / "state.json").write_text(saved, encoding="utf-8")
    shutil.rmtree(folder / "rules")
    Path("fair.hoyle").unlink()
    program = (
        "import hoyle, json, pathlib\n"
        "state = hoyle.restore(pathlib.Path('state.json').read_text())\n"
        "print(json.dumps([state.game.title, [c.text for c in state.choices], state.save()]))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=elsewhere, capture_output=True, text=True, check=True)
    title, choices, again = json.loads(done.stdout)
    assert title == state.game.title
    assert choices == [c.text for c in state.choices]
    assert again == saved


def test_what_is_gone_is_not_taken_for_a_slip_of_the_pen(folder: Path) -> None:
    changes = "remove define worth\nremove assume worth\nremove except worth.rich\nremove except worth.modest\n"
    told = [d for d in found(write("bad.hoyle", f'variant "Bad" of fair\n\n{changes}')) if "`worth`" in d.message]
    assert told
    for diagnostic in told:
        assert (
            diagnostic.fix is None and diagnostic.help == "the game still speaks of it here: remove or replace that too"
        )
        assert "remove assume worth" not in {label.span.text for label in diagnostic.labels}


def test_of_several_cards_that_are_gone_the_one_that_is_meant_is_shown(folder: Path) -> None:
    told = found(write("bad.hoyle", 'variant "Bad" of fair\n\nremove card Tile(mirror)\nremove card Tile(owl)\n'))
    (scenario,) = [d for d in told if d.code == "HYL503"]
    assert [label.span.text for label in scenario.labels] == ["remove card Tile(owl)"]
    assert scenario.help == "the game still speaks of it here: remove or replace that too"


def test_what_is_missing_without_a_library_is_shown_where_the_library_was_taken_out(folder: Path) -> None:
    told = found(write("bad.hoyle", 'variant "Bad" of fair\n\nremove use stalls\n'))
    assert {d.code for d in told} == {"HYL101"}
    for diagnostic in told:
        assert "remove use stalls" in {label.span.text for label in diagnostic.labels}
        assert diagnostic.help == "the game still speaks of it here: remove or replace that too"


@pytest.mark.parametrize("change", ["set worth(card) = 3", "set worth = 3"])
def test_a_definition_with_parameters_is_not_set(change: str, folder: Path) -> None:
    (told,) = found(write("bad.hoyle", f'variant "Bad" of fair\n\n{change}\n'))
    assert told.code == "HYL605" and told.help and "except worth(...)" in told.help
    assert [label.text for label in told.labels] == ["in the game"]


def test_steps_before_an_ability_are_told_how_they_are_written(folder: Path) -> None:
    bad = 'variant "Bad" of trickdraw\n\n{} gold_rush.on_reveal\n    draw(you, 1)\n'
    (told,) = found(write("bad.hoyle", bad.format("before")))
    assert told.help == "an ability has more steps by `except gold_rush.on_reveal`, with `usual` among them"
    assert found(write("good.hoyle", bad.format("except") + "    usual\n")) == []
