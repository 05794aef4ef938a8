"""A table in the terminal, as one seat sees it.

Made from `State.view` and what the seat was told, so it cannot show what that seat may not know. From top to bottom:
what is true of the whole game, a row per seat with whatever is short, the zones that need more room, and what only
this seat sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

import attrs
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from hoyle import types as t
from hoyle.commands.colours import printed_kinds
from hoyle.commands.speech import PLAIN, Speech, times
from hoyle.commands.terminal import safe, table
from hoyle.commands.told import has_scores
from hoyle.core import nodes as core
from hoyle.english import counted, plain
from hoyle.program.cards import word
from hoyle.run.game import Game
from hoyle.run.parts import zone
from hoyle.run.state import State
from hoyle.run.views import UNSEEN

Row = tuple[str, list[Text]]
"""What stands on the left, and the words on the right; a line is broken only between them."""


@attrs.frozen
class Kept:
    """What is known of the game beside its cards: a variable, or a definition that is shown."""

    title: str
    index: tuple[t.Type, ...]
    type: t.Type


WIDEST_CELL = 24
UNBOUNDED = 10_000
NOT_SHOWN = "box"
DOWN = " (down)"
BACK = "face down"
"""What a card is called that lies in a row and is not seen."""


def draw_table(
    console: Console, state: State, seat: int, speech: Speech = PLAIN, tight: bool = False
) -> RenderableType:
    """The table for one seat, fit for the width of the console. tight: with no line more than it needs."""
    drawing = Drawing(state, seat, speech)
    seats = drawing.seats_as_grid(tight)
    if Measurement.get(console, console.options.update(width=UNBOUNDED), seats).maximum > console.width:
        seats = drawing.seats_as_lines()
    parts: list[RenderableType] = [p for p in (drawing.facts(), seats, drawing.places(console.width)) if p is not None]
    return Group(*parts)


class Drawing:
    """What a seat sees, in pieces."""

    def __init__(self, state: State, seat: int, speech: Speech = PLAIN) -> None:
        self.game: Game = state.game
        self.seat, self.speech = seat, speech
        self.view = state.view(seat)
        told = {n: value for n, value in self.view["values"].items() if n not in self.view["untold"]}
        self.view["values"] = told | self.view["shown"]
        self.kept = {n: self._kept(n) for n in self.view["values"]}
        self.seen = state.view(seat, data=True)["zones"]
        for name, sides in self.view["sides"].items():
            if self.game.model.zones[name].facing is None:
                self.view["zones"][name] = _with_sides(self.view["zones"][name], sides)
        self.playable = {name for choice in state.choices for name in choice.cards} if state.player == seat else set()
        self.players = _who_played(state, seat)
        parts = [self.game.faces.parts[card.number] for card in self.game.cards]
        self.styles = {part.text: speech.styles.get(part.look, "") for part in parts}
        self.scored = has_scores(state)
        self.columns = list(self._columns())

    def _kept(self, name: str) -> Kept:
        model = self.game.model
        if name in model.vars:
            return Kept(plain(name), model.vars[name].index, model.vars[name].type)
        define = model.defines[name]
        return Kept(define.title or plain(name), tuple(type_ for _, type_ in define.params), define.type)

    def name(self, seat: int) -> str:
        return f"{self.speech.name(seat)}{' (you)' if seat == self.seat else ''}"

    def facts(self) -> Text | None:
        """What belongs to nobody in particular."""
        known = [(self.kept[name], value) for name, value in self.view["values"].items()]
        told = [(kept, value) for kept, value in known if not kept.index and value is not None]
        parts = [f"{kept.title} {self._value(kept.type, value)}" for kept, value in told]
        return safe(", ".join(parts), "dim") if parts else None

    def _value(self, type_: t.Type, value: Any) -> str:
        """A value as it is seen, which may be a word already."""

        def several(of: t.Type, values: Sequence[Any]) -> str:
            return ", ".join(self._value(of, each) for each in values) or "none"

        name = self.speech.name
        return value if isinstance(value, str) else word(self.game.model, type_, value, several=several, seat=name)

    def _columns(self) -> Iterator[tuple[str, list[Text]]]:
        """What is short enough to stand in a row per seat: a heading, and a text per seat."""
        if self.view.get("teams") is not None:
            yield plain(self.game.model.side), [safe(plain(side)) for side in self.view["teams"]]
        if self.view["scores"] is not None and self.scored:
            variable = self._score_variable()
            title = plain(variable) if variable and variable in self.view["values"] else "score"
            score = self.game.model.defines["score"]
            title = score.title if score.title and score.shown else title
            yield title, [safe(str(score)) for score in self.view["scores"]]
        for name, values in self.view["values"].items():
            kept = self.kept[name]
            if kept.index == (t.SEAT,) and name != self._score_variable() and any(v is not None for v in values):
                yield kept.title, [safe(self._value(kept.type, value)) for value in values]
        for name, zones in self.view["zones"].items():
            if self.game.model.zones[name].index == (t.SEAT,) and any(zones):
                wide = self._needs_room(name)
                yield plain(name), [safe(_count(cards)) if wide else self._cell(cards) for cards in zones]

    def _score_variable(self) -> str | None:
        """The variable that is the score, if the score is nothing but a variable."""
        score = self.game.model.defines.get("score")
        return score.value.name if score is not None and isinstance(score.value, core.Var) else None

    def _needs_room(self, name: str) -> bool:
        """Whether some zone of this name shows too much for a cell, or what is this seat's own."""
        zones = self.view["zones"][name]
        own = self._is_private(name) and bool(zones[self.seat])
        return own or any(self._cell(cards).cell_len > WIDEST_CELL for cards in zones)

    def _is_private(self, name: str) -> bool:
        """Whether players see in their own zone what they would not see in another's."""
        declared = self.game.model.zones[name]
        return declared.index[:1] == (t.SEAT,) and declared.facing != "up" and declared.seen_by is not None

    def seats_as_grid(self, tight: bool = False) -> Table:
        grid = table() if not tight else Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
        grid.add_column("", no_wrap=True)
        for title, texts in self.columns:
            numbers = all(text.plain.lstrip("-").isdecimal() or not text for text in texts)
            grid.add_column(safe(title), justify="right" if numbers else "left", no_wrap=True)
        for seat in range(self.game.players):
            cells = [texts[seat] for _, texts in self.columns]
            grid.add_row(safe(self.name(seat)), *cells, style="bold" if seat == self.view["player"] else "")
        return grid

    def seats_as_lines(self) -> Table:
        lines = []
        for seat in range(self.game.players):
            facts = [Text.assemble(safe(title), " ", texts[seat]) for title, texts in self.columns if texts[seat]]
            lines.append((self.name(seat), Text(", ").join(facts), "bold" if seat == self.view["player"] else ""))
        return in_lines(lines)

    def places(self, width: int) -> Table | None:
        """Zones and variables that need a line of their own; what only this seat sees comes last."""
        rows = [row for name in self.view["values"] for row in self._values(name)]
        names = sorted((name for name in self.view["zones"] if name != NOT_SHOWN), key=self._is_private)
        rows += [row for name in names for row in self._zones(name)]
        if not rows:
            return None
        room = width - max(cell_len(title) for title, _ in rows) - 2
        return in_lines(((title, flowed(words, room), "") for title, words in rows), "dim")

    def _zones(self, name: str) -> Iterator[Row]:
        declared = self.game.model.zones[name]
        zones = self.view["zones"][name]
        first, rest = declared.index[:1], declared.index[1:]
        if first != (t.SEAT,):
            yield from self._row(plain(name), self._labelled(declared.index, zones), name, self._by_whom(name))
        elif rest or self._needs_room(name):
            for seat, below in enumerate(zones):
                if rest or seat == self.seat or not _hidden(below):
                    whose = "your" if seat == self.seat else f"{self.speech.name(seat)}'s"
                    yield from self._row(f"{whose} {plain(name)}", self._labelled(rest, below), name)

    def _by_whom(self, name: str) -> list[list[int | None]]:
        """For each zone of that name, who has played its cards out of what was theirs."""
        if self.game.model.zones[name].shape not in ("row", "slot"):
            return []
        rows = [self.seen.get(zone(self.game, z.number).name, {}) for z in self.game.zones if z.name == name]
        return [[self.players.get(card["id"]) if card else None for card in row.get("cards", [])] for row in rows]

    def _row(
        self, title: str, zones: list[tuple[str, list[str]]], name: str, by: Sequence[list[int | None]] = ()
    ) -> Iterator[Row]:
        rows = [(label, cards, by[n] if n < len(by) else []) for n, (label, cards) in enumerate(zones) if cards]
        shown = [(safe(f"{label}: " if label else ""), self._cards(cards, name, who)) for label, cards, who in rows]
        if shown:
            yield title, _joined(([Text.assemble(label, first), *rest] for label, (first, *rest) in shown), ";")

    def _labelled(self, index: tuple[t.Type, ...], value: Any) -> list[tuple[str, Any]]:
        """Everything below some indices, each with its index in words."""
        if not index:
            return [("", value)]
        return [
            (", ".join(part for part in (self._index_word(index[0], place), label) if part), item)
            for place, below in enumerate(value)
            for label, item in self._labelled(index[1:], below)
        ]

    def _index_word(self, type_: t.Type, place: int) -> str:
        if isinstance(type_, t.CardOf):
            cards = [c for c in self.game.cards if type_.name is None or c.cards == type_.name]
            return cards[place].text
        low = type_.low or 0 if isinstance(type_, t.Numbers) else 0
        return word(self.game.model, type_, place + low)

    def _values(self, name: str) -> Iterator[Row]:
        """What is kept for something else than for every player."""
        declared = self.kept[name]
        if declared.index in ((), (t.SEAT,)):
            return
        by_card = any(isinstance(type_, t.CardOf) for type_ in declared.index)
        kept = self._labelled(declared.index, self.view["values"][name])
        # of what is kept for every card only the exceptions are worth a word
        told = [(label, value) for label, value in kept if value is not None and not (by_card and not value)]
        if told:
            words = [safe(f"{label}: {self._value(declared.type, value)}") for label, value in told]
            yield declared.title, _listed(words, ";")

    def _cards(self, cards: list[str], name: str, by: Sequence[int | None] = ()) -> list[Text]:
        """The cards of one zone: sorted into groups if they have no order, else as they lie."""
        zone = self.game.model.zones[name]
        if _hidden(cards):
            return [safe(counted(len(cards), "card"))]
        if zone.shape == "pile" and len(cards) > 3:
            top = safe("unseen") if cards[-1] == UNSEEN else self._card(cards[-1])
            return [Text.assemble(counted(len(cards), "card"), ", top ", top)]
        if not zone.loose:
            return _listed([self._card(card, len([*same]), who) for (card, who), same in groupby(_with(cards, by))])
        groups = []
        for group in self._groups(cards):
            groups.append(_listed([self._card(card, count) for card, count in Counter(group).items()]))
        unseen = cards.count(UNSEEN)
        return _joined([*groups, [safe(f"{counted(unseen, 'card')} unseen")]] if unseen else groups, " |")

    def _card(self, card: str, count: int = 1, by: int | None = None) -> Text:
        """A card, as often as it lies there, and who has played it."""
        name = card.removesuffix(DOWN)
        style = " ".join(filter(None, (self.styles.get(name), "bold" if name in self.playable else "")))
        found = safe(times(BACK if card == UNSEEN else card, count), style)
        return found if by is None else Text.assemble(found, safe(f" ({self.speech.name(by)})"))

    def _cell(self, cards: list[str]) -> Text:
        """The cards of a zone in few words."""
        if _hidden(cards):
            return safe(_count(cards))
        unseen = cards.count(UNSEEN)
        found = [self._card(card, count) for card, count in Counter(c for c in cards if c != UNSEEN).items()]
        return Text(", ").join([*found, *([safe(f"{counted(unseen, 'card')} unseen")] if unseen else [])])

    def _groups(self, cards: list[str]) -> list[list[str]]:
        """Cards by type and by the attribute that has the fewest different values, as people sort a hand."""
        faces = {card.text: card for card in self.game.cards}
        groups: dict[tuple[str, int], list[str]] = {}
        for text in (text for text in cards if text != UNSEEN):
            card = faces[text]
            attribute = self._sorting_attribute(card.cards)
            value = card.face.get(attribute) if attribute else None
            groups.setdefault((card.cards, value if isinstance(value, int) else -1), []).append(text)
        return [groups[key] for key in sorted(groups)]

    def _sorting_attribute(self, cards: str) -> str | None:
        kinds = [(len(self.game.model.kinds[kind].members), n) for n, kind in printed_kinds(self.game.model, cards)]
        return min(kinds, default=(0, None))[1]


def _who_played(state: State, seat: int) -> dict[str, int]:
    """For cards that can be followed, who has played them out of their own: as far as this seat was told."""
    owners = {zone(state.game, z.number).name: z.owner for z in state.game.zones}
    found: dict[str, int] = {}
    chose: dict[int, int] = {}
    for event in state.news(seat):
        if event["t"] == "chose":
            chose[event["i"]] = event["seat"]
        elif event["t"] == "move" and event["cause"] in chose:
            who = chose[event["cause"]]
            played = [card for card in event["cards"] if owners.get(card.get("from", "")) == who]
            found |= {card["is"]: who for card in played if "is" in card}
    return found


def _with(cards: list[str], by: Sequence[int | None]) -> list[tuple[str, int | None]]:
    return [(card, by[n] if n < len(by) else None) for n, card in enumerate(cards)]


def flowed(words: list[Text], room: int, between: int = 1) -> Text:
    """Words in lines of that many cells, none of them broken unless it is too long for a line. between: blanks."""
    lines: list[list[Text]] = [[]]
    used = 0
    for each in words:
        if used and used + between + each.cell_len > room:
            lines.append([])
            used = 0
        used += each.cell_len + between * bool(used)
        lines[-1].append(each)
    return Text("\n").join(Text(" " * between).join(line) for line in lines)


def in_lines(lines: Iterable[tuple[str, Text, str]], style: str = "") -> Table:
    """Titles in that style, and behind each what it is the title of; the last of three is the style of a line."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style=style, no_wrap=True)
    grid.add_column()
    for title, text, of_line in lines:
        grid.add_row(safe(title), text, style=of_line)
    return grid


def _with_sides(cards: Any, sides: Any) -> Any:
    """Cards where both sides occur: one that is seen although it lies face down is marked."""
    if isinstance(cards, list):
        return [_with_sides(card, side) for card, side in zip(cards, sides, strict=True)]
    return cards if sides or cards == UNSEEN else cards + DOWN


def _listed(words: list[Text], mark: str = ",") -> list[Text]:
    return _joined(([word] for word in words), mark)


def _joined(groups: Iterable[list[Text]], mark: str) -> list[Text]:
    """All words, with a mark behind the last of each group that another follows."""
    words: list[Text] = []
    for group in groups:
        words = [*words[:-1], *(Text.assemble(word, mark) for word in words[-1:]), *group]
    return words


def _hidden(cards: list[str]) -> bool:
    return all(card == UNSEEN for card in cards)


def _count(cards: list[str]) -> str:
    return str(len(cards)) if cards else ""
