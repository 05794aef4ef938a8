"""An action or a named choice where it is offered: what is chosen for it, what is handed over, all rules about it.

It is put together here for everybody: those who check it and those who lower it.
"""

from __future__ import annotations

from collections.abc import Callable

import attrs

from hoyle import model
from hoyle.core import nodes as core
from hoyle.core.walk import substitute


def rules_about(game: model.Model, name: str) -> list[core.Filter]:
    """All that may forbid an action or a named choice: its own conditions, then the rules about it."""
    action = game.actions.get(name)
    own = action.filters if action is not None else []
    return [*own, *(f for rule in game.rules for f in rule.targets.get(name, []))]


def limited(game: model.Model, kept: core.Filter) -> tuple[core.Filter, ...]:
    """What an offer alone has to keep to, with the exceptions to it."""
    limit = game.limits.get(kept.rule)
    return (kept,) if limit is None else (attrs.evolve(kept, waived=limit.waived), *limit.musts)


def put_together(
    game: model.Model,
    offer: core.Offer,
    you: core.Expr,
    called: Callable[[str], str] = str,
    handed: Callable[[core.Local, core.Expr], core.Expr] = lambda local, value: value,
) -> core.Offer:
    """The offer in words of its own: `you` is this player, and a parameter of an action is called so.

    handed: what stands for a value that whoever offers an action hands over, which is called like a parameter.
    """
    names: dict[str, core.Expr] = {"you": you}
    rules, own = rules_about(game, offer.name), tuple(f for limit in offer.filters for f in limited(game, limit))
    action = game.actions.get(offer.name) if not offer.params else None
    if action is None:
        return attrs.evolve(offer, filters=tuple(substitute(f, names) for f in (*rules, *own)))
    given, params = dict(offer.given), []
    # what an action calls its own may be called the same where it is offered
    for name, type_, source, where in action.params:
        local = core.Local(called(name), type_)
        if source is None:
            names[name] = handed(local, given[name])
            continue
        chosen_from, names[name] = substitute(source, names), local
        bound = None if where is None else substitute(where, names)
        params.append(core.Param(local.name, chosen_from, bound, type_, called=name))
    return attrs.evolve(
        offer,
        given=tuple((name, names[name]) for name, _, _, _ in action.params),
        params=tuple(params),
        filters=tuple(substitute(f, names) for f in (*rules, *own)),
        template=tuple(p if isinstance(p, str) else substitute(p, names) for p in action.template),
        body=substitute(offer.body, names),
    )
