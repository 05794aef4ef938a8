"""Recorded plays: as a file and back, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from every import GAMES, counts, game

from hoyle.diagnostics import HoyleError
from hoyle.read import read_path, read_source
from hoyle.run.game import Game, prepare
from hoyle.run.save import seal
from hoyle.source import Source
from hoyle.trials import record
from hoyle.trials.hunt import by_chance, choosing
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play
from hoyle.trials.settings import setting_of

STALLS = Path(__file__).parent / "stalls.hoyle"


def played(loaded: Game, seed: int, most: int = 60) -> tuple[Play, Any]:
    draw = random.Random(seed).random
    chance = by_chance(draw)
    state, choose, made = loaded.start(chance=chance), choosing(draw), []
    while not state.over and len(made) < most:
        made.append(choose(state))
        state.choose(made[-1])
    setting = setting_of(loaded)
    return Play(setting.players, setting.options, chance.told(), tuple(made)), state


@pytest.mark.parametrize("path", [*GAMES, STALLS], ids=lambda path: path.stem)
def test_as_a_file_and_back(path: Path) -> None:
    loaded = game(path, counts(path)[-1])
    play, state = played(loaded, 1)
    back, again = record.read(record.write(play, loaded, "a test"))
    assert (back, again) == (loaded, play)
    reached, error = again.again(back)
    assert error is None
    assert reached == state
    assert reached.events() == state.events()


def test_options_are_part_of_it() -> None:
    loaded = prepare(read_path(STALLS), players=3, options={"crowd": 2})
    play, _ = played(loaded, 2)
    assert (play.players, play.options) == (3, {"crowd": 2})
    assert record.read(record.write(play, loaded, ""))[0] == loaded


def test_it_goes_on_from_the_table() -> None:
    loaded = prepare(read_path(STALLS), players=2)
    play, state = played(loaded, 3, 4)
    first, second = (record.table(record.write(play, loaded, ""), random.Random(n).randrange)[0] for n in (0, 1))
    assert first.table() == second.table() == state.table()
    keep = len(first.choices) - 1
    spots = set()
    for number in range(8):  # chance goes on from there, and not as it lies
        on, remark = record.table(record.write(play, loaded, "property dear"), random.Random(number).randrange)
        assert remark == "this shows: property dear"
        on.choose(keep)
        spots.add(str(on.table()["deck"]))
    assert len(spots) > 1


def test_the_table_before_a_choice_that_breaks(tmp_path: Path) -> None:
    path = tmp_path / "stalls.hoyle"
    path.write_text(STALLS.read_text(encoding="utf-8").replace("0..11", "0..4"), encoding="utf-8")
    loaded = prepare(read_path(path), players=2)
    state = loaded.start(chance=())
    number = [choice.text for choice in state.choices].index("sell Cheese")
    text = record.write(Play(2, {}, (), (number,)), loaded, "")
    table, remark = record.table(text, random.Random(0).randrange)
    assert table.choices and "`sell Cheese` was chosen here" in remark and "would become 5" in remark


def refused(text: str) -> str:
    with pytest.raises(HoyleError) as caught:
        record.table(text, random.Random(0).randrange)
    assert [d.code for d in caught.value.diagnostics] == ["HYL905"]
    return caught.value.diagnostics[0].message


def test_what_is_no_play() -> None:
    loaded = prepare(read_path(STALLS), players=2)
    play, _ = played(loaded, 1, 4)
    text = record.write(play, loaded, "a test")
    data = json.loads(text)
    assert record.is_play(text) and not record.is_play(loaded.start(1).save())
    assert "it is not JSON" in refused(text[:-9])
    assert "it does not say" in refused("[]")
    assert "it does not say" in refused(loaded.start(1).save())
    assert "changed or cut" in refused(text.replace('"choices": [', '"choices": [0, '))
    assert "rules have changed" in refused(seal({**data, "rules": "0" * 16}))
    assert "it cannot be played" in refused(seal({**data, "choices": [*play.choices, 10_000]}))
    assert "it cannot be played" in refused(seal({**data, "choices": [10_000, 0]}))
    for wrong in ([-1], ["1"], [True], 3, None, [[0]]):
        assert "`chance` is not a list of numbers" in refused(seal({**data, "chance": wrong}))


HEAVY = """\
game "Heavy" for 2 players

cards Tile
    value : 1..9 key
    | value |
    | 1..9  |

var total : number = 0

define score(p : Player) = total

action wait
    total = count(n in 1..200 where count(m in 1..1000 where m * m is n + total) > 1)

flow
    repeat until total > 8
        each p in Player
            p must wait
    finish

to finish
    total = 0

ending done after finish
    winners []
"""


def test_a_stranger_makes_nobody_work_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with a saved game, all work of the play together is counted, and not only that of each choice."""
    loaded = prepare(read_source(Source("heavy", HEAVY)), players=2)
    texts = [record.write(Play(2, {}, (), (0,) * count), loaded, "") for count in (1, 60)]
    monkeypatch.setattr("hoyle.run.save.FUEL", 3_000_000)
    assert record.table(texts[0], random.Random(0).randrange)[0].choices
    assert "to play it again takes too much work" in refused(texts[1])


def test_a_game_that_is_not_there() -> None:
    loaded = game(GAMES[0], counts(GAMES[0])[0])
    data = json.loads(record.write(Play(2, {}, (), ()), loaded, ""))
    with pytest.raises(HoyleError) as caught:
        record.read(seal({**data, "game": {"name": "no_such_game"}}))
    assert caught.value.diagnostics[0].code == "HYL909"


def test_pools_know_the_game_of_a_play() -> None:
    reading = read_path(STALLS)
    loaded = prepare(reading, players=3, options={"crowd": 1})
    play, _ = played(loaded, 4)
    pool = Pool(reading, [setting_of(prepare(reading, players=2)), setting_of(loaded)], ())
    assert pool.of(play) == 1
    assert pool.game(play).options == loaded.options
