"""The workshop: a game whose files change while it is played, for whoever writes it.

A file that changed is checked. What is wrong is told to the host, and the table goes on by the rules it has. Else the
choices so far are made again by the new rules, found by their keys; where they part, the host takes the new rules from
there on, or keeps the old ones.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

import attrs

from hoyle.diagnostics import Diagnostic, HoyleError
from hoyle.page import file_name
from hoyle.run.events import told
from hoyle.run.game import Game
from hoyle.run.state import State
from hoyle.table import moves
from hoyle.web.open_table import everything
from hoyle.web.refusals import Refused
from hoyle.web.replaying import Replay, replayed

OFTEN = 0.5  # seconds between looks at the files
MANY = 50  # diagnostics that are told

log = logging.getLogger("hoyle.web")

Stamps = dict[Path, tuple[int, int]]


def stamps(game: Game) -> Stamps:
    """When the files of a game, and how it is drawn, were last changed, and how long they are."""
    reading = game.reading
    sources = [source.path for source in reading.sources if source.path is not None]
    beside = [path.parent / row.path for path in sources[:1] for row, _ in reading.tables]
    looks = [path.with_suffix(".look") for path in sources]
    return {path: stamp for path in (*sources, *beside, *looks) if (stamp := _stamp(path)) is not None}


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def changed(known: Stamps) -> bool:
    """Whether a file is another one now, or gone."""
    return any(_stamp(path) != stamp for path, stamp in known.items())


@attrs.frozen
class Reread:
    """What a look at changed files has brought: a game with the choices made by it, or what is wrong."""

    known: Stamps
    game: Game | None = None
    replay: Replay | None = None
    wrong: tuple[Diagnostic, ...] = ()


def reread(room: Any) -> Reread:
    """Read the game of a room again. It takes a while, so it is done beside the table."""
    table, source = room.table, room.opened.source
    before, rows, seed = table.game, list(table.made), table.seed
    known = {path: stamp for path in room.stamps if (stamp := _stamp(path)) is not None}
    try:
        game = room.house.catalogue.again(source["game"], source["players"], source["options"], source["variants"])
        made = replayed(game, seed, rows, before)
        return Reread(stamps(game) | known, game, made)  # as they were before they were read
    except HoyleError as error:
        return Reread(known, wrong=error.diagnostics)
    except Refused as refused:
        return Reread(known, wrong=(Diagnostic("HYL909", refused.says, help=refused.do),))


async def watch(rooms: Iterable[Any]) -> None:
    """Look at the files of all rooms again and again."""
    while True:
        await asyncio.sleep(OFTEN)
        for room in list(rooms):
            if not room.workshop or not changed(room.stamps):
                continue
            try:
                found = await asyncio.to_thread(reread, room)
            except Exception:
                log.exception("the files of the table %s cannot be read again", room.table.id)
                room.stamps = {path: s for path in room.stamps if (s := _stamp(path)) is not None}
                continue
            room.inbox.put_nowait(partial(room.read_again, found))


def as_data(wrong: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """What is wrong with a definition, for a page."""
    return [_wrong(diagnostic) for diagnostic in list(wrong)[:MANY]]


def _wrong(one: Diagnostic) -> dict[str, Any]:
    said: dict[str, Any] = {"code": one.code, "severity": str(one.severity), "message": one.message, "help": one.help}
    if one.span is None:
        return {**said, "file": None, "line": None, "column": None, "text": ""}
    line, column = one.span.source.position(one.span.start)
    lines = one.span.source.text.split("\n")
    place = {"file": file_name(one.span.source.name), "line": line, "column": column}
    return {**said, **place, "text": lines[line - 1] if line <= len(lines) else ""}


# ---------------------------------------------------------------------------------------------- what an author sees


def panel(s: State) -> dict[str, Any]:
    """All hands, all that happened with the line of each rule, and all values."""
    values = {name: s.value(name) for name in s.game.model.vars}
    return {
        "hands": everything(s),
        "events": [_event(s, n, event) for n, event in enumerate(told(s))],
        "values": values,
    }


def _event(s: State, number: int, event: Any) -> dict[str, Any]:
    rule, span = _from(s, event)
    place = None if span is None else file_name(span.place)
    return {"i": number, "depth": event.depth, "text": event.text, "rule": rule, "place": place}


def _from(s: State, event: Any) -> tuple[str | None, Any]:
    """What of the definition something came from, as far as it says so."""
    model = s.game.model
    match event.happened:
        case (moves.CHOSEN, _, choice, *_) if choice.action in model.actions:
            return choice.action, model.actions[choice.action].span
        case (moves.CHOSEN, _, choice, *_):
            return choice.action or None, s.game.asked(choice.site).span
        case (moves.STARTED, phase):
            return phase, model.procedures[phase].span
        case (moves.ENDED, ending, _) if ending:
            return ending, next((made.span for made in model.endings if made.name == ending), None)
        case (moves.USED, card, _, _, timing):
            name = s.game.cards[card].text
            found = (a for a in model.abilities if a.timing == timing and a.card in (name, s.game.cards[card].cards))
            return timing, next((ability.span for ability in found), None)
    return None, None
