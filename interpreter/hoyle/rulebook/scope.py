"""What a name means at a place in a definition, what type a value has, and what people call both."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, TypeVar, cast

import attrs

from hoyle import types as t
from hoyle.english import is_plural, many, plain, proper
from hoyle.model import Model, Zone
from hoyle.rulebook.names import Names, key, names_of
from hoyle.rulebook.phrase import Phrase, the
from hoyle.source import Span
from hoyle.syntax import tree

SORTS = frozenset(("player", "card", "number"))  # what a single thing may be called where nothing else is
_PRONOUNS = ("them", "him", "her", "his", "they", "who", "whom", "it", "me", "us", "you")


Say = TypeVar("Say", bound=Callable[..., Any])


def once(say: Say) -> Say:
    """What is said of a part of the tree in a scope is worked out once: whoever says the whole may ask in several ways,
    and what lies deep down would be said over and over again."""

    @wraps(say)
    def said(scope: Scope, node: Any, *args: Any, **how: Any) -> Any:
        key = say, id(node), args, tuple(how.items())
        if key not in scope.known:
            scope.known[key] = node, say(scope, node, *args, **how)  # with what keeps the number its own
        return scope.known[key][1]

    return cast(Say, said)


@attrs.frozen
class Local:
    """phrase: what it is called in a sentence. noun: of a list, what its members are called.

    Of a yes or no, noted: the condition of which was noted whether it holds; answer: whether it is the answer that
    something gave.
    """

    phrase: Phrase
    type: t.Type | None
    noun: str = ""
    noted: str = ""
    answer: bool = False


@attrs.frozen
class Scope:
    """types: those of all expressions. ranges: the kinds that are numbers, since the model keeps no name for them.

    sorts: for zones, variables and whatever has parameters, which of these kinds each index or parameter is of, or
    an empty word. cards: the definitions that do nothing but name a card, with what that card is called.
    picked: what a number is that somebody chooses, None where nobody chooses any.
    """

    model: Model
    types: Mapping[Span, t.Type] = attrs.field(factory=dict, repr=False)
    ranges: Mapping[str, tuple[int, int]] = attrs.field(factory=dict)
    sorts: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    cards: Mapping[str, str] = attrs.field(factory=dict)
    picked: str | None = None
    locals: Mapping[str, Local] = attrs.field(factory=dict)
    names: Names = attrs.field(default=attrs.Factory(lambda self: names_of(self.model), takes_self=True))
    known: dict[Any, tuple[Any, Any]] = attrs.field(init=False, eq=False, repr=False, factory=dict)  # see `once`

    def having(self, name: str, phrase: Phrase, type_: t.Type | None, noun: str = "", **more: Any) -> Scope:
        return attrs.evolve(self, locals={**self.locals, name: Local(phrase, type_, noun, **more)})

    def taken(self, phrase: str) -> bool:
        """Whether a phrase could be taken for another thing: `the card` and `that card` are easily mixed up."""
        words = key(phrase)
        return words in self.names.taken - SORTS or any(
            words == key(known.phrase.text) for known in self.locals.values()
        )

    def free(self, *phrases: Phrase) -> Phrase:
        """The first of these phrases that means nothing else here; the last one with a number if all of them do."""
        for phrase in phrases:
            if not self.taken(phrase.text):
                return phrase
        number = next(n for n in range(2, 1000) if not self.taken(f"{phrases[-1]} {n}"))
        return attrs.evolve(phrases[-1], words=f"{phrases[-1].words} {number}")

    def parameter(self, name: str, type_: t.Type | None, sort: str) -> Scope:
        """With a name that stands at the head of a declaration. sort: what it is a number of, if that is known."""
        several = is_list(type_)
        noun = sort or self.noun_of(element(type_) if several else type_)
        noun = many(noun) if several else noun
        wanted = [the(noun), the(f"given {noun}"), Phrase(f"{noun} {letter(name)}")]
        if is_word(name):
            more = several and not is_plural(plain(name))
            wanted.insert(0, the(f"{plain(name)} {noun.rpartition(' ')[2]}" if more else plain(name)))
        return self.having(name, attrs.evolve(self.free(*wanted), plural=several), type_)

    def type_of(self, expr: tree.Expr) -> t.Type | None:
        """The type that the checker found; None of what only a sentence is made of."""
        match expr:
            case tree.Truth() | tree.Compare() | tree.And() | tree.Or() | tree.Negation():
                return t.YES_NO
        zone = self.zone(expr)
        return self.types.get(expr.span) if zone is None else t.ZoneOf(zone.cards)

    def zone(self, expr: tree.Expr) -> Zone | None:
        """The zone that is named: all zones of a name are a place, like each of them."""
        match expr:
            case tree.Name(text) | tree.Item(tree.Name(text)) if text not in self.locals:
                return self.model.zones.get(text)
        return None

    def is_truth(self, name: str) -> bool:
        """Whether a definition or a variable is yes or no."""
        declared = self.model.defines.get(name) or self.model.vars.get(name)
        return declared is not None and declared.type == t.YES_NO

    def mark(self, name: str) -> str:
        """What a name stands between: it is in italics if it is explained elsewhere, as what is untold is not."""
        var = self.model.vars.get(name)
        return "" if var is not None and var.untold else "*"

    def noun_of(self, type_: t.Type | None) -> str:
        """What one value of a type is called."""
        match t.settled(type_) if type_ is not None else None:
            case t.Seat():
                return "player"
            case t.CardOf(name):
                return self.cards_of(name or "").removesuffix("s")
            case t.Kind(name):
                return plain(name.rpartition(".")[2]) if "." in name else small(plain(name))
            case t.YesNo():
                return "answer"
            case t.Numbers():
                return "number"
        return "entry"

    def cards_of(self, name: str) -> str:
        """The cards of a type; where all are of one, nothing but cards."""
        return f"{plain(name)} cards" if name in self.model.card_types and len(self.model.card_types) > 1 else "cards"

    def member(self, expr: tree.Expr, expected: t.Type | None) -> str | None:
        """The word, if a name is one of the words of the kind that is expected there."""
        kind = element(expected)
        if not isinstance(kind, t.Kind) or not isinstance(expr, tree.Name) or expr.text in self.locals:
            return None
        if kind.name not in self.model.kinds or expr.text not in self.model.kinds[kind.name].members:
            return None
        return proper(expr.text) if t.names_cards(kind.name) else self.word(expr.text)

    def word(self, member: str) -> str:
        """A member of a kind, in quotes if something else is called so; the name of a card keeps its capitals."""
        kinds = [kind.name for kind in self.model.kinds.values() if member in kind.members]
        if kinds and all(t.names_cards(name) for name in kinds):
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
