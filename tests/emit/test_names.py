"""What is emitted has only names of ours in it, whatever a definition calls things and whatever its texts say."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from hoyle.diagnostics import HoyleError
from hoyle.emit.module import BUILT_IN
from hoyle.emit.operators import called
from hoyle.read import read_path, read_source
from hoyle.run.game import Game, prepare
from hoyle.run.support import SUPPORT
from hoyle.source import Source

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "gamedefs").glob("*.hoyle")), *sorted((ROOT / "examples").rglob("*.hoyle"))]
FILES = [*FILES, ROOT / "tests" / "emit" / "sample.hoyle"]
GAMES = [path for path in FILES if re.search(r"^game ", path.read_text(encoding="utf-8"), re.MULTILINE)]

STATE = {
    "answer",
    "choices",
    "frames",
    "fuel",
    "legal",
    "loc",
    "log",
    "player",
    "result",
    "site",
    "up",
    "v",
    "winners",
    "z",
}
METHODS = {"__getitem__", "append", "index", "key", "offer", "pop", "remove", "setdefault"}
FORBIDDEN = (
    ast.Import, ast.ImportFrom, ast.ClassDef, ast.AsyncFunctionDef, ast.Global, ast.Nonlocal, ast.Try,
    ast.With, ast.Delete, ast.Raise, ast.Await, ast.Yield, ast.YieldFrom, ast.JoinedStr, ast.keyword,
)  # fmt: skip
FUNCTION = re.compile(r"b[0-9]+|site_[0-9]+|[dpt]_\w+")
TABLE = re.compile(r"[GT][0-9]+_([0-9]+|stop)")
WORD = re.compile(r"[A-Za-z_0-9'.]*")


def inspect(game: Game) -> None:
    for procedure in game.program.procedures:
        game.code.perform(procedure)
    tree = ast.parse(game.code.whole())
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    assert len(functions) == len(tree.body), "only functions, each with a name of its own"
    assert all(FUNCTION.fullmatch(name) for name in functions)
    support = {*SUPPORT, *called(game.players)}
    ours = functions | support | set(game.code.emitter.module.constants) | set(BUILT_IN)
    ours |= {"OWNER", "SAME", "NAMED", "NAME"}
    for function in tree.body:
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        own = {node.id for node in names if isinstance(node.ctx, ast.Store)}
        own |= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
        assert not own & support, "a local hides what it needs"
        assert all(name in own or name in ours or TABLE.fullmatch(name) for name in (node.id for node in names))
        for node in ast.walk(function):
            assert not isinstance(node, FORBIDDEN), ast.unparse(node)
            if isinstance(node, ast.Attribute):
                assert node.attr in STATE | METHODS, node.attr
                assert node.attr in METHODS or ast.unparse(node.value) == "s", ast.unparse(node)
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert WORD.fullmatch(node.value), node.value


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_games(path: Path) -> None:
    reading = read_path(path, trials=False)
    assert reading.world is not None
    for players in {*reading.world.model.seats}:
        inspect(prepare(reading, players=players))


HOSTILE = """\
game "Names" for 2 players

kind Sort : W0 | other_member
option W1 "HOSTILE 'title'" : few | many

cards Tile
    sort : Sort key
    W2   : 1..4 key
    says : text
    written "{W2} HOSTILE '+f[1]+'"
    | sort | W2   | says |
    | Sort | 1..4 | "'); HOSTILE(s.log) #" |

zone W3         : pile, face up
zone W4[Player] : set, face down, seen by owner
var W5          : 0..99 = 0
var W6[Sort]    : number = 0

define W7(W8 : Tile) = W8.W2 + (if W8.sort is W0 then 1 otherwise 0) + W5
define score(p) = W5 + sum(W7(W8) for W8 in W3) + W6[W0]

flow
    move Tile to W3
    shuffle W3
    deal 3 from W3 to W4
    repeat until empty(W4)
        each W9 in Player
            W10(W9)

phase W10 "HOSTILE '+f[1]+'" (W9 : Player)
    W9 must W11 if able
    let W12 = count(W3)
    W13(W9, W12)
    W9 may choose one W14 in W4[W9] as W15 "HOSTILE '' {W14} \\\\x27"
        W5 = max(0, min(99, W5 + W14.W2))
        move W14 to W3

to W13(W16 : Player, W17 : number)
    W6[W0] += W17
    if W1 is many
        W5 = 1

action W11(W18 in W4[you])
    text "HOSTILE {W18} %s {W18}"
    move W18 to W3

rule W19 "HOSTILE ') or 1" for W11(W18) when W5 > 2
    must W18.W2 > 1 if able

ending W20 "HOSTILE" after W10(W9) when W5 > 50
    winners [W9]
"""
NAMES = [
    "__import__",
    "class",
    "lambda",
    "s",
    "f",
    "z",
    "v",
    "a",
    "c",
    "site_0",
    "b1",
    "d_score",
    "None",
    "exec",
    "T0_0",
    "G0_0",
    "A_sort",
    "l_s",
    "t_0",
    "SUPPORT",
    "Answers",
    "LEAST",
    "x1",
    "n1",
    "n",
    "k",
    "best",
    "peak",
    "w",
    "lead",
    "len",
    "tuple",
    "__builtins__",
    "print",
    "self",
    "e",
    "i",
    "fuel",
    "F",
    "F_1",
    "C",
    "P",
    "B",
    "OWNER",
]


@pytest.mark.parametrize("turn", range(0, len(NAMES), 3))
def test_hostile_names(turn: int) -> None:
    names = NAMES[turn:] + NAMES[:turn]
    text = re.sub(r"\bW([0-9]+)\b", lambda found: names[int(found[1])], HOSTILE)
    try:
        game = prepare(read_source(Source("names.hoyle", text)))
    except HoyleError as error:
        raise AssertionError(text) from error
    inspect(game)
    assert "HOSTILE" not in game.code.whole()
    state = game.start(seed=turn)
    while not state.over:
        assert state.choices and state.scores
        state.choose(turn % len(state.choices))
