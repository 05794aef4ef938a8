"""Scenarios as worked examples: what is given, what happens, what follows."""

from __future__ import annotations

from itertools import groupby

from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.rulebook import cards, conditions, values
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.entry import cited
from hoyle.rulebook.phrase import SUM, tight
from hoyle.rulebook.scope import Scope, element
from hoyle.rulebook.steps import called
from hoyle.rulebook.words import cap, listed, plain, safe
from hoyle.syntax import tree


def telling(scenarios: list[tree.Scenario]) -> list[tree.Scenario]:
    """The scenarios that read as examples, each of which shows what none before it did."""
    shown: set[str] = set()
    found = []
    for scenario in scenarios:
        if not _is_example(scenario):
            continue
        if not scenario.cites or set(scenario.cites) - shown:
            found.append(scenario)
            shown |= set(scenario.cites)
    return found


def _is_example(scenario: tree.Scenario) -> bool:
    """Whether somebody decides in it, or cards lie on the table and nothing but a question is asked of them."""
    lie = any(isinstance(given, tree.HoldsCards) for given in scenario.given)
    asked = all(isinstance(part, tree.Outcome) for part in scenario.steps)
    return (lie and asked) or any(_decides(part) for part in scenario.steps)


def _decides(part: tree.Script | tree.Outcome) -> bool:
    if isinstance(part, tree.Script):
        return any(isinstance(deed, (tree.Does, tree.Picks, tree.Declines)) for deed in part.deeds)
    return any(isinstance(claim, tree.ClaimMay) for claim in part.claims)


def example(teller: Teller, scenario: tree.Scenario) -> str:
    """One scenario, told."""
    scope = teller.scope
    for seat in scenario.seats:
        scope = scope.having(seat.text, _called(seat), t.SEAT)
    lines = [f"**{cap(safe(scenario.title.text))}.**{cited(scenario.cites)}", ""]
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
        names = listed([_called(seat) for seat in scenario.seats])
        found.append(f"{cap(names)} play{'' if len(scenario.seats) > 1 else 's'}.")
    for option in scenario.options:
        type_ = scope.model.options[option.name.text].type
        value = values.said(scope, option.value, type_)
        if type_ == t.YES_NO:
            value = "on" if value == "yes" else "off"
        found.append(f"The option *{scope.names.things[option.name.text]}* is *{value}*.")
    for given in scenario.given:
        found.append(_holds(scope, given) if isinstance(given, tree.HoldsCards) else _set(scope, given))
    return found or ["the game has not begun."]


def _holds(scope: Scope, given: tree.HoldsCards) -> str:
    zone = values.noun(scope, given.zone)
    named = _counted([card(scope, each) for each in given.cards])
    facing = f" (face {given.facing})" if given.facing else ""
    if not named:
        return f"{cap(zone.text)} {'are' if zone.plural else 'is'} empty."
    order = _order(scope, given.zone) if len(named) > 1 else ""
    return f"{cap(zone.text)} {'hold' if zone.plural else 'holds'} {listed(named)}{facing}{order}."


def _order(scope: Scope, zone: tree.Expr) -> str:
    """How the cards of a pile are listed."""
    name = zone.of if isinstance(zone, tree.Item) else zone
    declared = scope.model.zones.get(name.text) if isinstance(name, tree.Name) else None
    return " (from the bottom up)" if declared is not None and declared.shape == "pile" else ""


def _counted(names: list[str]) -> list[str]:
    """Neighbours that are called the same are counted."""
    return [f"{n}× {name}" if (n := len(list(same))) > 1 else name for name, same in groupby(names)]


def card(scope: Scope, expr: tree.Expr) -> str:
    """A card that is named, without article: what lies there is listed."""
    match expr:
        case tree.Name(text) if text in scope.locals or text in scope.model.defines or text in scope.model.zones:
            return values.said(scope, expr, t.CARD)
        case tree.Apply(tree.Name(text), keys) if text in scope.model.card_types:
            return _found(scope, expr, text, keys)
        case tree.Name() | tree.Number() | tree.Minus():
            return _found(scope, expr, None, (expr,))
    return values.said(scope, expr, t.CARD)


def _found(scope: Scope, expr: tree.Expr, name: str | None, keys: tuple[tree.Expr, ...]) -> str:
    found = cards.find(scope.model, name, keys)
    return found if found is not None else values.said(scope, expr, t.CARD)


def _set(scope: Scope, given: tree.Assign) -> str:
    what = values.noun(scope, given.target)
    type_ = scope.type_of(given.target)
    if type_ == t.YES_NO and isinstance(given.value, tree.Truth):
        return f"{cap(conditions.said(scope, given.target, not given.value.value))}."
    if isinstance(given.value, tree.Nothing):
        return f"There is no {what.text.removeprefix('the ')}."
    return f"{cap(what.text)} {'are' if what.plural else 'is'} {values.said(scope, given.value, type_)}."


# ---------------------------------------------------------------------------------------------- what is done


def _deed(scope: Scope, deed: tree.Deed) -> str:
    match deed:
        case tree.Does(who, action):
            return f"{_does(scope, who, 'choose')} {_action(scope, action)}."
        case tree.Picks(who, picked):
            chance = isinstance(who, tree.Name) and who.text == "chance"
            done = _does(scope, who, "bring" if chance else "choose")
            return f"{done} {listed([_value(scope, value) for value in picked])}."
        case tree.Declines(who):
            return f"{_does(scope, who, 'decline')}."
        case tree.Shuffles(_, zone, order):
            named = listed([card(scope, each) for each in order])
            return f"{cap(values.said(scope, zone))} is shuffled; then it is: {named}."
        case tree.Call(target):
            return f"{cap(called(scope, target))}."


def _does(scope: Scope, who: tree.Expr, verb: str) -> str:
    name = _who(scope, who)
    return f"{cap(name)} {verb}" if name == "you" else f"{cap(name)} {verb}s"


def _who(scope: Scope, who: tree.Expr) -> str:
    return "chance" if isinstance(who, tree.Name) and who.text == "chance" else values.said(scope, who)


def _action(scope: Scope, action: tree.Expr) -> str:
    """An action with what was chosen for it."""
    name, args = (action.of, action.args) if isinstance(action, tree.Apply) else (action, ())
    if not isinstance(name, tree.Name) or name.text not in scope.model.actions:
        return values.said(scope, action)
    params = scope.model.actions[name.text].params
    words = [_value(scope, arg, type_) for arg, (_, type_, *_) in zip(args, params, strict=False)]
    filled = _filled(scope, name.text, dict(zip((param[0] for param in params), words, strict=False)))
    if filled is not None:
        return f"“{filled}”"
    return f"*{plain(name.text)}*" + (f" ({', '.join(words)})" if words else "")


def _filled(scope: Scope, name: str, chosen: dict[str, str]) -> str | None:
    """The text of an action with what was chosen, if it tells of nothing else."""
    parts = []
    for part in scope.model.actions[name].template:
        if isinstance(part, str):
            parts.append(safe(part))
        elif isinstance(part, core.Local) and part.name in chosen:
            parts.append(chosen[part.name])
        else:
            return None
    return "".join(parts) or None


def _value(scope: Scope, value: tree.Expr, type_: t.Type | None = None) -> str:
    """What somebody picks; without a type, a name that is no card is a word."""
    word = scope.member(value, type_)
    if word is not None:
        return word
    if type_ is None or isinstance(element(type_), t.CardOf):
        if isinstance(value, tree.Name) and value.text in scope.locals:
            return scope.locals[value.text].phrase
        if isinstance(value, (tree.Name, tree.Apply)) or isinstance(type_, t.CardOf):
            return card(scope, value)
    return values.said(scope, value, type_)


# ---------------------------------------------------------------------------------------------- what must hold


def _claim(scope: Scope, claim: tree.Claim) -> str:
    match claim:
        case tree.ClaimTrue(test):
            return f"{cap(_true(scope, test))}."
        case tree.ClaimKeeps(name):
            return f"The promise *{plain(name.text)}* is kept."
        case tree.ClaimMay(who, verb, picks, because):
            chosen = [pick for pick in picks if not isinstance(pick, tree.PickNothing)]
            words = listed([_pick(scope, pick) for pick in chosen], "or")
            declines = ["decline"] if len(chosen) < len(picks) else []
            what = listed([*([f"choose {words}"] if chosen else []), *declines], "or")
            why = f", because of the rule {_reason(because)}" if because is not None else ""
            return f"{cap(_who(scope, who))} {verb} {what}{why}."


def _reason(because: tree.Target) -> str:
    return f"*{plain(because.clause.text if because.clause is not None else because.name.text)}*"


def _pick(scope: Scope, pick: tree.Pick) -> str:
    match pick:
        case tree.PickValue(value):
            return _value(scope, value)
        case tree.PickAction(action):
            return _action(scope, action)
        case tree.PickNothing():
            return "decline"


def _true(scope: Scope, test: tree.Expr) -> str:
    """A claim, in which a card may be named by its only key."""
    match test:
        case tree.Compare("is" | "is not" as op, left, right) if isinstance(element(scope.type_of(left)), t.CardOf):
            if not isinstance(right, tree.Nothing):
                return _of_cards(scope, op == "is", left, right)
    return conditions.said(scope, test)


def _of_cards(scope: Scope, same: bool, left: tree.Expr, right: tree.Expr) -> str:
    subject = tight(values.noun(scope, left), SUM)
    verb = ("are" if subject.plural else "is") + ("" if same else " not")
    match right:
        case tree.Listing(()):
            return f"{subject} {verb} empty"
        case tree.Listing(items):
            order = _order(scope, left) if len(items) > 1 else ""
            return f"{subject} {verb} exactly: {listed([card(scope, item) for item in items])}{order}"
    return f"{subject} {verb} {card(scope, right)}"
