"""One clause: what it says, in its own names for the parameters of what it is about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from hoyle import types as t
from hoyle.check.bearer import Bearer
from hoyle.check.changes import Bodies
from hoyle.check.held import Held
from hoyle.check.statements import Body
from hoyle.check.world import Params
from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, put
from hoyle.syntax import tree

Steps = tuple[core.Said, ...]


class Clause(Body):
    """Checks what a clause says, in its own names for the parameters of what it is about.

    named: what each name stands for; back: where that is called otherwise. this: the parameter that is its bearer.
    """

    def __init__(
        self,
        bodies: Bodies,
        target: tree.Target | tree.AnyChange | None,
        params: Params,
        bearer: Bearer | None = None,
        acts: bool = False,
        returns: t.Type | None = None,
        usual: bool = False,
        quiet: str | None = None,
    ) -> None:
        self.bearer = bearer
        self.this: core.Local | None = None
        locals: dict[str, t.Type] = {"you": t.SEAT} if acts or bearer else {}
        if bearer is not None:
            locals["this"] = bearer.type
        super().__init__(bodies, locals, returns, usual, quiet)
        self.named = self._names(target, params) if isinstance(target, tree.Target) else {}
        self.locals = {mine: theirs.type for mine, theirs in self.named.items()} | self.locals
        self.handed = frozenset(self.locals)
        self.back = {mine: theirs for mine, theirs in self.named.items() if mine != theirs.name}
        self.reserved = {name for name, _ in params} - self.named.keys()
        self.bound = self.world.record.heads(target)
        if isinstance(target, tree.Target):
            sure = bodies.sure(target.name.text)
            self.filled |= {mine for mine, theirs in self.named.items() if theirs.name in sure}

    def _names(self, target: tree.Target, params: Params) -> dict[str, core.Local]:
        """The clause's own names for the parameters."""
        theirs = [core.Local(name, type_) for name, type_ in params]
        own = {local.name: local for local in theirs}
        if target.args is None:
            return own
        if len(target.args) != len(params):
            help = f"write `{target.name.text}({', '.join(name for name, _ in params)})`, or leave the brackets out"
            message = f"`{target.name.text}` takes {len(params)}, but here are {len(target.args)}"
            self.world.report("HYL103", message, target, help)
            unknown = [arg.text for arg in target.args if isinstance(arg, tree.Name) and arg.text not in own]
            return own | {name: core.Local(name, t.BROKEN) for name in unknown}
        mapped: dict[str, core.Local] = {}
        for arg, param in zip(target.args, theirs, strict=True):
            if not isinstance(arg, tree.Name):
                self.world.report("HYL312", "only names stand here", arg.span, "say more with `when`")
            elif arg.text == "this" and self.bearer is not None:
                self.this = param
                self.world.record.name("this", arg.span)
            else:
                mapped[arg.text] = param
        return mapped

    def when(self, nodes: Sequence[tree.Expr]) -> core.Expr | None:
        """The conditions of the clause, in the names of what it is about, and that its bearer counts."""
        found = self.conditions(nodes)
        if found is not None and self.bearer is None:
            self.held = (Held(found),)
        found = None if found is None else put(found, self.back)
        return found if self.bearer is None else conjunction([self.bearer.active, self.bearer.you(found)])

    def done(self, stmts: Sequence[tree.Stmt]) -> Steps:
        """What the clause does, in the names of what it is about."""
        return cast(Steps, put(self.whole(stmts), self.back))

    def as_bearer(self, bearer: Bearer, body: Steps) -> tuple[core.Local, Steps]:
        """What a bearer does, with names of its own for `this` and `you`, for an action has a `you` too."""
        card, owner = core.Local(self.bodies.name("this"), bearer.type), core.Local(self.bodies.name("you"), t.SEAT)
        you = core.Let(owner.name, put(bearer.seat, {"this": card}))
        return card, (you, *put(body, {"this": card, "you": owner}))
