"""How deep emitted code may go: Python takes so many loops, levels and brackets inside each other, and no more.

What is too deep is found by counting while it is written, so that whoever wrote it can be told where.
"""

from __future__ import annotations

from typing import NoReturn

from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.source import Span

LOOPS = 20
LEVELS = 95
BRACKETS = 180
COMPREHENSIONS = 16  # with some more, newer versions of Python crash
ROOM = 3  # loops that are kept free for what cannot be written in another way


def too_deep(about: tuple[str, Span | None]) -> NoReturn:
    """Refuse what goes deeper than Python takes. about: what it was written for, and where that is said."""
    name, span = about
    help = "give a part of it a name of its own, with `define` or `to`"
    raise HoyleError([Diagnostic("HYL009", f"`{name}` goes too deep, with all that it needs", span, help=help)])
