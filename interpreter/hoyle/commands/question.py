"""What is asked at the table: the choices as they are listed, and which of them somebody means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from hoyle.commands.screen import Screen
from hoyle.commands.speech import Speech
from hoyle.commands.table import flowed
from hoyle.commands.terminal import safe
from hoyle.run.choices import Choice
from hoyle.run.several import Several
from hoyle.run.state import State
from hoyle.run.why import by_members, named

MANY, FEW = 30, 8
"""From how many choices on they are not all listed, and how many of one action are."""


@attrs.define
class Question:
    """row: the choice of several that is under way, if it is one. offered: the answers that can be given now; chosen:
    of several, those that were given before."""

    state: State
    speech: Speech
    row: Several | None
    offered: tuple[Choice, ...] = ()
    chosen: tuple[Choice, ...] | None = None

    def __attrs_post_init__(self) -> None:
        self.settle()

    def settle(self) -> None:
        """What is asked next: the decision of the engine, or what is left of a choice of several."""
        self.offered = self.row.offered if self.row else self.state.choices
        self.chosen = tuple(self.row.chosen) if self.row else None

    @property
    def asked(self) -> str:
        prompt = self.state.prompt
        if self.state.acting is not None:
            bare, _, _ = prompt.rpartition(" for ")
            prompt = f"{bare} for {self.speech.name(self.state.acting)}"
        return f"{prompt} ({self._how_many()})" if self.row else prompt

    def _how_many(self) -> str:
        assert self.row is not None
        left = f"{'up to ' if self.row.up_to else ''}{self.row.wanted - len(self.row.chosen)}"
        if not self.row.chosen:
            return f"choose {left}"
        return f"choose {left} more; so far {', '.join(self.words(choice) for choice in self.row.chosen)}"

    def words(self, choice: Choice) -> str:
        return self.speech.words(choice.say)

    def number(self, choice: Choice) -> int:
        return self.offered.index(choice) + 1

    # ------------------------------------------------------------------------------------------ as they are listed

    def shown(self, screen: Screen, room: int) -> RenderableType:
        """What is asked, and the choices, in so many lines if that can be done."""
        asked = safe(f"{self.asked}:", "bold")
        ways = [self._all, self._by_what_they_do] if len(self.offered) <= MANY else [self._by_what_they_do, self._some]
        found = [Group(asked, way(screen)) for way in ways]
        return next((each for each in found if screen.lines(each) <= room), found[-1])

    def _all(self, screen: Screen) -> RenderableType:
        return self.listed(screen, self.offered)

    def listed(self, screen: Screen, some: Sequence[Choice]) -> RenderableType:
        """Choices with their numbers, side by side where they fit."""
        numbers, width = {choice: n for n, choice in enumerate(self.offered, start=1)}, len(str(len(self.offered)))
        rows = [(Text(f"{numbers[c]:>{width}}", "place"), self.speech.text(c.say)) for c in some]
        if max(text.cell_len for _, text in rows) + width + 1 <= screen.out.width:
            numbered = [Text.assemble(number, " ", text) for number, text in rows]
            return Columns(numbered, padding=(0, 3), column_first=True)
        grid = Table.grid(padding=(0, 1, 0, 0))
        for number, text in rows:
            grid.add_row(number, text)
        return grid

    def _by_what_they_do(self, screen: Screen) -> RenderableType:
        """In few lines: what several choices begin with is said once."""
        rows: list[tuple[str, list[Text]]] = []
        for choices in self._together():
            start = _begun([self.words(choice) for choice in choices])
            texts = [self.speech.text(choice.say)[len(start) :] for choice in choices]
            numbered = [
                Text.assemble((f"{self.number(choice)}", "place"), " ", text)
                for choice, text in zip(choices, texts, strict=True)
            ]
            if rows and not start and not rows[-1][0]:
                rows[-1][1].extend(numbered)
            else:
                rows.append((start.strip(), numbered))
        lines = []
        for start, numbered in rows:
            first = [safe(f"{start}:", "dim")] if start else []
            flow = flowed([*first, *numbered], screen.out.width - 2, between=2)
            lines += [Text.assemble("  " if n else "", line) for n, line in enumerate(flow.split("\n"))]
        return Group(*lines)

    def _together(self) -> list[list[Choice]]:
        """Choices that stand together: of one action, and of as many as begin with the same word."""

        def alike(choice: Choice) -> tuple[str, str]:
            return choice.action, self.words(choice).split(" ")[0]

        return [list(group) for _, group in groupby(self.offered, key=alike)]

    def _some(self, screen: Screen) -> RenderableType:
        """More than a screen: only what is said in few words, the rest by its name."""
        parts: list[RenderableType] = []
        for action, group in groupby(self.offered, key=lambda choice: choice.action):
            if len(same := list(group)) <= FEW:
                parts.append(self.listed(screen, same))
            else:
                first = self.number(same[0])
                which = f"{first} to {first + len(same) - 1}: {self.state.game.model.called(action)}"
                parts.append(safe(f"{which}, {len(same)} choices, such as {self.words(same[0])}"))
        return Group(*parts, Text("type some words of a choice to see all that have them", "dim"))

    # ------------------------------------------------------------------------------------------ what somebody means

    def numbered(self, text: str) -> Choice | None:
        return self.offered[int(text) - 1] if text.isdecimal() and 1 <= int(text) <= len(self.offered) else None

    def called(self, line: str) -> Choice | None:
        """The choice that says exactly that."""
        wanted = (line.casefold(), self.speech.meant(line).casefold())
        found = (c for c in self.offered if self.words(c).casefold() == wanted[0] or c.text.casefold() == wanted[1])
        return next(found, None)

    def meant(self, line: str) -> list[Choice]:
        """All that somebody may mean."""
        if (choice := self.numbered(line)) is not None:
            return [choice]
        found = named(line, [self.words(choice) for choice in self.offered])
        found = found or named(self.speech.meant(line), [choice.text for choice in self.offered])
        if len(found) != 1 and (group := by_members(self.state, self.speech.meant(line), self.offered)) is not None:
            return [group]
        return [self.offered[number] for number in found]


def _begun(texts: Sequence[str]) -> str:
    """The words that all of several texts begin with; none if there is but one, or nothing would be left."""
    if len(texts) < 2:
        return ""
    words = [text.split(" ") for text in texts]
    count = 0
    for column in zip(*words, strict=False):
        if len({*column}) > 1 or any(len(row) == count + 1 for row in words):
            break
        count += 1
    return "".join(f"{word} " for word in words[0][:count])
