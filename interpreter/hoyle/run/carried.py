"""A game as a save names it: by its bundled name, or by its definition, which travels along.

What a stranger sends is never taken for a path. A name is that of a bundled game; a definition that travels along is
read out of the text itself, with no other file but those that come with Hoyle. A game that is loaded already, from the
same texts and for the same table, is not read again.
"""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections import deque
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from hoyle.diagnostics import HoyleError, quote
from hoyle.files.paths import SUFFIX, inside, instead
from hoyle.program.shortage import DEALS
from hoyle.read import Reading, bundled_games, read_path, read_source, read_text
from hoyle.resources import gamedefs
from hoyle.source import Source

if TYPE_CHECKING:
    from hoyle.run.game import Game

LARGEST = 20_000_000
NAMELESS = f"game{SUFFIX}"

_loaded: WeakValueDictionary[int, Game] = WeakValueDictionary()  # every game there is, by its id
_lately: deque[Game] = deque(maxlen=8)  # those that were read last for a save


def known(game: Game) -> Game:
    """Note a game, so that a save of it is restored without reading it again."""
    _loaded[id(game)] = game
    return game


def named(game: Game) -> dict[str, Any]:
    """What a save says of its game."""
    return {
        "game": reference(game),
        "players": game.players,
        "options": game.options,
        "watched": game.program.watched,
        "miniature": game.miniature,
        "rules": game.fingerprint,
    }


def reference(game: Game) -> dict[str, Any]:
    """The bundled name of a game, or its definition."""
    name = _bundled_name(game)
    if name is not None:
        return {"name": name}
    return {"definition": base64.b64encode(zlib.compress(json.dumps(_content(game)).encode())).decode()}


def _bundled_name(game: Game) -> str | None:
    path = game.reading.source.path
    if game.carried is not None or game.reading.given or path is None:
        return None
    bundled = gamedefs() / path.name
    try:
        return path.stem if path.suffix == SUFFIX and path.samefile(bundled) else None
    except (OSError, ValueError):
        return None


def _content(game: Game) -> dict[str, Any]:
    """The texts that a definition is made of, all in one folder. Once it is known it stays: files may change."""
    if game.carried is not None:
        return game.carried
    reading, files = game.reading, dict[str, str]()
    for source in reading.sources:
        _add(files, _name(source), source.text)
    for row, text in reading.tables:
        _add(files, _place(row.path) or row.path, text)
    for source in reading.sources:
        if source.path is not None and inside(source.path, gamedefs() / "library"):
            files.pop(_name(source), None)
    content: dict[str, Any] = {"main": _name(reading.source), "files": files}
    if reading.given:
        content["with"] = [path.name for path in reading.given]
    if reading.over:
        content["over"] = [list(pair) for pair in reading.over]
    game.carried = content
    return content


def _add(files: dict[str, str], name: str, text: str) -> None:
    if files.setdefault(name, text) != text:
        raise HoyleError.plain("HYL905", f"two files are called {quote(name)}", "give one another name")


def _name(source: Source) -> str:
    return source.path.name if source.path is not None else NAMELESS


def game_of(data: dict[str, Any]) -> Game:
    """The game that a save is of. Raises HoyleError if the save is of none."""
    sent = _Sent(data)
    for game in list(_loaded.values()):
        if game.fingerprint == sent.rules and sent.means(game):
            return game
    game = sent.read()
    _lately.append(game)
    return game


def read_again(game: Game) -> Game:
    """A game as a save of it is read by somebody who has not loaded it."""
    return _Sent(json.loads(json.dumps(named(game)))).read()


class _Sent:
    """What a save says of its game, every part of the sort that it should be."""

    def __init__(self, data: dict[str, Any]) -> None:
        said = _part(data, "game", dict)
        self.name = _part(said, "name", str) if "name" in said else None
        self.content = _unpacked(_part(said, "definition", str)) if self.name is None else None
        self.rules = _part(data, "rules", str)
        self.players = _part(data, "players", int)
        self.options = _part(data, "options", dict)
        self.watched = tuple(_part(data, "watched", list) if "watched" in data else ())
        self.miniature = None if data.get("miniature") is None else _part(data, "miniature", str)
        if any(key.__class__ is not int and key != DEALS for key in self.watched):
            raise _unfit("`watched` is not a list of what can be watched")

    def means(self, game: Game) -> bool:
        """Whether it is this game, from the same texts."""
        table = [self.players, self.options, self.miniature, list(self.watched)]
        if table != [game.players, game.options, game.miniature, game.program.watched]:
            return False
        name = _bundled_name(game)
        if name is not None or self.content is None:
            return name == self.name
        try:
            return _content(game) == self.content
        except HoyleError:  # it cannot be sent
            return False

    def read(self) -> Game:
        if self.content is None:
            path = next((path for path in gamedefs().glob(f"*{SUFFIX}") if path.stem == self.name), None)
            if path is None:
                games = ", ".join(f"`{name}`" for name in bundled_games())
                message = f"there is no bundled game {quote(str(self.name))}"
                raise HoyleError.plain("HYL909", message, f"bundled games: {games}")
            return self._prepared(read_path(path))
        folder = gamedefs().resolve() / "saved"  # there is none: whatever is looked for there is in the text
        main = folder / self.content["main"]
        with instead(folder, self.content["files"]):
            given = [folder / name for name in self.content.get("with", ())]
            over = [(first, second) for first, second in self.content.get("over", ())]
            game = self._prepared(read_source(Source(main.name, read_text(main), main), given=given, over=over))
        game.carried = self.content
        return game

    def _prepared(self, reading: Reading) -> Game:
        from hoyle.run.game import prepare
        from hoyle.run.miniature import miniature_game, the_miniature

        if self.miniature is None:
            return prepare(reading, players=self.players, options=self.options, watched=self.watched)
        small = the_miniature(reading, self.miniature, self.players, self.options)
        return miniature_game(reading, small, self.watched)


def _unpacked(packed: str) -> dict[str, Any]:
    """The content of a definition that travels along, if that is what it is."""
    try:
        unpacker = zlib.decompressobj()
        content = json.loads(unpacker.decompress(base64.b64decode(packed, validate=True), LARGEST))
        whole = unpacker.eof
    except (ValueError, zlib.error, RecursionError):
        whole = False
    if not whole or not isinstance(content, dict):
        raise _unfit("its definition cannot be unpacked")
    files = _part(content, "files", dict)
    for name, text in files.items():
        if not isinstance(text, str):
            raise _unfit(f"{quote(name)} is not text")
        if _place(name) != name or "\0" in name:
            raise _unfit(f"{quote(name)} is no name of a definition")
    given, over = content.get("with", []), content.get("over", [])
    if not isinstance(given, list) or not isinstance(over, list):
        raise _unfit("its variants are not a list")
    for name in [_part(content, "main", str), *given]:
        if name.__class__ is not str or name not in files:
            raise _unfit(f"it does not hold {quote(str(name))}")
    if not all(isinstance(pair, list) and len(pair) == 2 and all(isinstance(n, str) for n in pair) for pair in over):
        raise _unfit("it does not say which variant counts")
    return content


def _place(name: str) -> str | None:
    """A path from the folder of a definition, as plain as it can be; None if it leads out of it."""
    plain = os.path.normpath(name).replace(os.sep, "/")
    return None if plain.startswith(("/", "..")) or plain == "." else plain


def _part(data: dict[str, Any], name: str, sort: type) -> Any:
    value = data.get(name)
    if value.__class__ is not sort:
        raise _unfit(f"`{name}` is missing" if name not in data else f"`{name}` is not what it should be")
    return value


def _unfit(why: str) -> HoyleError:
    return HoyleError.plain("HYL905", f"this names no game: {why}", "pass the text that `state.save()` returned")
