"""Exceptions that may apply at the same time: each pair is ordered by `over`, or proven apart.

Assumes a model without errors. What it cannot prove apart it reports, so that at the table no two exceptions to one
thing ever disagree.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

import attrs

from hoyle import model
from hoyle.check.apart import Proof, Prover
from hoyle.check.graph import closure
from hoyle.check.world import Holder, Overlap, World
from hoyle.core import nodes as core
from hoyle.diagnostics import About, Label
from hoyle.program.clauses import in_force
from hoyle.source import Source, head

MOST = 10  # reports about one thing


def put_ahead(game: model.Model, ahead: Collection[tuple[Source, Source]]) -> None:
    """Exceptions from some texts are over those from others, unless they say otherwise themselves."""
    for holder in _excepted(game) if ahead else ():
        beats = _beats(holder.exceptions)
        for first, second in itertools.permutations(holder.exceptions, 2):
            if (first.span.source, second.span.source) in ahead and first.label not in beats[second.label]:
                first.over = (*first.over, second.label)


def check_overlaps(world: World, prover: Prover) -> None:
    """Report exceptions that may both apply, that are over each other, or that can never apply."""
    for holder in _excepted(world.model):
        exceptions, beats = holder.exceptions, _beats(holder.exceptions)
        for label, exception in ((e.label, e) for e in exceptions if e.label in beats[e.label]):
            message, about = f"`{label}` would be over itself", About(holder.name, label)
            world.report("HYL301", message, head(exception.span), "take one `over` out", about=about)
        conditions = {e.label: _conditions(e, {other.label: other for other in exceptions}) for e in exceptions}
        dead = _never(world, prover, holder, conditions)
        parents = {e.parent for e in exceptions}
        reported = 0
        for first, second in itertools.combinations([e for e in exceptions if e.label not in dead], 2):
            ordered = second.label in beats[first.label] or first.label in beats[second.label]
            if first.parent != second.parent or ordered or _same(first, second, parents):
                continue
            proof = prover.together(*conditions[first.label], *conditions[second.label])
            if not proof.never:
                _report(world, holder, first, second, proof)
                reported += 1
            if reported == MOST:
                break


def _excepted(game: model.Model) -> Iterator[Holder]:
    holders: list[Holder] = [*game.defines.values(), *game.procedures.values(), *game.endings]
    return (holder for holder in holders if holder.exceptions)


def _beats(exceptions: list[model.Exception_]) -> dict[str, set[str]]:
    """For each exception those it is over, also by way of others."""
    over = {e.label: e.over for e in exceptions}
    return {label: set(closure(beaten, lambda one: over.get(one, ()))) for label, beaten in over.items()}


def _conditions(exception: model.Exception_, by_label: dict[str, model.Exception_]) -> list[core.Expr | None]:
    """That it holds and nothing waives it; and the conditions of the exceptions it hangs on."""
    found: list[core.Expr | None] = [in_force(list(by_label.values()), exception)]
    while exception.parent is not None and len(found) <= len(by_label):
        exception = by_label[exception.parent]
        found.append(exception.when)
    return found


def _same(first: model.Exception_, second: model.Exception_, parents: set[str | None]) -> bool:
    """Whether it makes no difference which of the two counts."""
    if first.label in parents or second.label in parents:
        return False
    return first.body is None and second.body is None and first.value == second.value


def _never(world: World, prover: Prover, holder: Holder, conditions: dict[str, list[core.Expr | None]]) -> set[str]:
    """Warn of exceptions whose condition cannot hold, and say which they are."""
    dead = [e for e in holder.exceptions if prover.together(*conditions[e.label]).never]
    header = world.files[0].header
    # what the game says of tables that a variant is not for is no mistake
    before = Prover(attrs.evolve(world.model, seats=header.written_for)) if header.written_for and dead else prover
    for exception in dead:
        if header.kind == "game" and before.together(*conditions[exception.label]).never:
            help = "no setting and no table makes it true: correct the condition, or take the exception out"
            message = f"this exception to `{holder.name}` can never apply"
            world.report("HYL303", message, head(exception.span), help, about=holder.name)
    return {e.label for e in dead}


def _report(world: World, holder: Holder, first: model.Exception_, second: model.Exception_, proof: Proof) -> None:
    if proof.certain:
        both = f"both hold with {proof.values}" if proof.values else "both always hold"
    else:
        both = "nothing shows that only one of the two can hold"
    if not first.named:
        help = "give the first one a name with `as ...`, and say in the second one that it is `over` that name"
    else:
        help = f"say which one counts: `over {first.label}` in the second one, or let the conditions exclude each other"
    label = Label(head(first.span), both)
    world.overlaps.append(Overlap(holder, first, second, proof.certain, both))
    message = f"two exceptions to `{holder.name}` may both apply"
    world.report("HYL301", message, head(second.span), help, [label], about=holder.name)
