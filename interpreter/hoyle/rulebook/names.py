"""What everything that a definition declares is called: no two things alike, whatever their names are."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from hoyle import types as t
from hoyle.english import is_done, is_plural, is_quality, plain, zone_nouns
from hoyle.model import Model

ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# what the rulebook itself says, so that nothing else may be called so
OWN = ("number of players", "winners", "usual value", "owner", "game", "given one", "player", "card", "number")


@attrs.frozen
class Names:
    """things: zones, variables, definitions and options; attributes: by their own name.

    taken: those that stand alone, in small letters, so that whatever else gets a name can keep clear of them.
    """

    things: dict[str, str]
    attributes: dict[str, str]
    taken: frozenset[str]


def key(words: str) -> str:
    """What has to differ for two names to differ when they are read aloud."""
    return words.replace("*", "").lower().removeprefix("the ").removeprefix("that ")


def _aloud(model: Model, name: str, words: str) -> str:
    """What a thing must not share with another; `is_in_play` and `in_play` are both told as `is in play`."""
    truth = name in model.defines and model.defines[name].type == t.YES_NO
    rest = key(words).removeprefix("is ")
    return rest if truth and (is_quality(rest) or rest.startswith(("in ", "on ", "at "))) else key(words)


def names_of(model: Model) -> Names:
    """A name for everything that is declared."""
    taken = set(OWN)
    things: dict[str, str] = {}

    def give(name: str, wanted: Iterable[str]) -> None:
        things[name] = next(words for words in _numbered(wanted) if _aloud(model, name, words) not in taken)
        taken.add(_aloud(model, name, things[name]))

    for name in model.options:
        give(name, (plain(name).removeprefix("the "),))
    for name, define in model.defines.items():
        bare = plain(name).removeprefix("the ")
        give(name, (bare,) if define.params else (kept(name, define.type), bare))
    for name, zone in model.zones.items():
        give(name, zone_nouns(name, zone.shape))
    for name, var in model.vars.items():
        give(name, (kept(name, var.type), plain(name)))
    alone = {name for name, zone in model.zones.items() if not zone.index or zone.shape == "slot"}
    alone |= {name for name, var in model.vars.items() if not var.index}
    alone |= {name for name, define in model.defines.items() if not define.params} | set(model.options)
    return Names(things, _attributes(model), frozenset((*OWN, *(key(things[name]) for name in alone))))


def _numbered(wanted: Iterable[str]) -> Iterable[str]:
    """The names that would do, best first; then with a number, until one is free."""
    tried = list(wanted)
    tried += [f"noted {tried[-1]}"] if tried[-1] in OWN else []
    yield from tried
    yield from (f"{ordinal} {tried[-1]}" for ordinal in ORDINALS)
    yield from (f"{tried[-1]} number {number}" for number in range(len(ORDINALS) + 2, 10_000))


def _attributes(model: Model) -> dict[str, str]:
    """What is printed on cards; if something else is called so too, it is the printed one."""
    found: dict[str, str] = {}
    asked = [(name, tuple(type_ for _, type_ in define.params)) for name, define in model.defines.items()]
    asked += [(name, var.index) for name, var in model.vars.items()]
    of_cards = [name for name, types in asked if len(types) == 1 and isinstance(t.settled(types[0]), t.CardOf)]
    used = {key(plain(name)).removeprefix("is ") for name in of_cards}
    for cards in model.card_types.values():
        for name in (name for name in cards.attributes if name not in found):
            words = plain(name)
            wanted = (words, f"{'basic' if name in cards.derived else 'printed'} {words}")
            found[name] = next(each for each in _numbered(wanted) if key(each) not in used)
            used.add(key(found[name]))
    return found


def kept(name: str, of: t.Type) -> str:
    """What a value is called: `active`, which is a player, is the active player."""
    type_ = t.settled(of)
    words = plain(name).removeprefix("the ")
    if isinstance(type_, t.Seat) and " " not in words and not words.endswith(("er", "or", "im", "st", "ee", "ant")):
        return f"{words} player"
    if isinstance(type_, t.Kind) and is_done(words) and " " not in words:
        return f"{words} {plain(type_.name.rpartition('.')[2]).lower()}"
    if isinstance(type_, t.ListOf) and isinstance(type_.of, t.CardOf) and not is_plural(words):
        return f"{words} cards"
    return words
