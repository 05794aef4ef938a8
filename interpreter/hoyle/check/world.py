"""What a definition declares, and what is made of it: names, types that are written down, and all that is reported."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

import attrs

from hoyle import builtins, model
from hoyle import types as t
from hoyle.check.record import Record, first_letters, last_letters
from hoyle.core import nodes as core
from hoyle.core.operators import function, functions
from hoyle.diagnostics import About, Diagnostic, Diagnostics, Fix, Label
from hoyle.source import Span
from hoyle.syntax import tree
from hoyle.syntax.phrases import VALUES
from hoyle.syntax.place import opening_words
from hoyle.syntax.sorts import WORDS
from hoyle.syntax.walk import below

DECL_LIMIT = 3_000
CARD_LIMIT = 10_000
RANGE_LIMIT = 100_000
ZONE_LIMIT = 20_000
VALUE_LIMIT = 200_000
WORD_LIMIT = 40
LOOP_LIMIT = 12
GUESS_LIMIT = 100
NEAR = 0.75
LEFT_EDGE = re.compile(r"\n(?=[^\s#])")
WORD = re.compile(r"[^\W\d]\w*")
PLAIN: dict[str, t.Type] = {"number": t.NUMBER, "yes_no": t.YES_NO, "text": t.Text(), "Player": t.SEAT}

Declared = TypeVar("Declared", bound=tree.Decl)
Stored = tree.Option | tree.Zone | tree.Var
Asked = tree.Define | tree.Table
Deed = tree.Effect | tree.Phase | tree.Action
Named = Stored | Asked | Deed | tree.Kind | tree.Cards | tree.Timing | tree.Rule | tree.Ending | tree.Property
Params = tuple[tuple[str, t.Type], ...]
Procedure = model.Procedure
Holder = model.Define | model.Procedure | model.Ending  # what there are exceptions to


@attrs.frozen
class Overlap:
    """Two exceptions to one thing that may both apply. certain: they do; words: when, or that nobody knows."""

    holder: Holder
    first: model.Exception_
    second: model.Exception_
    certain: bool
    words: str


@attrs.define
class World:
    """The declarations of one game with its libraries, and the model that is being made of them.

    files: the game's own file first; a declaration of any other file is a library's. overlaps: exceptions that may
    both apply, which are reported. broken: the names of what has an error, none of which is in the model (see
    `sound.py`); broken_abilities: those among them that are abilities, with their timing. known: the part of the world
    whose names and types are without errors. lost: what could not be read declares these words, so nobody complains
    of them. deals: how many cards each gets, of which. record: what every name stands for.
    """

    files: list[tree.File]
    found: Diagnostics
    model: model.Model
    names: dict[str, Named] = attrs.field(factory=dict)
    gaps: dict[str, tree.Define] = attrs.field(factory=dict)
    members: dict[str, list[str]] = attrs.field(factory=dict)
    aliases: dict[str, t.Type] = attrs.field(factory=dict)
    record: Record = attrs.field(factory=Record)
    guesses: int = 0
    overlaps: list[Overlap] = attrs.field(factory=list)
    broken: frozenset[str] = frozenset()
    broken_abilities: Mapping[str, str] = attrs.field(factory=dict)
    known: World | None = None
    lost: frozenset[str] = frozenset()
    deals: list[tuple[tree.Deal, core.Expr, t.Type]] = attrs.field(factory=list)

    def report(
        self,
        code: str,
        message: str,
        place: Span | tree.Word | tree.Name | tree.Target | None,
        help: str | None = None,
        labels: Iterable[Label] = (),
        fix: Fix | None = None,
        about: str | About | Iterable[str | About] = (),
    ) -> core.Expr:
        """Report a finding. It is about the name that is given as its place, and about whatever else is said here.

        Whatever a message has in backticks and somebody may have declared belongs here. Returns what stands for a
        mistake where there should be a value: nothing more is said about it.
        """
        said = (about,) if isinstance(about, (str, About)) else about
        things = (*_named(place), *(About(thing) if isinstance(thing, str) else thing for thing in said if thing))
        span = place if isinstance(place, Span) or place is None else place.span
        self.found.add(Diagnostic(code, message, span, tuple(labels), help, fix=fix, about=things))
        return core.Const(None, t.BROKEN, span=span)

    def decls(self) -> Iterable[tree.Decl]:
        """All declarations, libraries first, so that what a game adds comes after what it adds to."""
        for file in reversed(self.files):
            yield from file.decls

    def each(self, kind: type[Declared]) -> Iterator[Declared]:
        """The declarations of one kind, in that order."""
        return (decl for decl in self.decls() if isinstance(decl, kind))

    def clauses(self) -> Iterator[tree.Decl]:
        """All declarations, with the clauses of abilities in place of the abilities."""
        return (part for decl in self.decls() for part in (decl.clauses if isinstance(decl, tree.Ability) else (decl,)))

    @cached_property
    def led_up_to(self) -> frozenset[tuple[str, str | None]]:
        """What is done behind other steps, as what is usual in an exception: its name, and which exception to it, if
        it is one."""
        bodies = [d for d in self.clauses() if isinstance(d, tree.Exception_) and isinstance(d.verdict, tree.Body)]
        names = [(d.target, n) for d in bodies for n in below(d.verdict) if isinstance(n, tree.Name)]
        return frozenset(
            (target.name.text, target.clause.text if target.clause else None)
            for target, name in names
            if name.text == "usual"
        )

    def counts(self, decl: Named) -> bool:
        """Whether it is this declaration that its name stands for, and not one of the same name."""
        return self.names.get(decl.name.text) is decl

    def declared(self, *kinds: type) -> list[str]:
        """The names of all that is declared as one of these."""
        return [name for name, decl in self.names.items() if isinstance(decl, kinds)]

    def given(self, made: Procedure) -> Params:
        """The parameters of something that is done, as its author names them: an action has `you` before them."""
        return made.params[1:] if made.name in self.model.actions else made.params

    def own(self, decl: tree.Decl) -> bool:
        """Whether the game itself says it (or a variant of it), not a library."""
        return all(decl.span.source is not file.span.source for file in self.files[1:])

    @property
    def ends_unknown(self) -> bool:
        """Whether an ending has an error, so that nobody knows what it puts an end to."""
        return self.unread("ending") or any(isinstance(self.names.get(name), tree.Ending) for name in self.broken)

    @property
    def deeds_unknown(self) -> bool:
        """Whether steps have an error, or could not be read, so that nobody knows what may be chosen in them."""
        lost = any(map(self.unread, ("ability", "action", "after", "before", "except", "flow", "phase", "to")))
        named = any(isinstance(self.names.get(name), Deed) for name in self.broken)
        return lost or named or "flow" in self.broken or bool(self.broken_abilities)

    def unread(self, word: str) -> bool:
        """Whether a declaration that starts with this word may be among those that could not be read."""
        first = [text.split(maxsplit=1)[0] for text in self.unread_texts()]
        used = [decl.span for decl in self.decls() if isinstance(decl, tree.Use)]
        lost = any(found.span is not None and found.span in span for span in used for found in self.found.all())
        return lost or any(start == word or start not in opening_words("decl") for start in first)

    def unread_texts(self) -> list[str]:
        """The declarations that could not be read; what stands at the left edge may be meant to be one."""
        texts = [text for file in self.files for span in file.unread for text in LEFT_EDGE.split(span.text)]
        return [text for text in texts if text.strip()]

    def suggest(self, word: str, candidates: Iterable[str]) -> str | None:
        """The candidate nearest to a misspelt word. To look for it takes long, so it is done so many times only."""
        self.guesses += 1
        if self.guesses > GUESS_LIMIT or len(word) > WORD_LIMIT:
            return None
        pool: dict[str, str] = {}
        for known in candidates:
            if len(known) <= WORD_LIMIT and known != word:
                alike = known[:1].isupper() == word[:1].isupper()
                pool[known.lower()] = known if alike else pool.get(known.lower(), known)
        found = difflib.get_close_matches(word.lower(), list(pool), n=1, cutoff=NEAR)
        found += [c for c in pool if sorted(c) == sorted(word.lower())]  # two letters of a short word changed places
        return pool[found[0]] if found else None

    def unknown(
        self,
        word: str,
        span: Span,
        candidates: Iterable[str],
        what: str = "name",
        else_: str | None = None,
        value: bool = False,
        about: About | tuple[str, ...] | None = None,
    ) -> core.Expr:
        """Report a word that nobody declared. Returns what stands for it.

        candidates: what would be known at this place. else_: what helps if it is not like any of them. value: whether
        any value could stand there. about: what it means, if not what is called so.
        """
        if word in self.lost:
            return core.Const(None, t.BROKEN, span=span)
        if value and word in builtins.NAMES:
            return self.report("HYL101", f"`{word}` is not known here", span, f"`{word}` is {builtins.NAMES[word]}")
        near = (VALUES.get(word) if value else None) or self.suggest(word, candidates)
        help = f"did you mean `{near}`?" if near else else_
        fix = Fix(span, near) if near else None
        return self.report("HYL101", f"unknown {what} `{word}`", span, help, fix=fix, about=about or word)

    def takes(self, name: str, params: Sequence[str], given: int, span: Span) -> bool:
        """Whether something is given as many as it takes, which is reported otherwise."""
        if len(params) != given:
            help = f"write `{name}({', '.join(params)})`" if params else f"write `{name}` alone"
            self.report("HYL103", f"`{name}` takes {len(params)}, but here are {given}", span, help, about=name)
        return len(params) == given

    def timing(self, text: str, span: Span) -> tree.Timing | None:
        """The timing class of that name, or None with a report."""
        found = self.names.get(text)
        if not isinstance(found, tree.Timing):
            self.unknown(text, span, self.declared(tree.Timing), "timing class")
            return None
        self.record.name(text, span)
        return found

    def word_of_the_language(self, word: tree.Word) -> bool:
        """Report a local that is called like something built in. A type that is a function, too, may be one's name."""
        if word.text not in builtins.NAMES and (function(word.text) is None or word.text in PLAIN):
            return False
        self.report("HYL109", f"`{word.text}` is a word of the language", word, "choose another name")
        return True

    def values(self, lists: bool) -> list[str]:
        """All declared names that are a value by themselves. lists: also types, which stand for all their members."""
        plain = [n for n, d in self.names.items() if isinstance(d, Stored) or (isinstance(d, Asked) and not d.params)]
        types = [*self.declared(tree.Cards), *self.model.kinds, *self.aliases]
        return [*plain, *self.members, "players", *([*types, "Player", "Card"] if lists else [])]

    def asked(self) -> list[str]:
        """All names that are a value with something in round brackets behind them."""
        asked = [n for n, d in self.names.items() if isinstance(d, Asked) and d.params]
        cards = [c.name for c in self.model.card_types.values() if c.keys]
        return [*asked, *cards, *functions(), *builtins.FOLDS]

    def kept(self) -> list[str]:
        """All names that are a value with something in square brackets behind them."""
        return [n for n, d in self.names.items() if isinstance(d, (tree.Zone, tree.Var)) and d.index]

    def read_type(self, node: tree.Type, name_for_choice: str = "") -> t.Type:
        """The type that is written there. `a | b` makes a kind of its own, called `name_for_choice`."""
        match node:
            case tree.RangeType(low, high):
                if low > high:
                    self.report("HYL203", f"`{low}..{high}` has no number in it", node.span, f"write `{high}..{low}`")
                    return t.BROKEN
                return t.Numbers(low, high)
            case tree.ChoiceType(values):
                self.add_kind(name_for_choice, values, node.span)
                return self.kind(name_for_choice)
            case tree.ListType(name) | tree.MaybeType(name) | tree.NamedType(name):
                self.name_type(node)
                named = self._named(name, node.span)
                if isinstance(node, tree.ListType):
                    return t.ListOf(named)
                return t.Maybe(named) if isinstance(node, tree.MaybeType) else named

    def name_type(self, node: tree.NamedType | tree.MaybeType | tree.ListType) -> None:
        """Note which type is named: `Tile?` starts with its name, `list of Tile` ends with it."""
        place = last_letters if isinstance(node, tree.ListType) else first_letters
        self.record.name(node.name, place(node.span, node.name))

    def _named(self, name: str, span: Span) -> t.Type:
        if name == "Card":
            return self.any_card()
        if name in PLAIN or name in self.aliases:
            return PLAIN.get(name) or self.aliases[name]
        if name in self.model.kinds:
            return self.kind(name)
        if isinstance(self.names.get(name), tree.Cards):
            return t.CardOf(name)
        if name in self.names and not isinstance(self.names[name], tree.Kind):
            self.report("HYL104", f"`{name}` is {WORDS[type(self.names[name])]}, not a type", span, about=name)
        elif name not in self.names:
            types = ["number", "yes_no", "Player", "Card", *self.model.kinds, *self.aliases]
            self.unknown(name, span, [*types, *self.declared(tree.Cards)], "type")
        return t.BROKEN

    def any_card(self) -> t.CardOf:
        """`Card`: in a game with one card type, that type."""
        types = self.declared(tree.Cards)
        return t.CardOf(types[0]) if len(types) == 1 else t.CARD

    def kind(self, name: str) -> t.Kind:
        """The type of a kind's members."""
        return self.model.kinds[name].type if name in self.model.kinds else t.Kind(name)

    def add_kind(self, name: str, values: Iterable[tree.Word], span: Span) -> None:
        """A kind of words that are in no other."""
        words: list[str] = []
        for value in values:
            if value.text in words:
                self.report("HYL102", f"`{value.text}` stands twice in this list", value, "take one of them out")
            else:
                words.append(value.text)
                self.members.setdefault(value.text, []).append(name)
                self.record.members[name, value.text] = self.record.declare("member", value, name)
        self.model.kinds[name] = model.Kind(name, tuple(words), span, t.Kind(name))

    def member(self, kind: str, word: str, span: Span | None = None) -> int | None:
        """The number of a word in its kind. span: where it is named so."""
        found = self.model.kinds.get(kind)
        number = None if found is None else found.number(word)
        if span is not None and number is not None:
            self.record.use(self.record.members[kind, word], span)
        return number

    def implied_type(self, word: tree.Word) -> t.Type | None:
        """The type a parameter has by its name alone: `color` is a `Color`, `card` a `Card`."""
        name = word.text
        if name == "card":
            return self.any_card()
        for candidate in [*self.model.kinds, *self.aliases, *self.declared(tree.Cards)]:
            if candidate.lower() == name.lower() and "." not in candidate:
                self.record.implied[word.span] = self.record.named[candidate]
                return self._named(candidate, word.span)
        return None


def targets(decl: tree.Decl) -> tuple[tree.Target | tree.AnyChange, ...]:
    """What a clause is about; nothing if it is none."""
    match decl:
        case tree.Exception_(target=target) | tree.Adjust(target=target):
            return (target,)
        case tree.Hook(points=points) | tree.Rule(targets=points):
            return points
    return ()


def _named(place: Span | tree.Word | tree.Name | tree.Target | None) -> tuple[About, ...]:
    """What a place names."""
    match place:
        case tree.Word(text) | tree.Name(text):
            return (About(text),)
        case tree.Target(name=name, clause=clause):
            return (About(name.text, clause.text if clause else None),)
    return ()
