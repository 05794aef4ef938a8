"""What happened since somebody looked last, as lines for the terminal: a sentence for every choice, and below it what
came of it.

Bookkeeping is folded away: the small print of sentences, and values that the table shows anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rich.console import Console
from rich.text import Text

from hoyle.commands.speech import Speech, counted, once_each, sentence
from hoyle.commands.terminal import NARROWEST, safe
from hoyle.commands.told import Deed, deeds
from hoyle.core import nodes as core
from hoyle.run.events import Event, variable
from hoyle.run.game import Game
from hoyle.run.parts import Card
from hoyle.table import moves

FOLDED = (moves.COUNTED, moves.SHUFFLED, moves.GATHERED)
"""What only people want to know who follow every step."""

DEEDS, EFFECTS = 200, 200
"""How many are told at once, of all and of each."""


def news(out: Console, game: Game, events: list[Event], speech: Speech, details: bool = False) -> list[Text]:
    """Lines that fit: of very many things the last, and of very many effects the first. details: all of it."""
    told = [e for e in events if details or (e.within(0) and (e.kind not in FOLDED or _is_score(game, e)))]
    done = list(deeds(told))
    lines: list[Text] = []
    if len(done) > DEEDS:
        lines += _indented(out, safe(f"{len(done) - DEEDS:,} things before that are not told", "dim"), 2)
    for told_once, group in groupby(_said(done[-DEEDS:], speech, details), key=lambda row: row):
        heading, effects = told_once
        again = len([*group])
        if heading is not None:
            lines += _indented(out, Text.assemble(heading, f" ({again} times)") if again > 1 else heading, 2)
        for text, indent in effects:
            lines += _indented(out, text, indent)
    return lines


def _said(done: list[Deed], speech: Speech, details: bool) -> Iterator[tuple[Text | None, list[tuple[Text, int]]]]:
    """For each deed its heading, and what came of it with its indents."""
    for deed in done:
        if not details and deed.effects and _goes_without_saying(deed):
            deed.effects.pop(0)
        style = "place" if deed.start is not None and deed.start.kind == moves.STARTED else ""
        heading = None if deed.start is None else _heading(deed, speech, style)
        yield heading, [*_effects(deed, speech)]


def _goes_without_saying(deed: Deed) -> bool:
    """Whether what comes first is the move of the very cards that the choice names."""
    first, start = deed.effects[0], deed.start
    named = {part.look for part in start.say if isinstance(part, Card)} if start is not None else set()
    moved = {part.look for part in first.what if isinstance(part, Card)}
    return first.kind == moves.MOVED and not first.unseen and bool(moved) and moved <= named


def _is_score(game: Game, event: Event) -> bool:
    """Whether a value is a score, if that is nothing but a variable."""
    score = game.model.defines.get("score")
    if event.kind != moves.COUNTED or score is None or not isinstance(score.value, core.Var):
        return False
    return variable(game, event.happened[1])[0] == score.value.name


def _heading(deed: Deed, speech: Speech, style: str) -> Text:
    assert deed.start is not None
    said = [speech.text(sentence(deed.start, speech.verbs), style)]
    if deed.moved is not None:
        said += [safe(", "), speech.text(counted(deed.moved.say))]
    return Text.assemble(*said)


def _effects(deed: Deed, speech: Speech) -> Iterator[tuple[Text, int]]:
    """Sentences each on a line of its own, the rest side by side."""
    for (sentences, depth), group in groupby(deed.effects[:EFFECTS], key=lambda e: (e.kind == moves.TOLD, e.depth)):
        texts = once_each([speech.text(counted(event.say)) for event in group])
        if sentences:
            yield from ((text, 4 + 2 * depth) for text in texts)
        else:
            yield Text("; ", style="dim").join(texts), 6 + 2 * depth
    if len(deed.effects) > EFFECTS:
        yield safe(f"and {len(deed.effects) - EFFECTS:,} more", "dim"), 6


def _indented(out: Console, text: Text, indent: int) -> list[Text]:
    blank = Text(" " * indent)
    return [Text.assemble(blank, line) for line in text.wrap(out, max(out.width - indent, NARROWEST))]
