"""A table with people around it: one task owns it, whatever is said to it is done one after the other.

Each socket is sent what its seat sees, is asked and is told, and nothing else. Bots answer after a pause that is the
same whatever they hold.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

import attrs

from hoyle.web import shown
from hoyle.web.house import House, Opened
from hoyle.web.people import BOTS, HOST, SEAT, bot_named, named
from hoyle.web.refusals import Refused
from hoyle.web.store import OFTEN, Entry
from hoyle.web.tables import PATIENCE, Table, called

PACE = 0.7  # seconds before a bot answers
LOG = 300  # of what has happened, how much somebody who comes is told
SOCKETS = 4  # of one seat
CROWD = 40  # of everybody who has no seat
SCHEMA = 1

log = logging.getLogger("hoyle.web")


class Socket(Protocol):
    """Somebody who is connected. `tell` never waits."""

    @property
    def entry(self) -> Entry: ...

    def tell(self, text: str) -> None: ...


def as_text(said: dict[str, Any]) -> str:
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def seen_by(entry: Entry) -> int | None:
    """Whose eyes somebody has: those of their seat, or those of nobody in particular."""
    return entry.seat if entry.role == SEAT else None


@attrs.define(eq=False)
class Room:
    """pace: seconds before a bot answers. heard: for every seat, and None for onlookers, how much of the news has been
    told. once: the moment at which a bot answers for a person."""

    house: House
    opened: Opened
    look: Any = None
    pace: float = PACE
    sockets: list[Socket] = attrs.field(factory=list)
    inbox: asyncio.Queue[Callable[[], None]] = attrs.field(factory=asyncio.Queue)
    heard: dict[int | None, int] = attrs.field(factory=dict)
    once: int = -1
    timer: asyncio.TimerHandle | None = None
    task: asyncio.Task[None] | None = None
    table: Table = attrs.field(init=False)
    meta: dict[str, Any] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.table = self.opened.table
        self.meta = shown.meta(self.table.state)

    def open(self) -> None:
        self.task = asyncio.create_task(self._work())
        self._plan()

    async def close(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
        if self.task is not None:
            self.task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.task

    async def _work(self) -> None:
        while True:
            act = await self.inbox.get()
            try:
                act()
            except Exception:  # one mistake of ours is not the end of the table
                log.exception("a mistake at the table %s", self.table.id)

    # ------------------------------------------------------------------------------------------ coming and going

    def come(self, socket: Socket) -> None:
        """Somebody has come, and is told where the table stands."""
        self.inbox.put_nowait(partial(self._come, socket))

    def go(self, socket: Socket) -> None:
        """Somebody has gone."""
        self.inbox.put_nowait(partial(self._go, socket))

    def full(self, entry: Entry) -> bool:
        """Whether there are enough sockets of that seat."""
        same = sum(seen_by(s.entry) == seen_by(entry) for s in self.sockets)
        return same >= (SOCKETS if entry.role == SEAT else CROWD)

    def _come(self, socket: Socket) -> None:
        seat = seen_by(socket.entry)
        alone = not self.sockets
        self.sockets.append(socket)
        if seat is not None and not self.table.people[seat].came:
            self.table.people[seat].came = True
            self._keep(seat)
        socket.tell(as_text(self._hello(socket.entry)))
        socket.tell(self._state(seat, whole=True))
        self._people(but=socket)
        if alone:
            self._plan()

    def _go(self, socket: Socket) -> None:
        if socket in self.sockets:
            self.sockets.remove(socket)
            self._people()
            if not self.sockets:
                self._plan()

    def _hello(self, entry: Entry) -> dict[str, Any]:
        return {
            "t": "hello",
            "schema": SCHEMA,
            "table": self.table.id,
            "you": seen_by(entry),
            "role": entry.role,
            "meta": self.meta,
            "look": self.look,
            "people": self._everybody(),
            "bots": [{"name": name, "title": title} for name, title in BOTS.items()],
        }

    def _everybody(self) -> list[dict[str, Any]]:
        here = {seen_by(socket.entry) for socket in self.sockets}
        return [
            {"seat": seat, "name": person.name, "kind": person.kind, "here": seat in here}
            | ({"bot": person.bot} if person.is_bot else {})
            for seat, person in enumerate(self.table.people)
        ]

    def _people(self, but: Socket | None = None) -> None:
        text = as_text({"t": "people", "people": self._everybody()})
        for socket in self.sockets:
            if socket is not but:
                socket.tell(text)

    def _keep(self, seat: int) -> None:
        self.house.keep_person(self.table.id, seat, self.table.people[seat])

    # ------------------------------------------------------------------------------------------ telling

    def _state(self, seat: int | None, whole: bool = False) -> str:
        """Where the table stands, for whoever has the eyes of a seat. whole: with all that has happened."""
        table, state = self.table, self.table.state
        news = state.news(seat, 0 if whole else self.heard.get(seat, 0))
        if whole:
            news = news[-LOG:]
        if news:
            self.heard[seat] = news[-1]["i"] + 1
        elif whole:
            self.heard[seat] = 0
        said = {
            "t": "state",
            "rev": table.rev,
            "view": state.view(seat, data=True),
            "ask": shown.ask(state, seat) if self._open else None,
            "news": news,
            "undo": table.undo_as_data(seat),
            "waits": table.waits(),
            "auto": seat is not None and table.people[seat].auto,
            "parted": self.opened.parted.as_data() if self.opened.parted is not None else None,
        }
        if whole:
            said["from"] = news[0]["i"] if news else 0
        return as_text(said)

    @property
    def _open(self) -> bool:
        """Whether anything may be chosen."""
        return self.opened.parted is None

    def tell_all(self, whole: bool = False) -> None:
        """Tell everybody where the table stands. whole: what has happened is no longer what it was."""
        texts: dict[int | None, str] = {}
        for socket in self.sockets:
            seat = seen_by(socket.entry)
            if seat not in texts:
                texts[seat] = self._state(seat, whole)
            socket.tell(texts[seat])

    def _changed(self, before: int) -> None:
        """Choices were made, or taken back; before: how many there were."""
        rev = self.table.rev
        self.tell_all(whole=rev < before)
        if rev // OFTEN > before // OFTEN:
            self.house.store.save(self.table.id, rev, self.table.state.save())
        self._plan()

    # ------------------------------------------------------------------------------------------ what comes by itself

    def _plan(self) -> None:
        """Settle when the next answer comes by itself, if one does."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if not self._by_itself() or not self._worth_it():
            return
        act = partial(self.inbox.put_nowait, partial(self._answer, self.table.rev))
        self.timer = asyncio.get_running_loop().call_later(self.pace if self.sockets else 0, act)

    def _by_itself(self) -> bool:
        table = self.table
        if table.state.over or table.undo is not None or not self._open:
            return False
        person = table.people[table.state.player]
        return person.is_bot or self.once == table.rev or (person.auto and table.forced() is not None)

    def _worth_it(self) -> bool:
        """Whether somebody watches, or will come back to a table of bots and people."""
        return bool(self.sockets) or any(not person.is_bot for person in self.table.people)

    def _answer(self, rev: int) -> None:
        """A bot answers, or what is forced is answered."""
        table = self.table
        if rev != table.rev or not self._by_itself():
            return
        person = table.people[table.state.player]
        forced = table.forced()
        by = "bot" if person.is_bot or self.once == rev else "auto"
        number = forced if forced is not None else table.drawn(len(table.state.choices))
        try:
            table.answer_by_number(number, by)
        except Refused as refused:
            log.warning("the table %s stands still: %s", table.id, refused.says)
            return
        self._changed(rev)

    # ------------------------------------------------------------------------------------------ what is said

    def hear(self, socket: Socket, said: dict[str, Any]) -> None:
        """Somebody says something; it is done when what was said before is done."""
        self.inbox.put_nowait(partial(self._hear, socket, said))

    def _hear(self, socket: Socket, said: dict[str, Any]) -> None:
        if socket not in self.sockets:
            return
        cid = said.get("cid")
        try:
            answer = self._done(socket.entry, said)
        except Refused as refused:
            name = cid if isinstance(cid, str) else None
            socket.tell(as_text({"t": "no", "cid": name, "rev": self.table.rev, **refused.data()}))
            return
        if answer is not None:
            socket.tell(as_text(answer))

    def _done(self, entry: Entry, said: dict[str, Any]) -> dict[str, Any] | None:
        """What is answered to a message, once it is done. Raises Refused."""
        if said["t"] == "ping":
            return {"t": "pong"}
        cid = called(said.get("cid"))
        before = self.table.rev
        ok = {"t": "ok", "cid": cid, "rev": before}
        match said["t"]:
            case "choose":
                self._may_go_on()
                self.table.choose(_own(entry), said.get("rev"), cid, said.get("picks"))
            case "why":
                text = said.get("text")
                if not isinstance(text, str):
                    raise Refused("text", "why what?", "send a text")
                found = shown.because(self.table.state, seen_by(entry), text)
                return {"t": "because", "cid": cid, "found": found}
            case "undo":
                self._may_go_on()
                self.table.ask_undo(_own(entry), said.get("to"))
            case "agree":
                self.table.agree(_own(entry), said.get("yes"))
            case "auto":
                self._set(_own(entry), auto=said.get("on") is True)
            case "name":
                self._set(_own(entry), name=named(said.get("name")))
                self._people()
            case "bot":
                self._hand(entry, said)
            case "nudge":
                self._nudge(entry)
            case _:
                raise Refused("message", "there is no such message", "see grammar/TABLE.md")
        if self.table.rev == before:
            self.tell_all()
            self._plan()
        else:
            self._changed(before)
        return {**ok, "rev": self.table.rev}

    def _may_go_on(self) -> None:
        if not self._open:
            raise Refused("parted", "the rules have changed under this table", "wait until its host has decided")

    def _set(self, seat: int, **what: Any) -> None:
        for name, value in what.items():
            setattr(self.table.people[seat], name, value)
        self._keep(seat)

    def _hand(self, entry: Entry, said: dict[str, Any]) -> None:
        """Hand a seat to a bot, or take it back."""
        seat = said.get("seat")
        if seat.__class__ is not int or seat not in self.table.seats:
            raise Refused("seat", "there is no such seat", f"seats are numbered 0 to {len(self.table.seats) - 1}")
        if entry.role != HOST and seen_by(entry) != seat:
            raise Refused("host", "only its player and the host may do that", "ask one of them")
        match said.get("kind"):
            case "bot":
                self._set(seat, kind="bot", bot=bot_named(said.get("bot") or "normal"))
                before = self.table.rev
                self.table.left(seat)
                if self.table.rev < before:
                    self.tell_all(whole=True)
            case "person":
                self._set(seat, kind="person", bot=None)
            case _:
                raise Refused("kind", "a seat is a person's or a bot's", 'say "person" or "bot"')
        self._people()

    def _nudge(self, entry: Entry) -> None:
        """Others have waited long enough: a bot answers this once."""
        table = self.table
        if table.state.over or seen_by(entry) == table.state.player or entry.role not in (SEAT, HOST):
            raise Refused("nudge", "nobody lets you wait", "go on")
        left = PATIENCE - (table.now() - table.asked)
        if left > 0:
            raise Refused("nudge", "it is too early for that", f"wait another {int(left) + 1} seconds")
        self.once = table.rev


def _own(entry: Entry) -> int:
    """The seat of whoever says something that only players may say."""
    if entry.role != SEAT or entry.seat is None:
        raise Refused("seat", "only players may do that", "come with the link of a seat")
    return entry.seat
