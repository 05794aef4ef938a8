"""Coverage as a page: the definition with what was exercised, in one file that needs nothing else.

What was hit and what was missed differ in a sign, in a word and in the shape of the edge, not only in colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hoyle.page import file_name, said, whole_page
from hoyle.source import Source
from hoyle.trials.coverage import Coverage, Found

STYLE = """
:root { --hit: #1a7f37; --missed: #b3261e; --alarm: #fdecea }
@media (prefers-color-scheme: dark) { :root { --hit: #6fd08c; --missed: #ff9b93; --alarm: #3a1f1d } }
main { max-width: 75rem }
.sums td, .sums th { padding: .15rem .8rem; text-align: right }
.sums td:first-child, .sums th:first-child { text-align: left; padding-left: 0 }
.text { width: 100%; font: .8rem/1.4 ui-monospace, "DejaVu Sans Mono", monospace }
.text td { padding: 0 .6em; border: 0; white-space: pre-wrap; overflow-wrap: anywhere }
.text .n, .text .c { text-align: right; white-space: nowrap; color: var(--soft); user-select: none }
.text .hit .c { border-right: 3px solid var(--hit); color: var(--hit) }
.text .missed .c { border-right: 5px double var(--missed); color: var(--missed); font-weight: bold }
.missed td { background: var(--alarm) }
.text .out .c { border-right: 3px dotted var(--soft) }
.out td { background: var(--band) }
.note { font: .8rem/1.4 system-ui, sans-serif }
"""
SIGNS = {"hit": "✓", "missed": "✗", "out": "–"}


def as_page(title: str, coverage: Coverage) -> str:
    """The whole page."""
    sources = {f.item.span.source.name: f.item.span.source for f in coverage.found}
    parts = [
        f"<h1>{said(title)}: {coverage.percent:.1f} % exercised</h1>",
        f"<p>{len(coverage.hit)} of {len(coverage.hit) + len(coverage.missed)} parts that can be reached; "
        f"{len(coverage.unreachable)} that cannot. "
        "✓ was exercised, so many times; ✗ was missed; – cannot be reached.</p>",
        _sums(coverage),
        *_lists(coverage, list(sources)),
        *(_text(source, coverage, number) for number, source in enumerate(sources.values())),
    ]
    return whole_page(f"{title}: coverage", "\n".join(part for part in parts if part), STYLE)


def _sums(coverage: Coverage) -> str:
    """How many of each sort."""
    counts: Mapping[tuple[str, str], int] = Counter((f.item.sort, _state(f)) for f in coverage.found)
    rows = [
        f"<tr><td>{said(sort)}</td><td>{counts[sort, 'hit']}</td><td>{counts[sort, 'missed']}</td>"
        f"<td>{counts[sort, 'out']}</td></tr>"
        for sort in dict.fromkeys(f.item.sort for f in coverage.found)
    ]
    head = "<tr><th></th><th>✓ exercised</th><th>✗ missed</th><th>– unreachable</th></tr>"
    return f'<table class="sums">{head}{"".join(rows)}</table>'


def _lists(coverage: Coverage, names: list[str]) -> list[str]:
    made = []
    for heading, some in (("Missed", coverage.missed), ("Unreachable", coverage.unreachable)):
        lines = [
            f'<li><a href="#{names.index(f.item.span.source.name)}-{f.item.span.line}">'
            f"{said(file_name(f.item.place))}</a> {said(_sentence(f))}</li>"
            for f in some
        ]
        if lines:
            made.append(f"<h2>{heading}</h2><ul>{''.join(lines)}</ul>")
    return made


def _text(source: Source, coverage: Coverage, number: int) -> str:
    """A file, line by line; what was missed is said below its line."""
    lines: dict[int, list[Found]] = {}
    for found in coverage.found:
        if found.item.span.source.name == source.name:
            lines.setdefault(found.item.span.line, []).append(found)
    rows = []
    for line in range(1, source.line_count + 1):
        here = lines.get(line, [])
        states = [_state(f) for f in here]
        state = next((s for s in ("missed", "out", "hit") if s in states), "")
        count = min((f.hits for f in here), default=0)
        sign = f"{SIGNS[state]} {count}" if state else ""
        told = " ".join(f"{SIGNS[_state(f)]} {f.item.name}: {f.hits}" for f in here)
        rows.append(
            f'<tr id="{number}-{line}" class="{state}" title="{said(told)}"><td class="n">{line}</td>'
            f'<td class="c">{sign}</td><td>{said(source.line_text(line))}</td></tr>'
        )
        rows += [
            f'<tr class="{_state(f)} note"><td class="n"></td><td class="c">{SIGNS[_state(f)]}</td>'
            f"<td>{said(_sentence(f))}</td></tr>"
            for f in here
            if _state(f) != "hit"
        ]
    return f'<h2>{said(file_name(source.name))}</h2><table class="text">{"".join(rows)}</table>'


def _state(found: Found) -> str:
    return "hit" if found.hits else "missed" if found.unreachable is None else "out"


def _sentence(found: Found) -> str:
    why = f": {found.unreachable}" if found.unreachable is not None else ""
    return f"{found.item.name} {found.item.missed}{why}"
