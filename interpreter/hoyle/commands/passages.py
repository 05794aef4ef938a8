"""The rulebook of a game, for somebody who sits at the table: all of it, or what says a word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.table import Table
from rich.text import Text

from hoyle.commands.terminal import safe
from hoyle.run.game import Game

AS_TYPED = str.maketrans("’“”–", '\'""-')
HEADING = re.compile(r"(#+) (.*)")


@attrs.frozen
class Passage:
    """A paragraph, a member of a list or a table, and the heading that it stands under."""

    heading: str
    text: str

    def says(self, words: list[str]) -> bool:
        said = f" {_bare(self.text)}"
        return all(re.search(rf"(?<!\w){re.escape(word)}", said) for word in words)


def rules(game: Game, words: str) -> list[RenderableType]:
    """What the rulebook says of some words, and without words all of it. Nothing, if it does not say them."""
    from hoyle.rulebook.book import rulebook

    wanted = words.casefold().split()
    found = [passage for passage in _passages(rulebook(game.reading, [])) if not wanted or passage.says(wanted)]
    shown: list[RenderableType] = []
    heading = ""
    for passage in found:
        above = [safe(_clean(passage.heading), "bold place")] if passage.heading != heading else []
        heading = passage.heading
        shown.append(Group(*([Text()] if above and shown else []), *above, _body(_narrowed(passage.text, wanted))))
    return shown


def _body(text: str) -> RenderableType:
    """A paragraph below its heading; a member of a list behind its dot."""
    member = text.startswith("- ")
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_row("  -" if member else " ", Markdown(text.removeprefix("- "), hyperlinks=False))
    return grid


def _passages(markdown: str) -> Iterator[Passage]:
    heading = ""
    for block in re.split(r"\n\s*\n", markdown):
        found = HEADING.match(block)
        if found is not None:
            heading = found[2]
        elif block.startswith("- "):
            yield from (Passage(heading, member) for member in re.split(r"\n(?=- )", block))
        elif block.strip():
            yield Passage(heading, block)


def _narrowed(text: str, wanted: list[str]) -> str:
    """Of a table only the rows that say all words, if some do."""
    lines = text.split("\n")
    if not text.startswith("|") or not wanted:
        return text
    rows = [line for line in lines[2:] if all(word in _bare(line) for word in wanted)]
    return "\n".join([*lines[:2], *(rows or lines[2:])])


def _clean(markdown: str) -> str:
    """A heading without its marks."""
    return re.sub(r"\\(.)", r"\1", markdown)


def _bare(markdown: str) -> str:
    """Words without marks, to look for others among them."""
    return re.sub(r"[*_`\\]", "", markdown).translate(AS_TYPED).casefold()
