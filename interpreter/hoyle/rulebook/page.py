"""The rulebook as a page: one file that needs nothing else, for the screen, light or dark, and for paper.

Words that the rulebook explains are links to where it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from hoyle.page import whole_page
from hoyle.rulebook.changes import DIFFERENT, SIGN

if TYPE_CHECKING:
    from markdown_it.token import Token

STYLE = """
h1 + p { color: var(--soft); font-size: 1.15rem; margin-top: 0 }
p[id] { margin-top: 1.4rem; scroll-margin-top: 1rem }
p[id] > :first-child { color: var(--mark) }
p[id]:target { background: var(--band); box-shadow: 0 0 0 .4rem var(--band) }
a.term { font-style: italic }
.cite { font: .72em/1 system-ui, sans-serif; color: var(--soft); white-space: nowrap; margin-left: .25em }
.wide { overflow-x: auto }
nav { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1.2rem; margin: 2rem 0;
  background: var(--band) }
nav ol { columns: 2; margin: 0; padding-left: 1.2rem }
nav li { break-inside: avoid }
nav a { text-decoration: none }
.changed { border-left: .25rem solid var(--mark); padding-left: .8rem }
@media (max-width: 34rem) { nav ol { columns: 1 } }
@media print { p[id] { break-inside: avoid } }
"""
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
    entries = "".join(
        f'<li><a href="#{id_}">{escape(words)}</a></li>' for id_, words, level in headings if level == "h2"
    )
    contents = f'<nav aria-label="Contents"><ol>{entries}</ol></nav>'
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
    if "strong_open" not in kinds[:2] or "strong_close" not in kinds:
        return ""
    return _text(children[: kinds.index("strong_close")])


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
