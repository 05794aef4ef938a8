"""The whole rulebook as Markdown, in the order of the definition.

Headings come from the definition's own: a comment of dashes and words above a group of declarations is the heading of
that group. Cards, places and what is kept are gathered at the front, since nobody can start without; options,
assumptions and examples stand at the back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import attrs

from hoyle.model import Model
from hoyle.read import Reading
from hoyle.rulebook import components, conditions, steps
from hoyle.rulebook.cards import text_of
from hoyle.rulebook.entries import Teller, cited
from hoyle.rulebook.examples import example
from hoyle.rulebook.scope import Scope
from hoyle.rulebook.words import cap, plain, safe
from hoyle.source import Source, Span
from hoyle.syntax import tree

_HEADING = re.compile(r"^# ?-{3,} *(.*\S)\s*$")
_RULES = "The rules"


@attrs.frozen
class Section:
    """A heading, and the paragraphs below it."""

    title: str
    parts: list[str] = attrs.field(factory=list)

    def markdown(self) -> str:
        return "\n\n".join([f"## {cap(safe(self.title))}", *self.parts])


def rulebook(reading: Reading, scenarios: list[tree.Scenario]) -> str:
    """The rulebook of a definition that was checked, with these scenarios as examples."""
    assert reading.world is not None
    decls = [decl for file in reading.files for decl in file.decls]
    teller = teller_of(reading)
    header = reading.files[0].header
    parts = [f"# {safe(str(header.title))}", _players(header), _how_to_read(reading.world.model)]
    sections = _joined(
        [
            *_needed(teller, reading),
            *_course(teller, reading),
            *_rules(teller, reading),
            *_endings(teller, decls),
            *_options(teller, decls),
            *_open(teller, decls),
            *_promises(teller, decls),
            *_examples(teller, scenarios),
        ]
    )
    return "\n\n".join([*parts, *(section.markdown() for section in sections)]) + "\n"


def teller_of(reading: Reading) -> Teller:
    """What says the declarations of a definition."""
    assert reading.world is not None
    decls = [decl for file in reading.files for decl in file.decls]
    nested = [node for decl in decls for node in below(decl) if isinstance(node, tree.Rule)]
    rules = {rule.name.text: rule.targets[0] for rule in [*nested, *decls] if isinstance(rule, tree.Rule)}
    return Teller(Scope(reading.world.model, _ranges(decls)), _heads(decls), rules)


def _joined(sections: list[Section]) -> list[Section]:
    """Sections of the same title are one."""
    found: dict[str, Section] = {}
    for section in sections:
        if section.parts:
            found.setdefault(section.title.lower(), Section(section.title)).parts.extend(section.parts)
    return list(found.values())


def _ranges(decls: list[Any]) -> dict[str, tuple[int, int]]:
    found = {}
    for decl in decls:
        if isinstance(decl, tree.Kind) and isinstance(decl.type, tree.RangeType):
            found[decl.name.text] = (decl.type.low, decl.type.high)
    return found


def _heads(decls: list[Any]) -> dict[str, tuple[tree.Param | tree.ChosenParam, ...]]:
    """The parameters of everything that has some; those of a choice with a label are what is chosen."""
    found: dict[str, tuple[tree.Param | tree.ChosenParam, ...]] = {}
    for decl in reversed(decls):
        if isinstance(decl, (tree.Define, tree.Table, tree.Action, tree.Effect, tree.Phase)):
            found[decl.name.text] = decl.params or found.get(decl.name.text, ())
        for node in below(decl):
            if isinstance(node, tree.Choose) and node.label is not None:
                found[node.label.name.text] = (tree.ChosenParam(node.binder, span=node.binder.span),)
    return found


def below(node: Any) -> Iterator[Any]:
    """All nodes inside a node."""
    for field in attrs.fields(type(node)):
        value = getattr(node, field.name)
        for item in value if isinstance(value, tuple) else (value,):
            if attrs.has(type(item)) and not isinstance(item, (Span, Source)):
                yield item
                yield from below(item)


def _players(header: tree.Header) -> str:
    assert header.seats is not None
    low, high = header.seats
    count = f"{low} players" if low == high else f"{low} to {high} players"
    return f"A game for {count}.{cited(header.cites)}"


def _how_to_read(model: Model) -> str:
    text = "Words in *italics* are explained where they stand in bold."
    if model.cited:
        text += " What stands in square brackets names the place in the original rules that a sentence comes from."
    return text


# ---------------------------------------------------------------------------------------------- the front


def _needed(teller: Teller, reading: Reading) -> Iterator[Section]:
    kinds, types, places, kept = [], [], [], []
    for file in reading.files:
        for decl in file.decls:
            match decl:
                case tree.Kind():
                    kinds.append(components.kind(decl))
                case tree.Cards():
                    types.append(components.card_type(teller, decl))
                case tree.Zone():
                    places.append(components.zone(teller, decl))
                case tree.Var() if not decl.untold or decl.cites:
                    kept.append(components.variable(teller, decl))
    taken_in = _left_out(teller, reading)
    words = ["\n".join(["These words are used. Each row has an order, from the lowest to the highest.", "", *kinds])]
    yield Section("The cards", [*types, *taken_in, *(words if kinds else [])])
    yield Section("The table", ["\n".join(places)] if places else [])
    yield Section("What you keep track of", ["\n".join(kept)] if kept else [])


def _left_out(teller: Teller, reading: Reading) -> list[str]:
    """Which cards do not take part: exceptions to what is used."""
    return [
        teller.exception(decl).markdown()
        for file in reading.files
        for decl in file.decls
        if isinstance(decl, tree.Exception_) and decl.target.name.text == "used"
    ]


def _course(teller: Teller, reading: Reading) -> Iterator[Section]:
    for decl in reading.files[0].decls:
        if isinstance(decl, tree.Flow):
            lines = steps.rendered(steps.lines(teller.scope, decl.body), numbered=len(decl.body) > 1)
            yield Section("How the game goes", ["\n".join(lines) + cited(decl.cites)])


# ---------------------------------------------------------------------------------------------- the rules


def _rules(teller: Teller, reading: Reading) -> Iterator[Section]:
    """Everything else, under the headings of the definition; what libraries say stands first."""
    libraries = [file for file in reading.files[1:] if file.header.name is None or file.header.name.text != "prelude"]
    for file in libraries:
        name = plain(file.header.name.text) if file.header.name is not None else ""
        cites = [d.cites for f in reading.files for d in f.decls if isinstance(d, tree.Use) and d.name.text == name]
        made = [text for decl in file.decls if (text := entry(teller, decl))]
        yield Section(f"The basics: {name}", [*([cited(*cites).strip()] if any(cites) else []), *made])
    sections: dict[str, Section] = {}
    for decl in reading.files[0].decls:
        text = entry(teller, decl)
        if text:
            title = _heading(decl.span) or _RULES
            sections.setdefault(title, Section(title)).parts.append(text)
    yield from sections.values()


def _heading(span: Span) -> str | None:
    """The comment of dashes that stands nearest above a place."""
    for line in range(span.line - 1, 0, -1):
        found = _HEADING.match(span.source.line_text(line))
        if found:
            return found[1]
    return None


def entry(teller: Teller, decl: tree.Decl) -> str | None:
    match decl:
        case tree.Define():
            made = teller.define(decl)
        case tree.Table():
            made = teller.table(decl)
        case tree.Exception_():
            made = teller.exception(decl) if decl.target.name.text != "used" else None
        case tree.Adjust():
            made = teller.adjust(decl)
        case tree.Hook():
            made = teller.hook(decl)
        case tree.Rule():
            made = teller.rule(decl)
        case tree.Action():
            made = teller.action(decl)
        case tree.Phase() | tree.Effect():
            made = teller.procedure(decl)
        case tree.Timing():
            made = teller.timing(decl)
        case tree.Ability():
            made = teller.ability(decl, _says(teller, decl.card.text))
        case _:
            return None
    return made.markdown() if made is not None else None


def _says(teller: Teller, name: str) -> str:
    """What is printed on a card that is called so."""
    model = teller.scope.model
    for declared in model.card_types.values():
        for face in declared.faces:
            texts = [str(v) for v in face.values() if isinstance(v, str)]
            if (
                texts
                and "name" in declared.keys
                and text_of(model, attrs.evolve(declared, written=()), face) == plain(name)
            ):
                return texts[0]
    return ""


# ---------------------------------------------------------------------------------------------- the back


def _endings(teller: Teller, decls: list[Any]) -> Iterator[Section]:
    made = [teller.ending(decl).markdown() for decl in decls if isinstance(decl, tree.Ending)]
    yield Section("How the game ends", made)


def _options(teller: Teller, decls: list[Any]) -> Iterator[Section]:
    made = []
    for decl in decls:
        if isinstance(decl, tree.Option):
            changes = [_called(teller, other) for other in decls if other is not decl and _asks(other, decl.name.text)]
            made.append(components.option(teller, decl, list(dict.fromkeys(c for c in changes if c))))
    yield Section("Options", ["Before the game, agree on these.", *made] if made else [])


def _asks(decl: Any, name: str) -> bool:
    if isinstance(decl, (tree.Scenario, tree.Property, tree.Miniature, tree.Assume)):
        return False
    return any(isinstance(node, tree.Name) and node.text == name for node in below(decl))


def _called(teller: Teller, decl: Any) -> str:
    """How the rulebook calls a declaration or what a clause is about."""
    match decl:
        case tree.Exception_() | tree.Adjust():
            label = f": {plain(decl.label.name.text)}" if decl.label else ""
            return f"*{teller.titled(decl.target.name.text)}{label}*"
        case tree.Hook(label=tree.Label(name)):
            return f"*{plain(name.text)}*"
        case tree.Hook() | tree.Flow():
            return ""
        case tree.Ability():
            return f"*{plain(decl.card.text)}*"
    return f"*{teller.titled(decl.name.text)}*"


def _open(teller: Teller, decls: list[Any]) -> Iterator[Section]:
    made = [
        f"- **{cap(plain(decl.name.text))}**: {safe(decl.text)}.{cited(decl.cites)}"
        for decl in decls
        if isinstance(decl, tree.Assume)
    ]
    intro = "Where the sources of these rules leave something open, this is how it is played."
    yield Section("What is settled here", [intro, "\n".join(made)] if made else [])


def _promises(teller: Teller, decls: list[Any]) -> Iterator[Section]:
    made = []
    for decl in decls:
        if isinstance(decl, tree.Property) and (decl.title or decl.cites):
            said = safe(decl.title) if decl.title else conditions.said(teller.scope, decl.test)
            made.append(f"- {cap(said)}.{cited(decl.cites)}")
    yield Section("How to tell that all is well", ["\n".join(made)] if made else [])


def _examples(teller: Teller, scenarios: list[tree.Scenario]) -> Iterator[Section]:
    yield Section("Examples", [example(teller, scenario) for scenario in scenarios])
