"""Sums over cards in C: what depends on a condition is added up for those of which it holds, then for the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from hoyle.core import nodes as core
from hoyle.core.walk import conjunction, conjuncts
from hoyle.native.writer import Number, Simple, count, each_of, wide

if TYPE_CHECKING:
    from hoyle.native.folds import Folds

Env = dict[str, str]


class Sums:
    """Writes sums over different cards, where these are known as a set and there is a quick way."""

    def __init__(self, folds: Folds) -> None:
        self.folds, self.values = folds, folds.values

    def of(self, node: core.Fold, env: Env) -> str | None:
        """A sum; None if its value is to be asked of each card alone."""
        value, work, module = node.value, self.values.work, self.values.module
        if value is None or work.may_grow(node) or not module.sight.different(node.source):
            return None
        by = module.tables.by_value(value, node.var)
        parted = None if by is not None or module.stops(value) else self._said(value, node.var, env)
        if by is None and (parted is None or not isinstance(parted[0], core.Cond)):
            return None
        set_ = self.folds.set_of(node.source, node.var, node.where, env)
        if set_ is None:
            return None
        function = self.values.function
        cards = function.keep(wide(set_), "M", "m")
        if parted is None:
            return f"({self._by_value(by or {}, cards) or '0'})"
        if work.heavy(node):
            function.line(f"pay(s, COUNT({cards}) * {work.each(node)});")
        total = function.temp("t")
        function.line(f"V {total} = 0;")
        self._add(total, cards, *parted)
        return total

    def _said(self, value: core.Expr, var: str, env: Env) -> tuple[core.Expr, str, Env] | None:
        """A value, or what the definition says that it asks."""
        return self.values.sets.opened(value, var, env) if isinstance(value, core.Ask) else (value, var, env)

    def _by_value(self, by: dict[int, str], cards: str) -> str:
        """Few values: each of them as often as there are cards with it."""
        return " + ".join(f"{Number(value)} * {count(f'{cards} & {having}')}" for value, having in by.items())

    def _add(self, total: str, cards: Simple, value: core.Expr, var: str, env: Env) -> None:
        """Lines that add a value of each of some cards."""
        function = self.values.function
        match value:
            case core.Const(int() as known):
                if known:
                    function.line(f"{total} += {count(cards)} * {self.values.constant(known)};")
            case core.Cond() if self._parted(total, cards, value, var, env):
                pass
            case _:
                card = self.values.loops.card()
                with function.block(each_of(card, cards)):
                    function.line(f"{total} += {self.values.value(value, {**env, var: card})};")

    def _parted(self, total: str, cards: Simple, value: core.Cond, var: str, env: Env) -> bool:
        """Lines that add one value for the cards that fulfil a condition, and another for the others. What is not known
        of all cards at once is asked of each for which the rest holds. False if that is all of it."""
        function, known, asked = self.values.function, [], []
        for part in conjuncts(value.test):
            holding = self.values.sets.holding(part, var, env)
            if holding is None:
                asked.append(part)
            else:
                known.append(wide(holding))
        if not known:
            return False
        holds = function.keep(" & ".join(known), "M", "m")
        rest = conjunction(asked)
        then = value.then if rest is None else attrs.evolve(value, test=rest)
        self._add(total, function.keep(f"{cards} & {holds}", "M", "m"), then, var, env)
        self._add(total, function.keep(f"{cards} & ~{holds}", "M", "m"), value.otherwise, var, env)
        return True
