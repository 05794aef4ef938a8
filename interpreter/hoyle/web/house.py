"""All tables of a server: set up, kept, and opened again when somebody comes."""

from __future__ import annotations

import json
import secrets
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Any
from weakref import WeakValueDictionary

import attrs

from hoyle.diagnostics import HoyleError
from hoyle.run.carried import game_of, named
from hoyle.run.game import Game
from hoyle.run.save import mark
from hoyle.web.catalogue import Catalogue
from hoyle.web.people import HOST, ONLOOKER, SEAT, digest, seated, token
from hoyle.web.refusals import Refused
from hoyle.web.replaying import Parted, replayed
from hoyle.web.store import Entry, Row, Store
from hoyle.web.tables import Kept, Made, Table

MOST = 200  # tables that are set up in a day
DAY = 86_400.0


@attrs.define
class Opened:
    """A table that was opened. parted: where its choices and the rules of today part, if they do."""

    table: Table
    source: dict[str, Any]
    parted: Parted | None = None


@attrs.define
class House:
    """games: those that are loaded, by what was asked for, as long as a table needs them."""

    store: Store
    catalogue: Catalogue
    most: int = MOST
    games: WeakValueDictionary[str, Game] = attrs.field(factory=WeakValueDictionary)

    def set_up(self, asked: Any) -> dict[str, Any]:
        """A new table, as somebody asked for it; the tokens of its seats, which are told once and never again."""
        if not isinstance(asked, dict):
            raise Refused("body", "a table is asked for by an object", 'send {"game": ..., "players": ...}')
        if self.store.count(time.time() - DAY) >= self.most:
            raise Refused("full", f"{self.most} tables were set up here since yesterday", "go on at one of them")
        source = {name: asked.get(name) for name in ("game", "players")}
        source |= {"options": asked.get("options") or {}, "variants": asked.get("variants") or []}
        game = self._loaded(source)
        seats = asked.get("seats") or []
        if not isinstance(seats, list) or len(seats) > game.players:
            raise Refused("seats", f"there are {game.players} seats", "send one entry for each, or none")
        people = [seated(seats[n] if n < len(seats) else None, n) for n in range(game.players)]
        tokens = [None if person.is_bot else token() for person in people]
        watching, hosting = token(), token()
        try:
            kept = named(game)
        except HoyleError as error:
            raise Refused.of(error, "game") from None
        row = Row(
            secrets.token_urlsafe(9),
            kept,
            source,
            secrets.token_hex(16),
            secrets.token_hex(16),
            tuple(people),
            (),
            None,
        )
        let_in: dict[str, tuple[str, int | None]] = {digest(watching): (ONLOOKER, None), digest(hosting): (HOST, None)}
        let_in |= {digest(each): (SEAT, seat) for seat, each in enumerate(tokens) if each is not None}
        game.start(row.seed)  # what stops at once is told to whoever asks, not to whoever comes
        with _kept_or_not():
            self.store.add(row, let_in)
        return {
            "table": row.id,
            "seats": [{"seat": n, "name": people[n].name, "token": each} for n, each in enumerate(tokens)],
            "onlooker": watching,
            "host": hosting,
        }

    def _loaded(self, source: dict[str, Any]) -> Game:
        name = json.dumps(source, sort_keys=True)
        found = self.games.get(name)
        if found is None:
            found = self.catalogue.load(source["game"], source["players"], source["options"], source["variants"])
            self.games[name] = found
        return found

    def entry(self, token: Any) -> Entry | None:
        """Whom a token lets in."""
        return self.store.entry(digest(token)) if isinstance(token, str) and len(token) <= 64 else None

    def open(self, id_: str) -> Opened:
        """A table as it was left. Raises Refused if it cannot be had any more, and says why."""
        row = self.store.row(id_)
        if row is None:
            raise Refused("gone", "there is no such table any more", "set up a new one")
        game = self._game(row)
        table = Table(row.id, game, row.seed, row.secret, list(row.people), self._kept(row.id), time.monotonic)
        if game.fingerprint == row.game["rules"]:
            try:
                return Opened(self._as_it_was(table, row), row.source)
            except (HoyleError, IndexError):
                pass  # another Hoyle may number choices otherwise, by rules that read the same
        found = replayed(game, row.seed, row.made)
        table.adopt(found.state, found.logs, found.made)
        if found.parted is None:
            self.store.now_by(row.id, named(game), table.made)
        return Opened(table, row.source, found.parted)

    def look(self, source: dict[str, Any], game: Game) -> Any:
        """How a table of a game is drawn, if somebody has said so beside it."""
        listed = self.catalogue.games.get(source.get("game", ""))
        try:
            looks = import_module("hoyle.look")
        except ImportError:
            return None
        return looks.load(listed.path, game) if listed is not None else None

    def _game(self, row: Row) -> Game:
        """The game of a table: the one that is offered, if it is still the same, else as it was kept."""
        try:
            offered = self._loaded(row.source)
            if named(offered) == row.game:
                return offered
        except (Refused, HoyleError, LookupError):
            pass  # it is not offered any more, or has mistakes now
        name = json.dumps(row.game, sort_keys=True)
        try:
            game = self.games.get(name) or game_of(row.game)
        except HoyleError as error:
            why = error.diagnostics[0].message
            says = f"the game of this table cannot be read by this Hoyle: {why}"
            raise Refused("gone", says, "serve it with the Hoyle it was set up with") from None
        self.games[name] = game
        return game

    def _as_it_was(self, table: Table, row: Row) -> Table:
        rev, text = row.saved or (0, "")
        table.play_again(row.made[:rev])
        if text and mark(table.state) != json.loads(text)["table"]:
            raise IndexError
        table.play_again(row.made[rev:])
        return table

    def _kept(self, id_: str) -> Kept:
        def made(rev: int, rows: Sequence[Made]) -> None:
            with _kept_or_not():
                self.store.chose(id_, rev, rows)

        def taken_back(to: int) -> None:
            with _kept_or_not():
                self.store.take_back(id_, to)

        return Kept(made, taken_back, lambda cid: self.store.knows(id_, cid))


@contextmanager
def _kept_or_not() -> Iterator[None]:
    """What cannot be written down does not happen."""
    try:
        yield
    except sqlite3.Error as error:
        raise Refused("store", f"this cannot be written down: {error}", "tell whoever runs this server") from None
