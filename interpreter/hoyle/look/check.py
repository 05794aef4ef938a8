"""What a look says, held against the game that it is about.

Assumes the lines of a look and a checked game. Gives plain data, in which is only what is right: all its names are
declared, its colours and drawings are those that every table has. Whatever is left out is reported.
"""

from __future__ import annotations

from typing import Any

from hoyle import types as t
from hoyle.diagnostics import Diagnostic, Diagnostics, Label, quote
from hoyle.look.fitting import NO_FIT, Known
from hoyle.look.things import CARD, TABLE, VALUE, ZONE, Saying
from hoyle.look.tree import Head, Line, Members, Things, Word
from hoyle.look.words import LONGEST_SHORT, PIPS
from hoyle.model import Model
from hoyle.program.cards import word
from hoyle.source import Source, Span

OTHER_GAME = "HYL702"
TWICE = "HYL705"
SORTS = ("colors", "pips", "short", "cards", "zones", "values", "table")
_SAYINGS: dict[str, dict[str, Saying]] = {"cards": CARD, "zones": ZONE, "values": VALUE, "table": TABLE}


def checked(lines: list[Line], source: Source, model: Model, name: str, found: Diagnostics) -> dict[str, Any]:
    """The data of a look. name: of the game's file, which the look has to name."""
    _head(lines, source, name, found)
    known, first = Known(model, found), dict[tuple[str, ...], Word]()
    data: dict[str, Any] = {sort: {} for sort in SORTS}
    for line in lines:
        match line:
            case Members():
                _members(line, known, data[line.sort], first)
            case Things():
                _things(line, known, data[line.sort], first)
    for sort in ("colors", "pips", "short"):
        _inherit(data[sort], model)
    for cards, said in data["cards"].items():
        said["kinds"] = _kinds(model, cards)
    return data


def _inherit(data: dict[str, Any], model: Model) -> None:
    """A kind of which nothing is said looks as its members do in a wider one."""
    said = set(data)
    for name, kind in model.kinds.items():
        wider = next((data[each.name] for each in kind.type.wider if each.name in said), None)
        if name not in said and wider is not None:
            words = [word(model, kind.type, number) for number in kind.numbers]
            data[name] = {each: wider[each] for each in words if each in wider}


def _kinds(model: Model, cards: str) -> dict[str, str]:
    """The attributes of cards whose values are members of kinds, so that nobody who draws has to guess of which."""
    types = {name: t.settled(type_) for name, type_ in model.card_types[cards].attributes.items()}
    return {name: type_.name for name, type_ in types.items() if isinstance(type_, t.Kind)}


def _head(lines: list[Line], source: Source, name: str, found: Diagnostics) -> None:
    """Report a look that does not say first which game it is about, as far as it could be read."""
    heads = [line for line in lines if isinstance(line, Head)]
    if not found.has_errors and (not heads or lines[0] is not heads[0]):
        help = f"write `look of {name}` in its first line"
        message = "this look does not say first which game it is about"
        found.add(Diagnostic(OTHER_GAME, message, Span(source, 0, 0), help=help))
    for head in heads[:1]:
        if head.game.text != name:
            help = f"a look has the name of its game: write `look of {name}`, or give the file another name"
            message = f"this is the look of {quote(name)}, not of {quote(head.game.text)}"
            found.add(Diagnostic(OTHER_GAME, message, head.game.span, help=help))
    for head in heads[1:]:
        _twice(head.game, heads[0].game, found)


def _twice(again: Word, first: Word, found: Diagnostics) -> None:
    label = Label(first.span, "here for the first time")
    found.add(Diagnostic(TWICE, f"{quote(again.text)} has this said of it twice", again.span, (label,), "take one out"))


def _members(line: Members, known: Known, data: dict[str, Any], first: dict[tuple[str, ...], Word]) -> None:
    """What stands for members of a kind, by how people read them."""
    kind = known.kind(line.kind)
    if kind is None:
        return
    read = {"colors": _color, "pips": _pip, "short": _short}[line.sort]
    for member, stands in line.pairs:
        number = known.member(kind, member)
        if number is None:
            continue
        before = first.setdefault((line.sort, kind, member.text), member)
        if before is not member:
            _twice(member, before, known.found)
        elif (made := read(stands, known)) is not None:
            data.setdefault(kind, {})[word(known.model, t.Kind(kind), number)] = made


def _color(stands: Word, known: Known) -> str | None:
    return known.paint(stands)


def _pip(stands: Word, known: Known) -> str | None:
    return known.one_of(stands, PIPS, "drawing")


def _short(stands: Word, known: Known) -> str | None:
    if 0 < len(stands.text) <= LONGEST_SHORT:
        return stands.text
    message = f"what is short has 1 to {LONGEST_SHORT} signs, and this has {len(stands.text)}"
    known.found.add(Diagnostic(NO_FIT, message, stands.span))
    return None


def _things(line: Things, known: Known, data: dict[str, Any], first: dict[tuple[str, ...], Word]) -> None:
    """What is said of each of some things; of the table it is said without a name."""
    sayings = _SAYINGS[line.sort]
    for name in line.names or (Word("table", line.traits[0].span),):
        if line.names and not known.declared(line.sort, name):
            continue
        for trait in line.traits:
            said = Word(name.text, trait.span)
            before = first.setdefault((line.sort, name.text, trait.name), said)
            if before is not said:
                _twice(said, before, known.found)
            elif (made := sayings[trait.name](known, name, trait)) is not None:
                target = data.setdefault(name.text, {}) if line.names else data
                target.update(made)
