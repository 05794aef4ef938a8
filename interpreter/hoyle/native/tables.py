"""Tables in C: what never changes of a game, as rows of numbers and as sets of cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core import walk
from hoyle.core.walk import free
from hoyle.native.compile import NoForm
from hoyle.native.writer import Bounded, Few, below
from hoyle.plan.plan import Plan
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Define
from hoyle.program.work import Work

WIDEST = 8  # words in a set; with more cards than that there are no sets
WIDEST_ROW = 32  # cells for what is chosen at once
FEW_VALUES = 3  # so many are added up by counting the cards of each


class Tables:
    """What other parts have asked for so far. words: how many machine words a set of cards takes; 0: there are none."""

    def __init__(self, plan: Plan, work: Work) -> None:
        self.plan, self.program, self.work = plan, plan.program, work
        words = (len(self.program.cards) + 63) // 64
        self.words = 0 if words > WIDEST else 1 << max(words - 1, 0).bit_length()
        self.constants: dict[Any, str] = {}
        self.tables: list[str] = []
        self.bits: list[str] = []
        self.ends: dict[str, int] = {}  # how far the numbers of a table go that has no others
        self.texts: dict[str, int] = {}
        self.attributes: dict[str, str] = {}
        self.printed: list[int] = []
        self.rows: dict[str, tuple[str, int, int] | None] = {}
        self.sets: dict[Any, str | None] = {}
        self.set_values: dict[tuple[str, str], list[Any]] = {}
        self.tops: dict[str, int] = {}  # the largest value that a function which gives sets knows

    def text_number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def constant_list(self, values: Iterable[Any]) -> str:
        """The name of a row of constants."""
        row = tuple(values)
        if any(isinstance(value, (tuple, list)) for value in row):
            raise NoForm("a constant list of lists")
        key = tuple((value, type(value)) for value in row)
        if key not in self.constants:
            self.constants[key] = f"K{len(self.constants)}"
            self._table(self.constants[key], [self._cell(value) for value in row])
        return self.constants[key]

    def _cell(self, value: Any) -> int | str:
        if value is None:
            return "INT64_MIN"
        if isinstance(value, str):
            return self.text_number(value)
        if isinstance(value, (tuple, list)):
            start = len(self.printed)
            self.printed.append(len(value))
            self.printed += [
                int(self._cell(item)) if not isinstance(item, str) else self.text_number(item) for item in value
            ]
            return start
        return int(value)

    printed_lists = "PRINTED"

    def _by_card(self, values: Sequence[Any]) -> list[Any]:
        """What belongs to cards, those that take no part first: from that with the largest number below 0 on."""
        count = len(self.program.cards)
        return [*values[count:], *values[:count]]

    def attribute(self, name: str) -> str:
        """The table of an attribute, by card."""
        if name not in self.attributes:
            self.attributes[name] = f"A{len(self.attributes)}"
            cells = [self._cell(card.face.get(name)) for card in self._by_card(self.program.all_cards)]
            self._table(self.attributes[name], cells)
        return self.attributes[name]

    def _table(self, name: str, cells: Sequence[int | str]) -> None:
        """A table of values, in as few bytes as they need."""
        self.tables.append(row_of(_type(cells), name, cells))
        if all(isinstance(cell, int) and cell >= 0 for cell in cells):
            self.ends[name] = 1 + max((int(cell) for cell in cells), default=0)

    def at(self, table: str, place: str) -> str:
        """What a table has at a place."""
        code = f"{table}[{place}]"
        return Bounded(code, self.ends[table]) if table in self.ends else code

    def row(self, define: Define) -> tuple[str, int, int] | None:
        """The table of a definition that looks at nothing but one of a few things."""
        if define.name not in self.rows:
            found = self.plan.tables.row(define)
            self.rows[define.name] = None
            if found is not None and not any(isinstance(value, (tuple, list)) for value in found):
                values = self._by_card(found) if isinstance(define.params[0][1], t.CardOf) else found
                name = f"R{len(self.rows)}"
                self._table(name, [self._cell(value) for value in values])
                self.rows[define.name] = name, 0, len(values)
        return self.rows[define.name]

    def asked_of_faces(self, node: core.Prim) -> str:
        """The table of what an operator says of each card, from what is printed on it."""
        key = node.op, node.args[1:]
        if key not in self.constants:
            self.constants[key] = f"F{len(self.constants)}"
            asked = core.Prim(node.op, (core.Local("card", t.CARD), *node.args[1:]), node.type)
            cells = [
                Evaluator(self.program).expr(asked, {"card": c.number}) for c in self._by_card(self.program.all_cards)
            ]
            self._table(self.constants[key], [self._cell(cell) for cell in cells])
        return self.constants[key]

    # ------------------------------------------------------------------------------------------ sets

    @cached_property
    def everybody(self) -> str:
        return self.set(range(len(self.program.cards)))

    def set(self, cards: Iterable[int]) -> str:
        """A constant set."""
        return self.first(cards) if self.words == 1 else f"((M){self.first(cards)})"

    def fixed(self, cards: Iterable[int]) -> str:
        """A constant set, with a note if its cards are all in one word of several."""
        row = list(cards)
        made = self.set(row)
        within = {card // 64 for card in row}
        if self.words == 1 or len(within) != 1:
            return made
        few = Few(made)
        few.word = within.pop()
        few.bits = self._words(row)[few.word]
        return few

    def _words(self, cards: Iterable[int]) -> list[str]:
        bits = 0
        for card in cards:
            bits |= 1 << card
        return [f"{bits >> 64 * word & (1 << 64) - 1:#x}ull" for word in range(self.words)]

    def first(self, cards: Iterable[int]) -> str:
        """The same where a variable gets its first value."""
        words = self._words(cards)
        return words[0] if self.words == 1 else f"{{{', '.join(words)}}}"

    def fixed_set(self, test: core.Expr, var: str) -> str | None:
        """The cards for which a condition holds that looks at nothing but their faces."""
        if free(test) != {var} or not self.plan.tables.fixed(test, {var}):
            return None
        key = test, var
        if key not in self.sets:
            self.sets[key] = None
            with self.program.beforehand() as evaluator:
                wanted = _asked(test, var)
                cards = [c.number for c in self.program.cards if wanted in (None, c.cards)]
                self.sets[key] = self.set(card for card in cards if evaluator.expr(test, {var: card}))
        return self.sets[key]

    def with_value(self, function: str, code: str) -> str:
        """The cards of which something is a value: what such a function gives for it."""
        top = self.tops[function]
        return f"{function}_by[{code}]" if below(code, top + 1) else f"{function}({code})"

    def sets_by_attribute(self, name: str) -> str | None:
        """The C function that gives the cards whose attribute is a value."""
        return self._sets_by(("attribute", name), [card.face.get(name) for card in self.program.cards])

    def sets_by_definition(self, name: str) -> str | None:
        """The same for a definition that has a row."""
        define = self.program.defines[name]
        found = self.plan.tables.row(define)
        if found is None or not isinstance(define.params[0][1], t.CardOf):
            return None
        return self._sets_by(("definition", name), list(found[: len(self.program.cards)]))

    def _sets_by(self, key: tuple[str, str], values: list[Any]) -> str | None:
        if key not in self.sets:
            usable = all(v is None or (isinstance(v, int) and 0 <= v < 256) for v in values)
            self.sets[key] = name = f"by{len(self.sets)}" if usable else None
            self.set_values[key] = values
            if name is not None:
                self.tops[name] = max((int(value) for value in values if value is not None), default=0)
        return self.sets[key]

    def by_value(self, what: core.Expr, var: str) -> dict[int, str] | None:
        """The cards with each value of an attribute, or of a definition that has a row, if these are few; without 0."""
        match what:
            case core.Attr(name, core.Local(card)) if card == var and self.sets_by_attribute(name):
                values = self.set_values["attribute", name]
            case core.Ask(name, (core.Local(card),)) if card == var and self.sets_by_definition(name):
                values = self.set_values["definition", name]
            case _:
                return None
        found = {int(value): value for value in values if value}
        if None in values or len(found) > FEW_VALUES:
            return None
        return {value: self.set(n for n, v in enumerate(values) if v == value) for value in found}

    def sets_text(self) -> list[str]:
        made = []
        for key, values in self.set_values.items():
            name = self.sets[key]
            if name is None:
                continue
            top = self.tops[name]
            by = [
                self.first(n for n, v in enumerate(values) if v is not None and v == value) for value in range(top + 1)
            ]
            none = self.set(n for n, v in enumerate(values) if v is None)
            made.append(
                f"static const M {name}_by[] = {{{', '.join(by)}}};\n"
                f"static inline M {name}(V x) {{\n"
                f"    return x == NONE ? {none} : (uint64_t)x <= {top} ? {name}_by[x] : NOBODY;\n}}"
            )
        return made

    def cells(self, offer: core.Offer) -> list[int]:
        """Where in a row of candidates each parameter of an offer begins, and where the row ends."""
        places = [1]
        for param in offer.params:
            places.append(places[-1] + (1 + self.work.inner(param.source) if param.groups else 1))
        if places[-1] > WIDEST_ROW and any(param.groups for param in offer.params):
            raise NoForm("a choice of so many things at once")
        return places

    def cards_of(self, site: int) -> str:
        """For each offer of a decision which cells of its rows are cards, as bits."""
        found = []
        for offer in self.plan.sites[site].choose.offers:
            rows = zip(self.cells(offer), offer.params, strict=False)
            found.append(sum(1 << at for at, param in rows if param.cards and not param.groups))
        return self._bits("uint32_t", found)

    def groups_of(self, site: int) -> str:
        """For each offer which cells are members of groups of cards, as bits; 0 if there are none."""
        found = []
        for offer in self.plan.sites[site].choose.offers:
            cells = self.cells(offer)
            ends = zip(cells, cells[1:], offer.params, strict=False)
            found.append(sum((1 << end) - (1 << at + 1) for at, end, param in ends if param.groups and param.cards))
        return self._bits("uint64_t", found) if any(found) else "0"

    def _bits(self, type_: str, rows: list[int]) -> str:
        key = type_, tuple(rows)
        if key not in self.constants:
            self.constants[key] = f"C{len(self.constants)}"
            self.bits.append(row_of(type_, self.constants[key], rows))
        return self.constants[key]


def row_of(type_: str, name: str, cells: Sequence[Any]) -> str:
    return f"static const {type_} {name}[] = {{{', '.join(map(_literal, cells)) or '0'}}};"


def _type(cells: Sequence[int | str]) -> str:
    """The type of C that has room for all cells; what is no number is the least one there is."""
    for bits in (8, 16, 32):
        if all(isinstance(cell, int) and -(1 << bits - 1) <= cell < 1 << bits - 1 for cell in cells):
            return f"int{bits}_t"
    return "int64_t"


def _literal(cell: Any) -> str:
    return f"{cell}LL" if isinstance(cell, int) and abs(cell) >= 2**31 else str(cell)


def _asked(test: core.Expr, var: str) -> str | None:
    """The type of the cards that a condition is about."""
    types = [node.type for node in walk.below(test) if isinstance(node, core.Local) and node.name == var]
    return types[0].name if types and isinstance(types[0], t.CardOf) else None
