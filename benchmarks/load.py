"""How many tables one server carries: people who answer as fast as they may, against bots, over sockets of one machine.

At every table somebody answers at random, as soon as a server that lets nobody say more than eight things a second
allows it, and sees every state; the other seats are bots that do not wait. Measured are choices a second, of people and
of bots, how long an answer takes from being sent to being confirmed, and the memory of the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import httpx
import typer
from websockets.asyncio.client import connect

HOME = Path(__file__).parents[1]
PAUSE = 0.13  # seconds between two messages of one socket: a bit less than eight a second
JOINING = 10  # who come at the same time


@contextlib.contextmanager
def serving(folder: Path, game: str) -> Iterator[tuple[int, str]]:
    """A server as people start it: its process, and where it is."""
    command = [
        sys.executable,
        "-m",
        "hoyle",
        "serve",
        game,
        "--port",
        "0",
        "--pace",
        "0",
        "--store",
        str(folder / "t.db"),
    ]
    paths = os.pathsep.join([str(HOME / "interpreter"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(command, env={**os.environ, "PYTHONPATH": paths}, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        link = next(line.strip() for line in process.stdout if line.startswith("http"))
        yield process.pid, link.removeprefix("http://").strip("/")
    finally:
        process.kill()
        process.wait()


def memory(pid: int) -> float:
    """The megabytes a process holds."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    return float("nan")


class Player:
    """Somebody at a table of their own."""

    def __init__(self, address: str, token: str, number: int) -> None:
        self.address, self.token = address, token
        self.rng = random.Random(number)
        self.waits: list[float] = []
        self.first = self.last = 0
        self.over = False

    async def play(self, until: float) -> None:
        headers: Any = f"http://{self.address}"
        async with connect(f"ws://{self.address}/ws", origin=headers, max_size=None, open_timeout=60) as ws:
            await ws.send(json.dumps({"t": "join", "token": self.token}))
            state = await self._hear(ws, "state")
            self.first = state["rev"]
            while time.monotonic() < until and not state["view"]["over"]:
                if state["ask"] is None:
                    state = await self._hear(ws, "state", until)
                    continue
                state = await self._answer(ws, state)
            self.last, self.over = state["rev"], state["view"]["over"]

    async def _answer(self, ws: Any, state: dict[str, Any]) -> dict[str, Any]:
        await asyncio.sleep(PAUSE)
        asked = state["ask"]
        wanted = asked["several"]["most"] if asked["several"] else 1
        picks = [choice["n"] for choice in self.rng.sample(asked["choices"], min(wanted, len(asked["choices"])))]
        cid = f"{self.token[:8]}-{len(self.waits)}"
        sent = time.monotonic()
        await ws.send(json.dumps({"t": "choose", "cid": cid, "rev": state["rev"], "picks": picks}))
        while True:
            said = json.loads(await ws.recv())
            if said["t"] == "state":
                state = said
            elif said.get("cid") == cid:
                assert said["t"] == "ok", said
                self.waits.append(time.monotonic() - sent)
                return state

    async def _hear(self, ws: Any, kind: str, until: float = float("inf")) -> dict[str, Any]:
        while True:
            said: dict[str, Any] = json.loads(await ws.recv())
            if said["t"] == kind:
                return said


async def crowd(address: str, game: str, players: int, tables: int, seconds: float) -> list[Player]:
    """Everybody at their tables, for so long."""
    bot = {"kind": "bot", "bot": "random"}
    asked = {"game": game, "players": players, "seats": [{"kind": "person"}, *[bot] * (players - 1)]}
    people = []
    async with httpx.AsyncClient(headers={"origin": f"http://{address}"}, timeout=60) as client:
        for number in range(tables):
            made = (await client.post(f"http://{address}/api/tables", json=asked)).json()
            people.append(Player(address, made["seats"][0]["token"], number))
    until = time.monotonic() + seconds
    found = await asyncio.gather(*(one.play(until) for one in people), return_exceptions=True)
    for wrong in found:
        if isinstance(wrong, BaseException):
            raise wrong
    return people


def load(
    tables: Annotated[int, typer.Option(help="How many tables, with one person at each.", min=1, max=200)] = 100,
    seconds: Annotated[float, typer.Option(help="For how long.")] = 30.0,
    game: Annotated[str, typer.Option(help="A bundled game.")] = "texas_showdown",
    players: Annotated[int, typer.Option(help="How many seats a table has.")] = 4,
) -> None:
    """Measure what one server carries."""
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), game) as (pid, address):
        empty = memory(pid)
        begun = time.monotonic()
        people = asyncio.run(crowd(address, game, players, tables, seconds))
        took = time.monotonic() - begun
        full = memory(pid)
    waits = sorted(wait for one in people for wait in one.waits)
    every = sum(one.last - one.first for one in people)
    middle, slow = (1000 * waits[int(len(waits) * part)] for part in (0.5, 0.95))
    print(f"{tables} tables of {game} with {players} seats, {took:.1f} s")
    print(f"choices a second: {every / took:.0f}, {len(waits) / took:.0f} of them by people")
    print(f"an answer takes {middle:.1f} ms, 95 of 100 at most {slow:.1f} ms")
    print(f"the server holds {full:.0f} MB, {max(full - empty, 0) / tables:.2f} MB a table")
    print(f"{sum(one.over for one in people)} games came to their end")


if __name__ == "__main__":
    typer.run(load)
