"""Who sits at a table: people and bots, and what they are let in by."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any

import attrs

from hoyle.diagnostics.visible import shorten, visible
from hoyle.table.bots import LEVELS
from hoyle.web.refusals import Refused

LONGEST = 40  # characters of a name
SEAT, ONLOOKER, HOST = "seat", "onlooker", "host"
BOTS = {"random": "plays anything", **{name: f"thinks: {name}" for name in LEVELS}}
"""The bots that may sit at a table: no others, as a name could load anybody's code."""


@attrs.define
class Person:
    """Whoever has a seat. came: whether it was ever taken by somebody with its link. auto: answers that are forced
    are given by themselves."""

    name: str
    kind: str = "person"
    bot: str | None = None
    came: bool = False
    auto: bool = False

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"


def named(name: Any) -> str:
    """A name as it may be shown: on one line, not too long, with nothing in it that is not seen."""
    if not isinstance(name, str):
        raise Refused("name", "a name is a text", f"write up to {LONGEST} characters")
    text = " ".join(visible(" ".join(shorten(name, 4 * LONGEST).split())).split())
    if not text or len(text) > LONGEST:
        raise Refused("name", "this name is empty or too long", f"write up to {LONGEST} characters")
    return text


def seated(said: Any, number: int) -> Person:
    """Somebody as whoever sets up a table describes them."""
    row = said if isinstance(said, dict) else {}
    kind = row.get("kind", "person")
    if kind not in ("person", "bot"):
        raise Refused("seats", "a seat is for a person or a bot", 'say "kind": "person" or "bot"')
    name = named(row["name"]) if row.get("name") else f"Player {number + 1}"
    return Person(name, kind, bot_named(row.get("bot") or "normal") if kind == "bot" else None)


def bot_named(name: Any) -> str:
    """One of the bots that may sit here."""
    if not isinstance(name, str) or name not in BOTS:
        raise Refused("bot", "there is no such bot here", f"there are: {', '.join(BOTS)}")
    return name


def token() -> str:
    """What lets somebody in: 128 bits that nobody can guess."""
    return secrets.token_urlsafe(16)


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
