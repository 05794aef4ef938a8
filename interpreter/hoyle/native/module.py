"""A game in C: its sizes and tables, what every game shares, its definitions and procedures, and what drives them.

Nothing an author wrote stands in it: names are numbers here, texts are told apart by numbers, and words are Python's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, free
from hoyle.native.frames import FrameWriter
from hoyle.native.steps import Steps
from hoyle.native.values import Values, is_list
from hoyle.native.writer import Function
from hoyle.plan.plan import Plan
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Define, Program
from hoyle.program.work import FUEL, Work

WIDEST = 8  # words in a set; with more cards than that there are no sets
HERE = Path(__file__).parent


class Module:
    """Writes the C of one program, for all that `flow` may come to."""

    def __init__(self, plan: Plan, first_values: Sequence[Any]) -> None:
        self.plan = plan
        self.program: Program = plan.program
        self.work = Work(self.program)
        self.sight = plan.sight
        self.first_values = first_values
        cards = len(self.program.cards)
        words = (cards + 63) // 64
        self.words = 0 if words > WIDEST else 1 << max(words - 1, 0).bit_length()
        self.constants: dict[Any, str] = {}
        self.tables: list[str] = []
        self.texts: dict[str, int] = {}
        self.attributes: dict[str, str] = {}
        self.printed: list[int] = []
        self.rows: dict[str, tuple[str, int, int] | None] = {}
        self.sets: dict[Any, str | None] = {}
        self.set_values: dict[tuple[str, str], list[Any]] = {}
        self.defines: dict[str, str] = {}
        self.procedures: dict[str, str] = {}
        self.endings: dict[str, int] = {}
        self.frames: dict[str, int] = {}
        self.layouts: dict[int, tuple[tuple[int, int], ...]] = {}
        self.functions: list[str] = []
        self.heads: list[str] = []
        self.waiting: list[tuple[str, str]] = []

    # ------------------------------------------------------------------------------------------ the whole text

    def text(self) -> str:
        """All of it."""
        self.plan.reach("flow")
        for name in self.plan.frames:
            self.frame_number(name)
        self.flow = "" if self.program.procedures["flow"].decides else self.procedure("flow")
        if "score" in self.program.defines:
            self.define("score")
        frames = [FrameWriter(self, self.plan.frames[name]).text() for name in list(self.frames)]
        while self.waiting:
            kind, name = self.waiting.pop()
            self.functions.append(self._definition(name) if kind == "define" else self._procedure(name))
        start = self._start()
        parts = [
            self._sizes(),
            "#include <stdint.h>\n#include <stddef.h>",
            self._tables(),
            (HERE / "runtime.h").read_text("utf-8"),
            *self._sets_text(),
            *self.heads,
            *self.functions,
            *frames,
            self._going_on(),
            start,
            (HERE / "driver.h").read_text("utf-8"),
        ]
        return "\n\n".join(parts) + "\n"

    def _sizes(self) -> str:
        program = self.program
        kept = max((len(program.values_of(card.number)) for card in program.cards), default=0)
        sizes = {
            "PLAYERS": program.players,
            "CARDS": len(program.cards),
            "ABSENT": len(program.absent),
            "ZONES": len(program.zones),
            "VALUES": program.values,
            "WORDS": self.words,
            "SIDES": int(program.sides),
            "KEPT": kept,
            "BOX": program.zone_families["box"].base,
            "FUEL": f"{FUEL}LL",
        }
        if self.words:
            sizes["EVERYBODY"] = self.everybody
        return "\n".join(f"#define {name} {value}" for name, value in sizes.items())

    def _tables(self) -> str:
        program = self.program
        zones, cards = program.zones, program.cards
        sides = {"up": 1, "down": 0, None: -1}
        same = [card.same for card in cards]
        lines = [
            _row("uint8_t", "LOOSE", [int(zone.loose) for zone in zones]),
            _row("int8_t", "FACING", [sides[zone.facing] for zone in zones]),
            _row("int64_t", "OWNER", ["INT64_MIN" if z.owner is None else z.owner for z in zones] + ["INT64_MIN"]),
            _row("uint8_t", "SEES", [int(p in zone.seen) for p in range(program.players) for zone in zones]),
            _row("int64_t", "SAME", same),
            _row("uint8_t", "COPIES", [int(same.count(number) > 1) for number in same]),
            self._kept(),
            self._layouts(),
            _row("int64_t", "PRINTED", self.printed),
            *self.tables,
        ]
        return "\n".join(lines)

    def _kept(self) -> str:
        rows = [self.program.values_of(card.number) for card in self.program.cards]
        width = max(map(len, rows), default=0)
        cells = [f"{{{', '.join(map(str, [*row, *[0] * (width - len(row))])) or '0'}}}" for row in rows]
        return f"static const int KEPT_AT[][{max(width, 1)}] = {{{', '.join(cells) or '{0}'}}};"

    def _layouts(self) -> str:
        """For each point how many cells a frame keeps there, and which of them are lists."""
        lists: list[int] = [-1]
        at, cells = [], []
        for code in range(max(self.layouts, default=0) + 1):
            layout = self.layouts.get(code, ())
            deep = [(place, depth) for place, depth in layout if depth]
            at.append(len(lists) if deep else 0)
            if deep:
                lists += [number for pair in deep for number in pair] + [-1]
            cells.append(len(layout))
        variables = []
        for name, var in self.program.model.vars.items():
            depth = _depth(var.type)
            family = self.program.var_families.get(name)
            if depth and family is not None:
                variables += [x for n in range(family.base, family.base + family.size) for x in (n, depth)]
        return "\n".join(
            [
                _row("int", "FRAME_CELLS", cells),
                _row("int", "FRAME_LISTS", lists),
                _row("int", "FRAME_LISTS_AT", at),
                _row("int", "LIST_VARIABLES", [*variables, -1]),
            ]
        )

    def _going_on(self) -> str:
        """What goes on with the frame that waits last."""
        lines = ["static int go_on(State *s) {", "    for (;;) {", "        if (s->err || !s->sp) break;"]
        lines += ["        int code = s->stack[s->sp - 1], done;", "        switch (code) {"]
        owners: dict[int, list[int]] = {}
        for name, number in self.frames.items():
            owners.setdefault(number, []).append(self.entry(name))
        for point in self.plan.points:
            owners[self.frames[point.frame]].append(self.code(point.number))
        for number, codes in owners.items():
            cases = " ".join(f"case {code}:" for code in codes)
            lines.append(f"        {cases} done = f{number}(s, code); break;")
        lines += ["        default: fail(s, NO_INDEX); return FAILED;", "        }", "        if (done) return done;"]
        lines += ["    }", "    fail(s, NO_ROOM);", "    return FAILED;", "}"]
        return "\n".join(lines)

    def _start(self) -> str:
        """First values, the first frame, and what somebody has scored."""
        function = Function("static void set_up(State *s)")
        values = Values(self, function)
        for number, value in enumerate(self.first_values):
            function.line(f"s->v[{number}] = {values.constant(value, t.NUMBER)};")
        begin = "static int begin(State *s) { set_up(s); int done = %s; return s->err ? FAILED : done; }"
        flow = f"{self.flow}(s)" if self.flow else f"(pushed(s, 0, {self.entry('flow')}), go_on(s))"
        score = "0"
        if "score" in self.program.defines:
            score = Values(self, Function("")).value(
                core.Ask("score", (core.Local("seat", t.SEAT),), self.program.defines["score"].type), {"seat": "seat"}
            )
        scores = f"static V score_of(State *s, V seat) {{ (void)s; (void)seat; return {score}; }}"
        return f"{function.text()}\n\n{begin % flow}\n\n{scores}"

    # ------------------------------------------------------------------------------------------ numbers for names

    def frame_number(self, name: str) -> int:
        return self.frames.setdefault(name, len(self.frames))

    def code(self, point: int) -> int:
        """The number of a point where a frame waits."""
        return point + len(self.plan.frames)

    def entry(self, name: str) -> int:
        """The number under which a frame is entered."""
        return self.frame_number(name)

    def layout(self, code: int, kept: tuple[tuple[int, int], ...]) -> None:
        self.layouts[code] = kept

    def ending(self, name: str) -> int:
        return self.endings.setdefault(name, len(self.endings))

    def text_number(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    # ------------------------------------------------------------------------------------------ functions

    def define(self, name: str) -> str:
        """The C function of a definition."""
        if name not in self.defines:
            self.defines[name] = f"d{len(self.defines)}"
            self.heads.append(f"{self._define_head(name)};")
            self.waiting.append(("define", name))
        return self.defines[name]

    def _define_head(self, name: str) -> str:
        define = self.program.defines[name]
        params = ", ".join(["State *s", *(f"V a{n}" for n in range(len(define.params)))])
        return f"static V {self.defines[name]}({params})"

    def _definition(self, name: str) -> str:
        define = self.program.defines[name]
        function = Function(self._define_head(name))
        values = Values(self, function)
        env = {param: f"a{n}" for n, (param, _) in enumerate(define.params)}
        cost = self.work.entry(define)
        if cost:
            function.line(f"pay(s, {cost});")
            function.line("if (s->err) return NONE;")
        code = values.value(define.body, env)
        if function.allocates and not is_list(define.type):
            function.lines.insert(0, "    int lists = s->hp;")
            function.line(f"V found = {code};")
            function.line("s->hp = lists;")
            code = "found"
        function.line(f"return {code};")
        return function.text()

    def procedure(self, name: str) -> str:
        """The C function of a procedure in which nobody is asked."""
        if name not in self.procedures:
            self.procedures[name] = f"p{len(self.procedures)}"
            self.heads.append(f"{self._procedure_head(name)};")
            self.waiting.append(("procedure", name))
        return self.procedures[name]

    def _procedure_head(self, name: str) -> str:
        procedure = self.program.procedures[name]
        params = ", ".join(["State *s", *(f"V a{n}" for n in range(len(procedure.params)))])
        return f"static int {self.procedures[name]}({params})"

    def _procedure(self, name: str) -> str:
        procedure = self.program.procedures[name]
        function = Function(self._procedure_head(name))
        left = "{ s->depth--; return GOES_ON; }"
        steps = Steps(self, function, "{ s->depth--; return s->err ? FAILED : OVER; }", left)
        steps.env = {param: f"a{n}" for n, (param, _) in enumerate(procedure.params)}
        function.line("if (++s->depth > DEEPEST) fail(s, NO_ROOM);")
        function.line(f"pay(s, {self.work.entry(procedure) or 1});")
        function.line(f"if (s->err) {steps.over}")
        steps.body(procedure.body)
        function.line("s->result = NONE;")
        function.line(left)
        return function.text()

    # ------------------------------------------------------------------------------------------ constants

    def constant_list(self, values: Iterable[Any]) -> str:
        """The name of a row of constants."""
        row = tuple(values)
        if any(isinstance(value, (tuple, list)) for value in row):
            raise NotImplementedError("a constant list of lists")
        key = tuple((value, type(value)) for value in row)
        if key not in self.constants:
            self.constants[key] = f"K{len(self.constants)}"
            self.tables.append(_row("int64_t", self.constants[key], [self._cell(value) for value in row]))
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
            self.tables.append(_row("int64_t", self.attributes[name], cells))
        return self.attributes[name]

    def row(self, define: Define) -> tuple[str, int, int] | None:
        """The table of a definition that looks at nothing but one of a few things."""
        if define.name not in self.rows:
            found = self.plan.tables.row(define)
            self.rows[define.name] = None
            if found is not None and not any(isinstance(value, (tuple, list)) for value in found):
                values = self._by_card(found) if isinstance(define.params[0][1], t.CardOf) else found
                name = f"R{len(self.rows)}"
                self.tables.append(_row("int64_t", name, [self._cell(value) for value in values]))
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
            self.tables.append(_row("int64_t", self.constants[key], [self._cell(cell) for cell in cells]))
        return self.constants[key]

    # ------------------------------------------------------------------------------------------ sets

    @cached_property
    def everybody(self) -> str:
        return self.set(range(len(self.program.cards)))

    def set(self, cards: Iterable[int]) -> str:
        """A constant set."""
        bits = 0
        for card in cards:
            bits |= 1 << card
        words = [f"{bits >> 64 * word & (1 << 64) - 1:#x}ull" for word in range(self.words)]
        return words[0] if self.words == 1 else f"((M){{{', '.join(words)}}})"

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
            self.sets[key] = f"by{len(self.sets)}" if usable else None
            self.set_values[key] = values
        return self.sets[key]

    def _sets_text(self) -> list[str]:
        made = []
        for key, values in self.set_values.items():
            name = self.sets[key]
            if name is None:
                continue
            top = max((int(value) for value in values if value is not None), default=0)
            by = [self.set(n for n, v in enumerate(values) if v is not None and v == value) for value in range(top + 1)]
            none = self.set(n for n, v in enumerate(values) if v is None)
            rows = ", ".join(one.removeprefix("((M)").removesuffix(")") if self.words > 1 else one for one in by)
            made.append(
                f"static const M {name}_by[] = {{{rows}}};\n"
                f"static inline M {name}(V x) {{\n"
                f"    return x == NONE ? {none} : (uint64_t)x <= {top} ? {name}_by[x] : NOBODY;\n}}"
            )
        return made

    def cards_of(self, site: int) -> str:
        """For each offer of a decision which of its parameters are cards, as bits."""
        offers = self.plan.sites[site].choose.offers
        bits = [
            sum(1 << place for place, param in enumerate(offer.params, 1) if isinstance(param.type, t.CardOf))
            for offer in offers
        ]
        key = "bits", tuple(bits)
        if key not in self.constants:
            self.constants[key] = f"C{len(self.constants)}"
            self.tables.append(_row("uint32_t", self.constants[key], bits))
        return self.constants[key]


def _row(type_: str, name: str, cells: Sequence[Any]) -> str:
    return f"static const {type_} {name}[] = {{{', '.join(map(_literal, cells)) or '0'}}};"


def _literal(cell: Any) -> str:
    return f"{cell}LL" if isinstance(cell, int) and abs(cell) >= 2**31 else str(cell)


def _depth(type_: t.Type) -> int:
    inner = t.settled(type_)
    return 1 + _depth(inner.of) if isinstance(inner, t.ListOf) else 0


def _asked(test: core.Expr, var: str) -> str | None:
    """The type of the cards that a condition is about."""
    types = [node.type for node in below(test) if isinstance(node, core.Local) and node.name == var]
    return types[0].name if types and isinstance(types[0], t.CardOf) else None
