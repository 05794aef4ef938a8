"""What a name means at a place in a definition, what type a value has, and what people call both."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from hoyle import types as t
from hoyle.builtins import FUNCTIONS
from hoyle.english import is_plural, many, plain, proper
from hoyle.model import Model
from hoyle.rulebook.cards import is_proper
from hoyle.rulebook.names import Names, key, names_of
from hoyle.syntax import tree

SORTS = frozenset(("player", "card", "number"))  # what a single thing may be called where nothing else is
_PRONOUNS = ("them", "him", "her", "his", "they", "who", "whom", "it", "me", "us", "you")


@attrs.frozen
class Local:
    """phrase: what it is called in a sentence, with its article. noun: of a list, what its members are called.

    several: whether the phrase is that of several things.
    """

    phrase: str
    type: t.Type | None
    noun: str = ""
    several: bool = False


@attrs.frozen
class Scope:
    """ranges: the kinds that are numbers, with their bounds, since the model keeps no name for them.

    sorts: for zones, variables and whatever has parameters, which of these kinds each index or parameter is of, or
    an empty word. cards: the definitions that do nothing but name a card, with what that card is called.
    picked: what a number is that somebody chooses, None where nobody chooses any.
    """

    model: Model
    ranges: Mapping[str, tuple[int, int]] = attrs.field(factory=dict)
    sorts: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    cards: Mapping[str, str] = attrs.field(factory=dict)
    picked: str | None = None
    locals: Mapping[str, Local] = attrs.field(factory=dict)
    names: Names = attrs.field(default=attrs.Factory(lambda self: names_of(self.model), takes_self=True))

    def having(self, name: str, phrase: str, type_: t.Type | None, noun: str = "", several: bool = False) -> Scope:
        return attrs.evolve(self, locals={**self.locals, name: Local(phrase, type_, noun, several)})

    def taken(self, phrase: str) -> bool:
        """Whether a phrase could be taken for another thing: `the card` and `that card` are easily mixed up."""
        words = key(phrase)
        return words in self.names.taken - SORTS or any(words == key(known.phrase) for known in self.locals.values())

    def free(self, *phrases: str) -> str:
        """The first of these phrases that means nothing else here; the last one with a number if all of them do."""
        for phrase in phrases:
            if not self.taken(phrase):
                return phrase
        number = next(n for n in range(2, 1000) if not self.taken(f"{phrases[-1]} {n}"))
        return f"{phrases[-1]} {number}"

    def parameter(self, name: str, type_: t.Type | None, written: tree.Type | None = None) -> Scope:
        """With a name that stands at the head of a declaration; written: its type as it stands there."""
        named = isinstance(written, tree.NamedType) and written.name in self.ranges
        several = is_list(type_)
        noun = self.noun_of(element(type_) if several else type_)
        noun = small(plain(written.name)) if named and isinstance(written, tree.NamedType) else noun
        noun = many(noun) if several else noun
        wanted = [f"the {noun}", f"the given {noun}", f"{noun} {letter(name)}"]
        if is_word(name):
            more = several and not is_plural(plain(name))
            wanted.insert(0, f"the {plain(name)} {noun.rpartition(' ')[2]}" if more else f"the {plain(name)}")
        return self.having(name, self.free(*wanted), type_, several=several)

    # ------------------------------------------------------------------------------------------ types

    def declared(self, type_: tree.Type | None) -> t.Type | None:
        """The type that is written there, as far as it matters for words."""
        match type_:
            case tree.RangeType(low, high):
                return t.Numbers(low, high)
            case tree.NamedType(name):
                return self._named(name)
            case tree.MaybeType(name):
                inner = self._named(name)
                return t.Maybe(inner) if inner is not None else None
            case tree.ListType(name):
                inner = self._named(name)
                return t.ListOf(inner) if inner is not None else None
        return None

    def _named(self, name: str) -> t.Type | None:
        plain_types: dict[str, t.Type] = {"Player": t.SEAT, "number": t.NUMBER, "yes_no": t.YES_NO, "Card": t.CARD}
        if name in plain_types:
            return plain_types[name]
        if name in self.model.card_types:
            return t.CardOf(name)
        if name in self.model.kinds:
            return t.Kind(name)
        return t.Numbers(*self.ranges[name]) if name in self.ranges else None

    def type_of(self, expr: tree.Expr) -> t.Type | None:
        """The type of a value, or None where words do not depend on it."""
        match expr:
            case tree.Name(text):
                return self._type_of_name(text)
            case tree.Number():
                return t.NUMBER
            case tree.Truth() | tree.Compare() | tree.And() | tree.Or() | tree.Negation():
                return t.YES_NO
            case tree.Attr(tree.Name(text), name) if text in self.model.card_types and text not in self.locals:
                return t.ListOf(self.model.card_types[text].attributes.get(name.text, t.Never()))
            case tree.Attr(of, name):
                return self._attribute(of, name.text)
            case tree.Item(tree.Name(text)):
                zone, var = self.model.zones.get(text), self.model.vars.get(text)
                return t.ZoneOf(zone.cards) if zone is not None else var.type if var is not None else None
            case tree.Apply(tree.Name(text), args):
                return self._result(text, args)
            case tree.Arith(op, left):
                inner = self.type_of(left)
                return t.ListOf(element(inner)) if op == "+" and is_list(inner) else t.NUMBER
            case tree.Minus():
                return t.NUMBER
            case tree.The(of):
                return element(self.type_of(of))
            case tree.Else(left, right) | tree.IfThen(_, left, right):
                return self.type_of(left) or self.type_of(right)
            case tree.SpanOf():
                return t.ListOf(t.NUMBER)
            case tree.Listing(items):
                return t.ListOf((self.type_of(items[0]) if items else None) or t.Never())
            case tree.Fold(kind, over):
                return self._folded(kind, over)
        return None

    def _type_of_name(self, text: str) -> t.Type | None:
        if text in self.locals:
            return self.locals[text].type
        model = self.model
        if text in model.zones:
            return t.ZoneOf(model.zones[text].cards)
        for declared in (model.options, model.vars, model.defines):
            if text in declared:
                found: t.Type = declared[text].type
                return found
        if text == "winners":
            return t.ListOf(t.SEAT)
        if text == "players":
            return t.NUMBER
        if text in ("you", "owner"):
            return t.SEAT
        if text == "this":
            return t.CARD
        inner = self._named(text)
        if inner is not None:
            return t.ListOf(inner)
        kinds = [kind.name for kind in model.kinds.values() if text in kind.members]
        return t.Kind(kinds[0]) if len(kinds) == 1 else None

    def _attribute(self, of: tree.Expr, name: str) -> t.Type | None:
        if name == "up":
            return t.YES_NO
        inner = t.settled(self.type_of(of) or t.CARD)
        types = self.model.card_types
        wanted = [types[inner.name]] if isinstance(inner, t.CardOf) and inner.name in types else list(types.values())
        return next((c.attributes[name] for c in wanted if name in c.attributes), None)

    def _result(self, text: str, args: tuple[tree.Expr, ...]) -> t.Type | None:
        if text in self.model.defines:
            return self.model.defines[text].type
        if text in self.model.card_types:
            return t.CardOf(text)
        if text in ("top", "bottom"):
            return t.ListOf(element(self.type_of(args[0])))
        if text == "was":
            return self.type_of(args[0])
        return FUNCTIONS[text].result if text in FUNCTIONS else None

    def _folded(self, kind: str, over: tree.Whole | tree.Members | tree.Values) -> t.Type | None:
        if kind in ("any", "every"):
            return t.YES_NO
        if kind in ("count", "sum", "max", "min"):
            return t.NUMBER
        match over:
            case tree.Whole(items):
                inner = element(self.type_of(items[0]))
            case tree.Members(binder):
                inner = element(self.type_of(binder.source))
            case tree.Values(value, binder):
                known = self.having(binder.var.text, "", element(self.type_of(binder.source)))
                inner = known.type_of(value) or t.Never()
        return inner if kind in ("first", "last") else t.ListOf(inner)

    # ------------------------------------------------------------------------------------------ nouns

    def noun_of(self, type_: t.Type | None) -> str:
        """What one value of a type is called."""
        match t.settled(type_) if type_ is not None else None:
            case t.Seat():
                return "player"
            case t.CardOf(name):
                alone = name is None or len(self.model.card_types) == 1
                return "card" if alone else f"{plain(str(name))} card"
            case t.Kind(name):
                return plain(name.rpartition(".")[2]) if name.startswith("of.") else _kind_noun(name)
            case t.YesNo():
                return "answer"
            case t.Numbers():
                return "number"
        return "entry"

    def member(self, expr: tree.Expr, expected: t.Type | None) -> str | None:
        """The word, if a name is one of the words of the kind that is expected there."""
        kind = t.settled(expected) if expected is not None else None
        if isinstance(kind, t.ListOf):
            kind = t.settled(kind.of)
        if isinstance(kind, t.Kind) and isinstance(expr, tree.Name) and expr.text not in self.locals:
            declared = self.model.kinds.get(kind.name)
            if declared is not None and expr.text in declared.members:
                return proper(expr.text) if is_proper(kind.name) else self.word(expr.text)
        return None

    def word(self, member: str) -> str:
        """A member of a kind, in quotes if something else is called so; the name of a card keeps its capitals."""
        kinds = [kind.name for kind in self.model.kinds.values() if member in kind.members]
        if kinds and all(is_proper(name) for name in kinds):
            return proper(member)
        words = plain(member)
        return f"“{words}”" if self.taken(words) else words


def is_word(name: str) -> bool:
    """Whether a name says anything; one of a letter or two does not, nor does a pronoun."""
    return len(name) > 2 and plain(name) not in _PRONOUNS


def letter(name: str) -> str:
    """A name that says nothing, behind what it is: player Q."""
    return plain(name).upper() if len(name) <= 2 else plain(name)


def small(words: str) -> str:
    """The name of a kind as a noun; one that is no plain word keeps its capitals."""
    return words.lower() if words.istitle() else words


def _kind_noun(name: str) -> str:
    """`Suit` is a suit, and the names of cards are names."""
    owner, dot, attribute = name.rpartition(".")
    return plain(attribute) if dot and owner else small(plain(name))


def element(type_: t.Type | None) -> t.Type:
    """What a list, a zone or a value that may be none has in it."""
    match type_:
        case t.ListOf(of) | t.Maybe(of):
            return element(of) if isinstance(of, (t.Maybe, t.ListOf)) else of
        case t.ZoneOf(cards):
            return cards
    return type_ if type_ is not None else t.Never()


def is_list(type_: t.Type | None) -> bool:
    return isinstance(type_, (t.ListOf, t.ZoneOf))
