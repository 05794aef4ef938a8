"""A table with people around it: one task owns it, whatever is said to it is done one after the other.

Each socket is sent what its seat sees, is asked and is told, and nothing else. Bots answer after a pause that is the
same whatever they hold.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import math
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Any, Protocol

import attrs

from hoyle.web import shown
from hoyle.web.house import House, Opened
from hoyle.web.minds import NORMAL, Mind, thinks
from hoyle.web.people import BOTS, HOST, SEAT, bot_named, named
from hoyle.web.refusals import Refused
from hoyle.web.store import OFTEN, Entry
from hoyle.web.tables import PATIENCE, Table, called

PACE = 0.7  # seconds before a bot answers
LOG = 300  # of what has happened, how much somebody who comes is told
SOCKETS = 4  # of one seat
CROWD = 40  # of everybody who has no seat
DEADLINE = 10.0  # seconds that a bot may think
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
    """pace: seconds before a bot answers. pool: where bots think. heard: for every seat, and None for onlookers, how
    much of the news has been told.

    moment: how often the table has changed. once: the moment at which a bot answers for a person; planned: for which
    moment an answer that comes by itself is on its way, and how.
    """

    house: House
    opened: Opened
    look: Any = None
    pace: float = PACE
    pool: Executor | None = None
    sockets: list[Socket] = attrs.field(factory=list)
    inbox: asyncio.Queue[Callable[[], None]] = attrs.field(factory=asyncio.Queue)
    heard: dict[int | None, int] = attrs.field(factory=dict)
    once: int = -1
    moment: int = 0
    planned: tuple[Any, ...] | None = None
    answering: asyncio.Task[None] | None = None
    hinting: set[int] = attrs.field(factory=set)
    behind: set[asyncio.Task[None]] = attrs.field(factory=set)
    task: asyncio.Task[None] | None = None
    table: Table = attrs.field(init=False)
    mind: Mind = attrs.field(init=False)
    meta: dict[str, Any] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.table = self.opened.table
        self.meta = shown.meta(self.table.state)
        self._forget()

    def open(self) -> None:
        self.task = asyncio.create_task(self._work())
        self._plan()

    async def close(self) -> None:
        for task in (self.answering, self.task, *self.behind):
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
        self.moment += 1
        self.tell_all(whole=rev < before)
        if rev // OFTEN > before // OFTEN:
            self.house.store.save(self.table.id, rev, self.table.state.save())
        self._plan()

    # ------------------------------------------------------------------------------------------ what comes by itself

    def _plan(self) -> None:
        """Settle how the next answer comes by itself, if one does. What is on its way already stays."""
        plan = self._by_itself()
        if plan == self.planned:
            return
        if self.answering is not None:
            self.answering.cancel()
        self.planned, self.answering = plan, None
        if plan is not None:
            self.answering = asyncio.create_task(self._answer_later(*plan))

    def _by_itself(self) -> tuple[int, str, str | None, bool] | None:
        """The moment, who answers (a bot or what is forced), which bot thinks about it, and whether anybody watches."""
        table = self.table
        if table.state.over or table.undo is not None or not self._open:
            return None
        person, watched = table.people[table.state.player], bool(self.sockets)
        if not watched and all(person.is_bot for person in table.people):
            return None  # nobody will ever come back to it but to watch
        if table.forced() and (person.is_bot or person.auto):
            return self.moment, "bot" if person.is_bot else "auto", None, watched
        if person.is_bot or self.once == self.moment:
            bot = person.bot if person.is_bot else NORMAL
            return self.moment, "bot", bot if thinks(bot) else None, watched
        return None

    async def _answer_later(self, moment: int, by: str, bot: str | None, watched: bool) -> None:
        """Answer after a pause. Somebody who thinks for longer answers with the end of a later pause."""
        clock = asyncio.get_running_loop().time
        begun = clock()
        number = await self._thought(bot) if bot is not None else None
        if watched and self.pace:
            took = clock() - begun
            await asyncio.sleep(max(math.ceil(took / self.pace), 1) * self.pace - took)
        self.inbox.put_nowait(partial(self._answer, moment, by, number))

    async def _thought(self, bot: str) -> int | None:
        """What a bot thinks best; None if it takes too long, which leaves it to chance."""
        made, mind = [made.n for made in self.table.made], self.mind
        loop = asyncio.get_running_loop()
        try:
            await loop.run_in_executor(self.pool, mind.ready)
            return await asyncio.wait_for(loop.run_in_executor(self.pool, mind.choose, made, bot), DEADLINE)
        except TimeoutError:
            log.warning("a bot at the table %s thought for too long, so chance answered", self.table.id)
            self._forget()  # that one may still be thinking
        except Exception:
            log.exception("a bot at the table %s could not think", self.table.id)
            self._forget()
        return None

    def _forget(self) -> None:
        table = self.table
        self.mind = Mind(table.game, table.seed, table.secret)

    def _answer(self, moment: int, by: str, number: int | None) -> None:
        """A bot answers, or what is forced is answered."""
        table, plan = self.table, self._by_itself()
        if plan is None or plan[0] != moment:
            return
        before = table.rev
        try:
            table.answer_by_number(table.drawn(len(table.state.choices)) if number is None else number, by)
        except Refused as refused:
            log.warning("the table %s stands still: %s", table.id, refused.says)
            return
        self._changed(before)

    # ------------------------------------------------------------------------------------------ what is said

    def hear(self, socket: Socket, said: dict[str, Any]) -> None:
        """Somebody says something; it is done when what was said before is done."""
        self.inbox.put_nowait(partial(self._hear, socket, said))

    def _hear(self, socket: Socket, said: dict[str, Any]) -> None:
        if socket not in self.sockets:
            return
        cid = said.get("cid")
        try:
            answer = self._done(socket, said)
        except Refused as refused:
            socket.tell(as_text(self._no(cid, refused)))
            return
        if answer is not None:
            socket.tell(as_text(answer))

    def _done(self, socket: Socket, said: dict[str, Any]) -> dict[str, Any] | None:
        """What is answered to a message, once it is done. Raises Refused."""
        entry = socket.entry
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
            case "hint":
                self._hint(socket, cid)
                return None
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

    def _hint(self, socket: Socket, cid: str) -> None:
        """What a bot would do, told to whoever is asked and nobody else."""
        seat = _own(socket.entry)
        if self.table.state.over or self.table.state.player != seat:
            raise Refused("turn", "somebody else is asked now", "ask for a hint when you are asked")
        if seat in self.hinting:
            raise Refused("hint", "you have asked for a hint already", "wait for it")
        self.hinting.add(seat)
        task = asyncio.create_task(self._hinted(socket, seat, cid, self.moment))
        self.behind.add(task)
        task.add_done_callback(self.behind.discard)

    async def _hinted(self, socket: Socket, seat: int, cid: str, moment: int) -> None:
        made, mind = [made.n for made in self.table.made], self.mind
        loop = asyncio.get_running_loop()
        said: dict[str, Any] = {"t": "hint", "cid": cid}
        try:
            await loop.run_in_executor(self.pool, mind.ready)
            said |= await asyncio.wait_for(loop.run_in_executor(self.pool, mind.hint, made), DEADLINE)
        except TimeoutError:
            self._forget()
            said = self._no(cid, Refused("late", "thinking about this takes too long", "choose without a hint"))
        except Exception:
            log.exception("no hint at the table %s", self.table.id)
            said = self._no(cid, Refused("hint", "nobody knows what to do here", "choose without a hint"))
        finally:
            self.hinting.discard(seat)
        if moment == self.moment and socket in self.sockets:
            socket.tell(as_text(said))

    def _no(self, cid: Any, refused: Refused) -> dict[str, Any]:
        name = cid if isinstance(cid, str) else None
        return {"t": "no", "cid": name, "rev": self.table.rev, **refused.data()}

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
                self.table.left(seat)
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
        self.once = self.moment


def _own(entry: Entry) -> int:
    """The seat of whoever says something that only players may say."""
    if entry.role != SEAT or entry.seat is None:
        raise Refused("seat", "only players may do that", "come with the link of a seat")
    return entry.seat
