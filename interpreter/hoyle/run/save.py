"""Saving: a state as text, and back, in another process or on another day.

A save names its game by the bundled name, or carries the definition with it, and the fingerprint of the rules it was
played by: a state is never resumed under other rules.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoyle.diagnostics import HoyleError, quote
from hoyle.read import bundled_games, find_game, read_path
from hoyle.resources import gamedefs
from hoyle.run import moves
from hoyle.run.script import Script

if TYPE_CHECKING:
    from hoyle.read import Reading
    from hoyle.run.game import Game
    from hoyle.run.state import State
    from hoyle.source import Source

FORMAT = 1
PLAIN = ("z", "v", "up", "loc", "frames", "player", "over", "winners", "ending", "draws", "site")


def save(s: State) -> str:
    """The state as one line of JSON."""
    made = {
        "hoyle": FORMAT,
        **_named(s.game),
        "seed": s.seed.hex() if isinstance(s.seed, bytes) else s.seed.told(),
        "state": {name: getattr(s, name) for name in PLAIN},
        "log": _log(s),
    }
    return seal(made)


def _named(game: Game) -> dict[str, Any]:
    """What a save says of its game."""
    return {
        "game": reference(game),
        "players": game.players,
        "options": game.options,
        "watched": [promise.number for promise in game.program.promises],
        "miniature": game.miniature,
        "rules": game.fingerprint,
    }


def seal(data: dict[str, Any]) -> str:
    """The text of a save, with a sum that tells whether it has come through whole."""
    kept = {key: value for key, value in data.items() if key != "sum"}
    digest = hashlib.sha256(json.dumps(kept, separators=(",", ":")).encode()).hexdigest()[:16]
    return json.dumps({**kept, "sum": digest}, separators=(",", ":"))


def reference(game: Game) -> dict[str, Any]:
    """The bundled name of a game, or its definition."""
    if game.carried is not None:
        return {"definition": game.carried}
    path = game.reading.source.path
    if path is not None and path.parent.resolve() == gamedefs().resolve() and game.name in bundled_games():
        return {"name": game.name}
    files: dict[str, str] = {}
    tables: dict[str, str] = {}
    for source in game.reading.sources:
        if source.path is None or source.path.parent.resolve() != (gamedefs() / "library").resolve():
            name = Path(source.name).name
            if files.setdefault(name, source.text) != source.text:
                raise HoyleError.plain("HYL905", f"two files are called {quote(name)}", "give one another name")
            tables |= _tables(source)
    content: dict[str, Any] = {"main": Path(game.reading.source.name).name, "files": files, "tables": tables}
    if game.reading.given:
        content["with"] = [path.name for path in game.reading.given]
    if game.reading.over:
        content["over"] = game.reading.over
    return {"definition": base64.b64encode(zlib.compress(json.dumps(content).encode())).decode()}


def _tables(source: Source) -> dict[str, str]:
    """The table files that a text names."""
    tables = sorted(source.path.parent.glob("*.csv")) if source.path else []
    named = [table for table in tables if f'"{table.name}"' in source.text]
    return {table.name: table.read_text(encoding="utf-8", errors="replace") for table in named}


def _log(s: State) -> list[Any]:
    from hoyle.run.events import raw
    from hoyle.run.moment import tell_all

    tell_all(s)
    kept: list[Any] = []
    for event in raw(s):
        kind, *rest = event
        if kind == moves.CHOSEN:
            player, choice = rest
            words = None if choice.text == choice.words() else choice.text
            rest = [player, [choice.site, choice.offer, choice.key, words]]
        kept.append([kind, *rest])
    return kept


# ---------------------------------------------------------------------------------------------- restoring


def read_again(game: Game) -> Game:
    """A game as a save of it is read."""
    return game_of(_named(game))


def restore(text: str, game: Game | None = None) -> State:
    """A saved state, to go on with. game: the one it is of, if that has been read already."""
    from hoyle.run.events import events

    data = _parsed(text)
    try:
        game = game or game_of(data)
        if data["rules"] != game.fingerprint:
            help = "load it with the version and the definition it was saved with"
            raise HoyleError.plain("HYL905", "the rules have changed since this game was saved", help)
        state = game.blank(0)
        state.seed = _seed(data["seed"])
        kept = data["state"]
        for name in PLAIN:
            setattr(state, name, kept[name])
        state.v = [_tuples(v) for v in state.v]
        state.frames = [[frame[0], *(_tuples(v) for v in frame[1:])] for frame in kept["frames"]]
        state.winners = tuple(kept["winners"])
        _verify(state)
        state.log = None
        for kind, *rest in data["log"]:
            if kind == moves.CHOSEN:
                player, (site, offer, key, words) = rest
                rest = [player, game.choice(site, offer, _tuples(key), words)]
            state.log = (state.log, kind, *(_tuples(part) for part in rest))
        events(state)
        if not state.over and not game.functions[f"site_{state.site}"](state, state.frames[-1]):
            raise ValueError("nothing to choose")
        state.origin = state.copy()
    except HoyleError:
        raise
    except Exception as error:  # whatever is wrong with the text, it is the text that is wrong
        raise _bad(f"it does not fit together ({type(error).__name__})") from None
    return state


def _seed(kept: str | list[int]) -> bytes | Script:
    """A seed is kept as a text, a script as the numbers it has told."""
    if isinstance(kept, str):
        return bytes.fromhex(kept)
    if any(number.__class__ is not int or number < 0 for number in kept):
        raise ValueError("chance")
    return Script(tuple(kept))


def _bad(why: str) -> HoyleError:
    return HoyleError.plain("HYL905", f"this is not a saved game: {why}", "pass the text that `state.save()` returned")


def _parsed(text: str) -> dict[str, Any]:
    if not isinstance(text, str):
        raise _bad("it is not text")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise _bad("it is not JSON") from None
    if not isinstance(data, dict) or data.get("hoyle") != FORMAT:
        raise _bad(f"it does not say {quote(f'hoyle: {FORMAT}')}")
    if json.loads(seal(data))["sum"] != data.get("sum"):
        raise _bad("it was changed or cut on its way")
    return data


def game_of(data: dict[str, Any]) -> Game:
    """The game that a save is of."""
    reference = data["game"]
    if "name" in reference:
        return _prepared(read_path(find_game(str(reference["name"]))), data)
    return _carried(reference["definition"], data)


def _prepared(reading: Reading, data: dict[str, Any]) -> Game:
    from hoyle.explore.miniature import miniature_game, the_miniature
    from hoyle.run.game import prepare

    players, options, watched = data["players"], dict(data["options"]), tuple(data.get("watched", ()))
    if data.get("miniature") is None:
        return prepare(reading, players=players, options=options, watched=watched)
    return miniature_game(reading, the_miniature(reading, str(data["miniature"]), players, options), watched)


def _carried(packed: str, data: dict[str, Any]) -> Game:
    """A game whose definition travels with the save; it is read from a folder of its own, like any other."""
    import tempfile

    from hoyle.read import read_source, read_text
    from hoyle.source import Source

    unpacker = zlib.decompressobj()
    content = json.loads(unpacker.decompress(base64.b64decode(packed), 20_000_000))
    with tempfile.TemporaryDirectory() as folder:
        for name, text in [*content["files"].items(), *content["tables"].items()]:
            if Path(name).name != name or Path(name).suffix not in (".hoyle", ".csv"):
                raise _bad(f"{quote(name)} is no name of a definition")
            (Path(folder) / name).write_text(text, encoding="utf-8")
        main = Path(content["main"]).name
        path = Path(folder) / main
        given = [Path(folder) / Path(name).name for name in content.get("with", ())]
        over = [(str(first), str(second)) for first, second in content.get("over", ())]
        game = _prepared(read_source(Source(main, read_text(path), path), given=given, over=over), data)
    # saved again, it travels as it came: the folder is gone
    game.carried = packed
    return game


def _tuples(value: Any) -> Any:
    """JSON has only lists; inside a state every row is a tuple."""
    return tuple(_tuples(v) for v in value) if isinstance(value, list) else value


def _verify(state: State) -> None:
    """That the parts agree with each other: every card is in one zone, and every number means something."""
    cards = len(state.game.cards)
    if sorted(c for zone in state.z for c in zone) != list(range(cards)) or len(state.z) != len(state.game.zones):
        raise ValueError("cards")
    for number, zone in enumerate(state.z):
        if any(state.loc[c] != number for c in zone):
            raise ValueError("places")
    if len(state.loc) != cards + 1 or len(state.up) != cards + 1 or len(state.v) != state.game.program.values:
        raise ValueError("lengths")
    if not state.over and not 0 <= state.player < state.game.players:
        raise ValueError("player")
    for frame in state.frames:
        if not 0 <= frame[0] < len(state.game.blocks):
            raise ValueError("frames")
