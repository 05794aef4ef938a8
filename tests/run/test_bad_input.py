"""Whatever is given wrongly is refused in words: a `HoyleError` with a code, and nothing else."""

from __future__ import annotations

import base64
import json
import os
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

import hoyle
from hoyle.read import read_game, read_text
from hoyle.run.save import seal

HEARTS = str(Path(__file__).parents[2] / "examples" / "hearts.hoyle")
GAME = "texas_showdown"


@cache
def loaded() -> hoyle.Game:
    return hoyle.load(GAME, players=4)


def refused(code: str, work: Any) -> str:
    with pytest.raises(hoyle.HoyleError) as caught:
        work()
    assert [d.code for d in caught.value.diagnostics] == [code]
    return f"{caught.value.diagnostics[0].message} {caught.value.diagnostics[0].help}"


@pytest.mark.parametrize("players", [0, -1, 2, 7, 99, True, "4", 4.0, [4]])
def test_players(players: Any) -> None:
    assert "3 to 6" in refused("HYL902", lambda: hoyle.load(GAME, players=players))


OPTIONS: list[tuple[Any, str]] = [
    ({"pasing": "on"}, "passing"),
    ({"passing": "maybe"}, "`off`, `on`"),
    ({"passing": 1}, "`off`, `on`"),
    ({"passing": None}, "`off`, `on`"),
    ({"happy_faces_floor": "below_zero"}, "face_rule is happy_faces"),
    ({3: 4}, "passing"),
    ("passing", "dictionary"),
]


@pytest.mark.parametrize(("options", "words"), OPTIONS, ids=[str(o) for o, _ in OPTIONS])
def test_options(options: Any, words: str) -> None:
    assert words in refused("HYL901", lambda: hoyle.load(GAME, players=4, options=options))


@pytest.mark.parametrize("target", [49, 201, "many", 2.5, True, None, []])
def test_a_number_outside_its_range(target: Any) -> None:
    assert "50 to 200" in refused("HYL901", lambda: hoyle.load(HEARTS, options={"target": target}))


@pytest.mark.parametrize("seed", [0.5, None, b"x", [1], True])
def test_seeds(seed: Any) -> None:
    assert "whole number or a text" in refused("HYL903", lambda: loaded().start(seed=seed))


@pytest.mark.parametrize("name", ["", "no_such_game", "no/such/file.hoyle", "..", "\0", "x" * 5000, 7, None, "/"])
def test_games(name: Any) -> None:
    refused("HYL909", lambda: hoyle.load(name))


@pytest.mark.parametrize("choice", [None, "play 0 black", -1, 99, True, 1.0, (), object()])
def test_choices(choice: Any) -> None:
    state = loaded().start(seed=1)
    before = state.save()
    refused("HYL904", lambda: state.choose(choice))
    assert state.save() == before


def test_a_choice_of_another_moment_or_game() -> None:
    state = loaded().start(seed=1)
    early = state.choices[0]
    state.choose(early)
    assert "not legal" in refused("HYL904", lambda: state.choose(early))
    other = hoyle.load(HEARTS).start(seed=1).choices[0]
    refused("HYL904", lambda: state.choose(other))


def test_a_choice_of_another_copy_of_the_game_is_the_same_choice() -> None:
    one, two = loaded().start(seed=1), hoyle.load(GAME, players=4).start(seed=1)
    one.choose(two.choices[0])
    two.choose(0)
    assert one == two


@pytest.mark.parametrize("seat", [-1, 4, "0", None, True, 0.0])
def test_seats(seat: Any) -> None:
    refused("HYL904", lambda: loaded().start(seed=1).view(seat))


def test_variables() -> None:
    assert "`points`" in refused("HYL904", lambda: loaded().start(seed=1).value("pionts"))


TABLES = 'game "T" for 2 players\n\ncards Tile\n    value : 1..9 key\n    from "x.csv"\n'


@pytest.mark.parametrize("sort", ["pipe", "folder", "device", "loop"])
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("x.csv", TABLES),
        ("odds.hoyle", 'game "T" for 2 players\n\nuse odds\n'),
        ("base.hoyle", 'variant "V" of base\n\nset x = 1\n'),
        ("base.hoyle", "trials of base\n"),
        ("main.hoyle", ""),
        ("main.txt", ""),
    ],
    ids=["a table", "a library", "a base", "a game with trials", "a definition", "one with another name"],
)
def test_what_is_no_file(sort: str, name: str, text: str, tmp_path: Path) -> None:
    """In place of any file that is read: nothing is waited for, and it is said that there is none."""
    path, main = tmp_path / name, tmp_path / (name if name.startswith("main") else "main.hoyle")
    main.write_text(text, encoding="utf-8")
    path.unlink(missing_ok=True)
    match sort:
        case "pipe":
            os.mkfifo(path)
        case "folder":
            path.mkdir()
        case "device":
            path.symlink_to("/dev/zero")
        case "loop":
            path.symlink_to(path)
    with pytest.raises(hoyle.HoyleError) as caught:
        hoyle.load(str(main))
    codes = {diagnostic.code for diagnostic in caught.value.diagnostics} - {"HYL313"}  # a game of cards alone
    assert codes and codes <= {"HYL010", "HYL601", "HYL909", "HYL012", "HYL001"}
    with pytest.raises(hoyle.HoyleError):
        read_text(path)


class Unwritable:
    def __repr__(self) -> str:
        raise RuntimeError("not to be written")

    __str__ = __repr__


ODD: list[Any] = [
    None, True, False, 0, -1, 99, 10**5000, -(10**5000), 0.5, float("nan"), float("inf"), 1j,
    "", "x", "x" * 5000, "\0", "\ud800", "a\nb", "..", "/", "/dev/null", "pipe", "pipe.hoyle", "folder.hoyle", " over ",
    b"x", [], [0], [[]], [None], ["x"], ["x" * 5000], ["\0"], ["pipe"], ["pipe.hoyle"], ["x over y"], (), range(3),
    {}, {"a": 1}, {None: None}, {"\ud800": 1}, set(), iter([1]), object(), Unwritable(), [Unwritable()], int, len,
]  # fmt: skip
CALLS: dict[str, Any] = {
    "load": lambda state, odd: hoyle.load(odd),
    "players": lambda state, odd: hoyle.load(GAME, players=odd),
    "options": lambda state, odd: hoyle.load(GAME, options=odd),
    "an option": lambda state, odd: hoyle.load(GAME, options={"passing": odd}),
    "variants": lambda state, odd: hoyle.load(GAME, variants=odd or "x"),
    "a variant": lambda state, odd: hoyle.load(GAME, variants=[odd]),
    "seed": lambda state, odd: state.game.start(odd),
    "chance": lambda state, odd: state.game.start(chance=odd),
    "a number of chance": lambda state, odd: state.game.start(chance=[odd]),
    "choose": lambda state, odd: state.choose(odd),
    "view": lambda state, odd: state.view(odd),
    "value": lambda state, odd: state.value(odd),
    "events": lambda state, odd: state.events(odd),
    "why_not": lambda state, odd: state.why_not(odd),
    "restore": lambda state, odd: hoyle.restore(odd),
    "the game to restore": lambda state, odd: hoyle.restore(state.save(), odd),
}


@pytest.mark.parametrize("call", CALLS)
def test_whatever_is_passed(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Anything at all: it means something, or it is refused in words that can be printed; nothing is waited for."""
    monkeypatch.chdir(tmp_path)
    Path("folder.hoyle").mkdir()
    os.mkfifo("pipe")
    os.mkfifo("pipe.hoyle")
    read = loaded().reading  # a game is read once, not for every number of players that it has
    monkeypatch.setattr(
        "hoyle.run.game.read_game",
        lambda name, variants: read_game(name, variants) if variants or name != GAME else read,
    )
    meant = 0
    for odd in ODD:
        state = loaded().start(seed=1)
        try:
            CALLS[call](state, odd)
        except hoyle.HoyleError as error:
            assert str(error) and error.diagnostics[0].message
        else:
            meant += 1
    assert meant < len(ODD) / 2


SAVES = ["", "{", "[]", "null", "7", '"x"', "{}", '{"hoyle": 2}', "[" * 100_000, '{"hoyle": 1}', 7, None, b"{}"]


@pytest.mark.parametrize("text", SAVES, ids=range(len(SAVES)))
def test_saves(text: Any) -> None:
    refused("HYL905", lambda: hoyle.restore(text))


def test_a_save_under_other_rules() -> None:
    data = json.loads(loaded().start(seed=1).save())
    data["rules"] = "0" * 16
    assert "rules have changed" in refused("HYL905", lambda: hoyle.restore(seal(data)))


def test_a_save_that_would_fill_the_memory() -> None:
    state = hoyle.load(HEARTS).start(seed=1)
    data = json.loads(state.save())
    bomb = zlib.compress(b'{"main": "x.hoyle", "files": {"x.hoyle": "' + b" " * 200_000_000)
    data["game"] = {"definition": base64.b64encode(bomb).decode()}
    refused("HYL905", lambda: hoyle.restore(seal(data)))


def test_a_save_that_names_a_path() -> None:
    data = json.loads(hoyle.load(HEARTS).start(seed=1).save())
    content = {"main": "x.hoyle", "files": {"../x.hoyle": "game"}, "tables": {}}
    data["game"] = {"definition": base64.b64encode(zlib.compress(json.dumps(content).encode())).decode()}
    refused("HYL905", lambda: hoyle.restore(seal(data)))


@cache
def saved() -> str:
    state = loaded().start(seed=3)
    for _ in range(9):
        state.choose(0)
    return state.save()


def test_a_save_of_another_version() -> None:
    data = json.loads(saved())
    assert "another version" in refused("HYL905", lambda: hoyle.restore(seal({**data, "hoyle": 1})))


@often(150)
@given(st.integers(0, 10_000), st.binary(max_size=3))
def test_a_damaged_save(place: int, junk: bytes) -> None:
    """Cut and patched anywhere: it is refused, or the change means nothing."""
    text = saved()
    place %= len(text)
    harmless_or_refused(text[:place] + junk.decode("latin-1") + text[place + 1 :])


@often(150)
@given(st.data())
def test_a_forged_save(data: Any) -> None:
    """Every field, replaced by something of any shape."""
    made = json.loads(saved())
    path: Any = made
    keys: list[Any] = []
    while isinstance(path, (dict, list)) and path and (not keys or data.draw(st.booleans())):
        key = (
            data.draw(st.sampled_from(list(path)))
            if isinstance(path, dict)
            else data.draw(st.integers(0, len(path) - 1))
        )
        keys.append(key)
        path = path[key]
    parent = made
    for key in keys[:-1]:
        parent = parent[key]
    junk = st.recursive(
        st.none() | st.booleans() | st.integers(-5, 99) | st.text(max_size=3),
        lambda x: st.lists(x, max_size=3),
        max_leaves=4,
    )
    parent[keys[-1]] = data.draw(junk)
    harmless_or_refused(json.dumps(made))


def harmless_or_refused(text: str) -> None:
    try:
        assert hoyle.restore(text) == hoyle.restore(saved())
    except hoyle.HoyleError as error:
        assert [d.code for d in error.diagnostics] == ["HYL905"]
