"""How much there may be to do: the length of lists and the steps of expressions, as far as they are known beforehand.

Everything here is an upper bound, found without playing: how many cards there are, how far a range may go, what a
definition asks. What is bounded by nothing is bounded by what stops it in play.
"""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.program import Program
from hoyle.core.walk import below, children

ENDLESS = 10**12  # as good as without end
ARITHMETIC = ("+", "-", "*", "neg")


class Work:
    """Judges the expressions of one program, once its definitions are known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._lengths: dict[str, int] = {}
        self._steps: dict[str, int] = {}
        self._stopping: dict[str, bool] = {}
        self._edges: dict[str, tuple[int, int]] = {}

    # ------------------------------------------------------------------------------------------ lists

    def length(self, node: core.Expr) -> int:
        """How many members a list can have."""
        return min(self._length(node), t.LONGEST_LIST)

    def _length(self, node: core.Expr) -> int:
        program = self.program
        match node:
            case core.Const(value):
                return len(value) if isinstance(value, tuple) else 1
            case core.Zone(name, index):
                if isinstance(node.type, t.ListOf) and isinstance(node.type.of, t.ListOf):
                    return program.zone_families[name].size
                return len(program.cards)
            case core.Var(name, index) if name in program.var_families:
                dims = program.var_families[name].dims[len(index) :]
                size = 1
                for _, count in dims:
                    size *= count
                return size if dims else t.LONGEST
            case core.Cond(_, then, otherwise):
                return max(self.length(then), self.length(otherwise))
            case core.Fold(_, _, source):
                return self.length(source)
            case core.Ask(name):
                if name not in self._lengths:
                    self._lengths[name] = t.LONGEST_LIST
                    self._lengths[name] = self.length(program.defines[name].body)
                return self._lengths[name]
            case core.Prim(op, args):
                return self._length_of(op, args)
        return t.LONGEST_LIST

    def _length_of(self, op: str, args: tuple[core.Expr, ...]) -> int:
        match op:
            case "list":
                return len(args)
            case "some":
                return 1
            case "concat":
                return self.length(args[0]) + self.length(args[1])
            case "else":
                return max(map(self.length, args))
            case "without" | "copy" | "alike":
                return self.length(args[0])
            case "mark":
                return self.length(args[1])
            case "clockwise" | "anticlockwise" | "others" | "winners":
                return self.program.players
            case "cards" | "top" | "bottom":
                return len(self.program.cards)
            case "range":
                return max(self.edges(args[1])[1] - self.edges(args[0])[0] + 1, 0)
        return t.LONGEST_LIST

    # ------------------------------------------------------------------------------------------ steps

    def steps(self, node: Any) -> int:
        """How many expressions are worked out, at most, for one."""
        if isinstance(node, core.Fold):
            inner = [part for part in (node.where, node.value) if part is not None]
            each = sum(map(self.steps, inner)) + 1
            return min(1 + self.steps(node.source) + self.length(node.source) * each, ENDLESS)
        own = 1 + (self.length(node) if isinstance(node, core.Prim) and node.op in ("concat", "without") else 0)
        if isinstance(node, core.Ask):
            own += self.asked(node.name)
        return min(own + sum(map(self.steps, children(node))), ENDLESS)

    def asked(self, name: str) -> int:
        """The same for a definition."""
        if name not in self._steps:
            self._steps[name] = ENDLESS
            self._steps[name] = self.steps(self.program.defines[name].body)
        return self._steps[name]

    # ------------------------------------------------------------------------------------------ numbers and lists

    def stops(self, node: Any) -> bool:
        """Whether to work it out may stop the game: a number may become too large, or a list too long."""
        return any(self._stops(part) for part in below(node))

    def _stops(self, node: Any) -> bool:
        if isinstance(node, core.Ask):
            if node.name not in self._stopping:
                self._stopping[node.name] = False
                self._stopping[node.name] = self.stops(self.program.defines[node.name].body)
            return self._stopping[node.name]
        return self.may_grow(node)

    def may_grow(self, node: Any) -> bool:
        """Whether a single operation may give a number that is too large, or a list that is too long."""
        match node:
            case core.Prim(op, args) if op in ARITHMETIC:
                return _beyond(t.worked_out(op, *map(self.edges, args)))
            case core.Fold("sum"):
                return _beyond(self._sum(node))
            case core.Prim("concat" | "range"):
                return self._length_of(node.op, node.args) > t.LONGEST_LIST
        return False

    def edges(self, node: core.Expr) -> tuple[int, int]:
        """The least and the largest number that an expression can be."""
        known = t.edges(node.type)
        if isinstance(node, core.Const):
            return (node.value, node.value) if isinstance(node.value, int) else known
        found = self._found(node)
        low, high = known if found is None else (max(known[0], found[0]), min(known[1], found[1]))
        return (low, high) if low <= high else known

    def _found(self, node: core.Expr) -> tuple[int, int] | None:
        match node:
            case core.Fold("count", _, source):
                return 0, self.length(source)
            case core.Fold("sum"):
                return self._sum(node)
            case core.Prim(op, args) if op in ARITHMETIC:
                return t.worked_out(op, *map(self.edges, args))
            case core.Prim("at_least" | "at_most" as op, args):
                (a, b), (c, d) = map(self.edges, args)
                return (max(a, c), max(b, d)) if op == "at_least" else (min(a, c), min(b, d))
            case core.Cond(_, then, otherwise):
                (a, b), (c, d) = self.edges(then), self.edges(otherwise)
                return min(a, c), max(b, d)
            case core.Ask(name) if isinstance(node.type, t.Numbers):
                if name not in self._edges:
                    self._edges[name] = -t.LARGEST, t.LARGEST
                    self._edges[name] = self.edges(self.program.defines[name].body)
                return self._edges[name]
        return None

    def _sum(self, node: core.Fold) -> tuple[int, int]:
        if node.value is not None:
            low, high = self.edges(node.value)
        elif isinstance(node.source, core.Prim) and node.source.op == "list":
            sides = [self.edges(arg) for arg in node.source.args]
            return sum(low for low, _ in sides), sum(high for _, high in sides)
        else:
            low, high = t.edges(t.element(node.source.type))
        most = self.length(node.source)
        return min(0, low * most), max(0, high * most)


def _beyond(found: tuple[int, int]) -> bool:
    return found[0] < -t.LARGEST or found[1] > t.LARGEST
