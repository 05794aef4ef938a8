"""What is said of a subject: `card.suit is red` is "is red", of the card's suit."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.core.operators import function
from hoyle.english import article, is_done, is_quality, many, plain
from hoyle.rulebook import values
from hoyle.rulebook.phrase import CLOSED, NAME, NOUN, SUM, TRAILING, Phrase, say, several
from hoyle.rulebook.scope import Scope, element, is_list
from hoyle.syntax import tree

MORE = {"<": "less than", "<=": "at most", ">": "more than", ">=": "at least"}
LATER = {"<": "before", "<=": "not after", ">": "after", ">=": "not before"}
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}


@attrs.frozen
class Predicate:
    """What is said of a subject, if that is one thing or several. tail: as of a phrase."""

    of: tree.Expr
    one: str
    some: str
    tail: int = CLOSED


def predicate(scope: Scope, expr: tree.Expr, no: bool) -> Predicate | None:
    """What a condition says of its subject; None where it has none."""
    match expr:
        case tree.Compare(_, _, tree.Nothing()):
            return None
        case tree.Compare(_, left, right) if scope.type_of(left) == t.YES_NO:
            return None
        case tree.Compare(op, left, right):
            return _compared(scope, OPPOSITE[op] if no else op, left, right)
        case tree.Attr(of, name) if scope.type_of(expr) == t.YES_NO:
            if name.text == "up":
                return _is(of, f"face {'down' if no else 'up'}", False)
            return printed(of, values.attribute(scope, name.text), no)
        case tree.Apply(tree.Name("has_ability"), (of, tree.Name(timing))):
            ability = f"*{plain(timing)}* ability"
            return _does(of, "has", "have", f"no {ability}" if no else article(ability))
        case tree.Apply(tree.Name(text), (of, *_) as args) if (known := function(text)) and known.result == t.YES_NO:
            words = [values.noun(scope, arg).tight(NOUN) for arg in args]
            return _is(of, say(NOUN, *values.told(scope, known.said[""], words, args)), no)
        case tree.Apply(tree.Name(text), (of,)) | tree.Item(tree.Name(text), (of,)) if scope.is_truth(text):
            return _defined(of, scope.names.things[text], no)
    return None


def _is(of: tree.Expr, what: str | Phrase, no: bool) -> Predicate:
    nots = "not " if no else ""
    return Predicate(of, f"is {nots}{what}", f"are {nots}{what}", what.tail if isinstance(what, Phrase) else CLOSED)


def _does(of: tree.Expr, one: str, some: str, what: str) -> Predicate:
    return Predicate(of, f"{one} {what}", f"{some} {what}")


def printed(of: tree.Expr, words: str, no: bool) -> Predicate:
    """A yes or no that stands on a card."""
    how = is_quality(words) or is_done(words)
    return _is(of, f"*{words}*", no) if how else _counts(of, words, no)


def _counts(of: tree.Expr, words: str, no: bool) -> Predicate:
    return _does(of, *(("does not count", "do not count") if no else ("counts", "count")), f"as *{words}*")


def _defined(of: tree.Expr, name: str, no: bool) -> Predicate:
    """A definition with one parameter that is yes or no; its name is a verb, says where, or what something is."""
    first, _, rest = name.partition(" ")
    match first, f"*{rest}*":
        case "can", what if rest:
            return _does(of, *(("cannot", "cannot") if no else ("can", "can")), what)
        case "is", what if rest:
            return _is(of, what, no)
        case (("in" | "on" | "at"), _) if rest:
            return _is(of, f"*{name}*", no)
        case "has", what if is_done(rest.partition(" ")[0]):
            return _does(of, "has", "have", f"{'not ' if no else ''}{what}")
        case "has", what if rest:
            return _does(of, *(("does not have", "do not have") if no else ("has", "have")), what)
    if not rest and len(name) > 2 and name.endswith("s") and not name.endswith("ss"):
        verb = f"*{name[:-1]}*"
        return _does(of, "does", "do", f"not {verb}") if no else Predicate(of, f"*{name}*", verb)
    return _is(of, f"*{name}*", no) if is_quality(name) else _counts(of, name, no)


def _compared(scope: Scope, op: str, left: tree.Expr, right: tree.Expr) -> Predicate:
    type_ = scope.type_of(left)
    nots = "not " if op in ("is not", "not in") else ""
    if op in ("in", "not in"):
        if isinstance(right, tree.Name) and right.text in scope.model.card_types and right.text not in scope.locals:
            cards = f"{plain(right.text)} card"
            return Predicate(left, f"is {nots}{article(cards)}", f"are {nots}{many(cards)}")
        return _is(left, _within(scope, left, right, bool(nots)), False)
    if op in MORE:
        how = MORE[op] if not isinstance(t.settled(type_ or t.NUMBER), t.Kind) else LATER[op]
        return _is(left, say(NOUN, f"{how} ", values.noun(scope, right, type_).tight(SUM)), False)
    option = isinstance(left, tree.Name) and left.text in scope.model.options and left.text not in scope.locals
    word = scope.member(right, type_)
    if word is not None and option and isinstance(right, tree.Name):
        return _is(left, f"{nots}*{plain(right.text)}*", False)
    if is_list(type_):
        return _is(left, say(NOUN, nots, _list_of(scope, left, right, type_)), False)
    value = values.noun(scope, right, type_ or scope.type_of(right)).tight(SUM)
    local = isinstance(right, tree.Name) and right.text in scope.locals
    if local and isinstance(left, tree.Attr) and value.text == f"the {values.attribute(scope, left.name.text)}":
        value = Phrase(value.text.replace("the ", "that ", 1))
    if isinstance(t.settled(type_ or t.CARD), t.Numbers) and not isinstance(right, (tree.Number, tree.Minus)):
        value = say(NOUN, "equal to ", value)
    return _is(left, say(NOUN, nots, value), False)


def _list_of(scope: Scope, left: tree.Expr, right: tree.Expr, type_: t.Type | None) -> Phrase:
    match left, right:
        case _, tree.Listing(()):
            return Phrase("empty")
        case tree.Apply(tree.Name("top" | "bottom"), (_,)), tree.Listing((item,)):
            return values.noun(scope, item, element(type_)).tight(NOUN)
        case _, tree.Listing(items):
            return say(NOUN, "exactly ", several([values.noun(scope, each, element(type_)) for each in items]))
    return say(NOUN, "the same as ", values.noun(scope, right, type_).tight(NOUN))


def _within(scope: Scope, left: tree.Expr, right: tree.Expr, no: bool) -> Phrase:
    nots = "not " if no else ""
    match right:
        case tree.Listing(()):
            return Phrase(f"{nots}one of none")
        case tree.Listing((item,)):
            return say(NOUN, nots, values.noun(scope, item, scope.type_of(left)).tight(NOUN))
        case tree.Listing(items):
            words = several([values.noun(scope, item, scope.type_of(left)) for item in items], "nor" if no else "or")
            return Phrase(f"{'neither ' if no else ''}{words}", NOUN, tail=TRAILING)
        case tree.SpanOf(tree.Number(low), tree.Number(high)) if high == low + 1:
            return Phrase(f"neither {low} nor {high}" if no else f"{low} or {high}", NOUN, tail=TRAILING)
        case tree.SpanOf(low, high):
            ends = (values.noun(scope, end).tight(NAME) for end in (low, high))
            return Phrase("{}between {} and {}".format(nots, *ends), NOUN)
    where = values.noun(scope, right)
    if isinstance(scope.type_of(right), t.ZoneOf):
        if where.text.startswith("all "):
            return Phrase(f"{nots}in any of the {where.text.removeprefix('all ')}", NOUN)
        return say(NOUN, f"{nots}in ", where.tight(NOUN))
    return say(NOUN, f"{nots}among ", where.tight(NOUN))
