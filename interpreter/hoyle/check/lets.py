"""`let` lines below a declaration: names that hold for the rest of it.

What is said behind a name becomes a definition of its own, of which the name is a parameter: so its value is worked
out once, and whoever follows definitions follows names too. In a definition that asks itself the value stands in place
of the name: two definitions that ask each other would be a circle.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.expressions import Typer
from hoyle.check.forms import as_list
from hoyle.core import nodes as core
from hoyle.core.walk import below, free, rebuild, substitute
from hoyle.syntax import tree

SIMPLE = (core.Local, core.Const, core.Option, core.Players)  # what is as quick to ask as a name


@attrs.frozen
class Lets:
    """The names of some lines, each with its value, which may mention those before. of: what they are part of."""

    typer: Typer
    of: str
    named: tuple[tuple[str, core.Expr], ...]

    def around(self, rest: core.Expr) -> core.Expr:
        """What is said behind these lines, without their names."""
        for name, value in reversed(self.named):
            if name not in free(rest):
                continue
            again = any(isinstance(node, core.Ask) and node.name == self.of for node in below((value, rest)))
            if again or isinstance(value, SIMPLE) or isinstance(t.settled(value.type), t.Text):
                rest = substitute(rest, {name: value})
            else:
                rest = self._asked(name, value, rest)
        return rest

    def _asked(self, name: str, value: core.Expr, rest: core.Expr) -> core.Ask:
        """The rest as a definition that is asked with this value, and with whatever is known to be something here."""
        given: dict[str, core.Expr] = {}
        for number, (known, type_) in enumerate(self.typer.facts.items(), 1):
            if not isinstance(known, core.Local) and any(node == known for node in below(rest)):
                local = core.Local(f"known'{number}", type_)
                given[local.name], rest = attrs.evolve(known, type=type_), _replaced(rest, known, local)
        inside = free(rest) - given.keys() - {name}
        for param in (n.name for n in below(rest) if isinstance(n, core.Local) and n.name in inside):
            local = core.Local(param, self.typer.locals[param])
            given[param] = attrs.evolve(local, type=self.typer.facts.get(local, local.type))
        given[name] = value
        defines = self.typer.world.model.defines
        number = next(n for n in range(1, len(defines) + 2) if f"{self.of}'{n}" not in defines)
        params = tuple((param, arg.type) for param, arg in given.items())
        span = rest.span or self.typer.world.files[0].header.span
        made = model.Define(f"{self.of}'{number}", None, params, rest.type, rest, None, None, (), span, inner=self.of)
        defines[made.name] = made
        return core.Ask(made.name, tuple(given.values()), rest.type, span=rest.span)


def _replaced(node: core.Expr, one: core.Expr, other: core.Expr) -> core.Expr:
    """An expression with another in place of one that is in it."""
    made: core.Expr = other if node == one else rebuild(node, lambda part: _replaced(part, one, other))
    return made


def bind_lets(typer: Typer, lets: Sequence[tree.Let], of: str) -> Lets:
    """Bind the names of these lines, one after the other."""
    found: list[tuple[str, core.Expr]] = []
    for let in lets:
        word = let.name
        value = as_list(typer.expr(let.value))
        if isinstance(value.type, t.Never):
            message = f"`{word.text}` would always be none"
            value = typer.world.report("HYL202", message, let.value.span, "start with a value", about=word.text)
        typer.new(word, word.text in typer.world.names, word.text in typer.reserved)
        typer.bind(word, value.type)
        found.append((word.text, value))
    return Lets(typer, of, tuple(found))
