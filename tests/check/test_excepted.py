"""Exceptions to whatever is done or decided: actions, abilities, endings, and exceptions to rules.

Each case is a variant of one game with a scenario that comes out otherwise than in the game itself. The same are
played at random in lock-step with the reference evaluator.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from commands.conftest import environment

from hoyle.apply.pins import pinned
from hoyle.diagnostics import for_people
from hoyle.read import Reading, base_files, read_path
from hoyle.rulebook.book import rulebook
from hoyle.trials.run import run_trials

HERE = Path(__file__).parent

HEAD = """
scenario "case"
    seats anna, ben
    given
"""
LAY = """        {given}
    when
        anna does lay({card})
    then
        {then}
"""
MAY = """        {given}
    then
        anna may {may}
"""

CASES: dict[str, tuple[str, str]] = {
    "an action, with more steps": (
        "except lay(card) as twice when card.name is acorn\n    usual\n    laid += 5\n",
        LAY.format(given="hand[anna] holds acorn", card="acorn", then="laid is 6 and count(row[anna]) is 1"),
    ),
    "an action that is left undone": (
        "except lay(c) as nothing when c.name is owl waive\n",
        LAY.format(given="hand[anna] holds owl", card="owl", then="laid is 0 and count(hand[anna]) is 1"),
    ),
    "an action, by who acts": (
        "except lay as second when you is seat(1)\n    usual\n    move top(deck) to hand[you]\n",
        LAY.format(given="hand[anna] holds acorn\n        deck holds owl", card="acorn", then="count(hand[anna]) is 1"),
    ),
    "an exception to that exception": (
        "except lay(card) as twice when card.name is acorn\n    laid += 5\n    usual\n"
        "except lay.twice as calm when laid is 0 waive\n",
        LAY.format(given="hand[anna] holds acorn", card="acorn", then="laid is 1"),
    ),
    "an action, by a card's text": (
        "replace ability owl ongoing\n    except lay(card) when card.name is acorn and owner(card) is not you\n"
        "        laid += 7\n        usual\n        move top(deck) to hand[you]\n",
        LAY.format(
            given="hand[anna] holds acorn\n        row[ben] holds owl\n        deck holds acorn",
            card="acorn",
            then="laid is 8 and count(row[anna]) is 1 and count(hand[ben]) is 1",
        ),
    ),
    "an action, by a card's text that calls its part otherwise": (
        "replace ability owl ongoing\n    except lay(leaf) when leaf.name is acorn and owner(leaf) is not you\n"
        "        laid += 7\n        usual\n        move top(deck) to hand[you]\n",
        LAY.format(
            given="hand[anna] holds acorn\n        row[ben] holds owl\n        deck holds acorn",
            card="acorn",
            then="laid is 8 and count(row[anna]) is 1 and count(hand[ben]) is 1",
        ),
    ),
    "an ability that is resolved": (
        "except storm.on_entry as calm when owner(this) is you and laid is 4\n    laid += 1\n    usual\n",
        LAY.format(given="hand[anna] holds storm\n        laid = 3", card="storm", then="laid is 15"),
    ),
    "an ability that is left undone": (
        "except storm.on_entry when you is seat(1) waive\n",
        LAY.format(given="hand[anna] holds storm\n        laid = 3", card="storm", then="laid is 4"),
    ),
    "an ability that lasts": (
        "except owl.ongoing when you is seat(1) or laid > 3 waive\n",
        "        row[anna] holds owl, acorn\n        row[ben] holds acorn, owl\n    then\n"
        "        score(anna) is 3 and score(ben) is 4\n    when\n        bump\n    then\n        score(ben) is 3\n"
        "\nadd to bump\n    laid += 4\n",
    ),
    "an ending that is waived": (
        "except rich(c) as not_so when c.name is owl waive\n",
        LAY.format(given="hand[anna] holds owl\n        laid = 12", card="owl", then="empty(winners)"),
    ),
    "an ending with other winners": (
        "except rich as shared when card.name is owl gives [*, seat(2)]\n".replace("*", "seat(1)"),
        LAY.format(given="hand[anna] holds owl\n        laid = 12", card="owl", then="winners is [anna, ben]"),
    ),
    "who usually wins": (
        "except rich gives all(p in Player where p not in usual)\n",
        LAY.format(given="hand[anna] holds owl\n        laid = 12", card="owl", then="winners is [ben]"),
    ),
    "an ending, one over the other": (
        "except rich as never when laid > 3 waive\nexcept rich as but over never when laid > 11 gives [seat(2)]\n",
        LAY.format(given="hand[anna] holds owl\n        laid = 12", card="owl", then="winners is [ben]"),
    ),
    "an exception to a waived ending": (
        "except rich as never when laid > 3 waive\nexcept rich.never as after_all when laid > 11 waive\n",
        LAY.format(given="hand[anna] holds owl\n        laid = 12", card="owl", then="winners is [anna]"),
    ),
    "an exception to a rule taken back": (
        "except small.later as strict when players is 2 waive\n",
        MAY.format(given="hand[anna] holds storm, acorn\n        laid = 4", may="not lay(storm) because small"),
    ),
    "an exception to a rule that says something else there": (
        "except small.later as but when laid < 5 must card.value is not 2\n",
        MAY.format(given="hand[anna] holds storm, acorn\n        laid = 4", may="not lay(acorn) because small.but"),
    ),
    "and only there": (
        "except small.later as but when laid < 5 must card.value is not 2\n",
        MAY.format(given="hand[anna] holds storm, acorn\n        laid = 5", may="lay(acorn), lay(storm)"),
    ),
    "another must that is taken back": (
        "except small.late_owls as free when laid > 6 waive\n",
        MAY.format(given="hand[anna] holds owl, acorn\n        laid = 7", may="lay(owl)"),
    ),
    "all exceptions to a rule count": (
        "except small as first_of_all when laid is 6 waive\n",
        MAY.format(given="hand[anna] holds owl, acorn\n        laid = 6", may="not lay(owl) because small.late_owls"),
    ),
}


@pytest.fixture
def variant(request: pytest.FixtureRequest, tmp_path: Path) -> Reading:
    change, scenario = CASES[request.param]
    shutil.copy(HERE / "charms.hoyle", tmp_path / "charms.hoyle")
    path = tmp_path / "case.hoyle"
    path.write_text(f'variant "Case" of charms\n\n{change}{HEAD}{scenario}', encoding="utf-8")
    reading = read_path(path)
    assert not reading.failed, for_people(reading.diagnostics, False, 100)
    return reading


@pytest.mark.parametrize("variant", CASES, indirect=True)
def test_it_counts_and_keeps_step_with_the_reference(variant: Reading) -> None:
    for result in run_trials(variant, games=12):
        assert result.passed or result.name in ("symmetry", "outcome"), "\n".join(result.told())


@pytest.mark.parametrize("variant", CASES, indirect=True)
def test_the_rulebook_can_say_it(variant: Reading) -> None:
    assert "▲" in rulebook(variant, [])


CROSSED = {
    "an exception": "    except beside(this, card) gives 5\n",
    "an adjustment": "    adjust beside(this, card) by 4\n",
    "an exception with a condition": "    except beside(this, card) when card.name is acorn gives 5\n",
}


@pytest.mark.parametrize("clause", CROSSED.values(), ids=CROSSED)
def test_a_card_may_call_one_part_as_another_is_declared(clause: str, tmp_path: Path) -> None:
    game = (HERE / "charms.hoyle").read_text(encoding="utf-8")
    more = f"\ndefine beside(card : Charm, other : Charm) : number = 1\nability storm ongoing\n{clause}"
    then = "        row[anna] holds storm, acorn\n    then\n"
    then += "        every(s in row[anna] where s.name is storm has every(a in row[anna] where a.name is acorn\n"
    then += "            has beside(s, a) is 5 and beside(a, s) is 1))\n"
    (tmp_path / "charms.hoyle").write_text(f"{game}{more}{HEAD}{then}", encoding="utf-8")
    (result,) = run_trials(read_path(tmp_path / "charms.hoyle"), games=0)
    assert result.passed, "\n".join(result.told())


LIKE_THE_GAME = ("an exception to that exception", "an exception to a waived ending", "all exceptions to a rule count")


@pytest.mark.parametrize("name", [name for name in CASES if name not in LIKE_THE_GAME])
def test_in_the_game_itself_it_comes_out_otherwise(name: str, tmp_path: Path) -> None:
    scenario = CASES[name][1]
    if "small.but" in scenario or name == "and only there":
        return  # the game has no such rule to speak of
    game = (HERE / "charms.hoyle").read_text(encoding="utf-8")
    text = f"{game}{HEAD}{scenario}".replace("\nadd to", "\nto")
    (tmp_path / "charms.hoyle").write_text(text, encoding="utf-8")
    reading = read_path(tmp_path / "charms.hoyle")
    assert [r.passed for r in run_trials(reading, games=0)] == [False]


@pytest.mark.parametrize(
    ("line", "message", "help"),
    [
        ("except lay must no", "`lay` does something", "rule ... for lay"),
        ("except rich must no", "`rich` is an ending", "stands in a hook"),
        ("except owl.ongoing gives 3", "`owl.ongoing` consists of clauses", "`waive` it"),
        ("except laid gives 3", "`laid` is a variable: there are no exceptions to it", "`after any change`"),
        ("except deck gives 3", "`deck` is a zone: there are no exceptions to it", "what moves cards to it"),
        ("except on_entry waive", "`on_entry` is a timing class: there are no exceptions to it", "card.on_entry"),
    ],
)
def test_what_cannot_be_excepted_says_what_to_write(line: str, message: str, help: str, tmp_path: Path) -> None:
    game = (HERE / "charms.hoyle").read_text(encoding="utf-8")
    (tmp_path / "charms.hoyle").write_text(f"{game}\n{line}\n", encoding="utf-8")
    (told,) = read_path(tmp_path / "charms.hoyle").diagnostics
    assert told.code == "HYL312"
    assert told.message.startswith(message) and help in (told.help or "")


def test_two_exceptions_to_an_ending_or_action_may_not_disagree(tmp_path: Path) -> None:
    game = (HERE / "charms.hoyle").read_text(encoding="utf-8")
    pairs = [
        ("except rich when laid > 30 waive", "except rich when players is 2 gives []"),
        ("except lay when laid > 3 waive", "except lay when players is 2\n    laid += 1"),
        ("except storm.on_entry when laid > 3 waive", "except storm.on_entry when players is 2\n    laid += 1"),
    ]
    for one, other in pairs:
        (tmp_path / "charms.hoyle").write_text(f"{game}\n{one}\n{other}\n", encoding="utf-8")
        assert [d.code for d in read_path(tmp_path / "charms.hoyle").diagnostics] == ["HYL301"]


def test_explain_tells_when_each_is_in_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(HERE / "charms.hoyle", tmp_path / "charms.hoyle")
    monkeypatch.chdir(tmp_path)
    change = "except small.later as strict when players is 2 waive\nexcept rich as poor when laid < 20 waive\n"
    Path("case.hoyle").write_text(f'variant "Case" of charms\n\n{change}', encoding="utf-8")
    told = {}
    for name in ("small", "rich"):
        words = [sys.executable, "-m", "hoyle", "explain", name, "--game", "case.hoyle", "--players", "2"]
        told[name] = subprocess.run(words, capture_output=True, text=True, env=environment(), check=True).stdout
    assert "exception later: in force when laid > 2\n" in told["small"]
    assert "exception strict: always in force\n" in told["small"]
    assert "exception poor: in force when laid < 20\n" in told["rich"]


def test_a_variant_is_told_when_the_ability_it_excepts_has_changed(tmp_path: Path) -> None:
    game, path = tmp_path / "charms.hoyle", tmp_path / "case.hoyle"
    shutil.copy(HERE / "charms.hoyle", game)
    path.write_text('variant "Case" of charms\n\nexcept storm.on_entry when laid > 5 waive\n', encoding="utf-8")
    reading = read_path(path)
    path.write_text(pinned(base_files(reading), reading.variants[-1]), encoding="utf-8")
    assert "ability storm on_entry as of" in path.read_text(encoding="utf-8")
    assert read_path(path).diagnostics == []
    game.write_text(game.read_text(encoding="utf-8").replace("laid += 10", "laid += 11"), encoding="utf-8")
    assert [d.code for d in read_path(path).diagnostics] == ["HYL606"]
