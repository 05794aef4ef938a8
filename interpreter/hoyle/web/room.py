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

from hoyle.run.carried import named
from hoyle.web import shown
from hoyle.web.house import House, Opened
from hoyle.web.people import BOTS, HOST, SEAT
from hoyle.web.refusals import Refused
from hoyle.web.store import OFTEN, Entry
from hoyle.web.tables import Table
from hoyle.web.turns import Turns
from hoyle.web.workshop import Reread, as_data, panel, stamps

LOG = 300  # of what has happened, how much somebody who comes is told
SOCKETS = 4  # of one seat
CROWD = 40  # of everybody who has no seat
SCHEMA = 1

MISTAKE = Refused("mistake", "this is a mistake of Hoyle, and nothing was done", "please report what you did")

log = logging.getLogger("hoyle.web")


class Socket(Protocol):
    """Somebody who is connected. replay: whether they look at what was, and not at what is. Neither `tell` nor `leave`
    waits; who leaves is told no more, and gone soon."""

    replay: bool

    @property
    def entry(self) -> Entry: ...

    def tell(self, text: str) -> None: ...

    def leave(self, code: int) -> None: ...


def as_text(said: dict[str, Any]) -> str:
    return json.dumps(said, separators=(",", ":"), ensure_ascii=False)


def seen_by(entry: Entry) -> int | None:
    """Whose eyes somebody has: those of their seat, or those of nobody in particular."""
    return entry.seat if entry.role == SEAT else None


@attrs.define(eq=False)
class Room:
    """make: makes what comes by itself; done: does what is said (see `messages.py`).

    heard: for every seat, and None for onlookers, how much of the news has been told. behind: what goes on beside the
    table and is told when it is done. busy: the seats for which something does.

    left: when the last of them went. workshop: whether its files are watched; stamps: as they were read; authors:
    whether the host sees all of it; broken: what is wrong with the files now; waiting: rules that the table has parted
    with, until the host decides.
    """

    house: House
    opened: Opened
    make: Callable[..., Turns]
    done: Callable[[Room, Socket, dict[str, Any]], dict[str, Any] | None]
    sockets: list[Socket] = attrs.field(factory=list)
    inbox: asyncio.Queue[Callable[[], None]] = attrs.field(factory=asyncio.Queue)
    heard: dict[int | None, int] = attrs.field(factory=dict)
    busy: set[int | None] = attrs.field(factory=set)
    behind: set[asyncio.Task[None]] = attrs.field(factory=set)
    task: asyncio.Task[None] | None = None
    left: float = 0.0
    workshop: bool = False
    authors: bool = False
    stamps: dict[Any, Any] = attrs.field(factory=dict)
    waiting: Reread | None = None
    broken: list[dict[str, Any]] = attrs.field(factory=list)
    table: Table = attrs.field(init=False)
    turns: Turns = attrs.field(init=False)
    meta: dict[str, Any] = attrs.field(init=False)
    look: Any = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.table = self.opened.table
        self.left = self.table.now()
        self._introduce()
        self.turns = self.make(self.table, self.inbox.put_nowait, self.changed, self._stands_still)
        if self.workshop:
            self.stamps = stamps(self.table.game) or self.house.catalogue.unseen(self.opened.source)

    def _introduce(self) -> None:
        """What there is to know of the game, and how it is drawn."""
        self.meta = shown.meta(self.table.state)
        self.look = self.house.look(self.opened.source, self.table.game)

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

    def full(self, entry: Entry) -> bool:
        """Whether there are enough sockets of that seat."""
        same = sum(seen_by(s.entry) == seen_by(entry) for s in self.sockets)
        return same >= (SOCKETS if entry.role == SEAT else CROWD)

    @property
    def watching(self) -> list[Socket]:
        """Those who look at what is."""
        return [socket for socket in self.sockets if not socket.replay]

    def forsaken(self, since: float) -> bool:
        """Whether nobody has been here for so long, and nobody plays."""
        return not self.sockets and self.turns.planned is None and self.table.now() - self.left > since

    def come(self, socket: Socket) -> None:
        """Somebody has come, and is told where the table stands."""
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
        socket.tell(self._state(seat, whole=True, author=self._shows_all(socket)))
        if self.broken and socket.entry.role == HOST:
            socket.tell(as_text({"t": "broken", "diagnostics": self.broken}))
        self.tell_people(but=socket)
        self.plan()

    def go(self, socket: Socket) -> None:
        """Somebody has gone."""
        if socket in self.sockets:
            self.sockets.remove(socket)
            self.left = self.table.now()
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

    def _shows_all(self, socket: Socket) -> bool:
        return self.workshop and self.authors and socket.entry.role == HOST

    def _state(self, seat: int | None, whole: bool = False, author: bool = False) -> str:
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
        if author:
            said["author"] = panel(state)
        return as_text(said)

    def tell_all(self, whole: bool = False) -> None:
        """Tell everybody where the table stands. whole: what has happened is no longer what it was."""
        texts: dict[tuple[int | None, bool], str] = {}
        heard = dict(self.heard)
        for socket in self.watching:
            who = seen_by(socket.entry), self._shows_all(socket)
            if who not in texts:
                self.heard[who[0]] = heard.get(who[0], 0)  # what two of them are told is the same
                texts[who] = self._state(who[0], whole, who[1])
            socket.tell(texts[who])

    def changed(self, before: int) -> None:
        """Choices were made, or taken back; before: how many there were."""
        rev = self.table.rev
        self.turns.moment += 1
        self.tell_all(whole=rev < before)
        if rev // OFTEN > before // OFTEN:
            self.house.store.save(self.table.id, rev, self.table.state.save())
        self.plan()

    def _stands_still(self, refused: Refused) -> None:
        """An answer that came by itself could not be made, which everybody should know."""
        log.warning("the table %s stands still: %s", self.table.id, refused.says)
        for socket in self.watching:
            socket.tell(as_text(self.no(None, refused)))

    def plan(self) -> None:
        """Settle what comes by itself."""
        self.turns.plan(bool(self.watching), not self.open_to_choices)

    # ------------------------------------------------------------------------------------------ other rules

    def read_again(self, found: Reread) -> None:
        """The files have changed, and were read again."""
        self.stamps = found.known
        if found.replay is None or found.game is None:
            self.broken = as_data(found.wrong)
            self._tell_hosts({"t": "broken", "diagnostics": self.broken})
            return
        self.broken, self.waiting, self.opened.parted = [], None, found.replay.parted
        self._tell_hosts({"t": "mended"})
        if found.replay.parted is None:
            self._go_on_by(found)
            return
        self.waiting = found
        self.tell_all()
        self.plan()

    def settle(self, take: Any) -> None:
        """The host decides by which rules the table goes on."""
        if self.opened.parted is None:
            raise Refused("rules", "the table and its rules have not parted", "go on")
        if take == "new":
            found, self.opened.parted = self.waiting, None
            if found is None:  # the table stands there already, since it was opened
                self.house.store.now_by(self.table.id, named(self.table.game), self.table.made)
                self.turns.moment += 1
            else:
                self._go_on_by(found)
        elif take == "old" and self.waiting is not None:
            self.opened.parted = None
        elif take == "old":
            raise Refused(
                "rules", "the old rules are not here any more", 'take "new", or serve it with the older Hoyle'
            )
        else:
            raise Refused("rules", "there are new rules and old ones", 'say "new" or "old"')
        self.waiting = None

    def _go_on_by(self, found: Reread) -> None:
        """The table goes on by other rules, as far as its choices could be made by them."""
        assert found.replay is not None and found.game is not None
        self.house.store.now_by(self.table.id, named(found.game), found.replay.made)
        self.table.adopt(found.replay.state, found.replay.logs, found.replay.made)
        self._introduce()
        self.turns.forget()
        self.turns.moment += 1
        for socket in self.watching:
            socket.tell(as_text(self._hello(socket.entry)))
        self.tell_all(whole=True)
        self.plan()

    def _tell_hosts(self, said: dict[str, Any]) -> None:
        for socket in self.watching:
            if socket.entry.role == HOST:
                socket.tell(as_text(said))

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
        except Exception:
            log.exception("a mistake at the table %s", self.table.id)
            socket.tell(as_text(self.no(said.get("cid"), MISTAKE)))
            return
        if answer is not None:
            socket.tell(as_text(answer))

    def no(self, cid: Any, refused: Refused) -> dict[str, Any]:
        """What somebody is told whose message was not done."""
        name = cid if isinstance(cid, str) and len(cid) <= 64 else None
        return {"t": "no", "cid": name, "rev": self.table.rev, **refused.data()}
