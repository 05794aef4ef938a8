"""A game, loaded: checked, lowered and emitted for a number of players and a setting of its options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.emit.module import Emitter, seats
from hoyle.lower.lower import define_all, lower
from hoyle.lower.mark import tried
from hoyle.program.evaluate import Evaluator
from hoyle.program.program import Program
from hoyle.program.promise import Watched
from hoyle.program.specialise import Specialiser
from hoyle.read import Reading, read_game
from hoyle.reference.perform import reset
from hoyle.run.carried import known
from hoyle.run.choices import Choice, Fan, Interned
from hoyle.run.look import Look, Sight
from hoyle.run.state import State, _new
from hoyle.run.support import FUEL, SUPPORT, Over
from hoyle.source import Span
from hoyle.table import chance
from hoyle.table.remembered import remember
from hoyle.table.script import Script

SEED = "a seed is a whole number or a text"


class Game:
    """A game that can be started. Two games are equal if they have the same rules, players and options."""

    def __init__(self, reading: Reading, program: Program, options: dict[str, Any]) -> None:
        self.reading = reading
        self.program = program
        self.model = program.model
        self.title = program.model.title
        self.name = program.model.name
        self.players = program.players
        self.options = options
        self.carried: dict[str, Any] | None = None  # the definition as a save carries it, see carried.py
        self.miniature: str | None = None  # which miniature of the game it is, if it is one
        self.zones = program.zones
        self.cards = program.cards
        self.sides = program.sides
        self.emitter = Emitter(program)
        self.plan = self.emitter.plan
        self.text = ""  # the code that was written
        self.twins = program.twins
        self.sight = Sight(self)
        self._looks: dict[int, tuple[Look, ...]] = {}
        support = {**SUPPORT, **seats(self.players), "OWNER": (*(z.owner for z in self.zones), None)}
        support["SAME"] = tuple(card.same for card in self.cards)
        support["NAMED"] = tuple(card.text for card in self.cards)
        support["NAME"] = support["NAMED"].__getitem__
        if self.model.cover is not None:
            support["hit"] = self.model.cover.hit
            tried(self.model, self.model.cover, options)
        self.first_values: tuple[Any, ...] | None = None
        self.kept: dict[Any, Choice] = {}
        self.wordings: dict[tuple[int, int], Any] = {}  # see wording.py
        self.tables: dict[tuple[int, int], Interned] = {}
        self.functions: dict[str, Any] = support
        self.points: list[Any] = []  # the functions that frames go on with, by the numbers of the plan's points
        self.costs: dict[Any, tuple[int, Span | None]] = {}
        if "score" in program.defines:
            self.emitter.define("score")
        self.ready("flow")

    def ready(self, name: str) -> None:
        """See to it that a procedure can be performed: what it takes is written when it is first asked for."""
        self.emitter.perform(name)
        self._written()

    def site(self, number: int) -> Any:
        """The function that finds out what can be chosen at a decision, by its frame."""
        if number not in self.emitter.sites:
            self.emitter.want_site(number)
            self._written()
        return self.functions[f"site_{number}"]

    def _written(self) -> None:
        """Take over what the emitter has written since the last time."""
        if not self.emitter.waiting:
            return
        text, names = self.emitter.emit(), self.functions
        self.text += text
        for table, (site, offer) in self.emitter.tables.items():
            if table not in names:
                parts = self.plan.sites[site].shown[offer].parts if offer >= 0 else ()
                self.tables[(site, offer)] = Interned(self, site, offer, parts or ())
                names[table] = self._lookup(site, offer)
                names[f"G{table[1:]}"] = names[table].__getitem__
        for fan, (table, every) in self.emitter.fans.items():
            if fan not in names:
                names[fan] = Fan(names[table], every).__getitem__
        self.emitter.run(text, names)
        self.points = [names.get(f"b{point.block}") for point in self.plan.points]
        self.costs = {names[name]: self.emitter.cost(name) for name in self.emitter.written}

    @property
    def fingerprint(self) -> str:
        return self.plan.fingerprint

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Game):
            return NotImplemented
        return (self.fingerprint, self.players, self.options) == (other.fingerprint, other.players, other.options)

    def __hash__(self) -> int:
        return hash(self.fingerprint)

    def __repr__(self) -> str:
        return f"<Game {self.title!r} for {model.table_of(self.players)}>"

    def choice(self, site: int, offer: int, key: Any, text: str | None = None) -> Choice:
        """A choice, always the same object for the same choice."""
        name = (site, offer, key, text)
        found = self.kept.get(name)
        if found is None:
            table = self.tables.get((site, offer))
            if text is None and table is not None and not table.parts:
                found = table[key]
            else:
                found = Choice(self, site, offer, key, text)
            self.kept[name] = found
        return found

    def _lookup(self, site: int, offer: int) -> Any:
        """What turns a value into its choice: for a single card a row of them, which is quickest."""
        table = self.tables[(site, offer)]
        params = self.asked(site).offers[offer].params if offer >= 0 else ()
        if len(params) == 1 and isinstance(params[0].type, t.CardOf) and not table.parts:
            return [table[card.number] for card in self.cards]
        return table

    def asked(self, site: int) -> core.Choose:
        """The decision at a site."""
        return self.plan.sites[site].choose

    def looks(self, site: int) -> tuple[Look, ...]:
        """The offers of a decision, ready to be looked at."""
        found = self._looks.get(site)
        if found is None:
            offers = self.asked(site).offers
            found = self._looks[site] = tuple(Look(self, site, n, offer) for n, offer in enumerate(offers))
        return found

    def prompt(self, site: int) -> str:
        """What a decision asks: the names of what it offers."""
        words = [o.name.replace("_", " ") for o in self.asked(site).offers]
        return " or ".join(words)

    def blank(self, seed: int | str) -> State:
        """A state before the game: all cards in the box, all variables at their first values."""
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise HoyleError.plain("HYL903", f"{quote_value(seed)} is not a seed", SEED)
        try:
            start = chance.seed_bytes(seed)
        except ValueError:
            raise HoyleError.plain("HYL903", "this seed is too long", SEED) from None
        program = self.program
        s = _new(State)
        count = len(self.cards)
        box = program.zone_families["box"].base
        s.game, s.seed, s.draws = self, start, 0
        s.z = [[] for _ in self.zones]
        s.z[box] = list(range(count))
        s.v = [None] * program.values
        absent = len(program.absent)
        s.up = [False] * (count + absent)
        s.loc = [box] * count + [len(self.zones)] * absent
        s.frames, s.choices, s.player, s.site = [], (), -1, 0
        s.over, s.winners, s.ending = False, (), ""
        s.log, s.legal, s.meant, s.answer, s.result = None, None, None, None, None
        s.counted, s.uncounted = (None, 0), 0
        s.fuel = s.tank = FUEL
        if self.first_values is None:
            evaluator = Evaluator(program, s)
            for name in program.initial:
                if name not in program.late:
                    reset(evaluator, s, name)
            self.first_values = tuple(s.v)
        s.v = list(self.first_values)
        return s

    def start(self, seed: int | str = 0, *, chance: Script | Sequence[int] | None = None) -> State:
        """A new game, played up to its first decision. chance: what it brings, in place of a seed (see script.py)."""
        if chance is not None:
            return self.again(chance if isinstance(chance, Script) else Script(_told(chance)))
        state = self.blank(seed)
        self.perform(state, "flow", ())
        return state

    def again(self, seed: bytes | Script) -> State:
        """A game that was started, from its start."""
        state = self.blank(0)
        state.seed = seed
        self.perform(state, "flow", ())
        return state

    def perform(self, s: State, name: str, args: tuple[Any, ...]) -> None:
        """Perform a procedure on a state, up to its first decision or its end."""
        s.fuel = s.tank
        before = s.log
        try:
            self.ready(name)
            if not self.program.procedures[name].decides:
                self.functions[self.emitter.procedures[name]](s, *args)
                return
            frame = self.plan.frames[name]
            s.frames.append([0, *args, *[None] * (len(frame.slots) - len(args))])
            s.go_on(self.functions[f"b{frame.entry}"])
            remember(s, before)
        except Over:
            s.finish()
        except RecursionError:
            raise HoyleError.plain("HYL908", "effects set each other off without end") from None


def _told(chance: Sequence[int]) -> tuple[int, ...]:
    """The numbers of a script, as somebody gave them."""
    numbers = tuple(chance) if isinstance(chance, (list, tuple)) else (None,)
    if any(number.__class__ is not int or number < 0 for number in numbers):
        help = "chance is told by a list of whole numbers from 0 on"
        raise HoyleError.plain("HYL903", f"{quote_value(chance)} is nothing that chance could bring", help)
    return numbers


# ---------------------------------------------------------------------------------------------- loading


def load(
    name: str,
    *,
    players: int | None = None,
    options: dict[str, Any] | None = None,
    variants: Sequence[str] = (),
) -> Game:
    """A game by its bundled name or by a path, ready to be started. variants: names or paths of those to play with."""
    if not isinstance(name, str):
        raise HoyleError.plain(
            "HYL909", f"{quote_value(name)} is not the name of a game", "give a name or a path as text"
        )
    if not isinstance(variants, (list, tuple)) or not all(isinstance(variant, str) for variant in variants):
        raise HoyleError.plain(
            "HYL909", f"{quote_value(variants)} is not a list of variants", "give their names or paths as a list"
        )
    return prepare(read_game(name, variants), players=players, options=options)


def prepare(
    reading: Reading, *, players: int | None = None, options: dict[str, Any] | None = None, watched: Watched = False
) -> Game:
    """A game from a definition that was read. watched: it ends where a property `after` something does not hold,
    and it is noted where a deal falls short."""
    if reading.failed or reading.world is None:
        raise HoyleError(reading.diagnostics)
    game = reading.world.model
    if reading.files[0].header.kind != "game":
        raise HoyleError.plain("HYL909", f"{quote(reading.source.name)} is not a game", "it is a library")
    count = _players(game, players)
    given = option_values(game, {} if options is None else options, count)
    try:
        program = lower(game, count, given, watched)
        return known(Game(reading, program, {n: option_word(game, n, v) for n, v in given.items()}))
    except RecursionError:  # definitions that stand on others, and those on others, further than Python goes
        help = "work something out in one place rather than in many that need each other"
        raise HoyleError.plain("HYL009", "something in this game is nested too deeply", help) from None


def _players(game: model.Model, players: int | None) -> int:
    low, high = game.seats
    if players is None:
        return low if low == high else min(max(low, 4), high)
    if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        help = f"give a whole number: {wanted}"
        raise HoyleError.plain("HYL902", f"{game.title} is for {wanted} players, not {quote_value(players)}", help)
    return players


def option_values(game: model.Model, given: dict[str, Any], players: int) -> dict[str, core.Value]:
    """Every option with its value; None where chance decides."""
    if not isinstance(given, dict):
        help = "as in `options={'name': 'value'}`"
        raise HoyleError.plain("HYL901", "options are given as a dictionary of names and values", help)
    for name in given:
        if name not in game.options:
            known = ", ".join(f"`{o}`" for o in game.options) or "none"
            word = quote(name) if isinstance(name, str) else quote_value(name)
            raise HoyleError.plain("HYL901", f"{game.title} has no option {word}", f"its options: {known}")
    values: dict[str, core.Value] = {}
    for name, option in game.options.items():
        values[name] = _option(game, option, given[name], players) if name in given else option.default
        if name not in given and option.random:
            values[name] = None
        elif isinstance(option.type, t.Seat) and isinstance(values[name], int):
            values[name] = int(values[name]) % players  # type: ignore[arg-type]  # a default for more players
    _excluded(game, given, values, players)
    return values


def _option(game: model.Model, option: model.Option, value: Any, players: int) -> core.Value:
    if option.random and value == "random":
        return None
    match option.type:
        case t.Kind(kind):
            members = game.kinds[kind].members
            if value in members:
                return members.index(value)
            wanted = "one of " + ", ".join(f"`{m}`" for m in members)
        case t.YesNo():
            if isinstance(value, bool):
                return value
            if value in ("yes", "no"):
                return bool(value == "yes")
            wanted = "`yes` or `no`"
        case t.Numbers(low, high):
            number = _number(value)
            if number is not None and (low or 0) <= number <= (high or 0):
                return number
            wanted = f"a number from {low} to {high}"
        case _:
            number = _number(value)
            if number is not None and 1 <= number <= players:
                return number - 1
            wanted = f"a seat from 1 to {players}"
    wanted += ", or `random`" if option.random else ""
    word = quote(value) if isinstance(value, str) else quote_value(value)
    raise HoyleError.plain("HYL901", f"{word} is no value of `{option.name}`", f"it is {wanted}")


def _number(value: Any) -> int | None:
    """A whole number, also one given as text."""
    if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _excluded(game: model.Model, given: dict[str, Any], values: dict[str, core.Value], players: int) -> None:
    """An option that needs something else may not be set without it."""
    needing = [game.options[name] for name in given if values[name] != game.options[name].default]
    needs = {option.name: option.when for option in needing if option.when is not None}
    program = Program(game, players, values, [], [], {}, {})
    if any(isinstance(part, core.Ask) for when in needs.values() for part in below(when)):
        define_all(program)
    specialise, evaluator = Specialiser(program), Evaluator(program)
    for name, when in needs.items():
        if not evaluator.expr(specialise(when), {}):
            text = when.span.text if when.span else ""
            help = "leave it out, or set what it needs as well"
            raise HoyleError.plain("HYL901", f"`{name}` can only be set when {quote(text)}", help)


def option_word(game: model.Model, name: str, value: core.Value) -> Any:
    """An option's value as it is given."""
    if value is None:
        return "random"
    match game.options[name].type:
        case t.Kind(kind):
            return game.kinds[kind].members[int(value)]  # type: ignore[arg-type]
        case t.Seat():
            return int(value) + 1  # type: ignore[arg-type]
    return value


@lru_cache(maxsize=16)
def bundled(name: str, players: int | None) -> Game:
    """A bundled game with default options, kept."""
    return load(name, players=players)
