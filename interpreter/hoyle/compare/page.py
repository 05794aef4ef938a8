"""A comparison as a page: one file that needs nothing else and can be read without colour."""

from __future__ import annotations

import re
from html import escape

from hoyle.commands.arguments import options_in_words
from hoyle.compare import plots
from hoyle.compare.comparison import Comparison
from hoyle.compare.measures import SEATS, SHARE, column
from hoyle.compare.rules import Change, place
from hoyle.compare.run import Finding
from hoyle.compare.words import definitions, notes, parting_in_words, seat_rows, seats, sources, verdict, with_bounds
from hoyle.diagnostics.visible import visible
from hoyle.model import table_of

QUOTED = re.compile("`([^`]*)`")
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 62em; padding: 0 1em; color: #1b1b1b;
  background: #fff }
h1, h2, h3 { line-height: 1.2 }
table { border-collapse: collapse }
td, th { padding: .2em .9em .2em 0; text-align: left; vertical-align: top; border-bottom: 1px solid #8885 }
td.n { white-space: nowrap; font-variant-numeric: tabular-nums }
pre { font: 13px/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; margin: .3em 0 1em 1.5em }
.gone { font-style: italic }
.come { font-weight: bold }
.place { color: #555; font-size: 13px }
.stands_out { font-weight: bold }
svg { color: inherit; max-width: 100%; height: auto }
svg text { fill: currentColor; font: 12px system-ui, sans-serif }
.axis, .whisker { stroke: currentColor; fill: none }
.whisker { stroke-width: 2 }
.margin { stroke: currentColor; stroke-dasharray: 4 4; opacity: .6 }
.a { fill: url(#hatch); stroke: currentColor }
.b { fill: currentColor; stroke: currentColor; opacity: .55 }
.over { stroke: currentColor; stroke-width: 2 }
circle { fill: currentColor }
.plots { display: flex; flex-wrap: wrap; gap: 1.2em 2em }
figure { margin: 0; width: 340px }
figcaption { font-weight: bold }
figcaption small { font-weight: normal; display: block }
@media (prefers-color-scheme: dark) {
  body { color: #e6e6e6; background: #161616 }
  .place { color: #aaa }
}
"""


def as_page(comparison: Comparison) -> str:
    """The whole page."""
    titles = [_said(side.game.title) for side in (comparison.one, comparison.other)]
    heading = f"{titles[0]} and {titles[1]}" if titles[0] != titles[1] else f"{titles[0]}, two ways"
    parts = [
        '<!doctype html><html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>{heading}: compared</title><style>{STYLE}</style></head><body>{plots.HATCH}",
        f"<h1>{heading}</h1>",
        _sides(comparison),
        "<h2>What differs in the rules</h2>",
        _rules(comparison),
        "<h2>Where they part</h2>",
        _parting(comparison),
        "<h2>What it does to the game</h2>",
        _measures(comparison),
        "</body></html>",
    ]
    return "\n".join(parts)


def _said(text: str) -> str:
    return escape(visible(text))


def _sentence(text: str) -> str:
    """A sentence of ours, in which backticks stand around what is written in a definition."""
    return QUOTED.sub(r"<code>\1</code>", _said(text))


def _sides(comparison: Comparison) -> str:
    rows = []
    for letter, side in zip("AB", (comparison.one, comparison.other), strict=True):
        game = side.game
        setting = table_of(game.players) + (f", {options_in_words(game.options)}" if game.options else "")
        rows.append(
            f"<tr><th>{letter}</th><td>{_said(game.title)}<br><span class='place'>"
            f"{_said(sources(game))}</span></td><td>{_said(setting)}</td></tr>"
        )
    return f"<table>{''.join(rows)}</table>"


# ---------------------------------------------------------------------------------------------- rules and parting


def _rules(comparison: Comparison) -> str:
    lines = []
    for setting in comparison.settings:
        one, other = ("not there" if v is None else str(v) for v in (setting.one, setting.other))
        lines.append(f"<li><b>{_said(setting.name)}</b>: {_said(one)} in A, {_said(other)} in B</li>")
    matter = [change for change in comparison.changes if change.plays]
    said = [change for change in comparison.changes if not change.plays]
    parts = [f"<ul>{''.join(lines)}</ul>"] if lines else []
    parts += [_change(change) for change in matter]
    if said:
        inside = "".join(_change(change) for change in said)
        parts.append(
            f"<details><summary>{len(said)} words, scenarios and properties about the rules</summary>{inside}</details>"
        )
    return "".join(parts) or "<p>Nothing.</p>"


def _change(change: Change) -> str:
    spots = [f"{at} {spot}" for at, spot in zip("AB", (place(change.one), place(change.other)), strict=True) if spot]
    where = f"<span class='place'>{_said(', '.join(spots))}</span>"
    return f"<div>{_sentence(change.sentence)} {where}{_lines(change.lines)}</div>"


def _lines(lines: tuple[str, ...] | list[str]) -> str:
    """Lines of which those with - are in italics and those with + are bold."""
    made = []
    for line in lines:
        kind = {"-": "gone", "+": "come"}.get(line.lstrip()[:1], "")
        made.append(f"<span class='{kind}'>{_said(line)}</span>" if kind else _said(line))
    return f"<pre>{'<br>'.join(made)}</pre>"


def _parting(comparison: Comparison) -> str:
    parted = comparison.search.parted
    if parted is None:
        return f"<p>Nowhere in {comparison.search.games} games with the same deals and the same choices.</p>"
    return _lines(parting_in_words(parted))


# ---------------------------------------------------------------------------------------------- measures


def _measures(comparison: Comparison) -> str:
    findings = comparison.measured.findings
    told = [verdict(finding) for finding in findings]
    key = (
        '<p>A is hatched <svg width="22" height="12"><rect class="a" width="20" height="10"/></svg> and B is filled '
        '<svg width="22" height="12"><rect class="b" width="20" height="10"/></svg>. Lines are intervals; between the '
        "dashed ones a difference is too small to matter, and in the plot of the seats the dashed line is an equal "
        "share.</p>"
    )
    explained = "".join(f"<li><b>{_said(title)}</b>: {_said(about)}</li>" for title, about in definitions(comparison))
    return "".join(
        [
            plots.differences(findings, told),
            _table(comparison, told),
            key,
            f'<div class="plots">{"".join(_plot(comparison, finding) for finding in findings)}</div>',
            "<h3>How to read it</h3>",
            "".join(f"<p>{_sentence(note)}</p>" for note in notes(comparison)),
            f"<ul>{explained}</ul>",
        ]
    )


def _table(comparison: Comparison, told: list[str]) -> str:
    rows = ["<tr><th></th><th>A</th><th>B</th><th>B − A</th><th></th></tr>"]
    for finding, said in zip(comparison.measured.findings, told, strict=True):
        measure = finding.measure
        cells = [with_bounds(measure, side) for side in (finding.one, finding.other)]
        cells.append(with_bounds(measure, finding.difference, True))
        numbers = "".join(f'<td class="n">{_said(cell)}</td>' for cell in cells)
        mark = ' class="stands_out"' if said.startswith("real") else ""
        rows.append(f"<tr><td>{_said(measure.title)}</td>{numbers}<td{mark}>{_said(said)}</td></tr>")
    for title, one, other in seat_rows(comparison):
        rows.append(f'<tr><td>{title}</td><td class="n">{one}</td><td class="n">{other}</td><td></td><td></td></tr>')
    return f"<table>{''.join(rows)}</table>"


def _plot(comparison: Comparison, finding: Finding) -> str:
    measure = finding.measure
    if measure.kind == SEATS:
        rows = [(f"player {n}", *both) for n, both in enumerate(seats(comparison), 1)]
        drawn = plots.shares("how often each seat wins", rows, 1 / len(rows))
    elif measure.kind == SHARE:
        drawn = plots.shares(measure.title, [("", finding.one, finding.other)])
    else:
        sides = [column(records, measure) for records in comparison.measured.records]
        drawn = plots.distribution(measure.title, sides[0], sides[1])
    caption = f"<figcaption>{_said(measure.title)}<small>{_said(verdict(finding))}</small></figcaption>"
    return f"<figure>{caption}{drawn}</figure>"
