"""Named rules and what is said about them, written at random: definitions, rules, exceptions, adjustments, hooks,
abilities, endings."""

from __future__ import annotations

import attrs
from whole.facts import STATIC, Facts
from whole.names import Draw, Local, Named, Scope, World
from whole.steps import Lines, Steps, deeper
from whole.values import Values


class Laws:
    def __init__(self, draw: Draw, world: World, values: Values, facts: Facts, steps: Steps) -> None:
        self.draw, self.world, self.values, self.facts, self.steps = draw, world, values, facts, steps
        self.labelled = 0

    def locals(self, what: Named) -> tuple[Local, ...]:
        return tuple(Local(name, type_, name not in what.hidden) for name, type_ in what.params)

    def bracket(self, what: Named, typed: bool = False) -> str:
        """The parameters of something: with their types where it is declared."""
        if not what.params:
            return ""
        said = [f"{n} : {t}" if typed else n for n, t in what.params]
        return f"({', '.join(said)})"

    def target(self, what: Named) -> str:
        return what.name + (self.bracket(what) if self.draw.maybe(0.8) else "")

    def label(self, what: Named, often: float = 0.7) -> str:
        if not self.draw.maybe(often):
            return ""
        self.labelled += 1
        what.clauses.append(f"l{self.labelled}")
        return f" as l{self.labelled}{self.facts.title(0.2)}"

    def when(self, sc: Scope, often: float = 0.7) -> str:
        return f" {self.condition(sc)}" if self.draw.maybe(often) else ""

    def condition(self, sc: Scope) -> str:
        """Something holds, or does not."""
        test = self.values.of("yes_no", sc)
        if self.draw.maybe(0.8):
            return f"when {test}"
        if self.draw.maybe():
            return f"unless {test}"
        return f"when {test} unless {self.values.of('yes_no', sc.deeper())}"

    def lets(self, sc: Scope, often: float = 0.25) -> tuple[Lines, Scope]:
        """Names below a declaration, and what is known behind them."""
        lines: Lines = []
        card = self.world.card()
        types = ["number", "number", "yes_no", "Player", *self.world.kinds, f"list of {card}", "list of Player"]
        for _ in range(self.draw.number(1, 2) if self.draw.maybe(often) else 0):
            type_ = self.draw.one([*types, "Player?"])
            name = self.values.fresh(sc)
            lines.append(f"    let {name} = {self.values.of(type_, sc.deeper())}")
            sc = sc.plus(Local(name, type_))
        return lines, sc

    # ------------------------------------------------------------------------------------------ definitions

    def define(self, name: str | None = None, gap: Named | None = None, like: Named | None = None) -> Lines:
        """A definition; gap: one that a library leaves open; like: it takes the place of that one."""
        world = self.world
        rank = len(world.defines) + 2
        of = [*world.cards, *world.cards, world.card(), "Player", "Player", *world.kinds, "number"]
        params = [(self.values.fresh(STATIC), type_) for type_ in self.draw.some(self.draw.shuffled(of), 0, 2)]
        type_ = self.draw.one(
            ["number", "number", "yes_no", "Player", f"list of {world.card()}", *world.kinds, "Player?"]
        )
        made = Named(name or self.facts.name(), "define", params, type_, rank)
        made = like or gap or made
        if name == "score":
            made = Named("score", "define", [("p", "Player")], "number", rank)
        public = made.open = gap is not None or self.draw.maybe(0.6)
        who = next((n for n, t in made.params if t == "Player"), None)
        sc = Scope(self.locals(made), depth=self.draw.number(1, 3), known=made.rank, public=public, who=None)
        if who and not public:
            sc = attrs.evolve(sc, who=who)
        lets, sc = self.lets(sc, 0.2)
        value = self.values.of(made.type, sc)
        loose = made.type.endswith("?") or made.type.startswith("list of ")
        told = f" : {made.type}" if (loose or self.draw.maybe(0.3)) and gap is None else ""
        bounds = ""
        if made.type == "number" and self.draw.maybe(0.2):
            flat = sc.deeper(9)
            bounds += self.draw.one(["", f", at least {self.values.of('number', flat)}{self.when(flat, 0.3)}"])
            bounds += f", at most {self.draw.number(3, 9)}{self.when(flat, 0.3)}"
        finite = {"Player", "yes_no", "1..3", *world.kinds}
        if public and self.draw.maybe(0.3) and {t for _, t in made.params} <= finite:
            bounds += self.draw.one([", shown", ", shown at end"])
        world.defines[made.name] = made
        typed = gap is None and name != "score"
        head = f"define {made.name}{self.bracket(made, typed)}{self.facts.title(0.2)}{told}"
        if lets:
            return [f"{head}{self.facts.cites()}", *lets, f"    gives {value}{bounds}{self.facts.cites()}"]
        return [f"{head} = {value}{bounds}{self.facts.cites()}"]

    def gap(self) -> tuple[Lines, Named]:
        """A definition that whoever uses the library fills."""
        type_ = self.draw.one(["number", "yes_no", "Player"])
        params = [("card", self.world.card())] if self.draw.maybe(0.6) and self.world.cards else [("who", "Player")]
        made = Named(self.facts.name(), "define", params, type_, len(self.world.defines) + 2)
        self.world.defines[made.name] = made
        typed = f"({', '.join(f'{n} : {t}' for n, t in made.params)})"
        return [f'define {made.name}{typed} "what a game says" : {type_}'], made

    def except_value(self) -> Lines:
        """An exception to a definition: the first of its branch, one over that, or one to that."""
        asked = [d for d in self.world.defines.values() if d.name != "used"]
        what = self.draw.one(asked)
        sc = Scope(self.locals(what), depth=2, known=what.rank, public=what.open)
        lets, inner = self.lets(sc)
        value = self.values.of(what.type, inner)
        if self.draw.maybe(0.4) and what.type == "number":
            value = f"usual {self.draw.one(['+', '-'])} {self.draw.number(1, 3)}"
        over, of, verdict = "", what.name, f"gives {value}"
        before = [c for c in what.clauses if c.startswith("l")]
        if before:
            if self.draw.maybe():
                over = f" over {', '.join(before)}"
            else:
                of = f"{what.name}.{self.draw.one(before)}"
                what.clauses.clear()
                verdict = "waive" if self.draw.maybe(0.4) else verdict
        head = f"except {of}{self.bracket(what)}{self.label(what, 1)}{over}"
        if verdict != "waive" and lets:
            return [f"{head}{self.when(sc)}", *lets, f"    {verdict}"]
        if self.draw.maybe(0.7):
            return [f"{head} {self.condition(sc)} {verdict}{self.facts.cites()}"]
        return [head, *(f"    {self.condition(sc)}{self.facts.cites()}" for _ in range(2)), f"    {verdict}"]

    def except_used(self) -> Lines:
        """Some cards take no part: to ask for what is kept for such a card stops the game."""
        card = self.world.card()
        static = attrs.evolve(STATIC, options=not self.world.drawn)
        sc = attrs.evolve(static, locals=(Local("card", card),))
        return [
            f"except used(card) as fewer_{len(self.world.others)} "
            f"when {self.values.of('yes_no', static)} gives {self.values.of('yes_no', sc)}"
        ]

    def adjust(self) -> Lines:
        numbers = [d for d in self.world.defines.values() if d.type == "number"]
        if not numbers:
            return []
        what = self.draw.one(numbers)
        sc = Scope(self.locals(what), depth=2, known=what.rank, public=what.open)
        head = f"adjust {self.target(what)}{f' as by_{len(self.world.taken)}' if self.draw.maybe(0.3) else ''} by "
        self.world.taken.add(head)
        if self.draw.maybe(0.8):
            return [f"{head}{self.values.of('number', sc)}{self.when(sc)}{self.facts.cites()}"]
        return [f"{head}{self.draw.one(['1', '-1', '2'])}", f"    when {self.values.of('yes_no', sc)}"]

    # ------------------------------------------------------------------------------------------ rules

    def choosing(self, what: Named) -> Scope:
        """What a rule about a choice may look at."""
        return Scope(self.locals(what), who="you", public=True, depth=2)

    def _chosen(self, what: Named) -> Scope:
        sc = self.choosing(what)
        return attrs.evolve(sc, locals=tuple(local for local in sc.locals if local.open))

    def rule(self, like: Named | None = None) -> Lines:
        about = [n for n in self.world.does.values() if n.sort == "action" and n.params] + list(
            self.world.labels.values()
        )
        about += [n for n in self.world.does.values() if n.sort == "action" and not n.sure][:1]
        if not about:
            return []
        what = self.draw.one(about)
        sc = self._chosen(what)
        name = like.name if like else self.facts.name()
        before = [r.name for r in self.world.rules.values() if r.about == what.name]
        over = f" over {self.draw.one(before)}" if before and self.draw.maybe(0.5) else ""
        targets = self.target(what) if what.params else what.name
        if not what.params or self.draw.maybe(0.1):
            more = [n.name for n in self.world.does.values() if n.sort == "action" and n is not what and not n.sure]
            targets = ", ".join([what.name, *self.draw.some(more, 0, 2)])
            sc = attrs.evolve(sc, locals=())
        self.world.rules[name] = Named(name, "rule", what.params, hidden=what.hidden, about=what.name)
        lines = [f"rule {name}{self.facts.title(0.7)} for {targets}{over}{self.when(sc, 0.4)}{self.facts.cites()}"]
        lines += [f"    {self.condition(sc)}"] if self.draw.maybe(0.2) else []
        lets, sc = self.lets(sc)
        lines += lets
        for _ in range(self.draw.number(1, 2)):
            able = " if able" if self.draw.maybe(0.7) and what.params else ""
            lines.append(f"    must {self.values.of('yes_no', sc)}{able}{self.facts.cites()}")
        return lines

    def except_rule(self) -> Lines:
        if not self.world.rules:
            return []
        what = self.draw.one(list(self.world.rules.values()))
        sc = self._chosen(what)
        verdict = "waive"
        if self.draw.maybe(0.4):
            verdict = f"must {self.values.of('yes_no', sc)}{' if able' if self.draw.maybe() and what.params else ''}"
        return [
            f"except {self.target(what)}{self.label(what)} when {self.values.of('yes_no', sc)} {verdict}"
            + self.facts.cites()
        ]

    # ------------------------------------------------------------------------------------------ what is done otherwise

    def done(self, what: Named, **more: object) -> Scope:
        """The place of steps that stand at something that is done."""
        locals = self.locals(what)
        who = "you" if what.sort == "action" else next((n for n, t in what.params if t == "Player"), None)
        sc = Scope(locals, who=who, depth=2, rank=what.rank, quiet=what.quiet or what.sort == "ending", returns="")
        return attrs.evolve(sc, **more)  # type: ignore[arg-type]

    def except_done(self) -> Lines:
        found = [n for n in self.world.does.values() if not n.clauses]
        if not found:
            return []
        what = self.draw.one(found)
        sc = self.done(what, usual="usual" if not what.type else None, returns=what.type or "")
        when = f" when {self.values.of('yes_no', sc)}"
        head = f"except {self.target(what)}{self.label(what, 1)}{when}"
        if not what.type and self.draw.maybe(0.3):
            return [f"{head} waive"]
        last = [f"return {self.values.of(what.type, sc)}"] if what.type else []
        self.steps.asked = False
        lines = [head, *deeper(self.steps.body(sc, 2) + last)]
        what.asks = what.asks or self.steps.asked
        return lines

    def hook(self, what: Named | None = None, you: bool = False) -> Lines:
        """Steps before or after something."""
        found = [n for n in self.world.does.values() if n.rank > 1]
        if not found:
            return []
        hooked = [n for n in found if any(name == n.name for _, name, _ in self.world.hooks)]
        what = what or self.draw.one(hooked if hooked and self.draw.maybe() else found)
        sc = self.done(what)
        if you:
            sc = attrs.evolve(sc, who="you", locals=(*sc.locals, Local("this", self._bearers(), False)))
        points = self.target(what)
        alike = [n for n in found if not n.params and n is not what and n.rank >= what.rank]
        if not what.params and alike and self.draw.maybe(0.3):
            points = ", ".join([what.name, *(n.name for n in self.draw.some(alike, 1, 2))])
            sc = attrs.evolve(sc, quiet=True)
        word = self.draw.one(["before", "after"])
        label = self.label(what, 0.6 if not you else 1)
        if label:
            self.world.hooks.append((word, what.name, label.split()[1]))
        over = [name for w, n, name in self.world.hooks if (w, n) == (word, what.name) and name not in label]
        over = over if self.draw.maybe() and points.split("(")[0] == what.name else []
        head = f"{word} {points}{label}{f' over {chr(44).join(over)}' if over else ''}{self.when(sc, 0.4)}"
        self.steps.asked = False
        lines = [head, *deeper(self.steps.body(sc, 2))]
        what.asks = what.asks or self.steps.asked
        return lines

    def check(self) -> Lines:
        """Something that is put right after any change."""
        self.labelled += 1
        head = f"after any change as l{self.labelled} when"
        numbers = [v for v in self.world.vars.values() if v.type == "number" and v.phase is None]
        zones = [z for z in self.world.zones.values() if not z.index]
        if numbers and self.draw.maybe(0.7):
            var, most = self.draw.one(numbers), self.draw.number(3, 9)
            if not var.index:
                return [f"{head} {var.name} > {most}", f"    {var.name} = {self.draw.number(0, 2)}"]
            if var.index == ["Player"]:
                one = f"any(q in Player where {var.name}[q] > {most})"
                return [
                    f"{head} {one}",
                    f"    each q in Player where {var.name}[q] > {most}",
                    f"        {var.name}[q] = 0",
                ]
        if not zones:
            return []
        zone = self.draw.one(zones)
        return [f"{head} count({zone.name}) > {self.draw.number(2, 6)}", f"    move {zone.name} to box"]

    # ------------------------------------------------------------------------------------------ abilities and endings

    def _bearers(self) -> str:
        return next(c.name for c in self.world.cards.values() if c.names)

    def timing(self) -> Lines:
        if not any(c.names for c in self.world.cards.values()):
            return []
        name = self.facts.name()
        lasts = self.draw.maybe()
        self.world.timings[name] = lasts
        zones = [z.name for z in self.world.zones.values() if z.facing == "up"] or list(self.world.zones)
        by = self.draw.one(["owner(this)", "owner(this)", "owner(this) else seat(1)", "seat(1)"])
        test = self.draw.one([f"this in {self.draw.one(zones)}", f"this.up and this in {self.draw.one(zones)}"])
        return [f"timing {name} by {by}{f' while {test}' if lasts else ''}{self.facts.cites()}"]

    def ability(self) -> Lines:
        bearers = [(c, n) for c in self.world.cards.values() for n in c.names[:2]]
        free = [(c, n, t) for c, n in bearers for t in self.world.timings if (n, t) not in self.world.abilities]
        if not free:
            return []
        card, name, timing = self.draw.one(free)
        self.world.abilities.append((name, timing))
        this = Local("this", card.name, False)
        head = f"ability {name} {timing}{self.facts.cites()}"
        if not self.world.timings[timing]:
            sc = Scope((this,), who="you", depth=2, rank=9, returns="")
            return [head, *deeper(self.steps.body(sc, 2))]
        lines: Lines = []
        for _ in range(self.draw.number(1, 2)):
            lines += self.draw.one(
                [self._lasting_adjust, self._lasting_except, self._lasting_hook, self._lasting_rule]
            )(this)
        return [head, *deeper(lines)] if lines else []

    def _lasting_adjust(self, this: Local) -> Lines:
        numbers = [d for d in self.world.defines.values() if d.type == "number" and d.sort == "define"]
        if not numbers:
            return []
        what = self.draw.one(numbers)
        sc = Scope((*self.locals(what),), who="you", depth=1, known=what.rank, public=True)
        names = ["this" if t == this.type and self.draw.maybe() else n for n, t in what.params]
        sc = attrs.evolve(sc, locals=tuple(local for local in sc.locals if local.name in names))
        return [
            f"adjust {what.name}{'(' + ', '.join(names) + ')' if names else ''} "
            f"by {self.draw.one(['1', '-1', '2'])}{self.when(sc)}"
        ]

    def _lasting_except(self, this: Local) -> Lines:
        fits = [d for d in self.world.defines.values() if not d.clauses and d.sort == "define" and d.name != "score"]
        if not fits:
            return []
        what = self.draw.one(fits)
        self.labelled += 1
        what.clauses.append(f"l{self.labelled}")
        sc = Scope(self.locals(what), who="you", depth=1, known=what.rank, public=True)
        return [
            f"except {what.name}{self.bracket(what)} as l{self.labelled}{self.when(sc)} "
            f"gives {self.values.of(what.type, sc)}"
        ]

    def _lasting_hook(self, this: Local) -> Lines:
        return self.hook(you=True)

    def _lasting_rule(self, this: Local) -> Lines:
        actions = [n for n in self.world.does.values() if n.sort == "action" and n.params]
        if not actions:
            return []
        what = self.draw.one(actions)
        sc = attrs.evolve(self._chosen(what), who=None)
        return [
            f"rule {self.facts.name()}{self.facts.title()} for {self.target(what)}",
            f"    must {self.values.of('yes_no', sc)} if able",
        ]

    def ending(self) -> Lines:
        name = self.facts.name()
        title = self.facts.title()
        phases = [n for n in self.world.does.values() if n in self.world.performed(self.world.turn)]
        if self.draw.maybe(0.3) or not phases:
            numbers = [v for v in self.world.vars.values() if v.type == "number" and not v.index and not v.phase]
            if not numbers:
                return []
            head, sc = f"ending {name}{title} after any change", Scope(depth=2)
            when = f"{self.draw.one(numbers).name} > {self.draw.number(4, 12)}"
        else:
            what = self.draw.one(phases)
            sc = Scope(self.locals(what), depth=2)
            head, when = f"ending {name}{title} after {what.name}{self.bracket(what)}", self.values.of("yes_no", sc)
            if len(phases) > 1 and self.draw.maybe(0.2):
                sc = Scope(depth=2)
                head = f"ending {name}{title} after {', '.join(n.name for n in self.draw.some(phases, 2, 3))}"
                when = self.values.of("yes_no", sc)
        self.world.others.append(("ending", name))
        lets, sc = self.lets(sc)
        below = [*lets, f"    winners {self.values.of(self._winners(), attrs.evolve(sc, depth=2))}"]
        if self.draw.maybe(0.7):
            return [f"{head} when {when}{self.facts.cites()}", *below]
        return [head, f"    when {when}", *below]

    def _winners(self) -> str:
        """Players win, or sides."""
        sides = [f"list of {self.world.teams}"] if self.world.teams else []
        return self.draw.one(["list of Player", *sides])

    def except_ending(self) -> Lines:
        endings = [n for sort, n in self.world.others if sort == "ending"]
        if not endings:
            return []
        name = self.draw.one(endings)
        self.world.others.remove(("ending", name))
        sc = Scope(depth=2)
        verdict = "waive" if self.draw.maybe() else f"gives {self.values.of(self._winners(), sc)}"
        return [f"except {name} when {self.values.of('yes_no', sc)} {verdict}"]
