"""A save: of every sort of game, read by somebody who has nothing but the text, and reading nothing but the text."""

from __future__ import annotations

import base64
import gc
import json
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from every import BUNDLED, ROOT, counts, game

import hoyle
from hoyle.diagnostics import HoyleError
from hoyle.read import read_game, read_path
from hoyle.run import carried
from hoyle.run.game import Game, prepare
from hoyle.run.miniature import miniature_game, the_miniature
from hoyle.run.moment import chosen
from hoyle.run.save import Again, restore, seal

TILES = """\
cards Tile
    value : 1..9 key
    {rows}

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

define hand_size = 2
define score(p) = count(hand[p])

flow
    move Tile to deck
    shuffle deck
    deal hand_size from deck to hand
    main

phase main
    repeat 2 times
        each p in Player
            p must play if able

action play(card in hand[you])
    move card to shown
    if {test}
        you chooses one number in 1..3

ending all_played after main
    winners []
"""
ROWS = "| value |\n    | 1..9  |"
GAME = 'game "Tiles" for 2..3 players\n\n' + TILES.format(rows=ROWS, test="card.value > 3")
SMALL = """property few never count(shown) > 9

miniature "small"
    players 2
    cards c in Tile where c.value <= 6
"""
LIBRARY = "library odds\n\ndefine odd(card) = card.value mod 2 is 1\n"
USING = 'game "Tiles" for 2 players\n\nuse odds\n\n' + TILES.format(rows=ROWS, test="odd(card)")
TABLE = 'game "Tiles" for 2 players\n\n' + TILES.format(rows='from "sub/../sub/x.csv"', test="card.value > 3")
CSV = "value\n" + "".join(f"{n}\n" for n in range(1, 8))
VARIANT = 'variant "More" of tiles\n\nset hand_size = 3\n'
TRIALS = "trials of tiles\n\nproperty few after play(card) then count(shown) < 99\n"


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


def made(sort: str, folder: Path) -> Game:
    write(folder, tiles_dot_hoyle=GAME, tiles_dot_txt=GAME, using_dot_hoyle=USING, odds_dot_hoyle=LIBRARY)
    write(
        folder,
        csv_dot_hoyle=TABLE,
        sub__x_dot_csv=CSV,
        rules__more_dot_hoyle=VARIANT,
        small_dot_hoyle=f"{GAME}\n{SMALL}",
    )
    write(
        folder, tiles_trials_dot_hoyle=TRIALS, rules__less_dot_hoyle=VARIANT.replace("3", "1").replace("More", "Less")
    )
    more = [str(folder / "rules" / "more.hoyle")]
    match sort:
        case "a variant one folder up":
            return hoyle.load(str(folder / "rules" / "more.hoyle"))
        case "a game with a variant":
            return hoyle.load(str(folder / "tiles.hoyle"), variants=more, players=3)
        case "variants over one another":
            less = str(folder / "rules" / "less.hoyle")
            return hoyle.load(str(folder / "tiles.hoyle"), variants=[f"{less} over more", *more])
        case "a bundled game with a variant":
            write(folder, bundled_dot_hoyle='variant "V" of texas_showdown\n')
            return hoyle.load("texas_showdown", variants=[str(folder / "bundled.hoyle")])
        case "watched trials":
            return prepare(read_path(folder / "tiles_trials.hoyle"), watched=True)
        case "bundled trials":
            return prepare(read_path(BUNDLED[0].with_name(f"{BUNDLED[0].stem}_trials.hoyle")), watched=True)
        case "a miniature":
            reading = read_path(folder / "small.hoyle")
            return miniature_game(reading, the_miniature(reading, "small"))
        case "a miniature of a varied game":
            write(folder, rules__v_dot_hoyle=VARIANT.replace("tiles", "small"))
            reading = read_game(str(folder / "small.hoyle"), [str(folder / "rules" / "v.hoyle")])
            return miniature_game(reading, the_miniature(reading, "small"))
    return hoyle.load(str(folder / sort))


SORTS = [
    "tiles.hoyle", "tiles.txt", "using.hoyle", "csv.hoyle", "a variant one folder up", "a game with a variant",
    "variants over one another", "a bundled game with a variant", "watched trials", "tiles_trials.hoyle",
    "bundled trials", "a miniature", "a miniature of a varied game",
]  # fmt: skip


@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_of_game(sort: str, tmp_path: Path) -> None:
    """From a seed and from a script, at the start, between and at the end, by somebody who has not loaded it."""
    played = made(sort, tmp_path)
    for path in [*tmp_path.rglob("*.hoyle"), *tmp_path.rglob("*.csv")]:
        path.unlink()  # what was read stays as it was read
    read = carried.read_again(played)
    for state in (played.start(5), played.start(chance=[2, 0, 1])):
        for step in range(40):
            if step in (0, 1, 2, 7, 39) or state.over:
                text = state.save()
                back = restore(text, read)
                assert back == state and back.events() == state.events()
                assert [c.text for c in back.choices] == [c.text for c in state.choices]
                assert back.save() == text
                assert restore(text).game is played
            if state.over:
                break
            state.choose(step % len(state.choices))


def test_two_files_with_one_name_cannot_travel(tmp_path: Path) -> None:
    write(
        tmp_path, using_dot_hoyle=USING, odds_dot_hoyle=LIBRARY, rules__odds_dot_hoyle=LIBRARY.replace("odd(", "even(")
    )
    write(tmp_path, rules__w_dot_hoyle='variant "W" of using\n\nuse odds\n')
    with pytest.raises(HoyleError, match="two files are called `odds"):
        hoyle.load(str(tmp_path / "rules" / "w.hoyle")).start(1).save()


# ---------------------------------------------------------------------------------------------- nothing else is read

READ_BY = """
import sys, json, hoyle, pathlib
text = pathlib.Path(sys.argv[1]).read_text()
hoyle.restore(sys.argv[2])  # whatever is imported on the way is imported now
opened = []

def note(event, args):
    if event in ("open", "os.mkdir") and not isinstance(args[0], int):
        opened.append(str(args[0]))

sys.addaudithook(note)
try:
    hoyle.restore(text)
    print(json.dumps(["", opened]))
except hoyle.HoyleError as error:
    print(json.dumps([error.diagnostics[0].message, opened]))
"""


@pytest.mark.parametrize(
    ("main", "text"),
    [
        ("g.hoyle", f"{GAME}\nuse odds\n"),
        ("g.hoyle", GAME.replace(ROWS, 'from "x.csv"')),
        ("g.hoyle", GAME.replace(ROWS, 'from "../x.csv"')),
        ("g.hoyle", VARIANT),
        ("g_trials.hoyle", TRIALS),
        ("tiles.hoyle", GAME),
    ],
    ids=["a library", "a table", "a table outside", "a variant", "trials", "itself"],
)
def test_no_other_file_is_read(main: str, text: str, tmp_path: Path) -> None:
    """What a definition asks for lies beside the reader, above it and where it was sent from: it stays unread."""
    for folder in (tmp_path, tmp_path / "a", tmp_path / "a" / "b"):
        folder.mkdir(exist_ok=True)
        write(folder, tiles_dot_hoyle=GAME, odds_dot_hoyle=LIBRARY, x_dot_csv=CSV)
    data = json.loads(hoyle.load(str(tmp_path / "tiles.hoyle")).start(1).save())
    packed = zlib.compress(json.dumps({"main": main, "files": {main: text}}).encode())
    data["game"] = {"definition": base64.b64encode(packed).decode()}
    saved, innocent = tmp_path / "saved.json", game(BUNDLED[-1], counts(BUNDLED[-1])[0]).start(1).save()
    saved.write_text(seal(data), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", READ_BY, str(saved), innocent],
        cwd=tmp_path / "a" / "b", capture_output=True, text=True, check=True,
    )  # fmt: skip
    message, opened = json.loads(done.stdout)
    assert bool(message) == (main != "tiles.hoyle")
    allowed = (str(ROOT / "gamedefs"), str(ROOT / "grammar"), str(ROOT / "interpreter"))
    assert [path for path in opened if not path.startswith(allowed)] == []


@pytest.mark.parametrize("name", ["/etc/passwd", "tiles", "tiles.hoyle", "../tiles", "library/tricks", "", "no such"])
def test_a_name_is_that_of_a_bundled_game(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, tiles_dot_hoyle=GAME)
    data = json.loads(hoyle.load("tiles.hoyle").start(1).save())
    with pytest.raises(HoyleError, match="there is no bundled game"):
        restore(seal({**data, "game": {"name": name}}))


# ---------------------------------------------------------------------------------------------- what is loaded already


def test_a_game_is_read_again_only_if_it_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, tiles_dot_hoyle=GAME)
    read: list[Any] = []
    read_source = carried.read_source
    monkeypatch.setattr(carried, "read_source", lambda *args, **more: read.append(args) or read_source(*args, **more))
    first = hoyle.load(str(tmp_path / "tiles.hoyle"), players=2)
    texts = [first.start(1).save(), hoyle.load(str(tmp_path / "tiles.hoyle"), players=3).start(1).save()]
    write(tmp_path, tiles_dot_hoyle=GAME.replace('"Tiles"', '"Others"'))
    other = hoyle.load(str(tmp_path / "tiles.hoyle"), players=2)
    assert other == first  # the same rules, told in other words
    assert restore(texts[0]).game is first and restore(other.start(1).save()).game is other
    assert not read
    title, first = first.title, other
    gc.collect()
    assert restore(texts[0]).game.title == title != first.title
    assert [restore(texts[1]).game.players for _ in range(5)] == [3] * 5
    assert len(read) <= 2


def test_a_state_after_an_error_is_not_saved(tmp_path: Path) -> None:
    text = GAME.replace("zone deck", "var low : 0..3 = 3\n\nzone deck").replace(
        "    move card to shown\n", "    move card to shown\n    low += 1\n"
    )
    write(tmp_path, tiles_dot_hoyle=text)
    state = hoyle.load(str(tmp_path / "tiles.hoyle")).start(1)
    before = state.copy()
    with pytest.raises(HoyleError, match="outside its range"):
        state.choose(0)
    with pytest.raises(HoyleError, match="cannot be saved"):
        state.save()
    assert restore(before.save()) == before


def test_a_table_that_others_made_is_refused() -> None:
    """A version that plays otherwise by the same rules comes to another table, and says so."""
    loaded = game(BUNDLED[0], counts(BUNDLED[0])[0])
    data = json.loads(loaded.start(1).save())
    with pytest.raises(HoyleError, match="another table"):
        restore(seal({**data, "table": "0" * 16}))


def test_a_table_that_was_set_by_hand_is_not_saved() -> None:
    """Whatever can be saved can be restored: it is tried when it is saved."""
    state = game(BUNDLED[0], counts(BUNDLED[0])[0]).start(1)
    state.draws += 1
    with pytest.raises(HoyleError, match="cannot be saved"):
        state.save()


# ---------------------------------------------------------------------------------------------- work

HEAVY = """\
game "Heavy" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

zone heap : pile, face up

var total : number = 0

define score(p : Player) = total

action wait
    total = 0

flow
    repeat until total > 9 - 1
        each p in Player
            p must wait
            {what}
    finish

to finish
    total = 0

ending done after finish
    winners []
"""
MUCH = "total = count(n in 1..{most} where count(m in 1..1000 where m * m is n + total) > 1)"
FREE = f"\n{' ' * 12}".join(["total = count(n in 1..45 where count(m in 1..45 where m * m is n + total) > 1)"] * 200)
STRANGE = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
import hoyle
from hoyle.run.save import seal
data = json.loads(hoyle.load(sys.argv[1]).start(1).save())
text = seal({**data, "choices": [0] * 1500})
assert len(text) < 6000
try:
    hoyle.restore(text)
except hoyle.HoyleError as error:
    print(error.diagnostics[0].message)
"""


@pytest.mark.parametrize(
    "what",
    [MUCH.format(most=10_000), MUCH.format(most=100), FREE],
    ids=["nearly all", "much", "what nobody counts"],
)
def test_a_stranger_makes_nobody_work_for_long(what: str, tmp_path: Path) -> None:
    """Every decision takes nearly all that one may, or as much as nobody counts in play; the save has a few kilobytes.

    Played as it says, it would take longer than the process may.
    """
    (tmp_path / "heavy.hoyle").write_text(HEAVY.format(what=what), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", STRANGE, str(tmp_path / "heavy.hoyle")], capture_output=True, text=True, check=False
    )
    assert "this is not a saved game: to play it again takes too much work" in done.stdout, done.stderr


def test_what_takes_too_much_work_is_not_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last state that is saved is restored, and the first that is not would not be."""
    monkeypatch.setattr("hoyle.run.save.FUEL", 3_000_000)
    (tmp_path / "heavy.hoyle").write_text(HEAVY.format(what=MUCH.format(most=100)), encoding="utf-8")
    state = hoyle.load(str(tmp_path / "heavy.hoyle")).start(1)
    saved = []
    while len(saved) < 100:
        try:
            saved.append(state.save())
        except HoyleError as error:
            assert error.diagnostics[0].message == "this state cannot be saved: to play it again takes too much work"
            break
        assert restore(saved[-1]) == state
        state.choose(0)
    assert 1 < len(saved) < 10
    data = json.loads(saved[-1])
    with pytest.raises(HoyleError, match="too much work"):
        restore(seal({**data, "choices": [*data["choices"], 0]}))


@pytest.mark.parametrize("path", BUNDLED, ids=lambda path: path.stem)
def test_real_games_are_far_from_too_much_work(path: Path) -> None:
    """A whole game takes less than a fifth of the work that may be done to play it again."""
    for players in counts(path):
        state = game(path, players).start(3)
        number = 0
        while not state.over:
            number += 1
            state.choose(number * 7 % len(state.choices))
        again = Again(state.game, state.seed)
        first = again.left
        for choice in chosen(state.log):
            again.choose(choice)
        assert again.left > first * 4 // 5
