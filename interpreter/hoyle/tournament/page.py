"""A tournament as a page: one file that needs nothing else and can be read without colour and on a phone."""

from __future__ import annotations

from html import escape

from hoyle.english import options_in_words
from hoyle.model import table_of
from hoyle.page import said, whole_page
from hoyle.tournament import words
from hoyle.tournament.run import Outcome, Standings

STYLE = """
main { max-width: 60rem }
.place { color: var(--soft); font-size: .85rem; overflow-wrap: anywhere }
.n { white-space: nowrap; font-variant-numeric: tabular-nums }
.n small { display: block; color: var(--soft) }
.wide { overflow-x: auto }
svg { max-width: 100%; height: auto; overflow: visible }
svg text { fill: currentColor; font: 12px system-ui, sans-serif }
.axis, .whisker { stroke: currentColor; fill: none }
.whisker { stroke-width: 2 }
.grid { stroke: var(--line) }
circle { fill: currentColor }
"""
NAME, WIDTH, LINE = 150.0, 420.0, 30.0  # of the plot: room for names, the plot itself, a bot
TICKS = (25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10000)


def as_page(outcome: Outcome) -> str:
    """The whole page."""
    game = outcome.tournament.run.game
    setting = table_of(game.players) + (f", {options_in_words(game.options)}" if game.options else "")
    facts = [words.played(outcome), *words.together(outcome), *words.left_out(outcome)]
    steps = "".join(f"<li>{said(step)}</li>" for step in words.steps(outcome))
    parts = [
        f"<h1>{said(game.title)}: a tournament</h1>",
        f"<p>{said(', '.join(outcome.tournament.titles))}<br><span class='place'>{said(setting)}</span></p>",
        *(f"<p>{said(fact)}</p>" for fact in facts),
        f"<h2>Who is better</h2><ul>{steps}</ul>",
    ]
    if outcome.standings is not None:
        parts += [_plot(outcome, outcome.standings), "<h2>Each against each</h2>", _cross(outcome, outcome.standings)]
    parts += ["<h2>How to read it</h2>", *(f"<p>{said(note)}</p>" for note in words.notes(outcome))]
    return whole_page(f"{game.title}: a tournament", "\n".join(parts), STYLE)


def _cross(outcome: Outcome, found: Standings) -> str:
    titles = outcome.tournament.titles
    heads = ("rating", "wins", *(f"ahead of {titles[bot]}" for bot in found.order))
    rows = []
    for bot in found.order:
        cells = [words.points(found.ratings[bot]), words.percent(found.wins[bot])]
        cells += [words.percent(found.cross[bot][other]) for other in found.order]
        drawn = "".join(f"<td class='n'>{said(value)}<small>{said(inside)}</small></td>" for value, inside in cells)
        rows.append(f"<tr><th>{said(titles[bot])}</th>{drawn}</tr>")
    head = "".join(f"<th>{said(title)}</th>" for title in heads)
    return f"<div class='wide'><table><tr><th></th>{head}</tr>{''.join(rows)}</table></div>"


def _plot(outcome: Outcome, found: Standings) -> str:
    """Ratings with their intervals, the best on top."""
    known = [one for one in found.ratings if one.high != float("inf")] or found.ratings
    ends = [end for one in known for end in ((one.low, one.high) if one.high != float("inf") else (one.estimate,))]
    step = next((tick for tick in TICKS if max(ends) - min(ends) <= 6 * tick), TICKS[-1])
    low, high = step * (min(ends) // step), step * -(-max(ends) // step)
    bottom, scale = LINE * len(found.order) + 4, WIDTH / (high - low or 1.0)

    def place(points: float) -> float:
        return NAME + scale * (min(max(points, low), high) - low)

    parts = []
    for tick in range(int((high - low) // step) + 1):
        x = place(low + step * tick)
        parts += [f'<line class="grid" x1="{x:.1f}" y1="2" x2="{x:.1f}" y2="{bottom:.1f}"/>']
        parts += [_text(x, bottom + 15, f"{low + step * tick:+g}", "middle")]
    for line, bot in enumerate(found.order):
        y, one = LINE * (line + 0.5) + 2, found.ratings[bot]
        left, right = place(one.low), place(one.high)
        parts += [_text(NAME - 10, y + 4, outcome.tournament.titles[bot], "end")]
        ends_at = f"M{left:.1f} {y - 4:.1f}v8M{left:.1f} {y:.1f}H{right:.1f}M{right:.1f} {y - 4:.1f}v8"
        parts += [
            f'<path class="whisker" d="{ends_at}"/>',
            f'<circle cx="{place(one.estimate):.1f}" cy="{y:.1f}" r="4"/>',
        ]
    parts += [_text(NAME + WIDTH / 2, bottom + 33, "rating", "middle")]
    head = f'<svg viewBox="0 0 {NAME + WIDTH + 30:g} {bottom + 40:g}" width="{NAME + WIDTH + 30:g}" role="img">'
    return f"<figure style='margin:0'>{head}<title>ratings with intervals</title>{''.join(parts)}</svg></figure>"


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
