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
LATER = {"<": ("before", False), "<=": ("after", True), ">": ("after", False), ">=": ("before", True)}  # denied or not
OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "is": "is not", "is not": "is", "in": "not in", "not in": "in"}


@attrs.frozen
class Verb:
    """With one subject and with several, denied with either, and bare as it stands behind `must`, if it can.

    first: whether `now` stands behind it, and not before it.
    """

    one: str
    some: str
    not_one: str
    not_some: str
    bare: str = ""
    first: bool = False


IS = Verb("is", "are", "is not", "are not", "be", first=True)
HAS = Verb("has", "have", "does not have", "do not have", "have", first=True)
HAS_DONE = Verb("has", "have", "has not", "have not", "have", first=True)
CAN = Verb("can", "can", "cannot", "cannot")
COUNTS = Verb("counts", "count", "does not count", "do not count", "count")
HOLDS = Verb("holds", "hold", "does not hold", "do not hold")
WAS_NOTED = Verb("was noted", "were noted", "was not noted", "were not noted")


@attrs.frozen
class Predicate:
    """What is said of a subject. what: behind the verb; several: the same of several things, if it differs.

    no: whether it is denied. tail: as of a phrase.
    """

    of: tree.Expr
    verb: Verb
    what: str = ""
    no: bool = False
    tail: int = CLOSED
    several: str = ""

    @property
    def one(self) -> str:
        return f"{self.verb.not_one if self.no else self.verb.one} {self.what}".rstrip()

    @property
    def some(self) -> str:
        return f"{self.verb.not_some if self.no else self.verb.some} {self.several or self.what}".rstrip()

    def often(self, when: str, plural: bool) -> str:
        """What has come to be said of it: when says whether it is so now, or no longer."""
        verb = self.verb.some if plural else self.verb.one
        return " ".join([*((verb, when) if self.verb.first else (when, verb)), *([self.what] if self.what else [])])


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
            return Predicate(of, HAS, f"no {ability}" if no else article(ability))
        case tree.Apply(tree.Name(text), (of, *_) as args) if (known := function(text)) and known.result == t.YES_NO:
            words = [values.noun(scope, arg).tight(NOUN) for arg in args]
            return _is(of, say(NOUN, *values.told(scope, known.said[""][1], words, args)), no)
        case tree.Apply(tree.Name(text), (of,)) | tree.Item(tree.Name(text), (of,)) if scope.is_truth(text):
            return _defined(of, scope.names.things[text], no, scope.mark(text))
    return None


def _is(of: tree.Expr, what: str | Phrase, no: bool) -> Predicate:
    return Predicate(of, IS, str(what), no, what.tail if isinstance(what, Phrase) else CLOSED)


def printed(of: tree.Expr, words: str, no: bool) -> Predicate:
    """A yes or no that stands on a card."""
    how = is_quality(words) or is_done(words)
    return _is(of, f"*{words}*", no) if how else Predicate(of, COUNTS, f"as *{words}*", no)


def _defined(of: tree.Expr, name: str, no: bool, mark: str) -> Predicate:
    """A definition with one parameter that is yes or no; its name is a verb, says where, or what something is.

    mark: what its name stands between.
    """
    it = f"{mark}{name}{mark}"
    first, _, rest = name.partition(" ")
    match first, f"{mark}{rest}{mark}":
        case "can", what if rest:
            return Predicate(of, CAN, what, no)
        case "is", what if rest:
            return _is(of, what, no)
        case (("in" | "on" | "at"), _) if rest:
            return _is(of, it, no)
        case "has", what if is_done(rest.partition(" ")[0]):
            return Predicate(of, HAS_DONE, what, no)
        case "has", what if rest:
            return Predicate(of, HAS, what, no)
    if not rest and len(name) > 2 and name.endswith("s") and not name.endswith("ss"):
        bare = f"{mark}{name[:-1]}{mark}"
        return Predicate(of, Verb(it, bare, f"does not {bare}", f"do not {bare}", bare), no=no)
    return _is(of, it, no) if is_quality(name) else Predicate(of, COUNTS, f"as {it}", no)


def _compared(scope: Scope, op: str, left: tree.Expr, right: tree.Expr) -> Predicate:
    type_ = scope.type_of(left)
    no = op in ("is not", "not in")
    if op in ("in", "not in"):
        if isinstance(right, tree.Name) and right.text in scope.model.card_types and right.text not in scope.locals:
            cards = f"{plain(right.text)} card"
            return Predicate(left, IS, article(cards), no, several=many(cards))
        if isinstance(right, tree.Name) and right.text in scope.model.kinds and right.text not in scope.locals:
            noun = scope.noun_of(t.Kind(right.text))
            return Predicate(left, IS, article(noun), no, several=many(noun))
        return _within(scope, left, right, no)
    if op in MORE:
        how, no = (MORE[op], False) if not isinstance(t.settled(type_ or t.NUMBER), t.Kind) else LATER[op]
        return _is(left, say(NOUN, f"{how} ", values.noun(scope, right, type_).tight(SUM)), no)
    option = isinstance(left, tree.Name) and left.text in scope.model.options and left.text not in scope.locals
    word = scope.member(right, type_)
    if word is not None and option and isinstance(right, tree.Name):
        return _is(left, f"*{plain(right.text)}*", no)
    if is_list(type_):
        return _is(left, _list_of(scope, left, right, type_), no)
    value = values.noun(scope, right, type_ or scope.type_of(right)).tight(SUM)
    local = isinstance(right, tree.Name) and right.text in scope.locals
    if local and isinstance(left, tree.Attr) and value.text == f"the {values.attribute(scope, left.name.text)}":
        value = attrs.evolve(value, article="that")
    if isinstance(t.settled(type_ or t.CARD), t.Numbers) and not isinstance(right, (tree.Number, tree.Minus)):
        value = say(NOUN, "equal to ", value)
    return _is(left, value, no)


def _list_of(scope: Scope, left: tree.Expr, right: tree.Expr, type_: t.Type | None) -> Phrase:
    match left, right:
        case _, tree.Listing(()):
            return Phrase("empty")
        case tree.Apply(tree.Name("top" | "bottom"), (_,)), tree.Listing((item,)):
            return values.noun(scope, item, element(type_)).tight(NOUN)
        case _, tree.Listing(items):
            return say(NOUN, "exactly ", several([values.noun(scope, each, element(type_)) for each in items]))
    return say(NOUN, "the same as ", values.noun(scope, right, type_).tight(NOUN))


def _within(scope: Scope, left: tree.Expr, right: tree.Expr, no: bool) -> Predicate:
    match right:
        case tree.Listing(()):
            return _is(left, "one of none", no)
        case tree.Listing((item,)):
            return _is(left, values.noun(scope, item, scope.type_of(left)).tight(NOUN), no)
        case tree.Listing(items):
            words = several([values.noun(scope, item, scope.type_of(left)) for item in items], "nor" if no else "or")
            return Predicate(left, IS, f"{'neither ' if no else ''}{words}", tail=TRAILING)
        case tree.SpanOf(tree.Number(low), tree.Number(high)) if high == low + 1:
            return Predicate(left, IS, f"neither {low} nor {high}" if no else f"{low} or {high}", tail=TRAILING)
        case tree.SpanOf(low, high):
            ends = (values.noun(scope, end).tight(NAME) for end in (low, high))
            return _is(left, "between {} and {}".format(*ends), no)
    where = values.noun(scope, right)
    if isinstance(scope.type_of(right), t.ZoneOf):
        if where.article == "all":
            return _is(left, f"in any of the {where.words}", no)
        return _is(left, say(NOUN, "in ", where.tight(NOUN)), no)
    word = "in " if where.words.startswith("group") else "among "
    return _is(left, say(NOUN, word, where.tight(NOUN)), no)
