"""Exceptions to endings and to abilities that are resolved: what these say instead, or that they do not count.

Assumes that all bodies, endings and abilities are known.
"""

from __future__ import annotations

from hoyle import model
from hoyle import types as t
from hoyle.check.bearer import Bearer, ability_of
from hoyle.check.clauses import Clauses
from hoyle.core import nodes as core
from hoyle.core.walk import put
from hoyle.syntax import tree


def exception(clauses: Clauses, decl: tree.Exception_, bearer: Bearer | None) -> None:
    """An exception to an ending or to an ability that is resolved."""
    if bearer is not None:
        message = f"what a card says makes no exception to `{decl.target.span.text}`"
        clauses.world.report("HYL312", message, decl.target.span, "write it outside of the ability")
        return
    ability = ability_of(clauses.world, decl.target)
    if ability is None:
        _ending(clauses, decl)
    else:
        proc = model.ability_key(ability.card.text, ability.timing.text)
        clauses.body_exception(decl, None, clauses.world.model.procedures.get(proc))


# ---------------------------------------------------------------------------------------------- endings


def _ending(clauses: Clauses, decl: tree.Exception_) -> None:
    """The game does not end, or others win."""
    ending = next((e for e in clauses.world.model.endings if e.name == decl.target.name.text), None)
    if ending is None:
        return
    params = tuple((own, theirs.type) for own, theirs in ending.names.items())
    names, _ = clauses.names(decl.target, params, None)
    typer = clauses.typer(names, params, None, decl.target)
    when = typer.conditions(decl.when)
    value: core.Expr | None = None
    match decl.verdict:
        case tree.Gives(node):
            typer.locals["usual"] = t.ListOf(t.SEAT)
            value = typer.listing(node, t.SEAT)
            value = typer.fit(value, t.ListOf(t.SEAT), node.span, "who wins")
        case tree.Must() | tree.Body():
            message = f"`{ending.name}` is an ending: an exception to it is `waive`, or `gives` and who wins"
            help = "what happens before the end stands in a hook: `before ...` or `after ...`"
            clauses.world.report("HYL312", message, decl.verdict.span, help, about=ending.name)
            return
    back = {mine: ending.names[own] for mine, own in names.items() if own in ending.names}
    label = clauses.label(decl, None, [e.label for e in ending.exceptions])
    parent = clauses.parent(decl, ending.exceptions)
    over = tuple(word.text for word in decl.over)
    when, value = (None if part is None else put(part, back) for part in (when, value))
    ending.exceptions.append(model.Exception_(label, parent, over, when, value, None, decl.cites, decl.span))
    clauses.overs_later.append((decl, ending.exceptions))
