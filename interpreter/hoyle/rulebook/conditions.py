"""Conditions in words: `empty(deck)` is "the deck is empty"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from hoyle import types as t
from hoyle.english import article, is_plural, negated, plain
from hoyle.rulebook import folds, predicates, values
from hoyle.rulebook.phrase import CLAUSE, CLOSED, LOOSE, NAME, NOUN, OR, SUM, TRAILING, Phrase, connected, say, several
from hoyle.rulebook.predicates import Predicate
from hoyle.rulebook.scope import Scope, once
from hoyle.syntax import tree


def said(scope: Scope, expr: tree.Expr, no: bool = False) -> str:
    """A condition in words."""
    return clause(scope, expr, no).text


def all_said(scope: Scope, when: tuple[tree.Expr, ...]) -> str:
    """Several conditions that must hold at once."""
    items = [item for test in when for item in (test.items if isinstance(test, tree.And) else (test,))]
    return connected([clause(scope, item) for item in items], "and").text


def whenever(scope: Scope, when: tuple[tree.Expr, ...], word: str = "if") -> str:
    """`if a`, `unless b`, `if a (unless b)`: what stands behind `when` and `unless`, in a side clause."""
    excluded = [test.of for test in when if isinstance(test, tree.Negation) and test.unless]
    if not excluded:
        return f"{word} {all_said(scope, when)}"
    unless = f"unless {connected([clause(scope, test) for test in excluded], 'or').text}"
    rest = tuple(test for test in when if not (isinstance(test, tree.Negation) and test.unless))
    return f"{word} {all_said(scope, rest)} ({unless})" if rest else unless


@once
def clause(scope: Scope, expr: tree.Expr, no: bool = False) -> Phrase:
    """A condition as a sentence without a full stop; no: its opposite."""
    match expr:
        case tree.Truth(value):
            return Phrase("this always holds" if value is not no else "this never holds", CLAUSE)
        case tree.Negation(of):
            return clause(scope, of, not no)
        case tree.Surely(of):
            return clause(scope, of, no)
        case tree.And(items) | tree.Or(items):
            word = "and" if isinstance(expr, tree.And) is not no else "or"
            return connected([clause(scope, *item) for item in _same(items, no, word)], word)
        case tree.Fold("any", over):
            return _any(scope, over, no)
        case tree.Fold("every", tree.Members(binder, has, more=more)) if has is not None:
            return _every(scope, (binder, *more), has, no)
        case tree.Fold("same" | "different" | "consecutive" as kind, over):
            return folds.beside(scope, kind, over, no)
        case tree.Apply(tree.Name("empty"), (tree.Name("winners"),)):
            return Phrase("somebody has won" if no else "nobody has won", CLAUSE)
        case tree.Compare("is" | "is not" as op, tree.Name("winners"), tree.Listing(())):
            return Phrase("nobody has won" if (op == "is") is not no else "somebody has won", CLAUSE)
        case tree.Apply(tree.Name("empty"), (of,)) if no and _together(scope, of):
            return any_of(scope, of, False)
        case tree.Apply(tree.Name("empty"), (of,)) if isinstance(scope.type_of(of), t.ListOf):
            found = values.noun(scope, of)
            if found.plural and found.level == NAME and found.article == "the":
                return Phrase(f"there are {'' if no else 'no '}{found.words}", CLAUSE)
        case tree.Compare("is" | "is not" as op, left, tree.Nothing()):
            return _none(scope, left, (op == "is") is not no)
        case tree.Compare("is" | "is not" as op, left, tree.Truth(value)):
            return clause(scope, left, ((op == "is") is value) is no)
        case tree.Compare("is" | "is not" as op, left, right) if scope.type_of(left) == t.YES_NO:
            same = (op == "is") is not no
            return Phrase(f"{clause(scope, left, not same).alone()} exactly if {clause(scope, right).alone()}", OR)
        case tree.Compare(op, tree.Name("players"), right) if op not in ("in", "not in"):
            return _how_many(scope, predicates.OPPOSITE[op] if no else op, right)
        case tree.IfThen(test, then, otherwise):
            first, second = clause(scope, then, no).alone(), clause(scope, otherwise, no).alone()
            return Phrase(f"{first} (if {clause(scope, test)}) or {second} (if not)", OR)
        case tree.Else(left, right):
            return Phrase(f"{clause(scope, left, no).alone()} (or, if that is open, {clause(scope, right, no)})", OR)
    said_of = predicates.predicate(scope, expr, no)
    if said_of is None:
        sentence = _sentence(scope, expr, no)
        if sentence is not None:
            return Phrase(sentence, CLAUSE)
        head, said_of = of_itself(scope, expr, no)
        return Phrase(f"{head} {said_of.one}", CLAUSE, tail=said_of.tail)
    subject = _subject(scope, expr, said_of.of).tight(SUM).unbroken()
    return Phrase(f"{subject} {subject.verb(said_of.one, said_of.some)}", CLAUSE, tail=said_of.tail)


def _same(items: tuple[tree.Expr, ...], no: bool, word: str) -> Iterator[tuple[tree.Expr, bool]]:
    """The conditions between which that word stands, through brackets that change nothing."""
    for item, nots in (_bare(item, no) for item in items):
        if isinstance(item, (tree.And, tree.Or)) and isinstance(item, tree.And) is ((word == "and") is not nots):
            yield from _same(item.items, nots, word)
        else:
            yield item, nots


def _bare(expr: tree.Expr, no: bool = False) -> tuple[tree.Expr, bool]:
    """A condition without what only turns it round, and whether it is turned round."""
    while isinstance(expr, tree.Negation):
        expr, no = expr.of, not no
    return expr, no


def _subject(scope: Scope, expr: tree.Expr, of: tree.Expr) -> Phrase:
    match expr:
        case tree.Apply(tree.Name(text), args) | tree.Item(tree.Name(text), args) if args == (of,):
            return values.given(scope, text, args, (None,))[0]
    return values.noun(scope, of)


def _together(scope: Scope, of: tree.Expr) -> bool:
    """Whether that is several zones at once, which are not empty if one of them is not."""
    zone = scope.zone(of)
    given = len(of.args) if isinstance(of, tree.Item) else 0
    return isinstance(of, tree.Arith) if zone is None else given < len(zone.index)


def is_sentence(scope: Scope, expr: tree.Expr) -> bool:
    """Whether the name of a yes or no of the whole game is a sentence: `shop_is_open`."""
    return _sentence(scope, expr, False) is not None


def _sentence(scope: Scope, expr: tree.Expr, no: bool) -> str | None:
    if not isinstance(expr, tree.Name) or expr.text in {**scope.locals, **scope.model.options}:
        return None
    words = scope.names.things.get(expr.text, plain(expr.text))
    opposite = negated(words)
    if opposite is None or (no and opposite.lower() in scope.names.taken):
        return None
    return f"*{opposite if no else words}*"


def of_itself(scope: Scope, expr: tree.Expr, no: bool) -> tuple[str, Predicate]:
    """What a yes or no is called that is about nothing else, and what is said of it: `bell_rung` holds."""
    match expr:
        case tree.Name(text) if text in scope.locals:
            known = scope.locals[text]
            if known.noted:
                return "it", Predicate(expr, predicates.WAS_NOTED, f"that {known.noted}", no)
            if known.answer:
                return str(known.phrase), Predicate(expr, predicates.IS, "no" if no else "yes")
            return str(known.phrase), Predicate(expr, predicates.HOLDS, no=no)
        case tree.Name(text) if text in scope.model.options:
            return f"the option *{scope.names.things[text]}*", Predicate(expr, predicates.IS, "off" if no else "on")
        case tree.Name(text):
            return _called(scope, text), Predicate(expr, predicates.HOLDS, no=no)
        case tree.Apply(tree.Name(text), args) if text in scope.model.defines:
            return _for_all(scope, expr, text, args, [type_ for _, type_ in scope.model.defines[text].params], no)
        case tree.Item(tree.Name(text), args) if text in scope.model.vars:
            return _for_all(scope, expr, text, args, scope.model.vars[text].index, no)
    return str(values.noun(scope, expr).tight(NOUN)), Predicate(expr, predicates.IS, "no" if no else "yes")


def _for_all(
    scope: Scope, expr: tree.Expr, text: str, args: tuple[tree.Expr, ...], types: Sequence[t.Type], no: bool
) -> tuple[str, Predicate]:
    whom = [each.tight(NOUN) for each in values.given(scope, text, args, types)]
    what = say(NOUN, "for ", several(whom)) if whom else Phrase("")
    return _called(scope, text), Predicate(expr, predicates.HOLDS, str(what), no, what.tail)


def _called(scope: Scope, text: str) -> str:
    """What something is called."""
    return f"{scope.mark(text)}{scope.names.things.get(text, plain(text))}{scope.mark(text)}"


def _none(scope: Scope, left: tree.Expr, gone: bool) -> Phrase:
    """Whether there is something: a value that may be none."""
    found = values.belonging(scope, left)
    if found is not None:
        owner = values.noun(scope, found[1]).tight(NOUN)
        owner = owner.bracketed() if owner.tail else owner
        return Phrase(f"{owner} {owner.verb('has', 'have')} {_some_or_no(found[0], gone)}", CLAUSE)
    subject = values.noun(scope, left)
    if subject.article == "the only":
        return say(CLAUSE, "there is not exactly one " if gone else "there is exactly one ", subject.bare)
    if subject.article == "the" and subject.level >= NOUN:
        words = f"no {subject.words}" if gone else article(subject.words)
        return say(CLAUSE, "there is ", attrs.evolve(subject.bare, words=words))
    return say(CLAUSE, "there is no such thing as " if gone else "there is such a thing as ", subject.tight(NOUN))


def _some_or_no(thing: str, gone: bool) -> str:
    return f"no {thing}" if gone else thing if is_plural(thing) else article(thing)


def _how_many(scope: Scope, op: str, right: tree.Expr) -> Phrase:
    number, nots = values.noun(scope, right).tight(SUM), "not " if op == "is not" else ""
    if not isinstance(right, tree.Number):
        return say(CLAUSE, f"the number of players is {nots}{predicates.MORE.get(op, 'equal to')} ", number)
    one = right.value == 1
    there, players = ("there is", "player") if one else ("there are", "players")
    how = f"{predicates.MORE[op]} " if op in predicates.MORE else f"{nots}only " if one else nots
    return Phrase(f"{there} {how}{number} {players}", CLAUSE)


def _any(scope: Scope, over: tree.Whole | tree.Members | tree.Values, no: bool) -> Phrase:
    match over:
        case tree.Members(binder, more=more):
            found = folds.groups(scope, (binder, *more))
            return _there_is(found.one, no, found.tail)
        case tree.Whole((item,)):
            return any_of(scope, item, no)
        case tree.Values(value, binder, more):
            return _any(scope, _those((binder, *more), value), no)
    return Phrase("this holds", CLAUSE)


def _those(binders: tuple[tree.Binder, ...], test: tree.Expr) -> tree.Members:
    """The members for which something more holds."""
    *others, last = binders
    where = test if last.where is None else tree.And((last.where, test), span=test.span)
    first, *more = [*others, attrs.evolve(last, where=where)]
    return tree.Members(first, None, None, tuple(more), span=test.span)


def any_of(scope: Scope, item: tree.Expr, no: bool) -> Phrase:
    """Whether there is something in a list."""
    found = folds.members(scope, item)
    return _there_is(f"{found.head}{found.one_place}", no, found.tail)


def _there_is(thing: str, no: bool, tail: int) -> Phrase:
    return Phrase(f"there is {f'no {thing}' if no else article(thing)}", CLAUSE, tail=tail)


def _every(scope: Scope, binders: tuple[tree.Binder, ...], has: tree.Expr, no: bool) -> Phrase:
    if no:
        return _any(scope, _those(binders, tree.Negation(has, span=has.span)), False)
    found = folds.groups(scope, binders, again=True)
    has, nots = _bare(has)
    direct = predicates.predicate(found.scope, has, False)
    binder, *more = binders
    plainly = folds.groups(scope, binders)
    if not more and direct is not None and plainly.tail != LOOSE and str(found.name) not in direct.one:
        if isinstance(direct.of, tree.Name) and direct.of.text == binder.var.text:
            return Phrase(f"{'no' if nots else 'every'} {plainly.one} {direct.one}", CLAUSE, tail=direct.tail)
        thing = folds.of_member(found.scope, binder.var.text, direct.of)
        if thing is not None and not nots:
            verb = direct.some if is_plural(thing) else direct.one
            return Phrase(f"the {thing} of every {plainly.one} {verb}", CLAUSE, tail=direct.tail)
    test = clause(found.scope, has, nots).unbroken()
    tail = TRAILING if test.level == CLAUSE and not test.tail else LOOSE
    return Phrase(f"for every {found.single.unbroken()}, {test}", CLAUSE, tail=tail)


@attrs.frozen
class Which:
    """Conditions on the members of a list, behind one of them and behind several. but: whether it leaves one out."""

    one: str
    some: str
    tail: int = CLOSED
    but: bool = False


def relative(scope: Scope, var: str, items: tuple[tree.Expr, ...], person: bool) -> Which:
    """`that is face up and whose suit is red`"""
    found: list[Which] = []
    rest: list[tree.Expr] = []
    but = ""
    for item in items:
        about = _about(scope, var, item, "who" if person else "that")
        if about is not None and about.but and not but and not about.tail:
            but = f" {about.one}"
        elif about is None or rest:
            rest.append(item)
        else:
            found.append(about)
    tail = CLOSED if not found else LOOSE if found[-1].tail else TRAILING
    for number, each in enumerate(found if rest else found[:-1]):
        found[number] = Which(f"({each.one})", f"({each.some})") if each.tail else each
    if rest:
        test = connected([clause(scope, item) for item in rest], "and").unbroken()
        whom = f"for {'whom' if person else 'which'} {test}"
        found.append(Which(whom, whom))
        tail = LOOSE if test.level != CLAUSE or test.tail else TRAILING
    one, some = " and".join(f" {each.one}" for each in found), " and".join(f" {each.some}" for each in found)
    return Which(f"{but}{one}", f"{but}{some}", tail)


def _about(scope: Scope, var: str, item: tree.Expr, that: str) -> Which | None:
    """`whose suit is red`, `that is face up`, if a condition is about the member itself."""
    item, no = _bare(item)
    match item:
        case tree.Compare("is" | "is not" as op, tree.Name(text), right) if text == var and (op == "is not") is not no:
            if not isinstance(right, tree.Nothing):
                other = values.noun(scope, right, scope.type_of(item.left)).tight(NAME)
                return Which(f"other than {other}", f"other than {other}", other.tail, but=True)
        case tree.Compare("is" | "is not" as op, tree.Attr(tree.Name(text), name), tree.Nothing()) if text == var:
            thing = _some_or_no(values.attribute(scope, name.text), (op == "is") is not no)
            return Which(f"{that} has {thing}", f"{that} have {thing}")
    found = predicates.predicate(scope, item, no)
    if found is None:
        return None
    match found.of, values.belonging(scope, found.of):
        case tree.Name(text), _ if text == var:
            return Which(f"{that} {found.one}", f"{that} {found.some}", found.tail)
        case _, (words, tree.Name(text)) if text == var:
            whose = f"whose {words} {found.some if is_plural(words) else found.one}"
            return Which(whose, whose, found.tail)
    return None
