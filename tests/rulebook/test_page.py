"""The page of a rulebook needs nothing else, and all its links lead somewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from every import GAMES, reading
from prose import book

from hoyle.read import read_source
from hoyle.rulebook.book import rulebook
from hoyle.rulebook.page import as_page
from hoyle.source import Source

EMPTY = ("meta", "br", "hr")


class Seen(HTMLParser):
    """What stands in a page: its elements and their attributes; and whether each is closed where it should be."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.open: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, name: str) -> list[str]:
        return [attributes[name] for _, attributes in self.elements if name in attributes]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_page_is_whole(path: Path) -> None:
    text = book(path)
    page = as_page(text)
    seen = Seen(page)
    ids = seen.all("id")
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(r"[\w-]+", id_) for id_ in ids)
    assert sum(tag == "a" and attributes.get("class") == "term" for tag, attributes in seen.elements) > 30
    assert {href.removeprefix("#") for href in seen.all("href")} <= set(ids)
    assert not seen.all("src") and not re.search(r"https?:|@import|url\(|<script|<link", page)
    headings = re.findall(r"^## (.*)$", text, re.MULTILINE)
    assert len(re.findall(r"<h2 id=", page)) == len(headings) == page.partition("</nav>")[0].count("<li>")
    assert page.count("<table>") == len(re.findall(r"^\| ---", text, re.MULTILINE))
    noted = re.sub(r'<span class="cite">\[[^\]<]*\]</span>', "", page)  # every citation is a small note, in brackets
    assert re.findall(r"(?<![\w-])[A-Z]{2,4}-\w+\]", noted) == []
    cited = re.findall(r"\[[A-Z]{2,4}-\w+", text)
    assert page.count('<span class="cite">[') == len(cited) and (cited or not reading(path).world.model.cited)


def test_light_dark_and_paper() -> None:
    page = as_page("# Title\n\nText.\n")
    assert "prefers-color-scheme: dark" in page and "@media print" in page


def test_what_authors_write_is_text_and_nothing_else() -> None:
    nasty = "<script>alert(1)</script> *a* _b_ `c` [d](http://e) & |f|"
    source = Path(__file__).parents[2] / "examples" / "tutorial" / "step7.hoyle"
    text = source.read_text(encoding="utf-8").replace("how many pearls win", nasty).replace("Undertow", nasty)
    page = as_page(rulebook(read_source(Source("<text>", text)), []))
    seen = Seen(page)
    assert "script" not in {tag for tag, _ in seen.elements}
    assert all(href.startswith("#") for href in seen.all("href"))
    assert "&lt;script&gt;alert(1)&lt;/script&gt; *a* _b_ `c` [d](http://e) &amp; |f|" in page
