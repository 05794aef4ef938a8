"""Somebody at a table in a browser: sees what is drawn, clicks as people do, and knows what the server said."""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import hoyle

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"]
DESKTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 860}}
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
NARROWEST: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
PATIENCE = 10.0

# Where a node can be hit: a point of it that nothing else covers. Of a seat it is the name, as a browser takes a finger
# near a card for one on it.
POINT = """(node) => {
  node.scrollIntoView({block: 'nearest', inline: 'nearest'});
  const face = node.matches('.card') ? node.firstElementChild : node.querySelector('.who b') ?? node;
  const box = face.getBoundingClientRect();
  for (const y of [.5, .12, .85, .3, .7, .04, .96]) for (const x of [.5, .08, .92, .25, .03, .75, .97]) {
    const at = {x: box.left + box.width * x, y: box.top + box.height * y};
    const top = document.elementFromPoint(at.x, at.y);
    if (!top || at.x < 0 || at.y < 0 || at.x > innerWidth || at.y > innerHeight) continue;
    if (node.matches('.card, button') ? top.closest('.card, button') === node
      : top.closest('.card.can, .card.sel') === null && node.contains(top)) return at;
  }
  return null;
}"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class House:
    """A server of tables, which can be killed and started again."""

    def __init__(self, store: Path, games: list[str], *more: str) -> None:
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.command = [sys.executable, "-m", "hoyle", "serve", *games, "--port", str(self.port), "--store", str(store)]
        self.command += ["--pace", "0", *more]
        self.start()

    def start(self) -> None:
        found = os.pathsep.join([str(Path(hoyle.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(self.command, env={**os.environ, "PYTHONPATH": found}, **quiet)
        self.wait()

    def wait(self) -> None:
        until = time.monotonic() + 30
        while time.monotonic() < until:
            assert self.process.poll() is None, "the server has ended"
            try:
                urllib.request.urlopen(self.base + "/api/games", timeout=5).read()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the server does not answer")

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def table(self, game: str, seats: list[str], **more: Any) -> dict[str, Any]:
        """A new table: for each seat the name of a person, or a bot as `bot:random`."""
        people = [
            {"name": f"Bot {n + 1}", "kind": "bot", "bot": name[4:]} if name.startswith("bot:") else {"name": name}
            for n, name in enumerate(seats)
        ]
        asked = {"game": game, "players": len(seats), "options": {}, "variants": [], "seats": people, **more}
        headers = {"Origin": self.base, "Content-Type": "application/json"}
        request = urllib.request.Request(self.base + "/api/tables", json.dumps(asked).encode(), headers)
        made: dict[str, Any] = json.load(urllib.request.urlopen(request, timeout=30))
        return made


class Sitter:
    """A page at a table, with all that was said to it."""

    def __init__(self, browser: Any, base: str, token: str, how: dict[str, Any], path: str = "/table") -> None:
        self.errors: list[str] = []
        self.said: dict[str, Any] = {}
        self.states: dict[int, dict[str, Any]] = {}
        self.touch = bool(how.get("has_touch"))
        self.context = browser.new_context(**how, reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", lambda ws: ws.on("framereceived", self._heard))
        self.page.goto(f"{base}{path}#{token}")
        self.until(lambda: "state" in self.said and self.drawn_rev() == self.said["state"]["rev"])

    def _console(self, message: Any) -> None:
        # A line that breaks is told by the browser itself; the page has to live with it.
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.errors.append(message.text)

    def _heard(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.said[message["t"]] = message
        if message["t"] == "state":
            self.states[message["rev"]] = message

    @property
    def state(self) -> dict[str, Any]:
        found: dict[str, Any] = self.said["state"]
        return found

    def drawn_rev(self) -> int | None:
        rev = self.page.evaluate("document.documentElement.dataset.rev ?? null")
        return None if rev is None else int(rev)

    def until(self, true: Callable[[], Any], what: str = "what was waited for") -> None:
        until = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < until, f"{what} did not come; errors: {self.errors}"
            self.page.wait_for_timeout(15)

    def asked(self) -> bool:
        """Waits until something is asked of this seat, or the game is over; whether it is asked."""
        self.until(lambda: self.state["ask"] or self.state["view"]["over"], "a question")
        self.until(lambda: self.drawn_rev() == self.state["rev"], "the drawing")
        return self.state["ask"] is not None

    def close(self) -> None:
        self.context.close()

    # ---------------------------------------------------------------- seeing

    def overflow(self) -> int:
        """How far the page goes beyond its right side."""
        return int(self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))

    def drawn(self) -> tuple[dict[str, Any], dict[str, list[tuple[str | None, int | None]]]]:
        """A state that is drawn, and what lies in each zone of the drawing: ids and looks. Bots may be at play."""
        rev, found = self.page.evaluate(
            """() => [Number(document.documentElement.dataset.rev),
              [...document.querySelectorAll('#app [data-zone]')].map(z => [z.dataset.zone,
                [...z.querySelectorAll('.card')].map(c => [c.dataset.id ?? null,
                  c.dataset.look === undefined ? null : Number(c.dataset.look)])])]"""
        )
        self.until(lambda: rev in self.states, "the state that is drawn")
        assert len({zone for zone, _ in found}) == len(found), "a zone is drawn twice"
        return self.states[rev], {zone: [(id_, look) for id_, look in cards] for zone, cards in found}

    def check(self) -> None:
        """What is drawn is what the server said, no more and no less; and every answer can be had."""
        state, zones = self.drawn()
        view, ask = state["view"], state["ask"]
        for zone, cards in zones.items():
            said = [card for card in view["zones"][zone].get("cards", []) if card]
            wanted = {(card.get("id"), card.get("look")) for card in said}
            shown = {card for card in cards if card[0] is not None}
            if view["zones"][zone]["shape"] == "pile":
                assert shown <= wanted and len(cards) == min(1, view["zones"][zone]["n"]), zone
            else:
                assert shown == wanted, f"{zone}: drawn {shown}, said {wanted}"
            assert not [card for card in cards if card[0] is None and card[1] is not None], zone
        assert self.overflow() <= 0, f"the page is {self.overflow()} pixels too wide"
        if ask:
            button = self.page.query_selector("#ask [data-do=list]")
            numbers = self.page.evaluate(
                "[...document.querySelectorAll('#ask [data-n]')].map(button => Number(button.dataset.n))"
            )
            if button:
                button.click()
                numbers = self.page.evaluate(
                    "[...document.querySelectorAll('#all .btn')].map(b => Number(b.dataset.n ?? b.dataset.pick))"
                )
                self.page.query_selector("#ask [data-do=list]").click()
            assert sorted(numbers) == sorted(choice["n"] for choice in ask["choices"]), "not every answer is listed"
            assert (self.page.query_selector("#ask [data-do=decline]") is not None) == (ask["decline"] is not None)
        assert self.errors == []

    # ---------------------------------------------------------------- clicking

    def node(self, thing: str) -> Any:
        kind, name = thing[0], json.dumps(thing[2:])
        which = {"c": "data-id", "z": "data-zone", "s": "data-seat"}[kind]
        return self.page.query_selector(f"#app {'.card' if kind == 'c' else ''}[{which}={name}]")

    def click(self, node: Any, what: str) -> None:
        at = node.evaluate(POINT)
        assert at is not None, f"{what} cannot be hit"
        if self.touch:
            self.page.touchscreen.tap(at["x"], at["y"])
        else:
            self.page.mouse.click(at["x"], at["y"])
            self.page.mouse.move(2, 2)

    def choose(self, choice: dict[str, Any], rng: random.Random) -> None:
        """Gives an answer by clicking what it is about, in any order, or its button."""
        before = self.state["rev"]
        parts = _parts(choice)
        rng.shuffle(parts)
        clicked: set[str] = set()
        for part in parts:
            node = self._next(part, clicked)
            if node is None:
                continue
            self.click(node, choice["text"])
            if self._went(before):
                return
        button = self.page.query_selector(
            f"#menu:not([hidden]) [data-n='{choice['n']}'], #ask [data-n='{choice['n']}']"
        )
        if button is None:
            self.page.click("#ask [data-do=list]")
            button = self.page.query_selector(f"#all [data-n='{choice['n']}']")
        assert button is not None, f"{choice['text']} has no button"
        self.click(button, choice["text"])
        self.until(lambda: self._went(before), choice["text"])

    def choose_several(self, choices: list[dict[str, Any]]) -> None:
        before = self.state["rev"]
        clicked: set[str] = set()
        for choice in choices:
            node = self._next(_parts(choice)[0], clicked)
            self.click(node, choice["text"])
        self.click(self.page.query_selector("#ask [data-do=confirm]"), "confirm")
        self.until(lambda: self._went(before), "several")

    def decline(self) -> None:
        before = self.state["rev"]
        self.click(self.page.query_selector("#ask [data-do=decline]"), "decline")
        self.until(lambda: self._went(before), "declining")

    def _next(self, part: list[str], clicked: set[str]) -> Any:
        """A node for a part of an answer, not one that was clicked already."""
        for thing in part:
            if thing not in clicked and thing[0] != "w" and (node := self.node(thing)) is not None:
                clicked.add(thing)
                return node
        return None

    def _went(self, before: int) -> bool:
        """Whether an answer is on its way, or has come: asked of the page in one go."""
        self.page.wait_for_timeout(30 if self.touch else 1)
        return bool(
            self.page.evaluate(
                """(rev) => document.documentElement.dataset.rev !== String(rev)
                  || document.querySelector('#ask').getAttribute('aria-busy') === 'true'""",
                before,
            )
        )

    def answer(self, rng: random.Random) -> None:
        """Anything that may be answered."""
        ask = self.state["ask"]
        before = self.state["rev"]
        if ask["decline"] is not None and (not ask["choices"] or rng.random() < 0.15):
            self.decline()
        elif ask["several"]:
            self.choose_several(
                rng.sample(ask["choices"], max(ask["several"]["least"], min(1, ask["several"]["most"])))
            )
        else:
            self.choose(rng.choice(ask["choices"]), rng)
        self.until(lambda: self.state["rev"] != before and self.drawn_rev() == self.state["rev"], "the next moment")


def _parts(choice: dict[str, Any]) -> list[list[str]]:
    """What an answer is about, as the page has it."""
    return [_objects(one) for arg in choice["args"] for one in arg.get("list", [arg])]


def _objects(arg: dict[str, Any]) -> list[str]:
    if arg.get("cards"):
        return [f"c:{id_}" for id_ in arg["cards"]]
    if "seat" in arg:
        return [f"s:{arg['seat']}"]
    if arg.get("zones"):
        return [f"z:{zone}" for zone in arg["zones"]]
    return [f"z:{arg['zone']}"] if "zone" in arg else [f"w:{arg['name']}"]


def wanted() -> bool:
    """Whether a browser must be there: then its absence is a failure."""
    return os.environ.get("HOYLE_BROWSER") == "must"
