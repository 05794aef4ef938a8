"""Whether a value may have to look at more groups than anybody wants to wait for.

Assumes a model without errors. How many there can be follows from how many cards a zone holds, or how many there are at
all; if these are too many, the plan is tried on all cards at once: what it finds there is more than any table has. Of a
list of which nobody knows how long it is nothing is said; the game stops when there are too many (HYL914).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check.order import within
from hoyle.check.world import World
from hoyle.core import groups
from hoyle.core import nodes as core
from hoyle.core.walk import below, free
from hoyle.diagnostics import HoyleError
from hoyle.program.fixed import Fixed
from hoyle.program.grouping import Plan, Planner, is_groups
from hoyle.program.program import Program
from hoyle.program.set_out import set_out
from hoyle.program.specialise import Specialiser

MANY = 100_000
MANY_TO_CHOOSE = 20_000
MOST_GIVEN = 50  # words, of other names, for each of which groups are counted

Lengths = Mapping[str, int | None]  # of lists, by what they are called


def check_groups(world: World) -> None:
    """Report loops over more groups than anybody should look at."""
    game = world.model
    params = [(name, source, where) for action in game.actions.values() for name, _, source, where in action.params]
    found: list[tuple[Any, str, int]] = [(_all(*param), "", MANY_TO_CHOOSE) for param in params if is_groups(param[1])]
    for node, name in _nodes(world):
        if isinstance(node, core.Param) and is_groups(node.source):
            found.append((_all(node.name, node.source, node.where), "", MANY_TO_CHOOSE))
        elif isinstance(node, (core.Fold, core.Each)) and is_groups(node.source):
            found.append((node, name, MANY))
    if not found:
        return
    options = {name: option.default for name, option in game.options.items()}
    with suppress(HoyleError):
        program, specialise = set_out(game, game.seats[1], options)
        bound = _Bound(world, program, specialise)
        for node, name, limit in found:
            most = bound.most(node, name, limit)
            if most is not None and most > limit and node.source.span is not None:
                message = f"more than {limit:,} groups may have to be looked at here"
                help = "say how many each has (`g of 3..5`), what its members share, or how many cards the zone `holds`"
                world.report("HYL219", message, node.source.span, help)


def _nodes(world: World) -> Iterator[tuple[Any, str]]:
    """All nodes of a game, with the definition that each belongs to."""
    for define in world.model.defines.values():
        for node in below(tuple(define.parts)):
            yield node, define.name
    for node in within(attrs.evolve(world.model, defines={})):
        yield node, ""


def _all(name: str, source: core.Expr | None, where: core.Expr | None) -> core.Fold:
    """All groups that a player may choose, as a list of them."""
    assert source is not None
    return core.Fold("all", name, source, where, None, source.type, span=source.span)


class _Bound:
    """How many groups there can be, at the largest table."""

    def __init__(self, world: World, program: Program, specialise: Specialiser) -> None:
        self.game, self.program, self.specialise = world.model, program, specialise
        self.planner, self.fixed = Planner(program), Fixed(program)
        self.lengths: dict[tuple[str, str], int | None] = {}
        self.asked: dict[str, list[tuple[str, core.Ask]]] = {}  # by definition, from where
        for node, name in _nodes(world):
            if isinstance(node, core.Ask):
                self.asked.setdefault(node.name, []).append((name, node))

    def most(self, node: core.Fold | core.Each[core.Said], name: str, limit: int) -> int | None:
        """How many groups may have to be looked at; None if nobody knows. What is below the limit is not found out."""
        assert isinstance(node.source, core.Prim)
        members, low, high = node.source.args
        length = self.length(members, name)
        if length is None:
            return None
        least, largest = t.edges(low.type)[0], t.edges(high.type)[1]
        number = groups.number_of(length, least, largest)
        if number <= limit or not isinstance(node, core.Fold) or node.where is None:
            return number
        fold = self.specialise(node)
        whole = isinstance(fold, core.Fold) and fold.where is not None
        return min(number, self._of_all(fold, least, largest)) if whole else number

    def _of_all(self, fold: core.Fold, low: int, high: int) -> int:
        """How many groups are looked at if all there can be is in the list, with the worst words beside it."""
        plan = self.planner.plan(fold)
        words: dict[str, range] = {}
        for test in plan.each:
            for local in below(test):
                if isinstance(local, core.Local) and isinstance(local.type, t.Kind) and local.name in free(test):
                    words[local.name] = range(len(self.game.kinds[local.type.name].members))
        words.pop(plan.member.name, None)
        if prod(map(len, words.values())) > MOST_GIVEN:
            words = {}
        given = [dict(zip(words, values, strict=True)) for values in product(*words.values())]
        return max(self._of_all_given(plan, row, low, high) for row in given)

    def _of_all_given(self, plan: Plan, given: dict[str, Any], low: int, high: int) -> int:
        """The same beside these words."""
        everybody = self._everybody(plan.member.type)
        if everybody is None:
            return groups.MOST
        with self.program.beforehand() as evaluator:
            name = plan.member.name

            def row(asked: core.Expr | None, of: list[int]) -> list[Any] | None:
                if asked is None or not self.fixed(asked, {name, *given}):
                    return None
                return [evaluator.expr(asked, {**given, name: one}) for one in of]

            for test in plan.each:
                truths = row(test, everybody)
                everybody = (
                    everybody if truths is None else [m for m, yes in zip(everybody, truths, strict=True) if yes]
                )
            keys = [row(key, everybody) for key in plan.keys]
            relation = _known(("and", *plan.relations), keys) if plan.relations else None
            most = plan.most.value if isinstance(plan.most, core.Const) and isinstance(plan.most.value, int) else None
            values = row(plan.values, everybody) if most is not None else None
            shape = relation, plan.exactly and values is not None
            chain, known = row(plan.chain, everybody), [key or [] for key in keys]
            with suppress(groups.TooMany):
                return groups.planned(everybody, max(low, 0), high, shape, chain, values, most, *known)[1]
        return groups.MOST

    def _everybody(self, type_: t.Type) -> list[int] | None:
        """All that can be in a list of things of a type, if these are few."""
        match type_:
            case t.CardOf(name):
                return [card.number for card in self.program.cards if name in (None, card.cards)]
            case t.Kind(name):
                return list(range(len(self.game.kinds[name].members)))
        return None

    # ------------------------------------------------------------------------------------------ lists

    def length(self, node: core.Expr, name: str) -> int | None:
        """How many members a list can have, as the author says it; None if nobody knows. name: where it stands."""
        match node:
            case core.Prim("cards" | "top" | "bottom" as op, (core.Zone() as zone, *count)):
                most = self._zone(zone)
                return min(most, max(t.edges(count[0].type)[1], 0)) if op != "cards" and count else most
            case core.Zone():
                return self._zone(node)
            case core.Members() | core.Const(tuple()):
                return len(self.specialise(node).value)
            case core.Prim("list", members):
                return len(members)
            case core.Prim("range", (low, high)) if isinstance(low.type, t.Kind):
                return self._words(low, high, low.type)
            case core.Prim("range", (low, high)):
                return max(t.edges(high.type)[1] - t.edges(low.type)[0] + 1, 0)
            case core.Prim("concat", parts):
                lengths = [self.length(part, name) for part in parts]
                return None if None in lengths else sum(length or 0 for length in lengths)
            case core.Prim("without" | "copy", (inner, *_)) | core.Fold(
                "all" | "highest" | "lowest" | "sorted", _, inner
            ):
                return self.length(inner, name)
            case core.Cond(_, then, otherwise):
                both = [self.length(part, name) for part in (then, otherwise)]
                return None if None in both else max(length or 0 for length in both)
            case core.Local(local) if name:
                return self._handed(name, local)
        return None

    def _words(self, low: core.Expr, high: core.Expr, kind: t.Kind) -> int:
        """How many members of a kind there are from one to another, as far as these are said."""
        first = low.value if isinstance(low, core.Const) and isinstance(low.value, int) else 0
        last = high.value if isinstance(high, core.Const) and isinstance(high.value, int) else None
        return max((len(self.game.kinds[kind.name].members) - 1 if last is None else last) - first + 1, 0)

    def _zone(self, zone: core.Zone) -> int:
        """How many cards can lie in a zone, or in all of a family."""
        declared = self.game.zones[zone.name]
        of = declared.cards.name
        cards = sum(of in (None, card.cards) for card in self.program.cards)
        whole = len(zone.index) == len(declared.index) and declared.capacity is not None
        return min(cards, declared.capacity or 0) if whole else cards

    def _handed(self, name: str, param: str) -> int | None:
        """How long the lists are that a definition is asked about."""
        key = name, param
        if key not in self.lengths:
            self.lengths[key] = 0  # what it asks itself about is shorter
            number = next((n for n, (other, _) in enumerate(self.game.defines[name].params) if other == param), None)
            lengths: list[int | None] = [None]
            if number is not None:
                lengths = [self.length(ask.args[number], place) for place, ask in self.asked.get(name, [])]
            self.lengths[key] = None if None in lengths or not lengths else max(length or 0 for length in lengths)
        return self.lengths[key]


def _known(relation: groups.Shape, keys: list[list[Any] | None]) -> groups.Shape | None:
    """What a relation says as far as its keys are known."""
    word, *parts = relation
    if word not in ("and", "or"):
        return relation if keys[parts[0]] is not None else None
    said = [found for part in parts if (found := _known(part, keys)) is not None]
    return None if not said or (word == "or" and len(said) < len(parts)) else (word, *said)
