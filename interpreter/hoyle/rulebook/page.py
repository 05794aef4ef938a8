"""The rulebook as a page: one file that needs nothing else, for the screen, light or dark, and for paper.

Words that the rulebook explains are links to where it does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from hoyle.rulebook.changes import DIFFERENT, SIGN

if TYPE_CHECKING:
    from markdown_it.token import Token

STYLE = """
:root { --paper: #fdfcf9; --ink: #22201c; --soft: #6d675d; --line: #ddd6c8; --mark: #7a3e22; --band: #f5f1e8;
  color-scheme: light dark }
@media (prefers-color-scheme: dark) {
  :root { --paper: #191816; --ink: #e6e1d8; --soft: #a29a8c; --line: #3b3731; --mark: #e5a877; --band: #23211e }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink);
  font: 1.06rem/1.55 Charter, "Bitstream Charter", "Iowan Old Style", "Source Serif 4", Georgia, serif }
main { max-width: 44rem; margin: 0 auto; padding: 3rem 1.25rem 6rem }
h1 { font-size: 2.6rem; line-height: 1.1; margin: 0 0 .5rem; letter-spacing: -.01em }
h1 + p { color: var(--soft); font-size: 1.15rem; margin-top: 0 }
h2 { font-size: 1.5rem; line-height: 1.2; margin: 3.2rem 0 1rem; padding-bottom: .3rem;
  border-bottom: 1px solid var(--line) }
p, ul, ol, table { margin: .7rem 0 }
p[id] { margin-top: 1.4rem; scroll-margin-top: 1rem }
p[id] > :first-child { color: var(--mark) }
p[id]:target { background: var(--band); box-shadow: 0 0 0 .4rem var(--band) }
ul, ol { padding-left: 1.5rem }
li { margin: .15rem 0 }
li > ul, li > ol { margin: .1rem 0 }
a { color: inherit; text-decoration: underline dotted var(--soft); text-underline-offset: .18em }
a:hover { color: var(--mark) }
a.term { font-style: italic }
code { font: .85em/1.4 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--band); padding: .1em .3em;
  border-radius: .2em; overflow-wrap: anywhere }
.cite { font: .72em/1 system-ui, sans-serif; color: var(--soft); white-space: nowrap; margin-left: .25em }
.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: .93rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft) }
nav { border: 1px solid var(--line); border-radius: .4rem; padding: .8rem 1.2rem; margin: 2rem 0;
  background: var(--band) }
nav ol { columns: 2; margin: 0; padding-left: 1.2rem }
nav li { break-inside: avoid }
nav a { text-decoration: none }
.changed { border-left: .25rem solid var(--mark); padding-left: .8rem }
@media (max-width: 34rem) { nav ol { columns: 1 } main { padding-top: 1.5rem } }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --mark: #000; --band: #fff }
  body { font-size: 10.5pt }
  main { max-width: none; padding: 0 }
  h2 { break-after: avoid }
  p[id], tr, li { break-inside: avoid }
  a { text-decoration: none }
}
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
    body = _CITED.sub(lambda found: f'<span class="cite">{found[1]}</span>', body)
    body = body.replace("<table>", '<div class="wide"><table>').replace("</table>", "</table></div>")
    title = next((words for _, words, level in headings if level == "h1"), "Rules")
    entries = "".join(
        f'<li><a href="#{id_}">{escape(words)}</a></li>' for id_, words, level in headings if level == "h2"
    )
    contents = f'<nav aria-label="Contents"><ol>{entries}</ol></nav>'
    start = body.find("<h2")
    body = f"{body[:start]}{contents}{body[start:]}" if start >= 0 else body
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}: rules</title><style>{STYLE}</style></head>\n"
        f"<body><main>\n{body}</main></body></html>\n"
    )


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
