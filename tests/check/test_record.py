"""The record that the checker leaves: every name has its symbol, every symbol its places, every value its type."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from chunks import BAD, Case
from every import reading as read

from hoyle import builtins
from hoyle import types as t
from hoyle.check.record import BUILT_IN, Symbol, first_letters, last_letters
from hoyle.core import nodes as core
from hoyle.core.operators import functions
from hoyle.diagnostics import Diagnostic
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
HOUSE_RULES = [path for path in GOOD if path.parent.name == "house_rules"]
EXPRS = get_args(tree.Expr)


def by_name(path: Path) -> str:
    return path.stem


def names(reading: Reading) -> Iterator[tuple[str, Span]]:
    """Every name in what was checked, with its place. What texts say between braces is not in the tree."""
    checked = [decl for file in reading.files for decl in file.decls if not isinstance(decl, tree.Scenario)]
    for node in below(*checked, *reading.trials):
        match node:
            case tree.Name(text) | tree.Word(text):
                yield text, node.span
            case tree.NamedType(text) | tree.MaybeType(text):
                yield text, first_letters(node.span, text)
            case tree.ListType(text):
                yield text, last_letters(node.span, text)
            case tree.CellRange(str() as low, str() as high):
                yield low, first_letters(node.span, low)
                yield high, last_letters(node.span, high)


# ---------------------------------------------------------------------------------------------- names


@pytest.mark.parametrize("path", GOOD, ids=by_name)
def test_every_name_has_a_symbol(path: Path) -> None:
    reading = read(path)
    record = reading.record
    unknown = [(text, span.source.name, span.line) for text, span in names(reading) if span not in record.symbols]
    assert not unknown
    assert all(record.symbols[span].name == text for text, span in names(reading))


@pytest.mark.parametrize("path", HOUSE_RULES, ids=by_name)
def test_every_name_in_a_variant_has_a_symbol_but_what_it_takes_out(path: Path) -> None:
    reading = read(path)
    kept = [decl for variant in reading.variants for decl in variant.decls if not isinstance(decl, tree.Remove)]
    words = [node for node in below(*kept) if isinstance(node, (tree.Name, tree.Word))]
    unknown = [(word.text, word.span.line) for word in words if word.span not in reading.record.symbols]
    assert words and not unknown


def show_their_names(reading: Reading) -> None:
    record = reading.record
    assert all(span.text == symbol.name for span, symbol in record.symbols.items())
    assert record.declares | record.changes <= record.symbols.keys() | record.types.keys()


@pytest.mark.parametrize("path", GOOD, ids=by_name)
def test_a_place_shows_the_name_of_its_symbol(path: Path) -> None:
    show_their_names(read(path))


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_a_name_without_a_symbol_is_where_something_is_wrong(case: Case) -> None:
    reading = case.reading
    show_their_names(reading)
    wrong = [d.span for d in reading.diagnostics if d.span is not None]
    lines = {number for span in wrong for number in range(span.line, span.line + span.text.rstrip().count("\n") + 1)}
    decls = [decl.span for file in reading.files for decl in file.decls]
    around = [decl for decl in decls if any(span in decl for span in wrong)]
    own = [span for _, span in names(reading) if reading.world and span.source is reading.source]
    unknown = [span for span in own if span not in reading.record.symbols]
    assert all(span.line in lines or any(span in decl for decl in around) for span in unknown)


# ---------------------------------------------------------------------------------------------- renaming


def fixed(reading: Reading) -> set[Symbol]:
    """What cannot be called otherwise: some names have a meaning by themselves, or stand in a file of tables."""
    record = reading.record
    files = any(isinstance(node, tree.RowsFrom) for file in reading.files for node in below(file))
    kinds = (BUILT_IN, "library", *(("attribute", "member") if files else ()))
    meant = {symbol for symbol in record.symbols.values() if symbol.name in ("score", "used", "name", "card")}
    meant |= {symbol for symbol in record.symbols.values() if symbol.kind in kinds}
    return meant | {record.symbols[span] for span in record.implied} | set(record.implied.values())


def renamed(reading: Reading, kept: frozenset[str] = frozenset()) -> str:
    """The text of a definition in which everything is called otherwise, as far as it is named in this text only."""
    record, source, meant = reading.record, reading.source, fixed(reading)
    found = {symbol: [*places.declared, *places.used] for symbol, places in record.places().items()}
    own = [symbol for symbol, spans in found.items() if all(span.source is source for span in spans)]
    own = [symbol for symbol in own if symbol not in meant and symbol.name not in kept]
    new = {symbol: f"{symbol.name}_{number}" for number, symbol in enumerate(own) if symbol.where in found[symbol]}
    text = source.text
    for span, name in sorted(((s, name) for symbol, name in new.items() for s in found[symbol]), key=_start):
        text = text[: span.start] + name + text[span.end :]
    return text


def _start(place: tuple[Span, str]) -> int:
    return -place[0].start


def told(diagnostics: list[Diagnostic]) -> list[tuple[int, str]]:
    return [(d.span.line if d.span else 0, d.code) for d in diagnostics]


def course(reading: Reading, seed: int) -> list[Any]:
    """A game, told without any name."""
    state = prepare(reading).start(seed=seed)
    rng = random.Random(seed)
    found: list[Any] = []
    while not state.over and len(found) < 60:
        found.append((state.player, len(state.choices)))
        state.choose(rng.randrange(len(state.choices)))
    return [*found, state.over and (state.winners, state.scores)]


@pytest.mark.parametrize("path", GAMES, ids=by_name)
def test_a_game_in_which_everything_is_called_otherwise_is_the_same_game(path: Path) -> None:
    reading = read(path)
    text = renamed(reading)
    assert text != reading.source.text
    other = read_source(Source(path.name, text, path))
    assert told(other.diagnostics) == told(reading.diagnostics)
    if reading.world is not None and not reading.failed and "flow" in reading.world.model.procedures:
        assert [course(other, seed) for seed in range(3)] == [course(reading, seed) for seed in range(3)]


@pytest.mark.parametrize("case", BAD, ids=lambda case: case.name)
def test_a_mistake_stays_one_whatever_is_called_otherwise(case: Case) -> None:
    reading = case.reading
    if reading.world is not None:
        symbols = reading.record.symbols
        often = Counter(symbol.name for symbol in set(symbols.values()))
        reserved = {*builtins.NAMES, *builtins.FOLDS, *functions()}  # also in small letters, as `teams` are asked for
        reserved |= {"once", "once_each", "instead"}  # what limits are called, as rules
        twice = {name for name in often if often[name] > 1 or name.lower() in reserved}
        unknown = {text for text, span in names(reading) if span not in symbols}
        other = read_source(Source(case.name, renamed(reading, frozenset(twice | unknown)), case.path))
        assert told(other.diagnostics) == told(reading.diagnostics)


# ---------------------------------------------------------------------------------------------- types


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
            case tree.Attr(of=tree.Name(text) as of) if text in reading.record.named:
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


ENOUGH = 400_000  # values of one game


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
        parts = listed and isinstance(t.element(node.type), t.ListOf)  # of a list of which nones fall out
        if node.span in types and not parts and listed <= isinstance(types[node.span], (t.ListOf, t.ZoneOf)):
            tried.add(node.span)
            if not has_type(value, types[node.span]):
                wrong.append((node.span.text, node.span.line, value, types[node.span], node))
        return value

    game = prepare(reading)
    monkeypatch.setattr(Evaluator, "expr", watched)
    state, rng, made = game.start(seed=5), random.Random(5), list[int]()
    along = Along(game.program, state.seed, sparing=True)
    along.performer.evaluator.steps = ENOUGH
    while not state.over and len(made) < 60:
        made.append(rng.randrange(len(state.choices)))
        state.choose(made[-1])
        along.catch_up(state, made)
    assert not wrong[:3]
    assert len(tried) > 20
