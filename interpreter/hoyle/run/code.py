"""The Python of one game, written where play first comes to it: most of what a game may come to, one game never does.

A function that is not written yet has one in its place that writes it. What could go deeper than Python takes is
written beforehand, so that whoever loads a game is told.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hoyle.emit.limits import shallow
from hoyle.emit.module import Emitter
from hoyle.source import Span

if TYPE_CHECKING:
    from hoyle.program.program import Program


class Code:
    """functions: by name, with all that they ask for; points: those that frames go on with, by the plan's numbers.

    ready: called before what was written is compiled, to make what choices are looked up in.
    """

    def __init__(self, program: Program, support: dict[str, Any], ready: Callable[[], None]) -> None:
        self.emitter = Emitter(program)
        self.functions = support
        self.points: list[Any] = []
        self.text = ""
        self._ready = ready
        self._late = shallow(program)
        self._lock = threading.RLock()
        self._performed: set[str] = set()
        self._costs: dict[Any, tuple[int, Span | None]] = {}

    def perform(self, name: str) -> None:
        """See to it that a procedure can be performed."""
        if name in self._performed:
            return
        self._performed.add(name)
        with self._lock:
            self.emitter.perform(name)
            self._promise()

    def define(self, name: str) -> Any:
        """The function of a definition."""
        with self._lock:
            called = str(self.emitter.define(name))
            self._promise()
        return self.functions[called]

    def site(self, number: int) -> Any:
        """The function that finds out what can be chosen at a decision, by its frame."""
        name = f"site_{number}"
        if name not in self.functions:
            with self._lock:
                self.emitter.want_site(number)
                self._promise()
        return self.functions[name]

    def cost(self, step: Any) -> tuple[int, Span | None]:
        """How many steps the function of a block takes, and its place."""
        if step not in self._costs:
            name = step.__name__
            self._write(name)
            for other in self.emitter.written[name].calls:
                self._write(other)
            self._costs[step] = self.emitter.cost(name)
        return self._costs[step]

    def whole(self) -> str:
        """All of it that flow may come to, as text."""
        while self.emitter.waiting:
            self._write(*self.emitter.waiting)
        return self.text

    def _promise(self) -> None:
        """What is waiting to be written can be called."""
        if not self._late:
            self.whole()
            return
        for name in self.emitter.waiting.keys() - self.functions.keys():
            self.functions[name] = self._writing(name)
        self._point()

    def _writing(self, name: str) -> Callable[..., Any]:
        def first(*args: Any) -> Any:
            self._write(name)
            return self.functions[name](*args)

        first.__name__ = name
        return first

    def _write(self, *names: str) -> None:
        with self._lock:
            text = self.emitter.write([name for name in names if name in self.emitter.waiting])
            if text:
                self.text += text
                self._ready()
                self.emitter.run(text, self.functions)
                self._promise() if self._late else self._point()

    def _point(self) -> None:
        self.points[:] = [self.functions.get(f"b{point.block}") for point in self.emitter.plan.points]
