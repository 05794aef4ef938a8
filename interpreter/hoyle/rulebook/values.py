"""Values in words: `count(hand[you])` is the number of cards in your hand."""

from __future__ import annotations

import re

from hoyle import types as t
from hoyle.rulebook import cards, conditions, folds
from hoyle.rulebook.scope import Scope, TooInvolved, code, is_list
from hoyle.rulebook.words import is_done, links, listed, many, plain, term, zone_noun
from hoyle.syntax import tree

LONGEST = 260  # characters of a value in words; what is longer is shown as it is written

_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}


def said(scope: Scope, expr: tree.Expr, expected: t.Type | None = None) -> str:
    """A value in words, or as it is written if that would be no help."""
    try:
        words = noun(scope, expr, expected)
    except TooInvolved:
        return code(expr)
    return words if len(words) <= LONGEST else code(expr)


def noun(scope: Scope, expr: tree.Expr, expected: t.Type | None = None) -> str:
    """A value as a noun with its article. Raises TooInvolved."""
    word = scope.member(expr, expected)
    if word is not None:
        return word
    match expr:
        case tree.Name(text):
            return named(scope, text, expected)
        case tree.Number(value):
            return _number(scope, expr, value, expected)
        case tree.Truth(value):
            return "yes" if value else "no"
        case tree.Nothing():
            return "nothing"
        case tree.Listing(items):
            return listed([noun(scope, item, expected) for item in items]) if items else "none"
        case tree.Attr(of, name):
            return _attribute(scope, of, name.text)
        case tree.Item(tree.Name(text), args):
            return _item(scope, text, args)
        case tree.Apply(tree.Name(text), args):
            return applied(scope, expr, text, args)
        case tree.Arith():
            return _arithmetic(scope, expr)
        case tree.Minus(of):
            return f"−{noun(scope, of)}"
        case tree.The(of):
            return folds.only(scope, of)
        case tree.Else(left, right):
            return f"{noun(scope, left, expected)} (or, if there is none, {noun(scope, right, scope.type_of(left))})"
        case tree.SpanOf(low, high):
            return f"{noun(scope, low)} to {noun(scope, high)}"
        case tree.IfThen():
            return _one_of_two(scope, expr, expected)
        case tree.Fold(kind, over):
            return folds.folded(scope, kind, over)
        case tree.Compare() | tree.Negation() | tree.And() | tree.Or():
            return f"whether {conditions.clause(scope, expr)}"
    raise TooInvolved


def _number(scope: Scope, expr: tree.Number, value: int, expected: t.Type | None) -> str:
    if isinstance(expected, t.CardOf) or (is_list(expected) and scope.noun_of(_inside(expected)).endswith("card")):
        found = cards.find(scope.model, _card_type(expected), (expr,))
        if found is not None:
            return f"the {found}"
    return str(value)


def _inside(type_: t.Type | None) -> t.Type | None:
    match type_:
        case t.ListOf(of):
            return of
        case t.ZoneOf(of):
            return of
    return type_


def _card_type(type_: t.Type | None) -> str | None:
    inner = _inside(type_)
    return inner.name if isinstance(inner, t.CardOf) else None


def named(scope: Scope, text: str, expected: t.Type | None = None) -> str:
    """What a name is called where it stands for a value."""
    model = scope.model
    if text in scope.locals:
        return scope.locals[text].phrase
    if text in model.options:
        choice = isinstance(model.options[text].type, (t.Kind, t.YesNo))
        return f"the {'option ' if choice else ''}{term(text)}"
    if text in model.zones:
        return family(scope, text)
    if text in model.defines:
        return f"the {term(text)}"
    if text in model.vars:
        return f"{'everybody’s' if model.vars[text].index == (t.SEAT,) else 'the'} {kept(scope, text)}"
    if text in model.card_types:
        return f"all {plain(text)} cards" if len(model.card_types) > 1 else "all cards"
    fixed = {
        "Player": "all players",
        "players": "the number of players",
        "Card": "all cards",
        "you": "you",
        "this": "this card",
        "usual": "the usual value",
        "owner": "the owner",
        "everyone": "everyone",
        "nobody": "nobody",
        "winners": "the winners",
        "random": "chance",
    }
    if text in fixed:
        return fixed[text]
    if text in model.kinds:
        return f"all {many(scope.noun_of(t.Kind(text)))}"
    if isinstance(_inside(expected), t.CardOf) or expected == t.CARD:
        found = cards.find(model, _card_type(expected), (tree.Name(text, span=None),))  # type: ignore[arg-type]
        if found is not None:
            return f"the {found.removeprefix('the ')}"
    return plain(text)


def family(scope: Scope, text: str) -> str:
    """A zone without its index: the only one, or all of them together."""
    zone = scope.model.zones[text]
    words = zone_noun(text, zone.shape)
    return f"the {words}" if not zone.index or zone.shape == "slot" else f"all {many(words)}"


def kept(scope: Scope, text: str) -> str:
    """What a variable is called: `active`, which is a player, is the active player."""
    type_ = t.settled(scope.model.vars[text].type)
    words = plain(text)
    if isinstance(type_, t.Seat) and " " not in words and not words.endswith(("er", "or", "im", "st", "ee", "ant")):
        return f"{words} player"
    if isinstance(type_, t.Kind) and is_done(words):
        return f"{words} {scope.noun_of(type_)}"
    if isinstance(type_, t.ListOf) and isinstance(type_.of, t.CardOf) and is_done(words.split(" ")[-1]):
        return f"{words} cards"
    return words


def _attribute(scope: Scope, of: tree.Expr, name: str) -> str:
    if isinstance(of, tree.Name) and of.text not in scope.locals:
        if of.text in scope.model.card_types:
            return f"all {many(plain(name))} of {plain(of.text)} cards"
        if of.text in scope.model.kinds:
            return plain(name)
        if of.text in scope.ranges:
            raise TooInvolved
    return possessive(noun(scope, of), plain(name))


def _item(scope: Scope, text: str, args: tuple[tree.Expr, ...]) -> str:
    """A zone or a variable of somebody: `hand[you]` is your hand."""
    declared = scope.model.zones.get(text) or scope.model.vars.get(text)
    if declared is None:
        raise TooInvolved
    pairs = list(zip(args, declared.index, strict=False))
    owners = [noun(scope, arg, type_) for arg, type_ in pairs if type_ == t.SEAT]
    rest = [noun(scope, arg, type_) for arg, type_ in pairs if type_ != t.SEAT]
    partly = len(args) < len(declared.index)
    zone = scope.model.zones.get(text)
    bare = zone_noun(text, zone.shape) if zone is not None else kept(scope, text)
    thing = many(bare) if partly else bare
    where = f" ({', '.join(rest)})" if rest and owners else ""
    if owners and rest and rest[0] in (f"the {bare}", f"that {bare}"):
        return f"{rest[0]} of {'yours' if owners[0] == 'you' else owners[0]}"
    if owners:
        return possessive(owners[0], thing) + where
    return f"the {thing} of {listed(rest)}"


def possessive(owner: str, thing: str) -> str:
    """Something of somebody."""
    if owner == "you":
        return f"your {thing}"
    if owner == "it":
        return f"its {thing}"
    short = re.fullmatch(r"(?:(?:the|that|this|each|player|card) )?[\w’*]+(?: [\w’*]+)?", owner)
    if short and not re.search(r"\b(of|in|number|all|to|or|and)\b", owner):
        return f"{owner}’ {thing}" if owner.endswith("s") else f"{owner}’s {thing}"
    return f"the {thing} of {owner}"


def applied(scope: Scope, expr: tree.Expr, text: str, args: tuple[tree.Expr, ...]) -> str:
    """What a definition, a table, a card or a built-in function gives."""
    model = scope.model
    if text in model.card_types:
        found = cards.find(model, text, args)
        found = found.removeprefix("the ") if found is not None else None
        types = [model.card_types[text].attributes[key] for key in model.card_types[text].keys]
        keys = listed([noun(scope, a, ty) for a, ty in zip(args, types, strict=False)])
        return f"the {found}" if found is not None else f"the {plain(text)} card of {keys}"
    if text in model.defines:
        if scope.type_of(expr) == t.YES_NO:
            return f"whether {conditions.clause(scope, expr)}"
        return of_arguments(scope, term(text), args, model.defines[text].params)
    return _built_in(scope, text, args)


def of_arguments(scope: Scope, thing: str, args: tuple[tree.Expr, ...], params: tuple[tuple[str, t.Type], ...]) -> str:
    words = [noun(scope, arg, type_) for arg, (_, type_) in zip(args, params, strict=False)]
    if links(thing.strip("*")):
        return f"the {thing} {listed(words)}"
    if len(words) == 1:
        return possessive(words[0], thing)
    if len(words) == 2 and params[0][1] == t.SEAT:
        return f"{possessive(words[0], thing)} for {words[1]}"
    return f"the {thing} for {listed(words)}"


def _built_in(scope: Scope, text: str, args: tuple[tree.Expr, ...]) -> str:
    words = [noun(scope, arg) for arg in args]
    match text, words:
        case "seat", [number]:
            return f"player {number}" if number.isdecimal() else f"the player on seat {number}"
        case (("left" | "right"), [player]):
            return f"the player to the {text} of {player}"
        case (("left" | "right"), [player, "1"]):
            return f"the player to the {text} of {player}"
        case (("left" | "right"), [player, number]):
            if number.isdecimal():
                return f"the player {number} seats to the {text} of {player}"
            return f"the player {number.removeprefix('the ')} seats to the {text} of {player}"
        case (("clockwise" | "anticlockwise"), [player]):
            way = "clockwise" if text == "clockwise" else "counter-clockwise"
            return f"all players, {way} from {player}"
        case "others", ["you"]:
            return "all other players"
        case "others", [player]:
            return f"all players but {player}"
        case "owner", [card]:
            return possessive(card, "owner")
        case (("top" | "bottom"), [zone]):
            return f"the {text} card of {zone}"
        case (("top" | "bottom"), [zone, number]):
            if number.isdecimal():
                return f"the {text} {number} cards of {zone}"
            return f"cards from the {text} of {zone} (as many as {number})"
        case "was", [value]:
            return f"what {value} was before"
    raise TooInvolved


def _arithmetic(scope: Scope, expr: tree.Arith) -> str:
    """One sign in words, several as a formula."""
    if is_list(scope.type_of(expr)):
        return f"{noun(scope, expr.left)} and {noun(scope, expr.right)}"
    if expr.op == "mod":
        return f"the remainder of {_operand(scope, expr.left)} divided by {_operand(scope, expr.right)}"
    alone = not any(isinstance(side, (tree.Arith, tree.Minus)) for side in (expr.left, expr.right))
    left, right = _operand(scope, expr.left), _operand(scope, expr.right)
    if not alone:
        return f"{left} {_SIGNS[expr.op]} {right}" + (" (rounded down)" if expr.op == "/" else "")
    if expr.op == "/":
        return f"{left} divided by {right} (rounded down)"
    return f"{left} {dict(zip('+-*', ('plus', 'minus', 'times'), strict=True))[expr.op]} {right}"


def _operand(scope: Scope, expr: tree.Expr) -> str:
    words = noun(scope, expr)
    simple = isinstance(expr, (tree.Name, tree.Number, tree.Item, tree.Attr, tree.Apply, tree.Fold))
    return words if simple and "," not in words else f"({words})"


def _one_of_two(scope: Scope, expr: tree.IfThen, expected: t.Type | None) -> str:
    parts = []
    rest: tree.Expr = expr
    while isinstance(rest, tree.IfThen):
        parts.append(f"{noun(scope, rest.then, expected)} if {conditions.clause(scope, rest.test)}")
        rest = rest.otherwise
    return f"{', '.join(parts)}, and otherwise {noun(scope, rest, expected)}"
