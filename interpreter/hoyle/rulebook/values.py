"""Values in words: `count(hand[you])` is "the number of cards in your hand"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from hoyle import types as t
from hoyle.core.operators import function
from hoyle.english import has_article, is_plural, links, many, plain
from hoyle.rulebook import cards, conditions, folds
from hoyle.rulebook.phrase import CHOICE, ELSE, LOOSE, NAME, NOUN, SEVERAL, SUM, Phrase, filled, say, several, the
from hoyle.rulebook.scope import Scope, element, is_list, once
from hoyle.syntax import tree

_SIGNS = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_FIXED = {
    "Player": Phrase("players", plural=True, article="all"),
    "players": the("number of players"),
    "you": Phrase("you", plural=True),
    "this": Phrase("this card"),
    "usual": the("usual value"),
    "owner": the("owner"),
    "everyone": Phrase("everyone"),
    "nobody": Phrase("nobody"),
    "winners": the("winners", plural=True),
    "random": Phrase("chance"),
    "chance": Phrase("chance"),
}
_WHOSE = {"you": "your", "it": "its"}


def said(scope: Scope, expr: tree.Expr, expected: t.Type | None = None) -> str:
    """A value in words."""
    return noun(scope, expr, expected).text


@once
def noun(scope: Scope, expr: tree.Expr, expected: t.Type | None = None) -> Phrase:
    """A value as a noun with its article."""
    word = scope.member(expr, expected)
    if word is not None:
        return Phrase(word)
    match expr:
        case tree.Name(text):
            return named(scope, text) or _card(scope, expr, expected) or Phrase(scope.word(text))
        case tree.Number(value):
            return _card(scope, expr, expected) or Phrase(f"−{-value}" if value < 0 else str(value))
        case tree.Truth(value):
            return Phrase("yes" if value else "no")
        case tree.Nothing():
            return Phrase("nothing")
        case tree.Listing(items):
            return several([noun(scope, item, element(expected)) for item in items]) if items else Phrase("none")
        case tree.Attr(of, name):
            return _attribute(scope, of, name.text)
        case tree.Item(tree.Name(text), args):
            return item(scope, text, args)
        case tree.Apply(tree.Name(text), args):
            return applied(scope, expr, text, args)
        case tree.Arith():
            return _arithmetic(scope, expr)
        case tree.Minus(tree.Number(value)):
            return Phrase(f"−{value}")
        case tree.Minus(of):
            return say(SUM, "minus ", noun(scope, of).tight(NOUN))
        case tree.The(of):
            return folds.only(scope, of)
        case tree.Else(left, right):
            first = noun(scope, left, expected).tight(SEVERAL)
            second = noun(scope, right, expected or scope.type_of(left))
            inside = say(ELSE, first, " or, if there is none, ", second.tight(SEVERAL)).text
            return Phrase(f"{first} (or, if there is none, {second})", ELSE, first.plural, inside=inside)
        case tree.Surely(of):
            return noun(scope, of, expected)
        case tree.SpanOf(low, high):
            return say(SEVERAL, noun(scope, low).tight(NOUN), " to ", noun(scope, high).tight(NOUN), plural=True)
        case tree.IfThen():
            return _one_of_two(scope, expr, expected)
        case tree.Fold(kind, over) if kind not in ("any", "every", "same", "different", "consecutive"):
            return folds.folded(scope, kind, over)
    return say(CHOICE, "whether ", conditions.clause(scope, expr))


def _card(scope: Scope, key: tree.Expr, expected: t.Type | None) -> Phrase | None:
    """The card whose only key that is, where a card is expected."""
    wanted = element(expected)
    found = cards.find(scope.model, wanted.name, (key,)) if isinstance(wanted, t.CardOf) else None
    return called(found) if found is not None else None


def called(card: str) -> Phrase:
    """A card, which may have an article of its own: The Key."""
    return Phrase(card) if has_article(card) else the(card)


def named(scope: Scope, text: str) -> Phrase | None:
    """What a name is called that means something wherever it stands."""
    model = scope.model
    if text in scope.locals:
        return scope.locals[text].phrase
    words = scope.names.things.get(text, "")
    if text in model.options:
        choice = isinstance(model.options[text].type, (t.Kind, t.YesNo))
        return the(f"option *{words}*") if choice else the(f"*{words}*", NAME, is_plural(words))
    if text in model.zones:
        return family(scope, text)
    if text in scope.cards:
        return called(scope.cards[text])
    if text in model.defines:
        if model.defines[text].type == t.YES_NO:
            return say(CHOICE, "whether ", conditions.clause(scope, tree.Name(text, span=model.defines[text].span)))
        return the(f"*{words}*", NAME, is_plural(words))
    if text in model.vars:
        return _variable(scope, text, words)
    if text in model.card_types or text == "Card":
        return Phrase(scope.cards_of(text), NOUN, True, article="all")
    if text in scope.ranges:
        return the("numbers {} to {}".format(*scope.ranges[text]), NOUN, True)
    if text in model.kinds:
        return Phrase(many(scope.noun_of(t.Kind(text))), NOUN, True, article="all")
    return _FIXED.get(text)


def _variable(scope: Scope, text: str, words: str) -> Phrase:
    """A variable, or, of one that is kept for each of several, all of them."""
    index, plural = scope.model.vars[text].index, is_plural(words)
    if index:
        if index == (t.SEAT,):
            return Phrase(f"everybody’s {words}", NOUN, plural)
        return the(f"{words} of each {scope.noun_of(index[0])}", NOUN, plural)
    return Phrase(words) if words.startswith("this ") else the(words, NAME, plural)


def family(scope: Scope, text: str) -> Phrase:
    """A zone without its index: the only one, or all of them together."""
    zone = scope.model.zones[text]
    words = scope.names.things[text]
    if not zone.index or zone.shape == "slot":
        return the(words, NAME, is_plural(words))
    return Phrase(many(words), NAME, True, article="all")


def _attribute(scope: Scope, of: tree.Expr, name: str) -> Phrase:
    if isinstance(of, tree.Name) and of.text not in scope.locals:
        if of.text in scope.model.card_types:
            return Phrase(f"{many(attribute(scope, name))} of {scope.cards_of(of.text)}", NOUN, True, article="all")
        if of.text in scope.model.kinds:
            return Phrase(scope.word(name))
    return possessive(noun(scope, of), attribute(scope, name))


def attribute(scope: Scope, name: str) -> str:
    return scope.names.attributes.get(name, plain(name))


def belonging(scope: Scope, expr: tree.Expr) -> tuple[str, tree.Expr] | None:
    """What a value is called that belongs to one thing, and that thing: the suit of a card, the points of a player."""
    match expr:
        case tree.Attr(of, name):
            return attribute(scope, name.text), of
        case tree.Apply(tree.Name("owner"), (of,)):
            return "owner", of
        case tree.Apply(tree.Name(text), (of,)) if text in scope.model.defines and not links(text):
            return f"*{scope.names.things[text]}*", of
        case tree.Item(tree.Name(text), (of,)) if text in scope.names.things:
            return scope.names.things[text], of
    return None


def item(scope: Scope, text: str, args: tuple[tree.Expr, ...]) -> Phrase:
    """A zone or a variable of somebody: `hand[you]` is your hand."""
    declared = scope.model.zones.get(text) or scope.model.vars[text]
    pairs = list(zip(given(scope, text, args, declared.index), declared.index, strict=False))
    owners = [phrase for phrase, type_ in pairs if type_ == t.SEAT]
    rest = [phrase for phrase, type_ in pairs if type_ != t.SEAT]
    bare = scope.names.things[text]
    thing = many(bare) if len(args) < len(declared.index) else bare
    if not owners:
        of = several([each.tight(NOUN) for each in rest])
        return say(NOUN, f"{thing} of ", of, plural=is_plural(thing), article="the")
    if len(rest) == len(owners) == 1:
        if rest[0].words == bare and rest[0].article in ("the", "that"):
            return say(NOUN, rest[0], " of ", "yours" if owners[0].text == "you" else owners[0].tight(NOUN))
        if re.fullmatch(rf"{re.escape(bare)} \d+", rest[0].text):
            return possessive(owners[0], rest[0].text)
    found, more = possessive(owners[0], thing), [each.tight(NAME).text for each in (*owners[1:], *rest)]
    return attrs.evolve(found, words=f"{found.words} ({', '.join(more)})", level=NOUN) if more else found


def given(scope: Scope, name: str, args: tuple[tree.Expr, ...], types: Sequence[t.Type | None]) -> list[Phrase]:
    """What something is asked for; a bare number says what it is a number of: `place 2`."""
    sorts = scope.sorts.get(name, ())
    found = [noun(scope, arg, type_) for arg, type_ in zip(args, types, strict=False)]
    for number, (arg, sort) in enumerate(zip(args, sorts, strict=False)):
        if sort and isinstance(arg, tree.Number) and number < len(found):
            found[number] = Phrase(f"{sort} {found[number]}")
    return found


def possessive(owner: Phrase, thing: str) -> Phrase:
    """Something of somebody."""
    plural = is_plural(thing)
    if owner.text in _WHOSE:
        return Phrase(f"{_WHOSE[owner.text]} {thing}", NAME, plural)
    short = len(owner.text.split(" ")) <= 3 and not re.search("[’“”)]", owner.text)
    if owner.level == NAME and short and owner.article != "all":
        mark = "’" if owner.words.rstrip("*").endswith("s") else "’s"
        return Phrase(f"{owner.words}{mark} {thing}", NAME, plural, article=owner.article)
    return say(NOUN, f"{thing} of ", owner.tight(NOUN), plural=plural, article="the")


def applied(scope: Scope, expr: tree.Expr, text: str, args: tuple[tree.Expr, ...]) -> Phrase:
    """What a definition, a table, a card or a built-in function gives."""
    model = scope.model
    if text in model.card_types:
        found = cards.find(model, text, args)
        if found is not None:
            return called(found)
        types = [model.card_types[text].attributes[key] for key in model.card_types[text].keys]
        keys = several([noun(scope, arg, type_).tight(NOUN) for arg, type_ in zip(args, types, strict=False)])
        return say(NOUN, f"{plain(text)} card of ", keys, article="the")
    if text in model.defines:
        if scope.is_truth(text):
            return say(CHOICE, "whether ", conditions.clause(scope, expr))
        types = [type_ for _, type_ in model.defines[text].params]
        return of_arguments(scope.names.things[text], given(scope, text, args, types), types)
    return _built_in(scope, expr, text, args)


def of_arguments(name: str, words: list[Phrase], types: list[t.Type]) -> Phrase:
    """What a definition gives for these."""
    thing, plural = f"*{name}*", is_plural(name)
    level = SUM if types and isinstance(t.settled(types[-1]), t.Numbers) else NOUN  # a sum could belong to its end
    if not words:
        return the(thing, NAME, plural)
    if links(name):
        return say(level, f"{thing} ", several([each.tight(NOUN) for each in words]), plural=plural, article="the")
    if len(words) == 1:
        return possessive(words[0], thing)
    if len(words) == 2 and types[0] == t.SEAT and words[0].level == NAME:
        return say(level, possessive(words[0], thing), " for ", words[1].tight(NOUN), plural=plural)
    return say(level, f"{thing} for ", several([each.tight(NOUN) for each in words]), plural=plural, article="the")


def _built_in(scope: Scope, expr: tree.Expr, text: str, args: tuple[tree.Expr, ...]) -> Phrase:
    match text, args:
        case "seat", (tree.Number(value),):
            return Phrase(f"player {value}")
        case "owner", (card,):
            return possessive(noun(scope, card).tight(NOUN), "owner")
    found = function(text)
    if found is None or found.result == t.YES_NO:
        return say(CHOICE, "whether ", conditions.clause(scope, expr))
    args += (tree.Number(1, span=expr.span),) * (len(found.params) - len(args))
    words = [noun(scope, arg).tight(NOUN) for arg in args]
    number = args[-1].value if isinstance(args[-1], tree.Number) else None
    by_number = None if number is None else found.said.get("number")
    article, template = found.said.get(words[-1].text) or by_number or found.said[""]
    level = SEVERAL if "," in template else NOUN
    several_of = is_list(found.given(t.BROKEN)) and number != 1
    return say(level, *told(scope, template, words, args), plural=several_of, article=article)


def told(scope: Scope, template: str, words: list[Phrase], args: tuple[tree.Expr, ...]) -> Iterator[str | Phrase]:
    """The words of the table of operators, with arguments put in; {b:alone} is one that brackets are around already."""
    bare = {f"{name}:alone": str(noun(scope, arg).tight(SUM)) for name, arg in zip("ab", args, strict=False)}
    return filled(template, {**dict(zip("ab", words, strict=False)), **bare})


def _arithmetic(scope: Scope, expr: tree.Arith) -> Phrase:
    """A sign in words; what stands on its sides has brackets if it has a sign of its own."""
    left, right = noun(scope, expr.left), noun(scope, expr.right)
    if is_list(scope.type_of(expr)):
        if expr.op == "+":
            return several([noun(scope, each).tight(NOUN) for each in folds.parts(expr)])
        return say(SEVERAL, left.tight(NOUN), " without ", right.tight(NOUN), plural=True)
    right = right.tight(NOUN)
    if expr.op == "mod":
        return say(SUM, "remainder of ", left.tight(NOUN), " divided by ", right, article="the")
    chain = isinstance(expr.left, tree.Arith) and expr.left.op == expr.op and expr.op in "+*"
    left = left if chain else left.tight(NOUN)
    return say(SUM, left, f" {_SIGNS[expr.op]} ", right, " (rounded down)" if expr.op == "/" else "")


def _one_of_two(scope: Scope, expr: tree.IfThen, expected: t.Type | None) -> Phrase:
    parts = []
    rest: tree.Expr = expr
    while isinstance(rest, tree.IfThen):
        value, test = noun(scope, rest.then, expected).tight(SUM), conditions.clause(scope, rest.test)
        value = value.bracketed() if value.tail else value
        test = test.bracketed() if re.search(r",|\bif\b", test.text) else test
        parts.append(f"{value} if {test}")
        rest = rest.otherwise
    last = noun(scope, rest, expected).tight(SUM)
    return Phrase(f"{', '.join(parts)}, and otherwise {last}", CHOICE, tail=LOOSE)
