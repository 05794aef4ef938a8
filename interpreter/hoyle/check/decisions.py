"""Decisions in which there may be nothing to decide: when an action is possible, and whether one of several always is.

Assumes nothing of what is unknown. A choice that must be made needs an offer that is always there; otherwise the file
says what happens when there is none. A proof is certain: what was asked on the way to a decision still holds there, and
of actions whose conditions cannot all fail at once one is possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from hoyle import model
from hoyle import types as t
from hoyle.check.apart import Prover
from hoyle.check.certain import handed, impossible, possible, still
from hoyle.check.changes import Bodies, Decision
from hoyle.check.folds import never_empty
from hoyle.check.forms import mistaken
from hoyle.check.graph import Graph
from hoyle.check.plain import no, plain, some
from hoyle.check.world import World
from hoyle.core import nodes as core
from hoyle.core.walk import below, every_conjunct
from hoyle.diagnostics import Label
from hoyle.program.grouping import is_groups
from hoyle.program.offers import rules_about
from hoyle.source import Span, head


def check_decisions(world: World, bodies: Bodies, prover: Prover, graph: Graph) -> None:
    """Report decisions that may leave a player without a legal choice, and those of which it is said that they never
    do where that need not be said."""
    for decision in bodies.decisions:
        choose = decision.choose
        if (decision.certain and not decision.never) or not choose.offers or _unknown(world, decision):
            continue
        reasons = [_doubt(world.model, offer) for offer in choose.offers]
        sure = None in reasons or choose.who is None or always_one(prover, graph, decision)
        if sure and decision.never:
            message = "one of these is always possible" if len(reasons) > 1 else "this is always possible"
            span = head(decision.node.span)
            world.report("HYL303", f"{message}, so `otherwise never` says nothing", span, "leave it out")
        if sure or decision.certain:
            continue
        names = [offer.name for offer in choose.offers]
        what = f"`{names[0]}`" if len(names) == 1 else "all of these"
        labels = [Label(span, text) for span, text in (r for r in reasons if r is not None)]
        message = f"{what} may be impossible, and nothing says what happens then"
        help = "write `if able` after it, or say what happens `otherwise`"
        missing = _missing(prover, graph, decision) if len(names) == 1 else None
        if missing is not None:
            help = f"it is possible unless {missing}: write `otherwise never` below it if that cannot be; else {help}"
        else:
            help += "; `otherwise never`, if there always is one"
        world.report("HYL304", message, head(decision.node.span), help, labels, about=names)


def _unknown(world: World, decision: Decision) -> bool:
    """Whether what is offered, or was asked before, has an error, or asks for something that has."""
    if any(offer.name in world.broken for offer in decision.choose.offers):
        return True
    parts = (decision.choose.who, decision.choose.acting, *(one.test for one in decision.held))
    return mistaken(*parts) or any(
        getattr(node, "name", None) in world.broken for part in parts for node in below(part)
    )


def _doubt(game: model.Model, offer: core.Offer) -> tuple[Span, str] | None:
    """Why an action may be impossible, with the place; None if it is always possible."""
    action = game.actions.get(offer.name)
    if action is None:
        return None
    for name, _, source, where in action.params:
        if where is not None:
            return where.span or action.span, f"there may be no such `{name}`"
        if source is not None and not never_empty(source, None, game.seats[0]):
            return source.span or action.span, f"there may be no `{name}`"
    forbidding = [*filters(game, offer.name), *offer.filters]
    return (forbidding[0].span or action.span, "this may forbid it") if forbidding else None


def always_one(prover: Prover, graph: Graph, decision: Decision) -> bool:
    """Whether one of the offers is possible wherever the decision is made."""
    choose = decision.choose
    acts = choose.acts
    assert acts is not None
    held = list(still(graph, decision.held))
    game = prover.game
    known = [offer for offer in choose.offers if not offer.filters]  # how often another may be done shows only in play
    able = [possible(game, offer, acts, filters(game, offer.name)) for offer in known]
    return impossible(prover, [*held, *map(no, able)])


def _missing(prover: Prover, graph: Graph, decision: Decision) -> str | None:
    """In the words of the definition, what keeps the only action from being possible; None if that is hard to say."""
    (offer,), who = decision.choose.offers, decision.choose.acts
    assert who is not None
    if offer.filters:
        return None
    held, game = list(still(graph, decision.held)), prover.game
    for test, words in _parts(game, offer):
        if words and not impossible(prover, [*held, no(handed(test, offer, who))]):
            return _in_words(words, who)
    return None


def _parts(game: model.Model, offer: core.Offer) -> Iterator[tuple[core.Expr, str]]:
    """What an action needs, each with what is the case if it has not got it; no words where they would be many."""
    for name, _, source, where in game.actions[offer.name].params:
        if source is not None:
            some = core.Fold("any", name, source, where, None, t.YES_NO)
            span, test = source.span, None if where is None else where.span
            words = "" if span is None else f"`empty({span.text})`"
            if is_groups(source):
                words = "" if span is None else f"`not any({span.text})`"
            elif where is not None:
                words = f"no `{name}` in `{span.text}` fulfils `{test.text}`" if span and test else ""
            yield some, words
    for filter_ in filters(game, offer.name):
        plainly = filter_.when is None and filter_.waived is None and filter_.test.span is not None
        words = f"`not ({filter_.test.span.text})`" if plainly and filter_.test.span is not None else ""
        yield possible(game, offer, core.Local("you", t.SEAT), [filter_]), words


def _in_words(words: str, who: core.Expr) -> str:
    """The same, with who acts in place of `you`."""
    name = who.span.text if who.span is not None else "you"
    return re.sub(r"\byou\b", lambda _: name, " ".join(words.split()))


def filters(game: model.Model, name: str) -> list[core.Filter]:
    """What forbids an action: its own conditions, and those of rules about it that are not waived for good."""
    rules = rules_about(game, name)
    return [f for f in rules if not f.if_able and not (isinstance(f.waived, core.Const) and f.waived.value)]


def asked(held: Iterable[core.Expr], source: core.Expr, where: core.Expr | None, name: str) -> bool:
    """Whether it was asked in so many words that there is such a member."""
    known = {part for condition in held for part in every_conjunct(plain(condition))}
    wanted = some(source, name if where is not None else "", where)
    return all(part in known for part in every_conjunct(wanted))
