"""Writing Python: lines, indentation, names and constants of one emitted module.

Code is text, and what it is for is said by its type: a `Name`, a `Place` of a frame and a `Number` can be written
again wherever they are needed; any other code is worked out when it is written. Nobody looks into it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import attrs

from hoyle.core import nodes as core
from hoyle.emit.limits import LEVELS, LOOPS, ROOM, too_deep
from hoyle.source import Span


class Simple(str):
    """Code that costs nothing, and is the same wherever it stands."""


class Name(Simple):
    """A local or a constant."""


class Place(Simple):
    """A slot of the frame on top."""


class Number(Simple):
    pass


@attrs.define
class Module:
    """The module that is being written. constants: values the code refers to by name."""

    constants: dict[str, Any] = attrs.field(factory=dict)
    functions: list[Function] = attrs.field(factory=list)
    known: dict[Any, Name] = attrs.field(factory=dict)
    taken: dict[str, int] = attrs.field(factory=dict)

    def constant(self, prefix: str, value: Any) -> Name:
        """A name for a value; equal values of one sort share it."""
        key = (prefix, value)
        if key not in self.known:
            self.known[key] = self.unique(prefix)
            self.constants[str(self.known[key])] = value  # a plain text: Python finds no other as quickly
        return self.known[key]

    def unique(self, word: str) -> Name:
        """A Python name like this word that nothing else has."""
        base = name = "".join(sign if sign.isalnum() else "_" for sign in word)
        while name in self.taken:
            self.taken[base] += 1
            name = f"{base}_{self.taken[base]}"
        self.taken[name] = 0
        return Name(name)


NEEDS = {"z": "z = s.z", "v": "v = s.v", "loc": "loc = s.loc", "up": "up = s.up"}
Line = tuple[int, str]  # how far it is indented, and what it says


@attrs.define
class Function:
    """One function: its lines, and which parts of the state it needs at hand.

    about: what it is written for and where that is said, for errors. pure: it changes nothing, so what it has worked
    out once need not be worked out again. early: lines before all others; kept: what is worked out there, by what it
    is; holding: what was worked out on the way, and how far it was indented; cost: how many steps it takes, without
    those that are charged; at: where it begins; again: the definition it is for, if that asks itself; calls: the
    functions that it goes on with by calling them.
    """

    module: Module
    name: str
    params: tuple[str, ...] = ("s",)
    about: tuple[str, Span | None] = ("", None)
    lines: list[Line] = attrs.field(factory=list)
    depth: int = 1
    base: int = 1  # how far the first lines are indented
    needs: set[str] = attrs.field(factory=set)
    temps: int = 0
    pure: bool = False
    early: list[Line] = attrs.field(factory=list)
    kept: dict[Hashable, Name] = attrs.field(factory=dict)
    holding: dict[Hashable, tuple[str, int]] = attrs.field(factory=dict)
    loops: list[int] = attrs.field(factory=list)  # how far each loop is indented that is open
    late: dict[str, tuple[core.Expr, dict[str, str]]] = attrs.field(factory=dict)  # by local: what it is when asked
    filled: dict[str, tuple[Name, int]] = attrs.field(factory=dict)  # what of a frame is at hand, from which depth on
    cost: int = 0
    at: Span | None = None
    again: str = ""
    calls: set[str] = attrs.field(factory=set)

    def line(self, text: str) -> None:
        for key in [key for key, (_, depth) in self.holding.items() if depth > self.depth]:
            del self.holding[key]
        for key in [key for key, (_, depth) in self.filled.items() if depth > self.depth]:
            del self.filled[key]
        self.loops = [depth for depth in self.loops if depth < self.depth]
        if self.depth > LEVELS:
            too_deep(self.about)
        self.lines.append((self.depth, text))

    def loop(self, text: str) -> None:
        """The line that starts a loop; what is done in it is indented."""
        self.line(text)
        self.loops.append(self.depth)
        if len(self.loops) > LOOPS:
            too_deep(self.about)
        self.depth += 1

    @property
    def looping(self) -> int:
        """How many loops are open here."""
        return len([depth for depth in self.loops if self.base <= depth < self.depth])

    @property
    def full(self) -> bool:
        """Whether Python takes no more loops here than those that are open, or hardly any."""
        return len([depth for depth in self.loops if depth < self.depth]) > LOOPS - ROOM

    def need(self, part: str) -> str:
        """A part of the state, by its short name."""
        self.needs.add(part)
        return part

    def temp(self, word: str = "t") -> Name:
        self.temps += 1
        return Name(f"{word}{self.temps}")

    def keep(self, key: Hashable, code: str, word: str = "t") -> Name:
        """A local for a value that is the same throughout a pure function."""
        if key not in self.kept:
            self.kept[key] = self.temp(word)
            self.early.append((self.base, f"{self.kept[key]} = {code}"))
        return self.kept[key]

    def hold(self, key: Hashable, name: str) -> None:
        """Remember that a local has this value, as long as it has it for certain: to the end of what is indented."""
        if self.pure and self.held(key) is None:
            self.holding[key] = name, self.depth

    def held(self, key: Hashable) -> str | None:
        """What has this value here, if it was worked out on the way."""
        name, depth = self.holding.get(key, (None, 0))
        return name if depth <= self.depth else None

    def fill(self, slot: str, name: Name) -> None:
        """A slot of the frame is at hand under a name, to the end of what is indented."""
        if self.at_hand(slot) is None:
            self.filled[slot] = name, self.depth

    def at_hand(self, slot: str) -> Name | None:
        name, depth = self.filled.get(slot, (None, 0))
        return name if depth <= self.depth else None

    def forget(self) -> None:
        """Another frame is on top."""
        self.filled.clear()

    def stretch(self) -> Function:
        """A part of this function in which nothing changes, to be written apart and put in with `put_in`."""
        return attrs.evolve(
            self, lines=[], early=[], kept={}, holding={}, loops=list(self.loops), pure=True, base=self.depth
        )

    def put_in(self, stretch: Function) -> None:
        self.lines += [*stretch.early, *stretch.lines]
        self.temps, self.depth = stretch.temps, stretch.depth

    def text(self) -> str:
        prologue = [(1, NEEDS[n]) for n in NEEDS if n in self.needs]
        lines = [*prologue, *self.early, *(self.lines or [(1, "pass")])]
        head = f"def {self.name}({', '.join(self.params)}):"
        return "\n".join([head, *("    " * depth + code for depth, code in lines)])
