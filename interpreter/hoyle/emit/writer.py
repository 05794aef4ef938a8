"""Writing Python: lines, indentation, names and constants of one emitted module."""

from __future__ import annotations

import re
from typing import Any

import attrs

from hoyle.emit.limits import LOOPS, ROOM, starts_loop
from hoyle.source import Span


@attrs.define
class Module:
    """The module that is being written. constants: values the code refers to by name."""

    constants: dict[str, Any] = attrs.field(factory=dict)
    functions: list[str] = attrs.field(factory=list)
    known: dict[Any, str] = attrs.field(factory=dict)
    taken: dict[str, int] = attrs.field(factory=dict)

    def constant(self, prefix: str, value: Any) -> str:
        """A name for a value; equal values of one sort share it."""
        key = (prefix, value)
        if key not in self.known:
            self.known[key] = self.unique(prefix)
            self.constants[self.known[key]] = value
        return self.known[key]

    def unique(self, word: str) -> str:
        """A Python name like this word that nothing else has."""
        base = name = re.sub(r"\W", "_", word)
        while name in self.taken:
            self.taken[base] += 1
            name = f"{base}_{self.taken[base]}"
        self.taken[name] = 0
        return name


# a place of the frame, as it is written
PLACE = re.compile(r"\bf\[([0-9]+)\]")
NEEDS = {"z": "z = s.z", "v": "v = s.v", "loc": "loc = s.loc", "up": "up = s.up"}


@attrs.define
class Function:
    """One function: its lines, and which parts of the state it needs at hand.

    pure: it changes nothing, so what it has worked out once need not be worked out again. kept: what is worked out
    before all else, by its code; holding: what was worked out on the way, and how far it was indented; noted: what is
    asked of every candidate twice, with the table that has it and the name of the candidate; cost: how many steps it
    takes, without those that are charged; at: where it begins; leads: the blocks that may follow in it.
    """

    module: Module
    header: str
    lines: list[str] = attrs.field(factory=list)
    depth: int = 1
    needs: set[str] = attrs.field(factory=set)
    temps: int = 0
    pure: bool = False
    early: list[str] = attrs.field(factory=list)
    kept: dict[str, str] = attrs.field(factory=dict)
    holding: dict[str, tuple[str, int]] = attrs.field(factory=dict)
    noted: dict[Any, tuple[str, str]] = attrs.field(factory=dict)
    loops: list[int] = attrs.field(factory=list)  # how far each loop is indented that is open
    cost: int = 0
    at: Span | None = None
    leads: list[int] = attrs.field(factory=list)

    @property
    def name(self) -> str:
        return self.header.split("(")[0][4:]

    def line(self, text: str) -> None:
        for code in [code for code, (_, depth) in self.holding.items() if depth > self.depth]:
            del self.holding[code]
        self.loops = [depth for depth in self.loops if depth < self.depth]
        if starts_loop(text):
            self.loops.append(self.depth)
        self.lines.append("    " * self.depth + text)

    @property
    def full(self) -> bool:
        """Whether Python takes no more loops here than those that are open, or hardly any."""
        return len([depth for depth in self.loops if depth < self.depth]) > LOOPS - ROOM

    def need(self, part: str) -> str:
        """A part of the state, by its short name."""
        self.needs.add(part)
        return part

    def temp(self, word: str = "t") -> str:
        self.temps += 1
        return f"{word}{self.temps}"

    def keep(self, code: str, word: str = "t") -> str:
        """A local for a value that is the same throughout a pure function."""
        if code not in self.kept:
            self.kept[code] = self.temp(word)
            self.early.append(f"    {self.kept[code]} = {code}")
        return self.kept[code]

    def hold(self, code: str, name: str) -> None:
        """Remember that a local has this value, as long as it has it for certain: to the end of what is indented."""
        if self.pure and self.held(code) is None:
            self.holding[code] = name, self.depth

    def held(self, code: str) -> str | None:
        """What has this value here, if it was worked out on the way."""
        name, depth = self.holding.get(code, (None, 0))
        return name if depth <= self.depth else None

    def before(self, number: int, depth: int, code: str) -> str:
        """A local for a value, worked out before a line that was written at some depth."""
        name = self.held(code)
        if name is None:
            name = self.temp("h")
            self.lines.insert(number, "    " * depth + f"{name} = {code}")
            self.holding[code] = name, depth
        return name

    def instead(self, code: str, name: str) -> None:
        """Use a name for what was written out before it was known to be kept."""
        self.lines = [line.replace(code, name) for line in self.lines]

    def text(self) -> str:
        prologue = ["    " + NEEDS[n] for n in NEEDS if n in self.needs] + self.early
        return "\n".join([self.header, *prologue, *(self.lines or ["    pass"])])
