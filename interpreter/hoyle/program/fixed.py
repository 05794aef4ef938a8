"""What never changes: expressions that depend on nothing but some names and what is printed on cards."""

from __future__ import annotations

from typing import Any

from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS
from hoyle.core.walk import below
from hoyle.program.program import Program


def moving_sides(program: Program) -> bool:
    """Whether who is on which side is made in play."""
    return program.model.teams is not None and not Fixed(program).definition(program.model.side)


class Fixed:
    """Judges expressions of one program. Which definitions are fixed is found out when it is first asked."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.known: dict[str, bool] = {}

    def __call__(self, expr: Any, names: set[str]) -> bool:
        """Whether an expression looks at nothing but these names and the faces of cards."""
        nodes = list(below(expr))
        bound = names | {node.var for node in nodes if isinstance(node, core.Fold)}
        for node in nodes:
            match node:
                case core.Var() | core.Zone():
                    return False
                case core.Prim(op) if not OPERATORS[op].fixed:
                    return False
                case core.Local(name) if name not in bound:
                    return False
                case core.Ask(name):
                    if not self.definition(name):
                        return False
        return True

    def definition(self, name: str) -> bool:
        """Whether a definition depends on nothing but its parameters."""
        if name not in self.known:
            define = self.program.defines.get(name)
            # of a definition that asks itself it is what else it looks at that counts
            self.known[name] = define is not None and define.again is not None
            if define is not None:
                self.known[name] = self(define.body, {param for param, _ in define.params})
        return self.known[name]
