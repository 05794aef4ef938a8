"""Scenarios as worked examples: what is given, what happens, what follows."""

from __future__ import annotations

from itertools import groupby

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.english import cap, counted, listed, plain, safe
from hoyle.rulebook import cards, conditions, values
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.entry import cited
from hoyle.rulebook.lets import call
from hoyle.rulebook.phrase import SUM, Phrase
from hoyle.rulebook.scope import Scope, element
from hoyle.rulebook.steps import called
from hoyle.syntax import tree
from hoyle.syntax.walk import below

LEADING = ("for", "onto", "into", "to", "from", "of", "with", "at", "by", "on", "in", "against", "and")


def telling(scenarios: list[tree.Scenario]) -> list[tree.Scenario]:
    """The scenarios that read as examples, each of which shows what none before it did."""
    found: list[tree.Scenario] = []
    for scenario in scenarios:
        shown = {id_ for each in found for id_ in each.cites}
        if _is_example(scenario) and (not scenario.cites or set(scenario.cites) - shown):
            found.append(scenario)
    return found


def _is_example(scenario: tree.Scenario) -> bool:
    """Whether somebody decides in it, or cards lie on the table and nothing but a question is asked of them."""
    lie = any(isinstance(given, tree.HoldsCards) for given in scenario.given)
    asked = all(isinstance(part, tree.Outcome) for part in scenario.steps)
    decides = (tree.Does, tree.Picks, tree.Declines, tree.ClaimMay)
    return (lie and asked) or any(isinstance(node, decides) for node in below(*scenario.steps))


def example(teller: Teller, scenario: tree.Scenario) -> str:
    """One scenario, told."""
    scope = teller.scope
    for seat in scenario.seats:
        scope = scope.having(seat.text, Phrase(_called(seat), plural=seat.text == "me"), t.SEAT)
    lines = [f"**{cap(safe(scenario.title.text))}.**{cited(scenario)}", ""]
    lines += [f"*Given:* {' '.join(_given(scope, scenario))}", ""]
    for part in scenario.steps:
        if isinstance(part, tree.Script):
            lines += [f"*What happens:* {' '.join(_deed(scope, deed) for deed in part.deeds)}", ""]
        else:
            lines += [f"*What follows:* {' '.join(_claim(scope, claim) for claim in part.claims)}", ""]
    return "\n".join(lines).rstrip()


def _called(seat: tree.Word) -> str:
    """What a player is called; whoever tells of `me` tells the reader."""
    return "you" if seat.text == "me" else cap(plain(seat.text))


def _given(scope: Scope, scenario: tree.Scenario) -> list[str]:
    found = []
    if scenario.seats:
        names = [_called(seat) for seat in scenario.seats]
        found.append(f"{cap(listed(names))} play{'' if len(names) > 1 else 's'}.")
    for option in scenario.options:
        type_ = scope.model.options[option.name.text].type
        value = values.said(scope, option.value, type_)
        if isinstance(option.value, tree.Truth):
            value = "on" if option.value.value else "off"
        found.append(f"The option *{scope.names.things[option.name.text]}* is *{value}*.")
    found += [
        _holds(scope, each) if isinstance(each, tree.HoldsCards) else _set(scope, each) for each in scenario.given
    ]
    return found or ["the game has not begun."]


def _holds(scope: Scope, given: tree.HoldsCards) -> str:
    zone = values.noun(scope, given.zone)
    named = _counted([card(scope, each) for each in given.cards])
    facing = f" (face {given.facing})" if given.facing else ""
    if not named:
        return f"{cap(zone.text)} {zone.verb()} empty."
    order = _order(scope, given.zone) if len(named) > 1 else ""
    return f"{cap(zone.text)} {zone.verb('holds', 'hold')} {listed(named)}{facing}{order}."


def _order(scope: Scope, zone: tree.Expr) -> str:
    """How the cards of a pile are listed."""
    declared = scope.zone(zone)
    return " (from the bottom up)" if declared is not None and declared.shape == "pile" else ""


def _counted(names: list[str]) -> list[str]:
    """Neighbours that are called the same are counted."""
    return [f"{n}× {name}" if (n := len(list(same))) > 1 else name for name, same in groupby(names)]


def card(scope: Scope, expr: tree.Expr) -> str:
    """A card that is named, without article: what lies there is listed."""
    found = None
    match expr:
        case tree.Name(text) if text in scope.locals or text in scope.model.defines or text in scope.model.zones:
            pass
        case tree.Apply(tree.Name(text), keys) if text in scope.model.card_types:
            found = cards.find(scope.model, text, keys)
        case tree.Name() | tree.Number() | tree.Minus():
            found = cards.find(scope.model, None, (expr,))
    return found if found is not None else values.said(scope, expr, t.CARD)


def _set(scope: Scope, given: tree.Assign) -> str:
    what = values.noun(scope, given.target)
    type_ = scope.type_of(given.target)
    if type_ == t.YES_NO and isinstance(given.value, tree.Truth):
        return f"{cap(conditions.said(scope, given.target, not given.value.value))}."
    if isinstance(given.value, tree.Nothing):
        return f"There is no {what.bare}."
    return f"{cap(what.text)} {what.verb()} {values.said(scope, given.value, type_)}."


def _deed(scope: Scope, deed: tree.Deed) -> str:
    match deed:
        case tree.Does(who, action, acting):
            of = "" if acting is None else f" for {values.said(scope, acting)}"
            return f"{_does(scope, who, 'choose')} {_action(scope, action)}{of}."
        case tree.Picks(who, picked):
            chance = isinstance(who, tree.Name) and who.text == "chance"
            done = _does(scope, who, "bring" if chance else "choose")
            return f"{done} {listed([_picked(scope, value) for value in picked])}."
        case tree.Declines(who):
            return f"{_does(scope, who, 'decline')}."
        case tree.Shuffles(_, zone, order):
            what, cards_ = values.noun(scope, zone), [card(scope, each) for each in order]
            tops = "top card is" if len(order) == 1 else "top cards, from the top down, are"
            return f"When {what} {what.verb()} shuffled next, {what.verb('its', 'their')} {tops} {listed(cards_)}."
        case tree.Call(target):
            return f"{cap(called(scope, target))}."


def _does(scope: Scope, who: tree.Expr, verb: str) -> str:
    name = values.noun(scope, who)
    return f"{cap(name.text)} {name.verb(f'{verb}s', verb)}"


def _action(scope: Scope, action: tree.Expr) -> str:
    """An action as it is offered, with what was chosen for it; what is given with it goes without saying."""
    name, args = call(action)
    if name not in scope.model.actions:
        return values.said(scope, action)
    params = scope.model.actions[name].params
    words = {param[0]: _value(scope, arg, param[1]) for arg, param in zip(args, params, strict=False)}
    text, told = _filled(scope, name, words)
    more = [] if told else [words[param] for param, _, source, _ in params if source is not None and param in words]
    return (f"“{text}”" if text else f"*{plain(name)}*") + (f" ({', '.join(more)})" if more else "")


def _filled(scope: Scope, name: str, chosen: dict[str, str]) -> tuple[str, set[str]]:
    """The text of an action as far as it tells of nothing but what was chosen, and what of that it tells."""
    text, told = "", set()
    for part in scope.model.actions[name].template:
        if isinstance(part, str):
            text += safe(part)
        elif isinstance(part, core.Local) and part.name in chosen:
            text += chosen[part.name]
            told.add(part.name)
        else:
            return _without_last(text), told
    return text, told


def _without_last(text: str) -> str:
    """Without what only leads to the rest: ` for `, `: `; a word that does more stays."""
    head, _, last = text.rstrip().rpartition(" ")
    if head and plain(last) in LEADING:
        return head.rstrip(" ,")
    return text.rstrip(":;,( ") if not text.rstrip()[-1:].isalnum() else f"{text.rstrip()} …"


def _picked(scope: Scope, value: tree.Expr) -> str:
    """What somebody chooses; a number is that of a card, unless numbers are chosen somewhere."""
    if not isinstance(value, (tree.Number, tree.Minus)):
        return _value(scope, value)
    return card(scope, value) if scope.picked is None else f"{scope.picked} {_value(scope, value)}".strip()


def _value(scope: Scope, value: tree.Expr, type_: t.Type | None = None) -> str:
    """What somebody picks; without a type, a name that is no card is a word."""
    word = scope.member(value, type_)
    if word is not None:
        return word
    named = isinstance(value, (tree.Name, tree.Apply)) or isinstance(type_, t.CardOf)
    if named and (type_ is None or isinstance(element(type_), t.CardOf)):
        return card(scope, value)
    return values.said(scope, value, type_)


def _claim(scope: Scope, claim: tree.Claim) -> str:
    match claim:
        case tree.ClaimTrue(test):
            return f"{cap(_true(scope, test))}."
        case tree.ClaimKeeps(name):
            return f"The promise *{plain(name.text)}* is kept."
        case tree.ClaimMay(who, verb, picks, because):
            chosen = [
                _picked(scope, pick.value) if isinstance(pick, tree.PickValue) else _action(scope, pick.action)
                for pick in picks
                if not isinstance(pick, tree.PickNothing)
            ]
            declines = ["decline"] if len(chosen) < len(picks) else []
            what = listed([*([f"choose {listed(chosen, 'or')}"] if chosen else []), *declines], "or")
            why = _reason(scope, because) if because is not None else ""
            return f"{cap(values.said(scope, who))} {verb} {what}{why}."


def _reason(scope: Scope, because: tree.Target) -> str:
    """The rule, or what the action says to whoever cannot do it."""
    name, clause = because.name.text, because.clause.text if because.clause is not None else None
    needs = scope.model.actions[name].filters if name in scope.model.actions else []
    title = next((need.title for need in needs if need.rule == f"{name}.{clause}"), None)
    if title is not None:
        return f": “{safe(title)}”"
    return f", because of the rule *{plain(clause or name)}*"


def _true(scope: Scope, test: tree.Expr) -> str:
    """A claim, in which a card may be named by its only key."""
    match test:
        case tree.Compare("is", tree.Name("winners"), tree.Listing(who)) if who:
            found = values.noun(scope, tree.Listing(who, span=test.span), t.ListOf(t.SEAT))
            return f"{found} {found.verb('wins', 'win')}"
        case tree.Compare("is", tree.Fold("count", tree.Whole((zone,))), tree.Number(number)) if number and isinstance(
            scope.type_of(zone), t.ZoneOf
        ):
            found = values.noun(scope, zone)
            return f"{found} {found.verb('holds', 'hold')} {counted(number, 'card')}"
        case tree.Compare("is" | "is not" as op, left, right) if isinstance(element(scope.type_of(left)), t.CardOf):
            if not isinstance(right, tree.Nothing):
                return _of_cards(scope, op == "is", left, right)
    return conditions.said(scope, test)


def _of_cards(scope: Scope, same: bool, left: tree.Expr, right: tree.Expr) -> str:
    subject = values.noun(scope, left).tight(SUM)
    verb = subject.verb() + ("" if same else " not")
    match right:
        case tree.Listing(()):
            return f"{subject} {verb} empty"
        case tree.Listing(items):
            order = _order(scope, left) if len(items) > 1 else ""
            if same and isinstance(scope.type_of(left), t.ZoneOf):
                hold = subject.verb("holds", "hold")
                return f"{subject} {hold} only {listed(_counted([card(scope, item) for item in items]))}{order}"
            return f"{subject} {verb} exactly: {listed([card(scope, item) for item in items])}{order}"
    return f"{subject} {verb} {card(scope, right)}"
