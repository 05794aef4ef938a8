"""Variants of a game, written at random: whatever can be changed is changed."""

from __future__ import annotations

import attrs
from whole.course import Course
from whole.facts import Facts
from whole.laws import Laws
from whole.names import Draw, World
from whole.steps import Lines
from whole.trials import Trials
from whole.values import Values


@attrs.define
class Changes:
    """Writes the changes of variants. pieces: the declarations of the game."""

    draw: Draw
    world: World
    values: Values
    facts: Facts
    laws: Laws
    course: Course
    trials: Trials
    pieces: list[Lines]

    def some(self) -> list[Lines]:
        ways = [self._set, self._set, self._set_card, self._add, self._add, self._clause, self._clause]
        ways += [
            self._remove,
            self._remove,
            self._replace,
            self._replace,
            self._rows,
            self._players,
            self._against,
            self._promise,
            self._order,
        ]
        made = [self.draw.one(ways)() for _ in range(self.draw.number(1, 4))]
        return [lines for lines in made if lines]

    def _headed(self, *words: str) -> list[Lines]:
        return [piece for piece in self.pieces if piece[0].split()[0] in words]

    def _set(self) -> Lines:
        ways: Lines = [f"set {name} = {self.draw.one(values)}" for name, (_, values) in self.world.options.items()]
        for var in self.world.vars.values():
            if var.phase is None and not var.type.startswith("list"):
                ways.append(f"set {var.name} = {self.values.constant(var.type)}")
        for define in self.world.defines.values():
            if not define.params and define.sort == "define" and not define.type.startswith("list"):
                ways.append(f"set {define.name} = {self.values.constant(define.type)}")
            if define.sort == "table":
                keys = [
                    str(self.draw.number(1, 2)) if t == "Player" else self.values.constant(t) for _, t in define.params
                ]
                ways.append(f"set {define.name}({', '.join(keys)}) = {self.values.constant(define.type)}")
        return [self.draw.one(ways) + self.facts.cites()] if ways else []

    def _set_card(self) -> Lines:
        card = self.draw.one(list(self.world.cards.values()))
        free = [
            (a, t) for a, t in card.types.items() if a not in [*card.keys, card.derived] and t not in self.world.cards
        ]
        if not free or not card.rows:
            return []
        attribute, type_ = self.draw.one(free)
        which = self.values.constant(card.name) if self.draw.maybe(0.7) else card.name
        value = '"some words"' if type_ == "text" else self.values.constant(type_)
        if self.draw.maybe(0.15) and "(" in which:
            attribute, value = "copies", "2"
        return [f"set {which}.{attribute} = {value}"]

    def _add(self) -> Lines:
        way = self.draw.one(
            [self.facts.option, self.facts.zone, self.facts.var, self.laws.define, self.laws.rule, self.facts.table]
        )
        lines = way()
        return [f"add {lines[0]}", *lines[1:]] if lines else []

    def _clause(self) -> Lines:
        laws = self.laws
        return self.draw.one(
            [laws.except_value, laws.adjust, laws.hook, laws.except_done, laws.except_rule, laws.check]
        )()

    def _promise(self) -> Lines:
        return self.draw.one([self.trials.property, self.trials.assume, self.trials.waived])()

    def _replace(self) -> Lines:
        """Something new in the place of something that takes the same."""
        ways: list[Lines] = []
        for define in self.world.defines.values():
            if define.sort == "define" and define.name != "score":
                ways.append(self.laws.define(like=define))
        for done in self.world.does.values():
            if done.sort == "to":
                ways.append(self.course.effect(done.rank, like=done, quiet=done.quiet))
        for var in list(self.world.vars.values()):
            if var.phase is None:
                ways.append(self.facts.var(like=var))
        flows = self._headed("flow")
        ways += [[*flow, "    let done = 1"] for flow in flows]
        lines = self.draw.one(ways)
        return [f"replace {lines[0]}", *lines[1:]]

    def _remove(self) -> Lines:
        ways: Lines = [f"remove rule {name}" for name in self.world.rules]
        for sort, name in self.world.others:
            quoted = f'"{name}"' if sort in ("scenario", "miniature") else name
            ways.append(f"remove {sort} {quoted}")
        ways += [f"remove ability {name} {timing}" for name, timing in self.world.abilities]
        for what in (*self.world.defines.values(), *self.world.rules.values()):
            ways += [f"remove except {what.name}.{label}" for label in what.clauses]
        for card in self.world.cards.values():
            ways += [f"remove card {self.values.constant(card.name)}"] if len(card.rows) > 3 else []
        ways += [
            f"remove {n.sort} {n.name}"
            for n in self.world.does.values()
            if n not in self.world.performed(self.world.turn)
        ]
        ways += [f"remove {word} {name}.{label}" for word, name, label in self.world.hooks]
        for sort, names in self._declared().items():
            ways += [f"remove {sort} {self.draw.one(names)}"] if self.draw.maybe(0.4) else []
        for table in self._headed("table"):
            if table[-1].count("|") == 3 and len(table) > 3:
                ways.append(f"remove row {table[0].split()[1].split('(')[0]}({table[-1].split('|')[1].strip()})")
        needs = [
            (n, line) for p in self._headed("action") for line in p for n in self.world.does if f" as need_{n} " in line
        ]
        ways += [f"remove must {name}.need_{name}" for name, _ in needs]
        for piece in self._headed("adjust"):
            if " as by_" in piece[0]:
                ways.append(f"remove adjust {piece[0].split()[1].split('(')[0]}.{piece[0].split(' as ')[1].split()[0]}")
        sorts = [way.split()[1] for way in ways]
        sort = self.draw.one(list(dict.fromkeys(sorts)) or [""])
        return [self.draw.one([way for way in ways if way.split()[1] == sort])] if ways else []

    def _declared(self) -> dict[str, list[str]]:
        """What can be taken out, though something else may need it."""
        sorts = ("option", "kind", "teams", "cards", "zone", "table", "timing", "define", "use", "var")
        found: dict[str, list[str]] = {}
        for piece in self._headed(*sorts):
            sort, name = piece[0].replace("[", " ").replace("(", " ").split()[:2]
            found.setdefault(sort, []).append(name)
        return found

    def _order(self) -> Lines:
        """One exception over others, as if it had said so itself."""
        fits = [d for d in self.world.defines.values() if len(d.clauses) > 1]
        what = self.draw.one(fits or list(self.world.defines.values()))
        first, *others = self.draw.shuffled(what.clauses) if fits else ["l1", "l2", "l3"]
        return [f"order {what.name}.{first} over {', '.join(others)}"]

    def _rows(self) -> Lines:
        named = [c for c in self.world.cards.values() if c.names]
        if not named:
            return []
        card = self.draw.one(named)
        printed = next((p for p in self._headed("cards") if p[0].split()[1] == card.name), None)
        if printed is None:
            return []
        rows = [line for line in printed if line.startswith("    |")]
        cells = rows[1].strip("| ").split(" | ")
        cells[0] = self.facts.name()
        return [f"add rows to {card.name}", rows[0], f"    | {' | '.join(cells)} |"]

    def _players(self) -> Lines:
        low, high = self.world.seats
        return [self.draw.one([f"set players = {low}..{high + 1}", f"set players = {high}"])]

    def _against(self) -> Lines:
        things = ["flow", *(f"var {v.name}" for v in self.world.vars.values() if v.phase is None)]
        return ["against", *(f'    {thing} as of "00c0ffee"' for thing in self.draw.some(things, 1, 3))]
