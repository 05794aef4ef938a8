"""The rulebook as a page: one file that needs nothing else, for the screen, light or dark, and for paper.

Words that the rulebook explains are links to where it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from hoyle.page import style_of, whole_page
from hoyle.rulebook.changes import DIFFERENT, SIGN

if TYPE_CHECKING:
    from markdown_it.token import Token

STYLE = style_of(__file__)
_CITED = re.compile(r" ?\[((?:[A-Z]{2,4}-\w+(?:, )?)+)\]")


def as_page(markdown: str) -> str:
    """A rulebook in Markdown as a whole page."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(markdown)
    headings = list(_named(tokens))
    _linked(tokens)
    body = reader.renderer.render(tokens, reader.options, {})
    body = _CITED.sub(lambda found: f' <span class="cite">[{found[1]}]</span>', body)
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    title = next((words for _, words, level in headings if level == "h1"), "Rules")
    entries = [f'<li><a href="#{id_}">{escape(words)}</a></li>' for id_, words, level in headings if level == "h2"]
    contents = f'<nav aria-label="Contents"><ol>{"".join(entries)}</ol></nav>'
    start = body.find("<h2")
    body = f"{body[:start]}{contents}{body[start:]}" if start >= 0 else body
    return whole_page(f"{title}: rules", body, STYLE)


def _named(tokens: list[Token]) -> Iterator[tuple[str, str, str]]:
    """Give headings and paragraphs that start with a name an id; the headings, with id and level."""
    taken: set[str] = set()
    before = ""  # what ids of a section start with, so that words lead to the rules themselves
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            words = _text(inside.children or [])
            before = {"Options": "option-", DIFFERENT: "different-"}.get(words, "")
            id_ = _fresh(f"about-{_slug(words)}", taken)
            token.attrSet("id", id_)
            yield id_, words, token.tag
        elif token.type == "paragraph_open" and token.level == 0:
            name = _lead(inside.children or [])
            if inside.content.startswith(SIGN):
                token.attrSet("class", "changed")
            if name:
                token.attrSet("id", _fresh(before + _slug(name), taken))


def _fresh(id_: str, taken: set[str]) -> str:
    made, number = id_, 2
    while made in taken:
        made, number = f"{id_}-{number}", number + 1
    taken.add(made)
    return made


def _lead(children: list[Token]) -> str:
    """The bold words a paragraph starts with."""
    kinds = [child.type for child in children]
    named = "strong_open" in kinds[:2] and "strong_close" in kinds
    return _text(children[: kinds.index("strong_close")]) if named else ""


def _linked(tokens: list[Token]) -> None:
    """Make links of words in italics that are explained somewhere."""
    ids = {str(token.attrGet("id")) for token in tokens if token.attrGet("id")}
    for token in tokens:
        children = token.children or []
        for number, child in enumerate(children[:-2]):
            if child.type != "em_open" or children[number + 2].type != "em_close":
                continue
            before = children[number - 1].content if number else ""
            slug = _slug(children[number + 1].content)
            wanted = (f"option-{slug}",) if before.endswith("option ") else (slug, f"{slug}s", f"option-{slug}")
            id_ = next((each for each in wanted if each in ids), None)
            if id_ is not None:
                child.tag = children[number + 2].tag = "a"
                child.attrSet("href", f"#{id_}")
                child.attrSet("class", "term")


def _text(children: list[Token]) -> str:
    return "".join(child.content for child in children)


def _slug(words: str) -> str:
    return "-".join(re.findall(r"\w+", words.lower().removeprefix("the ")))
