"""Plans for groups: how those are found for which a condition holds, without a look at all the others.

The conditions that a fold joins by `and`, with definitions put in, fall into classes:

- of each member, `every(c in g has ...)`: the list is shortened first
- of any two, `same(...)` and `different(...)`: a group grows only by what goes with all that it has
- numbers without a hole, `consecutive(...)`: a group grows only by the next number
- what stays broken once it is, `sum(...) <= k` of numbers that are not below 0, and `count(c in g where ...) <= k`
- anything else is asked of the whole group. Of `or`, what it says of any two members still counts

A plan changes which groups are looked at, and nothing else: neither which are found nor their order. It is made for
whoever writes code; the reference looks at all groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeGuard

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.groups import Shape
from hoyle.core.guards import needs
from hoyle.core.walk import below, conjunction, every_conjunct, free, put, rebuild, rename_bound
from hoyle.program.program import Program
from hoyle.program.work import Work

DEEP = 6  # how many definitions in each other are put in
NOTHING = core.Const(None, t.NEVER)
FLIPPED = {"<=": ">=", "<": ">", ">=": "<=", ">": "<", "is": "is"}
PLAIN = (t.Numbers, t.Kind, t.Seat, t.CardOf, t.YesNo)


def planned(program: Program) -> Program:
    """The same program with a plan for all groups; the very same if there are none."""
    if program.planned is None:
        program.planned = _planned(program)
    return program.planned


def _planned(program: Program) -> Program:
    bodies: list[Any] = [d.body for d in program.defines.values()]
    bodies += [p.body for p in program.procedures.values()] + list(program.initial.values())
    if not any(is_groups(node) for node in below(tuple(bodies))):
        return program
    plan = Planner(_unmarked(program), marked=program.model.cover is not None)
    defines = {name: attrs.evolve(d, body=plan(d.body)) for name, d in program.defines.items()}
    procedures = {name: attrs.evolve(p, body=plan.body(p.body)) for name, p in program.procedures.items()}
    return attrs.evolve(program, defines=defines, procedures=procedures)


def _unmarked(program: Program) -> Program:
    """The program as it is when nobody notes what is asked."""
    if program.model.cover is None:
        return program
    defines = {name: attrs.evolve(define, body=without_marks(define.body)) for name, define in program.defines.items()}
    return attrs.evolve(program, defines=defines)


def without_marks(node: Any) -> Any:
    """An expression of which nobody notes that it is asked."""
    if isinstance(node, core.Prim) and node.op == "mark":
        return without_marks(node.args[1])
    return rebuild(node, without_marks)


def is_groups(node: Any) -> TypeGuard[core.Prim]:
    """Whether it is all groups of a list, for which there is no plan yet."""
    return isinstance(node, core.Prim) and node.op == "groups"


@attrs.define
class Plan:
    """What is known of the groups that one fold asks for. group: the local that stands for one of them; source: all.

    each: what all members fulfil, of MEMBER. relation: what any two do; keys: what it is about, of MEMBER. chain: a
    number of MEMBER; values, most: what MEMBER adds to a sum, and what that is at most; exactly: it has to be that.
    left: what has to be asked of the whole group.
    """

    group: str
    member: core.Local
    source: core.Expr
    each: list[core.Expr] = attrs.field(factory=list)
    relations: list[Shape] = attrs.field(factory=list)
    keys: list[core.Expr] = attrs.field(factory=list)
    chain: core.Expr | None = None
    values: core.Expr | None = None
    most: core.Expr | None = None
    exactly: bool = False
    left: list[core.Expr] = attrs.field(factory=list)

    def key(self, asked: core.Expr) -> int:
        if asked not in self.keys:
            self.keys.append(asked)
        return self.keys.index(asked)


class Planner:
    """Makes plans for the groups of one program. marked: it is noted what is asked, so all has to be asked."""

    def __init__(self, program: Program, marked: bool = False) -> None:
        self.program, self.marked = program, marked
        self.work = Work(program)
        self.names = 0

    def __call__(self, node: Any) -> Any:
        node = rebuild(node, self)
        if isinstance(node, core.Fold) and is_groups(node.source):
            return self._fold(node)
        if isinstance(node, core.Param) and is_groups(node.source):
            return self._param(node)
        if not isinstance(node, core.Fold) and any(map(is_groups, _sources(node))):
            return rebuild(node, lambda child: self.bare(child) if is_groups(child) else child)
        return node

    def body(self, body: tuple[core.Stmt, ...]) -> tuple[core.Stmt, ...]:
        return tuple(self(stmt) for stmt in body)

    def bare(self, source: core.Expr) -> core.Prim:
        """All groups."""
        assert isinstance(source, core.Prim)
        shape = core.Const((None, False), t.NEVER)
        return attrs.evolve(source, op="planned", args=(*source.args, shape, NOTHING, NOTHING, NOTHING))

    def _fold(self, fold: core.Fold) -> core.Fold:
        if fold.where is None:
            return attrs.evolve(fold, source=self.bare(fold.source))
        plan = self.plan(fold)
        return attrs.evolve(fold, source=self.source(fold, plan), where=conjunction(plan.left))

    def _param(self, param: core.Param) -> core.Param:
        """What somebody chooses a group from."""
        fold = self._fold(core.Fold("all", param.name, param.source, param.where, None, param.source.type))
        return attrs.evolve(param, source=fold.source, where=fold.where, said=param)

    def plan(self, fold: core.Fold) -> Plan:
        """What the condition of a fold over groups says of them."""
        assert fold.where is not None
        self.names += 1
        of = t.element(t.element(fold.source.type))
        plan = Plan(fold.var, core.Local(f"{fold.var}'{self.names}", of), fold.source)
        plan.left = self._left(every_conjunct(fold.where), plan, 0)
        return plan

    def _left(self, parts: list[core.Expr], plan: Plan, deep: int) -> list[core.Expr]:
        """Those of some conditions that the plan does not see to."""
        left: list[core.Expr] = []
        for part in parts:
            plain = without_marks(part) if self.marked else part
            taken = not self.work.stops(plain) and not needs(plain, left) and self._taken(plain, plan, deep)
            if not taken or self.marked:
                left.append(part)
        return left

    def source(self, fold: core.Fold, plan: Plan) -> core.Prim:
        """The groups that a plan finds."""
        assert isinstance(fold.source, core.Prim)
        members, low, high = fold.source.args
        if plan.each:
            test = conjunction(plan.each)
            members = core.Fold("all", plan.member.name, members, test, None, members.type, span=fold.span)

        def row(asked: core.Expr | None) -> core.Expr:
            if asked is None:
                return NOTHING
            return core.Fold("all", plan.member.name, members, None, asked, t.ListOf(asked.type), span=fold.span)

        used: list[int] = []  # relations may have been begun for nothing
        relations = tuple(_numbered(relation, used) for relation in plan.relations)
        relation = relations[0] if len(relations) == 1 else ("and", *relations)
        shape = core.Const((relation if relations else None, plan.exactly), t.NEVER)
        args = (members, low, high, shape, row(plan.chain), row(plan.values), plan.most or NOTHING)
        return attrs.evolve(fold.source, op="planned", args=(*args, *(row(plan.keys[key]) for key in used)))

    # ------------------------------------------------------------------------------------------ conditions of all

    def _taken(self, part: core.Expr, plan: Plan, deep: int) -> bool:
        """Whether a condition is seen to by the plan, so that it need not be asked of the whole group. What it says of
        any two members goes into the plan in any case."""
        match part:
            case core.Prim("and"):
                return not self._left(every_conjunct(part), plan, deep)
            case core.Fold("every", var, core.Local(name)) if name == plan.group:
                return self._each(part, var, plan)
            case core.Prim("not", (core.Fold("any", var, core.Local(name)) as found,)) if name == plan.group:
                none = core.Prim("not", (found.where or core.YES,), t.YES_NO)
                return self._each(attrs.evolve(found, kind="every", where=None, value=none), var, plan)
            case core.Fold("consecutive", var, core.Local(name), None) if name == plan.group and plan.chain is None:
                asked = self._asked(part, var, part.value, plan)
                if asked is not None and isinstance(asked.type, (t.Numbers, t.Kind)):
                    plan.chain = asked
                    return True
            case core.Prim("<=" | "<" | ">=" | ">" | "is" as op, (a, b)):
                return self._bounded(op, a, b, plan) or self._bounded(FLIPPED[op], b, a, plan) or self._pair(part, plan)
            case core.Ask() if deep < DEEP:
                opened = self._opened(part)
                if opened is None:
                    return False
                return not self._left(every_conjunct(opened), plan, deep + 1)
        relation = self._relation(part, plan, deep)
        if relation is not None:
            plan.relations.append(relation)
        return relation is not None and relation[0] in ("same", "different")

    def _each(self, fold: core.Fold, var: str, plan: Plan) -> bool:
        """What is asked of each member."""
        assert fold.value is not None
        wanted = fold.value
        if fold.where is not None:
            wanted = core.Prim("or", (core.Prim("not", (fold.where,), t.YES_NO), fold.value), t.YES_NO)
        asked = self._asked(fold, var, wanted, plan)
        if asked is not None:
            plan.each.append(asked)
        return asked is not None

    def _bounded(self, op: str, sum_: core.Expr, bound: core.Expr, plan: Plan) -> bool:
        """A sum that only grows is at most, or just, so much."""
        if op in (">=", ">") or plan.values is not None or plan.group in free(bound) or self.work.stops(bound):
            return False
        while isinstance(sum_, core.Ask):
            opened = self._opened(sum_)
            if opened is None:
                return False
            sum_ = opened
        match sum_:
            case core.Fold("count", var, core.Local(name), where) if name == plan.group and where is not None:
                one, nothing = core.Const(1, t.Numbers(1, 1)), core.Const(0, t.Numbers(0, 0))
                asked = self._asked(sum_, var, core.Cond(where, one, nothing, t.Numbers(0, 1)), plan)
            case core.Fold("sum", var, core.Local(name), where, value) if name == plan.group:
                value = value or core.Local(var, plan.member.type)
                if self.work.edges(value)[0] < 0:
                    return False
                if where is not None:
                    value = core.Cond(where, value, core.Const(0, t.Numbers(0, 0)), value.type)
                asked = self._asked(sum_, var, value, plan)
            case _:
                return False
        if asked is None:
            return False
        less = core.Prim("-", (bound, core.Const(1, t.Numbers(1, 1))), t.NUMBER)
        plan.values, plan.most, plan.exactly = asked, less if op == "<" else bound, op == "is"
        return True

    # ------------------------------------------------------------------------------------------ what any two have

    def _relation(self, part: core.Expr, plan: Plan, deep: int) -> Shape | None:
        """What a condition of a group says of any two of its members; None for nothing."""
        match part:
            case core.Prim("and" | "or" as op, parts):
                sure = [part for n, part in enumerate(parts) if not needs(part, parts[:n])]
                found = [self._relation(inner, plan, deep) for inner in sure]
                found += [None] * (len(parts) - len(sure))
                said = [relation for relation in found if relation is not None]
                if not said or (op == "or" and len(said) < len(found)):
                    return None
                return said[0] if len(said) == 1 else (op, *said)
            case core.Fold("same" | "different" | "consecutive" as kind, var, core.Local(name), where, value):
                asked = self._asked(part, var, value, plan) if name == plan.group else None
                if asked is None or not isinstance(t.settled(asked.type), PLAIN):
                    return None
                if kind == "consecutive" and isinstance(asked.type, t.Maybe):
                    return None
                relation: Shape = ("near" if kind == "consecutive" else kind, plan.key(asked))
                if where is None:
                    return relation
                counts = self._asked(part, var, where, plan)
                if counts is None or (value is not None and needs(value, [where])):
                    return None
                return "or", ("lacking", plan.key(counts)), relation
            case core.Fold("every", var, core.Local(name), None, value) if name == plan.group:
                asked = self._asked(part, var, value, plan)
                return None if asked is None else ("both", plan.key(asked))
            case core.Prim("is" | "is not"):
                return self._alike(part, plan)
            case core.Ask() if deep < DEEP:
                opened = self._opened(part)
                return None if opened is None else self._relation(opened, plan, deep + 1)
        return None

    def _pair(self, part: core.Expr, plan: Plan) -> bool:
        relation = self._alike(part, plan)
        if relation is not None:
            plan.relations.append(relation)
        return relation is not None

    def _alike(self, part: core.Expr, plan: Plan) -> Shape | None:
        """In `a, b in list`: that a value of the one is that of the other, or is not."""
        match part, plan.source:
            case core.Prim("is" | "is not" as op, (one, other)), core.Prim(_, (_, core.Const(2), core.Const(2))):
                first, second = (_as_member(side, plan) for side in (one, other))
                apart = [{n.args[1] for n in below(side) if _is_part(n, plan.group)} for side in (one, other)]
                of_one = first == second and plan.group not in free(first) and not apart[0] & apart[1]
                if of_one and all(apart) and isinstance(t.settled(first.type), PLAIN):
                    return "same" if op == "is" else "different", plan.key(first)
        return None

    # ------------------------------------------------------------------------------------------ parts

    def _asked(self, fold: core.Expr, var: str, asked: core.Expr | None, plan: Plan) -> core.Expr | None:
        """What a fold asks of a member, of MEMBER; None if it also depends on the group, or may stop the game."""
        if asked is None:
            return plan.member
        if plan.group in free(asked) or self.work.stops(asked):
            return None
        made: core.Expr = put(asked, {var: plan.member})
        return made

    def _opened(self, ask: core.Ask) -> core.Expr | None:
        """What a definition says of what it is asked about."""
        define = self.program.defines[ask.name]
        if define.again is not None or not all(isinstance(arg, (core.Local, core.Const)) for arg in ask.args):
            return None
        swap = {param: arg for (param, _), arg in zip(define.params, ask.args, strict=True)}
        made: core.Expr = put(rename_bound(define.body, f"{ask.name}."), swap)
        return made


def _numbered(relation: Shape, used: list[int]) -> Shape:
    """A relation in terms of the keys that are used, in the order in which they are."""
    word, *parts = relation
    if word in ("and", "or"):
        return word, *(_numbered(part, used) for part in parts)
    if parts[0] not in used:
        used.append(parts[0])
    return word, used.index(parts[0])


def _sources(node: Any) -> Iterator[Any]:
    """What loops and choices go through."""
    if isinstance(node, core.Each):
        yield node.source


def _is_part(node: Any, group: str) -> bool:
    return isinstance(node, core.Prim) and node.op == "part" and node.args[0] == core.Local(group, t.BROKEN)


def _as_member(node: Any, plan: Plan) -> Any:
    """An expression of one member of a group, of MEMBER."""
    if _is_part(node, plan.group):
        return attrs.evolve(plan.member, type=node.type)
    return rebuild(node, lambda child: _as_member(child, plan))
