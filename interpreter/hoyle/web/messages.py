"""What may be said at a table, message by message: what is done then, and what is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from hoyle.web import replays, shown
from hoyle.web.people import HOST, SEAT, bot_named, digest, named, token
from hoyle.web.refusals import Refused
from hoyle.web.room import Room, Socket, as_text, seen_by
from hoyle.web.store import Entry
from hoyle.web.tables import called

log = logging.getLogger("hoyle.web")

Answer = dict[str, Any] | None
Asks = Callable[[Room, Socket, str, dict[str, Any]], Answer]
UNHEARD = Refused("message", "there is no such message", "see the protocol in grammar/TABLE.md")


def done(room: Room, socket: Socket, said: dict[str, Any]) -> Answer:
    """What is answered to a message, once it is done. Raises Refused."""
    if said["t"] == "ping":
        return {"t": "pong"}
    cid = called(said.get("cid"))
    asks = (REPLAYED if socket.replay else ASKED).get(said["t"])
    if asks is not None:
        return asks(room, socket, cid, said)
    does = None if socket.replay else DONE.get(said["t"])
    if does is None:
        raise UNHEARD
    before, moment = room.table.rev, room.turns.moment
    does(room, socket.entry, said)
    if room.table.rev != before:
        room.changed(before)
    elif room.turns.moment == moment:
        room.tell_all()
        room.plan()
    return {"t": "ok", "cid": cid, "rev": room.table.rev}


def own(entry: Entry) -> int:
    """The seat of whoever says something that only players may say."""
    if entry.role != SEAT or entry.seat is None:
        raise Refused("seat", "only players may do that", "come with the link of a seat")
    return entry.seat


# ---------------------------------------------------------------------------------------------- what changes something


def choose(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    _may_go_on(room)
    room.table.choose(own(entry), said.get("rev"), said["cid"], said.get("picks"))


def undo(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    _may_go_on(room)
    room.table.ask_undo(own(entry), said.get("to"))


def agree(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    room.table.agree(own(entry), said.get("yes"))


def auto(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """Answers that are forced are given by themselves, or no longer."""
    seat = own(entry)
    room.table.people[seat].auto = said.get("on") is True
    room.keep(seat)


def name(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    seat = own(entry)
    room.table.people[seat].name = named(said.get("name"))
    room.keep(seat)
    room.tell_people()


def bot(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """Hand a seat to a bot, or take it back."""
    seat = _seat(room, said)
    if entry.role != HOST and seen_by(entry) != seat:
        raise Refused("host", "only its player and the host may do that", "ask one of them")
    person = room.table.people[seat]
    match said.get("kind"):
        case "bot":
            person.kind, person.bot = "bot", bot_named(said.get("bot") or "normal")
            room.table.left(seat)
        case "person":
            person.kind, person.bot = "person", None
        case _:
            raise Refused("kind", "a seat is a person's or a bot's", 'say "person" or "bot"')
    room.keep(seat)
    room.tell_people()


def _seat(room: Room, said: dict[str, Any]) -> int:
    """The seat that a message is about."""
    seat = said.get("seat")
    if seat.__class__ is not int or seat not in room.table.seats:
        raise Refused("seat", "there is no such seat", f"seats are numbered 0 to {len(room.table.seats) - 1}")
    return int(seat)


def nudge(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """A bot answers for whoever has let others wait."""
    if entry.role not in (SEAT, HOST):
        raise Refused("seat", "only players and the host may do that", "come with the link of a seat")
    _may_go_on(room)
    room.turns.nudge(seen_by(entry))


def _may_go_on(room: Room) -> None:
    if not room.open_to_choices:
        raise Refused("parted", "the rules have changed under this table", "wait until its host has decided")


# ---------------------------------------------------------------------------------------------- what only asks


def why(room: Room, socket: Socket, cid: str, said: dict[str, Any]) -> Answer:
    text = said.get("text")
    if not isinstance(text, str):
        raise Refused("text", "why what?", "send a text")
    return {"t": "because", "cid": cid, "found": shown.because(room.table.state, seen_by(socket.entry), text)}


def hint(room: Room, socket: Socket, cid: str, said: dict[str, Any]) -> Answer:
    """What a bot would do, told to whoever is asked and nobody else."""
    seat = own(socket.entry)
    if room.table.state.over or room.table.state.player != seat:
        raise Refused("turn", "somebody else is asked now", "ask for a hint when you are asked")
    if room.table.altered:
        raise Refused(
            "altered", "this table was changed by hand, so nobody can think about it", "choose without a hint"
        )
    _not_busy(room, seat)
    room.beside(_hinted(room, socket, seat, cid, room.turns.moment))
    return None


async def _hinted(room: Room, socket: Socket, seat: int, cid: str, moment: int) -> None:
    turns = room.turns
    numbers, mind = turns.numbers, turns.mind
    try:
        said = {"t": "hint", "cid": cid, **await turns.think(lambda: mind.hint(numbers))}
    except TimeoutError:
        said = room.no(cid, Refused("late", "thinking about this takes too long", "choose without a hint"))
    except Exception:
        log.exception("no hint at the table %s", room.table.id)
        turns.forget()
        said = room.no(cid, Refused("hint", "nobody knows what to do here", "choose without a hint"))
    finally:
        room.busy.discard(seat)
    if moment != turns.moment:
        said = room.no(cid, Refused("stale", "the table has moved on since that was asked", "ask again"))
    if socket in room.sockets:
        socket.tell(as_text(said))


def look(room: Room, socket: Socket, cid: str, said: dict[str, Any]) -> Answer:
    return replays.look(room.table, seen_by(socket.entry), said.get("rev"), said.get("seat")) | {"cid": cid}


def link(room: Room, socket: Socket, cid: str, said: dict[str, Any]) -> Answer:
    """Another link for a seat, told to the host alone; whoever came by the old one has to go."""
    _host(socket.entry)
    seat = _seat(room, said)
    made = token()
    room.house.store.renew(room.table.id, seat, digest(made))
    for other in room.sockets:
        if seen_by(other.entry) == seat:
            other.leave(4401)
    return {"t": "link", "cid": cid, "seat": seat, "token": made}


def export(room: Room, socket: Socket, cid: str, said: dict[str, Any]) -> Answer:
    """The game as a file; a scenario is tried before it is handed out, which takes a while."""
    make = replays.export(room.table, socket.entry, said.get("as"), room.workshop)
    seat = seen_by(socket.entry)
    _not_busy(room, seat)
    room.beside(_exported(room, socket, seat, cid, make))
    return None


async def _exported(room: Room, socket: Socket, seat: int | None, cid: str, make: Callable[[], dict[str, Any]]) -> None:
    try:
        said = {"cid": cid, **await asyncio.to_thread(make)}
    except Refused as refused:
        said = room.no(cid, refused)
    except Exception:
        log.exception("no file of the table %s", room.table.id)
        said = room.no(cid, Refused("export", "this game cannot be written down", "tell those who made Hoyle"))
    finally:
        room.busy.discard(seat)
    if socket in room.sockets:
        socket.tell(as_text(said))


def _not_busy(room: Room, seat: int | None) -> None:
    """One thing after the other: whoever asks for what takes long waits for it."""
    if seat in room.busy:
        raise Refused("busy", "you have asked for something already that takes a while", "wait for it")
    room.busy.add(seat)


def rules(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """The host takes the new rules from where they part, or keeps the old ones."""
    _host(entry)
    room.settle(said.get("take"))


def author(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """Whoever writes the game sees all of it, or no longer."""
    _host(entry)
    if not room.workshop:
        raise Refused("workshop", "this table is no workshop", "start the server with --watch")
    room.authors = said.get("on") is True


def jump(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """Back to a moment, without asking anybody."""
    author(room, entry, {"on": room.authors})
    rev = said.get("rev")
    if rev.__class__ is not int or not 0 <= rev <= room.table.rev:
        raise Refused("rev", "there was no such moment", f"moments are numbered 0 to {room.table.rev}")
    if rev < room.table.rev:
        room.table.undo = None
        room.table.back_to(rev)


def change(room: Room, entry: Entry, said: dict[str, Any]) -> None:
    """A card or a value is changed, and play goes on from there."""
    author(room, entry, {"on": room.authors})
    _may_go_on(room)
    room.table.alter({name: said[name] for name in ("card", "value") if name in said})


def _host(entry: Entry) -> Entry:
    if entry.role != HOST:
        raise Refused("host", "only the host may do that", "come with the link of the host")
    return entry


DONE: dict[str, Callable[[Room, Entry, dict[str, Any]], None]] = {
    "choose": choose,
    "undo": undo,
    "agree": agree,
    "auto": auto,
    "name": name,
    "bot": bot,
    "nudge": nudge,
    "rules": rules,
    "author": author,
    "jump": jump,
    "change": change,
}
ASKED: dict[str, Asks] = {"why": why, "hint": hint, "export": export, "link": link}
REPLAYED: dict[str, Asks] = {"look": look, "export": export}
