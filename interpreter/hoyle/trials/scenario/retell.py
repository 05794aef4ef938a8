"""A play retold as a scenario, to be pasted into a definition: it plays the same game and fails for the same reason."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from hoyle import types as t
from hoyle.core.lower import drawn
from hoyle.diagnostics import HoyleError
from hoyle.read import Reading, read_like
from hoyle.run.choices import Choice
from hoyle.run.game import Game, prepare
from hoyle.run.look import candidates
from hoyle.run.seen import PLACE, SOMEWHERE
from hoyle.source import Source, Span
from hoyle.trials.record import Play
from hoyle.trials.scenario import script
from hoyle.trials.scenario.noted import Noted
from hoyle.trials.scenario.play import play as act_out
from hoyle.trials.scenario.scenarios import check_scenarios
from hoyle.trials.scenario.stage import Stage, Way
from hoyle.trials.scenario.written import Unsayable, Written

WIDTH = 110


def retell(reading: Reading, game: Game, play: Play, name: str, reason: Sequence[str]) -> str:
    """The scenario for a play in which the property or check of that name failed; "" if there is none.

    reason: what is wrong at its end. The scenario was tried, and says the same.
    """
    for short in (len(game.model.card_types) == 1, False):
        try:
            text = "\n".join(_Retold(game, play, short).scenario(name))
        except Unsayable:
            return ""
        if _fails(reading, text, reason):
            return text
    return ""


def _fails(reading: Reading, text: str, reason: Sequence[str]) -> bool:
    """Whether the scenario, put at the end of the definition, fails and says why."""
    again = read_like(reading, f"{reading.source.text}\n\n{text}\n")
    if again.failed or again.world is None:
        return False
    own = [trial for trial in again.trials if trial.span.source is again.source]
    scenario = check_scenarios(again.world, own[-1:])[0]
    played = attrs.evolve(again, source=again.files[0].span.source)
    players, options = len(scenario.seats), scenario.options
    failed = act_out(prepare(played, players=players, options=options, watched=scenario.watched), scenario)
    return failed is not None and set(reason) <= set(failed.lines)


class _Retold:
    """A play, played again step by step."""

    def __init__(self, game: Game, play: Play, short: bool) -> None:
        self.game, self.play = game, play
        self.seats = tuple(f"player_{n}" for n in range(1, play.players + 1))
        self.written = Written(game, self.seats, short)
        self.stage = Stage(game, script.Scenario("", self.seats, {}, (), (), (), Span(Source("", ""), 0, 0)))
        self.chance = self.stage.state.seed = Noted(play.chance, written=self.written)
        self.refused = False

    def scenario(self, name: str) -> list[str]:
        deeds = [line for deed in self._deeds() for line in _wrapped(deed)]
        lines = [f'scenario "{name} does not hold"']
        if self.play.players != self.game.model.seats[0]:
            lines.append(f"    seats {', '.join(self.seats)}")
        lines += [f"    option {option} = {value}" for option, value in self._options()]
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
            value = self.stage.state.v[program.var_families[drawn(name)].base] if fixed is None else low
            if value != low:
                yield name, self.written.value(type_, value)

    # ------------------------------------------------------------------------------------------ deeds

    def _deeds(self) -> Iterator[str]:
        yield from self._done("flow", lambda: self.stage.perform("flow", ()))
        for number in self.play.choices:
            if self.refused:
                return
            choice = self.stage.state.choices[number]
            deed = self._deed(self.stage.ways()[number], choice)
            yield from self._done(deed, lambda choice=choice: self.stage.state.choose(choice))

    def _done(self, deed: str, do: Any) -> Iterator[str]:
        """A deed, behind what chance brings in it."""
        try:
            do()
        except HoyleError:
            self.refused = True
        yield from self.chance.taken()
        yield deed

    def _deed(self, way: Way, choice: Choice) -> str:
        who = self.seats[self.stage.state.player]
        if way.declines:
            return f"{who} declines"
        values = self._meant(way, choice)
        if way.action:
            return f"{who} does {self.written.call(way.action, way.types, values)}"
        return f"{who} picks {self.written.value(way.types[0], values[0])}"

    def _meant(self, way: Way, choice: Choice) -> tuple[Any, ...]:
        """What was chosen, with the cards that the player did not see."""
        s = self.stage.state
        values = way.values
        if any(isinstance(v, tuple) and v[:1] == (SOMEWHERE,) for v in values):
            group = candidates(s, choice)
            values = self.stage.filled(way, group[self.chance.draw(s.draws, len(group))])
        return tuple(s.z[v[1]][v[2]] if isinstance(v, tuple) and v[:1] == (PLACE,) else v for v in values)


def _wrapped(text: str) -> list[str]:
    """A line, gone on with behind a comma where it is too long."""
    lines: list[str] = [""]
    for part in text.split(", "):
        if lines[-1] and len(lines[-1]) + len(part) > WIDTH:
            lines.append("")
        lines[-1] += f"{part}, "
    lines[-1] = lines[-1].removesuffix(", ")
    return [line.rstrip() if number == 0 else f"    {line.rstrip()}" for number, line in enumerate(lines)]
