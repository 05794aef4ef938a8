"""Conditions in words: `empty(deck)` is "the deck is empty"."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from hoyle import types as t
from hoyle.english import article, is_plural, links, negated, plain
from hoyle.rulebook import folds, predicates, values
from hoyle.rulebook.phrase import (
    CLAUSE,
    CLOSED,
    LOOSE,
    NAME,
    NOUN,
    OR,
    SUM,
    TRAILING,
    Phrase,
    bracketed,
    connected,
    say,
    several,
    tight,
)
from hoyle.rulebook.scope import Scope
from hoyle.syntax import tree


def said(scope: Scope, expr: tree.Expr, no: bool = False) -> str:
    """A condition in words."""
    return clause(scope, expr, no).text


def all_of(scope: Scope, when: tuple[tree.Expr, ...]) -> Phrase:
    """Several conditions that must hold at once."""
    items = [item for test in when for item in (test.items if isinstance(test, tree.And) else (test,))]
    return connected([clause(scope, item) for item in items], "and")


def all_said(scope: Scope, when: tuple[tree.Expr, ...]) -> str:
    return all_of(scope, when).text


def clause(scope: Scope, expr: tree.Expr, no: bool = False) -> Phrase:
    """A condition as a sentence without a full stop; no: its opposite."""
    match expr:
        case tree.Truth(value):
            return Phrase("this always holds" if value is not no else "this never holds", CLAUSE)
        case tree.Negation(of):
            return clause(scope, of, not no)
        case tree.And(items) | tree.Or(items):
            word = "and" if isinstance(expr, tree.And) is not no else "or"
            return connected([clause(scope, *item) for item in _same(items, no, word)], word)
        case tree.Fold("any", over):
            return _any(scope, over, no)
        case tree.Fold("every", tree.Members(binder, has)) if has is not None:
            return _every(scope, binder, has, no)
        case tree.Apply(tree.Name("empty"), (tree.Name("winners"),)):
            return Phrase("somebody has won" if no else "nobody has won", CLAUSE)
        case tree.Compare("is" | "is not" as op, tree.Name("winners"), tree.Listing(())):
            return Phrase("nobody has won" if (op == "is") is not no else "somebody has won", CLAUSE)
        case tree.Apply(tree.Name("empty"), (of,)) if no and _together(scope, of):
            return any_of(scope, of, False)
        case tree.Apply(tree.Name("empty"), (of,)) if isinstance(scope.type_of(of), t.ListOf):
            found = values.noun(scope, of)
            if found.plural and found.level == NAME and found.text.startswith("the "):
                return Phrase(f"there are {'' if no else 'no '}{found.text.removeprefix('the ')}", CLAUSE)
        case tree.Compare("is" | "is not" as op, left, tree.Nothing()):
            return _none(scope, left, (op == "is") is not no)
        case tree.Compare("is" | "is not" as op, left, tree.Truth(value)):
            return clause(scope, left, ((op == "is") is value) is no)
        case tree.Compare("is" | "is not" as op, left, right) if _truths(scope, left, right):
            same = (op == "is") is not no
            sides = [_alone(clause(scope, left, not same)), _alone(clause(scope, right))]
            return Phrase(f"{sides[0]} exactly if {sides[1]}", OR)
        case tree.Compare(op, tree.Name("players"), right) if op not in ("in", "not in"):
            return _how_many(scope, predicates.OPPOSITE[op] if no else op, right)
        case tree.IfThen(test, then, otherwise):
            first, second = _alone(clause(scope, then, no)), _alone(clause(scope, otherwise, no))
            return Phrase(f"{first} (if {clause(scope, test)}) or {second} (if not)", OR)
        case tree.Else(left, right):
            return Phrase(f"{_alone(clause(scope, left, no))} (or, if that is open, {clause(scope, right, no)})", OR)
    said_of = predicates.predicate(scope, expr, no)
    if said_of is None:
        return _without_subject(scope, expr, no)
    return _sentence(tight(_subject(scope, expr, said_of.of), SUM), said_of)


def _same(items: tuple[tree.Expr, ...], no: bool, word: str) -> Iterator[tuple[tree.Expr, bool]]:
    """The conditions between which that word stands, through brackets that change nothing."""
    for item in items:
        nots = no
        while isinstance(item, tree.Negation):
            item, nots = item.of, not nots
        if isinstance(item, (tree.And, tree.Or)) and word == (
            "and" if isinstance(item, tree.And) is not nots else "or"
        ):
            yield from _same(item.items, nots, word)
        else:
            yield item, nots


def _subject(scope: Scope, expr: tree.Expr, of: tree.Expr) -> Phrase:
    match expr:
        case tree.Apply(tree.Name(text), args) | tree.Item(tree.Name(text), args) if args == (of,):
            return values.given(scope, text, args, (None,))[0]
    return values.noun(scope, of)


def _sentence(subject: Phrase, found: predicates.Predicate) -> Phrase:
    subject = bracketed(subject) if subject.tail == LOOSE else subject
    return Phrase(f"{subject} {found.some if subject.plural else found.one}", CLAUSE, tail=found.tail)


def _alone(phrase: Phrase) -> Phrase:
    """A side of something that binds two conditions."""
    return bracketed(phrase) if phrase.level != CLAUSE or phrase.tail else phrase


def _unbroken(phrase: Phrase) -> Phrase:
    """Behind words that a comma would end."""
    return bracketed(phrase) if phrase.tail == LOOSE else phrase


def _truths(scope: Scope, left: tree.Expr, right: tree.Expr) -> bool:
    return scope.type_of(left) == t.YES_NO and not isinstance(right, (tree.Truth, tree.Nothing))


def _together(scope: Scope, of: tree.Expr) -> bool:
    """Whether that is several zones at once, which are not empty if one of them is not."""
    match of:
        case tree.Name(text) | tree.Item(tree.Name(text)) if text in scope.model.zones and text not in scope.locals:
            given = len(of.args) if isinstance(of, tree.Item) else 0
            return given < len(scope.model.zones[text].index)
    return isinstance(of, tree.Arith)


def _without_subject(scope: Scope, expr: tree.Expr, no: bool) -> Phrase:
    """A yes or no that has no subject."""
    match expr:
        case tree.Name(text) if text in scope.locals:
            return _noted(scope.locals[text].phrase, no)
        case tree.Name(text) if text in scope.model.options:
            return Phrase(f"the option *{scope.names.things[text]}* is {'off' if no else 'on'}", CLAUSE)
        case tree.Name(text):
            return holds(scope, text, no)
        case tree.Apply(tree.Name(text), args) if text in scope.model.defines:
            types = [type_ for _, type_ in scope.model.defines[text].params]
            return _holds_for(scope, text, args, types, no)
        case tree.Item(tree.Name(text), args) if text in scope.model.vars:
            return _holds_for(scope, text, args, list(scope.model.vars[text].index), no)
    return Phrase(f"{tight(values.noun(scope, expr), NOUN)} is {'no' if no else 'yes'}", CLAUSE)


def _noted(phrase: str, no: bool) -> Phrase:
    """A yes or no that a body has remembered."""
    if phrase.startswith("the answer "):
        return Phrase(f"{phrase} is {'no' if no else 'yes'}", CLAUSE)
    if phrase.startswith("it was noted "):
        return Phrase(phrase.replace("it was ", "it was not ", 1) if no else phrase, CLAUSE)
    return Phrase(f"{phrase} {'does not hold' if no else 'holds'}", CLAUSE)


def holds(scope: Scope, text: str, no: bool) -> Phrase:
    """A yes or no of the whole game: `shop_is_open` is a sentence, `bell_rung` holds."""
    words = scope.names.things.get(text, plain(text))
    opposite = negated(words)
    if opposite is not None and not no:
        return Phrase(f"*{words}*", CLAUSE)
    if opposite is not None and opposite.lower() not in scope.names.taken:
        return Phrase(f"*{opposite}*", CLAUSE)
    return Phrase(f"*{words}* {'does not hold' if no else 'holds'}", CLAUSE)


def _holds_for(scope: Scope, text: str, args: tuple[tree.Expr, ...], types: list[t.Type], no: bool) -> Phrase:
    whom = [tight(each, NOUN) for each in values.given(scope, text, args, types)]
    head = f"*{scope.names.things[text]}* {'does not hold' if no else 'holds'}"
    return say(CLAUSE, f"{head} for ", several(whom)) if whom else Phrase(head, CLAUSE)


def _none(scope: Scope, left: tree.Expr, gone: bool) -> Phrase:
    """Whether there is something: a value that may be none."""
    match left:
        case tree.Apply(tree.Name(text), (of,)) if text in scope.model.defines and not links(text):
            return _has(values.noun(scope, of), f"*{scope.names.things[text]}*", gone)
        case tree.Apply(tree.Name("owner"), (of,)):
            return _has(values.noun(scope, of), "owner", gone)
        case tree.Attr(of, name):
            return _has(values.noun(scope, of), values.attribute(scope, name.text), gone)
        case tree.Item(tree.Name(text), (of,)) if text in scope.model.vars:
            return _has(values.noun(scope, of), scope.names.things[text], gone)
    subject = values.noun(scope, left)
    bare = subject.text.removeprefix("the ")
    if subject.text.startswith("the only "):
        there = "there is not exactly one " if gone else "there is exactly one "
        return say(CLAUSE, there, attrs.evolve(subject, text=bare.removeprefix("only ")))
    if bare != subject.text and subject.level >= NOUN:
        there = "there is no " if gone else f"there is {article(bare).removesuffix(bare)}"
        return say(CLAUSE, there, attrs.evolve(subject, text=bare))
    return say(CLAUSE, "there is no such thing as " if gone else "there is such a thing as ", tight(subject, NOUN))


def _has(owner: Phrase, thing: str, gone: bool) -> Phrase:
    owner = tight(owner, NOUN)
    owner = bracketed(owner) if owner.tail else owner
    have = "have" if owner.plural else "has"
    return Phrase(f"{owner} {have} {f'no {thing}' if gone else thing if is_plural(thing) else article(thing)}", CLAUSE)


def _how_many(scope: Scope, op: str, right: tree.Expr) -> Phrase:
    number = tight(values.noun(scope, right), SUM)
    if not isinstance(right, tree.Number):
        more = "equal to " if op in ("is", "is not") else f"{predicates.MORE[op]} "
        return say(CLAUSE, f"the number of players is {'not ' if op == 'is not' else ''}{more}", number)
    one = right.value == 1
    there, players = ("there is", "player") if one else ("there are", "players")
    if op in ("is", "is not"):
        return Phrase(f"{there} {'not ' if op == 'is not' else ''}{'only ' if one else ''}{number} {players}", CLAUSE)
    return Phrase(f"{there} {predicates.MORE[op]} {number} {players}", CLAUSE)


def _any(scope: Scope, over: tree.Whole | tree.Members | tree.Values, no: bool) -> Phrase:
    match over:
        case tree.Members(binder):
            found = folds.group(scope, binder)
            return Phrase(f"there is {f'no {found.one}' if no else article(found.one)}", CLAUSE, tail=found.tail)
        case tree.Whole((item,)):
            return any_of(scope, item, no)
        case tree.Values(value, binder):
            every = tree.Fold("any", tree.Members(_narrowed(binder, value), None, None, span=over.span), span=over.span)
            return clause(scope, every, no)
    return Phrase("this holds", CLAUSE)


def _narrowed(binder: tree.Binder, test: tree.Expr) -> tree.Binder:
    where = test if binder.where is None else tree.And((binder.where, test), span=test.span)
    return attrs.evolve(binder, where=where)


def any_of(scope: Scope, item: tree.Expr, no: bool) -> Phrase:
    found = folds.members(scope, item)
    place = found.place.replace(" in all ", " in any of the ")
    return Phrase(f"there is {f'no {found.head}' if no else article(found.head)}{place}", CLAUSE, tail=found.tail)


def _every(scope: Scope, binder: tree.Binder, has: tree.Expr, no: bool) -> Phrase:
    if no:
        negated = tree.Negation(has, span=has.span)
        return _any(scope, tree.Members(_narrowed(binder, negated), None, None, span=has.span), False)
    found = folds.group(scope, binder, again=True)
    nots = False
    while isinstance(has, tree.Negation):
        has, nots = has.of, not nots
    direct = predicates.predicate(found.scope, has, False)
    plainly = folds.group(scope, binder)
    if direct is not None and plainly.tail != LOOSE and found.name not in direct.one:
        if isinstance(direct.of, tree.Name) and direct.of.text == binder.var.text:
            return Phrase(f"{'no' if nots else 'every'} {plainly.one} {direct.one}", CLAUSE, tail=direct.tail)
        thing = folds.of_member(found.scope, binder.var.text, direct.of)
        if thing is not None and not nots:
            verb = direct.some if is_plural(thing) else direct.one
            return Phrase(f"the {thing} of every {plainly.one} {verb}", CLAUSE, tail=direct.tail)
    test = _unbroken(clause(found.scope, has, nots))
    every = f"for every {found.one}"
    if found.tail == LOOSE:
        every = f"for every ({found.one})"
    return Phrase(f"{every}, {test}", CLAUSE, tail=TRAILING if test.level == CLAUSE and not test.tail else LOOSE)


# ---------------------------------------------------------------------------------------------- which of several


@attrs.frozen
class Which:
    """Conditions on the members of a list, behind one of them and behind several."""

    one: str = ""
    some: str = ""
    tail: int = CLOSED


def relative(scope: Scope, var: str, items: tuple[tree.Expr, ...], person: bool) -> Which:
    """`that is face up and whose suit is red`"""
    found: list[Which] = []
    rest: list[tree.Expr] = []
    but = ""
    for item in items:
        about = _about(scope, var, item, "who" if person else "that")
        if about is not None and about.one.startswith("other than ") and not but and not about.tail:
            but = f" {about.one}"
        elif about is None or rest:
            rest.append(item)
        else:
            found.append(about)
    tail = TRAILING if found else CLOSED
    words = [(each.one, each.some) for each in found]
    for number, each in enumerate(found[:-1]):
        if each.tail:
            words[number] = (f"({each.one})", f"({each.some})")
    if found and found[-1].tail:
        tail = LOOSE
        if rest:
            words[-1] = (f"({found[-1].one})", f"({found[-1].some})")
    if rest:
        test = _unbroken(connected([clause(scope, item) for item in rest], "and"))
        whom = f"for {'whom' if person else 'which'} {test}"
        words.append((whom, whom))
        tail = LOOSE if test.level != CLAUSE or test.tail else TRAILING
    one, some = (" and ".join(pair[n] for pair in words) for n in (0, 1))
    return Which(f"{but}{' ' if one else ''}{one}", f"{but}{' ' if some else ''}{some}", tail)


def _about(scope: Scope, var: str, item: tree.Expr, that: str) -> Which | None:
    """`whose suit is red`, `that is face up`, if a condition is about the member itself."""
    no = False
    while isinstance(item, tree.Negation):
        item, no = item.of, not no
    match item:
        case tree.Compare("is" | "is not" as op, tree.Name(text), right) if text == var and (op == "is not") is not no:
            if not isinstance(right, tree.Nothing):
                other = tight(values.noun(scope, right, scope.type_of(item.left)), NAME)
                return Which(f"other than {other}", f"other than {other}", other.tail)
        case tree.Compare("is" | "is not" as op, tree.Attr(tree.Name(text), name), tree.Nothing()) if text == var:
            thing = values.attribute(scope, name.text)
            thing = f"no {thing}" if (op == "is") is not no else thing if is_plural(thing) else article(thing)
            return Which(f"{that} has {thing}", f"{that} have {thing}")
    found = predicates.predicate(scope, item, no)
    if found is None:
        return None
    match found.of:
        case tree.Name(text) if text == var:
            return Which(f"{that} {found.one}", f"{that} {found.some}", found.tail)
        case tree.Attr(tree.Name(text), name) if text == var:
            words = values.attribute(scope, name.text)
        case tree.Apply(tree.Name(what), (tree.Name(text),)) if text == var and what in scope.model.defines:
            words = scope.names.things[what]
            if links(words):
                return None
            words = f"*{words}*"
        case tree.Apply(tree.Name("owner"), (tree.Name(text),)) if text == var:
            words = "owner"
        case tree.Item(tree.Name(what), (tree.Name(text),)) if text == var and what in scope.names.things:
            words = scope.names.things[what]
        case _:
            return None
    return Which(*(2 * (f"whose {words} {found.some if is_plural(words) else found.one}",)), found.tail)
