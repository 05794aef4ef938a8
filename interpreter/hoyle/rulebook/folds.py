"""What is asked of whole lists, in words, and how their members are called."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.rulebook import conditions, values
from hoyle.rulebook.scope import SHORT, Scope, TooInvolved, element, is_list
from hoyle.rulebook.words import article, links, listed, many, plain, term
from hoyle.syntax import tree

DEEPEST = 3  # loops and folds inside each other; nobody follows a sentence with more of them

_WHICH = {"sum": "total", "max": "highest", "min": "lowest"}


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


def group(scope: Scope, binder: tree.Binder, kept: bool = False, again: bool = False) -> Group:
    """What a binder ranges over. kept: the member is spoken of in further sentences, so its own name matters.

    again: the member is spoken of again in this sentence, behind its conditions.
    """
    if len(scope.locals) > 2 * DEEPEST + 4:
        raise TooInvolved
    var = binder.var.text
    parts = [(var, binder.source, binder.where)]
    while isinstance(parts[0][1], tree.Fold) and parts[0][1].kind == "all":
        over = parts[0][1].over
        if not isinstance(over, tree.Members):
            break
        parts.insert(0, (over.binder.var.text, over.binder.source, over.binder.where))
    source = parts[0][1]
    head, place = members(scope, source)
    inner = element(scope.type_of(source))
    wheres: list[tuple[str, tuple[tree.Expr, ...]]] = []
    for name, _, where in parts:
        head, inner, rest = _narrowed(scope, name, where, head, inner)
        wheres.append((name, rest))
    if head == "entry" and len(var) > SHORT:
        head = plain(var)
    word = head.split(" ")[-1]
    said = False
    if kept and len(var) > SHORT:
        said = plain(var) not in (word, head)
        phrase = f"the *{plain(var)}*" if said else f"the {plain(var)}"
    else:
        phrase = f"that {word}"
    letter = scope.taken(phrase)
    if letter:
        phrase, said = f"{word} {plain(var)}", False
    known = scope
    for name, _, _ in parts:
        known = known.having(name, phrase, inner)
    rels = [conditions.relative(known, name, rest, word == "player") for name, rest in wheres if rest]
    one_rel, some_rel = (" and".join(rel[n] for rel in rels) for n in (0, 1))
    single = place.replace(" in all ", " in any of the ")
    if place.startswith(",") and rels:
        place, single = f"{place},", f"{single},"
    mark = f" {plain(var)}" if letter and (kept or again or phrase in one_rel) else ""
    return Group(known, f"{head}{mark}{single}{one_rel}", f"{many(head)}{mark}{place}{some_rel}", phrase, said)


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


def members(scope: Scope, source: tree.Expr) -> tuple[str, str]:
    """The noun for a member of a list, and where the members are."""
    noun = scope.noun_of(element(scope.type_of(source)))
    match source:
        case tree.Name(text) if text in scope.locals and scope.locals[text].noun:
            return scope.locals[text].noun, f" among {values.noun(scope, source)}"
        case tree.Name(text) if text in scope.ranges:
            return plain(text).lower(), ""
        case tree.Name(text) if text in scope.model.zones:
            return "card", _where(scope, text)
        case tree.Name(text) if text not in scope.locals:
            return noun, _where(scope, text)
        case tree.Item(tree.Name(text)) if text in scope.model.zones:
            return "card", f" in {values.noun(scope, source)}"
        case tree.Apply(tree.Name("others"), (player,)):
            whom = values.noun(scope, player)
            if whom in ("you", "the player", "that player"):
                return "other player", ""
            return "player", f" other than {whom}"
        case tree.Apply(tree.Name("clockwise"), (player,)):
            return "player", f", clockwise from {values.noun(scope, player)}"
        case tree.Apply(tree.Name("anticlockwise"), (player,)):
            return "player", f", counter-clockwise from {values.noun(scope, player)}"
        case tree.Apply(tree.Name("top"), (zone,)):
            return noun, f" on top of {values.noun(scope, zone)}"
        case tree.Apply(tree.Name("bottom"), (zone,)):
            return noun, f" at the bottom of {values.noun(scope, zone)}"
        case tree.Attr(tree.Name(text), name) if text in scope.model.card_types and text not in scope.locals:
            return plain(name.text), f" of the {plain(text)} cards"
        case tree.Fold("first" | "last" as end, tree.Members(binder)):
            inner = group(scope, binder)
            head, _ = members(scope, binder.source)
            return head, f" among the {end} {inner.one}"
        case tree.SpanOf(low, high):
            return "number", f" from {values.noun(scope, low)} to {values.noun(scope, high)}"
        case tree.Fold("highest" | "lowest" as kind, tree.Members(binder, _, by)) if by is not None:
            inner = group(scope, binder)
            head, _ = members(scope, binder.source)
            by_what = f" with the {kind} {measure(inner.scope, binder.var.text, by)}"
            return head, f"{by_what} among the {inner.some}"
        case tree.Arith("+", left, right):
            first, here = members(scope, left)
            second, there = members(scope, right)
            if first == second and here.startswith(" in ") and there.startswith(" in "):
                return first, f"{here} or{there}"
    return noun, f" among {values.noun(scope, source)}"


def _where(scope: Scope, text: str) -> str:
    model = scope.model
    if text in ("Player", "Card") or text in model.card_types or text in model.kinds:
        return ""
    if text in model.zones:
        return f" in {values.family(scope, text)}"
    return f" among {values.named(scope, text)}"


# ---------------------------------------------------------------------------------------------- values of folds


def folded(scope: Scope, kind: str, over: tree.Whole | tree.Members | tree.Values) -> str:
    """A fold as a noun."""
    match over:
        case tree.Whole(items):
            return _whole(scope, kind, items)
        case tree.Members(binder, has, by):
            return _members(scope, kind, binder, has, by)
        case tree.Values(value, binder):
            return _values(scope, kind, value, binder)


def _whole(scope: Scope, kind: str, items: tuple[tree.Expr, ...]) -> str:
    if len(items) > 1:
        words = [values.noun(scope, item) for item in items]
        which = {"max": ("higher", "highest"), "min": ("lower", "lowest")}[kind][len(items) > 2]
        return f"the {which} of {listed(words)}"
    (item,) = items
    if kind == "count":
        head, place = members(scope, item)
        return f"the number of {many(head)}{place}"
    if kind in ("first", "last"):
        return _end(scope, kind, item)
    if kind in ("any", "every"):
        return f"whether {conditions.any_of(scope, item, False)}"
    of = values.noun(scope, item)
    return of if kind == "all" else f"the {_WHICH[kind]} of {of}"


def _end(scope: Scope, kind: str, item: tree.Expr) -> str:
    """The first or the last of a list; of a pile these are its ends."""
    name = item.of.text if isinstance(item, tree.Item) and isinstance(item.of, tree.Name) else None
    name = item.text if isinstance(item, tree.Name) else name
    zone = scope.model.zones.get(name) if name is not None else None
    head, place = members(scope, item)
    if zone is not None and zone.shape == "pile":
        return f"the {'bottom' if kind == 'first' else 'top'} {head}{place}"
    return f"the {kind} {head}{place}"


def _members(scope: Scope, kind: str, binder: tree.Binder, has: tree.Expr | None, by: tree.Expr | None) -> str:
    if kind in ("any", "every"):
        raise TooInvolved
    found = group(scope, binder)
    if kind == "count":
        return f"the number of {found.some}"
    if kind == "all":
        return f"all {found.some}" if not found.one.startswith("other") else found.some
    if kind in ("first", "last"):
        return f"the {kind} {found.one}"
    if by is None:
        raise TooInvolved
    if kind in ("highest", "lowest"):
        by_what = f"with the {kind} {measure(found.scope, binder.var.text, by)}"
        return f"the {found.some} {by_what}" if binder.where is None else f"of the {found.some}, those {by_what}"
    raise TooInvolved


def measure(scope: Scope, var: str, by: tree.Expr) -> str:
    """What members are compared by."""
    match by:
        case tree.Attr(tree.Name(text), name) if text == var:
            return plain(name.text)
        case tree.Apply(tree.Name(text), (tree.Name(arg),)) if arg == var and text in scope.model.defines:
            return term(text)
        case tree.Item(tree.Name(text), (tree.Name(arg),)) if arg == var:
            return plain(text)
    return values.noun(scope, by).removeprefix("the ")


def _values(scope: Scope, kind: str, value: tree.Expr, binder: tree.Binder) -> str:
    plainly = group(scope, binder)
    simple = _of_member(plainly.scope, binder.var.text, value)
    found = plainly if simple is not None else group(scope, binder, again=True)
    if kind == "all":
        if simple is None:
            raise TooInvolved
        return _had_by(many(simple), f"the {found.some}")
    if kind in ("first", "last"):
        return _had_by(simple, f"the {kind} {found.one}") if simple else _of_first(found, kind, value)
    which = _WHICH[kind]
    if simple is not None:
        return _had_by(f"{which} {simple}", f"the {found.some}")
    if kind == "sum":
        return f"the total, over all {found.some}, of {values.noun(found.scope, value)}"
    return f"the {which} number, over all {found.some}, of {values.noun(found.scope, value)}"


def _had_by(thing: str, owners: str) -> str:
    return f"the {thing} {owners}" if thing.endswith("*") and links(thing.rstrip("*")) else f"the {thing} of {owners}"


def _of_first(found: Group, kind: str, value: tree.Expr) -> str:
    return f"{values.noun(found.scope, value)} (of the {kind} {found.one})"


def _of_member(scope: Scope, var: str, value: tree.Expr) -> str | None:
    """The bare name of something every member has, if that is all the value is."""
    match value:
        case tree.Attr(tree.Name(text), name) if text == var:
            return plain(name.text)
        case tree.Apply(tree.Name(text), (tree.Name(arg),)) if arg == var and text in scope.model.defines:
            return None if scope.type_of(value) == t.YES_NO else term(text)
        case tree.Apply(tree.Name(text), (tree.Attr(tree.Name(arg), name),)) if arg == var:
            if text in scope.model.defines:
                return f"{plain(name.text)} {term(text)}"
    return None


def only(scope: Scope, of: tree.Expr) -> str:
    """`the list`: its only member."""
    match of:
        case tree.Fold("highest" | "lowest" as kind, tree.Members(binder, _, by)) if by is not None:
            found = group(scope, binder)
            by_what = measure(found.scope, binder.var.text, by)
            which = f"with the {kind} {by_what} (if there is exactly one)"
            return f"the {found.one} {which}" if binder.where is None else f"of the {found.some}, the one {which}"
    if not is_list(scope.type_of(of)):
        return values.noun(scope, of)
    head, place = members(scope, of)
    return f"the only {head}{place}"


def one(found: Group) -> str:
    """A member, as it is first spoken of."""
    return article(found.one) + (f" ({found.name})" if found.said else "")
