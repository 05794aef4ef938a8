"""Whatever goes deep: it is refused where it stands, or it loads, and agrees with the reference."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, Severity
from hoyle.emit.expressions import Expressions
from hoyle.emit.limits import LEVELS, LOOPS, shallow
from hoyle.emit.module import Emitter
from hoyle.emit.writer import Function, Module
from hoyle.lower.lower import lower
from hoyle.read import read_source
from hoyle.run.game import Game, prepare
from hoyle.source import Source
from hoyle.trials.checks.reference import Along

GAME = """
game "Deep" for 2 players

cards Tile
    value : 1..3 key
    | value |
    | 1..3  |

zone deck : pile, face down
zone shown : row, face up
zone lone : row, face up

var n : number
var calm : yes_no

define score(p) = n
define worth(card : Tile) = card.value
define deep = {value}

flow
    move Tile to shown
    move Tile(2) to lone
    main
    if deep
        n += 1
    seat(1) chooses one x in 1..2

phase main
{body}

{more}
"""


def nested(line: str, depth: int, last: str = "n += 1", start: int = 0) -> str:
    lines = [*(line.replace("#", str(start + number)) for number in range(depth)), last]
    return "\n".join("    " * (number + 1) + said for number, said in enumerate(lines))


def folds(depth: int, start: int = 0) -> str:
    heads = "".join(f"any(c{start + number} in lone where " for number in range(depth))
    every = " + ".join(f"c{start + number}.value" for number in range(depth))
    return f"{heads}{every} > 1{')' * depth}"


def put_off(depth: int) -> str:
    """Lists in lists that each ask something only if they must, which is the same for all their members."""
    head = "any(c# in lone where (c#.value > 2 or any(d# in shown where d#.value > n)) and "
    heads = "".join(head.replace("#", str(number)) for number in range(depth // 2))
    return f"{heads}yes{')' * (depth // 2)}"


def exceptions(depth: int) -> str:
    lines, parent = "", "worth(card)"
    for number in range(depth):
        lines += f"except {parent} as e{number} when card.value > {number} - 400 gives usual + {number}\n"
        parent = f"worth.e{number}"
    return lines


def standing(depth: int) -> str:
    lines = "define d0(card : Tile) = card.value > 1\n"
    for number in range(1, depth + 1):
        lines += f"define d{number}(card : Tile) = any(c in lone where c is not card and d{number - 1}(c))\n"
    return lines + f"property p always any(c in lone where d{depth}(c)) or yes\n"


def replaced(depth: int) -> str:
    lines = ""
    for number in range(depth // 4):
        parent = "main" if not number else f"main.x{number - 1}"
        body = nested("each p# in lone", 2, "usual", 100 + 2 * number)
        lines += f"except {parent} as x{number}\n{body}\n"
    return lines


Made = Callable[[int], dict[str, str]]
WAYS: dict[str, Made] = {
    "each in each": lambda n: {"body": nested("each p# in lone", n)},
    "repeat in repeat": lambda n: {"body": nested("repeat 1 times", n)},
    "if in if": lambda n: {"body": nested("if calm or n < # + 5", n)},
    "otherwise in otherwise": lambda n: {"value": f"{'(if calm then no otherwise ' * min(n, 39)}yes{')' * min(n, 39)}"},
    "a list in a list": lambda n: {"value": folds(min(n, 40))},
    "lists in loops": lambda n: {"body": nested("each p# in lone", min(n, 12), f"if {folds(min(n, 12))}\n    n += 1")},
    "lists that put off": lambda n: {
        "body": nested("each p# in lone", n // 2, f"if {put_off(min(n, 18))}\n    n += 1")
    },
    "loops with conditions": lambda n: {"body": nested("each p# in lone where any(c in lone where c.value > n)", n)},
    "a sum": lambda n: {"value": "n" + " + n" * n + " > 3"},
    "products in sums": lambda n: {"value": "n" + " + n * max(n, 1)" * n + " > 3"},
    "brackets": lambda n: {"value": "(n + " * min(n, 39) + "1" + ")" * min(n, 39) + " > 3"},
    "not": lambda n: {"value": "not (calm and " * min(n, 39) + "calm" + ")" * min(n, 39)},
    "exceptions to exceptions": lambda n: {"value": "sum(worth(c) for c in lone) > 3", "more": exceptions(n)},
    "definitions on definitions": lambda n: {"more": standing(n), "value": f"any(c in lone where d{n}(c))"},
    "exceptions around loops": lambda n: {"body": nested("each p# in lone", 4), "more": replaced(n)},
}


def text(way: str, depth: int) -> str:
    body = {"value": "calm", "body": "    n += 1", "more": "", **WAYS[way](depth)}
    lines = body["body"].split("\n")
    if len(lines) > 1 and not lines[-1].startswith("     "):  # what stands in the last line has lines of its own
        indent = " " * (len(lines[-2]) - len(lines[-2].lstrip()))
        lines[-1] = indent + lines[-1]
    return GAME.format(value=body["value"], body="\n".join(lines), more=body["more"])


@pytest.mark.parametrize("way", WAYS)
def test_what_is_deep_is_refused_or_plays(way: str) -> None:
    loaded = 0
    for depth in (4, 12, 13, 17, 18, 19, 20, 24, 40, 100):
        reading = read_source(Source("deep.hoyle", text(way, depth).strip() + "\n"))
        errors = [d for d in reading.diagnostics if d.severity is Severity.ERROR]
        if errors:
            assert {d.code for d in errors} <= {"HYL009", "HYL203", "HYL908"}, (depth, errors)
            continue
        try:
            game = prepare(reading)
        except HoyleError as error:
            (found,) = error.diagnostics
            assert found.code == "HYL009"
            assert found.span is not None, found
            continue
        along(game)
        loaded += depth
    assert loaded >= 12


@pytest.mark.parametrize("way", WAYS)
def test_what_is_shallow_can_be_written_whenever_it_is_come_to(way: str) -> None:
    late = 0
    for depth in (2, 5, 8, 10, 11, 16, 22, 30, 36, 38):
        reading = read_source(Source("deep.hoyle", text(way, depth).strip() + "\n"))
        if not any(d.severity is Severity.ERROR for d in reading.diagnostics):
            program = lower(reading.model, 2, {})
            if shallow(program):
                late += 1
                emitter = Emitter(program)
                emitter.perform("flow")
                compile(emitter.emit(), "<game>", "exec")
    assert late >= 1


def along(game: Game) -> None:
    state = game.start(1)
    other = Along(game.program, state.seed)
    assert other.catch_up(state, []) == ""
    state.choose(0)
    assert other.catch_up(state, [0]) == ""


# ---------------------------------------------------------------------------------------------- what is counted

ONE = core.Const(1, t.NUMBER)
LIST = core.Const((1, 2), t.ListOf(t.NUMBER))
Wrap = Callable[[core.Expr], core.Expr]


def any_where(inner: core.Expr, depth: int) -> core.Expr:
    test = core.Prim("<", (core.Local(f"c{depth}", t.NUMBER), inner), t.YES_NO)
    return core.Fold("any", f"c{depth}", LIST, test, None, t.YES_NO)


def counted(inner: core.Expr, depth: int) -> core.Expr:
    every = core.Fold("all", f"c{depth}", LIST, None, inner, t.ListOf(t.NUMBER))
    return core.Fold(
        "count", f"d{depth}", every, core.Prim("<", (core.Local(f"d{depth}", t.NUMBER), ONE), t.YES_NO), None, t.NUMBER
    )


DEEPER: dict[str, Callable[[core.Expr, int], core.Expr]] = {
    "sums": lambda inner, _: core.Prim("+", (inner, ONE), t.Numbers(0, 9)),
    "sums that may grow": lambda inner, _: core.Prim("+", (inner, ONE), t.NUMBER),
    "not": lambda inner, _: core.Prim("not", (inner,), t.YES_NO),
    "or": lambda inner, _: core.Prim("or", (core.NO, core.Prim("and", (core.YES, inner), t.YES_NO)), t.YES_NO),
    "else": lambda inner, _: core.Prim("else", (core.Prim("the", (LIST,), t.Maybe(t.NUMBER)), inner), t.NUMBER),
    "ranges": lambda inner, _: core.Fold("max", "", core.Prim("range", (ONE, inner), LIST.type), None, None, t.NUMBER),
    "seats": lambda inner, _: core.Prim("left", (inner, ONE), t.SEAT),
    "conditions": lambda inner, _: core.Cond(core.YES, inner, ONE, t.NUMBER),
    "folds": any_where,
    "folds in lists": counted,
    "lists": lambda inner, _: core.Prim("list", (inner,), t.ListOf(inner.type)),
    "division": lambda inner, _: core.Prim("/", (ONE, core.Prim("+", (inner, ONE), t.NUMBER)), t.NUMBER),
    "membership": lambda inner, _: core.Prim("in", (core.Prim("neg", (inner,), t.NUMBER), LIST), t.YES_NO),
}


@pytest.mark.parametrize("way", DEEPER)
def test_python_takes_all_expressions_that_are_not_too_deep(way: str) -> None:
    reading = read_source(Source("deep.hoyle", text("a sum", 1).strip() + "\n"))
    program = prepare(reading).program
    node: core.Expr = ONE
    for depth in range(400):
        node = DEEPER[way](node, depth)
        emitter = Emitter(program)
        function = Function(emitter.module, "f", about=("deep", None))
        try:
            function.line(f"return {Expressions(emitter, function).expr(node, {})}")
        except HoyleError as error:
            assert error.diagnostics[0].code == "HYL009"
            assert depth > 5
            return
        compile(function.text(), "<game>", "exec")
    raise AssertionError("nothing is too deep")


def test_python_takes_all_levels_and_loops_that_are_not_too_many() -> None:
    for most, written in ((LEVELS, lambda f: f.line("if x:")), (LOOPS, lambda f: f.loop("for x in y:"))):
        function = Function(Module(), "f", about=("deep", None))
        for _ in range(most):
            depth = function.depth
            written(function)
            function.depth = depth + 1
        whole = attrs.evolve(function, lines=[*function.lines, (function.depth, "pass")])
        compile(whole.text(), "<game>", "exec")
        with pytest.raises(HoyleError, match="goes too deep"):
            written(function)
