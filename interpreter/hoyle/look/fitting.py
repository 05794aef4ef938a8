"""What a look may name: the declarations of its game, with what is near to a word that is none of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.diagnostics import Diagnostic, Diagnostics, Fix, quote
from hoyle.english import listed
from hoyle.look.tree import Word
from hoyle.look.words import COLORS, EXACT
from hoyle.program.cards import word as in_words
from hoyle.syntax.place import closest

UNKNOWN = "HYL703"
NOT_DRAWN = "HYL704"
NO_FIT = "HYL706"
MOST_GUESSES = 100
LONGEST = 40  # letters of a word for which something near is looked for
MOST_LISTED = 8

_NOUNS = {"cards": "type of cards", "zones": "zone", "values": "value on the table"}


@attrs.define
class Known:
    """A game as far as a look can name it. What is wrong is reported to `found`."""

    model: model.Model
    found: Diagnostics
    guesses: int = 0

    def names(self, sort: str) -> list[str]:
        """What `cards`, `zones` or `values` may be called."""
        match sort:
            case "cards":
                return list(self.model.card_types)
            case "zones":
                return list(self.model.zones)
        kept = [name for name, var in self.model.vars.items() if not var.untold]
        return [*kept, *(name for name, made in self.model.defines.items() if made.shown or name == "score")]

    def declared(self, sort: str, name: Word) -> bool:
        """Whether there is such a thing; if not, that is reported."""
        return self.one_of(name, self.names(sort), _NOUNS[sort], UNKNOWN) is not None

    def kind(self, name: Word) -> str | None:
        """A kind by its name; those of options are words of the rules alone."""
        kinds = [each for each in self.model.kinds if not each.startswith("of.")]
        return self.one_of(name, kinds, "kind", UNKNOWN)

    def member(self, kind: str, name: Word) -> int | None:
        """The number of a member of a kind."""
        members = self.model.kinds[kind].members
        found = self.one_of(name, members, f"member of `{kind}`", UNKNOWN)
        return None if found is None else self.model.kinds[kind].number(found)

    def attribute(self, cards: Word, name: Word) -> t.Type | None:
        """The type of an attribute of cards."""
        attributes = self.model.card_types[cards.text].attributes
        found = self.one_of(name, attributes, f"attribute of `{cards.text}`", UNKNOWN)
        return None if found is None else t.settled(attributes[found])

    def phase(self, name: Word) -> str | None:
        phases = [each for each, made in self.model.procedures.items() if made.phase]
        return self.one_of(name, phases, "phase", UNKNOWN)

    def paint(self, stands: Word) -> str | None:
        """A colour, by its name or as it is mixed."""
        if not stands.text.startswith("#"):
            return self.one_of(stands, COLORS, "colour")
        if EXACT.fullmatch(stands.text):
            return stands.text.lower()
        help = "a colour is `#` and six figures or letters from a to f, as `#c8332d`, or a name"
        self.found.add(Diagnostic(NOT_DRAWN, f"{quote(stands.text)} is no colour", stands.span, help=help))
        return None

    def places(self, zone: Word) -> dict[str, str | int] | None:
        """What tells apart the zones of a family that one player has: as written, and as a number or in words."""
        index = [type_ for type_ in self.model.zones[zone.text].index if type_ != t.SEAT]
        if len(index) != 1:
            has = "nothing" if not index else "more than one thing"
            message = f"{quote(zone.text)} has {has} in its brackets, besides players, that could be laid out"
            self.refuse(message, zone)
            return None
        (type_,) = index
        numbers = self.model.values(type_)
        if numbers is None or isinstance(type_, t.CardOf):
            self.refuse(f"{quote(zone.text)} belongs to cards, which lie where they lie", zone)
            return None
        if isinstance(type_, t.Kind):
            return {self.model.member(type_.name, n): in_words(self.model, type_, n) for n in numbers}
        number = isinstance(type_, t.Numbers)
        return {in_words(self.model, type_, n): n if number else in_words(self.model, type_, n) for n in numbers}

    def one_of(self, name: Word, known: Collection[str], what: str, code: str = NOT_DRAWN) -> str | None:
        """A word that has to be one of some; if it is none of them, that is reported, with the nearest."""
        if name.text in known:
            return name.text
        near = self._near(name.text, known)
        help = f"did you mean `{near}`?" if near else _all(known)
        fix = Fix(name.span, near) if near else None
        self.found.add(Diagnostic(code, f"unknown {what} {quote(name.text)}", name.span, help=help, fix=fix))
        return None

    def refuse(self, message: str, place: Word, help: str | None = None) -> None:
        """Report what does not fit what it is said of."""
        self.found.add(Diagnostic(NO_FIT, message, place.span, help=help))

    def _near(self, text: str, known: Iterable[str]) -> str | None:
        self.guesses += 1
        if self.guesses > MOST_GUESSES or len(text) > LONGEST:
            return None
        pool = {each.lower(): each for each in known if len(each) <= LONGEST}
        # two letters of a short word may have changed places
        swapped = (each for each in pool if sorted(each) == sorted(text.lower()))
        near = closest(text, pool) or next(swapped, None)
        return pool[near] if near else None


def _all(known: Collection[str]) -> str | None:
    """What there is, if that is not too much."""
    if not known:
        return "the game declares none"
    if len(known) > MOST_LISTED and known not in (COLORS,):
        return None
    return f"there {'is' if len(known) == 1 else 'are'} {listed([f'`{each}`' for each in known])}"
