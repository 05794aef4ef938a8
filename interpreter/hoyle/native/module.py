"""A game in C: its sizes and tables, what every game shares, its definitions and procedures, and what drives them.

Nothing an author wrote stands in it: names are numbers here, texts are told apart by numbers, and words are Python's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.faults import DEEPEST
from hoyle.native.compile import NoForm
from hoyle.native.frames import FrameWriter
from hoyle.native.layouts import kept, layouts
from hoyle.native.lists import depth_of, is_list
from hoyle.native.slots import in_no_order
from hoyle.native.steps import Steps
from hoyle.native.tables import Tables, row_of
from hoyle.native.values import Values
from hoyle.native.writer import Function, Name
from hoyle.plan.nodes import Ask
from hoyle.plan.plan import Plan
from hoyle.program.fixed import moving_sides
from hoyle.program.program import Define, Procedure, Program
from hoyle.program.shortage import NOTE
from hoyle.program.work import FUEL, Work

HERE = Path(__file__).parent
LONGEST_TEXT = 400_000  # characters of functions: a compiler takes some three seconds for so many
RUNTIME = ("state.h", "chance.h", "zones.h", "seen.h", "choices.h", "waiting.h")  # what rules are written with
HEADERS = ("driver.h", "packed.h", "batch.h", "observed.h", "meter.h", "worlds.h", "think.h")  # what Python calls


class Module:
    """Writes the C of one program, for all that `flow` may come to.

    told: not for playing but for exploring: chance is told, and these are the names of draws of cards. asked: the
    definitions that are asked of a table then, by their numbers. work: what is known of how much work things are.
    """

    def __init__(
        self,
        plan: Plan,
        first_values: Sequence[Any],
        told: Collection[str] | None = None,
        asked: Sequence[str] = (),
        work: Work | None = None,
    ) -> None:
        self.plan, self.told, self.asked = plan, told, asked
        self.program: Program = plan.program
        self.work = work or Work(self.program)
        self.sight = plan.sight
        self.first_values = first_values
        self.tables = Tables(plan, self.work)
        self.words = self.tables.words
        self.small = max(len(self.program.cards), len(self.program.zones)) < 0xFF
        self.in_no_order = in_no_order(self.program)
        self.defines: dict[str, str] = {}
        self.procedures: dict[str, str] = {}
        self.endings: dict[str, int] = {}
        self.frames: dict[str, int] = {}
        self.notes = {*(promise.var for promise in self.program.promises), NOTE}
        self.layouts: dict[int, tuple[t.Type, ...]] = {}
        self.functions: list[str] = []
        self.heads: list[str] = []
        self.waiting: list[tuple[str, str]] = []
        self.group_words = 0  # how many words have a bit for each place of a list whose groups are looked for
        self.asks_itself = False  # whether a definition does
        self.written = 0
        self._stops: dict[int, tuple[core.Expr, bool]] = {}  # by identity: to compare two trees takes long

    # ------------------------------------------------------------------------------------------ the whole text

    def text(self) -> str:
        """All of it."""
        self.plan.reach("flow")
        for name in self.plan.frames:
            self.frame_number(name)
        self.flow = "" if self.program.procedures["flow"].decides else self.procedure("flow")
        if "score" in self.program.defines:
            self.define("score")
        if moving_sides(self.program):
            self.define(self.program.model.side)
        holds = self._asked()
        frames = [self._room(FrameWriter(self, self.plan.frames[name]).text()) for name in list(self.frames)]
        while self.waiting:
            kind, name = self.waiting.pop()
            self.functions.append(self._room(self._definition(name) if kind == "define" else self._procedure(name)))
        start = self._start()
        parts = [
            self._sizes(),
            "#include <stdint.h>\n#include <stddef.h>",
            self._tables(),
            *((HERE / name).read_text("utf-8") for name in (*RUNTIME, *self._also())),
            *self.tables.sets_text(),
            *self.heads,
            *self.functions,
            *frames,
            self._going_on(),
            self._going_again(),
            start,
            *((HERE / name).read_text("utf-8") for name in HEADERS),
        ]
        if self.told is not None:
            told, same, explore = ((HERE / name).read_text("utf-8") for name in ("told.h", "same.h", "explore.h"))
            parts += [told, holds, same, explore]
        return "\n\n".join(parts) + "\n"

    def _also(self) -> list[str]:
        """What only some games need."""
        return ["groups.h"] * (self.group_words > 0) + ["said.h"] * self.asks_itself

    def _room(self, text: str) -> str:
        """The same text, if it can be compiled in a moment together with what was written before."""
        self.written += len(text)
        if self.written > LONGEST_TEXT:
            raise NoForm("a game whose rules become so much code")
        return text

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
            "ACTING": int(any(site.choose.acting is not None for site in self.plan.sites)),
            "FUEL": f"{FUEL}LL",
            "Small": f"uint{8 if self.small else 16}_t",
            "NIL": 0xFF if self.small else 0xFFFF,
        }
        if self.told is not None:
            sizes["TOLD"] = 1
        if self.group_words:
            sizes["GROUP_WORDS"] = self.group_words
        if self.asks_itself:
            sizes["DEEPEST_ASK"] = DEEPEST
        if self.words:
            sizes["EVERYBODY"] = self.tables.everybody
        return "\n".join(f"#define {name} {value}" for name, value in sizes.items())

    def _tables(self) -> str:
        program = self.program
        zones, cards = program.zones, program.cards
        sides = {"up": 1, "down": 0, None: -1}
        same = [card.same for card in cards]
        shared = [number for number, count in Counter(same).items() if count > 1]
        lines = [
            row_of("uint8_t", "LOOSE", [int(zone.loose) for zone in zones]),
            row_of("Small", "IN_ORDER", range(len(cards))),
            row_of("uint8_t", "CHAIN", [int(zone.name not in self.in_no_order) for zone in zones]),
            row_of("int8_t", "FACING", [sides[zone.facing] for zone in zones]),
            row_of("int64_t", "OWNER", ["INT64_MIN" if z.owner is None else z.owner for z in zones] + ["INT64_MIN"]),
            row_of("uint8_t", "SEES", [int(p in zone.seen) for p in range(program.players) for zone in zones]),
            row_of("int64_t", "SAME", same),
            row_of("uint16_t", "COPIES", [1 + shared.index(n) if n in shared else 0 for n in same]),
            *self._alike(same, shared),
            kept(program),
            layouts(program, self.layouts),
            *self._asked_of_cards(),
            row_of("int64_t", "PRINTED", self.tables.printed),
            *self.tables.tables,
        ]
        return "\n".join(lines)

    def _alike(self, same: list[int], shared: list[int]) -> list[str]:
        """The sets of cards that look like each other; a card has the number of its set in COPIES, from 1 on."""
        sets = [self.tables.first(n for n, first in enumerate(same) if first == number) for number in shared]
        return [f"#define ALIKE_SETS {{{', '.join(sets) or self.tables.first(())}}}"] if self.words else []

    def _asked_of_cards(self) -> list[str]:
        """For each decision the row that says which parameters are cards."""
        cards = [self.tables.cards_of(site.number) for site in self.plan.sites]
        groups = [self.tables.groups_of(site.number) for site in self.plan.sites]
        return [
            *self.tables.bits,
            f"static const uint32_t *const CARDS_ASKED[] = {{{', '.join([*cards, '0'])}}};",
            f"static const uint64_t *const GROUPS_ASKED[] = {{{', '.join([*groups, '0'])}}};",
        ]

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

    def _going_again(self) -> str:
        """What asks again what the frame that waits last has asked."""
        ends = [(f, block.end) for f in self.frames for block in self.plan.frames[f].blocks.values()]
        cases = [
            f"    case {self.code(end.point)}: return f{self.frames[frame]}(s, {self.again(end.point)});"
            for frame, end in ends
            if isinstance(end, Ask)
        ]
        head = ["static int go_again(State *s, int code) {", "    switch (code) {"]
        return "\n".join([*head, *cases, "    }", "    return FAILED;", "}"])

    def _start(self) -> str:
        """First values, the first frame, and what somebody has scored."""
        function = Function("static void set_up(State *s)")
        values = Values(self, function)
        plain = [0 if isinstance(value, (tuple, list)) else values.constant(value) for value in self.first_values]
        function.line("memcpy(s->v, FIRST, VALUES * sizeof(V));")
        for number, value in enumerate(self.first_values):
            if isinstance(value, (tuple, list)):
                function.line(f"s->v[{number}] = {values.constant(value)};")
        begin = "static int begin(State *s) { set_up(s); int done = %s; return s->err ? FAILED : done; }"
        flow = f"{self.flow}(s)" if self.flow else f"(pushed(s, 0, {self.entry('flow')}), go_on(s))"
        score = self._of_seat("score") if "score" in self.program.defines else "0"
        scores = f"static V score_of(State *s, V seat) {{ (void)s; (void)seat; return {score}; }}"
        team = self._of_seat(self.program.model.side) if moving_sides(self.program) else "seat"
        teams = f"static V team_of(State *s, V seat) {{ (void)s; return {team}; }}"
        first = row_of("V", "FIRST", plain)
        return f"{first}\n\n{function.text()}\n\n{begin % flow}\n\n{scores}\n\n{teams}"

    def _of_seat(self, name: str) -> str:
        """What a definition says of a seat."""
        asked = core.Ask(name, (core.Local("seat", t.SEAT),), self.program.defines[name].type)
        return Values(self, Function("")).value(asked, {"seat": Name("seat")})

    def _asked(self) -> str:
        """What is asked of a table from outside, by number."""
        cases = [f"    case {number}: return {self.define(name)}(s);" for number, name in enumerate(self.asked)]
        return "\n".join(
            [
                "static V holds_of(State *s, int number) {",
                "    switch (number) {",
                *cases,
                "    }",
                "    return 1;",
                "}",
            ]
        )

    # ------------------------------------------------------------------------------------------ numbers for names

    def frame_number(self, name: str) -> int:
        return self.frames.setdefault(name, len(self.frames))

    def code(self, point: int) -> int:
        """The number of a point where a frame waits."""
        return point + len(self.plan.frames)

    def again(self, point: int) -> int:
        """The number under which what is asked at a point is asked again."""
        return self.code(point) + len(self.plan.points)

    def entry(self, name: str) -> int:
        """The number under which a frame is entered."""
        return self.frame_number(name)

    def layout(self, code: int, kept: tuple[t.Type, ...]) -> None:
        """What a frame keeps that waits under a number."""
        self.layouts[code] = kept

    def ending(self, name: str) -> int:
        return self.endings.setdefault(name, len(self.endings))

    def stops(self, node: core.Expr) -> bool:
        """Whether to work it out may stop the game; remembered, since parts are asked after the whole."""
        if id(node) not in self._stops:
            self._stops[id(node)] = node, self.work.stops(node)
        return self._stops[id(node)][1]

    # ------------------------------------------------------------------------------------------ functions

    def define(self, name: str) -> str:
        """The C function of a definition."""
        if name not in self.defines:
            self.defines[name] = f"d{len(self.defines)}"
            self.heads.append(f"{_head('inline V', self.defines[name], self.program.defines[name])};")
            self.waiting.append(("define", name))
        return self.defines[name]

    def _definition(self, name: str) -> str:
        define = self.program.defines[name]
        function = Function(_head("inline V", self.defines[name], define))
        values = Values(self, function)
        env = _arguments(define)
        if define.again is not None:
            self._asking_itself(function, define, env)
        cost = self.work.entry(define)
        if cost:
            function.line(f"pay(s, {cost});")
            function.line("if (s->err) return NONE;")
        if define.again is not None:
            function.line("if (++said.depth > DEEPEST_ASK) { said.depth--; fail(s, TOO_MANY_GROUPS); return NONE; }")
        code = values.value(define.body, env)
        if define.again is not None:
            function.line(f"V answer = {code};")
            function.line("said.depth--;")
            function.line(f"said_keep(s, &said, key, length, answer, {int(is_list(define.type))});")
            code = "answer"
        if function.allocates and not is_list(define.type):
            function.lines.insert(0, (1, "int lists = s->hp;"))
            function.line(f"V found = {code};")
            function.line("s->hp = lists;")
            code = "found"
        function.line(f"return {code};")
        return function.text()

    def _asking_itself(self, function: Function, define: Define, env: dict[str, str]) -> None:
        """What a definition has said of a smaller list it knows."""
        if any(depth_of(type_) > 1 for type_ in (define.type, *(type_ for _, type_ in define.params))):
            raise NoForm("a definition that asks itself about lists of lists")
        self.asks_itself = True
        function.line("static __thread Said said; /* games are played in several threads */")
        function.line("int key = said_begin(&said);")
        for param, type_ in define.params:
            function.line(f"said_{'list' if is_list(type_) else 'cell'}(s, &said, {env[param]});")
        function.line("int length = said.used - key, slot = said_slot(&said, key, length);")
        value = "said_again(s, &said, said.values[slot])" if is_list(define.type) else "said.values[slot]"
        function.line("if (s->err) return NONE;")
        function.line(f"if (said_there(&said, slot)) {{ said.used = key; return {value}; }}")

    def procedure(self, name: str) -> str:
        """The C function of a procedure in which nobody is asked."""
        if name not in self.procedures:
            self.procedures[name] = f"p{len(self.procedures)}"
            self.heads.append(f"{_head('int', self.procedures[name], self.program.procedures[name])};")
            self.waiting.append(("procedure", name))
        return self.procedures[name]

    def _procedure(self, name: str) -> str:
        """Whatever may come to perform itself counts how deep it is, and charges for it."""
        procedure = self.program.procedures[name]
        function = Function(_head("int", self.procedures[name], procedure))
        cost = self.work.entry(procedure)
        out = "s->depth--; " if cost else ""
        steps = Steps(self, function, f"{{ {out}return s->err ? FAILED : OVER; }}", f"{{ {out}return GOES_ON; }}")
        steps.env = _arguments(procedure)
        if cost:
            function.line("if (++s->depth > DEEPEST) fail(s, NO_ROOM);")
            function.line(f"pay(s, {cost});")
            function.line(f"if (s->err) {steps.over}")
        steps.body(procedure.body)
        function.line("s->result = NONE;")
        function.line(steps.left)
        return function.text()


def _arguments(what: Define | Procedure) -> dict[str, str]:
    """The C names of parameters."""
    return {param: Name(f"a{number}") for number, (param, _) in enumerate(what.params)}


def _head(type_: str, name: str, what: Define | Procedure) -> str:
    params = ", ".join(["State *s", *(f"V {param}" for param in _arguments(what).values())])
    return f"static {type_} {name}({params})"
