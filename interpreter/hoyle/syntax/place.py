"""Where a parse stopped, and what could have stood there.

The tables say of a state all that it knows; here each terminal is tried on the parser's stack, so what is said to fit
does fit.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import cache, cached_property
from typing import Any

import attrs

from hoyle.diagnostics.diagnostic import Diagnostic
from hoyle.syntax import limits
from hoyle.syntax.build import Builder
from hoyle.syntax.grammar import tables
from hoyle.syntax.piece import Line, Piece
from hoyle.syntax.scan import CLOSES, LINE_END, OPENS, Token
from hoyle.syntax.shift import END, parse

EDGES = frozenset({LINE_END, "_INDENT", "_DEDENT", END})
CLOSE_ENOUGH = 0.72


@attrs.frozen(eq=False)
class Read:
    """What a piece says, and its tokens. deep: what is wrong if it is nested too deeply."""

    node: Any
    tokens: list[Token]
    deep: Diagnostic | None


def attempt(piece: Piece, start: str) -> Read | Place:
    """Parse a piece as a `start`, a `header`, a `decl` or a `stmt`, or tell where that came to an end."""
    outcome = parse(piece.text, start, Builder(piece.source, piece.origin).make)
    if outcome.stop is not None:
        return locate(piece, start, outcome.stop, outcome.seen)
    return Read(outcome.made, outcome.seen, limits.too_deep(piece, start) if outcome.deep else None)


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a misspelt one probably is."""
    found = difflib.get_close_matches(word.lower(), sorted(known), n=1, cutoff=CLOSE_ENOUGH)
    return found[0] if found else None


@cache
def opening_words(start: str) -> frozenset[str]:
    """The words that a `header`, a `decl` or a `stmt` can start with."""
    known = tables()
    first = known.states[known.starts[start][0]]
    return frozenset(word for name, word in known.spelling.items() if name in first and word.isalpha())


def _shift(stack: list[int], terminal: str) -> bool:
    """Put one more terminal onto a stack of parser states; whether it fits."""
    states, rules = tables().states, tables().rules
    ends = [last for _, last in tables().starts.values()]
    while (action := states[stack[-1]].get(terminal)) is not None:
        if action >= 0:
            stack.append(action)
            return True
        rule = rules[~action]
        del stack[-len(rule.symbols) :]
        stack.append(states[stack[-1]][rule.origin])
        if terminal == END and stack[-1] in ends:
            return True
    return False


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

    @property
    def text(self) -> str:
        """The token as written."""
        return self.piece.text[self.start : self.end]

    def fits(self, *terminals: str) -> bool:
        """Whether these could stand here, one after the other."""
        stack = list(self._stack)
        return all(_shift(stack, terminal) for terminal in terminals)

    def fits_before_last(self, terminal: str) -> bool:
        """Whether this could stand where the last word stands."""
        return bool(self.words) and _shift(self._stack[:-1], terminal)

    @cached_property
    def accepts(self) -> frozenset[str]:
        """All terminals that fit."""
        return frozenset(name for name in tables().states[self._stack[-1]] if name.isupper() and self.fits(name))

    @cached_property
    def words_that_fit(self) -> dict[str, str]:
        """Those that are always written the same: how they are written, and the terminal."""
        return {text: name for name, text in tables().spelling.items() if name in self.accepts}

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
        return self.words[0].start if self.words else self.line.content

    @cached_property
    def open_brackets(self) -> list[Token]:
        """The brackets of this line that are still open, innermost last."""
        opened: list[Token] = []
        for word in self.words:
            if word.kind in OPENS:
                opened.append(word)
            elif word.kind in CLOSES and opened:
                opened.pop()
        return opened


def locate(piece: Piece, start: str, stop: Token, seen: list[Token]) -> Place:
    """The place of a token that does not fit; `seen` are the tokens that were read before it."""
    begin = stop.start if stop.kind != END else seen[-1].end if seen else 0
    # The parser has already applied what rules it thought it could when it met the token; read up to it once more.
    stack = [tables().starts[start][0]]
    rows: list[list[Token]] = [[]]
    for word in seen:
        _shift(stack, word.kind)
        if word.kind == LINE_END:
            rows.append([])
        elif word.kind not in EDGES:
            rows[-1].append(word)
    above = next((row for row in reversed(rows[:-1]) if row), [])
    return Place(piece, stop.kind, begin, begin + len(stop), tuple(rows[-1]), tuple(above), stack)
