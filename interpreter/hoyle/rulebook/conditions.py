"""Conditions in words: `empty(deck)` is "the deck is empty"."""

from __future__ import annotations

import re

import attrs

from hoyle import types as t
from hoyle.rulebook import folds, values
from hoyle.rulebook.scope import Scope, TooInvolved, code, element, is_list
from hoyle.rulebook.words import article, is_done, links, listed, many, plain, term
from hoyle.syntax import tree

LONGEST = 300

_MORE = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
_LATER = {"<": "before", "<=": "not after", ">": "after", ">=": "not before"}
_BEHIND = re.compile(r" \(|,| (?:of|in|on|at|by|from|to|for|with|whose|that|who|among|other than)\b")  # behind a noun
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}


def said(scope: Scope, expr: tree.Expr, no: bool = False) -> str:
    """A condition in words, or as it is written if that would be no help."""
    try:
        words = clause(scope, expr, no)
    except TooInvolved:
        words = ""
    if words and len(words) <= LONGEST:
        return words
    return f"{code(expr)} does not hold" if no else f"{code(expr)} holds"


def all_said(scope: Scope, when: tuple[tree.Expr, ...]) -> str:
    """Several conditions that must hold at once."""
    alone = len(when) == 1
    return ", and ".join(
        said(scope, test) if alone or not isinstance(test, tree.Or) else f"({said(scope, test)})" for test in when
    )


@attrs.frozen
class Predicate:
    """What is said of a subject, if that is one thing or several."""

    of: tree.Expr
    one: str
    some: str


def clause(scope: Scope, expr: tree.Expr, no: bool = False) -> str:
    """A condition as a sentence without a full stop; no: its opposite. Raises TooInvolved."""
    match expr:
        case tree.Truth(value):
            return "always" if value is not no else "never"
        case tree.Negation(of):
            return clause(scope, of, not no)
        case tree.And(items) | tree.Or(items):
            return _joined(scope, items, isinstance(expr, tree.And) is not no, no)
        case tree.Fold("any", over):
            return _any(scope, over, no)
        case tree.Fold("every", tree.Members(binder, has)) if has is not None:
            return _every(scope, binder, has, no)
        case tree.Apply(tree.Name("empty"), (tree.Name("winners"),)):
            return "somebody has won" if no else "nobody has won"
        case tree.Compare("is" | "is not" as op, tree.Name("winners"), tree.Listing(())):
            return "nobody has won" if (op == "is") is not no else "somebody has won"
        case tree.Apply(tree.Name("empty"), (of,)) if no and _together(scope, of):
            return any_of(scope, of, False)
        case tree.Compare("is" | "is not" as op, left, tree.Nothing()):
            return _none(scope, left, (op == "is") is not no)
        case tree.Compare("is" | "is not" as op, left, right) if _truths(scope, left, right):
            same = (op == "is") is not no
            return f"{clause(scope, left, not same)} exactly if {clause(scope, right)}"
        case tree.Compare(op, tree.Name("players"), right) if op not in ("in", "not in"):
            return _how_many(scope, _OPPOSITE[op] if no else op, right)
        case tree.IfThen(test, then, otherwise):
            first, second = clause(scope, then, no), clause(scope, otherwise, no)
            return f"{first} (if {clause(scope, test)}) or {second} (if not)"
        case tree.Else(left, right):
            return f"{clause(scope, left, no)} (or, if there is none, {clause(scope, right, no)})"
    if isinstance(expr, tree.Compare) and isinstance(expr.right, tree.Truth):
        return clause(scope, expr.left, ((expr.op == "is") is expr.right.value) is no)
    found = predicate(scope, expr, no)
    if found is None:
        return _alone(scope, expr, no)
    subject = values.noun(scope, found.of)
    return f"{subject} {found.some if plural(subject) else found.one}"


def _truths(scope: Scope, left: tree.Expr, right: tree.Expr) -> bool:
    return scope.type_of(left) == t.YES_NO and not isinstance(right, (tree.Truth, tree.Nothing))


def _together(scope: Scope, of: tree.Expr) -> bool:
    """Whether that is several zones at once, which are not empty if one of them is not."""
    match of:
        case tree.Name(text) | tree.Item(tree.Name(text)) if text in scope.model.zones:
            given = len(of.args) if isinstance(of, tree.Item) else 0
            return given < len(scope.model.zones[text].index)
    return isinstance(of, tree.Arith)


def _joined(scope: Scope, items: tuple[tree.Expr, ...], all_: bool, no: bool) -> str:
    parts = []
    for item in items:
        words = clause(scope, item, no)
        mixed = isinstance(item, (tree.And, tree.Or)) and (isinstance(item, tree.And) is not no) is not all_
        tail = isinstance(item, tree.Fold) and item is not items[-1]
        parts.append(f"({words})" if mixed or tail else words)
    return f" {'and' if all_ else 'or'} ".join(parts)


def plural(subject: str) -> bool:
    """Whether a verb behind this noun is that of several."""
    if subject == "you" or subject.startswith("all "):
        return True
    if subject.startswith(
        ("the option ", "the number ", "the total ", "everybody", "the top card", "the highest ", "the lowest ")
    ):
        return False
    head = _BEHIND.split(subject)[0]
    words = head.replace("*", "").split(" ")
    last = words[-2] if is_done(words[-1]) and not words[-2:][0].endswith("’s") else words[-1]
    return (last.endswith("s") and not last.endswith(("ss", "us", "is"))) or " and " in head


def _alone(scope: Scope, expr: tree.Expr, no: bool) -> str:
    """A yes or no that has no subject."""
    match expr:
        case tree.Name(text) if text in scope.model.options:
            return f"the option {term(text)} is {'off' if no else 'on'}"
        case tree.Name(text):
            words = f"*{plain(text)}*"
            if " is " in f" {plain(text)} " and not no:
                return words
            return f"{words} does not hold" if no else f"{words} holds"
        case tree.Apply(tree.Name(text), args) if text in scope.model.defines:
            params = scope.model.defines[text].params
            whom = [values.noun(scope, a, ty) for a, (_, ty) in zip(args, params, strict=False)]
            return f"{term(text)} {'does not hold' if no else 'holds'} for {listed(whom)}"
        case tree.Item(tree.Name(text), args) if text in scope.model.vars:
            whom = [values.noun(scope, a, ty) for a, ty in zip(args, scope.model.vars[text].index, strict=False)]
            return f"{term(text)} {'does not hold' if no else 'holds'} for {listed(whom)}"
    raise TooInvolved


def _none(scope: Scope, left: tree.Expr, gone: bool) -> str:
    match left:
        case tree.Apply(tree.Name(text), (of,)) if text in scope.model.defines and not links(text):
            owner = values.noun(scope, of)
            have = "have" if plural(owner) else "has"
            return f"{owner} {have} no {term(text)}" if gone else f"{owner} {have} {article(term(text))}"
    subject = values.noun(scope, left)
    bare = subject.removeprefix("the ")
    if bare != subject and isinstance(left, (tree.Name, tree.Fold)):
        return f"there is no {bare}" if gone else f"there is {article(bare)}"
    return f"{subject} {'is not there' if gone else 'is there'}"


def _how_many(scope: Scope, op: str, right: tree.Expr) -> str:
    number = values.noun(scope, right)
    one = isinstance(right, tree.Number) and right.value == 1
    there, players = ("there is", "player") if one else ("there are", "players")
    if op == "is":
        return f"{there} {'only ' if one else ''}{number} {players}"
    if op == "is not":
        return f"{there} not {'only ' if one else ''}{number} {players}"
    return f"{there} {_MORE[op]} {number} {players}"


def _any(scope: Scope, over: tree.Whole | tree.Members | tree.Values, no: bool) -> str:
    match over:
        case tree.Members(binder):
            found = folds.group(scope, binder)
            return f"there is no {found.one}" if no else f"there is {article(found.one)}"
        case tree.Whole((item,)):
            return any_of(scope, item, no)
    raise TooInvolved


def any_of(scope: Scope, item: tree.Expr, no: bool) -> str:
    head, place = folds.members(scope, item)
    place = place.replace(" in all ", " in any of the ")
    return f"there is no {head}{place}" if no else f"there is {article(head)}{place}"


def _every(scope: Scope, binder: tree.Binder, has: tree.Expr, no: bool) -> str:
    found = folds.group(scope, binder, again=True)
    if no:
        return f"there is {article(found.one)} for which this is not so: {clause(found.scope, has)}"
    direct = predicate(found.scope, has, False)
    if direct is not None and isinstance(direct.of, tree.Name) and direct.of.text == binder.var.text:
        return f"every {folds.group(scope, binder).one} {direct.one}"
    return f"for every {found.one}, {clause(found.scope, has)}"


# ---------------------------------------------------------------------------------------------- subject and predicate


def predicate(scope: Scope, expr: tree.Expr, no: bool) -> Predicate | None:
    """What a condition says of its subject; None where it has none."""
    match expr:
        case tree.Compare(_, _, tree.Nothing()):
            return None
        case tree.Compare(_, left, right) if _truths(scope, left, right):
            return None
        case tree.Compare(op, left, right):
            return _compared(scope, _OPPOSITE[op] if no else op, left, right)
        case tree.Attr(of, name) if scope.type_of(expr) == t.YES_NO:
            if name.text == "up":
                return _is(of, f"face {'down' if no else 'up'}", False)
            return _counts(of, name.text, no)
        case tree.Apply(tree.Name("empty"), (of,)):
            return _is(of, "empty", no)
        case tree.Apply(tree.Name("has_ability"), (of, tree.Name(timing))):
            have = f"{term(timing)} ability"
            return (
                Predicate(of, f"has no {have}", f"have no {have}")
                if no
                else Predicate(of, f"has {article(have)}", f"have {article(have)}")
            )
        case tree.Apply(tree.Name(text), (of,)) if text in scope.model.defines:
            return _defined(of, text, no)
        case tree.Item(tree.Name(text), (of,)) if scope.type_of(expr) == t.YES_NO:
            return _counts(of, text, no)
    return None


def _is(of: tree.Expr, what: str, no: bool) -> Predicate:
    nots = "not " if no else ""
    return Predicate(of, f"is {nots}{what}", f"are {nots}{what}")


def _counts(of: tree.Expr, name: str, no: bool) -> Predicate:
    if no:
        return Predicate(of, f"does not count as {term(name)}", f"do not count as {term(name)}")
    return Predicate(of, f"counts as {term(name)}", f"count as {term(name)}")


def _defined(of: tree.Expr, name: str, no: bool) -> Predicate:
    """A definition with one parameter that is yes or no; its name is a verb, says where, or what something is."""
    words = plain(name).split(" ")
    if words[0] == "can":
        rest = f"*{' '.join(words[1:])}*"
        return Predicate(of, *(2 * (f"cannot {rest}" if no else f"can {rest}",)))
    if words[0] in ("in", "is") and len(words) > 1:
        return _is(of, f"*{' '.join(words[words[0] == 'is' :])}*", no)
    if words[0] == "has" and len(words) > 1:
        rest = f"*{' '.join(words[1:])}*"
        if no:
            return Predicate(of, f"does not have {rest}", f"do not have {rest}")
        return Predicate(of, f"has {rest}", f"have {rest}")
    if len(words) == 1 and name.endswith("s") and not name.endswith("ss"):
        stem = f"*{name}*"
        if no:
            return Predicate(of, f"does not fulfil {stem}", f"do not fulfil {stem}")
        return Predicate(of, stem, f"*{name[:-1]}*")
    return _counts(of, name, no)


def _compared(scope: Scope, op: str, left: tree.Expr, right: tree.Expr) -> Predicate | None:
    type_ = scope.type_of(left)
    nots = "not " if op in ("is not", "not in") else ""
    if op in ("in", "not in"):
        if isinstance(right, tree.Name) and right.text in scope.model.card_types and right.text not in scope.locals:
            cards = f"{plain(right.text)} card"
            return Predicate(left, f"is {nots}{article(cards)}", f"are {nots}{many(cards)}")
        return _is(left, f"{nots}{_within(scope, left, right)}", False)
    if op in _MORE:
        how = _MORE[op] if not isinstance(t.settled(type_ or t.NUMBER), t.Kind) else _LATER[op]
        return _is(left, f"{how} {values.noun(scope, right, type_)}", False)
    if type_ == t.YES_NO:
        assert isinstance(right, tree.Truth)
        return predicate(scope, left, right.value is bool(nots))
    option = isinstance(left, tree.Name) and left.text in scope.model.options and left.text not in scope.locals
    word = scope.member(right, type_)
    if word is not None and option:
        return _is(left, f"{nots}*{word}*", False)
    if is_list(type_):
        return _is(left, f"{nots}{_list_of(scope, left, right, type_)}", False)
    value = values.noun(scope, right, type_ or scope.type_of(right))
    if isinstance(left, tree.Attr) and value == f"the {plain(left.name.text)}":
        value = f"that {plain(left.name.text)}"
    if isinstance(t.settled(type_ or t.CARD), t.Numbers) and not isinstance(right, (tree.Number, tree.Minus)):
        value = f"equal to {value}"
    return _is(left, f"{nots}{value}", False)


def _list_of(scope: Scope, left: tree.Expr, right: tree.Expr, type_: t.Type | None) -> str:
    if isinstance(right, tree.Listing):
        if not right.items:
            return "empty"
        match left, right.items:
            case tree.Apply(tree.Name("top" | "bottom"), (_,)), (item,):
                return values.noun(scope, item, element(type_))
        return f"exactly {listed([values.noun(scope, i, element(type_)) for i in right.items])}"
    return f"the same as {values.noun(scope, right, type_)}"


def _within(scope: Scope, left: tree.Expr, right: tree.Expr) -> str:
    match right:
        case tree.Listing(items):
            return listed([values.noun(scope, item, scope.type_of(left)) for item in items], "or")
        case tree.SpanOf(tree.Number(low), tree.Number(high)) if high == low + 1:
            return f"{low} or {high}"
        case tree.SpanOf():
            return f"between {values.noun(scope, right.low)} and {values.noun(scope, right.high)}"
    if isinstance(scope.type_of(right), t.ZoneOf):
        where = values.noun(scope, right)
        return f"in any of the {where.removeprefix('all ')}" if where.startswith("all ") else f"in {where}"
    return f"among {values.noun(scope, right)}"


# ---------------------------------------------------------------------------------------------- which of several


def relative(scope: Scope, var: str, items: tuple[tree.Expr, ...], person: bool) -> tuple[str, str]:
    """Conditions on the members of a list, behind one of them and behind several."""
    single: list[str] = []
    several: list[str] = []
    rest: list[tree.Expr] = []
    but = ""
    for item in items:
        found = _about(scope, var, item, "who" if person else "that")
        if found is not None and found[0].startswith("other than ") and not but:
            but = f" {found[0]}"
        elif found is None or rest:
            rest.append(item)
        else:
            single.append(found[0])
            several.append(found[1])
    last = " and ".join(_bracketed(scope, item, len(rest)) for item in rest)
    if last:
        whom = f"for {'whom' if person else 'which'} {last}"
        single.append(whom)
        several.append(whom)
    return (
        f"{but}{' ' if single else ''}{' and '.join(single)}",
        f"{but}{' ' if several else ''}{' and '.join(several)}",
    )


def _bracketed(scope: Scope, item: tree.Expr, of: int) -> str:
    words = clause(scope, item)
    return f"({words})" if of > 1 and isinstance(item, tree.Or) else words


def _about(scope: Scope, var: str, item: tree.Expr, that: str) -> tuple[str, str] | None:
    """`whose suit is red`, `that is face up`, if a condition is about the member itself."""
    no = False
    while isinstance(item, tree.Negation):
        item, no = item.of, not no
    match item:
        case tree.Compare("is" | "is not" as op, tree.Name(text), right) if text == var and (op == "is not") is not no:
            if not isinstance(right, tree.Nothing):
                other = values.noun(scope, right, scope.type_of(item.left))
                if other == scope.locals[var].phrase.replace("that ", "the "):
                    other = "the given one"
                return f"other than {other}", f"other than {other}"
    found = predicate(scope, item, no)
    if found is None:
        return None
    match found.of:
        case tree.Name(text) if text == var:
            return f"{that} {found.one}", f"{that} {found.some}"
        case tree.Attr(tree.Name(text), name) if text == var:
            return (f"whose {plain(name.text)} {found.one}",) * 2
        case tree.Apply(tree.Name(what), (tree.Name(text),)) if text == var and not links(what):
            named = term(what) if what in scope.model.defines else plain(what)
            return (f"whose {named} {found.some if plural(plain(what)) else found.one}",) * 2
        case tree.Item(tree.Name(what), (tree.Name(text),)) if text == var:
            verb = found.some if plural(plain(what)) else found.one
            return (f"whose {plain(what)} {verb}",) * 2
    return None
