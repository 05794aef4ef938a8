"""Cards as sets: bits of a machine word or a few, so that a condition is asked of all cards at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import free
from hoyle.native.writer import Number, both, wide

if TYPE_CHECKING:
    from hoyle.native.values import Values

Env = dict[str, str]
WRITTEN_OUT = 16  # how many zones are put together without a loop
DEEP = 6  # how many definitions in each other are opened


class Sets:
    """Writes sets of cards, where there is a way; None where there is none, or something may stop the game."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.module = values.module
        self.program = values.program
        self.deep = 0

    # ------------------------------------------------------------------------------------------ lists

    def of(self, source: core.Expr, env: Env) -> str | None:
        """The set of the cards in a list."""
        values, function = self.values, self.values.function
        if not self.module.words or not isinstance(_element(source.type), t.CardOf):
            return None
        match source:
            case core.Const(tuple() as cards):
                return self.module.tables.fixed(cards) if all(isinstance(c, int) and c >= 0 for c in cards) else None
            case core.Prim("cards", (zone,)) | (core.Zone(type=t.ZoneOf()) as zone):
                return f"s->zone[{values.zone(zone, env)}]"
            case core.Zone(name, index):
                first, size = values.family(name, index, self.program.zone_families, env)
                return self._together(first, size)
            case core.Prim("copy", (inner,)):
                return self.of(inner, env)
            case core.Fold("all", var, inner, where, None):
                all_ = self.of(inner, env)
                if all_ is None or where is None:
                    return all_
                holding = self.holding(where, var, env)
                return None if holding is None else both(all_, holding)
            case core.Prim("concat" | "without" as op, (one, two)):
                first_, second = self.of(one, env), self.of(two, env)
                if first_ is None or second is None:
                    return None
                return f"({wide(first_)} | {wide(second)})" if op == "concat" else f"({wide(first_)} & ~{wide(second)})"
            case core.Ask(name, args) if self.deep < DEEP and self.program.defines[name].again is None:
                if any(self.module.stops(arg) for arg in args):
                    return None
                define = self.program.defines[name]
                names: Env = {
                    p: function.keep(values.value(a, env)) for (p, _), a in zip(define.params, args, strict=True)
                }
                self.deep += 1
                found_ = self.of(define.body, names)
                self.deep -= 1
                return found_
        return None

    def _together(self, first: str, size: int) -> str:
        """The cards of neighbouring zones."""
        function = self.values.function
        if size <= WRITTEN_OUT:
            start = function.keep(first, "int", "z")
            zones = [start.value + n if isinstance(start, Number) else f"{start} + {n}" for n in range(size)]
            return f"({' | '.join(f's->zone[{zone}]' for zone in zones)})"
        found, number = function.temp("m"), function.temp("z")
        function.line(f"M {found} = NOBODY;")
        function.line(f"for (int {number} = 0; {number} < {size}; {number}++) {found} |= s->zone[{first} + {number}];")
        return found

    # ------------------------------------------------------------------------------------------ conditions

    def holding(self, test: core.Expr, var: str, env: Env) -> str | None:
        """The set of all cards for which a condition on `var` holds, as a name or a short expression."""
        if not self.module.words or self.module.stops(test):
            return None
        function = self.values.function
        before = function.misses
        with function.aside() as lines:
            found = self._holding(test, var, env)
        return None if found is None else function.foreseen(lines, found, "M", "m", function.misses > before)

    def _holding(self, test: core.Expr, var: str, env: Env) -> str | None:
        known = self.module.tables.fixed_set(test, var)
        if known is not None:
            return known
        if var not in free(test):
            return f"({self.values.test(test, env)} ? {self.module.tables.everybody} : NOBODY)"
        match test:
            case core.Prim("not", (inner,)):
                found = self._holding(inner, var, env)
                return None if found is None else f"~{found}"
            case core.Prim("and" | "or" as op, parts):
                return self._joined(op, parts, var, env)
            case core.Cond(asked, then, otherwise):
                sets = []
                for part in (asked, then, otherwise):
                    found = self._holding(part, var, env)
                    if found is None:
                        return None
                    sets.append(self.values.function.keep(found, "M", "m"))
                return f"({sets[0]} & {sets[1]} | ~{sets[0]} & {sets[2]})"
            case core.Prim("is" | "is not" as op, (one, two)):
                found = self._being(one, two, var, env) or self._being(two, one, var, env)
                return found if found is None or op == "is" else f"~{found}"
            case core.Prim("in", (core.Local(name), many)) if name == var and var not in free(many):
                found = self.of(many, env)
                return None if found is None else wide(found)
            case core.Prim("in", (core.Attr(name, core.Local(one)), many)) if one == var and var not in free(many):
                return self._one_of(name, many, env)
            case core.Prim("up", (core.Local(name),)) if name == var and self.program.sides:
                return "s->up"
            case core.Ask() if self.deep < DEEP:
                return self._opened(test, var, env)
        return None

    def _joined(self, op: str, parts: tuple[core.Expr, ...], var: str, env: Env) -> str | None:
        """The cards for which all conditions hold, or any; what does not concern the card is asked once."""
        apart = [part for part in parts if op == "and" and var not in free(part)]
        sets = []
        for part in parts:
            if part not in apart:
                found = self._holding(part, var, env)
                if found is None:
                    return None
                sets.append(found)
        joined = f"({(' & ' if op == 'and' else ' | ').join(sets)})" if sets else self.module.tables.everybody
        if not apart:
            return joined
        asked = self.values.test(core.Prim("and", tuple(apart), t.YES_NO), env)
        return f"({asked} ? {joined} : NOBODY)"

    def _being(self, one: core.Expr, other: core.Expr, var: str, env: Env) -> str | None:
        """The cards of which an attribute, or a definition that has a row, is a certain value."""
        if var in free(other):
            return None
        match one:
            case core.Attr(name, core.Local(card)) if card == var:
                return self._with(self.module.tables.sets_by_attribute(name), other, env)
            case core.Ask(name, (core.Local(card),)) if card == var:
                return self._with(self.module.tables.sets_by_definition(name), other, env)
            case core.Local(name) if name == var:
                card = self.values.function.keep(self.values.value(other, env))
                if self.values.takes_part(card):
                    return f"BIT({card})"
                return f"({card} >= 0 && {card} < CARDS ? BIT({card}) : NOBODY)"
        return None

    def _with(self, table: str | None, other: core.Expr, env: Env) -> str | None:
        return None if table is None else self.module.tables.with_value(table, self.values.value(other, env))

    def _one_of(self, name: str, many: core.Expr, env: Env) -> str | None:
        table = self.module.tables.sets_by_attribute(name)
        if table is None:
            return None
        function = self.values.function
        found = function.temp("m")
        function.line(f"M {found} = NOBODY;")
        with_value = self.module.tables.with_value
        self.values.loops.each_somehow(
            many, env, lambda member: function.line(f"{found} |= {with_value(table, member)};")
        )
        return found

    def _opened(self, ask: core.Ask, var: str, env: Env) -> str | None:
        opened = self.opened(ask, var, env)
        if opened is None:
            return None
        self.deep += 1
        found = self._holding(*opened)
        self.deep -= 1
        return found

    def opened(self, ask: core.Ask, var: str, env: Env) -> tuple[core.Expr, str, Env] | None:
        """What a definition says that is asked about `var`, how it calls that, and its other names."""
        define = self.program.defines[ask.name]
        names: Env = {}
        asked = None
        for (param, _), arg in zip(define.params, ask.args, strict=True):
            if isinstance(arg, core.Local) and arg.name == var:
                if asked is not None:
                    return None
                asked = param
            elif var in free(arg):
                return None
            else:
                names[param] = self.values.function.keep(self.values.value(arg, env))
        return None if asked is None or define.again is not None else (define.body, asked, names)


def _element(type_: t.Type) -> t.Type:
    return type_.cards if isinstance(type_, t.ZoneOf) else t.element(t.settled(type_))
