"""What the checker finds out about names and values, kept for whoever asks later: what each name stands for, where
each thing is declared, used and changed, and the type of each expression.

It is filled while names are bound and expressions typed, so that it says what the checker thought. Of a definition with
errors it has what could be made sense of. Places are spans, and a span knows its text: what libraries, variants and
trials say is in it like everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import attrs

from hoyle import builtins
from hoyle import types as t
from hoyle.source import Span
from hoyle.syntax import tree

BUILT_IN = "built-in"
Clause = tree.Exception_ | tree.Adjust | tree.Hook
WORDS = {"number", "yes_no", "text", "flow", *builtins.NAMES}


@attrs.frozen
class Symbol:
    """Something that has a name.

    kind: what it is, as messages call it (a zone, a member, a parameter). where: its name where it is first declared;
    None if it is built in. scope: what it belongs to: a member to its kind, a clause to what it is about, a variable
    to its phase. An attribute belongs to no card type: what is asked of a card is asked of all types that have it.
    """

    kind: str
    name: str
    where: Span | None = None
    scope: str = ""


class Places(NamedTuple):
    """Where a symbol is declared, where else it is named, and in which of all these places it is changed."""

    declared: tuple[Span, ...]
    used: tuple[Span, ...]
    changed: tuple[Span, ...]


@cache
def built_in(name: str) -> Symbol:
    """A word of the language that stands where names stand."""
    return Symbol(BUILT_IN, name)


@attrs.define
class Record:
    """symbols: by the place of a name. declares, changes: the places among them that declare, or change something.

    types: by the place of an expression. implied: of parameters whose name alone says what type they have, that type.
    The tables behind them find a symbol by its name: what is declared at the left edge, members by their kind,
    attributes, clauses by what they are about, and parameters by what has them.
    """

    symbols: dict[Span, Symbol] = attrs.field(factory=dict)
    types: dict[Span, t.Type] = attrs.field(factory=dict)
    declares: set[Span] = attrs.field(factory=set)
    changes: set[Span] = attrs.field(factory=set)
    implied: dict[Span, Symbol] = attrs.field(factory=dict)
    named: dict[str, Symbol] = attrs.field(factory=dict)
    members: dict[tuple[str, str], Symbol] = attrs.field(factory=dict)
    attributes: dict[str, Symbol] = attrs.field(factory=dict)
    clauses: dict[tuple[str, str], Symbol] = attrs.field(factory=dict)
    parameters: dict[str, dict[str, Symbol]] = attrs.field(factory=dict)

    def declare(self, kind: str, word: tree.Word | tree.Name, scope: str = "") -> Symbol:
        """A symbol that is declared by a word."""
        return self.again(Symbol(kind, word.text, word.span, scope), word)

    def again(self, symbol: Symbol, word: tree.Word | tree.Name) -> Symbol:
        """A symbol that is declared by this word too."""
        self.declares.add(word.span)
        return self.use(symbol, word.span) or symbol

    def use(self, symbol: Symbol | None, span: Span) -> Symbol | None:
        """Note what stands at a place. A row of a file of tables has a place, its cells have none."""
        if symbol is not None and span.end - span.start == len(symbol.name):
            self.symbols[span] = symbol
        return symbol

    def name(self, text: str, span: Span) -> None:
        """Note that something declared, or else built in, is named."""
        self.use(self.named.get(text) or (built_in(text) if text in WORDS else None), span)

    def parameter(self, of: str, word: tree.Word | tree.Name) -> Symbol:
        """Note what something calls a thing that it is given."""
        found = self.parameters.setdefault(of, {})[word.text] = self.declare("parameter", word, of)
        return found

    def heads(self, target: tree.Target | tree.AnyChange | None) -> dict[str, Symbol]:
        """What the names of a clause are: its own, or those of what it is about."""
        if not isinstance(target, tree.Target):
            return {}
        name = target.name.text
        if target.args is None:
            return dict(self.parameters.get(name, {}))
        words = [arg for arg in target.args if isinstance(arg, tree.Name) and arg.text != "this"]
        # an exception to a rule may have the names that the rule has
        return {word.text: self.symbols.get(word.span) or self.declare("parameter", word, name) for word in words}

    def share(self, targets: Sequence[tree.Target | tree.AnyChange]) -> None:
        """A clause about several things has the same names for what they are given."""
        own: dict[str, Symbol] = {}
        for target in (target for target in targets if isinstance(target, tree.Target) and len(targets) > 1):
            for arg in (arg for arg in target.args or () if isinstance(arg, tree.Name) and arg.text != "this"):
                symbol = Symbol("parameter", arg.text, arg.span, target.name.text)
                self.again(own.setdefault(arg.text, symbol), arg)

    def clause(self, decl: Clause, name: str, card: Symbol | None = None) -> None:
        """Note how a clause is called. card: the one it is called after if it has no label."""
        for scope in self._scopes(decl):
            symbol = card or Symbol("clause", name, None, scope)
            if decl.label is not None:  # a hook may be about several things
                symbol = self.symbols.get(decl.label.name.span) or self.declare("clause", decl.label.name, scope)
            self.clauses[scope, name] = symbol

    def name_clause(self, decl: Clause | tree.Rule, word: tree.Word) -> None:
        """Note that a clause is named by another one about the same thing; a rule names rules."""
        found = [self.clauses.get((scope, word.text)) for scope in self._scopes(decl)]
        found = [self.named.get(word.text)] if isinstance(decl, tree.Rule) else found
        self.use(next((symbol for symbol in found if symbol is not None), None), word.span)

    def _scopes(self, decl: Clause | tree.Rule) -> list[str]:
        """What a clause is about: clauses of one name about different things are different ones."""
        match decl:
            case tree.Hook(before=before, points=points):
                names = [point.name.text if isinstance(point, tree.Target) else "" for point in points]
                return [f"{'before' if before else 'after'} {name}" for name in names]
            case tree.Exception_(target=tree.Target(name, clause)) | tree.Adjust(target=tree.Target(name, clause)):
                ability = clause is not None and name.text not in self.named
                return [f"{name.text}.{clause.text}" if clause is not None and ability else name.text]
        return []

    def name_check(self, text: str, span: Span) -> None:
        """Note that a property is named, or something that every game is checked for."""
        found = self.named.get(text)
        declared = found if found is not None and found.kind == "property" else None
        self.use(declared or (built_in(text) if text in builtins.CHECKS else None), span)

    def typed(self, span: Span, type_: t.Type) -> None:
        """Note a type. What is looked at several times, each time for another card type say, has the type of all."""
        before = self.types.setdefault(span, type_)
        if before is not type_ and before != type_:
            self.types[span] = t.join(before, type_) or type_

    def places(self) -> dict[Symbol, Places]:
        """The places of every symbol, in the order in which the checker came by them."""
        found: dict[Symbol, list[Span]] = {}
        for span, symbol in self.symbols.items():
            found.setdefault(symbol, []).append(span)
        return {symbol: self._sorted(spans) for symbol, spans in found.items()}

    def _sorted(self, spans: list[Span]) -> Places:
        declared = tuple(span for span in spans if span in self.declares)
        used = tuple(span for span in spans if span not in self.declares)
        return Places(declared, used, tuple(span for span in spans if span in self.changes))


def first_letters(span: Span, name: str) -> Span:
    """The place of a name at the beginning of another place."""
    return Span(span.source, span.start, span.start + len(name))


def last_letters(span: Span, name: str) -> Span:
    """The place of a name at the end of another place."""
    return Span(span.source, span.end - len(name), span.end)


def mention_changes(record: Record, variant: tree.File) -> None:
    """Note what the changes of a variant are about, as far as it is still there; what is added says so itself."""
    for decl in variant.decls:
        match decl:
            case tree.SetTo(name=name, attribute=attribute):
                record.name(name.text, name.span)
                if attribute is not None:
                    record.use(record.attributes.get(attribute.text), attribute.span)
            case tree.AddRows(to=name):
                record.name(name.text, name.span)
            case tree.Order(name=name, part=part, over=over):
                record.name(name.text, name.span)
                for word in (part, *over):
                    record.use(record.clauses.get((name.text, word.text)), word.span)
            case tree.Remove(thing=thing):
                _thing(record, thing)
            case tree.Against(pins=pins):
                for pin in pins:
                    _thing(record, pin.thing)


def _thing(record: Record, thing: tree.Thing) -> None:
    name, part = thing.name, thing.part
    cards = [symbol for (kind, word), symbol in record.members.items() if word == name.text and t.names_cards(kind)]
    record.use(next(iter(cards), None) if thing.sort == "ability" else record.named.get(name.text), name.span)
    if part is not None:
        scope = f"{thing.sort} {name.text}" if thing.sort in ("before", "after") else name.text
        timing = record.named.get(part.text) if thing.sort == "ability" else None
        record.use(timing or record.clauses.get((scope, part.text)), part.span)
