"""Any declaration in words, as a paragraph that starts with its name."""

from __future__ import annotations

import attrs

from hoyle.english import cap, plain, safe
from hoyle.model import table_of
from hoyle.rulebook import components, steps
from hoyle.rulebook.cards import called, text_of
from hoyle.rulebook.entries import Teller
from hoyle.rulebook.entry import cited
from hoyle.syntax import tree


def told(teller: Teller, decl: tree.Decl | tree.Need | tree.Header) -> str | None:
    """What a declaration says; None for what is no rule: an example, a promise."""
    match decl:
        case tree.Option():
            return components.option(teller, decl, [])
        case tree.Kind():
            return components.kind(decl).removeprefix("- ")
        case tree.Cards():
            return components.card_type(teller, decl)
        case tree.Zone():
            return components.zone(teller, decl).removeprefix("- ")
        case tree.Var():
            return components.variable(teller, decl).removeprefix("- ")
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
    match decl:
        case tree.Define():
            made = teller.define(decl)
        case tree.Table():
            made = teller.table(decl)
        case tree.Exception_():
            made = teller.exception(decl)
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
                and text_of(model, attrs.evolve(declared, written=()), face) == called(model, name)
            ):
                return texts[0]
    return ""
