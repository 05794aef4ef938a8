"""Pages: files that need nothing else, in one style, for phones, screens and paper, light or dark."""

from __future__ import annotations

from html import escape
from pathlib import Path, PurePath

from hoyle.diagnostics.visible import visible


def style_of(module: str) -> str:
    """The style sheet that lies beside a module."""
    return "\n" + Path(module).with_suffix(".css").read_text(encoding="utf-8")


def whole_page(title: str, body: str, style: str = "") -> str:
    """A page with this body. style: what it needs beyond what all pages have."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style_of(__file__)}{style}</style></head>\n"
        f"<body><main>\n{body}</main></body></html>\n"
    )


def file_name(place: str) -> str:
    """A file, or a line in one, without its folders: a page is shown to others, and these are nobody else's matter."""
    return PurePath(place).name


def said(text: str) -> str:
    """A text of an author, as it stands in a page."""
    return escape(visible(text))
