"""Groups of members of a list in words: `g of 3 in hand[p]` is "group of 3 cards in that player's hand"."""

from __future__ import annotations

from hoyle import types as t
from hoyle.english import listed, many
from hoyle.rulebook import conditions, folds, values
from hoyle.rulebook.phrase import LOOSE, NOUN, Phrase
from hoyle.rulebook.scope import Scope, element, letter
from hoyle.syntax import tree


def of_groups(scope: Scope, binder: tree.Binder) -> folds.Group:
    """Groups of the members of a list, each with a name, or with one for each of its members."""
    var, found = binder.var.text, folds.members(scope, binder.source)
    inner = element(scope.type_of(binder.source))
    if binder.others:
        words = (binder.var, *binder.others)
        known, name = scope, Phrase("group", article="that")
        for word in words:
            phrase = known.free(Phrase(f"{found.head} {letter(word.text)}"))
            known = known.having(word.text, phrase, inner)
        called = listed([str(known.locals[word.text].phrase) for word in words])
        what = "pair" if len(words) == 2 else "group"
        of, size = f" of {'' if what == 'pair' else f'{len(words)} '}{many(found.head)} ({called})", ""
    else:
        name = scope.free(Phrase("group", article="that"), Phrase(f"group {letter(var)}"))
        known = scope.having(var, name, t.ListOf(inner), noun=found.head)
        what = "group"
        of, size = _size(scope, binder.sizes, found.head)
    where = binder.where
    items = where.items if isinstance(where, tree.And) else (where,) if where is not None else ()
    about = "" if binder.others else var
    rel = conditions.relative(known, about, items, False) if items else conditions.Which("", "")
    tail = LOOSE if found.tail and items else max(found.tail, rel.tail)
    end = f"{of}{found.place}{size}"
    return folds.Group(known, f"{what}{end}{rel.one}", f"{many(what)}{end}{rel.some}", name, tail=tail)


def _size(scope: Scope, sizes: tree.Sizes | None, thing: str) -> tuple[str, str]:
    """How many of them a group has: in front of where they are, and behind that."""
    assert sizes is not None
    ends = [end for end in (sizes.low, sizes.high) if end is not None]
    words = [values.noun(scope, end).tight(NOUN).text for end in ends]
    if all(isinstance(end, tree.Number) for end in ends):
        one = words[-1] == "1" and not sizes.more
        return f" of {' to '.join(words)}{' or more' if sizes.more else ''} {thing if one else many(thing)}", ""
    how = f"{' to '.join(words)} of them" if len(words) > 1 else f"as many as {words[0]}"
    return f" of {many(thing)}", f" ({how}{', or more' if sizes.more else ''})"
