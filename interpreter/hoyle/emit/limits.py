"""How deep emitted code may go: Python takes so many loops, levels and brackets inside each other, and no more.

What is too deep is found by counting while it is written, so that whoever wrote it can be told where.
"""

from __future__ import annotations

from typing import Any, NoReturn

from hoyle.core import nodes as core
from hoyle.core.walk import children
from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.program.program import Program
from hoyle.source import Span

LOOPS = 20
LEVELS = 95
BRACKETS = 180
COMPREHENSIONS = 16  # with some more, newer versions of Python crash
ROOM = 3  # loops that are kept free for what cannot be written in another way
SHALLOW = 40  # how many nodes may be inside each other in what can be written without looking how deep it goes
FEW = 10  # and how many loops among them


def too_deep(about: tuple[str, Span | None]) -> NoReturn:
    """Refuse what goes deeper than Python takes. about: what it was written for, and where that is said."""
    name, span = about
    help = "give a part of it a name of its own, with `define` or `to`"
    raise HoyleError([Diagnostic("HYL009", f"`{name}` goes too deep, with all that it needs", span, help=help)])


def shallow(program: Program) -> bool:
    """Whether everything in a program is certain to be written without going too deep."""
    return _Depths(program).shallow()


class _Depths:
    """How many nodes, and how many loops, are inside each other in parts of a program, with all that is asked there."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.defines: dict[str, tuple[int, int]] = {}

    def shallow(self) -> bool:
        bodies = [p.body for p in self.program.procedures.values()]
        depths = [*map(self._of, bodies), *map(self._define, self.program.defines)]
        return all(nodes <= SHALLOW and loops <= FEW for nodes, loops in depths)

    def _define(self, name: str) -> tuple[int, int]:
        if name not in self.defines:
            self.defines[name] = 0, 0  # nothing is defined by itself
            self.defines[name] = self._of(self.program.defines[name].body)
        return self.defines[name]

    def _of(self, node: Any) -> tuple[int, int]:
        parts = [self._of(part) for part in (node if isinstance(node, tuple) else children(node))]
        if isinstance(node, core.Ask):
            parts.append(self._define(node.name))
        nodes, loops = max((p[0] for p in parts), default=0), max((p[1] for p in parts), default=0)
        if isinstance(node, tuple):
            return nodes, loops
        return nodes + 1, loops + isinstance(node, (core.Fold, core.Each, core.Loop))
