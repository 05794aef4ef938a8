"""Values of every type, written at random: all operators, folds and built-ins, in brackets where they need them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import attrs
from whole.names import Draw, Local, Named, Scope, Var, World, Zone

IF, OR, AND, NOT, COMPARE, SPAN, ELSE, SUM, PRODUCT, UNARY, POSTFIX = range(11)


class Said(NamedTuple):
    """A value as it is written, and how closely it binds."""

    text: str
    level: int = POSTFIX


Ways = list[Callable[[Scope], "Said"]]


class Values:
    def __init__(self, draw: Draw, world: World) -> None:
        self.draw, self.world = draw, world
        self.count = 0

    # ------------------------------------------------------------------------------------------ by type

    def of(self, type_: str, sc: Scope, level: int = IF) -> str:
        """A value of this type, in brackets if it would not bind closely enough."""
        text, has = self.said(type_, sc)
        return f"({text})" if has < level or (level == IF and has < POSTFIX and self.draw.maybe(0.02)) else text

    def said(self, type_: str, sc: Scope) -> Said:
        if type_.startswith("list of "):
            return self._list(type_.removeprefix("list of "), sc)
        if type_.endswith("?"):
            return self._none_able(type_[:-1], sc)
        if type_ == "yes_no":
            return self._truth(sc)
        if type_ == "Player":
            return self._player(sc)
        if type_ == "Card" or type_ in self.world.cards:
            return self._card(type_, sc)
        if type_ in self.world.kinds:
            return self._kind(type_, sc)
        bounds = self.world.bounds(type_)
        if bounds is None:
            return self._number(sc)
        if sc.of(type_) and self.draw.maybe():
            return Said(self.draw.one(sc.of(type_)).name)
        if self.draw.maybe(0.6):
            return Said(str(n := self.draw.number(*bounds)), POSTFIX if n >= 0 else UNARY)
        return Said(f"max({bounds[0]}, min({bounds[1]}, {self.of('number', sc, SUM)}))")

    def constant(self, type_: str) -> str:
        """A value that is written down."""
        if type_.endswith("?"):
            return "none" if self.draw.maybe() else self.constant(type_[:-1])
        if type_.startswith("list of "):
            of = type_.removeprefix("list of ")
            return "[" + ", ".join(self.constant(of) for _ in range(self.draw.number(0, 2))) + "]"
        if type_ == "yes_no":
            return self.draw.one(["yes", "no"])
        if type_ == "Player":
            return f"seat({self.draw.number(1, self.world.seats[0])})"
        if type_ == "Card" or type_ in self.world.cards:
            return self._named_card(type_).text
        if type_ in self.world.kinds:
            return self.member(type_)
        return str(self.draw.number(*(self.world.bounds(type_) or (0, 5))))

    def member(self, kind: str) -> str:
        """A word of a kind, with the kind before it where another has the same word."""
        word = self.draw.one(self.world.kinds[kind])
        among = sum(word in members for members in self.world.kinds.values()) + (word in self.world.taken)
        return f"{kind}.{word}" if among > 1 or self.draw.maybe(0.1) else word

    def _among(self, sc: Scope, leaves: Ways, more: Ways) -> Said:
        simple = sc.depth <= 0 or not more or self.draw.maybe(0.3)
        return self.draw.one(leaves if simple and leaves else more or leaves)(sc.deeper())

    def _kept(self, type_: str, sc: Scope) -> Ways:
        """Locals, variables, options and definitions of a type."""
        ways: Ways = [lambda _, n=local.name: Said(n) for local in sc.of(type_)] * 3
        if sc.table:
            ways += [lambda s, v=v: self.variable(v, s) for v in self.world.vars.values() if self._fits(v, type_, sc)]
        if sc.options:
            ways += [lambda _, n=n: Said(n) for n, (of, _) in self.world.options.items() if of == type_]
        if sc.depth > 0 and sc.table:
            asked = [d for d in self.world.defines.values() if d.type == type_ and d.rank < sc.known]
            asked = [d for d in asked if (d.open or not sc.public) and self.able(d, sc)]
            ways += [lambda s, d=d: self.asked(d, s) for d in asked]
        return ways

    def _fits(self, var: Var, type_: str, sc: Scope) -> bool:
        return var.type == type_ and (var.open or not sc.public) and var.phase in (None, sc.phase)

    def variable(self, var: Var, sc: Scope) -> Said:
        return Said(var.name + self.index(var.index, sc))

    def index(self, types: Sequence[str], sc: Scope, owner: str | None = None) -> str:
        """What stands in the square brackets."""
        if not types:
            return ""
        inner = sc.deeper(2)
        return "[" + ", ".join(owner if owner and t == "Player" else self.of(t, inner) for t in types) + "]"

    def asked(self, define: Named, sc: Scope) -> Said:
        inner = sc.deeper()
        args = [self.of(type_, inner) for _, type_ in define.params]
        return Said(f"{define.name}({', '.join(args)})" if args else define.name)

    def able(self, what: Named, sc: Scope) -> bool:
        """Whether there is something to hand to it."""
        cards = [type_ for _, type_ in what.params if type_ == "Card" or type_ in self.world.cards]
        return all(self.nameable() or sc.of(type_) for type_ in cards)

    def nameable(self) -> bool:
        """Whether cards can be named, whatever their type."""
        return all(card.rows for card in self.world.cards.values())

    def fresh(self, sc: Scope, word: str = "") -> str:
        """A local name that is nobody else's."""
        self.count += 1
        return f"{word or self.draw.one('abcdefghijkmnopqrstuvw')}{self.count}"

    # ------------------------------------------------------------------------------------------ numbers

    def _number(self, sc: Scope) -> Said:
        digits: Ways = [lambda _: Said(str(self.draw.number(0, 5)))]
        leaves: Ways = [*digits, *digits, *self._kept("number", sc)]
        leaves += [lambda _: Said("players")] if sc.options else []
        bounded = {v.type for v in self.world.vars.values() if self.world.bounds(v.type)}
        for bounds in sorted(bounded | self.world.ranges.keys()):
            leaves += self._kept(bounds, sc)
        if sc.options:
            leaves += [lambda s, o=n: Said(o) for n, (of, _) in self.world.options.items() if self.world.numeric(of)]
        if sc.table:
            leaves.append(lambda s: Said(f"count({self._counted(s)})"))
        leaves += self._printed(sc, self.world.numeric)
        more: Ways = [
            lambda s: self._two("+", s, SUM, SUM, PRODUCT),
            lambda s: self._two("-", s, SUM, SUM, PRODUCT),
            lambda s: Said(f"{self.of('number', s, PRODUCT)} * {self.draw.number(0, 3)}", PRODUCT),
            lambda s: Said(
                f"{self.of('number', s, PRODUCT)} {self.draw.one(['/', 'mod'])} {self._divisor(s)}", PRODUCT
            ),
            lambda s: Said(f"-{self.of('number', s, UNARY)}", UNARY),
            lambda s: self._either("number", s),
            lambda s: Said(f"{self.draw.one(['max', 'min'])}({', '.join(self._several(s))})"),
            lambda s: self._else("number", s),
            lambda s: self._sum(s),
            lambda s: self._count(s),
            lambda s: self._numbered(s),
        ]
        return self._among(sc, leaves, more)

    def _numbered(self, sc: Scope) -> Said:
        """The number of a player, or of a member of a kind."""
        if not self.world.kinds or self.draw.maybe(0.3):
            return Said(f"number({self.of('Player', sc)})")
        kind = self.draw.one(list(self.world.kinds))
        named = next((local.name for local in sc.of(kind)), "")
        return Said(f"number({named or self._clear(kind, sc)})")

    def _clear(self, kind: str, sc: Scope) -> str:
        """A member of a kind where nothing else tells which kind is meant."""
        word = self.draw.one(self.world.kinds[kind])
        kept = [v for v in self.world.vars.values() if v.type == kind and self._fits(v, kind, sc)]
        if kept and sc.table and self.draw.maybe(0.7):
            return self.variable(self.draw.one(kept), sc).text
        return f"{kind}.{word}"

    def _two(self, sign: str, sc: Scope, level: int, left: int, right: int, type_: str = "number") -> Said:
        return Said(f"{self.of(type_, sc, left)} {sign} {self.of(type_, sc, right)}", level)

    def _either(self, type_: str, sc: Scope) -> Said:
        test, one, other = self.of("yes_no", sc), self.of(type_, sc), self.of(type_, sc)
        return Said(f"if {test} then {one} otherwise {other}", IF)

    def _else(self, type_: str, sc: Scope) -> Said:
        """What counts where there may be none; seldom it is said that there always is one."""
        said = self.of(type_ + "?", sc, SUM)
        if said.strip("()") != "none" and self.draw.maybe(0.1):
            return Said(f"{said} else never", ELSE)
        return Said(f"{said} else {self.of(type_, sc, SUM)}", ELSE)

    def _divisor(self, sc: Scope) -> str:
        said = self.of("number", sc, UNARY)
        return said if not said.isdigit() else str(self.draw.number(1, 3))

    def _several(self, sc: Scope) -> list[str]:
        return [self.of("number", sc, SUM) for _ in range(self.draw.number(2, 3))]

    def _counted(self, sc: Scope) -> str:
        """Something to count: of a zone everybody knows how much is in it."""
        if self.world.zones and self.draw.maybe(0.8):
            return self.zone(sc, hidden=True)
        return self.of("list of " + self._some_type(sc), sc, SUM)

    def _some_type(self, sc: Scope) -> str:
        cards = [self.world.card()] if sc.table and self.world.cards else []
        return self.draw.one(["Player", *cards, *self.world.kinds, "number"])

    def _printed(self, sc: Scope, wanted: Callable[[str], bool]) -> Ways:
        """What is printed on the cards that are known."""
        ways: Ways = []
        for card in self.world.cards.values():
            for local in sc.of(card.name):
                ways += [lambda _, t=f"{local.name}.{a}": Said(t) for a, of in card.types.items() if wanted(of)]
        return ways * 2

    def binder(self, type_: str, sc: Scope, offered: bool = False) -> tuple[str, str, Scope]:
        """`x in list where condition`; the name, and what is known behind it. offered: it is for somebody to choose."""
        source = self.said("list of " + type_, attrs.evolve(sc, offered=offered or sc.offered))
        text = f"({source.text})" if source.level < SPAN else source.text
        name = self.fresh(sc, "" if self.draw.maybe(0.9) else self.draw.one(["x_", "up_", "s_", "f_"]))
        boxed = text == "box" and sc.public  # nobody sees what lies there
        inner = sc.plus(Local(name, type_, not boxed and (sc.public or self.draw.maybe(0.3))))
        where = f" where {self.of('yes_no', inner.deeper())}" if self.draw.maybe(0.4) else ""
        return f"{name} in {text}{where}", name, inner

    def group(self, type_: str, sc: Scope) -> tuple[str, str]:
        """Several members of a list, to be chosen at once; and what they are called."""
        source = self.of("list of " + type_, attrs.evolve(sc, offered=True), SPAN)
        name = self.fresh(sc)
        open_ = not (source == "box" and sc.public) and (sc.public or self.draw.maybe(0.3))
        inner = sc.plus(Local(name, "list of " + type_, open_))
        where = f" where {self.of('yes_no', inner.deeper())}" if self.draw.maybe(0.4) else ""
        return f"{name} of {self.draw.one(['2', '0..1', '1..2', '2..3'])} in {source}{where}", name

    def groups(self, sc: Scope) -> tuple[str, Scope]:
        """A name for groups of a list, or one for each of two or three members; and what is known behind it."""
        type_ = self._some_type(sc)
        source = self.of("list of " + type_, sc, SPAN)
        open_ = not (source == "box" and sc.public) and (sc.public or self.draw.maybe(0.3))
        names = [self.fresh(sc) for _ in range(self.draw.number(1, 3))]
        if len(names) > 1:
            inner = sc.plus(*(Local(name, type_, open_) for name in names))
            said = ", ".join(names)
        else:
            if self.draw.maybe(0.3):
                type_ = source = "Player"
            inner = sc.plus(Local(names[0], "list of " + type_, open_))
            said = f"{names[0]} of {'1..' if source == 'Player' else self.draw.one(['2', '0..1', '1..2'])}"
        where = f" where {self.of('yes_no', inner.deeper())}" if self.draw.maybe(0.6) else ""
        return f"{said} in {source}{where}", inner

    def binders(self, sc: Scope) -> tuple[str, Scope]:
        """One binder, or several; and what is known behind them."""
        text, _, inner = self.binder(self._some_type(sc), sc)
        for _ in range(2):
            if self.draw.maybe(0.2):
                more, _, inner = self.binder(self._some_type(inner), inner.deeper())
                text = f"{text}, {more}"
        return text, inner

    def _sum(self, sc: Scope) -> Said:
        if self.draw.maybe(0.2):
            return Said(f"sum({self.of('list of number', sc, SUM)})")
        bound, inner = self.groups(sc) if self.draw.maybe(0.2) else self.binders(sc)
        return Said(f"sum({self.of('number', inner, SUM)} for {bound})")

    def _count(self, sc: Scope) -> Said:
        if self.draw.maybe(0.25):
            bound, inner = self.groups(sc)
            best = f"highest({bound} by {self.of('number', inner, SUM)})"
            return Said(f"count({best if self.draw.maybe(0.2) else bound})")
        return Said(f"count({self.binders(sc)[0]})")

    # ------------------------------------------------------------------------------------------ conditions

    def _truth(self, sc: Scope) -> Said:
        leaves: Ways = [*self._kept("yes_no", sc), *self._printed(sc, lambda of: of == "yes_no")]
        leaves += [lambda s: self._measured(s)] * 2
        leaves += [lambda s, o=n: self._option(o) for n in self.world.options if sc.options]
        if sc.table:
            leaves += [lambda s: Said(f"empty({self._counted(s)})")] * 2
            for local in (local for card in self.world.cards for local in sc.of(card)):
                leaves.append(lambda _, n=local.name: Said(f"{n}.up"))
                if self.world.timings:
                    timing = self.draw.one(list(self.world.timings))
                    leaves.append(lambda _, n=local.name, t=timing: Said(f"has_ability({n}, {t})"))
        more: Ways = [
            lambda s: self._measured(s),
            lambda s: self._compared(s),
            lambda s: self._member(s),
            lambda s: Said(f"not {self.of('yes_no', s, NOT)}", NOT),
            lambda s: Said(" and ".join(self.of("yes_no", s, NOT) for _ in range(self.draw.number(2, 3))), AND),
            lambda s: Said(" or ".join(self.of("yes_no", s, AND) for _ in range(self.draw.number(2, 3))), OR),
            lambda s: self._either("yes_no", s),
            lambda s: Said(f"any({self.binders(s)[0]})"),
            lambda s: self._every(s),
            lambda s: self._beside(s),
            lambda s: self._there(s),
            lambda s: Said(f"any({self.of('list of ' + self._some_type(s), s, SUM)})"),
        ]
        return self._among(sc, leaves, more)

    def _measured(self, sc: Scope) -> Said:
        """A number beside another; what is the same or not must not be plain from how it is written."""
        free: Ways = [
            lambda s, v=v: self.variable(v, s) for v in self.world.vars.values() if self._fits(v, "number", sc)
        ]
        free = free if sc.table else []
        free += [lambda s: Said(f"count({self._counted(s)})")] if sc.table else []
        if not free or self.draw.maybe(0.6):
            one, other = self.of("number", sc, SPAN), self.of("number", sc, SPAN)
            if one.isdigit() and other.isdigit():
                return Said(self.draw.one(["yes", "no"]))
            return Said(f"{one} {self.draw.one(['<', '<=', '>', '>='])} {other}", COMPARE)
        one = self.draw.one(free)(sc).text
        return Said(f"{one} {self.draw.one(['is', 'is not', '<', '>='])} {self.draw.number(0, 2)}", COMPARE)

    def _option(self, name: str) -> Said:
        type_, values = self.world.options[name]
        if type_ == "yes_no":
            return Said(name)
        if self.world.numeric(type_):
            return Said(f"{name} {self.draw.one(['is', '<', '>=', 'is not'])} {self.draw.one(values)}", COMPARE)
        return Said(f"{name} {self.draw.one(['is', 'is not'])} {self.draw.one(values)}", COMPARE)

    def _compared(self, sc: Scope) -> Said:
        type_ = self.draw.one(["Player", "yes_no", *self.world.kinds, *self._shown_types(sc)])
        words = ["is", "is not", *(["<", ">="] if type_ in self.world.kinds else [])]
        held = [(v.type, v) for v in self.world.vars.values() if v.type.endswith("?") and self._fits(v, v.type, sc)]
        if held and sc.table and self.draw.maybe(0.3):
            var = self.draw.one(held)[1]
            return Said(f"{self.variable(var, sc).text} {self.draw.one(['is', 'is not'])} none", COMPARE)
        return self._two(self.draw.one(words), sc, COMPARE, SPAN, SPAN, type_)

    def _shown_types(self, sc: Scope) -> list[str]:
        return [c for c in self.world.cards if sc.of(c)]

    def _member(self, sc: Scope) -> Said:
        word = self.draw.one(["in", "not in"])
        if self.draw.maybe(0.3):
            said = self.of("number", sc, SPAN)
            low = self.draw.number(0, 3)
            if not said.isdigit():
                return Said(f"{said} {word} {low}..{low + self.draw.number(0, 3)}", COMPARE)
        type_ = self.draw.one(["Player", "number", *self.world.kinds, *self._shown_types(sc)])
        return Said(f"{self.of(type_, sc, SPAN)} {word} {self.of('list of ' + type_, sc, SPAN)}", COMPARE)

    def _beside(self, sc: Scope) -> Said:
        """Values beside each other: numbers, or members of a kind."""
        word = self.draw.one(["same", "different", "consecutive"])
        if self.draw.maybe(0.3):
            return Said(f"{word}({self.of('list of number', sc, SPAN)})")
        if self.world.kinds and self.draw.maybe(0.3):
            return Said(f"{word}({self.binder(self.draw.one(list(self.world.kinds)), sc)[0]})")
        bound, inner = self.binders(sc)
        return Said(f"{word}({self.of('number', inner, SUM)} for {bound})")

    def _every(self, sc: Scope) -> Said:
        if self.draw.maybe(0.15):
            bound, inner = self.groups(sc)
            return Said(f"every({bound} has {self.of('yes_no', inner)})")
        bound, inner = self.binders(sc)
        return Said(f"every({bound} has {self.of('yes_no', inner)})")

    def _there(self, sc: Scope) -> Said:
        """Something that may be none, asked before it is looked at."""
        for card in self.world.cards:
            for local in sc.of(card + "?"):
                inner = sc.plus(Local(local.name, card, local.open))
                return Said(f"{local.name} is not none and {self.of('yes_no', inner, NOT)}", AND)
        for local in sc.of("Card"):
            if self.world.card() != "Card":
                continue
            card = self.draw.one(list(self.world.cards))
            inner = sc.plus(Local(local.name, card, local.open))
            return Said(f"{local.name} in {card} and {self.of('yes_no', inner, NOT)}", AND)
        for kind, within in self.world.inner.items():
            for local in sc.of(kind):
                inner = sc.plus(Local(local.name, within, local.open))
                return Said(f"{local.name} in {within} and {self.of('yes_no', inner, NOT)}", AND)
        if not sc.table:
            return self._measured(sc)
        zone = self.zone(sc, ordered=True)
        return (
            Said(f"{self.draw.one(['first', 'last'])}({zone}) is none", COMPARE)
            if zone != "box"
            else Said("empty(box)")
        )

    # ------------------------------------------------------------------------------------------ players and kinds

    def _player(self, sc: Scope) -> Said:
        leaves = self._kept("Player", sc)
        leaves += [lambda _: Said(sc.who or "")] * 3 if sc.who else []
        leaves.append(lambda s: Said(f"seat({self.draw.number(1, 4)})"))
        more: Ways = [
            lambda s: Said(f"{self.draw.one(['left', 'right'])}({self.of('Player', s)})"),
            lambda s: Said(f"{self.draw.one(['left', 'right'])}({self.of('Player', s)}, {self.of('number', s)})"),
            lambda s: self._else("Player", s),
            lambda s: self._either("Player", s),
            lambda s: Said(f"seat({self.of('number', s)})"),
        ]
        return self._among(sc, leaves, more)

    def _kind(self, kind: str, sc: Scope) -> Said:
        leaves = self._kept(kind, sc) + self._printed(sc, lambda of: of == kind)
        leaves.append(lambda s: Said(self.member(kind)))
        more: Ways = [
            lambda s: self._either(kind, s),
            lambda s: self._else(kind, s),
        ]
        if inner := self.world.inner.get(kind):
            leaves += self._kept(inner, sc) + self._printed(sc, lambda of: of == inner)
        return self._among(sc, leaves, more)

    # ------------------------------------------------------------------------------------------ cards and zones

    def _named_card(self, type_: str) -> Said:
        card = self.world.cards[type_ if type_ != "Card" else self.draw.one(list(self.world.cards))]
        if not card.rows:
            return Said("none")
        row = self.draw.one(card.rows)
        return Said(f"{card.name}({', '.join(row[key] for key in card.keys)})")

    def _card(self, type_: str, sc: Scope) -> Said:
        leaves = self._kept(type_, sc)
        keyed = self.nameable()
        if keyed or not leaves:
            leaves.append(lambda s: self._named_card(type_))
        if not keyed:
            return self.draw.one(leaves)(sc)
        more: Ways = [lambda s: Said(f"{self.of(type_ + '?', s, SUM)} else {self._named_card(type_).text}", ELSE)]
        more += [lambda s: self._either(type_, s)]
        return self._among(sc, leaves, more)

    def zone(
        self, sc: Scope, fits: list[Zone] | None = None, hidden: bool = False, ordered: bool = False, one: bool = False
    ) -> str:
        """A zone, or a family of them. hidden: what lies in it need not be seen; one: it is not a family.

        Where there is none it is the box, which has no order.
        """
        fits = [z for z in (self.world.zones.values() if fits is None else fits) if z.ordered or not ordered]
        if sc.public and not hidden:
            fits = [z for z in fits if self.visible(z, sc.who)]
        if not fits or (self.draw.maybe(0.05) and (hidden or not sc.public) and not ordered):
            return "box"
        zone = self.draw.one(fits)
        if zone.index and not one and self.draw.maybe(0.2) and (not sc.public or self.visible(zone, None) or hidden):
            return zone.name
        owner = sc.who if sc.public and not hidden and zone.facing != "up" and zone.seen == "owner" else None
        if owner is None and self.draw.maybe(0.5):
            owner = sc.who
        return zone.name + self.index(zone.index, sc, owner)

    def visible(self, zone: Zone, who: str | None) -> bool:
        """Whether a player sees what lies in a zone, or in its own of a family."""
        if (zone.facing == "up" and not self.world.turned) or zone.seen == "everyone":
            return True
        return zone.seen == "owner" and "Player" in zone.index and who is not None

    def _none_able(self, type_: str, sc: Scope) -> Said:
        leaves: Ways = [*self._kept(type_ + "?", sc), *self._printed(sc, lambda of: of == type_ + "?")]
        listed = "list of " + type_
        more: Ways = [
            lambda s: Said(f"{self.draw.one(['first', 'last'])}({self.of(listed, s, SUM)})"),
            lambda s: Said(f"{self.draw.one(['first', 'last'])}({self.binder(type_, s)[0]})"),
            lambda s: Said(f"the {self.of(listed, s, POSTFIX)}", UNARY),
            lambda s: Said(f"the {self._best(type_, s).text}", UNARY),
        ]
        if type_ == "number":
            more.append(lambda s: Said(f"{self.draw.one(['max', 'min'])}({self.of(listed, s, SUM)})"))
            more.append(lambda s: self._extreme(s))
        if type_ == "Player" and sc.table and not sc.public:
            cards = [c for c in (*self.world.cards, "Card") if sc.of(c)]
            more += [lambda s: Said(f"owner({self.of(self.draw.one(cards), s)})")] if cards else []
        if type_ == "Card" or type_ in self.world.cards:
            rows = [z for z in self._lying(type_, sc) if z.ordered] if sc.table else []
            if not rows:
                return self.draw.one(leaves)(sc) if leaves else Said("none")
            leaves.append(lambda s: Said(f"{self.draw.one(['first', 'last'])}({self.zone(s, rows, ordered=True)})"))
            more = [] if sc.public else more[2:]
        return self._among(sc, leaves, more)

    def _extreme(self, sc: Scope) -> Said:
        bound, inner = self.binders(sc)
        return Said(f"{self.draw.one(['max', 'min', 'first', 'last'])}({self.of('number', inner, SUM)} for {bound})")

    def _best(self, type_: str, sc: Scope) -> Said:
        bound, _, inner = self.binder(type_, sc)
        ties = f", {self.of('number', inner)}" if self.draw.maybe(0.2) else ""
        return Said(f"{self.draw.one(['highest', 'lowest', 'sorted'])}({bound} by {self.of('number', inner)}{ties})")

    # ------------------------------------------------------------------------------------------ lists

    def _list(self, type_: str, sc: Scope) -> Said:
        listed = "list of " + type_
        leaves: Ways = self._kept(listed, sc)
        members = 2 if sc.depth > 0 else 1
        more: Ways = [
            lambda s: Said(f"[{', '.join(self.of(type_, s) for _ in range(self.draw.number(1, members)))}]"),
            lambda s: Said(f"all({self.binder(type_, s)[0]})"),
            lambda s: self._best(type_, s),
            lambda s: self._two(self.draw.one(["+", "-"]), s, SUM, SUM, PRODUCT, listed),
        ]
        if type_ == "Player":
            leaves.append(lambda s: Said("Player"))
            ring = ["others", "clockwise", "anticlockwise"]
            leaves.append(lambda s: Said(f"{self.draw.one(ring)}({self.of('Player', s.deeper(2))})"))
        elif type_ == "number":
            leaves.append(lambda s: Said(f"{self.draw.number(0, 2)}..{self.draw.number(1, 5)}", SPAN))
            more.append(lambda s: Said(f"{self.draw.number(0, 1)}..min(4, {self.of('number', s, SUM)})", SPAN))
            more.append(lambda s: self._mapped("number", s))
            more.append(lambda s: Said(f"sorted({self.of('list of number', s, SPAN)})"))
            leaves += [lambda s, k=k: Said(k) for k in self.world.ranges]
        elif type_ in self.world.kinds:
            leaves.append(lambda s: Said(type_))
            leaves.append(lambda s: Said(f"{self._clear(type_, s)}..{self._clear(type_, s)}", SPAN))
            more.append(lambda s: Said(f"sorted({self.of(listed, s, SUM)})"))
            for card in self.world.cards.values():
                leaves += [lambda s, t=f"{card.name}.{a}": Said(t) for a, of in card.types.items() if of == type_]
            more.append(lambda s: self._mapped(type_, s))
        elif type_ == "yes_no":
            more.append(lambda s: self._mapped("yes_no", s))
        else:
            return self._cards(type_, sc, leaves, more)
        return self._among(sc, leaves, more)

    def _mapped(self, type_: str, sc: Scope) -> Said:
        bound, inner = self.binders(sc)
        wanted = type_ + ("?" if self.draw.maybe(0.2) else "")
        return Said(f"all({self.of(wanted, inner, SUM)} for {bound})")

    def _cards(self, type_: str, sc: Scope, leaves: Ways, more: Ways) -> Said:
        every: Ways = [lambda s: Said(type_)]
        if not sc.table:
            return self._among(sc, every, every)
        fits = self._lying(type_, sc)
        if sc.public:
            more = [way for n, way in enumerate(more) if n != 3]
        if not sc.of(type_) and not self.nameable():
            more = more[1:]
        if not fits:
            return Said("box") if sc.offered else self._among(sc, every, every)
        if sc.offered:  # where a card lies that is known by its name would be given away
            every, more = [], more[-1:]
        leaves = leaves + [lambda s: Said(self.zone(s, fits))] * 4 + every
        rows = [z for z in fits if z.ordered]
        if rows:
            words = ["top", "bottom"]
            more.append(lambda s: Said(f"{self.draw.one(words)}({self.zone(s, rows, ordered=True, one=True)})"))
            more.append(
                lambda s: Said(
                    f"{self.draw.one(words)}({self.zone(s, rows, ordered=True, one=True)}, {self.of('number', s)})"
                )
            )
        return self._among(sc, leaves, more)

    def _lying(self, type_: str, sc: Scope) -> list[Zone]:
        """Zones in which there are only cards of this type, and which may be looked at."""
        fits = [z for z in self.world.zones.values() if type_ in ("Card", z.of, self.world.card())]
        return [z for z in fits if self.visible(z, sc.who)] if sc.public else fits
