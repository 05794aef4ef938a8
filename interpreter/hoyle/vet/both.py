"""Two exceptions that both apply, shown by play: the smallest game that was found in which they do and disagree.

The game is played with one of the two variants over the other, so that it can be played at all. What they disagree
about is looked at whenever somebody is asked; of an effect or phase, whenever it is done.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.world import Holder
from hoyle.conflicts.conflict import Conflict
from hoyle.core import nodes as core
from hoyle.core.walk import substitute
from hoyle.program.clauses import in_force
from hoyle.read.reading import Reading
from hoyle.run.game import Game, prepare
from hoyle.trials.course import Failing
from hoyle.trials.hunt import hunt
from hoyle.trials.look import Look, tell
from hoyle.trials.pool import Pool
from hoyle.trials.record import write
from hoyle.trials.settings import settings
from hoyle.trials.shrinking.shrink import shrink

NAME = "both_apply"
LONGEST = 100  # how many values of a parameter are tried


@attrs.frozen
class Dispute:
    """Two exceptions to one thing. cases: what its parameters can be, in their order; both: that both apply in a case,
    and do not give the same; gives: what they give, if they give something."""

    holder: Holder
    cases: tuple[core.Expr, ...]
    both: core.Expr
    gives: tuple[core.Expr, core.Expr] | None

    def promise(self) -> model.Property:
        """That it never comes to that."""
        test: core.Expr
        if isinstance(self.holder, model.Procedure):
            before = core.Prim("was", (self.both,), t.YES_NO)
            test = core.Prim("not", (before,), t.YES_NO)
            return model.Property(NAME, None, "after", self.holder.name, test, (), self.holder.span)
        if isinstance(self.holder, model.Ending) and self.holder.points:
            test = core.Prim("not", (self.both,), t.YES_NO)
            return model.Property(NAME, None, "after", self.holder.points[0], test, (), self.holder.span)
        if isinstance(self.holder, model.Ending):
            return model.Property(NAME, None, "never", None, self.both, (), self.holder.span)
        test = self.both
        for (name, _), source in reversed(list(zip(self.holder.params, self.cases, strict=True))):
            test = core.Fold("any", name, source, test, None, t.YES_NO)
        return model.Property(NAME, None, "never", None, test, (), self.holder.span)


def show(conflict: Conflict, read: Callable[[], Reading], games: int, seed: int) -> Conflict:
    """The conflict with a play that shows it, or with what play has shown.

    read: reads the game with one of the two over the other.
    """
    reading = read()
    if reading.failed:
        return attrs.evolve(conflict, tried="nothing was played: something else is wrong with these variants together")
    game = reading.model
    dispute = _dispute(game, conflict)
    if dispute is None:
        return attrs.evolve(conflict, tried="nothing was played: there are too many cases to look at")
    game.properties = [dispute.promise()]
    pool = Pool(reading, settings(game, games, seed), ())
    failings = hunt(pool, games, seed, lambda: None)
    if 0 not in failings.found:
        return attrs.evolve(conflict, tried=f"in {games} games played at random the two never disagreed")
    found = shrink(pool, 0, failings.found[0])
    plain = prepare(read(), players=found.play.players, options=found.play.options)
    watched = pool.game(found.play)
    shown = (*_seen(dispute, found, watched, conflict.whose), *tell(watched, found.play))
    return attrs.evolve(conflict, certain=True, play=write(found.play, plain, conflict.words), shown=shown)


def _seen(dispute: Dispute, found: Failing, game: Game, whose: tuple[str, str]) -> list[str]:
    """The case in which they disagree, and what each of them gives there."""
    if dispute.gives is None or not isinstance(dispute.holder, model.Define):
        return [line.removeprefix("actual: ") for line in found.lines if line.startswith("actual: with ")]
    state, _ = found.play.again(game)
    look, params = Look(state), dispute.holder.params
    for values in itertools.product(*(look.value(source) for source in dispute.cases)):
        env = {name: value for (name, _), value in zip(params, values, strict=True)}
        if look.value(dispute.both, env):
            told = [look.words.value(state, dispute.holder.type, look.value(gives, env)) for gives in dispute.gives]
            case = ", ".join(f"{name} = {look.words.value(state, type_, env[name])}" for name, type_ in params)
            both = ", ".join(f"{who} gives {what}" for who, what in zip(whose, told, strict=True))
            return [f"with {case}: {both}" if case else both]
    return []


def _dispute(game: model.Model, conflict: Conflict) -> Dispute | None:
    """What two exceptions disagree about; None if that cannot be looked at."""
    holders: list[Holder] = [*game.defines.values(), *game.procedures.values(), *game.endings]
    for holder in holders:
        # the same places in another reading
        spots = [(place.source.name, place.start) for place in conflict.places]
        pair = [e for spot in spots for e in holder.exceptions if (e.span.source.name, e.span.start) == spot]
        if len(pair) != 2:
            continue
        parts = _both(holder.exceptions, pair[0], pair[1])
        if not isinstance(holder, model.Define):
            return Dispute(holder, (), core.Prim("and", tuple(parts), t.YES_NO), None)
        cases = [_cases(game, type_) for _, type_ in holder.params]
        if None in cases:
            return None
        one, other = _value(holder, pair[0]), _value(holder, pair[1])
        gives = (one, other) if one is not None and other is not None else None
        parts += [core.Prim("is not", gives, t.YES_NO)] if gives else []
        known = tuple(case for case in cases if case is not None)
        return Dispute(holder, known, core.Prim("and", tuple(parts), t.YES_NO), gives)
    return None


def _both(exceptions: list[model.Exception_], one: model.Exception_, other: model.Exception_) -> list[core.Expr]:
    """That both are in force, and so is what they hang on."""
    found = [in_force(exceptions, one), in_force(exceptions, other)]
    parent = one.parent
    while parent is not None and len(found) <= len(exceptions) + 2:
        above = next(e for e in exceptions if e.label == parent)
        found += [above.when] if above.when is not None else []
        parent = above.parent
    return found


def _value(define: model.Define, exception: model.Exception_) -> core.Expr | None:
    """What an exception gives, with what is usual put in."""
    if exception.value is None:
        return None
    parent = next((e for e in define.exceptions if e.label == exception.parent), None)
    usual = define.value if parent is None else _value(define, parent)
    value = exception.value if usual is None else substitute(exception.value, {"usual": usual})
    return attrs.evolve(value, span=exception.value.span)


def _cases(game: model.Model, type_: t.Type) -> core.Expr | None:
    """Everything a parameter can be, as a list; None if it can be anything."""
    match t.settled(type_):
        case t.Seat():
            return core.Members(None, t.ListOf(t.SEAT))
        case t.CardOf(name):
            return core.Members(name, t.ListOf(t.CardOf(name)))
        case t.YesNo():
            return _list([True, False], type_)
        case t.Kind(name):
            return _list(list(range(len(game.kinds[name].members))), type_)
        case t.Numbers(int() as low, int() as high) if high - low < LONGEST:
            return _list(list(range(low, high + 1)), type_)
    return None


def _list(values: list[int] | list[bool], type_: t.Type) -> core.Expr:
    return core.Prim("list", tuple(core.Const(value, type_) for value in values), t.ListOf(type_))
