"""Properties `after` something, woven into what they are about.

A watched program has a variable for each of them: none until that has happened, then the values the condition was asked
with. Where the condition does not hold the game ends at once, so that the table is the one that broke it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, rebuild

Watched = bool | Collection[int | str]  # for everything, for nothing, or for properties by number and checks by name


def wanted(watched: Watched, key: int | str) -> bool:
    """Whether a program is watched for a property or a check."""
    return watched if isinstance(watched, bool) else key in watched


@attrs.frozen
class Promise:
    """A property, and the variable that says whether it was put to the test; a game that it ends has that name too.

    params: what its condition asks of what it is about; kept: what was so before, each under a name of its own.
    """

    number: int
    property: model.Property
    var: str
    params: tuple[tuple[str, t.Type], ...]
    kept: tuple[tuple[str, t.Type], ...]
    before: tuple[core.Said, ...]
    test: core.Expr

    def locals(self) -> tuple[tuple[str, t.Type], ...]:
        """All that the condition is about, in the order in which it is noted."""
        return (*self.params, *self.kept)

    def after(self) -> tuple[core.Said, ...]:
        """What is done when what it is about is done."""
        values = core.Prim("list", tuple(core.Local(n, ty) for n, ty in self.locals()), t.ListOf(t.BROKEN))
        nobody = core.Const((), t.ListOf(t.SEAT))
        failed: core.Branch[core.Said] = core.Branch(
            self.test, (), (core.End(self.var, nobody),), span=self.property.span
        )
        return (core.Set(self.var, (), values, span=self.property.span), failed)


def promises(game: model.Model, watched: Watched) -> Iterator[Promise]:
    """The properties that are looked at in the middle of play; those after an ending can wait for it."""
    for number, declared in enumerate(game.properties):
        if wanted(watched, number) and declared.point in game.procedures:
            yield _promise(declared, number, game.procedures[declared.point])


def _promise(declared: model.Property, number: int, procedure: model.Procedure) -> Promise:
    kept: list[tuple[str, core.Expr]] = []

    def put(node: core.Expr) -> core.Expr:
        if isinstance(node, core.Prim) and node.op == "was":
            name = f"was'{number}'{len(kept)}"
            kept.append((name, node.args[0]))
            return core.Local(name, node.type, span=node.span)
        return rebuild(node, put)  # type: ignore[no-any-return]

    test = put(declared.test)
    before = tuple(core.Let(name, value) for name, value in kept)
    read = {node.name for node in below(declared.test) if isinstance(node, core.Local)}
    params = tuple(param for param in procedure.params if param[0] in read or param[0] == "you")
    types = tuple((name, value.type) for name, value in kept)
    return Promise(number, declared, f"property'{number}", params, types, before, test)
