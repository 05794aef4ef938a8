"""What is looked at in one place of a body, and what is learnt there.

Assumes a model without errors. What comes into the place is an `Env` (see `carried.py`); what goes on from there is
followed in `flow.py`.
"""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.carried import Env, Given, kept, put
from hoyle.check.facts import about_seats
from hoyle.check.looks import NOTHING, Origin, Reads, renamed, words
from hoyle.check.sight import DECIDER, Sight
from hoyle.core import nodes as core
from hoyle.core import walk
from hoyle.core.walk import below

Carried = tuple[Given, list[tuple[Origin | None, Reads | None]]]
Looked = tuple[core.Expr, core.Expr, list[str], Carried | None, Reads]  # the first keeps its number its own


class Onlooker:
    """Looks at the places of one game. closed: what is looked at does not matter."""

    def __init__(self, prover: Prover) -> None:
        self.prover, self.game = prover, prover.game
        self.closed = False
        self.looked: dict[int, Looked] = {}  # by expression: with its locals, and what they carried

    def sight(self, env: Env, who: core.Expr = DECIDER) -> Sight:
        return Sight(self.prover, who, env.origins, env.known, env.flown)

    def inline(self, expr: core.Expr) -> core.Expr:
        return self.prover.ground.inline(expr)

    def reads(self, expr: core.Expr | None, env: Env) -> Reads:
        """What an expression looks at; it is looked at again only if something else has come into its locals."""
        if expr is None or self.closed:
            return NOTHING
        _, whole, names, carried, looked = self.looked.get(id(expr)) or (expr, *self._named(expr), None, NOTHING)
        now = env.known, [(env.origins.get(name), env.flown.get(name)) for name in names]
        if carried != now:
            looked = Reads(self.sight(env).reads(whole))
            self.looked[id(expr)] = expr, whole, names, now, looked
        return looked

    def _named(self, expr: core.Expr) -> tuple[core.Expr, list[str]]:
        whole = self.inline(expr)
        return whole, sorted(walk.reads(whole))

    def bound(self, env: Env, var: str, source: core.Expr, where: core.Expr | None) -> Env:
        """Inside a loop over a list: its member, and what decided that there is one."""
        local = core.Local(var, t.element(source.type))
        listed = self.reads(source, env)
        env = env.without(words(local))
        test = None if where is None else self.inline(where)
        sight = self.sight(env).bind(var, source, test)
        flown = {**env.flown, var: renamed(kept(listed, var, source.span), lambda e: put(e, words(local)))}
        made = Env(sight.origins, flown, tuple(sight.known), env.way | listed)
        way = made.way | self.reads(test, made)
        return self.learnt(made.along(way), test, True) if test is not None else made

    def about(self, who: core.Expr, env: Env) -> Reads:
        """Why somebody is asked. Whoever is asked for having a card knows of it."""
        whole = self.inline(who)
        if isinstance(whole, core.Local):
            whole = env.stands_for(whole)
        reads = self.reads(whole, env)
        if isinstance(whole, core.Prim) and whole.op in ("owner", "else", "some"):
            reads = Reads(r for r in reads if r.what is not None)
        return reads

    def learnt(self, env: Env, test: core.Expr, holds: bool) -> Env:
        """What is known where a condition holds, or does not."""
        whole = self.inline(test) if holds else core.Prim("not", (self.inline(test),), t.YES_NO)
        sight = self.sight(env)
        origins = {n: sight.found(o, core.Local(n, t.NEVER), whole) if o.places else o for n, o in env.origins.items()}
        known = (*env.known, whole) if about_seats(whole) else env.known
        return attrs.evolve(env, origins=origins, known=known)

    def families(self, env: Env, cards: core.Expr) -> set[str]:
        """Where cards that are moved or turned may have lain, by names of zones and of locals."""
        whole = self.inline(cards)
        origin = self.sight(env).origin(whole)
        found = {n.name for n in below(whole) if isinstance(n, core.Local)}
        return found | origin.zones | (set(self.game.zones) if origin.named else set())
