"""Indentation: turns line ends into the grammar's block tokens, and joins continued lines.

A line goes on in the next one inside brackets, when it ends with an operator, a comma or `=`, or when the next line is
deeper and starts with a word that cannot start a line (`and`, `or`, `else`, `gives`, `cites`, `+`, ...).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import Token

LINE_END = "_NL"
OPENS = frozenset({"LPAR", "LSQB"})
CLOSES = frozenset({"RPAR", "RSQB"})
UNFINISHED = frozenset({"EQUAL", "ADD", "TAKE", "COMMA", "PLUS", "TIMES", "ORDER", "AND", "OR", "ELSE", "GIVES"})
CONTINUES = re.compile(r"(?:and|or|else|mod|is|in|not in|gives|cites|by|where|for|has)\b|[-+*/<>]")
TAB = 8


class Layout:
    """A Lark post-lexer. `text` must be set to the text that is parsed before each parse.

    `seen` holds all tokens of the last parse, up to where it ended. The ends of lines and blocks are placed at the end
    of the last word before them, so that no node reaches over a comment; a block starts where its first line does.
    """

    always_accept = (LINE_END, "NAME")

    def __init__(self) -> None:
        self.text = ""
        self.seen: list[Token] = []

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        self.seen = []
        for token in self._blocks(stream):
            self.seen.append(token)
            yield token

    def _blocks(self, stream: Iterator[Token]) -> Iterator[Token]:
        levels = [0]
        depth = 0
        last = ""
        stop = 0
        for token in stream:
            if token.type != LINE_END:
                depth += (token.type in OPENS) - (token.type in CLOSES)
                last = token.type
                stop = token.end_pos or 0
                yield token
                continue
            if depth > 0 or last in UNFINISHED:
                continue
            indent = column(token)
            end = (token.start_pos or 0) + len(token)
            if indent > levels[-1] and last and CONTINUES.match(self.text, end):
                continue
            token.start_pos = token.end_pos = stop
            yield token
            last = ""
            if end >= len(self.text):
                indent = 0
            if indent > levels[-1]:
                levels.append(indent)
                yield _edge("_INDENT", end)
            while indent < levels[-1]:
                levels.pop()
                yield _edge("_DEDENT", stop)
            if indent != levels[-1]:
                # A line between two levels: give it a level of its own, so that the parser reports it in place.
                levels.append(indent)
                yield _edge("_INDENT", end)
        while len(levels) > 1:
            levels.pop()
            yield _edge("_DEDENT", stop)


def _edge(kind: str, at: int) -> Token:
    return Token(kind, "", start_pos=at, line=0, column=0, end_line=0, end_column=0, end_pos=at)


def column(token: Token) -> int:
    """How far the line after this line end is indented."""
    return len(token.rpartition("\n")[2].expandtabs(TAB))
