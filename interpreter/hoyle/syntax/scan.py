"""From a text to its tokens: words, signs and ends of lines; then blocks, as the layout has them.

Which word is a keyword depends on what can stand there: elsewhere it is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.syntax.grammar import ALWAYS, Tables

LINE_END = "_NL"
CHARACTER = "?"  # where no token starts
OPENS = frozenset({"LPAR", "LSQB"})
CLOSES = frozenset({"RPAR", "RSQB"})
UNFINISHED = frozenset({"EQUAL", "ADD", "TAKE", "COMMA", "PLUS", "TIMES", "ORDER", "AND", "OR", "ELSE", "GIVES"})
CONTINUES = re.compile(r"(?:and|or|else|mod|is|in|not in|gives|cites|by|where|for|has|otherwise)\b|[-+*/<>]")
THEN = re.compile(r"then\b")
TAB = 8


class Token(str):
    """A word or sign. kind: its terminal in the grammar. start, end: offsets in the text."""

    __slots__ = ("end", "kind", "start")
    kind: str
    start: int
    end: int

    def __new__(cls, kind: str, text: str, start: int) -> Token:
        made = str.__new__(cls, text)
        made.kind, made.start, made.end = kind, start, start + len(text)
        return made


def scan(text: str, tables: Tables, stack: list[int]) -> Iterator[Token]:
    """The tokens of a text. stack: the parser's states, the last of which says what fits next."""
    at, words, match = 0, tables.words, tables.token.match
    while at < len(text):
        found = match(text, at)
        kind = found.lastgroup if found is not None else None
        fits = tables.states[stack[-1]]
        if kind not in fits and kind not in ALWAYS:
            found = tables.fitting(stack[-1]).match(text, at) or found
            kind = found.lastgroup if found is not None else None
        if found is None or kind is None:
            blanks = tables.blanks.match(text, at)
            at = blanks.end() if blanks is not None else at
            token = Token(CHARACTER, text[at], at)
        else:
            token = Token(kind, found[kind], found.start(kind))
            if kind == "NAME" and (word := words.get(token)) in fits:
                token.kind = word
        yield token
        at = token.end


def laid_out(tokens: Iterator[Token], text: str) -> Iterator[Token]:
    """The tokens with where blocks start and end, and without the ends of lines that go on.

    A line goes on in the next one inside brackets, when it ends with an operator, a comma or `=`, or when the next line
    is deeper and starts with a word that cannot start a line (`and`, `or`, `else`, `otherwise`, `cites`, `+`, ...; and
    `then` behind an `if`).

    The ends of lines and blocks are placed at the end of the last word before them, so that no node reaches over a
    comment; a block starts where its first line does.
    """
    levels = [0]
    depth = 0
    last = ""
    asked = False  # whether this line has an `if` in it
    stop = 0
    for token in tokens:
        if token.kind != LINE_END:
            depth += (token.kind in OPENS) - (token.kind in CLOSES)
            last = token.kind
            asked = asked or last == "IF"
            stop = token.end
            yield token
            continue
        if depth > 0 or last in UNFINISHED:
            continue
        indent = len(token.rpartition("\n")[2].expandtabs(TAB))
        end = token.end
        if indent > levels[-1] and last and (CONTINUES.match(text, end) or (asked and THEN.match(text, end))):
            continue
        yield Token(LINE_END, "", stop)
        last, asked = "", False
        if end >= len(text):
            indent = 0
        while indent < levels[-1]:
            levels.pop()
            yield Token("_DEDENT", "", stop)
        if indent > levels[-1]:  # a line between two levels gets one of its own: the parser reports it in place
            levels.append(indent)
            yield Token("_INDENT", "", end)
    while len(levels) > 1:
        levels.pop()
        yield Token("_DEDENT", "", stop)
