"""A served table for tests: a server without a network, and guests who say things and hear the answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from every import ROOT
from starlette.testclient import TestClient

from hoyle.web.app import Server
from hoyle.web.catalogue import Catalogue, catalogue
from hoyle.web.house import House
from hoyle.web.store import Store

HOST = "testserver"
OWN = {"origin": f"http://{HOST}"}
SMALL = ROOT / "tests" / "web" / "markets.hoyle"
COUNT = itertools.count()
PERSON = {"kind": "person"}
BOT = {"kind": "bot", "bot": "random"}


@cache
def offered(*named: str) -> Catalogue:
    return catalogue([str(SMALL), *named], bundled=False)


def house(store: Path | None = None, *named: str, most: int = 200) -> House:
    return House(Store(store), offered(*named), most)


@contextmanager
def serving(store: Path | None = None, *named: str, **more: Any) -> Iterator[Host]:
    """A server whose bots do not wait, and where guests may be quick."""
    server = Server(house(store, *named), (HOST,), **{"pace": 0.0, "rate": 10_000.0, **more})
    with TestClient(server.app(), headers=OWN) as client:
        yield Host(server, client)


class Host:
    """Whoever sets up tables."""

    def __init__(self, server: Server, client: TestClient) -> None:
        self.server, self.client = server, client

    def table(
        self, seats: Sequence[dict[str, Any]] = (PERSON, BOT), game: str = "markets", **more: Any
    ) -> dict[str, Any]:
        asked = {"game": game, "players": len(seats), "seats": list(seats), **more}
        answer = self.client.post("/api/tables", json=asked)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    @contextmanager
    def guest(self, token: str, **more: Any) -> Iterator[Guest]:
        with self.client.websocket_connect("/ws", headers=OWN) as ws:
            yield Guest(ws, token, **more)

    @contextmanager
    def seat(self, made: dict[str, Any], seat: int = 0, **more: Any) -> Iterator[Guest]:
        with self.guest(made["seats"][seat]["token"], **more) as guest:
            yield guest


class Guest:
    """Somebody at a table. heard: all that was told; state: the last of where it stands."""

    def __init__(self, ws: Any, token: str, **more: Any) -> None:
        self.ws, self.heard = ws, list[dict[str, Any]]()
        self.state: dict[str, Any] = {}
        self.names = (f"{token[:6]}-{next(COUNT)}" for _ in itertools.count())
        ws.send_json({"t": "join", "token": token, **more})
        self.hello = self.until("hello")
        if not more.get("replay"):
            self.until("state")

    def hear(self) -> dict[str, Any]:
        said: dict[str, Any] = self.ws.receive_json()
        self.heard.append(said)
        if said["t"] == "state":
            self.state = said
        return said

    def until(self, *kinds: str, cid: str | None = None) -> dict[str, Any]:
        """What comes next of some kinds of messages."""
        while True:
            said = self.hear()
            if said["t"] in kinds and (cid is None or said.get("cid") == cid):
                return said

    def say(self, t: str, **more: Any) -> dict[str, Any]:
        """Say something; the answer."""
        cid = more.pop("cid", None) or next(self.names)
        self.ws.send_json({"t": t, "cid": cid, **more})
        return self.until("ok", "no", "because", "hint", "file", "link", "state" if t == "look" else "ok", cid=cid)

    def asked(self) -> dict[str, Any] | None:
        """What this seat is asked, once it is; None if the game is over."""
        while True:
            if self.state["view"]["over"]:
                return None
            if self.state["ask"] is not None:
                asked: dict[str, Any] = self.state["ask"]
                return asked
            self.until("state")

    def choose(self, picks: list[int] | None = None, **more: Any) -> dict[str, Any]:
        """Answer, with the first of all choices unless others are named."""
        asked = self.asked()
        assert asked is not None
        return self.say(
            "choose", **{"rev": self.state["rev"], "picks": first(asked) if picks is None else picks, **more}
        )


def first(asked: dict[str, Any]) -> list[int]:
    """The first answer to a question."""
    wanted = asked["several"]["most"] if asked["several"] else 1
    return [choice["n"] for choice in asked["choices"]][:wanted]


def together(*guests: Guest) -> None:
    """Some people play to the end, with whoever else sits there."""
    while True:
        latest = max(guests, key=lambda guest: int(guest.state["rev"]))
        if latest.state["view"]["over"]:
            return
        (seat,) = latest.state["waits"]["seats"]
        who = next((guest for guest in guests if guest.hello["you"] == seat), None)
        if who is None:
            latest.until("state")
            continue
        while who.state["rev"] < latest.state["rev"]:
            who.until("state")
        who.choose()
