"""A table with people around it: one task owns it, whatever is said to it is done one after the other.

Each socket is sent what its seat sees, is asked and is told, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, Protocol

import attrs

from hoyle.web import shown
from hoyle.web.house import House, Opened
from hoyle.web.people import BOTS, SEAT
from hoyle.web.refusals import Refused
from hoyle.web.store import OFTEN, Entry
from hoyle.web.tables import Table
from hoyle.web.turns import Turns

LOG = 300  # of what has happened, how much somebody who comes is told
SOCKETS = 4  # of one seat
CROWD = 40  # of everybody who has no seat
SCHEMA = 1

log = logging.getLogger("hoyle.web")


class Socket(Protocol):
    """Somebody who is connected. replay: whether they look at what was, and not at what is. `tell` never waits."""

    replay: bool

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
    """look: how it is drawn. make: makes what comes by itself; done: does what is said (see `messages.py`).

    heard: for every seat, and None for onlookers, how much of the news has been told. behind: what goes on beside the
    table and is told when it is done. busy: the seats for which something does.
    """

    house: House
    opened: Opened
    look: Any
    make: Callable[..., Turns]
    done: Callable[[Room, Socket, dict[str, Any]], dict[str, Any] | None]
    sockets: list[Socket] = attrs.field(factory=list)
    inbox: asyncio.Queue[Callable[[], None]] = attrs.field(factory=asyncio.Queue)
    heard: dict[int | None, int] = attrs.field(factory=dict)
    busy: set[int | None] = attrs.field(factory=set)
    behind: set[asyncio.Task[None]] = attrs.field(factory=set)
    task: asyncio.Task[None] | None = None
    table: Table = attrs.field(init=False)
    turns: Turns = attrs.field(init=False)
    meta: dict[str, Any] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.table = self.opened.table
        self.meta = shown.meta(self.table.state)
        self.turns = self.make(self.table, self.inbox.put_nowait, self.changed)

    def open(self) -> None:
        self.task = asyncio.create_task(self._work())
        self.plan()

    async def close(self) -> None:
        await self.turns.close()
        for task in (self.task, *self.behind):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task

    async def _work(self) -> None:
        while True:
            act = await self.inbox.get()
            try:
                act()
            except Exception:  # one mistake of ours is not the end of the table
                log.exception("a mistake at the table %s", self.table.id)

    def beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something go on beside the table."""
        task = asyncio.create_task(work)
        self.behind.add(task)
        task.add_done_callback(self.behind.discard)

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

    @property
    def watching(self) -> list[Socket]:
        """Those who look at what is."""
        return [socket for socket in self.sockets if not socket.replay]

    def _come(self, socket: Socket) -> None:
        seat = seen_by(socket.entry)
        self.sockets.append(socket)
        if seat is not None and not self.table.people[seat].came:
            self.table.people[seat].came = True
            self.keep(seat)
        hello = self._hello(socket.entry)
        if socket.replay:
            socket.tell(as_text({**hello, "revs": self.table.rev}))
            return
        socket.tell(as_text(hello))
        socket.tell(self._state(seat, whole=True))
        self.tell_people(but=socket)
        self.plan()

    def _go(self, socket: Socket) -> None:
        if socket in self.sockets:
            self.sockets.remove(socket)
            if not socket.replay:
                self.tell_people()
                self.plan()

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
        here = {seen_by(socket.entry) for socket in self.watching}
        return [
            {"seat": seat, "name": person.name, "kind": person.kind, "here": seat in here}
            | ({"bot": person.bot} if person.is_bot else {})
            for seat, person in enumerate(self.table.people)
        ]

    def tell_people(self, but: Socket | None = None) -> None:
        """Tell everybody who sits here."""
        text = as_text({"t": "people", "people": self._everybody()})
        for socket in self.watching:
            if socket is not but:
                socket.tell(text)

    def keep(self, seat: int) -> None:
        """Have it written down who sits at a seat."""
        self.house.store.person(self.table.id, seat, self.table.people[seat])

    # ------------------------------------------------------------------------------------------ telling

    @property
    def open_to_choices(self) -> bool:
        """Whether anything may be chosen: not while the table and its rules have parted."""
        return self.opened.parted is None

    def _state(self, seat: int | None, whole: bool = False) -> str:
        """Where the table stands, for whoever has the eyes of a seat. whole: with all that has happened."""
        table, state = self.table, self.table.state
        news = state.news(seat, 0 if whole else self.heard.get(seat, 0))
        if news:
            self.heard[seat] = news[-1]["i"] + 1
        elif whole:
            self.heard[seat] = 0
        said = {
            "t": "state",
            "rev": table.rev,
            "view": state.view(seat, data=True),
            "ask": shown.ask(state, seat) if self.open_to_choices else None,
            "news": news[-LOG:] if whole else news,
            "undo": table.undo_as_data(seat),
            "waits": table.waits(),
            "auto": seat is not None and table.people[seat].auto,
            "parted": self.opened.parted.as_data() if self.opened.parted is not None else None,
        }
        if whole:
            said["from"] = news[-LOG:][0]["i"] if news else 0
        return as_text(said)

    def tell_all(self, whole: bool = False) -> None:
        """Tell everybody where the table stands. whole: what has happened is no longer what it was."""
        texts: dict[int | None, str] = {}
        for socket in self.watching:
            seat = seen_by(socket.entry)
            if seat not in texts:
                texts[seat] = self._state(seat, whole)
            socket.tell(texts[seat])

    def changed(self, before: int) -> None:
        """Choices were made, or taken back; before: how many there were."""
        rev = self.table.rev
        self.turns.moment += 1
        self.tell_all(whole=rev < before)
        if rev // OFTEN > before // OFTEN:
            self.house.store.save(self.table.id, rev, self.table.state.save())
        self.plan()

    def plan(self) -> None:
        """Settle what comes by itself."""
        self.turns.plan(bool(self.watching), not self.open_to_choices)

    # ------------------------------------------------------------------------------------------ what is said

    def hear(self, socket: Socket, said: dict[str, Any]) -> None:
        """Somebody says something; it is done when what was said before is done."""
        self.inbox.put_nowait(partial(self._hear, socket, said))

    def _hear(self, socket: Socket, said: dict[str, Any]) -> None:
        if socket not in self.sockets:
            return
        try:
            answer = self.done(self, socket, said)
        except Refused as refused:
            socket.tell(as_text(self.no(said.get("cid"), refused)))
            return
        if answer is not None:
            socket.tell(as_text(answer))

    def no(self, cid: Any, refused: Refused) -> dict[str, Any]:
        """What somebody is told whose message was not done."""
        name = cid if isinstance(cid, str) and len(cid) <= 64 else None
        return {"t": "no", "cid": name, "rev": self.table.rev, **refused.data()}
