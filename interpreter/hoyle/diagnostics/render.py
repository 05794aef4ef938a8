"""Diagnostics as text: for people, for editors and grep, for programs.

All renderings sort and de-duplicate what they are given, and show at most `limit` of it: errors before warnings if
there are too many, and how many are left out. Nothing unprintable gets through, whatever the definition contains.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from hoyle.diagnostics.codes import Severity
from hoyle.diagnostics.diagnostic import Diagnostic, Fix, ordered
from hoyle.diagnostics.excerpt import Mark, Paint, excerpt
from hoyle.diagnostics.visible import quote, shorten, visible, wrap
from hoyle.source import Span

LIMIT = 50
"""How many diagnostics are shown unless said otherwise. After the first few they are mostly echoes."""

_LONGEST_TEXT = 2000
_LONGEST_FIX = 10
_NARROWEST = 40

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "title": "1",
    "place": "36",
    "gutter": "2",
    "note": "1;36",
    "label": "36",
}


def one_line(diagnostic: Diagnostic) -> str:
    """`file:line:column: error HYLnnn: message`; without the place if there is none."""
    place = f"{_place(diagnostic.span)}: " if diagnostic.span else ""
    return f"{place}{diagnostic.severity} {diagnostic.code}: {_flat(diagnostic.message)}"


def as_lines(diagnostics: Iterable[Diagnostic], limit: int = LIMIT) -> str:
    """One line each."""
    shown, more = _shown(diagnostics, limit)
    return "\n".join([*map(one_line, shown), *_more(more)])


def for_people(diagnostics: Iterable[Diagnostic], color: bool, width: int, limit: int = LIMIT) -> str:
    """With excerpts, help and fixes, for a terminal `width` cells wide. `color` says whether it may be coloured.

    The text differs with `color` only in escape sequences for colours, and it has no line end behind the last line.
    """
    shown, more = _shown(diagnostics, limit)
    width = max(width, _NARROWEST)
    parts = ["\n".join(_for_people(diagnostic, width, color)) for diagnostic in shown]
    return "\n\n".join([*parts, *_more(more)])


def as_json(diagnostics: Iterable[Diagnostic], limit: int = LIMIT) -> str:
    """An object with `diagnostics` and `more`, how many were left out.

    A diagnostic has `code`, `severity`, `message`, `file`, `start`, `end`, `labels`, `help` and `fix`; a label has
    `text`, `file`, `start` and `end`; a fix has `replacement`, `file`, `start` and `end`. A start or end has `line`,
    `column` and `offset`; the end is the place behind the last character. What there is none of is null.
    """
    shown, more = _shown(diagnostics, limit)
    return json.dumps({"diagnostics": [_as_data(diagnostic) for diagnostic in shown], "more": more}, indent=2)


def _shown(diagnostics: Iterable[Diagnostic], limit: int) -> tuple[list[Diagnostic], int]:
    found = ordered(diagnostics)
    errors_first = sorted(found, key=lambda diagnostic: diagnostic.severity is not Severity.ERROR)
    return ordered(errors_first[:limit]), max(len(found) - limit, 0)


def _more(count: int) -> list[str]:
    return [f"... and {count} more"] if count else []


def _place(span: Span) -> str:
    line, column = span.source.position(span.start)
    return f"{visible(span.source.name)}:{line}:{column}"


def _flat(text: str) -> str:
    return visible(shorten(text, _LONGEST_TEXT))


# ---------------------------------------------------------------- for people


def _for_people(diagnostic: Diagnostic, width: int, color: bool) -> Iterator[str]:
    def paint(text: str, style: str) -> str:
        sgr = _STYLES[diagnostic.severity if style == "main" else style]
        return f"\x1b[{sgr}m{text}\x1b[0m" if color and text else text

    head = f"{diagnostic.severity} {diagnostic.code}: "
    first, *rest = wrap(_flat(diagnostic.message), width - len(head))
    yield paint(head, "main") + paint(first, "title")
    yield from ("  " + paint(line, "title") for line in rest)

    yield from _excerpts(diagnostic, width, paint)
    if diagnostic.help:
        yield from _note("help", diagnostic.help.split("\n"), width, paint)
    if diagnostic.fix:
        yield from _note("fix", _fix(diagnostic.fix, diagnostic.span), width, paint)


def _excerpts(diagnostic: Diagnostic, width: int, paint: Paint) -> Iterator[str]:
    """The places of a diagnostic, file by file, its own first."""
    own = [Mark(diagnostic.span)] if diagnostic.span else []
    marks = own + [Mark(label.span, shorten(label.text, _LONGEST_TEXT), main=False) for label in diagnostic.labels]
    sources = list(dict.fromkeys(mark.span.source for mark in marks))
    marks.sort(key=lambda mark: sources.index(mark.span.source))
    word = "at"
    for _, group in groupby(marks, key=lambda mark: mark.span.source):
        in_file = list(group)
        yield f"  {word} {paint(_place(in_file[0].span), 'place')}"
        yield from ("  " + row for row in excerpt(in_file, width - 2, paint))
        word = "and"


def _note(word: str, lines: list[str], width: int, paint: Paint) -> Iterator[str]:
    """`help: ...` and the like; further lines stand below the first."""
    head = f"  {word}: "
    wrapped = [part for line in lines for part in wrap(_flat(line), width - len(head))]
    yield paint(head, "note") + wrapped[0]
    yield from ((" " * len(head) + line).rstrip() for line in wrapped[1:])


def _fix(fix: Fix, near: Span | None) -> list[str]:
    """What to do, with the place unless the carets, which are below `near`, show it already."""
    old, new = fix.span.text, fix.replacement
    starts = near is not None and near.source is fix.span.source and near.start == fix.span.start
    within = near is not None and fix.span in near and fix.span.start < fix.span.end <= near.end
    place = "" if starts or within else f" at {_place(fix.span)}"
    if not new:
        return [f"remove {quote(old)}{place}"]
    action = f"replace {quote(old)} with" if old else "insert"
    if "\n" not in new:
        return [f"{action} {quote(new)}{place}"]
    lines = new.rstrip("\n").split("\n")
    cut = ["  ..."] if len(lines) > _LONGEST_FIX else []
    return [f"{action}{place}", *(f"  {line}" for line in lines[:_LONGEST_FIX]), *cut]


# ---------------------------------------------------------------- for programs


def _as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    fix = diagnostic.fix
    return {
        "code": diagnostic.code,
        "severity": str(diagnostic.severity),
        "message": _unicode(diagnostic.message),
        **_span_as_data(diagnostic.span),
        "labels": [{"text": _unicode(label.text), **_span_as_data(label.span)} for label in diagnostic.labels],
        "help": None if diagnostic.help is None else _unicode(diagnostic.help),
        "fix": fix and {"replacement": _unicode(fix.replacement), **_span_as_data(fix.span)},
    }


def _span_as_data(span: Span | None) -> dict[str, Any]:
    if span is None:
        return {"file": None, "start": None, "end": None}
    found: dict[str, Any] = {"file": _unicode(span.source.name)}
    for name, offset in (("start", span.start), ("end", max(span.start, span.end))):
        line, column = span.source.position(offset)
        found[name] = {"line": line, "column": column, "offset": min(max(offset, 0), len(span.source.text))}
    return found


def _unicode(text: str) -> str:
    """The text without halves of surrogate pairs, which a file name can contain and strict readers of JSON refuse."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
