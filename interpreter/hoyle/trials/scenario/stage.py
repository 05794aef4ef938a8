"""One scenario on its table: what lies there, who is asked, and what somebody may do.

What a player may do is asked of the pending decision. Where none is pending, an action is judged on the table as it
lies, as if that player had just been offered it. Chance brings what the scenario foretells, and otherwise leaves things
as they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import attrs

from hoyle import types as t
from hoyle.check import script
from hoyle.check.script import by_chance
from hoyle.core import groups
from hoyle.core import nodes as core
from hoyle.lower.direct import offered
from hoyle.program.evaluate import Evaluator
from hoyle.program.set_out import drawn
from hoyle.reference.legal import judge
from hoyle.reference.perform import reset
from hoyle.run.choices import DECLINE, Choice
from hoyle.run.game import Game
from hoyle.run.look import candidates
from hoyle.run.moment import tell_now
from hoyle.run.why import environment
from hoyle.source import Span
from hoyle.table import moves
from hoyle.table.script import Script
from hoyle.table.seen import PLACE, SOMEWHERE
from hoyle.trials.course import Wrong
from hoyle.trials.words import Look, Words, said


@attrs.frozen
class Wanted:
    """One thing that chance is to bring: the cards on top of a zone, or something it picks.

    cards: by their numbers. values: everything a pick may mean, each with its type.
    """

    span: Span
    zone: int | None = None
    cards: tuple[int, ...] = ()
    values: tuple[tuple[t.Type, Any], ...] = ()


class Unfit(Exception):
    """What is foretold cannot be: what is so instead."""

    def __init__(self, wanted: Wanted, actual: str) -> None:
        super().__init__(actual)
        self.wanted, self.actual = wanted, actual


@attrs.define(eq=False)
class Foretold(Script):
    """game: whose chance it is. wanted: what is still to come, in order."""

    game: Game = attrs.field(kw_only=True)
    wanted: list[Wanted] = attrs.field(factory=list, kw_only=True)

    def pick(self, state: Any, pool: Sequence[Any], count: int, name: str) -> tuple[Any, ...]:
        left = list(pool)
        types = by_chance(self.game.model).get(name, set()) if self.wanted else set()
        return tuple(left.pop(self._place(left, types)) for _ in range(count))

    def shuffle(self, state: Any, cards: list[int]) -> list[int]:
        if not self.wanted or not cards or state.loc[cards[0]] != self.wanted[0].zone:
            return cards[:]
        wanted = self.wanted.pop(0)
        left, top = cards[::-1], []
        for card in wanted.cards:
            found = next((other for other in left if self.same(card, other)), None)
            if found is None:
                raise Unfit(wanted, f"{self.game.cards[card].text} is not there when it is shuffled")
            left.remove(found)
            top.append(found)
        return [*top, *left][::-1]

    def above(self, state: Any, count: int) -> int:
        return self._place(range(count + 1), {t.NUMBER})

    def _place(self, pool: Sequence[Any], types: set[t.Type]) -> int:
        """Where in a pool the next pick stands; the first if nothing is foretold of it."""
        meant = self.wanted[0].values if self.wanted else ()
        for type_, value in meant:
            for place, member in enumerate(pool):
                cards = isinstance(t.settled(type_), t.CardOf)
                if type_ in types and (self.same(value, member) if cards else value == member):
                    self.wanted.pop(0)
                    return place
        return 0

    def same(self, card: int, other: int) -> bool:
        """Whether two cards are one to a player."""
        program = self.game.program
        return program.card(card).same == program.card(other).same


class Failed(Exception):
    """A scenario goes wrong at a place in its text. more: lines behind what is wrong, the table last."""

    def __init__(self, span: Span, wrong: Sequence[Wrong], more: Sequence[str]) -> None:
        super().__init__(span.place)
        self.span, self.wrong, self.more = span, tuple(wrong), tuple(more)


@attrs.frozen
class Way:
    """Something a player might do.

    action: its name, "" for the answer to a choice or for declining. values: of all parameters, as the player sees
    them. choice: how the engine calls it, if it was asked. removed: the rule that forbids it.
    """

    action: str
    types: tuple[t.Type, ...]
    values: tuple[Any, ...]
    choice: Choice | None = None
    removed: core.Filter | None = None
    declines: bool = False


class Stage:
    """A scenario's table. `state` changes as its deeds are done. begun: whether anything was done."""

    def __init__(self, game: Game, scenario: script.Scenario) -> None:
        self.game = game
        self.begun = False
        self.state = game.blank(0)
        self.chance = self.state.seed = Foretold(game=game)
        self.look = Look(self.state, Words(scenario.seats))
        self.words = self.look.words
        self._draw()
        for fact in scenario.given:
            if isinstance(fact, script.Put):
                self._put(fact)
            else:
                self._set(fact)
        # all that is given is one change, and what the game does after any change follows it
        for made in game.program.procedures.values() if scenario.given else ():
            if made.check and not self.state.over:
                self.perform(made.name, ())
        self.state.log = None

    # ------------------------------------------------------------------------------------------ what is given

    def _draw(self) -> None:
        """Options that chance would decide have their first value, unless the scenario sets them."""
        program = self.game.program
        for name, value in program.options.items():
            if value is None:
                type_ = program.model.options[name].type
                low = type_.low if isinstance(type_, t.Numbers) else 0
                self.state.v[program.var_families[drawn(name)].base] = low
        for name in program.late:
            reset(Evaluator(program, self.state), self.state, name)

    def _put(self, put: script.Put) -> None:
        zone = self.value(put.zone)
        side = self.game.zones[zone].facing
        if put.facing is not None and side not in (None, put.facing) and not self.game.sides:
            lies = f"cards there always lie face {side}, and this game turns none"
            raise self.failure(put.span, f"cards face {put.facing}", lies)
        for expr in put.cards:
            for card in self._cards(expr):
                moves.move(self.state, [self._copy(card, put)], zone, "", put.facing)

    def _copy(self, card: int, put: script.Put) -> int:
        """The card, or if it lies somewhere already the next one like it."""
        box = self.game.program.zone_families["box"].base
        for other in [card, *self.state.z[box]]:
            if self.state.loc[other] == box and self.chance.same(card, other):
                return other
        raise self.failure(put.span, f"{self.game.program.card(card).text} in the box", "no such card is left there")

    def _set(self, node: core.Set) -> None:
        program = self.game.program
        value = self.value(node.value)
        number = program.var_families[node.name].number(tuple(self.value(i) for i in node.index))
        self.state.v[number] = tuple(value) if isinstance(value, list) else value

    # ------------------------------------------------------------------------------------------ chance

    def foretell(self, deed: script.Shuffles | script.Brings) -> None:
        """Say what chance will bring in the next deed."""
        if isinstance(deed, script.Shuffles):
            cards = tuple(card for expr in deed.cards for card in self._cards(expr))
            self.chance.wanted.append(Wanted(deed.span, zone=self.value(deed.zone), cards=cards))
            return
        for value in deed.values:
            meant = tuple((meaning.type, self.value(meaning.value)) for meaning in value.meanings)
            self.chance.wanted.append(Wanted(deed.span, values=meant))

    def fulfilled(self) -> None:
        """That chance has brought all it was said to bring."""
        for wanted in self.chance.wanted:
            happens = "it is not shuffled" if wanted.zone is not None else "chance picks nothing of the kind"
            raise self.failure(wanted.span, said(wanted.span), f"{happens} here")

    # ------------------------------------------------------------------------------------------ values

    def value(self, expr: core.Expr) -> Any:
        """An expression of the scenario on the table as it is."""
        return self.look.value(expr)

    def _cards(self, expr: core.Expr) -> list[int]:
        """The cards that an expression names, one or several."""
        found = self.value(expr)
        return [found] if isinstance(found, int) else list(found)

    @property
    def pending(self) -> bool:
        return bool(self.state.choices)

    def asks(self, seat: int) -> bool:
        """Whether a decision waits for that player."""
        return self.pending and self.state.player == seat

    def perform(self, name: str, args: tuple[Any, ...]) -> None:
        """Perform a procedure up to its first decision or its end."""
        tell_now(self.state)
        self.game.perform(self.state, name, args)
        self._rest()

    def _rest(self) -> None:
        if not self.state.frames:  # what was performed has come to its end
            self.state.choices = ()

    # ------------------------------------------------------------------------------------------ what may be done

    def ways(self) -> list[Way]:
        """Everything that is legal in the pending decision."""
        offers, env = self.game.asked(self.state.site).offers, environment(self.state)
        return [
            Way("", (), (), choice, declines=True)
            if choice.offer == DECLINE
            else self._way(offers[choice.offer], choice.values, env, choice)
            for choice in self.state.choices
        ]

    def legal(self, pick: script.Pick, seat: int) -> list[Way]:
        """The same; of an action that nobody offers, what would be legal if it were offered."""
        return self.ways() if self.pending else [way for way in self.thinkable(pick, seat) if way.removed is None]

    def thinkable(self, pick: script.Pick, seat: int) -> list[Way]:
        """Every candidate of the pending decision, with the rule that removed it; or of an action that nobody offers,
        with what the scenario gives."""
        program, env = self.game.program, dict[str, Any]()
        evaluator = Evaluator(program, self.state)
        if self.pending:
            choose, env = self.game.asked(self.state.site), environment(self.state)
        else:
            assert isinstance(pick, script.Act)
            args = zip(self.game.model.actions[pick.action].params, map(self.value, pick.args), strict=True)
            given = {name: arg for (name, _, source, _), arg in args if source is None}
            before, choose = offered(program, pick.action, seat, given)
            for let in before:
                env[let.name] = evaluator.expr(let.value, env)
        found = judge(evaluator, choose, env)
        return [attrs.evolve(self._way(choose.offers[c.offer], c.values, env), removed=c.removed) for c in found]

    def _way(
        self, offer: core.Offer, chosen: tuple[Any, ...], env: dict[str, Any], choice: Choice | None = None
    ) -> Way:
        action = self.game.model.actions.get(offer.name)
        if action is None:
            return Way("", tuple(p.type for p in offer.params), chosen, choice)
        known = {**env, **{p.name: v for p, v in zip(offer.params, chosen, strict=True)}}
        full = tuple(known[local.name] for _, local in offer.given if isinstance(local, core.Local))
        return Way(offer.name, tuple(type_ for _, type_, _, _ in action.params), full, choice)

    # ------------------------------------------------------------------------------------------ finding one

    def find(self, pick: script.Pick, ways: Sequence[Way]) -> Way | None:
        """The way a scenario means: the very card if it is there, else one like it."""
        fitting = [way for way in ways if self.fits(pick, way)]
        very = (way for way in fitting if self.lying(way.values) in self._wanted(pick, way))
        return next(very, fitting[0] if fitting else None)

    def the_one(self, pick: script.Pick, ways: Sequence[Way]) -> Way | None:
        """The same for a deed. Copies of a card that lie differently are not the same thing to do."""
        found = self.find(pick, ways)
        refs = pick.args if isinstance(pick, script.Act) else ()
        if isinstance(pick, script.Value):
            refs = tuple(m.value for m in pick.meanings)
        if found is not None and any(isinstance(ref, core.CardRef) for ref in refs):
            places = list(dict.fromkeys(self._lies(way) for way in ways if self.fits(pick, way)))
            if len(places) > 1:
                text, help = said(pick.span), "help: say which, as in `first(c in ... where c.up)`"
                actual = f"there are several: {', '.join(places)}"
                raise self.failure(pick.span, f"{text} is one thing to do", actual, help)
        return found

    def fits(self, pick: script.Pick, way: Way) -> bool:
        if isinstance(pick, script.Nothing):
            return way.declines
        return not way.declines and any(
            all(self._same(ty, a, b) for ty, a, b in zip(way.types, wanted, way.values, strict=True))
            for wanted in self._wanted(pick, way)
        )

    def _wanted(self, pick: script.Pick, way: Way) -> list[tuple[Any, ...]]:
        """What a pick says for the parameters of a way; nothing if it is about something else."""
        match pick:
            case script.Act(action, args) if action == way.action:
                return [tuple(self.value(arg) for arg in args)]
            case script.Value(meanings) if not way.action and way.types:
                return [(self.value(m.value),) for m in meanings if m.type == way.types[0]]
        return []

    def lying(self, values: tuple[Any, ...]) -> tuple[Any, ...]:
        """Values with the cards that lie at places."""
        z = self.state.z
        return tuple(z[v[1]][v[2]] if isinstance(v, tuple) and v[:1] == (PLACE,) else v for v in values)

    def _lies(self, way: Way) -> str:
        """Where the cards of a way lie, and which side is up."""
        parts = []
        for type_, value in zip(way.types, way.values, strict=True):
            if isinstance(t.settled(type_), t.CardOf) and (
                isinstance(value, tuple) or (value is not None and value >= 0)
            ):
                zone = value[1] if isinstance(value, tuple) else self.state.loc[value]
                up = not isinstance(value, tuple) and moves.side_in(self.state, value, zone)
                text = self.words.value(self.state, type_, value) if isinstance(value, int) else "a card"
                parts.append(f"{text} face {'up' if up else 'down'} in {self.words.zone(self.state, zone)}")
        return " with ".join(parts)

    def _same(self, type_: t.Type, wanted: Any, found: Any) -> bool:
        """Whether two values are one to a player: a card is what is printed on it, or the place where it lies."""
        inner = t.settled(type_)
        if isinstance(inner, t.ListOf) and isinstance(found, tuple):
            return groups.alike(wanted, found, partial(self._same, inner.of))
        if not isinstance(inner, t.CardOf) or not isinstance(wanted, int):
            return bool(wanted == found)
        if isinstance(found, tuple):
            zone = self.state.z[found[1]]
            return any(self._same(type_, wanted, card) for card in ([zone[found[2]]] if found[0] == PLACE else zone))
        return isinstance(found, int) and self.chance.same(wanted, found)

    # ------------------------------------------------------------------------------------------ doing it

    def take(self, way: Way, pick: script.Pick) -> None:
        """Answer the pending decision. Where chance would pick a card the player cannot see, it picks the one meant."""
        choice, s = way.choice, self.state
        assert choice is not None
        if any(isinstance(v, tuple) and v[:1] == (SOMEWHERE,) for v in way.values):
            group = candidates(s, choice)
            s.meant = [v for v in group if self.fits(pick, attrs.evolve(way, values=self.filled(way, v)))]
        self.answer(choice)

    def answer(self, choice: Choice) -> None:
        """Make a choice of the pending decision."""
        tell_now(self.state)
        self.state.choose(choice)
        self._rest()

    def filled(self, way: Way, chosen: tuple[Any, ...]) -> tuple[Any, ...]:
        """All parameters of a way, those that are chosen with their real values."""
        action = self.game.model.actions.get(way.action)
        if action is None:
            return chosen
        rest = iter(chosen)
        pairs = zip(action.params, way.values, strict=True)
        return tuple(next(rest) if source is not None else value for (_, _, source, _), value in pairs)

    # ------------------------------------------------------------------------------------------ saying what is wrong

    def failure(self, span: Span, expected: str, actual: str, *more: str) -> Failed:
        return Failed(span, [Wrong((actual,), (expected,))], [*more, *self.look.table()])

    def forbidden(self, rule: core.Filter) -> str:
        """The rule that removed something, with its sentence and its place."""
        title = f' "{rule.title}"' if rule.title else ""
        place = f" ({rule.span.place})" if rule.span else ""
        return f"the rule `{rule.rule}`{title} forbids it{place}"

    def called(self, way: Way) -> str:
        if way.choice is not None:
            return self.words.said(way.choice.say)
        values = [self.words.value(self.state, ty, v) for ty, v in zip(way.types, way.values, strict=True)]
        return f"{way.action}({', '.join(values)})" if values else way.action
