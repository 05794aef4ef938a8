"""A play retold as a scenario, to be pasted into a definition: it fails for the same reason.

A short play is told from the deal on. Of a long one that would be no help: there the scenario gives a table close to
its end, as it was when something was performed that leads to the same.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import suppress
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check import script
from hoyle.check.scenarios import check_scenarios
from hoyle.core import nodes as core
from hoyle.core.walk import children
from hoyle.diagnostics import Diagnostics, HoyleError
from hoyle.lower.direct import offered
from hoyle.lower.lower import lower
from hoyle.program.program import Program
from hoyle.program.set_out import option_now
from hoyle.read import Reading, read_like
from hoyle.reference.perform import Performer, Question, Step
from hoyle.run.choices import Choice
from hoyle.run.game import Game
from hoyle.run.look import candidates
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.parse import parse
from hoyle.table.script import Script
from hoyle.table.seen import SOMEWHERE
from hoyle.trials.course import Wrong
from hoyle.trials.pool import Pool
from hoyle.trials.record import Play
from hoyle.trials.scenario.play import play as act_out
from hoyle.trials.scenario.stage import Failed, Stage, Way
from hoyle.trials.scenario.written import Noted, Unsayable, Written

WIDTH = 110
SHORT = 10  # choices that are no trouble to read
TRIES = 100
SCORE = core.Ask("score", (core.Local("p", t.SEAT),), t.NUMBER)  # what checks look at
COMMA = re.compile(r", (?![^(\[]*[)\]])")  # not inside brackets
MOST = 2_000
PATIENCE = 20_000


def retell(reading: Reading, game: Game, play: Play, name: str, reason: Wrong) -> str:
    """The scenario for a play in which the property or check of that name failed; "" if there is none.

    reason: what is wrong at its end. The scenario was tried, and says the same.
    """
    trial = Trial(reading)
    for short in (len(game.model.card_types) == 1, False):
        told: list[list[str]] = []
        with suppress(Unsayable):
            told.append(Retold(game, play, short).scenario(name))
        if not told or len(play.choices) > SHORT:
            told.append(_from_a_table(trial, game, play, name, short, reason))
        for lines in sorted(filter(None, told), key=len):
            if trial.pasted(lines, reason):
                return "\n".join(lines)
    return ""


def _from_a_table(trial: Trial, game: Game, play: Play, name: str, short: bool, reason: Wrong) -> list[str]:
    """The last of all that was performed that leads to the same, from a table on which nothing is wrong yet.

    The table is given as far as anything looks at it, and then without the zones and variables that do not matter.
    They are left out for all players or for none: a rule may be wrong because it does not look at one of them.
    """

    left = TRIES

    def told(call: Call, names: Collection[str]) -> list[str]:
        nonlocal left
        retold = Retold(game, play, short, call, names)
        left -= 1
        try:
            lines = retold.scenario(name)
        except Unsayable:
            return []
        left -= TRIES // 10 if retold.refused else 0  # it may have taken long to find that out
        before = [*lines[: lines.index("    when")], "    then", f"        keeps {name}"]
        return lines if trial.says(lines, reason) and trial.failed(before) is None else []

    test = next((test for declared, test in game.program.properties if declared.name == name), SCORE)
    for call in reversed(calls(game, play)):
        names = looked_at(game.program, call, test)
        lines = told(call, names) if left > 0 else []
        for left_out in sorted(names) if lines else ():
            fewer = told(call, names - {left_out}) if left > 0 else []
            if fewer:
                lines, names = fewer, names - {left_out}
        if lines:
            return lines
    return []


class Trial:
    """Scenarios tried with one definition."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.games = Pool(attrs.evolve(reading, source=reading.files[0].span.source))

    def pasted(self, lines: Sequence[str], reason: Wrong) -> bool:
        """Whether a scenario, put at the end of the definition, fails and says why."""
        text = "\n".join(lines)
        again = read_like(self.reading, f"{self.reading.source.text}\n\n{text}\n")
        return not again.failed and Trial(again).says(lines, reason)

    def says(self, lines: Sequence[str], reason: Wrong) -> bool:
        failed = self.failed(lines)
        return failed is not None and any(reason.within(wrong) for wrong in failed.wrong)

    def failed(self, lines: Sequence[str]) -> Failed | None:
        """What becomes of a scenario, beside those of the definition; nothing if it cannot be understood."""
        scenario = self.understood(lines)
        return None if scenario is None else act_out(self.games, scenario)

    def understood(self, lines: Sequence[str]) -> script.Scenario | None:
        """A scenario, beside those of the definition, if it can be understood."""
        world = self.reading.world
        file, _ = parse(Source("scenario", "\n".join(["trials of this", "", *lines, ""])))
        nodes = [node for node in file.decls if isinstance(node, tree.Scenario)] if file is not None else []
        if world is None or len(nodes) != 1:
            return None
        told, world.found = world.found, Diagnostics()
        try:
            scenario = check_scenarios(world, nodes)[0]
            return None if world.found.has_errors else scenario
        finally:
            world.found = told


class Retold:
    """A play, played again step by step: from the deal, or from a call in it.

    names: what is given then of the table.
    """

    def __init__(
        self, game: Game, play: Play, short: bool, call: Call | None = None, names: Collection[str] = ()
    ) -> None:
        self.game, self.play, self.call, self.names = game, play, call, names
        self.seats = tuple(f"player_{n}" for n in range(1, play.players + 1))
        self.written = Written(game, self.seats, short)
        self.stage = Stage(game, script.Scenario("", self.seats, {}, (), (), (), Span(Source("", ""), 0, 0)))
        self.chance = Noted(play.chance[call.draws :] if call is not None else play.chance, written=self.written)
        self.stage.state.seed = self.chance
        if call is not None:
            s = self.stage.state
            s.z, s.up, s.loc = [list(z) for z in call.z], list(call.up), list(call.loc)
            own = game.program.own_values
            s.v[:own] = call.v[:own]
        self.refused = False

    def scenario(self, name: str) -> list[str]:
        given = list(self.written.table(self.stage.state, self.names))
        deeds = [line for deed in self._deeds() for line in wrapped(deed)]
        lines = [f'scenario "{name} does not hold"']
        if self.play.players != self.game.model.seats[0]:
            lines.append(f"    seats {', '.join(self.seats)}")
        lines += [f"    option {option} = {value}" for option, value in self._options()]
        if given:
            lines += ["    given", *(f"        {line}" for fact in given for line in wrapped(fact))]
        lines += ["    when", *(f"        {line}" for line in deeds)]
        return lines if self.refused else [*lines, "    then", f"        keeps {name}"]

    def _options(self) -> Iterator[tuple[str, str]]:
        """Those that are set, and those that chance decided, once the game has begun."""
        program = self.game.program
        for name, value in self.play.options.items():
            yield name, self.written.option(name, value)
        for name, fixed in program.options.items():
            type_, low = program.model.options[name].type, 0
            if isinstance(type_, t.Numbers):
                low = type_.low or 0
            value = option_now(program, name, self.stage.state.v) if fixed is None else low
            if value != low:
                yield name, self.written.value(type_, value)

    # ------------------------------------------------------------------------------------------ deeds

    def _deeds(self) -> Iterator[str]:
        name, args, made = ("flow", (), 0) if self.call is None else (self.call.name, self.call.args, self.call.made)
        yield from self._done(self._performed(name, args), lambda: self.stage.perform(name, args))
        for number in self.play.choices[made:]:
            if self.refused:
                return
            if not self.stage.pending:  # what was performed ends before the play does
                raise Unsayable
            choice = self.stage.state.choices[number]
            deed = self._deed(self.stage.ways()[number], choice)
            yield from self._done(deed, lambda choice=choice: self.stage.answer(choice))

    def _done(self, deed: str, do: Any) -> Iterator[str]:
        """A deed, behind what chance brings in it."""
        try:
            do()
        except HoyleError:
            self.refused = True
        yield from self.chance.taken()
        yield deed

    def _performed(self, name: str, args: tuple[Any, ...]) -> str:
        types = tuple(type_ for _, type_ in self.game.program.procedures[name].params)
        if name not in self.game.model.actions:
            return self.written.call(name, types, args)
        return f"{self.seats[args[0]]} does {self.written.call(name, types[1:], args[1:])}"

    def _deed(self, way: Way, choice: Choice) -> str:
        who = self.seats[self.stage.state.player]
        if way.declines:
            return f"{who} declines"
        values = self._meant(way, choice)
        if way.action:
            acting = self.stage.state.acting
            of = "" if acting is None else f" for {self.seats[acting]}"
            return f"{who} does {self.written.call(way.action, way.types, values)}{of}"
        return f"{who} picks {self.written.value(way.types[0], values[0])}"

    def _meant(self, way: Way, choice: Choice) -> tuple[Any, ...]:
        """What was chosen, with the cards that the player did not see."""
        s = self.stage.state
        values = way.values
        if any(isinstance(v, tuple) and v[:1] == (SOMEWHERE,) for v in values):
            group = candidates(s, choice)
            values = self.stage.filled(way, group[self.chance.draw(s.draws, len(group))])
        return self.stage.lying(values)


def wrapped(text: str) -> list[str]:
    """A line, gone on with behind a comma where it is too long."""
    lines: list[str] = [""]
    for part in COMMA.split(text):
        if lines[-1] and len(lines[-1]) + len(part) > WIDTH:
            lines.append("")
        lines[-1] += f"{part}, "
    lines[-1] = lines[-1].removesuffix(", ")
    return [line.rstrip() if number == 0 else f"    {line.rstrip()}" for number, line in enumerate(lines)]


# ---------------------------------------------------------------------------------------------- what is performed


@attrs.frozen
class Call:
    """made and draws: how many choices were made, and numbers drawn, before. z, v, up, loc: the table then."""

    name: str
    args: tuple[Any, ...]
    made: int
    draws: int
    z: list[list[int]]
    v: list[Any]
    up: list[bool]
    loc: list[int]


def calls(game: Game, play: Play) -> list[Call]:
    """All that was performed in a play, in its order; in a loop without end, what came first.

    Behind a property that does not hold the table is no good to start from, so it ends there.
    """
    program = lower(game.model, game.players, game.program.options, watched=True, whole=True)
    performer = _Noting(program, play)
    try:
        step = performer.play()
        next(step)
        for number in play.choices:
            performer.made, performer.left = performer.made + 1, PATIENCE
            step.send(number)
    except (StopIteration, HoyleError, _Enough):
        pass
    return performer.calls


class _Enough(Exception):
    """It goes on and on."""


class _Noting(Performer):
    """Plays a program, and notes what is performed on the way."""

    def __init__(self, program: Program, play: Play) -> None:
        super().__init__(program, 0)
        self.board.seed = Script(play.chance)
        self.calls: list[Call] = []
        self.made, self.left = 0, PATIENCE

    def _call(self, name: str, args: Sequence[Any]) -> Generator[Question, int, Any]:
        made = self.program.model.procedures.get(name)
        if made is not None and made.ability is None and name != "flow" and len(self.calls) < MOST:
            b = self.board
            table = [list(zone) for zone in b.z], list(b.v), list(b.up), list(b.loc)
            self.calls.append(Call(name, tuple(args), self.made, b.draws, *table))
        return (yield from super()._call(name, args))

    def _stmt(self, node: core.Stmt, env: dict[str, Any]) -> Step:
        self.left -= 1
        if self.left < 0:
            raise _Enough
        yield from super()._stmt(node, env)


# ---------------------------------------------------------------------------------------------- what it depends on


def looked_at(program: Program, call: Call, test: core.Expr) -> set[str]:
    """The zones and variables that something may look at before and while it is performed, and a condition.

    Where cards are put is not looked at by that; whoever asks who owns a card looks at all zones.
    """
    found: set[str] = set()
    seen: set[str] = set()
    checks = [core.Do(made.name, ()) for made in program.procedures.values() if made.check]
    waiting: list[Any] = [core.Do(call.name, ()), *checks, *_allowed(program, call), test]
    while waiting:
        node = waiting.pop()
        match node:
            case core.Zone(looked) | core.Var(looked):
                found.add(looked)
            case core.Fit(zones):
                found.update(zones)
            case core.Prim("owner"):
                found.update(program.zone_families)
            case core.Do(procedure) if procedure not in seen:
                seen.add(procedure)
                waiting += program.procedures[procedure].body
            case core.Ask(define) if define not in seen:
                seen.add(define)
                waiting.append(program.defines[define].body)
        if isinstance(node, core.Move) and isinstance(node.to, core.Zone):
            waiting += [node.cards, *node.to.index]
        else:
            waiting += children(node)
    return found


def _allowed(program: Program, call: Call) -> list[Any]:
    """What decides whether an action may be done."""
    if call.name not in program.model.actions:
        return []
    values = zip(program.model.actions[call.name].params, call.args[1:], strict=True)
    given = {name: value for (name, _, source, _), value in values if source is None}
    before, choose = offered(program, call.name, call.args[0], given)
    return [*before, choose]
