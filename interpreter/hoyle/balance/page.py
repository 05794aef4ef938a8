"""A report as a page: one file that needs nothing else and can be read without colour and on a phone."""

from __future__ import annotations

from hoyle.balance import words
from hoyle.balance.run import Balance
from hoyle.balance.sections import Row, Section
from hoyle.compare import plots
from hoyle.compare.page import STYLE
from hoyle.compare.statistics import Interval
from hoyle.english import options_in_words
from hoyle.model import table_of
from hoyle.page import file_name, said, whole_page

MOST = 24  # rows of a plot
OWN = """
.hollow { fill: var(--paper, Canvas); stroke: currentColor; stroke-width: 2 }
.off { color: var(--mark); font-weight: bold }
"""


def as_page(balance: Balance) -> str:
    """The whole page."""
    heading = words.heading(balance, file_name)
    game = balance.sides[0].table.game
    setting = table_of(game.players) + (f", {options_in_words(game.options)}" if game.options else "")
    parts = [plots.HATCH, f"<h1>{said(heading)}</h1>", f"<p class='place'>{said(setting)}</p>"]
    parts += [f"<p>{said(line)}</p>" for line in words.played_by(balance)]
    parts += [_section(balance, section) for section in words.all_sections(balance)]
    parts += ["<h2>How to read it</h2>", *(f"<p>{said(line)}</p>" for line in words.notes(balance))]
    return whole_page(f"{heading}: balance", "\n".join(parts), STYLE + OWN)


def _section(balance: Balance, section: Section) -> str:
    parts = [f"<h2>{said(words.TITLES[section.key])}</h2>"]
    parts += [f"<p>{said(line)}</p>" for line in words.about(balance, section)]
    if section.shown:
        parts += [_plot(section), _table(section)]
    return "\n".join(parts)


def _table(section: Section) -> str:
    titles = ["", *section.columns, *words.more_columns(section), "", ""]
    head = "".join(f"<th>{said(title)}</th>" for title in titles)
    return f'<table class="measures"><thead><tr>{head}</tr></thead><tbody>{_rows(section)}</tbody></table>'


def _rows(section: Section) -> str:
    return "".join(_row(section, row) for row in section.shown)


def _row(section: Section, row: Row) -> str:
    cells = [f'<td class="row">{said(row.measure.title)}</td>']
    titles = (*section.columns, *words.more_columns(section))
    found = [words.cell(section, row, number) for number in range(len(section.columns))]
    for title, cell in zip(titles, (*found, *words.more_cells(section, row)), strict=True):
        inner = "" if cell is None else f"{said(cell[0])}<small>{said(cell[1])}</small>"
        cells.append(f'<td class="n" data-of="{said(title)}">{inner}</td>')
    cells.append(f'<td class="verdict off">{said(words.note(section, row))}</td>')
    cells.append(f'<td class="place">{said(words.times(section, row))}</td>')
    return f"<tr>{''.join(cells)}</tr>"


def _plot(section: Section) -> str:
    """The plot of a section: what belongs to whom is said below it."""
    title = words.TITLES[section.key]
    columns = section.columns[:2]
    key = f"{columns[0]}: hatched; {columns[1]}: filled." if len(columns) > 1 else ""
    rows = section.shown
    if section.key == "seats":
        bars = [(row.key.removeprefix("players "), row.cells[0], _second(row)) for row in rows]
        drawn = plots.shares(title, bars, section.usual)
    elif section.key == "skill":
        lines = [[row.cells[number] for row in rows] for number in range(2)]
        drawn = plots.curve(title, [row.key for row in rows], lines, section.usual, "playouts a decision")
        key = f"{columns[0]}: hollow; {columns[1]}: full. The dashed line is even."
    elif section.key == "course":
        return ""
    else:
        percent = section.key != "worth"
        known = [(row.measure.title, cell, row.usual) for row in rows if words.known(cell := row.cells[0]) and cell]
        drawn = plots.ranges(title, _ends(known), percent) if known else ""
        key = f"{columns[0]}; the mark in a row is what it would be by chance."
    return f"<figure>{drawn}<figcaption><small>{said(key)}</small></figcaption></figure>"


def _second(row: Row) -> Interval | None:
    return row.cells[1] if len(row.cells) > 1 else None


def _ends(rows: list[tuple[str, Interval, float | None]]) -> list[tuple[str, Interval, float | None]]:
    """The first and the last, if there are too many to be drawn."""
    return rows if len(rows) <= MOST else [*rows[: MOST // 2], *rows[-MOST // 2 :]]
