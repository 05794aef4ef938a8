"""How deep emitted code may go: Python takes so many loops, levels and brackets inside each other, and no more.

What is too deep is found by counting, before Python sees the text, so that whoever wrote it can be told where.
"""

from __future__ import annotations

import re

from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.source import Span

LOOPS = 20
LEVELS = 95
BRACKETS = 180
COMPREHENSIONS = 16  # with some more, newer versions of Python crash
ROOM = 3  # loops that are kept free for what cannot be written in another way

_SIGNS = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|[(\[{]|[)\]}]|\bfor\b")
_LOOP = ("for ", "while ")


def starts_loop(line: str) -> bool:
    return line.lstrip(" ").startswith(_LOOP)


def check_depth(function: str, name: str, span: Span | None) -> None:
    """Refuse a function that goes deeper than Python takes. name: what it was written for, and where that is said."""
    open_: list[int] = []
    for line in function.split("\n"):
        level = (len(line) - len(line.lstrip(" "))) // 4
        open_ = [loop for loop in open_ if loop < level]
        if starts_loop(line):
            open_.append(level)
        if len(open_) > LOOPS or level > LEVELS or _too_deep(line):
            help = "give a part of it a name of its own, with `define` or `to`"
            raise HoyleError([Diagnostic("HYL009", f"`{name}` goes too deep, with all that it needs", span, help=help)])


def _too_deep(line: str) -> bool:
    """Whether too many brackets of a line are open at the same time, or too many that go through a list."""
    if sum(line.count(sign) for sign in "([{") <= COMPREHENSIONS:
        return False
    open_: list[bool] = []  # whether a list is gone through in it
    for found in _SIGNS.finditer(line):
        if found[0] in "([{":
            open_.append(False)
        elif found[0] in ")]}":
            open_.pop()
        elif found[0] == "for" and open_:
            open_[-1] = True
            if sum(open_) > COMPREHENSIONS:
                return True
        if len(open_) > BRACKETS:
            return True
    return False
