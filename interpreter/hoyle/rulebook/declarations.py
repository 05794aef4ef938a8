"""Any declaration in words; what is needed to play is told here: cards, places, and what is kept track of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from hoyle import types as t
from hoyle.english import cap, is_plural, listed, many, plain, safe
from hoyle.model import CardType, table_of
from hoyle.rulebook import cards, conditions, steps, values
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.entry import Entry, cited, table
from hoyle.rulebook.phrase import Phrase, the
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


def told(teller: Teller, decl: Any) -> str | None:
    """What a declaration says; None for what is no rule, as an example or a promise, or goes without saying."""
    made = FACTS[type(decl)](teller, decl) if type(decl) in FACTS else teller.told(decl)
    return made.markdown(cited(decl)) if isinstance(made, Entry) else made


def players(teller: Teller, header: tree.Header) -> str:
    assert header.seats is not None
    low, high = header.seats
    count = table_of(low) if low == high else f"{low} to {high} players"
    return f"A game for {count}.{cited(header)}"


def course(teller: Teller, decl: tree.Flow) -> str:
    lines = steps.rendered(steps.lines(teller.scope, decl.body), numbered=len(decl.body) > 1)
    return "\n".join(lines) + cited(decl)


def assumption(teller: Teller, decl: tree.Assume) -> Entry:
    return Entry(teller.titled(decl.name.text), f"{safe(decl.text)}.", aside=":")


def card_type(teller: Teller, decl: tree.Cards) -> str:
    """How many cards of a type there are, what is printed on them, and all of them as a table."""
    declared = teller.scope.model.card_types[decl.name.text]
    lines = [f"**{plain(decl.name.text)} cards.** There are {len(declared.faces)} of them.{cited(decl)}"]
    lines += ["", *_table(teller.scope, declared)]
    lines += [line for told in _attributes(teller, decl) for line in ("", told)]
    return "\n".join(lines)


def _attributes(teller: Teller, decl: tree.Cards) -> list[str]:
    lines = []
    for attribute in decl.attributes:
        name = values.attribute(teller.scope, attribute.name.text)
        if attribute.type is None and attribute.value is not None:
            lines.append(f"**{cap(name)}.** {_derived(teller.scope, decl, attribute)}.{cited(attribute)}")
        elif attribute.cites:
            lines.append(f"The {name} is printed on the card.{cited(attribute)}")
    return lines


def _derived(scope: Scope, decl: tree.Cards, attribute: tree.Attribute) -> str:
    """An attribute that is worked out from what is printed."""
    assert attribute.value is not None
    type_ = scope.model.card_types[decl.name.text].attributes[attribute.name.text]
    known = scope.having("this", the("card"), t.CardOf(decl.name.text))
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
    head, lines = [*shown, "copies"], [[*map(_run, cells), str(copies)] for cells, copies in merged]
    if all(copies == 1 for _, copies in merged):
        head, lines = shown, [line[:-1] for line in lines]
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


def kind(teller: Teller, decl: tree.Kind) -> Entry | None:
    match decl.type:
        case tree.ChoiceType(words):
            kinds = teller.scope.model.kinds
            inner = {word.text: f"the {many(small(plain(word.text)))}" for word in words if word.text in kinds}
            members = listed([inner.get(word.text, plain(word.text)) for word in words])
        case tree.RangeType(low, high):
            members = f"{low} to {high}"
        case _:
            return None
    return Entry(plain(decl.name.text), f"{members}.", aside=":")


def together(teller: Teller, decls: Sequence[Any]) -> str:
    """Who is on which side, and what that means."""
    model = teller.scope.model
    assert model.teams is not None
    side = next((d for d in decls if isinstance(d, (tree.Table, tree.Define)) and d.name.text == model.side), None)
    sides, known = list(map(plain, model.teams.members)), _seats(side) if isinstance(side, tree.Table) else []
    if known:
        sides = [
            f"{plain(name)} ({'player' if len(seats) == 1 else 'players'} {listed(seats)})" for name, seats in known
        ]
    ways = "play together" if "sides" in model.waived else "win and lose together"
    if known and all(len(seats) > 1 for _, seats in known):
        return f"{cap(listed(sides))} {ways}."
    of = "" if known else f", and who is on which is said under *{teller.titled(model.side)}*"
    return f"Players are on sides: {listed(sides)}{of}. Those on a side {ways}."


def _seats(table: tree.Table) -> list[tuple[str, list[str]]]:
    """The seats of each side, where a table says them one by one."""
    found: dict[str, list[str]] = {}
    for row in table.rows[1:]:
        *keys, side = [cell.items for cell in row.cells]
        if len(keys) != 1 or not all(isinstance(item, tree.Number) for item in keys[0]):
            return []
        for word in side:
            if isinstance(word, tree.Word):
                seats = [str(item.value) for item in keys[0] if isinstance(item, tree.Number)]
                found[word.text] = [*found.get(word.text, ()), *seats]
    return list(found.items())


def zone(teller: Teller, decl: tree.Zone) -> Entry:
    """A place for cards: whose it is, how cards lie there and who sees them."""
    name = teller.scope.names.things[decl.name.text]
    per = teller.per(decl)
    whose = f", {'' if is_plural(name) else 'one '}for each {listed(per)}" if per else ""
    kept = decl.holds_type.text if decl.holds_type is not None else ""
    which = f" Only {plain(kept)} cards lie here." if kept in teller.scope.model.card_types else ""
    room = f", with room for {values.said(teller.scope, decl.capacity)}" if decl.capacity is not None else ""
    shape = SHAPES[decl.shape.text]
    if decl.shape.text == "slot" and isinstance(decl.capacity, tree.Number):
        room_for = decl.capacity.value
        shape, room = "a place for one card" if room_for == 1 else f"a place for {room_for} cards", ""
    return Entry(name, f"{shape}{room}{_seen(teller, decl)}.{which}{_note(decl.span)}", aside=f"{whose}:")


def _note(span: Span) -> str:
    """What a comment says behind a line that has no texts in it."""
    comment = span.source.line_text(span.line).partition("#")[2].strip()
    return f" ({cap(safe(comment))}.)" if comment else ""


def _seen(teller: Teller, decl: tree.Zone) -> str:
    if decl.facing == "up":
        return ", face up"
    players = any(isinstance(type_, tree.NamedType) and type_.name == "Player" for type_ in decl.index)
    scope = teller.scope.having("owner", Phrase("its owner"), t.SEAT) if players else teller.scope
    who = "nobody" if decl.seen_by is None else values.said(scope, decl.seen_by)
    only = {"nobody": "nobody sees", "everyone": "everyone sees"}.get(who, f"only {who} sees")
    if decl.facing == "down":
        return ", face down" if who == "nobody" else f", face down; {only} them"
    return f"; a card keeps the side it shows, and {only} cards that lie face down"


def variable(teller: Teller, decl: tree.Var) -> str:
    return f"{cap(teller.variable(decl))}.{_note(decl.span)}{cited(decl)}"


def option(teller: Teller, decl: tree.Option, changes: Sequence[str] = ()) -> Entry:
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
        text += f" It can be set {conditions.whenever(teller.scope, decl.when, 'only if')}."
    if changes:
        text += f" It matters for {listed(changes)}."
    title = f"*{cap(safe(decl.title))}.* " if decl.title else ""
    return Entry(plain(decl.name.text), f"{title}{text}")


def _usual(teller: Teller, decl: tree.Option, random: bool) -> str:
    if random:
        return "unless somebody sets it, chance decides"
    match decl.type, decl.default:
        case tree.NamedType("yes_no"), default:
            usual = "on" if isinstance(default, tree.Truth) and default.value else "off"
        case _, default if default is not None:
            usual = values.said(teller.scope, default)
        case tree.ChoiceType(words), _:
            usual = plain(words[0].text)
        case tree.RangeType(low), _:
            usual = str(low)
        case _:
            return "usually it is the first of them"
    return f"usually it is *{usual}*"


FACTS: dict[type, Callable[[Teller, Any], Entry | str | None]] = {
    tree.Header: players,
    tree.Option: option,
    tree.Kind: kind,
    tree.Cards: card_type,
    tree.Zone: zone,
    tree.Var: variable,
    tree.Assume: assumption,
    tree.Flow: lambda teller, decl: f"**How the game goes.**\n\n{course(teller, decl)}",
    tree.Need: lambda _, decl: Entry(plain(decl.label.name.text if decl.label else "what is needed"), ""),
}
"""What is needed to play, and what else has no rule's form."""
