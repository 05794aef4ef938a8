"""A miniature made into a game of its own: the same rules, with fewer cards and lower numbers."""

from __future__ import annotations

from typing import Any

import attrs

from hoyle import model
from hoyle import types as t
from hoyle.apply.rows import with_value
from hoyle.core import nodes as core
from hoyle.diagnostics import Diagnostic, HoyleError, Severity, quote
from hoyle.program.cards import derive_attributes
from hoyle.program.clauses import define_value
from hoyle.program.promise import Watched
from hoyle.read import Reading, read_again
from hoyle.run.game import Game, prepare
from hoyle.syntax import tree


def the_miniature(
    reading: Reading, title: str | None, players: int | None = None, options: dict[str, Any] | None = None
) -> model.Miniature:
    """A miniature by its title, or (None) the whole game as one; players and options may be others."""
    game = reading.model
    if title is None:
        span = reading.files[0].header.span
        made = model.Miniature(game.title, game.seats[0], {}, [], None, {}, {}, None, {}, {}, (), span)
    else:
        titles = [m.title for m in game.miniatures]
        if title not in titles:
            known = f"its miniatures: {', '.join(map(quote, titles)) or 'it has none'}"
            raise HoyleError.plain("HYL510", f"{game.title} has no miniature {quote(title)}", known)
        made = game.miniatures[titles.index(title)]
    return attrs.evolve(
        made, players=made.players if players is None else players, options={**made.options, **(options or {})}
    )


def miniature_game(reading: Reading, miniature: model.Miniature, watched: Watched = True) -> Game:
    """The smaller game. Raises HoyleError if what the miniature sets does not fit the rest of the rules."""
    decls = [[_decl(decl, miniature) for decl in file.decls] for file in reading.files]
    left = [tuple(decl for decl in row if decl is not None) for row in decls]
    files = [attrs.evolve(file, decls=row) for file, row in zip(reading.files, left, strict=True)]
    small = read_again(reading, files)
    if small.failed:
        raise HoyleError([d for d in small.diagnostics if d.severity is Severity.ERROR])
    _fit(small.model, miniature)
    made = prepare(small, players=miniature.players, options=dict(miniature.options), watched=watched)
    if not made.cards:
        help = "let more cards take part"
        raise HoyleError([Diagnostic("HYL510", "this miniature has no cards", miniature.span, help=help)])
    if miniature.title in [m.title for m in reading.model.miniatures]:
        made.miniature = miniature.title
    return made


def _decl(decl: tree.Decl, miniature: model.Miniature) -> tree.Decl | None:
    """A declaration as it is in the miniature; clauses about a value that is set are left out."""
    values = miniature.values
    match decl:
        case tree.Define(name=word) if word.text in values and decl.value is not None:
            return with_value(attrs.evolve(decl, bounds=()), values[word.text])
        case tree.Var(name=word) if word.text in values:
            return with_value(decl, values[word.text])
        case tree.Phase():
            return attrs.evolve(decl, vars=tuple(_var(var, miniature) for var in decl.vars))
        case tree.Exception_(target=target) | tree.Adjust(target=target) if target.name.text in values:
            return None
        case tree.Ability():
            return attrs.evolve(decl, clauses=tuple(c for c in decl.clauses if _decl(c, miniature) is not None))
        case tree.Scenario() | tree.Miniature():
            return None
    return decl


def _var(var: tree.Var, miniature: model.Miniature) -> tree.Var:
    name = var.name.text
    return attrs.evolve(var, initial=miniature.values[name]) if name in miniature.values else var


def _fit(game: model.Model, miniature: model.Miniature) -> None:
    """Attributes that are set, what is worked out from them, and only the cards that take part."""
    for (cards, name), printed in miniature.printed.items():
        for face in game.card_types[cards].faces:
            face[name] = printed
    if miniature.printed:
        derive_attributes(game, lambda *report: None)
    used, game.copies = game.defines["used"], miniature.copies
    if miniature.allowed:
        value = core.Prim("and", (define_value(used), *miniature.allowed), t.YES_NO, span=miniature.span)
        game.defines["used"] = attrs.evolve(used, value=value, exceptions=[], adjustments=[])
