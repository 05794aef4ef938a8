"""Procedures in which somebody may be asked, in C: one function each, a label for each block of the plan.

While a frame waits, what is alive at its point lies on the stack of the state, behind it the number of the point. A
function that goes on takes it from there first, so that the locals of C are all there is in between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.native.loops import AROUND, Loops
from hoyle.native.steps import Steps
from hoyle.native.writer import Function, Number
from hoyle.plan import nodes as plan
from hoyle.plan.alive import after

if TYPE_CHECKING:
    from hoyle.native.module import Module


class FrameWriter:
    """Writes the function of one frame."""

    def __init__(self, module: Module, frame: plan.Frame) -> None:
        self.module, self.frame = module, frame
        self.plan = module.plan
        self.function = Function(f"static int f{module.frame_number(frame.name)}(State *s, int code)")
        self.steps = Steps(module, self.function, "return s->err ? FAILED : OVER;", "return GOES_ON;")
        ends = [block.end for block in frame.blocks.values()]
        self.asked = {end.point: self.plan.sites[end.site].reads for end in ends if isinstance(end, plan.Ask)}
        self.rounds = self._rounds() if module.told is None else {}  # tables are compared by whole lists

    def _rounds(self) -> dict[str, core.Expr]:
        """The loops that need no list: over what never changes, or around the table; by the local of their members."""
        found: dict[str, core.Expr] = {}
        made = [step for block in self.frame.blocks.values() for step in block.steps if isinstance(step, plan.Members)]
        for step in made:
            if Loops.settled(step.source) and sum(step.members == other.members for other in made) == 1:
                found[step.members] = step.source
        return found

    def _start(self, members: str, source: core.Expr) -> None:
        """In place of a list that goes around the table, the seat that it starts from."""
        seat: str = Number(0)
        if isinstance(source, core.Prim):
            seat = f"within(s, {self.steps.values.value(source.args[0], self.steps.env)}, 0, PLAYERS)"
        self.steps.store(members, seat)

    def _member(self, members: str, source: core.Expr, place: str) -> tuple[int, str]:
        """How many members such a loop has, and the next one."""
        at = self.steps.local(place)
        if isinstance(source, core.Prim):
            first, sign = AROUND[source.op]
            turn = f"{self.steps.local(members)} {sign} {at} {sign} {first}"
            return self.plan.program.players - first, f"next_seat({turn})"
        assert isinstance(source, core.Const) and isinstance(source.value, tuple)
        row = self.module.tables.constant_list(source.value)
        return len(source.value), f"{row}[{at}]"

    def text(self) -> str:
        function, frame = self.function, self.frame
        with function.block("switch (code)"):
            entry = self.module.entry(frame.name)
            self._come_back(entry, frame.params, f"b{frame.entry}")
            for point in self.plan.points:
                if point.frame == frame.name and point.block in frame.blocks:  # some are never come to
                    self._come_back(self.module.code(point.number), self.kept(point), f"b{point.block}")
                    if point.number in self.asked:
                        again = self.module.again(point.number)
                        self._come_back(again, self.kept(point), f"a{point.number}", waits=False)
        function.line("fail(s, NO_INDEX);")
        function.line("return FAILED;")
        for block in frame.blocks.values():
            self._block(block)
        return function.text()

    def kept(self, point: plan.Point) -> tuple[str, ...]:
        """The locals that are still needed when a frame goes on from a point, and those that what is asked there
        depends on: it may be asked again."""
        names = self.frame.alive[point.block] | self.asked.get(point.number, frozenset())
        return tuple(sorted(name for name in names if name in self.frame.slots))

    def _come_back(self, code: int, names: tuple[str, ...], label: str, waits: bool = True) -> None:
        """Goes on at a label with what was kept. waits: whether a frame that waits has that number."""
        line = self.function.line
        line(f"case {code}: {{")
        if names:
            line(f"    V *f = popped(s, {len(names)});")
            for place, name in enumerate(names):
                line(f"    {self.steps.local(name)} = f[{place}];")
        else:
            line("    popped(s, 0);")
        line(f"    goto {label};")
        line("}")
        if not waits:
            return
        types = (t.NUMBER if name in self.rounds else self.frame.slots[name].type for name in names)
        self.module.layout(code, tuple(types))

    def _wait(self, point: int) -> None:
        names = self.kept(self.plan.points[point])
        code = self.module.code(point)
        line = self.function.line
        if not names:
            line(f"pushed(s, 0, {code});")
            return
        with self.function.block(""):
            line(f"V *f = pushed(s, {len(names)}, {code});")
            for place, name in enumerate(names):
                line(f"f[{place}] = {self.steps.local(name)};")

    # ------------------------------------------------------------------------------------------ blocks

    def _block(self, block: plan.Block) -> None:
        self.function.depth = 0
        self.function.line(f"b{block.number}: {{")
        self.function.depth = 1
        if self.frame.before[block.number] > 1:
            self.function.line(f"pay(s, {self._all_costs(block)});")
            self.function.line("if (s->err) return FAILED;")
        for step in block.steps:
            self._step(step)
        self._end(block.end)
        self.function.depth = 0
        self.function.line("}")

    def _all_costs(self, block: plan.Block) -> int:
        """What is charged for a block, with all that is come to from it alone and so is not charged itself."""
        cost = self._cost(block)
        for to in after(block.end, {}) if not isinstance(block.end, plan.Ask | plan.Call) else ():
            if self.frame.before[to] == 1:
                cost += self._all_costs(self.frame.blocks[to])
        if isinstance(block.end, plan.Ask) and self.frame.before[block.end.nothing] == 1:
            cost += self._all_costs(self.frame.blocks[block.end.nothing])
        return cost

    def _cost(self, block: plan.Block) -> int:
        work = self.module.work
        cost = 1
        for step in block.steps:
            match step:
                case plan.Pool(site):
                    cost += work.offering(self.plan.sites[site].choose)
                case plan.Members(source=source):
                    cost += work.rest(source)
                case plan.Take() | plan.Add() | plan.Result():
                    cost += 1
                case _:
                    cost += work.rest(step)
        match block.end:
            case plan.Fork(test):
                cost += work.rest(test)
            case plan.Ask(site) if self.plan.sites[site].several is None:
                cost += work.offering(self.plan.sites[site].choose)
            case plan.Draw(choose):
                cost += work.offering(choose)
        return cost

    def _step(self, step: plan.Step) -> None:
        line, steps = self.function.line, self.steps
        match step:
            case plan.Members(members, place, source):
                if members in self.rounds:
                    self._start(members, self.rounds[members])
                else:
                    steps.store(members, steps.values.kept(source, steps.env))
                steps.store(place, "0")
            case plan.Take(site, number, into):
                if into:
                    with self.function.block(""):
                        if self._as_set(self.plan.sites[site]):
                            line(f"{steps.local(into[0])} = nth(s->legal, s->answer);")
                        else:
                            self._taken(site, number, into)
                if not any(param.groups for param in self.plan.sites[site].choose.offers[number].params):
                    line("s->hp = s->rows;")
            case plan.Pool(site):
                self._pool(self.plan.sites[site])
            case plan.Add(site):
                row = self.plan.sites[site].several
                assert row is not None
                one = self.function.keep(f"picked(s, {self.module.tables.cards_of(site)})[1]")
                line("s->hp = s->rows;")
                steps.store(row.start, f"list_find(s, {steps.local(row.pool)}, {one}) + 1")
                steps.store(row.got, f"list_longer(s, {steps.local(row.got)}, {one})")
            case plan.Result(into):
                steps.store(into, "s->result")
            case _:
                steps.stmt(step)

    def _taken(self, site: int, number: int, into: tuple[str, ...]) -> None:
        """What was chosen, into its locals; a group becomes a list where the rows were."""
        line, steps = self.function.line, self.steps
        offer = self.plan.sites[site].choose.offers[number]
        line(f"const V *row = picked(s, {self.module.tables.cards_of(site)});")
        cells, chosen = self.module.tables.cells(offer), "row"
        if any(param.groups for param in offer.params):
            chosen = "taken"
            line(f"V taken[{cells[-1]}];")
            line("memcpy(taken, row, sizeof taken);")
            line("s->hp = s->rows;")
        for at, name, param in zip(cells, into, offer.params, strict=False):
            value = f"group_taken(s, {chosen} + {at})" if param.groups else f"{chosen}[{at}]"
            line(f"{steps.local(name)} = {value};")

    def _pool(self, site: plan.Site) -> None:
        choose, row, steps = site.choose, site.several, self.steps
        assert row is not None and choose.amount is not None
        amount = self.function.keep(steps.values.value(choose.amount, steps.env))
        enough = "1" if choose.up_to else f"({amount} > 1 ? {amount} : 1)"
        pool = steps.candidates.pool(choose, steps.env, enough)
        if isinstance(choose.offers[0].params[0].type, t.CardOf):
            assert choose.who is not None
            pool = f"laid_out(s, {self._eyes(choose, steps.values.value(choose.who, steps.env))}, {pool})"
        steps.store(row.pool, pool)
        length = f"list_length(s, {steps.local(row.pool)})"
        steps.store(row.want, f"{amount} < {length} ? {amount} : {length}")
        steps.store(row.got, "list_new(s)")
        steps.store(row.start, "0")

    # ------------------------------------------------------------------------------------------ ends

    def _end(self, end: plan.End) -> None:
        line, steps = self.function.line, self.steps
        match end:
            case plan.Jump(to):
                line(f"goto b{to};")
            case plan.Fork(test, yes, no):
                line(f"if ({steps.test(test)}) goto b{yes};")
                line(f"goto b{no};")
            case plan.Turn(members, place, var, body, done) if members in self.rounds:
                at, (length, member) = steps.local(place), self._member(members, self.rounds[members], place)
                line(f"if ({at} >= {length}) goto b{done};")
                line(f"{steps.local(var)} = {member};")
                line(f"{at}++;")
                line(f"goto b{body};")
            case plan.Turn(members, place, var, body, done):
                list_, at = steps.local(members), steps.local(place)
                line(f"if ({at} >= list_length(s, {list_})) goto b{done};")
                line(f"{steps.local(var)} = s->heap[{list_} + 1 + {at}++];")
                line(f"goto b{body};")
            case plan.Ask():
                self._ask(end)
            case plan.Sort(_, offers, declined):
                if declined is not None:
                    line(f"if (s->answer >= s->choices) {{ s->hp = s->rows; goto b{declined}; }}")
                if len(offers) > 1:
                    with self.function.block("switch (offer_of(s))"):
                        for number, to in enumerate(offers[1:], 1):
                            line(f"case {number}: goto b{to};")
                line(f"goto b{offers[0]};")
            case plan.Draw(choose, found, nothing):
                line(f"if ({steps.draw(choose)}) goto b{found};")
                line(f"goto b{nothing};")
            case plan.Call(procedure, args, point):
                codes = [self.function.keep(steps.values.kept(arg, steps.env)) for arg in args]
                self._wait(point)
                with self.function.block(""):
                    line(f"V *f = pushed(s, {len(codes)}, {self.module.entry(procedure)});")
                    for number, code in enumerate(codes):
                        line(f"f[{number}] = {code};")
                    line("(void)f;")
                line("return GOES_ON;")
            case plan.Leave(value, stops):
                if stops:
                    line("return s->err ? FAILED : OVER;")
                else:
                    steps.returned(value)

    def _eyes(self, choose: core.Choose[core.Stmt], who: str) -> str:
        """Whoever decides, by the number of what is seen then."""
        if choose.acting is None:
            return who
        return f"both({who}, within(s, {self.steps.values.value(choose.acting, self.steps.env)}, 0, PLAYERS))"

    def _as_set(self, site: plan.Site) -> bool:
        """Whether single cards are chosen from that their player sees all, in the order of their numbers."""
        shown = site.shown[0]
        plain = len(site.shown) == 1 and shown.seen and not shown.copies and not shown.twins
        return plain and site.several is None and self.steps.candidates.is_set(site.choose.offers[0])

    def _ask(self, end: plan.Ask) -> None:
        site, line, steps = self.plan.sites[end.site], self.function.line, self.steps
        choose, row = site.choose, site.several
        assert choose.who is not None
        stop: str = Number(int(choose.decline))
        line(f"a{end.point}:;")
        with self.function.block(""):
            line("int lists = s->hp;")
            who = self.function.keep(f"within(s, {steps.values.value(choose.who, steps.env)}, 0, PLAYERS)")
            eyes = who if choose.acting is None else self.function.keep(self._eyes(choose, who))
            if row is not None:
                pool, got, start, want = (steps.local(name) for name in (row.pool, row.got, row.start, row.want))
                size = f"list_length(s, {pool})"
                got_ = f"list_length(s, {got})"
                last = size if choose.up_to else f"{size} - ({want} - {got_}) + 1"
                line("rows_start(s, 2);")
                with self.function.block(f"if ({got_} < {want})"):
                    line(f"for (V i = {start}; i < {last}; i++) row_card(s, 0, list_item(s, {pool}, i));")
                stop = Number(1) if choose.up_to else f"!{got_}" if choose.decline else Number(0)
                grouped = isinstance(choose.offers[0].params[0].type, t.CardOf)
            elif self._as_set(site):
                steps.candidates.as_set(choose, steps.env)
                grouped = False
            else:
                steps.candidates.rows(choose, steps.env)
                grouped = any(
                    not shown.seen or shown.copies or shown.twins
                    for shown, offer in zip(site.shown, choose.offers, strict=True)
                    if any(param.cards for param in offer.params)
                )
            with self.function.block("" if choose.declined else "if (s->choices)"):
                if grouped:
                    tables = self.module.tables
                    asked = f"{tables.cards_of(end.site)}, {tables.groups_of(end.site)}, {len(choose.offers)}"
                    line(f"grouped(s, {eyes}, {asked});")
                stops = self.function.keep(stop)
                line("s->hp = lists;")
                line("rows_done(s);")
                self._wait(end.point)
                if choose.acting is None:
                    line(f"return asks(s, {who}, {end.site}, {stops});")
                else:
                    line(f"return asks_for(s, {who}, {eyes}, {end.site}, {stops});")
            line("s->hp = lists;")
        line(f"goto b{end.nothing};")
