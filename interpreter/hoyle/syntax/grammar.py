"""The parser tables, made from `grammar/hoyle.lark` by Lark once and kept in the user's cache between processes."""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import attrs

from hoyle.opening import read_bytes
from hoyle.resources import cache_folder, grammar_text

LARGEST = 20_000_000
FORM = 1  # of the tables that are kept
STARTS = ("start", "header", "decl", "stmt")
ALWAYS = ("_NL", "NAME")  # words and ends of lines are read as such wherever they stand


@attrs.frozen
class Rule:
    """One alternative of a rule of the grammar.

    name: what is made of it. origin: the symbol that it stands for. symbols: what it consists of. kept: the numbers of
    those that say something, and whether they only group others; whole: whether that is each of them by itself.
    groups: whether it only groups what it consists of. single: whether one alone is not made into anything. passes:
    whether it stands for its only symbol.
    """

    name: str
    origin: str
    symbols: list[str]
    kept: list[tuple[int, bool]]
    whole: bool
    groups: bool
    single: bool
    passes: bool


@attrs.frozen(eq=False)
class Tables:
    """What to do in each state at each symbol: go on to another state, or (below zero) apply the rule with that
    complement. starts: for what can be parsed, the first state and the last.

    spelling: how the terminals are written that are always written the same. patterns: all others and all signs, in
    the order in which they are tried. ignored: what stands between two of them.
    """

    states: list[dict[str, int]]
    rules: list[Rule]
    starts: dict[str, list[int]]
    spelling: dict[str, str]
    patterns: dict[str, str]
    ignored: list[str]
    _fitting: dict[int, re.Pattern[str]] = attrs.field(factory=dict, init=False)

    @cached_property
    def words(self) -> dict[str, str]:
        """The terminals that are words, by how they are written."""
        return {text: name for name, text in self.spelling.items() if name not in self.patterns}

    @cached_property
    def blanks(self) -> re.Pattern[str]:
        """What stands between two tokens."""
        return re.compile(f"(?:{'|'.join(self.ignored)})*+")

    @cached_property
    def token(self) -> re.Pattern[str]:
        """Any token, with the blanks before it; its group is its terminal, or NAME for all words."""
        return self._alternatives(list(self.patterns))

    def fitting(self, state: int) -> re.Pattern[str]:
        """The same, of what fits in a state."""
        if state not in self._fitting:
            fits = self.states[state]
            self._fitting[state] = self._alternatives([n for n in self.patterns if n in fits or n in ALWAYS])
        return self._fitting[state]

    def _alternatives(self, names: list[str]) -> re.Pattern[str]:
        return re.compile(self.blanks.pattern + "(?:" + "|".join(f"(?P<{n}>{self.patterns[n]})" for n in names) + ")")


@cache
def tables() -> Tables:
    """The tables, as they were kept or made anew."""
    grammar = grammar_text()
    path = _cache_file(grammar)
    found = _load(path) if path is not None else None
    if found is None:
        found = _made(grammar)
        if path is not None:
            _save(found, path)
    return found


def _cache_file(grammar: str) -> Path | None:
    """Where the tables are kept; None if there is no place for them."""
    key = hashlib.sha256(f"{FORM} {grammar}".encode()).hexdigest()[:20]
    folder = cache_folder()
    return None if folder is None else folder / f"grammar-{key}.json"


def _load(path: Path) -> Tables | None:
    """The tables that were kept. They are numbers and words: whoever wrote them, nothing in them is performed."""
    try:
        digest, _, text = read_bytes(path, LARGEST, own=True).partition(b"\n")
        if hashlib.sha256(text).hexdigest().encode() != digest:
            return None
        states, rules, *others = json.loads(text)
        return Tables(states, [Rule(*rule) for rule in rules], *others)
    except Exception:  # a missing, foreign or damaged cache is only a slower start
        return None


def _save(made: Tables, path: Path) -> None:
    text = json.dumps(attrs.astuple(made)[:-1], separators=(",", ":")).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
        os.replace(file.name, path)
    except OSError:  # nowhere to write: build again next time
        return


def _made(grammar: str) -> Tables:
    """The tables that Lark makes of the grammar."""
    import lark  # takes longer than reading a game does, and is seldom needed
    from lark.lexer import PatternStr
    from lark.parsers.lalr_analysis import Shift

    parser = lark.Lark(grammar, parser="lalr", lexer="contextual", postlex=_Edges(), start=list(STARTS))
    table: Any = parser.parser.parser._parse_table
    number = {rule: n for n, rule in enumerate(parser.rules)}
    rows = [table.states[state] for state in range(len(table.states))]
    states = [{n: to if does is Shift else ~number[to] for n, (does, to) in row.items()} for row in rows]
    starts = {start: [table.start_states[start], table.end_states[start]] for start in STARTS}
    spelling = {t.name: t.pattern.value for t in parser.terminals if isinstance(t.pattern, PatternStr)}
    apart = [t for t in sorted(parser.terminals, key=_order) if not spelling.get(t.name, "").isalpha()]
    patterns = {t.name: t.pattern.to_regexp() for t in apart}
    ignored = [patterns.pop(name) for name in parser.ignore_tokens]
    return Tables(states, [_rule(rule) for rule in parser.rules], starts, spelling, patterns, ignored)


def _order(terminal: Any) -> Any:
    """Lark's own order: of two terminals that match, the one that may be longer goes first."""
    return -terminal.priority, -terminal.pattern.max_width, -len(terminal.pattern.value), terminal.name


def _rule(rule: Any) -> Rule:
    """A rule as Lark has it."""
    origin, symbols = rule.origin.name, rule.expansion
    every = rule.options.keep_all_tokens
    said = [n for n, symbol in enumerate(symbols) if every or not (symbol.is_term and symbol.filter_out)]
    kept = [(n, not symbols[n].is_term and symbols[n].name.startswith("_")) for n in said]
    whole = len(kept) == len(symbols) and not any(spread for _, spread in kept)
    single = rule.options.expand1 and not rule.alias
    names = [symbol.name for symbol in symbols]
    passes = single and whole and len(symbols) == 1
    return Rule(rule.alias or origin, origin, names, kept, whole, origin.startswith("_"), single, passes)


class _Edges:
    """What Lark has to know of the tokens that come of the layout."""

    always_accept = ALWAYS

    def process(self, stream: Any) -> Any:
        return stream
