"""Any declaration in words; what is needed to play is told here: cards, places, and what is kept track of."""

from __future__ import annotations

from collections import Counter

from hoyle import types as t
from hoyle.english import cap, is_plural, listed, many, plain, safe
from hoyle.model import CardType, table_of
from hoyle.rulebook import cards, conditions, steps, values
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.entry import cited, table
from hoyle.rulebook.predicates import printed
from hoyle.rulebook.scope import Scope, small
from hoyle.source import Span
from hoyle.syntax import tree

SHAPES = {
    "pile": "a pile",
    "row": "a row, to the end of which cards are added",
    "set": "cards in no order",
    "slot": "a place for a card or a few",
    "bag": "a bag, from which cards are drawn by chance",
}


def told(teller: Teller, decl: tree.Decl | tree.Need | tree.Header) -> str | None:
    """What a declaration says; None for what is no rule: an example, a promise."""
    match decl:
        case tree.Option():
            return option(teller, decl, [])
        case tree.Kind():
            return kind(decl).removeprefix("- ")
        case tree.Cards():
            return card_type(teller, decl)
        case tree.Zone():
            return zone(teller, decl).removeprefix("- ")
        case tree.Var():
            return variable(teller, decl).removeprefix("- ")
        case tree.Ending():
            return teller.ending(decl).markdown()
        case tree.Assume():
            return assumption(teller, decl)
        case tree.Flow():
            return "\n\n".join(["**How the game goes.**", course(teller, decl)])
        case tree.Header():
            return players(decl)
        case tree.Need():
            return f"**{cap(plain(decl.label.name.text if decl.label else 'what is needed'))}.**{cited(decl.cites)}"
    return entry(teller, decl)


def players(header: tree.Header) -> str:
    assert header.seats is not None
    low, high = header.seats
    count = table_of(low) if low == high else f"{low} to {high} players"
    return f"A game for {count}.{cited(header.cites)}"


def course(teller: Teller, decl: tree.Flow) -> str:
    lines = steps.rendered(steps.lines(teller.scope, decl.body), numbered=len(decl.body) > 1)
    return "\n".join(lines) + cited(decl.cites)


def assumption(teller: Teller, decl: tree.Assume) -> str:
    return f"**{cap(teller.titled(decl.name.text))}**: {safe(decl.text)}.{cited(decl.cites)}"


def entry(teller: Teller, decl: tree.Decl) -> str | None:
    """A rule; None for what is none, or goes without saying."""
    made = teller.told(decl)
    return made.markdown() if made is not None else None


def card_type(teller: Teller, decl: tree.Cards) -> str:
    """How many cards of a type there are, what is printed on them, and all of them as a table."""
    model = teller.scope.model
    declared = model.card_types[decl.name.text]
    name = plain(decl.name.text)
    total = len(declared.faces)
    lines = [f"**{name} cards.** There are {total} of them.{cited(decl.cites)}"]
    lines += ["", *_table(teller.scope, declared)]
    lines += [line for told in _attributes(teller, decl) for line in ("", told)]
    return "\n".join(lines)


def _attributes(teller: Teller, decl: tree.Cards) -> list[str]:
    lines = []
    for attribute in decl.attributes:
        cites = cited(attribute.cites)
        if attribute.type is None and attribute.value is not None:
            name = cap(values.attribute(teller.scope, attribute.name.text))
            lines.append(f"**{name}.** {_derived(teller.scope, decl, attribute)}.{cites}")
        elif attribute.cites:
            name = values.attribute(teller.scope, attribute.name.text)
            lines.append(f"The {name} is printed on the card.{cites}")
    return lines


def _derived(scope: Scope, decl: tree.Cards, attribute: tree.Attribute) -> str:
    """An attribute that is worked out from what is printed."""
    assert attribute.value is not None
    type_ = scope.model.card_types[decl.name.text].attributes[attribute.name.text]
    known = scope.having("this", "the card", t.CardOf(decl.name.text))
    name = values.attribute(scope, attribute.name.text)
    if type_ == t.YES_NO:
        said_of = printed(attribute.value, name, False).one
        return f"A card {said_of} if {conditions.said(known, attribute.value)}"
    return f"The *{name}* of a card is {values.said(known, attribute.value, type_)}"


def _table(scope: Scope, declared: CardType) -> list[str]:
    """All different cards; those that differ only in one thing are put into one row."""
    shown = [name for name in declared.attributes if name not in declared.derived]
    rows = Counter(
        tuple(safe(cards.value_of(scope.model, declared, name, face)) or "–" for name in shown)
        for face in declared.faces
    )
    merged = [([[cell] for cell in row], copies) for row, copies in rows.items()]
    for column in range(len(shown)):
        if not isinstance(declared.attributes[shown[column]], t.Text) and shown[column] != "name":
            merged = _merged(merged, column)
    copies_matter = any(copies > 1 for _, copies in merged)
    head = [*shown, *(["copies"] if copies_matter else [])]
    lines = ([*(_run(cell) for cell in cells), *([str(copies)] if copies_matter else [])] for cells, copies in merged)
    return table([cap(plain(name)) for name in head], lines)


def _merged(rows: list[tuple[list[list[str]], int]], column: int) -> list[tuple[list[list[str]], int]]:
    """Rows that differ in this column only become one."""
    found: dict[tuple[object, ...], tuple[list[list[str]], int]] = {}
    for cells, copies in rows:
        key = (copies, *(tuple(cell) for number, cell in enumerate(cells) if number != column))
        if key in found:
            found[key][0][column] += cells[column]
        else:
            found[key] = ([list(cell) for cell in cells], copies)
    return list(found.values())


def _run(values_: list[str]) -> str:
    """Several values; numbers that follow each other as a range."""
    numbers = [int(value) for value in values_ if value.lstrip("-").isdecimal()]
    if len(numbers) == len(values_) > 2 and numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(values_)


def kind(decl: tree.Kind) -> str:
    match decl.type:
        case tree.ChoiceType(words):
            members = listed([plain(word.text) for word in words])
        case tree.RangeType(low, high):
            members = f"{low} to {high}"
        case _:
            return ""
    return f"- **{cap(plain(decl.name.text))}**: {members}.{cited(decl.cites)}"


def zone(teller: Teller, decl: tree.Zone) -> str:
    """A place for cards: whose it is, how cards lie there and who sees them."""
    name = teller.scope.names.things[decl.name.text]
    per = teller.per(decl)
    whose = f", {'' if is_plural(name) else 'one '}for each {listed(per)}" if per else ""
    kept = decl.holds_type is not None and decl.holds_type.text in teller.scope.model.card_types
    which = f" Only {plain(decl.holds_type.text)} cards lie here." if kept and decl.holds_type is not None else ""
    room = f", with room for {values.said(teller.scope, decl.capacity)}" if decl.capacity is not None else ""
    shape = SHAPES[decl.shape.text]
    if decl.shape.text == "slot" and isinstance(decl.capacity, tree.Number):
        room_for = decl.capacity.value
        shape, room = "a place for one card" if room_for == 1 else f"a place for {room_for} cards", ""
    text = f"{shape}{room}{_seen(teller, decl)}.{which}"
    return f"- **{cap(name)}**{whose}: {text}{_note(decl.span)}{cited(decl.cites)}"


def _note(span: Span) -> str:
    """What a comment says behind a line that has no texts in it."""
    comment = span.source.line_text(span.line).partition("#")[2].strip()
    return f" ({cap(safe(comment))}.)" if comment else ""


def _seen(teller: Teller, decl: tree.Zone) -> str:
    if decl.facing == "up":
        return ", face up"
    players = any(isinstance(type_, tree.NamedType) and type_.name == "Player" for type_ in decl.index)
    scope = teller.scope.having("owner", "its owner", t.SEAT) if players else teller.scope
    who = "nobody" if decl.seen_by is None else values.said(scope, decl.seen_by)
    only = {"nobody": "nobody sees", "everyone": "everyone sees"}.get(who, f"only {who} sees")
    if decl.facing == "down":
        return ", face down" if who == "nobody" else f", face down; {only} them"
    return f"; a card keeps the side it shows, and {only} cards that lie face down"


def variable(teller: Teller, decl: tree.Var) -> str:
    return f"- {cap(teller.variable(decl))}.{_note(decl.span)}{cited(decl.cites)}"


def option(teller: Teller, decl: tree.Option, changes: list[str]) -> str:
    """A switch: what it is about, what can be set, and what asks for it."""
    declared = teller.scope.model.options[decl.name.text]
    match decl.type:
        case tree.ChoiceType(words):
            can_be = listed([f"*{plain(word.text)}*" for word in words], "or")
        case tree.RangeType(low, high):
            can_be = f"a number from {low} to {high}"
        case tree.NamedType("yes_no"):
            can_be = "*on* or *off*"
        case tree.NamedType("Player"):
            can_be = "one of the players"
        case _:
            can_be = f"one of the {many(small(plain(decl.type.name)))}"
    text = f"It can be {can_be}. {cap(_usual(teller, decl, declared.random))}."
    if decl.when:
        text += f" It can be set only if {conditions.all_said(teller.scope, decl.when)}."
    if changes:
        text += f" It matters for {listed(changes)}."
    title = f" *{cap(safe(decl.title))}.*" if decl.title else ""
    return f"**{cap(plain(decl.name.text))}.**{title} {text}{cited(decl.cites)}"


def _usual(teller: Teller, decl: tree.Option, random: bool) -> str:
    if random:
        return "unless somebody sets it, chance decides"
    match decl.type, decl.default:
        case tree.NamedType("yes_no"), default:
            on = isinstance(default, tree.Truth) and default.value
            return f"usually it is *{'on' if on else 'off'}*"
        case tree.ChoiceType(words), None:
            return f"usually it is *{plain(words[0].text)}*"
        case _, default if default is not None:
            return f"usually it is *{values.said(teller.scope, default)}*"
        case tree.RangeType(low), None:
            return f"usually it is *{low}*"
    return "usually it is the first of them"
