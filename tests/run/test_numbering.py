"""Numbers of choices: each another one, the same wherever the game is loaded, and below their count."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import islice
from pathlib import Path

import every
import pytest

import hoyle
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.source import Source
from hoyle.table.seen import hidden

IDS = [path.stem for path in every.GAMES]
PRINT = """
import sys; sys.path.insert(0, sys.argv[1])
import every, test_numbering
for path in every.GAMES:
    print(path.stem, test_numbering.numbers(path))
"""


def numbers(path: Path) -> list[int]:
    """The count of all numbers, and those of the choices of a few decisions."""
    game = every.game(path, every.counts(path)[0])
    found = [game.action_count]
    for state in islice(every.moments(game, 11), 25):
        found += [choice.number for choice in state.choices]
    return found


@pytest.mark.parametrize("path", every.GAMES, ids=IDS)
@pytest.mark.parametrize("last", [0, -1], ids=["few", "many"])
def test_different_choices_have_different_numbers(path: Path, last: int) -> None:
    game = every.game(path, every.counts(path)[last])
    for state in islice(every.moments(game, 9), 150):
        met: dict[int, object] = {}
        for choice in state.choices:
            looks = tuple(face.look for face in choice.faces)
            rest = tuple(
                v for p, v in zip(choice.params, choice.values, strict=True) if hidden(v) or v not in choice.seen_cards
            )
            same = (choice.action, looks, rest)
            assert 0 <= choice.number < game.action_count
            assert met.setdefault(choice.number, same) == same
            assert state.numbered(choice.number).number == choice.number
        if not state.over:
            free = next(n for n in range(game.action_count) if n not in met)
            with pytest.raises(hoyle.HoyleError, match="no choice has the number"):
                state.numbered(free)


def test_numbers_are_the_same_in_another_process() -> None:
    here = "".join(f"{path.stem} {numbers(path)}\n" for path in every.GAMES)
    command = [sys.executable, "-c", PRINT, str(Path(__file__).parent)]
    folders = os.pathsep.join([str(Path(__file__).parents[1]), str(Path(hoyle.__file__).parents[1])])
    environment = {**os.environ, "PYTHONHASHSEED": "77", "PYTHONPATH": folders}
    made = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert made.stdout == here, made.stderr


ONE = """\
game "One" for 2 players

cards Coin
    value : 1..3 key
    | value |
    | 1..3  |

zone pool : set, face up
var bid : number

define score(p) = 0

action take(coin in pool)
    bid += coin.value

flow
    move Coin to pool
    seat(1) must take if able
    twice(seat(2))
    twice(seat(1))

to twice(p : Player)
    p must take if able
    p may take
    WAYS
    bid = bid
"""


def one(ways: str = "") -> hoyle.Game:
    return prepare(read_source(Source("one.hoyle", ONE.replace("WAYS", ways))))


def test_the_same_action_has_the_same_numbers_wherever_it_is_offered() -> None:
    game = one()
    assert len(game.plan.sites) > 3 and game.action_count == 1 + 3
    state = game.start(seed=1)
    found = set()
    while not state.over:
        found.add(tuple(choice.number for choice in state.choices))
        state.choose(0)
    assert found == {(1, 2, 3), (1, 2, 3, 0)}


def test_what_has_no_end_cannot_be_numbered() -> None:
    game = one("p chooses one n in [bid, bid + 1] as bidding\n        bid = n\n    otherwise\n        bid = 0")
    with pytest.raises(hoyle.HoyleError, match="`n` of `bidding` can be anything of the type `number`"):
        assert game.action_count


def test_where_nobody_is_asked_only_declining_has_a_number() -> None:
    silent = ONE[: ONE.index("    seat(1) must take")] + "    bid = 1\n"
    assert prepare(read_source(Source("silent.hoyle", silent))).action_count == 1
