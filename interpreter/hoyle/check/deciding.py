"""Decisions in a body: who is asked, what is offered, what declining is called, and what is known afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle import types as t
from hoyle.check.changes import Decision
from hoyle.check.decisions import asked
from hoyle.check.facts import locals_only
from hoyle.check.folds import choosable, never_empty, single
from hoyle.check.forms import mistaken, template
from hoyle.check.held import just_asked
from hoyle.check.record import Symbol, last_letters
from hoyle.core import nodes as core
from hoyle.core.walk import impossible
from hoyle.source import Span
from hoyle.syntax import tree

if TYPE_CHECKING:
    from hoyle.check.statements import Body
    from hoyle.check.turns import Limits


def decide(body: Body, node: tree.Decide, limits: Limits | None) -> core.Choose[core.Said]:
    """A decision among actions. limits: how often each may be done, if it is made again and again."""
    body.may_decide(node.span)
    who = body.who(node.who)
    if who is None:
        help = "write `chance chooses one ...`"
        body.world.report("HYL309", "chance chooses, it does not act", node.who.span, help)
    acting = None if node.acting is None else body.value(node.acting, t.SEAT, "who is acted for")
    offers = [found for offer in node.offers if (found := _offer(body, offer, limits)) is not None]
    wrong = {
        "what must be done cannot be declined": (node.must, "write `may`, or leave out what declining is called"),
        "what is declined in words is always asked": (node.if_able, "leave out `if able`"),
    }
    declined = _declined(body, node.declined, wrong)
    held, body.held = body.held, ()
    facts, body.facts = body.facts, locals_only(body.facts)  # the action may have changed the table
    then = body.block(node.then) if node.then is not None else ()
    body.facts, body.held = facts, ()
    otherwise = body.block(node.otherwise) if node.otherwise is not None else ()
    if impossible(otherwise):
        _never_declined(body, not node.must or node.if_able, node.span)
    handled = node.if_able or node.otherwise is not None or not node.must or node.declined is not None
    made = core.Choose(
        *(who, "you", tuple(offers), None, False, not node.must, then, otherwise),
        acting=acting,
        declined=declined,
        span=node.span,
    )
    body.bodies.decisions.append(Decision(made, node, handled, held, impossible(otherwise)))
    return made


def _never_declined(body: Body, optional: bool, span: Span) -> None:
    """Report a decision that may be declined, and of which it is said that this never happens."""
    if optional:
        message = "this may be declined, and `otherwise never` says that it is not"
        body.world.report("HYL304", message, span, "let it be a `must`, or say what happens `otherwise`")


def _declined(body: Body, text: tree.Text | None, wrong: dict[str, tuple[bool, str]]) -> tuple[str | core.Expr, ...]:
    """What declining is called. wrong: what keeps anybody from it, whether that is so, and help."""
    if text is None:
        return ()
    wrong["nothing says what declining is called"] = not text.text.strip(), 'write it: `or "pass"`'
    for message, (so, help) in wrong.items():
        if so:
            body.world.report("HYL342", message, text.span, help)
            return ()
    return template(body, text)


def _offer(body: Body, node: tree.Offer, limits: Limits | None) -> core.Offer | None:
    name = node.action.text
    decl = body.world.names.get(name)
    if not isinstance(decl, tree.Action):
        else_ = f"declare it: `action {name}`, and below it, indented, what is done"
        body.world.unknown(name, node.action.span, body.world.declared(tree.Action), "action", else_)
        return None
    body.world.record.name(name, node.action.span)
    given = [p for p in decl.params if isinstance(p, tree.Param)]
    if len(given) != len(node.args):
        message = f"`{name}` has to be given {len(given)}, but here are {len(node.args)}"
        body.world.report("HYL103", message, node.span, "what a player chooses is not given here", about=name)
        return None
    args = []
    for param, arg in zip(given, node.args, strict=True):
        type_ = body.world.read_type(param.type) if param.type else t.BROKEN
        args.append((param.name.text, body.value(arg, type_, name=param.name.text)))
    made = core.Offer(name, tuple(args), (), (), (), (), span=node.span)
    if limits is not None and name in body.world.model.actions:
        return limits.of(node, made)
    if node.limit is not None:
        help = f"write `repeat` before the decision, or leave out `{node.limit}`"
        body.world.report("HYL340", f"`{node.limit}` counts in what is decided again and again", node.span, help)
    return made


def choose(body: Body, node: tree.Choose) -> core.Said:
    who = body.who(node.who)
    if who is not None:
        body.may_decide(node.span)
    amount = body.value(node.amount, t.NUMBER) if node.amount is not None else None
    locals, facts = dict(body.locals), body.facts
    source, where = body.bind_name(node.binder)
    (choosable if node.amount is None else single)(body.world, node.binder, source)
    word = node.binder.var
    member = body.locals[word.text]
    name = node.label.name.text if node.label else word.text
    text: tuple[str | core.Expr, ...] = ()
    if node.label is not None and node.label.text is not None:
        quoted = last_letters(node.label.span, f'"{node.label.text}"')
        text = template(body, tree.Text(node.label.text, span=quoted))
    offer = core.Offer(name, (), (core.Param(word.text, source, where, member),), (), text, (), span=node.span)
    held, body.held = body.held, ()
    body.locals[word.text] = body.growth.member(word, member if amount is None else t.ListOf(member))
    then = body.block(node.then) if node.then is not None else ()
    bound = body.locals[word.text]
    body.locals, body.facts, body.held = locals, locals_only(facts), ()
    otherwise = body.block(node.otherwise) if node.otherwise is not None else ()
    players = body.world.model.seats[0]
    some = never_empty(source, where, players) or asked(just_asked(held), source, where, word.text)
    some = some or mistaken(source, where, *just_asked(held))
    sure = amount is not None or (some and not node.optional and node.label is None)
    if impossible(otherwise):
        _never_declined(body, node.optional, node.span)
        if some and not node.optional and node.label is None and not mistaken(source, where):
            message = "there is always something to choose, so `otherwise never` says nothing"
            body.world.report("HYL303", message, node.span, "leave it out")
    sure = sure or impossible(otherwise)
    if node.then is None and sure:
        body.locals[word.text] = bound
    elif node.then is None and body.answering:
        body.locals[word.text] = t.Maybe(t.settled(bound))
    elif node.then is None:
        help = f"indent what needs `{word.text}` under this line; it is done only if something was chosen"
        what = "this may be declined" if node.optional else "there may be nothing to choose"
        body.world.report("HYL304", f"{what}, and nothing says what happens then", node.span, help)
        body.locals[word.text] = t.BROKEN
    several = node.amount is not None or node.up_to
    wrong = {
        "chance cannot decline": (who is None, "write `chance chooses`"),
        "only a choice of one is declined in words": (several, "leave it out: who chooses several may stop anyway"),
    }
    declined = _declined(body, node.declined, wrong)
    made = core.Choose(
        who,
        "you",
        (offer,),
        amount,
        node.up_to,
        node.optional,
        then,
        otherwise,
        declined=declined,
        span=node.span,
    )
    body.bodies.decisions.append(Decision(made, node, True))
    if node.label is not None:
        _label(body, node.label, made, node)
    return made


def _label(body: Body, label: tree.Label, made: core.Choose[core.Said], node: tree.Choose) -> None:
    """Rules find a choice by its label, so choices of one label are choices of one thing."""
    name = label.name.text
    if name in body.world.model.actions:
        body.world.report("HYL102", f"`{name}` is an action already", label.name, "give the choice another name")
        return
    others = body.bodies.labels.setdefault(name, [])
    first = others[0][1].label if others else label
    assert first is not None
    record = body.world.record
    record.again(Symbol("choice", name, first.name.span), label.name)
    record.parameters.setdefault(name, {word.text: record.symbols[word.span] for word in [node.binder.var]})
    of = made.offers[0].params[0].type
    if others and not t.fits(of, others[0][0].offers[0].params[0].type):
        other = t.describe(others[0][0].offers[0].params[0].type)
        message = f"`{name}` is also a choice of a {other}, and this is one of a {t.describe(of)}"
        body.world.report("HYL102", message, label.name, "give each its own name")
    others.append((made, node))
