"""Tables in a file, so that a server that was stopped, however it was stopped, goes on where it was.

SQLite in WAL, one writer: what was written is there after `kill -9`. A table is kept as its game, its seed and its
choices, never as a picture of where it stands. Every so many choices a save is put beside them, which tells whether a
table has become the same one again. Choices that were taken back stay, with a mark.
"""

from __future__ import annotations

import json
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs

from hoyle import __version__
from hoyle.diagnostics import HoyleError, quote
from hoyle.web.people import SEAT, Person
from hoyle.web.tables import Made

SCHEMA = 1
WAIT = 2.0  # seconds for another server to let go of it
OFTEN = 50  # choices between saves
TABLES = """
create table if not exists tables(
    id text primary key, game text not null, source text not null, seed text not null, secret text not null,
    made real not null, hoyle text not null);
create table if not exists seats(
    tab text not null references tables, seat integer not null, name text not null, kind text not null, bot text,
    came integer not null, auto integer not null, primary key(tab, seat)) without rowid;
create table if not exists tokens(
    digest text primary key, tab text not null references tables, role text not null, seat integer) without rowid;
create table if not exists choices(
    number integer primary key, tab text not null references tables, rev integer not null, seat integer not null,
    n integer not null, key text not null, cid text, by text not null, at real not null,
    back integer not null default 0, unique(tab, rev, back));
create unique index if not exists once on choices(tab, cid) where cid is not null;
create table if not exists saves(
    tab text not null references tables, rev integer not null, text text not null, primary key(tab, rev)) without rowid;
"""


@attrs.frozen
class Row:
    """A table as it is kept. game: what a save says of it, source: what it was asked for by."""

    id: str
    game: dict[str, Any]
    source: dict[str, Any]
    seed: str
    secret: str
    people: tuple[Person, ...]
    made: tuple[Made, ...]
    saved: tuple[int, str] | None


@attrs.frozen
class Entry:
    """Who is let in by a token, and where."""

    table: str
    role: str
    seat: int | None


class Store:
    """Where tables are kept. A path of None is a store that is gone with its process."""

    def __init__(self, path: Path | None) -> None:
        self._lock = threading.RLock()
        try:
            if path is not None:
                path.touch(mode=0o600)  # whoever reads it knows every card
            self.db = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False, timeout=WAIT)
            self.db.execute("pragma locking_mode=exclusive")  # two servers would not hear of each other
            self.db.execute("pragma journal_mode=wal")
            self.db.execute("pragma synchronous=normal")
            self.db.execute("pragma foreign_keys=on")
            (version,) = self.db.execute("pragma user_version").fetchone()
            if version not in (0, SCHEMA):
                message = f"{quote(str(path))} was written by another version of Hoyle"
                raise HoyleError.plain("HYL905", message, "serve it with that one, or name another file with --store")
            self.db.executescript(TABLES + f"pragma user_version={SCHEMA};")
        except (sqlite3.Error, OSError) as error:
            busy, reason = "locked" in str(error), getattr(error, "strerror", None) or str(error)
            why = "another server has it open" if busy else reason.lower()
            message = f"{quote(str(path))} cannot be used as a store: {why}"
            raise HoyleError.plain("HYL905", message, "name another file with --store") from None

    def close(self) -> None:
        with self._lock:
            self.db.close()

    @contextmanager
    def _all_or_nothing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self.db.execute("begin immediate")
            try:
                yield self.db
            except BaseException:
                self.db.execute("rollback")
                raise
            self.db.execute("commit")

    # ------------------------------------------------------------------------------------------ tables

    def add(self, row: Row, tokens: dict[str, tuple[str, int | None]]) -> None:
        """A new table. tokens: by their digests, whom they let in."""
        with self._all_or_nothing() as db:
            kept = (
                row.id,
                json.dumps(row.game),
                json.dumps(row.source),
                row.seed,
                row.secret,
                time.time(),
                __version__,
            )
            db.execute("insert into tables values(?,?,?,?,?,?,?)", kept)
            for seat, person in enumerate(row.people):
                db.execute("insert into seats values(?,?,?,?,?,?,?)", (row.id, seat, *_person(person)))
            for digest, (role, number) in tokens.items():
                db.execute("insert into tokens values(?,?,?,?)", (digest, row.id, role, number))

    def count(self, since: float = 0.0) -> int:
        """How many tables were set up since then."""
        with self._lock:
            return int(self.db.execute("select count(*) from tables where made>=?", (since,)).fetchone()[0])

    def entry(self, digest: str) -> Entry | None:
        """Whom a token lets in, by its digest."""
        with self._lock:
            found = self.db.execute("select digest, tab, role, seat from tokens where digest=?", (digest,)).fetchone()
        if found is None or not secrets.compare_digest(found[0], digest):
            return None
        return Entry(*found[1:])

    def row(self, id_: str) -> Row | None:
        """A table as it was kept."""
        with self._lock:
            found = self.db.execute("select id, game, source, seed, secret from tables where id=?", (id_,)).fetchone()
            if found is None:
                return None
            seats = self.db.execute(
                "select name, kind, bot, came, auto from seats where tab=? order by seat", (id_,)
            ).fetchall()
            made = self.db.execute(
                "select seat, n, key, cid, by from choices where tab=? and back=0 order by rev", (id_,)
            ).fetchall()
            saved = self.db.execute(
                "select rev, text from saves where tab=? order by rev desc limit 1", (id_,)
            ).fetchone()
        people = tuple(Person(name, kind, bot, bool(came), bool(auto)) for name, kind, bot, came, auto in seats)
        name, game, source, seed, secret = found
        return Row(
            name, json.loads(game), json.loads(source), seed, secret, people, tuple(Made(*m) for m in made), saved
        )

    def person(self, id_: str, seat: int, person: Person) -> None:
        """Somebody has come, was renamed, or has become a bot."""
        with self._lock:
            self.db.execute(
                "update seats set name=?, kind=?, bot=?, came=?, auto=? where tab=? and seat=?",
                (*_person(person), id_, seat),
            )

    def renew(self, id_: str, seat: int, digest: str) -> None:
        """A seat has another link, and the old one lets nobody in any more."""
        with self._all_or_nothing() as db:
            db.execute("delete from tokens where tab=? and role=? and seat=?", (id_, SEAT, seat))
            db.execute("insert into tokens values(?,?,?,?)", (digest, id_, SEAT, seat))

    # ------------------------------------------------------------------------------------------ choices

    def chose(self, id_: str, rev: int, rows: Sequence[Made]) -> None:
        """Choices that are about to be made, all or none of them."""
        now = time.time()
        with self._all_or_nothing() as db:
            for number, made in enumerate(rows):
                db.execute(
                    "insert into choices(tab, rev, seat, n, key, cid, by, at) values(?,?,?,?,?,?,?,?)",
                    (id_, rev + number, made.seat, made.n, made.key, made.cid, made.by, now),
                )

    def knows(self, id_: str, cid: str) -> bool:
        """Whether something with that name was done already."""
        with self._lock:
            return self.db.execute("select 1 from choices where tab=? and cid=?", (id_, cid)).fetchone() is not None

    def take_back(self, id_: str, to: int) -> None:
        """All choices from there on do not count any more."""
        with self._all_or_nothing() as db:
            (mark,) = db.execute("select coalesce(max(back), 0) + 1 from choices where tab=?", (id_,)).fetchone()
            db.execute("update choices set back=? where tab=? and rev>=? and back=0", (mark, id_, to))
            db.execute("delete from saves where tab=? and rev>?", (id_, to))

    def save(self, id_: str, rev: int, text: str) -> None:
        """A save, to tell later whether the table is the same; only the last one is of use."""
        with self._all_or_nothing() as db:
            db.execute("delete from saves where tab=?", (id_,))
            db.execute("insert into saves values(?,?,?)", (id_, rev, text))

    def now_by(self, id_: str, game: dict[str, Any], made: Sequence[Made]) -> None:
        """A table goes on by other rules, by which these choices are numbered; those behind them do not count."""
        with self._all_or_nothing() as db:
            db.execute("update tables set game=?, hoyle=? where id=?", (json.dumps(game), __version__, id_))
            db.execute("delete from saves where tab=?", (id_,))
            for rev, one in enumerate(made):
                db.execute("update choices set n=? where tab=? and rev=? and back=0", (one.n, id_, rev))
        self.take_back(id_, len(made))


def _person(person: Person) -> tuple[Any, ...]:
    return person.name, person.kind, person.bot, int(person.came), int(person.auto)
