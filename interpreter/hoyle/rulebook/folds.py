"""What is asked of whole lists, in words, and how their members are called."""

from __future__ import annotations

import attrs

from hoyle import types as t
from hoyle.english import article, listed, many, plain
from hoyle.rulebook import conditions, grouped, values
from hoyle.rulebook.phrase import CLAUSE, CLOSED, LOOSE, NOUN, SEVERAL, SUM, TRAILING, Phrase, filled, say, several, the
from hoyle.rulebook.scope import Scope, element, is_list, is_word, letter, once, small
from hoyle.syntax import tree

_WHICH = {"sum": "total", "max": "highest", "min": "lowest"}
# each with its article
_OF_MEMBERS = {
    "count": ("the", "number of {all}"),
    "all": ("all", "{all}"),
    "first": ("the", "first {one}"),
    "last": ("the", "last {one}"),
}
_OF_VALUES = {
    "sum": ("the", "total, over all {all}, of {value}"),
    "max": ("the", "highest number, over all {all}, of {value}"),
    "min": ("the", "lowest number, over all {all}, of {value}"),
    "all": ("", "for each of the {all}, {value}"),
    "first": ("", "for the first {one}, {value}"),
    "last": ("", "for the last {one}, {value}"),
}
_PLACES = {
    "clockwise": ", clockwise from ",
    "anticlockwise": ", counter-clockwise from ",
    "top": " on top of ",
    "bottom": " at the bottom of ",
}


IN = " in "

Tests = tuple[tree.Expr, ...]


@attrs.frozen
class Source:
    """head: the noun for a member of a list. word, where: the members are in, among or from something.

    tail: as of a phrase.
    """

    head: str
    word: str = ""
    where: Phrase = Phrase("")
    tail: int = CLOSED

    @property
    def place(self) -> str:
        return f"{self.word}{self.where}"

    @property
    def one_place(self) -> str:
        """Where one of them is: `in all hands` none can be."""
        inside = self.word == IN and self.where.article == "all"
        return f"{self.word}{attrs.evolve(self.where, article='any of the') if inside else self.where}"


@attrs.frozen
class Group:
    """The members of a list. one, some: what one of them and all of them are called, without article.

    scope: with the name of a member. name: what it is called further on; said: whether that has to be announced.
    """

    scope: Scope
    one: str
    some: str
    name: Phrase
    said: bool = False
    tail: int = CLOSED

    @property
    def all(self) -> Phrase:
        return Phrase(self.some, NOUN, True, self.tail)

    @property
    def single(self) -> Phrase:
        return Phrase(self.one, NOUN, False, self.tail)

    @property
    def each(self) -> str:
        """A member as it is first spoken of, without article."""
        return self.one + (f" ({self.name})" if self.said else "")


@once
def group(scope: Scope, binder: tree.Binder, kept: bool = False, again: bool = False) -> Group:
    """What a binder ranges over. kept: the member is spoken of in further sentences, so its own name matters.

    again: the member is spoken of again in this sentence, behind its conditions.
    """
    if binder.sizes is not None or binder.others:
        return grouped.of_groups(scope, binder)
    var = binder.var.text
    binders = [binder]  # of all members of a list, and of that list, if it is all members of another
    while isinstance(source := binders[0].source, tree.Fold) and source.kind == "all":
        if not isinstance(source.over, tree.Members):
            break
        binders.insert(0, source.over.binder)
    found = members(scope, source)
    head, place = found.head, found.place
    inner = element(scope.type_of(source))
    wheres: list[tuple[str, Tests]] = []
    for each in binders:
        head, inner, rest = _narrowed(scope, each, head, inner)
        wheres.append((each.var.text, rest))
    if head == "entry" and is_word(var):
        head = plain(var)
    word = head.split(" ")[-1]
    phrase = Phrase(word, article="that")
    said = kept and is_word(var) and plain(var) not in (word, head)
    if kept and is_word(var):
        phrase = the(f"*{plain(var)}*" if said else plain(var))
    mark = ""
    if scope.taken(phrase.text):
        with_letter = Phrase(f"{word} {letter(var)}")
        phrase, said = scope.free(with_letter, the(f"other {word}")), False
        mark = f" {letter(var)}" if phrase == with_letter else ""
    known = scope
    for name, _ in wheres:
        known = known.having(name, phrase, inner)
    rels = [conditions.relative(known, name, rest, word == "player") for name, rest in wheres if rest]
    tail = max([found.tail, *(rel.tail for rel in rels)])
    tail = LOOSE if len([rel for rel in rels if rel.tail]) > 1 or (found.tail and rels) else tail
    one_rel, some_rel = (" and".join(part) for part in ([r.one for r in rels], [r.some for r in rels]))
    single = found.one_place
    if place.startswith(",") and rels:
        place, single = f"{place},", f"{single},"
    mark = mark if kept or again or phrase.text in one_rel else ""
    return Group(known, f"{head}{mark}{single}{one_rel}", f"{many(head)}{mark}{place}{some_rel}", phrase, said, tail)


def _narrowed(scope: Scope, binder: tree.Binder, head: str, inner: t.Type) -> tuple[str, t.Type, Tests]:
    """`c in hand where c in Tile and ...` ranges over Tile cards; what remains of the condition."""
    where = binder.where
    items = where.items if isinstance(where, tree.And) else (where,) if where is not None else ()
    for item in items:
        match item:
            case tree.Compare("in", tree.Name(text), tree.Name(cards)) if text == binder.var.text:
                if cards in scope.model.card_types and cards not in scope.locals:
                    rest = tuple(other for other in items if other is not item)
                    return f"{plain(cards)} card", t.CardOf(cards), rest
    return head, inner, items


def groups(scope: Scope, binders: tuple[tree.Binder, ...], again: bool = False) -> Group:
    """What one binder ranges over, or the combinations of what several range over."""
    if len(binders) == 1:
        return group(scope, binders[0], again=again)
    ones, tail = [], CLOSED
    for number, binder in enumerate(binders, 1):
        found = group(scope, binder, again=True)
        one = Phrase(article(found.one), NOUN, tail=found.tail)
        ones.append(one.bracketed().text if one.tail and number < len(binders) else one.text)
        scope, tail = found.scope, max(tail, found.tail)
    what = listed(ones)
    return Group(scope, f"combination of {what}", f"combinations of {what}", Phrase("combination"), tail=tail)


@once
def members(scope: Scope, source: tree.Expr) -> Source:
    """The noun for a member of a list, and where the members are."""
    noun = scope.noun_of(element(scope.type_of(source)))
    match source:
        case tree.Name(text) if text in scope.locals:
            known = scope.locals[text]
            word = IN if known.phrase.words.startswith("group") else " among "
            return _in(known.noun or noun, word, values.noun(scope, source))
        case tree.Name(text) if text in scope.ranges:
            return Source(small(plain(text)))
        case tree.Name(text) if text in scope.model.zones:
            return Source("card", IN, values.family(scope, text))
        case tree.Name("Player" | "Card"):
            return Source(source.text.lower())
        case tree.Name(text) if text in scope.model.card_types or text in scope.model.kinds:
            return Source(noun)
        case tree.Item(tree.Name(text)) if text in scope.model.zones:
            return _in("card", IN, values.noun(scope, source))
        case tree.Apply(tree.Name("others"), (player,)):
            whom = values.noun(scope, player)
            seats = [known for known in scope.locals.values() if known.type == t.SEAT]
            if whom.text == "you" or (whom.text in ("the player", "that player") and len(seats) == 1):
                return Source("other player")
            return _in("player", " other than ", whom)
        case tree.Apply(tree.Name(text), (of,)) if text in _PLACES:
            return _in(noun, _PLACES[text], values.noun(scope, of))
        case tree.Attr(tree.Name(text), name) if text in scope.model.card_types and text not in scope.locals:
            return Source(values.attribute(scope, name.text), " of ", the(scope.cards_of(text)))
        case tree.Fold("first" | "last" as end, tree.Members(binder)):
            inner = group(scope, binder)
            return _in(members(scope, binder.source).head, f" among the {end} ", inner.single)
        case tree.SpanOf(low, high):
            ends = (values.noun(scope, end).tight(NOUN) for end in (low, high))
            return Source(noun, " from ", Phrase("{} to {}".format(*ends)))
        case tree.Fold("highest" | "lowest" as kind, tree.Members(binder, _, by, _, ties)) if by is not None:
            inner = group(scope, binder)
            by_what = f" with the {kind} {_measures(inner.scope, binder.var.text, kind, (by, *ties))}"
            return _in(members(scope, binder.source).head, f"{by_what} among the ", inner.all)
        case tree.Fold("all", tree.Members(binder)):
            head, _, _ = _narrowed(scope, binder, members(scope, binder.source).head, t.NEVER)
            return _in(head, " among ", values.noun(scope, source))
        case tree.Arith("+"):
            found = [members(scope, part) for part in parts(source)]
            alike = len({each.head for each in found}) == 1 and not any(each.tail for each in found)
            if alike and all(each.word == IN for each in found):
                return Source(found[0].head, IN, Phrase(" or in ".join(str(each.where) for each in found)), TRAILING)
    return _in(noun, " among ", values.noun(scope, source))


def parts(expr: tree.Expr) -> list[tree.Expr]:
    """The lists that are put together."""
    if isinstance(expr, tree.Arith) and expr.op == "+":
        return [*parts(expr.left), *parts(expr.right)]
    return [expr]


def _in(head: str, word: str, where: Phrase) -> Source:
    where = where.tight(NOUN)
    return Source(head, word, where.unbroken(), where.tail and TRAILING)


def folded(scope: Scope, kind: str, over: tree.Whole | tree.Members | tree.Values) -> Phrase:
    """A fold as a noun."""
    match over:
        case tree.Whole(items):
            return _whole(scope, kind, items)
        case tree.Members(binder, _, by, _, ties) if kind == "sorted":
            found = group(scope, binder)
            keys = () if by is None else (by, *ties)
            return _sorted(
                attrs.evolve(found.all, article="the"), [measure(found.scope, binder.var.text, key) for key in keys]
            )
        case tree.Members(binder, _, by, _, ties) if by is not None and kind not in _OF_MEMBERS:
            return _extreme(scope, kind, binder, (by, *ties), True)
        case tree.Members(binder):
            found = groups(scope, (binder, *over.more))
            before, words = _OF_MEMBERS[kind]
            parts = filled(words, {"all": found.all, "one": found.single})
            return say(NOUN, *parts, plural=kind == "all", article=before)
        case tree.Values() if kind == "sorted":
            return _sorted(folded(scope, "all", over), [])
        case tree.Values(value, binder, ()):
            return _values(scope, kind, value, binder)
        case tree.Values(value, binder, more):
            return _of_values(groups(scope, (binder, *more)), kind, value)


def _sorted(found: Phrase, keys: list[Phrase]) -> Phrase:
    """Members in order, from the lowest on."""
    found, by = found.unbroken(), ", then by ".join(str(key.unbroken()) for key in keys)
    how = f"sorted{f' by {by}' if by else ''}, the lowest first"
    return Phrase(f"{found.words}, {how}", SEVERAL, True, LOOSE, article=found.article)


def beside(scope: Scope, kind: str, over: tree.Whole | tree.Members | tree.Values, no: bool) -> Phrase:
    """What is asked of values beside each other: whether they are the same, different, or consecutive."""
    how = {"same": "the same", "different": "different", "consecutive": "consecutive"}[kind]
    how = f"{'not ' if no else ''}{'' if kind == 'consecutive' else 'all '}{how}"
    match over:
        case tree.Whole((item,)):
            listed_ = members(scope, item)
            return Phrase(f"the {many(listed_.head)}{listed_.place} are {how}", CLAUSE, tail=listed_.tail)
        case tree.Whole(items):
            return say(CLAUSE, several([values.noun(scope, item) for item in items]), f" are {how}")
        case tree.Members(binder):
            return say(CLAUSE, "the ", group(scope, binder).all.unbroken(), f" are {how}")
        case tree.Values(value, binder, more):
            found = groups(scope, (binder, *more))
            simple = None if more else of_member(found.scope, binder.var.text, value)
            if simple is not None:
                return say(CLAUSE, f"the {many(simple)} of the ", found.all.unbroken(), f" are {how}")
            found = groups(scope, (binder, *more), again=True)
            said = values.noun(found.scope, value).tight(SUM).unbroken()
            return say(CLAUSE, "over all ", found.all.unbroken(), ", the values of ", said, f" are {how}")


def _whole(scope: Scope, kind: str, items: tuple[tree.Expr, ...]) -> Phrase:
    if kind == "sorted":
        found = members(scope, items[0])
        return _sorted(the(f"{many(found.head)}{found.place}", NOUN, True, found.tail), [])
    if len(items) > 1:
        words = [values.noun(scope, item).tight(NOUN) for item in items]
        which = {"max": ("higher", "highest"), "min": ("lower", "lowest")}[kind][len(items) > 2]
        return say(SUM, f"{which} of ", several(words), article="the")
    (item,) = items
    if kind == "count":
        found = members(scope, item)
        return the(f"number of {many(found.head)}{found.place}", NOUN, tail=found.tail)
    if kind in ("first", "last"):
        return _end(scope, kind, item)
    if kind == "all":
        return values.noun(scope, item)
    return say(NOUN, f"{_WHICH.get(kind, kind)} of ", values.noun(scope, item).tight(NOUN), article="the")


def _end(scope: Scope, kind: str, item: tree.Expr) -> Phrase:
    """The first or the last of a list; of a pile these are its ends."""
    zone, found = scope.zone(item), members(scope, item)
    end = {"first": "bottom", "last": "top"}[kind] if zone is not None and zone.shape == "pile" else kind
    which = "" if _single(scope, item) else f"{end} "
    return the(f"{which}{found.head}{found.place}", NOUN, tail=found.tail)


def _single(scope: Scope, item: tree.Expr) -> bool:
    """Whether it is a place for one card, so that its first is all there is."""
    zone = scope.zone(item)
    given = len(item.args) if isinstance(item, tree.Item) else 0
    return zone is not None and zone.capacity == 1 and given == len(zone.index)


def _extreme(scope: Scope, kind: str, binder: tree.Binder, keys: tuple[tree.Expr, ...], plural: bool) -> Phrase:
    """The members of which something is highest or lowest; or the only one."""
    found = group(scope, binder)
    by_what = _measures(found.scope, binder.var.text, kind, keys)
    head = members(scope, binder.source).head
    article = "the" if plural else "the only"
    if binder.where is None and not found.tail:
        which = found.some if plural else found.one
        return Phrase(f"{which} with the {kind} {by_what}", NOUN, plural, by_what.tail, article=article)
    which = many(head) if plural else head
    return say(NOUN, f"{which} with the {kind} ", by_what, " among the ", found.all, plural=plural, article=article)


def _measures(scope: Scope, var: str, kind: str, keys: tuple[tree.Expr, ...]) -> Phrase:
    """The same of several keys, each of which settles ties of the one before."""
    first, *rest = (measure(scope, var, key) for key in keys)
    ties = [part for key in rest for part in (f" and, among these, the {kind} ", key)]
    return say(NOUN, first, *ties) if ties else first


def measure(scope: Scope, var: str, by: tree.Expr) -> Phrase:
    """What members are compared by."""
    bare = of_member(scope, var, by)
    if bare is not None:
        return Phrase(bare)
    return values.noun(scope, by).bare.tight(NOUN)


def _values(scope: Scope, kind: str, value: tree.Expr, binder: tree.Binder) -> Phrase:
    plainly = group(scope, binder)
    simple = of_member(plainly.scope, binder.var.text, value)
    if simple is not None:
        if kind in ("first", "last"):
            alone = binder.where is None and _single(scope, binder.source)
            return say(NOUN, f"{simple} of the {'' if alone else f'{kind} '}", plainly.single, article="the")
        which = many(simple) if kind == "all" else f"{_WHICH[kind]} {simple}"
        return say(NOUN, f"{which} of the ", plainly.all, plural=kind == "all", article="the")
    match value:
        case tree.Apply(tree.Name(), (of,)) if kind in ("max", "min"):
            var = tree.Name(binder.var.text, span=of.span)
            thing = of_member(plainly.scope, var.text, tree.Apply(value.of, (var,), span=of.span))
            whose = of_member(plainly.scope, var.text, of)
            if thing is not None and whose is not None:
                return say(NOUN, f"{_WHICH[kind]} {thing} of the {many(whose)} of the ", plainly.all, article="the")
    return _of_values(group(scope, binder, again=True), kind, value)


def _of_values(found: Group, kind: str, value: tree.Expr) -> Phrase:
    parts = {"all": found.all, "one": found.single, "value": values.noun(found.scope, value).tight(SUM)}
    before, words = _OF_VALUES[kind]
    return say(SEVERAL, *filled(words, parts), plural=kind == "all", article=before)


def of_member(scope: Scope, var: str, value: tree.Expr) -> str | None:
    """The bare name of something every member has, if that is all the value is."""
    match value, values.belonging(scope, value):
        case tree.Apply(tree.Name("owner")), _:
            return None
        case ((tree.Apply(tree.Name(text)) | tree.Item(tree.Name(text))), _) if scope.is_truth(text):
            return None
        case tree.Item(tree.Name(text)), _ if text in scope.model.zones and len(scope.model.zones[text].index) > 1:
            return None
        case _, (words, tree.Name(text)) if text == var:
            return words
    return None


def only(scope: Scope, of: tree.Expr) -> Phrase:
    """`the list`: its only member."""
    match of:
        case tree.Fold("highest" | "lowest" as kind, tree.Members(binder, _, by, _, ties)) if by is not None:
            return _extreme(scope, kind, binder, (by, *ties), False)
    if not is_list(scope.type_of(of)):
        return values.noun(scope, of)
    found = members(scope, of)
    return Phrase(f"{found.head}{found.place}", NOUN, tail=found.tail, article="the only")
