"""Which locals of what is under way are still needed: two tables that differ in others have the same future.

Found in the emitted code, where `f` is a frame and every block is a function of it: a place of the frame is alive in a
block if it is read there, or in a block that follows, before it is filled anew.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable
from typing import Any

import attrs

from hoyle.run.game import Game

BLOCK = re.compile(r"b([0-9]+)")
SITE = re.compile(r"site_([0-9]+)")
EVERYTHING = frozenset(range(1000))


@attrs.define
class _Reading:
    """What a function reads of its frame before it fills it, and the blocks that follow with what is filled by then."""

    reads: set[int] = attrs.field(factory=set)
    follow: list[tuple[int, frozenset[int]]] = attrs.field(factory=list)


class Alive:
    """The living places of frames: `of(block, site)` gives those of a frame that waits to go on with that block.

    site: the decision that waits, if it is the frame on top; whatever its choices were made of is part of the table.
    """

    def __init__(self, game: Game) -> None:
        functions = {f.name: f for f in ast.parse(game.code.text).body if isinstance(f, ast.FunctionDef)}
        self.sites = {name: _site(function) for name, function in functions.items() if SITE.fullmatch(name)}
        self.found: dict[int, _Reading] = {}
        for name, function in functions.items():
            block = BLOCK.fullmatch(name)
            if block:
                self.found[int(block[1])] = self._read(function)
        self.living = self._settled()
        self.known: dict[tuple[int, int], tuple[int, ...]] = {}

    def of(self, block: int, site: int | None) -> tuple[int, ...]:
        key = (block, -1 if site is None else site)
        if key not in self.known:
            asked = set() if site is None else self.sites.get(f"site_{site}", EVERYTHING)
            self.known[key] = tuple(sorted(self.living[block] | asked))
        return self.known[key]

    def _settled(self) -> dict[int, set[int]]:
        """Places that are read later, until nothing is added any more."""
        living = {block: set(found.reads) for block, found in self.found.items()}
        changed = True
        while changed:
            changed = False
            for block, found in self.found.items():
                more = set().union(*(living[after] - filled for after, filled in found.follow)) - living[block]
                if more:
                    living[block] |= more
                    changed = True
        return living

    # ------------------------------------------------------------------------------------------ one function

    def _read(self, function: ast.FunctionDef) -> _Reading:
        made = _Reading()
        self._body(function.body, set(), made)
        return made

    def _body(self, body: Iterable[ast.stmt], filled: set[int], made: _Reading) -> bool:
        """Goes through statements; `filled` grows. Whether the way ends here."""
        for stmt in body:
            match stmt:
                case ast.If():
                    self._expr(stmt.test, filled, made)
                    ways = [(part, set(filled)) for part in (stmt.body, stmt.orelse)]
                    open_ = [after for part, after in ways if not self._body(part, after, made)]
                    if not open_:
                        return True
                    filled |= set.intersection(*open_)
                case ast.For() | ast.While():
                    self._expr(stmt.iter if isinstance(stmt, ast.For) else stmt.test, filled, made)
                    self._body(stmt.body, set(filled), made)
                case ast.Assign(targets=targets, value=value):
                    self._expr(value, filled, made)
                    if any(isinstance(target, ast.Name) and target.id == "f" for target in targets):
                        return True  # what follows belongs to a frame that is new
                    for target in targets:
                        self._fill(target, value, filled, made)
                case ast.AugAssign(target=target, value=value):
                    self._expr(value, filled, made)
                    place = _place(target)
                    if place is None:
                        self._expr(target, filled, made)
                    elif place not in filled:
                        made.reads.add(place)
                case ast.Return(value=value):
                    self._leave(value, filled, made)
                    return True
                case _:
                    for part in ast.iter_child_nodes(stmt):
                        self._expr(part, filled, made)
        return False

    def _fill(self, target: ast.expr, value: ast.expr, filled: set[int], made: _Reading) -> None:
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self._fill(part, value, filled, made)
            return
        place = _place(target)
        if place is None:
            self._expr(target, filled, made)
        elif place == 0:
            assert isinstance(value, ast.Constant) and isinstance(value.value, int)
            made.follow.append((value.value, frozenset(filled)))
        else:
            filled.add(place)

    def _leave(self, value: ast.expr | None, filled: set[int], made: _Reading) -> None:
        """`return b3`, `return b3(s, f)`, or a value."""
        name = value.func if isinstance(value, ast.Call) else value
        block = BLOCK.fullmatch(name.id) if isinstance(name, ast.Name) else None
        if block:
            made.follow.append((int(block[1]), frozenset(filled)))
        elif value is not None:
            self._expr(value, filled, made)

    def _expr(self, node: ast.AST, filled: set[int], made: _Reading) -> None:
        _walk(node, lambda place: made.reads.add(place) if place not in filled else None, self._handed(filled, made))

    def _handed(self, filled: set[int], made: _Reading) -> Callable[[ast.Call | None], None]:
        """What is done about a call that is handed the whole frame."""

        def note(call: ast.Call | None) -> None:
            name = call.func.id if call is not None and isinstance(call.func, ast.Name) else ""
            made.reads.update(self.sites.get(name, EVERYTHING) - filled)

        return note


def _site(function: ast.FunctionDef) -> frozenset[int]:
    """The places a decision looks at to make its choices."""
    found: set[int] = set()
    _walk(function, found.add, lambda call: found.update(EVERYTHING))
    return frozenset(found)


def _walk(node: ast.AST, place: Callable[[int], Any], handed: Callable[[ast.Call | None], Any]) -> None:
    """All that an expression reads of its frame."""
    number = _place(node)
    if number is not None:
        place(number)
    elif isinstance(node, ast.Name):
        if node.id == "f":
            handed(None)
    elif isinstance(node, ast.Call) and any(isinstance(arg, ast.Name) and arg.id == "f" for arg in node.args):
        handed(node)
    elif not isinstance(node, ast.arguments):
        for part in ast.iter_child_nodes(node):
            _walk(part, place, handed)


def _place(node: ast.AST) -> int | None:
    """`f[3]` is 3."""
    match node:
        case ast.Subscript(value=ast.Name(id="f"), slice=ast.Constant(value=int() as number)):
            return number
    return None
