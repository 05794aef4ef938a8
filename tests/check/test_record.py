"""The record that the checker leaves: where some names are named, and the type of every value."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from every import reading as read

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.program.evaluate import Evaluator
from hoyle.read import Reading, read_source
from hoyle.run.game import prepare
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below
from hoyle.trials.checks.reference import Along

ROOT = Path(__file__).parents[2]
GOOD = [path for folder in ("gamedefs", "examples") for path in sorted((ROOT / folder).rglob("*.hoyle"))]
GOOD = [path for path in GOOD if path.parent.name != "library"]
GAMES = [path for path in GOOD if path.parent.name != "house_rules" and not path.stem.endswith("_trials")]
EXPRS = get_args(tree.Expr)


def by_name(path: Path) -> str:
    return path.stem


def test_options_kinds_actions_and_the_number_of_players_are_noted_where_they_are_named() -> None:
    text = (
        'game "Noted" for 2..3 players\n'
        "option large : yes_no\n"
        "kind Color : red | blue\n"
        "cards Tile\n    color : Color key\n    | color |\n    | Color |\n"
        "define score(p) = if large then players otherwise count(Color)\n"
        'action take\n    text "take"\n    move Tile to box\n'
        "flow\n    each p in Player\n        p must take\n"
        'scenario "one"\n    seats ann, bob\n    when\n        flow\n        ann does take\n'
    )
    reading = read_source(Source("noted.hoyle", text))
    assert all(span.text == name for span, name in reading.record.names.items())
    lines = {(name, span.line) for span, name in reading.record.names.items()}
    assert {("large", 8), ("players", 8), ("Color", 8), ("Color", 5), ("take", 19)} <= lines


@pytest.mark.parametrize("path", GOOD, ids=by_name)
def test_every_value_has_a_type(path: Path) -> None:
    reading = read(path)
    record = reading.record
    untyped = [node for node in values(reading) if node.span not in record.types]
    assert not [(node.span.text, node.span.line) for node in untyped]
    assert not any(isinstance(type_, t.Broken) for type_ in record.types.values())


def values(reading: Reading) -> Iterator[tree.Expr]:
    """All expressions that stand for a value, not for something that is asked, done or declared."""
    rules = [decl for file in reading.files for decl in file.decls if not isinstance(decl, tree.Scenario)]
    heads: set[int] = set()
    for node in below(*rules):
        match node:
            case tree.Target(args=tuple(args)):
                heads |= set(map(id, args))
            case tree.Apply(of=of) | tree.Item(of=of):
                heads.add(id(of))
            case tree.Attr(of=tree.Name(text) as of) if text in reading.right.names:
                heads.add(id(of))
            case tree.Call(target=target):
                heads.add(id(target))
            case tree.Choose(who=tree.Name("chance") as who):
                heads.add(id(who))
            case tree.Option(default=tree.Name("random") as default):
                heads.add(id(default))
            case tree.Zone(seen_by=tree.Name("everyone" | "nobody") as who):
                heads.add(id(who))
            case tree.Cell(items=items):
                heads |= set(map(id, items))
        if isinstance(node, EXPRS) and id(node) not in heads:
            yield node


def has_type(value: Any, type_: t.Type) -> bool:
    """Whether a value is one of a type; a zone is a number, or the list of its cards."""
    match type_:
        case t.Maybe(of):
            return value is None or has_type(value, of)
        case t.ListOf(of):
            return isinstance(value, (list, tuple)) and all(has_type(item, of) for item in value)
        case t.ZoneOf():
            return isinstance(value, (list, tuple, int))
        case t.Numbers(low, high):
            return isinstance(value, int) and (low is None or value >= low) and (high is None or value <= high)
        case t.YesNo():
            return isinstance(value, int) and value in (0, 1)
        case t.Kind() | t.Seat() | t.CardOf():
            return isinstance(value, int) and value >= 0
        case t.Never():
            return value is None
    return True


@pytest.mark.parametrize("path", [path for path in GAMES if path.parent.name != "tutorial"], ids=by_name)
def test_a_value_is_of_the_type_that_is_recorded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reading, evaluate = read(path), Evaluator.expr
    types, wrong, tried = dict(reading.record.types), list[Any](), set[Span]()
    for decl in (decl for file in reading.files for decl in file.decls):
        if isinstance(decl, tree.Define) and decl.value is not None:
            types.pop(decl.value.span)  # what clauses and bounds make of it stands at the same place

    def watched(self: Evaluator, node: core.Expr, env: Any) -> Any:
        value = evaluate(self, node, env)
        listed = isinstance(node.type, t.ListOf)  # also of what is put into a list where one is wanted
        if node.span in types and listed <= isinstance(types[node.span], (t.ListOf, t.ZoneOf)):
            tried.add(node.span)
            if not has_type(value, types[node.span]):
                wrong.append((node.span.text, node.span.line, value, types[node.span], node))
        return value

    game = prepare(reading)
    monkeypatch.setattr(Evaluator, "expr", watched)
    state, rng, made = game.start(seed=5), random.Random(5), list[int]()
    along = Along(game.program, state.seed)
    while not state.over and len(made) < 60:
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
        along.catch_up(state, made)
    assert not wrong[:3]
    assert len(tried) > 20
