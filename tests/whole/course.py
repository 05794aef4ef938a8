"""What happens, written at random: actions, effects, phases, the flow of a game that comes to its end."""

from __future__ import annotations

import attrs
from whole.facts import STATIC, Facts
from whole.laws import Laws
from whole.names import Draw, Local, Named, Scope, World
from whole.steps import Lines, Steps, deeper
from whole.values import Values


class Course:
    def __init__(self, draw: Draw, world: World, values: Values, facts: Facts, laws: Laws, steps: Steps) -> None:
        self.draw, self.world, self.values = draw, world, values
        self.facts, self.laws, self.steps = facts, laws, steps

    def _params(self, types: list[str], low: int, high: int) -> list[tuple[str, str]]:
        return [(self.values.fresh(STATIC), self.draw.one(types)) for _ in range(self.draw.number(low, high))]

    def effect(self, rank: int, like: Named | None = None, quiet: bool = False) -> Lines:
        types = ["Player", "Player", "number", self.world.card(), *self.world.kinds, "yes_no", "0..3"]
        result = self.draw.one(
            ["", "", "number", "yes_no", "Player", f"list of {self.world.card()}", *self.world.kinds]
        )
        made = like or Named(
            self.facts.name(), "to", self._params(types, 0, self.draw.one([2, 2, 2, 3])), result, rank, quiet=quiet
        )
        locals = tuple(Local(n, t, t != self.world.card()) for n, t in made.params)
        who = next((n for n, t in made.params if t == "Player"), None)
        sc = Scope(locals, who=who, depth=2, rank=made.rank, quiet=made.quiet, returns=made.type)
        self.steps.asked, self.steps.at = False, made.name
        when = self.laws.when(sc, 0.15) if not made.type else ""
        lines = [
            f"to {made.name}{self.laws.bracket(made, True)}{f' : {made.type}' if made.type else ''}{when}"
            + self.facts.cites()
        ]
        lines += [f"    when {self.values.of('yes_no', sc)}"] if self.draw.maybe(0.05) and not made.type else []
        lines += deeper(self.steps.body(sc))
        if made.type and not lines[-1].startswith("    return"):
            lines.append(f"    return {self.values.of(made.type, sc)}")
        made.asks, self.steps.at = made.asks or self.steps.asked, ""
        self.world.does[made.name] = made
        return lines

    def action(self, rank: int, sure: bool = False) -> Lines:
        """sure: it can always be done."""
        made = Named(self.facts.name(), "action", [], rank=rank, sure=sure)
        sc = Scope(who="you", depth=1, rank=rank, public=True)
        said: list[str] = []
        if not sure and self.draw.maybe(0.25):
            made.params = self._params(["number", "Player", *self.world.kinds, "1..3", "yes_no"], 1, 1)
            made.given = 1
            said = [f"{n} : {t}" for n, t in made.params]
            sc = sc.plus(*(Local(n, t) for n, t in made.params))
        for _ in range(0 if sure else self.draw.one([1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4])):
            type_ = self.draw.one(
                [self.world.card(), self.world.card(), self.world.card(), "Player", "number", *self.world.kinds]
            )
            if type_ == self.world.card() and self.draw.maybe(0.4):
                name = self.values.fresh(sc)
                zones = self.steps._wide()
                source = self.values.zone(sc, zones, hidden=self.draw.maybe(0.3))
                bound, open_ = f"{name} in {source}", False
                made.hidden.add(name)
            elif self.draw.maybe(0.12):
                (bound, name), open_ = self.values.group(type_, sc), True
                type_ = "list of " + type_
            else:
                bound, name, _ = self.values.binder(type_, sc, offered=True)
                open_ = True
            said.append(bound)
            made.params.append((name, type_))
            sc = sc.plus(Local(name, type_, open_))
        bracket = f"({', '.join(said)})" if said else ""
        lines = [f"action {made.name}{self.facts.title(0.2)}{' ' if bracket else ''}{bracket}{self.facts.cites()}"]
        if not sure and self.draw.maybe(0.25):
            label = f' as need_{made.name} "too little"' if self.draw.maybe() else ""
            lines.append(f"    must {self.values.of('yes_no', sc)}{label}{self.facts.cites()}")
        if self.draw.maybe(0.6):
            names = [n for n, _ in made.params]
            told = [f"{{{self._told(n, t, sc)}}}" for n, t in made.params] or [""]
            lines.append(f'    text "{made.name} {" and ".join(told)}"' if names else f'    text "{made.name}"')
        inner = attrs.evolve(
            sc, public=False, depth=2, returns="", locals=tuple(attrs.evolve(n, open=False) for n in sc.locals)
        )
        self.steps.asked, self.steps.at = False, made.name
        if self.draw.maybe(0.95):
            lines += deeper(self.steps.body(inner, 2))
        made.asks, self.steps.at = made.asks or self.steps.asked, ""
        self.world.does[made.name] = made
        return lines if len(lines) > 1 else [*lines, f'    text "{made.name}"']

    def _told(self, name: str, type_: str, sc: Scope) -> str:
        """A parameter, or what is printed on it, or what a definition says of it."""
        card = self.world.cards.get(type_)
        open_ = any(local.name == name and local.open for local in sc.locals)
        if card and card.types and open_ and self.draw.maybe(0.3):
            return f"{name}.{self.draw.one(list(card.types))}"
        asked = [d.name for d in self.world.defines.values() if [t for _, t in d.params] == [type_] and d.open]
        if asked and open_ and self.draw.maybe(0.15):
            return f"{self.draw.one(asked)}({name})"
        return name

    def phase(self, rank: int, turn: bool = False) -> Lines:
        """turn: somebody decides in it."""
        types = ["Player", "Player", "number", *self.world.kinds]
        made = Named(self.facts.name(), "phase", self._params(types, 0, 1), rank=rank)
        if turn and self.draw.maybe(0.9):
            made.params = [(self.facts.name(), "Player")]
        if turn:
            self.world.turn = made.name
        who = next((n for n, t in made.params if t == "Player"), None)
        sc = Scope(tuple(Local(n, t) for n, t in made.params), who=who, depth=3, rank=rank, phase=made.name, returns="")
        own: Lines = []
        for _ in range(self.draw.one([0, 0, 1, 2])):
            own += self.facts.var(made.name)
        self.steps.asked, self.steps.at = False, made.name
        first = self.steps._decide(sc)[0] if turn else []
        when = self.laws.when(attrs.evolve(sc, phase=None), 0.1)
        lines = [
            f"phase {made.name}{self.facts.title(0.2)}{' ' if made.params else ''}{self.laws.bracket(made, True)}"
            f"{when}{self.facts.cites()}"
        ]
        lines += [f"    when {self.values.of('yes_no', attrs.evolve(sc, phase=None))}"] if self.draw.maybe(0.05) else []
        lines += deeper(own + first + self.steps.body(sc, 4))
        made.asks, self.steps.at = made.asks or self.steps.asked, ""
        self.world.does[made.name] = made
        return lines

    def prepare(self, deck: str) -> Lines:
        """The cards come out of the box; some stay there."""
        steps = [f"move {card} to {deck}" for card in self.world.cards if self.draw.maybe(0.9)]
        if self.draw.maybe(0.1):
            steps = [f"move Card to {deck}{self.draw.one([' face down', ' face up', ' anywhere', ''])}"]
        steps += [f"shuffle {deck}"] if self.draw.maybe(0.9) else []
        wide = [z for z in self.steps._wide() if z.name != deck]
        for zone in self.draw.some(wide, 1, 3):
            if zone.index == ["Player"]:
                steps.append(f"deal {self.draw.number(1, 3)} from {deck} to {zone.name}")
            else:
                sc = Scope(depth=0)
                steps.append(
                    f"move top({deck}, {self.draw.number(1, 3)}) to {zone.name}{self.values.index(zone.index, sc)}"
                )
        return steps

    def flow(self, deck: str, turn: Named) -> Lines:
        """A few rounds in which everybody has a turn."""
        sc = Scope(depth=2, rank=99)
        steps = self.prepare(deck) + (
            self.steps.body(attrs.evolve(sc, quiet=True, rank=8), 1) if self.draw.maybe(0.3) else []
        )
        called = turn.name
        if turn.params:
            name = self.values.fresh(sc)
            args = [name if t == "Player" else self.values.of(t, Scope(depth=0)) for _, t in turn.params]
            called = f"{turn.name}({', '.join(args)})"
            ring = self.draw.one(["Player", "Player", "clockwise(seat(1))", "anticlockwise(seat(2))"])
            rounds = [f"each {name} in {ring}", f"    {called}"]
        else:
            rounds = [called]
        if self.draw.maybe(0.3):
            rounds += self.steps.body(attrs.evolve(sc, loops=2), 1)
        return ["flow", *deeper(steps), f"    repeat {self.draw.number(1, 3)} times", *deeper(deeper(rounds))]
