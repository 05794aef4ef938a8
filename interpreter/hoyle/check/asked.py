"""What is chosen in a game, by its types: that is what a pick of a scenario can mean."""

from __future__ import annotations

from hoyle import model
from hoyle import types as t
from hoyle.core import nodes as core
from hoyle.core.walk import below


def asked(game: model.Model) -> list[t.Type]:
    """The types of everything that players are asked to choose, actions aside."""
    found: list[t.Type] = []
    for node in below(game.bodies):
        match node:
            case core.Choose(offers=offers) if node.who is not None:
                found += [offer.params[0].type for offer in offers if offer.params]
            case core.Ordered(source=source):
                found.append(t.element(source.type))
    return list(dict.fromkeys(found))


def by_chance(game: model.Model) -> dict[str, set[t.Type]]:
    """The types of everything that chance picks, by what it is picked as.

    Of a card that goes anywhere chance picks how many lie above it, and that has no name.
    """
    found: dict[str, set[t.Type]] = {}
    for node in below(game.bodies):
        match node:
            case core.Choose(who=None, offers=offers):
                for offer in offers:
                    found.setdefault(offer.name, set()).add(offer.params[0].type)
            case core.Move(spot="anywhere"):
                found[""] = {t.NUMBER}
    return found
