"""What a variant has from its game to try it with: it is about the options and the seats as the game has them.

A scenario that says nothing of an option means its default, and one without seats the fewest players; if a variant sets
these, what was true of the game is still to be true with those of the game. A scenario or miniature for more or fewer
players than the variant is for has nothing to say about it, and is left out.
"""

from __future__ import annotations

from pathlib import Path

import attrs

from hoyle.apply.change import Change
from hoyle.syntax import tree


def inherited(
    file: tree.File, game: tree.File, variants: list[tree.File], changes: list[Change], home: Path | None = None
) -> list[tree.Scenario]:
    """The scenarios of a file as they hold in a game with changes.

    game: its file as it is now. home: what a file of trials is about.
    """
    order = [variant.span.source for variant in variants]
    options = {decl.name.text for decl in game.decls if isinstance(decl, tree.Option)}
    found: list[tree.Scenario | None] = []
    for scenario in (decl for decl in file.decls if isinstance(decl, tree.Scenario)):
        before = [n for n, s in enumerate(order) if s is scenario.span.source or (s.path and s.path == home)]
        later = [c for c in changes if c.word == "set" and order.index(c.span.source) > max(before, default=-1)]
        found.append(_kept(scenario, later, options, game.header))
    return [scenario for scenario in found if scenario is not None]


def without_misfits(game: tree.File, variants: list[tree.File]) -> tree.File:
    """A game without its miniatures for more or fewer players than a variant is for."""
    before, (low, high) = game.header.written_for, game.header.seats or (0, 0)
    sources = [variant.span.source for variant in variants]

    def fits(decl: tree.Decl) -> bool:
        if not isinstance(decl, tree.Miniature) or decl.span.source in sources:
            return True
        return all(low <= d.count <= high for d in decl.deltas if isinstance(d, tree.FewerPlayers))

    return game if before is None else attrs.evolve(game, decls=tuple(filter(fits, game.decls)))


def as_written(scenario: tree.Scenario) -> tree.Scenario:
    """A scenario with the options that it says itself, and no others."""
    own = scenario.span
    said = (o for o in scenario.options if o.span.source is own.source and own.start <= o.span.start < own.end)
    return attrs.evolve(scenario, options=tuple(said))


def _kept(
    scenario: tree.Scenario, changes: list[Change], options: set[str], header: tree.Header
) -> tree.Scenario | None:
    """A scenario with all that these changes would take from it, or none if it cannot be played any more."""
    given, seats = {option.name.text: option for option in scenario.options}, scenario.seats
    seated = False
    for change in changes:
        match change.before:
            case tree.Option(name, type=type_, default=default, when=()) if name.text in options - given.keys():
                value = default or _first(type_)
                if value is not None and not (isinstance(value, tree.Name) and value.text == "random"):
                    given[name.text] = tree.GivenOption(name, value, span=name.span)
            case tree.Header(seats=(low, _)):
                seated = True
                seats = seats or tuple(tree.Word(f"player_{n}", span=scenario.title.span) for n in range(1, low + 1))
    low, high = header.seats or (0, 0)
    if seated and not low <= len(seats) <= high:
        return None
    return attrs.evolve(scenario, options=tuple(given.values()), seats=seats)


def _first(type_: tree.Type) -> tree.Expr | None:
    """What an option is that says no default."""
    match type_:
        case tree.ChoiceType((word, *_)):
            return tree.Name(word.text, span=word.span)
        case tree.RangeType(low):
            return tree.Number(low, span=type_.span)
        case tree.NamedType("yes_no"):
            return tree.Truth(False, span=type_.span)
    return None
