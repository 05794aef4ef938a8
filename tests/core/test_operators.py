"""The table of operators: everybody who uses it knows every row, its columns are true, and a row is all it takes."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle import builtins
from hoyle import types as t
from hoyle.check.bounds import arithmetic
from hoyle.core import nodes as core
from hoyle.core.operators import FOLDS, OPERATORS, LooksAt, Op, function, functions
from hoyle.diagnostics import HoyleError
from hoyle.emit.expressions import Expressions
from hoyle.emit.module import Emitter
from hoyle.emit.operators import WRITTEN
from hoyle.emit.writer import Function, Name
from hoyle.program.evaluate import Evaluator
from hoyle.program.show import Show, show_program
from hoyle.program.specialise import Specialiser
from hoyle.program.work import Work
from hoyle.read import read_source
from hoyle.rulebook import conditions, values
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.definition import teller_of
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source
from hoyle.syntax import tree
from hoyle.syntax.parse import parse
from hoyle.trials.checks.reference import Along

ROOT = Path(__file__).parents[2]
SAMPLE = (ROOT / "tests" / "emit" / "sample.hoyle").read_text(encoding="utf-8")
LAZY = {"and", "or", "else"}  # asked part by part, by whoever evaluates or writes them
TOTAL = [name for name, op in OPERATORS.items() if op.total and op.value is not None]
PURE = [name for name in TOTAL if OPERATORS[name].reads in (LooksAt.NOTHING, LooksAt.PLAYERS)]

# ---------------------------------------------------------------------------------------------- nobody lacks a row


def test_every_operator_has_a_value_in_the_reference() -> None:
    planned = {"planned"}  # a way to find groups, and no other meaning
    assert {name for name, op in OPERATORS.items() if op.value is None} == {*LAZY, "present", "sure", "was"} | planned


def test_every_operator_is_written_in_one_way() -> None:
    """By its template, by hand, as a table of cards, or as a call of its value. `was` is gone before."""
    for name, op in OPERATORS.items():
        assert not (op.python and name in WRITTEN), name
        by_itself = op.value is not None and op.fixed
        assert op.python or name in WRITTEN or by_itself or name == "was", name
    assert OPERATORS.keys() >= WRITTEN.keys()


def test_whatever_may_be_too_large_says_how_large_it_can_be() -> None:
    for op in OPERATORS.values():
        assert not op.limited or (op.edges is None) != (op.length is None), op.name


def test_every_operator_that_is_named_in_the_package_is_in_the_table() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "interpreter").rglob("*.py"))
    named = set(re.findall(r'\bPrim\(\s*"([^"]+)"', text))
    assert named - OPERATORS.keys() == {"range'"}  # which only tells two sorts of conditions apart
    assert {
        word for row in re.findall(r"core\.Fold\(((?:\"\w+\"(?: \| )?)+)", text) for word in row.split('"')[1::2]
    } <= {*FOLDS}


def test_every_fold_is_in_both_tables() -> None:
    assert sorted(FOLDS) == sorted(builtins.FOLDS)


SAID = {
    "seat(2)": "player 2",
    "seat(total)": "the player on seat the total",
    "left(leader)": "the player to the left of the leader",
    "right(leader, 3)": "the player 3 seats to the right of the leader",
    "left(leader, total)": "the player as many seats to the left of the leader as the total says",
    "clockwise(leader)": "all players, clockwise from the leader",
    "anticlockwise(leader)": "all players, counter-clockwise from the leader",
    "others(leader)": "all players other than the leader",
    "owner(Charm(owl))": "the Owl’s owner",
    "top(deck)": "the top card of the deck",
    "top(deck, 2)": "the top 2 cards of the deck",
    "bottom(deck, total + 1)": "cards from the bottom of the deck (as many as the total plus 1)",
    "empty(shown)": "the shown row is empty",
    "number(coins)": "the number of coins",
    "has_ability(Charm(owl), wild)": "the Owl has a *wild* ability",
    "was(total)": "what the total was before",
}


@pytest.mark.parametrize("text", SAID)
def test_every_function_is_said(text: str) -> None:
    """With every sort of last argument."""
    reading = read(f"{SAMPLE}\ntiming wild by leader\n")
    file, _ = parse(Source("<text>", f"library asking\n\ndefine asked = {text}\n"))
    assert not reading.failed and file is not None
    (decl,) = file.decls
    assert isinstance(decl, tree.Define) and decl.value is not None
    scope = teller_of(reading).inside("asked")
    asked = function(text.partition("(")[0])
    truth = asked is not None and asked.result == t.YES_NO
    assert (conditions if truth else values).said(scope, decl.value) == SAID[text]


def test_no_function_is_not_said() -> None:
    assert {text.partition("(")[0] for text in SAID} == set(functions())


# ---------------------------------------------------------------------------------------------- the columns are true


@cache
def tables(players: int) -> list[State]:
    """States of the sample that were reached by play."""
    game = prepare(read_source(Source("sample.hoyle", SAMPLE)), players=players)
    found = []
    for seed in range(6):
        state = game.start(seed)
        for _ in range(seed):
            state.choose(random.Random(seed).randrange(len(state.choices)))
        found.append(state)
    return found


def drawn(param: t.Type | str) -> st.SearchStrategy[tuple[Any, t.Type]]:
    """Values that can be given, with their type."""
    small = st.integers(-4, 9)
    match param:
        case t.Numbers(None, None):
            return st.tuples(small | st.integers(-t.LARGEST, t.LARGEST), st.just(t.NUMBER))
        case t.Numbers(low, high):
            return st.tuples(st.integers(low, high if high is not None else 2**59), st.just(param))
        case t.YesNo():
            return st.tuples(st.booleans(), st.just(t.YES_NO))
        case t.Seat():
            return st.tuples(st.integers(0, 1), st.just(t.SEAT))
        case t.CardOf():
            return st.tuples(st.integers(-1, 11), st.just(t.CARD))
        case "list":
            return st.tuples(st.lists(small, max_size=6).map(tuple), st.just(t.ListOf(t.NUMBER)))
        case "rows":
            rows = st.lists(st.lists(small, max_size=4).map(tuple), max_size=4)
            return st.tuples(rows.map(tuple), st.just(t.ListOf(t.ListOf(t.NUMBER))))
        case "member":
            return st.tuples(st.integers(0, 2), st.just(t.Kind("Suit")))
        case "zone":
            return st.tuples(st.integers(0, 6), st.just(t.ZoneOf(t.CARD)))
        case "timing":
            return st.tuples(st.just(("wild",)), st.just(t.Text()))
    return st.tuples(st.none() | small, st.just(t.Maybe(t.NUMBER)))


@st.composite
def asked(draw: st.DrawFn, names: list[str]) -> core.Prim:
    """An operator of values that it can be given."""
    op = OPERATORS[draw(st.sampled_from(names))]
    params = op.params if op.name != "list" else ("value",) * draw(st.integers(0, 4))
    args = tuple(core.Const(*draw(drawn(param))) for param in params)
    return core.Prim(op.name, args, op.given(args[0].type if args else t.NEVER))


def outcome(work: Callable[..., Any], *args: Any) -> Any:
    """What is worked out, or the code of what stops it."""
    try:
        return normal(work(*args))
    except HoyleError as error:
        return error.diagnostics[0].code


def normal(value: Any) -> Any:
    return tuple(map(normal, value)) if isinstance(value, (list, tuple, range)) else (type(value), value)


def emitted(node: core.Prim, state: State) -> Iterator[Any]:
    """What the Python gives of an operator of constants, and of one of locals."""
    emitter = Emitter(state.game.program)
    names = {f"x{number}": Name(f"x{number}") for number, _ in enumerate(node.args)}
    names = {name: code for (name, code), arg in zip(names.items(), node.args, strict=True) if arg.type != t.Text()}
    locals = tuple(
        core.Local(f"x{number}", arg.type) if arg.type != t.Text() else arg for number, arg in enumerate(node.args)
    )
    for name, expr in (("plain", node), ("general", core.Prim(node.op, locals, node.type))):
        made = Function(emitter.module, name, ("s", *names.values()))
        made.line(f"return {Expressions(emitter, made).expr(expr, names)}")
        emitter.module.functions.append(made)
    functions = emitter.run(emitter.emit(), dict(state.game.functions))
    given = [arg.value for arg in node.args if arg.type != t.Text()]  # type: ignore[union-attr]
    yield outcome(functions["plain"], state, *given)
    yield outcome(functions["general"], state, *given)


def emittable(node: core.Prim) -> bool:
    return node.op != "alike"  # only scenarios ask for it, and they ask the reference


@given(asked(PURE), st.sampled_from([2, 3]))
@often(400)
def test_folded_evaluated_and_emitted_it_is_the_same(node: core.Prim, players: int) -> None:
    state = tables(players)[0]
    program = state.game.program
    wanted = outcome(Evaluator(program).expr, node, {})
    folded = Specialiser(program)(node)
    assert outcome(Evaluator(program).expr, folded, {}) == wanted
    assert isinstance(folded, core.Const) or OPERATORS[node.op].limited
    assert list(emitted(node, state)) == [wanted, wanted]


@given(asked(TOTAL))
@often(400)
def test_what_is_total_has_a_value_on_every_table(node: core.Prim) -> None:
    limited = OPERATORS[node.op].limited
    for state in tables(2)[:3]:
        found = outcome(Evaluator(state.game.program, state).expr, node, {})
        assert isinstance(found, tuple) or limited
        if emittable(node):
            assert list(emitted(node, state)) == [found, found]


@given(asked([name for name in TOTAL if OPERATORS[name].fixed]))
@often(300)
def test_what_reads_nothing_that_changes_is_the_same_on_every_table(node: core.Prim) -> None:
    found = {str(code) for state in tables(2) if emittable(node) for code in emitted(node, state)}
    assert len(found) <= 1


@pytest.mark.parametrize("reads", [LooksAt.CONTENTS, LooksAt.PLACES, LooksAt.SIDES])
def test_what_reads_the_table_is_not_the_same_on_every_table(reads: LooksAt) -> None:
    for op in (op for op in OPERATORS.values() if op.reads is reads):
        given = (t.CARD, t.NUMBER) if t.CARD in op.params else (t.ZoneOf(t.CARD), t.NUMBER)
        found = {
            (number, str(outcome(Evaluator(state.game.program, state).expr, node, {})))
            for number in range(7)
            for node in [core.Prim(op.name, tuple(core.Const(number, g) for g in given[: len(op.params)]), t.NEVER)]
            for state in tables(3)
        }
        assert len(found) > 7, op.name


@given(asked(PURE), st.data())
@often(400)
def test_nothing_is_larger_or_longer_than_its_bounds_say(node: core.Prim, data: st.DataObject) -> None:
    """Bounds of arguments are drawn around their values: those of the result are around its value."""
    program = tables(2)[0].game.program
    value = outcome(Evaluator(program).expr, node, {})
    locals = tuple(core.Local("x", around(arg, data)) for arg in node.args)
    general, work = core.Prim(node.op, locals, node.type), Work(program)
    if isinstance(value, tuple) and value[:1] == (int,) and node.type == t.NUMBER:
        low, high = work.edges(general)
        assert low <= value[1] <= high
        sides = [local.type for local in locals]
        if all(isinstance(side, t.Numbers) for side in sides):
            assert t.inside(t.Numbers(value[1], value[1]), arithmetic(node.op, *sides))  # type: ignore[arg-type]
    if isinstance(value, tuple) and value and isinstance(value[0], tuple):
        assert len(value) <= work.length(node)


def around(arg: core.Expr, data: st.DataObject) -> t.Type:
    assert isinstance(arg, core.Const)
    if arg.type != t.NUMBER or not isinstance(arg.value, int):
        return arg.type
    less, more = data.draw(st.none() | st.integers(0, 20)), data.draw(st.none() | st.integers(0, 20))
    return t.Numbers(None if less is None else arg.value - less, None if more is None else arg.value + more)


@given(asked(TOTAL))
def test_every_operator_is_shown(node: core.Prim) -> None:
    assert OPERATORS[node.op].sign.strip() in Show(tables(2)[0].game.program).expr(node)


# ---------------------------------------------------------------------------------------------- a row is all it takes

GAP = Op(
    *("gap", (t.NUMBER, t.NUMBER), t.NUMBER, "how far two numbers are apart"),
    value=lambda a, b: abs(a - b),
    said={"": ("the", "difference between {a} and {b}")},
)
ACROSS = Op(
    *("across", (t.SEAT,), t.SEAT, "the player on the other side of the table"),
    reads=LooksAt.PLAYERS,
    value=lambda players, seat: (seat + players // 2) % players,
    python="(({a} + {players} // 2) % {players})",
    said={"you": ("the", "player across from you"), "": ("the", "player across from {a}")},
)
FACES = Op(
    *("long_named", (t.CARD,), t.YES_NO, "whether a card has a long name"),
    reads=LooksAt.FACES,
    value=lambda at, card: len(at.program.card(card).text) > 7,
    said={"": ("", "long of name")},
)
GAME = """\
game "Rows" for 2..4 players

kind Suit : coins | cups

cards Tile
    suit  : Suit key
    value : 1..9 key
    | suit        | value |
    | coins, cups | 1..9  |

zone deck         : pile, face down
zone hand[Player] : set, face down, seen by owner
zone shown        : row, face up

var points[Player] : number = 0
var former           : number = 4

define score(p) = points[p]
define always = gap(3, 10)
define far(card : Tile) = gap(card.value, former) > 2

action play(card in hand[you])
    move card to shown
    points[across(you)] += gap(card.value, former)
    if long_named(card)
        points[you] += always
    former = card.value

rule near for play(card)
    must far(card) if able

flow
    move Tile to deck
    shuffle deck
    deal 4 from deck to hand
    repeat 4 times
        each p in clockwise(seat(1))
            p must play if able
"""


@pytest.fixture
def rows(monkeypatch: pytest.MonkeyPatch) -> None:
    for op in (GAP, ACROSS, FACES):
        monkeypatch.setitem(OPERATORS, op.name, op)


def read(text: str) -> Any:
    return read_source(Source("rows.hoyle", text))


def test_without_its_row_it_is_unknown() -> None:
    assert function("gap") is None
    assert {d.code for d in read(GAME).diagnostics} == {"HYL101"}


@pytest.mark.usefixtures("rows")
def test_a_row_is_checked() -> None:
    assert read(GAME).diagnostics == []
    (few,) = read(GAME.replace("gap(3, 10)", "gap(3)")).diagnostics
    assert few.code == "HYL103" and few.help == GAP.doc
    (wrong,) = read(GAME.replace("across(you)", "across(former)")).diagnostics
    assert wrong.code == "HYL201"
    (near,) = read(GAME.replace("across(you)", "accross(you)")).diagnostics
    assert "`across`" in str(near.help)


@pytest.mark.usefixtures("rows")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_row_is_folded_and_played_by_both_engines(players: int) -> None:
    game = prepare(read(GAME), players=players)
    assert game.program.defines["always"].body == core.Const(7, t.NUMBER)
    for seed in range(4):
        state = game.start(seed)
        along, made, rng = Along(game.program, state.seed), list[int](), random.Random(seed)
        while not state.over:
            assert along.catch_up(state, made) == ""
            made.append(rng.randrange(len(state.choices)))
            state.choose(made[-1])
        assert along.catch_up(state, made) == ""
        assert any(state.scores)


@pytest.mark.usefixtures("rows")
def test_a_row_is_shown_and_said() -> None:
    game = prepare(read(GAME), players=4)
    shown = show_program(game.program)
    assert "define always : number = 7" in shown
    assert "gap(card.value, former) > 2" in shown
    assert "across(you)" in shown
    assert "% 4" in game.code.whole()
    book = str(rulebook(read(GAME), []))
    assert "the difference between the card’s value and the former" in book
    assert "the player across from you" in book
    assert "long of name" in book
