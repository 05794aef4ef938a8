"""Pages: files that need nothing else, in one style, for phones, screens and paper, light or dark."""

from __future__ import annotations

from html import escape
from pathlib import PurePath

from hoyle.diagnostics.visible import visible

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
h1 { font-size: 2.6rem; line-height: 1.1; margin: 0 0 .5rem; letter-spacing: -.01em; overflow-wrap: anywhere }
h2 { font-size: 1.5rem; line-height: 1.2; margin: 3.2rem 0 1rem; padding-bottom: .3rem;
  border-bottom: 1px solid var(--line) }
p, ul, ol, table { margin: .7rem 0 }
ul, ol { padding-left: 1.5rem }
li { margin: .15rem 0 }
li > ul, li > ol { margin: .1rem 0 }
a { color: inherit; text-decoration: underline dotted var(--soft); text-underline-offset: .18em }
a:hover { color: var(--mark) }
code { font: .85em/1.4 ui-monospace, "DejaVu Sans Mono", monospace; background: var(--band); padding: .1em .3em;
  border-radius: .2em; overflow-wrap: anywhere }
table { border-collapse: collapse; font-size: .93rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .9rem .25rem 0; border-bottom: 1px solid var(--line) }
th { font-weight: 600; color: var(--soft) }
@media (max-width: 34rem) { main { padding-top: 1.5rem } h1 { font-size: 2rem } }
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --mark: #000; --band: #fff }
  body { font-size: 10.5pt }
  main { max-width: none; padding: 0 }
  h2 { break-after: avoid }
  tr, li, figure { break-inside: avoid }
  a { text-decoration: none }
}
"""


def whole_page(title: str, body: str, style: str = "") -> str:
    """A page with this body. style: what it needs beyond what all pages have."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head>\n"
        f"<body><main>\n{body}</main></body></html>\n"
    )


def file_name(place: str) -> str:
    """A file, or a line in one, without its folders: a page is shown to others, and these are nobody else's matter."""
    return PurePath(place).name


def said(text: str) -> str:
    """A text of an author, as it stands in a page."""
    return escape(visible(text))
