"""What is asked of whole lists, in words, and how their members are called."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.english import article, links, many, plain
from hoyle.model import Zone
from hoyle.rulebook import conditions, values
from hoyle.rulebook.phrase import (
    CLOSED,
    LOOSE,
    NOUN,
    SEVERAL,
    SUM,
    TRAILING,
    Phrase,
    bracketed,
    say,
    several,
    tight,
)
from hoyle.rulebook.scope import Scope, element, is_list, is_word, letter, small
from hoyle.syntax import tree

_WHICH = {"sum": "total", "max": "highest", "min": "lowest"}


@attrs.frozen
class Source:
    """head: the noun for a member of a list. place: where the members are. tail: as of a phrase."""

    head: str
    place: str = ""
    tail: int = CLOSED


@attrs.frozen
class Group:
    """The members of a list. one, some: what one of them and all of them are called, without article.

    scope: with the name of a member. name: what it is called further on; said: whether that has to be announced.
    """

    scope: Scope
    one: str
    some: str
    name: str
    said: bool = False
    tail: int = CLOSED

    @property
    def all(self) -> Phrase:
        return Phrase(self.some, NOUN, True, self.tail)

    @property
    def single(self) -> Phrase:
        return Phrase(self.one, NOUN, False, self.tail)


def group(scope: Scope, binder: tree.Binder, kept: bool = False, again: bool = False) -> Group:
    """What a binder ranges over. kept: the member is spoken of in further sentences, so its own name matters.

    again: the member is spoken of again in this sentence, behind its conditions.
    """
    var = binder.var.text
    parts = [(var, binder.source, binder.where)]
    while isinstance(parts[0][1], tree.Fold) and parts[0][1].kind == "all":
        over = parts[0][1].over
        if not isinstance(over, tree.Members):
            break
        parts.insert(0, (over.binder.var.text, over.binder.source, over.binder.where))
    source = parts[0][1]
    found = members(scope, source)
    head, place = found.head, found.place
    inner = element(scope.type_of(source))
    wheres: list[tuple[str, tuple[tree.Expr, ...]]] = []
    for name, _, where in parts:
        head, inner, rest = _narrowed(scope, name, where, head, inner)
        wheres.append((name, rest))
    if head == "entry" and is_word(var):
        head = plain(var)
    word = head.split(" ")[-1]
    phrase = f"that {word}"
    said = kept and is_word(var) and plain(var) not in (word, head)
    if kept and is_word(var):
        phrase = f"the *{plain(var)}*" if said else f"the {plain(var)}"
    mark = ""
    if scope.taken(phrase):
        phrase, said = scope.free(f"{word} {letter(var)}", f"the other {word}"), False
        mark = f" {letter(var)}" if phrase == f"{word} {letter(var)}" else ""
    known = scope
    for name, _, _ in parts:
        known = known.having(name, phrase, inner)
    rels = [conditions.relative(known, name, rest, word == "player") for name, rest in wheres if rest]
    tail = max([found.tail, *(rel.tail for rel in rels)])
    tail = LOOSE if len([rel for rel in rels if rel.tail]) > 1 or (found.tail and tail > CLOSED and rels) else tail
    one_rel, some_rel = (" and".join(part) for part in ([r.one for r in rels], [r.some for r in rels]))
    single = place.replace(" in all ", " in any of the ")
    if place.startswith(",") and rels:
        place, single = f"{place},", f"{single},"
    mark = mark if kept or again or phrase in one_rel else ""
    return Group(known, f"{head}{mark}{single}{one_rel}", f"{many(head)}{mark}{place}{some_rel}", phrase, said, tail)


def _narrowed(
    scope: Scope, var: str, where: tree.Expr | None, head: str, inner: t.Type
) -> tuple[str, t.Type, tuple[tree.Expr, ...]]:
    """`c in hand where c in Tile and ...` ranges over Tile cards; what remains of the condition."""
    items = where.items if isinstance(where, tree.And) else (where,) if where is not None else ()
    for item in items:
        match item:
            case tree.Compare("in", tree.Name(text), tree.Name(cards)) if text == var:
                if cards in scope.model.card_types and cards not in scope.locals:
                    rest = tuple(other for other in items if other is not item)
                    return f"{plain(cards)} card", t.CardOf(cards), rest
    return head, inner, items


def members(scope: Scope, source: tree.Expr) -> Source:
    """The noun for a member of a list, and where the members are."""
    noun = scope.noun_of(element(scope.type_of(source)))
    match source:
        case tree.Name(text) if text in scope.locals:
            return _in(scope.locals[text].noun or noun, " among ", values.noun(scope, source))
        case tree.Name(text) if text in scope.ranges:
            return Source(small(plain(text)))
        case tree.Name(text) if text in scope.model.zones:
            return Source("card", f" in {values.family(scope, text)}")
        case tree.Name("Player"):
            return Source("player")
        case tree.Name("Card"):
            return Source("card")
        case tree.Name(text) if text in scope.model.card_types or text in scope.model.kinds:
            return Source(noun)
        case tree.Item(tree.Name(text)) if text in scope.model.zones:
            return _in("card", " in ", values.noun(scope, source))
        case tree.Apply(tree.Name("others"), (player,)):
            whom = values.noun(scope, player)
            seats = [known for known in scope.locals.values() if known.type == t.SEAT]
            if whom.text == "you" or (whom.text in ("the player", "that player") and len(seats) == 1):
                return Source("other player")
            return _in("player", " other than ", whom)
        case tree.Apply(tree.Name("clockwise"), (player,)):
            return _in("player", ", clockwise from ", values.noun(scope, player))
        case tree.Apply(tree.Name("anticlockwise"), (player,)):
            return _in("player", ", counter-clockwise from ", values.noun(scope, player))
        case tree.Apply(tree.Name("top"), (zone,)):
            return _in(noun, " on top of ", values.noun(scope, zone))
        case tree.Apply(tree.Name("bottom"), (zone,)):
            return _in(noun, " at the bottom of ", values.noun(scope, zone))
        case tree.Attr(tree.Name(text), name) if text in scope.model.card_types and text not in scope.locals:
            which = f"{plain(text)} cards" if len(scope.model.card_types) > 1 else "cards"
            return Source(values.attribute(scope, name.text), f" of the {which}")
        case tree.Fold("first" | "last" as end, tree.Members(binder)):
            inner = group(scope, binder)
            return _in(members(scope, binder.source).head, f" among the {end} ", inner.single)
        case tree.SpanOf(low, high):
            ends = [tight(values.noun(scope, end), NOUN) for end in (low, high)]
            return Source("number", " from {} to {}".format(*ends))
        case tree.Fold("highest" | "lowest" as kind, tree.Members(binder, _, by)) if by is not None:
            inner = group(scope, binder)
            by_what = f" with the {kind} {measure(inner.scope, binder.var.text, by)}"
            return _in(members(scope, binder.source).head, f"{by_what} among the ", inner.all)
        case tree.Fold("all", tree.Members(binder)):
            head, _, _ = _narrowed(scope, binder.var.text, binder.where, members(scope, binder.source).head, t.NEVER)
            return _in(head, " among ", values.noun(scope, source))
        case tree.Arith("+"):
            found = [members(scope, part) for part in parts(source)]
            alike = len({each.head for each in found}) == 1 and not any(each.tail for each in found)
            if alike and all(each.place.startswith(" in ") for each in found):
                return Source(found[0].head, " or".join(each.place for each in found), TRAILING)
    return _in(noun, " among ", values.noun(scope, source))


def parts(expr: tree.Expr) -> list[tree.Expr]:
    """The lists that are put together."""
    if isinstance(expr, tree.Arith) and expr.op == "+":
        return [*parts(expr.left), *parts(expr.right)]
    return [expr]


def _in(head: str, word: str, where: Phrase) -> Source:
    where = tight(where, NOUN)
    return Source(head, f"{word}{bracketed(where) if where.tail == LOOSE else where}", where.tail and TRAILING)


# ---------------------------------------------------------------------------------------------- values of folds


def folded(scope: Scope, kind: str, over: tree.Whole | tree.Members | tree.Values) -> Phrase:
    """A fold as a noun."""
    match over:
        case tree.Whole(items):
            return _whole(scope, kind, items)
        case tree.Members(binder, _, by):
            return _members(scope, kind, binder, by)
        case tree.Values(value, binder):
            return _values(scope, kind, value, binder)


def _whole(scope: Scope, kind: str, items: tuple[tree.Expr, ...]) -> Phrase:
    if len(items) > 1:
        words = [tight(values.noun(scope, item), NOUN) for item in items]
        which = {"max": ("higher", "highest"), "min": ("lower", "lowest")}[kind][len(items) > 2]
        return say(SUM, f"the {which} of ", several(words))
    (item,) = items
    if kind == "count":
        found = members(scope, item)
        return Phrase(f"the number of {many(found.head)}{found.place}", NOUN, tail=found.tail)
    if kind in ("first", "last"):
        return _end(scope, kind, item)
    of = values.noun(scope, item)
    return of if kind == "all" else say(NOUN, f"the {_WHICH.get(kind, kind)} of ", tight(of, NOUN))


def _end(scope: Scope, kind: str, item: tree.Expr) -> Phrase:
    """The first or the last of a list; of a pile these are its ends."""
    zone = _zone(scope, item)
    found = members(scope, item)
    which = f"{kind} "
    if zone is not None and zone.shape == "pile":
        which = "bottom " if kind == "first" else "top "
    which = "" if _single(scope, item) else which
    return Phrase(f"the {which}{found.head}{found.place}", NOUN, tail=found.tail)


def _zone(scope: Scope, item: tree.Expr) -> Zone | None:
    name = item.of.text if isinstance(item, tree.Item) and isinstance(item.of, tree.Name) else None
    name = item.text if isinstance(item, tree.Name) and item.text not in scope.locals else name
    return scope.model.zones.get(name) if name is not None else None


def _single(scope: Scope, item: tree.Expr) -> bool:
    """Whether it is a place for one card, so that its first is all there is."""
    zone = _zone(scope, item)
    given = len(item.args) if isinstance(item, tree.Item) else 0
    return zone is not None and zone.capacity == 1 and given == len(zone.index)


def _members(scope: Scope, kind: str, binder: tree.Binder, by: tree.Expr | None) -> Phrase:
    found = group(scope, binder)
    match kind:
        case "count":
            return say(NOUN, "the number of ", found.all)
        case "all":
            return say(NOUN, "all ", found.all, plural=True)
        case "first" | "last":
            return say(NOUN, f"the {kind} ", found.single)
    assert by is not None
    by_what = measure(found.scope, binder.var.text, by)
    if binder.where is None and not found.tail:
        return Phrase(f"the {found.some} with the {kind} {by_what}", NOUN, True, by_what.tail)
    head = members(scope, binder.source).head
    return say(NOUN, f"the {many(head)} with the {kind} ", by_what, " among the ", found.all, plural=True)


def measure(scope: Scope, var: str, by: tree.Expr) -> Phrase:
    """What members are compared by."""
    bare = of_member(scope, var, by)
    if bare is not None:
        return Phrase(bare)
    found = values.noun(scope, by)
    return tight(attrs.evolve(found, text=found.text.removeprefix("the ")), NOUN)


def _values(scope: Scope, kind: str, value: tree.Expr, binder: tree.Binder) -> Phrase:
    plainly = group(scope, binder)
    simple = of_member(plainly.scope, binder.var.text, value)
    if simple is not None:
        if kind in ("first", "last"):
            alone = binder.where is None and _single(scope, binder.source)
            return say(NOUN, f"the {simple} of the {'' if alone else f'{kind} '}", plainly.single)
        which = many(simple) if kind == "all" else f"{_WHICH[kind]} {simple}"
        return say(NOUN, f"the {which} of the ", plainly.all, plural=kind == "all")
    match value:
        case tree.Apply(tree.Name(), (of,)) if kind in ("max", "min"):
            var = tree.Name(binder.var.text, span=of.span)
            thing = of_member(plainly.scope, var.text, tree.Apply(value.of, (var,), span=of.span))
            whose = of_member(plainly.scope, var.text, of)
            if thing is not None and whose is not None:
                return say(NOUN, f"the {_WHICH[kind]} {thing} of the {many(whose)} of the ", plainly.all)
    found = group(scope, binder, again=True)
    what = tight(values.noun(found.scope, value), SUM)
    match kind:
        case "sum":
            return say(SEVERAL, "the total, over all ", found.all, ", of ", what)
        case "all":
            return say(SEVERAL, "for each of the ", found.all, ", ", what, plural=True)
        case "first" | "last":
            return say(SEVERAL, f"for the {kind} ", found.single, ", ", what)
    return say(SEVERAL, f"the {_WHICH[kind]} number, over all ", found.all, ", of ", what)


def of_member(scope: Scope, var: str, value: tree.Expr) -> str | None:
    """The bare name of something every member has, if that is all the value is."""
    names = scope.names.things
    match value:
        case tree.Attr(tree.Name(text), name) if text == var:
            return values.attribute(scope, name.text)
        case tree.Apply(tree.Name(text), (tree.Name(arg),)) if arg == var and text in scope.model.defines:
            return None if scope.type_of(value) == t.YES_NO or links(text) else f"*{names[text]}*"
        case tree.Item(tree.Name(text), (tree.Name(arg),)) if arg == var and text in scope.model.vars:
            return None if scope.type_of(value) == t.YES_NO else names[text]
        case tree.Item(tree.Name(text), (tree.Name(arg),)) if arg == var and text in scope.model.zones:
            return names[text] if len(scope.model.zones[text].index) == 1 else None
    return None


def only(scope: Scope, of: tree.Expr) -> Phrase:
    """`the list`: its only member."""
    match of:
        case tree.Fold("highest" | "lowest" as kind, tree.Members(binder, _, by)) if by is not None:
            found = group(scope, binder)
            by_what = measure(found.scope, binder.var.text, by)
            if binder.where is None and not found.tail:
                return Phrase(f"the only {found.one} with the {kind} {by_what}", NOUN, tail=by_what.tail)
            head = members(scope, binder.source).head
            return say(NOUN, f"the only {head} with the {kind} ", by_what, " among the ", found.all)
    if not is_list(scope.type_of(of)):
        return values.noun(scope, of)
    found_ = members(scope, of)
    return Phrase(f"the only {found_.head}{found_.place}", NOUN, tail=found_.tail)


def one(found: Group) -> str:
    """A member, as it is first spoken of."""
    return article(found.one) + (f" ({found.name})" if found.said else "")
