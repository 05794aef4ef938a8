"""The whole rulebook as Markdown: what it is about and how it is won, what is needed, how it goes, and every rule.

Headings of rules come from the definition's own: a comment of dashes and words above a group of declarations is the
heading of that group. Options, assumptions and examples stand at the back. What only promises and trials ask for is no
rule, and is left out. In that of a variant, all that differs is marked, and listed first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

import attrs

from hoyle.check.scenarios import check_scenarios
from hoyle.diagnostics import Diagnostics
from hoyle.english import cap, counted, listed, plain, safe
from hoyle.files.teams import asked, written
from hoyle.read import Reading
from hoyle.rulebook import declarations
from hoyle.rulebook.cards import called
from hoyle.rulebook.changes import Marks, differences, different
from hoyle.rulebook.definition import ordered, teller_of
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.entry import cited
from hoyle.rulebook.examples import example, telling
from hoyle.source import Source, Span
from hoyle.syntax import tree
from hoyle.syntax.walk import below, mentioned

_HEADING = re.compile(r"^# ?-{3,} *(.*\S)\s*$")
_RULES = "The rules"
_NO_RULES = (tree.Scenario, tree.Property, tree.Miniature, tree.Assume)
Sort = TypeVar("Sort", bound=tree.Decl)

Section = tuple[str, list[str]]
"""A heading, and the paragraphs below it."""


def rulebook(reading: Reading, scenarios: list[tree.Scenario]) -> str:
    """The rulebook of a definition that was checked, with these scenarios as examples."""
    assert reading.world is not None
    beside = [scenario for scenario in scenarios if all(scenario is not own for own in reading.trials)]
    check_scenarios(attrs.evolve(reading.world, found=Diagnostics()), beside)  # for the types of what they say
    decls = [decl for file in reading.files for decl in file.decls]
    return _Book(reading, decls, teller_of(reading), Marks(differences(reading)), _closure(decls)).markdown(scenarios)


def _joined(sections: list[Section]) -> list[str]:
    """Sections in Markdown; those of the same title are one, and what is empty is left out."""
    found: dict[str, Section] = {}
    for title, parts in sections:
        if parts:
            found.setdefault(title.lower(), (title, []))[1].extend(parts)
    return [text for title, parts in found.values() for text in (f"## {cap(safe(title))}", *parts)]


class _Headings(dict[Source, list[str | None]]):
    """For every line of a text the heading that it stands under: the comment of dashes nearest above it."""

    def __missing__(self, source: Source) -> list[str | None]:
        under: list[str | None] = [None]
        for line in range(1, source.line_count):
            found = _HEADING.match(source.line_text(line))
            under.append(found[1] if found else under[-1])
        self[source] = under
        return under

    def of(self, span: Span) -> str | None:
        return self[span.source][span.line - 1]


@attrs.frozen
class _Book:
    """asked: what the rules ask for, directly or by what they ask for."""

    reading: Reading
    decls: list[Any]
    teller: Teller
    marks: Marks
    asked: set[str]
    headings: _Headings = attrs.field(factory=_Headings)

    def each(self, kind: type[Sort]) -> list[Sort]:
        """All declarations of a sort."""
        return [decl for decl in self.decls if isinstance(decl, kind)]

    def told(self, decl: tree.Decl) -> str:
        """What a declaration says, marked if it differs; nothing if it goes without saying."""
        text = declarations.told(self.teller, decl)
        return self.marks.marked(decl, text) if text is not None else ""

    def markdown(self, scenarios: list[tree.Scenario]) -> str:
        header = self.reading.files[0].header
        title, players = f"# {safe(str(header.title))}", declarations.players(self.teller, header)
        read = "A word in *italics* is explained where it stands in bold, where it is first used, or with the options."
        if self.teller.scope.model.cited:
            read += " What stands in square brackets names the place in the original rules that a sentence comes from."
        flows = [decl for decl in self.reading.files[0].decls if isinstance(decl, tree.Flow)]
        sections: list[Section] = [
            ("What is different", different(self.reading, self.teller, self.marks.made)),
            ("How the game is won", self._goal()),
            *self._needed(),
            ("How the game goes", [declarations.course(self.teller, decl) for decl in flows]),
            *self._rules(),
            ("Options", self._options()),
            ("What is settled here", self._open()),
            ("Examples", [example(self.teller, each) for each in telling(scenarios) if self._is_told(each)]),
        ]
        return "\n\n".join([title, players, self._overview(), read, *_joined(sections)]) + "\n"

    def _overview(self) -> str:
        """What is in the box, and who wins."""
        types = [self.teller.scope.model.card_types[decl.name.text] for decl in self.each(tree.Cards)]
        needed = listed([counted(len(each.faces), f"{plain(each.name)} card") for each in types])
        return " ".join([*([f"You need {needed}."] if needed else []), *self._won()])

    def _won(self) -> Iterator[str]:
        """What wins, as far as endings have titles that say so; else who does."""
        endings = [decl for decl in self.each(tree.Ending) if decl.winners != tree.Listing((), span=decl.span)]
        titles = dict.fromkeys(safe(decl.title) for decl in endings if decl.title)
        if titles:
            yield f"The game is won by {', or by '.join(titles)}."
        yield from dict.fromkeys(self.teller.won(decl) for decl in endings if not decl.title)

    def _goal(self) -> list[str]:
        scores = [self._entry(decl) for decl in self.decls if _is_score(decl)]
        return [*map(self.told, self.each(tree.Ending)), *filter(None, scores)]

    def _needed(self) -> Iterator[Section]:
        ranges = self.teller.scope.ranges
        orders = ordered(self.teller.scope, [decl for decl in self.decls if not isinstance(decl, _NO_RULES)])
        shown = [decl for decl in self.decls if isinstance(decl, (tree.Cards, tree.Zone)) or _is_told(decl)]
        seen = {getattr(node, "name", None) for decl in shown for node in below(decl)} | set(orders)
        for decl in self.each(tree.Kind):  # those in the kinds that are seen
            seen |= {word.text for word in getattr(decl.type, "values", ()) if decl.name.text in seen}
        kinds = [decl for decl in self.each(tree.Kind) if decl.name.text in seen and not decl.teams]
        ranked = [decl for decl in kinds if decl.name.text in ranges or decl.name.text in orders]
        heads = {
            "Each of these has an order, from the lowest to the highest.": ranked,
            "These have no order.": [decl for decl in kinds if decl not in ranked],
        }
        words = [f"{head}\n\n{self._list(some)}" for head, some in heads.items() if some]
        used = [self.told(decl) for decl in self.each(tree.Exception_) if _is_used(decl)]
        yield "The cards", [*map(self.told, self.each(tree.Cards)), *used, *words]
        places = [decl for decl in self.each(tree.Zone) if decl.name.text in self.asked]
        yield "The table", [self._list(places)] if places else []
        kept = [decl for decl in self.each(tree.Var) if _is_told(decl) or decl.cites]
        yield "What you keep track of", [self._list(kept)] if kept else []

    def _list(self, decls: Sequence[tree.Decl]) -> str:
        return "\n".join(f"- {text}" for decl in decls if (text := self.told(decl)))

    def _rules(self) -> Iterator[Section]:
        """Everything else, under the headings of the definition; what libraries say stands first."""
        for file in self.reading.files[1:]:
            name = file.header.name.text if file.header.name is not None else ""
            if written(file.span.source):
                made = [text for decl in file.decls if (text := self._entry(decl))]
                yield "Who plays together", [declarations.together(self.teller, self.decls), *made]
            elif name != "prelude":
                uses = [decl for decl in self.each(tree.Use) if decl.name.text == name]
                made = [text for decl in file.decls if not _is_score(decl) and (text := self._entry(decl))]
                shared = f"Many games share these rules.{cited(*uses)}"
                yield f"The basics: {plain(name)}", [shared, *made] if made else []
        for decl in self.reading.files[0].decls:
            if not _is_score(decl) and (text := self._entry(decl)):
                yield self._title(decl), [text]

    def _entry(self, decl: tree.Decl) -> str:
        """A rule; nothing for what is told elsewhere, or that no rule asks for."""
        if isinstance(decl, (*declarations.FACTS, tree.Ending)) or _is_used(decl):
            return ""
        unasked = isinstance(decl, (tree.Define, tree.Table)) and decl.name.text not in self.asked
        return "" if unasked else self.told(decl)

    def _title(self, decl: tree.Decl) -> str:
        """The heading a declaration belongs under: its own, that of what it replaces, or that of its variant."""
        made = self.marks.of(decl)
        if made is None:
            return self.headings.of(decl.span) or _RULES
        if made.before is not None:
            return self.headings.of(made.before.span) or _RULES
        return self.headings.of(decl.span) or f"New: {made.title}"

    def _options(self) -> list[str]:
        made = []
        for decl in self.each(tree.Option):
            asking = [self._called(other) for other in self.decls if _asks(other, decl.name.text)]
            text = declarations.option(self.teller, decl, list(dict.fromkeys(name for name in asking if name)))
            made.append(self.marks.marked(decl, text.markdown(cited(decl))))
        return ["Before the game, agree on these.", *made] if made else []

    def _called(self, decl: Any) -> str:
        """How the rulebook calls a declaration or what a clause is about."""
        match decl:
            case tree.Exception_() | tree.Adjust():
                label = f": {plain(decl.label.name.text)}" if decl.label else ""
                return f"*{self.teller.titled(decl.target.name.text)}{label}*"
            case tree.Hook(label=tree.Label(name)):
                return f"*{plain(name.text)}*"
            case tree.Hook() | tree.Flow():
                return ""
            case tree.Ability():
                return f"*{called(self.teller.scope.model, decl.card.text)}*"
        return f"*{self.teller.titled(decl.name.text)}*"

    def _is_told(self, scenario: tree.Scenario) -> bool:
        """Whether it asks for nothing but what the rules do, so that every word in it is explained."""
        asked = {node.text for node in below(scenario) if isinstance(node, tree.Name)}
        return not (asked & self.teller.scope.model.defines.keys()) - self.asked

    def _open(self) -> list[str]:
        assumed = self.each(tree.Assume)
        intro = "Where the sources of these rules leave something open, this is how it is played."
        return [intro, self._list(assumed)] if assumed else []


def _is_told(decl: Any) -> bool:
    """Whether it is a variable that players keep in mind."""
    return isinstance(decl, tree.Var) and not decl.untold


def _is_used(decl: Any) -> bool:
    """Whether it says which cards take part."""
    return isinstance(decl, tree.Exception_) and decl.target.name.text == "used"


def _is_score(decl: Any) -> bool:
    """Whether it says what a score is."""
    name = decl.name if isinstance(decl, tree.Define) else getattr(getattr(decl, "target", None), "name", None)
    return getattr(name, "text", None) == "score"


def _closure(decls: list[Any]) -> set[str]:
    """All names that rules mention; those of a definition count only if something mentions it, or it is shown."""
    waiting: dict[str, list[Any]] = {}
    for decl in decls:
        if isinstance(decl, (tree.Define, tree.Table)):
            waiting.setdefault(decl.name.text, []).append(decl)
    known = {"score", "used", *(decl.name.text for decl in decls if isinstance(decl, tree.Define) and decl.shown)}
    known |= {asked(decl.name.text) for decl in decls if isinstance(decl, tree.Kind) and decl.teams}
    todo = [decl for decl in decls if not isinstance(decl, (*_NO_RULES, tree.Define, tree.Table, tree.Zone))]
    todo += [decl for name in known for decl in waiting.pop(name, [])]
    while todo:
        decl = todo.pop()
        names = {node.text for node in below(decl) if isinstance(node, (tree.Name, tree.Word))}
        names = names.union(*(mentioned(node) for node in below(decl) if isinstance(node, tree.Tell)))
        todo += [each for name in names for each in waiting.pop(name, [])]
        known |= names
    return known


def _asks(decl: Any, name: str) -> bool:
    """Whether a rule asks for an option."""
    if isinstance(decl, _NO_RULES) or (isinstance(decl, tree.Option) and decl.name.text == name):
        return False
    return any(isinstance(node, tree.Name) and node.text == name for node in below(decl))
