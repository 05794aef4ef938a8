"""What can be played: the games that come with Hoyle, and the files that were named, as a lobby lists them.

Whoever asks for a table names a game by its id here, never by a path: nothing else on this machine can be read.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs

from hoyle import types as t
from hoyle.diagnostics import HoyleError
from hoyle.model import Model, table_of
from hoyle.program.options import option_word
from hoyle.read import Reading, bundled_games, find_game, read_path
from hoyle.run.game import Game, prepare
from hoyle.web.refusals import Refused

MANY = 50  # values of an option that are listed


@attrs.define
class Listed:
    """A game, or a variant of one, that can be had. base: the id of the game that a variant is of."""

    id: str
    path: Path
    named: str  # as it was named on the command line, or its name
    reading: Reading
    base: str | None = None

    @property
    def model(self) -> Model:
        return self.reading.model


@attrs.define
class Catalogue:
    """games and variants, by their ids."""

    games: dict[str, Listed] = attrs.field(factory=dict)
    variants: dict[str, Listed] = attrs.field(factory=dict)

    def as_data(self) -> list[dict[str, Any]]:
        return [_listed(game, [v for v in self.variants.values() if v.base == game.id]) for game in self.games.values()]

    def load(self, id_: Any, players: Any, options: Any, variants: Any) -> Game:
        """A game as somebody asked for it. Raises Refused."""
        game = self.games.get(id_) if isinstance(id_, str) else None
        if game is None:
            raise Refused("game", "there is no such game here", f"there are: {', '.join(self.games)}")
        chosen = variants if isinstance(variants, list) else []
        of = [self.variants[v] for v in chosen if isinstance(v, str) and v in self.variants]
        if len(of) < len(chosen) or any(v.base != game.id for v in of):
            raise Refused("variant", "there is no such house rule of this game here", "name those that are listed")
        if not isinstance(options, dict) or not all(isinstance(v, str | int) for v in options.values()):
            raise Refused("options", "options are names with words or numbers", "send the values that are listed")
        try:
            reading = game.reading
            if of:
                reading = read_path(game.path, given=[v.path for v in of])
            if reading.failed:
                raise HoyleError(reading.diagnostics)
            return prepare(reading, players=players, options=options)
        except HoyleError as error:
            raise Refused.of(error, "game") from None

    def unseen(self, source: dict[str, Any]) -> dict[Path, tuple[int, int]]:
        """The files of a table whose game is not read from them: so they are read when somebody first looks."""
        game = self.games.get(source["game"])
        return {game.path: (0, 0)} if game is not None else {}

    def again(self, id_: str, players: Any, options: Any, variants: Any) -> Game:
        """A game whose files have changed, read once more. Raises HoyleError with all that is wrong."""
        game = self.games[id_]
        reading = read_path(game.path, given=[self.variants[v].path for v in variants])
        if reading.failed:
            raise HoyleError(reading.diagnostics)
        if not variants:
            game.reading = reading
        return prepare(reading, players=players, options=options)


def catalogue(named: list[str], bundled: bool = True) -> Catalogue:
    """The games that were named, with their variants, and those that come with Hoyle. Raises HoyleError for a file
    that is none."""
    made = Catalogue()
    for name in [*named, *(bundled_games() if bundled else ())]:
        path = find_game(name).resolve()
        if all(path != one.path for one in (*made.games.values(), *made.variants.values())):
            _add(made, path, name)
    return made


def _add(made: Catalogue, path: Path, name: str) -> None:
    reading = read_path(path)
    if reading.failed:
        raise HoyleError(reading.diagnostics)
    if reading.variants and reading.parsed is not None:
        base = reading.parsed.span.source.path
        assert base is not None
        base = base.resolve()
        if all(base != one.path for one in made.games.values()):
            _add(made, base, str(base))
        of = next(one.id for one in made.games.values() if one.path == base)
        made.variants[_id(path, made.variants)] = Listed(_id(path, made.variants), path, name, reading, of)
    elif reading.files[0].header.kind == "game":
        made.games[_id(path, made.games)] = Listed(_id(path, made.games), path, name, reading)
    else:
        raise HoyleError.plain("HYL909", f"`{path.name}` is not a game", "name games, or variants of them")


def _id(path: Path, taken: dict[str, Listed]) -> str:
    found, number = path.stem, 1
    while found in taken:
        number += 1
        found = f"{path.stem}_{number}"
    return found


def _listed(game: Listed, variants: list[Listed]) -> dict[str, Any]:
    model = game.model
    low, high = model.seats
    return {
        "id": game.id,
        "title": model.title,
        "about": f"for {low} to {high} players" if low < high else f"for {table_of(low)}",
        "players": [low, high],
        "options": [_option(model, name) for name in model.options],
        "variants": [{"id": v.id, "title": v.model.title, "about": ""} for v in variants],
        "file": game.path.name,
    }


def _option(model: Model, name: str) -> dict[str, Any]:
    option = model.options[name]
    values: list[Any]
    match option.type:
        case t.Kind(kind):
            values = list(model.kinds[kind].members)
        case t.YesNo():
            values = ["no", "yes"]
        case t.Seat():
            values = [*(["random"] if option.random else []), *range(1, model.seats[1] + 1)]
        case t.Numbers(low, high) if low is not None and high is not None and high - low < MANY:
            values = list(range(low, high + 1))
        case _:
            values = []
    default = option_word(model, name, None if option.random else option.default)
    if default.__class__ is bool:
        default = "yes" if default else "no"
    return {"name": name, "title": option.title or name.replace("_", " "), "values": values, "default": default}
