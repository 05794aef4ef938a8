"""What a definition declares: every name once, whatever the file, before any body is looked at.

Assumes parsed files. Guarantees a table of names in which each name is declared once, with gaps of libraries filled by
whoever fills them, and the types of everything that has its type written down.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping

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
INSIDE = re.compile(r"\b(?:var|as)\s+(\w+)|(\w+)\s*\||\|\s*(\w+)")  # variables of a phase, choices, words of a kind
# words that a step could start with, were they names: another line starts with them, or goes on with the one above
NO_STEP = {"adjust", "after", "before", "except", "otherwise", "rule", "then", "var", "when"}
STORED = (tree.Option, tree.Zone, tree.Var)
ASKED = (tree.Define, tree.Table)

Named = (
    tree.Option
    | tree.Kind
    | tree.Cards
    | tree.Zone
    | tree.Var
    | tree.Table
    | tree.Timing
    | tree.Define
    | tree.Rule
    | tree.Ending
    | tree.Action
    | tree.Effect
    | tree.Phase
    | tree.Property
)
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
    phase_vars: dict[str, str] = attrs.field(factory=dict)
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
    ) -> None:
        """Report a finding. It is about the name that is given as its place, and about whatever else is said here.

        Whatever a message has in backticks and somebody may have declared belongs here.
        """
        said = (about,) if isinstance(about, (str, About)) else about
        things = (*_named(place), *(About(thing) if isinstance(thing, str) else thing for thing in said if thing))
        span = place if isinstance(place, Span) or place is None else place.span
        self.found.add(Diagnostic(code, message, span, tuple(labels), help, fix=fix, about=things))

    def decls(self) -> Iterable[tree.Decl]:
        """All declarations, libraries first, so that what a game adds comes after what it adds to."""
        for file in reversed(self.files):
            yield from file.decls

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
        deeds = (tree.Effect, tree.Phase, tree.Action)
        lost = any(
            self.unread(word) for word in ("ability", "action", "after", "before", "except", "flow", "phase", "to")
        )
        named = any(isinstance(self.names.get(name), deeds) for name in self.broken)
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

    # ------------------------------------------------------------------------------------------ names

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
    ) -> None:
        """Report a word that nobody declared.

        candidates: what would be known at this place. else_: what helps if it is not like any of them. value: whether
        any value could stand there. about: what it means, if not what is called so.
        """
        if word in self.lost:
            return
        if value and word in builtins.NAMES:
            self.report("HYL101", f"`{word}` is not known here", span, f"`{word}` is {builtins.NAMES[word]}")
            return
        near = (VALUES.get(word) if value else None) or self.suggest(word, candidates)
        help = f"did you mean `{near}`?" if near else else_
        self.report(
            "HYL101", f"unknown {what} `{word}`", span, help, fix=Fix(span, near) if near else None, about=about or word
        )

    def word_of_the_language(self, word: tree.Word) -> bool:
        """Report a local that is called like something built in."""
        if word.text not in builtins.NAMES and function(word.text) is None:
            return False
        self.report("HYL109", f"`{word.text}` is a word of the language", word, "choose another name")
        return True

    def values(self, lists: bool) -> list[str]:
        """All declared names that are a value by themselves. lists: also types, which stand for all their members."""
        plain = [n for n, d in self.names.items() if isinstance(d, STORED) or (isinstance(d, ASKED) and not d.params)]
        types = [*(n for n, d in self.names.items() if isinstance(d, tree.Cards)), *self.model.kinds, *self.aliases]
        return [*plain, *self.members, "players", *([*types, "Player", "Card"] if lists else [])]

    def asked(self) -> list[str]:
        """All names that are a value with something in round brackets behind them."""
        asked = [n for n, d in self.names.items() if isinstance(d, ASKED) and d.params]
        cards = [c.name for c in self.model.card_types.values() if c.keys]
        return [*asked, *cards, *functions(), *builtins.FOLDS]

    def kept(self) -> list[str]:
        """All names that are a value with something in square brackets behind them."""
        return [n for n, d in self.names.items() if isinstance(d, (tree.Zone, tree.Var)) and d.index]

    # ------------------------------------------------------------------------------------------ types

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
                return t.Kind(name_for_choice)
            case tree.ListType(name):
                self.name_type(node)
                return t.ListOf(self._named(name, node.span))
            case tree.MaybeType(name):
                self.name_type(node)
                return t.Maybe(self._named(name, node.span))
            case tree.NamedType(name):
                self.name_type(node)
                return self._named(name, node.span)

    def name_type(self, node: tree.NamedType | tree.MaybeType | tree.ListType) -> None:
        """Note which type is named: `Tile?` starts with its name, `list of Tile` ends with it."""
        place = last_letters if isinstance(node, tree.ListType) else first_letters
        self.record.name(node.name, place(node.span, node.name))

    def _named(self, name: str, span: Span) -> t.Type:
        match name:
            case "number":
                return t.NUMBER
            case "yes_no":
                return t.YES_NO
            case "text":
                return t.Text()
            case "Player":
                return t.SEAT
            case "Card":
                return self.any_card()
        if name in self.aliases:
            return self.aliases[name]
        if name in self.model.kinds:
            return t.Kind(name)
        if isinstance(self.names.get(name), tree.Cards):
            return t.CardOf(name)
        if name in self.names and not isinstance(self.names[name], tree.Kind):
            self.report("HYL104", f"`{name}` is {WORDS[type(self.names[name])]}, not a type", span, about=name)
        elif name not in self.names:
            types = ["number", "yes_no", "Player", "Card", *self.model.kinds, *self.aliases]
            types += [n for n, d in self.names.items() if isinstance(d, tree.Cards)]
            self.unknown(name, span, types, "type")
        return t.BROKEN

    def any_card(self) -> t.CardOf:
        """`Card`: in a game with one card type, that type."""
        types = [n for n, d in self.names.items() if isinstance(d, tree.Cards)]
        return t.CardOf(types[0]) if len(types) == 1 else t.CARD

    def add_kind(self, name: str, values: Iterable[tree.Word], span: Span) -> None:
        words: list[str] = []
        for value in values:
            if value.text in words:
                self.report("HYL102", f"`{value.text}` stands twice in this list", value, "take one of them out")
            else:
                words.append(value.text)
                self.members.setdefault(value.text, []).append(name)
                self.record.members[name, value.text] = self.record.declare("member", value, name)
        self.model.kinds[name] = model.Kind(name, tuple(words), span)

    def member(self, kind: str, word: str) -> int | None:
        """The number of a word in its kind."""
        found = self.model.kinds.get(kind)
        return found.members.index(word) if found and word in found.members else None

    def implied_type(self, word: tree.Word) -> t.Type | None:
        """The type a parameter has by its name alone: `color` is a `Color`, `card` a `Card`."""
        name = word.text
        if name == "card":
            return self.any_card()
        for candidate in [
            *self.model.kinds,
            *self.aliases,
            *(n for n, d in self.names.items() if type(d) is tree.Cards),
        ]:
            if candidate.lower() == name.lower() and "." not in candidate:
                self.record.implied[word.span] = self.record.named[candidate]
                return self._named(candidate, word.span)
        return None


def _named(place: Span | tree.Word | tree.Name | tree.Target | None) -> tuple[About, ...]:
    """What a place names."""
    match place:
        case tree.Word(text) | tree.Name(text):
            return (About(text),)
        case tree.Target(name=name, clause=clause):
            return (About(name.text, clause.text if clause else None),)
    return ()


def _words(text: str) -> set[str]:
    """The words that a declaration declares, as far as that can be told of one that cannot be read."""
    words = WORD.findall(text)
    inside = [word for found in INSIDE.findall(text) for word in found if word]
    match words[0] if words else "":
        case "ability" | "adjust" | "after" | "before" | "except" | "flow" | "scenario" | "miniature":
            return set(inside)
        case "kind" | "cards":
            return set(words)
        case word if word in opening_words("decl"):
            return {*words[1:2], *inside}
    return set(words)


def gather(world: World) -> None:
    """Fill the table of names, and the kinds."""
    world.lost = frozenset[str]().union(*map(_words, world.unread_texts()))
    for decl in world.decls():
        if isinstance(decl, Named):
            _declare(world, decl)
        if isinstance(decl, tree.Phase):
            for var in decl.vars:
                world.phase_vars[var.name.text] = decl.name.text
                _declare(world, var)
    for decl in world.decls():
        if isinstance(decl, tree.Kind):
            _kind(world, decl)
    for name, gap in world.gaps.items():
        world.names.setdefault(name, gap)
        world.record.again(world.record.named.setdefault(name, world.record.symbols[gap.name.span]), gap.name)


def _declare(world: World, decl: Named) -> None:
    name = decl.name.text
    symbol = world.record.declare(WORDS[type(decl)].partition(" ")[2], decl.name, world.phase_vars.get(name, ""))
    if isinstance(decl, tree.Define) and decl.value is None:
        if name in world.gaps:
            _twice(world, decl, world.gaps[name])
        world.gaps.setdefault(name, decl)
        return
    if name in builtins.NAMES or function(name) is not None or name in ("number", "yes_no", "text", "Card"):
        world.report("HYL102", f"`{name}` is a word of the language", decl.name, "choose another name")
    elif (isinstance(decl, (tree.Var, tree.Effect, tree.Phase)) and name in NO_STEP) or (
        isinstance(decl, tree.Action) and name == "choose"
    ):
        help = "choose another name: a step that starts with it would be read as something else"
        world.report("HYL102", f"`{name}` is a word of the language", decl.name, help)
    elif name in world.names:
        _twice(world, decl, world.names[name])
    else:
        world.names[name] = decl
        world.record.named[name] = symbol


def _twice(world: World, decl: Named, first: Named) -> None:
    help = "give one of them another name"
    if not world.own(first) and world.own(decl):
        name = decl.name.text
        help = f"the library already says what `{name}` is: add to it with `except`, `adjust`, `before` or `after`"
    label = Label(first.name.span, "first declared here")
    world.report("HYL102", f"`{decl.name.text}` is declared twice", decl.name, help, [label])


def _kind(world: World, decl: tree.Kind) -> None:
    name = decl.name.text
    if world.names.get(name) is not decl:
        return
    match decl.type:
        case tree.ChoiceType(values):
            world.add_kind(name, values, decl.span)
        case tree.RangeType(low, high):
            if high - low > RANGE_LIMIT:
                message = f"`{name}` has more than {RANGE_LIMIT} numbers"
                world.report("HYL212", message, decl.type.span, "make fewer, or leave it open: `number`", about=name)
                world.aliases[name] = t.BROKEN
            else:
                world.aliases[name] = world.read_type(decl.type)
        case tree.NamedType(word):
            world.add_kind(name, [tree.Word(word, span=decl.type.span)], decl.span)
        case _:
            world.report(
                "HYL201",
                "a kind is a list of words or a range of numbers",
                decl.type.span,
                "write `kind Suit : red | black`",
            )
