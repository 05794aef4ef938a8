"""What a game promises, written at random: scenarios, properties, miniatures, what is waived and assumed."""

from __future__ import annotations

import attrs
from whole.facts import Facts
from whole.laws import Laws
from whole.names import Draw, Local, Named, Scope, World
from whole.steps import Lines, deeper
from whole.values import Values

CHECKS = ["symmetry", "secrets", "sides", "ends", "outcome", "copies"]
SEATS = ["anna", "ben", "carl", "dora"]


class Trials:
    def __init__(self, draw: Draw, world: World, values: Values, facts: Facts, laws: Laws) -> None:
        self.draw, self.world, self.values, self.facts, self.laws = draw, world, values, facts, laws

    def property(self) -> Lines:
        name = self.facts.name()
        self.world.others.append(("property", name))
        sc = Scope(depth=2)
        way = self.draw.one(["always", "never", "at end", "eventually", "after"])
        head = f"property {name}{self.facts.title()} "
        if way != "after":
            ended = ["not empty(winners)", "count(winners) < 3"] if way == "at end" else []
            return [f"{head}{way} {self.draw.one([self.values.of('yes_no', sc), *ended])}{self.facts.cites()}"]
        done = self.world.performed(self.world.turn)
        if not done:
            return [f"{head}always {self.values.of('yes_no', sc)}"]
        what = self.draw.one(done)
        sc = Scope(self.laws.locals(what), depth=2, who="you" if what.sort == "action" else None)
        test = self.values.of("yes_no", sc)
        if self.draw.maybe():
            before = f"{self.values.of('number', sc.deeper(), 7)} >= was({self.values.of('number', sc.deeper())})"
            test = f"{before} or {self.values.of('yes_no', sc.deeper(), 2)}"
        return [f"{head}after {what.name}{self.laws.bracket(what)} then {test}"]

    def waived(self) -> Lines:
        self.world.others.append(("waive", check := self.draw.one(CHECKS)))
        return [f'waive {check} "{self.draw.one(["the first seat starts", "it is so"])}"{self.facts.cites()}']

    def assume(self) -> Lines:
        about = [*self.world.zones, *self.world.vars, *self.world.does]
        self.world.others.append(("assume", name := self.draw.one(about)))
        return [f'assume {name} "nobody says"{self.facts.cites()}']

    # ------------------------------------------------------------------------------------------ miniatures

    def miniature(self) -> Lines:
        lines = [f"players {self.world.seats[0]}"] if self.draw.maybe() else []
        for name, (_, values) in self.draw.some(list(self.world.options.items()), 0, 1):
            lines.append(f"set {name} = {self.draw.one(values)}")
        if self.draw.maybe(0.4):
            card = self.draw.one(list(self.world.cards.values()))
            name = self.values.fresh(Scope())
            sc = Scope((Local(name, card.name),), table=False, options=False, depth=1)
            where = f" where {self.values.of('yes_no', sc)}" if self.draw.maybe() else ""
            lines.append(f"cards {name} in {card.name}{where}")
        lines += ["copies 1"] if self.draw.maybe(0.3) else []
        lines += ["orders 6"] if self.draw.maybe(0.3) else []
        lines += (
            [f"symmetric {', '.join(self.draw.some([*self.world.kinds, 'Player'], 1, 2))}"]
            if self.draw.maybe(0.2)
            else []
        )
        promised = [n for sort, n in self.world.others if sort == "property"]
        lines += [f'waive {self.draw.one(promised)} "few cards"'] if promised and self.draw.maybe(0.3) else []
        self.world.others.append(("miniature", title := f"mini {len(self.world.others)}"))
        return [f'miniature "{title}"{self.facts.cites()}', *deeper(lines or ["copies 1"])]

    # ------------------------------------------------------------------------------------------ scenarios

    def scenario(self, turn: Named) -> Lines:
        """Some table, something that happens, what should be so then. It need not hold."""
        self.world.others.append(("scenario", title := f"scene {len(self.world.others)}"))
        count = self.draw.number(*self.world.seats)
        names = SEATS[:count]
        lines = [f"seats {', '.join(names)}"] if self.draw.maybe(0.7) or count != self.world.seats[0] else []
        named = names if lines else [f"seat({n + 1})" for n in range(count)]
        for option, (_, values) in self.draw.some(list(self.world.options.items()), 0, 1):
            lines.append(f"option {option} = {self.draw.one(values)}")
        given = self._given(named)
        lines += ["given", *deeper(given)] if given and self.draw.maybe(0.7) else []
        lines += ["when", *deeper(self._deeds(turn, named))]
        lines += ["then", *deeper(self._claims(named))]
        if self.draw.maybe(0.2):
            lines += ["when", *deeper(self._deeds(turn, named)), "then", *deeper(self._claims(named))]
        return [f'scenario "{title}"{self.facts.cites()}', *deeper(lines)]

    def _sc(self, named: list[str]) -> Scope:
        return Scope(tuple(Local(name, "Player") for name in named if "(" not in name), depth=1)

    def _given(self, named: list[str]) -> Lines:
        lines = []
        for var in self.draw.some([v for v in self.world.vars.values() if v.phase is None], 0, 2):
            index = [self.draw.one(named) if t == "Player" else self.values.constant(t) for t in var.index]
            lines.append(f"{var.name}{f'[{chr(44).join(index)}]' if index else ''} = {self.values.constant(var.type)}")
        zones = [z for z in self.world.zones.values() if not z.of]
        if zones and self.values.nameable():
            zone, card = self.draw.one(zones), self.draw.one(list(self.world.cards))
            index = [self.draw.one(named) if t == "Player" else self.values.constant(t) for t in zone.index]
            place = f"{zone.name}{f'[{chr(44).join(index)}]' if index else ''}"
            lines.append(f"{place} holds {self.values.constant(card)}{self.draw.one(['', '', ' face up'])}")
        return lines

    def _deeds(self, turn: Named, named: list[str]) -> Lines:
        who = self.draw.one(named)
        args = [who if t == "Player" else self.values.constant(t) for _, t in turn.params]
        lines = [f"{turn.name}({', '.join(args)})" if args else turn.name]
        if self.draw.maybe(0.3):
            lines = ["flow"]
        if self.draw.maybe(0.15):
            piles = [z.name for z in self.world.zones.values() if not z.index and z.ordered]
            if piles and self.values.nameable():
                lines.insert(0, f"chance shuffles {self.draw.one(piles)} to {self.values.constant(self.world.card())}")
        if self.draw.maybe(0.03):
            lines.insert(0, f"chance picks {self.values.constant(self.draw.one(['Player', *self.world.kinds]))}")
        actions = [n for n in self.world.performed(self.world.turn) if n.sort == "action"]
        more = [f"{who} declines", f"{who} picks {self.draw.one(named)}"]
        acting = f" for {self.draw.one(named)}" if self.draw.maybe(0.15) else ""
        able = [n for n in actions if self.values.able(n, self._sc(named))]
        more += [f"{who} does {self._action(n, named)}{acting}" for n in able]
        return lines + ([self.draw.one(more)] if self.draw.maybe(0.4) else [])

    def _action(self, what: Named, named: list[str]) -> str:
        args = [self.draw.one(named) if t == "Player" else self.values.constant(t) for _, t in what.params]
        return f"{what.name}({', '.join(args)})" if args else what.name

    def _claims(self, named: list[str]) -> Lines:
        who = self.draw.one(named)
        sc = self._sc(named)
        picks = ["decline", f"pick {self.draw.one(named)}"]
        actions = [n for n in self.world.performed(self.world.turn) if n.sort == "action"]
        picks += [self._action(n, named) for n in actions if self.values.able(n, sc)]
        some = ", ".join(self.draw.some(picks, 1, 3))
        promised = [n for sort, n in self.world.others if sort == "property"]
        about = [r.name for r in self.world.rules.values()]
        lines = [self.values.of("yes_no", attrs.evolve(sc, depth=2))]
        if self.draw.maybe(0.3):
            lines.append(f"{who} {self.draw.one(['may', 'may only', 'may not'])} {some}")
        if about and actions and self.draw.maybe(0.15):
            rule = self.world.rules[self.draw.one(about)]
            act = self.world.does.get(rule.about)
            if act is not None and self.values.able(act, sc):
                lines.append(f"{who} may not {self._action(act, named)} because {rule.name}")
        if self.draw.maybe(0.2):
            lines.append(f"keeps {self.draw.one([*promised, 'conservation'])}")
        return lines
