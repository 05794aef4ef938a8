"""What variants disagree about, and nothing settles: what the files show, then what play shows.

Two exceptions that both apply are shown by the smallest game that was found in which they do and disagree. It is played
with one of the two variants over the other, so that it can be played at all. What they disagree about is looked at
whenever somebody is asked; of an effect or phase, whenever it is done.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.check.world import Holder
from hoyle.conflicts.conflict import EXCEPTIONS, Conflict
from hoyle.core import nodes as core
from hoyle.core.walk import substitute
from hoyle.files.lineage import Over
from hoyle.program.clauses import in_force
from hoyle.read import Reading, find_game, find_variants, read_path
from hoyle.run.game import Game, prepare
from hoyle.trials.course import Failing
from hoyle.trials.hunt import hunt
from hoyle.trials.pool import Pool
from hoyle.trials.record import write
from hoyle.trials.settings import settings
from hoyle.trials.shrink import shrink
from hoyle.trials.words import Look, tell
from hoyle.vet.finding import CONFLICT, Finding, Part
from hoyle.vet.subject import Subject

GAMES = 200
NAME = "both_apply"
LONGEST = 100  # how many values of a parameter are tried


def find(
    base: str | Path, variants: Sequence[str | Path], *, games: int = GAMES, seed: int = 0
) -> tuple[Conflict, ...]:
    """The conflicts between some variants of a game (or with exceptions of the game itself) that nothing settles.

    base: a bundled name or a path. variants: paths, or names beside the game; `"b over a"` settles what b and a
    disagree about. games: how many are played at random to show two exceptions that both apply; with none, nothing is
    played. What else is wrong with the variants is no conflict and is not told.
    """
    path = find_game(str(base))
    given, over = find_variants([str(variant) for variant in variants], path)
    reading = read_path(path, given=given, over=over)
    if not games:
        return tuple(reading.conflicts)
    orders = [_order(conflict, reading) for conflict in reading.conflicts]
    settled = list(dict.fromkeys([*over, *(order for order in orders if order is not None)]))
    found = []
    for conflict, order in zip(reading.conflicts, orders, strict=True):
        if conflict.kind == EXCEPTIONS and order is not None:
            conflict = _show(conflict, lambda: read_path(path, given=given, over=settled), games, seed)
        found.append(conflict)
    return tuple(found)


def conflicts(subject: Subject, games: int, seed: int) -> Part:
    """The conflicts between variants that are vetted, or with the game they are of."""
    assert subject.base is not None
    found = find(subject.base, subject.typed(), games=games, seed=seed)
    return Part(tuple(_finding(conflict) for conflict in found))


def _finding(conflict: Conflict) -> Finding:
    return Finding(
        CONFLICT,
        conflict.words,
        conflict.words,
        ", ".join(span.place for span in conflict.places),
        conflict.base.place if conflict.base is not None else None,
        (*conflict.shown, *([conflict.tried] if conflict.tried else [])),
        conflict.play or "",
        tuple(conflict.advice()),
        conflict.certain,
    )


def _order(conflict: Conflict, reading: Reading) -> Over | None:
    """The later of two variants over the earlier one, so that the game can be played."""
    sources = [variant.span.source for variant in reading.variants]
    places = [sources.index(place.source) for place in conflict.places if place.source in sources]
    if len(places) < 2:
        return None
    one, other = (Path(sources[number].name).stem for number in sorted(places))
    return other, one


# ---------------------------------------------------------------------------------------------- two exceptions


@attrs.frozen
class Dispute:
    """Two exceptions to one thing. cases: what its parameters can be, in their order; both: that both apply in a case,
    and do not give the same; gives: what they give, if they give something."""

    holder: Holder
    cases: Sequence[core.Expr]
    both: core.Expr
    gives: tuple[core.Expr, core.Expr] | None

    def promise(self) -> model.Property:
        """That it never comes to that."""
        holder, test = self.holder, self.both
        kind: str = "never"
        point: str | None = None
        match holder:
            case model.Procedure(name=point):
                before = core.Prim("was", (test,), t.YES_NO)
                kind, test = "after", core.Prim("not", (before,), t.YES_NO)
            case model.Ending(points=[point, *_]):
                kind, test = "after", core.Prim("not", (test,), t.YES_NO)
            case model.Define(params=params):
                for (name, _), source in reversed(list(zip(params, self.cases, strict=True))):
                    test = core.Fold("any", name, source, test, None, t.YES_NO)
        return model.Property(NAME, None, kind, point, test, (), holder.span)


def _show(conflict: Conflict, read: Callable[[], Reading], games: int, seed: int) -> Conflict:
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
        return [f"with {found.wrong.case}"] if found.wrong.case else []
    state, _ = found.play.again(game)
    look, params = Look(state), dispute.holder.params
    for values in itertools.product(*(look.value(source) for source in dispute.cases)):
        env = {name: value for (name, _), value in zip(params, values, strict=True)}
        if look.value(dispute.both, env):
            told = [look.words.value(state, dispute.holder.type, look.value(gives, env)) for gives in dispute.gives]
            case = look.case(params, env)
            both = ", ".join(f"{who} gives {what}" for who, what in zip(whose, told, strict=True))
            return [f"with {case}: {both}" if case else both]
    return []


def _dispute(game: model.Model, conflict: Conflict) -> Dispute | None:
    """What two exceptions disagree about; None if that cannot be looked at."""
    holders: list[Holder] = [*game.defines.values(), *game.procedures.values(), *game.endings]
    spots = [(place.source.name, place.start) for place in conflict.places]  # the same places in another reading
    for holder in holders:
        pair = [e for spot in spots for e in holder.exceptions if (e.span.source.name, e.span.start) == spot]
        if len(pair) != 2:
            continue
        parts, gives = _both(holder.exceptions, pair[0], pair[1]), None
        cases: list[core.Expr] = []
        if isinstance(holder, model.Define):
            every = [_cases(game, type_) for _, type_ in holder.params]
            cases = [case for case in every if case is not None]
            if len(cases) < len(every):
                return None
            one, other = _value(holder, pair[0]), _value(holder, pair[1])
            gives = (one, other) if one is not None and other is not None else None
            parts += [core.Prim("is not", gives, t.YES_NO)] if gives else []
        return Dispute(holder, cases, core.Prim("and", tuple(parts), t.YES_NO), gives)
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
    values: Iterable[int]
    match t.settled(type_):
        case t.Seat():
            return core.Members(None, t.ListOf(t.SEAT))
        case t.CardOf(name):
            return core.Members(name, t.ListOf(t.CardOf(name)))
        case t.YesNo():
            values = (True, False)
        case t.Kind(name):
            values = game.kinds[name].numbers
        case t.Numbers(int() as low, int() as high) if high - low < LONGEST:
            values = range(low, high + 1)
        case _:
            return None
    return core.Prim("list", tuple(core.Const(value, type_) for value in values), t.ListOf(type_))
