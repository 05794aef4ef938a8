"""What there is, written at random: options, kinds, cards, zones, variables and tables."""

from __future__ import annotations

from itertools import product

import attrs
from whole.names import TITLES, WORDS, CardType, Draw, Local, Named, Scope, Var, World, Zone
from whole.values import Values

Lines = list[str]
STATIC = Scope(table=False, depth=2)


class Facts:
    def __init__(self, draw: Draw, world: World, values: Values) -> None:
        self.draw, self.world, self.values = draw, world, values
        self.words = draw.shuffled(WORDS)
        self.files: dict[str, str] = {}

    def name(self, first: str = "") -> str:
        """A name that nothing has yet."""
        word = self.words.pop()
        self.world.taken.add(word)
        return first + (word.capitalize() if first else word)

    def title(self, often: float = 0.4) -> str:
        return f' "{self.draw.one(TITLES)}"' if self.draw.maybe(often) else ""

    def cites(self) -> str:
        return (
            self.draw.one(["    cites AB-01", "    cites AB-1, CDE-R2", "    cites AB-1, AB-2, AB-3"])
            if self.draw.maybe(0.03)
            else ""
        )

    # ------------------------------------------------------------------------------------------ options and kinds

    def option(self) -> Lines:
        name = self.name()
        sort = self.draw.number(0, 5 if self.world.kinds else 4)
        default = self.draw.maybe()
        if sort == 0:
            type_, values = "yes_no", ["yes", "no"]
        elif sort == 1:
            type_, values = "0..3", ["0", "1", "2", "3"]
        elif sort == 2:
            type_, values = "Player", [f"seat({n + 1})" for n in range(self.world.seats[0])]
        elif sort == 5:
            type_ = self.draw.one(list(self.world.kinds))
            values = [f"{type_}.{word}" for word in self.world.kinds[type_]]
        else:
            values = [self.name() for _ in range(self.draw.number(2, 3))]
            type_ = " | ".join(values)
        equals = f" = {self.draw.one([*values, 'random'] if sort != 1 else values)}" if default else ""
        self.world.drawn |= {name} if "random" in equals else set()
        when = f" when {self.values.of('yes_no', STATIC)}" if self.draw.maybe(0.15) else ""
        lines = [f"option {name}{self.title()} : {type_}{equals}{when}{self.cites()}"]
        if self.draw.maybe(0.05):
            lines += [f"    when {self.values.of('yes_no', STATIC)}" for _ in range(self.draw.number(1, 2))]
        self.world.options[name] = (type_, values)
        return lines

    def kind(self) -> Lines:
        name = self.name("K")
        if self.draw.maybe(0.25):
            low = self.draw.number(-1, 2)
            high = low + self.draw.number(1, 3)
            self.world.ranges[name] = (low, high)
            return [f"kind {name} : {low}..{high}{self.cites()}"]
        members = [self.words.pop() for _ in range(self.draw.number(2, 3))]
        if self.world.kinds and self.draw.maybe(0.2):
            members[0] = self.draw.one(self.draw.one(list(self.world.kinds.values())))
        others = [kind for kind, words in self.world.kinds.items() if not {*words} & {*members}]
        parts = members
        if others and self.draw.maybe(0.5):
            inner, place = self.draw.one(others), self.draw.number(0, len(members))
            self.world.inner[name] = inner
            parts = [*members[:place], inner, *members[place:]]
            members = [*members[:place], *self.world.kinds[inner], *members[place:]]
        self.world.kinds[name] = members
        if not self.world.teams and self.draw.maybe(0.25):
            self.world.teams = name
            return [f"teams {name} : {' | '.join(parts)}{self.cites()}"]
        return [f"kind {name} : {' | '.join(parts)}{self.cites()}"]

    # ------------------------------------------------------------------------------------------ cards

    def cards(self) -> Lines:
        name = self.name("T")
        card = CardType(name, {}, [], [], [])
        named = self.draw.maybe(0.5)
        heads: Lines = []
        columns: list[tuple[str, str]] = []
        if named:
            heads.append("name : name")
            columns.append(("name", "name"))
            card.keys = ["name"]
            card.names = [self.name() for _ in range(self.draw.number(3, 5))]
        elif self.draw.maybe(0.85):
            keys = [self.draw.one([*self.world.kinds, *self.world.ranges, "1..3", "yes_no", "0..2"])]
            keys += ["1..4"] if self.draw.maybe(0.7) or keys[0] == "yes_no" else []
            for type_ in keys:
                attribute = self.attribute(card)
                card.keys.append(attribute)
                card.types[attribute] = type_
                heads.append(f"{attribute} : {type_} key{self.cites()}")
                columns.append((attribute, type_))
        for _ in range(self.draw.number(1, 3)):
            self._attribute(card, heads, columns)
        if self.draw.maybe(0.4) and card.types:
            scope = attrs.evolve(STATIC, locals=(Local("this", name),), options=False)
            self.world.cards[name] = card
            type_ = self.draw.one(["number", "yes_no", *self.world.kinds])
            said = self.values.of(type_, scope)
            del self.world.cards[name]
            card.derived = attribute = self.attribute(card)
            card.types[attribute] = type_
            heads.append(f"{attribute} = {said}{self.cites()}")
        if card.keys and self.draw.maybe(0.3):
            heads.append(
                f'written "{self.draw.one(["", "the ", "*"])}{" ".join("{" + key + "}" for key in card.keys)}"'
            )
        lines = [f"cards {name}{self.cites()}", *(f"    {head}" for head in heads)]
        lines += [f"    {row}" for row in self._rows(card, columns, name)]
        self.world.cards[name] = card
        return lines

    def attribute(self, card: CardType) -> str:
        taken = {a for c in (*self.world.cards.values(), card) for a in c.types}
        return self.draw.one(
            [
                w
                for w in [
                    "value",
                    "suit",
                    "power",
                    "color",
                    "lucky",
                    "cost",
                    "rank",
                    "class_",
                    "f",
                    "size",
                    "order_",
                    "weight",
                ]
                if w not in taken
            ]
        )

    def _attribute(self, card: CardType, heads: Lines, columns: list[tuple[str, str]]) -> None:
        types = ["number", "1..9", "-2..2", "yes_no", "text", "0..2?", "number?"]
        types += [*self.world.kinds, *(f"{kind}?" for kind in self.world.kinds)]
        types += [other.name for other in self.world.cards.values() if other.keys == ["name"]]
        type_ = self.draw.one([type_ for type_ in types if "..2?" not in type_])
        attribute = self.attribute(card)
        default = ""
        if self.draw.maybe(0.3) and type_ not in self.world.cards and type_ != "text":
            default = f" = {self.values.constant(type_)}"
        heads.append(f"{attribute} : {type_}{default}{self.cites()}")
        columns.append((attribute, type_ + ("=" if default else "")))
        card.types[attribute] = type_

    def _rows(self, card: CardType, columns: list[tuple[str, str]], name: str) -> Lines:
        copies = self.draw.maybe(0.4) if card.names else not card.keys
        heads = [attribute for attribute, _ in columns] + (["copies"] if copies else [])
        rows = [heads]

        def add(written: Lines, cards: list[dict[str, str]]) -> None:
            many = self.draw.one(["1", "2"])
            rows.append([*written, many] if copies else written)
            card.rows += cards if not copies or many == "1" else []

        if card.names:
            for word in card.names:
                add([word, *(self._cell(type_) for _, type_ in columns[1:])], [{"name": word}])
        elif not card.keys:
            for _ in range(self.draw.number(2, 3)):
                add([self._cell(type_) for _, type_ in columns], [])
        else:
            keys = columns[: len(card.keys)]
            parts = self._split(keys[0][1])
            for part, members in parts:
                written, second = [part], [""]
                if len(keys) > 1:
                    written, second = [part, "1..2" if len(parts) > 2 else "1..3"], ["1", "2"]
                named = [dict(zip(card.keys, pair, strict=False)) for pair in product(members, second)]
                add([*written, *(self._cell(type_) for _, type_ in columns[len(keys) :])], named)
        if self.draw.maybe(0.05) and card.names:
            extra = self.name()
            file = f"{name.lower()}.csv"
            self.files[file] = "\n".join([",".join(heads), ",".join([extra, *rows[1][1:]])]).replace("-,", ",") + "\n"
            return [f'from "{file}"', *(f"| {' | '.join(row)} |" for row in rows)]
        return [f"| {' | '.join(row)} |" for row in rows]

    def _split(self, type_: str) -> list[tuple[str, list[str]]]:
        """The values of a type in two or three parts, as they stand in a row, and as they are asked for."""
        if type_ == "yes_no":
            return [("yes", ["yes"]), ("no", ["no"])]
        if type_ in self.world.kinds:
            words = self.world.kinds[type_]
            said = [f"{type_}.{word}" for word in words]
            if self.draw.maybe(0.3):
                return [(type_, said)]
            if self.draw.maybe(0.2):
                return [(f"{words[0]}..{words[-1]}", said)]
            return [(words[0], said[:1]), (", ".join(words[1:]), said[1:])]
        low, high = self.world.bounds(type_) or (0, 3)
        if self.draw.maybe(0.4):
            return [(f"{low}..{high}", [str(n) for n in range(low, high + 1)])]
        rest = f"{low + 1}..{high}" if high > low + 1 else str(high)
        return [(str(low), [str(low)]), (rest, [str(n) for n in range(low + 1, high + 1)])]

    def _cell(self, type_: str) -> str:
        if type_.endswith("="):
            return "-" if self.draw.maybe() else self._cell(type_[:-1])
        if type_.endswith("?"):
            return "-" if self.draw.maybe(0.3) else self._cell(type_[:-1])
        if type_ == "text":
            return self.draw.one(['"a text"', '"with, a comma"', "word"])
        if type_ == "yes_no":
            return self.draw.one(["yes", "no"])
        if type_ in self.world.cards:
            return self.draw.one(self.world.cards[type_].names)
        if type_ in self.world.kinds:
            return self.draw.one(self.world.kinds[type_])
        return str(self.draw.number(*(self.world.bounds(type_) or (-2, 7))))

    # ------------------------------------------------------------------------------------------ zones and variables

    def index_type(self) -> str:
        return self.draw.one(["Player", "Player", "Player", *self.world.kinds, *self.world.ranges, "1..2", "yes_no"])

    def indexing(self) -> list[str]:
        """Cards that something may be kept for."""
        return list(self.world.cards) if self.values.nameable() else []

    def zone(self, name: str | None = None, plain: bool = False) -> Lines:
        """plain: a zone that the game can be prepared with."""
        name = name or self.name()
        shape = self.draw.one(["pile", "row", "set", "slot", "bag", "pile", "row", "set"])
        index: list[str] = [self.index_type()] if self.draw.maybe(0.6) else []
        if index and self.draw.maybe(0.2):
            index.append(self.draw.one([self.index_type(), *self.indexing()]))
        if plain:
            shape, index = "pile", []
        if len(index) > 1 and self.draw.maybe(0.1):
            index.append("1..2")
        index = list(dict.fromkeys(index))
        facing = self.draw.one(["up", "up", "down", "down", ""])
        seen = ""
        if facing != "up" and self.draw.maybe(0.8):
            own = ["owner", "owner", "owner", "[owner, left(owner)]", "left(owner)", "right(owner, 2)", "others(owner)"]
            seen = self.draw.one(["nobody", "everyone", "seat(1)", *(own * 2 if "Player" in index else [])])
        of = self.draw.one(list(self.world.cards)) if self.world.cards and self.draw.maybe(0.1) and not plain else ""
        traits = [f"face {facing}"] if facing else []
        traits += [f"seen by {seen}"] if seen else []
        traits += [f"holds {self.draw.one(['3', '6', '9', '20'])}"] if self.draw.maybe(0.06) and not plain else []
        keys = f"[{', '.join(index)}]" if index else ""
        self.world.zones[name] = Zone(name, shape, index, facing, seen, of)
        return [f"zone {name}{keys} : {', '.join([shape + (f' of {of}' if of else ''), *traits])}{self.cites()}"]

    def var(self, phase: str | None = None, like: Var | None = None) -> Lines:
        card = self.world.card()
        types = ["number", "number", "0..6", "-3..3", "yes_no", "Player", "Player?", f"{card}?", f"list of {card}"]
        types += [
            "list of Player",
            "list of number",
            "number?",
            *self.world.kinds,
            *(f"{k}?" for k in self.world.kinds),
        ]
        types += [*self.world.ranges, *(f"list of {k}" for k in self.world.kinds)]
        name = like.name if like else self.name()
        type_ = like.type if like else self.draw.one(types)
        index = like.index if like else [self.index_type()] if self.draw.maybe(0.4) else []
        if index and not like and self.draw.maybe(0.15):
            index.append(
                self.draw.one([t for t in [self.index_type(), *self.indexing()] if t not in index] or ["yes_no"])
            )
            index = list(dict.fromkeys(index))
        keys = f"[{', '.join(index)}]" if index else ""
        bare = type_ in ("number", "yes_no") and self.draw.maybe(0.1)
        equals = f" = {self.values.constant(type_)}" if bare or self.draw.maybe(0.4) else ""
        seen, open_ = "", True
        if self.draw.maybe(0.15):
            own = ["owner", "[owner, right(owner)]"] if "Player" in index else []
            who = self.draw.one(["nobody", "everyone", "seat(1)", *own * 3])
            seen, open_ = f", seen by {who}", who == "everyone"
        untold = ", untold" if self.draw.maybe(0.1) else ""
        self.world.vars[name] = Var(name, type_, index, open_, phase)
        return [f"var {name}{keys}{'' if bare else f' : {type_}'}{equals}{seen}{untold}{self.cites()}"]

    # ------------------------------------------------------------------------------------------ tables

    def table(self) -> Lines:
        """Every value of the parameters has one row."""
        name = self.name()
        types = ["number", "yes_no", "0..3", "Player", *self.world.kinds, *self.world.ranges]
        params = [(self.values.fresh(STATIC), type_) for type_ in self.draw.some(self.draw.shuffled(types), 1, 2)]
        type_ = self.draw.one(["number", "0..9", "yes_no", *self.world.kinds, "number?"])
        rows = [[*(n for n, _ in params), "gives_it"]]
        for parts in product(*(self._parts(of) for _, of in params)):
            rows.append([*parts, self._cell(type_)])
        self.world.defines[name] = Named(name, "table", params, type_, rank=1)
        told = "" if type_ == "number" and self.draw.maybe(0.3) else f" : {type_}"
        head = ", ".join(f"{n} : {of}" for n, of in params)
        return [f"table {name}({head}){told}{self.cites()}", *(f"    | {' | '.join(row)} |" for row in rows)]

    def _parts(self, type_: str) -> list[str]:
        if type_ == "number":
            cut = self.draw.number(0, 3)
            return [f"..{cut}", f"{cut + 1}.."]
        if type_ == "Player":
            return (
                ["1", ", ".join(str(n) for n in range(2, self.world.seats[1] + 1))]
                if self.world.seats[1] > 1
                else ["1"]
            )
        return [part for part, _ in self._split(type_)]
