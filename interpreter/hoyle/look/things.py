"""What can be said of cards, zones, values and the table: for each word what it needs, and what data it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from hoyle import types as t
from hoyle.diagnostics import quote
from hoyle.english import listed
from hoyle.look.fitting import Known
from hoyle.look.tree import Trait, Word
from hoyle.look.words import COLORS, PIPS

Data = dict[str, Any]
Saying = Callable[[Known, Word, Trait], Data | None]
"""(what is known, what it is said of, what is said) -> the data; None if something is wrong with it"""


# ------------------------------------------------------------------------------------ cards


def _corner(known: Known, cards: Word, trait: Trait) -> Data | None:
    """The attribute that is printed there, or several with a stroke between them."""
    names = [each.text for each in trait.words if known.attribute(cards, each) is not None]
    return {"corner": _one_or_more(names)} if len(names) == len(trait.words) else None


def _one_or_more(names: list[str]) -> str | list[str]:
    return names[0] if len(names) == 1 else names


def _printed(known: Known, cards: Word, trait: Trait) -> Data | None:
    """The attribute that is the title or the text."""
    (name,) = trait.words
    return {trait.name: name.text} if known.attribute(cards, name) is not None else None


def _face(known: Known, cards: Word, trait: Trait) -> Data | None:
    return {"face": trait.words[0].text}


def _color(known: Known, cards: Word, trait: Trait) -> Data | None:
    """An attribute that has colours, or one colour for all."""
    (name,) = trait.words
    if name.text in known.model.card_types[cards.text].attributes:
        return {"color": name.text} if _of_a_kind(known, cards, name) else None
    if name.text in COLORS or name.text.startswith("#"):
        paint = known.paint(name)
        return None if paint is None else {"paint": paint}
    known.attribute(cards, name)
    return None


def _pip(known: Known, cards: Word, trait: Trait) -> Data | None:
    """An attribute that has drawings, or one drawing for all."""
    (name,) = trait.words
    if name.text in PIPS and name.text not in known.model.card_types[cards.text].attributes:
        return {"drawing": name.text}
    return {"pip": name.text} if _of_a_kind(known, cards, name) else None


def _back(known: Known, cards: Word, trait: Trait) -> Data | None:
    paint = known.paint(trait.words[0])
    return None if paint is None else {"back": paint}


def _of_a_kind(known: Known, cards: Word, name: Word) -> bool:
    """Whether an attribute has members of a kind for values: only these have colours and drawings."""
    type_ = known.attribute(cards, name)
    if type_ is None or isinstance(type_, t.Kind):
        return type_ is not None
    message = f"{quote(name.text)} is a {t.describe(type_)}, and only members of a kind have colours and drawings"
    known.refuse(message, name)
    return False


CARD: dict[str, Saying] = {
    "corner": _corner,
    "title": _printed,
    "text": _printed,
    "face": _face,
    "color": _color,
    "pip": _pip,
    "back": _back,
}


# ------------------------------------------------------------------------------------ zones


def _grid(known: Known, zone: Word, trait: Trait) -> Data | None:
    rows = _laid(known, zone, trait)
    return None if rows is None else {"grid": rows}


def _order(known: Known, zone: Word, trait: Trait) -> Data | None:
    rows = _laid(known, zone, trait)
    return None if rows is None else {"order": rows[0]}


def _laid(known: Known, zone: Word, trait: Trait) -> list[list[str | int]] | None:
    """The places of a family of zones, in rows: each of them once."""
    labels = known.places(zone)
    if labels is None:
        return None
    words = [word for row in trait.rows for word in row]
    unknown = [w for w in words if known.one_of(w, labels, f"place of `{zone.text}`", "HYL703") is None]
    twice = [text for text, count in Counter(word.text for word in words).items() if count > 1]
    left_out = [written for written in labels if all(word.text != written for word in words)]
    for wrong, what in ((twice, "is there twice"), (left_out, "is left out, so its cards could not be seen")):
        if wrong and not unknown:
            more = f" (and so {'is' if len(wrong) == 2 else 'are'} {len(wrong) - 1} more)" if len(wrong) > 1 else ""
            known.refuse(f"{quote(wrong[0])} {what}{more}", Word(zone.text, trait.span))
            return None
    return None if unknown else [[labels[word.text] for word in row] for row in trait.rows]


def _at(known: Known, zone: Word, trait: Trait) -> Data | None:
    """At a seat and in a hand lies only what belongs to players."""
    (where,) = trait.words
    if where.text in ("seat", "hand") and t.SEAT not in known.model.zones[zone.text].index:
        known.refuse(f"{quote(zone.text)} belongs to no player, so it has no {where.text}", where)
        return None
    return {"at": where.text}


def _with(known: Known, zone: Word, trait: Trait) -> Data | None:
    """Drawn together with another zone, each with the one of the same index."""
    (other,) = trait.words
    if not known.declared("zones", other):
        return None
    zones = known.model.zones
    if other.text == zone.text or zones[other.text].index != zones[zone.text].index:
        help = "what lies together belongs to the same players and has the same places"
        known.refuse(f"{quote(zone.text)} cannot lie with {quote(other.text)}", other, help)
        return None
    return {"with": other.text}


def _while(known: Known, zone: Word, trait: Trait) -> Data | None:
    phases = [each.text for each in trait.words if known.phase(each) is not None]
    return {"while": _one_or_more(phases)} if len(phases) == len(trait.words) else None


def _size(known: Known, zone: Word, trait: Trait) -> Data | None:
    return {"size": trait.words[0].text}


def _hidden(known: Known, of: Word, trait: Trait) -> Data | None:
    return {"hidden": True}


ZONE: dict[str, Saying] = {
    "grid": _grid,
    "order": _order,
    "at": _at,
    "with": _with,
    "while": _while,
    "size": _size,
    "hidden": _hidden,
}


# ------------------------------------------------------------------------------------ values and the table


def _bar(known: Known, value: Word, trait: Trait) -> Data | None:
    """A bar has an end: the one that is said, or the largest number there can be."""
    type_ = _type(known, value)
    if not isinstance(type_, t.Numbers):
        known.refuse(f"{quote(value.text)} is no number, so it is no bar", Word(value.text, trait.span))
        return None
    end = int(trait.words[0].text) if trait.words else type_.high
    if not end or end < 0:
        help = f"say how long it is: `{value.text} : bar of 20`"
        known.refuse(f"{quote(value.text)} has no largest number", Word(value.text, trait.span), help)
        return None
    return {"as": "bar", "of": end}


_SHOWN: dict[str, type] = {"token": t.Seat, "count": t.Numbers, "flag": t.YesNo}


def _as(known: Known, value: Word, trait: Trait) -> Data | None:
    (shown,) = trait.words
    if isinstance(_type(known, value), _SHOWN[shown.text]):
        return {"as": shown.text}
    wanted = {"token": "a player", "count": "a number", "flag": "yes or no"}[shown.text]
    fits = [word for word, type_ in _SHOWN.items() if isinstance(_type(known, value), type_)]
    help = f"it can be {listed([f'`{word}`' for word in fits], 'or')}" if fits else None
    known.refuse(f"a {shown.text} is for what is {wanted}, and {quote(value.text)} is not", shown, help)
    return None


def _type(known: Known, value: Word) -> t.Type:
    kept = known.model.vars.get(value.text) or known.model.defines[value.text]
    return t.settled(kept.type)


def _shape(known: Known, table: Word, trait: Trait) -> Data | None:
    return {"shape": trait.words[0].text}


def _felt(known: Known, table: Word, trait: Trait) -> Data | None:
    paint = known.paint(trait.words[0])
    return None if paint is None else {"felt": paint}


VALUE: dict[str, Saying] = {"bar": _bar, "as": _as, "hidden": _hidden}
TABLE: dict[str, Saying] = {"shape": _shape, "felt": _felt}
