"""Exceptions that may apply at the same time: each pair is ordered by `over`, or proven apart.

Assumes a model without errors. What it cannot prove apart it reports, so that at the table no two exceptions to one
thing ever disagree.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from hoyle import model
from hoyle.check.apart import Prover, Verdict
from hoyle.check.graph import head
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.diagnostics import Label


def check_overlaps(world: World, prover: Prover) -> None:
    """Report exceptions that may both apply, that are over each other, or that can never apply."""
    for name, exceptions in _excepted(world.model):
        beats = _beats(exceptions)
        _circles(world, exceptions, beats)
        dead = _never(world, prover, name, exceptions)
        for first, second in itertools.combinations(exceptions, 2):
            ordered = second.label in beats[first.label] or first.label in beats[second.label]
            if first.parent != second.parent or ordered or _same(first, second, exceptions):
                continue
            if first.label in dead or second.label in dead:
                continue
            verdict = prover.together(*_conditions(first, exceptions), *_conditions(second, exceptions))
            if not verdict.never:
                _report(world, name, first, second, verdict)


def _excepted(game: model.Model) -> Iterator[tuple[str, list[model.Exception_]]]:
    holders: list[model.Define | model.Procedure] = [*game.defines.values(), *game.procedures.values()]
    for holder in holders:
        if holder.exceptions:
            yield holder.name, holder.exceptions


def _beats(exceptions: list[model.Exception_]) -> dict[str, set[str]]:
    """For each exception those it is over, also by way of others."""
    beats = {e.label: set(e.over) for e in exceptions}
    for _ in exceptions:
        for label, beaten in beats.items():
            beats[label] = beaten.union(*(beats.get(b, set()) for b in beaten))
    return beats


def _circles(world: World, exceptions: list[model.Exception_], beats: dict[str, set[str]]) -> None:
    for exception in exceptions:
        if exception.label in beats[exception.label]:
            message = f"`{exception.label}` would be over itself"
            world.report("HYL301", message, head(exception.span), "take one `over` out")


def _conditions(exception: model.Exception_, exceptions: list[model.Exception_]) -> list[core.Expr | None]:
    """Its own condition, and those of the exceptions it hangs on."""
    found = [exception.when]
    parent = exception.parent
    for _ in exceptions:
        above = next((e for e in exceptions if e.label == parent), None)
        if above is None:
            break
        found.append(above.when)
        parent = above.parent
    return found


def _same(first: model.Exception_, second: model.Exception_, exceptions: list[model.Exception_]) -> bool:
    """Whether it makes no difference which of the two counts."""
    if any(e.parent in (first.label, second.label) for e in exceptions):
        return False
    return first.body is None and second.body is None and first.value == second.value


def _never(world: World, prover: Prover, name: str, exceptions: list[model.Exception_]) -> set[str]:
    """Warn of exceptions whose condition cannot hold, and say which they are."""
    found: set[str] = set()
    for exception in exceptions:
        conditions = _conditions(exception, exceptions)
        if any(c is not None for c in conditions) and prover.together(*conditions).never:
            found.add(exception.label)
            if world.files[0].header.kind == "game":
                help = "no setting and no table makes it true: correct the condition, or take the exception out"
                span = head(exception.span)
                world.report("HYL303", f"this exception to `{name}` can never apply", span, help)
    return found


def _report(world: World, name: str, first: model.Exception_, second: model.Exception_, verdict: Verdict) -> None:
    if verdict.certain:
        both = f"both hold with {verdict.values}" if verdict.values else "both always hold"
    else:
        both = "nothing shows that only one of the two can hold"
    if first.label.startswith("line_"):
        help = "give the first one a name with `as ...`, and say in the second one that it is `over` that name"
    else:
        help = f"say which one counts: `over {first.label}` in the second one, or let the conditions exclude each other"
    label = Label(head(first.span), both)
    world.report("HYL301", f"two exceptions to `{name}` may both apply", head(second.span), help, [label])
