"""A comparison as a page: one file that needs nothing else and can be read without colour and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hoyle.compare import plots, words
from hoyle.compare.comparison import Comparison
from hoyle.compare.measures import SEATS, SHARE, column
from hoyle.compare.rules import Change, place
from hoyle.compare.run import REAL, SMALL, Answer
from hoyle.english import options_in_words
from hoyle.model import table_of
from hoyle.page import file_name, said, whole_page

QUOTED = re.compile("`([^`]*)`")
STYLE = """
main { max-width: 60rem }
pre { font: .8rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere;
  margin: .3rem 0 1.2rem; padding: .6rem .8rem; background: var(--band); border-radius: .3rem }
.gone { font-style: italic }
.come { font-weight: bold }
.place { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }
.stands_out { font-weight: bold; color: var(--mark) }
.n { white-space: nowrap; font-variant-numeric: tabular-nums }
.n small { display: block; color: var(--soft) }
.measures { width: 100% }
.measures svg { display: block }
svg { max-width: 100%; height: auto; overflow: visible }
svg text { fill: currentColor; font: 12px system-ui, sans-serif }
.axis, .whisker { stroke: currentColor; fill: none }
.whisker { stroke-width: 2 }
.grid { stroke: var(--line) }
.margin { stroke: currentColor; stroke-dasharray: 4 4; opacity: .6 }
.a { fill: url(#hatch); stroke: currentColor }
.b { fill: var(--mark); stroke: var(--mark) }
.over { stroke: currentColor; stroke-width: 2 }
circle { fill: currentColor }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); gap: 1.6rem 2rem }
figure { margin: 0 }
figcaption { font-weight: bold; margin-bottom: .4rem }
figcaption small { font-weight: normal; display: block; color: var(--soft) }
@media (max-width: 44rem) {
  .measures thead { display: none }
  .measures tr { display: grid; grid-template-columns: 1fr 1fr 1fr; padding: .5rem 0;
    border-bottom: 1px solid var(--line) }
  .measures td { border: 0; padding: .1rem .4rem .1rem 0 }
  .measures .row, .measures .drawn, .measures .verdict { grid-column: 1 / -1 }
  .measures .row { font-weight: bold }
  .measures .n { white-space: normal }
  .measures .n::before { content: attr(data-of); display: block; color: var(--soft); font-size: .8rem }
  .measures td:empty { display: none }
}
"""


def as_page(comparison: Comparison) -> str:
    """The whole page."""
    titles = [side.game.title for side in (comparison.one, comparison.other)]
    heading = f"{titles[0]} and {titles[1]}" if titles[0] != titles[1] else f"{titles[0]}, two ways"
    parts = [
        f"{plots.HATCH}<h1>{said(heading)}</h1>",
        _sides(comparison),
        "<h2>What differs in the rules</h2>",
        _rules(comparison),
        "<h2>Where they part</h2>",
        _parting(comparison),
        "<h2>What it does to the game</h2>",
        _measures(comparison),
    ]
    return whole_page(f"{heading}: compared", "\n".join(parts), STYLE)


def _sentence(text: str) -> str:
    """A sentence of ours, in which backticks stand around what is written in a definition."""
    return QUOTED.sub(r"<code>\1</code>", said(text))


def _sides(comparison: Comparison) -> str:
    rows = []
    for letter, side in zip("AB", (comparison.one, comparison.other), strict=True):
        game = side.game
        setting = table_of(game.players) + (f", {options_in_words(game.options)}" if game.options else "")
        rows.append(
            f"<tr><th>{letter}</th><td>{said(game.title)}<br><span class='place'>{said(words.sources(game, file_name))}"
            f"<br>{said(setting)}</span></td></tr>"
        )
    return f"<table>{''.join(rows)}</table>"


def _rules(comparison: Comparison) -> str:
    lines = [f"<li>{said(words.setting_in_words(setting))}</li>" for setting in comparison.settings]
    matter = [change for change in comparison.changes if change.plays]
    talk = [change for change in comparison.changes if not change.plays]
    parts = [f"<ul>{''.join(lines)}</ul>"] if lines else []
    parts += [_change(change) for change in matter]
    if talk:
        inside = "".join(_change(change) for change in talk)
        parts.append(f"<details><summary>{words.of_words(len(talk))}</summary>{inside}</details>")
    return "".join(parts) or "<p>Nothing.</p>"


def _change(change: Change) -> str:
    spots = zip("AB", (place(change.one), place(change.other)), strict=True)
    where = ", ".join(f"{at} {file_name(spot)}" for at, spot in spots if spot)
    return f"<div>{_sentence(change.sentence)} <span class='place'>{said(where)}</span>{_lines(change.lines)}</div>"


def _lines(lines: Iterable[str]) -> str:
    """Lines of which those with - are in italics and those with + are bold."""
    made = []
    for line in lines:
        kind = {"-": "gone", "+": "come"}.get(line.lstrip()[:1], "")
        made.append(f"<span class='{kind}'>{said(line)}</span>" if kind else said(line))
    return f"<pre>{'<br>'.join(made)}</pre>"


def _parting(comparison: Comparison) -> str:
    parted = comparison.search.parted
    if parted is None:
        return f"<p>Nowhere in {comparison.search.games} games with the same deals and the same choices.</p>"
    return _lines(words.parting_in_words(parted, file_name))


def _measures(comparison: Comparison) -> str:
    answers = comparison.measured.answers
    key = (
        '<p>A is hatched <svg width="22" height="12"><rect class="a" width="20" height="10"/></svg> and B is filled '
        '<svg width="22" height="12"><rect class="b" width="20" height="10"/></svg>. The bars of a share end in its '
        "interval, and in the plot of the seats the dashed line is an equal share.</p>"
    )
    explained = "".join(
        f"<li><b>{said(title)}</b>: {said(about)}</li>" for title, about in words.definitions(comparison)
    )
    return "".join(
        [
            f"<p>{said(words.played_by(comparison))}</p>",
            _table(comparison),
            key,
            f'<div class="plots">{"".join(_plot(comparison, answer) for answer in answers)}</div>',
            "<h3>How to read it</h3>",
            "".join(f"<p>{_sentence(note)}</p>" for note in words.notes(comparison)),
            f"<ul>{explained}</ul>",
        ]
    )


def _table(comparison: Comparison) -> str:
    rows, beside = [], words.beside(comparison)
    for answer in comparison.measured.answers:
        measure, told = answer.measure, words.verdict(answer)
        one, other = (words.with_bounds(measure, side) for side in (answer.one, answer.other))
        apart = words.with_bounds(measure, answer.difference, True)
        mark = " stands_out" if answer.verdict in (REAL, SMALL) else ""
        drawn = plots.difference(answer)
        rows.append(
            f'<tr><td class="row">{said(measure.title)}</td>{_number("A", one)}{_number("B", other)}'
            f'{_number("B − A", apart)}<td class="drawn">{drawn}</td><td class="verdict{mark}">{said(told)}</td>'
            f"{_number('at random', beside[measure.key]) if beside else ''}</tr>"
        )
    for title, mine, theirs in words.seat_rows(comparison):
        cells = f'<td class="row">{said(title)}</td>{_number("A", mine)}{_number("B", theirs)}'
        rows.append(f"<tr>{cells}<td></td><td></td><td></td>{'<td></td>' if beside else ''}</tr>")
    last = "<th>B − A, at random</th>" if beside else ""
    head = f"<tr><th></th><th>A</th><th>B</th><th>B − A</th><th>less in B | more in B</th><th></th>{last}</tr>"
    return (
        f'<table class="measures"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'
        "<p class='place'>Below each value is its interval. In the drawing the line in the middle is no difference; "
        "between the dashed ones a difference is too small to matter.</p>"
    )


def _number(of: str, found: tuple[str, str] | None) -> str:
    if found is None:
        return "<td></td>"
    value, inside = found
    return f'<td class="n" data-of="{of}">{said(value)}<small>{said(inside)}</small></td>'


def _plot(comparison: Comparison, answer: Answer) -> str:
    measure = answer.measure
    if measure.kind == SEATS:
        rows = [(f"player {n}", *both) for n, both in enumerate(words.seats(comparison), 1)]
        drawn = plots.shares("how often each seat wins", rows, 1 / len(rows))
    elif measure.kind == SHARE:
        drawn = plots.shares(measure.title, [("", answer.one, answer.other)])
    else:
        sides = [column(records, measure) for records in comparison.measured.records]
        drawn = plots.distribution(measure.title, sides[0], sides[1])
    caption = f"<figcaption>{said(measure.title)}<small>{said(words.verdict(answer))}</small></figcaption>"
    return f"<figure>{caption}{drawn}</figure>"
