"""Where a parse stopped, and what could have stood there.

Lark's own list of expected terminals holds all that some state knows; here each of them is tried on the parser's stack,
so what is said to fit does fit.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from typing import Any

import attrs
from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import PatternStr
from lark.parsers.lalr_analysis import Shift

from hoyle.syntax.grammar import parser
from hoyle.syntax.layout import CLOSES, LINE_END, OPENS
from hoyle.syntax.piece import Line, Piece

EDGES = frozenset({LINE_END, "_INDENT", "_DEDENT", "$END"})
CHARACTER = "?"
CLOSE_ENOUGH = 0.72
_one_at_a_time = threading.Lock()


def read(piece: Piece, start: str) -> tuple[Tree[Token] | Place, list[Token]]:
    """Parse a piece as a `start`, a `header` or a `decl`.

    Gives Lark's tree or the place where parsing came to an end, and the tokens up to there.
    """
    lark, layout = parser()
    with _one_at_a_time:
        layout.text = piece.text
        try:
            return lark.parse(piece.text, start=start), layout.seen
        except UnexpectedInput as error:
            return locate(piece, error, layout.seen), layout.seen


def attempt(piece: Piece, start: str) -> Tree[Token] | Place:
    """The same, without the tokens."""
    return read(piece, start)[0]


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one probably is."""
    found = difflib.get_close_matches(word.lower(), sorted(known), n=1, cutoff=CLOSE_ENOUGH)
    return found[0] if found else None


@cache
def spelling() -> Mapping[str, str]:
    """How the terminals that are always written the same are written, by their names."""
    lark, _ = parser()
    return {t.name: t.pattern.value for t in lark.terminals if isinstance(t.pattern, PatternStr)}


@cache
def opening_words(start: str) -> frozenset[str]:
    """The words that a `header`, a `decl` or a `stmt` can start with."""
    lark, _ = parser()
    table = lark.parser.parser._parse_table
    names = table.states[table.start_states[start]]
    return frozenset(word for name, word in spelling().items() if name in names and word.isalpha())


def _shift(conf: Any, stack: list[int], terminal: str) -> bool:
    """Put one more terminal onto a stack of parser states; whether it fits."""
    while True:
        action = conf.states[stack[-1]].get(terminal)
        if action is None:
            return False
        if action[0] is Shift:
            stack.append(action[1])
            return True
        rule = action[1]
        if rule.expansion:
            del stack[-len(rule.expansion) :]
        stack.append(conf.states[stack[-1]][rule.origin.name][1])
        if terminal == "$END" and stack[-1] == conf.end_state:
            return True


@attrs.frozen(eq=False)
class Place:
    """The first token that does not fit, what stands before it, and what would fit.

    `kind` is the token's terminal, or CHARACTER where no token starts. `words` are the tokens before it in its own
    line, `above` those of the line before. A line end is placed behind the last word, an indentation at the new line's
    first.
    """

    piece: Piece
    kind: str
    start: int
    end: int
    words: tuple[Token, ...]
    above: tuple[Token, ...]
    _stack: list[int]
    _conf: Any

    @property
    def text(self) -> str:
        """The token as written."""
        return self.piece.text[self.start : self.end]

    def fits(self, *terminals: str) -> bool:
        """Whether these could stand here, one after the other."""
        stack = list(self._stack)
        return all(_shift(self._conf, stack, terminal) for terminal in terminals)

    def fits_before_last(self, terminal: str) -> bool:
        """Whether this could stand where the last word stands."""
        return bool(self.words) and _shift(self._conf, self._stack[:-1], terminal)

    @cached_property
    def accepts(self) -> frozenset[str]:
        """All terminals that fit."""
        return frozenset(name for name in self._conf.states[self._stack[-1]] if name.isupper() and self.fits(name))

    @cached_property
    def words_that_fit(self) -> dict[str, str]:
        """Those that are always written the same: how they are written, and the terminal."""
        return {text: name for name, text in spelling().items() if name in self.accepts}

    @cached_property
    def number(self) -> int:
        """The number of the line in the piece."""
        return self.piece.line_at(self.start)

    @property
    def line(self) -> Line:
        """The line the token is in."""
        return self.piece.lines[self.number]

    @property
    def is_first(self) -> bool:
        """Whether nothing stands before the token in its line."""
        return self.line.content == self.start

    @cached_property
    def first_word(self) -> str:
        """The first word of the statement or declaration that the token belongs to."""
        if self.is_first and self.kind not in EDGES:
            return self.text
        return str(self.words[0]) if self.words else self.piece.first_word(self.line)

    @cached_property
    def line_start(self) -> int:
        """Where the statement or declaration starts that the token belongs to."""
        return self.words[0].start_pos or 0 if self.words else self.line.content

    @cached_property
    def open_brackets(self) -> list[Token]:
        """The brackets of this line that are still open, innermost last."""
        opened: list[Token] = []
        for word in self.words:
            if word.type in OPENS:
                opened.append(word)
            elif word.type in CLOSES and opened:
                opened.pop()
        return opened


def locate(piece: Piece, error: UnexpectedInput, seen: list[Token]) -> Place:
    """The place of an error; `seen` are the tokens that were read before it."""
    if isinstance(error, UnexpectedToken):
        token = error.token
        kind, start = token.type, token.start_pos or 0
        if kind == "$END":
            start = seen[-1].end_pos or 0 if seen else 0
        end = start if kind in EDGES else start + len(token)
        if seen and seen[-1] is token:
            seen = seen[:-1]
    else:
        kind, start = CHARACTER, error.pos_in_stream or 0
        end = start + 1
    # The parser has already reduced what it thought it could when it met the token; read up to it once more.
    conf: Any = error.state.parse_conf
    stack = [conf.start_state]
    rows: list[list[Token]] = [[]]
    for word in seen:
        _shift(conf, stack, word.type)
        if word.type == LINE_END:
            rows.append([])
        elif word.type not in EDGES:
            rows[-1].append(word)
    above = next((row for row in reversed(rows[:-1]) if row), [])
    return Place(piece, kind, start, end, tuple(rows[-1]), tuple(above), stack, conf)
