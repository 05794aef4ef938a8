"""Bots by their names: those that ship, those of a module, and those of packages that are installed."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

import attrs

from hoyle.diagnostics import HoyleError, quote
from hoyle.table.bots import BOTS, LEVELS, Number, starts

if TYPE_CHECKING:
    from hoyle.bots.seat import Seat
    from hoyle.native.thinking import Verdict

SHARE = 3  # twice as many playouts take twice as long as all before
TIMED = re.compile(r"time:(\d{1,3}(?:\.\d{1,3})?)")
SEARCH = re.compile(r"search:([1-9]\d{0,6})")
ELSEWHERE = re.compile(r"[\w.]+:[\w.]+")
MOST = 9_999_999
GROUP = "hoyle.bots"  # entry points of packages
SHIPPED = (*BOTS, *LEVELS, "search:N", "time:SECONDS", "module:Bot")


@attrs.frozen
class Unthinking:
    """A bot that looks at nothing but how many choices there are."""

    number: Number

    def choose(self, seat: Seat) -> int:
        return self.number(len(seat.choices))


@attrs.frozen
class Thinking:
    """A bot that tries what comes of its choices. playouts: how many games it plays on for each; seconds: for how long
    it goes on with twice as many, and so on. How far it comes in a time is never the same twice."""

    playouts: int
    seconds: float = 0.0

    def choose(self, seat: Seat) -> int:
        return self.verdict(seat).choice

    def verdict(self, seat: Seat) -> Verdict:
        playouts, start = self.playouts, time.monotonic()
        found = seat.search(playouts)
        while playouts < MOST and SHARE * (time.monotonic() - start) < self.seconds:
            playouts *= 2
            found = seat.search(playouts)
        return found


HARD = Thinking(LEVELS["hard"])


def how_sure(verdict: Verdict) -> str:
    """In words, how sure somebody is who prefers one choice to another."""
    tried, total, squares = verdict.ahead
    if tried < 2:
        return ""
    mean = total / tried
    apart = math.sqrt(max(squares / tried - mean * mean, 0.0) / tried)
    part = 0.5 * (1 + math.erf(mean / apart / math.sqrt(2))) if apart else float(mean > 0)
    if mean == 0 and not apart:
        return ", but another choice is as good"
    return f", {min(max(round(100 * part), 50), 99)} % sure that it is better than the next best"


def repeatable(name: str) -> None:
    """Raises HoyleError for a bot whose games are never the same twice, where games must be."""
    if TIMED.fullmatch(name):
        message = f"the bot {quote(name)} thinks for a time, so that its games cannot be played again"
        raise HoyleError.plain("HYL912", message, "say how far it thinks: `search:500`; at a table a time is fine")


def maker(name: str) -> Callable[[int], Any]:
    """What makes the bots of a name, each from where its chance starts. Raises HoyleError if there are none."""
    if name in BOTS:
        return lambda start: Unthinking(BOTS[name](start))
    found = SEARCH.fullmatch(name)
    if name in LEVELS or found is not None:
        bot = Thinking(int(found[1]) if found is not None else LEVELS[name])
        return lambda start: bot
    timed = TIMED.fullmatch(name)
    if timed is not None:
        slow = Thinking(LEVELS["normal"], float(timed[1]))
        return lambda start: slow
    if name.startswith("search:"):
        help = f"write how many games it plays on: search:1 to search:{MOST}"
        raise HoyleError.plain("HYL912", f"there is no bot {quote(name)}", help)
    if ELSEWHERE.fullmatch(name):
        return _made(name, _imported(name))
    for entry in entry_points(group=GROUP, name=name):
        return _made(name, _loaded(name, entry.load))
    raise HoyleError.plain("HYL912", f"there is no bot {quote(name)}", f"there are: {', '.join(SHIPPED)}")


def _imported(name: str) -> Any:
    module, _, attribute = name.partition(":")

    def load() -> Any:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        return found

    return _loaded(name, load)


def _loaded(name: str, load: Callable[[], Any]) -> Any:
    try:
        return load()
    except (Exception, SystemExit) as error:
        wrong = f"the bot {quote(name)} cannot be had: {type(error).__name__}: {error}"
        raise HoyleError.plain("HYL912", wrong, "name it as module:Class") from None


def _made(name: str, what: Any) -> Callable[[int], Any]:
    """A class or a function is called for each seat; what can choose by itself plays at all of them."""

    def make(start: int) -> Any:
        new = isinstance(what, type) or (callable(what) and not hasattr(what, "choose"))
        bot = _loaded(name, what) if new else what
        if not callable(getattr(bot, "choose", None)):
            help = "a bot has a method `choose(seat)` that gives one of `seat.choices`"
            raise HoyleError.plain("HYL912", f"{quote(name)} is no bot", help)
        return bot

    return make


def bots_named(names: Sequence[str | None], players: int, seed: int | str) -> list[Any]:
    """A bot for every seat; the names go round. The same seed makes the same bots."""
    row = [names[seat % len(names)] for seat in range(players)]
    makers = {name: maker(name) for name in dict.fromkeys(row) if name is not None}
    return [None if n is None else makers[n](start) for n, start in zip(row, starts(seed, players), strict=True)]
