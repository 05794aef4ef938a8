"""Specialising changes how an expression is said, never what it says: what a table makes constant is worked out.

Random expressions are evaluated as they were checked and as they were specialised, by the same evaluator. As they were
checked means: options, the number of players and what is said of all cards are put in, and nothing else is done.
"""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

import attrs
import pytest
from emit.test_expressions import LARGE, ONCE, PLAIN, SAMPLE, expression, guarded, kinds, leading, outcome
from hypothesis import given
from hypothesis import strategies as st
from often import often

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild
from hoyle.diagnostics import Severity
from hoyle.model import Model
from hoyle.program.clauses import define_value
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Define, Program
from hoyle.program.set_out import set_out
from hoyle.read import read_source
from hoyle.run.game import prepare
from hoyle.run.state import State
from hoyle.source import Source

OPTIONS = """
option deep   : 0..5 = 2
option sunny  : yes_no
option temper : Mood
option prince : Player = random
"""
NAMES = (("deep", "number"), ("sunny", "truth"), ("temper", "mood"), ("prince", "player"))
SETTINGS: tuple[dict[str, core.Value], ...] = (
    {"deep": 2, "sunny": False, "temper": 0, "prince": None},
    {"deep": 0, "sunny": True, "temper": 1, "prince": 1},
)
TABLES = [(players, number) for players in (2, 3) for number in range(len(SETTINGS))]
# all that a table may change
STATE = (
    "total|points|grid|shown|deck|sack|hand|lone|spot|shelf|history|mixed|leader|caller|trump|calm_now|quiet|flags|"
    "marked|best|strongest|top_tile|suits_shown|weight|wealth|heavy|beats|worth|twice|level|held|outdone|owner|up|prince"
)


# ---------------------------------------------------------------------------------------------- as it was checked


def as_checked(program: Program) -> Program:
    """The program with its definitions as they were checked."""
    plain = attrs.evolve(program, defines={})
    for define in program.model.defines.values():
        assert define.value is not None
        body = put_in(program, define_value(define))
        plain.defines[define.name] = Define(define.name, define.params, body, define.type)
    return plain


def put_in(program: Program, node: Any) -> Any:
    """An expression for one table, with nothing worked out."""
    match node:
        case core.Option(name) if program.options[name] is None:
            return core.Var(f"{name}'drawn", (), node.type)
        case core.Option(name):
            return core.Const(program.options[name], node.type)
        case core.Players():
            return core.Const(program.players, node.type)
        case core.Members(of) if node.type != t.ListOf(t.SEAT):
            cards = tuple(card.number for card in program.cards if of in (None, card.cards))
            return core.Const(cards, node.type)
        case core.Members():
            return core.Const(tuple(range(program.players)), node.type)
        case core.CardRef(cards, keys):
            named = program.model.card_types[cards].keys
            found = [c for c in program.all_cards if c.cards == cards and tuple(c.face[k] for k in named) == keys]
            return core.Const(found[0].number, node.type)
    node = rebuild(node, lambda child: put_in(program, child))
    match node:
        case core.Var(name, index) | core.Zone(name, index) if program.absent:
            return attrs.evolve(node, index=tuple(_there(part, name) for part in index))
    return node


def _there(part: core.Expr, name: str) -> core.Expr:
    """An index: of a card that takes no part nothing is kept, and whoever asks for it is stopped."""
    if not isinstance(t.settled(part.type), t.CardOf):
        return part
    return core.Prim("present", (part, core.Const(name, t.Text())), part.type)  # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------- trying them


def checked(texts: list[str]) -> Model | None:
    """The game with these expressions as definitions, None if one compares what is never, or always, the same."""
    probes = "\n".join(f"define probe{number} = {text}" for number, text in enumerate(texts))
    reading = read_source(Source("sample.hoyle", f"{SAMPLE}{OPTIONS}{probes}\n"))
    wrong = {d.code for d in reading.diagnostics if d.severity is Severity.ERROR}
    assert wrong <= {"HYL203"}, reading.diagnostics
    return reading.world.model if reading.world is not None and not wrong else None


@cache
def tables(players: int, setting: int) -> list[State]:
    """States of the game that were reached by play."""
    words = [
        {"deep": 2, "sunny": False, "temper": "calm", "prince": "random"},
        {"deep": 0, "sunny": True, "temper": "stormy", "prince": 2},
    ]
    reading = read_source(Source("sample.hoyle", f"{SAMPLE}{OPTIONS}"))
    game = prepare(reading, players=players, options=words[setting])
    found = [game.start(seed) for seed in range(5)]
    for seed, state in enumerate(found):
        for _ in range(seed):
            state.choose(random.Random(seed).randrange(len(state.choices)))
    return found


def agree(texts: list[str]) -> None:
    """At every table the same comes of it, or the same stops it."""
    game = checked(texts)
    for players, setting in TABLES if game is not None else ():
        assert game is not None
        made, _ = set_out(game, players, SETTINGS[setting])
        plain = as_checked(made)
        for number, text in enumerate(texts):
            body, was = made.defines[f"probe{number}"].body, plain.defines[f"probe{number}"].body
            for state in tables(players, setting):
                found = outcome(Evaluator(made, state).expr, body, {})
                wanted = outcome(Evaluator(plain, state).expr, was, {})
                same = (found, kinds(found)) == (wanted, kinds(wanted))
                assert same or (isinstance(wanted, str) and decided(plain, was)), f"{text}\n\n{was}\n\n{body}"


def decided(program: Program, expr: core.Expr) -> bool:
    """Whether an expression has conditions: what a constant decides, or does not let through, is not asked any more."""
    nodes, open_ = list(below(expr)), {n.name for n in below(expr) if isinstance(n, core.Ask)}
    asked: set[str] = set()
    while open_ - asked:
        name = min(open_ - asked)
        asked.add(name)
        more = list(below(program.defines[name].body))
        nodes += more
        open_ |= {n.name for n in more if isinstance(n, core.Ask)}
    return any(
        (isinstance(n, core.Prim) and n.op in ("and", "or"))
        or (isinstance(n, core.Fold) and (n.where is not None or n.kind in ("any", "every", "first")))
        for n in nodes
    )


def anything() -> st.SearchStrategy[str]:
    drawn = [expression(type_, scope, 3) for type_ in PLAIN for scope in ((), NAMES)]
    return st.one_of(*drawn, leading(), guarded(), guarded())


def plain_sums() -> st.SearchStrategy[str]:
    """Numbers without conditions, in which any part may be too large."""
    return expression("number", NAMES[:1], 3, "truth|where|any|every|first|last|tile|tiles|card|cards|level|wealth")


@given(st.lists(anything(), min_size=1, max_size=3))
@often(20)
def test_what_an_expression_says_stays_the_same(texts: list[str]) -> None:
    agree(texts)


@given(st.lists(st.one_of(anything(), plain_sums(), plain_sums()), min_size=1, max_size=2))
@often(20)
def test_what_stops_a_game_still_stops_it(texts: list[str]) -> None:
    agree([re.sub(r"\b[0-3]\b(?!\))", LARGE, text) for text in texts])


# A name that is bound again inside of what is put together.
CAPTURED = [
    "count(x in all(y in shown where any(x in hand where x.value > y.value)) where x.odd)",
    "all(x in all(y in Tile where any(x in shown where x.suit is y.suit)) where any(y in hand where y.suit is x.suit))",
]

# Folds over a single card become conditions.
WAYS = [
    *["any(x in {one} where {where})", "count(x in {one} where {where})", "all(x in {one} where {where})"],
    *[
        "every(x in {one} where {where} has x.odd)",
        "every(x in {one} has {where})",
        "all(x.suit for x in {one} where {where})",
    ],
    *["sum(x.value for x in {one} where {where})", "first(x in {one} where {where})", "last(x in {one} where {where})"],
    *["max(x.value for x in {one} where {where})", "highest(x in {one} where {where} by x.value)"],
    *["the lowest(x in {one} where {where} by points[leader])", "min(count(hand) + x.value for x in {one})"],
]
ALONE = [
    way.format(one=f"[Tile({card})]", where=where)
    for way in WAYS
    for card, where in [("cups, 2", "x in deck"), ("coins, 3", "x not in deck")]
]

# Each connective with a part that the options decide, in either place, and one that play does.
DECIDED = [
    text
    for word in ("and", "or")
    for fixed in ("sunny", "not sunny", "deep is 2")
    for open_ in ("empty(deck)", "not empty(deck)")
    for text in (f"{fixed} {word} {open_}", f"{open_} {word} {fixed}", f"not ({fixed} {word} {open_})")
]
DECIDED += [
    "if sunny then count(deck) otherwise count(shown)",
    "count(x in deck where sunny)",
    "count(x in deck where x.odd and sunny)",
    "any(x in deck where not sunny or x.odd)",
    "every(x in deck has deep is 2 and x.odd)",
    "(if sunny then leader otherwise none) else seat(deep)",
]


def test_what_options_decide_of_a_condition() -> None:
    agree(DECIDED)


def test_what_was_wrong_once_and_what_is_easily_mixed_up() -> None:
    agree([*ONCE.strip().split("\n"), *CAPTURED])


def test_a_fold_over_a_single_card() -> None:
    agree(ALONE)


# ---------------------------------------------------------------------------------------------- what is constant


@given(st.lists(st.one_of(*(expression(type_, NAMES[:3], 3, STATE) for type_ in PLAIN)), min_size=1, max_size=3))
@often(20)
def test_what_no_table_can_change_is_a_constant(texts: list[str]) -> None:
    game = checked(texts)
    for players, setting in TABLES if game is not None else ():
        assert game is not None
        made, _ = set_out(game, players, SETTINGS[setting])
        plain = as_checked(made)
        for number, text in enumerate(texts):
            body, was = made.defines[f"probe{number}"].body, plain.defines[f"probe{number}"].body
            wanted = outcome(Evaluator(plain).expr, was, {})
            if wanted == "HYL915":  # what is said never to be is left to whoever asks
                continue
            assert isinstance(body, core.Const), (text, body)
            assert (body.value, kinds(body.value)) == (wanted, kinds(wanted)), text


# What nobody can work out is left as it is: it stops the game if it is ever asked.
STOPS = {
    "999999999999999 * (deep + 1)": "HYL907",
    "sum(999999999999999 * c.value for c in Tile)": "HYL907",
    "(0..(deep + 1) * 999999999)": "HYL908",
    "printed(Tile(cups, 1)) * 999999999999999": "HYL907",
    "(999999999999999 * (deep + 1)) * 0": "HYL907",
    "(if sunny then 1 otherwise 2) * 999999999999999": "HYL907",
    "marked[Tile(swords, 4)]": "HYL911",
}


@pytest.mark.parametrize("text", STOPS)
def test_what_stops_a_game_is_no_constant(text: str) -> None:
    game = checked([text])
    assert game is not None
    made, _ = set_out(game, 2, SETTINGS[0])
    body = made.defines["probe0"].body
    assert not isinstance(body, core.Const)
    assert outcome(Evaluator(made, tables(2, 0)[0]).expr, body, {}) == STOPS[text]
