"""Steps of every sort, written at random. Loops are short, and nothing performs itself."""

from __future__ import annotations

from collections.abc import Callable

import attrs
from whole.names import Draw, Local, Named, Scope, World
from whole.values import POSTFIX, SPAN, SUM, Values

Lines = list[str]
SIDES = ["", "", " face up", "", " face down"]  # the last only where cards may be turned
SPOTS = ["", "", "", " top", " bottom", " anywhere"]


def deeper(lines: Lines) -> Lines:
    return [f"    {line}" for line in lines]


class Steps:
    def __init__(self, draw: Draw, world: World, values: Values) -> None:
        self.draw, self.world, self.values = draw, world, values
        self.labels = 0
        self.at = ""  # what is being written
        self.asked = False  # whether somebody decides in what was written since this was last set

    def body(self, sc: Scope, most: int = 3) -> Lines:
        """A row of steps; what one of them makes known the next ones know."""
        lines: Lines = []
        for _ in range(self.draw.number(1, most)):
            written, sc = self.step(sc)
            lines += written
            if lines[-1].startswith("return"):
                break
        return lines

    def step(self, sc: Scope) -> tuple[Lines, Scope]:
        plain = [
            self._move,
            self._move,
            self._assign,
            self._assign,
            self._let,
            self._face,
            self._shuffle,
            self._call,
            self._tell,
        ]
        plain += [self._call, self._chance, self._deal, self._change, self._return]
        inner = [self._if, self._each, self._repeat, self._as_one, self._until, self._resolve]
        asks = [self._decide, self._decide, self._decide, self._choose, self._choose, self._together, self._ordered]
        asks += [self._again, self._again, self._round, self._round]
        ways: list[Callable[[Scope], tuple[Lines, Scope]]] = [*plain]
        if sc.depth > 0:
            ways += inner
        if not sc.quiet and sc.loops < 3:
            ways += asks
        return self.draw.one(ways)(sc)

    def block(self, sc: Scope, most: int = 2) -> Lines:
        return deeper(self.body(sc.deeper(), most))

    def of(self, type_: str, sc: Scope, level: int = 0) -> str:
        return self.values.of(type_, attrs.evolve(sc, depth=min(sc.depth, 2)), level)

    # ------------------------------------------------------------------------------------------ cards

    def _to(self, sc: Scope) -> str:
        """Where cards go."""
        return self.values.zone(sc.deeper(2), self._wide(), hidden=True, one=True)

    def _wide(self) -> list:  # type: ignore[type-arg]
        """Zones for all cards there are."""
        return [z for z in self.world.zones.values() if not z.of or len(self.world.cards) == 1]

    def _some_cards(self, sc: Scope) -> str:
        card = self.world.card()
        kinds = [f"list of {card}", f"list of {card}", f"{card}?"]
        if sc.of(card):
            kinds += [card, card]
        said = self.of(self.draw.one(kinds), sc)
        return said if said != "none" else self.values.zone(sc.deeper(2), hidden=True)

    def _move(self, sc: Scope) -> tuple[Lines, Scope]:
        zones = [z for z in self.world.zones.values() if z.of and len(self.world.cards) > 1]
        if zones and self.draw.maybe(0.3):
            zone = self.draw.one(zones)
            cards = self.of(f"list of {zone.of}", sc)
            to, ordered = self.values.zone(sc.deeper(2), [zone], hidden=True, one=True), zone.ordered
        else:
            cards, to = self._some_cards(sc), self._to(sc)
            ordered = to.split("[")[0] in self.world.zones and self.world.zones[to.split("[")[0]].ordered
        spot = self.draw.one(SPOTS) if ordered else ""
        return [f"move {cards} to {to}{spot}{self.draw.one(SIDES if self.world.turned else SIDES[:-1])}"], sc

    def _face(self, sc: Scope) -> tuple[Lines, Scope]:
        return [f"face {self._some_cards(sc)} {self.draw.one(['up', 'down'] if self.world.turned else ['up'])}"], sc

    def _shuffle(self, sc: Scope) -> tuple[Lines, Scope]:
        zone = self.values.zone(sc.deeper(2), hidden=True, ordered=True, one=True)
        return ([f"shuffle {zone}"], sc) if zone != "box" else self._assign(sc)

    def _deal(self, sc: Scope) -> tuple[Lines, Scope]:
        own = [z for z in self._wide() if z.index == ["Player"]]
        source = self.values.zone(sc.deeper(2), self._wide(), hidden=True, ordered=True, one=True)
        if not own or source == "box":
            return self._move(sc)
        start = f" starting {self.of('Player', sc.deeper(2))}" if self.draw.maybe(0.3) else ""
        return [f"deal {self.of('number', sc.deeper(2))} from {source} to {self.draw.one(own).name}{start}"], sc

    # ------------------------------------------------------------------------------------------ values

    def _assign(self, sc: Scope) -> tuple[Lines, Scope]:
        known = [v for v in self.world.vars.values() if v.phase in (None, sc.phase)]
        if not known or (sc.locals and self.draw.maybe(0.1)):
            numbers = [n.name for n in sc.locals if n.type == "number" and n.name != sc.who]
            if not numbers:
                return self._let(sc)
            return [f"{self.draw.one(numbers)} {self.draw.one(['=', '+=', '-='])} {self.of('number', sc)}"], sc
        var = self.draw.one(known)
        place = self.values.variable(var, sc.deeper(2)).text
        if var.type == "number" and self.draw.maybe(0.7):
            return [f"{place} {self.draw.one(['+=', '-='])} {self.of('number', sc)}"], sc
        if var.type.startswith("list of ") and self.draw.maybe(0.8):
            what = var.type if self.draw.maybe(0.3) else var.type.removeprefix("list of ")
            return [f"{place} {self.draw.one(['+=', '-='])} {self.of(what, sc)}"], sc
        if self.world.bounds(var.type) and self.draw.maybe(0.15):
            return [f"{place} {self.draw.one(['+=', '-='])} 1"], sc
        return [f"{place} = {self.of(var.type, sc)}"], sc

    def _let(self, sc: Scope) -> tuple[Lines, Scope]:
        card = self.world.card()
        types = [
            "number",
            "number",
            "yes_no",
            "Player",
            f"{card}?",
            f"list of {card}",
            "list of Player",
            *self.world.kinds,
        ]
        type_ = self.draw.one(types)
        name = self.values.fresh(sc)
        found = [n for n in self.world.below(sc.rank, sc.quiet) if n.sort == "to" and n.type == type_]
        found = [n for n in found if self.values.able(n, sc)]
        if found and self.draw.maybe(0.5):
            return [f"let {name} = {self._performed(self.draw.one(found), sc)}"], sc.plus(Local(name, type_, False))
        return [f"let {name} = {self.of(type_, sc)}"], sc.plus(Local(name, type_, False))

    def _change(self, sc: Scope) -> tuple[Lines, Scope]:
        """A local that may be none, asked and looked at."""
        card = self.world.card()
        if sc.depth <= 0:
            return self._assign(sc)
        name = self.values.fresh(sc)
        inner = sc.plus(Local(name, card, False))
        lines = [f"let {name} = {self.of(f'{card}?', sc)}", f"if {name} is not none", *self.block(inner)]
        return lines, sc

    def _return(self, sc: Scope) -> tuple[Lines, Scope]:
        if sc.returns is None or self.draw.maybe(0.6):
            return self._assign(sc)
        return [f"return {self.of(sc.returns, sc)}" if sc.returns else "return"], sc

    def _tell(self, sc: Scope) -> tuple[Lines, Scope]:
        """A sentence with cards, which nobody hears of without seeing them, and with what all know."""
        if sc.quiet:
            return self._assign(sc)
        cards = (*self.world.cards, "Card")
        named = [local.name for local in sc.locals if local.open or local.type in cards] + ([sc.who] if sc.who else [])
        words = [f"{{{name}}}" for name in self.draw.some(self.draw.shuffled(named), 0, 2)]
        to = f"{self._who(sc)} " if self.draw.maybe() else ""
        return [f'tell {to}"{" and ".join(["listen", *words])}"'], sc

    # ------------------------------------------------------------------------------------------ what is done

    def _performed(self, what: Named, sc: Scope) -> str:
        self.asked = self.asked or what.asks
        self.world.performs.setdefault(self.at, set()).add(what.name)
        what.quiet = what.quiet or sc.quiet
        args = [self.of(type_, sc.deeper()) for _, type_ in what.params]
        return f"{what.name}({', '.join(args)})" if args else what.name

    def _call(self, sc: Scope) -> tuple[Lines, Scope]:
        if sc.usual and self.draw.maybe(0.5):
            return [sc.usual], sc
        found = [
            n for n in self.world.below(sc.rank, sc.quiet) if n.sort in ("to", "phase") and self.values.able(n, sc)
        ]
        if not found or (sc.loops > 1 and self.draw.maybe()):
            return self._assign(sc)
        return [self._performed(self.draw.one(found), sc)], sc

    def _resolve(self, sc: Scope) -> tuple[Lines, Scope]:
        timings = [t for t, lasts in self.world.timings.items() if not lasts]
        cards = [local.name for name in (*self.world.cards, "Card") for local in sc.of(name)]
        if not timings or not cards or sc.rank < 10 or sc.quiet:
            return self._assign(sc)
        self.asked = True
        return [f"resolve {self.draw.one(timings)} of {self.draw.one(cards)}"], sc

    def _open(self, sc: Scope) -> tuple[Scope, Scope]:
        """What a condition may look at, and what it is for: where all see it somebody may be asked, else mostly not."""
        if self.draw.maybe(0.7):
            return attrs.evolve(sc, public=True, who=None), sc
        return sc, sc if self.draw.maybe(0.1) else attrs.evolve(sc, quiet=True)

    def _if(self, sc: Scope) -> tuple[Lines, Scope]:
        seen, sc = self._open(before := sc)
        lines = [f"if {self.of('yes_no', seen)}", *self.block(sc)]
        while self.draw.maybe(0.2):
            lines += [f"otherwise if {self.of('yes_no', seen)}", *self.block(sc)]
        if self.draw.maybe(0.4):
            lines += ["otherwise", *self.block(sc)] if self.draw.maybe(0.95) else ["otherwise never"]
        return lines, before

    def _each(self, sc: Scope) -> tuple[Lines, Scope]:
        type_ = self.draw.one(["Player", self.world.card(), self.world.card(), *self.world.kinds, "number"])
        flat = attrs.evolve(sc, depth=min(sc.depth, 1))
        if self.draw.maybe(0.1):
            name = self.values.fresh(sc)
            card = self.world.card()
            source = self.of(f"{card}?", sc, SPAN)
            return [f"each {name} in {source}", *self.block(self._inside(sc, Local(name, card, False)))], sc
        bound, name, _ = self.values.binder(type_, flat)
        return [f"each {bound}", *self.block(self._inside(sc, Local(name, type_, False)))], sc

    def _inside(self, sc: Scope, *locals: Local) -> Scope:
        return attrs.evolve(sc.plus(*locals), loops=sc.loops + 1)

    def _ordered(self, sc: Scope) -> tuple[Lines, Scope]:
        """Somebody picks what comes next: of what is seen."""
        self.asked = True
        who = self._who(sc)
        seen = attrs.evolve(sc, depth=1).seen(who)
        type_ = self.draw.one(["Player", self.world.card(), *self.world.kinds])
        bound, name, _ = self.values.binder(type_, seen, offered=True)
        return [f"each {bound} ordered by {who}", *self.block(self._inside(sc, Local(name, type_, False)))], sc

    def _repeat(self, sc: Scope) -> tuple[Lines, Scope]:
        times = str(self.draw.number(0, 3)) if self.draw.maybe(0.7) else f"min(3, {self.of('number', sc, SUM)})"
        return [f"repeat {times} times", *self.block(self._inside(sc))], sc

    def _until(self, sc: Scope) -> tuple[Lines, Scope]:
        """A loop that something in it brings to its end."""
        name = self.values.fresh(sc)
        inner = self._inside(sc, Local(name, "number", True))
        zone = self.values.zone(sc.deeper(3), hidden=True, ordered=True, one=True)
        if zone != "box" and self.draw.maybe(0.4):
            return [f"repeat until empty({zone})", f"    move {self.draw.one(['top', 'bottom'])}({zone}) to box"], sc
        if self.draw.maybe(0.3) and sc.returns is not None:
            out = f"        return {self.of(sc.returns, sc)}" if sc.returns else "        return"
            lines = [f"let {name} = 0", "repeat", f"    {name} += 1", *self.block(inner, 1), f"    if {name} > 1", out]
            return lines, sc
        if self.draw.maybe(0.3):
            until = f"until {name} > {self.draw.number(0, 2)}"
            return [f"let {name} = 0", "repeat", f"    {name} += 1", *self.block(inner), until], sc
        return [
            f"let {name} = 0",
            f"repeat until {name} > {self.draw.number(0, 2)}",
            f"    {name} += 1",
            *self.block(inner),
        ], sc

    def _as_one(self, sc: Scope) -> tuple[Lines, Scope]:
        return ["as one", *self.block(attrs.evolve(sc, quiet=True, returns=None), 3)], sc

    # ------------------------------------------------------------------------------------------ decisions

    def _who(self, sc: Scope) -> str:
        mine = [local.name for local in sc.of("Player") if local.open or self.draw.maybe(0.2)] + (
            [sc.who, sc.who, sc.who] if sc.who else []
        )
        if mine and self.draw.maybe(0.8):
            return self.draw.one(mine)
        return self.values.of("Player", attrs.evolve(sc, depth=sc.depth - 9, public=True, who=None), POSTFIX)

    def _outcome(self, sc: Scope, *locals: Local, need: bool = False) -> Lines:
        lines = self.block(sc.plus(*locals)) if need or self.draw.maybe() else []
        return lines + (["otherwise", *self.block(sc)] if self.draw.maybe(0.3) else [])

    def _decide(self, sc: Scope) -> tuple[Lines, Scope]:
        actions = [n for n in self.world.below(sc.rank, sc.quiet) if n.sort == "action"]
        if not actions:
            return self._choose(sc)
        self.asked = True
        who = self._who(sc)
        offers, sure = self._offers(sc, who, actions)
        acting = f" for {self._who(sc)}" if self.draw.maybe(0.2) else ""
        if self.draw.maybe(0.4):
            return [f"{who} may {' or '.join(offers)}{self._declined(sc)}{acting}", *self._outcome(sc)], sc
        if sure and self.draw.maybe(0.7):
            return [
                f"{who} must {' or '.join(offers)}{acting}",
                *deeper(self.body(sc.deeper(), 1) if self.draw.maybe(0.3) else []),
            ], sc
        if self.draw.maybe(0.1):
            return [f"{who} must {' or '.join(offers)}{acting}", "otherwise never"], sc
        return [f"{who} must {' or '.join(offers)}{acting} if able", *self._outcome(sc)], sc

    def _offers(self, sc: Scope, who: str, actions: list[Named], limits: bool = False) -> tuple[list[str], bool]:
        """What somebody is offered, and whether some of it is always possible."""
        offers, sure = [], False
        for action in self.draw.some(self.draw.shuffled(actions), 1, 3):
            sure = sure or action.sure
            self.world.performs.setdefault(self.at, set()).add(action.name)
            args = [self.values.of(type_, sc.seen(who).deeper(9)) for _, type_ in action.params[: action.given]]
            limit = (
                self.draw.one(["once", "once", "instead", *(["once each"] if action.params else [])]) if limits else ""
            )
            offers.append(f"{action.name}({', '.join(args)})".replace("()", "") + (f" {limit}" if limit else ""))
        return offers, sure

    def _declined(self, sc: Scope, always: bool = False) -> str:
        """What declining is called, if it has a name."""
        if not always and self.draw.maybe(0.6):
            return ""
        known = [
            local.name for local in sc.locals if local.open and local.type in ("Player", "number", *self.world.kinds)
        ]
        told = f" {{{self.draw.one(known)}}}" if known and self.draw.maybe(0.4) else ""
        return f' or "{self.draw.one(["pass", "decline", "say no", "no more"])}{told}"'

    def _again(self, sc: Scope) -> tuple[Lines, Scope]:
        """A decision again and again: those who may stop do so some time, and what must be done can be done once."""
        actions = [n for n in self.world.below(sc.rank, sc.quiet) if n.sort == "action"]
        if not actions or sc.loops > 1:
            return self._decide(sc)
        self.asked = True
        who = self._who(sc)
        inner = attrs.evolve(sc, loops=sc.loops + 1)
        must = self.draw.maybe(0.3)
        offers, _ = self._offers(sc, who, actions, limits=must or self.draw.maybe(0.6))
        verb, behind = ("must", " if able") if must else ("may", self._declined(sc))
        return [f"repeat {who} {verb} {' or '.join(offers)}{behind}", *self._outcome(inner)], sc

    def _round(self, sc: Scope) -> tuple[Lines, Scope]:
        """Players in turn until enough of them decline; a count ends what they would go on with for too long."""
        actions = [n for n in self.world.below(sc.rank, sc.quiet) if n.sort == "action"]
        if not actions or sc.loops > 1:
            return self._choose(sc)
        self.asked = True
        turns, who = self.values.fresh(sc), self.values.fresh(sc)
        ways = ["all decline", "all others decline", "one declines", "all drop out", "all others drop out"]
        seats = self.draw.one(["Player", "Player", "others(seat(1))", "clockwise(seat(2))"])
        inner = self._inside(sc.plus(Local(turns, "number", True)), Local(who, "Player", True))
        offers, _ = self._offers(inner, who, actions)
        lines = [f"let {turns} = 0", f"repeat each {who} in {seats} where {turns} < 6 until {self.draw.one(ways)}"]
        lines += [f"    {turns} += 1", f"    {who} may {' or '.join(offers)}{self._declined(inner)}"]
        return [*lines, *deeper(self._outcome(inner))], sc

    def _label(self, name: str, type_: str, sc: Scope, hidden: bool = False) -> str:
        if self.draw.maybe(0.5):
            return ""
        self.labels += 1
        label = f"pick_{self.labels}"
        if not sc.quiet:
            self.world.labels[label] = Named(label, "label", [(name, type_)], hidden={name} if hidden else set())
        return f' as {label} "{label} of {{{name}}}"' if self.draw.maybe(0.7) else f" as {label}"

    def _choose(self, sc: Scope, who: str | None = None) -> tuple[Lines, Scope]:
        """One or several of something; of one there may be none, so what needs it stands below."""
        self.asked = self.asked or who is None
        decider = who or self._who(sc)
        seen = attrs.evolve(sc, depth=1) if who else attrs.evolve(sc, depth=1).seen(decider)
        type_ = self.draw.one(["Player", self.world.card(), self.world.card(), *self.world.kinds, "number", "yes_no"])
        hidden = not who and type_ == self.world.card() and self.draw.maybe(0.3)
        if hidden:  # unseen cards are offered by their places
            name = self.values.fresh(sc)
            zones = [z for z in self.world.zones.values() if not z.of or len(self.world.cards) == 1]
            bound = f"{name} in {self.values.zone(sc.deeper(2), zones, hidden=True)}"
        elif self.draw.maybe(0.12):
            bound, name = self.values.group(type_, seen)
            known = Local(name, "list of " + type_, False)
            if who:
                return [f"{who} chooses one {bound}", *self._outcome(sc, known, need=True)], sc
            label, known = self._label(name, "list of " + type_, sc), Local(name, "list of " + type_, False)
            return [
                f"{decider} {self.draw.one(['chooses', 'may choose'])} one {bound}{label}",
                *self._outcome(sc, known, need=True),
            ], sc
        else:
            bound, name, _ = self.values.binder(type_, seen, offered=not who)
        word = self.draw.one(["chooses", "chooses", "choose", "may choose"]) if not who else "chooses"
        label = self._label(name, type_, sc, hidden) if not who else ""
        if self.draw.maybe(0.6):
            declined = self._declined(sc) if label and word == "may choose" else ""
            head = f"{decider} {word} one {bound}{label}{declined}"
            if not word.startswith("may") and self.draw.maybe(0.05):
                return [head, "otherwise never"], sc.plus(Local(name, type_, False))
            return [head, *self._outcome(sc, Local(name, type_, False), need=True)], sc
        most = str(self.draw.number(1, 3)) if self.draw.maybe(0.8) else self.values.of("number", seen.deeper(2), SUM)
        amount = f"up to {most}" if self.draw.maybe(0.4) and not who else most
        head = f"{decider} {word} {amount} {bound}{label}"
        if word == "may choose" or self.draw.maybe(0.5):
            return [head, *self._outcome(sc, Local(name, f"list of {type_}", False), need=True)], sc
        return [head], sc.plus(Local(name, f"list of {type_}", False))

    def _chance(self, sc: Scope) -> tuple[Lines, Scope]:
        if sc.depth <= 0:
            return self._move(sc)
        return self._choose(sc, "chance")

    def _together(self, sc: Scope) -> tuple[Lines, Scope]:
        self.asked = True
        who, what = self.values.fresh(sc), self.values.fresh(sc)
        inner = attrs.evolve(sc.plus(Local(who, "Player", True)), depth=1).seen(who)
        type_ = self.draw.one(["Player", self.world.card(), *self.world.kinds])
        source = self.values.of(f"list of {type_}", attrs.evolve(inner, offered=True), SPAN)
        amount = self.draw.one(["one", "1", "2", "up to 2"])
        known = Local(what, f"{type_}?" if amount == "one" else f"list of {type_}", False)
        where = f" where {self.of('yes_no', sc.plus(Local(who, 'Player')))}" if self.draw.maybe(0.2) else ""
        lines = [f"together each {who} in {self.draw.one(['Player', 'Player', 'others(seat(1))'])}{where}"]
        lines.append(f"    {who} chooses {amount} {what} in {source}{self._label(what, type_, sc)}")
        then = attrs.evolve(self._inside(sc, Local(who, "Player", True), known), returns=None)
        return [*lines, "then", *self.block(then)], sc
