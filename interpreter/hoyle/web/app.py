"""The server: pages, the lobby's two requests, and the socket of a table. Everything else is behind it.

Whoever comes is a stranger: what they send is small, seldom and of a known form, or they are let go of.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import attrs
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from hoyle.web.house import House
from hoyle.web.messages import done
from hoyle.web.refusals import Refused
from hoyle.web.room import Room, as_text
from hoyle.web.store import Entry
from hoyle.web.tables import Table
from hoyle.web.turns import PACE, Turns
from hoyle.web.workshop import watch

PAGES = Path(__file__).parent / "page"
FORSAKEN = 600.0  # seconds after which a table is closed that nobody is at
LARGEST, BODY = 8_192, 65_536  # bytes of a message, and of what asks for a table
RATE, BURST = 8.0, 3.0  # messages a second, and for how many seconds they may be saved up
JOIN, SEND = 10.0, 5.0  # seconds to say who one is, and to take what is sent
BEHIND = 100  # messages that wait for somebody who reads slowly
HERE = ("localhost", "127.0.0.1", "[::1]")
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
BAD, UNKNOWN, GONE, SLOW, MANY = 4400, 4401, 4410, 4408, 4429
POLICY = (
    "default-src 'none'; script-src 'nonce-{nonce}' 'self'; style-src 'nonce-{nonce}' 'self'; connect-src 'self'; "
    "img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SAFE = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


@attrs.define(eq=False)
class Server:
    """hosts: the names that it may be called by. pace: seconds before a bot answers; join: to say who one is; rate:
    messages a second; workshop: whether files are watched. rooms: tables that are open."""

    house: House
    hosts: tuple[str, ...] = HERE
    pace: float = PACE
    join: float = JOIN
    rate: float = RATE
    workshop: bool = False
    forsaken: float = FORSAKEN
    rooms: dict[str, Room] = attrs.field(factory=dict)
    opening: asyncio.Lock = attrs.field(factory=asyncio.Lock)
    pool: Executor = attrs.field(factory=lambda: ThreadPoolExecutor(2, "thinking"))

    def app(self) -> Starlette:
        routes = [
            Route("/", self.page("index.html")),
            Route("/table", self.page("table.html")),
            Route("/replay", self.page("replay.html")),
            Route("/page/{name}", self.file),
            Route("/api/games", self.games),
            Route("/api/tables", self.tables, methods=["POST"]),
            WebSocketRoute("/ws", self.socket),
        ]

        @asynccontextmanager
        async def life(app: Starlette) -> AsyncIterator[None]:
            tasks = [asyncio.create_task(self._tidy())]
            if self.workshop:
                tasks.append(asyncio.create_task(watch(self.rooms.values())))
            yield
            for task in tasks:
                task.cancel()
            for room in list(self.rooms.values()):
                await room.close()
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.house.store.close()

        return Starlette(routes=routes, lifespan=life)

    def _turns(
        self,
        table: Table,
        do: Callable[[Callable[[], None]], None],
        changed: Callable[[int], None],
        stands_still: Callable[[Refused], None],
    ) -> Turns:
        return Turns(table, do, changed, stands_still, self.pace, self.pool)

    # ------------------------------------------------------------------------------------------ pages

    def page(self, name: str) -> Callable[[Request], Any]:
        """A page, with a nonce of its own for what it brings along."""

        async def show(request: Request) -> Response:
            if not self._called_right(request.headers.get("host")):
                return _error(421, Refused("host", "this server is not called so", "start it with --host"))
            path = PAGES / name
            if not path.is_file():
                return _error(404, Refused("page", "there is no such page", "go to /"))
            nonce = secrets.token_urlsafe(16)
            text = path.read_text(encoding="utf-8").replace("NONCE", nonce)
            headers = {**SAFE, "content-security-policy": POLICY.format(nonce=nonce), "cache-control": "no-store"}
            return Response(text, media_type="text/html", headers=headers)

        return show

    async def file(self, request: Request) -> Response:
        """A module, a style sheet or a font of a page."""
        path = PAGES / request.path_params["name"]
        if not self._called_right(request.headers.get("host")):
            return _error(421, Refused("host", "this server is not called so", "start it with --host"))
        if path.suffix not in KINDS or path.parent != PAGES or not path.is_file():
            return _error(404, Refused("page", "there is no such file", "go to /"))
        data = path.read_bytes()
        tag = f'"{hashlib.sha256(data).hexdigest()[:32]}"'
        headers = {**SAFE, "etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(data, media_type=KINDS[path.suffix], headers=headers)

    # ------------------------------------------------------------------------------------------ the lobby

    async def games(self, request: Request) -> Response:
        """What can be played."""
        if not self._called_right(request.headers.get("host")):
            return _error(421, Refused("host", "this server is not called so", "start it with --host"))
        return _json(self.house.catalogue.as_data())

    async def tables(self, request: Request) -> Response:
        """A new table."""
        if not self._same_origin(request.headers):
            return _error(403, Refused("origin", "this was sent by another page", "set up tables at /"))
        body = b""
        async for chunk in request.stream():
            body += chunk
            if len(body) > BODY:
                return _error(413, Refused("body", "this is too much", f"send at most {BODY} bytes"))
        try:
            asked = json.loads(body)
        except (ValueError, RecursionError):
            return _error(400, Refused("body", "this is not JSON", 'send {"game": ..., "players": ...}'))
        try:
            async with self.opening:
                made = await run_in_threadpool(self.house.set_up, asked)
        except Refused as refused:
            return _error(400, refused)
        return _json(made, 201)

    # ------------------------------------------------------------------------------------------ the socket

    async def socket(self, ws: WebSocket) -> None:
        """Somebody at a table."""
        if not self._same_origin(ws.headers):
            await ws.close(4403)
            return
        await ws.accept()
        guest = await self._let_in(ws)
        if guest is None:
            return
        room = await self._room(guest)
        if room is None:
            return
        writer = asyncio.create_task(guest.write())
        try:
            await self._listen(ws, guest, room)
        finally:
            room.go(guest)
            guest.leave(1000)
            with suppress(Exception):
                await writer

    async def _let_in(self, ws: WebSocket) -> Guest | None:
        """Whoever has said in time who they are."""
        try:
            said = _read(await asyncio.wait_for(ws.receive_text(), self.join))
        except TimeoutError:
            await _close(ws, SLOW)
            return None
        except (WebSocketDisconnect, KeyError):
            return None
        if said is None or said["t"] != "join":
            await _close(ws, BAD)
            return None
        entry = self.house.entry(said.get("token"))
        if entry is None:
            await _close(ws, UNKNOWN)
            return None
        return Guest(ws, entry, said.get("replay") is True)

    async def _room(self, guest: Guest) -> Room | None:
        """The table that somebody comes to, opened if it is not."""
        id_ = guest.entry.table
        async with self.opening:
            if id_ not in self.rooms:
                try:
                    opened = await run_in_threadpool(self.house.open, id_)
                except Refused as refused:
                    text = as_text({"t": "no", "cid": None, "rev": 0, **refused.data()})
                    with suppress(Exception):
                        await guest.ws.send_text(text)
                    await _close(guest.ws, GONE)
                    return None
                made = self.rooms[id_] = Room(self.house, opened, self._turns, done, workshop=self.workshop)
                made.open()
            room = self.rooms[id_]
            full = room.full(guest.entry)
            if not full:
                room.come(guest)
        if full:
            await _close(guest.ws, MANY)
        return None if full else room

    async def _listen(self, ws: WebSocket, guest: Guest, room: Room) -> None:
        most = self.rate * BURST
        left, last = most, time.monotonic()
        while True:
            try:
                text = await ws.receive_text()
            except (WebSocketDisconnect, KeyError, RuntimeError):
                return
            now = time.monotonic()
            left, last = min(most, left + (now - last) * self.rate) - 1, now
            said = _read(text)
            if left < 0 or said is None:
                guest.leave(MANY if left < 0 else BAD)
                return
            room.hear(guest, said)

    async def _tidy(self) -> None:
        """Close tables that nobody is at; they are opened again when somebody comes."""
        while True:
            await asyncio.sleep(self.forsaken / 10)
            async with self.opening:
                for id_, room in list(self.rooms.items()):
                    if room.forsaken(self.forsaken):
                        del self.rooms[id_]
                        await room.close()

    # ------------------------------------------------------------------------------------------ who may

    def _called_right(self, host: str | None) -> bool:
        """Whether a request names this server by a name that it has: else another page's name may lead here."""
        return host is not None and _without_port(host) in self.hosts

    def _same_origin(self, headers: Any) -> bool:
        host, origin = headers.get("host"), headers.get("origin")
        return self._called_right(host) and origin is not None and urlsplit(origin).netloc == host


@attrs.define(eq=False)
class Guest:
    """Somebody's socket, with what waits to be sent; who does not take it in time is let go of."""

    ws: WebSocket
    entry: Entry
    replay: bool = False
    waiting: asyncio.Queue[str | int] = attrs.field(factory=asyncio.Queue)
    left: bool = False

    def tell(self, text: str) -> None:
        if self.waiting.qsize() >= BEHIND:
            self.leave(SLOW)
        elif not self.left:
            self.waiting.put_nowait(text)

    def leave(self, code: int) -> None:
        if not self.left:
            self.left = True
            self.waiting.put_nowait(code)

    async def write(self) -> None:
        """Send what waits, until somebody leaves."""
        while True:
            said = await self.waiting.get()
            try:
                if isinstance(said, int):
                    await asyncio.wait_for(self.ws.close(said), SEND)
                    return
                await asyncio.wait_for(self.ws.send_text(said), SEND)
            except Exception:  # whoever it was is gone, or does not read
                self.left = True
                with suppress(Exception):
                    await asyncio.wait_for(self.ws.close(SLOW), SEND)
                return


def _read(text: str) -> dict[str, Any] | None:
    """A message; None for what is none."""
    if len(text) > LARGEST or len(text.encode("utf-8", "replace")) > LARGEST:
        return None
    try:
        said = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) and isinstance(said.get("t"), str) else None


def _without_port(host: str) -> str:
    """A host without its port; an IPv6 address keeps its brackets."""
    name, _, port = host.rpartition(":")
    return (name if name and port.isdecimal() and not name.endswith(":") else host).lower()


async def _close(ws: WebSocket, code: int) -> None:
    with suppress(Exception):
        await ws.close(code)


def _json(data: Any, status: int = 200) -> Response:
    return JSONResponse(data, status, headers={**SAFE, "cache-control": "no-store"})


def _error(status: int, refused: Refused) -> Response:
    return _json({"error": refused.data()}, status)
