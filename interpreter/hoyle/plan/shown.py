"""How offers are shown to the decider: which of their choices can be kept in a table, and what their texts need.

Where the decider sees all candidates for certain, the table is asked at once. Otherwise the engine works out how each
candidate looks (see `hoyle.run.look`).
"""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.operators import OPERATORS, LooksAt
from hoyle.core.walk import below, children, conjuncts, substitute
from hoyle.program.program import Program
from hoyle.program.work import Work

BRIEF = 12


@attrs.frozen
class Shown:
    """How the candidates of an offer become choices.

    parts: what its text tells of the table; None if that is too much to be worked out for every candidate, or could
    stop the game, as a text never does. seen: the decider sees all candidates. copies: its first parameter is a card
    from a zone without order in which others may look just like it. by_face: its rules look at nothing but the faces
    of such copies. twins: cards among its parameters may have the same name at different places.
    """

    parts: tuple[core.Expr, ...] | None
    seen: bool = False
    copies: bool = False
    by_face: bool = False
    twins: bool = False

    @property
    def late(self) -> bool:
        """Whether it has to be seen, when the candidates are known, which of them are alike."""
        return self.twins or (self.copies and not self.by_face)


class Sight:
    """Judges the offers of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.work = Work(program)
        self.known: dict[int, tuple[core.Choose[core.Stmt], tuple[Shown, ...]]] = {}
        self.turned = self._turned()
        self.own: dict[str, bool] = {}

    def shown(self, choose: core.Choose[core.Stmt]) -> tuple[Shown, ...]:
        """How each offer of a decision is shown."""
        if id(choose) not in self.known:
            self.known[id(choose)] = choose, tuple(self._shown(choose, offer) for offer in choose.offers)
        return self.known[id(choose)][1]

    def _shown(self, choose: core.Choose[core.Stmt], offer: core.Offer) -> Shown:
        if any(param.groups for param in offer.params):
            return Shown(None)  # there are too many groups to keep their choices
        parts = self.told(offer)
        cards = [param for param in offer.params if isinstance(param.type, t.CardOf)]
        seen = (
            parts is not None and _own_words(choose, offer) and all(self.sees(choose, offer, param) for param in cards)
        )
        alike = [param for param in cards if not self._all_different(param.type)]
        if not seen or not alike:
            return Shown(parts, seen)
        first = offer.params[0]
        if alike == [first] and self._loose(first.source) and not self._kept(first.type):
            tests = [x for p in offer.params for x in (p.source, p.where) if x is not None]
            tests += [x for f in offer.filters for x in (f.when, f.waived, f.test) if x is not None]
            by_face = all(self._by_face(test, first.name) for test in [*tests, *(parts or ())])
            return Shown(parts, by_face or len(offer.params) == 1, copies=True, by_face=by_face)
        return Shown(parts, seen, twins=True)

    # ------------------------------------------------------------------------------------------ what is seen

    def sees(self, choose: core.Choose[core.Stmt], offer: core.Offer, param: core.Param) -> bool:
        """Whether the decider certainly sees every card that a parameter may stand for."""
        return self._seen(choose.you, param.source) or _turned_up(offer, param)

    def _seen(self, you: str, source: core.Expr) -> bool:
        """Whether a player sees all cards of a list."""
        match source:
            case core.Prim("cards", (core.Zone() as zone,)) | (core.Zone() as zone):
                return self._sees_zone(you, zone)
            case core.Prim("concat", parts):
                return all(self._seen(you, part) for part in parts)
            case core.Fold("all" | "highest" | "lowest" | "sorted", var, inner, where, value) if value is None or (
                source.kind != "all"
            ):
                return self._seen(you, inner) or (where is not None and _says_up(where, var))
            case core.Ask(name):
                return self.program.defines[name].again is None and self._seen(you, self._said(source))
        return False

    def _sees_zone(self, you: str, zone: core.Zone) -> bool:
        declared = self.program.model.zones[zone.name]
        if declared.facing == "up" and zone.name not in self.turned:
            return True
        if t.SEAT not in declared.index or len(zone.index) != len(declared.index):
            return False
        place = declared.index.index(t.SEAT)
        return zone.index[place] == core.Local(you, t.SEAT) and self._own_seen(zone.name, place)

    def _own_seen(self, name: str, place: int) -> bool:
        """Whether in a family of zones everybody sees the cards of their own."""
        if name not in self.own:
            family, zones = self.program.zone_families[name], self.program.zones
            self.own[name] = all(index[place] in zones[family.number(index)].seen for index in family.indices())
        return self.own[name]

    def _turned(self) -> frozenset[str]:
        """The zones in which a card may lie face down although it usually lies face up there."""
        every = frozenset(self.program.model.zones)
        found: set[str] = set()
        for procedure in self.program.procedures.values():
            for node in below(procedure.body):
                match node:
                    case core.Face(core.Prim("cards", (core.Zone(name),)), False):
                        found.add(name)
                    case core.Face(_, False):
                        return every
                    case core.Move(to=core.Zone(name), facing="down"):
                        found.add(name)
                    case core.Move(facing="down"):
                        return every
        return frozenset(found)

    def _said(self, ask: core.Ask) -> core.Expr:
        define = self.program.defines[ask.name]
        swap = {name: arg for (name, _), arg in zip(define.params, ask.args, strict=True)}
        said: core.Expr = substitute(define.body, swap)
        return said

    # ------------------------------------------------------------------------------------------ what is alike

    def _all_different(self, type_: t.Type) -> bool:
        """Whether no two cards have the same name."""
        assert isinstance(type_, t.CardOf)
        names = [c.text for c in self.program.cards if type_.name in (None, c.cards)]
        return len(set(names)) == len(names)

    def _loose(self, source: core.Expr) -> bool:
        """Whether cards come from one zone without order, copies side by side and different faces differently named."""
        while True:
            match source:
                case core.Fold("all", _, inner, _, None):
                    source = inner
                case core.Ask(name) if self.program.defines[name].again is None:
                    source = self._said(source)
                case core.Prim("cards", (core.Zone(name),)):
                    break
                case _:
                    return False
        last: dict[int, int] = {}
        names: dict[str, int] = {}
        for card in self.program.cards:
            if last.get(card.same, card.number - 1) != card.number - 1:
                return False
            if names.setdefault(card.text, card.same) != card.same:
                return False
            last[card.same] = card.number
        return self.program.model.zones[name].loose

    def _kept(self, type_: t.Type) -> bool:
        """Whether a variable has values for single cards of a type."""
        assert isinstance(type_, t.CardOf)
        cards = [c.number for c in self.program.cards if type_.name in (None, c.cards)]
        return any(self.program.values_of(card) for card in cards)

    def _by_face(self, node: core.Expr, name: str) -> bool:
        """Whether an expression says the same of any two copies in one zone."""
        match node:
            case core.Local():
                return node.name != name
            case core.Attr(_, core.Local()):
                return True
            case core.Prim(op, (core.Local(), *_)) if OPERATORS[op].reads in (LooksAt.FACES, LooksAt.PLACES):
                return True
            case core.Prim("in", (core.Local(), core.Prim("cards", (core.Zone() as zone,)) | (core.Zone() as zone))):
                return all(self._by_face(part, name) for part in zone.index)
            case core.Ask(asked, args):
                define = self.program.defines[asked]
                names = [param for (param, _), arg in zip(define.params, args, strict=True) if _is(arg, name)]
                rest = [arg for arg in args if not _is(arg, name)]
                return (
                    (define.again is None or not names)
                    and all(self._by_face(define.body, param) for param in names)
                    and all(self._by_face(arg, name) for arg in rest)
                )
        return all(self._by_face(part, name) for part in children(node))

    def different(self, source: core.Expr) -> bool:
        """Whether no member of a list is there twice, for certain."""
        match source:
            case core.Const(tuple() as values):
                return len(set(values)) == len(values)
            case core.Prim("list", members):
                return len(members) < 2
            case core.Prim("concat", parts):
                one, two = (self.lying_in(part) for part in parts)
                apart = one is not None and two is not None and not one & two
                return apart and all(self.different(part) for part in parts)
            case core.Prim("without" | "copy" | "planned", (inner, *_)):
                return self.different(inner)
            case core.Zone():
                return True
            case core.Prim(op) if OPERATORS[op].distinct:
                return True
            case core.Cond(_, then, otherwise):
                return self.different(then) and self.different(otherwise)
            case core.Fold("all" | "highest" | "lowest" | "sorted", _, inner, _, value):
                return (value is None or source.kind != "all") and self.different(inner)
            case core.Ask(name):
                define = self.program.defines[name]
                return define.again is None and self.different(define.body)
        return False

    def lying_in(self, source: core.Expr) -> set[str] | None:
        """The zones that all cards of a list lie in, if that is known."""
        match source:
            case core.Zone(name) | core.Prim("cards" | "top" | "bottom", (core.Zone(name), *_)):
                return {name}
            case core.Fold("all" | "highest" | "lowest" | "sorted", _, inner, _, value) if (
                value is None or source.kind != "all"
            ):
                return self.lying_in(inner)
            case core.Prim("concat", (one, two)):
                first, second = self.lying_in(one), self.lying_in(two)
                return None if first is None or second is None else first | second
            case core.Ask(name):
                define = self.program.defines[name]
                return None if define.again is not None else self.lying_in(define.body)
        return None

    # ------------------------------------------------------------------------------------------ what is told

    def declined(self, choose: core.Choose[core.Stmt]) -> tuple[core.Expr, ...] | None:
        """What the text of declining tells of the table, if it is little, and no card: of that not all may hear."""
        told = self.told(choose.refusal)
        return None if told is None or any(isinstance(t.settled(p.type), t.CardOf) for p in told) else told

    def told(self, offer: core.Offer) -> tuple[core.Expr, ...] | None:
        """What the text tells of the table, if it is little: a few plain values that are quickly worked out, and
        always can be."""
        own = {param.name for param in offer.params}
        found = [
            p for p in offer.template if not isinstance(p, str) and not (isinstance(p, core.Local) and p.name in own)
        ]
        for part in found:
            plain = isinstance(t.settled(part.type), (t.Numbers, t.Kind, t.Seat, t.CardOf, t.Text, t.YesNo))
            if not plain or sum(1 for _ in below(part)) > BRIEF or self.work.stops(part, noting=False):
                return None
        return tuple(found)


def _is(node: core.Expr, name: str) -> bool:
    return isinstance(node, core.Local) and node.name == name


def _turned_up(offer: core.Offer, param: core.Param) -> bool:
    """Whether an offer is only of cards that lie face up."""
    tests = [f.test for f in offer.filters if f.when is None and f.waived is None and not f.if_able]
    return any(_says_up(test, param.name) for test in [*tests, param.where] if test is not None)


def _says_up(test: core.Expr, name: str) -> bool:
    """Whether a condition holds only for a card that lies face up."""
    parts = conjuncts(test)
    return any(isinstance(p, core.Prim) and p.op == "up" and _is(p.args[0], name) for p in parts)


def _own_words(choose: core.Choose[core.Stmt], offer: core.Offer) -> bool:
    """Whether the text of an offer names all that is chosen, and no other offer has such a text."""
    return names_all(offer) and not alike(choose)


def alike(choose: core.Choose[core.Stmt]) -> bool:
    """Whether choices of different offers may have the same text; those of one are told apart where they are made."""
    shapes = [_shape(offer) for offer in choose.offers]
    stops = [_shape(choose.refusal)] if choose.declined else [("decline",), ("no more",)]
    return len(set(shapes)) < len(shapes) or any(stop in shapes for stop in stops)


def names_all(offer: core.Offer) -> bool:
    """Whether the text of an offer names all that is chosen."""
    named = {part.name for part in offer.template if isinstance(part, core.Local)}
    return not offer.template or all(param.name in named for param in offer.params)


def _shape(offer: core.Offer) -> tuple[str | None, ...]:
    """The text of an offer, with None for what is put in."""
    if offer.template:
        return tuple(part if isinstance(part, str) else None for part in offer.template)
    return (offer.name.replace("_", " "), *(None for _ in offer.params))
