"""The looks of the games that come with Hoyle, and what becomes of a look that is missing, wrong or another game's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, ROOT, counts, game, reading
from manual.test_manual import BASE, IN_MANUAL

import hoyle
from hoyle.diagnostics import HoyleError
from hoyle.look import SUFFIX, check_beside, check_look, format_look, load
from hoyle.look.words import COLORS, EXACT, PIPS
from hoyle.read import find_game, read_path
from hoyle.source import Source

HOUSE_RULES = ROOT / "examples" / "house_rules"
LOOK = "look of little\n\nzone won : small\nvar x\nvalue points : bar of 100\n"


@pytest.fixture
def little(tmp_path: Path) -> Path:
    """The game that the manual begins with, in a folder of its own."""
    path = tmp_path / BASE
    path.write_text(next(block.text for block in IN_MANUAL if block.marks.get("file") == BASE), encoding="utf-8")
    return path


def beside(path: Path, text: str) -> Path:
    look = path.with_suffix(SUFFIX)
    look.write_text(text, encoding="utf-8")
    return look


# ---------------------------------------------------------------------------------- those that come with Hoyle


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_game_has_a_look_without_a_mistake(path: Path) -> None:
    look = path.with_suffix(SUFFIX)
    assert check_look(look) == []
    text = look.read_text(encoding="utf-8")
    assert format_look(Source("look", text)) == text


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_what_it_says_is_said_as_programs_have_it(path: Path) -> None:
    """Names are those of `game.meta()`, words those on cards: whoever draws needs nothing else."""
    for players in counts(path):
        table = game(path, players)
        look, meta = load(path, table), table.meta()
        assert look is not None and json.loads(json.dumps(look)) == look
        on_cards = words_on_cards(meta, look)
        for sort in ("colors", "pips", "short"):
            for kind, said in look[sort].items():
                missing = set(on_cards.get(kind, ())) - set(said)
                assert not missing, f"nothing of {missing} in {sort} of {kind}"
                assert set(said) <= set(meta["kinds"][kind]["labels"]) | set(on_cards.get(kind, ()))
        assert set(look["cards"]) <= {face["cards"] for face in meta["looks"]}
        assert set(look["values"]) <= {*meta["values"], *meta["shown"], "score"}
        for name, zone in look["zones"].items():
            laid = {str(cell) for row in [*zone.get("grid", []), zone.get("order", [])] for cell in row}
            labels = [index["labels"] for index in meta["zones"][name]["index"] if index["kind"] != "Player"]
            assert not laid or [laid] == [set(each) for each in labels]


def words_on_cards(meta: dict[str, Any], look: dict[str, Any]) -> dict[str, set[str]]:
    """For each kind what is printed of it, by what the look says of the attributes."""
    found: dict[str, set[str]] = {}
    for face in meta["looks"]:
        for name, kind in look["cards"].get(face["cards"], {}).get("kinds", {}).items():
            if face["face"][name] is not None:
                found.setdefault(kind, set()).add(face["face"][name])
    return found


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_only_what_every_table_can_draw_gets_into_a_page(path: Path) -> None:
    look = load(path, reading(path).right)
    assert look is not None
    cards = look["cards"].values()
    paints = [each for said in look["colors"].values() for each in said.values()]
    paints += [each[key] for each in cards for key in ("paint", "back") if key in each] + [look["table"]["felt"]]
    assert paints and all(paint in COLORS or EXACT.fullmatch(paint) for paint in paints)
    drawn = [each for said in look["pips"].values() for each in said.values()]
    assert all(each in PIPS for each in drawn + [each["drawing"] for each in cards if "drawing" in each])


# ---------------------------------------------------------------------------------- variants


def test_a_variant_has_the_look_of_its_game() -> None:
    look = load(HOUSE_RULES / "lower_limit.hoyle")
    assert look is not None
    assert look == load(find_game("texas_showdown"))


def test_a_variant_may_have_one_of_its_own(little: Path) -> None:
    beside(little, "look of little\nzone won : small\n")
    variant = little.with_name("loud.hoyle")
    variant.write_text('variant "Loud" of little\n\nreplace define worth(card) = 2\n', encoding="utf-8")
    assert load(variant)["zones"] == {"won": {"size": "small"}}
    look = beside(variant, "look of loud\nzone won : large\n")
    assert load(variant)["zones"] == {"won": {"size": "large"}}
    assert check_look(look) == []


def test_what_a_variant_took_away_is_left_out(little: Path) -> None:
    beside(little, "look of little\nzone won : small\nvalue points : count\nvalue louder : count\n")
    assert load(little)["values"] == {"points": {"as": "count"}}
    variant = little.with_name("loud.hoyle")
    variant.write_text('variant "Loud" of little\n\nadd var louder : number = 0\n', encoding="utf-8")
    assert load(variant)["values"] == {"points": {"as": "count"}, "louder": {"as": "count"}}


# ---------------------------------------------------------------------------------- nobody needs one


def test_without_a_look_there_is_none(little: Path) -> None:
    assert load(little) is None
    assert load(None) is None
    assert check_beside(little, read_path(little).right) == []


def test_a_look_changes_nothing_that_is_played(little: Path) -> None:
    before = hoyle.load(str(little), players=2)
    beside(little, "look of little\nzone won : small\n")
    after = hoyle.load(str(little), players=2)
    assert load(little, after) is not None
    assert (before.fingerprint, before.meta()) == (after.fingerprint, after.meta())


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"look of little\x00", b"#" * 1_000_001, b"", b"look", b"look of little\n" * 2_000]
)
def test_a_look_that_cannot_be_read_stops_nobody(little: Path, data: bytes) -> None:
    little.with_suffix(SUFFIX).write_bytes(data)
    look = load(little)
    assert look is None or not any(look.values())
    assert check_beside(little, read_path(little).right)


def test_a_mistake_stops_nobody_and_is_told(little: Path) -> None:
    look = beside(little, LOOK)
    data = load(little)
    assert data is not None
    assert (data["zones"], data["values"]) == ({"won": {"size": "small"}}, {"points": {"as": "bar", "of": 100}})
    assert [found.code for found in check_look(look)] == ["HYL701"]


def test_a_folder_is_no_look(little: Path) -> None:
    little.with_suffix(SUFFIX).mkdir()
    assert load(little) is None


def test_a_look_without_its_game(tmp_path: Path) -> None:
    (found,) = check_look(beside(tmp_path / "lost.hoyle", "look of lost\n"))
    assert (found.code, found.message) == ("HYL702", "there is no `lost.hoyle` beside this look")
    with pytest.raises(HoyleError):
        check_look(tmp_path / "missing.look")


def test_a_look_of_a_game_with_mistakes(little: Path) -> None:
    little.write_text(little.read_text(encoding="utf-8").replace("worth(c)", "wroth(c)"), encoding="utf-8")
    (found,) = check_look(beside(little, "look of little\n"))
    assert (found.code, found.message) == ("HYL702", "`little.hoyle` has mistakes of its own")
    assert load(little) is None
