"""Candidates: what is legal of an offer, as Python. First whatever can be chosen, then what the rules leave of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS
from hoyle.core.walk import conjuncts, reads
from hoyle.emit.expressions import Env
from hoyle.emit.loops import Loops
from hoyle.emit.patterns import all_of
from hoyle.emit.writer import Function, Simple
from hoyle.plan.shown import Shown, Sight

if TYPE_CHECKING:
    from hoyle.emit.module import Emitter


MANY = 16
ONE = "((),)"  # the candidates of an offer that has nothing to choose


class Candidates:
    """Writes the candidates of offers of one module."""

    def __init__(self, emitter: Emitter) -> None:
        self.emitter = emitter
        self.program = emitter.program
        self.sizes: dict[int, int] = {}

    @property
    def sight(self) -> Sight:
        return self.emitter.plan.sight

    def candidates(
        self,
        function: Function,
        offer: core.Offer,
        env: Env,
        enough: str = "1",
        shown: Shown | None = None,
        weighted: bool = False,
    ) -> str:
        """Lines that work out the legal values of an offer; hands back the name of the list.

        With one parameter its members are values, otherwise tuples of values. shown: how they are shown, if only one of
        several copies is wanted. weighted: what is in a list twice is wanted twice.
        """
        exprs = Loops(self.emitter, function)
        if not offer.params:
            return self._bare(function, exprs, offer, env)
        bound = {p.name for p in offer.params}
        if shown is not None and len(offer.params) == 1:
            self._note(function, offer, shown)
        offer, tests = self._drawn_in(offer, bound)
        always = [rule for rule in offer.filters if self._asked_once(rule, bound)]
        depth = function.depth
        pool: str
        if always:
            pool = function.temp("m")
            function.line(f"{pool} = ()")
            env = dict(env)
            for rule in always:
                if not rule.if_able:
                    exprs.guard(rule.test, env)
            pool, item, inner = self._pool(function, exprs, offer, env, shown, pool, tests, weighted)
        else:
            pool, item, inner = self._pool(function, exprs, offer, env, shown, None, tests, weighted)
        rest = [rule for rule in offer.filters if rule not in always]
        if len(rest) > 1:
            function.line(f"if {pool}:")
            function.depth += 1
        for rule in rest:
            self._filter(function, exprs, rule, pool, item, bound, inner, enough)
        function.depth = depth
        return pool

    def _note(self, function: Function, offer: core.Offer, shown: Shown) -> None:
        """What both a rule and the text ask of every candidate is kept in a table."""
        rules = [rule for rule in offer.filters if rule.when is None and rule.waived is None]
        asked = [node for rule in rules for node in _surely(rule.test)]
        for part in shown.parts or ():
            if not isinstance(part, core.Ask) or part not in asked or offer.params[0].name not in reads(part):
                continue
            define = self.program.defines[part.name]
            if not self.emitter.simple(define) and self.emitter.printed(define) is None:
                table = function.temp("w")
                function.early.append((function.base, f"{table} = {{}}"))
                function.noted[part] = (table, offer.params[0].name)

    def _drawn_in(self, offer: core.Offer, bound: set[str]) -> tuple[core.Offer, list[core.Expr]]:
        """The offer without the rules that only look at each candidate, and those: asked while candidates are found."""
        rules, tests = list(offer.filters), []
        for rule in offer.filters:
            if self._asked_once(rule, bound):
                continue
            if rule.when is not None or rule.waived is not None or rule.if_able:
                break
            tests.append(rule.test)
            rules.remove(rule)
        return attrs.evolve(offer, filters=tuple(rules)), tests

    def _asked_once(self, rule: core.Filter, bound: set[str]) -> bool:
        """Whether a rule says the same of all candidates, so that it can be asked before they are looked for."""
        plain = rule.when is None and rule.waived is None and not reads(rule.test) & bound
        return plain and not self.emitter.work.stops(rule.test)

    def _pool(
        self,
        function: Function,
        exprs: Loops,
        offer: core.Offer,
        env: Env,
        shown: Shown | None = None,
        pool: str | None = None,
        tests: Iterable[core.Expr] = (),
        weighted: bool = False,
    ) -> tuple[str, str, dict[str, str]]:
        """Lines for all candidates that pass some tests: the list, what a member is called, and the names in scope."""
        params = offer.params
        names = [function.temp("x") for _ in params]
        item = names[0] if len(names) == 1 else f"({', '.join(names)})"
        pool = pool or function.temp("m")
        inner = dict(env)
        once = shown is not None and shown.copies and shown.by_face
        most, each = self.emitter.work.candidates(offer)
        charges = [1] * (len(params) - 1) + [each] if self.emitter.work.heavy_offer(offer) else []
        if len(params) == 1 and params[0].where is None and not once and not tests:
            inner[params[0].name] = names[0]
            source = self._source(function, exprs, params[0], inner, weighted)
            function.line(f"{pool} = {self._charged(exprs, offer, charges, 0, source)}")
            return pool, item, inner
        depth = function.depth
        first = self._source(function, exprs, params[0], inner, weighted)
        wheres: dict[str, list[core.Expr]] = {}
        for param in params:
            asked = [] if param.where is None else [param.where]
            wheres[param.name] = []
            for test in [*asked, *tests] if param is params[-1] else asked:
                test, extra = exprs.hoist(test, {p.name for p in params}, env)
                inner |= extra
                wheres[param.name].append(test)
        function.line(f"{pool} = []")
        last = function.temp("y")
        if once:
            function.line(f"{last} = -1")
        for number, (param, name) in enumerate(zip(params, names, strict=True)):
            source = first if param is params[0] else self._source(function, exprs, param, inner, weighted)
            inner[param.name] = name
            function.loop(f"for {name} in {self._charged(exprs, offer, charges, number, source)}:")
            if once and name == names[0]:
                self._once(function, name, last)
            exprs.inside += 1
            where = all_of(wheres[param.name])
            if where is not None:
                exprs.guard(where, inner)
        function.line(f"{pool}.append({item})")
        if most > t.MOST_CHOICES:
            function.line(f"fewer({pool}, {self.emitter.place(offer.span)})")
        function.depth, exprs.inside = depth, 0
        return pool, item, inner

    def _charged(self, exprs: Loops, offer: core.Offer, charges: list[int], number: int, source: str) -> str:
        """What a parameter is chosen from; if there may be many candidates, the state is charged for them."""
        return exprs.paid(source, charges[number], offer.span) if charges else source

    def _source(self, function: Function, exprs: Loops, param: core.Param, env: dict[str, str], weighted: bool) -> str:
        """What a parameter is chosen from; a list that is worked out gets a name, for others may ask for it again."""
        code = exprs.expr(exprs.settle(param.source, env), env)
        if not (weighted or self.sight.different(param.source)):
            return f"once_({code})"
        if isinstance(param.source, core.Ask) and not isinstance(code, Simple) and function.depth == function.base:
            name = function.temp("t")
            function.line(f"{name} = {code}")
            function.hold(exprs.asked(param.source, env), name)
            return name
        return code

    def _choices(self, function: Function, offer: core.Offer, env: Env, table: str, shown: Shown | None) -> None:
        """Lines that put the choices of an offer of one parameter into `c`.

        First it is found out which rules apply, each condition being asked once; then they are applied in turn, the
        last one while the choices are looked up. With many rules that would be too many cases, and each is asked when
        its turn comes; so it is if a condition may stop the game.
        """
        exprs = Loops(self.emitter, function)
        pool, item, inner = self._pool(function, exprs, offer, env, shown)
        bound = {offer.params[0].name}
        stops = any(rule.when is not None and self.emitter.work.stops(rule.when) for rule in offer.filters)
        if stops or _ways(offer.filters, bound, frozenset()) > MANY:
            for rule in offer.filters:
                self._filter(function, exprs, rule, pool, item, bound, inner, "1")
            function.line(f"c = tuple(map(G{table[1:]}, {pool}))")
            return

        def branch(
            rules: tuple[core.Filter, ...], active: tuple[core.Filter, ...], known: frozenset[core.Expr]
        ) -> None:
            if not rules:
                self._apply(function, exprs, active, (pool, item, bound, inner), table)
                return
            rule, rest = rules[0], rules[1:]
            asked = rule.when is not None and not reads(rule.when) & bound
            holds = _holds(rule.when, known) if asked else True
            if holds is not None:
                branch(rest, (*active, attrs.evolve(rule, when=None) if asked else rule) if holds else active, known)
                return
            assert rule.when is not None
            unknown = [exprs.test(part, inner) for part in conjuncts(rule.when) if part not in known]
            function.line(f"if {' and '.join(unknown)}:")
            function.depth += 1
            branch(rest, (*active, attrs.evolve(rule, when=None)), known | set(conjuncts(rule.when)))
            function.depth -= 1
            function.line("else:")
            function.depth += 1
            parts = conjuncts(rule.when)
            branch(rest, active, known | {_denied(parts[0])} if len(parts) == 1 else known)
            function.depth -= 1

        branch(offer.filters, (), frozenset())

    def _apply(
        self,
        function: Function,
        exprs: Loops,
        rules: tuple[core.Filter, ...],
        names: tuple[str, str, set[str], dict[str, str]],
        table: str,
    ) -> None:
        """Apply rules that all apply, and look the choices up."""
        pool, item, bound, inner = names
        every = f"tuple(map(G{table[1:]}, {pool}))"
        plain = bool(rules) and rules[-1].when is None and rules[-1].waived is None
        before = rules[:-1] if plain else rules
        if before:
            # another branch must find the candidates as they were
            pool = function.temp("m")
            function.line(f"{pool} = {names[0]}")
            every = f"tuple(map(G{table[1:]}, {pool}))"
        for rule in before:
            self._filter(function, exprs, rule, pool, item, bound, inner, "1")
        if not plain:
            function.line(f"c = {every}")
            return
        test, extra = exprs.hoist(rules[-1].test, bound, inner)
        _gather(function, exprs, "k", f"{table}[{item}]", (item, pool), test, {**inner, **extra})
        function.line(f"c = tuple(k) if k else {every}" if rules[-1].if_able else "c = tuple(k)")

    def _bare(self, function: Function, exprs: Loops, offer: core.Offer, env: Env) -> str:
        """An offer without parameters: it is there, or it is not."""
        pool = function.temp("m")
        depth = function.depth
        inner = dict(env)
        demands = [_demand(rule) for rule in offer.filters if not rule.if_able]
        if not demands:
            return ONE
        function.line(f"{pool} = ()")
        for demand in demands:
            exprs.guard(demand, inner)
        function.line(f"{pool} = {ONE}")
        function.depth = depth
        return pool

    def _filter(
        self,
        function: Function,
        exprs: Loops,
        rule: core.Filter,
        pool: str,
        item: str,
        bound: set[str],
        inner: Env,
        enough: str,
    ) -> None:
        depth = function.depth
        when = rule.when
        if when is not None and not reads(when) & bound:
            if self.emitter.work.stops(when):  # it is asked of candidates, and there may be none
                function.line(f"if {pool}:")
                function.depth += 1
            exprs.guard(when, dict(inner))
            when = None
        # what a condition guards may not be worked out before it
        both = rule.test if when is None else core.Prim("and", (when, rule.test), t.YES_NO)
        test, extra = exprs.hoist(both, bound, inner)
        if when is not None:
            assert isinstance(test, core.Prim)
            when, test = test.args
        env = {**inner, **extra}
        if when is None and rule.waived is None:
            left = function.temp("k")
            _gather(function, exprs, left, item, (item, pool), test, env)
            if rule.if_able:
                function.line(f"if {left}:" if enough == "1" else f"if len({left}) >= {enough}:")
                function.depth += 1
            function.line(f"{pool} = {left}")
        else:
            holds = exprs.test(test, env)
            free = []
            if when is not None:
                free.append(f"not ({exprs.test(when, env)})")
            if rule.waived is not None:
                free.append(exprs.test(rule.waived, env))
            exempt = " or ".join(free)
            if rule.if_able:
                able = function.temp("n")
                function.line(f"{able} = len([1 for {item} in {pool} if not ({exempt}) and {holds}])")
                function.line(f"if {able} >= {enough}:")
                function.depth += 1
            function.line(f"{pool} = [{item} for {item} in {pool} if {exempt} or {holds}]")
        function.depth = depth

    @staticmethod
    def _once(function: Function, card: str, last: str) -> None:
        """Lines that pass over a card that looks like the one before it."""
        function.line(f"if SAME[{card}] == {last}:")
        function.line("    continue")
        function.line(f"{last} = SAME[{card}]")


def _gather(
    function: Function,
    exprs: Loops,
    into: str,
    value: str,
    each: tuple[str, str],
    test: core.Expr,
    env: dict[str, str],
) -> None:
    """Lines that gather a value for each candidate of a pool that passes a test.

    A loop is quicker than a comprehension here: hands are small, and a comprehension is a call.
    """
    item, pool = each
    depth = function.depth
    function.line(f"{into} = []")
    function.loop(f"for {item} in {pool}:")
    exprs.inside += 1
    exprs.guard(test, env)
    exprs.inside -= 1
    function.line(f"{into}.append({value})")
    function.depth = depth


def _surely(node: core.Expr) -> Iterator[core.Expr]:
    """The parts of an expression that are asked in any case."""
    yield node
    match node:
        case core.Cond(first) | core.Fold(_, _, first):
            yield from _surely(first)
        case core.Prim(op, args):
            for arg in args[:1] if OPERATORS[op].lazy else args:
                yield from _surely(arg)


def _demand(rule: core.Filter) -> core.Expr:
    """What a rule asks of an offer that has nothing to choose."""
    test = rule.test
    if rule.when is not None:
        test = core.Prim("or", (core.Prim("not", (rule.when,), t.YES_NO), test), t.YES_NO)
    return core.Prim("or", (rule.waived, test), t.YES_NO) if rule.waived is not None else test


def _ways(rules: tuple[core.Filter, ...], bound: set[str], known: frozenset[core.Expr]) -> int:
    """How many cases there are of which rules apply; no more are counted than are wanted."""
    if not rules:
        return 1
    rule, rest = rules[0], rules[1:]
    if rule.when is None or reads(rule.when) & bound or _holds(rule.when, known) is not None:
        return _ways(rest, bound, known)
    parts = conjuncts(rule.when)
    found = _ways(rest, bound, known | set(parts))
    if found > MANY:
        return found
    return found + _ways(rest, bound, known | {_denied(parts[0])} if len(parts) == 1 else known)


def _holds(condition: core.Expr | None, known: frozenset[core.Expr]) -> bool | None:
    """Whether a condition holds, if that follows from what is known."""
    parts = conjuncts(condition)
    if all(part in known for part in parts):
        return True
    return False if any(_denied(part) in known for part in parts) else None


def _denied(part: core.Expr) -> core.Expr:
    if isinstance(part, core.Prim) and part.op == "not":
        return part.args[0]
    return core.Prim("not", (part,), t.YES_NO)
