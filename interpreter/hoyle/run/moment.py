"""Texts of choices that depend on the table, worked out when somebody asks for them.

Most players are programs and read no texts. A choice whose text tells of the table, or is told apart from others by
where its card lies, remembers the moment it was offered. Asked for its text it looks at the state, or, if that has
moved on, plays the same game up to that moment again.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below, free
from hoyle.diagnostics import HoyleError
from hoyle.program.evaluate import Evaluator
from hoyle.run.acting import eyes
from hoyle.run.choices import DECLINE, Choice, filled, told_apart
from hoyle.run.parts import Said, in_words, value
from hoyle.table import moves
from hoyle.table.seen import PLACE, as_seen, hidden
from hoyle.values import read

if TYPE_CHECKING:
    from hoyle.run.state import State

Texts = dict[tuple[int, Any], Said]
Known = dict[int, Said]  # by the identity of a part of a template


class Moment:
    """One decision of one game: how to get there again, and the texts once they are known."""

    __slots__ = ("found", "game", "log", "seed", "state")

    def __init__(self, s: State) -> None:
        self.state = weakref.ref(s)
        self.game, self.seed, self.log = s.game, s.seed, s.log
        self.found: Texts | None = None

    def say(self, choice: Choice) -> Said:
        if self.found is None:
            state = self.state()
            if state is None or state.log is not self.log or not state.choices:
                state, made = beginning(self)
                for earlier in made:
                    state.choose(earlier)
            self.found = texts(state)
        return self.found[choice.offer, choice.key]


def beginning(of: Moment | State) -> tuple[State, list[Choice]]:
    """The game as it began, and the choices that lead from there to a moment."""
    return of.game.again(of.seed), chosen(of.log)


def chosen(log: Any, since: Any = None) -> list[Choice]:
    """The choices that were made up to a point of a log, in order. since: an earlier point, to begin behind it."""
    found = []
    while log is not None and log is not since:
        if log[1] in (moves.CHOSEN, moves.PLAYED):
            found.append(log[3])
        log = log[0]
    found.reverse()
    return found


def texts(s: State) -> Texts:
    """What each pending choice says now."""
    known: Known = {}
    found = [choice.say if choice.moment is None else bare(s, choice, known) for choice in s.choices]
    if len(set(map(in_words, found))) < len(found):
        found = told_apart(s, s.choices, found)
    return {(choice.offer, choice.key): said for choice, said in zip(s.choices, found, strict=True)}


def tell_now(s: State) -> None:
    """Work out the texts of all pending choices, because this moment cannot be reached again in the same way."""
    for choice in s.choices:
        choice.become(choice.say)


def tell_all(s: State, since: Any = None) -> None:
    """Work out the texts of all choices that were made, in one go, before the log is read from some point on."""
    if all(choice.known for choice in chosen(s.log, since)):
        return
    state, made = beginning(s)
    for choice in made:
        mine = next(c for c in state.choices if c.same(choice))
        choice.become(mine.say)
        state.choose(mine)


def bare(s: State, choice: Choice, known: Known) -> Said:
    """What a choice says now, before it is told apart from others. known: as for `wording`."""
    return wording(s, choice.site, choice.offer, choice.values, known) or choice.words()


def wording(
    s: State, site: int, offer: int, values: tuple[Any, ...], known: Known | None = None, forbidden: bool = False
) -> Said | None:
    """The text now, if it depends on the table and not on the choice alone.

    What is forbidden may have a text that nobody was meant to read: it names cards only as the player sees them.
    known: what the choices of this decision tell that is the same for all, to be told once.
    """
    choose = s.game.asked(site)
    forbidden = forbidden or offer == DECLINE  # what declining tells of cards is no card of the choice
    asked = choose.refusal if offer == DECLINE else choose.offers[offer]
    own = {param.name: _lying(s, value) for param, value in zip(asked.params, values, strict=True)}
    said = (part for part in asked.template if not isinstance(part, str))
    told = [part for part in said if not (isinstance(part, core.Local) and part.name in own)]
    if not told:
        return None
    frame, slots = s.frames[-1], s.game.plan.slots(site)
    names = {**{name: frame[slot] for name, slot in slots.items()}, **own}
    evaluator = Evaluator(s.game.program, s)
    known = {} if known is None else known

    def say(part: core.Expr) -> Said:
        if id(part) in known:
            return known[id(part)]
        said = _worked_out(s, evaluator, part, names, forbidden)
        if not own.keys() & free(part):
            known[id(part)] = said
        return said

    return filled(s.game, asked, values, [say(part) for part in told])


def _worked_out(s: State, evaluator: Evaluator, part: core.Expr, names: Mapping[str, Any], forbidden: bool) -> Said:
    """What a text tells, unless it is about a card that nobody can point at, or would stop whoever reads it."""
    if any(hidden(names.get(node.name)) for node in below(part) if isinstance(node, core.Local)):
        return ("?",)
    try:
        found = evaluator.expr(part, names)
    except HoyleError:
        return ("?",)
    if isinstance(part.type, t.ZoneOf):
        found = s.z[found]
    return value(s.game, part.type, _seen(s, part.type, found) if forbidden else found)


def _seen(s: State, type_: t.Type, value: Any) -> Any:
    """A value with the cards in it as the player who is asked sees them."""
    return read(
        type_,
        value,
        none=None,
        card=lambda card: as_seen(s, eyes(s), card),
        seat=lambda seat: seat,
        several=lambda of, values: [_seen(s, of, each) for each in values],
        other=lambda one: one,
    )


def _lying(s: State, value: Any) -> Any:
    """The card at a place, since a text tells of it only what everybody sees (HYL402); other values as they are."""
    return s.z[value[1]][value[2]] if hidden(value) and value[0] == PLACE else value
