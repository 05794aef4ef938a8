"""A game, loaded: checked, lowered and emitted for a number of players and a setting of its options."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.diagnostics import HoyleError, quote, quote_value
from hoyle.emit.operators import called
from hoyle.english import listed
from hoyle.lower.lower import lower
from hoyle.lower.mark import tried
from hoyle.program.options import option_values, option_word
from hoyle.program.program import Program
from hoyle.program.promise import Watched
from hoyle.read import Reading, read_game
from hoyle.reference.perform import give_first_values
from hoyle.run.carried import known
from hoyle.run.choices import Choice, Made, interned
from hoyle.run.code import Code
from hoyle.run.faces import Faces, find
from hoyle.run.look import Look, Sight
from hoyle.run.meta import meta as meta_data
from hoyle.run.numbering import Numbering
from hoyle.run.parts import Said, Zone, zone_part
from hoyle.run.state import State
from hoyle.run.support import SUPPORT, too_deep
from hoyle.run.teams import Teams, teams_of
from hoyle.table import chance
from hoyle.table.board import Board, Over, set_up
from hoyle.table.remembered import remember
from hoyle.table.script import Script, given

if TYPE_CHECKING:
    from hoyle.native.library import Library
    from hoyle.run.batch import Batch
    from hoyle.run.columns import Playouts
    from hoyle.run.crossing import NativeState

SEED = "a seed is a whole number or a text"


class Game:
    """A game that can be started. Two games are equal if they have the same rules, players and options."""

    def __init__(self, reading: Reading, program: Program, options: dict[str, Any]) -> None:
        self.reading = reading
        self.program = program
        self.model, self.players, self.options = program.model, program.players, options
        self.title, self.name = program.model.title, program.model.name
        self.carried: dict[str, Any] | None = None  # the definition as a save carries it, see carried.py
        self.miniature: str | None = None  # which miniature of the game it is, if it is one
        self.zones, self.cards, self.sides, self.twins = program.zones, program.cards, program.sides, program.twins
        self.faces = Faces(self)
        self.zone_parts: Made[int, Zone] = Made(lambda number: zone_part(self, number))
        self.sight = Sight(self)
        # the offers of each decision, ready to be looked at
        self.looks: Made[int, tuple[Look, ...]] = Made(
            lambda site: tuple(Look(self, site, n, offer) for n, offer in enumerate(self.asked(site).offers))
        )
        support = {**SUPPORT, **called(self.players), "OWNER": (*(z.owner for z in self.zones), None)}
        support["SAME"] = tuple(card.same for card in self.cards)
        support["NAMED"] = tuple(card.text for card in self.cards)
        support["NAME"] = support["NAMED"].__getitem__
        if self.model.cover is not None:
            support["hit"] = self.model.cover.hit
            tried(self.model, self.model.cover, options)
        # where a frame keeps who is acted for, by the decision
        self.acting: Made[int, int | None] = Made(self._acting)
        self.kept: Made[Any, Choice] = Made(lambda name: Choice(self, *name))
        # by the numbers of a site and an offer:
        self.tables: Made[tuple[int, int], Made[Any, Choice]] = Made(lambda of: interned(self, *of))
        self.code = Code(program, support, self._look_up)
        self.functions, self.points = self.code.functions, self.code.points
        self.plan = self.code.emitter.plan
        if "score" in program.defines:
            self.code.define("score")
        self.code.perform("flow")
        self.flow = tuple(self.plan.sites)  # the decisions that the flow may come to; others are of scenarios

    def _look_up(self) -> None:
        """Make what the choices of decisions are looked up in, as far as it is new."""
        names, emitter = self.functions, self.code.emitter
        for table, (site, offer) in emitter.tables.items():
            if table not in names:
                names[table] = self._lookup(site, offer)
                names[f"G{table[1:]}"] = names[table].__getitem__

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

    def choice(self, site: int, offer: int, key: Any, say: Said | None = None) -> Choice:
        """A choice, always the same object for the same choice."""
        if offer >= 0 and any(param.groups for param in self.asked(site).offers[offer].params):
            return Choice(self, site, offer, key, say)
        if say is None and not self.told(site, offer):
            return self.tables[site, offer][key]
        return self.kept[site, offer, key, say]

    def told(self, site: int, offer: int) -> tuple[core.Expr, ...]:
        """What the texts of an offer tell of the table, as far as that is worked out with its candidates."""
        made = self.plan.sites[site]
        return (made.shown[offer].parts if offer >= 0 else made.declined) or ()

    def _lookup(self, site: int, offer: int) -> Any:
        """What turns a value into its choice: for a single card a row of them, which is quickest."""
        table = self.tables[site, offer]
        params = self.asked(site).offers[offer].params if offer >= 0 else ()
        if len(params) == 1 and isinstance(params[0].type, t.CardOf) and not self.told(site, offer):
            return [table[card.number] for card in self.cards]
        return table

    def asked(self, site: int) -> core.Choose[core.Stmt]:
        """The decision at a site."""
        return self.plan.sites[site].choose

    def _acting(self, site: int) -> int | None:
        choose = self.asked(site)
        return None if choose.acting is None else self.plan.slots(site)[choose.you]

    card = find
    meta = meta_data

    def playouts(
        self,
        games: int,
        seed: int | str = 0,
        bots: str | Sequence[str] = "random",
        workers: int = 1,
        *,
        engine: str = "auto",
        cap: int = 100_000,
    ) -> Playouts:
        """Games between bots: winners, scores, lengths, turns and endings, one for each.

        They are the same whatever engine plays them, and however many work on it. cap: decisions after which a game is
        cut off.
        """
        from hoyle.run.playouts import planned, playouts

        return playouts(planned(self, seed, bots, engine, cap), games, workers)

    def batch(
        self, places: int, seed: int | str = 0, *, again: bool = True, workers: int = 1, engine: str = "auto"
    ) -> Batch:
        """Many games at once, for tools that learn: answers go in as a row, and rows of numbers come out.

        again: whether a game that has ended is followed by another one in its place. workers: threads, for games in C.
        """
        from hoyle.run.batch import batch

        return batch(self, places, seed, again, workers, engine)

    @property
    def engine(self) -> str:
        """What plays many games: `native`, in C, where that can be, else `python`."""
        return "python" if self.native is None else "native"

    @property
    def native(self) -> Library | None:
        """The game in C; None where there is no compiler, or what happens is counted, which only Python does."""
        return self._native[0]

    @property
    def why_not_native(self) -> str:
        return self._native[1]

    @cached_property
    def _native(self) -> tuple[Library | None, str]:
        from hoyle.native import library
        from hoyle.native.compile import NoCompiler
        from hoyle.native.module import Module
        from hoyle.plan.plan import Plan

        if self.model.cover is not None:
            return None, "it is counted what happens in it"
        try:
            return library.load(Module(Plan(self.program), self.first_values, work=self.code.emitter.work)), ""
        except NoCompiler as reason:
            return None, str(reason)

    @cached_property
    def teams(self) -> Teams | None:
        """The sides that players are on, if it has any."""
        return teams_of(self)

    @cached_property
    def numbering(self) -> Numbering:
        """Numbers for all that can ever be chosen."""
        return Numbering(self)

    @property
    def action_count(self) -> int:
        """How many numbers there are for choices: see `choice.number`."""
        return self.numbering.count

    def prompt(self, site: int) -> str:
        """What a decision asks: what it offers, by titles and names, and what declining is always called."""
        asked = self.asked(site)
        names = [offer.name for offer in asked.offers]
        words = list(map(self.model.called, names))
        told = [part for part in asked.declined if isinstance(part, str)]
        declined = told if len(told) == len(asked.declined) else []
        if all(word == name.replace("_", " ") for word, name in zip(words, names, strict=True)):
            return " or ".join([*words, *declined])
        return listed(list(dict.fromkeys([*words, *declined])), "or")

    def blank(self, seed: int | str) -> State:
        """A state before the game: all cards in the box, all variables at their first values."""
        s = State(seed_of(seed), game=self, **set_up(self.program))
        s.v = list(self.first_values)
        return s

    @cached_property
    def first_values(self) -> tuple[Any, ...]:
        """What all variables are before the game."""
        table = Board(b"", game=self.program, **set_up(self.program))
        give_first_values(self.program, table)
        return tuple(table.v)

    def start(self, seed: int | str = 0, *, chance: Script | Sequence[int] | None = None) -> State:
        """A new game, played up to its first decision. chance: what it brings, in place of a seed (see script.py)."""
        if chance is not None:
            return self.again(chance if isinstance(chance, Script) else Script(given(chance)))
        return self.again(seed_of(seed))

    def native_state(self, seed: int | str = 0) -> NativeState:
        """A new game in C, played up to its first decision."""
        from hoyle.run.crossing import NativeState

        return NativeState(self, seed_of(seed), array("I"))

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
            self.code.perform(name)
            if not self.program.procedures[name].decides:
                self.functions[self.code.emitter.procedures[name]](s, *args)
                return
            frame = self.plan.frames[name]
            s.frames.append([0, *args, *[None] * (len(frame.slots) - len(args))])
            s.go_on(self.functions[f"b{frame.entry}"])
            remember(s, before)
        except Over:
            s.finish()
        except RecursionError:
            raise too_deep() from None


def seed_of(seed: int | str) -> bytes:
    """What draws start from, if it is a seed."""
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise HoyleError.plain("HYL903", f"{quote_value(seed)} is not a seed", SEED)
    try:
        return chance.seed_bytes(seed)
    except ValueError:
        raise HoyleError.plain("HYL903", "this seed is too long", SEED) from None


def load(
    name: str, *, players: int | None = None, options: dict[str, Any] | None = None, variants: Sequence[str] = ()
) -> Game:
    """A game by its bundled name or by a path, ready to be started. variants: names or paths of those to play with."""
    if not isinstance(name, str):
        help = "give a name or a path as text"
        raise HoyleError.plain("HYL909", f"{quote_value(name)} is not the name of a game", help)
    if not isinstance(variants, (list, tuple)) or not all(isinstance(variant, str) for variant in variants):
        help = "give their names or paths as a list"
        raise HoyleError.plain("HYL909", f"{quote_value(variants)} is not a list of variants", help)
    return prepare(read_game(name, variants), players=players, options=options)


def prepare(
    reading: Reading, *, players: int | None = None, options: dict[str, Any] | None = None, watched: Watched = False
) -> Game:
    """A game from a definition that was read. watched: it ends where a property `after` something does not hold,
    and it is noted where a deal falls short."""
    game = reading.model
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


@lru_cache(maxsize=16)
def bundled(name: str, players: int | None) -> Game:
    """A bundled game with default options, kept."""
    return load(name, players=players)
